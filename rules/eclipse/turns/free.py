"""What a turn may hold besides its action (ECL 6.1.8): colony ships, trade, relations."""

import re
from collections.abc import Iterable, Sequence
from random import Random

from rules.eclipse import words
from rules.eclipse.civilization import (
    ORBITAL,
    colonizable,
    colony_uses,
    default_colonies,
    kind_index,
    open_squares,
    room_for_ambassador,
    species,
    square_kind,
    track_fits,
    tracks_for,
    trade_room,
)
from rules.eclipse.facts import AMBASSADORS, DIPLOMACY_FROM, RESOURCES, SECTORS, production
from rules.eclipse.galaxy import foes, joined
from rules.eclipse.speech import _
from rules.eclipse.state import Player, Public
from rules.eclipse.turns.base import Colony, Offer, Turn, TurnOrder, me, no
from rules.kernel.decisions import Problem
from rules.kernel.views import View
from rules.lexicon import BadCount, MissingPart, Slots, read_counted, read_slots

COLONIZE = "COLONIZE 221 money, 204 gray AS science"
TRADE = "TRADE 4 materials FOR money"
PROPOSE = "PROPOSE Hydran WITH science"
_COLONY = Slots((), ("", "as", "at"), COLONIZE)
_TRADE = Slots(("",), ("for", "into", "to"), TRADE)
_NUMBER = re.compile(r"\d")
_RELATIONS = re.compile(
    r"(?:(?:diplomatic|relations?|diplomacy|peace|alliance|ambassadors?|kontakty|dyplomatyczne|pokój|"
    r"kapcsolat(?:ot)?|békét?|to|with|z|ze|do)\s+)+",
    re.IGNORECASE,
)
_CUBE = re.compile(r"\b(?:an?|the|my|one|cubes?|kostk\w*|kock\w*)\b", re.IGNORECASE)
_PROPOSE = Slots(("",), ("with", "returning"), PROPOSE)
_TERMS = Slots((), ("", "with", "returning"), "AGREE WITH science")


# -- colony ships ------------------------------------------------------------------------------


def colony_problems(table: Public, seat: int, colonies: Iterable[Colony]) -> list[Problem]:
    """ECL 21.3.1"""
    player = table.players[seat]
    cubes = list(player.cubes)
    ships = colony_uses(table, seat)
    open_ = set(open_squares(table, seat))
    named: set[tuple[str, int]] = set()
    for colony in colonies:
        ships -= 1
        if ships < 0:
            uses = colony_uses(table, seat)
            words_ = _("You have {n} colony ship(s) to use.", n=uses)
            return no("no-colony-ship", words_, "5.5.2")
        if (colony.sector, colony.square) in named:
            where = words.label(colony.sector)
            words_ = _("No second square of that kind is open in {where}.", where=where)
            return no("square-taken", words_, "5.5.2")
        if (colony.sector, colony.square) not in open_:
            return _closed_square(table, seat, colony)
        named.add((colony.sector, colony.square))
        kind = square_kind(colony.sector, colony.square)
        if colony.resource not in tracks_for(kind):
            words_ = _("A {kind} square takes no such cube.", kind=words.marked(kind))
            return no("wrong-track", words_, "5.3.4" if kind == "orbital" else "5.3.1")
        at = kind_index(colony.resource)
        cubes[at] -= 1
        if cubes[at] < 0:
            track = words.noun(colony.resource)
            words_ = _("Your {resource} track has no cube left.", resource=track)
            return no("no-cube", words_, "25.2.2")
    return []


def _closed_square(table: Public, seat: int, colony: Colony) -> list[Problem]:
    sector = table.hexes.get(colony.sector)
    name = words.label(colony.sector)
    if sector is None or sector.owner != seat:
        return no("not-yours", _("You have no disc in {where}.", where=name), "5.5.2")
    squares = SECTORS[colony.sector].squares
    if colony.square != ORBITAL and not 0 <= colony.square < len(squares):
        words_ = _("{where} has no such population square.", where=name)
        return no("no-such-square", words_, "5.5.2")
    if colony.square == ORBITAL and not sector.orbital:
        return no("no-orbital", _("There is no orbital in {where}.", where=name), "5.3.4")
    if colony.square != ORBITAL and colony.square not in sector.filled:
        words_ = _("That square of {where} is advanced; it needs its technology.", where=name)
        return no("needs-technology", words_, "5.3.3")
    return no("square-taken", _("That square of {where} has its cube.", where=name), "5.5.2")


def write_colonies(colonies: Iterable[Colony]) -> str:
    parts = []
    for c in colonies:
        kind = square_kind(c.sector, c.square)
        name = words.SQUARE_NAMES.name(words.square_id(kind))
        with_track = f" AS {c.resource}" if len(tracks_for(kind)) > 1 else ""
        parts.append(f"{words.label(c.sector)} {name}{with_track}")
    return f"COLONIZE {words.join(parts)}"


def read_colonies(
    table: Public, seat: int, text: str, before: Sequence[Colony] = ()
) -> tuple[Colony, ...]:
    """Squares by kind: the first open one of that kind, an ordinary one before an advanced one.

    A sector holds for the squares after it; without squares it means as many as there can be.
    `before`: what earlier lines have named already."""
    if words.is_all(text):
        return tuple(Colony(*c) for c in default_colonies(table, seat))
    taken = {(c.sector, c.square) for c in before}
    open_ = [square for square in open_squares(table, seat) if square not in taken]
    cubes = list(table.players[seat].cubes)
    for colony in before:
        cubes[kind_index(colony.resource)] -= 1
    found: list[Colony] = []
    number = ""
    for piece in words.pieces(text):
        parts = read_slots(words.english_keywords(piece), _COLONY, words.SECTOR_NAMES)
        number, kinds = _squares_named(parts, number)
        if not kinds or words.is_all(kinds):
            found += [Colony(*c) for c in default_colonies(table, seat, within=number)]
            continue
        for kind, count in read_counted(kinds, words.SQUARE_NAMES).counts.items():
            for _square in range(count):
                square = _square_meant(number, kind, open_, {(c.sector, c.square) for c in found})
                resource = _track_meant(number, square, kind, parts.get("as", ""), cubes)
                cubes[kind_index(resource)] -= 1
                found.append(Colony(number, square, resource))
    return tuple(found)


def _squares_named(parts: dict[str, str], before: str) -> tuple[str, str]:
    """The sector and the squares of a piece; `before`: the sector named last."""
    told = words.plainly(parts.get("", ""))
    if "at" in parts:
        return words.sector(parts["at"]), told
    named = told.replace(":", " ").split()
    end = words.SECTOR_NAMES.longest_at(named, 0)
    if end is not None:
        return end[0].id, " ".join(named[end[1] :])
    if before:
        return before, told
    number, kinds = words.sector_apart(told)
    if not number:
        raise MissingPart(_("Say in which sector, for example: {example}", example=COLONIZE))
    return number, kinds


def _square_meant(
    number: str, kind: str, open_: Sequence[tuple[str, int]], taken: set[tuple[str, int]]
) -> int:
    if kind == "orbital":
        return ORBITAL
    squares = SECTORS[number].squares
    wanted = [i for i, text in enumerate(squares) if words.square_id(text) == kind]
    wanted += [i for i, text in enumerate(squares) if text == f"{kind}*"]
    if not wanted:
        where, square = words.called(number), words.noun(kind)
        raise MissingPart(_("{where} has no {square} square.", where=where, square=square))
    for i in wanted:
        if (number, i) in open_ and (number, i) not in taken:
            return i
    return wanted[0]


def _track_meant(number: str, square: int, kind: str, said: str, cubes: Sequence[int]) -> str:
    tracks = tracks_for(square_kind(number, square))
    if said:
        return words.RESOURCE_NAMES.find(said).id
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


class Colonize(TurnOrder):
    """ECL 5.5.1, as part of a turn before its action."""

    verb = "colonize"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        if not turn.colonies:
            words_ = _("Say which squares, for example: {example}.", example=COLONIZE)
            return no("nothing-named", words_, "5.5.2")
        return colony_problems(v.table, seat, turn.colonies)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        return Turn("colonize", colonies=read_colonies(v.table, seat, rest)), ()

    def write(self, v: View, seat: int, turn: Turn) -> str:
        return write_colonies(turn.colonies)

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        colonies = sample_colonies(v.table, seat, rng)
        return Turn("colonize", colonies=colonies) if colonies else None

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        colonies = [Colony(*c) for c in default_colonies(v.table, seat)]
        return [write_colonies(colonies)] if colonies else []


# -- trade -------------------------------------------------------------------------------------


def trade_problems(player: Player, give: str, get: str, lots: int) -> list[Problem]:
    """ECL 21.3.2"""
    if give not in RESOURCES or get not in RESOURCES or give == get:
        words_ = _("Trade one resource for another, as in: {example}.", example=TRADE)
        return no("no-trade", words_, "5.6.1")
    if lots < 1:
        return no("no-trade", _("Give at least {n} units.", n=species(player).trade), "5.6.1")
    if lots > trade_room(player, give):
        had = words.amount(player.storage[kind_index(give)], give)
        words_ = _("You have {had} and give {n} for 1.", had=had, n=species(player).trade)
        return no("not-enough-resources", words_, "5.6.1")
    return []


def read_trade(player: Player, text: str, usual: str = "") -> tuple[str, str, int, tuple[str, ...]]:
    """What is given, what is got, how many lots; `usual`: what is got if no word is said of it."""
    parts = read_slots(text, _TRADE)
    wanted = parts.get("for") or parts.get("into") or parts.get("to") or usual
    if not wanted:
        raise MissingPart(_("Say what for, for example: {example}", example=TRADE))
    given = read_counted(parts[""], words.RESOURCE_NAMES, allow_all=True)
    got = read_counted(wanted, words.RESOURCE_NAMES)
    if len(given.counts) != 1 or len(got.counts) != 1:
        raise BadCount(
            _("Trade one resource for one other on a line, for example: {example}", example=TRADE)
        )
    (give, units), (get, lots) = *given.counts.items(), *got.counts.items()
    ratio = species(player).trade
    units = min(units, player.storage[kind_index(give)] // ratio * ratio) if units > 999 else units
    told = _NUMBER.search(wanted)
    if told and units == 1 and not _NUMBER.search(parts[""]):
        units = lots * ratio
    if units % ratio or (told and lots * ratio != units):
        raise BadCount(
            _(
                "You trade {n} for 1, so that {units} would bring {lots}: for example {example}",
                n=ratio,
                units=units,
                lots=units // ratio,
                example=write_trade(player, give, get, max(1, units // ratio)),
            )
        )
    return give, get, units // ratio, words.notes(*given.read_as, *got.read_as)


def write_trade(player: Player, give: str, get: str, lots: int) -> str:
    return f"TRADE {lots * species(player).trade} {give} FOR {get}"


class Trade(TurnOrder):
    verb = "trade"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        return trade_problems(me(v, seat), turn.give, turn.get, turn.lots)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        give, get, lots, notes = read_trade(me(v, seat), rest)
        return Turn("trade", give=give, get=get, lots=lots), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        return write_trade(me(v, seat), turn.give, turn.get, turn.lots)

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        give, get = rng.sample(RESOURCES, 2)
        if not trade_room(me(v, seat), give):
            return None
        return Turn("trade", give=give, get=get, lots=1)

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        player = me(v, seat)
        give = max(RESOURCES, key=lambda r: player.storage[kind_index(r)])
        if not trade_room(player, give):
            return []
        get = min(RESOURCES, key=lambda r: player.storage[kind_index(r)])
        return [write_trade(player, give, get, 1)]


# -- relations ---------------------------------------------------------------------------------


def _no_partner() -> list[Problem]:
    words_ = _("Name another player, as in: {example}.", example=PROPOSE)
    return no("no-partner", words_, "8.1.2")


def relation_problems(table: Public, seat: int, partner: int) -> list[Problem]:
    """ECL 8.1, 25.5: what stands between these two, as everybody can see."""
    found = _standing_between(table, seat, partner)
    if found:
        return found
    if partner in foes(table, seat):
        return no("at-war", _("Ships of one stand in a sector of the other."), "25.5.3")
    if partner not in joined(table, seat):
        return no("no-connection", _("No full wormhole joins your sectors."), "8.1.2")
    return []


def _standing_between(table: Public, seat: int, partner: int) -> list[Problem]:
    """The same but for what the map shows."""
    if len(table.players) < DIPLOMACY_FROM:
        return no("no-diplomacy", _("Diplomacy is for four players and more."), "8.1.1")
    if not 0 <= partner < len(table.players) or partner == seat:
        return _no_partner()
    a, b = table.players[seat], table.players[partner]
    if "left" in (a.status, b.status):
        return no("no-partner", _("That player is out of the game."), "8.1.2")
    if partner in a.ambassadors:
        return no("partners-already", _("You have relations with them already."), "8.1.5")
    if table.traitor in (seat, partner):
        return no("traitor", _("The traitor cannot enter new relations."), "8.1.4")
    if AMBASSADORS in (len(a.ambassadors), len(b.ambassadors)):
        return no("no-ambassador", _("One of you has no ambassador tile left."), "8.1.6")
    if not sum(a.cubes) or not sum(b.cubes):
        return no("no-cube", _("One of you has no cube to send."), "25.5.4")
    for player in (a, b):
        if not track_fits(player, 0, len(player.ambassadors) + 1):
            return no("no-space", _("One of you has no space for an ambassador."), "25.5.5")
    return []


def possible_partners(table: Public, seat: int) -> list[int]:
    if len(table.players) < DIPLOMACY_FROM or table.traitor == seat:
        return []
    near = joined(table, seat)
    if not near:
        return []
    peaceful = sorted(near - foes(table, seat))
    return [other for other in peaceful if not _standing_between(table, seat, other)]


def terms_problems(v: View, seat: int, cube: str, back: int) -> list[Problem]:
    """ECL 8.2.1, 8.2.3: the cube to send, and room for the ambassador."""
    player = me(v, seat)
    if cube not in RESOURCES or not player.cubes[kind_index(cube)]:
        return no("no-cube", _("Send a cube from a track that has one."), "8.2.1")
    if room_for_ambassador(player):
        if back:
            return no("track-not-full", _("Your reputation track has room."), "8.2.3")
        return []
    if back not in v.mine.reputation:
        words_ = _("Your reputation track is full: name a tile to return, as in RETURNING 1.")
        return no("track-full", words_, "8.2.3")
    return []


def default_terms(v: View, seat: int) -> tuple[str, int]:
    """The cube whose track is fullest; the lowest tile if room must be made (ECL 27.6.1)."""
    player = me(v, seat)
    cube = max(RESOURCES, key=lambda r: (player.cubes[kind_index(r)], -kind_index(r)))
    if room_for_ambassador(player) or v.mine is None or not v.mine.reputation:
        return cube, 0
    return cube, min(v.mine.reputation)


def read_terms(v: View, seat: int, parts: dict[str, str]) -> tuple[str, int]:
    cube, back = default_terms(v, seat)
    if told := _CUBE.sub(" ", parts.get("with", "")).strip():
        cube = words.leading(told, words.RESOURCE_NAMES)[0]
    if "returning" in parts:
        back = words.number(parts["returning"])
    return cube, back


def write_terms(cube: str, back: int) -> str:
    return f"WITH {cube}" + (f" RETURNING {back}" if back else "")


def read_answer_terms(v: View, seat: int, rest: str) -> tuple[str, int]:
    parts = read_slots(words.english_keywords(rest), _TERMS)
    return read_terms(v, seat, {"with": parts.get("", ""), **parts})


def offer_problems(v: View, seat: int, offer: Offer | None) -> list[Problem]:
    if offer is None:
        return _no_partner()
    found = relation_problems(v.table, seat, offer.partner)
    if found:
        return found
    if offer.partner in v.table.asked:
        return no("asked-already", _("They have answered you this turn."), "8.1.3")
    return terms_problems(v, seat, offer.cube, offer.back)


def read_offer(v: View, seat: int, rest: str) -> tuple[Offer, tuple[str, ...]]:
    said = _RELATIONS.match(rest)
    parts = read_slots(words.english_keywords(rest[said.end() :] if said else rest), _PROPOSE)
    partner = words.seat_names(v).find(parts[""])
    cube, back = read_terms(v, seat, parts)
    return Offer(int(partner.id), cube, back), words.notes(partner.read_as)


def write_offer(v: View, offer: Offer) -> str:
    return f"PROPOSE {v.names[offer.partner]} {write_terms(offer.cube, offer.back)}"


def sample_offer(v: View, seat: int, rng: Random) -> Offer | None:
    partners = [p for p in possible_partners(v.table, seat) if p not in v.table.asked]
    if not partners:
        return None
    cube, back = default_terms(v, seat)
    offer = Offer(rng.choice(partners), cube, back)
    return None if offer_problems(v, seat, offer) else offer


class Propose(TurnOrder):
    verb = "propose"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        return offer_problems(v, seat, turn.offer)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        offer, notes = read_offer(v, seat, rest)
        return Turn("propose", offer=offer), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        assert turn.offer is not None
        return write_offer(v, turn.offer)

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        offer = sample_offer(v, seat, rng)
        return None if offer is None else Turn("propose", offer=offer)

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        partners = possible_partners(v.table, seat)
        return [f"PROPOSE {v.names[partners[0]]}"] if partners else []
