"""How people keep time, and what can be done about a seat that fell silent."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import signing

from pbem.clocks import attendance, extensions
from pbem.clocks.attendance import Punctuality
from pbem.models import Extension, Game, Invitation, Player, Prompt, Seat
from pbem.table import lobby, one_click
from pbem.table.one_click import ActionRefused
from pbem.table.people import addresses
from tests.pbem.tables import advance, new_table, seat_of, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def table(**more):
    return new_table(2, now=START, hours={"default": 24, "bid": 6}, **more)


def missing(**more) -> Game:
    """Seat 2 has missed three deadlines in a row."""
    game = table(**more)
    now = START
    for line in ("1", "PASS", "PASS"):
        now += DAY
        send(game, 0, line, now=now - HOUR)
        advance(game, now)
    assert seat_of(game, 1).missed == 3
    return game


def test_on_time_late_and_missed_over_all_games():
    game = table(terms={"grace_hours": 4})
    send(game, 0, "1", now=START + 2 * HOUR)
    send(game, 1, "1", now=START + DAY + HOUR)
    second = START + DAY + HOUR
    send(game, 0, "BID 0", now=second + 4 * HOUR)
    advance(game, second + 10 * HOUR)
    both = attendance.of_game(game)
    assert both[0] == Punctuality(1, 2, 0, 0, 3 * HOUR)
    assert both[1] == Punctuality(1, 0, 1, 1, 25 * HOUR)
    other = table()
    send(other, 1, "1", now=START + HOUR)
    send(other, 0, "1", now=START + 4 * HOUR)
    ann = attendance.of_player(seat_of(game, 0).player)
    assert (ann.games, ann.on_time, ann.share) == (2, 3, 1.0)
    bob = attendance.of_player(seat_of(game, 1).player)
    assert (bob.games, bob.on_time, bob.late, bob.missed) == (2, 1, 1, 1)
    assert bob.share == pytest.approx(1 / 3)
    nobody = Player.objects.create(name="N", email="n@example.org")
    assert attendance.of_player(nobody) == Punctuality(0, 0, 0, 0, None)
    assert attendance.of_player(nobody).share is None


def test_a_substitute_does_not_inherit_the_record():
    game = missing()
    lobby.join(lobby.substitute(seat_of(game, 1), "sub@example.org").token)
    assert attendance.of_game(game)[1] == Punctuality(0, 0, 0, 0, None)


def test_two_misses_are_a_warning_and_three_are_too_many(heard):
    missing()
    missed = [said for name, said in heard if name == "deadline_missed"]
    own = [said for said in missed if said["prompt"].seat.number == 1]
    assert [said["misses"] for said in own] == [1, 2, 3]
    assert [said["standing"] for said in own] == ["", "warned", "missing"]


def test_nobody_is_missing_before_a_day_of_silence_is_over():
    """Where only an hour is left for each question, many pass in one night."""
    seat = Seat(number=0)
    hours = [0, 1, 2, 9, 23, 24, 25]
    became = [attendance.note_miss(seat, START + n * HOUR, turn=n == 1) for n in hours]
    assert [n for n, new in zip(hours, became, strict=True) if new] == [24]
    assert (seat.missed, seat.missed_turns, attendance.standing_of(seat)) == (7, 1, "missing")
    seat.is_back()
    assert (seat.missed, seat.missed_turns, attendance.standing_of(seat)) == (0, 0, "")


def test_the_organiser_is_offered_three_ways(client):
    game = missing()
    offered = one_click.for_missing(seat_of(game, 1))
    assert [a.do for a in offered] == ["substitute", "bot", "wait"]
    for action in offered:
        page = client.get(action.url)
        assert page.status_code == 200
        assert action.words in page.content.decode()
    assert seat_of(game, 1).missed == 3


def test_a_bot_by_link(client):
    game = missing()
    url = one_click.for_missing(seat_of(game, 1))[1].url
    assert "A bot plays" in client.post(url).content.decode()
    assert seat_of(game, 1).kind == Seat.Kind.BOT
    again = client.post(url)
    assert (again.status_code, "changed hands" in again.content.decode()) == (410, True)


def test_a_substitute_by_link(client):
    game = missing()
    url = one_click.for_missing(seat_of(game, 1))[0].url
    wrong = client.post(url, {"email": "sub"})
    assert (wrong.status_code, "not a mail address" in wrong.content.decode()) == (400, True)
    assert "is invited" in client.post(url, {"email": "sub@example.org"}).content.decode()
    assert Invitation.objects.get(email="sub@example.org").seat == seat_of(game, 1)


def test_waiting_gives_the_full_clock_again(heard):
    game = missing()
    token = one_click.for_missing(seat_of(game, 1))[2].url.rstrip("/").rpartition("/")[2]
    assert "full clock" in one_click.perform(token)
    assert seat_of(game, 1).missed == 0
    assert heard[-1][1]["what"] == "waiting"
    with pytest.raises(ActionRefused, match="not missing any more"):
        one_click.perform(token)
    with pytest.raises(attendance.NotMissing):
        attendance.wait_for(seat_of(game, 1))


def test_links_grow_old_and_cannot_be_made_up(client):
    game = missing()
    with time_machine.travel(START, tick=False):
        url = one_click.for_missing(seat_of(game, 1))[1].url
    with time_machine.travel(START + timedelta(days=15), tick=False):
        assert client.post(url).status_code == 410
    for bad in ("x", signing.dumps(["bot", 1, 1, 1, 1, 1]), url.rstrip("/").rpartition("/")[2][1:]):
        with pytest.raises(ActionRefused, match="not good any more"):
            one_click.read(bad)
    assert seat_of(game, 1).kind == Seat.Kind.PERSON


def test_a_link_ends_with_the_organisers_office():
    game = missing()
    token = one_click.for_missing(seat_of(game, 1))[1].url.rstrip("/").rpartition("/")[2]
    Game.objects.update(organiser=seat_of(game, 0).player)
    with pytest.raises(ActionRefused):
        one_click.perform(token)


@time_machine.travel(START, tick=False)
def test_a_vote_by_link(client):
    game = table()
    extension = extensions.ask(seat_of(game, 0), 12)
    assert one_click.for_vote(extension, seat_of(game, 0)) == []
    yes, no = one_click.for_vote(extension, seat_of(game, 1))
    assert "Granted" in client.post(yes.url).content.decode()
    assert Extension.objects.get().state == Extension.State.GRANTED
    assert "vote is over" in client.get(no.url).content.decode()
    assert game.prompts.filter(state=Prompt.State.OPEN).first().due == START + 36 * HOUR


@time_machine.travel(START, tick=False)
def test_the_organiser_decides_by_link(client):
    game = new_table(3, now=START)
    extension = extensions.ask(seat_of(game, 0), 12)
    yes, _ = one_click.for_vote(extension, None)
    assert "Granted" in client.post(yes.url).content.decode()
    extension.refresh_from_db()
    assert (extension.state, extension.votes) == (Extension.State.GRANTED, {})
    assert one_click.for_vote(extension, seat_of(game, 1)) == []


def test_confirming_an_address_by_link(client):
    ann = Player.objects.create(name="Ann", email="ann@example.org")
    address = addresses.add(ann, "ann@work.example.org")
    action = one_click.for_address(addresses.token_of(address))
    assert client.get(action.url).status_code == 200
    assert addresses.of(ann) == ["ann@example.org"]
    assert "is confirmed" in client.post(action.url).content.decode()
    assert addresses.of(ann) == ["ann@example.org", "ann@work.example.org"]
