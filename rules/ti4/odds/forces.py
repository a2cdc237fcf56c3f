"""A force as a player writes it: `2 cruiser, 1 carrier II WITH Letnev, Morale Boost`."""

import re
from typing import Final, NamedTuple

from rules.lexicon import BadCount, LexiconError, MissingPart, Names, read_counted
from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    TECHNOLOGIES,
    UNIT_TYPES,
)
from rules.ti4.names import UNIT_NAMES
from rules.ti4.names import UNITS as LOSS_NAMES
from rules.ti4.speech import _
from rules.toolbox.stock import Counts

MOST_UNITS: Final = 30
FIRST_ROUND: Final = ("morale_boost", "fighter_prototype", "fire_team", "shields_holding")
REROLLS: Final = {"fire_team": "ground", "war_funding": "space", "munitions_reserves": "space"}
LAWS: Final = ("prophecy_of_ixth", "publicize_weapon_schematics")
_CARDS = (*FIRST_ROUND, "bunker", "disable", "maneuvering_jets", "experimental_battlestation")
_NOTES = ("tekklar_legion", "war_funding")
_TECHS = (
    "antimass_deflectors",
    "plasma_scoring",
    "magen_defense_grid",
    "duranium_armor",
    "assault_cannon",
    "graviton_laser_system",
    "l4_disruptors",
    "non_euclidean_shielding",
    "valkyrie_particle_weave",
)
_UPGRADES = {t.id: t.upgrades for t in TECHNOLOGIES.values() if t.unit}
_UPGRADED = {f"{unit}_ii": unit for unit in UNIT_TYPES if f"{unit}_ii" in TECHNOLOGIES}
_UPGRADED["war_sun_ii"] = "war_sun"

FORCE_NAMES = Names(
    {
        **{unit: names for unit, names in UNIT_NAMES.items() if unit != "space_dock"},
        **{
            better: tuple(f"{name} ii" for name in UNIT_NAMES[unit])
            for better, unit in _UPGRADED.items()
            if unit != "space_dock"
        },
    },
    kind="unit",
)
HELP_NAMES = Names(
    {
        **{f.id: (f.name, f.short) for f in FACTIONS.values()},
        **{t: (TECHNOLOGIES[t].name,) for t in (*_TECHS, *_UPGRADES)},
        **{card: (ACTION_CARDS[card].name,) for card in _CARDS},
        **{note: (NOTES[note].name,) for note in _NOTES},
        **{law: (AGENDAS[law].name,) for law in LAWS},
        "munitions_reserves": (ABILITIES["munitions_reserves"].name,),
    },
    kind="faction, technology or card that changes a combat",
)


class Force(NamedTuple):
    """One side as it was written."""

    units: Counts
    faction: str = ""
    techs: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    """Cards, notes, laws and paid abilities in its favour."""
    order: tuple[str, ...] = ()
    """Types lost first; the rest follow from the cheapest up."""
    sustain_last: bool = False


def read_force(text: str, helps: str = "", hits: str = "", faction: str = "") -> Force:
    """Read a force; `faction` is the owner's faction if it is known, else the text may say so."""
    said, *rest = re.split(r"(?i)\bwith\b", text, maxsplit=1)
    more = "".join(rest)
    units: Counts = {}
    wanted: list[str] = []
    for name, n in read_counted(said, FORCE_NAMES).counts.items():
        unit = _UPGRADED.get(name, name)
        units[unit] = units.get(unit, 0) + n
        wanted += [unit] if name in _UPGRADED else []
    if not units:
        raise MissingPart(_("Write the units of both sides, such as “2 cruiser, 1 carrier”."))
    if sum(units.values()) > MOST_UNITS:
        raise BadCount(_("At most {most} units a side.", most=MOST_UNITS))
    named = [HELP_NAMES.find(part).id for part in f"{more},{helps}".split(",") if part.strip()]
    whose = _faction(named, faction)
    if "flagship" in units and not whose:
        raise MissingPart(_("Flagships differ: name the faction, as in “1 flagship WITH Sol”."))
    order = [part for part in hits.split(",") if part.strip()]
    last = [part for part in order if part.strip().lower() == "sustain last"]
    types = dict.fromkeys(LOSS_NAMES.find(part).id for part in order if part not in last)
    return Force(
        units,
        whose,
        _techs(units, whose, wanted, named),
        tuple(n for n in named if n not in FACTIONS and n not in TECHNOLOGIES),
        tuple(types),
        bool(last),
    )


def _faction(named: list[str], known: str) -> str:
    factions = list(dict.fromkeys([known, *named] if known else named))
    factions = [name for name in factions if name in FACTIONS]
    if len(factions) > 1:
        raise LexiconError(_("A side is of one faction."))
    return "".join(factions)


def _techs(units: Counts, faction: str, wanted: list[str], named: list[str]) -> tuple[str, ...]:
    wanted = wanted + [_UPGRADES[n] for n in named if n in _UPGRADES and n != "war_sun"]
    techs = [_upgrade(unit, faction) for unit in wanted]
    techs += [name for name in named if name in TECHNOLOGIES and name not in _UPGRADES]
    if "war_sun" in units and faction != "embers_of_muaat":
        techs.append("war_sun")
    return tuple(dict.fromkeys(techs))


def _upgrade(unit: str, faction: str) -> str:
    """Return the faction's own upgrade of a type, or everybody's."""
    fitting = [
        t.id for t in TECHNOLOGIES.values() if t.upgrades == unit and t.faction in ("", faction)
    ]
    return max(fitting, key=lambda id: TECHNOLOGIES[id].faction)
