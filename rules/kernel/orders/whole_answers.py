"""Texts read strictly: a whole legal answer, or nothing.

That a question passes over no word which nobody knows is its own care (`Decision.read`).
"""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from rules.kernel.decisions import SAYING_NO, Decision
from rules.kernel.views import SomeView
from rules.lexicon import NUMBER_WORDS, OrderLine, Verbs, fold, read_page
from rules.lexicon.doubts import is_more_than_an_order
from rules.lexicon.spoken import words

Found: TypeAlias = dict[str, tuple[OrderLine, ...]]
"""The orders that a text may be, by the answer that each gives as the game writes it."""
DECLINING: Final = frozenset(SAYING_NO) - {"keep", "discard"}
"""Verbs that stand alone: they are never put before a text."""
_MANY: Final = 12


def legal_lines(
    decision: Decision[Any], view: SomeView, text: str, verbs: Verbs
) -> tuple[OrderLine, ...]:
    """Return the orders of a text if they are a legal answer and nothing besides."""
    page = read_page(text, verbs)
    if page.errors or any(line.when != "now" or line.guard for line in page.lines):
        return ()
    if any(line.verb not in decision.verbs or line.fallback for line in page.lines):
        return ()
    reading = decision.read(view, page.lines)
    if (
        not page.lines
        or reading.answer is None
        or reading.problems
        or len(reading.used) < len(page.lines)
    ):
        return ()
    return () if decision.problems(view, reading.answer) else page.lines


def exact_answers(
    decision: Decision[Any],
    view: SomeView,
    text: str,
    verbs: Verbs,
    *,
    bare: bool,
    led: bool = False,
) -> Found:
    """Return the legal answers of a text, `bare` without its verb, of which every word is
    understood; `led`: a word for doing something stood before it.

    Without a verb, nothing may be misspelt but what begins with a number.
    """
    found: Found = {}
    for lead in _leads(decision, text, verbs) if bare else [""]:
        lines = legal_lines(decision, view, f"{lead} {text}".strip(), verbs)
        if not lines:
            continue
        reading = decision.read(view, lines)
        if decision.is_nothing(view, reading.answer):
            continue  # only a no means that nothing is done
        if not bare or led or not reading.notes or _begins_with_a_thing(text, verbs):
            found.setdefault(decision.write(view, reading.answer), lines)
    return found


def declines(decision: Decision[Any], view: SomeView, answer: Any | None) -> bool:
    """Return whether an answer says no to what is asked: nothing is done, or the order itself means
    no. What throws something away, or takes points for it, is no such answer."""
    if answer is None:
        return False
    order = fold(decision.write(view, answer)).split()[0]
    return order in DECLINING or decision.is_nothing(view, answer)


def with_a_verb(
    decision: Decision[Any], view: SomeView, text: str, verbs: Verbs
) -> Iterator[OrderLine]:
    """Yield the order that a text would be with a verb of the question before it, for each verb
    with which it is a legal answer: "2 carriers from 1" where MOVE is asked."""
    found: Found = {}
    for lead in _leads(decision, text, verbs):
        lines = legal_lines(decision, view, f"{lead} {text}", verbs)
        if len(lines) == 1:
            found.setdefault(decision.write(view, decision.read(view, lines).answer), lines)
    for lines in found.values():
        yield from lines


def _leads(decision: Decision[Any], text: str, verbs: Verbs) -> list[str]:
    """Return the verbs of a question that a text may follow: if words of some stand in it, no
    others; where there are many, only those that it fits."""
    known = [verb for verb in decision.verbs if verb in verbs and verb not in DECLINING]
    said = {verb for verb in known if any(verbs.is_form(word, (verb,)) for word in text.split())}
    if said and not decision.lenient:
        known = [verb for verb in known if verb in said]
    if len(known) > _MANY:
        known = [verb for verb in known if verbs.may_lead(verb, text)]
    return [verbs.name(verb) for verb in known]


def _begins_with_a_thing(text: str, verbs: Verbs) -> bool:
    """Return whether a text begins with a number, an article or a word of a name, as what is named
    does and prose hardly."""
    first = fold(text).split(maxsplit=1)[0] if text.strip() else ""
    numbered = any(c.isdigit() for c in first)
    if verbs.names_and_strange(first)[0] and not is_more_than_an_order(text):
        return True
    return numbered or first in words("article") or NUMBER_WORDS.get(first, 0) > 0
