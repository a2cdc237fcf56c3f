"""The questions an exploration or a new disc brings (ECL 7.1, 14.3.7, 16.1)."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import words
from rules.eclipse.civilization import (
    balance_after_discs,
    cheapest_technologies,
    colonizable,
    colony_uses,
    default_colonies,
    placeable,
    squares_of,
)
from rules.eclipse.decisions.turn import (
    Finish,
    finish_problems,
    read_finish,
    sample_finish,
    write_finish,
)
from rules.eclipse.facts import DISCOVERIES, PARTS, RESOURCES, SECTORS, TECHNOLOGIES
from rules.eclipse.galaxy import (
    Place,
    edges_of,
    full_wormholes,
    grid,
    ignores_ancients,
    in_stock,
    neighbours,
    rotations,
    zones,
)
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Public
from rules.eclipse.turns.base import Colony, home_of, me, no
from rules.eclipse.turns.explore import read_zone, zone_name, zone_problems
from rules.eclipse.turns.upgrade import fault_problems, square_problems
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.views import View
from rules.lexicon import (
    BadCount,
    LexiconError,
    MissingPart,
    Names,
    OrderLine,
    Slots,
    UnknownName,
    fold,
    read_counted,
    read_slots,
)

PLACE = "PLACE 205 FACING 221 WITH disc"
_PLACE = Slots((), ("", "turn", "facing", "avoiding", "with", "without"), PLACE)
LOT = 5
_REPUTATION = re.compile(r"^\s*(?:\d+\s*$|highest|best|nothing|none|.*returning)", re.IGNORECASE)
_USE_FILLERS = re.compile(
    r"\b(?:use|on|tile|discovery|board|your|now|square|slot|na|żeton)\b", re.IGNORECASE
)


def disc_pays(v: View, seat: int, discs: int = 1) -> bool:
    """ECL 27.8 D9: discs are there, and money stays out of the red after the next upkeep."""
    after = balance_after_discs(me(v, seat), discs)
    return after is not None and after >= 0


class Placement(Fixed):
    """A drawn sector laid, turned so many sixths clockwise, with a disc or not; 0 discards."""

    tile: int = 0
    turn: int = 0
    disc: bool = False


class PlaceSector(Decision[Placement]):
    """ECL 7.1.5, 7.1.6, 7.1.10"""

    zone: tuple[int, int]

    Answer = Placement
    verbs = ("place", "discard")
    rule = "ECL 7.1.5"

    def _turns(self, v: View, tile: int) -> list[int]:
        return rotations(v.table, self.seat, self.zone, str(tile))

    def problems(self, v: View, answer: Placement) -> list[Problem]:
        if answer == Placement():
            return []
        if answer.tile not in v.table.drawn:
            drawn = ", ".join(words.called(n) for n in v.table.drawn)
            return no("not-drawn", _("You drew {drawn}.", drawn=drawn), "7.1.4")
        legal = self._turns(v, answer.tile)
        if answer.turn not in legal:
            shown = words.listed(map(str, legal), N_("none, it must be discarded"))
            return no("bad-rotation", _("It may lie turned by: {turns}.", turns=shown), "7.1.6")
        if answer.disc and me(v, self.seat).discs < 1:
            words_ = _("You have no disc left on your influence track.")
            return no("no-disc", words_, "7.1.10")
        if answer.disc and self._barred(v, answer.tile):
            return no("ancients", _("Ancients are there: no disc may be placed."), "7.1.13")
        return []

    def _barred(self, v: View, tile: int) -> bool:
        ancients = SECTORS[str(tile)].ancients > 0
        return ancients and not ignores_ancients(v.table, self.seat)

    def _best_turn(self, v: View, tile: int, turns: Sequence[int]) -> int:
        """ECL 27.8 D3: most full wormholes to own sectors, then the least turn."""
        table: Public = v.table
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

    def _faces(self, v: View, tile: int, turn: int) -> str:
        """Where the wormholes would point."""
        table: Public = v.table
        holes = edges_of(str(tile), turn)
        around = dict(neighbours(self.zone, grid(table)))
        ends = []
        for edge in range(6):
            if holes[edge]:
                other = around.get(edge)
                name = words.DIRECTIONS[edge]
                if other is not None:
                    theirs = edges_of(other, table.hexes[other].turn)[(edge + 3) % 6]
                    how = _("full") if theirs else _("half")
                    name += f" {words.label(other)} {how}"
                ends.append(name)
        return _("wormholes {holes}", holes=", ".join(ends))

    def write(self, v: View, answer: Placement) -> str:
        if answer == Placement():
            return "DISCARD"
        disc = "WITH" if answer.disc else "WITHOUT"
        return f"PLACE {answer.tile} TURN {answer.turn} {disc} disc"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Placement]:
        """The first line that can be carried out; else the first one's trouble."""
        trouble: Reading[Placement] | None = None
        for i, line in enumerate(lines):
            try:
                answer = self._placement(v, line)
            except LexiconError as error:
                trouble = trouble or Reading(used=(i,), problems=(Problem.of(error),))
                continue
            wrong = self.problems(v, answer)
            if not wrong:
                return Reading(answer, (i,))
            trouble = trouble or Reading(used=(i,), problems=tuple(wrong))
        assert trouble is not None
        return trouble

    def _placement(self, v: View, line: OrderLine) -> Placement:
        if line.verb == "discard":
            return Placement()
        parts = read_slots(words.english_keywords(line.rest), _PLACE, words.SECTOR_NAMES)
        tile = self._tile_meant(v, parts.get("", ""))
        if "turn" in parts:
            turn = words.number(parts["turn"])
        else:
            turn = self._turn_by_wish(v, tile, parts)
        if "with" in parts or "without" in parts:
            disc = "with" in parts
        else:
            disc = me(v, self.seat).discs > 0 and not self._barred(v, tile)
        return Placement(tile, turn, disc)

    def _tile_meant(self, v: View, text: str) -> int:
        """By number or name; without one the first drawn, and for Draco the second by that word."""
        drawn: list[int] = v.table.drawn
        if not words.plainly(text):
            return drawn[0]
        return drawn[-1] if words.means_second(text) else int(words.sector(text))

    def _turn_by_wish(self, v: View, tile: int, parts: dict[str, str]) -> int:
        """ECL 27.4.1: wormholes towards what is named, none towards what is to be avoided."""
        turns = self._turns(v, tile)
        if not turns:
            return 0
        around = {n: edge for edge, n in neighbours(self.zone, grid(v.table))}
        facing = _edges_meant(parts.get("facing", ""), around)
        if "facing" in parts and not facing:
            touching = words.listed(words.label(n) for n in around)
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
    for piece in words.pieces(text):
        found = words.DIRECTION_NAMES.longest_at(piece.split(), 0)
        if found is not None and found[1] == len(piece.split()):
            edges.append(int(found[0].id))
        else:
            number = words.sector(piece)
            if number in around:
                edges.append(around[number])
    return edges


def describe_face(number: int | str) -> str:
    """A sector tile in words."""
    face = SECTORS[str(number)]
    kinds = [words.square(s) for s in face.squares]
    parts = [_("{n} VP", n=face.points), words.listed(kinds, N_("no squares"))]
    if face.artifact:
        parts.append(_("artifact"))
    if face.ancients:
        parts.append(_("{n} Ancient(s)", n=face.ancients))
    elif face.discovery:
        parts.append(_("discovery"))
    return f"{words.called(number)} ({'; '.join(parts)})"


class Onward(Finish):
    """What comes between two explorations: colony ships used and relations proposed, then a
    second zone, or the end of the turn; with neither the question stays open."""

    zone: tuple[int, ...] = ()
    done: bool = False


class ExploreAgain(Decision[Onward]):
    """ECL 13.4.1, 20.2.6: Planta may explore a second zone, having settled the first."""

    Answer = Onward
    verbs = ("explore", "colonize", "propose", "done")
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

    def write(self, v: View, answer: Onward) -> str:
        lines = write_finish(v, answer)
        if answer.zone:
            zone = (answer.zone[0], answer.zone[1])
            lines.append(f"EXPLORE {zone_name(v.table, self.seat, zone)}")
        elif answer.done:
            lines.append("DONE")
        return "\n".join(lines)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Onward]:
        """What stands before the next EXPLORE or DONE is done first; later lines wait."""
        ends = [i for i, line in enumerate(lines) if line.verb in ("explore", "done")]
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


class Found(Fixed):
    """A discovery tile's fate: kept for points, or used; a technology, or a square for a part."""

    points: bool = False
    technology: str = ""
    ship: str = ""
    slot: int = 0


class Discovery(Choice[Found]):
    """ECL 16.1, 21.3.3: the front is known to the finder alone until it is used."""

    sector: str

    Answer = Found
    verbs = ("use", "keep")
    rule = "ECL 16.1.1"

    def options(self, v: View) -> list[Option[Found]]:
        points = Option(_("Keep it for 2 victory points"), Found(points=True), "KEEP points")
        if v.mine is None or not v.mine.found:
            return [points]
        return [points, *self._uses(v)]

    def _uses(self, v: View) -> list[Option[Found]]:
        tile = DISCOVERIES[v.mine.found]
        player = me(v, self.seat)
        if tile.kind == "resource":
            gain = words.amount(tile.amount, tile.resource)
            return [Option(_("Take {what}", what=gain), Found(), "USE")]
        if tile.kind == "ship":
            if not in_stock(v.table, self.seat, "cruiser"):
                return []
            return [Option(_("Place a cruiser of yours here"), Found(), "USE")]
        if tile.kind == "technology":
            return [
                Option(
                    _("Take {what}", what=TECHNOLOGIES[t].name),
                    Found(technology=t),
                    f"USE {TECHNOLOGIES[t].name}",
                )
                for t in cheapest_technologies(v.table, player)
            ]
        name = PARTS[tile.id].name
        beside = Option(_("Put the {part} beside your board", part=name), Found(), "USE beside")
        return [beside] + [
            Option(
                _("{part} on {ship} {slot}", part=name, ship=words.noun(ship), slot=slot + 1),
                Found(ship=ship, slot=slot),
                f"USE ON {ship} {slot + 1}",
            )
            for ship, slot in placeable(player, tile.id)
        ]

    def prompt(self, v: View) -> str:
        return _(
            "You found {what} in {where}. Use it, or keep it for 2 VP?",
            what=words.discovery(v.mine.found) if v.mine and v.mine.found else _("a tile"),
            where=words.called(self.sector),
        )

    def problems(self, v: View, answer: Found) -> list[Problem]:
        """Parts and technologies that cannot be had are refused by their own rules."""
        found = super().problems(v, answer)
        tile = DISCOVERIES.get(v.mine.found) if v.mine else None
        if not found or tile is None or answer.points:
            return found
        player = me(v, self.seat)
        if tile.kind == "ship_part" and answer.ship:
            wrong = square_problems(player, answer.ship, answer.slot)
            tiles = {**player.placed.get(answer.ship, {}), str(answer.slot): tile.id}
            return wrong or fault_problems(player, answer.ship, tiles)
        if tile.kind == "technology" and answer.technology:
            cheapest = (TECHNOLOGIES[t].name for t in cheapest_technologies(v.table, player))
            words_ = _(
                "It brings only the cheapest you lack: {names}.", names=words.listed(cheapest)
            )
            return no("not-the-cheapest", words_, "16.1.3")
        return found

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Found]:
        """A bare USE takes the first use there is; what cannot be had falls to the next line."""
        trouble: Reading[Found] | None = None
        for i, line in enumerate(lines):
            if line.verb == "keep":
                if _REPUTATION.search(line.rest):
                    continue
                return Reading(Found(points=True), (i,))
            try:
                answer, notes = self._use_meant(v, line.rest)
            except LexiconError as error:
                trouble = trouble or Reading(used=(i,), problems=(Problem.of(error),))
                continue
            wrong = self._no_use() if answer is None else self.problems(v, answer)
            if not wrong:
                return Reading(answer, (i,), notes)
            trouble = trouble or Reading(used=(i,), problems=tuple(wrong))
        return trouble or Reading()

    def _no_use(self) -> list[Problem]:
        return no("no-use", _("This tile has no use for you now; keep it."), "25.4.2")

    def _use_meant(self, v: View, rest: str) -> tuple[Found | None, tuple[str, ...]]:
        """The use a line names; None if the tile has none. The tile itself may be named, and the
        number of an open square need not be."""
        uses = self._uses(v)
        tile = DISCOVERIES[v.mine.found]
        said = words.plainly(_USE_FILLERS.sub(" ", fold(rest).replace(fold(tile.name), " ")))
        if not uses or not said or tile.kind in ("resource", "ship"):
            return (uses[0].answer if uses else None), ()
        if tile.kind == "technology":
            match = words.TECHNOLOGY_NAMES.find(said)
            return Found(technology=match.id), words.notes(match.read_as)
        if open_ := self._open_square(v, said, uses):
            return open_, ()
        if words.SHIP_NAMES.span_at(said.split(), 0):
            ship, slot, notes = words.numbered(said, words.SHIP_NAMES)
            return Found(ship=ship, slot=slot - 1), notes
        names = Names({o.order: (_USE_FILLERS.sub(" ", o.order),) for o in uses}, "use")
        try:
            found = names.find(said)
        except UnknownName:
            orders = ", ".join(o.order for o in uses)
            raise UnknownName(_("You may write: {orders}", orders=orders)) from None
        return next(o.answer for o in uses if o.order == found.id), words.notes(found.read_as)

    def _open_square(self, v: View, said: str, uses: Sequence[Option[Found]]) -> Found | None:
        """The open square of a ship named without a number."""
        ship = words.SHIP_NAMES.longest_at(said.split(), 0)
        if ship is None or ship[1] < len(said.split()):
            return None
        shown = squares_of(me(v, self.seat), ship[0].id)
        on_it = (o.answer for o in uses if o.answer.ship == ship[0].id)
        return next((answer for answer in on_it if not shown[answer.slot]), None)


class TakeArtifacts(Decision[tuple[int, int, int]]):
    """ECL 14.3.7: lots of five, each of one resource; the answer counts lots."""

    lots: int

    Answer = tuple[int, int, int]
    verbs = ("take",)
    rule = "ECL 14.3.7"

    def problems(self, v: View, answer: tuple[int, int, int]) -> list[Problem]:
        if min(answer) < 0 or sum(answer) != self.lots:
            words_ = _("Take {n} lot(s) of {size} units.", n=self.lots, size=LOT)
            return no("wrong-number", words_, "14.3.7")
        return []

    def default(self, v: View) -> tuple[int, int, int]:
        return (self.lots, 0, 0)

    def sample(self, v: View, rng: Random) -> tuple[int, int, int]:
        taken = [rng.randrange(3) for _ in range(self.lots)]
        return taken.count(0), taken.count(1), taken.count(2)

    def prompt(self, v: View) -> str:
        return _(
            "Artifact Key: take {n} lot(s) of {size} units, each of one resource.",
            n=self.lots,
            size=LOT,
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write(self, v: View, answer: tuple[int, int, int]) -> str:
        return "TAKE " + words.join(
            f"{n * LOT} {r}" for r, n in zip(RESOURCES, answer, strict=True) if n
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[int, int, int]]:
        counted = read_counted(lines[0].rest, words.RESOURCE_NAMES)
        units = [counted.counts.get(r, 0) for r in RESOURCES]
        if any(n % LOT for n in units):
            raise BadCount(_("Each lot is {size} units; write multiples of {size}.", size=LOT))
        money, science, materials = (n // LOT for n in units)
        return Reading((money, science, materials), (0,), words.notes(*counted.read_as))

    def forced(self, public: View) -> tuple[int, int, int] | None:
        return (0, 0, 0) if not self.lots else None
