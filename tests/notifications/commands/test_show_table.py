"""Looking at another table by mail: never more, and never sooner, than its page shows."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from notifications.commands.base import Asked, Said
from notifications.commands.statistics import Statistics
from notifications.commands.table import show
from notifications.commands.table.show import Show
from notifications.compose.attachments import unpacked
from pbem.clocks import attendance
from pbem.models import Game, Player, Seat
from pbem.play import advancing, past
from pbem.table import lobby
from pbem.table.lobby import LobbyError
from pbem.table.openness import LONGEST_DELAY, Openness
from pbem.table.people import sign_in
from pbem.web.models import Visit
from tests.pictures import drawn


@pytest.fixture
def eve(post):
    """Somebody who plays at a table of her own."""
    other = lobby.create_game(
        Player.objects.create(name="Eve", email="eve@example.org"),
        "Vega",
        "skirmish",
        {"players": 2},
    )
    seat = lobby.sit_down(other, other.organiser)
    lobby.give_to_bot(other.seats.get(number=1))
    lobby.start(other)
    return Seat.objects.select_related("player", "game").get(pk=seat.pk)


def asked(seat, rest=""):
    return Asked(seat, Said("server table", rest, rest))


def opened(game, **more):
    return Openness.objects.update_or_create(game=game, defaults={"watchable": True, **more})


def keep(post, game):
    for number in range(3):
        post.say(game.seats.select_related("player", "game").get(number=number), "1")


def test_a_closed_table_is_not_there(game, eve):
    for named in (str(game.pk), "999", "me", "", "9" * 30):
        with pytest.raises(LobbyError):
            Show().carry_out(asked(eve, named))
        with pytest.raises(LobbyError):
            show.may_watch(eve.player, named)


def test_as_late_as_the_table_wants_as_the_page(post, game, eve, clock):
    opened(game, delay_hours=24)
    assert "nothing to see yet" in show.shown(eve.player, str(game.pk)).text
    clock.shift(timedelta(hours=20))
    keep(post, game)
    clock.shift(timedelta(hours=5))
    found = show.shown(eve.player, f"#{game.pk}")
    assert "round 1, objectives" in found.text
    then = past.match_at(game, 1)
    assert found.pictures[0].svg == drawn(then.ruleset, then.view(None))
    browser = Client()
    browser.get(reverse("start"))
    session = browser.session
    session[sign_in.SESSION_KEY] = eve.player.pk
    session.save()
    page = browser.get(reverse("table", args=[game.pk])).context["page"]
    assert (page.seq, page.headline) == (1, "round 1, objectives")
    clock.shift(timedelta(hours=20))
    assert "round 1, bid" in show.shown(eve.player, str(game.pk)).text


def test_only_public_facts_also_for_who_plays_there(post, game, ada):
    opened(game, delay_hours=24)
    keep(post, game)
    found = show.shown(ada.player, str(game.pk))
    assert "round 1, bid" in found.text
    assert "ONLY YOU" not in found.text
    assert "You keep" not in found.text
    assert not Visit.objects.exists()


def test_the_map_is_attached_and_it_is_the_public_one(post, game, eve):
    opened(game)
    post.say(eve, f"TABLE SHOW {game.pk}")
    (file,) = unpacked(post.newest(eve).enclosures)
    match = past.head(game)
    assert file.data.decode() == drawn(match.ruleset, match.view(None))


def test_nobody_makes_us_wake_games_without_end(game, eve, monkeypatch):
    opened(game)
    monkeypatch.setattr(show, "SHOWN_TO_PLAYER", show.SHOWN_TO_PLAYER._replace(most=2))
    for _ in range(2):
        Show().carry_out(asked(eve, str(game.pk)))
    with pytest.raises(LobbyError, match="Try again later"):
        Show().carry_out(asked(eve, str(game.pk)))


def test_a_game_that_cannot_be_read_says_so(game, eve, monkeypatch):
    opened(game)

    def fail(*args):
        raise past.Unreadable

    monkeypatch.setattr(show, "overview", fail)
    assert "cannot be shown just now" in show.shown(eve.player, str(game.pk)).text


def test_an_organiser_sets_the_delay_and_others_ask_about_a_table(post, game, ada, eve):
    post.say(ada, "TABLE WATCH 24")
    assert Openness.objects.get(game=game).delay_hours == 24
    bruno = game.seats.select_related("player", "game").get(number=1)
    opened(eve.game)
    post.say(bruno, f"TABLE WATCH {eve.game.pk}")
    assert f"You may watch Vega #{eve.game.pk}" in " ".join(post.newest(bruno).body.split())


def test_an_organiser_who_may_mean_another_table_is_asked(post, game, eve):
    """Opening one's own table to everybody by a slip would be hard to take back."""
    opened(game)
    post.say(eve, f"TABLE WATCH {game.pk}")
    assert f"TABLE SHOW {game.pk}" in " ".join(post.newest(eve).body.split())
    assert not Openness.objects.filter(game=eve.game).exists()
    post.say(eve, f"TABLE WATCH {game.pk} h")
    assert Openness.objects.get(game=eve.game).delay_hours == min(game.pk, LONGEST_DELAY)


# -- statistics ---------------------------------------------------------------------------------


def test_nobody_learns_from_numbers_what_others_missed_while_it_matters(post, game, ada, clock):
    post.say(ada, "1")
    clock.shift(timedelta(hours=60))
    advancing.advance(game.pk)
    words = Statistics().answer(asked(ada)).text
    assert "in time 1, late 0, missed 0: 100% in time" in words
    assert "Bruno" not in words
    assert attendance.of_game(game)[1].missed == 1


def test_in_the_end_they_are_those_of_the_final_report(post, game, ada, clock):
    while game.status != Game.Status.OVER:
        clock.shift(timedelta(hours=60))
        advancing.advance(game.pk)
        game.refresh_from_db()
    ada.game.refresh_from_db()
    words = Statistics().answer(asked(ada)).text
    for seat in lobby.final_report(game).seats:
        assert f"{seat.name} ({seat.holder}): in time {seat.on_time}, late {seat.late}" in words
    assert game.ended <= timezone.now()
