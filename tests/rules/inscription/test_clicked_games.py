"""Whole games by somebody who only clicks: whatever is offered is legal and means what it says."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.scripts import Marking
from rules.kernel.codec import plain
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.views import SomeView
from rules.lexicon import read_page

VERBS = INSCRIPTION.order_verbs


def clicked(decision: Decision[Any], view: SomeView, rng: Random) -> list[str]:
    """Return some lines, each one of those offered behind the lines before it."""
    if not isinstance(decision, Marking):
        orders = [option.order for option in decision.options(view)]
        return [rng.choice(orders or list(decision.template(view)))]
    lines: list[str] = []
    for _i in range(rng.randint(2, 8)):
        offered = decision.next_lines(view, read_page("\n".join(lines), VERBS).lines)
        offered = [line for line in offered if line != "DONE"]
        if not offered:
            break
        lines.append(rng.choice(offered))
    return lines or ["DONE"]


def answered(match: Match, rng: Random) -> Iterator[Given]:
    assert match.ask is not None
    for address, decision in match.ask.items():
        view = match.view(decision.seat)
        lines = clicked(decision, view, rng)
        page = read_page("\n".join(lines), VERBS)
        reading = decision.read(view, page.lines)
        assert not page.errors, lines
        assert not reading.problems, lines
        assert not reading.remarks, lines
        assert len(reading.used) == len(page.lines), lines
        assert decision.problems(view, reading.answer) == [], lines
        yield Given(decision.seat, address, plain(reading.answer), Source("player"))


@pytest.mark.parametrize(("players", "seed"), [(1, 0), (2, 1), (2, 2), (2, 4), (4, 3)])
def test_a_game_can_be_clicked_through(players: int, seed: int) -> None:
    options = INSCRIPTION.read_options({"players": players, "side": "AB"[seed % 2]})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for(f"clicked/{seed}")))
    rng = Random(seed)
    while match.ask is not None:
        match.apply(Answers(match.ask.address, tuple(answered(match, rng))))
    assert match.state.table.phase == "over"
