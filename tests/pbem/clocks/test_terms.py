"""A table's terms: chosen in words people use, refused in words that help."""

import pytest

from pbem.clocks.terms import Terms, calendar_of, read_terms, terms_of
from pbem.models import Game, Player
from pbem.table import lobby
from pbem.table.lobby import LobbyError
from tests.pbem.tables import new_table

pytestmark = pytest.mark.django_db


def test_what_is_not_chosen_has_its_default():
    game = new_table(2, start=False, terms={"grace_hours": 2})
    assert game.terms == {"grace_hours": 2}
    assert terms_of(game) == Terms(grace_hours=2)
    assert terms_of(Game()) == Terms()


@pytest.mark.parametrize(
    ("raw", "stored"),
    [
        ({"weekdays": "Monday, tue fri"}, {"weekdays": ["mon", "tue", "fri"]}),
        ({"weekdays": ["sun", "Saturday"]}, {"weekdays": ["sat", "sun"]}),
        ({"quiet": "23:00 - 7:00"}, {"quiet": "23:00-07:00"}),
        ({"quiet": ""}, {"quiet": ""}),
        ({"time_zone": "europe/warsaw"}, {"time_zone": "Europe/Warsaw"}),
        ({"press": "off", "vacation_days": 0}, {"press": "off", "vacation_days": 0}),
        ({"repent_minutes": 7.5}, {"repent_minutes": 7.5}),
    ],
)
def test_terms_as_chosen(raw, stored):
    assert read_terms(raw) == stored


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"quite": "23:00-07:00"}, "Did you mean quiet"),
        ({"blah": 1}, "There are: weekdays, quiet"),
        ({"weekdays": []}, "Name the days"),
        ({"weekdays": 5}, "Name the days"),
        ({"weekdays": ["mon", "caturday"]}, "“cat” is no weekday"),
        ({"quiet": "late"}, "as 23:00-07:00"),
        ({"quiet": "06:00-23:00"}, "up to 12 hours"),
        ({"time_zone": "Europe/Warsav"}, "Did you mean Europe/Warsaw"),
        ({"time_zone": "x"}, "Write one like Europe/Warsaw"),
        ({"grace_hours": -1}, "grace hours must be a number from 0 to 48"),
        ({"grace_hours": 49}, "from 0 to 48"),
        ({"repent_minutes": 600}, "repent minutes must be a number from 0 to 60"),
        ({"vacation_days": 2.5}, "vacation days must be a whole number from 0 to 60"),
        ({"vacation_days": True}, "whole number"),
        ({"extension_hours": "many"}, "whole number from 0 to 168"),
        ({"reminder_share": 1}, "from 0 to 0.9"),
        ({"reminder_share": float("nan")}, "from 0 to 0.9"),
        ({"press": "loud"}, "off, signed, anonymous"),
    ],
)
def test_terms_that_make_no_sense(terms, words):
    organiser = Player.objects.create(name="Org", email="org@example.org")
    with pytest.raises(LobbyError, match=words):
        lobby.create_game(organiser, "Test", "skirmish", {"players": 2}, terms=terms)
    assert not Game.objects.exists()


def test_terms_change_for_what_comes(heard):
    game = new_table(2, terms={"quiet": "23:00-07:00"})
    with pytest.raises(LobbyError, match="Did you mean press"):
        lobby.set_terms(game, {"pres": "off"})
    game = lobby.set_terms(game, {"press": "off"})
    assert game.terms == {"quiet": "23:00-07:00", "press": "off"}
    assert heard[-1][1]["what"] == "terms"
    lobby.cancel(game)
    with pytest.raises(LobbyError, match="is over"):
        lobby.set_terms(game, {"press": "signed"})


def test_the_table_keeps_the_organisers_time_unless_told_otherwise():
    game = new_table(2, terms={"quiet": "23:00-07:00"})
    Player.objects.filter(pk=game.organiser_id).update(time_zone="Asia/Kathmandu")
    game = Game.objects.get(pk=game.pk)
    assert str(calendar_of(game).zone) == "Asia/Kathmandu"
    assert str(calendar_of(game, Player(time_zone="Europe/Warsaw")).zone) == "Europe/Warsaw"
    game = lobby.set_terms(game, {"time_zone": "America/New_York"})
    assert str(calendar_of(game).zone) == "America/New_York"
