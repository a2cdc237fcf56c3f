"""What words do in a line: those that say nothing, and those that change an order."""

import re

import pytest

from rules.lexicon import NUMBER_WORDS
from rules.lexicon.doubts import is_question, without_doubts
from rules.lexicon.retelling import sayings, without_small_words
from rules.lexicon.spoken import anywhere, as_typed, lists, words
from rules.lexicon.text import fold

LEFT_OUT = ("opening", "nod", "courtesy", "small", "article", "possessive", "doing", "handling")
"""Lists of words that may be left out of a line or stand for a verb."""
POLITE = ("i would like to", "we would like to", "if you please")
NEVER_LEFT_OUT = ("no", "doubt", "condition", "not_this")


@pytest.mark.parametrize("name", lists())
def test_a_list_says_what_is_done_with_its_words(name: str) -> None:
    said = lists()[name]
    assert len(said.why.split()) > 6
    assert said.all
    for spoken in (said.en, said.pl, said.hu):
        folded = [fold(word) for word in spoken]
        assert len(set(folded)) == len(folded)


@pytest.mark.parametrize("name", LEFT_OUT)
def test_no_word_that_changes_an_order_is_ever_left_out(name: str) -> None:
    binding = {word for other in NEVER_LEFT_OUT for word in words(other)}
    assert words(name) & binding == set()
    nothing_else = re.compile("nothing (?:else|more|left)")
    phrases = [nothing_else.sub("", phrase) for phrase in lists()[name].all if phrase not in POLITE]
    told = [word for phrase in phrases for word in re.findall(r"[^\W\d_]+", fold(phrase))]
    assert set(told) & binding == set()


@pytest.mark.parametrize("name", LEFT_OUT)
def test_no_number_is_ever_left_out_in_any_language(name: str) -> None:
    """The Hungarian for "well" is six without its accent."""
    assert {NUMBER_WORDS.get(word, 1) for word in words(name)} == {1}


def test_words_are_found_without_accents_and_in_any_case() -> None:
    assert re.fullmatch(as_typed(["łódź"]), "lodz")
    assert re.fullmatch(as_typed(["I'll"]), "I’ll")
    assert [found[0] for found in anywhere("doubt").finditer("Może, moze, NIE")] == [
        "Może", "moze", "NIE",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("the dreadnought over there", "dreadnought"),
        ("send it over to 203", "send it to 203"),
        ("other 2 cruisers for 2 points", "2 cruisers"),
        ("no small word, nor a thereabouts", "no small word, nor thereabouts"),
    ],
)
def test_small_words_are_left_out(typed: str, left: str) -> None:
    assert without_small_words(typed) == left


def test_a_line_is_told_with_ever_less() -> None:
    assert list(sayings("build it there (my first one), please")) == [
        "build it there (my first one)",
        "build it ( first one)",
        "build it there",
        "build it",
    ]
    assert list(sayings("build it (if they leave)"))[-1].endswith("(if they leave)")


def test_a_name_with_a_doubtful_word_in_it_is_a_name() -> None:
    assert list(without_doubts("No Mercy")) == [("No", "Mercy")]
    assert list(without_doubts("nothing, north, nowhere, not-a-word, notes")) == []
    assert list(without_doubts("PASS")) == []


def test_a_question_is_one_with_a_word_of_thanks_behind_it() -> None:
    assert is_question("explore 221 N? ")
    assert is_question("explore 221 N?)")
    assert not is_question("why? explore 221 N")
