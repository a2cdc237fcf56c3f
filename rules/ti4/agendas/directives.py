"""Directives: one-time effects (TI4 31.7)."""

from rules.imperium.payment import Pay
from rules.kernel.table import Play
from rules.ti4 import cards, economy, galaxy, nouns
from rules.ti4 import events as ev
from rules.ti4.agendas.effects import clear, discard_hand, voters
from rules.ti4.combat.hits import destroy
from rules.ti4.components import modifiers, registry, timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Agenda
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import register
from rules.ti4.facts import CENTRE, FACTIONS, OBJECTIVES, SHIPS, TILES, UNIT_TYPES
from rules.ti4.phases.agenda import debate, repeal, reveal
from rules.ti4.points import gain_points
from rules.ti4.speech import _
from rules.ti4.state import Agenda as Before
from rules.ti4.state import Public, Table, Until, View
from rules.ti4.strategy.technology import research_one
from rules.ti4.units import fleets
from rules.ti4.units.control import gain_planet
from rules.ti4.units.losses import LoseUnits, destroy_all, lose, within_reach
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, as_target, player, seat_of


@register
class EconomicEquality(Agenda):
    """All trade goods go back; "for": everybody then gains five."""

    id = "economic_equality"

    def outcome(self, t: Table, result: str) -> Play[None]:
        for seat, side in enumerate(t.table.sides):
            economy.spend(t, seat, Pay(goods=side.goods))
        if result == "for":
            for seat in timing.clockwise(t.table, t.table.speaker):
                yield from economy.gain_goods(t, seat, 5)


@register
class Mutiny(Agenda):
    """A point gained or lost by every player who voted "for"."""

    id = "mutiny"

    def outcome(self, t: Table, result: str) -> None:
        for seat in voters(t.table, "for"):
            gain_points(t, seat, 1 if result == "for" else -1, "TI4 31.7")


@register
class SeedOfAnEmpire(Agenda):
    """A point for every player who has the most ("for") or the fewest."""

    id = "seed_of_an_empire"

    def outcome(self, t: Table, result: str) -> None:
        alive = timing.clockwise(t.table, t.table.speaker)
        points = [t.table.sides[seat].points for seat in alive]
        wanted = max(points) if result == "for" else min(points)
        for seat in [s for s in alive if t.table.sides[s].points == wanted]:
            gain_points(t, seat, 1, "TI4 56.5")


# -- cards and objectives -----------------------------------------------------------------------


@register
class ArchivedSecret(Agenda):
    """The elected player draws a secret objective."""

    id = "archived_secret"

    def outcome(self, t: Table, result: str) -> Play[None]:
        yield from cards.draw_secret(t, seat_of(result))


@register
class UnconventionalMeasures(Agenda):
    """Two action cards drawn, or the whole hand discarded, by every player who voted "for"."""

    id = "unconventional_measures"

    def outcome(self, t: Table, result: str) -> Play[None]:
        for seat in voters(t.table, "for"):
            if result == "for":
                yield from cards.draw_action_cards(t, seat, 2)
            else:
                discard_hand(t, seat)


@register
class PublicExecution(Agenda):
    """The elected player loses all action cards, the speaker token, and further votes."""

    id = "public_execution"

    def outcome(self, t: Table, result: str) -> None:
        seat = seat_of(result)
        discard_hand(t, seat)
        if t.table.speaker == seat:
            t.table.speaker = timing.clockwise(t.table, seat)[1]
            t.tell(ev.SpeakerChosen(t.table.speaker), cite="TI4 39.0")
        timing.lasting(t, self.id, seat, Until.STRATEGY)

    def denies_vote(self, table: Public, seat: int) -> bool:
        return True


@register
class IncentiveProgram(Agenda):
    """One more public objective, of stage I ("for") or II, out of those not laid out."""

    id = "incentive_program"

    def outcome(self, t: Table, result: str) -> None:
        stage, row = (1, t.box.one) if result == "for" else (2, t.box.two)
        taken = {*t.table.revealed, *row}
        left = [o for o in registry.built("objective") if OBJECTIVES[o].stage == stage]
        left = sorted(o for o in left if o not in taken)
        if left:
            card = t.shuffle("incentive", left)[0]
            t.table.revealed.append(card)
            t.tell(ev.ObjectiveRevealed(card), cite="TI4 31.7")


# -- laws ---------------------------------------------------------------------------------------


class AboutLaws(Agenda):
    """Replaced on being revealed while there is no law."""

    def revealed(self, t: Table) -> bool:
        return bool(t.table.laws)


@register
class JudicialAbolishment(AboutLaws):
    """The elected law is discarded."""

    id = "judicial_abolishment"

    def outcome(self, t: Table, result: str) -> None:
        repeal(t, result)


@register
class MiscountDisclosed(AboutLaws):
    """The elected law is voted on again, as if just revealed; until then it stays in force."""

    id = "miscount_disclosed"

    def outcome(self, t: Table, result: str) -> Play[None]:
        outer = t.table.agenda
        again = t.sub(f"again@{result}")
        t.table.agenda = Before(result)
        again.tell(ev.AgendaRevealed(result), cite="TI4 20.2i")
        yield from timing.moment(again, w.WHEN_AGENDA_REVEALED, as_target(result))
        stands = True
        if again.table.agenda_now.discarded:
            repeal(again, result)
            stands = yield from reveal(again)
        if stands:
            yield from debate(again)
        again.table.agenda = outer


@register
class NewConstitution(AboutLaws):
    """All laws go; everybody's home planets are exhausted as the next strategy phase begins."""

    id = "new_constitution"
    triggers = (w.NEXT_STRATEGY_PHASE_START,)

    def outcome(self, t: Table, result: str) -> None:
        if result == "for":
            for law in sorted(t.table.laws):
                repeal(t, law)
            for seat in timing.clockwise(t.table, t.table.speaker):
                timing.lasting(t, self.id, seat, Until.STRATEGY)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        home = FACTIONS[t.table.sides[seat].faction].home_planets
        economy.exhaust(t, seat, [p for p in home if t.table.control.get(p) == seat])


# -- units --------------------------------------------------------------------------------------


@register
class ArmsReduction(Agenda):
    """Two dreadnoughts and four cruisers each; "against": specialty planets exhausted later."""

    id = "arms_reduction"
    triggers = (w.NEXT_STRATEGY_PHASE_START,)

    def outcome(self, t: Table, result: str) -> Play[None]:
        for seat in timing.clockwise(t.table, t.table.speaker):
            if result == "against":
                timing.lasting(t, self.id, seat, Until.STRATEGY)
                continue
            for unit, keep in (("dreadnought", 2), ("cruiser", 4)):
                surplus = fleets.on_board(t.table, seat, unit) - keep
                yield from lose(t, seat, self.id, surplus, (unit,))

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        mine = fleets.controlled(t.table, seat)
        economy.exhaust(t, seat, [p for p in mine if modifiers.specialties(t.table, p)])


@register
class ColonialRedistribution(Agenda):
    """The elected planet is emptied and offered to one of those with the fewest points."""

    id = "colonial_redistribution"

    def choices(self, v: View, seat: int, step: str) -> Targets:
        if step == "settle":
            return {"yes": _("one infantry")}
        alive = timing.clockwise(v.table, v.table.speaker)
        least = min(v.table.sides[s].points for s in alive)
        return {player(s): v.names[s] for s in alive if v.table.sides[s].points == least}

    def outcome(self, t: Table, result: str) -> Play[None]:
        yield from clear(t, result, self.id)
        owner = t.table.control.get(result)
        if owner is None or modifiers.closed(t.table, result):
            return
        named = seat_of((yield from t.ask(Choose(owner, self.kind, self.id, "settler"))))
        if (yield from t.ask(Choose(named, self.kind, self.id, "settle", may=True))):
            fleets.add(t.table, result, named, "infantry")
            t.tell(ev.Placed(named, result, {"infantry": 1}), cite="TI4 31.7")
            yield from gain_planet(t, named, result)


@register
class CompensatedDisarmament(Agenda):
    """Ground forces on the elected planet become trade goods of its controller."""

    id = "compensated_disarmament"

    def outcome(self, t: Table, result: str) -> Play[None]:
        gone = 0
        for owner in fleets.ground_owners(t.table, result):
            n = fleets.ground_forces(fleets.at(t.table, result, owner))
            gone += n
            yield from destroy(t, result, owner, {"infantry": n}, cause=self.id)
        owner = t.table.control.get(result, -1)
        if owner >= 0:
            yield from economy.gain_goods(t, owner, gone)


@register
class SwordsToPlowshares(Agenda):
    """Half of the infantry on own planets for trade goods, or one more on each."""

    id = "swords_to_plowshares"

    def outcome(self, t: Table, result: str) -> Play[None]:
        for seat in timing.clockwise(t.table, t.table.speaker):
            gone = 0
            for planet in fleets.open_planets(t.table, seat):
                if result == "against":
                    fleets.add(t.table, planet, seat, "infantry")
                    t.tell(ev.Placed(seat, planet, {"infantry": 1}), cite="TI4 31.7")
                    continue
                half = (fleets.at(t.table, planet, seat).get("infantry", 0) + 1) // 2
                gone += half
                yield from destroy(t, planet, seat, {"infantry": half}, cause=self.id)
            yield from economy.gain_goods(t, seat, gone)


@register
class IxthianArtifact(Agenda):
    """A die: two technologies for everybody, or ruin on and around Mecatol Rex."""

    id = "ixthian_artifact"

    def outcome(self, t: Table, result: str) -> Play[None]:
        if result != "for":
            return
        values = t.roll("artifact", 1)
        t.tell(ev.DiceRolled(t.table.speaker, self.id, values), cite="TI4 31.7")
        if values[0] >= 6:
            for seat in timing.clockwise(t.table, t.table.speaker):
                yield from research_one(t, seat)
                yield from research_one(t, seat)
        else:
            yield from self._ruin(t)

    def _ruin(self, t: Table) -> Play[None]:
        """Ask all before anything is destroyed."""
        order = timing.clockwise(t.table, t.table.speaker)
        asked = [
            LoseUnits(seat, self.id, 3, list(UNIT_TYPES), [tile])
            for seat in order
            for tile in galaxy.adjacent(t.table, CENTRE)
            if within_reach(t.table, seat, UNIT_TYPES, [tile])
        ]
        answers = []
        for decision in asked:
            answers.append((yield from t.ask(decision)))
        for place in (CENTRE, *TILES[CENTRE].planets):
            yield from clear(t, place, self.id)
        for decision, gone in zip(asked, answers, strict=True):
            yield from destroy_all(t, decision.seat, gone, self.id)


@register
class WormholeResearch(Agenda):
    """Research for those at wormholes, whose ships are then lost; or a token from who objected."""

    id = "wormhole_research"

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {
            pool: nouns.word(pool) for pool in economy.POOLS if getattr(v.table.sides[seat], pool)
        }

    def outcome(self, t: Table, result: str) -> Play[None]:
        if result == "for":
            yield from self._research(t)
            return
        for seat in voters(t.table, "against"):
            if economy.on_sheet(t.table, seat):
                pool = yield from t.ask(Choose(seat, self.kind, self.id, "pool"))
                economy.spend_token(t, seat, pool)
                side = t.table.sides[seat]
                t.tell(ev.Pools(seat, side.tactic, side.fleet, side.strategy), cite="TI4 86.3")

    def _research(self, t: Table) -> Play[None]:
        order = timing.clockwise(t.table, t.table.speaker)
        holes = {tile for tile, _ in galaxy.wormholes(t.table)}
        for seat in order:
            if any(tile in holes for tile in fleets.tiles_with_ships(t.table, seat)):
                yield from research_one(t, seat)
        doomed = {tile for tile, kind in galaxy.wormholes(t.table) if kind in ("alpha", "beta")}
        for tile in sorted(doomed, key=int):
            for seat in fleets.ship_owners(t.table, tile):
                ships = {u: n for u, n in fleets.at(t.table, tile, seat).items() if u in SHIPS}
                yield from destroy(t, tile, seat, ships, cause=self.id)
