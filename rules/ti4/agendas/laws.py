"""Laws: lasting effects (TI4 31.2 to 31.5)."""

from rules.kernel.table import Play
from rules.ti4 import cards, economy, galaxy
from rules.ti4 import events as ev
from rules.ti4.agendas.effects import clear, discard_hand, voters
from rules.ti4.combat.hits import destroy
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Agenda
from rules.ti4.components.choices import ChooseSome
from rules.ti4.components.registry import register
from rules.ti4.facts import LIMITS, OBJECTIVES, PLANETS, SHIPS, TECHNOLOGIES
from rules.ti4.interjections import neighbours
from rules.ti4.points import gain_points
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.units import fleets
from rules.ti4.units.losses import lose
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, player

WAR_SUNS = ("war_sun", "prototype_war_sun_ii")


@register
class CoreMining(Agenda):
    """The elected planet loses an infantry and has +2 resources."""

    id = "core_mining"

    def outcome(self, t: Table, result: str) -> Play[None]:
        for owner in fleets.ground_owners(t.table, result):
            yield from destroy(t, result, owner, {"infantry": 1}, cause=self.id)

    def planet_values(self, table: Public, planet: str) -> tuple[int, int]:
        return 2, 0


@register
class SenateSanctuary(Agenda):
    """The elected planet has +2 influence."""

    id = "senate_sanctuary"

    def outcome(self, t: Table, result: str) -> None:
        """Do nothing: being attached is all there is to the card."""

    def planet_values(self, table: Public, planet: str) -> tuple[int, int]:
        return 0, 2


@register
class WormholeReconstruction(Agenda):
    """Alpha and beta are one; "against": tokens where players have ships at wormholes."""

    id = "wormhole_reconstruction"

    def outcome(self, t: Table, result: str) -> None:
        if result != "against":
            return
        holes = {tile for tile, _ in galaxy.wormholes(t.table)}
        for seat in timing.clockwise(t.table, t.table.speaker):
            for tile in fleets.tiles_with_ships(t.table, seat):
                if tile in holes and economy.token_reserve(t.table, seat) > 0:
                    economy.place_token(t, seat, tile)

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        return True


@register
class MinisterOfCommerce(Agenda):
    """After replenishing, the owner gains a trade good for each neighbour."""

    id = "minister_of_commerce"
    triggers = (w.AFTER_COMMODITIES_REPLENISHED,)

    def outcome(self, t: Table, result: str) -> None:
        """Do nothing: being owned is all there is to the card."""

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if about == player(seat) and t.table.laws[self.id].owner == seat:
            others = timing.clockwise(t.table, seat)[1:]
            near = sum(neighbours(t.table, seat, other) for other in others)
            yield from economy.gain_goods(t, seat, near)


@register
class TerraformingInitiative(Agenda):
    """The elected planet has +1 of both values."""

    id = "terraforming_initiative"

    def outcome(self, t: Table, result: str) -> None:
        """Do nothing: being attached is all there is to the card."""

    def planet_values(self, table: Public, planet: str) -> tuple[int, int]:
        return 1, 1


@register
class DemilitarizedZone(Agenda):
    """Units on the elected planet are destroyed, and none come there again."""

    id = "demilitarized_zone"

    def outcome(self, t: Table, result: str) -> Play[None]:
        yield from clear(t, result, self.id)

    def closes_planet(self, table: Public, planet: str) -> bool:
        return True


@register
class HolyPlanetOfIxth(Agenda):
    """A point goes with the elected planet, where nothing is produced."""

    id = "holy_planet_of_ixth"
    triggers = (w.AFTER_PLANET_GAINED, w.AFTER_PLANET_LOST)

    def outcome(self, t: Table, result: str) -> None:
        if result in t.table.control:
            gain_points(t, t.table.control[result], 1, "TI4 31.3")

    def forbids_production(self, table: Public, planet: str) -> bool:
        return True

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        if t.table.laws[self.id].elected != about:
            return
        if window == w.AFTER_PLANET_LOST:
            gain_points(t, seat, -1, "TI4 31.3")
        elif t.table.control.get(about) == seat:
            gain_points(t, seat, 1, "TI4 31.3")


class ResearchTeam(Agenda):
    """Attached to a planet; exhausted by its controller instead of a prerequisite."""

    def outcome(self, t: Table, result: str) -> None:
        """Do nothing: being attached is all there is to the card."""


@register
class ResearchTeamBiotic(ResearchTeam):
    id = "research_team_biotic"
    prerequisite = "green"


@register
class ResearchTeamCybernetic(ResearchTeam):
    id = "research_team_cybernetic"
    prerequisite = "yellow"


@register
class ResearchTeamPropulsion(ResearchTeam):
    id = "research_team_propulsion"
    prerequisite = "blue"


@register
class ResearchTeamWarfare(ResearchTeam):
    id = "research_team_warfare"
    prerequisite = "red"


# -- for everybody ------------------------------------------------------------------------------


@register
class AntiIntellectualRevolution(Agenda):
    """Research costs a ship; "against": planets exhausted for technologies, later."""

    id = "anti_intellectual_revolution"
    triggers = (w.AFTER_RESEARCH, w.NEXT_STRATEGY_PHASE_START)

    def outcome(self, t: Table, result: str) -> None:
        if result == "against":
            for seat in timing.clockwise(t.table, t.table.speaker):
                timing.lasting(t, self.id, seat, Until.STRATEGY)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return {p: PLANETS[p].name for p in fleets.ready_planets(v.table, seat)}

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if window == w.AFTER_RESEARCH:
            if self.id in t.table.laws and timing.in_effect(t.table, Mark.RESEARCHER, seat):
                kinds = [unit for unit in SHIPS if unit != "fighter"]
                yield from lose(t, seat, self.id, 1, kinds)
        elif timing.in_effect(t.table, self.id, seat):
            yield from self._exhaust(t, seat)

    def _exhaust(self, t: Table, seat: int) -> Play[None]:
        ready = fleets.ready_planets(t.table, seat)
        due = min(len(ready), len(t.table.sides[seat].techs))
        if not due:
            return
        if due < len(ready):
            ask = ChooseSome(seat, self.kind, self.id, "exhaust", due, due)
            ready = yield from t.ask(ask)
        economy.exhaust(t, seat, ready)


@register
class ClassifiedDocumentLeaks(Agenda):
    """A scored secret objective becomes public for all the others."""

    id = "classified_document_leaks"

    def revealed(self, t: Table) -> bool:
        scored = [o for side in t.table.sides for o in side.scored]
        return any(OBJECTIVES[o].stage == 0 for o in scored)

    def outcome(self, t: Table, result: str) -> None:
        if result not in t.table.revealed:
            t.table.revealed.append(result)
        t.tell(ev.ObjectiveRevealed(result), cite="TI4 31.3")


@register
class ConventionsOfWar(Agenda):
    """No Bombardment of cultural planets; "against": its voters lose their hands."""

    id = "conventions_of_war"

    def outcome(self, t: Table, result: str) -> None:
        if result == "against":
            for seat in voters(t.table, "against"):
                discard_hand(t, seat)

    def denies_bombardment(self, table: Public, seat: int, planet: str) -> bool:
        return PLANETS[planet].trait == "cultural"


@register
class EnforcedTravelBan(Agenda):
    """Wormholes are shut for movement; "against": PDS at and near wormholes are destroyed."""

    id = "enforced_travel_ban"

    def outcome(self, t: Table, result: str) -> Play[None]:
        if result != "against":
            return
        holes = {tile for tile, _ in galaxy.wormholes(t.table)}
        near = {other for tile in holes for other in galaxy.adjacent(t.table, tile)}
        for seat in timing.clockwise(t.table, t.table.speaker):
            for place, counts in list(fleets.places_of(t.table, seat)):
                if counts.get("pds") and galaxy.tile_of(place) in holes | near:
                    yield from destroy(t, place, seat, {"pds": counts["pds"]}, cause=self.id)

    def shuts_wormhole(self, table: Public, seat: int, kind: str) -> bool:
        if timing.in_effect(table, "lost_star_chart") or "wormhole_reconstruction" in table.laws:
            return False
        return kind in ("alpha", "beta") and table.sides[seat].faction != "ghosts_of_creuss"


@register
class ExecutiveSanctions(Agenda):
    """Three action cards in hand at most; "against": everybody loses one at random."""

    id = "executive_sanctions"

    def outcome(self, t: Table, result: str) -> Play[None]:
        for seat in timing.clockwise(t.table, t.table.speaker):
            if result != "against":
                yield from cards.keep_hand_limit(t, seat)
            elif t.hand[seat].cards:
                card = t.shuffle(f"sanctions@{seat}", sorted(t.hand[seat].cards))[0]
                cards.discard(t, seat, [card])

    def hand_limit(self, table: Public, seat: int) -> int:
        return 0 if table.sides[seat].faction == "yssaril_tribes" else -4


@register
class FleetRegulations(Agenda):
    """Four tokens in a fleet pool at most; "against": everybody gets one there."""

    id = "fleet_regulations"

    def outcome(self, t: Table, result: str) -> None:
        for seat in timing.clockwise(t.table, t.table.speaker):
            side = t.table.sides[seat]
            if result == "against":
                economy.gain_tokens(t, seat, {"fleet": 1})
            elif side.fleet > 4:
                side.fleet = 4
                t.tell(ev.Pools(seat, side.tactic, side.fleet, side.strategy), cite="TI4 86.3")

    def fleet_pool(self, table: Public, seat: int) -> int:
        return 4


@register
class HomelandDefenseAct(Agenda):
    """Any number of PDS on a planet; "against": everybody loses one."""

    id = "homeland_defense_act"

    def outcome(self, t: Table, result: str) -> Play[None]:
        if result == "against":
            for seat in timing.clockwise(t.table, t.table.speaker):
                yield from lose(t, seat, self.id, 1, ("pds",))

    def structure_limit(self, table: Public, seat: int, unit: str) -> int:
        return LIMITS["pds"] if unit == "pds" else 0

    def repealed(self, t: Table) -> None:
        for seat in range(len(t.table.sides)):
            limit = modifiers.structure_limit(t.table, seat, "pds")
            for place, counts in list(fleets.places_of(t.table, seat)):
                over = counts.get("pds", 0) - limit
                if over > 0:
                    fleets.remove(t.table, place, seat, "pds", over)
                    t.tell(ev.Removed(seat, place, {"pds": over}), cite="TI4 13.5")


@register
class PublicizeWeaponSchematics(Agenda):
    """War suns without prerequisites and without Sustain Damage; "against": owners lose hands."""

    id = "publicize_weapon_schematics"

    def _owners(self, table: Public) -> list[int]:
        order = timing.clockwise(table, table.speaker)
        return [s for s in order if any(x in WAR_SUNS for x in table.sides[s].techs)]

    def outcome(self, t: Table, result: str) -> None:
        if result == "against":
            for seat in self._owners(t.table):
                discard_hand(t, seat)

    def ignored_needs(self, table: Public, seat: int, tech: str) -> int:
        if tech not in WAR_SUNS or not self._owners(table):
            return 0
        return sum(TECHNOLOGIES[tech].needs.values())

    def cannot_sustain(self, table: Public, seat: int, unit: str) -> bool:
        return unit == "war_sun"


@register
class RegulatedConscription(Agenda):
    """Fighters and infantry come one for their cost."""

    id = "regulated_conscription"

    def outcome(self, t: Table, result: str) -> None:
        """Do nothing: "against" has no effect."""

    def one_per_cost(self, table: Public, seat: int, unit: str) -> bool:
        return unit in ("fighter", "infantry")


@register
class RepresentativeGovernment(Agenda):
    """One vote each, without planets; "against": its voters' cultural planets, later."""

    id = "representative_government"
    triggers = (w.NEXT_STRATEGY_PHASE_START,)

    def outcome(self, t: Table, result: str) -> None:
        if result == "against":
            for seat in voters(t.table, "against"):
                timing.lasting(t, self.id, seat, Until.STRATEGY)

    def single_vote(self, table: Public, seat: int) -> bool:
        return self.id in table.laws

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        if timing.in_effect(t.table, self.id, seat):
            mine = fleets.controlled(t.table, seat)
            economy.exhaust(t, seat, [p for p in mine if PLANETS[p].trait == "cultural"])


@register
class SharedResearch(Agenda):
    """Nebulae may be passed; "against": a token in every home system."""

    id = "shared_research"

    def outcome(self, t: Table, result: str) -> None:
        if result == "against":
            for seat in timing.clockwise(t.table, t.table.speaker):
                if economy.token_reserve(t.table, seat) > 0:
                    economy.place_token(t, seat, galaxy.home_of(t.table, seat))

    def crosses(self, table: Public, seat: int, anomaly: str) -> bool:
        return anomaly == "nebula"
