"""Set-up: decks by the rulebook's composition, for every number of players."""

from itertools import pairwise

import pytest

from rules.inscription.facts import STAGES, components
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.state import AI
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for


def dealt(players: int, seed: str = "deal", **options: str) -> Match:
    read = INSCRIPTION.read_options({"players": players, **options})
    return Match.start(Setting(INSCRIPTION, read, secret_for(seed)))[0]


@pytest.mark.parametrize("players", range(1, 9))
def test_everybody_gets_sheets_factions_and_neighbors(players: int) -> None:
    state = dealt(players, side="A").state
    table = state.table
    for i in range(4):
        layouts = [sheets.layouts[i] for sheets in table.players]
        assert len(set(layouts)) == players
    cards = [card for hand in state.hand for card in hand.dealt]
    assert len(set(cards)) == 3 * players
    assert len(table.neighbors) == players
    for seat, (left, right) in enumerate(table.neighbors):
        assert left == AI or table.neighbors[left][1 if players > 2 else 0] == seat
        assert right == AI or table.neighbors[right][0 if players > 2 else 1] == seat
    assert {len(deck) for deck in state.box.agendas.values()} == {4 if players < 3 else 1}
    assert bool(table.tracks) == (players < 3)
    assert len(table.objectives) == 4


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_the_event_deck_alternates_with_blue_at_the_bottom_of_each_stage(seed: str) -> None:
    """TIN 2.4.2 to 2.4.5"""
    events = components().events
    deck = [events[id] for id in dealt(3, seed).state.box.events]
    stages = [card.stage for card in deck]
    assert stages == sorted(stages, key=STAGES.index), "stage I on top"
    for stage in STAGES:
        colours = [card.colour for card in deck if card.stage == stage]
        assert colours[-1] == "blue"
        assert all(a != b for a, b in pairwise(colours))
    last = next(i for i, card in enumerate(deck) if card.ends_game)
    assert last in (len(deck) - 1, len(deck) - 3)
