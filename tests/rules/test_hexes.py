import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import hexes
from rules.hexes import Hex

quick = settings(max_examples=60, deadline=None)

spots = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))


@quick
@given(spots, spots, spots)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@quick
@given(spots)
def test_neighbours_are_the_six_hexes_one_step_away(h: Hex) -> None:
    around = hexes.neighbours(h)
    assert len(set(around)) == 6
    assert {hexes.distance(h, other) for other in around} == {1}
    steps = [Hex(other.q - h.q, other.r - h.r) for other in around]
    assert steps == list(hexes.DIRECTIONS)


@quick
@given(spots)
def test_neighbours_go_round_the_hex(h: Hex) -> None:
    around = hexes.neighbours(h)
    assert all(hexes.distance(around[i - 1], around[i]) == 1 for i in range(6))
    assert all(hexes.distance(around[i - 3], around[i]) == 2 for i in range(6))


@quick
@given(spots, spots, st.floats(0.5, 200), st.booleans())
def test_middles_of_neighbours_are_equally_far_apart(
    h: Hex, other: Hex, size: float, flat: bool
) -> None:
    here = hexes.to_pixel(h, size, flat)
    for near in hexes.neighbours(h):
        there = hexes.to_pixel(near, size, flat)
        assert math.dist(here, there) == pytest.approx(size * math.sqrt(3))
    far = math.dist(here, hexes.to_pixel(other, size, flat))
    assert far <= hexes.distance(h, other) * size * math.sqrt(3) + 1e-6


def test_direction_nought_is_north_on_a_flat_board_and_north_west_on_a_pointy_one() -> None:
    flat = hexes.to_pixel(hexes.DIRECTIONS[0], 1, flat=True)
    pointy = hexes.to_pixel(hexes.DIRECTIONS[0], 1, flat=False)
    assert flat == pytest.approx((0, -math.sqrt(3)))
    assert pointy == pytest.approx((-math.sqrt(3) / 2, -1.5))
