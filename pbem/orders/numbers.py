"""Numbers of listed options: a number means what the list said that its writer had before them.

A list changes when an answer is taken back, or a deadline passes. So a mail keeps the question
and the orders that it numbered, and a reply brings them along. Where a question has too many
answers to list them, a mail numbers a few orders that it suggests.
"""

from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from rules.kernel.decisions import Decision, Problem
from rules.kernel.match import Match
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine, Page, Verbs, read_page


class Listed(NamedTuple):
    """The address of a question, and the order behind each number, from 1 on."""

    question: str
    orders: tuple[str, ...]

    @classmethod
    def of(cls, address: str, decision: Decision[Any], view: SomeView) -> "Listed":
        return cls(address, tuple(option.order for option in decision.options(view)))

    @classmethod
    def stored(cls, data: dict[str, Any]) -> "Listed | None":
        return cls(data["question"], tuple(data["orders"])) if data else None

    @property
    def data(self) -> dict[str, Any]:
        return {"question": self.question, "orders": list(self.orders)}


def expanded(match: Match, seat: int, page: Page, listed: Listed, verbs: Verbs) -> Page:
    """Return a page with numbers written out, where they stand for orders that a mail suggested and
    not for options of its question.

    Such a suggestion may be a whole turn. Numbers of a question that is gone stay as they are, and
    `meant` refuses them.
    """
    decision = dict(match.open_for(seat)).get(listed.question)
    if decision is None or decision.options(match.view(seat)):
        return page
    lines: list[OrderLine] = []
    for line in page.lines:
        fits = line.when == "now" and len(line.numbers) == 1
        if fits and 1 <= line.numbers[0] <= len(listed.orders):
            order = read_page(listed.orders[line.numbers[0] - 1], verbs)
            lines += [msgspec.structs.replace(one, no=line.no) for one in order.lines]
        else:
            lines.append(line)
    return Page(tuple(lines), page.errors)


def meant(
    match: Match, seat: int, line: OrderLine, listed: Listed, verbs: Verbs
) -> OrderLine | Problem:
    """Return a line with a number as it was meant: unchanged if the list still stands, in words if
    the question lists other options by now, or a problem if the question is gone."""
    open_ = dict(match.open_for(seat))
    decision = open_.get(listed.question)
    if decision is None or len(open_) > 1:
        words = _(
            "The question to which %(n)s was an answer is no longer open. Answer the newest mail, "
            "or write the order in words."
        )
        return Problem("old-list", words % {"n": line.text})
    if listed == Listed.of(listed.question, decision, match.view(seat)):
        return line
    number = line.numbers[0]
    if len(line.numbers) > 1 or not 1 <= number <= len(listed.orders):
        return line
    order = read_page(listed.orders[number - 1], verbs).lines
    if len(order) != 1:
        words = _("The options have changed since %(n)s was listed. Write the order in words.")
        return Problem("old-list", words % {"n": line.text})
    return msgspec.structs.replace(
        line, numbers=(), verb=order[0].verb, rest=order[0].rest, read_as=listed.orders[number - 1]
    )
