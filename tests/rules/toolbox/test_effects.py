"""Effects in force, their ends, and marks of the moment."""

from rules.toolbox.effects import MOMENT, Effect, expire, in_effect, is_marked, mark, unmark


class Table:
    def __init__(self, *effects: Effect) -> None:
        self.effects = list(effects)


def test_an_effect_is_in_force_until_its_end() -> None:
    table = Table(Effect("shield", 1, "turn"), Effect("storm", 0, "round"))
    assert in_effect(table, "shield")
    assert in_effect(table, "shield", 1)
    assert not in_effect(table, "shield", 0)
    expire(table, "turn", "combat")
    assert [e.id for e in table.effects] == ["storm"]


def test_a_mark_is_no_effect() -> None:
    table = Table()
    mark(table, "shield", 1)
    assert table.effects == [Effect("shield", 1, MOMENT)]
    assert is_marked(table, "shield", 1)
    assert not is_marked(table, "shield", 0)
    assert not in_effect(table, "shield", 1)


def test_only_marks_of_the_moment_are_forgotten() -> None:
    table = Table(Effect("shield", 1, "turn"))
    mark(table, "shield", 1)
    mark(table, "shield", 2)
    mark(table, "storm", 1)
    unmark(table, frozenset({"shield"}), frozenset({1}))
    assert [(e.id, e.seat, e.until) for e in table.effects] == [
        ("shield", 1, "turn"),
        ("shield", 2, MOMENT),
        ("storm", 1, MOMENT),
    ]
