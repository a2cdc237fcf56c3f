"""What can happen, in words."""

from collections.abc import Mapping, Sequence

from rules.kernel.events import Event
from rules.ti3 import nouns
from rules.ti3.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    CONTRACTS,
    DOMAINS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    RACES,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    TILES,
    UNITS,
)
from rules.ti3.speech import _
from rules.toolbox.targets import is_player, seat_of

_NAMED: tuple[Mapping[str, object], ...] = (
    TILES, ACTION_CARDS, AGENDAS, OBJECTIVES, TECHNOLOGIES, PLANETS, STRATEGY_CARDS, ABILITIES,
    RACES, DOMAINS, LEADERS,
)  # fmt: skip


def title(id: str) -> str:
    """Return the printed name behind an id; an objective without one goes by its condition."""
    if id in OBJECTIVES and not OBJECTIVES[id].is_named:
        return _(OBJECTIVES[id].condition).rstrip(".")
    for known in _NAMED:
        if id in known:
            return str(known[id].name)  # type: ignore[attr-defined]
    if id in CONTRACTS:
        contract = CONTRACTS[id]
        race = RACES[contract.race].short
        return _("{race} {n} (worth {value})", race=race, n=contract.number, value=contract.value)
    if id in UNITS:
        return nouns.unit(id)
    return id


def target_words(target: str, names: Sequence[str]) -> str:
    """Return what something is done to: a player ("@2"), several things ("a+b", "a>b"), a card
    copied and what it is played on ("a:b"), or one."""
    if ":" in target:
        parts = (part for part in target.split(":", 1) if part)
        return ", ".join(target_words(part, names) for part in parts)
    for mark, word in (("+", ", "), (">", " > "), ("/", ", ")):
        if mark in target:
            return word.join(target_words(part, names) for part in target.split(mark))
    if is_player(target):
        return names[seat_of(target)]
    if target in ("for", "against"):
        return nouns.word(target)
    return title(target)


class Happening(Event):
    """An event of this game, told in its own words."""

    speech = _
