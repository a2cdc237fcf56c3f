"""What a card, technology, ability, law, note or objective can be asked (see README.md).

Subclass the kind, set `id`, override what the component does, mark it with `@register`. Hooks get
the public table and the seat that has the component; they must not change anything.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.kernel.decisions import Problem
from rules.ti4 import events as ev
from rules.ti4.facts import ACTION_CARDS, FACTIONS, NOTES, TECHNOLOGIES, UNITS, Roll
from rules.ti4.registry import Kind
from rules.ti4.speech import _
from rules.ti4.state import Battle, Public, Table, View

Targets = Mapping[str, str]


class Component:
    """Everything neutral: a component overrides what it changes."""

    kind: ClassVar[Kind]
    id: ClassVar[str]
    rule: ClassVar[str] = "TI4 83"

    # -- played by choice: in a reaction window, or as an action (TI4 1, D-40 to D-42) ----------

    windows: ClassVar[tuple[str, ...]] = ()
    """Windows of `timing` in which it may be used; `timing.ACTION` makes it a component action."""
    once: ClassVar[bool] = True
    """At most once in one window by one player (TI4 83.16)."""

    def has(self, v: View, seat: int) -> bool:
        """Does the seat hold it ready for use? May look into the seat's own hand."""
        return self.may_have(v.table, seat)

    def may_have(self, table: Public, seat: int) -> bool:
        """Could the seat hold it, as far as everybody can see?"""
        return False

    def lacking(self, v: View, seat: int) -> Problem:
        """Why a seat that does not have it ready is refused."""
        words = _("You do not have {card} ready for use.", card=ev.title(self.id))
        return Problem("not-your-card", words, self.rule)

    def fits(self, table: Public, seat: int, window: str, about: str) -> bool:
        """Is this its moment, as far as everybody can see?"""
        return True

    def targets(self, v: View, seat: int, window: str, about: str) -> Targets | None:
        """Legal targets, id to words; None if it takes no target."""
        return None

    def usual(self, v: View, seat: int, window: str, about: str) -> str:
        """The target meant where an order names none; "": one must be named."""
        return ""

    def problems(self, v: View, seat: int, on: str, window: str, about: str) -> list[Problem]:
        """Further reasons why it cannot be used so."""
        return []

    def resolve(self, t: Table, seat: int, on: str, about: str) -> Any:
        """What it does; a generator if it asks or opens windows. Costs come first (TI4 83.9)."""
        raise NotImplementedError(self.id)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        """What a follow-up question of this component offers (see `choices.py`)."""
        raise NotImplementedError(self.id)

    def reward(self, t: Table, seat: int) -> Any:
        """What a right prediction of an agenda brings (TI4 20.22b)."""
        raise NotImplementedError(self.id)

    # -- by itself (TI4 83.6) -------------------------------------------------------------------

    triggers: ClassVar[tuple[str, ...]] = ()
    """Moments at which `trigger` runs without anybody asking."""

    def trigger(self, t: Table, seat: int, window: str, about: str) -> Any:
        raise NotImplementedError(self.id)

    # -- standing changes: the seat's own values -------------------------------------------------

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

    def aims_high(self, table: Public, seat: int, unit: str, battle: Battle) -> bool:
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

    def no_landing_fire(self, table: Public, seat: int) -> bool:
        """Space Cannon Defense cannot be used against the seat."""
        return False

    def sustain_cancels(self, table: Public, seat: int) -> int:
        """Hits a use of Sustain Damage cancels beyond the first."""
        return 0

    def mends_itself(self, table: Public, seat: int, unit: str) -> bool:
        """Units of this type are repaired before each round of the combat under way."""
        return False

    def mends(self, table: Public, seat: int) -> int:
        """Units repaired in each round of combat that did not sustain damage in it."""
        return 0

    def denies_sustain(self, table: Public, seat: int, tile: str) -> bool:
        """Other players' ships in `tile` cannot use Sustain Damage."""
        return False

    def hurts_fully(self, table: Public, seat: int, unit: str) -> bool:
        """The seat's units of this type cannot use Sustain Damage."""
        return False

    def denies_bombardment(self, table: Public, seat: int, planet: str) -> bool:
        """The seat cannot use Bombardment against units on `planet`."""
        return False

    def guns(self, table: Public, seat: int, tile: str) -> list[tuple[str, str, Roll]]:
        """Further units that use Space Cannon against ships in `tile`: place, type, dice."""
        return []

    def after_rolls(self, t: Table, seat: int) -> Any:
        """The combat dice of a round lie and are about to be counted."""

    def denies_activation(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """`other` cannot activate `tile`."""
        return False

    def denies_move_in(self, table: Public, seat: int, tile: str) -> bool:
        """The seat cannot move units into `tile`."""
        return False

    def denies_production(self, table: Public, seat: int, tile: str, unit: str) -> bool:
        """The seat cannot produce this unit in `tile`."""
        return False

    def denies_production_of(self, table: Public, seat: int, other: int, tile: str) -> bool:
        """`other` cannot produce in `tile`."""
        return False

    def production_cap(self, table: Public, seat: int, place: str, unit: str) -> int | None:
        """The most of this unit one use of Production at a place may make; None: no such limit."""
        return None

    def lands(self, table: Public, seat: int, tile: str) -> tuple[str, ...]:
        """Units other than ground forces that may be committed to planets."""
        return ()

    def moves_apart(self, table: Public, seat: int) -> bool:
        """The flagship may move before or after the other ships."""
        return False

    def hits_in_return(self, table: Public, seat: int, battle: Battle, hits: int) -> int:
        """Hits added in ground combat once the opponent has scored `hits`."""
        return 0

    def denies_cards(self, table: Public, seat: int, other: int) -> bool:
        """`other` cannot play action cards now."""
        return False

    def denies_abilities(self, table: Public, seat: int, other: int) -> bool:
        """`other` cannot choose to use faction abilities now."""
        return False

    def goods_worth(self, table: Public, seat: int) -> int:
        """Resources or influence a spent trade good is worth beyond one."""
        return 0

    def discount(self, table: Public, seat: int, tile: str, units: Mapping[str, int]) -> int:
        """Resources taken off the price of one use of Production."""
        return 0

    def unit_cost(self, table: Public, seat: int, unit: str) -> int:
        """Added to the cost of a unit."""
        return 0

    def one_per_cost(self, table: Public, seat: int, unit: str) -> bool:
        """Only one such unit is had for its cost, not two."""
        return False

    def produced(self, t: Table, seat: int, units: Mapping[str, int]) -> None:
        """The seat has used Production and made these units."""

    def production_limit(self, table: Public, seat: int, place: str) -> int:
        """Added to the production limit of the units at a place."""
        return 0

    def capacity(self, table: Public, seat: int, tile: str) -> int:
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

    def hand_limit(self, table: Public, seat: int) -> int:
        return 0

    def tokens_gained(self, table: Public, seat: int) -> int:
        """Command tokens beyond two in the status phase."""
        return 0

    def cards_drawn(self, table: Public, seat: int) -> int:
        """Action cards beyond one in the status phase."""
        return 0

    def votes(self, table: Public, seat: int) -> int:
        """Votes added when the seat casts at least one."""
        return 0

    def planet_votes(self, table: Public, seat: int, planet: str) -> int:
        return 0

    def single_vote(self, table: Public, seat: int) -> bool:
        """The seat has one vote and exhausts no planets for more."""
        return False

    def denies_vote(self, table: Public, seat: int) -> bool:
        return False

    def ignored_needs(self, table: Public, seat: int, tech: str) -> int:
        """Prerequisites the seat may ignore when researching `tech`."""
        return 0

    def free_research(self, table: Public, seat: int) -> bool:
        """Research through the strategy card Technology costs no resources."""
        return False

    def instead_of_research(self, t: Table, seat: int) -> Any:
        """What happens whenever the seat would research a technology."""

    def trades_afar(self, table: Public, seat: int) -> bool:
        """Transactions with players who are no neighbours."""
        return False

    def trades_cards(self, table: Public, seat: int) -> bool:
        """Action cards may be part of the seat's transactions."""
        return False

    def scores_without_home(self, table: Public, seat: int) -> bool:
        return False

    def free_secondary(self, table: Public, seat: int, card: str) -> bool:
        return False

    def primary_as_secondary(self, table: Public, seat: int, card: str) -> bool:
        """The secondary of the card may be resolved as its primary."""
        return False

    def waives_needs(self, table: Public, seat: int) -> int | None:
        """Resources for which one research needs no prerequisites; None: it does not."""
        return None

    def custodians_discount(self, table: Public, seat: int) -> int:
        return 0

    def initiative(self, table: Public, seat: int) -> int | None:
        """The initiative value instead of the strategy card's."""
        return None

    # -- standing changes: planets and the map --------------------------------------------------

    def planet_values(self, table: Public, planet: str) -> tuple[int, int]:
        """Resources and influence added by a card attached to the planet."""
        return 0, 0

    def planet_specialty(self, table: Public, planet: str) -> str:
        """A technology specialty an attached card adds."""
        return ""

    def closes_planet(self, table: Public, planet: str) -> bool:
        """An attached card keeps all units off the planet."""
        return False

    def idles_planet(self, table: Public, planet: str) -> bool:
        """An attached card keeps units on the planet from using Production."""
        return False

    def wormholes(self, table: Public, seat: int) -> list[tuple[str, str]]:
        """Wormholes the component puts on the map, as (tile, kind)."""
        return []

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        """Alpha and beta count as one type for the seat."""
        return False

    def shuts_wormhole(self, table: Public, seat: int, kind: str) -> bool:
        return False

    def keeps_wormholes(self, table: Public, seat: int) -> bool:
        """Nothing shuts wormholes for the seat."""
        return False

    def links(self, table: Public, seat: int) -> list[tuple[str, str]]:
        """Pairs of systems that are adjacent for the seat."""
        return []


class ActionCard(Component):
    """Played from the hand; its own file below `action_cards/` (TI4 28)."""

    kind = "action card"
    rule = "TI4 28.6"
    once = False

    def has(self, v: View, seat: int) -> bool:
        return v.mine is not None and v.seat == seat and self.id in v.mine.cards

    def may_have(self, table: Public, seat: int) -> bool:
        """Somebody with a hand may, unless every copy lies on the discard pile."""
        if not table.sides[seat].hand or self.id not in table.deck:
            return False
        return table.discard.count(self.id) < ACTION_CARDS[self.id].copies


class Technology(Component):
    """Owned for the rest of the game; below `technologies/` or `factions/` (TI4 66)."""

    kind = "technology"
    rule = "TI4 66"

    def may_have(self, table: Public, seat: int) -> bool:
        side = table.sides[seat]
        if self.id not in side.techs:
            return False
        return not (TECHNOLOGIES[self.id].exhausts and self.id in side.exhausted)


class Ability(Component):
    """Printed on a faction sheet; below `factions/` (TI4 83.21)."""

    kind = "ability"
    rule = "TI4 83.21"

    def may_have(self, table: Public, seat: int) -> bool:
        faction = table.sides[seat].faction
        return bool(faction) and any(a.id == self.id for a in FACTIONS[faction].abilities)


class Flagship(Component):
    """The text of a flagship; it counts only while the ship is on the board (TI4 83.21)."""

    kind = "flagship"
    rule = "TI4 83.21"

    def where(self, table: Public, seat: int) -> str:
        """The system the flagship is in, or ""."""
        mine = str(seat)
        for tile, owners in table.space.items():
            if owners.get(mine, {}).get("flagship"):
                return tile
        return ""

    def may_have(self, table: Public, seat: int) -> bool:
        faction = table.sides[seat].faction
        return UNITS[self.id].faction == faction and bool(self.where(table, seat))


class Note(Component):
    """A promissory note; used by a holder who is not its owner, then returned (TI4 75)."""

    kind = "note"
    rule = "TI4 75.1"

    def owner(self, table: Public) -> int:
        """The seat of a faction note's owner, or -1."""
        faction = NOTES[self.id].faction
        for seat, side in enumerate(table.sides):
            if faction and side.faction == faction:
                return seat
        return -1

    def held(self, v: View, seat: int) -> list[int]:
        """Owners of the copies the seat holds and may play (TI4 75.2)."""
        if v.mine is None or v.seat != seat:
            return []
        owners = [int(n.split(":")[0]) for n in v.mine.notes if n.endswith(f":{self.id}")]
        return sorted(owner for owner in owners if owner != seat)

    def has(self, v: View, seat: int) -> bool:
        return bool(self.held(v, seat))

    def lacking(self, v: View, seat: int) -> Problem:
        if v.mine is not None and f"{seat}:{self.id}" in v.mine.notes:
            words = _("{card} is your own note: only others can play it.", card=ev.title(self.id))
            return Problem("not-your-card", words, "TI4 75.2")
        return super().lacking(v, seat)

    def may_have(self, table: Public, seat: int) -> bool:
        side = table.sides[seat]
        if not side.received_notes or not side.notes:
            return False
        faction = NOTES[self.id].faction
        return not faction or self.owner(table) not in (-1, seat)

    def leaves_play(self, t: Table, holder: int) -> None:
        """The note, face up before `holder`, goes back or leaves the game."""

    def owner_of_play(self, v: View, seat: int, on: str, about: str) -> int:
        """Whose copy is being played; a note of several owners may look at its target."""
        return self.held(v, seat)[0]


class Agenda(Component):
    """A law or directive; below `agendas/` (TI4 31). A law in play is a component of its owner,
    or of everybody if it lies in the common area."""

    kind = "agenda"
    rule = "TI4 31"

    prerequisite: ClassVar[str] = ""
    """The colour of a prerequisite the controller of the planet it is attached to may skip."""

    def revealed(self, t: Table) -> bool:
        """False: discarded on being revealed, and the next one takes its place (TI4 C.8 A1)."""
        return True

    def outcome(self, t: Table, result: str) -> Any:
        """Carry out an outcome: "for", "against", or the id of what was elected (TI4 20.18)."""
        raise NotImplementedError(self.id)

    def repealed(self, t: Table) -> None:
        """The law has just been discarded."""

    def may_have(self, table: Public, seat: int) -> bool:
        law = table.laws.get(self.id)
        return law is not None and law.owner in (-1, seat)


class Objective(Component):
    """Public or secret; below `objectives/` (TI4 29)."""

    kind = "objective"
    rule = "TI4 29"
    price: ClassVar[tuple[str, int]] = ("", 0)
    """What is spent while scoring: resources, influence, goods, tokens or cards, and how much."""

    def met(self, table: Public, seat: int) -> bool:
        """Is the requirement met, price apart?"""
        have, want = self.count(table, seat)
        return have >= want

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        """How far it is: what there is, and what is asked."""
        return 0, 0

    def may_have(self, table: Public, seat: int) -> bool:
        """For secret objectives scored in the action phase."""
        if self._open_to(table, seat):
            return True
        if not table.sides[seat].secrets:
            return False
        return not any(self.id in side.scored for side in table.sides)

    def has(self, v: View, seat: int) -> bool:
        if self._open_to(v.table, seat):
            return True
        return v.mine is not None and v.seat == seat and self.id in v.mine.secrets

    def _open_to(self, table: Public, seat: int) -> bool:
        """A law has made it public, and the seat has not scored it."""
        law = table.laws.get("classified_document_leaks")
        if law is None or law.elected != self.id:
            return False
        return self.id not in table.sides[seat].scored
