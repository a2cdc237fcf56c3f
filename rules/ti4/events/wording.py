"""The base of this game's events, and the words they share."""

from collections.abc import Sequence

from rules.kernel.events import Event
from rules.ti4 import nouns
from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    TILES,
    UNIT_TYPES,
    UNITS,
)
from rules.ti4.speech import N_, _
from rules.toolbox.targets import ids_of, is_player, seat_of


def title(id: str) -> str:
    """Return the printed name behind an id."""
    if id in TILES:
        return _("tile {id}", id=id)
    for known in (
        ACTION_CARDS, AGENDAS, OBJECTIVES, NOTES, TECHNOLOGIES, PLANETS, STRATEGY_CARDS,
        ABILITIES, FACTIONS,
    ):  # fmt: skip
        if id in known:
            return str(known[id].name)
    return UNITS[id].name if id in UNITS else id


class Happening(Event):
    """An event of this game, told in its own words."""

    speech = _


_TARGETS = (
    N_("for"),
    N_("against"),
    N_("misses"),
    N_("some"),
    N_("damaged"),
    N_("goods"),
    N_("commodities"),
    N_("sustain"),
    N_("lose"),
    N_("alpha"),
    N_("beta"),
)
"""Targets and outcomes that are neither names nor units."""


def target_words(on: str, names: Sequence[str]) -> str:
    """Return a target or outcome in words: "@2" is a seat, anything else an id; several are set
    apart by spaces."""
    return ", ".join(_word(part, names) for part in ids_of(on))


def _word(on: str, names: Sequence[str]) -> str:
    if is_player(on):
        return names[seat_of(on)]
    if on in _TARGETS:
        return _(on)
    return nouns.unit(on) if on in UNIT_TYPES else title(on)
