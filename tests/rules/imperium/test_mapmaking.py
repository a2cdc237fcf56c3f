"""Laying out a galaxy: rings, clashes, equal homes."""

import pytest

from rules.hexes import Hex, distance, neighbours
from rules.imperium.mapmaking import Draft, Placement, innermost, placements, read_space, snake
from rules.lexicon import BadCount

CENTRE = Hex(0, 0)
INNER = list(neighbours(CENTRE))
OUTER = [Hex(q, r) for q in range(-2, 3) for r in range(-2, 3) if distance(CENTRE, Hex(q, r)) == 2]


def never(a: str, b: str) -> bool:
    return False


def test_the_inner_ring_comes_first() -> None:
    assert innermost([*OUTER, *INNER], [INNER[0]]) == INNER[1:]
    assert innermost([*OUTER, *INNER], INNER) == OUTER
    assert innermost(INNER, INNER) == []


def test_a_clash_only_where_nothing_else_is_possible() -> None:
    def clash(a: str, b: str) -> bool:
        return a == b

    spaces, laid = [INNER[0], INNER[3]], {INNER[1]: "red"}
    assert placements(["red"], spaces, laid, clash) == [Placement("red", *INNER[3])]
    assert placements(["red"], [INNER[0]], laid, clash) == [Placement("red", *INNER[0])]


def test_a_space_is_two_numbers() -> None:
    assert read_space("0 -1") == read_space("(0, -1)") == (0, -1)
    with pytest.raises(BadCount):
        read_space("north")


def test_turns_go_there_and_back() -> None:
    assert snake([1, 2, 0], 3) == [1, 2, 0, 0, 2, 1, 1, 2, 0]


def test_swaps_make_homes_equal() -> None:
    board = dict(zip(INNER, ["rich", "rich", "poor", "poor", "poor", "poor"], strict=True))
    worth = {"rich": 6, "poor": 0}
    homes = [Hex(h.q * 2, h.r * 2) for h in (INNER[0], INNER[3])]
    near = {home: [h for h in INNER if h in neighbours(home)] for home in homes}
    better = Draft(dict(board), homes, worth, frozenset(), never).improved()
    assert sorted(better.values()) == sorted(board.values())
    wealth = [sum(worth[better[h]] for h in spaces) for spaces in near.values()]
    assert wealth[0] == wealth[1]
