"""Clocks that fit the time a table has: hours to answer, chosen by one word."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from pbem.models import Game


class Preset(NamedTuple):
    """The hours for a turn and for everything else, and how often a day people should look."""

    name: str
    label: Promise
    about: Promise
    turn: float
    rest: float
    looks: int

    @property
    def hours(self) -> dict[str, float]:
        """Return the hours as a table stores them."""
        return {"turn": self.turn, "default": self.rest}


PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        Preset(
            "one-week",
            gettext_lazy("One week"),
            gettext_lazy(
                "6 hours for a turn, 4 for anything else: for people who look four times a day."
            ),
            6,
            4,
            4,
        ),
        Preset(
            "three-weeks",
            gettext_lazy("Three weeks"),
            gettext_lazy("12 hours for a turn, 8 for anything else: two looks a day are enough."),
            12,
            8,
            2,
        ),
        Preset(
            "relaxed",
            gettext_lazy("Relaxed"),
            gettext_lazy("24 hours for everything: one look a day is enough, and games take long."),
            24,
            24,
            2,
        ),
    )
}
USUAL: Final = PRESETS["three-weeks"]
"""What a new table has, unless whoever makes it says otherwise."""


def preset_of(game: Game) -> Preset | None:
    """Return the preset whose hours the table has; None if it has hours of its own."""
    for preset in PRESETS.values():
        if dict(game.hours) == preset.hours:
            return preset
    return None
