"""Order lines in the reader's language: verbs, the words between the parts, units.

A game writes its order lines in English, which every reader may type. What a reader is offered is
put into their own language, if it is then read as the very same order.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from rules.kernel.decisions import Decision, Description, Interjection
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import SomeView
from rules.lexicon import LexiconError, read_page
from rules.lexicon.speech import RECORD, language

_BETWEEN: Final[Mapping[str, Mapping[str, str]]] = {
    "pl": {
        "FROM": "Z", "TO": "DO", "WITH": "WRAZ Z", "ON": "NA", "AT": "W", "IN": "W", "FOR": "ZA",
        "VIA": "PRZEZ", "AFTER": "PO", "nothing": "nic",
    },
    "hu": {
        "FROM": "INNEN", "TO": "IDE", "WITH": "VELE", "ON": "IDE", "AT": "ITT", "IN": "ITT",
        "FOR": "CSERÉBE", "VIA": "ERRE", "nothing": "semmi",
    },
}  # fmt: skip
"""The words that stand before the parts of an order. Hungarian has endings for most of them, which
a machine cannot always hang on: these are the words that say the same before a part."""
_TO_SOMEBODY: Final[Mapping[str, Mapping[str, str]]] = {"hu": {"TO": "NEKI"}}
"""What Hungarian says before a person, to whom something is offered."""
_IF: Final[Mapping[str, str]] = {"pl": "JEŚLI", "hu": "HA"}


def described(
    ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, missed: int = 0
) -> Description:
    """Return a question with its order lines in the reader's language."""
    told = decision.describe(view, missed)
    default = each_in_readers_words(ruleset, told.default.split("; "), decision, view)
    return told._replace(
        template=tuple(each_in_readers_words(ruleset, told.template, decision, view)),
        default="; ".join(default),
    )


def each_in_readers_words(
    ruleset: Ruleset[Any], orders: Iterable[str], decision: Decision[Any], view: SomeView
) -> list[str]:
    """Return order lines in the reader's language, in their order."""
    return [in_readers_words(ruleset, order, decision, view) for order in orders]


def deal_in_readers_words(
    ruleset: Ruleset[Any], order: str, kind: type[Interjection], view: SomeView
) -> str:
    """Return a line for something outside of all questions, such as an offer, in the reader's
    language; unchanged where it would not be read as the same."""
    ways = _ways(ruleset, order, _TO_SOMEBODY.get(language(), {}))
    return next((t for t in ways if _is_same_deal(ruleset, order, t, kind, view)), order)


def in_readers_words(
    ruleset: Ruleset[Any], order: str, decision: Decision[Any], view: SomeView
) -> str:
    """Return an order line in the reader's language; unchanged where it would not be read as the
    same order.

    A line for a later question of the turn cannot be tried here; tests try the words of each. Of a
    line that needs others before it only the verb changes.
    """
    ways = _ways(ruleset, order)
    return next((t for t in ways if _is_same(ruleset, order, t, decision, view)), order)


def _ways(
    ruleset: Ruleset[Any], order: str, besides: Mapping[str, str] = MappingProxyType({})
) -> Iterator[str]:
    """Yield the line with all its words in the reader's language, then with one of them left in
    English, then without its nouns, then with its verb alone. A condition keeps the names of its
    facts, which are the same for everybody."""
    if language() == RECORD or not order or order.startswith("#"):
        return
    text, _if, condition = order.partition(" IF ")
    lines = read_page(text, ruleset.order_verbs).lines
    if len(lines) != 1 or not lines[0].verb or lines[0].guard or lines[0].when != "now":
        return
    said = ruleset.verb_in(language(), lines[0].verb)
    rest = lines[0].rest
    words = {**_BETWEEN.get(language(), {}), **ruleset.line_words.get(language(), {}), **besides}
    behind = f" {_IF.get(language(), 'IF')} {condition}" if condition else ""
    told = ruleset.nouns_told(rest)
    for way in (
        _told(told, words),
        *(_told(told, {k: v for k, v in words.items() if k != kept}) for kept in _in(told, words)),
        _told(ruleset.nouns_counted(rest), _BETWEEN.get(language(), {})),
        rest,
    ):
        yield f"{said} {way}".strip() + behind


def _in(rest: str, words: Mapping[str, str]) -> list[str]:
    """Return which of the words stand in a text."""
    return list(dict.fromkeys(found[0] for found in _any_of(frozenset(words)).finditer(rest)))


def _told(rest: str, words: Mapping[str, str]) -> str:
    """Return the text with these words as the reader says them."""
    return _any_of(frozenset(words)).sub(lambda found: words[found[0]], rest)


@cache
def _any_of(words: frozenset[str]) -> re.Pattern[str]:
    """Return what finds any of these words, the longest first."""
    listed = "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
    return re.compile(rf"(?<![\w'’-])(?:{listed})(?![\w'’-])" if words else r"(?!)")


def _is_same(
    ruleset: Ruleset[Any], one: str, other: str, decision: Decision[Any], view: SomeView
) -> bool:
    """Return whether two lines are the same order, as far as can be told at this question."""
    pages = [read_page(text, ruleset.order_verbs) for text in (one, other)]
    if any(page.errors for page in pages):
        return False
    verbs = [[line.verb for line in page.lines] for page in pages]
    if verbs[0] != verbs[1]:
        return False
    if verbs[0][0] not in decision.verbs:
        return True
    first, second = (decision.read(view, page.lines) for page in pages)
    if first.answer is None:
        return [line.rest for line in pages[0].lines] == [line.rest for line in pages[1].lines]
    return not second.problems and first.answer == second.answer


def _is_same_deal(
    ruleset: Ruleset[Any], one: str, other: str, kind: type[Interjection], view: SomeView
) -> bool:
    """Return whether two lines propose the same."""
    pages = [read_page(text, ruleset.order_verbs) for text in (one, other)]
    if any(page.errors or len(page.lines) != 1 for page in pages):
        return False
    if any(page.lines[0].verb not in kind.verbs for page in pages):
        return False
    try:
        first, second = (kind.read_order(view, page.lines[0]) for page in pages)
    except LexiconError:
        return False
    return first == second
