"""The Xxcha Kingdom."""

from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import MECATOL, PLANETS, TILES
from rules.ti4.galaxy import adjacent, tile_of, tiles
from rules.ti4.state import Public, Table, View
from rules.ti4.tactical.tactical_action import end_turn_now
from rules.ti4.units import fleets
from rules.ti4.units.control import gain_planet
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target


@register
class PeaceAccords(Ability):
    """After Diplomacy: an empty planet in or beside a system with an own planet."""

    id = "peace_accords"
    windows = (w.AFTER_STRATEGY_ABILITY_RESOLVED,)

    def _planets(self, table: Public, seat: int) -> list[str]:
        near = {tile_of(p) for p in fleets.controlled(table, seat)}
        near |= {other for tile in sorted(near) for other in adjacent(table, tile, seat)}
        return [
            planet
            for tile in tiles(table)
            if tile in near
            for planet in TILES[tile].planets
            if planet != MECATOL
            and not table.ground.get(planet)
            and table.control.get(planet) != seat
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return about == "diplomacy" and bool(self._planets(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in self._planets(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from gain_planet(t, seat, on)


@register
class Quash(Ability):
    """A strategy token: the agenda goes, and the next one is revealed."""

    id = "quash"
    windows = (w.WHEN_AGENDA_REVEALED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.sides[seat].strategy > 0 and not table.agenda_now.discarded

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_token(t, seat)
        t.table.agenda_now.discarded = True


@register
class LoncaraSsodu(Flagship):
    """Nothing but the numbers on its card: Space Cannon into adjacent systems."""

    id = "loncara_ssodu"


@register
class InstinctTraining(Technology):
    """Exhaust, and a strategy token: an action card of another player is cancelled."""

    id = "instinct_training"
    windows = (w.WHEN_ACTION_CARD_PLAYED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        played = bool(table.played) and not table.played[-1].cancelled
        return played and table.sides[seat].strategy > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_token(t, seat)
        t.table.played[-1].cancelled = True


@register
class NullificationField(Technology):
    """Exhaust, and a strategy token: who activated a system with own ships ends their turn."""

    id = "nullification_field"
    windows = (w.AFTER_OTHER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        here = fleets.ships(fleets.at(table, about, seat))
        return bool(here) and table.sides[seat].strategy > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_token(t, seat)
        end_turn_now(t)


@register
class PoliticalFavor(Note):
    """A strategy token of the Xxcha: the agenda goes, and the next one is revealed."""

    id = "political_favor"
    windows = (w.WHEN_AGENDA_REVEALED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        owner = self.owner(table)
        return owner >= 0 and table.sides[owner].strategy > 0 and not table.agenda_now.discarded

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_token(t, self.owner(t.table))
        t.table.agenda_now.discarded = True
