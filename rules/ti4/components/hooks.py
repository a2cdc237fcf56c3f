"""The hooks of a component, by chapter: neutral methods that a component overrides.

A hook gets the public table and the seat that has the component, and must not change anything but
where it says so. `modifiers` makes of each hook the question that the rules ask.
"""

from collections.abc import Mapping

from rules.kernel.table import Effect as Outcome
from rules.ti4.facts import Roll
from rules.ti4.state import Battle, Public, Table


class MovementHooks:
    """The hooks that change activation and movement."""

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        """Return the number added to the move value of a ship that starts in `origin`."""
        return 0

    def spare_moves(self, table: Public, seat: int) -> int:
        """Return how many single ships may move one system farther."""
        return 0

    def enters(self, table: Public, seat: int, anomaly: str) -> bool:
        """Return whether ships may end a move in such an anomaly."""
        return False

    def crosses(self, table: Public, seat: int, anomaly: str) -> bool:
        """Return whether ships may move through such an anomaly."""
        return False

    def passes_fleets(self, table: Public, seat: int, unit: str, origin: str) -> bool:
        """Return whether this ship may move through systems with other players' ships."""
        return False

    def moves_apart(self, table: Public, seat: int) -> bool:
        """Return whether the flagship may move before or after the other ships."""
        return False

    def denies_activation(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """Return whether `other` is kept from activating `tile`."""
        return False

    def denies_move_in(self, table: Public, seat: int, tile: str) -> bool:
        """Return whether the seat is kept from moving units into `tile`."""
        return False


class CombatHooks:
    """The hooks that change combat, unit abilities and hits."""

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        """Return the number added to the seat's combat rolls."""
        return 0

    def combat_against(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        """Return the number added to the combat rolls of the seat's opponent."""
        return 0

    def extra_hits(self, table: Public, seat: int, unit: str, battle: Battle, die: int) -> int:
        """Return the hits that a natural result adds on top of the normal one."""
        return 0

    def dice(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        """Return the dice added for each unit of this type in a combat roll."""
        return 0

    def must_hit_non_fighters(self, table: Public, seat: int, unit: str, battle: Battle) -> bool:
        """Return whether hits of this unit must go to non-fighter ships while there are any."""
        return False

    def ability_dice(self, table: Public, seat: int, ability: str) -> int:
        """Return the dice one unit adds to a roll of "cannon", "bombardment" or "barrage"."""
        return 0

    def cannon_against(self, table: Public, seat: int, shooter: int) -> int:
        """Return the number added to Space Cannon rolls against the seat."""
        return 0

    def bombard_against(self, table: Public, seat: int, planet: str) -> int:
        """Return the number added to Bombardment rolls against a planet the seat controls."""
        return 0

    def forbids_landing_fire(self, table: Public, seat: int) -> bool:
        """Return whether Space Cannon Defense is forbidden against the seat."""
        return False

    def sustain_cancels(self, table: Public, seat: int) -> int:
        """Return the hits that a use of Sustain Damage cancels beyond the first."""
        return 0

    def repaired_each_round(self, table: Public, seat: int, unit: str) -> bool:
        """Return whether units of this type are repaired before each round of the combat under
        way."""
        return False

    def repairs_each_round(self, table: Public, seat: int) -> int:
        """Return the number of units repaired in each round of combat that did not sustain damage
        in it."""
        return 0

    def denies_sustain(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """Return whether ships of `other` in `tile` are kept from using Sustain Damage."""
        return False

    def cannot_sustain(self, table: Public, seat: int, unit: str) -> bool:
        """Return whether the seat's units of this type are kept from using Sustain Damage."""
        return False

    def denies_bombardment(self, table: Public, seat: int, planet: str) -> bool:
        """Return whether the seat is kept from using Bombardment against units on `planet`."""
        return False

    def guns(self, table: Public, seat: int, tile: str) -> list[tuple[str, str, Roll]]:
        """Return further units that use Space Cannon against ships in `tile`: place, type, dice."""
        return []

    def after_rolls(self, t: Table, seat: int) -> Outcome:
        """Carry out the effects between the roll of the combat dice and the count of their hits."""
        return None

    def lands(self, table: Public, seat: int, tile: str) -> tuple[str, ...]:
        """Return the units other than ground forces that may be committed to planets."""
        return ()

    def hits_in_return(self, table: Public, seat: int, battle: Battle, hits: int) -> int:
        """Return the hits added in ground combat once the opponent has scored `hits`."""
        return 0


class ProductionHooks:
    """The hooks that change production, payment and limits."""

    def denies_production_of(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """Return whether `other` is kept from producing in `tile`."""
        return False

    def production_cap(self, table: Public, seat: int, place: str, unit: str) -> int | None:
        """Return the most of this unit that one use of Production at a place may make; None: no
        such limit."""
        return None

    def discount(self, table: Public, seat: int, tile: str, units: Mapping[str, int]) -> int:
        """Return the resources taken off the price of one use of Production."""
        return 0

    def one_per_cost(self, table: Public, seat: int, unit: str) -> bool:
        """Return whether only one such unit is had for its cost, not two."""
        return False

    def produced(self, t: Table, seat: int, units: Mapping[str, int]) -> None:
        """Carry out the consequences when the seat has used Production and made these units."""

    def goods_worth(self, table: Public, seat: int) -> int:
        """Return the resources or influence a spent trade good is worth beyond one."""
        return 0

    def fleet_limit(self, table: Public, seat: int, tile: str) -> int:
        """Return the ships a system may hold beyond the tokens in the fleet pool; never fewer."""
        return 0

    def fleet_pool(self, table: Public, seat: int) -> int | None:
        """Return the most tokens the fleet pool may hold."""
        return None

    def structure_limit(self, table: Public, seat: int, unit: str) -> int:
        """Return the number added to the limit of such structures on one planet."""
        return 0

    def custodians_discount(self, table: Public, seat: int) -> int:
        """Return the influence taken off the price of the custodians token."""
        return 0


class CardHooks:
    """The hooks that change cards, tokens, strategy cards and transactions."""

    def denies_cards(self, table: Public, seat: int, other: int) -> bool:
        """Return whether `other` is kept from playing action cards now."""
        return False

    def denies_abilities(self, table: Public, seat: int, other: int) -> bool:
        """Return whether `other` is kept from choosing to use faction abilities now."""
        return False

    def hand_limit(self, table: Public, seat: int) -> int:
        """Return the number added to the action cards the seat may keep."""
        return 0

    def cards_drawn(self, table: Public, seat: int) -> int:
        """Return the action cards drawn beyond one in the status phase."""
        return 0

    def tokens_gained(self, table: Public, seat: int) -> int:
        """Return the command tokens gained beyond two in the status phase."""
        return 0

    def initiative(self, table: Public, seat: int) -> int | None:
        """Return the initiative value that replaces the strategy card's."""
        return None

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        """Return whether the secondary of the card costs no command token."""
        return False

    def primary_as_secondary(self, table: Public, seat: int, card: str) -> bool:
        """Return whether the secondary of the card may be resolved as its primary."""
        return False

    def trades_afar(self, table: Public, seat: int) -> bool:
        """Return whether transactions with players who are no neighbours are allowed."""
        return False

    def trades_cards(self, table: Public, seat: int) -> bool:
        """Return whether action cards may be part of the seat's transactions."""
        return False

    def scores_without_home(self, table: Public, seat: int) -> bool:
        """Return whether public objectives may be scored without the home planets."""
        return False


class ResearchHooks:
    """The hooks that change research."""

    def ignored_needs(self, table: Public, seat: int, tech: str) -> int:
        """Return the prerequisites the seat may ignore when researching `tech`."""
        return 0

    def waives_needs(self, table: Public, seat: int) -> int | None:
        """Return the resources for which one research needs no prerequisites; None: it needs
        them."""
        return None

    def free_research(self, table: Public, seat: int) -> bool:
        """Return whether research through the strategy card Technology costs no resources."""
        return False

    def instead_of_research(self, t: Table, seat: int) -> Outcome:
        """Carry out the effects that replace every research of the seat."""
        return None


class CouncilHooks:
    """The hooks that change votes and agendas."""

    def single_vote(self, table: Public, seat: int) -> bool:
        """Return whether the seat has one vote and exhausts no planets for more."""
        return False

    def denies_vote(self, table: Public, seat: int) -> bool:
        """Return whether the seat is kept from voting on the agenda."""
        return False

    def reward(self, t: Table, seat: int) -> Outcome:
        """Give the reward of a right prediction of an agenda (TI4 20.22b)."""
        raise NotImplementedError


class MapHooks:
    """The hooks that change planets, wormholes and adjacency."""

    def planet_values(self, table: Public, planet: str) -> tuple[int, int]:
        """Return resources and influence added by a card attached to the planet."""
        return 0, 0

    def closes_planet(self, table: Public, planet: str) -> bool:
        """Return whether an attached card keeps all units off the planet."""
        return False

    def forbids_production(self, table: Public, planet: str) -> bool:
        """Return whether an attached card keeps units on the planet from using Production."""
        return False

    def wormholes(self, table: Public, seat: int) -> list[tuple[str, str]]:
        """Return the wormholes the component puts on the map, as (tile, kind)."""
        return []

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        """Return whether alpha and beta count as one type for the seat."""
        return False

    def shuts_wormhole(self, table: Public, seat: int, kind: str) -> bool:
        """Return whether ships of the seat are kept from moving through wormholes of this kind."""
        return False

    def keeps_wormholes(self, table: Public, seat: int) -> bool:
        """Return whether wormholes stay open for the seat against everything that shuts them."""
        return False

    def links(self, table: Public, seat: int) -> list[tuple[str, str]]:
        """Return the pairs of systems that are adjacent for the seat."""
        return []
