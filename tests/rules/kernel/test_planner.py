"""Players that think: they play legally, repeatably, better than chance, and see only a view."""

from random import Random
from typing import Any

import pytest

from rules.kernel.codec import encode
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset, Rulesets
from rules.kernel.setting import Setting
from rules.kernel.thinking.planner import KEEN, LEVELS, RANDOM, STEADY, Planner, level_of
from rules.kernel.thinking.rehearsal import Rehearsal, Thought, rehearse
from rules.kernel.trials import arena
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from tests import contracts
from tests.rulesets import TESTED
from tests.skirmish.ruleset import SKIRMISH

RULESETS = Rulesets(TESTED).by_name
THREE = SKIRMISH.read_options({"players": 3})


def begun(seed: str, answers: int = 0) -> Match:
    match, _ = Match.start(Setting(SKIRMISH, THREE, secret_for(seed)))
    bot = RandomBot(Random(seed), interject=0.0)
    for _ in range(answers):
        match.apply(bot.next_input(match))
    return match


class PeekingPlanner(Planner):
    """A planner that lets the whole state decide."""

    def answer(self, thought: Thought, address: str, decision: Decision[Any]) -> Any:
        rng = Random(encode(thought._match.state))
        return decision.sample(thought.view, rng)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_planner_that_peeks_is_caught(ruleset: Ruleset[Any]) -> None:
    options = ruleset.read_options({"players": 3})
    with pytest.raises(AssertionError, match="knows too much"):
        contracts.thinking_sees_only_the_view(ruleset, options, "peek", PeekingPlanner)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_equal_seeds_and_trials_give_equal_answers(ruleset: Ruleset[Any]) -> None:
    options = ruleset.read_options({"players": 3})
    match, _ = Match.start(Setting(ruleset, options, secret_for("equal")))
    bot = RandomBot(Random(7), interject=0.0)
    for _ in range(3):
        assert match.ask is not None
        address, decision = match.ask.items()[0]
        thought = Thought(match, decision.seat, "seed")
        brief = KEEN._replace(answers=2, worlds=1, steps=1)
        found = [Planner(ruleset, brief).answer(thought, address, decision) for _ in range(2)]
        assert encode(found[0]) == encode(found[1])
        match.apply(bot.next_input(match))


def test_a_rehearsal_that_meets_what_cannot_be_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun("broken", 3)
    assert match.ask is not None
    address, decision = match.ask.items()[0]
    go_on, made = Rehearsal.go_on, []

    def sometimes(self: Rehearsal, sent: Any) -> None:
        made.append(self)
        if len(made) % 3 == 0:
            raise ValueError("not in the hand")
        go_on(self, sent)

    monkeypatch.setattr(Rehearsal, "go_on", sometimes)
    planner = Planner(SKIRMISH, KEEN)
    answer = planner.answer(Thought(match, decision.seat, "s"), address, decision)
    assert not decision.judge(match.view(decision.seat), answer)[1]
    assert planner.broken_off > 0


def test_equal_seeds_give_equal_games() -> None:
    levels = [STEADY, RANDOM, STEADY]
    games = [arena.play(SKIRMISH, THREE, levels, "again", keep=True) for _ in range(2)]
    assert games[0].played.history.head.hash == games[1].played.history.head.hash
    assert not games[0].played.violations


def test_thinking_leaves_the_match_alone() -> None:
    match = begun("alone", 6)
    before, head = encode(match.state), match.head
    assert match.ask is not None
    for address, decision in match.ask.items():
        Planner(SKIRMISH, STEADY).answer(Thought(match, decision.seat, "s"), address, decision)
    assert encode(match.state) == before
    assert match.head == head


def test_answers_are_legal_at_every_level() -> None:
    match = begun("legal")
    for k in range(30):
        assert match.ask is not None
        for address, decision in match.ask.items():
            for level in LEVELS.values():
                thought = Thought(match, decision.seat, f"{k}")
                answer = Planner(SKIRMISH, level._replace(worlds=1)).answer(
                    thought, address, decision
                )
                assert not decision.judge(match.view(decision.seat), answer)[1]
        match.apply(RandomBot(Random(k), interject=0.0).next_input(match))


def test_a_rehearsal_has_other_dice_and_other_hidden_things() -> None:
    match = begun("hidden", 8)
    states = {encode(rehearse(match, 0, f"world {k}").state) for k in range(6)}
    assert len(states) > 1
    for k in range(6):
        world = rehearse(match, 0, f"world {k}")
        assert encode(world.view(0)) == encode(match.view(0))


def test_a_keen_player_beats_random_ones() -> None:
    won = 0
    for k in range(6):
        levels = [RANDOM, RANDOM, RANDOM]
        levels[k % 3] = KEEN._replace(worlds=2)
        match = arena.play(SKIRMISH, THREE, levels, f"keen/{k}").played.match
        ranks = SKIRMISH.standings(match.view(None))
        won += any(rank.seat == k % 3 and rank.place == 1 for rank in ranks)
    assert won >= 4


def test_unknown_level_names_those_there_are() -> None:
    with pytest.raises(KeyError, match="random, steady, keen"):
        level_of("brilliant")


def test_time_runs_out() -> None:
    match = begun("time", 3)
    assert match.ask is not None
    address, decision = match.ask.items()[0]
    planner = Planner(SKIRMISH, KEEN._replace(worlds=10_000), seconds=0.05)
    answer = planner.answer(Thought(match, decision.seat, "s"), address, decision)
    assert not decision.judge(match.view(decision.seat), answer)[1]
