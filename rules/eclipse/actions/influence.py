"""Influence (ECL 7.2): up to two discs, up to two colony ships."""

import re
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import DiscMove, Turn, TurnOrder
from rules.eclipse.facts import FLIPS, INFLUENCE_MOVES
from rules.eclipse.galaxy import (
    edge_to,
    enemies,
    grid,
    influence_targets,
    near_own,
    owned,
    present,
    wormholes_between,
)
from rules.eclipse.names import DISC_PLACES, TRACK_WORD
from rules.eclipse.player.civilization import colonizable, me
from rules.eclipse.player.discs import lift_disc, place_disc
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import NOBODY, Public, Table, View
from rules.kernel.decisions import Problem
from rules.kernel.forms import Form, Group, Pair, Pick, Tick
from rules.kernel.table import Play
from rules.lexicon import LeftOver, MissingPart, Slots, quoted, read_slots

EXAMPLE = "INFLUENCE track TO 203, 205 TO track, FLIP 2"
TRACK = TRACK_WORD
_FLIP = re.compile(
    r"(?:flip|refresh|turn up|odwróć|odwroc|fordít|fordit)\b(?P<ships>.*)", re.IGNORECASE
)
_COLONY_SHIPS = re.compile(
    r"\b(?:colony|my|the|of|up|ships?|them|statk\w*|statek|kolonizacyjn\w*|telepeshajó\w*|"
    r"telepeshajo\w*|telepes|hajó\w*|hajo\w*)\b",
    re.IGNORECASE,
)
_LIFT = re.compile(
    r"(?:remove|release|withdraw|zdejmij|levesz)\s+(?:.*\b(?:from|on|off|in|z|ze|w)\s+)?(.+)",
    re.IGNORECASE,
)
_ONTO = re.compile(r"^(?:(?:a|the|my|one)\s+)?(?:discs?\s+)?(?:in|on|at|onto|into|w|na)\s+", re.I)
_ARROW = re.compile(r"\s*(?:[-=]*>|→)\s*")
_MOVE = Slots((), ("", "from", "to"), EXAMPLE)


def with_owner(table: Public, number: str, owner: int) -> Public:
    """Return the table as it would be with another disc there: for looking ahead only."""
    sector = replace(table.hexes[number], owner=owner)
    return replace(table, hexes={**table.hexes, number: sector})


def disc_problems(table: Public, seat: int, on_track: int, move: DiscMove) -> list[Problem]:
    """Return why a disc cannot be moved, on the board just before it is lifted (ECL 7.2.2 to 7.2.4,
    25.3.7)."""
    if move.start == TRACK:
        if on_track < 1:
            return no("no-disc", _("There is no disc left on your influence track."), "7.2.2")
        if move.to == TRACK:
            return no("nowhere", _("A disc from the track must go to a sector."), "7.2.2")
    elif move.start not in table.hexes or table.hexes[move.start].owner != seat:
        words = _("You have no disc in {where}.", where=nouns.label(move.start))
        return no("not-yours", words, "7.2.2")
    if move.to == TRACK:
        return []
    if move.to not in table.hexes:
        words = _("{where} is not on the map.", where=nouns.called(move.to))
        return no("not-on-map", words, "7.2.2")
    return target_problems(table, seat, move.to)


def target_problems(table: Public, seat: int, number: str) -> list[Problem]:
    """Say why no disc may be placed in this sector (ECL 20.7.6)."""
    if table.players[seat].status != "active":
        return no("eliminated", _("You may not place discs any more."), "12.4.1")
    name = nouns.called(number)
    sector = table.hexes[number]
    if sector.owner != NOBODY:
        return no("disc-there", _("{where} has a disc already.", where=name), "7.2.2")
    if enemies(table, seat, number):
        return no("enemy-ships", _("There are enemy ships in {where}.", where=name), "7.2.2")
    if near_own(table, seat, number, grid(table)):
        return []
    joined = [
        (edge, n)
        for n in table.hexes
        if present(table.hexes[n], seat) and (edge := edge_to(table, number, n)) is not None
    ]
    if any(wormholes_between(table, number, edge, n) for edge, n in joined):
        words = _(
            "Only half a wormhole leads to {where}; that takes a Wormhole Generator.", where=name
        )
        return no("half-wormhole", words, "7.2.3")
    if joined:
        words = _("No wormhole leads from you to {where}.", where=name)
        return no("no-connection", words, "7.2.2")
    words = _("You have no disc or ship next to {where}.", where=name)
    return no("not-adjacent", words, "7.2.2")


def most_flips(table: Public, seat: int, moves: Sequence[DiscMove]) -> int:
    """Return how many colony ships lie face down, with those that may be used before they are
    turned up (ECL 7.2.6; ECL 7.2.8)."""
    player = table.players[seat]
    settles = any(move.to != TRACK for move in moves) or colonizable(table, seat)
    return min(FLIPS, player.colony_used + (player.colony if settles else 0))


class Influence(TurnOrder):
    verb = "influence"

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        """Return problems move by move; the action itself has taken a disc (ECL 21.2.3; ECL
        6.1.2)."""
        table = v.table
        if len(turn.discs) > INFLUENCE_MOVES:
            return no("too-many-discs", _("Move at most {n} discs.", n=INFLUENCE_MOVES), "7.2.1")
        player = me(v, seat)
        most = most_flips(table, seat, turn.discs)
        if not 0 <= turn.flips <= most:
            words = _("You can turn up {n} colony ship(s).", n=most)
            return no("too-many-flips", words, "7.2.6")
        on_track = player.discs - 1
        for move in turn.discs:
            found = disc_problems(table, seat, on_track, move)
            if found:
                return found
            table, on_track = _moved(table, seat, on_track, move)
        return []

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        if reading.is_nothing_at_all(rest):
            return Turn("influence"), ()
        if not reading.plainly(rest) or reading.is_told_nothing(rest):
            raise reading.refuse_empty("influence")
        flips: int | None = None
        moves: list[DiscMove] = []
        for piece in reading.pieces(rest):
            if flip := _FLIP.fullmatch(piece):
                flips = _ships_flipped(flip["ships"])
                continue
            if lifted := _LIFT.fullmatch(piece):
                piece = f"{lifted[1]} TO {TRACK}"
            piece = _ARROW.sub(" TO ", _ONTO.sub("to ", piece))
            parts = read_slots(piece, _MOVE, DISC_PLACES)
            start, to = parts.get("from"), parts.get("to")
            lone = reading.plainly(parts.get("", ""))
            if lone and to is None and start is None:
                start, to = TRACK, lone
            else:
                start, to = start or lone or TRACK, to or TRACK
            moves.append(DiscMove(reading.disc_place(start), reading.disc_place(to)))
        if flips is None:
            flips = most_flips(v.table, seat, moves)
            if not moves and not flips and not reading.is_told_nothing(rest):
                raise MissingPart(
                    _("Say which discs and colony ships, for example: {example}", example=EXAMPLE)
                )
        return Turn("influence", discs=tuple(moves), flips=flips), ()

    def write(self, v: View, seat: int, turn: Turn) -> str:
        moves = [f"{_place(m.start)} TO {_place(m.to)}" for m in turn.discs]
        if not moves and not turn.flips:
            return "INFLUENCE nothing at all"
        return f"INFLUENCE {nouns.join([*moves, f'FLIP {turn.flips}'])}"

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        """Return from where and to where each disc goes, and how many colony ships are turned
        up."""
        none, track = ("", _("no disc")), (TRACK, _("influence track"))
        mine = [(nouns.label(n), nouns.called(n)) for n in owned(v.table, seat)]
        open_ = [(nouns.label(n), nouns.called(n)) for n in influence_targets(v.table, seat)]
        left = [place for place in mine if place not in open_]
        starts, ends = (none, track, *mine), (none, track, *open_, *left)
        discs = tuple(
            Pair("discs", _("Disc {n}, from and to", n=i + 1), starts, " TO ", ends, i)
            for i in range(INFLUENCE_MOVES)
        )
        most = min(FLIPS, me(v, seat).colony_used + me(v, seat).colony)
        flips = tuple((f"FLIP {n}", str(n)) for n in range(most, -1, -1))
        ships = Pick("discs", _("Colony ships turned up"), flips, row=INFLUENCE_MOVES + 1)
        nothing = Tick("discs", reading.NOTHING_AT_ALL, _("nothing at all"))
        groups = (Group("", (*discs, ships)), Group(_("Without any effect"), (nothing,), rare=True))
        return Form("influence", _("Influence"), ("INFLUENCE {discs}",), groups)

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        table = v.table
        player = me(v, seat)
        targets = influence_targets(table, seat) if player.status == "active" else []
        moves: list[DiscMove] = []
        if targets and player.discs > 1:
            moves.append(DiscMove(TRACK, rng.choice(targets)))
        mine = owned(table, seat)
        if len(mine) > 1 and rng.random() < 0.2:
            moves.append(DiscMove(rng.choice(mine), TRACK))
        if not moves and not player.colony_used:
            return None
        return Turn("influence", discs=tuple(moves), flips=most_flips(table, seat, moves))

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        targets = influence_targets(v.table, seat)
        if targets:
            return [f"INFLUENCE track TO {nouns.label(targets[0])}, FLIP 2"]
        most = most_flips(v.table, seat, ())
        return [f"INFLUENCE FLIP {most}"] if me(v, seat).colony_used else []


def _ships_flipped(text: str) -> int | None:
    """Return how many colony ships are turned up; None where as many as possible are."""
    said = " ".join(_COLONY_SHIPS.sub(" ", text).split()).strip(" .!")
    n = reading.how_many(said) if said else None
    if n is None and said and not reading.is_all(said):
        raise LeftOver(
            _(
                "Say how many colony ships, for example FLIP 2: {text} is no number.",
                text=quoted(said),
            )
        )
    return n


def _moved(table: Public, seat: int, on_track: int, move: DiscMove) -> tuple[Public, int]:
    if move.start == TRACK:
        on_track -= 1
    else:
        table = with_owner(table, move.start, NOBODY)
    if move.to == TRACK:
        return table, on_track + 1
    return with_owner(table, move.to, seat), on_track


def _place(place: str) -> str:
    return TRACK if place == TRACK else nouns.label(place)


def influence(t: Table, seat: int, turn: Turn) -> Play[None]:
    """Move disc by disc; colony ships may be used before they are turned up (ECL 7.2; ECL
    7.2.8)."""
    for move in turn.discs:
        if disc_problems(t.table, seat, t.table.players[seat].discs, move):
            continue
        if move.start != TRACK:
            yield from lift_disc(t, move.start, "ECL 7.2.5")
        if move.to != TRACK:
            yield from place_disc(t, seat, move.to)
    t.table.flips = turn.flips
