"""Statements worded once give what Django's own would, on both databases."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from pbem.models import Player, Prompt, Seat, Submission, Vacation
from pbem.orders import submissions
from pbem.play import advancing
from pbem.storage import prepared as rows
from pbem.storage.prepared import Prepared
from tests.pbem import tables

BOTH = [pytest.param(mark, marks=getattr(pytest.mark, mark)) for mark in ("django_db", "postgres")]
both_databases = pytest.mark.parametrize("database", BOTH)

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
SEATS = Prepared(
    lambda game, numbers: (
        Seat.objects.filter(game=game, number__in=numbers)
        .select_related("player", "game")
        .order_by("-number")
    )
)
NAMES = Prepared(
    lambda names: Player.objects.filter(name__in=names).order_by("name").values_list("email")
)
AWAY = Prepared(lambda at: Vacation.objects.filter(ends__gt=at).values_list("ends", flat=True))


@both_databases
def test_a_prepared_query_gives_what_its_queryset_gives(database: str) -> None:
    game, other = tables.new_table(3), tables.new_table(2)
    for wanted in ([0, 2], [1], [2, 1, 0]):
        for each in (game, other):
            found = SEATS(each.pk, wanted)
            usual = list(Seat.objects.filter(game=each, number__in=wanted).order_by("-number"))
            assert found == usual
            assert [_plain(seat) for seat in found] == [_plain(seat) for seat in usual]
            assert [seat.player.name for seat in found] == [seat.player.name for seat in usual]
            assert all(seat.game.options == each.options for seat in found)


@both_databases
def test_texts_and_moments_and_one_column(database: str) -> None:
    game = tables.new_table(2)
    seat = tables.seat_of(game, 1)
    ends = datetime(2026, 11, 20, 12, 30, 5, 250, tzinfo=UTC)
    starts = ends - timedelta(days=3)
    Vacation.objects.create(seat=seat, player=seat.player, starts=starts, ends=ends, days=3)
    assert NAMES(["p1", "p0", "nobody"]) == [("p0@example.org",), ("p1@example.org",)]
    assert AWAY(ends - timedelta(microseconds=1)) == [ends]
    assert AWAY(ends) == []


@both_databases
def test_a_prepared_query_is_worded_once_for_each_shape(database: str) -> None:
    worded = []

    def query(numbers: list[int]) -> Any:
        worded.append(len(numbers))
        return Seat.objects.filter(number__in=numbers)

    prepared = Prepared(query)
    tables.new_table(2)
    for numbers in ([0], [1], [0, 1], [1, 1], [0]):
        assert len(prepared(numbers)) == len(set(numbers))
    assert worded == [1, 2]
    with CaptureQueriesContext(connection) as asked:
        assert prepared([]) == []
    assert not asked.captured_queries
    assert prepared.first([7]) is None


@pytest.mark.django_db
def test_a_value_that_would_decide_the_wording_is_refused() -> None:
    prepared = Prepared(lambda number: Seat.objects.filter(number=number + 1))
    with pytest.raises(TypeError, match="does not stand in the query"):
        prepared(1)


@both_databases
def test_rows_are_written_as_django_would(database: str) -> None:
    game = tables.new_table(2)
    seat = tables.seat_of(game, 0)
    made = [
        Submission(game=game, seat=seat, key=f"k{n}", door="test", text="żółw", lines=[{"n": n}])
        for n in range(120)
    ]
    rows.insert(made)
    assert len({row.pk for row in made}) == 120
    assert not any(row._state.adding for row in made)
    stored = {row.pk: row for row in Submission.objects.filter(key__startswith="k")}
    assert {pk: _plain(row) for pk, row in stored.items()} == {r.pk: _plain(r) for r in made}
    for row in made[:3]:
        row.text, row.lines = "new", []
    rows.update(made[:3], ["text"])
    again = Submission.objects.filter(pk__in=[row.pk for row in made[:3]])
    assert {(row.text, len(row.lines)) for row in again} == {("new", 1)}
    assert Submission.objects.filter(text="new").count() == 3


@both_databases
def test_a_row_that_is_there_stays(database: str) -> None:
    game = tables.new_table(2)
    seat = tables.seat_of(game, 0)
    first = Submission(game=game, seat=seat, key="once", door="test", text="first")
    again = Submission(game=game, seat=seat, key="once", door="test", text="second")
    assert rows.insert_unless_there(first)
    assert not rows.insert_unless_there(again)
    assert again.pk is None
    assert Submission.objects.get(game=game, key="once").text == "first"


@pytest.mark.django_db
def test_what_the_database_refuses_is_an_error_as_ever() -> None:
    game = tables.new_table(2)
    with pytest.raises(IntegrityError):
        rows.insert([Prompt(game=game, seat=None, address="x")])


def _plain(row: Any) -> dict[str, Any]:
    return {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields}


def test_no_query_for_no_rows() -> None:
    rows.insert([])
    rows.update([], ["name"])
    rows.insert_or_update([], "seat", ["name"])


@both_databases
def test_only_rows_that_still_fit_are_changed(database: str) -> None:
    game = tables.new_table(2)
    seat = tables.seat_of(game, 0)
    made = [Submission(game=game, seat=seat, key=f"k{n}", door=f"d{n % 2}") for n in range(4)]
    rows.insert(made)
    fitting = {"game": game.pk, "door": "d1"}
    assert rows.change(Submission, fitting, {"text": "x", "lines": [1]}) == 2
    assert rows.change(Submission, fitting | {"text": "y"}, {"text": "z"}) == 0
    found = Submission.objects.filter(game=game, text="x").values_list("key", "lines")
    assert sorted(found) == [("k1", [1]), ("k3", [1])]


# -- several statements on one journey -----------------------------------------------------------


@both_databases
def test_questions_asked_together_are_answered_as_if_asked_apart(database: str) -> None:
    game = tables.new_table(3)
    game.seats.filter(number=1).update(word="100% 'sure'; DROP TABLE x")
    names = [game.seats.get(number=0).player.name, "It's 50%; really"]
    Player.objects.create(name=names[1], email="half@example.org")
    questions = [SEATS.of(game.pk, [0, 1]), NAMES.of(names), SEATS.of(game.pk, []), NAMES.of(names)]
    with CaptureQueriesContext(connection) as asked:
        found = rows.together(*questions)
    assert found == [SEATS(game.pk, [0, 1]), NAMES(names), [], NAMES(names)]
    assert found[0][0].word == "100% 'sure'; DROP TABLE x"
    assert len(_journeys(asked)) == (1 if database == "postgres" else 3)
    assert rows.together(SEATS.of(game.pk, [])) == [[]]


def _journeys(sent: CaptureQueriesContext) -> list[str]:
    """What was sent, without statements that are left with the server for later."""
    spoken = [query["sql"] for query in sent.captured_queries]
    return [sql for sql in spoken if not sql.startswith("PREPARE")]


@pytest.mark.postgres
def test_a_statement_that_comes_again_is_left_with_the_server() -> None:
    game = tables.new_table(3)
    seats = Prepared(
        lambda game, word: Seat.objects.filter(game=game, word=word, kind=Seat.Kind.PERSON)
    )
    game.seats.filter(number=1).update(word="100% 'sure'; DROP TABLE x")
    with CaptureQueriesContext(connection) as sent:
        for word in ("100% 'sure'; DROP TABLE x", "50%", "100% 'sure'; DROP TABLE x"):
            assert [s.number for s in seats(game.pk, word)] == ([1] if word[0] == "1" else [])
    first, left, second, third = [query["sql"] for query in sent.captured_queries]
    assert (first[:6], left[:7]) == ("SELECT", "PREPARE")
    assert "'person'" in left  # what never changes is known to whoever plans
    assert [second[:7], third[:7]] == ["EXECUTE", "EXECUTE"]
    connection.close()
    assert seats(game.pk, "50%") == []


@pytest.mark.postgres
def test_the_same_statement_several_times_on_one_journey() -> None:
    game = tables.new_table(3)
    seats = list(game.seats.order_by("number"))
    for word in ("a", "b", "c", "d"):
        for seat in seats:
            seat.word = f"{word}{seat.number}"
        with rows.in_one_trip():
            rows.update(seats, ["word"])
            rows.update(seats, ["missed"])
        NAMES([word])
        SEATS(game.pk, [0, 1])
    assert list(game.seats.order_by("number").values_list("word", flat=True)) == ["d0", "d1", "d2"]


@pytest.mark.postgres
def test_behind_a_pool_nothing_is_left_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    game = tables.new_table(2)
    with CaptureQueriesContext(connection) as sent:
        for _ in range(3):
            SEATS(game.pk, [0, 1])
    assert [query["sql"][:6] for query in sent.captured_queries] == ["SELECT"] * 3


@pytest.mark.postgres
def test_only_so_many_statements_are_left_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_MOST_LEFT", 0)
    connection.close()
    game = tables.new_table(2)
    with CaptureQueriesContext(connection) as sent:
        for _ in range(3):
            SEATS(game.pk, [1])
    assert {query["sql"][:6] for query in sent.captured_queries} == {"SELECT"}


@both_databases
def test_rows_written_in_one_trip(database: str) -> None:
    game = tables.new_table(2)
    first, second = game.seats.order_by("number")
    first.word, second.word = "it's; 50% done", "two"
    new = [Player(name=f"P{n}", email=f"new{n}@example.org") for n in range(3)]
    others = [Vacation(seat=first, player=first.player, starts=NOW, ends=NOW, days=0)]
    kept = Player.objects.create(name="Old", email="old@example.org")
    with CaptureQueriesContext(connection) as sent, rows.in_one_trip():
        rows.update([first, second], ["word"])
        rows.insert(new)
        with rows.in_one_trip():
            rows.insert(others)
        rows.delete(Player, {"name": "Old"}, "email", ["old@example.org", "x@example.org"])
    assert len(_journeys(sent)) == (1 if database == "postgres" else 4)
    assert list(game.seats.order_by("number").values_list("word", flat=True)) == [
        "it's; 50% done",
        "two",
    ]
    assert [Player.objects.get(pk=one.pk).name for one in new] == ["P0", "P1", "P2"]
    assert Vacation.objects.get(pk=others[0].pk).ends == NOW
    assert not Player.objects.filter(pk=kept.pk).exists()


@pytest.mark.postgres
def test_a_trip_that_breaks_off_writes_nothing() -> None:
    def broken_off() -> None:
        with rows.in_one_trip():
            rows.insert([Player(name="A", email="a@example.org")])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken_off()
    assert not Player.objects.filter(email="a@example.org").exists()
    rows.insert([Player(name="A", email="a@example.org")])
    with pytest.raises(IntegrityError), rows.in_one_trip():
        rows.insert([Player(name="B", email="a@example.org")])


@both_databases
def test_what_is_asked_ahead_is_asked_on_one_journey(database: str) -> None:
    game, other = tables.new_table(2), tables.new_table(2)
    ahead = [SEATS.of(game.pk, [0, 1]), NAMES.of(["p0"]), SEATS.of(game.pk, [0, 1])]
    with CaptureQueriesContext(connection) as sent:
        with rows.asked_ahead([*ahead, SEATS.of(other.pk, [])]):
            first = SEATS(game.pk, [0, 1])
            names, again = rows.together(NAMES.of(["p0"]), SEATS.of(game.pk, [0, 1]))
            assert SEATS(other.pk, []) == []
        on_the_way = len(_journeys(sent))
        assert [seat.number for seat in SEATS(game.pk, [0, 1])] == [1, 0]
    assert on_the_way == (1 if database == "postgres" else 3)
    assert len(_journeys(sent)) == on_the_way + 1
    assert names == [("p0@example.org",)]
    assert first == again
    assert first[0] is not again[0]


@pytest.mark.postgres
def test_a_question_asked_ahead_is_answered_as_often_as_it_was_given() -> None:
    game = tables.new_table(2)
    with rows.asked_ahead([SEATS.of(game.pk, [0])]):
        game.seats.update(word="new")
        assert [seat.word for seat in SEATS(game.pk, [0])] != ["new"]
        assert [seat.word for seat in SEATS(game.pk, [0])] == ["new"]


@both_databases
def test_what_rides_along_is_written_before_the_next_statement(database: str) -> None:
    game = tables.new_table(2)
    seat, other = game.seats.order_by("number")
    seat.word, other.word = "it's; 50% done", "two"
    with CaptureQueriesContext(connection) as sent, transaction.atomic(), rows.riding_along():
        before = len(_journeys(sent))
        rows.update([seat], ["word"])
        with rows.in_one_trip():
            rows.update([other], ["word"])
            rows.delete(Player, {"name": "Nobody"}, "email", ["old@example.org"])
        rows.insert_later([Player(name="A", email="a@example.org")])
        rows.insert_later([Player(name="B", email="a@example.org")], unless_there=True)
        waiting = len(_journeys(sent)) - before
        found = SEATS(game.pk, [0, 1])
        asked = len(_journeys(sent)) - before
        rows.update([other], ["number"])
        by_django = list(Player.objects.filter(email="a@example.org"))
        rows.insert_later([Player(name="C", email="c@example.org")])
    assert [one.word for one in found] == ["two", "it's; 50% done"]
    assert [one.name for one in by_django] == ["A"]
    assert Player.objects.filter(email="c@example.org").exists()
    if database == "postgres":
        assert (waiting, asked) == (0, 1)


@pytest.mark.postgres
def test_a_row_with_a_reserved_key_rides_along() -> None:
    """Others of its kind, for which too few keys are reserved, get theirs at once, as ever."""
    made = [Player(name=f"P{n}", email=f"new{n}@example.org") for n in range(3)]
    last = Player.objects.create(name="Old", email="old@example.org")
    with CaptureQueriesContext(connection) as sent, transaction.atomic(), rows.riding_along():
        with rows.asked_ahead([], {Player: 2, Seat: 1}):
            before = len(_journeys(sent))
            rows.insert(made[:1])
            assert made[0].pk > last.pk
            assert not made[0]._state.adding
            assert len(_journeys(sent)) == before
            rows.insert(made[1:])
            assert len(_journeys(sent)) == before + 1
        outside = Player(name="P3", email="new3@example.org")
        rows.insert([outside])
        assert len(_journeys(sent)) == before + 2
    keys = [row.pk for row in (*made, outside)]
    assert keys[0] < min(keys[1:])
    found = Player.objects.filter(pk__in=keys).order_by("email")
    assert [(row.pk, row.name) for row in found] == [(row.pk, row.name) for row in (*made, outside)]


@pytest.mark.postgres
def test_what_rides_along_is_lost_with_its_transaction() -> None:
    def broken_off() -> None:
        with transaction.atomic(), rows.riding_along():
            rows.insert_later([Player(name="A", email="a@example.org")])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken_off()
    assert not Player.objects.filter(email="a@example.org").exists()
    Player.objects.create(name="A", email="a@example.org")
    with pytest.raises(IntegrityError), transaction.atomic(), rows.riding_along():
        rows.insert_later([Player(name="B", email="a@example.org")])


@pytest.mark.postgres
def test_games_that_advance_together_are_read_on_one_journey() -> None:
    """One journey reads five games, another one what their mails have to know; now and then
    statements are left with the server on one more."""
    games = [tables.new_table(2) for _ in range(5)]
    counted, ruled = [], 0
    for number in range(6):
        given = {}
        for game in games:
            game.refresh_from_db()
            asked = tables.open_question(game, tables.sampling(1))
            seat = game.seats.get(number=asked.seat)
            given[game.pk] = submissions.submit(game, seat, asked.text, "test", f"{number}")
        with CaptureQueriesContext(connection) as journeys, transaction.atomic():
            advanced = advancing.advance_several(given, timezone.now())
        ruled += sum(len(one.rulings) for one in advanced)
        counted.append(sum(not is_of_transaction(one["sql"]) for one in journeys))
    assert max(counted[2:]) < len(games), counted
    assert ruled >= len(games)


@pytest.mark.postgres
def test_an_advance_takes_at_most_six_journeys_to_postgresql() -> None:
    """With everything that a mail costs: what is told, to whom, and the rows of the mails."""
    game = tables.new_table(3)
    pick = tables.sampling(1)
    counted = []
    for number in range(25):
        game.refresh_from_db()
        asked = tables.open_question(game, pick)
        seat = game.seats.get(number=asked.seat)
        submissions.submit(game, seat, asked.text, "test", f"{number}")
        with CaptureQueriesContext(connection) as journeys:
            advancing.advance(game.pk)
        counted.append(sum(not is_of_transaction(one["sql"]) for one in journeys))
    assert max(counted) <= 6, counted


def is_of_transaction(sql: str) -> bool:
    return sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
