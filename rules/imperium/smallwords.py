"""Small words round what an order names, which say nothing: "the 27 system", "my Warfare card"."""

import re

from rules.lexicon import NUMBER_WORDS, fold
from rules.lexicon.counted import ALL
from rules.lexicon.frames import adds_nothing

_BESIDE_A_PLACE = re.compile(
    r"^(?:(?:the|my|in|into|to|at|on|onto|over|there|system|w|we|do|na|mój|moj|moim|mojego|a|az)\s+)+"
    r"|\s+(?:system|tile|hex|again|now|rendszerbe|rendszert|rendszerben)$",
    re.IGNORECASE,
)
_BESIDE_A_CARD = re.compile(
    r"^(?:the|my|a|an|az|moją|swoją|kartę|karty|strategii|strategic|strategy|action|card)[\s:–-]+"
    r"|[\s:–-]+(?:card|kartę|karty|lapot|lapját|kártyát|kártyám|kártyámat)$",
    re.IGNORECASE,
)
_ONE = re.compile(r"^(?:one|1|jeden|jedną|egy)\s+(?=\S)", re.IGNORECASE)
_A_TURN = frozenset({"turn", "tura", "ture", "tury", "turze", "kor", "kort", "korben"})
_VOTING = re.compile(
    r"\b(?:with|using|of|my|the|votes?|planets?|influence|z|ze|moimi|wszystkich|planetami|głosami|"
    r"planet|glosami|bolygómmal|bolygommal|szavazatommal|szavazattal|szavazatot|szavazatom)\b",
    re.IGNORECASE,
)


def bare_place(text: str) -> str:
    """Return a text without the small words beside a place."""
    while (shorter := _BESIDE_A_PLACE.sub("", text.strip())) != text.strip() and shorter:
        text = shorter
    return text.strip(" .!,:")


def bare_card(text: str) -> str:
    """Return a text without the small words beside a strategy card."""
    text = _ONE.sub("", text.strip(" .!"))
    while (shorter := _BESIDE_A_CARD.sub("", text)) != text and shorter:
        text = shorter
    return text


def says_nothing_more(text: str) -> bool:
    """Return whether nothing is said behind PASS but that it is for this round. "Pass my turn" says
    more: that the next turn is to come."""
    return adds_nothing(text) and not _A_TURN.intersection(map(fold, text.split()))


def vote_with_all(text: str) -> str | None:
    """Return the outcome of a vote said with everything one has, whatever comes first: "all my
    votes against" is against; None where that is not said."""
    words = _VOTING.sub(" ", text.replace(",", " ")).split()
    found = [word for word in words if NUMBER_WORDS.get(fold(word)) != ALL]
    return " ".join(found) if found and len(found) < len(words) else None
