"""Several orders in one sentence: "claim S03 and access S06", "S03 claim, S06 access".

A sentence is parted only where every part has an order's word of its own, so that "build a cruiser
and two fighters" stays one order.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

_JOINTS: Final = re.compile(
    r"""
    \s*(?:[,;:→]|\.(?=\s))\s*
    (?:(?:and|then|afterwards|next|finally|a|i|oraz|potem|następnie|nastepnie|wtedy|
        és|es|majd|aztán|aztan|utána|utana)\s+){0,2}
    |\s+[-–—+&]\s+
    |\s+(?:(?:and|then|afterwards|i|oraz|a|potem|następnie|nastepnie|és|es|majd|aztán|aztan)\s+){1,2}
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CONDITION: Final = re.compile(r"\b(?:if|jeśli|jesli|jeżeli|jezeli|ha)\b", re.IGNORECASE)
Tells = Callable[[str], bool]


def clauses(text: str, begins: Tells, ends: Tells) -> Sequence[str]:
    """Return the orders of a sentence, each with its own word.

    `begins`: whether a text begins with an order's word and goes on as that order does; `ends`:
    whether it ends with one. A sentence with a condition is never parted: what the condition holds
    for would be a guess.
    """
    if _CONDITION.search(text):
        return (text,)
    joints = [joint.span() for joint in _JOINTS.finditer(text) if joint.end() < len(text)]
    if not joints or not joints[0][0]:
        return (text,)
    found = _parted(text, _before_orders(text, joints, begins))
    if len(found) > 1:
        return found
    found = _parted(text, [span for span in joints if ends(text[: span[0]])])
    return found if len(found) > 1 and all(map(ends, found)) else (text,)


def _before_orders(
    text: str, joints: Sequence[tuple[int, int]], begins: Tells
) -> list[tuple[int, int]]:
    """Return the joints behind which an order begins, found from the last one on, so that each
    order is judged without those behind it; none where the text does not begin with an order."""
    found: list[tuple[int, int]] = []
    end = len(text)
    for start, behind in reversed(joints):
        if begins(text[behind:end].strip()):
            found.insert(0, (start, behind))
            end = start
    while found and not begins(text[: found[0][0]].strip()):
        del found[0]
    return found


def _parted(text: str, joints: Sequence[tuple[int, int]]) -> list[str]:
    """Return the parts of a text between the spans that join them."""
    starts = [0, *(end for _start, end in joints)]
    ends = [*(start for start, _end in joints), len(text)]
    return [text[a:b].strip() for a, b in zip(starts, ends, strict=True)]
