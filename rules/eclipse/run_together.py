"""Orders of one turn that people write in one sentence: "trade 4 materials for money, then research
nanorobots"."""

import re
from collections.abc import Sequence
from typing import Final

from rules.eclipse.facts import ACTIONS
from rules.lexicon import LexiconError, Verbs

_THEN = re.compile(
    r"\s*[,;]?\s+(?:(?:and|i|és|es)\s+)?(?:then|afterwards|after that|potem|następnie|nastepnie|"
    r"później|majd|aztán|aztan|utána|utana)\s+",
    re.IGNORECASE,
)
FREE: Final = frozenset({"colonize", "trade", "propose"})
FOLLOWING: Final = FREE | {"place", "discard", "done"}


def parts(order: str, verbs: Verbs) -> Sequence[str]:
    """Return the orders of a sentence; it stays whole where two of them would be actions."""
    pieces = _THEN.split(order)
    if len(pieces) < 2:
        return (order,)
    try:
        said = [verbs.split(piece).id for piece in pieces]
    except LexiconError:
        return (order,)
    known = all(verb in FREE or verb in FOLLOWING or verb in ACTIONS for verb in said)
    actions = sum(verb in ACTIONS for verb in said)
    return pieces if known and actions == 1 else (order,)
