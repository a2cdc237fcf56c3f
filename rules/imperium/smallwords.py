"""Small words round what an order names, which say nothing: "the 27 system", "my Warfare card"."""

import re
from collections.abc import Sequence
from typing import Final

from rules.lexicon import NUMBER_WORDS, Names, fold
from rules.lexicon.counted import ALL
from rules.lexicon.frames import adds_nothing

_BESIDE_A_PLACE = re.compile(
    r"^(?:(?:the|my|in|into|to|at|on|onto|over|there|system|w|we|do|na|mój|moj|moim|mojego|a|az)\s+)+"
    r"|\s+(?:system|tile|hex|again|now|rendszerbe|rendszert|rendszerben)$",
    re.IGNORECASE,
)
_BESIDE_A_CARD = re.compile(
    r"^(?:the|my|a|an|az|moją|swoją|kartę|karty|strategii|strategic|strategy|action|card)[\s:–-]+"
    r"|[\s:–-]+(?:card|kartę|karty|strategy|strategii|stratégiát|stratégiát|lapot|lapját|kártyát|kártyám|kártyámat)$",
    re.IGNORECASE,
)
_BESIDE_A_POOL = re.compile(
    r"\b(?:tokens?|counters?|żeton\w*|zeton\w*|jelző\w*|jelzo\w*|it|them|of|"
    r"in|into|to|on|for|the|my|pool|do|w|na|puli|a|az)\b(?!\s+counters?)",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"\bcommand\s+", re.IGNORECASE)
_IN_EACH = re.compile(
    r"(?:po\s+)?(\w+)\s+(?:each|every|każdej|kazdej|każdego|mindegyikbe|mindegyik)",
    re.IGNORECASE,
)
_ONE = re.compile(r"^(?:one|1|jeden|jedną|egy)\s+(?=\S)", re.IGNORECASE)
_A_TURN = frozenset({"turn", "tura", "ture", "tury", "turze", "kor", "kort", "korben"})
_VOTING = re.compile(
    r"\b(?:with|using|of|my|the|votes?|planets?|influence|z|ze|moimi|wszystkich|planetami|głosami|"
    r"planet|glosami|głosy|głosów|glosy|glosow|idą|megy|mennek|bolygómmal|bolygommal|szavazatommal|szavazattal|szavazatot|szavazatom)\b",
    re.IGNORECASE,
)
_TOKENS = re.compile(r"[^\s,;+&/()]+")
HOME: Final = frozenset(
    (
        "home", "home system", "homeworld", "hs", "dom", "domu", "uklad macierzysty",
        "ukladzie macierzystym", "ukladu macierzystego", "u siebie", "siebie", "u mnie",
        "otthon", "otthonrol", "haza", "itthon", "itthonrol", "otthonomban", "anyabolygo",
    )
)  # fmt: skip
"""Words for the writer's home system, folded."""
EVERYTHING: Final = frozenset(
    (
        "all", "everything", "all planets", "everyone", "everybody", "all players", "all of them",
        "wszystko", "wszystkim", "wszystkich", "wszystkie", "wszyscy", "wszystkimi",
        "minden", "mindennel", "mindenki", "mindenkinek", "osszes",
    )
)  # fmt: skip
"""Words for all there are, folded."""


_HOME_AND_CASE: Final = {
    "{}": ("home", "home system", "homeworld", "hs", "dom", "domu", "anyabolygó", "anyabolygóm"),
    "w {}": ("u siebie", "u mnie", "w domu"),
    "z {}": ("z domu", "ode mnie"),
    "{}-on": ("otthon", "itthon"),
    "{}-ról": ("otthonról", "otthonrol", "itthonról", "itthonrol", "hazulról"),
    "{}-ra": ("haza", "hazafelé"),
}


def in_words_for_home(name: str, *, cased: bool = False) -> dict[str, str]:
    """Return what words for home mean, by the name of a home: "otthonról" is "Jord-ról".

    `cased`: only those that say by themselves where from or where to.
    """
    return {
        word: form.format(name)
        for form, words in _HOME_AND_CASE.items()
        for word in words
        if form != "{}" or not cased
    }


def mentions(text: str, names: Names) -> bool:
    """Return whether a name stands anywhere in a text, exactly or merely inflected."""
    words = _TOKENS.findall(text)
    return any(names.span_at(words, i) for i in range(len(words)))


def is_home(text: str) -> bool:
    """Return whether a text is a word for the writer's home system."""
    return fold(bare_place(text)) in HOME or fold(text).strip() in HOME


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


def bare_pools(text: str, pools: Names) -> str:
    """Return a list of pools without the words for what goes there: "1 token in fleet" is "1
    fleet", "one in each pool" is one in each of `pools`."""
    text = text if "command" in pools else _COMMAND.sub("", text)
    bare = " ".join(_BESIDE_A_POOL.sub(" ", text).split())
    each = _IN_EACH.fullmatch(bare)
    return ", ".join(f"{each[1]} {pool}" for pool in pools) if each else bare


def vote_with_all(text: str) -> str | None:
    """Return the outcome of a vote said with everything one has, whatever comes first: "all my
    votes against" is against; None where that is not said."""
    words = _VOTING.sub(" ", text.replace(",", " ")).split()
    found = [word for word in words if NUMBER_WORDS.get(fold(word)) != ALL]
    return " ".join(found) if found and len(found) < len(words) else None


def with_short_plurals(names: Sequence[str]) -> tuple[str, ...]:
    """Return names with the plural of those of two letters: "dd" and "dds"."""
    return tuple(dict.fromkeys((*names, *(f"{x}s" for x in names if len(x) == 2))))
