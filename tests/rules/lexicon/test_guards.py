from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.lexicon import BadGuard, parse_guard
from tests.rules.lexicon.words import scraps

quick = settings(max_examples=100, deadline=None)

FACTS: dict[str, bool | int | str] = {
    "losing": True,
    "blockaded": False,
    "my_ships": 3,
    "enemy ships": 5,
    "owner": "Barony of Letnev",
    "round": 2,
}


@pytest.mark.parametrize(
    ("typed", "holds"),
    [
        ("losing", True),
        ("NOT losing", False),
        ("nie losing", False),
        ("nem blockaded", True),
        ("losing and blockaded", False),
        ("losing i nie blockaded", True),
        ("losing és blockaded", False),
        ("losing OR blockaded", True),
        ("blockaded lub losing", True),
        ("blockaded vagy losing", True),
        ("enemy ships > 3", True),
        ("Enemy-Ships >= 6", False),
        ("my ships < enemy ships", True),
        ("my_ships ≥ 3 and round ≤ 2", True),
        ("round != 2", False),
        ("round <> 1", True),
        ("owner = barony of letnev", True),
        ("owner = Sol", False),
        ("owner != Sol", True),
        ("losing = yes", True),
        ("blockaded = false", True),
        ("my_ships", True),
        ("blockaded or losing and blockaded", False),
        ("(blockaded or losing) and not blockaded", True),
        ("not (losing and round = 2)", False),
    ],
)
def test_conditions(typed: str, holds: bool) -> None:
    assert parse_guard(typed).holds(FACTS) is holds


@pytest.mark.parametrize(
    ("typed", "source"),
    [
        ("LOSING", "losing"),
        ("not not losing", "losing"),
        ("Enemy  Ships => 3", "enemy_ships >= 3"),
        ("a i b oraz c", "a and b and c"),
        ("a or (b or (c))", "a or b or c"),
        ("(a or b) and c", "(a or b) and c"),
        ("!(a && b) || c", "not (a and b) or c"),
        ("właściciel = Sol", "wlasciciel = sol"),
    ],
)
def test_the_normalised_text(typed: str, source: str) -> None:
    assert parse_guard(typed).source == source


@pytest.mark.parametrize(
    "typed",
    ["", "  ", "and", "losing and", "(losing", "losing)", "> 3", "a > > b", "a = 'i", "x $ y", "3"],
)
def test_what_is_no_condition_is_refused(typed: str) -> None:
    with pytest.raises(BadGuard):
        parse_guard(typed)


def test_very_long_or_deep_conditions_are_refused() -> None:
    for typed in ("a and " * 500 + "a", "(" * 300 + "a" + ")" * 300, "&".join("a" * 900)):
        with pytest.raises(BadGuard, match="too long"):
            parse_guard(typed)


def test_an_unknown_fact_is_named_with_the_nearest() -> None:
    with pytest.raises(BadGuard) as caught:
        parse_guard("loosing").holds(FACTS)
    assert "losing" in caught.value.suggestions
    assert "losing" in caught.value.words


def test_an_unknown_fact_never_hides_behind_a_known_one() -> None:
    for typed in ("losing or lozing", "blockaded and lozing"):
        with pytest.raises(BadGuard):
            parse_guard(typed).holds(FACTS)


@pytest.mark.parametrize("typed", ["owner > 3", "my_ships > owner", "my_ships = many"])
def test_words_and_numbers_are_not_compared(typed: str) -> None:
    with pytest.raises(BadGuard):
        parse_guard(typed).holds(FACTS)


KNOWN = ["losing", "enemy ships", "ring 3", "x-wing", "właściciel", "notable"]
facts = st.sampled_from(KNOWN)
plain = facts | st.builds(
    "{} {} {}".format,
    facts,
    st.sampled_from([">", ">=", "<", "<=", "=", "!=", "≠", "=="]),
    st.integers(-50, 50) | st.sampled_from(["Sol", "Barony of Letnev", "stage-ii"]),
)


def _combined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("not ({})".format, parts),
        st.builds("({}) and ({})".format, parts, parts),
        st.builds("({}) lub ({})".format, parts, parts),
        st.builds("{} és {} or {}".format, plain, plain, plain),
    )


conditions = st.recursive(plain, _combined, max_leaves=8)


@quick
@given(conditions)
def test_the_source_reads_back_as_the_same_guard(typed: str) -> None:
    guard = parse_guard(typed)
    assert parse_guard(guard.source) == guard


@quick
@given(conditions)
def test_a_negation_holds_exactly_when_the_guard_does_not(typed: str) -> None:
    told: dict[str, Any] = dict.fromkeys(KNOWN, 3)
    told |= {"sol": 1, "barony_of_letnev": 3, "stage_ii": 7}
    assert parse_guard(f"not ({typed})").holds(told) is not parse_guard(typed).holds(told)


pieces = scraps("a b ( ) and or not i nem > = != ! & | -3 7 'i x_y 'and é ²", most=12)


@quick
@given(pieces | st.text())
def test_any_text_is_a_stable_guard_or_refused(text: str) -> None:
    with suppress(BadGuard):
        guard = parse_guard(text)
        assert parse_guard(guard.source) == guard
