"""Eclipse: the facts of the game, read once from `data/`."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

_DATA = Path(__file__).parent / "data"

RESOURCES: Final = ("money", "science", "materials")
CATEGORIES: Final = ("military", "grid", "nano")
SHIPS: Final = ("interceptor", "cruiser", "dreadnought", "starbase")
STRUCTURES: Final = ("orbital", "monolith")
STOCK: Final = {"interceptor": 8, "cruiser": 4, "dreadnought": 2, "starbase": 4}
NPCS: Final = ("ancient", "gcds")
BY_SIZE: Final = ("gcds", "ancient", "dreadnought", "cruiser", "starbase", "interceptor")
REPUTATION_FOR: Final = {
    "interceptor": 1, "starbase": 1, "ancient": 1, "cruiser": 2, "dreadnought": 3, "gcds": 3,
}  # fmt: skip
ADVANCED_NEEDS: Final = {
    "money": "advanced_economy", "science": "advanced_labs", "materials": "advanced_mining",
}  # fmt: skip
ACTIONS: Final = ("explore", "influence", "research", "upgrade", "build", "move")
CENTER: Final = "1"
ROUNDS: Final = 9
CUBES: Final = 33
TRACK: Final = 11
DISCS: Final = 16
RESERVE: Final = 3
AMBASSADORS: Final = 3
TECHNOLOGY_SPACES: Final = 7
MOST_REPUTATION: Final = 5
INFLUENCE_MOVES: Final = 2
FLIPS: Final = 2
DIPLOMACY_FROM: Final = 4
DRACO: Final = "descendants_of_draco"
PLANTA: Final = "planta"


class Square(NamedTuple):
    """A population square: its resource, or gray; advanced ones need a technology."""

    kind: str
    advanced: bool


class SectorFace(msgspec.Struct, frozen=True):
    number: int
    name: str
    ring: str
    points: int
    wormholes: str
    squares: tuple[str, ...]
    artifact: bool = False
    discovery: bool = False
    ancients: int = 0

    def square(self, i: int) -> Square:
        text = self.squares[i]
        return Square(text.rstrip("*"), text.endswith("*"))


class Technology(msgspec.Struct, frozen=True):
    id: str
    name: str
    category: str
    cost: int
    minimum: int
    kind: str
    tiles: int


class Part(msgspec.Struct, frozen=True):
    """A ship part; `energy` is produced (positive) or used (negative)."""

    id: str
    name: str
    kind: str
    ancient: bool = False
    technology: str = ""
    energy: int = 0
    initiative: int = 0
    computer: int = 0
    shield: int = 0
    hull: int = 0
    movement: int = 0
    dice: int = 0
    damage: int = 0


class Blueprint(msgspec.Struct, frozen=True):
    """A printed blueprint: parts on its squares ("" is an open square), and beside the grid."""

    printed: tuple[str, ...]
    initiative: int = 0
    energy: int = 0
    computer: int = 0


class Species(msgspec.Struct, frozen=True):
    """One side of a player board."""

    id: str
    name: str
    short: str
    colour: str
    other_side: str
    home: int
    storage: tuple[int, int, int]
    technologies: tuple[str, ...]
    first_ship: str
    discs: int
    colony_ships: int
    trade: int
    explore: int
    draws: int
    research: int
    upgrade: int
    build: int
    move: int
    reputation_spaces: tuple[str, ...]
    reputation_draws: int
    costs: dict[str, int]
    blueprints: str
    alien: bool = False


class DiscoveryTile(msgspec.Struct, frozen=True):
    id: str
    name: str
    kind: str
    tiles: int
    resource: str = ""
    amount: int = 0


class ByPlayers(msgspec.Struct, frozen=True):
    """What depends on the number of players (ECL 18.2); a start is q, r and rotation."""

    technologies: int
    cleanup: int
    outer: int
    starts: tuple[tuple[int, int, int], ...]


class NpcShip(msgspec.Struct, frozen=True):
    initiative: int
    computer: int
    hull: int
    dice: int
    damage: int


class Tracks(msgspec.Struct, frozen=True):
    population: tuple[int, ...]
    influence: tuple[int, ...]
    discount: tuple[int, ...]
    technology_points: tuple[int, ...]
    reputation: dict[str, dict[str, int]]
    npcs: dict[str, NpcShip]
    players: dict[str, ByPlayers]


class Stats(NamedTuple):
    """What a ship type amounts to, all its parts added up (ECL 18.8.4)."""

    initiative: int
    computer: int
    shield: int
    hull: int
    movement: int
    energy: int
    drives: int
    cannons: tuple[tuple[int, int], ...]
    missiles: tuple[tuple[int, int], ...]


def load(name: str, kind: Any) -> Any:
    """Read a file of data/ as `kind`."""
    return msgspec.json.decode((_DATA / f"{name}.json").read_bytes(), type=kind)


SECTORS: Final[dict[str, SectorFace]] = {
    str(s.number): s for s in load("sectors", list[SectorFace])
}
TECHNOLOGIES: Final[dict[str, Technology]] = {
    t.id: t for t in load("technologies", list[Technology])
}
PARTS: Final[dict[str, Part]] = {p.id: p for p in load("parts", list[Part])}
SPECIES: Final[dict[str, Species]] = {s.id: s for s in load("species", list[Species])}
DISCOVERIES: Final[dict[str, DiscoveryTile]] = {
    d.id: d for d in load("discoveries", list[DiscoveryTile])
}
BLUEPRINTS: Final[dict[str, dict[str, Blueprint]]] = load(
    "blueprints", dict[str, dict[str, Blueprint]]
)
TRACKS: Final[Tracks] = load("tracks", Tracks)
STACKS: Final = {
    stack: tuple(s.number for s in SECTORS.values() if s.ring == ring)
    for stack, ring in (("I", "inner"), ("II", "middle"), ("III", "outer"))
}
TERRANS: Final = (
    "terran_directorate", "terran_union", "terran_federation",
    "terran_republic", "terran_conglomerate", "terran_alliance",
)  # fmt: skip
ALIENS: Final = tuple(s.id for s in SPECIES.values() if s.alien)


def production(cubes_on_track: int) -> int:
    """Return what a track with so many cubes produces; nothing when a twelfth cube covers the last
    number (ECL 5.2.1, 18.8.1, 25.2.4)."""
    track = TRACKS.population
    return track[cubes_on_track] if cubes_on_track < len(track) else 0


def influence_cost(discs_on_track: int) -> int:
    """Return the upkeep of so many discs on the track; discs beyond the circles cost nothing (ECL
    5.4.2, 18.8.2, 25.2.5)."""
    track = TRACKS.influence
    return track[discs_on_track] if discs_on_track < len(track) else 0


def research_cost(technology: str, owned_in_category: int) -> int:
    """Return the science a technology costs with so many of its category (ECL 7.3.2, 18.8.3)."""
    tile = TECHNOLOGIES[technology]
    discounts = TRACKS.discount
    discount = discounts[min(owned_in_category, len(discounts) - 1)]
    return max(tile.minimum, tile.cost - discount)


def shown_parts(printed: tuple[str, ...], placed: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the part that counts on every square: the tile placed there, else the print (ECL
    15.2.2)."""
    shown = list(printed)
    for slot, part in placed:
        shown[int(slot)] = part
    return tuple(shown)


@lru_cache(maxsize=4096)
def blueprint_stats(set_: str, ship: str, placed: tuple[tuple[str, str], ...]) -> Stats:
    """Add up the parts of a blueprint; `placed` are the tiles by square (ECL 7.4.6, 15.2)."""
    board = BLUEPRINTS[set_][ship]
    return stats_of(
        [p for p in shown_parts(board.printed, placed) if p],
        board.initiative,
        board.energy,
        board.computer,
    )


def stats_of(
    parts: Iterable[str], initiative: int = 0, energy: int = 0, computer: int = 0
) -> Stats:
    """Return the totals of a list of parts over what is printed outside the grid (ECL 7.4.8)."""
    mounted = [PARTS[p] for p in parts]
    return Stats(
        initiative=initiative + sum(p.initiative for p in mounted),
        computer=computer + sum(p.computer for p in mounted),
        shield=sum(p.shield for p in mounted),
        hull=sum(p.hull for p in mounted),
        movement=sum(p.movement for p in mounted),
        energy=energy + sum(p.energy for p in mounted),
        drives=sum(p.kind == "drive" for p in mounted),
        cannons=_weapons(p for p in mounted if p.kind == "cannon"),
        missiles=_weapons(p for p in mounted if p.kind == "missile"),
    )


def _weapons(parts: Iterable[Part]) -> tuple[tuple[int, int], ...]:
    """Return (damage, dice) for each size of weapon, heaviest first."""
    dice: dict[int, int] = {}
    for part in parts:
        dice[part.damage] = dice.get(part.damage, 0) + part.dice
    return tuple(sorted(dice.items(), reverse=True))


def npc_stats(ship: str) -> Stats:
    """Return the totals of an Ancient ship or the GCDS (ECL 9.10.3, 9.10.4)."""
    npc = TRACKS.npcs[ship]
    return Stats(npc.initiative, npc.computer, 0, npc.hull, 0, 0, 0, ((npc.damage, npc.dice),), ())


NPC_STATS: Final = {ship: npc_stats(ship) for ship in NPCS}
