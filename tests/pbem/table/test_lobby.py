"""Tables made, filled, changed and ended; every mistake has words and leaves nothing behind."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.models import Game, Invitation, Player, Prompt, Seat, Submission
from pbem.play import advancing
from pbem.table import lobby
from pbem.table.lobby import LobbyError
from tests.pbem.tables import match_of, new_table, play_to_the_end, sampling, seat_of, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def organiser():
    return Player.objects.create(name="Org", email="org@example.org")


def make(organiser, **more):
    settings = {"name": "Arcturus", "ruleset": "skirmish", "options": {"players": 2}, **more}
    return lobby.create_game(organiser, **settings)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"ruleset": "skirmsh"}, "Did you mean skirmish"),
        ({"options": {"playrs": 2}}, "Did you mean players"),
        ({"options": {"players": 40}}, "1 to 8 players"),
        ({"options": {"players": "two"}}, "whole number"),
        ({"name": "   "}, "name of 1 to 60"),
        ({"name": "x" * 61}, "name of 1 to 60"),
        ({"mode": "open"}, "planned, ask, trust"),
        ({"hours": {"bidd": 3}}, "Did you mean bid"),
        ({"hours": {"bid": 0}}, "above 0"),
        ({"hours": {"bid": True}}, "above 0"),
        ({"hours": {"bid": float("nan")}}, "above 0"),
    ],
)
def test_a_table_that_cannot_be_made(organiser, more, words):
    with pytest.raises(LobbyError, match=words):
        make(organiser, **more)
    assert not Game.objects.exists()
    assert not Seat.objects.exists()


def test_the_dice_are_committed_to_before_anybody_adds_a_word(organiser):
    game = make(organiser)
    commitment = game.commitment
    for number, word in enumerate(("  red   sun ", "blue")):
        lobby.join(lobby.invite(game, f"p{number}@example.org").token, word)
    game = lobby.start(game)
    assert game.words == ["red sun", "blue"]
    assert game.secret.commitment == game.commitment == commitment


def test_an_invitation(organiser, heard):
    game = make(organiser)
    first = lobby.invite(game, " Ann@Example.org ", "Ann")
    again = lobby.invite(game, "ann@example.org")
    assert (again.pk, again.token) == (first.pk, first.token)
    assert [name for name, _ in heard] == ["invited", "invited"]
    seat = lobby.join(first.token)
    assert lobby.join(first.token).pk == seat.pk
    assert (seat.number, seat.player.name) == (0, "Ann")
    with pytest.raises(LobbyError, match="already has a seat"):
        lobby.invite(game, "ann@example.org")
    with pytest.raises(LobbyError, match="not a mail address"):
        lobby.invite(game, "ann")


def test_joining_where_one_cannot(organiser):
    game = make(organiser)
    tokens = [lobby.invite(game, f"p{i}@example.org").token for i in range(4)]
    with pytest.raises(LobbyError, match="not known"):
        lobby.join("nothing")
    for token in tokens[:2]:
        lobby.join(token)
    with pytest.raises(LobbyError, match="taken"):
        lobby.join(tokens[2])
    lobby.start(game)
    with pytest.raises(LobbyError, match="no longer open"):
        lobby.join(tokens[3])


def test_starting_too_early_or_twice(organiser):
    game = make(organiser)
    with pytest.raises(LobbyError, match="Still empty: seats 1, 2"):
        lobby.start(game)
    for seat in game.seats.all():
        lobby.give_to_bot(seat)
    with pytest.raises(LobbyError, match="simulate"):
        lobby.start(game)
    assert Game.objects.get().status == Game.Status.LOBBY
    running = new_table(2)
    for act in (lobby.start, lambda g: lobby.invite(g, "late@example.org")):
        with pytest.raises(LobbyError, match="already started"):
            act(running)


def test_rules_that_fail_at_the_start_leave_the_lobby_as_it_was(organiser, monkeypatch):
    game = new_table(2, start=False)

    def fail(self, state):
        raise KeyError("hidden card")

    monkeypatch.setattr("tests.skirmish.ruleset.Skirmish.next_step", fail)
    with pytest.raises(LobbyError, match="failed at the start: KeyError at") as trouble:
        lobby.start(game)
    assert "hidden card" not in str(trouble.value)
    game.refresh_from_db()
    assert (game.status, game.head_seq, game.words) == (Game.Status.LOBBY, 0, [])


def test_leaving_the_lobby_frees_the_seat():
    game = new_table(2, start=False)
    lobby.leave(seat_of(game, 0))
    seat = seat_of(game, 0)
    assert (seat.kind, seat.player, seat.word) == (Seat.Kind.EMPTY, None, "")
    invitation = lobby.invite(game, "p0@example.org")
    assert lobby.join(invitation.token).number == 0
    with pytest.raises(LobbyError, match="Nobody holds"):
        lobby.leave(new_table(2, bots=1, start=False).seats.get(kind=Seat.Kind.BOT))


def test_leaving_a_running_game_hands_the_seat_to_a_bot(heard):
    game = new_table(2)
    sent = send(game, 0, "STANDING: BID 1\nNEXT TURN: PASS")
    lobby.leave(seat_of(game, 0))
    seat = seat_of(game, 0)
    assert (seat.kind, seat.key_version) == (Seat.Kind.BOT, 2)
    sent.refresh_from_db()
    assert sent.state == Submission.State.DONE
    assert not game.prompts.filter(waiting=True, seat=seat).exists()
    assert [said["what"] for name, said in heard if name == "table_changed"][-1] == "left"
    send(game, 1, "1")
    assert game.prompts.filter(state=Prompt.State.OPEN).get().kind == "bid"
    assert game.prompts.get(state=Prompt.State.OPEN).seat.number == 1


def test_a_substitute_takes_over_and_the_old_key_is_worthless(heard):
    game = new_table(2)
    seat = seat_of(game, 0)
    send(game, 0, "STANDING: HITS fighter")
    with pytest.raises(LobbyError, match="already has a seat"):
        lobby.substitute(seat, "p1@example.org")
    invitation = lobby.substitute(seat, "sub@example.org", "Sub")
    assert seat_of(game, 0).player.email == "p0@example.org"
    taken = lobby.join(invitation.token)
    assert (taken.pk, taken.player.name, taken.key_version) == (seat.pk, "Sub", 2)
    assert not taken.standing_orders.filter(active=True).exists()
    assert [said["what"] for name, said in heard if name == "table_changed"][-1] == "substituted"
    assert game.prompts.filter(seat=seat, state=Prompt.State.OPEN).exists()


def test_a_bot_and_back(heard):
    game = new_table(2)
    lobby.give_to_bot(seat_of(game, 0))
    with pytest.raises(LobbyError, match="already plays"):
        lobby.give_to_bot(seat_of(game, 0))
    assert not game.prompts.filter(waiting=True, seat__number=0).exists()
    lobby.join(lobby.substitute(seat_of(game, 0), "sub@example.org").token)
    assert game.prompts.filter(waiting=True, seat__number=0).count() == 1
    send(game, 1, "1")
    assert game.rulings.count() == 1
    send(game, 0, "1")
    assert game.rulings.count() == 2


def test_a_held_seat_in_the_lobby_is_nobody_elses_to_give():
    game = new_table(2, start=False)
    with pytest.raises(LobbyError, match="must leave it first"):
        lobby.give_to_bot(seat_of(game, 0))


def test_pausing_what_does_not_run():
    game = new_table(2, start=False)
    with pytest.raises(LobbyError, match="not running"):
        lobby.pause(game)
    with pytest.raises(LobbyError, match="not paused"):
        lobby.resume(game)


def test_hours_can_be_changed_for_what_comes():
    game = new_table(2, now=START)
    with pytest.raises(LobbyError, match="Did you mean bid"):
        lobby.set_hours(game, {"bis": 2})
    lobby.set_hours(game, {"bid": 2})
    for number in (0, 1):
        send(game, number, "1", now=START)
    due = {p.kind: p.due - START for p in game.prompts.all()}
    assert due == {"keepobjective": timedelta(hours=24), "bid": timedelta(hours=2)}


def test_cancelling():
    game = new_table(2)
    lobby.invite(new_table(2, start=False), "x@example.org")
    game = lobby.cancel(game)
    assert game.status == Game.Status.CANCELLED
    assert not game.prompts.filter(state=Prompt.State.OPEN).exists()
    with pytest.raises(LobbyError, match="already over"):
        lobby.cancel(game)
    with pytest.raises(LobbyError, match="is over"):
        lobby.leave(seat_of(game, 0))
    with pytest.raises(LobbyError, match="not being played"):
        lobby.substitute(seat_of(game, 0), "x@example.org")


def test_a_substitute_who_comes_too_late():
    game = new_table(2)
    invitation = lobby.substitute(seat_of(game, 0), "y@example.org")
    lobby.cancel(game)
    with pytest.raises(LobbyError, match="no longer open"):
        lobby.join(invitation.token)
    Invitation.objects.filter(pk=invitation.pk).update(state=Invitation.State.OPEN)
    with pytest.raises(LobbyError, match="no longer needed"):
        lobby.join(invitation.token)


def test_the_final_report():
    game = new_table(2, rounds=2, seed="report", now=START)
    with pytest.raises(LobbyError, match="not over"):
        lobby.final_report(game)
    send(game, 0, "1", now=START)
    now = START + timedelta(hours=24)
    advancing.advance(game.pk, now)
    play_to_the_end(game, sampling(1), now)
    report = lobby.final_report(game)
    assert [s.place for s in report.standings] == [1, 2]
    assert report.standings == tuple(match_of(game).ruleset.standings(match_of(game).view(None)))
    assert (report.seats[0].missed, report.seats[1].missed) == (0, 1)
    assert report.seats[0].on_time > 5
    assert (report.rulings, report.seed, report.words) == (
        game.head_seq,
        game.seed,
        ("word 0", "word 1"),
    )
