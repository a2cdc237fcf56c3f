"""Deals that might suit both sides."""

from collections.abc import Iterator, Sequence
from random import Random

from rules.ti4.interjections import Bundle, Transaction, partner_problems
from rules.ti4.state import NoteId, Public, View

SUPPORT = "support_for_the_throne"


def offers(v: View, rng: Random) -> Sequence[Transaction]:
    """Return offers: support for support; commodities for commodities, which become goods on both
    sides, or for goods."""
    assert v.seat is not None
    seat = v.seat
    side = v.table.sides[seat]
    found: list[Transaction] = []
    for other, theirs in enumerate(v.table.sides):
        if other == seat or partner_problems(v.table, seat, other):
            continue
        found += _support(v, seat, other)
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


def _support(v: View, seat: int, other: int) -> Iterator[Transaction]:
    """Return support for the throne on both sides, if both have theirs to give: a point for each.

    Commodities may go along, as two players trade once in a turn.
    """
    mine, theirs = str(NoteId(seat, SUPPORT)), str(NoteId(other, SUPPORT))
    if mine not in v.mine.notes or supports(v.table, other):
        return
    both = min(v.table.sides[seat].commodities, v.table.sides[other].commodities)
    yield Transaction(
        seat, other, Bundle(commodities=both, note=mine), Bundle(commodities=both, note=theirs)
    )


def supports(table: Public, seat: int) -> bool:
    """Return whether the seat's support for the throne lies before somebody."""
    note = str(NoteId(seat, SUPPORT))
    return any(note in side.in_play for side in table.sides)


def supporters(table: Public, seat: int) -> list[int]:
    """Return the players whose support for the throne lies before the seat."""
    notes = [NoteId.read(note) for note in table.sides[seat].in_play]
    return [owner for owner, id in notes if id == SUPPORT]
