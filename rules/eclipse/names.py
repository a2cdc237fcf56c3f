"""Eclipse: names of things as players write them, in English, Polish and Hungarian."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.eclipse.facts import PARTS, SECTORS, SPECIES, TECHNOLOGIES
from rules.eclipse.state import View
from rules.lexicon import Names

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
DIRECTION_LABELS: Final = tuple(DIRECTION_NAMES.name(str(edge)) for edge in range(6))


@lru_cache(maxsize=256)
def _seat_names(names: tuple[tuple[str, ...], ...]) -> Names:
    return Names({str(i): called for i, called in enumerate(names)}, kind="player")


def seat_names(v: View) -> Names:
    """Players by the name they have here, or by that of their species."""
    sides = (SPECIES[p.species].name if p.species else "" for p in v.table.players)
    return _seat_names(tuple(zip(v.names, sides, strict=True)))
