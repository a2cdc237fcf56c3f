"""Action cards of a tactical action outside its combats (TI4 3)."""

from rules.kernel.table import Play
from rules.ti4 import economy, galaxy
from rules.ti4 import events as ev
from rules.ti4.action_cards.pieces import PlacesUnit, ship_systems
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import ActionCard
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS, STRUCTURES, TILES, Roll
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.strategy.construction import flies
from rules.ti4.units import fleets
from rules.ti4.units.recall import obtainable
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target


@register
class InTheSilenceOfSpace(ActionCard):
    """Ships that start in one system pass other players' ships."""

    id = "in_the_silence_of_space"
    windows = (w.AFTER_ACTIVATION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return ship_systems(v.table, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.TACTICAL, on)

    def passes_fleets(self, table: Public, seat: int, unit: str, origin: str) -> bool:
        return any(e.id == self.id and e.seat == seat and e.on == origin for e in table.effects)


@register
class LostStarChart(ActionCard):
    """Alpha and beta wormholes are one type, for everybody, in this action."""

    id = "lost_star_chart"
    windows = (w.AFTER_ACTIVATION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        for other in timing.clockwise(t.table, seat):
            timing.lasting(t, self.id, other, Until.TACTICAL)

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        return True


@register
class Upgrade(PlacesUnit):
    """A cruiser in the active system becomes a dreadnought."""

    id = "upgrade"
    windows = (w.AFTER_ACTIVATION,)
    unit = "dreadnought"

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        mine = fleets.at(table, about, seat)
        return bool(mine.get("cruiser")) and obtainable(table, seat, self.unit)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        if (yield from self.fetch(t, seat)):
            fleets.remove(t.table, about, seat, "cruiser")
            t.tell(ev.Removed(seat, about, {"cruiser": 1}), cite="TI4 28.7")
            yield from self.put(t, seat, about)


@register
class ExperimentalBattlestation(ActionCard):
    """A space dock in or next to the active system fires at the ships that arrived."""

    id = "experimental_battlestation"
    windows = (w.AFTER_SHIPS_MOVED_IN,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        tiles = (about, *galaxy.adjacent(v.table, about, seat))
        return {
            place: fleets.name(place)
            for tile in tiles
            for place in (tile, *TILES[tile].planets)
            if fleets.at(v.table, place, seat).get("space_dock")
        }

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(fleets.ships(fleets.at(table, about, table.active_now.seat)))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.TACTICAL, on)

    def guns(self, table: Public, seat: int, tile: str) -> list[tuple[str, str, Roll]]:
        return [
            (e.on, "space_dock", Roll(5, 3))
            for e in table.effects
            if e.id == self.id and e.seat == seat
        ]


@register
class Bunker(ActionCard):
    """-4 to Bombardment of own planets in this invasion."""

    id = "bunker"
    windows = (w.START_OF_INVASION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return seat != table.active_now.seat and bool(fleets.controlled_in(table, about, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.INVASION)

    def bombard_against(self, table: Public, seat: int, planet: str) -> int:
        return -4 if table.control.get(planet) == seat else 0


@register
class Disable(ActionCard):
    """In the holder's invasion, PDS have neither shield nor cannon."""

    id = "disable"
    windows = (w.START_OF_INVASION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return seat == table.active_now.seat and any(
            counts.get("pds") and int(owner) != seat
            for planet in TILES[about].planets
            for owner, counts in table.ground.get(planet, {}).items()
        )

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.INVASION)
        timing.lasting(t, Mark.NO_SHIELD, seat, Until.INVASION)

    def forbids_landing_fire(self, table: Public, seat: int) -> bool:
        return True


@register
class Parley(ActionCard):
    """Units committed to an own planet go back into space."""

    id = "parley"
    windows = (w.AFTER_UNITS_COMMITTED,)

    def _planets(self, table: Public, seat: int) -> list[str]:
        if table.active_now.seat == seat:
            return []
        committed = table.active_now.committed
        return [p for p in sorted(committed) if table.control.get(p) == seat]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._planets(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in self._planets(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        active = t.table.active_now
        units = active.committed.pop(on)
        for unit, n in fleets.ordered(units):
            fleets.move(t.table, on, active.tile, active.seat, unit, n)
        t.tell(ev.Lifted(active.seat, on, units), cite="TI4 28.7")


@register
class Infiltrate(ActionCard):
    """Structures on a planet being gained become the holder's own."""

    id = "infiltrate"
    windows = (w.WHEN_PLANET_GAINED,)

    def _found(self, table: Public, seat: int, planet: str) -> list[tuple[int, str]]:
        return [
            (int(owner), unit)
            for owner, counts in sorted(table.ground.get(planet, {}).items())
            for unit in STRUCTURES
            for _ in range(counts.get(unit, 0))
            if int(owner) != seat
        ]

    def _spare(self, table: Public, seat: int, unit: str, planet: str) -> list[str]:
        return [
            place
            for place, counts in fleets.places_of(table, seat)
            if counts.get(unit)
            and place != planet
            and not economy.has_token(table, galaxy.tile_of(place), seat)
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._found(table, seat, about))

    def choices(self, v: View, seat: int, step: str) -> Targets:
        unit, planet = step.split(" for ")
        return {p: fleets.name(p) for p in self._spare(v.table, seat, unit, planet)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        for owner, unit in self._found(t.table, seat, about):
            if fleets.reinforcements(t.table, seat, unit) < 1:
                places = self._spare(t.table, seat, unit, about)
                if not places:
                    continue
                place = places[0]
                if len(places) > 1:
                    step = f"{unit} for {about}"
                    place = yield from t.ask(Choose(seat, self.kind, self.id, step))
                fleets.remove(t.table, place, seat, unit)
                t.tell(ev.Removed(seat, place, {unit: 1}), cite="TI4 41.4a")
            fleets.remove(t.table, about, owner, unit)
            t.tell(ev.Removed(owner, about, {unit: 1}), cite="TI4 28.7")
            place = galaxy.tile_of(about) if flies(t.table, seat, unit) else about
            fleets.add(t.table, place, seat, unit)
            t.tell(ev.Placed(seat, place, {unit: 1}), cite="TI4 28.7")


@register
class Reparations(ActionCard):
    """For a planet lost: one of the taker's is exhausted, one of the holder's is readied."""

    id = "reparations"
    windows = (w.AFTER_PLANET_LOST,)

    def _theirs(self, table: Public, planet: str) -> list[str]:
        return fleets.ready_planets(table, table.control[planet])

    def _mine(self, table: Public, seat: int) -> list[str]:
        return [p for p in fleets.controlled(table, seat) if p in table.spent]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        if table.control.get(about, seat) == seat:
            return False
        return bool(self._theirs(table, about) or self._mine(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        """Return the planets of the taker; those of the holder only where the taker has none
        ready."""
        planets = self._theirs(v.table, about) or self._mine(v.table, seat)
        return {p: PLANETS[p].name for p in planets}

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {p: PLANETS[p].name for p in self._mine(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        if t.table.control[on] == seat:
            economy.ready(t, seat, [on])
            return
        economy.exhaust(t, t.table.control[on], [on])
        mine = self._mine(t.table, seat)
        if len(mine) > 1:
            mine = [(yield from t.ask(Choose(seat, self.kind, self.id, "ready")))]
        economy.ready(t, seat, mine)
