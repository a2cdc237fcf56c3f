"""Strategy events: choose a sheet, spend the card, roll, spend the dice (TIN 5)."""

from collections.abc import Sequence

from rules.inscription import ai
from rules.inscription.announcements import announce
from rules.inscription.events import Rolled
from rules.inscription.facts import RESOURCES, components
from rules.inscription.names import VERBS
from rules.inscription.orders import MARK_VERBS, written
from rules.inscription.pen import Illegal
from rules.inscription.possible_marks import possible
from rules.inscription.scripts import (
    Marking,
    Script,
    clockwise,
    mark_all,
    parts_of,
    publish,
    some_of_each,
)
from rules.inscription.speech import _
from rules.inscription.state import Mark, Table, View
from rules.inscription.wording import resource_list, sheet_name
from rules.kernel.decisions import Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Verbs

_VERBS = Verbs(VERBS).only(MARK_VERBS)
ROLLED = "2"
"""The step of an event whose dice are rolled and not yet spent."""


class SpendCard(Marking):
    """Step 1: the active sheet, and the resources of the event card (TIN 5.1.1)."""

    rule = "TIN 5.1.1"
    verbs = MARK_VERBS
    root = True

    def problems(self, v: View, answer: Script) -> list[Problem]:
        if not answer or answer[0].do != "sheet":
            words = _("Choose your active sheet first: SHEET navigation, for example.")
            return [Illegal("no-active-sheet", words, "5.1.1").problem]
        return super().problems(v, answer)

    def default(self, v: View) -> Script:
        """Warfare: every resource has a use there, and nothing is destroyed (TIN 32.6.2)."""
        return (Mark("sheet", "WAR"),)

    def prompt(self, v: View) -> str:
        card = parts_of(v).events[v.table.event]
        return _(
            "Choose your active sheet and spend {given} on it.",
            given=resource_list(card.resources),
        )

    def template(self, v: View) -> Sequence[str]:
        """Return one sheet with what the card could do there; the others are as easy to name."""
        lines = []
        for sheet in ("NAV", "EXP", "IND", "WAR"):
            pen = self.pen(v)
            pen.sheets.active = sheet
            marks = [m for m in possible(pen) if m.do != "play"]
            lines.append(written(pen, Mark("sheet", sheet)))
            lines += [f"# {written(pen, mark)}" for mark in some_of_each(marks, 3)]
        return lines


class SpendDice(Marking):
    """Step 3: the black dice, and the focus dice unlocked on the active sheet (TIN 5.1.3)."""

    rule = "TIN 5.1.3"
    verbs = (*MARK_VERBS, "dice")
    ahead = True

    def usual(self, public: View) -> Script | None:
        """In fast mode nobody waits for step 3: what was written before the roll counts."""
        return () if public.table.fast else None

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Script]:
        """Read lines for this step: those with a sheet were for step 1, and a later mail replaced
        them."""
        plain = [line for line in lines if line.verb != "dice"]
        if plain and plain[0].verb == "sheet":
            return Reading()
        return super().read_orders(v, lines)

    def examples(self, v: View, verb: str) -> Sequence[str]:
        if verb == "dice":
            return [f"DICE {line}" for line in self.next_lines(v, ()) if line != "DONE"]
        return super().examples(v, verb)

    def plain(self, line: OrderLine) -> OrderLine:
        """`DICE ACCESS S09` waits for the roll, and is then `ACCESS S09` (TIN 32.4.2)."""
        if line.verb != "dice":
            return line
        reading = _VERBS.split(line.rest)
        return OrderLine(line.no, line.text, reading.id, reading.rest)

    def prompt(self, v: View) -> str:
        draft = self.pen(v).draft
        return _(
            "Spend {given} on {sheet}.",
            given=resource_list(draft.purse),
            sheet=sheet_name(draft.sheets.active),
        )


def spend_card(t: Table) -> Play[None]:
    """Steps 1 and 2: sheets and the card, then the roll (TIN 5.1.1, 5.1.2)."""
    table = t.table
    seats = clockwise(t)
    table.step = "1"
    yield from mark_all(t, seats, SpendCard)
    publish(t, seats)
    announce(t, "1")
    roll(t)
    t.table.step = ROLLED


def spend_dice(t: Table) -> Play[None]:
    """Step 3 (TIN 5.1.3)."""
    table = t.table
    seats = clockwise(t)
    table.step = "3"
    yield from mark_all(t, seats, SpendDice)
    publish(t, seats)
    announce(t, "3")


def roll(t: Table) -> None:
    """Roll all six dice, once for everybody (TIN 5.1.2, 5.1.4); the AI goes on (TIN 21.3)."""
    table = t.table
    parts = components(table.house)
    black = parts.dice.black
    table.step = "2"
    table.black = t.draw("black", black.faces, black.count)
    table.focus = []
    for kind in RESOURCES:
        shown = t.draw(f"focus-{kind}", parts.focus_faces[kind], 1)
        table.focus.append(int(shown[0]))
    t.tell(Rolled(tuple(table.black), tuple(table.focus)), cite="TIN 5.1.2")
    if ai.plays_along(table):
        ai.advance(t)
