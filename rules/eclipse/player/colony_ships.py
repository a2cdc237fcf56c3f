"""Colony ships (ECL 5.5): which squares they fill, read, judged and done."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Colony, Turn, TurnOrder
from rules.eclipse.facts import SECTORS, production
from rules.eclipse.names import RESOURCE_NAMES, SECTOR_NAMES, SQUARE_NAMES
from rules.eclipse.player.civilization import (
    ORBITAL,
    colonizable,
    colony_uses,
    default_colonies,
    kind_index,
    me,
    open_squares,
    species,
    square_kind,
    tracks_for,
)
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Public, Table, View
from rules.kernel.decisions import Problem
from rules.kernel.forms import Form, Group, Pick
from rules.lexicon import MissingPart, Slots, fold, read_counted, read_slots

COLONIZE = "COLONIZE 221 money, 204 gray AS science"
_SHIPS = re.compile(
    r"\b(?:with\s+)?(?:my\s+)?(?:colony\s+ships?|colonizers?|cubes?|population|statk\w*\s+kolon\w*|"
    r"telepeshajó\w*|kolóniahajó\w*)\b",
    re.IGNORECASE,
)
_WITH = re.compile(
    r"\b(?:with|using|z|ze|by|for|(?:na|za)(?=\s+(?:pieni|nauk|materia)))\b", re.IGNORECASE
)
_ONE_SHIP = re.compile(r"\b(?:one|jeden|jednym|egyet)\s+(?=(?:on|in|at|to|na|w)\b)", re.IGNORECASE)
_FREE = re.compile(r"\b(?:orb\w*|gr[ae]y|szar\w*|szürke\w*)\b", re.IGNORECASE)
_COLONY = Slots((), ("", "as", "at"), COLONIZE)


def colony_problems(table: Public, seat: int, colonies: Iterable[Colony]) -> list[Problem]:
    """Say why these squares cannot be settled, one after the other (ECL 21.3.1)."""
    player = table.players[seat]
    cubes = list(player.cubes)
    ships = colony_uses(table, seat)
    open_ = set(open_squares(table, seat))
    named: set[tuple[str, int]] = set()
    for colony in colonies:
        ships -= 1
        if ships < 0:
            uses = colony_uses(table, seat)
            words = _("You have {n} colony ship(s) to use.", n=uses)
            return no("no-colony-ship", words, "5.5.2")
        if (colony.sector, colony.square) in named:
            where = nouns.label(colony.sector)
            words = _("No second square of that kind is open in {where}.", where=where)
            return no("square-taken", words, "5.5.2")
        if (colony.sector, colony.square) not in open_:
            return _closed_square(table, seat, colony)
        named.add((colony.sector, colony.square))
        kind = square_kind(colony.sector, colony.square)
        if colony.resource not in tracks_for(kind):
            words = _("A {kind} square takes no such cube.", kind=nouns.marked(kind))
            return no("wrong-track", words, "5.3.4" if kind == "orbital" else "5.3.1")
        at = kind_index(colony.resource)
        cubes[at] -= 1
        if cubes[at] < 0:
            track = nouns.noun(colony.resource)
            words = _("Your {resource} track has no cube left.", resource=track)
            return no("no-cube", words, "25.2.2")
    return []


def _closed_square(table: Public, seat: int, colony: Colony) -> list[Problem]:
    sector = table.hexes.get(colony.sector)
    name = nouns.label(colony.sector)
    if sector is None or sector.owner != seat:
        return no("not-yours", _("You have no disc in {where}.", where=name), "5.5.2")
    squares = SECTORS[colony.sector].squares
    if colony.square != ORBITAL and not 0 <= colony.square < len(squares):
        words = _("{where} has no such population square.", where=name)
        return no("no-such-square", words, "5.5.2")
    if colony.square == ORBITAL and not sector.orbital:
        return no("no-orbital", _("There is no orbital in {where}.", where=name), "5.3.4")
    if colony.square != ORBITAL and colony.square not in sector.filled:
        words = _("That square of {where} is advanced; it needs its technology.", where=name)
        return no("needs-technology", words, "5.3.3")
    return no("square-taken", _("That square of {where} has its cube.", where=name), "5.5.2")


def write_colonies(colonies: Iterable[Colony]) -> str:
    parts = []
    for c in colonies:
        kind = square_kind(c.sector, c.square)
        name = SQUARE_NAMES.name(nouns.square_id(kind))
        with_track = f" AS {c.resource}" if _has_several_tracks(c) else ""
        parts.append(f"{nouns.label(c.sector)} {name}{with_track}")
    return f"COLONIZE {nouns.join(parts)}"


def read_colonies(
    table: Public, seat: int, text: str, before: Sequence[Colony] = ()
) -> tuple[tuple[Colony, ...], tuple[str, ...]]:
    """Read squares by kind: the first open one of that kind, an ordinary one before an advanced
    one; and a note on what was read where the line leaves a cube's track open. A sector holds for
    the squares after it; without squares it means as many as there can be. `before`: what earlier
    lines have named already."""
    if not reading.plainly(_SHIPS.sub(" ", text)) or reading.is_all(_SHIPS.sub(" ", text)):
        every = _whatever_there_is(table, seat)
        return every, _noted(every, any(map(_has_several_tracks, every)))
    taken = {(c.sector, c.square) for c in before}
    open_ = [square for square in open_squares(table, seat) if square not in taken]
    cubes = list(table.players[seat].cubes)
    for colony in before:
        cubes[kind_index(colony.resource)] -= 1
    found: list[Colony] = []
    home = str(species(table.players[seat]).home)
    number = ""
    left_open = False
    for piece in _sector_first(reading.pieces(text)):
        plain = _WITH.sub(" as " if _FREE.search(piece) else " ", _ONE_SHIP.sub("", piece))
        parts = read_slots(reading.english_keywords(plain), _COLONY, SECTOR_NAMES)
        number, kinds = _squares_named(parts, number, home)
        if not kinds or reading.is_all(kinds):
            every = _whatever_there_is(table, seat, number)
            left_open = left_open or any(map(_has_several_tracks, every))
            found += every
            continue
        for kind, count in read_counted(kinds, SQUARE_NAMES).counts.items():
            for _square in range(count):
                square = _square_meant(number, kind, open_, {(c.sector, c.square) for c in found})
                resource = _track_meant(number, square, kind, parts.get("as", ""), cubes)
                cubes[kind_index(resource)] -= 1
                found.append(Colony(number, square, resource))
                left_open = left_open or ("as" not in parts and _has_several_tracks(found[-1]))
    return tuple(found), _noted(found, left_open)


def _has_several_tracks(colony: Colony) -> bool:
    return len(tracks_for(square_kind(colony.sector, colony.square))) > 1


def _noted(colonies: Sequence[Colony], left_open: bool) -> tuple[str, ...]:
    return reading.notes(write_colonies(colonies)) if left_open else ()


def _sector_first(pieces: Sequence[str]) -> list[str]:
    """Return the list with a sector that its last piece names for those before it: "science and
    materials in 106"."""
    without = list(takewhile(lambda piece: not reading.has_sector(piece), pieces))
    if not without or len(without) == len(pieces):
        return list(pieces)
    number = reading.sector_apart(pieces[len(without)])[0]
    if number:
        return [f"{number} {pieces[0]}", *pieces[1:]]
    return [pieces[len(without)], *without, *pieces[len(without) + 1 :]]


def _whatever_there_is(table: Public, seat: int, within: str = "") -> tuple[Colony, ...]:
    """Return as many squares as can be settled now, of one sector or of all; raise where that is
    none."""
    found = tuple(Colony(*c) for c in default_colonies(table, seat, within=within))
    if found:
        return found
    if not colony_uses(table, seat):
        raise MissingPart(_("You have no colony ship left to use."))
    sector = table.hexes.get(within)
    if within and (sector is None or sector.owner != seat):
        raise MissingPart(_("You have no disc in {where}.", where=nouns.label(within)))
    where = nouns.called(within) if within else _("your sectors")
    raise MissingPart(
        _("No population square in {where} is open to you now (ECL 5.5.2).", where=where)
    )


def _squares_named(parts: dict[str, str], before: str, home: str) -> tuple[str, str]:
    """Return the sector and the squares of a piece; `before`: the sector named last."""
    told = reading.plainly(parts.get("", ""))
    if "at" in parts:
        return reading.sector(parts["at"], home), told
    named = told.replace(":", " ").split()
    if named and fold(named[0]) in reading.HOME:
        return home, " ".join(named[1:])
    end = SECTOR_NAMES.longest_at(named, 0)
    if end is not None:
        return end[0].id, " ".join(named[end[1] :])
    if before:
        return before, told
    number, kinds = reading.sector_apart(told)
    if not number:
        raise MissingPart(_("Say in which sector, for example: {example}", example=COLONIZE))
    return number, kinds


def _square_meant(
    number: str, kind: str, open_: Sequence[tuple[str, int]], taken: set[tuple[str, int]]
) -> int:
    if kind == "orbital":
        return ORBITAL
    squares = SECTORS[number].squares
    wanted = [i for i, text in enumerate(squares) if nouns.square_id(text) == kind]
    wanted += [i for i, text in enumerate(squares) if text == f"{kind}*"]
    if not wanted:
        where, square = nouns.called(number), nouns.noun(kind)
        raise MissingPart(_("{where} has no {square} square.", where=where, square=square))
    for i in wanted:
        if (number, i) in open_ and (number, i) not in taken:
            return i
    return wanted[0]


def _track_meant(number: str, square: int, kind: str, said: str, cubes: Sequence[int]) -> str:
    tracks = tracks_for(square_kind(number, square))
    if said:
        return RESOURCE_NAMES.find(said).id
    filled = [r for r in tracks if cubes[kind_index(r)]] or list(tracks)
    return min(filled, key=lambda r: production(max(0, cubes[kind_index(r)])))


def sample_colonies(table: Public, seat: int, rng: Random) -> tuple[Colony, ...]:
    found: list[Colony] = []
    for number, square in colonizable(table, seat):
        resource = rng.choice(tracks_for(square_kind(number, square)))
        more = [*found, Colony(number, square, resource)]
        if not colony_problems(table, seat, more):
            found = more
    return tuple(found)


def colony_fields(v: View, seat: int) -> tuple[Pick, ...]:
    """Return every square that can be settled now, with the tracks whose cube it takes."""
    fields = []
    for i, (sector, square) in enumerate(colonizable(v.table, seat)):
        kind = square_kind(sector, square)
        tracks = [r for r in tracks_for(kind) if me(v, seat).cubes[kind_index(r)]]
        written = [write_colonies([Colony(sector, square, r)]).partition(" ")[2] for r in tracks]
        options = tuple(zip(written, map(nouns.noun, tracks), strict=True))
        label = f"{nouns.called(sector)}: {nouns.square(kind)}"
        fields.append(Pick("colonies", label, (("", _("empty")), *options), row=i))
    return tuple(fields)


class Colonize(TurnOrder):
    """Use colony ships as part of a turn before its action (ECL 5.5.1)."""

    verb = "colonize"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        if not turn.colonies:
            words = _("Say which squares, for example: {example}.", example=COLONIZE)
            return no("nothing-named", words, "5.5.2")
        return colony_problems(v.table, seat, turn.colonies)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        colonies, notes = read_colonies(v.table, seat, rest)
        return Turn("colonize", colonies=colonies), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        return write_colonies(turn.colonies)

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        fields = colony_fields(v, seat)
        about = _("up to {n} colony ships", n=colony_uses(v.table, seat))
        groups, line = (Group("", fields),), ("COLONIZE {colonies}",)
        return Form("colonize", _("Colony ships"), line, groups, about) if fields else None

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        colonies = sample_colonies(v.table, seat, rng)
        return Turn("colonize", colonies=colonies) if colonies else None

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        colonies = [Colony(*c) for c in default_colonies(v.table, seat)]
        return [write_colonies(colonies)] if colonies else []


def colonize(t: Table, seat: int, colonies: tuple[Colony, ...]) -> None:
    """Place cubes with colony ships; those that Influence may turn up are turned up when the others
    are used (ECL 5.5.2, 7.2.8)."""
    player = t.table.players[seat]
    for colony in colonies:
        if not player.colony:
            turn_up(t, seat)
        sector = t.table.hexes[colony.sector]
        if colony.square < 0:
            sector.orbital = "cube"
        else:
            sector.filled = tuple(sorted((*sector.filled, colony.square)))
        player.cubes[kind_index(colony.resource)] -= 1
        player.colony -= 1
        player.colony_used += 1
        kind = square_kind(colony.sector, colony.square)
        t.tell(ev.Colonized(seat, colony.sector, kind, colony.resource), cite="ECL 5.5.2")


def turn_up(t: Table, seat: int) -> None:
    """Turn colony ships up at the latest moment that serves, so that ships used in this turn count
    (ECL 7.2.6)."""
    player = t.table.players[seat]
    ready = min(t.table.flips, player.colony_used)
    t.table.flips = 0
    if ready:
        player.colony_used -= ready
        player.colony += ready
        t.tell(ev.ColonyShipsReadied(seat, ready), cite="ECL 7.2.6")
