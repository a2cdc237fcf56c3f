"""Units, pools and goods as a reader is told of them; order lines write them as `names` does."""

from collections.abc import Mapping
from typing import Final

from rules.lexicon import several
from rules.ti4.speech import N_, _

UNITS: Final = {
    "flagship": N_("flagship"),
    "war_sun": N_("war sun"),
    "dreadnought": N_("dreadnought"),
    "carrier": N_("carrier"),
    "cruiser": N_("cruiser"),
    "destroyer": N_("destroyer"),
    "fighter": N_("fighter"),
    "infantry": N_("infantry"),
    "pds": N_("pds"),
    "space_dock": N_("space dock"),
}


_NUMBERED: Final = {
    "flagship": several("{n} flagship", "{n} flagships"),
    "war_sun": several("{n} war sun", "{n} war suns"),
    "dreadnought": several("{n} dreadnought", "{n} dreadnoughts"),
    "carrier": several("{n} carrier", "{n} carriers"),
    "cruiser": several("{n} cruiser", "{n} cruisers"),
    "destroyer": several("{n} destroyer", "{n} destroyers"),
    "fighter": several("{n} fighter", "{n} fighters"),
    "infantry": several("{n} infantry", "{n} infantry"),
    "pds": several("{n} pds", "{n} pds"),
    "space_dock": several("{n} space dock", "{n} space docks"),
    "tactic": several("{n} tactic", "{n} tactic"),
    "fleet": several("{n} fleet", "{n} fleet"),
    "strategy": several("{n} strategy", "{n} strategy"),
    "trade_goods": several("{n} trade good", "{n} trade goods"),
    "commodities": several("{n} commodity", "{n} commodities"),
    "promissory_note": several("{n} promissory note", "{n} promissory notes"),
    "action_cards": several("{n} action card", "{n} action cards"),
    "planets": several("{n} planet", "{n} planets"),
    "secrets": several("{n} secret objective", "{n} secret objectives"),
}
_WORDS: Final = {
    "tactic": N_("tactic"),
    "fleet": N_("fleet"),
    "strategy": N_("strategy"),
    "resources": N_("resources"),
    "influence": N_("influence"),
    "alpha": N_("alpha"),
    "beta": N_("beta"),
    "delta": N_("delta"),
    "blue": N_("blue"),
    "green": N_("green"),
    "red": N_("red"),
    "yellow": N_("yellow"),
    "cultural": N_("cultural"),
    "hazardous": N_("hazardous"),
    "industrial": N_("industrial"),
    "asteroid_field": N_("asteroid field"),
    "nebula": N_("nebula"),
    "supernova": N_("supernova"),
    "gravity_rift": N_("gravity rift"),
}


def unit(id: str) -> str:
    return _(UNITS[id])


def word(id: str) -> str:
    """Return a pool, a value of planets, a wormhole, a colour of technology, a trait or an anomaly
    in words."""
    return _(_WORDS[id])


def some(id: str, n: int) -> str:
    """Return a number of things: "2 cruisers"."""
    return _.several(*_NUMBERED[id], n)


def counted(counts: Mapping[str, int]) -> str:
    """Return the things counted, as in "2 cruisers, 1 carrier"."""
    return ", ".join(some(id, n) for id, n in counts.items() if n) or _("nothing")
