"""Clocks: defaults, late orders, downtime, pauses, offers, and what the sweep finds."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from pbem import tasks
from pbem.clocks import deadlines, reminders, sweep
from pbem.models import (
    Credit,
    Game,
    Heartbeat,
    Offer,
    Player,
    Prompt,
    Submission,
)
from pbem.orders import submissions
from pbem.table import lobby
from pbem.table.lobby import LobbyError
from tests.pbem.tables import advance, match_of, new_table, put, seat_of, send, statuses

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
    for line in ("1", "PASS", "PASS"):
        now += 24 * HOUR
        send(game, 0, line, now=now - HOUR)
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
    assert send(game, 0, "UNDO", now=START + 28 * HOUR).report[0].code == "no-undo"


# -- the sweep -----------------------------------------------------------------------------------


def test_the_sweep_finds_due_and_unread_and_nothing_else():
    game, other = table(), table()
    sweep.games_to_advance(START + HOUR)
    assert sweep.games_to_advance(START + HOUR) == []
    mail(other, 0, "1", START + HOUR)
    assert sweep.games_to_advance(START + HOUR) == [other.pk]
    advance(other, START + HOUR)
    Heartbeat.objects.update(at=START + 24 * HOUR)
    assert sweep.games_to_advance(START + 24 * HOUR) == [game.pk, other.pk]


def test_the_sweep_finds_what_a_lost_task_left_behind():
    game = table()
    assert sweep.games_to_advance(START) == []
    game.seats.filter(number=1).update(kind="bot")
    assert sweep.games_to_advance(START) == [game.pk]


def test_downtime_is_credited_before_anything_is_due():
    game = table()
    sweep.games_to_advance(START + HOUR)
    assert sweep.games_to_advance(START + 30 * HOUR) == []
    assert Credit.objects.get().gap_end == START + 30 * HOUR
    assert {p.due for p in game.prompts.all()} == {START + 24 * HOUR + 29 * HOUR}
    sweep.games_to_advance(START + 30 * HOUR)
    assert Credit.objects.count() == 1


def test_a_late_sweep_is_not_downtime():
    table()
    sweep.games_to_advance(START)
    sweep.games_to_advance(START + timedelta(seconds=60))
    assert not Credit.objects.exists()


def test_a_question_asked_during_downtime_gets_the_rest_of_it():
    sweep.games_to_advance(START - 2 * HOUR)
    game = table()
    sweep.games_to_advance(START + 3 * HOUR)
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
    assert sweep.games_to_advance(offer.expires + HOUR) == [game.pk]
    late = mail(game, 0, "ACCEPT 1", offer.expires + timedelta(minutes=1))
    advance(game, offer.expires + HOUR)
    offer.refresh_from_db()
    late.refresh_from_db()
    assert offer.state == Offer.State.EXPIRED
    assert late.report[0].code == "no-such-offer"


def test_the_task_advances_what_the_sweep_finds(monkeypatch):
    game = table()
    enqueued = []
    monkeypatch.setattr(tasks.queue_depth, "calm", lambda lane: True)
    monkeypatch.setattr(tasks, "AT_ONCE", 1)
    monkeypatch.setattr(tasks.advance_due, "delay", enqueued.append)
    again: list[int] = []
    monkeypatch.setattr(tasks.sweep, "delay", again.append)
    other = table()
    tasks.sweep()
    assert (enqueued, again) == ([[game.pk], [other.pk]], [2]), "much is due: look again behind it"
    tasks.sweep(2)
    assert again == [2], "nobody can do anything about these"
    tasks.advance_due([game.pk, other.pk])
    assert game.rulings.count() == other.rulings.count() == 2


def test_a_game_that_was_advanced_meanwhile_is_left_alone(monkeypatch):
    game = table()
    tasks.advance_due([game.pk])
    woken = []
    monkeypatch.setattr(tasks.advancing, "advance", lambda pk, *more, **rest: woken.append(pk))
    tasks.advance_due([game.pk])
    assert woken == []


@pytest.mark.parametrize("first", [True, False])
def test_a_game_that_fails_keeps_no_other_waiting(monkeypatch, first):
    """And one that was ruled on before it, in the same transaction, is ruled on once."""
    tables = [table(), table()]
    bad, good = tables if first else reversed(tables)
    ruled_on = tasks.advancing._ruled_on

    def failing(pk, *more):
        if pk == bad.pk:
            raise ZeroDivisionError
        return ruled_on(pk, *more)

    monkeypatch.setattr(tasks.advancing, "_ruled_on", failing)
    with pytest.raises(ZeroDivisionError):
        tasks.advance_due([bad.pk, good.pk])
    assert (bad.rulings.count(), good.rulings.count()) == (1, 2)


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


# -- windows -------------------------------------------------------------------------------------


def raid(mode, **more):
    game = new_table(2, now=START, mode=mode, hours={"default": 24, "window": 4}, **more)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    return game


def test_a_window_shuts_at_its_hour_if_somebody_asked_is_silent():
    game = raid("ask")
    asked = list(game.prompts.filter(state="open"))
    assert [(p.window, p.due) for p in asked] == [(True, START + 4 * HOUR)] * 2
    send(game, 0, "PASS", now=START + HOUR)
    send(game, 1, "STANDING: PLAY dodge\nSTANDING: HITS fighter", now=START + HOUR)
    assert game.prompts.filter(state="open", window=True).count() == 2
    advance(game, START + 4 * HOUR)
    assert not game.prompts.filter(state="open", pk__in=[p.pk for p in asked]).exists()


def test_a_window_shuts_when_all_who_were_asked_have_answered():
    game = raid("ask")
    asked = [p.pk for p in game.prompts.filter(state="open")]
    send(game, 0, "PASS", now=START + HOUR)
    assert game.prompts.filter(state="open", pk__in=asked).count() == 2
    send(game, 1, "PASS", now=START + 2 * HOUR)
    assert not game.prompts.filter(state="open", pk__in=asked).exists()


def test_what_was_written_before_a_window_does_not_shut_it():
    """Whoever has a rule is asked like everybody: a quick end would tell of the rule."""
    game = new_table(2, now=START, mode="ask", hours={"default": 24, "window": 4})
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    send(game, 1, "STANDING: PLAY dodge", now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    send(game, 0, "PASS", now=START + HOUR)
    waiting = game.prompts.filter(state="open", window=True, waiting=True)
    assert [p.seat.number for p in waiting] == [1]


def test_orders_that_fail_in_a_window_are_no_answer():
    game = raid("ask")
    send(game, 0, "PASS", now=START + HOUR)
    send(game, 1, "PLAY nonsense", now=START + HOUR)
    assert game.prompts.filter(state="open", window=True, waiting=True, seat__number=1).exists()
    send(game, 1, "PASS", now=START + 2 * HOUR)
    assert not game.prompts.filter(state="open", window=True, opened=START).exists()


def test_a_planned_table_does_not_stop_for_windows():
    game = raid("planned")
    assert not game.prompts.filter(window=True).exists()


def test_a_planned_table_stops_for_the_windows_it_has_chosen():
    game = raid("planned", terms={"windows": "rolled"})
    asked = game.prompts.filter(window=True)
    assert asked.exists()
    assert all("/rolled/" in p.address for p in asked)


def test_a_window_that_a_table_shall_ask_in_must_exist():
    with pytest.raises(LobbyError, match="window"):
        new_table(2, mode="planned", terms={"windows": "teatime"}, start=False)


def test_silence_in_a_window_is_no_missed_deadline(heard):
    game = raid("ask")
    advance(game, START + 4 * HOUR)
    assert [s.missed for s in game.seats.all()] == [0, 0]
    assert "deadline_missed" not in [name for name, _ in heard]


def test_a_window_nobody_wants_to_be_asked_in_shuts_at_once():
    game = new_table(2, now=START, mode="ask", start=False)
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


# -- terms of the table --------------------------------------------------------------------------


def test_a_deadline_keeps_off_quiet_hours_in_each_players_zone():
    game = new_table(2, start=False, hours={"default": 12}, terms={"quiet": "23:00-07:00"})
    Player.objects.filter(email="p1@example.org").update(time_zone="America/New_York")
    lobby.start(game, START)
    due = {p.seat.number: p.due for p in game.prompts.all()}
    assert due[0] == datetime(2026, 1, 6, 7, tzinfo=UTC)
    assert due[1] == START + 12 * HOUR


def test_a_deadline_keeps_off_days_that_are_off():
    game = new_table(2, now=START, terms={"weekdays": ["mon", "thu"]})
    assert {p.due for p in game.prompts.all()} == {datetime(2026, 1, 8, tzinfo=UTC)}


def test_downtime_and_pauses_move_nothing_into_quiet_hours():
    game = new_table(2, now=START, terms={"quiet": "15:00-18:00"})
    sweep.games_to_advance(START)
    sweep.games_to_advance(START + 5 * HOUR)
    assert {p.due for p in game.prompts.all()} == {START + 30 * HOUR}
    lobby.pause(game, START + 6 * HOUR)
    lobby.resume(game, START + 27 * HOUR)
    assert {p.due for p in game.prompts.all()} == {START + 54 * HOUR}


def test_a_sweep_that_waits_behind_many_deadlines_is_no_downtime():
    game = table()
    due = {p.due for p in game.prompts.all()}
    sweep.games_to_advance(START)
    for minute in range(0, 60, 2):
        sweep.pulse(START + minute * MINUTE)
    sweep.games_to_advance(START + HOUR)
    assert {p.due for p in game.prompts.all()} == due
    assert not Credit.objects.exists()
    sweep.pulse(START + 3 * HOUR)
    sweep.games_to_advance(START + 3 * HOUR)
    assert {p.due for p in game.prompts.all()} == {at + 2 * HOUR for at in due}


def test_grace_is_silent_time_before_the_default():
    game = table(terms={"grace_hours": 3})
    send(game, 0, "1", now=START + HOUR)
    Heartbeat.objects.create(pk=1, at=START + 26 * HOUR)
    assert sweep.games_to_advance(START + 26 * HOUR) == []
    assert advance(game, START + 26 * HOUR).rulings == ()
    assert game.prompts.filter(waiting=True).count() == 1
    Heartbeat.objects.update(at=START + 27 * HOUR)
    assert sweep.games_to_advance(START + 27 * HOUR) == [game.pk]
    assert len(advance(game, START + 27 * HOUR).rulings) == 1
    assert given(game) == [(0, "script"), (1, "deadline")]


def test_an_order_in_the_grace_period_counts():
    game = table(terms={"grace_hours": 3})
    send(game, 0, "1", now=START + HOUR)
    send(game, 1, "2", now=START + 26 * HOUR)
    assert given(game) == [(0, "script"), (1, "script")]


def test_a_window_has_no_grace():
    game = raid("ask", terms={"grace_hours": 3})
    advance(game, START + 4 * HOUR)
    assert not game.prompts.filter(state="open", window=True, opened=START).exists()


# -- second thoughts -----------------------------------------------------------------------------

MINUTE = timedelta(minutes=1)


def turn(seed="", **terms):
    """Red is to move; a turn waits ten minutes for second thoughts."""
    game = table(seed=seed, terms={"repent_minutes": 10, **terms})
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    assert game.prompts.get(state="open").kind == "taketurn"
    return game


def raised(game):
    return match_of(game).view(0).table.sides[0].units["fighter"]


def test_a_turn_waits_for_second_thoughts_and_says_until_when():
    game = turn()
    before = raised(game)
    sent = send(game, 0, "RAISE 1 fighter", now=START + HOUR)
    line = sent.report[0]
    assert line.status == "waiting"
    assert line.words.startswith("Carried out at Mon 5 Jan 13:10 UTC.")
    assert line.until == (START + HOUR + 10 * MINUTE).isoformat()
    prompt = game.prompts.get(state="open")
    assert (prompt.waiting, prompt.repent) == (False, START + HOUR + 10 * MINUTE)
    Heartbeat.objects.create(pk=1, at=START + HOUR)
    assert sweep.games_to_advance(START + HOUR + 9 * MINUTE) == []
    assert advance(game, START + HOUR + 9 * MINUTE).rulings == ()
    Heartbeat.objects.update(at=START + HOUR + 10 * MINUTE)
    assert sweep.games_to_advance(START + HOUR + 10 * MINUTE) == [game.pk]
    advance(game, START + HOUR + 10 * MINUTE)
    sent.refresh_from_db()
    assert statuses(sent) == ["done"]
    assert raised(game) == before + 1


def test_later_orders_take_their_place_and_wait_anew():
    game = turn()
    before = raised(game)
    first = send(game, 0, "RAISE 2 fighters", now=START + HOUR)
    second = send(game, 0, "RAISE 1 fighter", now=START + HOUR + 5 * MINUTE)
    assert second.report[0].until == (START + HOUR + 15 * MINUTE).isoformat()
    advance(game, START + HOUR + 14 * MINUTE)
    assert raised(game) == before
    advance(game, START + HOUR + 15 * MINUTE)
    first.refresh_from_db()
    assert (statuses(first), raised(game)) == (["unused"], before + 1)


def test_a_waiting_turn_can_be_withdrawn():
    game = turn()
    send(game, 0, "RAISE 1 fighter", now=START + HOUR)
    send(game, 0, "WITHDRAW", now=START + HOUR + MINUTE)
    assert advance(game, START + 2 * HOUR).rulings == ()
    assert game.prompts.get(state="open").waiting is True


@pytest.mark.parametrize("word", ["GO NOW", "wykonaj teraz", "Mehet most!"])
def test_go_now_begins_the_turn_at_once(word):
    game = turn()
    before = raised(game)
    sent = send(game, 0, "RAISE 1 fighter", now=START + HOUR)
    said = send(game, 0, word, now=START + HOUR + MINUTE)
    sent.refresh_from_db()
    assert (statuses(sent), statuses(said), raised(game)) == (["done"], ["command"], before + 1)


@pytest.mark.parametrize("text", ["RAISE 1 fighter\nGO NOW", "GO NOW\nRAISE 1 fighter"])
def test_go_now_in_the_mail_of_the_turn(text):
    game = turn()
    before = raised(game)
    sent = send(game, 0, text, now=START + HOUR)
    assert sorted(statuses(sent)) == ["command", "done"]
    assert raised(game) == before + 1


def test_go_now_when_nothing_waits():
    game = turn()
    assert send(game, 0, "GO NOW", now=START + HOUR).report[0].code == "nothing-waits"
    assert send(game, 1, "GO NOW", now=START + HOUR).report[0].code == "nothing-waits"


def test_only_what_begins_a_turn_waits():
    """Nobody waits ten minutes for an answer they need: hits are taken as soon as they come."""
    game = turn(seed="a raid that hits")
    send(game, 0, "RAID Blue WITH 2 fighters\nGO NOW", now=START + HOUR)
    asked = [
        prompt
        for prompt in game.prompts.filter(state="open", waiting=True).select_related("seat")
        if not match_of(game).ask.decision(prompt.address).root
    ]
    assert asked
    for prompt in asked:
        sent = send(game, prompt.seat.number, "1", now=START + HOUR)
        assert [line.until for line in sent.report] == [""]


def test_a_faulty_turn_is_refused_at_once():
    game = turn()
    sent = send(game, 0, "RAISE 1 fighter\nRAISE 90 fighters", now=START + HOUR)
    assert statuses(sent) == ["aside", "refused"]


def test_a_turn_sent_ahead_has_had_its_second_thoughts():
    game = table(terms={"repent_minutes": 10})
    send(game, 0, "NEXT TURN: RAISE 1 fighter", now=START)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START + HOUR)
    assert game.prompts.get(state="open").seat.number == 1


def test_second_thoughts_past_the_deadline_win_no_time():
    game = turn()
    due = game.prompts.get(state="open").due
    send(game, 0, "RAISE 1 fighter", now=due - 5 * MINUTE)
    advance(game, due + 3 * MINUTE)
    again = send(game, 0, "RAISE 1 cruiser", now=due + 3 * MINUTE)
    assert again.report[0].until == (due + 13 * MINUTE).isoformat()
    last = send(game, 0, "HITS fighter", now=due + 9 * MINUTE)
    assert game.prompts.get(state="open").repent == due + 13 * MINUTE
    assert statuses(last) != []
    assert len(advance(game, due + 13 * MINUTE).rulings) > 0
    assert game.seats.get(number=0).missed == 0


# -- reminders -----------------------------------------------------------------------------------


def reminded(heard):
    return [said["prompt"].seat.number for name, said in heard if name == "reminder_due"]


def test_one_reminder_at_a_share_of_the_time(heard):
    game = table()
    send(game, 0, "1", now=START + HOUR)
    assert reminders.games_to_remind(START + 17 * HOUR) == []
    assert reminders.games_to_remind(START + 18 * HOUR) == [game.pk]
    assert reminders.remind(game.pk, START + 18 * HOUR) == 1
    assert reminders.remind(game.pk, START + 19 * HOUR) == 0
    assert reminded(heard) == [1]
    assert reminders.games_to_remind(START + 20 * HOUR) == []
    assert game.prompts.get(seat__number=1).reminded == START + 18 * HOUR


def test_no_reminder_where_nothing_can_be_done_about_it():
    game = table()
    assert reminders.games_to_remind(START + 25 * HOUR) == []
    lobby.pause(game, START + 20 * HOUR)
    assert reminders.games_to_remind(START + 20 * HOUR) == []
    quiet = table(terms={"reminder_share": 0})
    assert reminders.games_to_remind(START + 23 * HOUR) == []
    bots = table(terms={"reminder_share": 0.5}, bots=1)
    assert reminders.games_to_remind(START + 13 * HOUR) == [bots.pk]
    assert {quiet.status, bots.status} == {Game.Status.RUNNING}


@time_machine.travel(START + 20 * HOUR, tick=False)
def test_the_task_reminds(monkeypatch, heard):
    game = table()
    enqueued = []
    monkeypatch.setattr(tasks.queue_depth, "calm", lambda lane: True)
    monkeypatch.setattr(tasks.remind_games, "delay", enqueued.append)
    tasks.sweep()
    assert enqueued == [[game.pk]]
    tasks.remind_games([game.pk])
    assert reminded(heard) == [0, 1]


# -- a missed turn ---------------------------------------------------------------------------------


def ti4_turn():
    """A TI4 table at the turn of its first seat, which has tokens and no strategy card left."""
    game = new_table(3, ruleset="ti4", rounds=None, mode="planned", now=START, seed="missed")
    put(game, {"turn": "Sol", "Sol": {"cards": [], "tactic": 2}}, START)
    lobby.set_terms(Game.objects.get(pk=game.pk), {"hours_after_miss": 1})
    return game


def test_a_first_missed_turn_is_the_smallest_action_and_the_second_passes():
    game = ti4_turn()
    assert match_of(game).ask.address.endswith("taketurn@0")
    now = START + 25 * HOUR
    advance(game, now)
    side = match_of(game).view(None).table.sides[0]
    assert (side.passed, side.tactic, seat_of(game, 0).missed) == (False, 1, 1)
    turns = game.prompts.filter(state="open", seat__number=0, kind="taketurn")
    for _ in range(20):
        if (prompt := turns.first()) is not None:
            break
        now += 25 * HOUR
        advance(game, now)
    assert prompt.due == prompt.opened + HOUR
    advance(game, prompt.due + HOUR)
    assert match_of(game).view(None).table.sides[0].passed


def test_a_question_missed_before_does_not_make_it_a_second_missed_turn():
    game = ti4_turn()
    game.seats.filter(number=0).update(missed=2, silent_since=START)
    advance(game, START + 25 * HOUR)
    side = match_of(game).view(None).table.sides[0]
    assert (side.passed, side.tactic) == (False, 1)
    assert (seat_of(game, 0).missed, seat_of(game, 0).missed_turns) == (3, 1)


def test_whoever_writes_has_the_full_time_again():
    game = ti4_turn()
    advance(game, START + 25 * HOUR)
    assert seat_of(game, 0).missed == 1
    send(game, 0, "STANDING: STAY", now=START + 26 * HOUR)
    assert seat_of(game, 0).missed == 0
