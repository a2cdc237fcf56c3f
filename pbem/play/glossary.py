"""Names and rule numbers in what a page or a mail says: each becomes a link to the text that RULES
has.

Names are found as they are shown, capitals and all, so that common words stay plain; units and
anomalies have no capitals, and are found by their usual names. Texts repeat
from page to page; what was linked once is kept.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from pbem.play import loading
from rules.kernel.ruleset import Ruleset
from rules.lexicon import LexiconError

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_CITED = re.compile(r"\[([A-Z]{2,4}\d?) ([\dA-Z][^\[\]]{0,60})\]")
SHORTEST = 3
PLAIN, LONG = 8, 10
"""Things such as units have no capitals: their usual name is linked, and other words for them if
they are so long that they mean nothing else; a word without accents might be English."""
MOST_FOUND = 60


Link = Callable[[str, str], str]
"""Makes a link to the text of something, out of its name or number and the words shown."""


class Entry(NamedTuple):
    """A rule or a thing: its number or name, and its text in lines."""

    title: str
    lines: tuple[str, ...]


def address(ruleset: str, what: str) -> str:
    """Return where the text of a rule or thing is found."""
    return f"{reverse('rules', args=[ruleset])}?{urlencode({'of': what})}"


@cache
def _names(ruleset: str) -> dict[str, tuple[str, ...]]:
    """Return the names that are linked, by their first word, the longest first."""
    cards = _ruleset(ruleset).features.cards
    found: dict[str, set[str]] = {}
    for spellings in cards.spellings().values() if cards else ():
        plain = spellings[0].islower()
        usual = {spellings[0], f"{spellings[0]}s"} if plain else set()
        for name in {*spellings, *usual}:
            first = _WORD.match(name)
            long = name in usual or len(name) >= (LONG if name.isascii() else PLAIN)
            if first and len(name) >= SHORTEST and (name[0].isupper() or (plain and long)):
                found.setdefault(first[0], set()).add(name)
    return {word: tuple(sorted(names, key=len, reverse=True)) for word, names in found.items()}


def _ruleset(name: str) -> Ruleset[Any]:
    return loading.rulesets().get(name)


def explained(text: str, ruleset: str) -> SafeString:
    """Return a text with the names and rule numbers in it as links."""
    return _explained(str(text), ruleset)


@lru_cache(maxsize=20_000)
def _explained(text: str, ruleset: str) -> SafeString:
    return mark_safe("".join(_pieces(text, ruleset, partial(_link, ruleset))))


class MailLinks:
    """The links of one mail: whole addresses, and each name but once, as a mail is read from its
    top to its end."""

    def __init__(self, ruleset: str, host: str) -> None:
        self.ruleset, self.host = ruleset, host
        self._given: set[str] = set()

    def words(self, text: str) -> str:
        """Return a text as HTML, with the names in it as links."""
        return "".join(_pieces(text, self.ruleset, self._link))

    def rules(self, numbers: str) -> str:
        """Return numbers of rules, as a ruling cites them, as links."""
        book = _ruleset(self.ruleset).features.rulebook
        if book is None:
            return str(escape(numbers))
        prefix = f"{book().prefix} "
        return ", ".join(
            self._link(number.removeprefix(prefix), number) for number in numbers.split(", ")
        )

    def _link(self, what: str, words: str) -> str:
        if what in self._given:
            return str(escape(words))
        self._given.add(what)
        where = f"{self.host}{address(self.ruleset, what)}"
        return str(format_html('<a class="term" href="{}">{}</a>', where, words))


def _pieces(text: str, ruleset: str, link: Link) -> Iterator[str]:
    at = 0
    for cited in _CITED.finditer(text):
        yield from _named(text[at : cited.start()], ruleset, link)
        yield f"[{link(cited[2], f'{cited[1]} {cited[2]}')}]"
        at = cited.end()
    yield from _named(text[at:], ruleset, link)


def _named(text: str, ruleset: str, link: Link) -> Iterator[str]:
    names, at = _names(ruleset), 0
    for word in _WORD.finditer(text):
        if word.start() < at:
            continue
        for name in names.get(word[0], ()):
            end = word.start() + len(name)
            if text.startswith(name, word.start()) and not text[end : end + 1].isalnum():
                yield escape(text[at : word.start()])
                yield link(name, name)
                at = end
                break
    yield escape(text[at:])


def _link(ruleset: str, what: str, words: str) -> str:
    return format_html('<a href="{}">{}</a>', address(ruleset, what), words)


def cited(rule: str, ruleset: str) -> SafeString:
    """Return a rule number as a ruling cites it ("TI4 19.1"), as a link to its text."""
    book = _ruleset(ruleset).features.rulebook
    if not rule or book is None:
        return escape(rule)
    number = rule.removeprefix(f"{book().prefix} ")
    return mark_safe(_link(ruleset, number, rule))


# -- looking things up ---------------------------------------------------------------------------


def found(ruleset: str, what: str) -> Entry | None:
    """Return the text of a rule, by its number, or of a thing, by its name."""
    game = _ruleset(ruleset)
    text = game.rule_text(what)
    if text is None and any(map(str.isalpha, what)):
        try:
            text = game.card_text(what)
        except LexiconError:
            return None
    return Entry(what, tuple(text.split("\n"))) if text else None


def search(ruleset: str, wanted: str) -> list[Entry]:
    """Return things and rules with these words, things whose name begins with them first."""
    words = wanted.casefold().split()
    entries = [e for e in _everything(ruleset, get_language() or "en") if _has(e, words)]
    start = wanted.casefold().strip()
    entries.sort(key=lambda e: not e.title.casefold().startswith(start))
    return entries[:MOST_FOUND]


def _has(entry: Entry, words: list[str]) -> bool:
    text = " ".join((entry.title, *entry.lines)).casefold()
    return all(word in text for word in words)


def things(ruleset: str) -> list[str]:
    """Return the names of all things of a game, sorted."""
    cards = _ruleset(ruleset).features.cards
    named = (names[0] for names in cards.spellings().values()) if cards else ()
    return sorted(named, key=str.casefold)


def chapters(ruleset: str) -> list[tuple[str, str]]:
    """Return the chapters of a game's rulebook: number and heading."""
    book = _ruleset(ruleset).features.rulebook
    if book is None:
        return []
    rules = book()
    return [(n, rules.text(n).partition("\n")[0]) for n in rules.texts if "." not in n]


def has_rules_in_english_alone(ruleset: str) -> bool:
    """Return whether the reader's language lacks the text of the game's rules."""
    book = _ruleset(ruleset).features.rulebook
    return book is not None and not book().is_translated()


@lru_cache(maxsize=16)
def _everything(ruleset: str, language: str) -> tuple[Entry, ...]:
    """Return everything that can be looked up, in one language."""
    game = _ruleset(ruleset)
    told = [
        Entry(name, tuple(text.split("\n")))
        for name in things(ruleset)
        if (text := game.card_text(name))
    ]
    book = game.features.rulebook
    if book is None:
        return tuple(told)
    rules = book()
    return (*told, *(Entry(number, (rules.text(number),)) for number in rules.texts))
