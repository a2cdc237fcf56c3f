"""The Mentak Coalition (TI3 X35)."""

from rules.kernel.table import Play
from rules.ti3 import economy
from rules.ti3.combat.dice import battle_of, foe_of, shoot
from rules.ti3.combat.hits import take_hits
from rules.ti3.components import windows as w
from rules.ti3.components.base import Ability, Targets
from rules.ti3.components.choices import ChooseSome, other_players
from rules.ti3.components.registry import register
from rules.ti3.state import Counts, Public, Table, View
from rules.ti3.units import fleets
from rules.toolbox.targets import Target, player, seat_of

SHIPS, RICH = 2, 3


@register
class ExtraFleetCounter(Ability):
    """One counter more in Fleet Supply at the start: in the facts of the race."""

    id = "extra_fleet_counter"


@register
class Ambush(Ability):
    """Up to two cruisers or destroyers fire before the battle; the best two of them."""

    id = "ambush"
    windows = (w.PRE_COMBAT,)

    def _shooters(self, table: Public, seat: int, tile: str) -> Counts:
        here = fleets.at(table, tile, seat)
        cruisers = min(SHIPS, here.get("cruiser", 0))
        destroyers = min(SHIPS - cruisers, here.get("destroyer", 0))
        return fleets.tidy({"cruiser": cruisers, "destroyer": destroyers})

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return about in table.space and bool(self._shooters(table, seat, about))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        battle = battle_of(t.table)
        foe = foe_of(battle, seat)
        dice = self._shooters(t.table, seat, battle.tile)
        scored = yield from shoot(t, seat, foe, "pre-combat", battle.tile, dice)
        yield from take_hits(t, battle.tile, "pre-combat", foe, scored, seat)


@register
class Piracy(Ability):
    """Once in a strategy phase: a trade good each from two players who have three or more."""

    id = "piracy"
    windows = (w.BEFORE_PICKS,)

    def _victims(self, table: Public, seat: int) -> list[int]:
        rich = [s for s, x in enumerate(table.sides) if s != seat and x.goods >= RICH]
        return sorted(rich, key=lambda s: -table.sides[s].goods)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._victims(table, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        least = min(2, len(self._victims(t.table, seat)))
        chosen = yield from t.ask(ChooseSome(seat, self.kind, self.id, "", least, 2))
        for victim in map(seat_of, chosen):
            economy.give_goods(t, victim, seat, 1, self.rule)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        names = other_players(v, seat)
        return {player(s): names[player(s)] for s in self._victims(v.table, seat)}
