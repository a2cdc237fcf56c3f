"""Explore (ECL 7.1): which zone, where the drawn sector lies, whether to go on."""

import re
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.besides import (
    NOTHING_MORE,
    Finish,
    do_besides,
    finish_parts,
    finish_problems,
    read_finish,
    sample_finish,
    write_finish,
)
from rules.eclipse.actions.turn import Colony, Turn, TurnOrder
from rules.eclipse.facts import SECTORS
from rules.eclipse.galaxy import (
    Place,
    bars_disc,
    can_draw,
    edges_of,
    full_wormholes,
    grid,
    ignores_ancients,
    neighbours,
    present,
    rotations,
    stack_of,
    unpinned,
    zones,
)
from rules.eclipse.names import DIRECTION_LABELS, DIRECTION_NAMES, SECTOR_NAMES
from rules.eclipse.player.civilization import (
    colonizable,
    colony_uses,
    default_colonies,
    disc_pays,
    home_of,
    me,
    species,
)
from rules.eclipse.player.discs import place_disc
from rules.eclipse.refusals import no
from rules.eclipse.setup import lay_discovery
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Public, Sector, Table, View
from rules.hexes import DIRECTIONS
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import LexiconError, MissingPart, OrderLine, Slots, UnknownName, fold, read_slots

# -- the order ---------------------------------------------------------------------------------


EXAMPLE = "EXPLORE 221 NE"
_FILLERS = reading.FILLERS | {
    "from", "to", "od", "z", "do", "na", "ku", "bol", "tol", "rol", "stack", "ii", "iii",
}  # fmt: skip
_GLUED = re.compile(r"(?<=\d)\s*[-/]?\s*(?=[^\W\d])")
_ONE_SECTOR = re.compile(
    r"[,;]?\s*\b(?:and\s+)?"
    r"(?:(?:draw|drawing|look at|looking at|only|just|dobierz|ciągnij|húzz|húzok)\s+)+"
    r"(?:only\s+|just\s+|tylko\s+|csak\s+)?(?:1|one|a single|jeden|jedną|egy|egyet)\b"
    r"(?:\s+(?:sectors?|tiles?|hex(?:es)?|sektor\w*|kafel\w*|szektor\w*))?",
    re.IGNORECASE,
)
_COORDINATES = re.compile(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?")


def zone_name(table: Public, seat: int, place: Place) -> str:
    """Return a zone as players name it: a sector beside it and the direction ("221 NE")."""
    around = sorted(
        (
            (not present(table.hexes[n], seat), int(n), edge)
            for edge, n in neighbours(place, grid(table))
        )
    )
    if not around:
        return f"{place[0]},{place[1]}"
    number, edge = around[0][1:]
    return f"{nouns.label(number)} {DIRECTION_LABELS[(edge + 3) % 6]}"


def read_zone(table: Public, text: str, home: str = "") -> Place:
    if exact := _COORDINATES.fullmatch(text):
        return int(exact[1]), int(exact[2])
    said = [w for w in _GLUED.sub(" ", text).split() if fold(w) not in _FILLERS]
    for i in range(len(said)):
        found = DIRECTION_NAMES.longest_at(said, i)
        if found is not None:
            rest = " ".join(said[:i] + said[found[1] :])
            if not rest:
                break
            number = reading.sector(rest, home)
            if number not in table.hexes:
                where = nouns.called(number)
                raise UnknownName(_("Sector {where} is not on the map.", where=where))
            step = DIRECTIONS[int(found[0].id)]
            sector = table.hexes[number]
            return sector.q + step.q, sector.r + step.r
    raise MissingPart(
        _("Name a sector and a direction from it, for example: {example}", example=EXAMPLE)
    )


def zone_problems(v: View, seat: int, zone: Sequence[int]) -> list[Problem]:
    """Say why this zone cannot be explored (ECL 21.2.1)."""
    table = v.table
    if len(zone) != 2:
        words = _("Say which zone to explore, for example: {example}.", example=EXAMPLE)
        return no("no-zone", words, "7.1.1")
    place = (zone[0], zone[1])
    open_zones = zones(table, seat)
    if place in open_zones:
        return []
    on = grid(table)
    if place in on:
        words = _("{where} already lies there.", where=nouns.called(on[place]))
        return no("zone-taken", words, "7.1.1")
    around = [n for _edge, n in neighbours(place, on) if present(table.hexes[n], seat)]
    if not around:
        return no("not-adjacent", _("You have no disc or ship next to that zone."), "7.1.1")
    if not can_draw(table, place):
        return no("stack-empty", _("Stack {stack} is used up.", stack=stack_of(place)), "7.1.15")
    if all(table.hexes[n].owner != seat and not unpinned(table, seat, n) for n in around):
        return no("pinned", _("Your ships next to that zone are all pinned."), "7.1.2")
    words = _("None of your sectors has a wormhole towards that zone.")
    return no("no-wormhole", words, "7.1.3")


class Explore(TurnOrder):
    verb = "explore"

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        most = species(me(v, seat)).draws
        if not 0 <= turn.draws <= most:
            return no("wrong-number", _("You draw {n} sector(s) at most.", n=most), "7.1.4")
        return zone_problems(v, seat, turn.zone)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        """Draco may add DRAW 1 to look at one sector only (ECL 25.3.6)."""
        draws = 0
        if species(me(v, seat)).draws > 1 and (single := _ONE_SECTOR.search(rest)):
            draws, rest = 1, f"{rest[: single.start()]} {rest[single.end() :]}"
        return Turn("explore", zone=read_zone(v.table, rest, home_of(v, seat)), draws=draws), ()

    def write(self, v: View, seat: int, turn: Turn) -> str:
        q, r = turn.zone
        drawing = f" DRAW {turn.draws}" if turn.draws else ""
        return f"EXPLORE {zone_name(v.table, seat, (q, r))}{drawing}"

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        places = sorted(zones(v.table, seat))
        fields = [_zone_pick(v, seat, places)]
        line = "EXPLORE {zone}"
        if species(me(v, seat)).draws > 1:
            how = (("", _("as many as you may")), ("DRAW 1", _("one sector only")))
            fields.append(Pick("draw", _("Draw"), how))
            line = "EXPLORE {zone}[ {draw}]"
        form = Form("explore", _("Explore"), (line,), (Group("", tuple(fields)),))
        return form if places else None

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        places = sorted(zones(v.table, seat))
        return Turn("explore", zone=rng.choice(places)) if places else None

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        places = sorted(zones(v.table, seat))
        return [f"EXPLORE {zone_name(v.table, seat, place)}" for place in places[:3]]


def _zone_pick(v: View, seat: int, places: Sequence[Place]) -> Pick:
    """Return the zones to explore, each with its stack."""
    names = {place: zone_name(v.table, seat, place) for place in places}
    options = tuple(
        (name, _("{zone} (stack {stack})", zone=name, stack=stack_of(place)))
        for place, name in names.items()
    )
    return Pick("zone", _("Zone"), options)


# -- the drawn sector --------------------------------------------------------------------------


PLACE = "PLACE 205 FACING 221 WITH disc"
_AS_IT_IS = re.compile(
    r"\b(?:as (?:it )?(?:is|lies|comes)|unrotated|unturned|without (?:turning|rotation)|"
    r"bez obrotu)\b",
    re.IGNORECASE,
)
_WITH_TURN = re.compile(
    r"\b(?:with|at|in|on|using|z|ze)\s+(?=(?:turn|obr[oó]t)\w*\s+\d)", re.IGNORECASE
)
_TURNED_BY = re.compile(r"(\d)(?:-[aeoö]s)?\s+(?:fordít|fordit|forgat)\w*", re.IGNORECASE)
_THROWN = re.compile(r"\b(?:it|this|that|them|both|away|go|to|ezt|azt)\b", re.IGNORECASE)
_A_DISC = re.compile(r"\b(?:dis[ck]s?|marker|dysk\w*|korong\w*)\b")
_NO_DISC = re.compile(r"\b(?:0|no|zero|none)\b")
_WORMHOLES = re.compile(
    r"(?:an?\s+|the\s+)?(?:worm)?holes?\b\s*(?:to(?:wards?)?|facing|into|at|on)?\s*", re.IGNORECASE
)
_PLACE = Slots((), ("", "turn", "facing", "avoiding", "with", "without"), PLACE)


class Placement(Fixed):
    """A drawn sector laid, turned so many sixths clockwise, with a disc or not; 0 discards."""

    tile: int = 0
    turn: int = 0
    disc: bool = False


class PlaceSector(Decision[Placement]):
    """Place the drawn sector, turned so and with a disc or not, or discard it (ECL 7.1.5, 7.1.6,
    7.1.10)."""

    zone: tuple[int, int]

    Answer = Placement
    verbs = ("place", "discard")
    says_more = True
    part_of_turn = True
    rule = "ECL 7.1.5"

    def _turns(self, v: View, tile: int) -> list[int]:
        return rotations(v.table, self.seat, self.zone, str(tile))

    def problems(self, v: View, answer: Placement) -> list[Problem]:
        if answer == Placement():
            return []
        if answer.tile not in v.table.drawn:
            drawn = ", ".join(nouns.called(n) for n in v.table.drawn)
            return no("not-drawn", _("You drew {drawn}.", drawn=drawn), "7.1.4")
        legal = self._turns(v, answer.tile)
        if answer.turn not in legal:
            shown = nouns.listed(map(str, legal), N_("none, it must be discarded"))
            return no("bad-rotation", _("It may lie turned by: {turns}.", turns=shown), "7.1.6")
        if answer.disc and me(v, self.seat).discs < 1:
            words = _("You have no disc left on your influence track.")
            return no("no-disc", words, "7.1.10")
        if answer.disc and self._barred(v, answer.tile):
            return no("ancients", _("Ancients are there: no disc may be placed."), "7.1.13")
        return []

    def _barred(self, v: View, tile: int) -> bool:
        ancients = SECTORS[str(tile)].ancients > 0
        return ancients and not ignores_ancients(v.table, self.seat)

    def _best_turn(self, v: View, tile: int, turns: Sequence[int]) -> int:
        """Turn the sector so that it has most full wormholes to own sectors, then least (ECL 27.8
        D3)."""
        table = v.table
        return max(
            turns, key=lambda t: (full_wormholes(table, self.zone, str(tile), t, self.seat), -t)
        )

    def default(self, v: View) -> Placement:
        for tile in v.table.drawn:
            turns = self._turns(v, tile)
            if turns:
                disc = disc_pays(v, self.seat) and not self._barred(v, tile)
                return Placement(tile, self._best_turn(v, tile, turns), disc)
        return Placement()

    def sample(self, v: View, rng: Random) -> Placement:
        tile = rng.choice(v.table.drawn)
        turns = self._turns(v, tile)
        if not turns or rng.random() < 0.1:
            return Placement()
        may = me(v, self.seat).discs > 0 and not self._barred(v, tile)
        pays = disc_pays(v, self.seat) or rng.random() < 0.1
        return Placement(tile, rng.choice(turns), may and pays)

    def prompt(self, v: View) -> str:
        tiles = "; ".join(describe_face(n) for n in v.table.drawn)
        where = zone_name(v.table, self.seat, self.zone)
        return _(
            "You explored {where} and drew {tiles}. Place it or discard it.",
            where=where,
            tiles=tiles,
        )

    def template(self, v: View) -> Sequence[str]:
        lines = []
        for tile in v.table.drawn:
            for turn in self._turns(v, tile):
                lines.append(f"PLACE {tile} TURN {turn}  # {self._faces(v, tile, turn)}")
        return [*lines, "DISCARD"]

    def forms(self, v: View) -> list[Form]:
        """Return every legal turn of every sector drawn, to be seen at its place."""
        ways = [(tile, turn) for tile in v.table.drawn for turn in self._turns(v, tile)]
        options = [
            (f"{tile} TURN {turn}", f"{nouns.called(tile)}: {self._faces(v, tile, turn)}")
            for tile, turn in ways
        ]
        if not options:
            return []
        q, r = self.zone
        drawn = tuple(f"{tile} {turn} {q} {r}" for tile, turn in ways)
        best = self.default(v)
        start = f"{best.tile} TURN {best.turn}"
        discs = (("WITH", _("with a disc")), ("WITHOUT", _("without a disc")))
        fields = (
            Pick("sector", _("Sector and turn"), tuple(options), start, drawn=drawn),
            Pick("disc", _("Influence"), discs, "WITH" if best.disc else "WITHOUT"),
        )
        line = "PLACE {sector}[ {disc} disc]"
        return [Form("place", _("Place the sector"), (line,), (Group("", fields),))]

    def _faces(self, v: View, tile: int, turn: int) -> str:
        """Return where the wormholes would point."""
        table = v.table
        holes = edges_of(str(tile), turn)
        around = dict(neighbours(self.zone, grid(table)))
        ends = []
        for edge in range(6):
            if holes[edge]:
                other = around.get(edge)
                name = DIRECTION_LABELS[edge]
                if other is not None:
                    theirs = edges_of(other, table.hexes[other].turn)[(edge + 3) % 6]
                    how = _("full") if theirs else _("half")
                    name += f" {nouns.label(other)} {how}"
                ends.append(name)
        return _("wormholes {holes}", holes=", ".join(ends))

    def write(self, v: View, answer: Placement) -> str:
        if answer == Placement():
            return "DISCARD"
        disc = "WITH" if answer.disc else "WITHOUT"
        return f"PLACE {answer.tile} TURN {answer.turn} {disc} disc"

    def write_ahead(self, v: View, answer: Placement) -> str:
        """Write a line for whichever sector it will be: it is placed if it can be, else
        discarded."""
        return "PLACE\nDISCARD"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Placement]:
        """Read the first line that can be carried out; else return the first one's problem."""
        trouble: Reading[Placement] | None = None
        for i, line in enumerate(lines):
            try:
                answer = self._placement(v, line)
            except LexiconError as error:
                trouble = trouble or Reading(used=(i,), problems=(Problem.of(error),))
                continue
            wrong = self.problems(v, answer)
            if not wrong:
                done = self.write(v, answer)
                said = fold(f"{line.verb} {line.rest}") == fold(done) or answer == Placement()
                return Reading(answer, (i,), () if said else reading.notes(done))
            trouble = trouble or Reading(used=(i,), problems=tuple(wrong))
        assert trouble is not None
        return trouble

    def _placement(self, v: View, line: OrderLine) -> Placement:
        if line.verb == "discard":
            told = reading.plainly(_THROWN.sub(" ", line.rest)).strip(" .!")
            number, rest = reading.sector_apart(told)
            named = not number and reading.is_sector(told)
            if not (number and int(number) in v.table.drawn) and not named:
                rest = told
            if not named:
                reading.stands_alone(replace(line, rest=rest), "discard")
            return Placement()
        told = _TURNED_BY.sub(r" TURN \1 ", _WITH_TURN.sub("", line.rest))
        told = _AS_IT_IS.sub(" TURN 0 ", told)
        parts = read_slots(reading.english_keywords(told), _PLACE, SECTOR_NAMES)
        tile = self._tile_meant(v, parts.get("", ""))
        disc = self._disc_meant(parts)
        if "turn" in parts:
            turn = reading.number(parts["turn"])
        else:
            turn = self._turn_by_wish(v, tile, parts)
        if disc is None:
            disc = me(v, self.seat).discs > 0 and not self._barred(v, tile)
        return Placement(tile, turn, disc)

    def _disc_meant(self, parts: dict[str, str]) -> bool | None:
        """Return whether WITH and WITHOUT are about a disc; where they are about wormholes, they
        become wishes for FACING and AVOIDING."""
        disc: bool | None = None
        for keyword, wish in (("with", "facing"), ("without", "avoiding")):
            told = parts.get(keyword)
            if told is None:
                continue
            if _A_DISC.search(fold(told)):
                disc = (keyword == "with") and not _NO_DISC.search(fold(told))
            elif holes := _WORMHOLES.match(told):
                parts[wish] = ", ".join(filter(None, (parts.get(wish), told[holes.end() :])))
            else:
                example = f"{PLACE}, PLACE 205 WITHOUT disc"
                raise MissingPart(
                    _(
                        "Say WITH disc or WITHOUT disc; for wormholes FACING and AVOIDING, for "
                        "example: {example}",
                        example=example,
                    )
                )
        return disc

    def _tile_meant(self, v: View, text: str) -> int:
        """Return the sector named by number or name; without one the first drawn, and for Draco the
        second by that word."""
        drawn: list[int] = v.table.drawn
        if not reading.plainly(text):
            return drawn[0]
        return drawn[-1] if reading.means_second(text) else int(reading.sector(text))

    def _turn_by_wish(self, v: View, tile: int, parts: dict[str, str]) -> int:
        """Turn the sector with wormholes towards what is named, and none towards what is to be
        avoided (ECL 27.4.1)."""
        turns = self._turns(v, tile)
        if not turns:
            return 0
        around = {n: edge for edge, n in neighbours(self.zone, grid(v.table))}
        facing = _edges_meant(parts.get("facing", ""), around)
        if "facing" in parts and not facing:
            touching = nouns.listed(nouns.label(n) for n in around)
            raise MissingPart(
                _("That does not touch the zone: write FACING {touching}.", touching=touching)
            )
        avoiding = _edges_meant(parts.get("avoiding", ""), around)

        def wish(turn: int) -> tuple[int, int, int]:
            holes = edges_of(str(tile), turn)
            kept = sum(holes[e] for e in facing) + sum(not holes[e] for e in avoiding)
            own = full_wormholes(v.table, self.zone, str(tile), turn, self.seat)
            return kept, own, -turn

        return max(turns, key=wish)


def _edges_meant(text: str, around: dict[str, int]) -> list[int]:
    edges = []
    for piece in reading.pieces(text):
        found = DIRECTION_NAMES.longest_at(piece.split(), 0)
        if found is not None and found[1] == len(piece.split()):
            edges.append(int(found[0].id))
        else:
            number = reading.sector(piece)
            if number in around:
                edges.append(around[number])
    return edges


def describe_face(number: int | str) -> str:
    """Return a sector tile in words."""
    face = SECTORS[str(number)]
    kinds = [nouns.square(s) for s in face.squares]
    parts = [_("{n} VP", n=face.points), nouns.listed(kinds, N_("no squares"))]
    if face.artifact:
        parts.append(_("artifact"))
    if face.ancients:
        parts.append(_("{n} Ancient(s)", n=face.ancients))
    elif face.discovery:
        parts.append(_("discovery"))
    return f"{nouns.called(number)} ({'; '.join(parts)})"


# -- a second zone -----------------------------------------------------------------------------


class Onward(Finish):
    """What comes between two explorations: colony ships used and relations proposed, then a
    second zone, or the end of the turn; with neither the question stays open."""

    zone: tuple[int, ...] = ()
    done: bool = False


class ExploreAgain(Decision[Onward]):
    """Whether Planta explores a second zone, having settled the first (ECL 13.4.1, 20.2.6)."""

    Answer = Onward
    verbs = ("explore", "colonize", "propose", *NOTHING_MORE)
    part_of_turn = True
    rule = "ECL 13.4.1"

    def problems(self, v: View, answer: Onward) -> list[Problem]:
        if not (answer.zone or answer.done or answer.colonies or answer.offers):
            return no("no-zone", _("Say which zone to explore, or DONE."), "13.4.1")
        found = finish_problems(v, self.seat, answer)
        return found or (zone_problems(v, self.seat, answer.zone) if answer.zone else [])

    def default(self, v: View) -> Onward:
        return Onward(tuple(Colony(*c) for c in default_colonies(v.table, self.seat)), done=True)

    def sample(self, v: View, rng: Random) -> Onward:
        first = sample_finish(v, self.seat, rng)
        zone = rng.choice([(), *sorted(zones(v.table, self.seat))])
        return Onward(first.colonies, first.offers, zone, not zone)

    def prompt(self, v: View) -> str:
        asked = _("You may explore a second zone with this action.")
        if not colonizable(v.table, self.seat):
            return asked
        ships = colony_uses(v.table, self.seat)
        first = _("Colony ships (up to {n}) can be used before that.", n=ships)
        return f"{asked} {first}"

    def template(self, v: View) -> Sequence[str]:
        settle = write_finish(v, self.default(v))
        places: list[Place] = sorted(zones(v.table, self.seat))
        names = (zone_name(v.table, self.seat, place) for place in places[:3])
        return [*settle, *(f"EXPLORE {name}" for name in names), "DONE"]

    def forms(self, v: View) -> list[Form]:
        lines, groups = finish_parts(v, self.seat)
        places = sorted(zones(v.table, self.seat))
        onward = tuple(
            (f"EXPLORE {name}", text) for name, text in _zone_pick(v, self.seat, places).options
        )
        after = Pick("next", _("Then"), (("DONE", _("no second zone")), *onward))
        every = (*groups, Group("", (after,)))
        return [Form("explore", _("Go on"), (*lines, "{next}"), every)]

    def write(self, v: View, answer: Onward) -> str:
        lines = write_finish(v, answer)
        if answer.zone:
            zone = (answer.zone[0], answer.zone[1])
            lines.append(f"EXPLORE {zone_name(v.table, self.seat, zone)}")
        elif answer.done:
            lines.append("DONE")
        return "\n".join(lines)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Onward]:
        """Read what stands before the next EXPLORE or DONE, which is done first; later lines
        wait."""
        ends = [i for i, line in enumerate(lines) if line.verb in ("explore", *NOTHING_MORE)]
        end = ends[0] if ends else len(lines)
        first, notes = read_finish(v, self.seat, lines[:end])
        zone = (
            read_zone(v.table, lines[end].rest, home_of(v, self.seat))
            if self._goes_on(lines[end:])
            else ()
        )
        answer = Onward(first.colonies, first.offers, zone, bool(ends) and not zone)
        return Reading(answer, tuple(range(min(end + 1, len(lines)))), notes)

    def _goes_on(self, rest: Sequence[OrderLine]) -> bool:
        return bool(rest) and rest[0].verb == "explore"


# -- what is done ------------------------------------------------------------------------------


def explore(t: Table, seat: int, turn: Turn) -> Play[bool]:
    """Explore a zone, Planta perhaps a second one; return False if the turn is over (ECL 7.1,
    13.4.1)."""
    q, r = turn.zone
    placed = yield from explore_zone(t, seat, (q, r), turn.draws)
    for _nth in range(species(t.table.players[seat]).explore - 1):
        if not zones(t.table, seat):
            break
        zone = yield from onward(t, seat)
        if not zone:
            return False
        placed = yield from explore_zone(t, seat, (zone[0], zone[1]))
    return placed


def onward(t: Table, seat: int) -> Play[tuple[int, ...]]:
    """Let the player use colony ships and propose relations between two explorations; then the next
    zone (ECL 20.2.6)."""
    while True:
        answer = yield from t.ask(ExploreAgain(seat))
        yield from do_besides(t, seat, answer)
        if answer.zone or answer.done:
            return answer.zone


def explore_zone(t: Table, seat: int, zone: Place, draws: int = 0) -> Play[bool]:
    """Draw for a zone and lay what the player chooses; return whether a sector was placed."""
    x = t.sub(f"zone@{zone[0]},{zone[1]}")
    where = zone_name(x.table, seat, zone)
    draw_sectors(x, stack_of(zone), draws or species(x.table.players[seat]).draws)
    drawn = list(x.table.drawn)
    x.tell(ev.Explored(seat, list(zone), drawn, where), cite="ECL 7.1.4")
    answer = yield from x.ask(PlaceSector(seat, zone))
    discard_sectors(x, seat, stack_of(zone), answer)
    if not answer.tile:
        return False
    number = str(answer.tile)
    lay_sector(x, seat, zone, number, answer.turn)
    if answer.disc and not bars_disc(x.table, seat, number):
        yield from place_disc(x, seat, number)
    return True


def draw_sectors(t: Table, stack: str, count: int) -> None:
    """Draw one sector, or two for Draco if there are so many and the player wishes (ECL 7.1.4,
    7.1.15, 25.3.5)."""
    for _nth in range(count):
        if not t.box.stacks[stack]:
            if not t.table.discards.get(stack):
                break
            t.box.stacks[stack] = t.shuffle(f"renewed-{stack}", t.table.discards[stack])
            del t.table.discards[stack]
            t.tell(ev.StackRenewed(stack), cite="ECL 7.1.15")
        t.table.drawn.append(t.box.stacks[stack].pop(0))
    t.table.stacks[stack] = len(t.box.stacks[stack])


def discard_sectors(t: Table, seat: int, stack: str, answer: Placement) -> None:
    """Put drawn sectors that were not placed on the discards (ECL 7.1.5, 13.5.1)."""
    rejected = [n for n in t.table.drawn if n != answer.tile]
    t.table.drawn = []
    if rejected:
        t.table.discards.setdefault(stack, []).extend(rejected)
        t.tell(ev.SectorDiscarded(seat, rejected), cite="ECL 7.1.5")


def lay_sector(t: Table, seat: int, zone: Place, number: str, turn: int) -> None:
    """Lay a sector on the map with its Ancients and discovery tile (ECL 7.1.6 to 7.1.9)."""
    face = SECTORS[number]
    sector = Sector(*zone, turn, ancients=face.ancients)
    t.table.hexes[number] = sector
    if face.discovery:
        lay_discovery(t, number)
    t.tell(ev.SectorPlaced(seat, number, turn, face.ancients), cite="ECL 7.1.6")
