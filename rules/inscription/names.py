"""The names players write, in English, Polish and Hungarian; built once."""

import json
from functools import lru_cache
from typing import Final

from rules.inscription.facts import DATA, Components
from rules.lexicon import Names
from rules.lexicon.speech import language

VERBS: Final[dict[str, tuple[str, ...]]] = {
    "choose": ("choose", "faction", "wybieram", "wybierz", "rasa", "választ", "faj"),
    "sheet": ("sheet", "activate", "arkusz", "aktywuj", "lap", "aktivál"),
    "access": ("access", "reach", "dostęp", "dotrzyj", "elér", "elérés"),
    "jump": ("jump", "skok", "skocz", "ugrik", "ugrás"),
    "claim": ("claim", "zdobądź", "zdobądz", "zajmij", "megszerez", "foglal"),
    "develop": ("develop", "rozwijaj", "rozwiń", "fejleszt"),
    "dock": ("dock", "stocznia", "űrdokk", "dokk"),
    "scrap": ("scrap", "zlikwiduj", "likwiduj", "felszámol"),
    "burst": ("burst", "seria", "sorozat"),
    "build": ("build", "buduj", "zbuduj", "épít"),
    "unlock": ("unlock", "odblokuj", "felold"),
    "research": ("research", "badaj", "zbadaj", "kutat"),
    "focus": ("focus", "intensyfikacja", "fókusz"),
    "use": ("use", "użyj", "használ"),
    "play": ("play", "relic", "zagraj", "relikt", "kijátszik", "ereklye"),
    "keep": ("keep", "zachowaj", "zatrzymaj", "megtart"),
    "goods": ("goods", "resources", "trade goods", "dobra", "zasoby", "áruk", "erőforrások"),
    "lapse": ("lapse", "przepada", "przepadnie", "elvész"),
    "deploy": ("deploy", "wystaw", "felállít"),
    "mark": ("mark", "oznacz", "jelöl"),
    "half": ("half", "side", "połowa", "strona", "fél", "oldal"),
    "commodity": ("commodity", "towar", "árucikk"),
    "option": ("option", "opcja", "opció"),
    "lose": ("lose", "cross off", "strać", "skreśl", "elveszít", "kihúz"),
    "spend": ("spend", "wydaj", "elkölt"),
    "die": ("die", "kość", "kocka"),
    "skip": ("skip", "decline", "pomiń", "rezygnuję", "kihagy", "lemond"),
    "done": ("done", "koniec", "gotowe", "kész"),
    "dice": ("dice", "after the roll", "po rzucie", "kości", "dobás után", "kockák"),
    "vote": ("vote", "ballot", "głosuj", "głosuję", "szavaz", "szavazok"),
    "abstain": ("abstain", "wstrzymuję się", "wstrzymaj się", "tartózkodik", "tartózkodom"),
    "name": ("name", "wskaż", "wskazuję", "megnevez"),
    "war": ("war", "strength", "wojna", "siła", "háború", "erő"),
}

SHEET_NAMES: Final = Names(
    {
        "NAV": ("navigation", "nawigacja", "navigáció", "arkusz nawigacji", "navigációs lap"),
        "EXP": ("expansion", "ekspansja", "terjeszkedés", "arkusz ekspansji", "terjeszkedéslap"),
        "IND": ("industry", "przemysł", "ipar", "arkusz przemysłu", "iparlap"),
        "WAR": ("warfare", "wojskowość", "hadviselés", "arkusz wojskowości", "hadviseléslap"),
    },
    kind="sheet",
)
RESOURCE_NAMES: Final = Names(
    {
        "M": ("material", "materials", "surowiec", "surowce", "surowców", "nyersanyag"),
        "I": ("influence", "wpływ", "wpływy", "wpływów", "befolyás"),
        "R": ("research", "badania", "badań", "kutatás"),
    },
    kind="resource",
)
PAYMENT_NAMES: Final = RESOURCE_NAMES.merged(
    Names(
        {
            "tg": (
                "trade good", "trade goods", "good", "goods", "dobro handlowe", "dobro",
                "dobra", "kereskedelmi áru", "áru",
            ),
            "planet": ("planet", "planet asset", "planeta", "planetę", "bolygó"),
            "spec": ("specialization", "specjalizacja", "specjalizację", "specializáció"),
        },
        kind="payment",
    )
)  # fmt: skip
UNIT_NAMES: Final = Names(
    {
        "infantry": ("infantry", "piechota", "piechoty", "piechotę", "gyalogság"),
        "pds": ("PDS", "PSD", "planetary defense", "bolygóvédelmi rendszer"),
        "cruiser": ("cruiser", "krążownik", "cirkáló"),
        "dreadnought": ("dreadnought", "pancernik", "csatahajó"),
        "war_sun": ("war sun", "słońce wojny", "halálcsillag"),
    },
    kind="unit",
)
SPECIALIZATION_NAMES: Final = Names(
    {
        "1": ("propulsion", "napęd", "hajtómű"),
        "2": ("biotic", "biotyka", "biotikę", "biotika"),
        "3": ("cybernetic", "cybernetyka", "kibernetika"),
        "4": ("warfare", "wojskowość", "haditechnika"),
    },
    kind="specialization",
)
COMMODITY_NAMES: Final = Names(
    {
        "1": ("ore", "ruda", "rudę", "érc"),
        "2": ("textiles", "tkaniny", "tkanin", "szövet"),
        "3": ("luxuries", "dobra luksusowe", "luxuscikk"),
    },
    kind="commodity",
)
HALF_NAMES: Final = Names(
    {
        "L": ("left", "lewo", "lewa", "lewej", "lewą", "bal", "balra"),
        "R": ("right", "prawo", "prawa", "prawej", "prawą", "jobb", "jobbra"),
    },
    kind="side",
)
OUTCOME_NAMES: Final = Names(
    {
        "pass": ("pass", "for", "yes", "przyjęty", "przyjąć", "za", "tak", "elfogadva", "igen"),
        "fail": (
            "fail", "against", "no", "odrzucony", "odrzucić", "przeciw", "nie", "elutasítva", "nem",
        ),
    },
    kind="outcome",
)  # fmt: skip
ASSET_NAMES: Final = Names(
    {
        "vp": ("victory points", "points", "vp", "punkty", "pontok"),
        "planet": ("planet", "planeta", "bolygó"),
        "tg": ("trade goods", "dobra handlowe", "kereskedelmi áru"),
        "vote": ("vote", "votes", "głos", "głosy", "szavazat"),
        "spec": ("specialization", "specjalizacja", "specializáció"),
        "focus": ("focus", "intensyfikacja", "fókusz"),
        "commodity": ("commodity", "towar", "árucikk"),
        "councilor": ("councilor", "radny", "tanácsos"),
        "population": ("population", "populacja", "népesség"),
        "faction": ("faction", "rasa", "faj"),
        "relic": ("relic", "relikt", "ereklye"),
        "neighbor": ("neighbor", "neighbour", "sąsiad", "szomszéd"),
    },
    kind="asset",
)


@lru_cache(maxsize=1)
def translated() -> dict[str, dict[str, list[str]]]:
    """English, Polish and Hungarian names of our own set, by group and id."""
    loaded: dict[str, dict[str, list[str]]] = json.loads(
        (DATA / "names.json").read_text(encoding="utf-8")
    )
    return loaded


def spoken(group: str, id: str, name: str) -> str:
    """A card's name in the reader's language; `name` where it has no other."""
    known = translated().get(group, {}).get(id)
    if known is None or known[0] != name:
        return name
    return known[{"pl": 1, "hu": 2}.get(language(), 0)] or name


def _spellings(group: str, id: str, name: str) -> tuple[str, ...]:
    """All names of a card; a set of an owner may call it otherwise."""
    known = translated().get(group, {}).get(id, [])
    return (name, *(other for other in known if other != name))


@lru_cache(maxsize=256)
def _things(parts: Components, group: str) -> Names:
    if group == "faction":
        entries = {f.id: _spellings("faction", f.id, f.name) for f in parts.factions.values()}
    elif group == "technology":
        entries = {t.id: _spellings(group, t.id, t.name) for t in parts.technologies.values()}
    else:
        entries = {r.id: _spellings(group, r.id, r.name) for r in parts.relics.values()}
    return Names(entries, kind=group)


def faction_names(parts: Components) -> Names:
    return _things(parts, "faction")


def technology_names(parts: Components) -> Names:
    return _things(parts, "technology")


def relic_names(parts: Components) -> Names:
    return _things(parts, "relic")


@lru_cache(maxsize=1024)
def _effect_names(parts: Components, faction: str) -> Names:
    entries = {
        f"technology {t.id}": _spellings("technology", t.id, t.name)
        for t in parts.technologies.values()
    }
    entries |= {f"relic {r.id}": _spellings("relic", r.id, r.name) for r in parts.relics.values()}
    own = parts.factions.get(faction)
    if own is not None:
        title = _spellings("ability", f"{own.id} 1", own.ability1.title)
        general = ("ability", "zdolność", "képesség")
        effects = [
            i for i, e in enumerate(own.ability1.effect, 1) if e.optional and e.window != "ballot"
        ]
        for n, i in enumerate(effects):
            many = () if n == 0 else tuple(f"{name} {n + 1}" for name in (*title, *general))
            entries[f"faction {own.id} {i}"] = many or (*title, *general)
    return Names(entries, kind="ability")


def effect_names(parts: Components, faction: str) -> Names:
    """Technologies, relics and the faction's own ability, by the keys of their effects."""
    return _effect_names(parts, faction)


@lru_cache(maxsize=256)
def _planet_names(parts: Components, layout: str) -> Names:
    planets = parts.expansion[layout].planets
    return Names({p.id: (p.name,) for p in planets.values()}, kind="planet")


def planet_names(parts: Components, layout: str) -> Names:
    return _planet_names(parts, layout)
