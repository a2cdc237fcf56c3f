import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import hexes
from rules.hexes import ORIGIN, Hex

quick = settings(max_examples=60, deadline=None)

spots = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
sides = st.integers(0, 5)
layouts = st.booleans()


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
    assert [hexes.direction_between(h, other) for other in around] == list(range(6))


@quick
@given(spots, spots)
def test_direction_is_known_only_between_neighbours(a: Hex, b: Hex) -> None:
    assert (hexes.direction_between(a, b) is None) == (hexes.distance(a, b) != 1)


@quick
@given(spots, sides)
def test_going_there_and_back(h: Hex, side: int) -> None:
    assert hexes.neighbour(hexes.neighbour(h, side), hexes.opposite(side)) == h


@quick
@given(spots, st.integers(1, 6))
def test_a_ring_has_six_n_hexes_at_distance_n_each_next_to_the_last(c: Hex, n: int) -> None:
    ring = hexes.ring(c, n)
    assert len(set(ring)) == len(ring) == 6 * n
    assert {hexes.distance(c, h) for h in ring} == {n}
    assert all(hexes.distance(ring[i - 1], ring[i]) == 1 for i in range(len(ring)))


@quick
@given(spots, st.integers(0, 6))
def test_a_spiral_is_the_union_of_its_rings(c: Hex, n: int) -> None:
    spiral = hexes.spiral(c, n)
    assert len(spiral) == 1 + 3 * n * (n + 1)
    assert set(spiral) == {h for k in range(n + 1) for h in hexes.ring(c, k)}
    assert [hexes.distance(c, h) for h in spiral] == sorted(hexes.distance(c, h) for h in spiral)


def test_the_first_ring_runs_clockwise_from_direction_nought() -> None:
    assert hexes.ring(ORIGIN, 1) == hexes.DIRECTIONS


@quick
@given(spots, spots, st.integers(-7, 7), spots)
def test_turning_keeps_distances_and_six_turns_are_none(a: Hex, b: Hex, k: int, c: Hex) -> None:
    turned_a, turned_b = hexes.rotate(a, k, c), hexes.rotate(b, k, c)
    assert hexes.distance(turned_a, turned_b) == hexes.distance(a, b)
    assert hexes.rotate(turned_a, 6 - k, c) == a
    assert hexes.rotate(c, k, c) == c


@quick
@given(sides, st.integers(0, 5), spots)
def test_turning_a_tile_turns_its_sides(side: int, k: int, h: Hex) -> None:
    assert hexes.rotate(hexes.neighbour(h, side), k, h) == hexes.neighbour(h, side + k)


@quick
@given(spots, sides, spots)
def test_a_mirror_undoes_itself_and_leaves_its_axis(h: Hex, axis: int, c: Hex) -> None:
    assert hexes.reflect(hexes.reflect(h, axis, c), axis, c) == h
    on_axis = hexes.neighbour(c, axis)
    assert hexes.reflect(on_axis, axis, c) == on_axis
    assert hexes.reflect(hexes.neighbour(c, axis + 1), axis, c) == hexes.neighbour(c, axis - 1)


@quick
@given(spots, spots)
def test_a_line_is_a_shortest_way_and_the_same_both_ways(a: Hex, b: Hex) -> None:
    line = hexes.line(a, b)
    assert line[0] == a
    assert line[-1] == b
    assert len(line) == hexes.distance(a, b) + 1
    assert all(hexes.distance(x, y) == 1 for x, y in pairwise(line))
    assert hexes.line(b, a) == line[::-1]


@quick
@given(spots, sides)
def test_an_edge_is_the_same_from_both_sides(h: Hex, side: int) -> None:
    other = hexes.neighbour(h, side)
    assert hexes.edge(h, side) == hexes.edge(other, hexes.opposite(side))
    assert set(hexes.edges(h)) & set(hexes.edges(other)) == {hexes.edge(h, side)}
    assert len(set(hexes.edges(h))) == 6


@quick
@given(spots, st.floats(0.5, 200), layouts, st.floats(0, 0.85), st.floats(0, 2 * math.pi))
def test_a_point_in_a_hex_belongs_to_it(
    h: Hex, size: float, flat: bool, out: float, angle: float
) -> None:
    x, y = hexes.to_pixel(h, size, flat)
    inner = out * size * math.sqrt(3) / 2
    point = (x + inner * math.cos(angle), y + inner * math.sin(angle))
    assert hexes.from_pixel(*point, size, flat) == h


@quick
@given(spots, sides, layouts)
def test_the_side_in_a_direction_lies_between_its_two_corners(
    h: Hex, side: int, flat: bool
) -> None:
    corners = hexes.corners(h, 10, flat)
    here, there = hexes.to_pixel(h, 10, flat), hexes.to_pixel(hexes.neighbour(h, side), 10, flat)
    first, second = corners[side], corners[(side + 1) % 6]
    assert (first.x + second.x) / 2 == pytest.approx((here.x + there.x) / 2)
    assert (first.y + second.y) / 2 == pytest.approx((here.y + there.y) / 2)


def test_direction_nought_is_north_on_a_flat_board_and_north_west_on_a_pointy_one() -> None:
    flat = hexes.to_pixel(hexes.DIRECTIONS[0], 1, flat=True)
    pointy = hexes.to_pixel(hexes.DIRECTIONS[0], 1, flat=False)
    assert flat == pytest.approx((0, -math.sqrt(3)))
    assert pointy == pytest.approx((-math.sqrt(3) / 2, -1.5))


@quick
@given(spots, spots)
def test_with_nothing_in_the_way_a_path_is_as_long_as_the_distance(a: Hex, b: Hex) -> None:
    path = hexes.path(a, b)
    assert path is not None
    assert (path[0], path[-1], len(path)) == (a, b, hexes.distance(a, b) + 1)


@settings(max_examples=20, deadline=None)
@given(st.sets(st.sampled_from(hexes.spiral(ORIGIN, 3)[1:])), st.integers(0, 5))
def test_paths_and_reach_agree_and_keep_off_blocked_hexes(walls: set[Hex], steps: int) -> None:
    def blocked(h: Hex) -> bool:
        return h in walls or hexes.distance(ORIGIN, h) > 4

    reach = hexes.reachable(ORIGIN, steps, blocked)
    for goal in hexes.spiral(ORIGIN, 5):
        path = hexes.path(ORIGIN, goal, blocked)
        near = path is not None and len(path) - 1 <= steps
        assert (goal in reach) == near
        if path is not None and near:
            assert reach[goal] == len(path) - 1
            assert not any(blocked(h) for h in path[1:])
            assert all(hexes.distance(x, y) == 1 for x, y in pairwise(path))


def test_a_walled_in_start_has_no_path_and_a_blocked_goal_is_never_reached() -> None:
    wall = set(hexes.ring(ORIGIN, 2))
    assert hexes.path(ORIGIN, Hex(5, 0), wall.__contains__) is None
    assert hexes.path(ORIGIN, Hex(2, 0), wall.__contains__) is None
    assert set(hexes.reachable(ORIGIN, 9, wall.__contains__)) == set(hexes.spiral(ORIGIN, 1))


def test_an_endless_board_is_searched_only_so_far() -> None:
    goal = Hex(9, 0)
    assert hexes.path(ORIGIN, goal, farthest=8) is None
    assert hexes.path(ORIGIN, goal, farthest=9) is not None


def test_links_may_jump_through_a_wormhole() -> None:
    far = Hex(8, 0)

    def links(h: Hex) -> list[Hex]:
        return [*hexes.neighbours(h), *([far] if h == Hex(1, 0) else [])]

    assert hexes.path(ORIGIN, far, links=links) == (ORIGIN, Hex(1, 0), far)
    assert hexes.reachable(ORIGIN, 2, links=links)[far] == 2
