"""Lines that no open question can read as they stand, heard again.

A line is told otherwise in ways that leave its meaning as it is (`rules.lexicon.asides`), or with
the verb that its first word is like. It is taken only if it is then a whole legal answer, and only
one, and is shown as "read as".
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from rules.kernel.decisions import Reading
from rules.kernel.orders.asked import Asked
from rules.lexicon import LexiconError, LineError, OrderLine, Page, Verbs, read_page, write_line
from rules.lexicon.asides import retold, wanted
from rules.lexicon.lines import stands_by_itself

Hear: TypeAlias = Callable[[Page], Page]
"""Reads the plain answers of a page as orders."""
_UNREAD = frozenset({"unknown-verb", "ambiguous", "left-over", "did-you-mean"})


def heard_again(asked: Asked, page: Page, verbs: Verbs, hear: Hear) -> Page:
    """Return the page with what can be read only when it is told otherwise."""
    if not asked:
        return page
    lines: list[OrderLine] = []
    for line in page.lines:
        stuck = _is_plain(line, verbs) and _is_stuck(asked, line)
        found = _heard(asked, line.text, verbs, hear) if stuck else []
        lines += [_in_place_of(line, x, line.block, verbs) for x in found] or [line]
    errors: list[LineError] = []
    for error in page.errors:
        found = _heard(asked, error.text, verbs, hear) if error.code in _UNREAD else []
        if not found:
            errors.append(error)
            continue
        at = sum(line.no <= error.no for line in lines)
        block = lines[at - 1].block if at else 0
        lines[at:at] = [_in_place_of(error, x, block, verbs) for x in found]
    return Page(tuple(lines), tuple(errors))


def _in_place_of(
    typed: OrderLine | LineError, line: OrderLine, block: int, verbs: Verbs
) -> OrderLine:
    read_as = write_line(line, verbs)
    return msgspec.structs.replace(line, no=typed.no, text=typed.text, read_as=read_as, block=block)


def _is_plain(line: OrderLine, verbs: Verbs) -> bool:
    plain = line.when == "now" and not line.guard and not line.fallback and not line.within
    return plain and not line.numbers and line.verb not in verbs.raw


def _is_stuck(asked: Asked, line: OrderLine) -> bool:
    """Return whether no question that takes the order of this line can read what it says."""
    readings = [
        decision.read(view, [line]) for decision, view in asked if line.verb in decision.verbs
    ]
    return all(reading.problems for reading in readings)


def _heard(asked: Asked, text: str, verbs: Verbs, hear: Hear) -> Sequence[OrderLine]:
    """Return the orders that a text is when it is told otherwise; none if it may be several
    things."""
    if not stands_by_itself(text):
        return ()
    for page in _pages(asked, text, verbs, hear):
        if not page.errors and page.lines and _answers(asked, page.lines):
            return page.lines
    return ()


def _pages(asked: Asked, text: str, verbs: Verbs, hear: Hear) -> Iterator[Page]:
    """Yield what a text may be when it is told otherwise, the likeliest first.

    Where a line says what it does not want, that and what it wants must be different orders: who
    writes "don't sustain the dreadnought, lose 1 fighter" has said two things of one order.
    """
    for told in retold(text):
        yield hear(read_page(told, verbs))
    for unwanted, told in wanted(text):
        page, not_this = read_page(told, verbs), _verb_of(unwanted, verbs)
        if not_this and not_this not in {line.verb for line in page.lines}:
            yield page
    for told in _with_likely_verb(asked, text, verbs):
        yield read_page(told, verbs)


def _verb_of(text: str, verbs: Verbs) -> str:
    """Return the order that a text would be; "" for none."""
    try:
        return verbs.split(text).id
    except LexiconError:
        return ""


def _answers(asked: Asked, lines: Sequence[OrderLine]) -> bool:
    """Return whether these lines are a whole legal answer to one of the questions."""
    if any(line.guard or line.fallback or line.when != "now" for line in lines):
        return False
    for decision, view in asked:
        reading: Reading[object] = decision.read(view, lines)
        if reading.answer is None or reading.problems or len(reading.used) < len(lines):
            continue
        if not decision.problems(view, reading.answer):
            return True
    return False


def _with_likely_verb(asked: Asked, text: str, verbs: Verbs) -> Iterator[str]:
    """Yield the text with the one verb in place of its first word that the word is like."""
    taken = [verb for decision, _view in asked for verb in decision.verbs]
    found = verbs.only(taken).likely(text)
    if len(found) == 1:
        verb, rest = found[0]
        yield f"{verbs.name(verb)} {rest}"
        for told in retold(rest):
            yield f"{verbs.name(verb)} {told}"
