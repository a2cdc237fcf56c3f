"""Political cards that elect a player or a planet and stay (TI3 20.1.2, E71)."""

from rules.kernel.table import Play
from rules.ti3 import economy, trade
from rules.ti3.combat.dice import battle_of, foe_of
from rules.ti3.combat.hits import take_hits
from rules.ti3.components import windows as w
from rules.ti3.components.base import Agenda
from rules.ti3.components.choices import HowMany
from rules.ti3.components.registry import register
from rules.ti3.council import council_of, repeal
from rules.ti3.facts import AGENDAS, MECATOL, PLANETS
from rules.ti3.state import Battle, Public, Table
from rules.ti3.units import fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import Target, each, player, seat_of

CENSURE_PRICE = 2


class Office(Agenda):
    """Nothing happens at once; the card works while it is held."""

    def outcome(self, t: Table, result: str) -> None:
        return None


@register
class CouncilElder(Office):
    """May give the card up when an election is read: then only his votes count."""

    id = "council_elder"
    windows = (w.AGENDA_READ,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return about in AGENDAS and AGENDAS[about].vote == "elect" and about != self.id

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        council_of(t.table).only = seat
        yield from repeal(t, self.id)


@register
class CouncilsCensure(Office):
    """Imperial costs him two counters of Strategy Allocation."""

    id = "councils_censure"

    def pick_price(self, table: Public, seat: int, card: str) -> int:
        return CENSURE_PRICE if card == "imperial" else 0


@register
class CrownOfThalnos(Office):
    """His ground forces +1 on combat rolls."""

    id = "crown_of_thalnos"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit == "ground_force")


@register
class ForcedEconomicIndependence(Office):
    """Two players have no agreement with each other."""

    id = "forced_economic_independence"

    def outcome(self, t: Table, result: str) -> None:
        one, two = map(seat_of, each(result))
        trade.end_between(t, one, two, self.rule)

    def denies_agreement(self, table: Public, seat: int, one: int, two: int) -> bool:
        law = self.law(table)
        return law is not None and {player(one), player(two)} == set(each(law.elected))


@register
class HolyPlanetOfIxth(Office):
    """Nothing is produced on the elected planet."""

    id = "holy_planet_of_ixth"

    def candidates(self, table: Public) -> list[str] | None:
        return sorted(p for p in table.control if not PLANETS[p].home_of)

    def denies_production(self, table: Public, seat: int, planet: str, unit: str) -> bool:
        law = self.law(table)
        return law is not None and law.elected == planet and unit != "space_dock"


@register
class MinisterOfCommerce(Office):
    """Each status phase a trade good from every player with an agreement (TI3 E136)."""

    id = "minister_of_commerce"
    triggers = (w.STATUS,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        for other in range(len(t.table.sides)):
            if other != seat and trade.agreements_of(t.table, other):
                economy.give_goods(t, other, seat, 1, self.rule)


@register
class MinisterOfExploration(Office):
    """A trade good whenever another player lands on a neutral planet."""

    id = "minister_of_exploration"
    triggers = (w.PLANET_GAINED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        active = t.table.active
        if active is None or active.seat == seat:
            return
        if any(x.planet == about and x.origin < 0 for x in active.landings):
            economy.gain_goods(t, seat, 1, self.rule)


@register
class MinisterOfInternalSecurity(Office):
    """May give the card up to remove up to four ground forces from Mecatol Rex (TI3 E142)."""

    id = "minister_of_internal_security"
    windows = (w.ANY_TIME,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(fleets.ground_owners(table, MECATOL)) and table.battle is None

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        owner = fleets.ground_owners(t.table, MECATOL)[0]
        most = min(4, fleets.ground_forces(t.table, MECATOL, owner))
        n = yield from t.ask(HowMany(seat, self.id, most, 1))
        yield from repeal(t, self.id)
        yield from destroy(t, MECATOL, owner, {"ground_force": n}, cite=self.rule)


@register
class MinisterOfPolicy(Office):
    """One action card more in the status phase."""

    id = "minister_of_policy"

    def cards_drawn(self, table: Public, seat: int) -> int:
        return 1


@register
class MinisterOfWar(Office):
    """Before a battle of his, a counter brings one hit without return fire."""

    id = "minister_of_war"
    windows = (w.PRE_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        battle = table.battle
        mine = battle is not None and seat in (battle.attacker, battle.defender)
        return mine and table.sides[seat].strategy > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.spend_counter(t, seat)
        battle = battle_of(t.table)
        foe = foe_of(battle, seat)
        yield from take_hits(t, battle.tile, "pre-combat", foe, 1, seat)


@register
class ProphecyOfIxth(Office):
    """His fighters +1; lost after a round in which he bought fewer than two (TI3 E138)."""

    id = "prophecy_of_ixth"
    triggers = (w.ROUND_END,)

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit == "fighter")

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        law = self.law(t.table)
        if law is None or t.table.round <= law.round:
            return
        if t.table.sides[seat].fighters_bought < 2:
            yield from repeal(t, self.id)


@register
class ScienceCommunitySpeaker(Office):
    """The Technology secondary without a counter, and technologies for 1 less."""

    id = "science_community_speaker"

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        return card == "technology"

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        return -1
