"""The promises notice what is wrong: every fault planted in a sound position is found."""

from collections.abc import Callable
from typing import Final

import pytest

from rules.eclipse.galaxy import edges_of
from rules.eclipse.invariants import broken_promises
from rules.eclipse.ruleset import ECLIPSE
from rules.eclipse.state import EclipseState, Sector

OPTIONS: Final = ECLIPSE.read_options({"players": 4})
BOARDS: Final = ["terran_directorate", "eridani_empire", "planta", "descendants_of_draco"]
POSITION: Final = {
    "boards": BOARDS,
    "table": {
        "players": {
            "0": {
                "ambassadors": [2],
                "technologies": ["starbase", "plasma_cannon", "fusion_source"],
                "placed": {"cruiser": {"1": "axion_computer"}},
                "beside": ["shard_hull"],
                "colony_used": 1,
                "spent": {"research": 2},
            },
            "2": {"ambassadors": [0]},
        },
        "hexes": {
            "106": {"q": 1, "r": -1, "owner": 0, "filled": [0], "orbital": "cube"},
            "107": {"q": 1, "r": 0, "ships": {"0": {"cruiser": 1}, "1": {"interceptor": 1}}},
            "104": {"q": -1, "r": 1, "ancients": 2, "discovery": True},
        },
        "discards": {"II": [201]},
        "relics": ["ion_turret"],
        "used_discoveries": ["ion_turret", "money_8"],
        "supply": {"gauss_shield": 1},
    },
    "hand": {"1": {"reputation": [1, 3]}, "3": {"kept": ["science_5"]}},
}


def position() -> EclipseState:
    return ECLIPSE.position(OPTIONS, POSITION)


def test_the_position_is_sound() -> None:
    assert broken_promises(position()) == []


Fault = Callable[[EclipseState], object]
FAULTS: Final[dict[str, Fault]] = {
    "storage below zero": lambda s: s.table.players[0].storage.__setitem__(1, -1),
    "a cube lost": lambda s: s.table.players[0].cubes.__setitem__(0, 3),
    "a track below zero": lambda s: s.table.players[1].cubes.__setitem__(slice(None), [-1, 16, 16]),
    "a twelfth cube on a track": lambda s: s.table.players[1].cubes.__setitem__(
        slice(None), [12, 9, 9]
    ),
    "a disc lost": lambda s: setattr(s.table.players[0], "discs", 3),
    "a disc twice": lambda s: s.table.players[0].spent.update(move=1),
    "a reserve below zero": lambda s: (
        setattr(s.table.players[0], "reserve", -1),
        setattr(s.table.players[0], "discs", s.table.players[0].discs + 4),
    ),
    "too many ships": lambda s: s.table.hexes["221"].ships["0"].update(dreadnought=3),
    "no ship that is one": lambda s: s.table.hexes["221"].ships["0"].update(cruiser=0),
    "a colony ship lost": lambda s: setattr(s.table.players[2], "colony", 2),
    "too little energy": lambda s: s.table.players[0].placed.update(
        interceptor={"0": "plasma_cannon"}
    ),
    "no drive": lambda s: s.table.players[1].placed.update(interceptor={"3": "hull"}),
    "a drive on a starbase": lambda s: s.table.players[1].placed.update(
        starbase={"3": "nuclear_drive"}
    ),
    "a part without its technology": lambda s: s.table.players[1].placed.update(
        cruiser={"1": "improved_hull"}
    ),
    "a part beside the grid": lambda s: s.table.players[1].placed.update(cruiser={"6": "hull"}),
    "a part nobody knows": lambda s: s.table.players[1].placed.update(cruiser={"1": "sail"}),
    "a technology nobody knows": lambda s: s.table.players[1].technologies.append("sails"),
    "a species nobody knows": lambda s: setattr(s.table.players[1], "species", "sailors"),
    "a sector nobody knows": lambda s: s.table.hexes.update({"999": Sector(3, 0)}),
    "an ambassador of nobody": lambda s: s.table.players[1].ambassadors.append(7),
    "an Ancient part twice": lambda s: s.table.players[1].beside.append("shard_hull"),
    "an Ancient part lost": lambda s: s.table.players[0].beside.clear(),
    "an Ancient part back from nowhere": lambda s: s.table.players[1].beside.append("ion_turret"),
    "a technology twice": lambda s: s.table.players[0].technologies.append("starbase"),
    "a technology tile lost": lambda s: s.table.supply.clear(),
    "eight of one category": lambda s: s.table.players[3].technologies.extend(
        ["gauss_shield", "improved_hull", "fusion_source", "positron_computer",
         "advanced_economy", "tachyon_drive", "antimatter_cannon", "quantum_grid"]
    ),
    "a sector twice": lambda s: s.table.discards.update(I=[106]),
    "a sector lost": lambda s: s.table.discards.clear(),
    "a stack counted wrongly": lambda s: s.table.stacks.update(I=2),
    "two sectors in one place": lambda s: setattr(s.table.hexes["106"], "r", 0),
    "a sector in the wrong ring": lambda s: setattr(s.table.hexes["106"], "q", 3),
    "a sector turned too far": lambda s: setattr(s.table.hexes["106"], "turn", 6),
    "a sector without a wormhole to any": lambda s: setattr(s.table.hexes["104"], "turn", 2),
    "a square filled twice": lambda s: setattr(s.table.hexes["106"], "filled", (0, 0)),
    "a square that is none": lambda s: setattr(s.table.hexes["106"], "filled", (5,)),
    "cubes without a disc": lambda s: setattr(s.table.hexes["106"], "owner", -1),
    "an advanced square without the technology": lambda s: (
        setattr(s.table.hexes["221"], "filled", (0, 1, 2, 4)),
        s.table.players[0].cubes.__setitem__(0, s.table.players[0].cubes[0] - 1),
    ),
    "a disc beside Ancients": lambda s: (
        setattr(s.table.hexes["104"], "owner", 0),
        setattr(s.table.players[0], "discs", s.table.players[0].discs - 1),
    ),
    "a disc beside the GCDS": lambda s: (
        setattr(s.table.hexes["1"], "owner", 3),
        setattr(s.table.players[3], "discs", s.table.players[3].discs - 1),
    ),
    "more Ancients than printed": lambda s: setattr(s.table.hexes["104"], "ancients", 3),
    "a GCDS elsewhere": lambda s: setattr(s.table.hexes["107"], "gcds", True),
    "entry forgotten": lambda s: setattr(s.table.hexes["107"], "entered", ()),
    "damage outside combat": lambda s: setattr(
        s.table.hexes["107"], "damage", {"0": {"cruiser": [1]}}
    ),
    "a battle not fought": lambda s: setattr(s.table, "phase", "upkeep"),
    "a discovery tile lost": lambda s: s.box.discoveries.pop(),
    "a discovery tile dug up": lambda s: setattr(s.table.hexes["104"], "discovery", False),
    "a kept tile not counted": lambda s: setattr(s.table.players[3], "kept", 0),
    "a reputation tile lost": lambda s: s.box.reputation.pop(),
    "a reputation tile not counted": lambda s: setattr(s.table.players[1], "reputation", 1),
    "no space on the reputation track": lambda s: (
        s.hand[1].reputation.extend([s.box.reputation.pop() for _ in range(3)]),
        setattr(s.table.players[1], "reputation", 5),
    ),
    "one-sided relations": lambda s: s.table.players[2].ambassadors.clear(),
    "the same ambassador twice": lambda s: (
        s.table.players[0].ambassadors.append(2),
        s.table.players[0].cubes.__setitem__(0, s.table.players[0].cubes[0] - 1),
    ),
    "left and still there": lambda s: setattr(s.table.players[1], "status", "left"),
    "colony ships waiting after the turn": lambda s: (
        setattr(s.table, "phase", "combat"),
        setattr(s.table, "flips", 1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_every_planted_fault_is_noticed(fault: Fault) -> None:
    state = position()
    fault(state)
    assert broken_promises(state)


def test_relations_in_a_game_of_three_are_noticed() -> None:
    """ECL 8.1.1"""
    state = ECLIPSE.position(ECLIPSE.read_options({"players": 3}), {"boards": BOARDS[:3]})
    assert broken_promises(state) == []
    for a, b in ((0, 1), (1, 0)):
        state.table.players[a].ambassadors = [b]
        state.table.players[a].cubes[0] -= 1
    assert broken_promises(state)


def test_a_half_wormhole_takes_a_generator() -> None:
    """ECL 7.1.6, 7.1.7"""
    state = position()
    state.table.hexes["317"] = Sector(3, -3, next(t for t in range(6) if _half(t)))
    state.box.stacks["III"] = [n for n in state.box.stacks["III"] if n != 317]
    state.box.left_out = [n for n in state.box.left_out if n != 317]
    state.table.stacks["III"] = len(state.box.stacks["III"])
    assert broken_promises(state) == ["sector 317 hangs in the void"]
    state.table.players[3].technologies.append("wormhole_generator")
    state.box.technologies["wormhole_generator"] -= 1
    assert broken_promises(state) == []


def _half(turn: int) -> bool:
    """Whether 317 at (3, -3), turned so, has half a wormhole with the home at (2, -2)."""
    return edges_of("317", turn)[4] != edges_of("221", 1)[1]
