"""The names players write, in English, Polish and Hungarian; built once."""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from rules.inscription.facts import DATA, Components, components
from rules.lexicon import NameMatch, Names, UnknownName, fold
from rules.lexicon.speech import language
from rules.toolbox.choices import alone_or

_WORDS: Final = re.compile(r"[\w'’-]+")

_VERB_WORDS: Final[dict[str, dict[str, list[str]]]] = json.loads(
    (DATA / "verbs.json").read_text(encoding="utf-8")
)
VERBS: Final[dict[str, tuple[str, ...]]] = {
    verb: tuple(word for words in languages.values() for word in words)
    for verb, languages in _VERB_WORDS.items()
}
"""The words of every order; "ore → ore" is a verb and the beginning of its argument."""
EXACT_VERBS: Final = frozenset({"skip", "done", "abstain"})
"""Words that settle something at once: never guessed from a word like them."""

SHEET_NAMES: Final = Names(
    {
        "NAV": (
            "navigation",
            "nav",
            "nawigacja",
            "nawigację",
            "nawigacji",
            "navigáció",
            "arkusz nawigacji",
            "navigációs lap",
        ),
        "EXP": (
            "expansion",
            "ekspansja",
            "ekspansję",
            "ekspansji",
            "terjeszkedés",
            "arkusz ekspansji",
            "terjeszkedéslap",
        ),
        "IND": ("industry", "przemysł", "przemysłu", "ipar", "arkusz przemysłu", "iparlap"),
        "WAR": (
            "warfare",
            "war",
            "wojskowość",
            "wojskowości",
            "hadviselés",
            "arkusz wojskowości",
            "hadviseléslap",
        ),
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
TRADE_GOOD_NAMES: Final = Names(
    {
        "tg": (
            "trade good", "trade goods", "good", "goods", "tg", "tgs", "dobro handlowe", "dobro",
            "dobra", "kereskedelmi áru", "áru",
        ),
    },
    kind="payment",
)  # fmt: skip
PAYMENT_NAMES: Final = RESOURCE_NAMES.merged(TRADE_GOOD_NAMES).merged(
    Names(
        {
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
        "dreadnought": ("dreadnought", "dread", "dreads", "pancernik", "csatahajó"),
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
        "pass": (
            "pass", "for", "yes", "passing", "passes", "aye",
            "przyjęty", "przyjąć", "przyjęcie", "przyjęciem", "za", "tak",
            "elfogadva", "elfogadás", "elfogadására", "átmegy", "átmenjen", "mellette", "mellett",
            "igen", "igenre",
        ),
        "fail": (
            "fail", "against", "no", "failing", "fails", "nay", "reject",
            "odrzucony", "odrzucić", "odrzucenie", "odrzuceniem", "przeciw", "przeciwko", "nie",
            "elutasítva", "elutasítás", "elbukik", "ellene", "ellen", "nem", "nemre",
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


FILLERS: Final = frozenset(
    {
        "the", "my", "a", "an", "faction", "system", "systems", "space", "spaces", "node", "nodes",
        "planet", "dock", "asset", "sheet", "side", "die", "war", "unit", "technology", "relic",
        "commodity", "both", "all", "symbol", "symbols", "bar", "of", "its", "with", "technologies",
        "planets", "start", "burst", "wormhole", "wormholes", "units", "docks", "bonus",
        "specialization", "line",
        "uklad", "uklady", "pole", "pola", "wezel", "wezly", "planeta", "planete", "planety",
        "stocznia", "stocznie", "arkusz", "strona", "strone", "stronie", "wojna", "wojnie", "kosc",
        "technologie", "relikt", "rendszer", "rendszert", "mezo", "mezot", "csomopont",
        "csomopontot", "bolygo", "bolygot", "dokk", "dokkot", "az", "lap", "lapot", "oldal",
        "oldalon", "haboru", "haboruban", "kocka", "kockat", "ereklyet", "epitese", "bolygokat",
        "linie", "linia", "oba", "obie", "symbole", "specjalizacje", "mindket", "jelet", "vonal",
        "vonalat", "specializaciot", "egyseg", "jednostke", "tunel", "tunele",
    }
)  # fmt: skip
"""Words, without accents, that say of what kind a thing is and no more."""
PUNCTUATION: Final = " .,!:;"
WORMHOLE_WORDS: Final = frozenset({
    "wormhole", "wormholes", "tunel", "tunele", "tunelami", "feregjarat", "feregjaratok",
    "feregjaraton", "feregjaratokon", "to", "do", "na", "the",
})  # fmt: skip
"""Words, without accents, round the wormholes of a jump."""
ORDINALS: Final = {
    word: str(n)
    for n, words in enumerate(
        (
            "first one pierwsza pierwsze pierwszy jeden elso elsot egyes",
            "second two druga drugie drugi dwa masodik masodikat kettes",
            "third three trzecia trzecie trzeci trzy harmadik harmadikat harmas",
            "fourth four czwarta czwarte czwarty cztery negyedik negyediket negyes",
        ),
        1,
    )
    for word in words.split()
}
"""Numbers of options, as words without accents."""
ONES: Final = frozenset({"one", "opcja", "opcje", "opcio"})
"""Words that stand for an option behind its number: "the first one"."""
OPTION_WORDS: Final = frozenset({"the", "option", "opcja", "opcje", "opcio", "opciot", "a", "az"})


def find(known: Names, text: str) -> NameMatch:
    """Return the thing a text names, with or without words such as "the planet" around it."""
    try:
        return known.find(text)
    except UnknownName:
        kept = [w for w in text.split() if fold(w.strip(PUNCTUATION)) not in FILLERS]
        if not kept or len(kept) == len(text.split()):
            raise
        return known.find(" ".join(kept))


def is_only(known: Names, text: str) -> bool:
    """Return whether a text is one of these names, with or without words such as "the sheet"."""
    kept = " ".join(w for w in text.split() if fold(w.strip(PUNCTUATION)) not in FILLERS)
    return known.is_spelling(kept.strip(PUNCTUATION))


@lru_cache(maxsize=1)
def translated() -> dict[str, dict[str, list[str]]]:
    """Return English, Polish and Hungarian names of our own set, by group and id."""
    loaded: dict[str, dict[str, list[str]]] = json.loads(
        (DATA / "names.json").read_text(encoding="utf-8")
    )
    return loaded


def spoken(group: str, id: str, name: str) -> str:
    """Return a card's name in the reader's language; `name` where the card has no other.

    Factions are called as on their cards in every language, because seats are named after them.
    """
    if group == "faction":
        return name
    known = translated().get(group, {}).get(id)
    if known is None or known[0] != name:
        return name
    return known[{"pl": 1, "hu": 2}.get(language(), 0)] or name


def _spellings(group: str, id: str, name: str) -> tuple[str, ...]:
    """Return all names of a card, which an owner's set may call otherwise."""
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


def names_of_cards() -> Iterator[str]:
    """Yield all names in our own set: of factions, technologies, relics, abilities."""
    for group in translated().values():
        for spellings in group.values():
            yield from spellings


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


def named(known: Names) -> Callable[[str], bool]:
    """Return whether a text holds one of these names, in any form of the word."""

    def holds(rest: str) -> bool:
        words = _WORDS.findall(rest)
        return any(known.span_at(words, i) for i in range(len(words)))

    return holds


def effect_names(parts: Components, faction: str) -> Names:
    """Return technologies, relics and the faction's own ability, by the keys of their effects."""
    return _effect_names(parts, faction)


@lru_cache(maxsize=256)
def _planet_names(parts: Components, layout: str) -> Names:
    planets = parts.expansion[layout].planets
    return Names({p.id: (p.name,) for p in planets.values()}, kind="planet")


def planet_names(parts: Components, layout: str) -> Names:
    return _planet_names(parts, layout)


# -- what can follow a verb -------------------------------------------------------------------


def _has(pattern: str) -> Callable[[str], bool]:
    found = re.compile(pattern, re.IGNORECASE)
    return lambda rest: found.search(rest) is not None


_system = _has(r"\bs\d|mecatol")
_space = _has(r"\bh\d")
_symbol = _has(r"\br\d+c\d+")
_dock = _has(
    r"^\W*d\d|^\W*\d\W*(?:$|with\b|z\b|za\b)|\b(?:(?:space ?)?docks?\b|stoczni|(?:űr)?dokk)"
)
_bar = _has(r"\b(?:pd|cr|dn|ws)\d")
_node = _has(r"\b[a-h]\d")
_number = _has(r"\d")
_place = _has(r"\b(?:[shdpw]|pd|cr|dn|ws)\d|\b[a-h]\d")
_option = _has(
    r"^\W*(?:the |az? |option |opcj\w+ |opci\w+ )?"
    rf"(?:\d(?:st|nd|rd|th)?|{'|'.join(ORDINALS)})"
    r"\W*(?:option|opcj\w+|opci\w+|one)?\W*$"
)
_good = _has(r"good|dobr[oa]|áru|\baru")
_sheet = named(SHEET_NAMES)
_resource = named(RESOURCE_NAMES)
_unit = named(UNIT_NAMES)
NOUNS: Final = frozenset(
    known.name(id)
    for known in (SHEET_NAMES, RESOURCE_NAMES, UNIT_NAMES, SPECIALIZATION_NAMES, COMMODITY_NAMES)
    for id in known
)
"""The English nouns of order lines that are no names of cards."""
_half = named(HALF_NAMES)
_commodity = named(COMMODITY_NAMES)
_outcome = named(OUTCOME_NAMES)
_DIGITS = re.compile(r"\d")


def _specialization(rest: str) -> bool:
    """Return whether a text names a specialization; its number alone names none."""
    return _named_specialization(_DIGITS.sub(" ", rest))


_named_specialization = named(SPECIALIZATION_NAMES)


def _card(group: str) -> Callable[[str], bool]:
    """Return whether a text names a card of our own set."""

    @lru_cache(maxsize=1)
    def known() -> Callable[[str], bool]:
        return named(_things(components(), group))

    return lambda rest: known()(rest)


@lru_cache(maxsize=1)
def _faction_words() -> frozenset[str]:
    """Return words that begin alike in some faction's name, without accents, by five letters at
    most."""
    return frozenset(
        fold(word)[:5]
        for spellings in translated()["faction"].values()
        for name in spellings
        for word in _WORDS.findall(name)
        if len(word) > 2 and word != "The"
    )


def _faction(rest: str) -> bool:
    return any(fold(w)[:5] in _faction_words() for w in _WORDS.findall(rest) if len(w) > 2)


@lru_cache(maxsize=1)
def _faction_abilities() -> Callable[[str], bool]:
    return named(Names(translated()["ability"], kind="ability"))


def _of_a_faction(rest: str) -> bool:
    """Return whether a text names an ability of some faction of our own set."""
    return _faction_abilities()(rest)


_technology = _card("technology")
_relic = _card("relic")


def _planet(rest: str) -> bool:
    return any(
        named(planet_names(components(), layout))(rest) for layout in components().expansion
    ) or bool(re.search(r"\bp\d", rest, re.IGNORECASE))


def _ability(rest: str) -> bool:
    return (
        _technology(rest)
        or _relic(rest)
        or _of_a_faction(rest)
        or _has(r"abilit|zdolno|k[eé]pess")(rest)
    )


VERB_ARGUMENTS: Final[dict[str, Callable[[str], bool]]] = {
    "choose": lambda rest: _faction(rest) and not _relic(rest),
    "sheet": lambda rest: _sheet(rest) and not _ability(rest),
    "access": lambda rest: _system(rest) and not _card("technology")(rest),
    "jump": _system,
    "claim": lambda rest: (_system(rest) or _space(rest)) and not _faction(rest),
    "develop": lambda rest: _symbol(rest) or (_planet(rest) and _resource(rest)),
    "dock": lambda rest: _dock(rest) and not _symbol(rest),
    "scrap": _space,
    "burst": lambda rest: _specialization(rest) and not _sheet(rest),
    "build": lambda rest: (_unit(rest) or _bar(rest)) and not _dock(rest),
    "unlock": lambda rest: _planet(rest) or _technology(rest) or _unit(rest),
    "research": _technology,
    "focus": lambda rest: _resource(rest) and not _technology(rest) and not _place(rest),
    "use": _ability,
    "play": _relic,
    "keep": _relic,
    "goods": lambda rest: _good(rest) and _resource(rest),
    "lapse": _resource,
    "deploy": lambda rest: _unit(rest) or _node(rest),
    "mark": _node,
    "half": _half,
    "commodity": lambda rest: _commodity(rest) and not _good(rest),
    "option": _option,
    "lose": lambda rest: not (_symbol(rest) or _space(rest) or _bar(rest) or _dock(rest)),
    "spend": lambda rest: not _good(rest) and _number(rest),
    "die": _resource,
    "vote": lambda rest: (_number(rest) or _outcome(rest)) and not _place(rest),
    "name": lambda rest: _sheet(rest) or _commodity(rest),
}
"""What can follow a verb: it decides between verbs that share a word, and about misspelt ones."""
STRICT_VERBS: Final[dict[str, Callable[[str], bool]]] = {
    "half": alone_or(lambda rest: _half(rest) or _has("side|stron|oldal")(rest)),
    "commodity": alone_or(_commodity),
}
"""What may follow words that are also said without meaning an order."""

LINE_WORDS: Final = {
    "pl": {"pass": "za", "fail": "przeciw"},
    "hu": {"pass": "mellette", "fail": "ellene"},
}  # fmt: skip
"""Words of order lines besides verbs and units, as a reader is shown them."""
