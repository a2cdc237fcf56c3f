"""A question that needs one word is a short mail; the whole position comes once a turn."""

from random import Random

import pytest

from notifications.compose import questions
from notifications.compose.layout import headed
from notifications.compose.letter import SITTING
from pbem.models import Game
from rules.kernel.bots import RandomBot
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.simulate import secret_for
from tests.notifications.compose.turn_mails import GAMES, turn_mail
from tests.notifications.conftest import START

SHORT = 1500
TABLE_LINK = 140
"""The link to the table, which a mail to a real player has besides."""
RULINGS = 260


def wrapped(texts):
    """What the reader has to know besides the question, such as the text of a card, as the mail
    sets it."""
    return headed("", texts) if texts else ""


def asked_in(name: str):
    """The questions of a game as bots play it, with the rulings before each."""
    ruleset, players = GAMES[name]
    options = ruleset.read_options({"players": players})
    match, ruling = Match.start(Setting(ruleset, options, secret_for(f"short/{name}")))
    bot, rulings = RandomBot(Random(name)), [ruling]
    while match.ask is not None and match.n < RULINGS:
        yield match, rulings
        rulings.append(match.apply(bot.next_input(match)))


def drew_cards(rulings, seat: int) -> bool:
    """New cards come with an invitation to write rules for them, once: such a mail is longer."""
    told = (told for ruling in rulings for told in ruling.events)
    return any(t.event["kind"] == "CardsDrawn" and t.to and seat in t.to for t in told)


@pytest.mark.parametrize("name", GAMES)
def test_a_question_that_needs_one_word_is_a_short_mail(name):
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.TRUST)
    seen = set()
    for match, rulings in asked_in(name):
        asked = match.ask.decisions[0]
        one = len(match.open_for(asked.seat)) == 1
        if len(rulings) < 3 or not one or asked.root or not asked.options(match.view(asked.seat)):
            continue
        if drew_cards(rulings[-2:], asked.seat):
            continue
        made = turn_mail(match, asked.seat, rulings[-2:], game, sheet_at=START)
        seen.add(asked.kind())
        assert not made.sheet
        texts = asked.describe(match.view(asked.seat)).background
        assert len(made.body) + TABLE_LINK - len(wrapped(texts)) < SHORT, made.body
        for number, option in enumerate(asked.options(match.view(asked.seat)), start=1):
            assert f"  {number}. {option.order}" in made.body
    assert seen


def test_the_position_comes_with_a_turn_and_not_twice_in_a_sitting():
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.TRUST)
    for match, rulings in asked_in("ti4"):
        asked = match.ask.decisions[0]
        if not asked.root or asked.kind() != "taketurn":
            continue
        again = turn_mail(match, asked.seat, rulings[-3:], game, sheet_at=START)
        later = turn_mail(match, asked.seat, rulings[-3:], game, sheet_at=START - 2 * SITTING)
        assert (again.sheet, later.sheet) == (False, True)
        assert "THE GALAXY" not in again.body
        assert "THE GALAXY" in later.body
        assert again.listed == later.listed
        return
    pytest.fail("nobody had a turn")


def test_what_an_option_means_is_said_only_where_its_order_does_not_say_it():
    ruleset, players = GAMES["ti4"]
    match, _ruling = Match.start(
        Setting(ruleset, ruleset.read_options({"players": players}), secret_for("x"))
    )
    asked = match.ask.decisions[0]
    for option in asked.options(match.view(asked.seat)):
        assert option.text not in questions.meaning(option)
        assert option.about in questions.meaning(option)
