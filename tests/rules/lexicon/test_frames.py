"""What stands round an order and means nothing; verbs that need two signs."""

import pytest

from rules.lexicon import Ambiguous, UnknownVerb, Verbs
from rules.lexicon.frames import without_courtesy

ORDERS = Verbs(
    {
        "move": ("move", "fly", "rusz"),
        "retreat": ("retreat", "wycofaj się"),
        "refit": ("refit", "swap", "take off → remove"),
        "trade": ("trade", "swap"),
        "pass": ("pass", "pas"),
        "rest": ("rest",),
    },
    orders={
        "move": lambda rest: any(c.isdigit() for c in rest),
        "retreat": bool,
        "refit": lambda rest: "hull" in rest,
        "trade": lambda rest: "money" in rest,
        "pass": bool,
        "rest": bool,
    },
    exact=("pass", "rest"),
).merged(Verbs({"status": ("status", "stan")}))


@pytest.mark.parametrize(
    ("typed", "verb", "rest"),
    [
        ("I'll move 2 cruisers to 27", "move", "2 cruisers to 27"),
        ("ok then let's fly 1 carrier to 10", "move", "1 carrier to 10"),
        ("I would like to retreat to 10", "retreat", "to 10"),
        ("Proszę rusz 2 do 10", "move", "2 do 10"),
        ("wycofaj się do 10", "retreat", "do 10"),
        ("MVOE 2 cruisers TO 27", "move", "2 cruisers TO 27"),
        ("retr to 10", "retreat", "to 10"),
        ("swap 2 money for science", "trade", "2 money for science"),
        ("swap hull for shield", "refit", "hull for shield"),
        ("take off hull", "refit", "remove hull"),
        ("statsu", "status", ""),
    ],
)
def test_the_order_inside_its_frame(typed: str, verb: str, rest: str) -> None:
    found = ORDERS.split(typed)
    assert (found.id, found.rest) == (verb, rest)


@pytest.mark.parametrize(
    "typed",
    [
        "Test",
        "Best regards",
        "past midnight already",
        "paws 2",
        "I would retreat if I were you",
        "love it",
        "moive night tomorrow",
        "MVOE",
    ],
)
def test_a_word_like_an_order_is_none(typed: str) -> None:
    with pytest.raises(UnknownVerb):
        ORDERS.split(typed)


def test_a_shared_word_without_a_fitting_argument_is_asked_back() -> None:
    with pytest.raises(Ambiguous, match="REFIT or TRADE"):
        ORDERS.split("swap them")


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("Good luck everyone!", ""),
        ("2 cruisers, please", "2 cruisers"),
        ("to 10. Thanks! :)", "to 10"),
        ("do 10, proszę", "do 10"),
        ("a 10-be, kérlek, köszi", "a 10-be"),
        ("to Pleasant Valley", "to Pleasant Valley"),
    ],
)
def test_courtesies_at_the_end_say_nothing(typed: str, left: str) -> None:
    assert without_courtesy(typed) == left
