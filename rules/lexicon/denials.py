"""No: that nothing is done, and what a line does not want beside what it wants."""

import re
from collections.abc import Iterator
from typing import Final

from rules.lexicon.doubts import is_more_than_an_order, is_question
from rules.lexicon.retelling import BARE_WORD, sayings, without_small_words
from rules.lexicon.spoken import as_typed, lists, words
from rules.lexicon.text import fold

_NOT_THIS: Final = re.compile(
    rf"^\s*{as_typed(lists()['not_this'].all)}\s+"
    r"(?P<not>[^,;:–—]*[^\s,;:–—])\s*(?:,|;|\s[–—-]\s)\s*(?P<rest>.+)$",
    re.IGNORECASE,
)


def says_no(text: str) -> bool:
    """Return whether a word for no stands anywhere in a text."""
    return any(fold(found[0]) in words("no") for found in BARE_WORD.finditer(text))


def denied(text: str) -> tuple[str, ...]:
    """Return the words beside those for no, of which any may still name an order or a thing: "no
    reaction" has "reaction". Empty where the text says no to nothing, as "vote no" does."""
    said = [fold(found[0]) for found in BARE_WORD.finditer(without_small_words(text))]
    if not said or re.search(r"[\d?]", text):
        return ()
    at = next((i for i, word in enumerate(said) if word in words("no")), None)
    if at is None:
        return ()
    rest = [word for word in said[at + 1 :] if word not in words("no")]
    if not rest and said[at] not in words("no_alone"):
        return ()
    return (*(word for word in said[:at] if not names_nothing(word)), *rest) or ("",)


def names_nothing(word: str) -> bool:
    """Return whether a folded word beside a word for no names nothing in particular."""
    return word in words("beside_no") or not word


def wanted(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a line does not want, and what it wants: "don't pass, explore 221 N"."""
    found = _NOT_THIS.match(text)
    if found is None or is_question(text) or is_more_than_an_order(found["rest"]):
        return
    if not is_more_than_an_order(found["not"]):
        for told in sayings(found["rest"]):
            yield found["not"], told
