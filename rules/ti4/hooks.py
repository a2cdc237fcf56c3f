"""What a component may change, by chapter: neutral methods that a component overrides.

A hook gets the public table and the seat that has the component, and must not change anything but
where it says so. `modifiers` makes of each hook the question that the rules ask.
"""

from collections.abc import Mapping

from rules.kernel.table import Effect as Outcome
from rules.ti4.facts import Roll
from rules.ti4.state import Battle, Public, Table


class MovementHooks:
    """What changes activation and movement."""

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        """Added to the move value of a ship that starts in `origin`."""
        return 0

    def spare_moves(self, table: Public, seat: int) -> int:
        """How many single ships may move one system farther."""
        return 0

    def enters(self, table: Public, seat: int, anomaly: str) -> bool:
        """May ships end a move in such an anomaly?"""
        return False

    def crosses(self, table: Public, seat: int, anomaly: str) -> bool:
        """May ships move through such an anomaly?"""
        return False

    def passes_fleets(self, table: Public, seat: int, unit: str, origin: str) -> bool:
        """May this ship move through systems with other players' ships?"""
        return False

    def moves_apart(self, table: Public, seat: int) -> bool:
        """The flagship may move before or after the other ships."""
        return False

    def denies_activation(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """`other` cannot activate `tile`."""
        return False

    def denies_move_in(self, table: Public, seat: int, tile: str) -> bool:
        """The seat cannot move units into `tile`."""
        return False


class CombatHooks:
    """What changes combat, unit abilities and hits."""

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        """Added to the seat's combat rolls."""
        return 0

    def combat_against(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        """Added to the combat rolls of the seat's opponent."""
        return 0

    def extra_hits(self, table: Public, seat: int, unit: str, battle: Battle, die: int) -> int:
        """Hits a natural result adds on top of the normal one."""
        return 0

    def dice(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        """Dice added for each unit of this type in a combat roll."""
        return 0

    def must_hit_non_fighters(self, table: Public, seat: int, unit: str, battle: Battle) -> bool:
        """Must hits of this unit go to non-fighter ships while there are any?"""
        return False

    def ability_dice(self, table: Public, seat: int, ability: str) -> int:
        """Dice one unit adds to a roll of "cannon", "bombardment" or "barrage"."""
        return 0

    def cannon_against(self, table: Public, seat: int, shooter: int) -> int:
        """Added to Space Cannon rolls against the seat."""
        return 0

    def bombard_against(self, table: Public, seat: int, planet: str) -> int:
        """Added to Bombardment rolls against a planet the seat controls."""
        return 0

    def forbids_landing_fire(self, table: Public, seat: int) -> bool:
        """Space Cannon Defense cannot be used against the seat."""
        return False

    def sustain_cancels(self, table: Public, seat: int) -> int:
        """Hits a use of Sustain Damage cancels beyond the first."""
        return 0

    def repaired_each_round(self, table: Public, seat: int, unit: str) -> bool:
        """Units of this type are repaired before each round of the combat under way."""
        return False

    def repairs_each_round(self, table: Public, seat: int) -> int:
        """Units repaired in each round of combat that did not sustain damage in it."""
        return 0

    def denies_sustain(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """Ships of `other` in `tile` cannot use Sustain Damage."""
        return False

    def cannot_sustain(self, table: Public, seat: int, unit: str) -> bool:
        """The seat's units of this type cannot use Sustain Damage."""
        return False

    def denies_bombardment(self, table: Public, seat: int, planet: str) -> bool:
        """The seat cannot use Bombardment against units on `planet`."""
        return False

    def guns(self, table: Public, seat: int, tile: str) -> list[tuple[str, str, Roll]]:
        """Further units that use Space Cannon against ships in `tile`: place, type, dice."""
        return []

    def after_rolls(self, t: Table, seat: int) -> Outcome:
        """Carry out what comes between the roll of the combat dice and the count of their hits."""
        return None

    def lands(self, table: Public, seat: int, tile: str) -> tuple[str, ...]:
        """Units other than ground forces that may be committed to planets."""
        return ()

    def hits_in_return(self, table: Public, seat: int, battle: Battle, hits: int) -> int:
        """Hits added in ground combat once the opponent has scored `hits`."""
        return 0


class ProductionHooks:
    """What changes production, payment and limits."""

    def denies_production_of(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """`other` cannot produce in `tile`."""
        return False

    def production_cap(self, table: Public, seat: int, place: str, unit: str) -> int | None:
        """The most of this unit one use of Production at a place may make; None: no such limit."""
        return None

    def discount(self, table: Public, seat: int, tile: str, units: Mapping[str, int]) -> int:
        """Resources taken off the price of one use of Production."""
        return 0

    def one_per_cost(self, table: Public, seat: int, unit: str) -> bool:
        """Only one such unit is had for its cost, not two."""
        return False

    def produced(self, t: Table, seat: int, units: Mapping[str, int]) -> None:
        """Carry out what follows when the seat has used Production and made these units."""

    def goods_worth(self, table: Public, seat: int) -> int:
        """Resources or influence a spent trade good is worth beyond one."""
        return 0

    def fleet_limit(self, table: Public, seat: int, tile: str) -> int:
        """Ships a system may hold beyond the tokens in the fleet pool; never fewer."""
        return 0

    def fleet_pool(self, table: Public, seat: int) -> int | None:
        """The most tokens the fleet pool may hold."""
        return None

    def structure_limit(self, table: Public, seat: int, unit: str) -> int:
        """Added to the number of such structures on one planet."""
        return 0

    def custodians_discount(self, table: Public, seat: int) -> int:
        """Influence taken off the price of the custodians token."""
        return 0


class CardHooks:
    """What changes cards, tokens, strategy cards and transactions."""

    def denies_cards(self, table: Public, seat: int, other: int) -> bool:
        """`other` cannot play action cards now."""
        return False

    def denies_abilities(self, table: Public, seat: int, other: int) -> bool:
        """`other` cannot choose to use faction abilities now."""
        return False

    def hand_limit(self, table: Public, seat: int) -> int:
        """Added to the number of action cards the seat may keep."""
        return 0

    def cards_drawn(self, table: Public, seat: int) -> int:
        """Action cards beyond one in the status phase."""
        return 0

    def tokens_gained(self, table: Public, seat: int) -> int:
        """Command tokens beyond two in the status phase."""
        return 0

    def initiative(self, table: Public, seat: int) -> int | None:
        """The initiative value instead of the strategy card's."""
        return None

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        """The secondary of the card costs no command token."""
        return False

    def primary_as_secondary(self, table: Public, seat: int, card: str) -> bool:
        """The secondary of the card may be resolved as its primary."""
        return False

    def trades_afar(self, table: Public, seat: int) -> bool:
        """Transactions with players who are no neighbours."""
        return False

    def trades_cards(self, table: Public, seat: int) -> bool:
        """Action cards may be part of the seat's transactions."""
        return False

    def scores_without_home(self, table: Public, seat: int) -> bool:
        """Public objectives may be scored without the home planets."""
        return False


class ResearchHooks:
    """What changes research."""

    def ignored_needs(self, table: Public, seat: int, tech: str) -> int:
        """Prerequisites the seat may ignore when researching `tech`."""
        return 0

    def waives_needs(self, table: Public, seat: int) -> int | None:
        """Resources for which one research needs no prerequisites; None: it does not."""
        return None

    def free_research(self, table: Public, seat: int) -> bool:
        """Research through the strategy card Technology costs no resources."""
        return False

    def instead_of_research(self, t: Table, seat: int) -> Outcome:
        """Carry out what happens whenever the seat would research a technology."""
        return None


class CouncilHooks:
    """What changes votes and agendas."""

    def single_vote(self, table: Public, seat: int) -> bool:
        """The seat has one vote and exhausts no planets for more."""
        return False

    def denies_vote(self, table: Public, seat: int) -> bool:
        """The seat cannot vote on the agenda."""
        return False

    def reward(self, t: Table, seat: int) -> Outcome:
        """What a right prediction of an agenda brings (TI4 20.22b)."""
        raise NotImplementedError


class MapHooks:
    """What changes planets, wormholes and adjacency."""

    def planet_values(self, table: Public, planet: str) -> tuple[int, int]:
        """Resources and influence added by a card attached to the planet."""
        return 0, 0

    def closes_planet(self, table: Public, planet: str) -> bool:
        """An attached card keeps all units off the planet."""
        return False

    def forbids_production(self, table: Public, planet: str) -> bool:
        """An attached card keeps units on the planet from using Production."""
        return False

    def wormholes(self, table: Public, seat: int) -> list[tuple[str, str]]:
        """Wormholes the component puts on the map, as (tile, kind)."""
        return []

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        """Alpha and beta count as one type for the seat."""
        return False

    def shuts_wormhole(self, table: Public, seat: int, kind: str) -> bool:
        """Ships of the seat cannot move through wormholes of this kind."""
        return False

    def keeps_wormholes(self, table: Public, seat: int) -> bool:
        """Nothing shuts wormholes for the seat."""
        return False

    def links(self, table: Public, seat: int) -> list[tuple[str, str]]:
        """Pairs of systems that are adjacent for the seat."""
        return []
