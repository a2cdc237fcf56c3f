"""Mails of a table for a first game: how a turn is written, and what to go for."""

from functools import cache
from random import Random

import pytest

from pbem.models import Game
from pbem.table import first_game
from rules.eclipse.ruleset import ECLIPSE
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4
from tests.notifications.compose.turn_mails import turn_mail

GAMES = {ruleset.name: ruleset for ruleset in (TI4, TI3, ECLIPSE, INSCRIPTION)}


@cache
def at_the_first_turn(name: str) -> Match:
    """A game at the first question that begins a turn."""
    ruleset: Ruleset = GAMES[name]
    options = {"players": 3, **first_game.options(ruleset, 3)}
    setting = Setting(ruleset, ruleset.read_options(options), secret_for("lessons"))
    match = Match.start(setting)[0]
    bot = RandomBot(Random(1))
    while not any(d.root for d in match.ask.decisions):
        match.apply(bot.next_input(match))
    return match


def mail(match: Match, **terms: bool) -> str:
    game = Game(pk=12, name="Arcturus", ruleset=match.ruleset.name, mode="planned", terms=terms)
    seat = next(d.seat for d in match.ask.decisions if d.root)
    return turn_mail(match, seat, [], game).body


@pytest.mark.parametrize("name", GAMES)
def test_a_first_turn_is_explained(name):
    match = at_the_first_turn(name)
    body = mail(match, lessons=True)
    words = " ".join(body.split())
    assert "WHAT TO GO FOR" in body
    assert "HOW A TURN IS WRITTEN" in body
    assert "such as:" in words, "an order as this reader could send it now"
    assert "nothing is spent" in words
    turn = "Number 1 above is a whole turn" in words
    assert turn == (name in ("eclipse", "inscription")), (
        "the others ask for a choice from a list first"
    )
    for line in match.ruleset.features.first_game.advice():
        assert " ".join(line.split()) in words
    assert body.index("HOW A TURN IS WRITTEN") > body.index("NEEDS YOU")
    assert "HOW A TURN IS WRITTEN" not in mail(match), "other tables are spared"


def test_after_two_rounds_mails_are_short_again():
    match = at_the_first_turn("eclipse").fork()
    game = Game(terms={"lessons": True})
    bot = RandomBot(Random(1))
    while first_game.advice(game, match):
        assert match.round <= first_game.FIRST_ROUNDS
        match.apply(bot.next_input(match))
    assert match.round == first_game.FIRST_ROUNDS + 1
