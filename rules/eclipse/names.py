"""Eclipse: names of things as players write them, in English, Polish and Hungarian."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.eclipse.facts import PARTS, SECTORS, SPECIES, TECHNOLOGIES
from rules.eclipse.state import View
from rules.lexicon import Names, fold

RESOURCE_NAMES: Final = Names(
    {
        "money": (
            *("money", "orange", "cash", "gold", "credits", "coins", "$"),
            *("pieniądze", "pieniędzy", "pieniądz", "pomarańczowy", "kasa", "pénz", "narancs"),
        ),
        "science": (
            *("science", "S", "sci", "pink", "research points"),
            *("nauka", "nauki", "naukę", "różowy", "tudomány", "rózsaszín"),
        ),
        "materials": (
            *("materials", "material", "M", "mat", "mats", "minerals", "brown"),
            *("materiały", "materiałów", "materiał", "surowce", "brązowy"),
            *("nyersanyag", "anyag", "barna"),
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
        "gray": ("gray", "grey", "wild", "any", "szary", "szare", "szürke"),
        "orbital": ("orbital", "orb", "orbitál"),
    },
    kind="population square",
)
SHIP_NAMES: Final = Names(
    {
        "interceptor": (
            *("interceptor", "int", "ints", "ic", "fighter", "small ship"),
            *("myśliwiec", "myśliwce", "myśliwców", "myśliwca", "interceptory"),
            *("elfogó", "elfogóvadász", "vadász", "vadászt"),
        ),
        "cruiser": ("cruiser", "cru", "cr", "krążownik", "cirkáló"),
        "dreadnought": (
            *("dreadnought", "dreadnaught", "dread", "dn", "drd", "battleship", "big ship"),
            *("pancernik", "csatahajó", "drednot"),
        ),
        "starbase": (
            *("starbase", "star base", "base", "sb", "station", "baza gwiezdna", "bazę gwiezdną"),
            *("bazy gwiezdne", "bazą gwiezdną", "baza", "bazę", "csillagbázis", "bázis"),
        ),
    },
    kind="ship",
)
SHIP_PLURALS: Final[Mapping[str, str]] = {
    fold(word): ship
    for ship, words in {
        "interceptor": "interceptors ints fighters myśliwce myśliwców elfogók elfogókat vadászok",
        "cruiser": "cruisers krążowniki krążowników cirkálók cirkálókat",
        "dreadnought": "dreadnoughts dreads battleships pancerniki pancerników csatahajók",
    }.items()
    for word in words.split()
}
"""Plurals that say nothing of how many."""
TARGET_NAMES: Final = SHIP_NAMES.merged(
    Names(
        {
            "ancient": (
                *("ancient", "anc", "starożytny", "starożytni", "starożytnych", "ős", "ősök"),
                *("ősi hajó",),
            ),
            "gcds": ("GCDS", "defense system", "defence system", "guardian", "system obrony"),
        },
        "ship",
    )
)
ITEM_NAMES: Final = SHIP_NAMES.merged(
    Names(
        {
            "orbital": ("orbital", "orb", "orbitál"),
            "monolith": ("monolith", "mono", "monolit"),
        },
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
_NICKNAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "eridani_empire": ("Imperium Eridani", "Eridani Birodalom", "empire"),
    "hydran_progress": ("Hydrans", "Postępowi Hydranie", "Hydranie", "Hydranom", "Hydranok"),
    "planta": ("Plants", "Plantanie", "Plantanom", "Planták", "növények", "rośliny"),
    "descendants_of_draco": ("Descendants", "Potomkowie Drako", "Drako", "Draco leszármazottai"),
    "mechanema": ("Mechs", "Mech", "robots", "roboty", "robotok", "Mechanemák"),
    "orion_hegemony": ("Hegemony", "Orions", "Hegemonia Oriona", "Orion Hegemónia", "Hegemónia"),
    "terran_directorate": ("Dyrektoriat", "Direktorátus", "red", "czerwony", "piros"),
    "terran_federation": ("Federacja", "Föderáció", "blue", "niebieski", "kék"),
    "terran_union": ("Unia", "Unió", "green", "zielony", "zöld"),
    "terran_republic": ("Republika", "Köztársaság", "yellow", "żółty", "sárga"),
    "terran_conglomerate": ("Konglomerat", "Konglomerátum", "white", "biały", "fehér"),
    "terran_alliance": ("Sojusz", "Szövetség", "black", "czarny", "fekete"),
}
SPECIES_NAMES: Final = Names(
    {s.id: (s.name, s.short, *_NICKNAMES[s.id]) for s in SPECIES.values()}, kind="species"
)
SECTOR_NAMES: Final = Names(
    {
        number: (f"{face.number:03}", face.name, f"{face.number:03} {face.name}")
        if face.ring != "center"
        else (
            "001",
            f"001 {face.name}",
            "center",
            "centre",
            "gc",
            "core",
            "middle",
            "galactic center",
            "galactic centre",
            "centrum",
            "centrum galaktyki",
            "środek",
            "galaktika közepe",
            "központ",
        )
        for number, face in SECTORS.items()
    },
    kind="sector",
)
TRACK_WORD: Final = "track"
DISC_PLACES: Final = SECTOR_NAMES.merged(
    Names(
        {
            TRACK_WORD: (
                *("track", "board", "influence track", "hand", "reserve"),
                *("tor", "tor wpływów", "plansza", "plansza gracza"),
                *("sáv", "befolyássáv", "tábla"),
            )
        },
        kind="sector",
    )
)
DIRECTION_NAMES: Final = Names(
    {
        "0": ("N", "north", "up", "top", "północ", "północy", "pn", "észak", "É"),
        "1": (
            *("NE", "northeast", "north east", "upper right", "top right"),
            *("północny wschód", "północnego wschodu", "pn wsch", "északkelet", "ÉK"),
        ),
        "2": (
            *("SE", "southeast", "south east", "lower right", "bottom right"),
            *("południowy wschód", "południowego wschodu", "pd wsch", "délkelet", "DK"),
        ),
        "3": ("S", "south", "down", "bottom", "południe", "południa", "pd", "dél", "D"),
        "4": (
            *("SW", "southwest", "south west", "lower left", "bottom left"),
            *("południowy zachód", "południowego zachodu", "pd zach", "délnyugat", "DNy"),
        ),
        "5": (
            *("NW", "northwest", "north west", "upper left", "top left"),
            *("północny zachód", "północnego zachodu", "pn zach", "északnyugat", "ÉNy"),
        ),
    },
    kind="direction",
)
DIRECTION_LABELS: Final = tuple(DIRECTION_NAMES.name(str(edge)) for edge in range(6))


@lru_cache(maxsize=256)
def _seat_names(names: tuple[tuple[str, ...], ...]) -> Names:
    return Names({str(i): called for i, called in enumerate(names)}, kind="player")


def seat_names(v: View) -> Names:
    """Players by the name they have here, or by that of their species."""
    sides = (SPECIES[p.species].name if p.species else "" for p in v.table.players)
    return _seat_names(tuple(zip(v.names, sides, strict=True)))


LINE_WORDS: Final = {
    "pl": {
        "TURN": "OBRÓT", "FLIP": "ODWRÓĆ", "AS": "JAKO", "WITHOUT disc": "BEZ dysku",
        "AVOIDING": "UNIKAJĄC", "RETURNING": "ZWRACAJĄC", "track": "tor", "points": "punkty",
        "beside": "obok", "nothing at all": "nic a nic", "gray": "szary", "orbital": "orbital",
    },
    "hu": {
        "TURN": "FORDULAT", "FLIP": "FORDÍT", "AS": "MINT", "WITHOUT disc": "korong NÉLKÜL",
        "RETURNING": "VISSZAADVA", "track": "sáv", "points": "pont", "beside": "mellé",
        "nothing at all": "egyáltalán semmi", "gray": "szürke", "orbital": "orbitál",
    },
}  # fmt: skip
"""Words of order lines besides verbs and units, as a reader is shown them."""
