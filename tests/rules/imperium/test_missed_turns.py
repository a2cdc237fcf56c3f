"""What a deadline plays for somebody who has missed a turn of the action phase."""

from typing import Any

import pytest

from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4

SEATS: dict[Ruleset[Any], list[str]] = {
    TI4: ["federation_of_sol", "emirates_of_hacan", "winnu"],
    TI3: ["sol", "hacan", "xxcha"],
}
TOKEN = {TI4: "activate", TI3: "tactical"}


def played(rules: Ruleset[Any], cards: list[str], tokens: int, before: int = 0) -> tuple[str, str]:
    pool = "tactic" if rules is TI4 else "command"
    position = {"seats": SEATS[rules], "turn": "Sol", "Sol": {"cards": cards, pool: tokens}}
    setting = Setting(rules, rules.read_options({"players": 3}), secret_for("missed"))
    match, _ruling = Match.start(setting, position=position)
    assert match.ask is not None
    turn = match.ask.decisions[0].when_missed(match.view(0), before)
    return turn.do, turn.what


@pytest.mark.parametrize("rules", SEATS)
def test_a_card_that_needs_a_choice_is_kept_and_a_token_spent_for_nothing(
    rules: Ruleset[Any],
) -> None:
    assert played(rules, ["technology"], 2)[0] == TOKEN[rules]
    assert played(rules, ["technology"], 0) == ("strategy", "technology")


@pytest.mark.parametrize("rules", SEATS)
def test_a_card_that_gives_all_it_has_is_used_first(rules: Ruleset[Any]) -> None:
    assert played(rules, ["technology", "trade"], 2) == ("strategy", "trade")


@pytest.mark.parametrize("rules", SEATS)
def test_the_second_in_a_row_passes_as_soon_as_the_rules_allow_it(rules: Ruleset[Any]) -> None:
    assert played(rules, ["technology"], 2, before=1) == ("strategy", "technology")
    assert played(rules, [], 2, before=1) == ("pass", "")
