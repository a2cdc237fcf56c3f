"""Action cards to discard: listed where one is to go, ranked by whoever writes ahead."""

from typing import Any

import pytest

from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.lexicon import read_page
from rules.ti4.ruleset import TI4


def asked(due: int) -> tuple[Match, Any, Any]:
    """A seat with four cards, of which so many are to go."""
    cards = ["sabotage", "upgrade", "bribery", "veto"]
    setting = Setting(TI4, TI4.read_options({"players": 3}), secret_for("discards"))
    match, _ruling = Match.start(setting, position={"turn": "Sol", "Sol": {"hand": cards}})
    kind = next(kind for kind in TI4.decisions if kind.kind() == "discardcards")
    return match, match.view(0), kind(0, due)


def read(due: int, text: str) -> list[str]:
    match, view, decision = asked(due)
    lines = read_page(text, match.ruleset.vocabulary({})).lines
    reading = decision.read(view, lines)
    assert reading.answer is not None
    return list(reading.answer)


@pytest.mark.parametrize(
    ("due", "text", "gone"),
    [
        (1, "DISCARD Plague > Veto > Upgrade", ["veto"]),
        (2, "DISCARD Plague > Veto > Summit > Upgrade > Bribery", ["upgrade", "veto"]),
        (1, "DISCARD Veto", ["veto"]),
        (2, "DISCARD Veto, Upgrade", ["upgrade", "veto"]),
    ],
)
def test_the_first_cards_of_a_ranking_that_are_held_go(
    due: int, text: str, gone: list[str]
) -> None:
    assert read(due, text) == gone


def test_a_ranking_with_too_few_cards_in_hand_is_refused() -> None:
    _match, view, decision = asked(2)
    assert decision.problems(view, read(2, "DISCARD Plague > Veto"))


def test_what_is_written_ahead_ranks_the_whole_hand() -> None:
    _match, view, decision = asked(2)
    line = decision.write_ahead(view, ["bribery", "upgrade"])
    assert line.startswith("DISCARD Bribery > Upgrade > ")
    assert line.count(">") == 3
    assert read(2, line) == ["bribery", "upgrade"]


def test_one_card_to_discard_is_picked_from_a_list_and_several_by_ticks() -> None:
    _match, view, one = asked(1)
    assert len(one.options(view)) == 4
    assert not one.forms(view)
    _match, view, two = asked(2)
    assert not two.options(view)
    assert two.forms(view)
