"""The Winnu."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.combat.strikes import foe_of
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import CENTRE, MECATOL, PLANETS, STRUCTURES
from rules.ti4.state import Battle, Mark, Public, Table, Until, View
from rules.ti4.strategy.construction import Structure, place_structure, sites
from rules.ti4.swaps import card_swaps, swap_cards
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target


@register
class BloodTies(Ability):
    """The custodians go for nothing."""

    id = "blood_ties"

    def custodians_discount(self, table: Public, seat: int) -> int:
        return 6


@register
class Reclamation(Ability):
    """A PDS and a space dock on Mecatol Rex after the action that took it."""

    id = "reclamation"
    windows = (w.AFTER_TACTICAL_ACTION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        gained = table.active is not None and MECATOL in table.active.gained
        return gained and table.control.get(MECATOL) == seat

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        for unit in STRUCTURES:
            left = fleets.reinforcements(t.table, seat, unit)
            if left and MECATOL in sites(t.table, seat, unit):
                yield from place_structure(t, seat, Structure(unit, MECATOL))


@register
class SalaiSaiCorian(Flagship):
    """It rolls a die for each non-fighter ship of the opponent."""

    id = "salai_sai_corian"

    def dice(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        if unit != "flagship" or battle.planet:
            return 0
        return fleets.big_ships(fleets.at(table, battle.tile, foe_of(table, seat))) - 1


@register
class LazaxGateFolding(Technology):
    """Own tactical actions find wormholes at Mecatol Rex; an infantry there for exhausting it."""

    id = "lazax_gate_folding"
    windows = (w.ACTION,)

    def wormholes(self, table: Public, seat: int) -> list[tuple[str, str]]:
        acting = table.active is not None and table.active.seat == seat
        if not acting or table.control.get(MECATOL) == seat:
            return []
        return [(CENTRE, "alpha"), (CENTRE, "beta")]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.control.get(MECATOL) == seat

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        fleets.add(t.table, MECATOL, seat, "infantry")
        t.tell(ev.Placed(seat, MECATOL, {"infantry": 1}), cite="TI4 66.1")


@register
class HegemonicTradePolicy(Technology):
    """Exhaust: resources and influence of a planet change places for one production."""

    id = "hegemonic_trade_policy"
    windows = (w.WHEN_PRODUCTION_USED,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {p: PLANETS[p].name for p in fleets.controlled(v.table, seat)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, Mark.SWAPPED, seat, Until.PRODUCTION, on)


@register
class Acquiescence(Note):
    """When the strategy phase ends a strategy card is exchanged with one of the Winnu."""

    id = "acquiescence"
    windows = (w.STRATEGY_PHASE_END,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return card_swaps(v, seat, self.owner(v.table))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        swap_cards(t, seat, on)
