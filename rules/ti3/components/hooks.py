"""What a component may change, by chapter: neutral methods that a component overrides.

A hook gets the public table and the seat that has the component, and must not change anything but
where it says so. `modifiers` makes of each hook the question that the rules ask.
"""

from rules.kernel.table import Effect as Outcome
from rules.ti3.state import Battle, Public, Table


class MovementHooks:
    """What changes movement (TI3 8.3)."""

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        """Added to the movement of a ship that starts in `origin`."""
        return 0

    def crosses(self, table: Public, seat: int, anomaly: str) -> bool:
        """May ships move through such a system?"""
        return False

    def passes_fleets(self, table: Public, seat: int, origin: str) -> int:
        """Return how many systems with enemy ships the fleet from `origin` may cross; 99: any."""
        return 0

    def fighters_alone(self, table: Public, seat: int) -> bool:
        """Return whether fighters move by themselves, block passage and need no support (TI3
        21.3.13)."""
        return False

    def carries(self, table: Public, seat: int, unit: str) -> int:
        """Ground forces a ship of this type carries beyond its capacity."""
        return 0

    def shuts_wormholes(self, table: Public, seat: int) -> bool:
        """Return whether no ship moves through a wormhole."""
        return False

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        """Return whether all wormholes are of one type."""
        return False


class ActivationHooks:
    """What changes activations and landings."""

    def denies_activation(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """`other` may not activate `tile`."""
        return False

    def extra_counters(self, table: Public, seat: int) -> int:
        """Return how many counters of the command pool are discarded besides the one placed (TI3
        E120)."""
        return 0

    def toll(self, table: Public, seat: int, tile: str) -> bool:
        """Activating costs a trade good or an exhausted planet (TI3 E121)."""
        return False

    def denies_invasion(self, table: Public, seat: int, other: int, planet: str) -> bool:
        """`other` may not land on `planet`, which is not his."""
        return False

    def landing_price(self, table: Public, seat: int, planet: str) -> int:
        """Return how many resources are to be spent before the seat lands on `planet`."""
        return 0


class CombatHooks:
    """What changes fire and combat (TI3 1.4.3)."""

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        """Added to every combat roll of the seat's unit. `fire`: space, invasion (rounds), cannon,
        landing (PDS), barrage, bombardment, pre-combat."""
        return 0

    def combat_against(
        self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None
    ) -> int:
        """Added to the combat rolls of the seat's opponent."""
        return 0

    def rerolls_misses(self, table: Public, seat: int, fire: str) -> bool:
        """Missed dice of this fire are rolled once more."""
        return False

    def cannon_range(self, table: Public, seat: int) -> int:
        """Return how many systems beyond its own a PDS reaches."""
        return 0

    def automatic_hits(self, table: Public, seat: int, tile: str) -> int:
        """Hits the seat scores before the first round of a space battle in `tile`."""
        return 0

    def denies_retreat(self, table: Public, seat: int) -> bool:
        """Nobody may withdraw or retreat."""
        return False

    def ignores_shields(self, table: Public, seat: int) -> bool:
        """Dreadnoughts may bombard planets with PDS."""
        return False

    def fighters_invade(self, table: Public, seat: int) -> bool:
        """Return whether fighters may take part in invasion combat (TI3 E129)."""
        return False

    def kills_all(self, table: Public, seat: int) -> bool:
        """Return whether a dreadnought or war sun may kill all ground forces of a planet
        (USE_X89)."""
        return False

    def denies_bombardment(self, table: Public, seat: int, planet: str) -> bool:
        """`planet` cannot be bombarded by anybody."""
        return False

    def destroyed(self, t: Table, seat: int, place: str, unit: str, n: int) -> Outcome:
        """Carry out what follows when `n` units of the seat have just been destroyed."""
        return None


class ProductionHooks:
    """What changes production and limits."""

    def unit_cost(self, table: Public, seat: int, unit: str) -> int:
        """Added to the price of a unit."""
        return 0

    def one_per_cost(self, table: Public, seat: int, unit: str) -> bool:
        """Return whether only one such unit is had for its price, not two."""
        return False

    def dock_resources(self, table: Public, seat: int) -> int:
        """Return how many resources each space dock in use brings for its own units (TI3 E56)."""
        return 0

    def production_cap(self, table: Public, seat: int, planet: str, limit: int) -> int:
        """Return the limit of a dock as a law leaves it (TI3 E132)."""
        return limit

    def production_limit(self, table: Public, seat: int, planet: str) -> int:
        """Added to the limit of a dock."""
        return 0

    def denies_production(self, table: Public, seat: int, planet: str, unit: str) -> bool:
        """Return whether the seat cannot produce this unit at the dock on `planet`."""
        return False

    def one_dock(self, table: Public, seat: int) -> bool:
        """Return whether the seat produces at one of its docks only."""
        return False

    def permits(self, table: Public, seat: int, unit: str) -> bool:
        """Return whether the seat may build a unit that needs a technology."""
        return False

    def places_afar(self, table: Public, seat: int) -> bool:
        """New units may go to adjacent activated systems (TI3 21.3.9)."""
        return False

    def fleet_limit(self, table: Public, seat: int, tile: str) -> int:
        """Return how many ships a system may hold beyond the counters in Fleet Supply; 99: any."""
        return 0

    def fleet_cap(self, table: Public, seat: int) -> int:
        """Return the most counters Fleet Supply may hold."""
        return 99


class StatusHooks:
    """What changes the status phase and the hand."""

    def cards_drawn(self, table: Public, seat: int) -> int:
        """Action cards beyond one in the status phase."""
        return 0

    def open_draw(self, table: Public, seat: int) -> bool:
        """Action cards of the status phase are chosen openly."""
        return False

    def denies_draw(self, table: Public, seat: int) -> bool:
        """Nobody draws action cards in the status phase."""
        return False

    def counters_gained(self, table: Public, seat: int) -> int:
        """Command counters beyond two in the status phase."""
        return 0

    def denies_redistribution(self, table: Public, seat: int) -> bool:
        """Return whether counters are not moved between areas."""
        return False

    def hand_limit(self, table: Public, seat: int, limit: int) -> int:
        """Return the hand limit as this leaves it."""
        return limit


class StrategyHooks:
    """What changes strategy cards and turns."""

    def initiative(self, table: Public, seat: int) -> int | None:
        """Return the initiative value instead of the strategy card's."""
        return None

    def pick_price(self, table: Public, seat: int, card: str) -> int:
        """Return how many counters of Strategy Allocation are to be discarded for taking the
        card."""
        return 0

    def hands_on(self, table: Public, seat: int) -> bool:
        """Return whether a strategy card the seat picks must be handed to a player who has none."""
        return False

    def two_tactical(self, table: Public, seat: int) -> bool:
        """Return whether a turn may hold two tactical actions."""
        return False

    def primary_instead(self, table: Public, seat: int, card: str) -> bool:
        """Following the card, the seat may use its primary instead of its secondary."""
        return False

    def primary_besides(self, table: Public, seat: int, card: str) -> bool:
        """Following the card, the seat may use its primary besides its secondary."""
        return False

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        """Return whether the secondary of the card costs no command counter."""
        return False

    def draws_instead(self, table: Public, seat: int, card: str) -> bool:
        """Return whether a seat that does not use the secondary draws an action card."""
        return False

    def denies_secondary(self, table: Public, seat: int, card: str) -> bool:
        """Return whether the seat cannot use the secondary of the card."""
        return False

    def influence_per_counter(self, table: Public, seat: int, price: int) -> int:
        """Return the price of a counter through Logistics."""
        return price


class TechnologyHooks:
    """What changes technologies."""

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        """Added to the price of a technology."""
        return 0

    def denies_tech(self, table: Public, seat: int, tech: str, bought: bool) -> bool:
        """Return whether the seat can neither buy nor gain the technology; `bought`: it would be
        bought."""
        return False

    def any_specialty(self, table: Public, seat: int) -> bool:
        """Return whether every specialty planet gives its discount for all colours."""
        return False


class TradeHooks:
    """What changes trade agreements and goods."""

    def no_approval(self, table: Public, seat: int) -> bool:
        """Agreements of the seat need no approval of the holder of Trade."""
        return False

    def binds(self, table: Public, seat: int) -> bool:
        """Partners may not cancel agreements with the seat by will."""
        return False

    def goods_each(self, table: Public, seat: int, primary: bool) -> int:
        """Trade goods each own agreement yields beyond its value."""
        return 0

    def goods_more(self, table: Public, seat: int) -> int:
        """Trade goods more whenever the seat collects from agreements."""
        return 0

    def goods_to(self, table: Public, seat: int) -> int | None:
        """Return the seat that gets the trade goods this seat would receive."""
        return None

    def denies_agreement(self, table: Public, seat: int, one: int, two: int) -> bool:
        """These two players cannot have an agreement."""
        return False


class CouncilHooks:
    """What changes votes and planets."""

    def planet_votes(self, table: Public, seat: int, planet: str) -> int | None:
        """Return the votes of a planet instead of its influence, exhausted or not."""
        return None

    def denies_vote(self, table: Public, seat: int) -> bool:
        """Return whether the seat has no vote."""
        return False

    def swaps_values(self, table: Public, seat: int) -> bool:
        """Return whether resources and influence of all planets are exchanged."""
        return False
