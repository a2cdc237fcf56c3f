"""The names players write, in English, Polish and Hungarian; built once."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rules.imperium.smallwords import with_short_plurals
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
    "war_sun": (
        "war sun", "warsun", "death star", "ws", "słońce bojowe", "słońca bojowe", "słońc bojowych",
        "słońce wojny", "halálcsillag",
    ),
    "dreadnought": (
        "dreadnought", "dreadnaught", "dread", "dn", "battleship", "pancernik", "csatahajó",
    ),
    "carrier": (
        "carrier", "cv", "transport", "transportowiec", "transportowce", "transportowców",
        "transportowca", "anyahajó",
    ),
    "cruiser": ("cruiser", "ca", "krążownik", "cirkáló"),
    "destroyer": ("destroyer", "dd", "niszczyciel", "romboló"),
    "fighter": (
        "fighter", "ftr", "ff", "myśliwiec", "myśliwce", "myśliwców", "myśliwca", "űrvadász",
        "vadász",
    ),
    "ground_force": (
        "ground force", "gf", "ground forces", "ground troop", "troop", "soldier", "marine",
        "infantry", "inf", "siły naziemne",
        "wojsko", "wojska", "żołnierz", "csapat", "katona",
        "siła naziemna", "sił naziemnych", "siły", "piechota", "piechoty", "piechotę",
        "felszíni erő", "gyalogság", "gyalogos", "żołnierze", "żołnierzami",
    ),
    "pds": (
        "pds", "psd", "planetary defense system", "planetarny system defensywny",
        "planetarne systemy defensywne", "bolygóvédelmi rendszer",
    ),
    "space_dock": (
        "space dock", "dock", "spacedock", "sd", "stacja kosmiczna", "stację kosmiczną",
        "stacje kosmiczne", "stacji kosmicznych", "stacja", "stację", "gwiezdny port",
        "gwiezdne porty", "stocznia", "stocznię", "űrdokk", "dokk",
    ),
}  # fmt: skip
UNIT_NAMES = {unit: with_short_plurals(names) for unit, names in UNIT_NAMES.items()}
UNITS = Names(UNIT_NAMES, kind="unit")
DOCK_NAMES = Names({"space_dock": UNIT_NAMES["space_dock"]}, kind="unit")
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
    "initiative": (
        "Inicjatywa", "Inicjatywę", "Strategia Inicjatywy", "Kezdeményezés",
        "kezdeményezési stratégia",
    ),
    "diplomacy": (
        "Dyplomacja", "Dyplomację", "Strategia Dyplomatyczna", "dyplomatyczna", "Diplomácia",
        "diplomáciai stratégia",
    ),
    "political": (
        "Politics", "Polityka", "Politykę", "Strategia Polityczna", "polityczna", "Politika",
        "politikai stratégia",
    ),
    "logistics": (
        "Logistyka", "Logistykę", "Strategia Logistyczna", "logistyczna", "Logisztika",
        "Utánpótlás", "utánpótlási stratégia",
    ),
    "trade": (
        "Handel", "Strategia Handlowa", "handlowa", "Kereskedelem", "kereskedelmi stratégia",
    ),
    "warfare": (
        "Wojna", "Wojnę", "Strategia Wojenna", "wojenna", "Hadviselés", "háborús stratégia",
    ),
    "technology": (
        "Technologia", "Technologię", "Strategia Technologiczna", "technologiczna", "Technológia",
        "technológiai stratégia",
    ),
    "imperial": (
        "Imperium", "Strategia Imperialna", "imperialna", "Birodalom", "birodalmi stratégia",
    ),
}  # fmt: skip
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
    """Return what a system without planets is called after."""
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
_TECH_NAMES = {
    "antimass_deflectors": ("Deflektor Masy", "antianyag deflektorok", "aszteroidaelhárító"),
    "enviro_compensator": ("enviro kompenzátor",),
    "stasis_capsules": ("Kapsuły podtrzymujące życie", "stáziskapszulák"),
    "sarween_tools": ("Narzędzia sarwińskie", "sarween műszerek", "Sarwen szerszámai"),
    "cybernetics": ("Cybernetyka", "kibernetika"),
    "micro_technology": ("Mikrotechnologia", "mikrotechnológia"),
    "war_sun_tech": ("Słońce Bojowe", "halálcsillag"),
    "gen_synthesis": ("gén szintézis",),
    "integrated_economy": ("alkalmazott ekonómia",),
    "neural_motivator": ("neural motivátor",),
    "dacxive_animators": ("Daxcive animátorok",),
    "type_iv_drive": ("Type IV hajtómű",),
    "advanced_fighters": ("fejlesztett űrvadászok",),
    "deep_space_cannon": ("Działo dalekiego zasięgu", "mélyűrágyú"),
    "xrd_transporters": ("Transporter XRD", "fejlesztett anyahajók"),
}
"""Technologies as the two rulebooks call them."""
ACTION_SPELLINGS = {
    "sabotage": ("Sabotaż", "szabotázs"),
    "flank_speed": ("Prędkość manewrowa", "átkarolás"),
    "strategic_flexibility": ("Elastyczna strategia", "rugalmas stratégia"),
    "strategic_shift": ("Zmiana strategii", "stratégiaváltás"),
}
_RACE_NAMES = {
    "letnev": ("Baron Letnevów", "Letnev Báróság"),
    "hacan": ("Hactan", "Hacan Emirátusok"),
    "sol": ("Federacja Sol", "Sol Szövetség"),
    "l1z1x": ("Uzix", "L1z1x Elmeközösség"),
    "mentak": ("Mentak Koalíció",),
    "naalu": ("Naalu Társadalom",),
    "jol_nar": ("Jol Nar", "Jol Nar Egyetem"),
    "xxcha": ("Xxcha Királyság",),
    "yssaril": ("Yssaril Törzsek",),
}
TECHS = Names(
    {t.id: (t.name, *_TECH_NAMES.get(t.id, ())) for t in TECHNOLOGIES.values()}, kind="technology"
)


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
RACE_NAMES = Names(
    {r.id: (r.name, r.short, *r.aliases, *_RACE_NAMES.get(r.id, ())) for r in RACES.values()},
    kind="race",
)
AGENDA_NAMES = Names({a.id: (a.name,) for a in AGENDAS.values()}, kind="political card")
ACTION_NAMES = Names(
    {c.id: (c.name, *ACTION_SPELLINGS.get(c.id, ())) for c in ACTION_CARDS.values()},
    kind="action card",
)
LEADER_NAMES = Names({x.id: (x.name,) for x in LEADERS.values()}, kind="leader")
DOMAIN_NAMES = Names({d.id: (d.name,) for d in DOMAINS.values()}, kind="domain counter")


@lru_cache(maxsize=256)
def _seats(names: tuple[str, ...]) -> Names:
    return Names({str(i): (name,) for i, name in enumerate(names)}, kind="player")


def seats(v: View) -> Names:
    return _seats(v.names)


LINE_WORDS: Final = {
    "pl": {
        "PAY": "PŁACĄC", "strategy": "strategia", "command": "dowodzenie", "fleet": "flota",
        "for": "za", "against": "przeciw",
    },
    "hu": {
        "PAY": "FIZETVE", "strategy": "stratégia", "command": "parancskészlet", "fleet": "flotta",
        "for": "mellette", "against": "ellene",
    },
}  # fmt: skip
"""Words of order lines besides verbs and units, as a reader is shown them."""
