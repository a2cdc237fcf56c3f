"""What mails of missed turns cost in journeys to the database, for one table and for several."""

from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from notifications.models import Correspondence, Outbox
from pbem.models import Player, Prompt, Seat
from pbem.play import advancing
from pbem.table import lobby
from tests.notifications.conftest import PEOPLE

OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "PREPARE")


def tables(count: int) -> list[int]:
    people = [
        Player.objects.create(email=email, name=name, time_zone=zone)
        for name, email, zone in PEOPLE
    ]
    made = []
    for number in range(count):
        game = lobby.create_game(people[0], f"Vega {number}", "ti4", {"players": 3}, "planned")
        for i, person in enumerate(people):
            lobby.sit_down(game, person, f"word{i}")
        made.append(lobby.start(game).pk)
    return made


def all_miss(games: list[int], at: datetime) -> int:
    """Let whoever is asked miss it; the journeys that it takes to rule and to word the mails."""
    Prompt.objects.update(due=at - timedelta(seconds=1), grace=timedelta(0))
    Seat.objects.update(missed=0, missed_turns=0, missing=False, silent_since=None)
    Correspondence.objects.update(rules_asked=[], sheet_at=None)
    with CaptureQueriesContext(connection) as journeys, transaction.atomic():
        advancing.advance_several(dict.fromkeys(games), at)
    return sum(not one["sql"].startswith(OF_TRANSACTIONS) for one in journeys)


@pytest.mark.postgres
@pytest.mark.parametrize("count", [1, 3])
def test_missed_turns_take_three_journeys_however_many_tables(count: int) -> None:
    """One reads the tables, one what their mails have to know, one writes."""
    games, at = tables(count), timezone.now()
    counted = [all_miss(games, at + timedelta(days=3 * turn)) for turn in range(9)]
    assert max(counted[4:]) <= 3, counted
    newest = Outbox.objects.filter(game=games[0]).order_by("-pk")[:4]
    assert any("STANDING: " in row.body for row in newest), "a rule is asked for"
