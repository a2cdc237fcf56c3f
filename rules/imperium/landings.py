"""Orders that land units, as people write them: several planets in one line, or no planet."""

import re
from collections.abc import Sequence

from rules.imperium.speech import _
from rules.lexicon import ALL, NUMBER_WORDS, MissingPart, Names, fold

_BETWEEN = re.compile(r"\s*(?:[,;+&]|\b(?:and|i|oraz|és|es)\b)\s*", re.IGNORECASE)
_ON_EACH = re.compile(
    r"(?:po\s+)?(.+?)\s+(?:(?:on|onto|to|na)\s+)?(?:each(?:\s+(?:planet|of them))?|every planet|"
    r"both(?: planets)?|każdą(?: planetę)?|każdej(?: planecie)?|kazda(?: planete)?|"
    r"obie(?: planety)?|mindegyikre|mindkettőre|mindkét bolygóra)",
    re.IGNORECASE,
)
_ON = re.compile(r"^(?:on|onto|at|to|na)\s+", re.IGNORECASE)


def landings(rest: str, planets: Names, legal: Sequence[str], example: str) -> list[str]:
    """Return each landing of an order, "2 infantry on Lodor and 1 on Abyz" being two, with ON.

    A planet alone takes all units, and all units land on the one planet there is; raises
    MissingPart where there are several. `example`: what could land, with its number.
    """
    if (units := on_each(rest)) is not None:
        return [f"{units} ON {planets.name(planet)}" for planet in legal]
    return [
        _with_planet(landing, planets, legal, example)
        for landing in _each(rest, planets)
        if fold(landing) not in _NOTHING
    ]


def on_each(rest: str) -> str | None:
    """Return what is said to land on each planet: "two on each"; None if that is not said."""
    spread = _ON_EACH.fullmatch(rest.strip(" .!"))
    return spread[1] if spread else None


def _with_planet(landing: str, planets: Names, legal: Sequence[str], example: str) -> str:
    bare = _ON.sub("", landing.strip(" .!"))
    if fold(bare) == "" or NUMBER_WORDS.get(fold(bare)) == ALL:
        return f"all ON {_only(planets, legal, example)}"
    words = bare.split()
    return f"all ON {bare}" if planets.span_at(words, 0) == len(words) else landing


def _only(planets: Names, legal: Sequence[str], example: str) -> str:
    """Return the planet that is meant where none is named."""
    names = [planets.name(planet) for planet in legal]
    if len(names) == 1:
        return names[0]
    words = _(
        "Say how many land where: {planets}. For example: {example}",
        planets=", ".join(names) or _("no planet"),
        example=f"LAND {example} ON {names[0] if names else 'Lodor'}",
    )
    raise MissingPart(words)


def _each(rest: str, planets: Names) -> list[str]:
    """Part "2 infantry on Lodor and 1 on Abyz" into its landings."""
    chunks = [chunk for chunk in _BETWEEN.split(rest) if chunk]
    if sum(_names_planet(chunk, planets) for chunk in chunks) < 2:
        return [rest]
    found = [""]
    for chunk in chunks:
        found[-1] = f"{found[-1]}, {chunk}" if found[-1] else chunk
        if _names_planet(chunk, planets):
            found.append("")
    return [landing for landing in found if landing]


_CASE = re.compile(r"(?<=\w{3})(?:ra|re|ba|be|ban|ben|on|en|ön)$", re.IGNORECASE)


def _names_planet(text: str, planets: Names) -> bool:
    """Return whether a planet is named, also as Hungarian has it: Starpoint-ra."""
    words = text.replace("-", " ").split()
    bare = [_CASE.sub("", word) for word in words]
    return any(planets.span_at(said, i) for said in (words, bare) for i in range(len(words)))


_NOTHING = frozenset(word for word, n in NUMBER_WORDS.items() if n == 0)
