"""Mails worded in a heap get their ideas when they go out, and then say what any mail says."""

from datetime import timedelta
from random import Random

import pytest
from django.core import mail as django_mail
from django.db import OperationalError
from django.utils import timezone, translation

from notifications.compose import answering
from notifications.models import Outbox
from notifications.outbound import deliver, turn_ideas
from pbem import tasks
from pbem.models import Game, Player, Prompt, Ruling, Snapshot
from pbem.table import lobby
from rules.eclipse.ruleset import ECLIPSE
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.lexicon.speech import speaking
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4
from tests.notifications.compose.turn_mails import TAP, turn_mail
from tests.notifications.conftest import PEOPLE, START

LANGUAGES = ("en", "pl", "hu")


@pytest.mark.parametrize("ruleset", [TI4, TI3, ECLIPSE, INSCRIPTION], ids=lambda one: one.name)
def test_a_mail_has_the_same_words_whenever_its_ideas_are_thought_of(ruleset) -> None:
    options = ruleset.read_options({"players": 3})
    match, ruling = Match.start(Setting(ruleset, options, secret_for("later")))
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.PLANNED)
    bot, rulings, waited, steps = RandomBot(Random(3)), [ruling], 0, 0
    while match.ask is not None and waited < 8 and steps < 80:
        steps += 1
        seat, language = match.ask.decisions[-1].seat, LANGUAGES[steps % 3]
        sheet_at = START if steps % 2 else None
        with translation.override(language), speaking(language):
            later = turn_mail(match, seat, rulings[-3:], game, sheet_at, ideas_later=True)
            if later.ideas_later is not None:
                at_once = turn_mail(match, seat, rulings[-3:], game, sheet_at)
                made = answering.finished(later.body, later.ideas_later, game, match, lambda: TAP)
                assert made.body == at_once.body
                assert made.answering.lines == at_once.template
                assert made.answering.listed == at_once.listed
                assert later.enclosures == at_once.enclosures
                waited += made.body != later.body
        rulings.append(match.apply(bot.next_input(match)))
    assert waited >= 3


@pytest.fixture
def missed(db, clock) -> list[Outbox]:
    """The mails to who begins a turn of Eclipse now, of three tables whose deadline has passed."""
    people = [
        Player.objects.create(email=email, name=name, time_zone=zone)
        for name, email, zone in PEOPLE[:2]
    ]
    games = []
    for number in range(3):
        game = lobby.create_game(
            people[0], f"Rigel {number}", "eclipse", {"players": 2, "species": "random"}, "planned"
        )
        for i, person in enumerate(people):
            lobby.sit_down(game, person, f"word{i}")
        games.append(lobby.start(game).pk)
    Outbox.objects.update(state=Outbox.State.SENT)
    Prompt.objects.update(due=timezone.now() - timedelta(hours=1), grace=timedelta(0))
    tasks.advance_due(games)
    rows = [row for row in Outbox.objects.filter(state=Outbox.State.QUEUED) if row.ideas_later]
    assert len(rows) == 3
    return rows


def sent() -> list[str]:
    return [str(one.body) for one in django_mail.outbox]


def test_mails_of_a_heap_go_out_with_their_ideas(missed: list[Outbox]) -> None:
    assert not any("# gains:" in row.body or "# a quiet turn" in row.body for row in missed)
    django_mail.outbox = []
    deliver.deliver_due()
    for row in missed:
        row.refresh_from_db()
        assert (row.state, row.ideas_later) == ("sent", b"")
        assert f"1. {row.listed['orders'][0]} # " in " ".join(row.body.split())
        assert row.body in sent()
        assert row.template[0].startswith("1. ")


def test_ideas_stay_if_a_worker_dies_between_thinking_and_sending(missed, clock, monkeypatch):
    """Whoever takes the mail over sends the words that the first one kept."""
    row = missed[0]

    class Killed(BaseException):
        pass

    def killed(*given: object) -> str:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(deliver, "send", killed)
        with pytest.raises(Killed):
            deliver.deliver(row.pk)
    row.refresh_from_db()
    kept = row.body
    assert (row.state, row.ideas_later) == ("claimed", b"")
    clock.shift(timedelta(minutes=5))
    django_mail.outbox = []
    deliver.deliver_due()
    assert sent().count(kept) == 1


def test_a_mail_without_ideas_goes_out_where_none_can_be_thought_of(missed, caplog) -> None:
    row = missed[0]
    Snapshot.objects.filter(game=row.game).delete()
    Ruling.objects.filter(game=row.game).delete()
    django_mail.outbox = []
    assert deliver.deliver(row.pk)
    assert sent() == [row.body]
    assert "no idea for a turn" in caplog.text


def test_a_database_that_goes_away_loses_no_idea(missed, monkeypatch) -> None:
    """It is no fault of the game's: the mail is taken up again."""
    row = missed[0]

    def away(*given: object) -> None:
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(turn_ideas.Positions, "after", away)
        with pytest.raises(OperationalError):
            deliver.deliver(row.pk)
    row.refresh_from_db()
    assert row.state == "claimed"
    assert row.ideas_later
