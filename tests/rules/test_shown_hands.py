"""A hand that one player is being shown, in the eyes of a third."""

from random import Random

import pytest

from rules.kernel.match import Match
from rules.kernel.ruleset import Rulesets
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from tests.rulesets import TESTED


@pytest.mark.parametrize("game", ["ti3", "ti4"])
def test_what_another_is_being_shown_is_the_hand_that_was_dealt_again(game: str) -> None:
    ruleset = Rulesets(TESTED).get(game)
    options = ruleset.read_options({"players": 3})
    match, _ruling = Match.start(Setting(ruleset, options, secret_for("shown")))
    bot = RandomBot(Random("shown"))
    while len(match.state.box.action) < 10:
        match.apply(bot.next_input(match))
    state = match.state
    victim, looker = state.hand[1], state.hand[2]
    victim.cards = sorted(state.box.action[:3])
    state.box.action = state.box.action[3:]
    looker.shown = list(victim.cards)
    others = set()
    for seed in range(10):
        twin = ruleset.disguise(state, 0, Random(seed))
        assert twin.hand[2].shown == sorted(twin.hand[1].cards)
        others.add(tuple(twin.hand[2].shown))
    assert len(others) > 1, "the third player knows nothing of it"
    for seat in (1, 2):
        twin = ruleset.disguise(state, seat, Random(1))
        assert twin.hand[2].shown == victim.cards == twin.hand[1].cards
