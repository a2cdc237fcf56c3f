"""What cannot be read as it stands is heard again, and only what it says plainly is done."""

import pytest

from rules.kernel.orders.hearing import heard
from rules.lexicon import read_page
from tests.orders.corpus import answered, for_later, question, ruleset_of, written


@pytest.mark.parametrize(
    ("game", "position", "text", "meaning"),
    [
        ("eclipse", "turn", "don't pass, explore 221 n", "EXPLORE 221 N"),
        ("eclipse", "turn", "nie pasuje, buduje krazownik w 221", "BUILD 1 cruiser AT 221"),
        ("eclipse", "turn", "nem passzolok, kutatok nanorobotot", "RESEARCH Nanorobots"),
        ("eclipse", "turn", "reseach nanorobtos", "RESEARCH Nanorobots"),
        ("eclipse", "turn", "build a starbase (the first one) at 106", "BUILD 1 starbase AT 106"),
        ("eclipse", "four", "send the interceptor over to 203", "MOVE interceptor 221-203"),
        ("eclipse", "lost", "I give up, good game", "GIVE UP"),
    ],
)
def test_what_says_nothing_is_left_out(game: str, position: str, text: str, meaning: str) -> None:
    answer, refusal = answered(game, position, text)
    assert refusal is None, refusal
    assert written(game, position, answer) == meaning


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("turn", "pass unless attacked"),
        ("turn", "don't pass"),
        ("turn", "nie pasuj"),
        ("turn", "not exploring 221 n"),
        ("turn", "maybe explore 221 n"),
        ("turn", "explore 221 n?"),
        ("turn", "explore 221 n (if nobody minds)"),
        ("turn", "I would explore 221 n, but not yet"),
        ("four", "move interceptor over 203 and on to 205?"),
        ("fight", "do not retreat"),
        ("bomb", "don't know"),
    ],
)
def test_doubts_and_what_is_not_wanted_are_never_done(position: str, text: str) -> None:
    answer, refusal = answered("eclipse", position, text)
    assert refusal is not None, written("eclipse", position, answer)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("hits", "don't sustain on the dread, lose 1 fighter"),
        ("move", "don't move 1 dreadnought, 1 carrier, 2 fighters from 1"),
        ("land", "nem két gyalogság New Albionra, kettő Starpointra"),
    ],
)
def test_a_no_to_a_part_of_an_order_is_no_other_order(position: str, text: str) -> None:
    answer, refusal = answered("ti4", position, text)
    assert refusal is not None, written("ti4", position, answer)


def test_what_was_heard_again_is_shown() -> None:
    decision, view = question("eclipse", "turn")
    verbs = ruleset_of("eclipse").order_verbs
    assert not isinstance(decision, type)
    page = heard([(decision, view)], read_page("don't pass, explore 221 n", verbs), verbs)
    assert [(line.read_as, line.text) for line in page.lines] == [
        ("EXPLORE 221 n", "don't pass, explore 221 n")
    ]


@pytest.mark.parametrize("text", ["INFLUENCE 205 -> 203", "INFLUENCE 205 > 203", "205 => 203"])
def test_an_arrow_is_a_way_and_no_ranking(text: str) -> None:
    said = text if text.startswith("INF") else f"INFLUENCE {text}"
    answer, refusal = answered("eclipse", "open", said)
    assert refusal is None, refusal
    assert written("eclipse", "open", answer) == "INFLUENCE 205 TO 203, FLIP 2"


def test_what_is_free_may_stand_in_one_sentence_with_the_action() -> None:
    text = "trade 6 science for materials, then research nanorobots"
    answer, refusal = answered("eclipse", "turn", text, more=True)
    assert refusal is None, refusal
    assert written("eclipse", "turn", answer) == "TRADE 6 science FOR materials"
    assert for_later("eclipse", "turn", text) == "RESEARCH nanorobots"


def test_two_actions_in_one_sentence_are_asked_back() -> None:
    _answer, refusal = answered("eclipse", "turn", "research nanorobots then build cruiser at 221")
    assert refusal is not None
