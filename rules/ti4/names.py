"""The names players write, in English, Polish and Hungarian; built once."""

import re
from functools import lru_cache
from typing import Final

from rules.imperium.smallwords import with_short_plurals
from rules.lexicon import Names
from rules.ti4.facts import (
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    OBJECTIVES,
    PLANETS,
    SHIPS,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    TILES,
)
from rules.ti4.state import View

UNIT_NAMES = {
    "flagship": ("flagship", "flag", "fs", "okręt flagowy", "flagowiec", "zászlóshajó"),
    "war_sun": (
        "war sun", "warsun", "ws", "słońce wojny", "gwiazda wojny", "gwiazdę wojny",
        "gwiazdy wojny", "gwiazd wojny", "hadinap", "hadi nap", "háborús nap", "halálcsillag",
    ),
    "dreadnought": (
        "dreadnought", "dreadnaught", "dread", "dn", "battleship", "pancernik", "csatahajó",
    ),
    "carrier": (
        "carrier", "cv", "carr", "transport", "transportowiec", "transportowce",
        "transportowców", "lotniskowiec", "anyahajó", "hordozó",
    ),
    "cruiser": ("cruiser", "ca", "cru", "krążownik", "cirkáló"),
    "destroyer": ("destroyer", "dd", "niszczyciel", "niszczycieli", "romboló"),
    "fighter": (
        "fighter", "ff", "ftr", "myśliwiec", "myśliwce", "myśliwców", "myśliwcami", "vadász",
        "űrvadász",
    ),
    "infantry": (
        "infantry", "inf", "gf", "ground force", "ground troop", "troop", "soldier", "marine",
        "piechota",        "wojsko", "wojska", "żołnierz", "żołnierze", "żołnierzami", "csapat",
        "piechoty", "piechot", "piechotą", "oddział piechoty", "gyalogság", "gyalogos", "katona",
    ),
    "pds": ("pds", "pds-t", "psd", "planetary defense", "bolygóvédelmi rendszer"),
    "space_dock": (
        "space dock", "dock", "sd", "spacedock", "shipyard", "stocznia kosmiczna", "stocznia",
        "stocznię", "dok", "űrdokk", "dokk",
    ),
}  # fmt: skip
"""Names and shorthand of units; the first is shown."""
UNIT_NAMES = {unit: with_short_plurals(names) for unit, names in UNIT_NAMES.items()}
UNITS = Names(UNIT_NAMES, kind="unit")
SHIP_NAMES = Names({u: UNIT_NAMES[u] for u in (*SHIPS, "space_dock")}, kind="ship")
CARGO_NAMES = Names({u: UNIT_NAMES[u] for u in ("fighter", "infantry")}, kind="unit")
GROUND_NAMES = Names({"infantry": UNIT_NAMES["infantry"]}, kind="ground force")

POOLS = Names(
    {
        "tactic": ("tactic", "tactics", "tactical", "tac", "taktyka", "taktyki", "taktika"),
        "fleet": ("fleet", "fleet supply", "flota", "floty", "flotta"),
        "strategy": ("strategy", "strategic", "strat", "strategia", "strategii", "stratégia"),
    },
    kind="pool",
)
CARDS = Names(
    {
        "leadership": ("Leadership", "Przywództwo", "Vezetés", "Lead", "1"),
        "diplomacy": ("Diplomacy", "Dyplomacja", "Diplomácia", "Diplo", "2"),
        "politics": ("Politics", "Polityka", "Politika", "Pol", "3"),
        "construction": ("Construction", "Budowa", "Építés", "Con", "4"),
        "trade": ("Trade", "Handel", "Kereskedelem", "Kereskedelmet", "5"),
        "warfare": ("Warfare", "Wojna", "Hadviselés", "War", "6"),
        "technology": ("Technology", "Technologia", "Technológia", "Tech", "7"),
        "imperial": ("Imperial", "Imperium", "Birodalom", "Imp", "8"),
    },
    kind="strategy card",
)
GOODS = Names(
    {
        "goods": (
            "trade good",
            "trade goods",
            "goods",
            "tg",
            "tgs",
            "tradegood",
            "dobra",
            "dobro",
            "dóbr",
            "áru",
            "kereskedelmi áru",
        ),
        "commodities": (
            "commodity",
            "commodities",
            "comm",
            "comms",
            "towar",
            "towary",
            "towarów",
            "nyersanyag",
            "árucikk",
        ),
    },
    kind="goods",
)


def _numbered(tile: str) -> tuple[str, ...]:
    return f"tile {tile}", f"system {tile}", f"układ {tile}", f"{tile}. rendszer"


_NICKNAMES = {"mecatol_rex": ("MR", "Mecatol", "Rex")}


def _planet(planet: str) -> tuple[str, ...]:
    return PLANETS[planet].name, *_NICKNAMES.get(planet, ())


PLANET_NAMES = Names({planet: _planet(planet) for planet in PLANETS}, kind="planet")
TILE_NAMES = Names(
    {
        t.id: (t.id, *_numbered(t.id), *(name for p in t.planets for name in _planet(p)))
        for t in TILES.values()
    },
    kind="system",
)
PLACE_NAMES = Names(
    {
        **{planet: _planet(planet) for planet in PLANETS},
        **{t.id: (t.id, *_numbered(t.id), f"space {t.id}") for t in TILES.values()},
    },
    kind="place",
)
TECHS = Names(
    {t.id: (t.name, re.sub(r" II$", " 2", t.name)) for t in TECHNOLOGIES.values()},
    kind="technology",
)
OBJECTIVE_NAMES = Names({o.id: (o.name,) for o in OBJECTIVES.values()}, kind="objective")
FACTION_NICKNAMES = {
    "arborec": ("plants", "trees", "rośliny", "növények"),
    "barony_of_letnev": ("Barony", "baron", "Baronia", "Báróság"),
    "clan_of_saar": ("Clan", "rats", "Klan", "Klán"),
    "embers_of_muaat": ("Embers", "Żar"),
    "emirates_of_hacan": (
        "lions", "cats", "Emirates", "Hakan", "Hakanowie", "Hakanów", "Hakanom", "lwy", "koty",
        "oroszlánok",
    ),
    "federation_of_sol": ("humans", "Federation", "Federacja", "ludzie", "emberek"),
    "ghosts_of_creuss": ("Ghosts", "Duchy", "Widma", "szellemek"),
    "l1z1x_mindnet": ("Lizix", "Mindnet", "L1", "cyborgs", "cyborgi", "kiborgok"),
    "mentak_coalition": ("pirates", "Coalition", "piraci", "Koalicja", "kalózok"),
    "naalu_collective": ("snakes", "Collective", "węże", "kígyók"),
    "nekro_virus": ("Necro", "virus", "wirus", "vírus"),
    "sardakk_norr": ("Sardakk", "Norr", "bugs", "robale", "bogarak"),
    "universities_of_jol_nar": ("JN", "fish", "Universities", "ryby", "halak"),
    "winnu": ("Winnarans", "Winnarianie"),
    "xxcha_kingdom": ("turtles", "Kingdom", "żółwie", "teknősök"),
    "yin_brotherhood": ("monks", "Brotherhood", "Bractwo", "szerzetesek"),
    "yssaril_tribes": ("goblins", "Tribes", "gobliny", "goblinok"),
}  # fmt: skip
"""What players call the factions besides their names."""


def nicknames_of(faction: str) -> tuple[str, ...]:
    """Return the nicknames of a faction besides its names, with and without an article."""
    plain = FACTION_NICKNAMES.get(faction, ())
    return (*plain, *(f"the {name}" for name in plain))


FACTION_NAMES = Names(
    {f.id: (f.name, f.short, *nicknames_of(f.id)) for f in FACTIONS.values()},
    kind="faction",
)
AGENDA_NAMES = Names({a.id: (a.name,) for a in AGENDAS.values()}, kind="agenda")
ACTION_NAMES = Names({c.id: (c.name,) for c in ACTION_CARDS.values()}, kind="action card")
assert set(CARDS) == set(STRATEGY_CARDS)


@lru_cache(maxsize=256)
def _seats(names: tuple[str, ...], factions: tuple[str, ...]) -> Names:
    nicknames = [nicknames_of(faction) for faction in factions]
    return Names({str(i): (n, *nicknames[i]) for i, n in enumerate(names)}, kind="player")


def seats(v: View) -> Names:
    """Return the players by name, and by the names of their factions."""
    return _seats(tuple(v.names), tuple(side.faction for side in v.table.sides))


LINE_WORDS: Final = {
    "pl": {
        "PAY": "PŁACĄC", "tactic": "taktyka", "fleet": "flota", "strategy": "strategia",
        "trade goods": "dobra", "trade good": "dobro", "nobody": "nikt", "fire": "strzelaj",
        "hold": "wstrzymaj", "for": "za", "against": "przeciw", "top": "na wierzch",
        "bottom": "na spód",
    },
    "hu": {
        "PAY": "FIZETVE", "tactic": "taktika", "fleet": "flotta", "strategy": "stratégia",
        "trade goods": "áru", "trade good": "áru", "nobody": "senki", "fire": "tűzel",
        "hold": "szüntet", "for": "mellette", "against": "ellene", "top": "felülre",
        "bottom": "alulra",
    },
}  # fmt: skip
"""Words of order lines besides verbs and units, as a reader is shown them."""
