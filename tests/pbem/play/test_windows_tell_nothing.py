"""Tables that look the same to a seat ask the same people, at the same hours."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from pbem.models import Game, Player, Ruling, Snapshot
from pbem.table import lobby
from rules.kernel.codec import encode
from rules.kernel.match import Match
from rules.kernel.ruleset import plain_all
from rules.kernel.setting import Setting
from tests.pbem.tables import advance, match_of, new_table, send
from tests.skirmish.ruleset import SKIRMISH

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


def twin_of(game: Game, rng: Random) -> Game:
    """The same table with the hidden cards of others dealt anew, woken from its own rows."""
    twin = new_table(3, mode="ask", seed="veil", now=START)
    original = match_of(game)
    state = SKIRMISH.disguise(original.state, 0, rng)
    assert SKIRMISH.view(state, 0) == original.view(0)
    options = SKIRMISH.read_options(twin.options)
    match, ruling = Match.start(Setting(SKIRMISH, options, twin.secret), position=plain_all(state))
    twin.rulings.all().delete()
    twin.snapshots.all().delete()
    twin.prompts.all().delete()
    Ruling.of(twin, ruling).save()
    Snapshot.of(twin, match.snap).save()
    Game.objects.filter(pk=twin.pk).update(head_seq=1)
    advance(twin, START)
    return twin


def to_turns(game: Game) -> None:
    for number in range(3):
        send(game, number, "1", now=START)
    for number in range(3):
        send(game, number, f"BID {2 - number}", now=START)


def asked(game: Game) -> list[tuple]:
    rows = game.prompts.order_by("opened", "address")
    return [(p.seat.number, p.address, p.opened, p.due, p.state) for p in rows]


def test_a_window_has_one_hour_for_all_whatever_their_zones():
    game = new_table(
        2, mode="ask", start=False, hours={"window": 4}, terms={"quiet": "15:00-20:00"}
    )
    Player.objects.filter(email="p1@example.org").update(time_zone="Asia/Kathmandu")
    lobby.start(game, START)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    asked_ = game.prompts.filter(window=True)
    assert [p.due for p in asked_] == [START + timedelta(hours=8)] * 2
    advance(game, START + timedelta(hours=8))
    assert not asked_.filter(state="open", opened=START).exists()


@pytest.mark.parametrize("seed", range(3))
def test_prompts_and_due_times_tell_nothing(seed):
    rng = Random(seed)
    game = new_table(3, mode="ask", seed="veil", now=START)
    to_turns(game)
    first = twin_of(game, rng)
    second = twin_of(game, rng)
    assert encode(match_of(first).state) != encode(match_of(second).state)
    for table in (first, second):
        send(table, 1, "STANDING: PLAY dodge IF window = rolled", now=START)
        send(table, 0, "RAID Blue WITH 1 fighter", now=START)
        send(table, 0, "PASS", now=START + timedelta(hours=1))
        send(table, 2, "PASS", now=START + timedelta(hours=1))
    assert asked(first) == asked(second)
