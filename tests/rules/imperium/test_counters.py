"""Command counters: in systems by seat, and in the areas of a sheet."""

from types import SimpleNamespace

from rules.imperium import counters

AREAS = ("strategy", "command", "fleet")


def test_counters_are_put_into_systems_and_taken_out_again():
    systems = {"lodor": [2]}
    counters.put(systems, "lodor", 0)
    counters.put(systems, "jord", 0)
    assert systems == {"lodor": [0, 2], "jord": [0]}
    counters.take(systems, "jord", 0)
    assert systems == {"lodor": [0, 2]}, "a system without counters is not kept"


def test_all_counters_of_a_seat_leave_the_board():
    systems = {"lodor": [0, 2], "jord": [0]}
    assert counters.of_seat(systems, 0) == ["lodor", "jord"]
    counters.take_all(systems, 0)
    assert systems == {"lodor": [2]}


def test_what_is_added_fits_the_reserve_and_the_fleet():
    wanted = {"strategy": 2, "command": 1, "fleet": 3}
    assert counters.fitting(AREAS, wanted, reserve=9, fleet_room=1) == {
        "strategy": 2, "command": 1, "fleet": 1,
    }  # fmt: skip
    assert counters.fitting(AREAS, wanted, reserve=2, fleet_room=5) == {"strategy": 2}
    assert counters.fitting(AREAS, wanted, reserve=0, fleet_room=5) == {}
    assert counters.fitting(AREAS, {"fleet": 2}, reserve=5, fleet_room=-1) == {}


def test_a_sheet_counts_what_is_added_and_spent():
    side = SimpleNamespace(strategy=1, command=2, fleet=3)
    counters.add(side, {"command": 2, "fleet": 1})
    counters.spend(side, "strategy")
    assert (side.strategy, side.command, side.fleet) == (0, 4, 4)
    assert counters.on_sheet(side, AREAS) == 8
