"""Vacations: whole days in the player's zone, bounded, public, and no way out of being late."""

from datetime import UTC, date, datetime, timedelta

import pytest

from notifications.commands import vacation as vacation_command
from pbem.clocks import deadlines, vacations
from pbem.clocks.vacations import VacationRefused
from pbem.models import Game, Player, Prompt, Vacation
from pbem.table import lobby
from tests.pbem.tables import advance, new_table, seat_of, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def table(**more):
    return new_table(3, now=START, hours={"default": 24, "window": 4}, **more)


def due(game, number):
    return game.prompts.get(seat__number=number, state=Prompt.State.OPEN).due


def test_open_questions_keep_what_was_left_for_the_return(heard):
    game = table()
    vacation = vacations.take(seat_of(game, 0), date(2026, 1, 6), date(2026, 1, 8), START + HOUR)
    assert (vacation.starts.day, vacation.ends.day, vacation.days) == (6, 9, 3)
    assert due(game, 0) == datetime(2026, 1, 9, 12, tzinfo=UTC)
    assert due(game, 1) == START + DAY
    name, said = heard[-1]
    assert (name, said["change"], said["vacation"]) == ("vacation_changed", "announced", vacation)
    assert [p.seat.number for p in said["moved"]] == [0]


def test_who_is_away_at_once_keeps_the_rest_of_the_time():
    game = table()
    vacations.take(seat_of(game, 0), None, date(2026, 1, 5), START + 2 * HOUR)
    assert due(game, 0) == datetime(2026, 1, 6, tzinfo=UTC) + 22 * HOUR


def test_what_is_asked_during_a_vacation_waits_for_the_return():
    game = table()
    vacations.take(seat_of(game, 0), date(2026, 1, 5), date(2026, 1, 7), START)
    for number in range(3):
        send(game, number, "1", now=START + HOUR)
    assert due(game, 0) == datetime(2026, 1, 9, tzinfo=UTC)
    assert due(game, 1) == START + HOUR + DAY


def test_days_are_those_of_the_players_zone():
    game = table()
    Player.objects.filter(email="p0@example.org").update(time_zone="Europe/Warsaw")
    vacation = vacations.take(seat_of(game, 0), date(2026, 1, 7), date(2026, 1, 7), START)
    assert vacation.starts == datetime(2026, 1, 6, 23, tzinfo=UTC)
    assert vacation.ends == datetime(2026, 1, 7, 23, tzinfo=UTC)


def test_an_overdue_question_stays_overdue():
    game = table(terms={"grace_hours": 6})
    late = START + DAY + HOUR
    vacations.take(seat_of(game, 0), None, date(2026, 1, 8), late)
    assert due(game, 0) == START + DAY
    send(game, 1, "1", now=late)
    send(game, 2, "1", now=late)
    advance(game, START + DAY + 7 * HOUR)
    assert seat_of(game, 0).missed == 1


def test_a_later_window_waits_for_who_wants_to_be_asked_in_it():
    """The same hour for everybody, and it follows from policies and announcements alone."""
    for wants, hours in ((True, 4 + 33), (False, 4)):
        game = table(mode="ask")
        game.seats.filter(number=1).update(asks_in_windows=wants)
        for text in ("1", "BID 0"):
            for number in range(3):
                send(game, number, text, now=START)
        vacations.take(seat_of(game, 1), date(2026, 1, 5), date(2026, 1, 6), START + 3 * HOUR)
        send(game, 0, "RAID Blue WITH 1 fighter", now=START + 3 * HOUR)
        asked = game.prompts.filter(window=True, state=Prompt.State.OPEN)
        assert {p.due for p in asked} == {START + (3 + hours) * HOUR}, wants
        assert asked.count() == (2 if wants else 1)


def test_an_open_window_keeps_its_hour():
    game = table(mode="ask")
    for text in ("1", "BID 0"):
        for number in range(3):
            send(game, number, text, now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    vacations.take(seat_of(game, 1), None, date(2026, 1, 8), START)
    assert {p.due for p in game.prompts.filter(window=True)} == {START + 4 * HOUR}


def test_back_early(heard):
    game = table()
    vacations.take(seat_of(game, 0), None, date(2026, 1, 9), START + 2 * HOUR)
    back = START + DAY
    ended = vacations.end(seat_of(game, 0), back)
    assert (ended.ends, ended.days) == (back, 2)
    assert due(game, 0) == back + 22 * HOUR
    assert vacations.days_left(game, seat_of(game, 0), ended.player) == 12
    assert heard[-1][1]["change"] == "ended"
    assert vacations.current(game, back) == []
    with pytest.raises(VacationRefused, match="no vacation to end"):
        vacations.end(seat_of(game, 0), back)
    vacations.take(seat_of(game, 0), None, date(2026, 1, 6), back + HOUR)


def test_a_vacation_called_off_before_it_begins_costs_nothing():
    game = table()
    vacations.take(seat_of(game, 0), date(2026, 1, 6), date(2026, 1, 8), START)
    vacations.end(seat_of(game, 0), START + HOUR)
    assert due(game, 0) == START + DAY
    assert vacations.days_left(game, seat_of(game, 0), seat_of(game, 0).player) == 14


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ((2026, 1, 2), (2026, 1, 7), "2026-01-02 is past; today is 2026-01-05"),
        (None, (2026, 1, 4), "2026-01-04 is past"),
        ((2026, 1, 9), (2026, 1, 7), "before it begins"),
        (None, (2027, 2, 8), "400 days; you have 14 of 14 left"),
        ((2026, 9, 1), (2026, 9, 2), "at most 180 days ahead"),
        ((2026, 1, 20), (2026, 1, 22), "already have one then"),
        ((2026, 2, 1), (2026, 2, 13), "13 days; you have 12 of 14 left"),
        ((9999, 12, 30), (9999, 12, 31), "at most 180 days ahead"),
    ],
)
def test_vacations_that_cannot_be(heard, first, last, words):
    game = table()
    vacations.take(seat_of(game, 0), date(2026, 1, 21), date(2026, 1, 22), START)
    heard.clear()
    if "400" in words:
        Vacation.objects.all().delete()
    begins = date(*first) if first else None
    with pytest.raises(VacationRefused, match=words):
        vacations.take(seat_of(game, 0), begins, date(*last), START)
    assert heard == []
    assert due(game, 0) == START + DAY


def test_a_table_without_vacations_and_seats_without_people():
    game = table(terms={"vacation_days": 0}, bots=1)
    with pytest.raises(VacationRefused, match="has no vacations"):
        vacations.take(seat_of(game, 0), None, date(2026, 1, 6), START)
    with pytest.raises(VacationRefused, match="Nobody holds"):
        vacations.take(seat_of(game, 2), None, date(2026, 1, 6), START)
    lobby.cancel(game)
    with pytest.raises(VacationRefused, match="is over"):
        vacations.take(seat_of(game, 0), None, date(2026, 1, 6), START)


def test_a_substitute_is_not_on_their_predecessors_vacation():
    game = table()
    vacations.take(seat_of(game, 0), None, date(2026, 1, 12), START)
    lobby.join(lobby.substitute(seat_of(game, 0), "sub@example.org").token, now=START + HOUR)
    assert vacations.current(game, START + HOUR) == []
    assert deadlines.away_of(game.seats.all(), START) == {}
    assert vacations.days_left(game, seat_of(game, 0), seat_of(game, 0).player) == 14


def test_no_pause_ends_in_a_vacation():
    game = table()
    lobby.pause(game, START + HOUR)
    vacations.take(seat_of(game, 0), date(2026, 1, 8), date(2026, 1, 9), START + 2 * DAY)
    lobby.resume(game, START + 2 * DAY)
    assert due(game, 0) == datetime(2026, 1, 10, tzinfo=UTC)
    assert due(game, 1) == START + 3 * DAY - HOUR


def test_by_mail():
    game = table()
    seat = seat_of(game, 0)
    assert "14 vacation days left" in vacation_command.carry_out(seat, "", START)
    said = vacation_command.carry_out(seat, "until 7 Jan", START)
    assert said == (
        "Vacation from Mon 5 Jan 2026 to Wed 7 Jan 2026, both days included. "
        "You have 11 vacation days left in this game."
    )
    assert "Mon 5 Jan" in vacation_command.carry_out(seat, "", START)
    assert "Welcome back" in vacation_command.carry_out(seat, "OFF", START + HOUR)
    with pytest.raises(VacationRefused, match="is not a date"):
        vacation_command.carry_out(seat, "soonish", START)


def test_nothing_is_moved_into_quiet_hours():
    game = table(terms={"quiet": "22:00-08:00"})
    vacations.take(seat_of(game, 0), None, date(2026, 1, 6), START + 12 * HOUR - timedelta(hours=1))
    # 13 of 24 hours were left at 23:00, so it would be 13:00 on the day after.
    assert due(game, 0) == datetime(2026, 1, 7, 13, tzinfo=UTC)
    vacations.take(seat_of(game, 1), None, date(2026, 1, 6), START + 22 * HOUR)
    # Two hours were left: 2:00 is quiet.
    assert due(game, 1) == datetime(2026, 1, 7, 8, tzinfo=UTC)
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
