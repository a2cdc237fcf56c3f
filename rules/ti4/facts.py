"""The printed facts of the game, read once from `data/` into frozen structs.

Ids are those of the data; a system is known by its tile number as text ("27").
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.hexes import Hex
from rules.imperium.galaxy import Atlas
from rules.kernel.codec import Fixed

_DATA = Path(__file__).parent / "data"

MECATOL: Final = "mecatol_rex"
CENTRE: Final = "18"
CREUSS_HOME: Final = "51"
CREUSS_GATE: Final = "17"
COMMAND_TOKENS: Final = 16
COLOURS: Final = ("Red", "Blue", "Green", "Yellow", "Purple", "Black")


class Roll(NamedTuple):
    """A printed "X (Y)": hits on X or more, with Y dice."""

    hits_on: int
    dice: int


class Planet(Fixed):
    id: str
    name: str
    tile: str
    resources: int
    influence: int
    trait: str = ""
    specialty: str = ""
    home_of: str = ""


class Tile(Fixed):
    id: str
    name: str
    back: str
    pool: str
    planets: tuple[str, ...]
    wormholes: tuple[str, ...]
    anomalies: tuple[str, ...]
    home_of: str = ""

    @property
    def is_home(self) -> bool:
        return bool(self.home_of)


class Unit(Fixed):
    """One line of a faction sheet or upgrade card; `type` is the name of the pieces."""

    id: str
    name: str
    type: str
    category: str
    faction: str
    technology: str
    cost: int | None
    per_cost: int
    combat: Roll | None
    move: int
    capacity: int
    limit: int
    tokens: bool
    barrage: Roll | None = None
    bombardment: Roll | None = None
    cannon: Roll | None = None
    cannon_range: int = 0
    production: int = 0
    production_adds_resources: bool = False
    sustain: bool = False
    shield: bool = False
    breaks_shields: bool = False
    free_fighters: int = 0
    excess_weight: float = 0.0
    no_direct_hit: bool = False
    effects: tuple[str, ...] = ()

    @property
    def is_ship(self) -> bool:
        return self.category == "ship"

    @property
    def combat_known(self) -> bool:
        """Return False for the nameless flagship that only stands for the type."""
        return self.id != "flagship"

    @property
    def is_ground(self) -> bool:
        return self.category == "ground_force"

    @property
    def produces(self) -> bool:
        return self.production > 0 or self.production_adds_resources


class Ability(Fixed):
    id: str
    name: str
    window: str
    timing: str
    effect: str
    more: tuple[str, ...] = ()


class Faction(Fixed):
    id: str
    name: str
    short: str
    commodities: int
    home: str
    home_planets: tuple[str, ...]
    units: dict[str, int]
    techs: tuple[str, ...]
    tech_choice: tuple[str, ...]
    tech_choices: int
    abilities: tuple[Ability, ...]
    flagship: str
    note: str
    faction_techs: tuple[str, ...]


class Technology(Fixed):
    id: str
    name: str
    faction: str
    colour: str
    needs: dict[str, int]
    upgrades: str
    unit: str
    replaces: str
    exhausts: bool
    window: str
    timing: str
    effect: str
    more: tuple[str, ...] = ()
    special: bool = False


class StrategyCard(Fixed):
    """Its secondary costs `tokens` of the strategy pool and `resources`."""

    id: str
    name: str
    initiative: int
    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    tokens: int
    resources: int


class ActionCard(Fixed):
    id: str
    name: str
    copies: int
    windows: tuple[str, ...]
    timing: str
    effect: str


class Agenda(Fixed):
    id: str
    name: str
    law: bool
    vote: str
    elect: str
    trait: str
    not_home: bool
    excluded: tuple[str, ...]
    goes_to: str
    outcomes: dict[str, str]
    ongoing: str


class Objective(Fixed):
    """Public (stage 1 or 2) or secret (stage 0)."""

    id: str
    name: str
    stage: int
    points: int
    phase: str
    condition: str
    requirement: dict[str, Any]


class Note(Fixed):
    id: str
    name: str
    faction: str
    windows: tuple[str, ...]
    stays: bool
    returns: str
    timing: str
    effect: str


class Home(NamedTuple):
    hex: Hex
    bonus: int


class Layout(Fixed):
    """The places of homes and tiles for a number of players; homes clockwise."""

    players: int
    blue: int
    red: int
    extra_red: int
    homes: tuple[Home, ...]
    spaces: tuple[Hex, ...]


def _load(name: str) -> Any:
    return json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))


def _by_id(things: list[Any]) -> dict[str, Any]:
    return {thing.id: thing for thing in things}


def _planet(raw: Mapping[str, Any]) -> Planet:
    return Planet(
        raw["id"],
        raw["name"],
        str(raw["tile"]),
        raw["resources"],
        raw["influence"],
        raw["trait"] or "",
        raw["tech_specialty"] or "",
        raw["home_of"] or "",
    )


def _tile(raw: Mapping[str, Any]) -> Tile:
    return Tile(
        str(raw["tile"]),
        raw["name"],
        raw["back"] or "",
        raw["deal_pool"] or "",
        tuple(raw["planets"]),
        tuple(raw["wormholes"]),
        tuple(raw["anomalies"]),
        raw["home_of"] or "",
    )


def _roll(raw: Mapping[str, Any] | None) -> Roll | None:
    return None if raw is None else Roll(raw["hits_on"], raw.get("dice") or 1)


def _effects(raw: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(entry["effect"] for entry in raw)


def _more(raw: Mapping[str, Any]) -> tuple[str, ...]:
    return _effects(raw.get("more_effects", ()))


def _ability(raw: Mapping[str, Any]) -> Ability:
    return Ability(raw["id"], raw["name"], raw["window"], raw["timing"], raw["effect"], _more(raw))


def _unit(raw: Mapping[str, Any]) -> Unit:
    able = raw["abilities"]
    production = able.get("production") or {}
    cannon = able.get("space_cannon")
    return Unit(
        id=raw["id"],
        name=raw["name"],
        type=raw["type"],
        category=raw["category"],
        faction=raw["faction"] or "",
        technology=raw["technology"] or "",
        cost=raw["cost"],
        per_cost=raw["produced_per_cost"] or 1,
        combat=_roll(raw["combat"]),
        move=raw["move"] or 0,
        capacity=raw["capacity"] or 0,
        limit=raw["plastic_limit"],
        tokens=raw["token_substitutes"],
        barrage=_roll(able.get("anti_fighter_barrage")),
        bombardment=_roll(able.get("bombardment")),
        cannon=_roll(cannon),
        cannon_range=(cannon or {}).get("range", 0),
        production=production.get("value", 0),
        production_adds_resources=production.get("mode") == "planet_resources_plus",
        sustain=bool(able.get("sustain_damage")),
        shield=bool(able.get("planetary_shield")),
        breaks_shields=bool(able.get("suppresses_planetary_shield")),
        free_fighters=able.get("fighters_exempt_from_capacity", 0),
        excess_weight=able.get("excess_fleet_weight", 0.0),
        no_direct_hit=bool(able.get("direct_hit_immune")),
        effects=_effects(raw["effects"]),
    )


def _faction(raw: Mapping[str, Any]) -> Faction:
    choice = raw["starting_technology_choice"] or {"count": 0, "options": []}
    return Faction(
        raw["id"],
        raw["name"],
        raw["short_name"],
        raw["commodities"],
        str(raw["home_tile"]),
        tuple(raw["home_planets"]),
        raw["starting_units"],
        tuple(raw["starting_technologies"]),
        tuple(choice["options"]),
        choice["count"],
        tuple(map(_ability, raw["abilities"])),
        raw["flagship"]["unit"],
        raw["promissory_note"],
        tuple(raw["faction_technologies"]),
    )


def _technology(raw: Mapping[str, Any]) -> Technology:
    return Technology(
        raw["id"],
        raw["name"],
        raw["faction"] or "",
        raw["color"] or "",
        raw["prerequisites"],
        raw.get("upgrades_unit_type") or "",
        raw.get("grants_unit") or "",
        raw.get("replaces_generic") or "",
        raw["exhausts"],
        raw["window"],
        raw["timing"],
        raw["effect"],
        _more(raw),
        raw["type"] == "special",
    )


def _windows(raw: Mapping[str, Any]) -> tuple[str, ...]:
    return (raw["window"], *raw.get("also_windows", ()))


def _strategy_card(raw: Mapping[str, Any]) -> StrategyCard:
    cost = raw["secondary"]["cost"] or {}
    return StrategyCard(
        raw["id"],
        raw["name"],
        raw["initiative"],
        _effects(raw["primary"]["steps"]),
        _effects(raw["secondary"]["steps"]),
        cost.get("strategy_tokens", 0),
        cost.get("resources", 0),
    )


def _agenda(raw: Mapping[str, Any]) -> Agenda:
    narrowed = raw.get("elect_filter") or {}
    law = raw["type"] == "law"
    return Agenda(
        raw["id"],
        raw["name"],
        law,
        raw["vote"],
        raw.get("elect") or "",
        narrowed.get("trait", ""),
        narrowed.get("home") is False,
        tuple(narrowed.get("exclude", ())),
        raw.get("card_goes_to") or "",
        {outcome: result["effect"] for outcome, result in raw["outcomes"].items()},
        (raw["ongoing"] or {}).get("effect", ""),
    )


def _objective(raw: Mapping[str, Any]) -> Objective:
    return Objective(
        raw["id"],
        raw["name"],
        raw.get("stage", 0),
        raw["points"],
        raw["phase"],
        raw["condition"],
        raw["requirement"],
    )


def _note(raw: Mapping[str, Any]) -> Note:
    return Note(
        raw["id"],
        raw["name"],
        raw.get("faction") or "",
        _windows(raw),
        bool(raw.get("stays_in_play_area")),
        raw["returns"],
        raw["timing"],
        raw["effect"],
    )


def _layout(raw: Mapping[str, Any], hexes: Mapping[int, Hex]) -> Layout:
    homes = tuple(
        Home(Hex(home["q"], home["r"]), home["bonus_trade_goods"]) for home in raw["home_positions"]
    )
    extra = sum(entry["count"] for entry in raw["extra_tiles"])
    spaces = tuple(hexes[index] for index in raw["tile_positions"])
    return Layout(
        raw["players"], raw["blue_per_player"], raw["red_per_player"], extra, homes, spaces
    )


PLANETS: Final[dict[str, Planet]] = _by_id([_planet(raw) for raw in _load("planets")])
TILES: Final[dict[str, Tile]] = _by_id([_tile(raw) for raw in _load("systems")])
ATLAS: Final = Atlas(TILES, PLANETS)
UNITS: Final[dict[str, Unit]] = _by_id([_unit(raw) for raw in _load("units")])
FACTIONS: Final[dict[str, Faction]] = _by_id([_faction(raw) for raw in _load("factions")])
TECHNOLOGIES: Final[dict[str, Technology]] = _by_id(
    [_technology(raw) for raw in _load("technologies")]
)
STRATEGY_CARDS: Final[dict[str, StrategyCard]] = _by_id(
    [_strategy_card(raw) for raw in _load("strategy_cards")]
)
ACTION_CARDS: Final[dict[str, ActionCard]] = _by_id(
    [
        ActionCard(r["id"], r["name"], r["copies"], _windows(r), r["timing"], r["effect"])
        for r in _load("action_cards")
    ]
)
AGENDAS: Final[dict[str, Agenda]] = _by_id([_agenda(raw) for raw in _load("agendas")])
OBJECTIVES: Final[dict[str, Objective]] = _by_id(
    [_objective(raw) for raw in (*_load("public_objectives"), *_load("secret_objectives"))]
)
NOTES: Final[dict[str, Note]] = _by_id([_note(raw) for raw in _load("promissory_notes")])
COMMON_NOTES: Final = tuple(note.id for note in NOTES.values() if not note.faction)
ABILITIES: Final[dict[str, Ability]] = {
    ability.id: ability for faction in FACTIONS.values() for ability in faction.abilities
}

_SETUP = _load("map_setup")
HEXES: Final[dict[int, Hex]] = {p["index"]: Hex(p["q"], p["r"]) for p in _SETUP["positions"]}
LAYOUTS: Final[dict[int, Layout]] = {
    raw["players"]: _layout(raw, HEXES) for raw in _SETUP["layouts"]
}

UNIT_TYPES: Final = (
    "flagship",
    "war_sun",
    "dreadnought",
    "carrier",
    "cruiser",
    "destroyer",
    "fighter",
    "infantry",
    "pds",
    "space_dock",
)
SHIPS: Final = UNIT_TYPES[:7]
STRUCTURES: Final = ("pds", "space_dock")
GROUND: Final = ("infantry",)
LIMITS: Final[dict[str, int]] = {kind: UNITS[kind].limit for kind in UNIT_TYPES}
UNLIMITED: Final = frozenset(kind for kind in UNIT_TYPES if UNITS[kind].tokens)
TRAITS: Final = ("cultural", "hazardous", "industrial")
TECH_COLOURS: Final = ("blue", "green", "red", "yellow")


def cards_each(players: int) -> int:
    """Return how many strategy cards a player picks, by the number at the start (H-54)
    (TI4 22.1c)."""
    return 2 if players <= 4 else 1


VERB_WORDS: Final[dict[str, dict[str, list[str]]]] = _load("verbs")
"""The words of each order, by language, as people write them."""
