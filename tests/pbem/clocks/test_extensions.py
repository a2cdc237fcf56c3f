"""More time by vote: for every open question alike."""

from datetime import UTC, datetime, timedelta

import pytest

from notifications.commands import extend
from pbem.clocks import extensions
from pbem.clocks.extensions import ExtensionRefused
from pbem.models import Extension, Game, Player, Prompt
from pbem.table import lobby
from tests.pbem.tables import advance, new_table, seat_of, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def table(players=4, **more):
    return new_table(players, now=START, hours={"default": 24, "window": 4}, **more)


def dues(game):
    return {p.due for p in game.prompts.filter(state=Prompt.State.OPEN)}


def changes(heard):
    return [said["change"] for name, said in heard if name == "extension_changed"]


def test_a_majority_of_the_others_moves_every_open_deadline(heard):
    game = table()
    asked = extensions.ask(seat_of(game, 0), 12, START + HOUR)
    assert asked.state == Extension.State.OPEN
    extensions.vote(seat_of(game, 1), True, START + HOUR)
    assert dues(game) == {START + DAY}
    granted = extensions.vote(seat_of(game, 2), True, START + 2 * HOUR)
    assert granted.state == Extension.State.GRANTED
    assert dues(game) == {START + DAY + 12 * HOUR}
    assert changes(heard) == ["asked", "voted", "voted", "granted"]
    assert len(heard[-1][1]["moved"]) == 4


def test_a_majority_that_cannot_come_any_more_ends_the_vote(heard):
    game = table()
    extensions.ask(seat_of(game, 0), 12, START)
    extensions.vote(seat_of(game, 1), True, START)
    extensions.vote(seat_of(game, 1), False, START)
    ended = extensions.vote(seat_of(game, 2), False, START)
    assert ended.state == Extension.State.REFUSED
    assert dues(game) == {START + DAY}
    assert changes(heard)[-1] == "refused"


def test_the_organisers_word_decides_with_and_without_a_seat():
    game = table()
    organiser = game.organiser
    extensions.ask(seat_of(game, 0), 12, START)
    with pytest.raises(ExtensionRefused, match="Only the organiser"):
        extensions.decide(game, seat_of(game, 1).player, True, START)
    assert extensions.decide(game, organiser, True, START).state == Extension.State.GRANTED
    game.seats.filter(number=1).update(player=organiser)
    extensions.ask(seat_of(game, 0), 12, START)
    assert extensions.vote(seat_of(game, 1), False, START).state == Extension.State.REFUSED
    assert extensions.ask(seat_of(game, 1), 12, START).state == Extension.State.GRANTED


def test_with_bots_alone_nobody_has_to_be_asked():
    game = table(2, bots=1)
    assert extensions.ask(seat_of(game, 0), 5, START).state == Extension.State.GRANTED
    assert dues(game) == {START + 29 * HOUR}


def test_it_saves_who_is_in_the_grace_period_but_not_who_is_past_it():
    game = table(2, terms={"grace_hours": 2})
    late = START + 25 * HOUR
    extensions.ask(seat_of(game, 0), 10, late)
    extensions.vote(seat_of(game, 1), True, late)
    assert dues(game) == {START + 34 * HOUR}
    with pytest.raises(ExtensionRefused, match="No question is open"):
        extensions.ask(seat_of(game, 0), 10, START + 37 * HOUR)


def test_a_window_moves_for_all_alike_and_off_the_quiet_hours():
    game = table(2, mode="ask", terms={"quiet": "18:00-06:00"})
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    assert dues(game) == {START + 4 * HOUR}
    extensions.ask(seat_of(game, 1), 3, START)
    extensions.vote(seat_of(game, 0), True, START)
    assert dues(game) == {START + 18 * HOUR}


@pytest.mark.parametrize(
    ("hours", "words"),
    [(0, "1 to 72 hours, such as EXTEND 24"), (73, "1 to 72"), (10**6, "1 to 72"), (-4, "1 to 72")],
)
def test_hours_that_cannot_be_asked_for(heard, hours, words):
    game = table()
    with pytest.raises(ExtensionRefused, match=words):
        extensions.ask(seat_of(game, 0), hours, START)
    assert changes(heard) == []


def test_what_else_cannot_be():
    game = table()
    with pytest.raises(ExtensionRefused, match="No request is being voted on"):
        extensions.vote(seat_of(game, 0), True, START)
    extensions.ask(seat_of(game, 0), 12, START)
    with pytest.raises(ExtensionRefused, match="asked for this yourself"):
        extensions.vote(seat_of(game, 0), True, START)
    with pytest.raises(ExtensionRefused, match="already open"):
        extensions.ask(seat_of(game, 1), 12, START)
    extensions.decide(game, game.organiser, False, START)
    extensions.ask(seat_of(game, 0), 12, START)
    extensions.decide(game, game.organiser, False, START)
    with pytest.raises(ExtensionRefused, match="2 times within a day"):
        extensions.ask(seat_of(game, 0), 12, START + HOUR)
    lobby.give_to_bot(seat_of(game, 3), START)
    with pytest.raises(ExtensionRefused, match="has no vote"):
        extensions.ask(seat_of(game, 3), 12, START)
    lobby.pause(game, START)
    with pytest.raises(ExtensionRefused, match="No question is open"):
        extensions.ask(seat_of(game, 1), 12, START)


def test_a_table_may_do_without():
    game = table(terms={"extension_hours": 0})
    with pytest.raises(ExtensionRefused, match="no extensions"):
        extensions.ask(seat_of(game, 0), 12, START)


def test_a_vote_lapses_with_the_questions_it_was_about(heard):
    game = table()
    extensions.ask(seat_of(game, 0), 12, START)
    advance(game, START + DAY)
    later = START + DAY + HOUR
    assert extensions.open_in(Game.objects.get(pk=game.pk), later) is None
    assert changes(heard)[-1] == "lapsed"
    assert extensions.ask(seat_of(game, 1), 12, later).state == Extension.State.OPEN


def test_by_mail():
    game = table(3)
    said = extend.by_seat(seat_of(game, 0), "1 day", START)
    assert "24 more hours: 0 of 2 have agreed, 2 are needed" in said
    assert "1 of 2" in extend.by_seat(seat_of(game, 1), "Tak!", START)
    assert extend.by_seat(seat_of(game, 2), "yes", START) == (
        "Granted: every open question has 24 more hours."
    )
    with pytest.raises(ExtensionRefused, match="EXTEND YES or EXTEND NO"):
        extend.by_seat(seat_of(game, 0), "please", START)
    assert Player.objects.count() == 4
