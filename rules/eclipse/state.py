"""Eclipse: the whole state, in three compartments (ECL 19).

Ships, cubes and discs are counts. All cubes in a sector belong to the owner of its disc
(ECL 19.5.4). Ships in stock are those not on the map.
"""

from typing import Literal, TypeAlias

from msgspec import field

from rules.kernel import table, views
from rules.kernel.codec import Plain

Phase = Literal["prepare", "species", "action", "combat", "upkeep", "cleanup", "final", "over"]
Status = Literal["active", "eliminated", "left"]
NOBODY = -1


def _three(each: int) -> list[int]:
    return field(default_factory=lambda: [each] * 3)


class Sector(Plain):
    """A sector on the map. `turn`: sixths it was turned clockwise. `filled`: squares with a cube,
    counted from 0. `damage`: by side (a seat, or "npc") and type, the damage of those ships that
    have some. `entered`: where ships of several players are, the order in which their presence
    began (ECL 25.6.3)."""

    q: int
    r: int
    turn: int = 0
    owner: int = NOBODY
    filled: tuple[int, ...] = ()
    orbital: Literal["", "empty", "cube"] = ""
    monolith: bool = False
    ships: dict[str, dict[str, int]] = {}
    ancients: int = 0
    gcds: bool = False
    damage: dict[str, dict[str, list[int]]] | None = None
    entered: tuple[int, ...] = ()
    discovery: bool = False


class Player(Plain):
    """A player's board and what lies on it. `cubes` and `storage` are money, science, materials;
    `graveyard` names the resource of each cube in it; `loose` cubes wait for their owner to say
    where they go. `placed`: part tiles by ship type and square. `ambassadors`: whose tiles lie
    here; each also stands for a cube of ours on a tile over there (ECL 19.5.6)."""

    species: str = ""
    storage: list[int] = _three(0)
    cubes: list[int] = _three(11)
    graveyard: list[str] = []
    loose: int = 0
    discs: int = 0
    reserve: int = 3
    spent: dict[str, int] = {}
    colony: int = 0
    colony_used: int = 0
    technologies: list[str] = []
    placed: dict[str, dict[str, str]] = {}
    beside: list[str] = []
    reputation: int = 0
    ambassadors: list[int] = []
    kept: int = 0
    passed: bool = False
    status: Status = "active"
    score: int | None = None


class Battle(Plain):
    """The battle being fought. Sides are seats as text, or "npc". `fleeing`: types that declared
    a retreat, with the round and the sector they make for."""

    sector: str
    defender: str = ""
    attacker: str = ""
    round: int = 0
    fleeing: dict[str, dict[str, list[int]]] = {}
    fought: list[int] = []
    kills: dict[str, dict[str, int]] = {}
    fled: list[int] = []


class House(Plain):
    """The table's options; `options.py` says what each does."""

    species: Literal["draft", "random", "chosen"] = "draft"
    aliens: bool = True
    chosen: list[str] = []
    reputation: Literal["rulebook", "common"] = "rulebook"
    hydran_advanced_start: bool = False
    twelfth_cube: bool = False
    home_rotation: Literal["layout", "owner"] = "layout"
    influence_by_ship: bool = False
    generator_diplomacy: bool = False
    draco_takes_discovery: bool = False
    fire_order: Literal["battle", "round"] = "battle"


class Public(Plain):
    """`hexes`: the map by sector number. `start`: who begins this round, `next_start` the next.
    `drawn`: sectors just turned over by an exploration. `flips`: colony ships the Influence action
    of this turn may still turn up. `asked`: who was offered relations in this turn. `relics`:
    Ancient parts that left the game (ECL 7.4.9)."""

    players: list[Player]
    house: House = field(default_factory=House)
    phase: Phase = "prepare"
    round: int = 1
    start: int = 0
    next_start: int = NOBODY
    at: int = 0
    choosing: list[int] = []
    hexes: dict[str, Sector] = {}
    supply: dict[str, int] = {}
    stacks: dict[str, int] = {}
    discards: dict[str, list[int]] = {}
    drawn: list[int] = []
    flips: int = 0
    asked: list[int] = []
    discoveries: int = 0
    used_discoveries: list[str] = []
    relics: list[str] = []
    traitor: int = NOBODY
    battle: Battle | None = None
    order: list[int] = []
    final: list[dict[str, int]] = []


class Private(Plain):
    """What one seat alone knows: reputation values, tiles just drawn, discovery fronts."""

    reputation: list[int] = []
    drawn: list[int] = []
    found: str = ""
    kept: list[str] = []


class Hidden(Plain):
    """What nobody knows: orders of stacks and bags, discovery tiles on the map."""

    stacks: dict[str, list[int]] = {}
    left_out: list[int] = []
    technologies: dict[str, int] = {}
    reputation: list[int] = []
    discoveries: list[str] = []
    buried: dict[str, str] = {}


class EclipseState(views.State[Public, Private, Hidden]):
    """The whole state of a game."""


View: TypeAlias = views.View[Public, Private]
Table: TypeAlias = table.Table[Public, Private, Hidden]


def battle_of(public: Public) -> Battle:
    """Return the battle being fought; there is one while its questions are asked."""
    assert public.battle is not None
    return public.battle
