"""The printed facts of the game, read once from `data/` into frozen structs."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rules.hexes import Hex
from rules.imperium.galaxy import Atlas
from rules.kernel.codec import Fixed

_DATA = Path(__file__).parent / "data"

MECATOL: Final = "mecatol_rex"
CENTRE: Final = "sys_mecatol_rex"
IMPERIUM_REX: Final = "pub2_imperium_rex"
COUNTERS: Final = 16
"""Command counters of a race (TI3 2.1.3)."""
GOODS: Final = 40
"""Trade goods in the box (TI3 18.3.2)."""
HAND_LIMIT: Final = 7
COLOURS: Final = ("Red", "Blue", "Green", "Yellow", "Purple", "Black")
TECH_COLOURS: Final = ("blue", "green", "red", "yellow")
AREAS: Final = ("strategy", "command", "fleet")
"""Strategy Allocation, Command Pool, Fleet Supply (TI3 17.1.1)."""
LEADER_TYPES: Final = ("admiral", "agent", "diplomat", "general", "scientist")


class Planet(Fixed):
    id: str
    name: str
    tile: str
    resources: int
    influence: int
    specialty: str = ""
    home_of: str = ""
    aliases: tuple[str, ...] = ()


class Tile(Fixed):
    """One hex; `kind` is centre, home, regular, empty or special (TI3 14.1.1)."""

    id: str
    name: str
    kind: str
    planets: tuple[str, ...]
    wormhole: str = ""
    anomaly: str = ""
    home_of: str = ""
    dealt: bool = False

    @property
    def is_home(self) -> bool:
        return bool(self.home_of)

    @property
    def is_special(self) -> bool:
        """Bordered in red (TI3 2.2.1)."""
        return self.kind == "special"

    @property
    def may_be_activated(self) -> bool:
        """Return whether the system may be activated: no asteroid field, no supernova (TI3
        8.2.5)."""
        return self.anomaly not in ("asteroid_field", "supernova")


class Unit(Fixed):
    """One line of the unit table (TI3 32.1)."""

    id: str
    name: str
    ship: bool
    cost: int
    per_cost: int
    limit: int
    unlimited: bool
    battle: int
    dice: int
    move: int
    capacity: int
    hits: int
    needs: str = ""
    """The technology without which it cannot be built."""


class Ability(Fixed):
    id: str
    name: str
    race: str
    window: str
    timing: str
    cost: str
    effect: str


class Race(Fixed):
    id: str
    name: str
    short: str
    home: str
    home_planets: tuple[str, ...]
    units: dict[str, int]
    techs: tuple[str, ...]
    counters: dict[str, int]
    contracts: tuple[str, ...]
    abilities: tuple[Ability, ...]
    leaders: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Technology(Fixed):
    """`mode` says whether all or any of `needs` are wanted (TI3 21.1.3)."""

    id: str
    name: str
    colour: str
    mode: str
    needs: tuple[str, ...]
    effects: tuple[str, ...]


class StrategyCard(Fixed):
    id: str
    name: str
    initiative: int
    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    counter: bool
    """The secondary costs a counter of Strategy Allocation."""
    aliases: tuple[str, ...] = ()


class ActionCard(Fixed):
    id: str
    name: str
    copies: int
    window: str
    timing: str
    condition: str
    target: str
    cost: str
    effect: str


class Agenda(Fixed):
    """A political card; `elect` is player, planet, law or technology_color, `count` how many."""

    id: str
    name: str
    law: bool
    stays: bool
    vote: str
    elect: str
    count: int
    restriction: str
    outcomes: dict[str, str]
    doubtful: bool


class Objective(Fixed):
    """Public (stage 1 or 2) or secret (stage 0)."""

    id: str
    name: str
    stage: int
    points: int
    condition: str
    wins: bool = False

    @property
    def is_named(self) -> bool:
        """Whether the card has a name beside its condition."""
        return self.name != self.condition.rstrip(".")


class Contract(Fixed):
    """A trade card (TI3 22.1.1)."""

    id: str
    race: str
    number: int
    value: int


class Leader(Fixed):
    id: str
    name: str
    race: str
    type: str


class Domain(Fixed):
    """A face of a domain counter; `number` of hostile locals or trade goods (TI3 28.4)."""

    id: str
    kind: str
    name: str
    number: int
    copies: int
    listed: int
    effect: str


class Layout(Fixed):
    """The galaxy for a number of players; homes by position number (TI3 32.4, 32.5)."""

    players: int
    homes: tuple[Hex, ...]
    spaces: tuple[Hex, ...]
    dealt: int
    face_down: int
    bonus: tuple[int, ...]
    without_cards: tuple[str, ...]


def _load(name: str) -> dict[str, Any]:
    return json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def _by_id(things: list[Any]) -> dict[str, Any]:
    return {thing.id: thing for thing in things}


def _planet(raw: Mapping[str, Any]) -> Planet:
    return Planet(
        raw["id"],
        raw["name"],
        raw["system_id"],
        raw["resources"],
        raw["influence"],
        raw["tech_specialty"] or "",
        raw["home_of"] or "",
        tuple(raw["aliases"] or ()),
    )


def _tile(raw: Mapping[str, Any]) -> Tile:
    return Tile(
        raw["id"],
        raw["name"],
        raw["kind"],
        tuple(raw["planets"]),
        raw["wormhole"] or "",
        raw["anomaly"] or "",
        raw["home_of"] or "",
        raw["dealt_in_setup"],
    )


def _unit(raw: Mapping[str, Any]) -> Unit:
    return Unit(
        raw["id"],
        raw["name"],
        raw["class"] == "ship",
        raw["cost"],
        raw["units_per_cost"],
        raw["plastic_limit"],
        raw["unlimited_by_supplement_counters"],
        raw["combat_value"] or 0,
        raw["combat_dice"] or 0,
        raw["movement"] or 0,
        raw["capacity"]["total"],
        raw["hits_to_destroy"],
        raw["required_technology"] or "",
    )


def _ability(raw: Mapping[str, Any], race: str) -> Ability:
    return Ability(
        raw["id"],
        raw["id"].replace("_", " ").capitalize(),
        race,
        raw["window"],
        raw["timing"] or "",
        raw["cost"] or "",
        raw["effect"],
    )


def _race(raw: Mapping[str, Any], planets: Mapping[str, Planet]) -> Race:
    counters = raw["starting_command_counters"]
    home = tuple(sorted(p.id for p in planets.values() if p.home_of == raw["id"]))
    return Race(
        raw["id"],
        raw["name"],
        raw["short_name"],
        raw["home_system_id"],
        home,
        raw["starting_units"],
        tuple(raw["starting_technologies"]),
        {
            "strategy": counters["strategy_allocation"],
            "command": counters["command_pool"],
            "fleet": counters["fleet_supply"],
        },
        tuple(f"contract_{raw['id']}_{n}" for n in (1, 2)),
        tuple(_ability(a, raw["id"]) for a in raw["abilities"]),
        tuple(raw["leader_ids"]),
        tuple(name for name in (raw["pl"], raw["hu"]) if name),
    )


def _technology(raw: Mapping[str, Any]) -> Technology:
    needs = raw["prerequisites"]
    return Technology(
        raw["id"],
        raw["name"],
        raw["color"],
        needs["mode"],
        tuple(needs["technologies"]),
        tuple(e["effect"] for e in raw["effects"]),
    )


def _strategy_card(raw: Mapping[str, Any]) -> StrategyCard:
    def steps(part: Mapping[str, Any] | None) -> tuple[str, ...]:
        if part is None:
            return ()
        more = [step for option in part.get("options", {}).values() for step in option]
        return (*part["steps"], *more)

    secondary = raw["secondary"]
    special = tuple(e["effect"] for e in raw.get("special") or ())
    return StrategyCard(
        raw["id"],
        raw["name"],
        raw["initiative"],
        steps(raw["primary"]) or special,
        steps(secondary),
        bool(secondary and secondary["cost"]["command_counters"]),
        tuple(name for name in (raw["pl"], raw["hu"]) if name),
    )


def _action_card(raw: Mapping[str, Any]) -> ActionCard:
    return ActionCard(
        raw["id"],
        raw["name"],
        raw["copies"],
        raw["window"],
        raw["timing"] or "",
        raw["condition"] or "",
        raw["target"] or "",
        raw["cost"] or "",
        raw["effect"],
    )


def _agenda(raw: Mapping[str, Any]) -> Agenda:
    elect = raw["elect"] or {}
    return Agenda(
        raw["id"],
        raw["name"],
        bool(raw["law"]),
        bool(raw.get("stays_in_play")),
        raw["vote"],
        elect.get("kind", ""),
        elect.get("count", 0),
        elect.get("restriction") or "",
        {outcome: result["effect"] for outcome, result in raw["outcomes"].items()},
        raw["name"] in _SINGLE_SOURCE,
    )


def _objective(raw: Mapping[str, Any]) -> Objective:
    return Objective(
        raw["id"],
        raw.get("name") or raw["condition"].rstrip("."),
        raw.get("stage", 0),
        raw.get("victory_points") or 0,
        raw["condition"],
        raw.get("special_result") == "scoring player wins the game",
    )


def _domains(raw: Mapping[str, Any]) -> list[Domain]:
    found = []
    for variant in raw["variants"]:
        number = variant["value"] if isinstance(variant["value"], int) else 0
        id = f"{raw['id']}_{number}" if number else raw["id"]
        name = f"{raw['name']} {number}" if number else raw["name"]
        found.append(
            Domain(
                id,
                raw["id"],
                name,
                number,
                variant["quantity"],
                variant["listed_quantity"],
                raw["effect"],
            )
        )
    return found


def _layout(raw: Mapping[str, Any]) -> Layout:
    homes = tuple(Hex(home["q"], home["r"]) for home in raw["home_positions"])
    outer = [RINGS[3][i] for i in raw["ring_3_indices_used"]]
    spaces = tuple(h for h in (*RINGS[1], *RINGS[2], *outer) if h not in homes)
    bonus = raw["starting_trade_goods_by_position"]
    return Layout(
        raw["players"],
        homes,
        spaces,
        raw["tiles_dealt_per_player"],
        raw.get("face_down_tiles_next_to_center") or 0,
        tuple(bonus.get(str(home["position"]), 0) for home in raw["home_positions"]),
        tuple(raw.get("removed_action_cards") or ()),
    )


_SINGLE_SOURCE: Final = frozenset({
    "Holy Planet of Ixth", "Imperial Academy", "Imperial Containment", "Imperial Mandate",
    "Imperial Peace", "Labor Force Politics", "Limits to Individual Power", "New Constitution",
    "Official Sanction", "Planetary Conscription", "Prophecy of Ixth", "Regressive Rhetoric",
    "Regulated Conscription", "Repeal", "Resource Management", "Revote",
    "Science Community Speaker", "Subsidized Studies", "Technology Buy-back",
    "Technology Investigation Committee", "Trade Embargo", "Trade War", "Traffic Tariffs",
    "Wormhole Reconstruction",
})  # fmt: skip
"""Political cards a table may leave out: their text rests on one source (TI3 42.3)."""

PLANETS: Final[dict[str, Planet]] = _by_id([_planet(r) for r in _load("planets")["entries"]])
TILES: Final[dict[str, Tile]] = _by_id([_tile(r) for r in _load("systems")["entries"]])
ATLAS: Final = Atlas(TILES, PLANETS)
UNITS: Final[dict[str, Unit]] = _by_id([_unit(r) for r in _load("units")["entries"]])
RACES: Final[dict[str, Race]] = _by_id([_race(r, PLANETS) for r in _load("races")["entries"]])
ABILITIES: Final[dict[str, Ability]] = {a.id: a for r in RACES.values() for a in r.abilities}
TECHNOLOGIES: Final[dict[str, Technology]] = _by_id(
    [_technology(r) for r in _load("technologies")["entries"]]
)
STRATEGY_CARDS: Final[dict[str, StrategyCard]] = _by_id(
    [_strategy_card(r) for r in _load("strategy_cards")["entries"]]
)
ACTION_CARDS: Final[dict[str, ActionCard]] = _by_id(
    [_action_card(r) for r in _load("action_cards")["entries"]]
)
AGENDAS: Final[dict[str, Agenda]] = _by_id(
    [_agenda(r) for r in _load("political_cards")["entries"]]
)
OBJECTIVES: Final[dict[str, Objective]] = _by_id(
    [
        _objective(r)
        for r in (*_load("public_objectives")["entries"], *_load("secret_objectives")["entries"])
    ]
)
CONTRACTS: Final[dict[str, Contract]] = _by_id(
    [
        Contract(r["id"], r["race_id"], r["card"], r["trade_value"])
        for r in _load("trade_agreements")["entries"]
    ]
)
_LEADERS = _load("leaders")
LEADERS: Final[dict[str, Leader]] = _by_id(
    [Leader(r["id"], r["name"], r["race_id"], r["type"]) for r in _LEADERS["entries"]]
)
LEADER_EFFECTS: Final[dict[str, tuple[str, ...]]] = {
    r["id"]: tuple(" ".join(filter(None, (e["condition"], e["effect"]))) for e in r["effects"])
    for r in _LEADERS["types"]
}
DOMAINS: Final[dict[str, Domain]] = _by_id(
    [domain for r in _load("domain_counters")["entries"] for domain in _domains(r)]
)

_SETUP = _load("map_setup")
RINGS: Final[dict[int, tuple[Hex, ...]]] = {
    int(k): tuple(Hex(*h) for h in hexes) for k, hexes in _SETUP["coordinates"]["rings"].items()
}
LAYOUTS: Final[dict[int, Layout]] = {r["players"]: _layout(r) for r in _SETUP["entries"]}

VERB_WORDS: Final[dict[str, dict[str, list[str]]]] = _load("verbs")
"""The words of every order by language."""
UNIT_TYPES: Final = (
    "war_sun",
    "dreadnought",
    "carrier",
    "cruiser",
    "destroyer",
    "fighter",
    "ground_force",
    "pds",
    "space_dock",
)
SHIPS: Final = UNIT_TYPES[:6]
BIG_SHIPS: Final = UNIT_TYPES[:5]
PLANETARY: Final = UNIT_TYPES[6:]
CARGO: Final = ("ground_force", "pds")
"""What lies in the hold of a ship; fighters fly beside it (TI3 16.7.5)."""
SUSTAINING: Final = tuple(unit for unit in UNIT_TYPES if UNITS[unit].hits > 1)
MOVING_ALONE: Final = 2
"""The movement of fighters that need no carrier (TI3 21.3.13)."""


def cards_each(players: int) -> int:
    """Strategy cards a player picks, by the number at the start (13.3.2) (TI3 25.1.1)."""
    return 2 if players <= 4 else 1
