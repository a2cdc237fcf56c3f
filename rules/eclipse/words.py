"""Eclipse: names of things in English, Polish and Hungarian, and small readers for order text."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from rules.eclipse.facts import DISCOVERIES, PARTS, SECTORS, SPECIES, TECHNOLOGIES
from rules.eclipse.galaxy import edges_of
from rules.eclipse.speech import N_, _
from rules.kernel.views import View
from rules.lexicon import ALL, BadCount, LeftOver, MissingPart, Names, OrderLine, fold, quoted
from rules.lexicon.counted import NUMBER_WORDS

VERBS: Final[dict[str, tuple[str, ...]]] = {
    "choose": ("choose", "wybieram", "wybierz", "választ"),
    "turn": ("turn", "obróć", "fordít"),
    "explore": ("explore", "exp", "eksploruj", "eksploracja", "felfedez"),
    "place": ("place", "disc", "połóż", "lerak"),
    "discard": ("discard", "odrzuć", "eldob"),
    "influence": ("influence", "inf", "wpływy", "wpływ", "befolyás", "befolyásol"),
    "research": ("research", "res", "wynajdź", "wynajdowanie", "kutat", "kutatás"),
    "take": ("take", "bierz", "weź", "elvesz"),
    "upgrade": ("upgrade", "upg", "ulepsz", "ulepszanie", "fejleszt"),
    "build": ("build", "bui", "buduj", "budowanie", "épít"),
    "move": ("move", "mov", "ruch", "rusz", "mozgat", "mozog"),
    "pass": ("pass", "pas", "pasuję", "passz"),
    "rest": ("rest", "odpoczywam", "pihen"),
    "hold": ("hold", "czekam", "vár", "várok"),
    "colonize": ("colonize", "colonise", "kolonizuj", "gyarmatosít", "telepít"),
    "trade": ("trade", "handluj", "handel", "cserél", "kereskedik"),
    "propose": ("propose", "zaproponuj", "javasol"),
    "done": ("done", "koniec", "kész"),
    "agree": (
        *("agree", "accept", "yes", "zgoda", "akceptuj", "tak"),
        *("beleegyezik", "elfogad", "igen"),
    ),
    "refuse": (
        *("refuse", "reject", "decline", "no", "odmawiam", "nie"),
        *("visszautasít", "elutasít", "nem"),
    ),
    "use": ("use", "użyj", "használ"),
    "keep": ("keep", "zachowaj", "megtart"),
    "cubes": ("cubes", "kostki", "kockák"),
    "sequence": ("sequence", "kolejność", "sorrend"),
    "attack": ("attack", "fire", "atakuj", "támad"),
    "retreat": ("retreat", "wycofaj", "odwrót", "visszavonul"),
    "stay": ("stay", "zostań", "marad"),
    "target": ("target", "cele", "célpontok"),
    "aim": ("aim", "celuj", "céloz"),
    "bombard": ("bombard", "bombarduj", "bombáz"),
    "spare": ("spare", "oszczędź", "megkímél"),
    "destroy": ("destroy", "zniszcz", "pusztít"),
    "claim": ("claim", "zajmij", "elfoglal"),
    "release": ("release", "oddaj", "zwolnij", "felad"),
    "give up": ("give up", "poddaję", "feladom"),
}

RESOURCE_NAMES: Final = Names(
    {
        "money": ("money", "orange", "pieniądze", "pieniędzy", "pomarańczowy", "pénz", "narancs"),
        "science": ("science", "S", "pink", "nauka", "nauki", "różowy", "tudomány", "rózsaszín"),
        "materials": (
            "materials",
            "material",
            "M",
            "brown",
            "materiały",
            "materiałów",
            "brązowy",
            "nyersanyag",
            "barna",
        ),
    },
    kind="resource",
)
_ADVANCED: Final = ("advanced {}", "adv {}", "zaawansowane {}", "zaawansowana {}", "fejlett {}")
SQUARE_NAMES: Final = Names(
    {
        **RESOURCE_NAMES.entries,
        **{
            f"advanced_{id}": tuple(form.format(n) for form in _ADVANCED for n in names)
            for id, names in RESOURCE_NAMES.entries.items()
        },
        "gray": ("gray", "grey", "szary", "szürke"),
        "orbital": ("orbital", "orbitál"),
    },
    kind="population square",
)
SHIP_NAMES: Final = Names(
    {
        "interceptor": ("interceptor", "int", "myśliwiec", "myśliwce", "myśliwców", "elfogó"),
        "cruiser": ("cruiser", "krążownik", "cirkáló"),
        "dreadnought": ("dreadnought", "pancernik", "csatahajó"),
        "starbase": ("starbase", "baza gwiezdna", "csillagbázis"),
    },
    kind="ship",
)
TARGET_NAMES: Final = SHIP_NAMES.merged(
    Names({"ancient": ("ancient", "starożytny", "ős"), "gcds": ("GCDS", "defense system")}, "ship")
)
ITEM_NAMES: Final = SHIP_NAMES.merged(
    Names(
        {"orbital": ("orbital", "orbitál"), "monolith": ("monolith", "monolit")},
        kind="ship or structure",
    )
)
_POLISH_AND_HUNGARIAN: Final[Mapping[str, tuple[str, ...]]] = {
    "neutron_bombs": ("bomby neutronowe", "neutronbomba"),
    "starbase": ("baza gwiezdna", "csillagbázis"),
    "plasma_cannon": ("działo plazmowe", "plazmaágyú"),
    "phase_shield": ("tarcza fazowa", "fázispajzs"),
    "advanced_mining": ("zaawansowane wydobywanie", "fejlett bányászat"),
    "tachyon_source": ("źródło energii tachionowej", "tachionforrás"),
    "plasma_missile": ("rakiety plazmowe", "plazmarakéta"),
    "gluon_computer": ("komputer gluonowy", "gluonszámítógép"),
    "gauss_shield": ("tarcza Gaussa", "Gauss-pajzs"),
    "improved_hull": ("wzmocniony kadłub", "megerősített törzs"),
    "fusion_source": ("źródło energii fuzji", "fúziós forrás"),
    "positron_computer": ("komputer pozytonowy", "pozitronszámítógép"),
    "advanced_economy": ("zaawansowana ekonomia", "fejlett gazdaság"),
    "tachyon_drive": ("napęd tachionowy", "tachionhajtómű"),
    "antimatter_cannon": ("działo na antymaterię", "antianyagágyú"),
    "quantum_grid": ("sieć kwantowa", "kvantumháló"),
    "nanorobots": ("nanoroboty", "nanorobotok"),
    "fusion_drive": ("napęd fuzyjny", "fúziós hajtómű"),
    "advanced_robotics": ("zaawansowana robotyka", "fejlett robotika"),
    "orbital": ("orbital", "orbitál"),
    "advanced_labs": ("zaawansowane laboratoria", "fejlett laborok"),
    "monolith": ("monolit", "monolit"),
    "artifact_key": ("klucz do artefaktu", "ereklyekulcs"),
    "wormhole_generator": ("generator tuneli czasoprzestrzennych", "féreglyuk-generátor"),
    "ion_cannon": ("działo jonowe", "ionágyú"),
    "electron_computer": ("komputer elektronowy", "elektronszámítógép"),
    "hull": ("kadłub", "törzs"),
    "nuclear_drive": ("napęd nuklearny", "nukleáris hajtómű"),
    "nuclear_source": ("źródło energii nuklearnej", "nukleáris forrás"),
}
TECHNOLOGY_NAMES: Final = Names(
    {t.id: (t.name, *_POLISH_AND_HUNGARIAN[t.id]) for t in TECHNOLOGIES.values()},
    kind="technology",
)
PART_NAMES: Final = Names(
    {p.id: (p.name, *_POLISH_AND_HUNGARIAN.get(p.id, ())) for p in PARTS.values()},
    kind="ship part",
)
SPECIES_NAMES: Final = Names({s.id: (s.name, s.short) for s in SPECIES.values()}, kind="species")
SECTOR_NAMES: Final = Names(
    {
        number: (f"{face.number:03}", face.name, f"{face.number:03} {face.name}")
        if face.ring != "center"
        else (
            "001",
            f"001 {face.name}",
            "center",
            "centre",
            "galactic center",
            "centrum",
            "galaktika közepe",
        )
        for number, face in SECTORS.items()
    },
    kind="sector",
)
TRACK_WORD: Final = "track"
DISC_PLACES: Final = SECTOR_NAMES.merged(
    Names(
        {TRACK_WORD: ("track", "tor", "sáv", "board", "influence track", "tor wpływów")},
        kind="sector",
    )
)
DIRECTION_NAMES: Final = Names(
    {
        "0": ("N", "north", "północ", "észak"),
        "1": ("NE", "northeast", "north east", "północny wschód", "északkelet"),
        "2": ("SE", "southeast", "south east", "południowy wschód", "délkelet"),
        "3": ("S", "south", "południe", "dél"),
        "4": ("SW", "southwest", "south west", "południowy zachód", "délnyugat"),
        "5": ("NW", "northwest", "north west", "północny zachód", "északnyugat"),
    },
    kind="direction",
)
DIRECTIONS: Final = tuple(DIRECTION_NAMES.name(str(edge)) for edge in range(6))

NOUNS: Final[Mapping[str, str]] = {
    "money": N_("money"),
    "science": N_("science"),
    "materials": N_("materials"),
    "advanced_money": N_("advanced money"),
    "advanced_science": N_("advanced science"),
    "advanced_materials": N_("advanced materials"),
    "gray": N_("gray"),
    "interceptor": N_("interceptor"),
    "cruiser": N_("cruiser"),
    "dreadnought": N_("dreadnought"),
    "starbase": N_("starbase"),
    "ancient": N_("ancient"),
    "gcds": N_("gcds"),
    "orbital": N_("orbital"),
    "monolith": N_("monolith"),
    "military": N_("military"),
    "grid": N_("grid"),
    "nano": N_("nano"),
    "ancient_technology": N_("Ancient Technology"),
    "ancient_cruiser": N_("Ancient Cruiser"),
}
ACTION_NAMES: Final[Mapping[str, str]] = {
    "explore": N_("Explore"),
    "influence": N_("Influence"),
    "research": N_("Research"),
    "upgrade": N_("Upgrade"),
    "build": N_("Build"),
    "move": N_("Move"),
    "colonize": N_("Colonize"),
    "trade": N_("Trade"),
    "propose": N_("Propose"),
}
SOURCES: Final[Mapping[str, str]] = {
    "reputation": N_("reputation"),
    "ambassadors": N_("ambassadors"),
    "sectors": N_("sectors"),
    "discoveries": N_("discoveries"),
    "monoliths": N_("monoliths"),
    "technologies": N_("technologies"),
    "species": N_("species"),
    "traitor": N_("traitor"),
}
_ONE: Final[Mapping[str, str]] = {
    "interceptor": N_("an interceptor"),
    "cruiser": N_("a cruiser"),
    "dreadnought": N_("a dreadnought"),
    "starbase": N_("a starbase"),
}
_SHIPS: Final[Mapping[str, Callable[[int], str]]] = {
    "interceptor": lambda n: _.several("{n} interceptor", "{n} interceptors", n),
    "cruiser": lambda n: _.several("{n} cruiser", "{n} cruisers", n),
    "dreadnought": lambda n: _.several("{n} dreadnought", "{n} dreadnoughts", n),
    "starbase": lambda n: _.several("{n} starbase", "{n} starbases", n),
    "ancient": lambda n: _.several("{n} ancient", "{n} ancients", n),
    "gcds": lambda n: _.several("{n} gcds", "{n} gcds", n),
}
_AMOUNTS: Final[Mapping[str, Callable[[int], str]]] = {
    "money": lambda n: _.several("{n} money", "{n} money", n),
    "science": lambda n: _.several("{n} science", "{n} science", n),
    "materials": lambda n: _.several("{n} materials", "{n} materials", n),
}

_NOTHING = frozenset({"", "nothing", "none", "nic", "semmi"})
_SMALL_TALK = frozenset(
    {"", "turn", "this turn", "round", "this round", "now", "please", "relations"}
)
_ALL = frozenset({"all", "auto", "everything", "wszystko", "wszystkie", "mind", "minden", "osszes"})
HOME = frozenset({"home", "dom", "domu", "haza", "otthon"})
FILLERS: Final = frozenset(
    {
        "the", "a", "an", "my", "it", "of", "sector", "sectors", "hex", "zone", "disc", "discs",
        "sektor", "sektora", "sektoru", "sektorze", "heks", "heksu", "heksie", "dysk", "dyski",
        "szektor", "az", "korong",
    }
)  # fmt: skip
"""Words that may stand beside a place and say nothing."""
_POINTS = re.compile(r"\b(?:points?|vp|pz|punkt|pont)")
_KEYWORDS: Final[Mapping[str, str]] = {
    "obrot": "turn", "fordulat": "turn", "ku": "facing", "unikajac": "avoiding", "bez": "without",
    "jako": "as", "mint": "as", "zwracajac": "returning", "visszaadva": "returning",
    "toward": "facing", "towards": "facing", "avoid": "avoiding", "return": "returning",
    "rotate": "turn", "rotated": "turn", "rotation": "turn", "turned": "turn", "no": "without",
}  # fmt: skip
_AFTER: Final = {"fele": "facing", "kerulve": "avoiding", "nelkul": "without"}
_SECTOR_NUMBER = re.compile(r"(?<![\d-])(\d{3})(?!\d)")
_PIECES = re.compile(r"[,;+&]|\b(?:and|oraz|és|es|i)\b", re.IGNORECASE)


@lru_cache(maxsize=256)
def _seat_names(names: tuple[tuple[str, ...], ...]) -> Names:
    return Names({str(i): called for i, called in enumerate(names)}, kind="player")


def seat_names(v: View) -> Names:
    """Players by the name they have here, or by that of their species."""
    sides = (SPECIES[p.species].name if p.species else "" for p in v.table.players)
    return _seat_names(tuple(zip(v.names, sides, strict=True)))


def is_nothing(text: str) -> bool:
    return fold(text).strip(" .") in _NOTHING


def is_told_nothing(text: str) -> bool:
    """Whether "nothing" is said, as against a bare verb whose rest may have been forgotten."""
    return bool(text.strip(" .")) and is_nothing(text)


def is_all(text: str) -> bool:
    """Whether a list is just "all": whatever the default would take."""
    return fold(text).strip(" .") in _ALL


def means_points(text: str) -> bool:
    """KEEP points, as against KEEP highest or KEEP 3: a discovery tile, not reputation."""
    return not plainly(text) or bool(_POINTS.search(fold(text)))


def stands_alone(line: OrderLine, verb: str, *names: Names) -> None:
    """Refuse words after a final order: "PASS unless attacked" must not pass."""
    rest = fold(plainly(line.rest)).strip(" .!")
    if rest in _SMALL_TALK or any(n.longest_at([rest], 0) for n in names):
        return
    raise LeftOver(
        _(
            "{verb} stands alone: {rest} was not understood. A condition is written {verb} IF …",
            verb=verb.upper(),
            rest=quoted(line.rest),
        )
    )


def means_second(text: str) -> bool:
    """PLACE second: of two sectors drawn, the other one."""
    return fold(text).strip(" .") in {"second", "drugi", "masodik", "masodikat"}


def pieces(text: str) -> list[str]:
    """The parts of a list; "nothing" is an empty one."""
    found = [piece.strip() for piece in _PIECES.split(text)]
    return [piece for piece in found if not is_nothing(piece)]


def english_keywords(text: str) -> str:
    """Polish and Hungarian keywords of this game as their English ones.

    Hungarian ones may follow what they belong to: "221 felé" is "facing 221"."""
    found: list[str] = []
    for word in text.split():
        keyword = _AFTER.get(fold(word))
        if keyword and found:
            found.insert(len(found) - 1, keyword)
        else:
            found.append(_KEYWORDS.get(fold(word), word))
    return " ".join(found)


def how_many(text: str) -> int | None:
    """A number in figures or words; None for none, or for all."""
    if text.isdigit():
        return int(text)
    said = NUMBER_WORDS.get(fold(text))
    return None if said == ALL else said


def disc_place(text: str) -> str:
    """A sector, or the influence track."""
    return DISC_PLACES.find(plainly(text) or text).id


def number(text: str) -> int:
    found = re.fullmatch(r"\s*(\d{1,4})\s*", text)
    if found is None:
        raise BadCount(_("{text} is not a number; write one, such as 2.", text=quoted(text)))
    return int(found[1])


def numbered(text: str, names: Names) -> tuple[str, int, tuple[str, ...]]:
    """ "cruiser 2": a name and the number after it (0 if none), and what was read differently."""
    found = re.fullmatch(r"(.*?)[\s#]*(\d{0,3})\s*", text.strip())
    assert found is not None
    if not found[1]:
        raise MissingPart(_("Write the name of the ship before {text}.", text=quoted(text)))
    match = names.find(found[1])
    return match.id, int(found[2] or 0), notes(match.read_as)


def notes(*read_as: str | None) -> tuple[str, ...]:
    return tuple(f"read as: {text}" for text in read_as if text)


def plainly(text: str) -> str:
    """The text without the small words that say nothing: "the sector 221" is "221"."""
    return " ".join(word for word in text.split() if fold(word.strip(",.:")) not in FILLERS)


def sector(text: str, home: str = "") -> str:
    """The number of the sector meant; `home` where that word may stand for one."""
    said = plainly(text)
    if home and fold(said) in HOME:
        return home
    return SECTOR_NAMES.find(said or text).id


def sector_apart(text: str) -> tuple[str, str]:
    """The one three-digit number in a text and what stands round it; "" if there is not one.

    No count is so long, so that it can only be a sector."""
    found = _SECTOR_NUMBER.findall(text)
    if len(found) != 1 or str(int(found[0])) not in SECTORS:
        return "", text
    before, after = _SECTOR_NUMBER.split(text)[::2]
    return str(int(found[0])), f"{before.strip()} {after.strip(' :')}".strip()


def leading(text: str, names: Names) -> tuple[str, str]:
    """The name a text begins with, and the rest."""
    words = text.split()
    match = names.longest_at(words, 0)
    if match is None:
        return names.find(words[0] if words else "").id, " ".join(words[1:])
    return match[0].id, " ".join(words[match[1] :])


def named_in(text: str, names: Names) -> tuple[str, ...]:
    return tuple(found.id for found in names.find_all(text))


def label(number_: str | int) -> str:
    """A sector as players see it: 001, 221."""
    return f"{int(number_):03}"


def called(number_: str | int) -> str:
    """A sector with its name: 221 Procyon."""
    return f"{int(number_):03} {SECTORS[str(number_)].name}"


def wormholes(number_: str, turn: int) -> str:
    """The edges of a sector, turned so, that have one: "N, SE, S"."""
    edges = edges_of(number_, turn)
    return ", ".join(DIRECTIONS[edge] for edge in range(6) if edges[edge])


def square_id(kind: str) -> str:
    """A square of the data ("science*") as `SQUARE_NAMES` knows it."""
    return f"advanced_{kind[:-1]}" if kind.endswith("*") else kind


# -- told in the reader's language -------------------------------------------------------------


def noun(id: str) -> str:
    """A ship, resource, square or category."""
    return _(NOUNS.get(id, id))


def square(kind: str) -> str:
    """A square of the data by its full name: "advanced science"."""
    return noun(square_id(kind))


def marked(kind: str) -> str:
    """A square of the data as short as it is written there: "science*"."""
    return f"{noun(kind.rstrip('*'))}{'*' if kind.endswith('*') else ''}"


def one(ship: str) -> str:
    return _(_ONE[ship])


def amount(n: int, resource: str) -> str:
    return _AMOUNTS[resource](n)


def ships(n: int, ship: str) -> str:
    return _SHIPS[ship](n)


def discovery(tile: str) -> str:
    found = DISCOVERIES[tile]
    if found.amount:
        return f"{noun(found.resource).capitalize()} +{found.amount}"
    return noun(tile) if tile in NOUNS else found.name


def listed(parts: Iterable[str], empty: str = N_("nothing")) -> str:
    return ", ".join(parts) or _(empty)


def join(parts: Iterable[str]) -> str:
    """A list as orders write it."""
    return ", ".join(parts) or "nothing"
