"""Trade cards and agreements (TI3 22)."""

from rules.ti3 import economy
from rules.ti3 import events as ev
from rules.ti3.components import modifiers
from rules.ti3.facts import CONTRACTS, RACES
from rules.ti3.state import Agreement, Public, Table

MOST = 2
"""Agreements of one player (TI3 22.1.3)."""


def agreements_of(table: Public, seat: int) -> list[Agreement]:
    return [a for a in table.agreements if seat in a.seats]


def partner(agreement: Agreement, seat: int) -> int:
    one, two = agreement.seats
    return two if one == seat else one


def card_held(agreement: Agreement, seat: int) -> str:
    """Return the trade card of the partner that lies before the seat."""
    return agreement.cards[1 if agreement.seats[0] == seat else 0]


def between(table: Public, one: int, two: int) -> Agreement | None:
    return next((a for a in table.agreements if {one, two} == set(a.seats)), None)


def own_cards(table: Public, seat: int) -> list[str]:
    """Return the trade cards of the seat's race that lie before it, contract side up, best for
    others last."""
    race = table.sides[seat].race
    if not race or table.sides[seat].out:
        return []
    away = {card for a in table.agreements for card in a.cards}
    return [c for c in RACES[race].contracts if c not in away and c not in table.dead_contracts]


def income(table: Public, seat: int, primary: bool) -> int:
    """Return the values of agreements that are not of this action, and what adds to them (TI3
    22.3.4)."""
    old = [a for a in agreements_of(table, seat) if not a.new]
    if not old:
        return 0
    values = sum(CONTRACTS[card_held(a, seat)].value for a in old)
    each = modifiers.goods_each(table, seat, primary)
    return values + each * len(old) + modifiers.goods_more(table, seat)


def collect(t: Table, seat: int, primary: bool) -> None:
    economy.gain_goods(t, seat, income(t.table, seat, primary), "TI3 22.3.4")


def may_open(table: Public, one: int, two: int) -> bool:
    """Return whether two players may open a trade agreement (TI3 22.1.3, E97)."""
    return (
        one != two
        and between(table, one, two) is None
        and all(len(agreements_of(table, s)) < MOST and own_cards(table, s) for s in (one, two))
        and modifiers.may_agree(table, one, two)
    )


def open_agreement(t: Table, one: int, two: int, cards: tuple[str, str]) -> None:
    """Open an agreement: `cards[0]` of `one` goes to `two` (TI3 22.1.2)."""
    t.table.agreements.append(Agreement([one, two], list(cards), True))
    t.tell(ev.AgreementOpened(one, two, list(cards)), cite="TI3 22.1.2")


def end_agreement(t: Table, agreement: Agreement, cite: str) -> None:
    """End an agreement: both cards go home."""
    if agreement in t.table.agreements:
        t.table.agreements.remove(agreement)
        t.tell(ev.AgreementEnded(*agreement.seats), cite=cite)


def end_between(t: Table, one: int, two: int, cite: str = "TI3 22.4.2") -> None:
    agreement = between(t.table, one, two) if min(one, two) >= 0 else None
    if agreement is not None:
        end_agreement(t, agreement, cite)


def end_all(t: Table, cite: str) -> None:
    for agreement in list(t.table.agreements):
        end_agreement(t, agreement, cite)


def may_cancel(table: Public, seat: int, other: int) -> bool:
    """Return whether a player may end the agreement with another (TI3 22.4.1, E114)."""
    return between(table, seat, other) is not None and not modifiers.binds(table, other)
