"""Discovery tiles (ECL 16.1): the finder's question, and one handler for every kind."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.facts import DISCOVERIES, PARTS, RESOURCES, TECHNOLOGIES
from rules.eclipse.galaxy import add_ships, in_stock
from rules.eclipse.names import RESOURCE_NAMES, SHIP_NAMES, TECHNOLOGY_NAMES
from rules.eclipse.player.blueprints import (
    discard_relic,
    fault_problems,
    placeable,
    square_problems,
    squares_of,
)
from rules.eclipse.player.civilization import cheapest_technologies, me
from rules.eclipse.player.technologies import gain_technology
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Table, View
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.patterns import running
from rules.kernel.table import Effect, Play
from rules.lexicon import (
    LexiconError,
    MissingPart,
    Names,
    OrderLine,
    UnknownName,
    adds_nothing,
    fold,
)

_KEPT = re.compile(r"\b(?:it|this|that|for|the|tile|to|ezt|azt|go|ja)\b", re.IGNORECASE)
_BESIDE = re.compile(r"\b(?:beside|besides|next to|aside|board|obok|na pozniej|melle|felre)\b")
_USE_FILLERS = re.compile(
    r"\b(?:use|on|for|as|tile|discovery|board|your|now|square|slot|na|żeton|goes|put|"
    r"pole|polu|pola|mező|mezőre|hely|helyre|helyére|rekesz|rekeszbe|rekeszébe|teszem|rakom)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"(\d)(?:\.|st\b|nd\b|rd\b|th\b)")


class DiscoveryUse(Fixed):
    """A discovery tile's fate: kept for points, or used; a technology, or a square for a part."""

    points: bool = False
    technology: str = ""
    ship: str = ""
    slot: int = 0


class Discovery(Choice[DiscoveryUse]):
    """What is done with a discovery tile, whose front is known to the finder alone until it is used
    (ECL 16.1, 21.3.3)."""

    sector: str

    Answer = DiscoveryUse
    verbs = ("use", "keep")
    rule = "ECL 16.1.1"

    def options(self, v: View) -> list[Option[DiscoveryUse]]:
        points = Option(_("Keep it for 2 victory points"), DiscoveryUse(points=True), "KEEP points")
        if v.mine is None or not v.mine.found:
            return [points]
        return [points, *self._uses(v)]

    def _uses(self, v: View) -> list[Option[DiscoveryUse]]:
        tile = DISCOVERIES[v.mine.found]
        player = me(v, self.seat)
        if tile.kind == "resource":
            gain = nouns.amount(tile.amount, tile.resource)
            return [Option(_("Take {what}", what=gain), DiscoveryUse(), "USE")]
        if tile.kind == "ship":
            if not in_stock(v.table, self.seat, "cruiser"):
                return []
            return [Option(_("Place a cruiser of yours here"), DiscoveryUse(), "USE")]
        if tile.kind == "technology":
            return [
                Option(
                    _("Take {what}", what=TECHNOLOGIES[t].name),
                    DiscoveryUse(technology=t),
                    f"USE {TECHNOLOGIES[t].name}",
                )
                for t in cheapest_technologies(v.table, player)
            ]
        name = PARTS[tile.id].name
        beside = Option(
            _("Put the {part} beside your board", part=name), DiscoveryUse(), "USE beside"
        )
        return [beside] + [
            Option(
                _("{part} on {ship} {slot}", part=name, ship=nouns.noun(ship), slot=slot + 1),
                DiscoveryUse(ship=ship, slot=slot),
                f"USE ON {ship} {slot + 1}",
            )
            for ship, slot in placeable(player, tile.id)
        ]

    def prompt(self, v: View) -> str:
        return _(
            "You found {what} in {where}. Use it, or keep it for 2 VP?",
            what=nouns.discovery(v.mine.found) if v.mine and v.mine.found else _("a tile"),
            where=nouns.called(self.sector),
        )

    def problems(self, v: View, answer: DiscoveryUse) -> list[Problem]:
        """Return problems; parts and technologies that cannot be had are refused by their own
        rules."""
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
            words = _(
                "It brings only the cheapest you lack: {names}.", names=nouns.listed(cheapest)
            )
            return no("not-the-cheapest", words, "16.1.3")
        return found

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[DiscoveryUse]:
        """Read the use; a bare USE takes the first there is, and what cannot be had falls to the
        next line."""
        trouble: Reading[DiscoveryUse] | None = None
        for i, line in enumerate(lines):
            try:
                if line.verb == "keep":
                    answer, notes = self._kept(v, line.rest)
                else:
                    answer, notes = self._use_meant(v, line.rest)
            except LexiconError as error:
                trouble = trouble or Reading(used=(i,), problems=(Problem.of(error),))
                continue
            wrong = self._no_use() if answer is None else self.problems(v, answer)
            if not wrong:
                return Reading(answer, (i,), notes)
            trouble = trouble or Reading(used=(i,), problems=tuple(wrong))
        return trouble or Reading()

    def _kept(self, v: View, rest: str) -> tuple[DiscoveryUse | None, tuple[str, ...]]:
        """Read KEEP for points, or KEEP beside the board; a part just kept is asked about."""
        tile = DISCOVERIES[v.mine.found]
        said = reading.plainly(_KEPT.sub(" ", rest)).strip(" .,!+")
        if tile.kind == "ship_part" and _BESIDE.search(fold(rest)):
            return DiscoveryUse(), ()
        if not said or (reading.means_points(rest) and not _BESIDE.search(fold(rest))):
            return DiscoveryUse(points=True), ()
        uses = " / ".join(["KEEP points", *(o.order for o in self._uses(v))][:3])
        raise MissingPart(
            _("KEEP means its 2 victory points here. Write one of these: {orders}", orders=uses)
        )

    def _no_use(self) -> list[Problem]:
        return no("no-use", _("This tile has no use for you now; keep it."), "25.4.2")

    def _use_meant(self, v: View, rest: str) -> tuple[DiscoveryUse | None, tuple[str, ...]]:
        """Return the use a line names; None if the tile has none. The tile itself may be named, and
        the number of an open square need not be."""
        uses = self._uses(v)
        tile = DISCOVERIES[v.mine.found]
        known = tile.name.split() if tile.kind == "ship_part" else [tile.name]
        its_name = re.compile("|".join(rf"\b{re.escape(fold(word))}\b" for word in known))
        told = _ORDINAL.sub(r"\1", its_name.sub(" ", fold(rest)))
        said = reading.plainly(_USE_FILLERS.sub(" ", told))
        named = adds_nothing(said) or any(
            reading.mentions(said, names) for names in (RESOURCE_NAMES, SHIP_NAMES)
        )
        if tile.kind in ("resource", "ship") and uses and not named:
            raise UnknownName(_("You may write: {orders}", orders=uses[0].order))
        if not uses or not said or tile.kind in ("resource", "ship"):
            return (uses[0].answer if uses else None), ()
        if tile.kind == "technology":
            match = TECHNOLOGY_NAMES.find(said)
            return DiscoveryUse(technology=match.id), reading.notes(match.read_as)
        if open_ := self._open_square(v, said, uses):
            return open_, ()
        if SHIP_NAMES.span_at(said.split(), 0):
            ship, slot, notes = reading.numbered(said, SHIP_NAMES)
            return DiscoveryUse(
                ship=ship, slot=slot - 1 if slot else self._any_square(v, ship)
            ), notes
        names = Names({o.order: (_USE_FILLERS.sub(" ", o.order),) for o in uses}, "use")
        try:
            found = names.find(said)
        except UnknownName:
            orders = ", ".join(o.order for o in uses)
            raise UnknownName(_("You may write: {orders}", orders=orders)) from None
        return next(o.answer for o in uses if o.order == found.id), reading.notes(found.read_as)

    def _any_square(self, v: View, ship: str) -> int:
        """Return some square of a ship that cannot have the part: the refusal then tells why
        not."""
        shown = squares_of(me(v, self.seat), ship)
        return shown.index("") if "" in shown else 0

    def _open_square(
        self, v: View, said: str, uses: Sequence[Option[DiscoveryUse]]
    ) -> DiscoveryUse | None:
        """Return the open square of a ship named without a number."""
        ship = SHIP_NAMES.longest_at(said.split(), 0)
        if ship is None or ship[1] < len(said.split()):
            return None
        shown = squares_of(me(v, self.seat), ship[0].id)
        on_it = (o.answer for o in uses if o.answer.ship == ship[0].id)
        return next((answer for answer in on_it if not shown[answer.slot]), None)


def discover(t: Table, seat: int, number: str) -> Play[None]:
    """Show the finder the front, and ask at once what is done with it (ECL 16.1.1)."""
    tile = t.box.buried.pop(number)
    t.table.hexes[number].discovery = False
    t.hand[seat].found = tile
    found = ev.DiscoveryFound(seat, number, tile)
    t.tell(found, to=seat, public=ev.DiscoveryTaken(seat, number), cite="ECL 7.1.11")
    fate = yield from t.ask(Discovery(seat, number))
    t.hand[seat].found = ""
    if fate.points:
        t.hand[seat].kept.append(tile)
        t.table.players[seat].kept += 1
        t.tell(ev.DiscoveryKept(seat), cite="ECL 16.1.6")
        return
    t.table.used_discoveries.append(tile)
    t.tell(ev.DiscoveryUsed(seat, tile), cite="ECL 16.1.1")
    yield from running(USES[DISCOVERIES[tile].kind](t, seat, number, tile, fate))


def _resource(t: Table, seat: int, number: str, tile: str, fate: DiscoveryUse) -> None:
    """Add what the tile brings to the storage (ECL 16.1.2)."""
    front = DISCOVERIES[tile]
    t.table.players[seat].storage[RESOURCES.index(front.resource)] += front.amount


def _technology(t: Table, seat: int, number: str, tile: str, fate: DiscoveryUse) -> Play[None]:
    """Give the finder an Ancient technology; an instant one acts at once (ECL 16.1.3, 22.1.5)."""
    yield from gain_technology(t, seat, fate.technology, 0)


def _cruiser(t: Table, seat: int, number: str, tile: str, fate: DiscoveryUse) -> None:
    """Put a cruiser of the finder into the sector (ECL 16.1.4)."""
    add_ships(t.table.hexes[number], seat, "cruiser")


def _part(t: Table, seat: int, number: str, tile: str, fate: DiscoveryUse) -> None:
    """Place the part now, for nothing, or keep it (ECL 16.1.5, 25.3.9)."""
    player = t.table.players[seat]
    if not fate.ship:
        player.beside.append(tile)
        t.tell(ev.PartStored(seat, tile), cite="ECL 16.1.5")
        return
    discard_relic(t, seat, fate.ship, fate.slot)
    player.placed.setdefault(fate.ship, {})[str(fate.slot)] = tile
    t.tell(ev.PartMounted(seat, tile, fate.ship, fate.slot), cite="ECL 16.1.5")


USES: Final[dict[str, Callable[[Table, int, str, str, DiscoveryUse], Effect]]] = {
    "resource": _resource,
    "technology": _technology,
    "ship": _cruiser,
    "ship_part": _part,
}
