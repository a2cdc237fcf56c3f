"""Press: relayed to whom it names, by name and never by address, within bounds."""

from datetime import UTC, datetime, timedelta

import pytest

from notifications.commands import press as press_command
from pbem.models import Game, Player, Press, PressCopy
from pbem.table import lobby, press
from pbem.table.press import PressRefused
from tests.pbem.tables import match_of, new_table, seat_of

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def table(**more):
    return new_table(3, now=START, **more)


def names(game):
    return match_of(game).view(None).names


def readers(letter):
    return [c.seat.number if c.seat else "referee" for c in letter.copies.order_by("pk")]


def test_to_all_to_some_and_to_the_referee(heard):
    game = table()
    first = press.send(game, seat_of(game, 0), "all", "Peace?", now=START)
    second = press.send(game, seat_of(game, 1), [seat_of(game, 2)], "War!", now=START)
    third = press.send(game, seat_of(game, 2), "referee", "Help", now=START)
    assert [readers(p) for p in (first, second, third)] == [[1, 2], [2], ["referee"]]
    assert [p.number for p in (first, second, third)] == [1, 2, 3]
    assert [said["press"] for name, said in heard if name == "press_sent"] == [first, second, third]
    assert [p.number for p in press.readable_by(seat_of(game, 2))] == [1, 2, 3]
    assert [p.number for p in press.readable_by(seat_of(game, 0))] == [1]


def test_the_referee_writes():
    game = table()
    staff = Player.objects.create(name="Ref", email="ref@example.org")
    letter = press.send(game, None, "all", "Be kind.", now=START, author=staff)
    assert (press.byline(letter), readers(letter)) == ("The referee", [0, 1, 2])
    some = press.send(game, None, [seat_of(game, 1)], "You were late.", now=START, author=staff)
    assert readers(some) == [1]
    with pytest.raises(PressRefused, match="The referee writes to seats"):
        press.send(game, None, "referee", "Me?", now=START)


def test_an_organiser_without_a_seat_writes_and_is_written_to():
    game = table(terms={"press": "off"})
    boss = Player.objects.create(name="Boss Gray", email="boss@example.org")
    Game.objects.filter(pk=game.pk).update(organiser=boss)
    game.refresh_from_db()
    assert press_command.by_organiser(game, "TO all: Back on Monday.", now=START) == "Sent to: all."
    letter = Press.objects.get()
    assert (press.byline(letter), readers(letter)) == ("the organiser, Boss Gray", [0, 1, 2])
    press_command.by_organiser(game, "TO referee: For your notes.", now=START)
    assert readers(Press.objects.latest("pk")) == ["referee"]
    for to in ("organiser", "Boss Gray", "szervezőnek"):
        press_command.by_seat(seat_of(game, 0), f"TO {to}: Thanks", now=START)
        asked = Press.objects.latest("pk")
        assert (asked.to, readers(asked)) == ("organiser", [])
    for wrong in ("TO organiser: me", "ANONYMOUS TO all: boo", "TO Purple: hm", "TO all:"):
        with pytest.raises(PressRefused):
            press_command.by_organiser(game, wrong, now=START)
    for _ in range(press.MOST_AN_HOUR - 2):
        press_command.by_organiser(game, "TO all: Hm.", now=START)
    with pytest.raises(PressRefused, match="within an hour"):
        press_command.by_organiser(game, "TO all: Hm.", now=START)


def test_an_organiser_who_plays_reads_as_a_player():
    game = table()
    Game.objects.filter(pk=game.pk).update(organiser=seat_of(game, 2).player)
    game.refresh_from_db()
    press_command.by_seat(seat_of(game, 0), "TO organiser: Hello", now=START)
    assert readers(Press.objects.get()) == [2]


def test_bylines_name_seats_and_people_but_no_address():
    game = table(terms={"press": "anonymous"})
    called = names(game)
    signed = press.send(game, seat_of(game, 0), [seat_of(game, 1), seat_of(game, 2)], "Hi")
    secret = press.send(game, seat_of(game, 0), "all", "Psst", anonymous=True)
    assert press.byline(signed, called) == f"{called[0]} (p0)"
    assert press.describe_to(signed, called) == f"{called[1]} (p1), {called[2]} (p2)"
    assert press.byline(signed) == "p0"
    assert press.byline(secret, called) == "Somebody at the table"
    assert press.describe_to(secret, called) == "all"


def test_a_letter_waits_for_a_digest_and_for_its_reader():
    game = table()
    for text in ("one", "two"):
        press.send(game, seat_of(game, 0), "all", text, now=START)
    seat = seat_of(game, 1)
    waiting = press.unsent(seat)
    assert [c.press.text for c in waiting] == ["one", "two"]
    assert press.mark_sent(list(waiting), START) == 2
    assert press.mark_sent(PressCopy.objects.filter(seat=seat), START + HOUR) == 0
    assert not press.unsent(seat).exists()
    assert press.unsent(seat_of(game, 2)).count() == 2
    assert press.mark_read(seat, game.press.get(number=1), START) == 1
    assert seat.player is not None
    assert press.unread_by_game(seat.player) == {game.pk: 1}
    assert press.unread_by_game(seat_of(game, 2).player) == {game.pk: 2}
    assert press.new_to(seat, START) == {letter.pk for letter in game.press.all()}
    assert press.new_to(seat, START + press.NEW_FOR) == {game.press.get(number=2).pk}


@pytest.mark.parametrize(
    ("terms", "to", "text", "anonymous", "words"),
    [
        ({}, "all", "  ", False, "is empty"),
        ({}, "all", "x" * 4001, False, "4001 characters; 4000 is the most"),
        ({}, "all", "psst", True, "no anonymous press"),
        ({"press": "off"}, "all", "hi", False, "PRESS TO referee still reaches"),
        ({"press": "off"}, "referee", "hi", True, "no anonymous press"),
        ({}, "nobody", "hi", False, "nobody called “nobody”"),
        ({}, [], "hi", False, "Say to whom"),
        ({}, [0], "hi", False, "cannot write to yourself"),
        ({}, [1, 2], "hi", False, "Seat 3: nobody there reads press"),
    ],
)
def test_letters_that_are_not_relayed(heard, terms, to, text, anonymous, words):
    game = table(terms=terms, bots=1)
    seats = to if isinstance(to, str) else [seat_of(game, number) for number in to]
    with pytest.raises(PressRefused, match=words):
        press.send(game, seat_of(game, 0), seats, text, anonymous, START)
    assert not Press.objects.exists()
    assert "press_sent" not in [name for name, _ in heard]


def test_seats_of_other_tables_and_seats_without_people():
    game, other = table(bots=1), table()
    with pytest.raises(PressRefused, match="at another table"):
        press.send(game, seat_of(game, 0), [seat_of(other, 1)], "hi")
    with pytest.raises(PressRefused, match="Nobody holds this seat"):
        press.send(game, seat_of(game, 2), "all", "beep")
    lobby.leave(seat_of(game, 1))
    with pytest.raises(PressRefused, match="bots play the other seats"):
        press.send(game, seat_of(game, 0), "all", "hi")
    lobby.cancel(game)
    with pytest.raises(PressRefused, match="was cancelled"):
        press.send(game, seat_of(game, 0), "all", "hi")


def test_a_table_without_press_still_has_a_referee():
    game = table(terms={"press": "off"})
    assert readers(press.send(game, seat_of(game, 0), "referee", "hi")) == ["referee"]


def test_so_many_an_hour():
    game = table()
    for i in range(press.MOST_AN_HOUR):
        press.send(game, seat_of(game, 0), "all", f"letter {i}", now=START)
    with pytest.raises(PressRefused, match="20 messages within an hour"):
        press.send(game, seat_of(game, 0), "all", "one more", now=START + HOUR / 2)
    press.send(game, seat_of(game, 1), "all", "mine", now=START + HOUR / 2)
    press.send(game, seat_of(game, 0), "all", "later", now=START + HOUR * 1.01)


@pytest.mark.parametrize(
    ("text", "to", "said", "anonymous"),
    [
        ("TO all: Peace: now?", "all", "Peace: now?", False),
        ("to Red, Blue: hi", [0, 1], "hi", False),
        ("Red and p2: hi", [0, 2], "hi", False),
        ("do wszystkich: hej", "all", "hej", False),
        ("ANON TO seat 3: psst", [2], "psst", True),
        ("to anonymous all: psst", "all", "psst", True),
        ("TO sędzia: pomocy", "referee", "pomocy", False),
        ("to blu: hi", [1], "hi", False),
    ],
)
def test_a_line_of_mail(text, to, said, anonymous):
    game = table(terms={"press": "anonymous"})
    parsed = press.parse(text)
    assert (parsed.text.strip(), parsed.anonymous) == (said, anonymous)
    found = press.recipients(game, parsed.to, names(game))
    assert (found if isinstance(found, str) else [s.number for s in found]) == to


@pytest.mark.parametrize("text", ["", "hello all", ": hello", "TO : hello", "anon : hello"])
def test_a_line_that_names_nobody(text):
    with pytest.raises(PressRefused, match="then a colon"):
        press.parse(text)


def test_a_number_is_that_of_the_seat_as_people_count():
    game = table()
    assert press.recipients(game, "2", names(game)) == [seat_of(game, 1)]
    assert press.recipients(game, "seat 3, 1", names(game)) == [seat_of(game, 2), seat_of(game, 0)]


def test_by_mail():
    game = table()
    called = names(game)
    said = press_command.by_seat(seat_of(game, 0), f"TO {called[1]}: hi there", called, START)
    assert said == f"Sent to: {called[1]} (p1)."
    with pytest.raises(PressRefused, match="Or write to all, or to referee"):
        press_command.by_seat(seat_of(game, 0), "TO Zarquon: hi", called, START)


def test_a_substitute_reads_what_came_to_the_seat():
    game = table()
    press.send(game, seat_of(game, 1), [seat_of(game, 0)], "to you", now=START)
    press.send(game, seat_of(game, 0), [seat_of(game, 1)], "from me", now=START)
    lobby.join(lobby.substitute(seat_of(game, 0), "sub@example.org").token)
    assert [p.text for p in press.readable_by(seat_of(game, 0))] == ["to you"]
