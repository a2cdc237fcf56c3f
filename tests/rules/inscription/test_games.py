"""Whole games by random players: promises kept, everything of the set in use."""

from random import Random
from typing import Any

import pytest

from rules.inscription.facts import SHEETS, components
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.state import InscriptionState, Sheets
from rules.kernel.codec import plain
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import play_game, secret_for, simulate

MARKS = {
    "navigation": ("circled", "slashed", "crossed", "reached", "lanes", "claimed", "dice"),
    "expansion": ("circled", "slashed", "crossed", "unlocked", "built", "dice"),
    "industry": ("circled", "slashed", "crossed", "scrapped", "claimed", "dice"),
    "warfare": ("circled", "slashed", "crossed", "built", "unlocked", "units", "marked", "dice"),
}
NUMBERS = {
    "expansion": ("population",),
    "industry": ("vote_icons", "goods", "goods_spent", "votes", "votes_spent"),
    "warfare": ("line", "infantry"),
}


@pytest.mark.parametrize("players", range(1, 9))
def test_games_are_finished_and_keep_their_promises(players: int) -> None:
    for side in "AB":
        options = INSCRIPTION.read_options({"players": players, "side": side})
        report, violations = simulate(INSCRIPTION, options, 1, f"inscription/{side}")
        assert report.finished == 1
        assert violations == []


def test_everything_is_used_by_somebody() -> None:
    """Factions, layouts, events, agendas, objectives, relics and technologies."""
    parts = components()
    used: set[str] = set()
    done: set[str] = set()
    for i in range(18):
        options = INSCRIPTION.read_options({"players": 8, "side": "AB"[i % 2]})
        played = play_game(INSCRIPTION, options, f"used/{i}", keep=False)
        table = played.match.state.table
        used |= {*table.discard, *table.agendas}
        used |= {card.id for card in table.objectives}
        done |= {card.id for card in table.objectives if card.done}
        for sheets in table.players:
            used |= {sheets.faction, *sheets.layouts, *sheets.played, *sheets.technologies}
    wanted = {*parts.factions, *parts.events, *parts.agendas, *parts.relics, *parts.technologies}
    wanted |= set(parts.objectives)
    wanted |= {id for sheet in SHEETS for id in parts.layouts(sheet)}
    assert wanted - used == set()
    assert len(done) >= 10, "random players complete most objectives"


def test_marks_only_go_forward() -> None:
    """Nothing that was written is ever wiped away."""
    options = INSCRIPTION.read_options({"players": 3})
    before: list[Any] = [None]

    def watch(state: InscriptionState, step: str) -> None:
        now = plain(state.table.players)
        if before[0] is not None:
            for old, new in zip(before[0], now, strict=True):
                _only_more(old, new, step)
        before[0] = now

    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for("forward")), watch=watch)
    bot = RandomBot(Random("forward"))
    while not match.over:
        match.apply(bot.next_input(match))
    assert before[0] is not None


def _only_more(old: Any, new: Any, step: str) -> None:
    for sheet, names in MARKS.items():
        for name in names:
            was, now = (list(one[sheet].get(name, ())) for one in (old, new))
            assert now[: len(was)] == was, (step, sheet, name)
    for sheet, names in NUMBERS.items():
        for name in names:
            assert new[sheet].get(name, 0) >= old[sheet].get(name, 0), (step, sheet, name)


def test_silence_is_always_possible() -> None:
    """A table where nobody ever answers plays to its end by defaults (TIN 32.6)."""
    options = INSCRIPTION.read_options({"players": 4})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for("silence")))
    while match.ask is not None:
        given = tuple(
            Given(d.seat, a, plain(d.default(match.view(d.seat))), Source("deadline"))
            for a, d in match.ask.items()
        )
        match.apply(Answers(match.ask.address, given))
    table = match.state.table
    assert table.phase == "over"
    assert all(isinstance(sheets, Sheets) and sheets.warfare.infantry for sheets in table.players)
