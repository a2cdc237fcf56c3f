"""The names players write, in English, Polish and Hungarian; built once."""

from collections.abc import Iterator
from functools import lru_cache

from rules.lexicon import Names, speaking
from rules.ti3.facts import (
    ACTION_CARDS,
    AGENDAS,
    DOMAINS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    RACES,
    SHIPS,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    TILES,
    Objective,
    Tile,
)
from rules.ti3.speech import _
from rules.ti3.state import View

LANGUAGES = ("pl", "hu")
NOTHING_WORDS = ("nothing", "none", "nic", "semmi", "")
UNIT_NAMES = {
    "war_sun": ("war sun", "słońce bojowe", "halálcsillag"),
    "dreadnought": ("dreadnought", "pancernik", "csatahajó"),
    "carrier": ("carrier", "transportowiec", "anyahajó"),
    "cruiser": ("cruiser", "krążownik", "cirkáló"),
    "destroyer": ("destroyer", "niszczyciel", "romboló"),
    "fighter": ("fighter", "myśliwiec", "myśliwce", "űrvadász", "vadász"),
    "ground_force": (
        "ground force",
        "gf",
        "ground forces",
        "siły naziemne",
        "siła naziemna",
        "felszíni erő",
    ),
    "pds": ("pds", "psd", "planetary defense system", "bolygóvédelmi rendszer"),
    "space_dock": (
        "space dock",
        "dock",
        "stacja kosmiczna",
        "gwiezdny port",
        "stocznia",
        "űrdokk",
        "dokk",
    ),
}
UNITS = Names(UNIT_NAMES, kind="unit")
SHIP_NAMES = Names({u: UNIT_NAMES[u] for u in SHIPS}, kind="ship")
CARGO_NAMES = Names({u: UNIT_NAMES[u] for u in ("ground_force", "pds", "fighter")}, kind="unit")
AREA_NAMES = Names(
    {
        "strategy": (
            "strategy",
            "strategy allocation",
            "strategia",
            "zasoby strategiczne",
            "stratégia",
            "stratégiai tartalék",
        ),
        "command": (
            "command",
            "command pool",
            "dowodzenie",
            "pula dowodzenia",
            "parancs",
            "parancskészlet",
        ),
        "fleet": (
            "fleet",
            "fleet supply",
            "flota",
            "zaopatrzenie floty",
            "flotta",
            "flottafenntartás",
        ),
    },
    kind="area",
)
_CARD_NAMES = {
    "initiative": ("Inicjatywa", "Kezdeményezés"),
    "diplomacy": ("Dyplomacja", "Diplomácia"),
    "political": ("Politics", "Polityka", "Politika"),
    "logistics": ("Logistyka", "Logisztika"),
    "trade": ("Handel", "Kereskedelem"),
    "warfare": ("Wojna", "Hadviselés"),
    "technology": ("Technologia", "Technológia"),
    "imperial": ("Imperium", "Birodalom"),
}
CARDS = Names(
    {c.id: (c.name, *_CARD_NAMES[c.id], *c.aliases) for c in STRATEGY_CARDS.values()},
    kind="strategy card",
)
GOODS = Names(
    {
        "goods": (
            "trade good",
            "trade goods",
            "goods",
            "tg",
            "dobra handlowe",
            "towar",
            "towary",
            "dobro",
            "dóbr",
            "áru",
            "kereskedelmi áru",
        )
    },
    kind="goods",
)

BONUS_NAMES = AREA_NAMES.merged(GOODS)


_SPECIAL_NAMES = {
    "empty": ("empty", "empty system", "pusty system", "üres csillagrendszer"),
    "asteroid_field": ("asteroids", "pole asteroidów", "aszteroidamező"),
    "nebula": ("mgławica", "csillagköd"),
    "supernova": ("supernowa", "szupernóva"),
    "alpha": ("alpha wormhole", "alpha", "tunel alfa", "alfa féregjárat"),
    "beta": ("beta wormhole", "beta", "tunel beta", "béta féregjárat"),
}
"""Systems without planets as the two rulebooks call them."""


def _tile_names(tile: str) -> tuple[str, ...]:
    facts = TILES[tile]
    planets = tuple(PLANETS[p].name for p in facts.planets)
    joined = (" / ".join(planets),) if len(planets) > 1 else ()
    number = facts.name.split()[-1] if facts.name[-1].isdigit() else ""
    more = tuple(f"{name} {number}".strip() for name in _SPECIAL_NAMES.get(_sort(facts), ()))
    return tuple(dict.fromkeys((*planets, *joined, facts.name, *more)))


def _sort(facts: Tile) -> str:
    """What a system without planets is called after."""
    if facts.planets:
        return ""
    return facts.anomaly or facts.wormhole or "empty"


PLANET_NAMES = Names({p.id: (p.name, *p.aliases) for p in PLANETS.values()}, kind="planet")
TILE_NAMES = Names({t: _tile_names(t) for t in TILES}, kind="system")
PLACE_NAMES = Names(
    {
        **{p.id: (p.name, *p.aliases) for p in PLANETS.values()},
        **{
            t.id: tuple(dict.fromkeys((f"space of {t.name}", f"system {t.name}", t.name)))
            if not t.planets or len(t.planets) > 1
            else (f"space of {t.name}", f"system {t.name}")
            for t in TILES.values()
        },
    },
    kind="place",
)
TECHS = Names({t.id: (t.name,) for t in TECHNOLOGIES.values()}, kind="technology")


def _objective_names(objective: Objective) -> Iterator[str]:
    """Yield the name, and in every language the condition by which an unnamed one is told."""
    yield objective.name
    yield objective.id.replace("_", " ")
    for language in LANGUAGES:
        with speaking(language):
            yield _(objective.condition).rstrip(".")


OBJECTIVE_NAMES = Names(
    {o.id: tuple(dict.fromkeys(_objective_names(o))) for o in OBJECTIVES.values()},
    kind="objective",
)
RACE_NAMES = Names({r.id: (r.name, r.short, *r.aliases) for r in RACES.values()}, kind="race")
AGENDA_NAMES = Names({a.id: (a.name,) for a in AGENDAS.values()}, kind="political card")
ACTION_NAMES = Names({c.id: (c.name,) for c in ACTION_CARDS.values()}, kind="action card")
LEADER_NAMES = Names({x.id: (x.name,) for x in LEADERS.values()}, kind="leader")
DOMAIN_NAMES = Names({d.id: (d.name,) for d in DOMAINS.values()}, kind="domain counter")


@lru_cache(maxsize=256)
def _seats(names: tuple[str, ...]) -> Names:
    return Names({str(i): (name,) for i, name in enumerate(names)}, kind="player")


def seats(v: View) -> Names:
    return _seats(v.names)
