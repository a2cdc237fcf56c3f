"""A seat without a name in the game is called in the reader's language."""

import pytest

from rules.kernel.ruleset import Rulesets
from rules.lexicon import speaking
from tests.rulesets import TESTED


@pytest.mark.parametrize("game", ["eclipse", "inscription"])
def test_a_seat_is_called_in_the_readers_language(game: str) -> None:
    ruleset = Rulesets(TESTED).get(game)
    state = ruleset.new(ruleset.read_options({"players": 3}))
    assert ruleset.names(state)[2] == "Seat 3"
    with speaking("pl"):
        assert ruleset.names(state)[2] == "Miejsce 3"
    with speaking("hu"):
        assert ruleset.names(state)[2] == "3. hely"
