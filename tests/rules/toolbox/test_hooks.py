"""Combinators: what the components of a seat make of a value together."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.toolbox.hooks import Hooks, answering


class Table(NamedTuple):
    """Components by seat."""

    seats: list[list["Card"]]


class Card:
    def worth(self, table: Table, seat: int, factor: int) -> int:
        return 0

    def opens(self, table: Table, seat: int, door: str) -> bool:
        return False

    def shuts(self, table: Table, seat: int, other: int) -> bool:
        return False

    def limit(self, table: Table, seat: int) -> int | None:
        return None

    def names(self, table: Table, seat: int) -> Sequence[str]:
        return ()


class Rich(Card):
    def worth(self, table: Table, seat: int, factor: int) -> int:
        return 2 * factor

    def limit(self, table: Table, seat: int) -> int | None:
        return 5


class Porter(Card):
    def opens(self, table: Table, seat: int, door: str) -> bool:
        return door == "north"

    def shuts(self, table: Table, seat: int, other: int) -> bool:
        return other == 1

    def limit(self, table: Table, seat: int) -> int | None:
        return 3

    def names(self, table: Table, seat: int) -> Sequence[str]:
        return (f"porter {seat}",)


def present(table: Table, seat: int, hook: str) -> list[Card]:
    return list(answering(table.seats[seat], Card, hook))


def everywhere(table: Table, hook: str) -> list[tuple[int, Card]]:
    return [(s, c) for s in range(len(table.seats)) for c in present(table, s, hook)]


ASK = Hooks(present, everywhere)
TABLE = Table([[Rich(), Porter(), Rich()], [], [Porter()]])


def test_only_what_overrides_a_hook_answers_it() -> None:
    assert [type(c) for c in present(TABLE, 0, "worth")] == [Rich, Rich]
    assert present(TABLE, 1, "worth") == []


def test_a_total_begins_at_its_start() -> None:
    worth = ASK.total(Card.worth, start=1)
    assert [worth(TABLE, seat, 3) for seat in range(3)] == [13, 1, 1]


def test_anybody_and_nobody() -> None:
    opens, closed = ASK.anybody(Card.opens), ASK.nobody(Card.opens)
    assert [opens(TABLE, seat, "north") for seat in range(3)] == [True, False, True]
    assert [closed(TABLE, seat, "north") for seat in range(3)] == [False, True, False]
    assert not opens(TABLE, 0, "south")


def test_nobody_else_asks_the_others_about_the_seat() -> None:
    free = ASK.nobody_else(Card.shuts)
    assert [free(TABLE, seat) for seat in range(3)] == [True, False, True]


def test_the_least_limit_and_the_first_answer() -> None:
    least, first = ASK.least(Card.limit), ASK.first(Card.limit)
    assert [least(TABLE, seat) for seat in range(3)] == [3, None, 3]
    found = first(TABLE, 0)
    assert found is not None
    assert (type(found[0]), found[1]) == (Rich, 5)
    assert first(TABLE, 1) is None


def test_lists_are_joined() -> None:
    names = ASK.joined(Card.names)
    assert [names(TABLE, seat) for seat in range(3)] == [["porter 0"], [], ["porter 2"]]
