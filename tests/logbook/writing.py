"""Logbook: everybody writes at the same time (chapter 2): the questions and what they do."""

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.kernel.decisions import Choice, Option, PartlyTaken, Problem, Script, SkippedLine
from rules.kernel.patterns import together
from rules.kernel.table import Play
from rules.lexicon import Names, OrderLine
from tests.logbook import events as ev
from tests.logbook.state import (
    BOXES,
    DICE,
    ENTRIES,
    FACES,
    ROW_OF_FACE,
    ROWS,
    Marks,
    Table,
    View,
    sheet_of,
)

ROW_NAMES = Names({row: (row,) for row in ROWS}, kind="row")


class Writing(Script[Marks]):
    """Boxes to mark, by row (LOG 2.1, 2.5)."""

    Answer = Marks
    rule = "LOG 2.2"

    def room(self, v: View, answer: Marks, row: str) -> int:
        """Return how many more boxes of a row may be marked besides those in `answer`."""
        return BOXES - sheet_of(v, self.seat)[row] - answer.get(row, 0)

    def beginning(self, v: View) -> Marks:
        return {}

    def add_line(self, v: View, answer: Marks, line: OrderLine) -> Marks:
        said = re.fullmatch(r"(\d*)\s*(.*)", line.rest.strip())
        wanted, row = int(said[1] or 1) if said else 1, ROW_NAMES.find(said[2] if said else "").id
        if not wanted:
            return answer
        room = max(0, min(wanted, self.room(v, answer, row)))
        if not room:
            raise SkippedLine(Problem("no-room", f"No box of {row} can be marked.", "LOG 2.2"))
        taken = {**answer, row: answer.get(row, 0) + room}
        if room < wanted:
            words = f"Only {room} of {wanted} boxes of {row} can be marked."
            raise PartlyTaken(Problem("no-room", words, "LOG 2.2"), taken)
        return taken

    def problems(self, v: View, answer: Marks) -> list[Problem]:
        built: Marks = {}
        for row in ROWS:
            if row in answer and not 0 <= answer[row] <= self.room(v, built, row):
                return [Problem("no-room", f"Not so many boxes of {row}.", "LOG 2.2")]
            built[row] = answer.get(row, 0)
        return [] if set(answer) <= set(ROWS) else [Problem("no-row", "There is no such row.")]

    def default(self, v: View) -> Marks:
        return {}

    def sample(self, v: View, rng: Random) -> Marks:
        answer: Marks = {}
        for _ in range(DICE):
            row = rng.choice(ROWS)
            if self.room(v, answer, row) > 0:
                answer[row] = answer.get(row, 0) + 1
        return answer

    def template(self, v: View) -> Sequence[str]:
        return [f"{self.verbs[0].upper()} {row}" for row in ROWS if self.room(v, {}, row) > 0]

    def write(self, v: View, answer: Marks) -> str:
        lines = [f"{self.verbs[0].upper()} {n} {row}" for row, n in answer.items()]
        return "\n".join(lines) or f"{self.verbs[0].upper()} 0 sea"


class Entry(Writing):
    """LOG 2.1"""

    verbs = ("mark",)
    root = True

    def room(self, v: View, answer: Marks, row: str) -> int:
        return min(super().room(v, answer, row), ENTRIES - sum(answer.values()))

    def prompt(self, v: View) -> str:
        return f"Mark up to {ENTRIES} boxes."


class Spend(Writing):
    """LOG 2.5"""

    verbs = ("spend",)

    def room(self, v: View, answer: Marks, row: str) -> int:
        dice = Counter(ROW_OF_FACE[face] for face in v.table.roll)
        return min(super().room(v, answer, row), dice[row] - answer.get(row, 0))

    def prompt(self, v: View) -> str:
        return f"The dice show {', '.join(v.table.roll)}: mark one box for each."


class Treasure(Choice[bool]):
    """LOG 2.3"""

    Answer = bool
    verbs = ("keep", "drop")
    rule = "LOG 2.3"

    def options(self, v: View) -> list[Option[bool]]:
        return [Option("Keep it", True, "KEEP"), Option("Drop it", False, "DROP")]

    def prompt(self, v: View) -> str:
        return f"You have drawn a treasure worth {v.mine.drawn}."


def play_round(t: Table) -> Play[None]:
    """LOG 2: one step, so that one mail can hold both halves of it."""
    seats = range(len(t.hand))
    yield from together(t, "entries", [Entry(s) for s in seats], write, show)
    t.table.roll = list(t.draw("dice", FACES, DICE))
    t.tell(ev.Rolled(t.table.roll), cite="LOG 2.5")
    yield from together(t, "spending", [Spend(s) for s in seats], write, show)
    t.table.roll = []
    t.table.round += 1
    if t.table.round > t.table.rounds:
        t.table.phase = "final"


def write(t: Table, seat: int, marks: Marks) -> Play[None]:
    """LOG 2.2, 2.3"""
    sheet = dict(t.table.sheets[seat])
    t.hand[seat].draft = sheet
    for row in ROWS:
        before, sheet[row] = sheet[row], sheet[row] + marks.get(row, 0)
        if before < BOXES == sheet[row] and t.box.bag:
            yield from draw_treasure(t, seat)


def draw_treasure(t: Table, seat: int) -> Play[None]:
    """LOG 2.3"""
    t.hand[seat].drawn = t.box.bag.pop(0)
    t.tell(ev.Drawn(seat, t.hand[seat].drawn), to=seat, cite="LOG 2.3")
    if (yield from t.ask(Treasure(seat))):
        t.hand[seat].treasures.append(t.hand[seat].drawn)
    t.hand[seat].drawn = 0


def show(t: Table) -> None:
    """LOG 2.4"""
    for seat, hand in enumerate(t.hand):
        assert hand.draft is not None
        t.table.sheets[seat] = hand.draft
        t.table.kept[seat] = len(hand.treasures)
        hand.draft = None
    t.table.bag = len(t.box.bag)
    t.tell(ev.SheetsShown(t.table.sheets, t.table.kept), cite="LOG 2.4")


DECISIONS = (Entry, Spend, Treasure)
