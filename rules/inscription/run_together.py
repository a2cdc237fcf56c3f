"""What people run together: "navigation: claim S02 and access S06", "1 influence to claim S03"."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from rules.inscription.names import PAYMENT_NAMES
from rules.lexicon import Verbs, clauses

_NUMBER: Final = r"(?:[1-9]|one|an?|my|the|jeden|jedno|jedną|egy|az?)"
_KINDS: Final = "|".join(
    sorted(
        {
            re.escape(spelling)
            for spellings in PAYMENT_NAMES.entries.values()
            for spelling in spellings
            if len(spelling) > 1
        },
        key=len,
        reverse=True,
    )
)
_PAID_FIRST: Final = re.compile(
    rf"(?:(?:spend|use|pay|with|for|wydaj|wydaję|za|z|elköltök|elkölt)\s+)?(?:{_NUMBER}\s+)?"
    rf"(?P<kind>{_KINDS})(?:-?[a-z]?[ae]l|-?t|-?b[óő]l|-?r[ae])?(?:\\s+assets?)?"
    r"\s*(?:[:=,→]|->|=>|\b(?:to|on|for|in|into|by|żeby|zeby|na|do|and|hogy)\b)?\s*(?P<order>\S.*)",
    re.IGNORECASE,
)
_THING: Final = re.compile(r"(?:the\s+|az?\s+)?[a-z]{1,3}\d", re.IGNORECASE)


def parts(order: str, verbs: Verbs) -> Sequence[str]:
    """Return the orders of a line, each with what pays for it behind it."""
    return tuple(_orders(order, verbs))


def _orders(order: str, verbs: Verbs) -> Iterator[str]:
    first = verbs.begun(order)
    if first is not None and first.id == "dice" and first.rest:
        for piece in _orders(first.rest, verbs):
            yield order if piece == first.rest else f"DICE {piece}"
        return
    for piece in clauses(order, partial(_begins, verbs), partial(_ends, verbs)):
        yield _paid_behind(piece, verbs) or piece


def _begins(verbs: Verbs, text: str) -> bool:
    """Return whether an order of its own begins here: its word, a sheet, or what pays for it."""
    found = verbs.begun(text)
    if found is not None:
        return (len(text.split()) > 1 and bool(found.rest)) or found.id in verbs.exact
    return _paid_behind(text, verbs) is not None


def _ends(verbs: Verbs, text: str) -> bool:
    found = verbs.ended(text)
    return found is not None and bool(found.rest)


def _paid_behind(text: str, verbs: Verbs) -> str | None:
    """Return "claim S03 with influence" for "spend 1 influence to claim S03"."""
    found = _PAID_FIRST.fullmatch(text)
    if found is None:
        return None
    order = found["order"]
    reading = verbs.begun(order)
    if reading is None or not reading.rest:
        if not _THING.match(order):
            return None
    elif reading.id in ("goods", "focus", "die", "lapse", "done", "skip"):
        return None
    return f"{order} with {PAYMENT_NAMES.name(PAYMENT_NAMES.find(found['kind']).id)}"
