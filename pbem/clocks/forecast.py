"""How long a table will take: measured by `manage.py pace`, which writes the file beside this."""

from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from django.utils.translation import ngettext

from pbem.clocks.presets import PRESETS, preset_of
from pbem.models import Game

FILE: Final = Path(__file__).with_name("forecast.json")


class Measured(msgspec.Struct, frozen=True, order=True):
    """What so many games of a kind took on average."""

    ruleset: str
    mode: str
    preset: str
    players: int
    days: float
    games: int

    @property
    def way(self) -> tuple[str, str, str, int]:
        return self.ruleset, self.mode, self.preset, self.players


@cache
def measured() -> tuple[Measured, ...]:
    """Return all that was measured."""
    return tuple(msgspec.json.decode(FILE.read_bytes(), type=list[Measured]))


def note(new: Measured) -> None:
    """Write a measurement into the file, in place of an older one of the same kind."""
    measured.cache_clear()
    kept = [old for old in measured() if old.way != new.way]
    rows = [msgspec.json.encode(row).decode() for row in sorted([*kept, new])]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n")
    measured.cache_clear()


def days(ruleset: str, mode: str, preset: str, players: int) -> float | None:
    """Return how many days such a game takes; between numbers of players that were measured the
    days lie between theirs. None where nothing like it was measured."""
    known = {
        row.players: row.days
        for row in measured()
        if (row.ruleset, row.mode, row.preset) == (ruleset, mode, preset)
    }
    if not known:
        return None
    below = max((n for n in known if n <= players), default=min(known))
    above = min((n for n in known if n >= players), default=max(known))
    if below == above:
        return known[below]
    share = (players - below) / (above - below)
    return known[below] + share * (known[above] - known[below])


def words(ruleset: str, mode: str, preset: str, players: int) -> str:
    """Return the forecast as a phrase; "" where there is none."""
    found = days(ruleset, mode, preset, players)
    if found is None:
        return ""
    rounded = max(1, round(found))
    told = ngettext(
        "about %(days)d day for %(players)d players",
        "about %(days)d days for %(players)d players",
        rounded,
    )
    return told % {"days": rounded, "players": players}


def in_weeks(ruleset: str, mode: str, preset: str) -> str:
    """Return how many weeks games of a mode take, for every number of players that was measured;
    "" where none was."""
    told = []
    for players in counted(ruleset, mode, preset):
        found = days(ruleset, mode, preset, players)
        rounded = max(1, round((found or 0) / 7))
        words_ = ngettext(
            "about %(weeks)d week for %(players)d players",
            "about %(weeks)d weeks for %(players)d players",
            rounded,
        )
        told.append(words_ % {"weeks": rounded, "players": players})
    return " · ".join(told)


def counted(ruleset: str, mode: str, preset: str) -> list[int]:
    """Return the numbers of players that were measured."""
    return sorted(
        row.players
        for row in measured()
        if (row.ruleset, row.mode, row.preset) == (ruleset, mode, preset)
    )


def of_game(game: Game) -> str:
    """Return the forecast for a table; "" where its hours are its own."""
    preset = preset_of(game)
    if preset is None:
        return ""
    return words(game.ruleset, game.mode, preset.name, int(game.options.get("players", 2)))


def of_preset(ruleset: str, mode: str, preset: str) -> str:
    """Return the forecasts of a preset for every number of players that was measured."""
    assert preset in PRESETS
    return " · ".join(words(ruleset, mode, preset, n) for n in counted(ruleset, mode, preset))
