"""What the cards, units, races and rules say, in our own words and the reader's language."""

from functools import cache

from rules.lexicon import Names
from rules.ti3 import events as ev
from rules.ti3.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    DOMAINS,
    LEADERS,
    OBJECTIVES,
    STRATEGY_CARDS,
    TECHNOLOGIES,
)
from rules.ti3.speech import _


def effect(id: str) -> str:
    """What a card, technology or ability does, in one line; "" for anything else."""
    if id in ACTION_CARDS:
        return _(ACTION_CARDS[id].effect)
    if id in ABILITIES:
        return _(ABILITIES[id].effect)
    if id in TECHNOLOGIES:
        return " ".join(_(line) for line in TECHNOLOGIES[id].effects)
    if id in AGENDAS:
        agenda = AGENDAS[id]
        return " ".join(f"{_(side)}: {_(says)}" for side, says in agenda.outcomes.items())
    if id in OBJECTIVES:
        return _(OBJECTIVES[id].condition)
    if id in DOMAINS:
        return _(DOMAINS[id].effect)
    if id in STRATEGY_CARDS:
        return " ".join(_(line) for line in STRATEGY_CARDS[id].primary)
    return _(LEADERS[id].type) if id in LEADERS else ""


def named(id: str) -> str:
    """The same with its name in front."""
    return f"{ev.title(id)}: {effect(id)}"


@cache
def _all_names() -> Names:
    known = (
        ACTION_CARDS, ABILITIES, TECHNOLOGIES, AGENDAS, OBJECTIVES, DOMAINS, STRATEGY_CARDS,
        LEADERS,
    )  # fmt: skip
    return Names({id: (ev.title(id),) for table in known for id in table}, kind="card")


def find(name: str) -> str | None:
    """What a card, technology, ability or objective of this name does."""
    found = _all_names().find(name)
    return named(found.id)
