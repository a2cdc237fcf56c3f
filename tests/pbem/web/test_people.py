"""Players across games: results, sides, opponents, ratings, files."""

import csv
import json
from datetime import timedelta
from io import StringIO

import pytest

from pbem.models import Game, Player, Result, Seat
from pbem.table.people import profiles
from tests.pbem.tables import new_table
from tests.pbem.web.played import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> list[Game]:
    """Three finished games of the same people, and one against random bots alone."""
    played = [finished(f"game {n}", game=new_table(3, seed=f"game {n}")) for n in range(3)]
    for n, game in enumerate(played):
        Game.objects.filter(pk=game.pk).update(ended=game.started + timedelta(days=n))
    alone = finished("alone", game=new_table(3, seed="alone"))
    alone.seats.exclude(number=0).update(player=None, kind=Seat.Kind.BOT, level="random")
    return played


def test_results_are_kept_once_and_counted(games, browse):
    first = games[0].seats.get(number=0).player
    profile = profiles.of_player(first)
    profiles.of_player(first)
    assert Result.objects.count() == 12
    assert len(profile.played) == 4
    assert profile.by_game[0].games == 4
    assert sum(line.games for line in profile.by_opponent) == 6
    text = browse(first).get(f"/people/{first.pk}/").content.decode()
    assert "Skirmish" in text
    assert games[0].name in text


def test_games_against_random_bots_alone_are_not_rated(games):
    first = games[0].seats.get(number=0).player
    (rating,) = profiles.ratings_of(first) or profiles.of_player(first).ratings
    assert rating.games == 3


def test_who_wins_more_is_rated_higher(games):
    profiles.of_player(games[0].organiser)
    people = [seat.player for seat in games[0].seats.order_by("number")]
    Result.objects.filter(player=people[0]).update(place=1)
    Result.objects.filter(player=people[1]).update(place=2)
    Result.objects.filter(player=people[2]).update(place=3)
    profiles._ratings.cache_clear()
    means = [profiles.ratings_of(person)[0].mean for person in people]
    assert means == sorted(means, reverse=True)
    assert means[0] > 25 > means[2]


def test_files_and_closed_tables(games, browse):
    first = games[0].seats.get(number=0).player
    client = browse(first)
    rows = list(
        csv.DictReader(StringIO(client.get(f"/people/{first.pk}/?as=csv").content.decode()))
    )
    assert len(rows) == 4
    assert rows[0]["game"] == "Skirmish"
    whole = json.loads(client.get(f"/people/{first.pk}/?as=json").content)
    assert whole["ratings"][0]["games"] == 3
    stranger = Player.objects.create(name="Dora", email="dora@example.org")
    text = browse(stranger).get(f"/people/{first.pk}/").content.decode()
    assert games[0].name not in text, "closed tables are counted, not named"
    seen = json.loads(browse(stranger).get(f"/people/{first.pk}/?as=json").content)
    assert seen["games"] == []
