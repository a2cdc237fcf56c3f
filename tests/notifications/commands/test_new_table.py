"""TABLE NEW: what the list of games says of each."""

import pytest

from notifications.models import Outbox
from notifications.outbound import welcome
from pbem.clocks.presets import PRESETS
from pbem.models import Game, Player, Seat
from pbem.table import first_game, lobby
from tests.notifications.conftest import PEOPLE, Post


@pytest.fixture
def seat(post: Post, settings) -> Seat:
    """A seat at a table of a server that offers a preview, too."""
    settings.PARSEC_RULESETS = [*settings.PARSEC_RULESETS, "rules.ti3.ruleset.TI3"]
    ada = Player.objects.create(name=PEOPLE[0][0], email=PEOPLE[0][1])
    seat = lobby.sit_down(lobby.create_game(ada, "Vega", "skirmish", {"players": 2}), ada)
    welcome.welcome(seat, "heron")
    return seat


def answer(post: Post, seat: Seat, text: str) -> str:
    post.deliver()
    post.say(seat, text)
    return " ".join(" ".join(row.body.split()) for row in Outbox.objects.order_by("pk"))


def test_the_list_of_games_marks_previews(post: Post, seat: Seat) -> None:
    told = answer(post, seat, "TABLE NEW chess")
    assert "There are: eclipse, skirmish, ti3 (preview), ti4." in told
    assert "TABLE NEW eclipse Arcturus" in told


@pytest.mark.parametrize("seated", ["", " seat=no"])
def test_who_makes_a_table_of_a_preview_is_told(post: Post, seat: Seat, seated: str) -> None:
    told = answer(post, seat, f"TABLE NEW ti3 Deneb players=3{seated}")
    assert Game.objects.latest("pk").ruleset == "ti3"
    assert "its rules may still change under a running table" in told
    told = answer(post, seat, "TABLE NEW skirmish Rigel players=2")
    assert told.count("its rules may still change") == 1


@pytest.mark.parametrize(("said", "minutes"), [("", 10), (" repent_minutes=0", 0)])
def test_a_new_table_has_ten_minutes_for_second_thoughts(
    post: Post, seat: Seat, said: str, minutes: int
) -> None:
    answer(post, seat, f"TABLE NEW skirmish Rigel players=2{said}")
    assert Game.objects.latest("pk").terms["repent_minutes"] == minutes


def test_a_first_game_by_mail(post: Post, seat: Seat) -> None:
    told = answer(post, seat, "TABLE NEW eclipse Procyon first-game players=3 species=draft")
    game = Game.objects.latest("pk")
    assert game.name == "Procyon"
    assert game.options == {"players": 3, "aliens": False}, "what is said counts before advice"
    assert game.hours == PRESETS["relaxed"].hours
    assert game.terms["lessons"] is True
    assert game.terms["repent_minutes"] == 30
    assert "A table for a first game" in told
    assert "Such a game takes about 12 days for 3 players." in told


@pytest.mark.parametrize("said", ["pace=first-game", "pierwsza-gra", "első-játék"])
def test_a_first_game_said_otherwise(post: Post, seat: Seat, said: str) -> None:
    answer(post, seat, f"TABLE NEW ti4 Procyon {said} players=3")
    game = Game.objects.latest("pk")
    assert (game.name, game.terms["lessons"]) == ("Procyon", True)
    assert game.options["factions"].count(",") == 2


def test_lessons_are_switched_off_by_mail(post: Post, seat: Seat) -> None:
    seat.game.terms = dict(first_game.TERMS)
    seat.game.save()
    assert "lessons=on" in answer(post, seat, "TABLE TERMS")
    answer(post, seat, "TABLE TERMS lessons=no")
    seat.game.refresh_from_db()
    assert seat.game.terms["lessons"] is False
