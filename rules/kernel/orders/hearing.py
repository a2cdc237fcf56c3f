"""Lines that no open question can read as they stand, heard again.

Such a line is told otherwise in one way after the other (`ways`), and each of them is read
strictly. The first that gives one whole legal answer counts, and is shown as "read as". What holds
a doubt, a condition or a time is never told without it, and a line that could be several things is
asked back.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from rules.kernel.decisions import Decision
from rules.kernel.orders.advice import advised
from rules.kernel.orders.asked import Asked, verbs_taken
from rules.kernel.orders.shared_words import as_an_order_taken, plain_here, put_together
from rules.kernel.orders.ways import Listening, possible_answers, spelt_out
from rules.kernel.views import SomeView
from rules.lexicon import LineError, OrderLine, Page, Verbs, read_page, write_line
from rules.lexicon.lines import stands_by_itself
from rules.lexicon.retelling import for_anything, without_small_words

NO_OWN_WORDS: Final[Mapping[str, str]] = MappingProxyType({})
_UNREADABLE: Final = frozenset(
    {
        "unknown-name",
        "left-over",
        "missing-part",
        "ambiguous",
        "bad-target",
        "no-target-wanted",
        "bad-count",
    }
)
"""Why a question cannot read a line that it takes."""
_UNUSED: Final = "unused"
"""Says that a question keeps a line for later, though it takes its verb."""
_NEVER_OTHERWISE: Final = frozenset({"too-long", "bad-guard"})
"""Why a line was not read that must not be read otherwise: it would lose a condition."""


def heard(
    asked: Asked,
    page: Page,
    verbs: Verbs,
    own: Mapping[str, str] = NO_OWN_WORDS,
    is_for_later: Callable[[OrderLine], bool] = lambda line: False,
) -> Page:
    """Return the page with its plain answers to the open questions read as orders, and with what
    can be read only when it is told otherwise.

    `own`: words that mean something of the writer's; see `Ruleset.own_words`. `is_for_later`:
    whether a line answers a question that may come later in the round; it is never read otherwise.

    A line that some open question takes as an order stays as it is, and one whose verb was read
    keeps its own reason.
    """
    return _Listener(Listening(asked, verbs, own), is_for_later).heard(page)


class _Listener:
    """Hears the lines of one page by the questions that are open."""

    def __init__(self, by: Listening, is_for_later: Callable[[OrderLine], bool]) -> None:
        self.by = by
        self.is_for_later = is_for_later
        self.taken = verbs_taken(by.asked)

    def heard(self, page: Page) -> Page:
        lines = tuple(
            msgspec.structs.replace(line, rest=spelt_out(line.rest, self.by.own))
            for line in page.lines
        )
        page = put_together(self.by.asked, Page(lines, page.errors), self.by.verbs)
        read: list[OrderLine] = []
        errors: list[LineError] = []
        answered = any(line.verb in self.taken for line in page.lines)
        for line in page.lines:
            read += self._goes_without_saying(line) if not read else ()
            found = self._line(line, answered=answered)
            read += self._in_place_of(line, found, line.block) or [line]
        for error in page.errors:
            if found := self._error(error, page.lines):
                at = sum(line.no <= error.no for line in read)
                read[at:at] = self._in_place_of(error, found, read[at - 1].block if at else 0)
            else:
                errors.append(advised(self.by.asked, error, page.lines, self.by.verbs))
        return Page(tuple(read), tuple(errors))

    def _goes_without_saying(self, line: OrderLine) -> Sequence[OrderLine]:
        """Return the order that need not be said before the first line of a mail: "send 1 cruiser
        from 37 to 27" activates 27."""
        if not line.verb or line.verb in self.taken or line.when != "now" or line.guard:
            return ()
        orders = {
            order
            for decision, view in self.by.asked
            if decision.begins_turn() and (order := decision.implied(view, line))
        }
        if len(orders) != 1:
            return ()
        lines = read_page(orders.pop(), self.by.verbs).lines
        return [
            msgspec.structs.replace(x, no=line.no, block=line.block, read_as=x.text) for x in lines
        ]

    def _line(self, line: OrderLine, *, answered: bool) -> Sequence[OrderLine]:
        """Return a line as it is read by the open questions; nothing if it stays as it is.

        `answered`: another line of the mail is an order that they take, so that one which they do
        not take is for a later question.
        """
        if shared := as_an_order_taken(self.by.asked, line, self.by.verbs):
            return shared
        if answered and line.verb not in self.taken:
            return ()
        return self._anew(line.text) if self._may_be_otherwise(line) else ()

    def _error(self, error: LineError, lines: Sequence[OrderLine]) -> Sequence[OrderLine]:
        """Return the orders of a line that is no order as it stands; empty if it stays none."""
        found = () if error.code in _NEVER_OTHERWISE else self._anew(error.text)
        return found or plain_here(self.by.asked, error, lines, self.by.verbs)

    def _may_be_otherwise(self, line: OrderLine) -> bool:
        """Return whether a line with a verb may be an answer in a person's own words: its word may
        mean anything, or the question that takes its verb cannot read it."""
        if line.when != "now" or line.guard or line.fallback or line.within or line.numbers:
            return False
        if line.verb in self.by.verbs.raw:
            return False
        if line.verb not in self.taken and self.is_for_later(line):
            return False
        if line.verb not in self.taken:
            small = without_small_words(line.text) if self.by.at_a_turn else ""
            return not small or not line.rest or bool(for_anything(small, of_a_turn=True)[0])
        codes = {code for d, v in self.by.asked for code in _codes(d, v, line)}
        means_anything = _UNUSED in codes and for_anything(line.text, of_a_turn=False)[0]
        return bool(means_anything or codes & _UNREADABLE)

    def _anew(self, text: str) -> Sequence[OrderLine]:
        """Return the orders of a text when it is told otherwise; none if it may be several things,
        or has a time or a condition that would be lost."""
        if not self.by.asked or not stands_by_itself(text):
            return ()
        found = next(filter(None, possible_answers(self.by, text)), {})
        return next(iter(found.values())) if len(found) == 1 else ()

    def _in_place_of(
        self, typed: OrderLine | LineError, lines: Sequence[OrderLine], block: int
    ) -> list[OrderLine]:
        """Return orders as lines of the page on which they were typed otherwise."""
        return [
            msgspec.structs.replace(
                line,
                no=typed.no,
                text=typed.text,
                read_as=write_line(line, self.by.verbs),
                block=block,
            )
            for line in lines
        ]


def _codes(decision: Decision[Any], view: SomeView, line: OrderLine) -> set[str]:
    """Return why a line alone is no answer to a question, as codes."""
    reading = decision.read(view, [line])
    problems = list(reading.problems)
    if reading.answer is not None and not problems:
        problems = decision.problems(view, reading.answer)
    unused = not reading.used and line.verb in decision.verbs
    return {problem.code for problem in problems} | ({_UNUSED} if unused else set())
