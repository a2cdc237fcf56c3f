"""Counts by place, owner and kind: no trace stays of what is gone."""

from hypothesis import given
from hypothesis import strategies as st

from rules.toolbox import stock

PIECES = st.tuples(
    st.sampled_from(["27", "lodor"]), st.integers(0, 2), st.sampled_from(["cruiser", "fighter"])
)


@given(st.lists(PIECES, max_size=12), st.randoms())
def test_what_is_added_and_taken_leaves_nothing(pieces, rng):
    held: stock.Stock = {}
    for place, seat, kind in pieces:
        stock.add(held, place, seat, kind)
    for place, seat, kind in pieces:
        assert stock.at(held, place, seat)[kind] > 0
    assert sum(
        stock.total(held, seat, kind) for seat in range(3) for kind in ("cruiser", "fighter")
    ) == len(pieces)
    rng.shuffle(pieces)
    for place, seat, kind in pieces:
        stock.take(held, place, seat, kind)
    assert held == {}


def test_nothing_put_is_nothing_kept() -> None:
    held: stock.Stock = {}
    stock.put(held, "27", 1, "cruiser", 2)
    assert held == {"27": {"1": {"cruiser": 2}}}
    stock.put(held, "27", 1, "cruiser", 0)
    assert held == {}


def test_owners_and_holdings_are_in_order() -> None:
    held: stock.Stock = {}
    for place, seat, kind in [("b", 2, "x"), ("a", 2, "y"), ("b", 0, "y")]:
        stock.add(held, place, seat, kind)
    assert stock.owners_with(held, "b", ("x", "y")) == [0, 2]
    assert stock.owners_with(held, "b", ("x",)) == [2]
    assert [place for place, _ in stock.holdings(held, 2)] == ["a", "b"]
    assert stock.ordered({"y": 1, "x": 2, "z": 0}, ("x", "y", "z")) == [("x", 2), ("y", 1)]
