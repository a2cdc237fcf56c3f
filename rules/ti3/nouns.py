"""Units, areas and goods as a reader is told of them; order lines write them as `names` does."""

from collections.abc import Mapping
from typing import Final

from rules.lexicon import several
from rules.ti3.speech import N_, _

UNITS: Final = {
    "war_sun": N_("War Sun"),
    "dreadnought": N_("Dreadnought"),
    "carrier": N_("Carrier"),
    "cruiser": N_("Cruiser"),
    "destroyer": N_("Destroyer"),
    "fighter": N_("Fighter"),
    "ground_force": N_("Ground Force"),
    "pds": N_("PDS"),
    "space_dock": N_("Space Dock"),
}


_NUMBERED: Final = {
    "war_sun": several("{n} War Sun", "{n} War Suns"),
    "dreadnought": several("{n} Dreadnought", "{n} Dreadnoughts"),
    "carrier": several("{n} Carrier", "{n} Carriers"),
    "cruiser": several("{n} Cruiser", "{n} Cruisers"),
    "destroyer": several("{n} Destroyer", "{n} Destroyers"),
    "fighter": several("{n} Fighter", "{n} Fighters"),
    "ground_force": several("{n} Ground Force", "{n} Ground Forces"),
    "pds": several("{n} PDS", "{n} PDS"),
    "space_dock": several("{n} Space Dock", "{n} Space Docks"),
    "strategy": several("{n} Strategy Allocation", "{n} Strategy Allocation"),
    "command": several("{n} Command Pool", "{n} Command Pool"),
    "fleet": several("{n} Fleet Supply", "{n} Fleet Supply"),
    "goods": several("{n} Trade Good", "{n} Trade Goods"),
}
_WORDS: Final = {
    "strategy": N_("Strategy Allocation"),
    "command": N_("Command Pool"),
    "fleet": N_("Fleet Supply"),
    "resources": N_("resources"),
    "influence": N_("influence"),
    "alpha": N_("alpha"),
    "beta": N_("beta"),
    "blue": N_("blue"),
    "green": N_("green"),
    "red": N_("red"),
    "yellow": N_("yellow"),
    "asteroid_field": N_("asteroid field"),
    "nebula": N_("nebula"),
    "supernova": N_("supernova"),
    "admiral": N_("Admiral"),
    "agent": N_("Agent"),
    "diplomat": N_("Diplomat"),
    "general": N_("General"),
    "scientist": N_("Scientist"),
    "for": N_("for"),
    "against": N_("against"),
}


def unit(id: str) -> str:
    return _(UNITS[id])


def word(id: str) -> str:
    """Return an area, a value of planets, a colour, an anomaly, a type of leader, a side of a
    vote."""
    return _(_WORDS[id])


def some(id: str, n: int) -> str:
    """Return a number of things: "2 Cruisers"."""
    return _.several(*_NUMBERED[id], n)


def counted(counts: Mapping[str, int]) -> str:
    """Return the things counted, as in "2 Cruisers, 1 Carrier"."""
    return ", ".join(some(id, n) for id, n in counts.items() if n) or _("nothing")
