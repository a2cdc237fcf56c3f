"""What others hold changes nothing that a player can notice: questions, their hours, mails.

Two tables are set up that look the same to their first seat. Both are sent the same orders at the
same times; prompts and mails must be the same. At a trust table they are not, and the form says so.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
import time_machine

from notifications.models import Outbox
from pbem.models import Game, Ruling, Snapshot
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.codec import encode
from rules.kernel.match import Match
from rules.kernel.ruleset import plain_all
from rules.kernel.setting import Setting
from rules.ti4.ruleset import TI4
from tests.pbem.tables import advance, match_of, new_table, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ALWAYS_OTHER = re.compile(r"#\d+|receipt [\w]+|https?://\S+|\S+@\S+|\b[A-Z0-9]{6}\b", re.IGNORECASE)
RULESETS = {"ti4": TI4, "eclipse": ECLIPSE}

TI4_HANDS = (
    {"Hacan": {"hand": ["sabotage", "shields_holding"]}, "Winnu": {"hand": ["veto"]}},
    {"Hacan": {"hand": ["morale_boost", "flank_speed"]}, "Winnu": {"hand": ["bribery"]}},
)
TI4_ORDERS = (
    (1, "STANDING: PLAY Sabotage IF card = Uprising", 0),
    (2, "STANDING: PLAY Veto", 0),
    (0, "PLAY Plague ON Arretze", 1),
    (1, "PASS", 2),
    (2, "PASS", 3),
    (1, "ACTIVATE 16", 4),
    (0, "PASS", 5),
    (2, "PASS", 6),
)
ECLIPSE_ORDERS = tuple((seat, "PASS", hour) for hour in range(3) for seat in range(3))


def table(name: str, mode: str, position: Mapping[str, Any] | None) -> Game:
    """A table of three people that goes on from a position; None: from the beginning."""
    hours = {"default": 24}
    game = new_table(3, ruleset=name, rounds=None, mode=mode, seed="even", hours=hours, now=START)
    if position is None:
        return game
    rules = RULESETS[name]
    setting = Setting(rules, rules.read_options(game.options), game.secret)
    match, ruling = Match.start(setting, position=dict(position))
    for rows in (game.rulings, game.snapshots, game.prompts):
        rows.all().delete()
    Ruling.of(game, ruling).save()
    Snapshot.of(game, match.snap).save()
    Game.objects.filter(pk=game.pk).update(head_seq=1)
    advance(game, START)
    return game


def noticed(game: Game, orders: Any) -> list[Any]:
    """Everything the first seat can notice while these orders come in."""
    found: list[Any] = []
    for number, text, hour in orders:
        with time_machine.travel(START + hour * HOUR, tick=False):
            send(game, number, text, now=START + hour * HOUR)
        mails = Outbox.objects.filter(game=game, seat__number=0).order_by("pk")
        asked = game.prompts.order_by("opened", "address")
        found.append([(p.seat.number, p.address, p.opened, p.due, p.state) for p in asked])
        found.append(
            [(ALWAYS_OTHER.sub("", m.subject), ALWAYS_OTHER.sub("", m.body)) for m in mails]
        )
        found.append(encode(match_of(game).view(0)))
    return found


def ti4_tables(mode: str) -> list[Game]:
    base = {"turn": "Sol", "Sol": {"hand": ["plague"]}}
    return [table("ti4", mode, {**base, **hands}) for hands in TI4_HANDS]


@pytest.mark.parametrize("mode", ["planned", "ask"])
def test_ti4_pauses_and_mails_alike_whatever_others_hold(mode):
    first, second = ti4_tables(mode)
    assert encode(match_of(first).state) != encode(match_of(second).state)
    assert encode(match_of(first).view(0)) == encode(match_of(second).view(0))
    one, two = (noticed(game, TI4_ORDERS) for game in (first, second))
    for place, (here, there) in enumerate(zip(one, two, strict=True)):
        assert here == there, place


def test_a_trust_table_tells_who_holds_something():
    """The comparison can fail."""
    first, second = ti4_tables("trust")
    assert noticed(first, TI4_ORDERS) != noticed(second, TI4_ORDERS)


def test_only_an_ask_table_waits_in_ti4_windows():
    asking, planned = (ti4_tables(mode)[0] for mode in ("ask", "planned"))
    for game in (asking, planned):
        send(game, 0, "PLAY Plague ON Arretze", now=START)
    assert asking.prompts.filter(window=True).count() == 2
    assert not planned.prompts.filter(window=True).exists()


@pytest.mark.parametrize("mode", ["planned", "ask"])
def test_eclipse_pauses_and_mails_alike_whatever_is_hidden(mode):
    """The sectors, technologies and tiles to come are dealt anew."""
    dealt = match_of(table("eclipse", mode, None)).state
    other = ECLIPSE.disguise(dealt, 0, Random(1))
    first, second = (table("eclipse", mode, plain_all(state)) for state in (dealt, other))
    assert encode(match_of(first).state) != encode(match_of(second).state)
    one, two = (noticed(game, ECLIPSE_ORDERS) for game in (first, second))
    for place, (here, there) in enumerate(zip(one, two, strict=True)):
        assert here == there, place
