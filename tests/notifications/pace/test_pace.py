"""The command that times games, and the forecast that it wrote.

The days of the forecast are means over many games, which no test can play. What is kept true here
is what those days follow from: one seeded game, which took the mean when the forecast was written,
is played to its end through the server as it is now, and must take what the forecast says, within a
fifth. Whoever changes clocks, windows or what can be written ahead sees it here, and measures anew
with `manage.py pace --write`.
"""

import json
from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from notifications.pace.people import AWAKE, looks
from notifications.pace.stood import FIRST, REFUSED
from notifications.pace.table import (
    START,
    Played,
    Post,
    VirtualTable,
    Wait,
    Way,
    stood_still_for,
)
from pbem.clocks import forecast
from pbem.clocks.presets import PRESETS, USUAL
from pbem.models import Game

WITHIN = 0.2
WHOLE = Way("eclipse", 4, Game.Mode.PLANNED, USUAL, USUAL.looks, 0.1, 0)
MEAN_GAME = "kept3"
"""The seed of a game that took about as long as all others on average."""


@pytest.mark.django_db
def test_a_seeded_game_takes_as_long_as_the_forecast_says():
    played = VirtualTable(WHOLE, MEAN_GAME).play()
    told = forecast.days(WHOLE.ruleset, WHOLE.mode, WHOLE.preset.name, WHOLE.players)
    assert sum(played.by_round.values()) == pytest.approx(told, rel=WITHIN)


def test_people_look_at_waking_hours_of_their_zone_and_are_away_on_some_days():
    found = looks("seed", -5.0, 2, 0.5)
    hours = [next(found) for _ in range(200)]
    assert all(AWAKE[0] <= (hour - 5) % 24 <= AWAKE[1] for hour in hours)
    assert 150 < hours[-1] / 24 < 250


def test_the_forecast_knows_every_preset_of_the_games_it_measured():
    for row in forecast.measured():
        assert row.preset in PRESETS
        assert row.mode in Game.Mode.values
        assert row.days > 0
        assert row.games > 0


def test_slower_clocks_take_longer():
    order = ["one-week", "three-weeks", "relaxed"]
    for ruleset in {row.ruleset for row in forecast.measured()}:
        for players in {r.players for r in forecast.measured() if r.ruleset == ruleset}:
            days = {
                r.preset: r.days
                for r in forecast.measured()
                if (r.ruleset, r.players, r.mode) == (ruleset, players, Game.Mode.PLANNED)
            }
            known = [days[name] for name in order if name in days]
            assert known == sorted(known), (ruleset, players)


def test_between_numbers_of_players_the_days_lie_between(monkeypatch):
    rows = (
        forecast.Measured("ti4", "planned", "three-weeks", 4, 12.0, 20),
        forecast.Measured("ti4", "planned", "three-weeks", 6, 18.0, 20),
    )
    monkeypatch.setattr(forecast, "measured", lambda: rows)
    assert forecast.days("ti4", "planned", "three-weeks", 5) == 15.0
    assert forecast.days("ti4", "planned", "three-weeks", 3) == 12.0
    assert forecast.days("ti4", "trust", "three-weeks", 5) is None
    assert forecast.words("ti4", "planned", "three-weeks", 6) == "about 18 days for 6 players"


def test_a_table_stands_still_for_the_slowest_of_those_asked_together():
    def at(hour):
        return START + timedelta(hours=hour)

    assert stood_still_for([("r1/turn", at(1)), ("r1/turn#2", at(4))]) == 2
    assert stood_still_for([("r1/tokens", at(1)), ("r1/tokens", at(4)), ("r1/tokens", at(2))]) == 1
    assert stood_still_for([("r1/tokens", at(4)), ("r1/tokens", at(4)), ("r1/tokens", at(2))]) == 2
    assert stood_still_for([]) == 0


def test_a_wrong_number_of_players_is_refused():
    with pytest.raises(CommandError, match="--players must be from 2 to 6"):
        call_command("pace", "eclipse", players=9)


def test_json_is_one_line_with_the_numbers(monkeypatch):
    played = forecast_of_one_round()
    monkeypatch.setattr("notifications.management.commands.pace.Command._play", played)
    out = StringIO()
    call_command("pace", "eclipse", players=4, games=1, json=True, stdout=out)
    assert set(json.loads(out.getvalue())) == {
        "days", "days_per_round", "pauses_per_round", "asking_mails", "mails", "misses",
        "without_waiting",
    }  # fmt: skip


def forecast_of_one_round():
    wait = Wait("taketurn", 1, 6.0)
    posts = [Post(1, "taketurn")] * 4 + [Post(1, "")] * 8
    stood = Counter({("turn", FIRST): 3, ("turn", REFUSED): 1})
    game = Played(0.5, {1: 1.5}, True, [wait], posts, 1, 20, 2, 5, {"script": 20}, 3, [900], stood)
    return lambda self, way, seed: game
