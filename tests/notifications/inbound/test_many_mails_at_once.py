"""Many mails at once: those for one table are read together, and nobody does work twice."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from notifications import tasks
from notifications.compose.attachments import unpacked
from notifications.inbound import pipeline, storing
from notifications.inbound.outcomes import Informed, NothingNew, OrdersTaken
from notifications.models import Held, Inbound, Outbox, Preferences
from notifications.outbound import hold_back, outbox
from pbem import signals
from pbem.models import Game, Seat, Submission
from pbem.play import advancing
from pbem.play.session import Session
from pbem.table import lobby


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that were woken, each time they were."""
    woken: list[int] = []
    init = Session.__init__

    def counted(self: Session, game: Game, *args: Any, **more: Any) -> None:
        woken.append(game.pk)
        init(self, game, *args, **more)

    monkeypatch.setattr(Session, "__init__", counted)
    return woken


def stored(post: Any, seat: Seat, text: str) -> int:
    return storing.store(post.reply(seat, text), door="test")[0].pk


def outcomes() -> list[str]:
    return list(Inbound.objects.order_by("pk").values_list("outcome", flat=True))


def test_mails_for_one_table_are_read_together(post, game, sessions):
    seats = list(game.seats.select_related("player"))
    first, *rest = [stored(post, seat, "1") for seat in seats]
    sessions.clear()
    assert isinstance(pipeline.read_and_play(first), OrdersTaken)
    assert outcomes() == [OrdersTaken.code] * 3
    assert sessions == [game.pk]
    acknowledged = Outbox.objects.filter(headers__has_key="In-Reply-To")
    assert acknowledged.filter(subject__startswith="Re: ").count() == 3
    assert [pipeline.read_and_play(pk) for pk in rest] == [None, None]
    assert sessions == [game.pk]


def test_one_bad_mail_among_them_spoils_nothing(post, game, ada, bruno):
    stored(post, ada, "")
    good = stored(post, bruno, "1")
    assert isinstance(pipeline.read_and_play(good), OrdersTaken)
    assert outcomes() == [NothingNew.code, OrdersTaken.code]


def test_orders_beside_a_question_are_ruled_on(post, game, ada, bruno):
    question = stored(post, ada, "STATUS")
    stored(post, bruno, "1")
    assert isinstance(pipeline.read_and_play(question), Informed)
    assert outcomes() == [Informed.code, OrdersTaken.code]
    assert not Submission.objects.filter(state=Submission.State.NEW).exists()


def test_a_surprise_in_one_of_them_shunts_that_one(post, game, ada, bruno, monkeypatch):
    bad, good = stored(post, ada, "1"), stored(post, bruno, "1")
    speak = pipeline._of_seat

    def surprised(inbound: Inbound, *args: Any) -> Any:
        if inbound.pk == bad:
            raise ZeroDivisionError
        return speak(inbound, *args)

    monkeypatch.setattr(pipeline, "_of_seat", surprised)
    assert isinstance(pipeline.read_and_play(good), OrdersTaken)
    assert Inbound.objects.get(pk=bad).state == Inbound.State.SHUNTED
    assert Submission.objects.filter(seat=bruno).count() == 1


def test_a_heap_is_worked_off_by_one_task(post, game):
    other = post.table()
    for table in (game, other):
        for seat in table.seats.select_related("player"):
            stored(post, seat, "1")
    pipeline.read_some_waiting()
    assert outcomes() == [OrdersTaken.code] * 6
    with CaptureQueriesContext(connection) as asked:
        pipeline.read_some_waiting()
    assert len(asked.captured_queries) == 1


def test_orders_that_another_advance_has_met_are_not_ruled_on_again(post, game, ada, sessions):
    outcome = pipeline.read_without_playing(stored(post, ada, "1"))
    assert isinstance(outcome, OrdersTaken)
    advancing.advance(game.pk)
    sessions.clear()
    assert advancing.advance(game.pk, because_of=outcome.submission).rulings == ()
    assert sessions == []


@pytest.mark.django_db(transaction=True)
def test_reading_mail_does_not_ask_for_the_mail_it_has_just_read(post, game, ada, bruno):
    asked: list[int] = []

    def listen(game_ids: list[int], **_: Any) -> None:
        asked.extend(game_ids)

    signals.hand_in_late_mail.connect(listen)
    try:
        assert isinstance(pipeline.read_and_play(stored(post, ada, "1")), OrdersTaken)
        assert asked == []
        stored(post, bruno, "1")
        advancing.advance(game.pk)
    finally:
        signals.hand_in_late_mail.disconnect(listen)
    assert asked == [game.pk]
    assert outcomes() == [OrdersTaken.code] * 2


def test_each_answer_is_hinted_at_and_of_other_mails_one(post, game):
    """Whoever wrote is answered in the lane of people; the rest goes over one connection."""
    seats = list(game.seats.select_related("player"))
    first, *_ = [stored(post, seat, "1") for seat in seats]
    post.hints.clear()
    pipeline.read_and_play(first)
    assert [name for name, _ in post.hints] == ["notifications.tasks.answer"] * 3
    game.refresh_from_db()
    post.hints.clear()
    lobby.pause(game)
    assert [name for name, _ in post.hints] == ["notifications.tasks.deliver"]
    assert post.deliver()
    assert not Outbox.objects.filter(state=Outbox.State.QUEUED).exists()


def test_in_a_rush_whoever_wrote_is_answered_first(post, game, monkeypatch):
    """And everybody else as soon as the heap is gone, with nothing left out."""
    other = post.table()
    seats = {seat.number: seat for seat in game.seats.select_related("player", "game")}
    post.say(seats[0], "1")
    post.say(seats[1], "1")
    monkeypatch.setattr(hold_back, "MANY_UNREAD", 0)
    waits = stored(post, other.seats.select_related("player").first(), "1")
    told = {seat.pk: post.newest(seat).pk for seat in seats.values()}
    assert isinstance(post.say(seats[2], "1"), OrdersTaken)
    assert post.newest(seats[2]).subject.startswith("Re: ")
    asked = seats[0]
    assert game.prompts.filter(waiting=True, seat=asked).exists()
    assert post.newest(asked).pk == told[asked.pk]
    post.hints.clear()
    tasks.read_inbound(waits)
    assert ("notifications.tasks.send_held", asked.player_id) in post.hints
    assert asked.player_id in hold_back.due_players()
    outbox.send_held(asked.player_id)
    row = post.newest(asked)
    assert "NEEDS YOU" in row.body
    assert "Digest" not in row.subject
    assert "map.svg" in [file.name for file in unpacked(row.enclosures)]
    assert not Held.objects.filter(seat=asked).exists()


def test_in_a_rush_who_wants_every_ruling_gets_it_afterwards(post, game, ada, monkeypatch):
    Preferences.objects.update_or_create(player=ada.player, defaults={"mode": "all"})
    other = post.table()
    post.say(ada, "1")
    before = post.newest(ada).pk
    monkeypatch.setattr(hold_back, "MANY_UNREAD", 0)
    stored(post, other.seats.select_related("player").first(), "1")
    for number in (1, 2):
        post.say(game.seats.select_related("player", "game").get(number=number), "1")
    assert post.newest(ada).pk == before
    Inbound.objects.filter(state=Inbound.State.NEW).delete()
    outbox.send_held(ada.player_id)
    assert "WHAT HAPPENED TO YOU" in post.newest(ada).body


def heap(post: Any, *tables: Game) -> list[Seat]:
    """An answer from everybody at these tables, all unread."""
    seats = [seat for table in tables for seat in table.seats.select_related("player")]
    for seat in seats:
        stored(post, seat, "1")
    return seats


def test_a_heap_of_several_tables_is_read_in_one_transaction(post, game, sessions, monkeypatch):
    monkeypatch.setattr(pipeline, "_neighbours", list)
    other = post.table()
    seats = heap(post, game, other)
    sessions.clear()
    with CaptureQueriesContext(connection) as asked:
        pipeline.read_some_waiting()
    assert outcomes() == [OrdersTaken.code] * len(seats)
    assert sessions == [game.pk, other.pk]
    begun = [one["sql"] for one in asked.captured_queries if one["sql"].startswith("BEGIN")]
    assert len(begun) == 1
    assert Outbox.objects.filter(subject__startswith="Re: ").count() == len(seats)


def test_if_one_of_a_heap_fails_all_are_read_one_by_one(post, game, monkeypatch):
    monkeypatch.setattr(pipeline, "_neighbours", list)
    other = post.table()
    seats = heap(post, game, other)
    bad = Inbound.objects.order_by("pk")[1].pk
    path = pipeline._path

    def failing(inbound: Inbound, prepared_mail: Any) -> Any:
        outcome = path(inbound, prepared_mail)
        if inbound.pk == bad:
            raise RuntimeError
        return outcome

    monkeypatch.setattr(pipeline, "_path", failing)
    pipeline.read_some_waiting()
    assert outcomes() == [OrdersTaken.code, "shunted", *[OrdersTaken.code] * (len(seats) - 2)]
    acknowledged = Outbox.objects.filter(subject__startswith="Re: ")
    assert acknowledged.count() == acknowledged.values("address", "game").distinct().count()
    assert acknowledged.count() == len(seats) - 1


def test_a_game_of_a_heap_whose_rules_crash_is_frozen_alone(post, game, monkeypatch):
    monkeypatch.setattr(pipeline, "_neighbours", list)
    other = post.table()
    heap(post, game, other)
    run = Session.run

    def crashing(self: Session) -> None:
        if self.game.pk == game.pk:
            raise ZeroDivisionError
        run(self)

    monkeypatch.setattr(Session, "run", crashing)
    pipeline.read_some_waiting()
    game.refresh_from_db()
    other.refresh_from_db()
    assert (game.status, other.status) == (Game.Status.FROZEN, Game.Status.RUNNING)
    assert other.head_seq > 0
    assert not Inbound.objects.filter(state=Inbound.State.NEW).exists()
