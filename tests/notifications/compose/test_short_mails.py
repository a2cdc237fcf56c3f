"""A question that needs one word is a short mail; the whole position comes once a turn."""

from random import Random

import pytest
from django.utils.translation import override

from notifications.compose import notes, planning, questions
from notifications.compose.letter import SITTING, TurnFacts
from pbem.models import Game, Prompt
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.lexicon import read_page
from tests.notifications.compose.turn_mails import GAMES, mails_of, turn_mail
from tests.notifications.conftest import START

SHORT = (1500, 1700, 2200)
"""In any language, where the reader has to know the texts of so many cards besides the question,
such as two agendas to arrange."""
TABLE_LINK = 140
"""The link to the table, which a mail to a real player has besides."""
RULINGS = 260


def asked_in(name: str):
    """The questions of a game as bots play it, with the rulings before each."""
    ruleset, players = GAMES[name]
    options = ruleset.read_options({"players": players})
    match, ruling = Match.start(Setting(ruleset, options, secret_for(f"short/{name}")))
    bot, rulings = RandomBot(Random(name)), [ruling]
    while match.ask is not None and match.n < RULINGS:
        yield match, rulings
        rulings.append(match.apply(bot.next_input(match)))


@pytest.mark.parametrize("name", GAMES)
def test_a_question_that_needs_one_word_is_a_short_mail(name):
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.PLANNED)
    seen = set()
    for match, rulings in asked_in(name):
        asked = match.ask.decisions[0]
        one = len(match.open_for(asked.seat)) == 1
        view = match.view(asked.seat)
        if len(rulings) < 3 or not one or asked.root or not asked.options(view):
            continue
        seen.add(asked.kind())
        most = SHORT[len(asked.background(view))]
        for language in ("pl", "hu", "en"):
            with override(language):
                made = turn_mail(match, asked.seat, rulings[-2:], game, sheet_at=START)
            assert not made.sheet
            assert len(made.body) + TABLE_LINK < most, made.body
        for number, option in enumerate(asked.options(view), start=1):
            assert f"  {number}. {option.order}" in made.body
    assert seen


@pytest.mark.parametrize("name", ["ti4", "eclipse"])
def test_what_to_write_stands_before_what_happened_and_the_position(name):
    """On the first screen of a phone, however long the rest is."""
    seen = 0
    for mail in mails_of(name):
        if not mail.template or "WHAT HAPPENED" not in mail.body:
            continue
        lines = mail.body.split("\n")
        written = max(i for i, line in enumerate(lines) if line.strip() in mail.template)
        rest = [i for i, line in enumerate(lines) if line.startswith(("WHAT ", "THE ", "YOU  "))]
        seen += 1
        assert lines[3].startswith("NEEDS YOU")
        assert written < min(rest), mail.body
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


def test_a_turn_offers_what_others_may_ask_until_a_line_is_kept_for_it():
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.PLANNED)
    turns = (m for m, _ in asked_in("ti4") if m.ask.decisions[0].kind() == "taketurn")
    match = next(turns)
    seat = match.ask.decisions[0].seat
    said = turn_mail(match, seat, [], game).body.partition("YOU MAY BE ASKED THIS ROUND")[2]
    offered = [s for s in map(str.strip, said.partition("\n\n")[0].splitlines()) if " IF " in s]
    asked = match.ruleset.may_be_asked(match.view(seat))
    assert len(offered) == len(asked) > 1
    vocabulary = match.ruleset.vocabulary({})
    lines = read_page("\n".join(offered), vocabulary).lines
    for line, decision in zip(lines, asked, strict=True):
        assert line.guard
        assert decision.read(match.view(seat), [line]).answer is not None
    view = match.view(seat)
    assert planning.may_be_asked(match, view, lines) == ""
    assert offered[0] not in planning.may_be_asked(match, view, lines[:1])
    assert offered[1] in planning.may_be_asked(match, view, lines[:1])


@pytest.mark.parametrize("asked", [True, False])
def test_a_digest_waits_while_its_reader_is_asked_something(asked):
    """Their mail asked with all the news there was; the answer to theirs brings the rest."""
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.TRUST)
    match, rulings = next((m, r) for m, r in asked_in("ti4") if len(r) > 40)
    facts = TurnFacts(
        game=game,
        player=None,
        seat=match.ask.decisions[0].seat,
        match=match,
        notes=[notes.digest("digest")],
        prompts=[Prompt(game=game, waiting=asked)],
        rulings=rulings,
        told_up_to=0,
        waited=[],
        until=None,
        now=START,
    )
    assert facts.says_nothing(facts.happened(match, match.view(facts.seat))) == asked


def test_what_an_option_means_is_said_only_where_its_order_does_not_say_it():
    ruleset, players = GAMES["ti4"]
    match, _ruling = Match.start(
        Setting(ruleset, ruleset.read_options({"players": players}), secret_for("x"))
    )
    asked = match.ask.decisions[0]
    for option in asked.options(match.view(asked.seat)):
        assert option.text not in questions.meaning(option)
        assert option.about in questions.meaning(option)
