"""What a question offers for editing answers it as it stands: each line, or all lines together."""

from random import Random
from typing import Any

import pytest

from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset, Rulesets
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.kernel.views import SomeView
from rules.lexicon import read_page
from rules.ti4.ruleset import TI4
from tests.orders.corpus import question
from tests.rulesets import TESTED

QUESTIONS = 350
GAMES = [path for path in TESTED if path.startswith("rules.")]


def refused(ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, text: str) -> str:
    """Why these lines are no answer; "" if they are one, or are for a later question of a turn."""
    page = read_page(text, ruleset.order_verbs)
    if page.errors:
        return page.errors[0].words
    if decision.root and page.lines and page.lines[0].verb not in decision.verbs:
        return ""
    reading = decision.read(view, page.lines)
    if reading.answer is None:
        return reading.problems[0].words if reading.problems else "no answer"
    return "".join(problem.words for problem in decision.problems(view, reading.answer)[:1])


@pytest.mark.parametrize("path", GAMES)
def test_what_is_offered_for_editing_is_legal(path: str) -> None:
    ruleset = next(iter(Rulesets((path,)).by_name.values()))
    options = ruleset.read_options({"players": 4})
    match, _ruling = Match.start(Setting(ruleset, options, secret_for("offered")))
    bot = RandomBot(Random(path))
    offered = 0
    while match.ask is not None and match.n < QUESTIONS:
        decision = match.ask.decisions[0]
        view = match.view(decision.seat)
        lines = list(decision.template(view))
        offered += len(lines)
        if refused(ruleset, decision, view, "\n".join(lines)):
            wrong = {line: refused(ruleset, decision, view, line) for line in lines}
            assert not any(wrong.values()), (decision.kind(), wrong)
        match.apply(bot.next_input(match))
    assert offered > QUESTIONS / 2


@pytest.mark.parametrize(("game", "troops"), [("ti4", "infantry"), ("ti3", "ground forces")])
def test_a_fleet_that_is_offered_takes_troops_along(game: str, troops: str) -> None:
    """Else nothing could be landed after it."""
    decision, view = question(game, "move")
    assert not isinstance(decision, type)
    assert any(troops in line.partition(" WITH ")[2] for line in decision.template(view))


@pytest.mark.parametrize(("commodities", "offered"), [(1, ["OFFER 1 commodity FOR 1"]), (0, [])])
def test_a_deal_that_is_offered_changes_something(commodities: int, offered: list[str]) -> None:
    """A trade good for a trade good leaves both where they were."""
    sides = {"goods": 2, "commodities": commodities}
    position = {"turn": "Sol", "Sol": sides, "Hacan": {"goods": 2}}
    options = TI4.read_options({"players": 3})
    match, _ruling = Match.start(Setting(TI4, options, secret_for("deal")), position=position)
    view = match.view(0)
    lines = [line for kind in TI4.interjections for line in kind.template(view)]
    assert [line[:23] for line in lines if line.startswith("OFFER ")] == offered
