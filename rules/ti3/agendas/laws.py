"""Political cards that stay as laws for everybody (TI3 20.1.4)."""

from rules.imperium.council import AGAINST
from rules.kernel.table import Play
from rules.ti3 import cards, economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.agendas.effects import everybody, exhaust_own, vote_of
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import Agenda, Targets
from rules.ti3.components.choices import Choose, PayFor, other_players, titled
from rules.ti3.components.registry import register
from rules.ti3.council import repeal
from rules.ti3.facts import BIG_SHIPS, MECATOL, PLANETS, TECHNOLOGIES, TILES
from rules.ti3.objectives.holdings import outside_home
from rules.ti3.state import Battle, Public, Table, Until, View
from rules.ti3.units import control, fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import Target, player, seat_of

FEWEST_CARDS = 3
TRUCE_PRICE = 10


class Law(Agenda):
    """For: it stays. Against: `against` happens; nothing, if a card does not say what."""

    def outcome(self, t: Table, result: str) -> Play[None]:
        if result == AGAINST:
            yield from self.against(t)
        else:
            yield from self.passed(t, result)

    def passed(self, t: Table, result: str) -> Play[None]:
        yield from ()

    def against(self, t: Table) -> Play[None]:
        yield from ()


class AgainstForTheRound(Law):
    """Against: the card works in another way until the round ends."""

    def against(self, t: Table) -> Play[None]:
        timing.lasting(t, self.id, -1, Until.ROUND)
        yield from ()


@register
class ChecksAndBalances(Law):
    """A picked strategy card goes to a player who has none."""

    id = "checks_and_balances"

    def hands_on(self, table: Public, seat: int) -> bool:
        return True

    def against(self, t: Table) -> Play[None]:
        order = galaxy.clockwise(t.table, t.table.speaker)
        sides = [t.table.sides[seat] for seat in order]
        passed = [(list(side.cards), list(side.used)) for side in sides]
        for k, (held, used) in enumerate(passed):
            left = sides[(k + 1) % len(sides)]
            left.cards, left.used = held, used
            for card in held:
                t.tell(ev.CardHandedOn(order[k], order[(k + 1) % len(order)], card), cite=self.rule)
        yield from ()


@register
class ClosingTheWormholes(Law):
    """Wormholes cannot be used."""

    id = "closing_the_wormholes"

    def shuts_wormholes(self, table: Public, seat: int) -> bool:
        return True

    def against(self, t: Table) -> Play[None]:
        for tile in sorted({tile for tile, _letter in galaxy.wormholes(t.table)}):
            for seat in fleets.ship_owners(t.table, tile):
                if not fleets.big_ships(fleets.at(t.table, tile, seat)):
                    continue
                unit = yield from t.ask(Choose(seat, self.kind, self.id, tile))
                yield from destroy(t, tile, seat, {unit: 1}, cite=self.rule)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        here = fleets.at(v.table, step, seat)
        return titled([u for u in reversed(BIG_SHIPS) if here.get(u)])


@register
class CodeOfHonor(Law):
    """Nobody withdraws or retreats."""

    id = "code_of_honor"

    def denies_retreat(self, table: Public, seat: int) -> bool:
        return True


@register
class ColonizationLicensing(Law):
    """A landing on a neutral planet costs its resources."""

    id = "colonization_licensing"

    def landing_price(self, table: Public, seat: int, planet: str) -> int:
        return 0 if planet in table.control else modifiers.resources(table, planet)

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            n = outside_home(t.table, seat) // 3
            yield from exhaust_own(t, self, seat, n)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(fleets.ready_planets(v.table, seat))


@register
class ConventionsOfWar(Law):
    """Planets with a space dock cannot be bombarded."""

    id = "conventions_of_war"

    def denies_bombardment(self, table: Public, seat: int, planet: str) -> bool:
        return any(counts.get("space_dock") for counts in table.ground.get(planet, {}).values())

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            if vote_of(t.table, seat) != AGAINST or not self._docks(t.table, seat):
                continue
            planet = yield from t.ask(Choose(seat, self.kind, self.id, "dock"))
            yield from destroy(t, planet, seat, {"space_dock": 1}, cite=self.rule)

    def _docks(self, table: Public, seat: int) -> list[str]:
        race = table.sides[seat].race
        return [p for p in fleets.docks(table, seat) if PLANETS[p].home_of != race]

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(self._docks(v.table, seat))


@register
class CoreStability(AgainstForTheRound):
    """Action cards of the status phase are chosen openly, by influence (`phases.status`)."""

    id = "core_stability"

    def open_draw(self, table: Public, seat: int) -> bool:
        return self.law(table) is not None

    def denies_draw(self, table: Public, seat: int) -> bool:
        return self.law(table) is None

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {
            cards.Copy(card, str(k)).target: ev.title(card) for k, card in enumerate(v.table.laid)
        }


@register
class FleetRegulations(Law):
    """At most five counters lie in Fleet Supply."""

    id = "fleet_regulations"
    most = 5

    def fleet_cap(self, table: Public, seat: int) -> int:
        return self.most

    def passed(self, t: Table, result: str) -> Play[None]:
        for seat in everybody(t.table):
            over = t.table.sides[seat].fleet - self.most
            if over > 0:
                economy.spend_counter(t, seat, "fleet", over)
        yield from ()

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            economy.gain_counters(t, seat, {"fleet": 1}, self.rule)
        yield from ()


@register
class FreeTrade(Law):
    """Whoever collects from agreements gets one trade good more."""

    id = "free_trade"

    def goods_more(self, table: Public, seat: int) -> int:
        return 1

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            economy.lose_goods(t, seat, 2, self.rule)
        yield from ()


@register
class HumaneLabor(AgainstForTheRound):
    """Docks build two units; against: nothing in this round (TI3 E132)."""

    id = "humane_labor"

    def production_cap(self, table: Public, seat: int, planet: str, limit: int) -> int:
        if self.law(table) is None:
            return limit
        return min(limit, 2) if table.settings.humane_labor == "to_2" else max(0, limit - 2)

    def denies_production(self, table: Public, seat: int, planet: str, unit: str) -> bool:
        return unit != "space_dock" and self.effect(table, seat) is not None


@register
class ImperialAcademy(Law):
    """A counter through Logistics costs 2 influence."""

    id = "imperial_academy"

    def influence_per_counter(self, table: Public, seat: int, price: int) -> int:
        return 2


@register
class ImperialPeace(AgainstForTheRound):
    """Mecatol Rex cannot be invaded; against: nothing else can, in this round."""

    id = "imperial_peace"

    def denies_invasion(self, table: Public, seat: int, other: int, planet: str) -> bool:
        if self.law(table) is not None and planet == MECATOL:
            return True
        return self.effect(table) is not None and planet != MECATOL


@register
class LaborForcePolitics(AgainstForTheRound):
    """Resources and influence are exchanged; against: one dock for each player, this round."""

    id = "labor_force_politics"

    def swaps_values(self, table: Public, seat: int) -> bool:
        return self.law(table) is not None

    def one_dock(self, table: Public, seat: int) -> bool:
        return self.effect(table, seat) is not None

    def denies_production(self, table: Public, seat: int, planet: str, unit: str) -> bool:
        if self.effect(table, seat) is None or unit == "space_dock":
            return False
        mine = [p for p in table.docks_used if table.control.get(p) == seat]
        return bool(mine) and planet not in mine


@register
class LimitsToIndividualPower(Law):
    """The hand limit is three."""

    id = "limits_to_individual_power"

    def hand_limit(self, table: Public, seat: int, limit: int) -> int:
        return min(limit, FEWEST_CARDS)

    def passed(self, t: Table, result: str) -> Play[None]:
        for seat in everybody(t.table):
            yield from cards.keep_hand_limit(t, seat)

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            cards.discard_random(t, seat, 1, self.rule)
        yield from ()


@register
class PlanetaryConscription(AgainstForTheRound):
    """A neutral planet taken gets a ground force more; against: none is landed on."""

    id = "planetary_conscription"
    triggers = (w.PLANET_GAINED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        active = t.table.active
        if active is None or active.seat != seat or self.law(t.table) is None:
            return
        if any(x.planet == about and x.origin < 0 for x in active.landings):
            fleets.add(t.table, about, seat, "ground_force")
            t.tell(ev.Placed(seat, about, {"ground_force": 1}), cite=self.rule)

    def denies_invasion(self, table: Public, seat: int, other: int, planet: str) -> bool:
        return self.effect(table) is not None and planet not in table.control


@register
class PlanetarySecurity(Law):
    """Planets outside Home Systems without a ground force turn neutral."""

    id = "planetary_security"
    triggers = (w.TURN_END,)

    def passed(self, t: Table, result: str) -> Play[None]:
        yield from self._sweep(t)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if t.table.settings.planetary_security == "continuous":
            yield from self._sweep(t)

    def _sweep(self, t: Table) -> Play[None]:
        for planet, owner in sorted(t.table.control.items()):
            if not PLANETS[planet].home_of and not fleets.ground_forces(t.table, planet, owner):
                yield from control.lose_planet(t, planet, self.rule)


@register
class RegressiveRhetoric(Law):
    """Technologies cost 2 more; who does not follow Technology draws an action card."""

    id = "regressive_rhetoric"

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        return 2

    def draws_instead(self, table: Public, seat: int, card: str) -> bool:
        return card == "technology"

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            yield from cards.discard_some(t, seat, 1)


@register
class RegulatedConscription(Law):
    """Ground forces cost 1 each; the Sol ability places one (`races.sol`)."""

    id = "regulated_conscription"

    def one_per_cost(self, table: Public, seat: int, unit: str) -> bool:
        return unit == "ground_force"


@register
class ResearchGrant(AgainstForTheRound):
    """Specialties count for all colours; against: no yellow technology in this round."""

    id = "research_grant"

    def any_specialty(self, table: Public, seat: int) -> bool:
        return self.law(table) is not None

    def denies_tech(self, table: Public, seat: int, tech: str, bought: bool) -> bool:
        yellow = TECHNOLOGIES[tech].colour == "yellow"
        return yellow and self.effect(table, seat) is not None


@register
class ResourceManagement(Law):
    """Counters are not moved between areas."""

    id = "resource_management"

    def denies_redistribution(self, table: Public, seat: int) -> bool:
        return True

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            if t.table.sides[seat].hand >= FEWEST_CARDS:
                yield from cards.discard_some(t, seat, 2)


@register
class ShortTermTruce(Law):
    """In the coming round nobody attacks anybody, unless somebody pays 10 influence."""

    id = "short_term_truce"
    windows = (w.ANY_TIME,)
    triggers = (w.ROUND_END,)

    def _holds(self, table: Public) -> bool:
        law = self.law(table)
        return law is not None and table.round == law.round + 1

    def denies_activation(self, table: Public, seat: int, other: int, tile: str) -> bool:
        return self._holds(table) and bool(fleets.enemies_in(table, tile, other))

    def denies_invasion(self, table: Public, seat: int, other: int, planet: str) -> bool:
        return self._holds(table) and table.control.get(planet, other) != other

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        rich = economy.wealth(table, seat, "influence") >= TRUCE_PRICE
        return rich and self.law(table) is not None

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        pay = yield from t.ask(PayFor(seat, self.id, TRUCE_PRICE, "influence"))
        economy.spend(t, seat, pay)
        yield from repeal(t, self.id)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if self._holds(t.table):
            yield from repeal(t, self.id)

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            if vote_of(t.table, seat) == AGAINST and fleets.ready_planets(t.table, seat):
                left = galaxy.left_of(t.table, seat)
                planet = yield from t.ask(Choose(left, self.kind, self.id, player(seat)))
                economy.exhaust(t, seat, [planet])

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(fleets.ready_planets(v.table, seat_of(step)))


@register
class SubsidizedStudies(Law):
    """Technologies of the elected colour cost 3 less, all others 2 more."""

    id = "subsidized_studies"

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        law = self.law(table)
        if law is None:
            return 0
        return -3 if TECHNOLOGIES[tech].colour == law.elected else 2


@register
class TechnologyBuyBack(AgainstForTheRound):
    """A technology that supports no other is given up for six trade goods (TI3 E137)."""

    id = "technology_buy_back"
    windows = (w.STATUS, w.FREE_ACTIONS)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(self._spare(v.table, seat))

    def _spare(self, table: Public, seat: int) -> list[str]:
        own = table.sides[seat].techs
        return [tech for tech in own if not any(_rests_on(own, other, tech) for other in own)]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return self.law(table) is not None and bool(self._spare(table, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.sides[seat].techs.remove(on)
        t.tell(ev.TechLost(seat, on), cite=self.rule)
        economy.gain_goods(t, seat, 6, self.rule)

    def denies_tech(self, table: Public, seat: int, tech: str, bought: bool) -> bool:
        return self.effect(table, seat) is not None


def _rests_on(own: list[str], other: str, tech: str) -> bool:
    """Return whether `other` would lack a prerequisite without `tech`."""
    facts = TECHNOLOGIES[other]
    if tech not in facts.needs:
        return False
    if facts.mode == "any":
        return not any(need in own and need != tech for need in facts.needs)
    return True


@register
class TechnologyTariffs(AgainstForTheRound):
    """Red technologies cost 4 more; against: no green ones in this round."""

    id = "technology_tariffs"

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        red = TECHNOLOGIES[tech].colour == "red"
        return 4 if red and self.law(table) is not None else 0

    def denies_tech(self, table: Public, seat: int, tech: str, bought: bool) -> bool:
        green = TECHNOLOGIES[tech].colour == "green"
        return green and self.effect(table, seat) is not None


@register
class TradeWar(Law):
    """Whoever uses the Trade secondary may also discard a trade good of an opponent."""

    id = "trade_war"
    triggers = (w.COLLECTED,)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        rich = any(x.goods for s, x in enumerate(t.table.sides) if s != seat)
        if about != player(seat) or t.table.turn == seat or not rich:
            return
        target = yield from t.ask(Choose(seat, self.kind, self.id, "", True))
        if target:
            economy.lose_goods(t, seat_of(target), 1, self.rule)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        others = other_players(v, seat)
        return {x: n for x, n in others.items() if v.table.sides[seat_of(x)].goods}

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            economy.lose_goods(t, seat, 1, self.rule)
        yield from ()


@register
class TrafficTariffs(Law):
    """Activating a system with another player's planet costs a toll (TI3 E121)."""

    id = "traffic_tariffs"

    def toll(self, table: Public, seat: int, tile: str) -> bool:
        return any(table.control.get(p, seat) != seat for p in TILES[tile].planets)

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            side = t.table.sides[seat]
            if not side.command and not side.strategy:
                continue
            area = "command" if not side.strategy else "strategy"
            if side.command and side.strategy:
                area = yield from t.ask(Choose(seat, self.kind, self.id, "counter"))
            economy.spend_counter(t, seat, area)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {"command": "Command Pool", "strategy": "Strategy Allocation"}


@register
class UnconventionalWeapons(Law):
    """Dreadnoughts and war suns have -2 on combat rolls."""

    id = "unconventional_weapons"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return -2 * int(unit in ("dreadnought", "war_sun"))

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            n = sum(fleets.on_board(t.table, seat, u) for u in ("dreadnought", "war_sun"))
            yield from exhaust_own(t, self, seat, n)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(fleets.ready_planets(v.table, seat))


@register
class WormholeReconstruction(Law):
    """All wormhole systems are adjacent to each other."""

    id = "wormhole_reconstruction"

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        return True
