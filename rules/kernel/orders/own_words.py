"""Lines in a person's own words: an order among small words, or with a word that may mean anything.

A line that is no order as it stands is tried again without the words that say nothing, with the
verbs of the open question before it, and with a general word such as "take" or "put" replaced by
them. It counts only if every word that is left is understood and just one legal answer can be
meant; it is shown as "read as". A turn is never begun without a verb.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from rules.kernel.decisions import SAYING_NO, Decision
from rules.kernel.orders.asked import Asked
from rules.kernel.orders.yes_and_no import NO, YES
from rules.kernel.views import SomeView
from rules.lexicon import NUMBER_WORDS, OrderLine, Verbs, fold, read_page, write_line
from rules.lexicon.doubts import without_doubts
from rules.lexicon.frames import without_courtesy
from rules.lexicon.lines import stands_by_itself
from rules.lexicon.small_words import (
    denied,
    doing_word,
    means_anything,
    names_nothing,
    says_no,
    without_doing,
    without_small_words,
)

_NO_WORD = "qxzvw"
_DECLINING = frozenset(SAYING_NO) - {"keep", "discard"}
"""Verbs that stand alone: they are never put before a text."""
_MOST_BEFORE_VERB = 4
_YES_AND = re.compile(
    r"(?:follow(?:ing)?|yes|sure|tak|korzystam|igen|követem|kovetem)\b[^:,;]*[:,;]\s*(?=\S)",
    re.IGNORECASE,
)
_THE = frozenset({"the", "a", "az"})

Found: TypeAlias = dict[str, tuple[OrderLine, ...]]
"""The orders that a text may be, by the answer that each gives as the game writes it."""


def spelt_out(text: str, own: Mapping[str, str]) -> str:
    """Return a text with the words that mean something of its writer's by its name: home."""
    if not own:
        return text
    words = "|".join(map(re.escape, sorted(own, key=len, reverse=True)))
    known = re.compile(rf"(?<![\w-])(?:my\s+)?({words})(?![\w-])", re.IGNORECASE)
    return known.sub(lambda found: own[found[1].lower()], text)


def in_own_words(asked: Asked, text: str, verbs: Verbs) -> tuple[OrderLine, ...]:
    """Return the orders of a line in a person's own words, if only one answer can be meant."""
    if not asked or text.rstrip().endswith("?") or not stands_by_itself(text):
        return ()
    root = any(decision.begins_turn() for decision, _view in asked)
    if root and fold(text).strip(" .!,") in YES | NO:
        return ()
    if not root and (refused := _nothing_done(asked, text, verbs)):
        return refused
    if says_no(text) or any(without_doubts(text)):
        return ()
    last = without_doing(without_small_words(without_courtesy(text)))
    for ways in _ways(asked, text, root, verbs):
        found: Found = {}
        for decision, view in asked:
            for said, bare in ways:
                led = bare and said == last
                found |= exact_answers(decision, view, said, verbs, bare=bare, led=led)
        if found:
            return next(iter(found.values())) if len(found) == 1 else ()
    return ()


def _ways(asked: Asked, text: str, root: bool, verbs: Verbs) -> Iterator[list[tuple[str, bool]]]:
    """Yield texts to try, those first that keep most words; with each, whether it lacks a verb."""
    plain = without_courtesy(text)
    small = without_small_words(plain)
    if not any(map(str.isalnum, small)):
        return
    yield [(small, False)]
    if not root:
        yield [(said, True) for said in dict.fromkeys((plain, small))]
    taken = {verb for decision, _view in asked for verb in decision.verbs}
    if not root:
        after = _after_yes(small)
        yield [(said, bare) for said in after for bare in (False, True)]
        yield [(said, True) for said in _turned(small, taken, verbs)]
    doing = doing_word(small, of_a_turn=root)
    done = without_doing(small)
    if doing and done and (means_anything(doing) or not verbs.is_form(doing, taken)):
        yield [(done, True)]


def _after_yes(text: str) -> list[str]:
    """Return what stands behind a yes: "follow politics, draw" has "draw"."""
    found = _YES_AND.match(text)
    return [text[found.end() :]] if found else []


def _turned(text: str, taken: set[str], verbs: Verbs) -> list[str]:
    """Return a text without a verb of the question that has its subject before it: "everyone lands
    on Lodor"."""
    words = text.split()
    return [
        " ".join((*words[:at], *words[at + 1 :]))
        for at in range(1, min(_MOST_BEFORE_VERB, len(words) - 1) + 1)
        if verbs.is_form(words[at], taken)
    ]


def _begins_with_a_thing(text: str) -> bool:
    """Return whether a text begins with a number or an article, as what is named does and prose
    hardly."""
    first = fold(text).split(maxsplit=1)[0] if text.strip() else ""
    numbered = any(c.isdigit() for c in first)
    return numbered or first in _THE or NUMBER_WORDS.get(first, 0) > 0


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

    To find that out, a word that means nothing is added: a line that is legal even then does not
    need all its words. Without a verb, nothing may be misspelt but what begins with a number.
    """
    found: Found = {}
    for lead in _leads(decision, verbs) if bare else [""]:
        lines = legal_lines(decision, view, f"{lead} {text}".strip(), verbs)
        more = (f"{text} {_NO_WORD}", f"{_NO_WORD} {text}") if bare else (f"{text} {_NO_WORD}",)
        if lines and not any(
            legal_lines(decision, view, f"{lead} {said}".strip(), verbs) for said in more
        ):
            reading = decision.read(view, lines)
            if decision.is_nothing(view, reading.answer):
                continue  # only a no means that nothing is done
            if not bare or led or not reading.notes or _begins_with_a_thing(text):
                found.setdefault(decision.write(view, reading.answer), lines)
    return found


def with_a_verb(
    decision: Decision[Any], view: SomeView, text: str, verbs: Verbs
) -> Iterator[OrderLine]:
    """Yield the order that a text would be with a verb of the question before it, for each verb
    with which it is a legal answer: "2 carriers from 1" where MOVE is asked."""
    found: Found = {}
    for lead in _leads(decision, verbs):
        lines = legal_lines(decision, view, f"{lead} {text}", verbs)
        if len(lines) == 1:
            found.setdefault(decision.write(view, decision.read(view, lines).answer), lines)
    for lines in found.values():
        yield from lines


def _leads(decision: Decision[Any], verbs: Verbs) -> list[str]:
    return [verbs.name(verb) for verb in decision.verbs if verb in verbs and verb not in _DECLINING]


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


def _nothing_done(asked: Asked, text: str, verbs: Verbs) -> tuple[OrderLine, ...]:
    """Return the answer that nothing is done, where a text says no to what is asked and names
    nothing else: "no ships move"."""
    words = denied(without_courtesy(text))
    found: Found = {}
    for decision, view in asked if words else ():
        taken = {verb for verb in decision.verbs if verb in verbs}
        doing = taken - set(SAYING_NO)
        meant = [word for word in words if not names_nothing(word)]
        if any(not verbs.is_form(word, doing) for word in meant):
            continue
        if any(verbs.is_form(word, taken - doing) for word in words):
            continue
        for said in (
            *(verbs.name(verb) for verb in taken - doing),
            *(f"{verbs.name(verb)} nothing" for verb in sorted(doing)),
        ):
            lines = legal_lines(decision, view, said, verbs)
            if not lines:
                continue
            answer = decision.read(view, lines).answer
            written = decision.write(view, answer)
            if decision.is_nothing(view, answer) or fold(written).split()[0] in SAYING_NO:
                found.setdefault(written, lines)
    return next(iter(found.values())) if len(found) == 1 else ()


def shown_as_read(lines: Sequence[OrderLine], no: int, text: str, verbs: Verbs) -> list[OrderLine]:
    """Return orders as lines of the page on which they were typed otherwise."""
    return [
        msgspec.structs.replace(line, no=no, text=text, read_as=write_line(line, verbs))
        for line in lines
    ]
