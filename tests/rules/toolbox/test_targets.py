"""Targets are text with a form: what a struct writes is what it reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.codec import encode
from rules.toolbox.moments import Use
from rules.toolbox.targets import (
    Composite,
    Pair,
    Several,
    Way,
    as_target,
    each,
    ids_of,
    is_player,
    listed,
    player,
    seat_of,
)

IDS = st.from_regex(r"[a-z][a-z0-9_]*", fullmatch=True)


class Ship(Composite):
    """A target of three parts, as a card may have it."""

    tile: str
    unit: str
    owner: str


@given(st.integers(0, 7))
def test_a_player_is_told_from_a_thing(seat: int) -> None:
    assert is_player(player(seat))
    assert seat_of(player(seat)) == seat
    assert not is_player(as_target("lodor"))


@given(IDS, IDS, st.integers(1, 30))
def test_what_is_written_is_read(one: str, two: str, n: int) -> None:
    assert Way.read(Way(one, two).target) == Way(one, two)
    assert Pair.read(Pair(one, two).target) == Pair(one, two)
    assert Several.read(Several.of(n, one).target) == Several.of(n, one)
    assert Several.of(n, one).n == n
    assert Ship.read(Ship(one, two, player(n)).target) == Ship(one, two, player(n))
    assert ids_of(listed([one, two])) == [one, two]
    assert each(Pair(one, two).target) == [one, two]
    assert each(as_target(one)) == [one]


@pytest.mark.parametrize(
    ("target", "text"),
    [
        (player(2), "@2"),
        (Way("jord", "lodor").target, "jord>lodor"),
        (Pair(player(1), player(3)).target, "@1+@3"),
        (Several.of(2, "lodor").target, "2x lodor"),
        (Ship("26", "cruiser", player(0)).target, "26 cruiser @0"),
    ],
)
def test_records_hold_the_text(target: str, text: str) -> None:
    assert target == text
    assert encode(Use("plague", as_target(text))) == f'{{"card":"plague","on":"{text}"}}'.encode()


def test_only_the_last_part_may_hold_what_stands_between() -> None:
    assert Ship.read("26 cruiser damaged @0") == Ship("26", "cruiser", "damaged @0")
