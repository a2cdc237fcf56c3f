"""Ships that leave several systems in one line."""

import pytest

from rules.imperium.departures import shared_out
from rules.lexicon import Ambiguous, BadCount

THERE = {"1": {"carrier": 2, "cruiser": 1}, "37": {"cruiser": 1}}


def test_ships_are_shared_out_where_only_one_way_is_possible() -> None:
    assert shared_out({"carrier": 2, "cruiser": 2}, THERE) == {
        "1": {"carrier": 2, "cruiser": 1},
        "37": {"cruiser": 1},
    }


def test_who_may_leave_several_systems_is_asked_back() -> None:
    with pytest.raises(Ambiguous, match="1, 37"):
        shared_out({"cruiser": 1}, THERE)


def test_a_system_that_nothing_leaves_is_named() -> None:
    """The true reason, and not that cargo needs a ship."""
    with pytest.raises(BadCount, match="37"):
        shared_out({"carrier": 2}, THERE)
