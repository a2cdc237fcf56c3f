"""Political cards that are carried out once (TI3 20)."""

from rules.imperium.council import AGAINST, FOR, tally
from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.ti3 import cards, council, economy, galaxy, trade
from rules.ti3 import events as ev
from rules.ti3.agendas.effects import everybody, exhaust_own
from rules.ti3.combat.hits import take_hits
from rules.ti3.components import modifiers, timing
from rules.ti3.components.base import Agenda, Targets
from rules.ti3.components.choices import Choose, PlaceForces, titled
from rules.ti3.components.registry import register
from rules.ti3.council import council_of, repeal
from rules.ti3.facts import AGENDAS, CENTRE, MECATOL, PLANETS, TILES
from rules.ti3.objectives.holdings import outside_home
from rules.ti3.state import Battle, Council, Public, Table, Until, View
from rules.ti3.strategy.strategic_action import CHAPTERS
from rules.ti3.strategy.technology import gain_one
from rules.ti3.tactical.production import add_dock
from rules.ti3.units import control, fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import Pair, as_target, each, player, seat_of

ARTIFACT_HITS_ON = 5


class Directive(Agenda):
    """Carried out and discarded."""

    rule = "TI3 20.1.3"

    def outcome(self, t: Table, result: str) -> Play[None]:
        if result == AGAINST:
            yield from self.against(t)
        else:
            yield from self.carried(t, result)

    def carried(self, t: Table, result: str) -> Play[None]:
        """For, or what was elected."""
        yield from ()

    def against(self, t: Table) -> Play[None]:
        yield from ()


@register
class AggressiveStrategy(Directive):
    """Everybody uses the secondary of his own card; against: nobody any, in this round (E143)."""

    id = "aggressive_strategy"

    def carried(self, t: Table, result: str) -> Play[None]:
        for seat in everybody(t.table):
            held = [c for c in t.table.sides[seat].cards if c in CHAPTERS]
            if not held:
                continue
            card = held[0]
            if len(held) > 1:
                card = yield from t.ask(Choose(seat, self.kind, self.id, "card"))
            timing.lasting(t, self.id, seat, Until.AGENDA, as_target(FOR))
            decision = CHAPTERS[card].question(t.table, seat)
            if decision is None:
                continue
            answer = yield from t.ask(decision)
            if not decision.skips(answer):
                t.tell(ev.SecondaryUsed(seat, card), cite=self.rule)
                yield from running(CHAPTERS[card].secondary(t, seat, answer))

    def against(self, t: Table) -> Play[None]:
        timing.lasting(t, self.id, -1, Until.ROUND, as_target(AGAINST))
        yield from ()

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled([c for c in v.table.sides[seat].cards if c in CHAPTERS])

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        return timing.in_effect(table, self.id, seat, as_target(FOR))

    def denies_secondary(self, table: Public, seat: int, card: str) -> bool:
        return timing.in_effect(table, self.id, seat, as_target(AGAINST))


@register
class AncientArtifact(Directive):
    """A die decides: Mecatol Rex and its neighbours suffer, or everybody gains technologies."""

    id = "ancient_artifact"

    def carried(self, t: Table, result: str) -> Play[None]:
        die = t.roll("ancient_artifact", 1)
        t.tell(ev.DieRolled(t.table.speaker, self.id, die), cite=self.rule)
        if die[0] > 5:
            for seat in everybody(t.table):
                for _gift in range(2):
                    yield from gain_one(t, seat, self.rule)
            return
        for place in (CENTRE, *TILES[CENTRE].planets):
            for seat in range(len(t.table.sides)):
                yield from destroy(t, place, seat, fleets.at(t.table, place, seat), cite=self.rule)
        for tile in galaxy.around_centre(t.table):
            for seat in fleets.ship_owners(t.table, tile):
                n = self._shots(t, f"{tile}@{seat}")
                yield from take_hits(t, tile, self.id, seat, n, -1)
            for planet in TILES[tile].planets:
                for seat in fleets.ground_owners(t.table, planet):
                    n = self._shots(t, f"{planet}@{seat}")
                    dead = min(n, fleets.ground_forces(t.table, planet, seat))
                    yield from destroy(t, planet, seat, {"ground_force": dead}, cite=self.rule)

    def _shots(self, t: Table, stem: str) -> int:
        return sum(die >= ARTIFACT_HITS_ON for die in t.roll(f"artifact/{stem}", 3))


@register
class ArmsReduction(Directive):
    """At most two dreadnoughts and four cruisers each; against: red planets are exhausted."""

    id = "arms_reduction"

    def carried(self, t: Table, result: str) -> Play[None]:
        for seat in everybody(t.table):
            for unit, most in (("dreadnought", 2), ("cruiser", 4)):
                while fleets.on_board(t.table, seat, unit) > most:
                    tile = yield from t.ask(Choose(seat, self.kind, self.id, unit))
                    yield from destroy(t, tile, seat, {unit: 1}, cite=self.rule)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        tiles = fleets.tiles_with_ships(v.table, seat)
        return titled([x for x in tiles if fleets.at(v.table, x, seat).get(step)])

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            mine = fleets.controlled(t.table, seat)
            economy.exhaust(t, seat, [p for p in mine if PLANETS[p].specialty == "red"])
        yield from ()


@register
class ColonialRedistribution(Directive):
    """The leader gives a planet to a player with fewest points, who may garrison it."""

    id = "colonial_redistribution"

    def carried(self, t: Table, result: str) -> Play[None]:
        table = t.table
        alive = everybody(table)
        best = max(table.sides[s].points for s in alive)
        leaders = sorted(s for s in alive if table.sides[s].points == best)
        leader = t.shuffle("leader", leaders)[0] if len(leaders) > 1 else leaders[0]
        poorest = self._poorest(table, leader)
        if not fleets.controlled(table, leader) or not poorest:
            return
        planet = yield from t.ask(Choose(leader, self.kind, self.id, "planet"))
        heir = poorest[0]
        if len(poorest) > 1:
            heir = seat_of((yield from t.ask(Choose(leader, self.kind, self.id, "player"))))
        dead = {"ground_force": fleets.ground_forces(t.table, planet, leader)}
        yield from destroy(t, planet, leader, dead, cite=self.rule)
        fleets.add(t.table, planet, heir, "ground_force", 3)
        t.tell(ev.Placed(heir, planet, {"ground_force": 3}), cite=self.rule)
        yield from control.gain_planet(t, heir, planet)

    def _poorest(self, table: Public, leader: int) -> list[int]:
        others = [s for s in everybody(table) if s != leader]
        least = min((table.sides[s].points for s in others), default=0)
        return [s for s in others if table.sides[s].points == least]

    def choices(self, v: View, seat: int, step: str) -> Targets:
        if step == "planet":
            return titled(fleets.controlled(v.table, seat))
        return {player(s): v.names[s] for s in self._poorest(v.table, seat)}


@register
class CompensatedDisarmament(Directive):
    """All ground forces of a planet are destroyed, for a trade good each."""

    id = "compensated_disarmament"

    def carried(self, t: Table, result: str) -> Play[None]:
        owner = t.table.control[result]
        n = fleets.ground_forces(t.table, result, owner)
        yield from destroy(t, result, owner, {"ground_force": n}, cite=self.rule)
        economy.gain_goods(t, owner, n, self.rule)


@register
class CostOverruns(Directive):
    """Everybody loses a trade good for each planet."""

    id = "cost_overruns"

    def carried(self, t: Table, result: str) -> Play[None]:
        for seat in everybody(t.table):
            economy.lose_goods(t, seat, len(fleets.controlled(t.table, seat)), self.rule)
        yield from ()


@register
class DisputeResolution(Directive):
    """Two planets of different players turn neutral."""

    id = "dispute_resolution"

    def candidates(self, table: Public) -> list[str] | None:
        free = sorted(p for p in table.control if not PLANETS[p].home_of and p != MECATOL)
        return [
            Pair(one, two).target
            for i, one in enumerate(free)
            for two in free[i + 1 :]
            if table.control[one] != table.control[two]
        ]

    def carried(self, t: Table, result: str) -> Play[None]:
        for planet in each(result):
            yield from control.lose_planet(t, planet, self.rule)


@register
class EconomicRevitalization(Directive):
    """The elected player takes a trade good from each opponent."""

    id = "economic_revitalization"

    def carried(self, t: Table, result: str) -> Play[None]:
        for seat in everybody(t.table):
            economy.give_goods(t, seat, seat_of(result), 1, self.rule)
        yield from ()


@register
class HolderOfMecatolRex(Directive):
    """Who holds Mecatol Rex may discard a law; against: may put two ground forces there."""

    id = "holder_of_mecatol_rex"

    def carried(self, t: Table, result: str) -> Play[None]:
        holder = t.table.control.get(MECATOL, -1)
        if holder >= 0 and laws_in_force(t.table):
            law = yield from t.ask(Choose(holder, self.kind, self.id, "law", True))
            if law:
                yield from repeal(t, law)

    def against(self, t: Table) -> Play[None]:
        holder = t.table.control.get(MECATOL, -1)
        if holder >= 0:
            fleets.add(t.table, MECATOL, holder, "ground_force", 2)
            t.tell(ev.Placed(holder, MECATOL, {"ground_force": 2}), cite=self.rule)
        yield from ()

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(laws_in_force(v.table))


def laws_in_force(table: Public) -> list[str]:
    return [law.id for law in table.laws if AGENDAS[law.id].law]


@register
class ImperialContainment(Directive):
    """Who holds most planets outside his home pays twice for tactical actions (TI3 E120)."""

    id = "imperial_containment"

    def carried(self, t: Table, result: str) -> Play[None]:
        counts = {s: outside_home(t.table, s) for s in everybody(t.table)}
        for seat, n in counts.items():
            if n == max(counts.values()):
                timing.lasting(t, self.id, seat, Until.ROUND)
        yield from ()

    def extra_counters(self, table: Public, seat: int) -> int:
        return int(self.effect(table, seat) is not None)


@register
class MassMobilization(Directive):
    """Everybody places ground forces, a fifth of the votes; against: none are bought."""

    id = "mass_mobilization"

    def carried(self, t: Table, result: str) -> Play[None]:
        votes = tally(council_of(t.table).ballots)
        every = t.table.settings.mass_mobilization == "all_votes"
        n = (sum(votes.values()) if every else votes.get(FOR, 0)) // 5
        for seat in everybody(t.table):
            if n and fleets.controlled(t.table, seat):
                placed = yield from t.ask(PlaceForces(seat, self.id, n))
                for planet, count in sorted(placed.items()):
                    fleets.add(t.table, planet, seat, "ground_force", count)
                    t.tell(ev.Placed(seat, planet, {"ground_force": count}), cite=self.rule)

    def against(self, t: Table) -> Play[None]:
        timing.lasting(t, self.id, -1, Until.ROUND)
        yield from ()

    def denies_production(self, table: Public, seat: int, planet: str, unit: str) -> bool:
        return unit == "ground_force" and self.effect(table, seat) is not None


@register
class NewConstitution(Directive):
    """All laws go, everybody exhausts two planets; against: one law may go."""

    id = "new_constitution"

    def carried(self, t: Table, result: str) -> Play[None]:
        for law in laws_in_force(t.table):
            yield from repeal(t, law)
        for seat in everybody(t.table):
            yield from exhaust_own(t, self, seat, 2)

    def against(self, t: Table) -> Play[None]:
        if not laws_in_force(t.table):
            return
        ready = {
            s: sum(modifiers.influence(t.table, p) for p in fleets.ready_planets(t.table, s))
            for s in everybody(t.table)
        }
        chooser = max(ready, key=lambda s: ready[s])
        law = yield from t.ask(Choose(chooser, self.kind, self.id, "law", True))
        if law:
            yield from repeal(t, law)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        if step == "law":
            return titled(laws_in_force(v.table))
        return titled(fleets.ready_planets(v.table, seat))


@register
class OfficialSanction(Directive):
    """The elected player invades nothing in this round."""

    id = "official_sanction"

    def carried(self, t: Table, result: str) -> Play[None]:
        timing.lasting(t, self.id, seat_of(result), Until.ROUND)
        yield from ()

    def denies_invasion(self, table: Public, seat: int, other: int, planet: str) -> bool:
        return seat == other and self.effect(table, other) is not None


@register
class OpenTheTradeRoutes(Directive):
    """Two trade goods each; against: what a player receives goes to his left neighbour."""

    id = "open_the_trade_routes"

    def carried(self, t: Table, result: str) -> Play[None]:
        for seat in everybody(t.table):
            economy.gain_goods(t, seat, 2, self.rule)
        yield from ()

    def against(self, t: Table) -> Play[None]:
        timing.lasting(t, self.id, -1, Until.ROUND)
        yield from ()

    def goods_to(self, table: Public, seat: int) -> int | None:
        return galaxy.left_of(table, seat) if self.effect(table, seat) is not None else None


@register
class PublicExecution(Directive):
    """The elected player loses his cards, exhausts all and fights worse in this round."""

    id = "public_execution"

    def carried(self, t: Table, result: str) -> Play[None]:
        seat = seat_of(result)
        cards.discard(t, seat, list(t.hand[seat].cards), self.rule)
        economy.exhaust(t, seat, fleets.controlled(t.table, seat))
        timing.lasting(t, self.id, seat, Until.ROUND)
        yield from ()

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return -int(self.effect(table, seat) is not None)


@register
class Repeal(Directive):
    """The elected law is discarded."""

    id = "repeal"

    def carried(self, t: Table, result: str) -> Play[None]:
        yield from repeal(t, result)


@register
class Revote(Directive):
    """The elected law is voted on again (TI3 E135)."""

    id = "revote"

    def carried(self, t: Table, result: str) -> Play[None]:
        before = council_of(t.table)
        t.table.council = Council(id=result, again=True, left=before.left)
        yield from council.agenda(t.sub("revote"), t.table.turn)
        t.table.council = before


@register
class SubsidizedIndustry(Directive):
    """The elected player may place a free space dock."""

    id = "subsidized_industry"

    def _sites(self, table: Public, seat: int) -> list[str]:
        if not fleets.reinforcements(table, seat, "space_dock"):
            return []
        mine = fleets.controlled(table, seat)
        return [p for p in mine if not fleets.at(table, p, seat).get("space_dock")]

    def carried(self, t: Table, result: str) -> Play[None]:
        seat = seat_of(result)
        if self._sites(t.table, seat):
            planet = yield from t.ask(Choose(seat, self.kind, self.id, "dock", True))
            if planet:
                add_dock(t, seat, planet)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(self._sites(v.table, seat))


@register
class TechnologyInvestigationCommittee(Directive):
    """No technology is bought in this round; against: cards go, and two agendas follow."""

    id = "technology_investigation_committee"

    def carried(self, t: Table, result: str) -> Play[None]:
        timing.lasting(t, self.id, -1, Until.ROUND)
        yield from ()

    def against(self, t: Table) -> Play[None]:
        for seat in everybody(t.table):
            cards.discard_random(t, seat, 1, self.rule)
        council_of(t.table).left += 2
        yield from ()

    def denies_tech(self, table: Public, seat: int, tech: str, bought: bool) -> bool:
        return bought and self.effect(table, seat) is not None


@register
class TradeEmbargo(Directive):
    """The elected player has no agreements in this and the next round."""

    id = "trade_embargo"

    def carried(self, t: Table, result: str) -> Play[None]:
        seat = seat_of(result)
        for agreement in list(trade.agreements_of(t.table, seat)):
            trade.end_agreement(t, agreement, self.rule)
        timing.lasting(t, self.id, seat, Until.NEXT_ROUND)
        yield from ()

    def denies_agreement(self, table: Public, seat: int, one: int, two: int) -> bool:
        return seat in (one, two) and self.effect(table, seat) is not None
