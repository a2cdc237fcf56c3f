"""The names players write, in English, Polish and Hungarian; built once."""

from functools import lru_cache

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
    "flagship": ("flagship", "okręt flagowy", "zászlóshajó"),
    "war_sun": ("war sun", "słońce wojny", "hadinap"),
    "dreadnought": ("dreadnought", "pancernik", "csatahajó"),
    "carrier": ("carrier", "transportowiec", "anyahajó"),
    "cruiser": ("cruiser", "krążownik", "cirkáló"),
    "destroyer": ("destroyer", "niszczyciel", "romboló"),
    "fighter": ("fighter", "myśliwiec", "myśliwce", "vadász", "űrvadász"),
    "infantry": ("infantry", "ground force", "piechota", "piechoty", "gyalogság"),
    "pds": ("pds", "psd", "planetary defense"),
    "space_dock": ("space dock", "dock", "stocznia kosmiczna", "stocznia", "űrdokk"),
}
UNITS = Names(UNIT_NAMES, kind="unit")
SHIP_NAMES = Names({u: UNIT_NAMES[u] for u in (*SHIPS, "space_dock")}, kind="ship")
CARGO_NAMES = Names({u: UNIT_NAMES[u] for u in ("fighter", "infantry")}, kind="unit")
GROUND_NAMES = Names({"infantry": UNIT_NAMES["infantry"]}, kind="ground force")

POOLS = Names(
    {
        "tactic": ("tactic", "tactical", "taktyka", "taktika"),
        "fleet": ("fleet", "flota", "flotta"),
        "strategy": ("strategy", "strategic", "strategia", "stratégia"),
    },
    kind="pool",
)
CARDS = Names(
    {
        "leadership": ("Leadership", "Przywództwo", "Vezetés"),
        "diplomacy": ("Diplomacy", "Dyplomacja", "Diplomácia"),
        "politics": ("Politics", "Polityka", "Politika"),
        "construction": ("Construction", "Budowa", "Építés"),
        "trade": ("Trade", "Handel", "Kereskedelem"),
        "warfare": ("Warfare", "Wojna", "Hadviselés"),
        "technology": ("Technology", "Technologia", "Technológia"),
        "imperial": ("Imperial", "Imperium", "Birodalom"),
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
            "dobra",
            "dobro",
            "dóbr",
            "áru",
            "kereskedelmi áru",
        ),
        "commodities": ("commodity", "commodities", "towar", "towary", "nyersanyag"),
    },
    kind="goods",
)


def _numbered(tile: str) -> tuple[str, ...]:
    return f"tile {tile}", f"system {tile}", f"układ {tile}", f"{tile}. rendszer"


PLANET_NAMES = Names({p.id: (p.name,) for p in PLANETS.values()}, kind="planet")
TILE_NAMES = Names(
    {t.id: (t.id, *_numbered(t.id), *(PLANETS[p].name for p in t.planets)) for t in TILES.values()},
    kind="system",
)
PLACE_NAMES = Names(
    {
        **{p.id: (p.name,) for p in PLANETS.values()},
        **{t.id: (t.id, *_numbered(t.id), f"space {t.id}") for t in TILES.values()},
    },
    kind="place",
)
TECHS = Names({t.id: (t.name,) for t in TECHNOLOGIES.values()}, kind="technology")
OBJECTIVE_NAMES = Names({o.id: (o.name,) for o in OBJECTIVES.values()}, kind="objective")
FACTION_NAMES = Names({f.id: (f.name, f.short) for f in FACTIONS.values()}, kind="faction")
AGENDA_NAMES = Names({a.id: (a.name,) for a in AGENDAS.values()}, kind="agenda")
ACTION_NAMES = Names({c.id: (c.name,) for c in ACTION_CARDS.values()}, kind="action card")
assert set(CARDS) == set(STRATEGY_CARDS)


@lru_cache(maxsize=256)
def _seats(names: tuple[str, ...]) -> Names:
    return Names({str(i): (name,) for i, name in enumerate(names)}, kind="player")


def seats(v: View) -> Names:
    return _seats(v.names)
