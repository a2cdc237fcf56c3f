"""Clocks: defaults, late orders, downtime, pauses, offers, and what the sweep finds."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem import deadlines, lobby, play, submissions, tasks
from pbem.models import Credit, Game, Heartbeat, Offer, Prompt, Submission
from tests.pbem.tables import advance, match_of, new_table, seat_of, send, statuses

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def table(**more):
    return new_table(2, now=START, hours={"default": 24, "bid": 6}, **more)


def mail(game, number, text, received, key=""):
    seat = seat_of(game, number)
    return submissions.submit(game, seat, text, "test", key or f"{number} {received}", received)


def given(game):
    return [(g.seat, g.source.by) for g in game.rulings.last().kernel().inputs[0].given]


def test_hours_by_kind_with_fallbacks():
    game = Game(hours={"bid": 6, "default": 48})
    assert deadlines.hours_for(game, "bid") == 6
    assert deadlines.hours_for(game, "taketurn") == 48
    assert deadlines.hours_for(Game(), "bid") == 24
    assert deadlines.due_at(game, None, "bid", START) == START + 6 * HOUR


def test_silence_plays_the_default_and_says_so(heard):
    game = table()
    send(game, 0, "1", now=START + HOUR)
    assert advance(game, START + 23 * HOUR).rulings == ()
    heard.clear()
    assert len(advance(game, START + 24 * HOUR).rulings) == 1
    assert given(game) == [(0, "script"), (1, "deadline")]
    missed = [said["prompt"].seat.number for name, said in heard if name == "deadline_missed"]
    assert missed == [1]
    assert [s.missed for s in game.seats.all()] == [0, 1]
    assert {p.due for p in game.prompts.filter(state="open")} == {START + 30 * HOUR}


def test_an_order_received_in_time_counts_however_late_it_is_read():
    game = table()
    send(game, 0, "1", now=START + HOUR)
    kept = match_of(game).view(1).mine.offered[1]
    mail(game, 1, "2", START + 24 * HOUR)
    advance(game, START + 40 * HOUR)
    assert match_of(game).view(1).mine.objective == kept
    assert game.seats.get(number=1).missed == 0


def test_an_order_received_after_the_deadline_meets_the_next_question():
    game = table()
    send(game, 0, "1", now=START + HOUR)
    late = mail(game, 1, "2", START + 24 * HOUR + timedelta(seconds=1))
    advance(game, START + 40 * HOUR)
    assert given(game) == [(0, "script"), (1, "deadline")]
    late.refresh_from_db()
    assert statuses(late) == ["refused"]


def test_who_is_late_may_still_answer_while_others_are_waited_for():
    game = table()
    game.prompts.filter(seat__number=0).update(due=START + HOUR)
    assert advance(game, START + 2 * HOUR).rulings == ()
    assert not game.prompts.get(seat__number=0).waiting
    send(game, 0, "2", now=START + 3 * HOUR)
    send(game, 1, "1", now=START + 4 * HOUR)
    assert given(game) == [(0, "script"), (1, "script")]


def test_three_misses_in_a_row_are_announced_once_and_shorten_the_clock(heard):
    game = table()
    now = START
    for _ in range(3):
        now += 24 * HOUR
        send(game, 0, "1\nBID 0\nPASS\nBUY 0\nSCRAP 0", now=now - HOUR)
        advance(game, now)
    missing = [said["seat"].number for name, said in heard if said.get("what") == "missing"]
    assert missing == [1]
    seat = game.seats.get(number=1)
    assert seat.missed == 3
    assert deadlines.due_at(game, seat, "taketurn", START) == START + 12 * HOUR
    assert deadlines.due_at(game, None, "taketurn", START) == START + 24 * HOUR


def test_an_answer_ends_the_row_of_misses():
    game = table()
    send(game, 0, "1", now=START + HOUR)
    advance(game, START + 24 * HOUR)
    send(game, 1, "BID 0", now=START + 25 * HOUR)
    send(game, 0, "BID 0", now=START + 25 * HOUR)
    assert game.seats.get(number=1).missed == 0


def test_what_a_deadline_played_cannot_be_taken_back():
    game = table()
    for number in (0, 1):
        send(game, number, "1", now=START + HOUR)
    for number in (0, 1):
        send(game, number, "BID 0", now=START + 2 * HOUR)
    advance(game, START + 27 * HOUR)
    assert given(game) == [(0, "deadline")]
    assert send(game, 0, "UNDO", now=START + 28 * HOUR).report[0]["code"] == "no-undo"


# -- the sweep -----------------------------------------------------------------------------------


def test_the_sweep_finds_due_and_unread_and_nothing_else():
    game, other = table(), table()
    deadlines.sweep(START + HOUR)
    assert deadlines.sweep(START + HOUR) == []
    mail(other, 0, "1", START + HOUR)
    assert deadlines.sweep(START + HOUR) == [other.pk]
    advance(other, START + HOUR)
    Heartbeat.objects.update(at=START + 24 * HOUR)
    assert deadlines.sweep(START + 24 * HOUR) == [game.pk, other.pk]


def test_the_sweep_finds_what_a_lost_task_left_behind():
    game = table()
    Prompt.objects.filter(seat__number=0).update(sealed={"answer": "rich"}, source={"by": "player"})
    assert deadlines.sweep(START) == [game.pk]
    advance(game, START)
    assert deadlines.sweep(START) == []
    game.seats.filter(number=1).update(kind="bot")
    assert deadlines.sweep(START) == [game.pk]


def test_downtime_is_credited_before_anything_is_due():
    game = table()
    deadlines.sweep(START + HOUR)
    assert deadlines.sweep(START + 30 * HOUR) == []
    assert Credit.objects.get().gap_end == START + 30 * HOUR
    assert {p.due for p in game.prompts.all()} == {START + 24 * HOUR + 29 * HOUR}
    deadlines.sweep(START + 30 * HOUR)
    assert Credit.objects.count() == 1


def test_a_late_sweep_is_not_downtime():
    table()
    deadlines.sweep(START)
    deadlines.sweep(START + timedelta(seconds=60))
    assert not Credit.objects.exists()


def test_a_question_asked_during_downtime_gets_the_rest_of_it():
    deadlines.sweep(START - 2 * HOUR)
    game = table()
    deadlines.sweep(START + 3 * HOUR)
    assert {p.due for p in game.prompts.all()} == {START + 27 * HOUR}


def test_expired_offers(heard):
    game = table()
    for number in (0, 1):
        send(game, number, "1", now=START)
    send(game, 1, "OFFER 1 gold FOR 0 gold TO Red", now=START)
    offer = Offer.objects.get()
    assert offer.expires == START + 72 * HOUR
    Prompt.objects.update(due=START + 999 * HOUR)
    Heartbeat.objects.create(pk=1, at=offer.expires + HOUR)
    assert deadlines.sweep(offer.expires + HOUR) == [game.pk]
    late = mail(game, 0, "ACCEPT 1", offer.expires + timedelta(minutes=1))
    advance(game, offer.expires + HOUR)
    offer.refresh_from_db()
    late.refresh_from_db()
    assert offer.state == Offer.State.EXPIRED
    assert late.report[0]["code"] == "no-such-offer"


def test_the_task_advances_what_the_sweep_finds(settings, monkeypatch):
    game = table()
    enqueued = []
    monkeypatch.setattr(tasks.advance_game, "delay", enqueued.append)
    tasks.sweep()
    assert enqueued == [game.pk]
    tasks.advance_game(game.pk)
    assert game.rulings.count() == 2


# -- pauses --------------------------------------------------------------------------------------


def test_a_pause_moves_every_clock_and_keeps_orders(heard):
    game = table()
    lobby.pause(game, START + HOUR)
    sent = send(game, 0, "1", now=START + 2 * HOUR)
    assert (sent.state, statuses(sent)) == (Submission.State.NEW, ["waiting"])
    assert advance(game, START + 100 * HOUR).rulings == ()
    answered = [name for name, _ in heard].count("submission_answered")
    assert answered == 1
    lobby.resume(game, START + 11 * HOUR)
    assert {p.due for p in game.prompts.filter(state="open")} == {START + 34 * HOUR}
    sent.refresh_from_db()
    assert statuses(sent) == ["waiting"]
    assert game.prompts.get(seat__number=0).waiting is False
    codes = [said["what"] for name, said in heard if name == "table_changed"]
    assert codes[-2:] == ["paused", "resumed"]


def test_a_paused_game_takes_no_sealed_answers():
    game = table()
    lobby.pause(game, START)
    address = game.prompts.first().address
    assert play.seal(game.pk, seat_of(game, 0), address, "x").problems[0].code == "not-running"


# -- windows -------------------------------------------------------------------------------------


def raid(mode, **more):
    game = new_table(2, now=START, mode=mode, hours={"default": 24, "window": 4}, **more)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    return game


def test_a_veiled_window_shuts_at_its_hour_and_not_before():
    game = raid("veiled")
    asked = list(game.prompts.filter(state="open"))
    assert [(p.window, p.due) for p in asked] == [(True, START + 4 * HOUR)] * 2
    for number in (0, 1):
        send(game, number, "PASS", now=START + HOUR)
    send(game, 0, "STANDING: PLAY dodge\nSTANDING: HITS fighter", now=START + HOUR)
    send(game, 1, "STANDING: PLAY dodge\nSTANDING: HITS fighter", now=START + HOUR)
    assert game.prompts.filter(state="open", window=True).count() == 2
    advance(game, START + 4 * HOUR)
    assert not game.prompts.filter(state="open", pk__in=[p.pk for p in asked]).exists()


def test_silence_in_a_window_is_no_missed_deadline(heard):
    game = raid("veiled")
    advance(game, START + 4 * HOUR)
    assert [s.missed for s in game.seats.all()] == [0, 0]
    assert "deadline_missed" not in [name for name, _ in heard]


def test_a_window_nobody_wants_to_be_asked_in_shuts_at_once():
    game = new_table(2, now=START, mode="veiled", start=False)
    game.seats.update(asks_in_windows=False)
    lobby.start(game, START)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    assert not game.prompts.filter(window=True).exists()


def test_a_trust_window_shuts_when_all_asked_have_answered():
    for seed in range(30):
        game = raid("trust", seed=f"trust {seed}")
        asked = list(game.prompts.filter(state="open", window=True))
        if asked:
            break
    for prompt in asked:
        send(game, prompt.seat.number, "PASS", now=START + HOUR)
    assert not game.prompts.filter(state="open", pk__in=[p.pk for p in asked]).exists()
