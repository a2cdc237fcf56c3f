"""What a player wants to know of a sector or an unexplored zone: found by the rules of movement,
influence and battle, from what everybody knows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.eclipse import nouns, reading
from rules.eclipse.actions.explore import zone_name
from rules.eclipse.actions.move import single_moves
from rules.eclipse.board.galaxy import explorable, middle_of
from rules.eclipse.board.paint import number as colours_of
from rules.eclipse.facts import SECTORS
from rules.eclipse.galaxy import (
    Place,
    enemies,
    fleet,
    grid,
    influence_targets,
    ships_of,
    stack_of,
    ways,
    zones,
)
from rules.eclipse.odds.planned import planned_odds
from rules.eclipse.speech import _
from rules.eclipse.state import NOBODY, Public, View
from rules.eclipse.view import sector_facts
from rules.kernel.pictures import Layer
from rules.kernel.views import Section
from rules.lexicon import LexiconError, UnknownName
from rules.toolbox.canvas import Spot
from rules.toolbox.layers import Called, Sign, Signs, layer


class Coming(NamedTuple):
    """Ships of one seat that one Move action could bring from one sector."""

    seat: int
    origin: str
    ships: Mapping[str, int]


def dossier(view: View, place: str) -> list[Section]:
    """Return everything to know about a sector of the map, or a zone that may be explored."""
    zone = {zone_name(view.table, view.seat or 0, z): z for z in explorable(view)}.get(place)
    if zone is not None:
        return [Section(_("Unexplored"), tuple(_zone(view, zone)))]
    number = _number(view.table, place)
    found = [
        Section(_("In the sector"), tuple(sector_facts(view, number))),
        Section(_("Who can come here"), tuple(_coming_lines(view, number))),
        Section(_("Pinned"), tuple(_pinned(view, number))),
        Section(_("If you attack"), tuple(_odds(view, number))),
        Section(_("Influence"), tuple(_influence(view, number))),
    ]
    return [section for section in found if section.lines]


def layers(view: View, place: str) -> list[Layer]:
    """Return what can be laid over the map; with a `place`, what is about that sector."""
    table, seat = view.table, view.seat
    over = _Overlays(view)
    if place:
        if place in {zone_name(table, seat or 0, zone) for zone in explorable(view)}:
            return []
        number = _number(table, place)
        found = [over.distance(number)]
        if seat is not None and ships_of(table.hexes[number], seat):
            where = nouns.label(number)
            title = _("Reach of the ships in {where}", where=where)
            found.append(over.reach(f"reach-{where}", title, seat, number))
        return found
    found = [over.threats(), over.control()]
    if seat is not None and table.players[seat].species:
        found.insert(0, over.reach("reach", _("My reach"), seat))
        found.append(over.influence(seat))
    return found


def _number(table: Public, place: str) -> str:
    number = reading.sector(place)
    if number not in table.hexes:
        raise UnknownName(_("Sector {where} is not on the map.", where=nouns.called(number)))
    return number


def _playing(table: Public) -> list[int]:
    return [seat for seat, player in enumerate(table.players) if player.species]


# -- who can come --------------------------------------------------------------------------------


def _moves(table: Public, seat: int, origin: str = "") -> dict[str, list[Coming]]:
    """Return the ships that one move each would bring, by where they would end (ECL 7.7)."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for voyage in single_moves(table, seat):
        start, to = voyage.path[0], voyage.path[-1]
        if not origin or start == origin:
            there = fleet(table.hexes[start], seat)[voyage.ship]
            found.setdefault(to, {}).setdefault(start, {})[voyage.ship] = there
    return {
        to: [Coming(seat, start, ships) for start, ships in by.items()] for to, by in found.items()
    }


def _words(coming: Coming) -> str:
    ships = ", ".join(nouns.ships(n, ship) for ship, n in coming.ships.items())
    return _("{ships} from {origin}", ships=ships, origin=nouns.label(coming.origin))


def _name(view: View, seat: int) -> str:
    name = view.name(seat)
    return _("{who} (you)", who=name) if seat == view.seat else name


def _coming_lines(view: View, number: str) -> Iterator[str]:
    table = view.table
    none = True
    for seat in sorted(_playing(table), key=lambda seat: (seat != view.seat, seat)):
        some = _moves(table, seat).get(number, ())
        if some:
            none = False
            yield f"{_name(view, seat)}: {'; '.join(map(_words, some))}"
    if none:
        yield _("Nobody's ships can reach it in one move.")


def _pinned(view: View, number: str) -> Iterator[str]:
    """Yield who has ships there that cannot leave (ECL 7.7.2)."""
    table = view.table
    for seat in _playing(table):
        ships = ships_of(table.hexes[number], seat)
        held = min(ships, enemies(table, seat, number))
        if held:
            yield _("{who}: {n} of {ships} ships", who=_name(view, seat), n=held, ships=ships)


def _odds(view: View, number: str) -> list[str]:
    seat, table = view.seat, view.table
    if seat is None or not table.players[seat].species or not enemies(table, seat, number):
        return []
    try:
        odds = planned_odds(view, nouns.label(number), "")
    except LexiconError:
        return []
    told = _(
        "attacker wins {won:.0%}, defender {lost:.0%}, neither {draw:.0%}",
        won=odds["attacker"],
        lost=odds["defender"],
        draw=odds["draw"],
    )
    return [told, *odds.get("lines", ())]


def _influence(view: View, number: str) -> Iterator[str]:
    """Yield who could place a disc there (ECL 7.2.2)."""
    table = view.table
    able = [_name(view, s) for s in _playing(table) if number in influence_targets(table, s)]
    if able:
        yield _("A disc could be placed by {who}.", who=", ".join(able))


def _zone(view: View, zone: Place) -> Iterator[str]:
    """Yield what an unexplored zone holds: its stack, and who could explore it from where (ECL
    20.7.4)."""
    table, stack = view.table, stack_of(zone)
    yield _(
        "stack {stack}: {left} sectors left, {out} discarded",
        stack=stack,
        left=table.stacks.get(stack, 0),
        out=len(table.discards.get(stack, ())),
    )
    for seat in _playing(table):
        origins = zones(table, seat).get(zone, ())
        if origins:
            from_where = ", ".join(map(nouns.label, origins))
            yield _("{who} could explore it from {where}", who=_name(view, seat), where=from_where)


# -- layers --------------------------------------------------------------------------------------


class _Overlays:
    """The layers of one view's map; what they show is found when they are wanted."""

    def __init__(self, view: View) -> None:
        self.view, self.table = view, view.table

    def _spots(self) -> dict[str, Spot]:
        hexes = self.table.hexes.items()
        return {nouns.label(number): middle_of(sector) for number, sector in hexes}

    def _layer(self, called: Called, find: Callable[[], Signs], fades: bool = False) -> Layer:
        return layer(called, find, self._spots, fades)

    def reach(self, name: str, title: str, seat: int, origin: str = "") -> Layer:
        """Return where a seat's ships can come to, with their number."""

        def signs() -> Signs:
            return {
                nouns.label(to): [Sign(str(_count(some)), "; ".join(map(_words, some)))]
                for to, some in _moves(self.table, seat, origin).items()
            }

        about = _("How many ships can come there in one move each; the rest is out of reach.")
        return self._layer(Called(name, title, about), signs, fades=True)

    def threats(self) -> Layer:
        """Return whose ships could come into a sector of somebody else."""

        def signs() -> Signs:
            found: dict[str, list[Sign]] = {}
            for seat in _playing(self.table):
                for to, some in _moves(self.table, seat).items():
                    if self.table.hexes[to].owner not in (NOBODY, seat):
                        n = _count(some)
                        sign = self._sign(str(n), seat)
                        found.setdefault(nouns.label(to), []).append(sign)
            return found

        about = _("Ships that could come into somebody's sector in one move, in their colour.")
        return self._layer(Called("threats", _("Threats"), about), signs)

    def _sign(self, words: str, seat: int) -> Sign:
        return Sign(words, f"{self.view.name(seat)} {words}", colours_of(self.table, seat))

    def control(self) -> Layer:
        """Return whose sectors are worth how many points."""

        def signs() -> Signs:
            return {
                nouns.label(number): [self._sign(str(SECTORS[number].points), sector.owner)]
                for number, sector in self.table.hexes.items()
                if sector.owner != NOBODY
            }

        about = _("Victory points of the sectors that somebody controls.")
        return self._layer(Called("control", _("Control"), about), signs)

    def influence(self, seat: int) -> Layer:
        """Return where a seat may place a disc (ECL 20.7.6)."""

        def signs() -> Signs:
            return {nouns.label(n): [Sign("+")] for n in influence_targets(self.table, seat)}

        about = _("Sectors in which you could place an influence disc.")
        return self._layer(Called("influence", _("Influence"), about), signs, fades=True)

    def distance(self, start: str) -> Layer:
        """Return how many steps each sector is from one, through the reader's wormholes."""

        def signs() -> Signs:
            steps = _steps_from(self.table, self.view.seat or 0, start)
            return {nouns.label(number): [Sign(str(n))] for number, n in steps.items()}

        name = nouns.label(start)
        title = _("Distance from {place}", place=name)
        about = _("Steps from {place} through wormholes.", place=name)
        return self._layer(Called(f"distance-{name}", title, about), signs, fades=True)


def _count(some: Sequence[Coming]) -> int:
    return sum(sum(coming.ships.values()) for coming in some)


def _steps_from(table: Public, seat: int, start: str) -> dict[str, int]:
    on, steps, edge = grid(table), {start: 0}, [start]
    while edge:
        beyond = []
        for here in edge:
            for other in ways(table, seat, here, on):
                if other not in steps:
                    steps[other] = steps[here] + 1
                    beyond.append(other)
        edge = beyond
    return steps
