"""Deals that might suit both sides."""

from collections.abc import Sequence
from random import Random

from rules.ti4.interjections import Bundle, Transaction, partner_problems
from rules.ti4.state import View


def offers(v: View, rng: Random) -> Sequence[Transaction]:
    """Commodities for commodities, which become goods on both sides; or for goods."""
    assert v.seat is not None
    seat = v.seat
    side = v.table.sides[seat]
    found = []
    for other, theirs in enumerate(v.table.sides):
        if other == seat or partner_problems(v.table, seat, other):
            continue
        both = min(side.commodities, theirs.commodities)
        if both:
            found.append(
                Transaction(seat, other, Bundle(commodities=both), Bundle(commodities=both))
            )
        if side.commodities >= 2 and theirs.goods:
            n = min(side.commodities // 2, theirs.goods)
            found.append(Transaction(seat, other, Bundle(commodities=2 * n), Bundle(goods=n)))
        if theirs.commodities and side.goods:
            n = min(theirs.commodities, side.goods)
            found.append(
                Transaction(seat, other, Bundle(goods=(n + 1) // 2), Bundle(commodities=n))
            )
    return found
