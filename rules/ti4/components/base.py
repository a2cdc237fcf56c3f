"""The questions a card, technology, ability, law, note or objective answers (see README.md).

Subclass the kind, set `id`, override what the component does, mark it with `@register`. The
engine's part is in `rules.toolbox.components`, what a component may change in `hooks`.
"""

from typing import ClassVar

from rules.imperium.cards import HandCard
from rules.imperium.objectives import Requirement
from rules.kernel.decisions import Problem
from rules.kernel.table import Effect as Outcome
from rules.ti4 import events as ev
from rules.ti4.components.hooks import (
    CardHooks,
    CombatHooks,
    CouncilHooks,
    MapHooks,
    MovementHooks,
    ProductionHooks,
    ResearchHooks,
)
from rules.ti4.components.registry import Kind
from rules.ti4.facts import ACTION_CARDS, FACTIONS, NOTES, TECHNOLOGIES, UNITS
from rules.ti4.speech import _
from rules.ti4.state import NoteId, Public, Table, View
from rules.toolbox import components
from rules.toolbox.targets import Target


class Component(
    components.Component[Public],
    MovementHooks,
    CombatHooks,
    ProductionHooks,
    CardHooks,
    ResearchHooks,
    CouncilHooks,
    MapHooks,
):
    """A component of this game: the engine's part, and the hooks of every chapter."""

    kind: ClassVar[Kind]
    rule = "TI4 83"

    def title(self) -> str:
        return ev.title(self.id)


class ActionCard(HandCard[Public], Component):
    """Played from the hand; its own file below `action_cards/` (TI4 28)."""

    kind = "action card"
    rule = "TI4 28.6"
    once_a_window = False

    def copies(self) -> int:
        return ACTION_CARDS[self.id].copies


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
        """Return the system the flagship is in, or ""."""
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
        """Return the seat of a faction note's owner, or -1."""
        faction = NOTES[self.id].faction
        for seat, side in enumerate(table.sides):
            if faction and side.faction == faction:
                return seat
        return -1

    def held(self, v: View, seat: int) -> list[int]:
        """Return the owners of the copies the seat holds and may play (TI4 75.2)."""
        if v.mine is None or v.seat != seat:
            return []
        owners = [NoteId.read(n).owner for n in v.mine.notes if n.endswith(f":{self.id}")]
        return sorted(owner for owner in owners if owner != seat)

    def has(self, v: View, seat: int) -> bool:
        return bool(self.held(v, seat))

    def lacking(self, v: View, seat: int) -> Problem:
        if v.mine is not None and str(NoteId(seat, self.id)) in v.mine.notes:
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
        """Carry out the consequences when the note, face up before `holder`, goes back or leaves
        the game."""

    def owner_of_play(self, v: View, seat: int, on: Target, about: Target) -> int:
        """Return whose copy is being played; a note of several owners may look at its target."""
        return self.held(v, seat)[0]


class Agenda(Component):
    """A law or directive; below `agendas/` (TI4 31). A law in play is a component of its owner,
    or of everybody if it lies in the common area."""

    kind = "agenda"
    rule = "TI4 31"

    prerequisite: ClassVar[str] = ""
    """The colour of a prerequisite the controller of the planet it is attached to may skip."""

    def revealed(self, t: Table) -> bool:
        """Return False if it is discarded on being revealed, and the next one takes its place
        (TI4 C.8 A1)."""
        return True

    def outcome(self, t: Table, result: str) -> Outcome:
        """Carry out an outcome: "for", "against", or the id of the elected (TI4 20.18)."""
        raise NotImplementedError(self.id)

    def repealed(self, t: Table) -> None:
        """Carry out the consequences when the law has just been discarded."""

    def may_have(self, table: Public, seat: int) -> bool:
        law = table.laws.get(self.id)
        return law is not None and law.owner in (-1, seat)


class Objective(Requirement[Public], Component):
    """Public or secret; below `objectives/` (TI4 29).

    Its price is in resources, influence, goods, tokens or cards."""

    kind = "objective"
    rule = "TI4 29"

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
        """Return whether a law has made it public, and the seat has not scored it."""
        law = table.laws.get("classified_document_leaks")
        if law is None or law.elected != self.id:
            return False
        return self.id not in table.sides[seat].scored
