"""What a player who thinks would do first in the Third Edition."""

import pytest

from rules.kernel.match import Match
from rules.kernel.records.record import Answers
from rules.kernel.setting import Setting
from rules.kernel.thinking.planner import STEADY
from rules.kernel.trials.arena import Players
from rules.kernel.trials.simulate import secret_for
from rules.ti3.facts import PLANETS
from rules.ti3.ruleset import TI3
from rules.ti3.tactical.movement import MoveShips
from rules.ti3.units import fleets


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_nobody_activates_a_system_to_which_nothing_comes(seed: str) -> None:
    """Fighters that would be left alone come along, so that a carrier of the Naalu can leave."""
    match, _ruling = Match.start(Setting(TI3, TI3.read_options({"players": 4}), secret_for(seed)))
    players = Players(TI3, [STEADY] * 4, seed)
    journeys = 0
    while match.ask is not None and match.state.table.round < 2:
        given = players.next_input(match)
        if not isinstance(given, Answers):
            match.apply(given)
            continue
        view = match.view(None)
        for address, decision in match.ask.items():
            if isinstance(decision, MoveShips):
                docks = fleets.docks(view.table, decision.seat)
                assert view.table.active is not None
                if view.table.active.tile in {PLANETS[d].tile for d in docks if d in PLANETS}:
                    continue
                answer = next(one.answer for one in given.given if one.address == address)
                assert answer, f"{view.name(decision.seat)} goes to {view.table.active.tile}"
                journeys += 1
        match.apply(given)
    assert journeys > 4
