"""What a card, technology, ability, law or objective can be asked (see README.md).

Subclass the kind, set `id`, override what the component does, mark it with `@register`. The
engine's part is in `rules.toolbox.components`, what a component may change in `hooks`.
"""

from typing import ClassVar

from rules.imperium.cards import HandCard
from rules.imperium.objectives import Requirement
from rules.kernel.table import Effect as Outcome
from rules.ti3 import events as ev
from rules.ti3.components.hooks import (
    ActivationHooks,
    CombatHooks,
    CouncilHooks,
    MovementHooks,
    ProductionHooks,
    StatusHooks,
    StrategyHooks,
    TechnologyHooks,
    TradeHooks,
)
from rules.ti3.components.registry import Kind
from rules.ti3.facts import ACTION_CARDS, AGENDAS, RACES
from rules.ti3.state import Law, Public, Table, Until
from rules.toolbox import components
from rules.toolbox.components import Targets
from rules.toolbox.effects import Effect
from rules.toolbox.targets import each, player

__all__ = [
    "Ability",
    "ActionCard",
    "Agenda",
    "Component",
    "Objective",
    "Targets",
    "Technology",
]


class Component(
    components.Component[Public],
    MovementHooks,
    ActivationHooks,
    CombatHooks,
    ProductionHooks,
    StatusHooks,
    StrategyHooks,
    TechnologyHooks,
    TradeHooks,
    CouncilHooks,
):
    """A component of this game: the engine's part, and the hooks of every chapter."""

    kind: ClassVar[Kind]
    rule = "TI3 1.2.1"

    def title(self) -> str:
        return ev.title(self.id)

    def law(self, table: Public) -> Law | None:
        """Return this card as a law in force."""
        return next((law for law in table.laws if law.id == self.id), None)

    def effect(self, table: Public, seat: int | None = None) -> Effect | None:
        """Return this card as an effect in force: on `seat`, or on everybody."""
        for e in table.effects:
            if (
                e.id == self.id
                and e.until != Until.MOMENT
                and (seat is None or e.seat in (-1, seat))
            ):
                return e
        return None


class ActionCard(HandCard[Public], Component):
    """Played from the hand; its own file below `action_cards/` (TI3 19)."""

    kind = "action card"
    rule = "TI3 19.1.1"
    once_a_window = False

    def copies(self) -> int:
        return ACTION_CARDS[self.id].copies


class Technology(Component):
    """Owned for the rest of the game; below `technologies/` (TI3 21)."""

    kind = "technology"
    rule = "TI3 21.1.3"

    def may_have(self, table: Public, seat: int) -> bool:
        return self.id in table.sides[seat].techs


class Ability(Component):
    """Printed on a race sheet; below `races/` (TI3 X35)."""

    kind = "ability"
    rule = "TI3 X35"

    def may_have(self, table: Public, seat: int) -> bool:
        if any(e.id == "cultural_crisis" and e.on == player(seat) for e in table.effects):
            return False
        race = table.sides[seat].race
        own = bool(race) and any(a.id == self.id for a in RACES[race].abilities)
        return own or any(
            e.id == "multiculturalism" and e.seat == seat and e.on == self.id for e in table.effects
        )


class Agenda(Component):
    """A political card; below `agendas/` (TI3 20). In force it is a component of the player who was
    elected, or of everybody."""

    kind = "agenda"
    rule = "TI3 20.1.4"

    def candidates(self, table: Public) -> list[str] | None:
        """Return what may be elected, where the card narrows it; None: as `council.candidates`
        says."""
        return None

    def outcome(self, t: Table, result: str) -> Outcome:
        """Carry out "for", "against", or what was elected (TI3 20.1.2 to 20.1.4). A law has been
        put into force before."""
        raise NotImplementedError(self.id)

    def repealed(self, t: Table, law: Law) -> Outcome:
        """Do what follows when the law has just left play."""
        return None

    def may_have(self, table: Public, seat: int) -> bool:
        law = self.law(table)
        if law is None:
            return False
        return AGENDAS[self.id].elect != "player" or player(seat) in each(law.elected)


class Objective(Requirement[Public], Component):
    """Public or secret; below `objectives/` (TI3 23). Its price is in resources, influence or
    goods."""

    kind = "objective"
    rule = "TI3 23.1.1"
