"""The arithmetic of hitting and aiming (ECL 9.4, 25.6.12)."""

import pytest

from rules.eclipse.combat.sides import Armour, Target, assign, cheapest, damage_done, hits

BARE = Armour(shield=0, hull=0)


@pytest.mark.parametrize(
    ("value", "computer", "shield", "hit"),
    [
        (6, 0, 9, True), (1, 9, 0, False), (5, 1, 0, True), (5, 1, 1, False), (3, 3, 0, True),
        (2, 3, 0, False), (5, 0, 0, False), (4, 3, 1, True),
    ],
)  # fmt: skip
def test_hits(value: int, computer: int, shield: int, hit: bool) -> None:
    assert hits(value, computer, shield) is hit


def test_largest_ship_that_can_be_destroyed_first() -> None:
    ships = [Target("dreadnought", 0), Target("cruiser", 0), Target("interceptor", 0)]
    armours = {"dreadnought": Armour(0, 2), "cruiser": Armour(0, 1), "interceptor": BARE}
    assert assign([(1, 6), (1, 6)], 0, ships, armours) == [1, 1]
    assert assign([(1, 6)], 0, ships, armours) == [2]
    assert assign([(1, 6)] * 3, 0, ships, armours) == [0, 0, 0]
    assert assign([(1, 6)] * 4, 0, ships, armours) == [0, 0, 0, 2]


def test_most_damaged_first_and_the_rest_on_the_largest() -> None:
    ships = [Target("cruiser", 1), Target("cruiser", 0)]
    armours = {"cruiser": Armour(0, 1)}
    assert assign([(1, 6), (1, 6)], 0, ships, armours) == [0, 1]
    assert damage_done([(1, 6), (1, 6)], [0, 1], 0, ships, armours) == [2, 1]


def test_a_die_goes_where_it_hits() -> None:
    ships = [Target("dreadnought", 0), Target("interceptor", 0)]
    armours = {"dreadnought": Armour(2, 0), "interceptor": BARE}
    assert assign([(1, 5), (1, 6)], 1, ships, armours) == [1, 0]


def test_least_waste() -> None:
    """ECL 27.7.3"""
    dice = [(4, 6), (2, 6), (1, 6), (1, 6)]
    assert cheapest(dice, range(4), 2) == [1]
    assert cheapest(dice, range(4), 3) == [1, 2]
    assert cheapest(dice, range(4), 8) == [0, 1, 2, 3]
    assert cheapest(dice, range(4), 9) == []


def test_a_priority_of_ones_own() -> None:
    ships = [Target("dreadnought", 0), Target("interceptor", 0)]
    armours = {"dreadnought": BARE, "interceptor": BARE}
    assert assign([(1, 6)], 0, ships, armours, ("interceptor",)) == [1]
