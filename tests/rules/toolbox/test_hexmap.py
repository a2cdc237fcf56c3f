"""Tiles that touch, by edges and by links."""

from rules.toolbox import hexmap

ROW = hexmap.places({"1": [0, 0], "2": [1, 0], "3": [2, 0], "10": [5, 0]})


def test_tiles_touch_by_their_edges() -> None:
    assert {tile: set(near) for tile, near in hexmap.edges(ROW).items()} == {
        "1": {"2"},
        "2": {"1", "3"},
        "3": {"2"},
        "10": set(),
    }


def test_ends_of_one_link_touch_wherever_they_are() -> None:
    ends = (("1", "alpha"), ("10", "alpha"), ("51", "alpha"), ("3", "beta"))
    linked = hexmap.linked(ROW, ("51",), ends, int)
    assert linked["1"] == ("2", "10", "51")
    assert linked["51"] == ("1", "10")
    assert linked["3"] == ("2",)


def test_more_pairs_touch_both_ways() -> None:
    linked = hexmap.linked(ROW, (), (), int)
    more = hexmap.joined(linked, [("3", "10")], int)
    assert (more["3"], more["10"]) == (("2", "10"), ("3",))
    assert linked["10"] == ()
