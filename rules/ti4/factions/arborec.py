"""The Arborec."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4 import galaxy
from rules.ti4.components import modifiers
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.choices import Choose, Relocate, relocate
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS
from rules.ti4.galaxy import is_home, tile_of
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.tactical.production import Purchase, purchase
from rules.ti4.technologies.upgrades import ReturningInfantry
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, Way


@register
class Mitosis(Ability):
    """An infantry when the status phase begins; space docks make none."""

    id = "mitosis"
    triggers = (w.STATUS_PHASE_START,)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {p: PLANETS[p].name for p in fleets.open_planets(v.table, seat)}

    def question_to_come(self, table: Public, seat: int) -> Choose | None:
        several = len(fleets.open_planets(table, seat)) > 1
        return Choose(seat, self.kind, self.id) if several else None

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        planets = fleets.open_planets(t.table, seat)
        if not planets:
            return
        planet = planets[0]
        asked = self.question_to_come(t.table, seat)
        if asked is not None:
            planet = yield from t.ask(asked)
        fleets.add(t.table, planet, seat, "infantry")
        t.tell(ev.Placed(seat, planet, {"infantry": 1}), cite="TI4 83.21")

    def production_cap(self, table: Public, seat: int, place: str, unit: str) -> int | None:
        here = fleets.at(table, place, seat)
        if unit != "infantry" or not here.get("space_dock"):
            return None
        sheet = modifiers.sheet(table, seat)
        return sum(sheet[u].production * n for u, n in here.items() if u != "space_dock")


@register
class DuhaMenaimon(Flagship):
    """Five units at their price in its system when the owner activates it."""

    id = "duha_menaimon"
    windows = (w.AFTER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return self.where(table, seat) == about

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from purchase(t, Purchase(seat, about, card=self.id, places=[about], most=5))


@register
class LetaniWarriorII(ReturningInfantry):
    """Destroyed infantry come back on 6 or more."""

    id = "letani_warrior_ii"


@register
class Bioplasmosis(Technology):
    """At the end of the status phase infantry go to own planets nearby."""

    id = "bioplasmosis"
    windows = (w.STATUS_PHASE_END,)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        planets = fleets.open_planets(v.table, seat)
        return {
            Way(origin, to).target: _(
                "{origin} to {to}", origin=fleets.name(origin), to=fleets.name(to)
            )
            for origin in planets
            if fleets.at(v.table, origin, seat).get("infantry")
            for to in planets
            if to != origin and _near(v.table, seat, origin, to)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from relocate(t, Relocate(seat, self.kind, self.id))


def _near(table: Public, seat: int, origin: str, to: str) -> bool:
    here, there = tile_of(origin), tile_of(to)
    return here == there or there in galaxy.adjacent(table, here, seat)


@register
class Stymie(Note):
    """Laid open: Arborec does not produce in or beside systems with units of the holder."""

    id = "stymie"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        """Do nothing: the note lies in the play area."""

    def denies_production_of(self, table: Public, seat: int, other: int, tile: str) -> bool:
        if other != self.owner(table):
            return False
        near = (tile, *galaxy.adjacent(table, tile))
        return any(not is_home(x) and fleets.has_units_in(table, x, seat) for x in near)
