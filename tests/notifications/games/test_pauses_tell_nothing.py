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
from pbem.models import Game
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.codec import encode
from rules.kernel.ruleset import plain_all
from rules.ti4.ruleset import TI4
from tests.pbem.tables import advance, match_of, new_table, put, send

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
TWO_AGENDAS = {"agenda": ["mutiny", "economic_equality"]}
AGENDA = {"phase": "agenda", "custodians": False, "box": TWO_AGENDAS}
AGENDA_HANDS = (
    {"Hacan": {"hand": ["veto", "shields_holding"]}, "Winnu": {"hand": ["imperial_rider"]}},
    {"Hacan": {"hand": ["morale_boost", "flank_speed"]}, "Winnu": {"hand": ["bribery"]}},
)
AGENDA_ORDERS = ((0, "VOTE for WITH all", 1), (2, "PASS", 2), (0, "STATUS", 25), (0, "STATUS", 27))
"""Hacan's 24 hours run out without a word."""
ECLIPSE_ORDERS = tuple((seat, "PASS", hour) for hour in range(3) for seat in range(3))


def table(name: str, mode: str, position: Mapping[str, Any] | None) -> Game:
    """A table of three people that goes on from a position; None: from the beginning."""
    hours = {"default": 24}
    game = new_table(3, ruleset=name, rounds=None, mode=mode, seed="even", hours=hours, now=START)
    return game if position is None else put(game, position, START)


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


def agenda_table(mode: str, hands: Mapping[str, Any]) -> Game:
    return table("ti4", mode, {**AGENDA, "Sol": {"hand": ["plague"]}, **hands})


@pytest.mark.parametrize("mode", ["planned", "ask"])
def test_an_agenda_is_asked_alike_whatever_others_hold(mode):
    first, second = (agenda_table(mode, hands) for hands in AGENDA_HANDS)
    assert encode(match_of(first).state) != encode(match_of(second).state)
    one, two = (noticed(game, AGENDA_ORDERS) for game in (first, second))
    for place, (here, there) in enumerate(zip(one, two, strict=True)):
        assert here == there, place


@pytest.mark.parametrize("mode", ["planned", "ask"])
def test_an_agenda_is_asked_once_with_its_vote(mode):
    game = agenda_table(mode, AGENDA_HANDS[0])
    mails = {mail.seat.number: mail.body for mail in Outbox.objects.filter(game=game)}
    assert "PLAY Veto" in mails[1]
    assert "ASKED WITH IT" in mails[2]
    assert "PLAY Imperial Rider ON" in mails[2]
    assert all("VOTE for WITH" in body for body in mails.values())
    assert game.prompts.filter(window=True).count() == 3
    send(game, 0, "VOTE for WITH all", now=START + HOUR)
    send(game, 2, "VOTE against WITH all", now=START + HOUR)
    advance(game, START + 25 * HOUR)
    asked = game.prompts.get(state="open")
    assert (asked.seat.number, asked.kind) == (1, "castvotes"), "the silent are asked to vote"
    assert asked.due == START + 26 * HOUR
    assert sorted(game.prompts.values_list("seat__number", flat=True)) == [0, 1, 1, 2]


def test_a_veto_has_everybody_asked_anew():
    """The silence about one agenda is none about the next."""
    game = agenda_table("planned", AGENDA_HANDS[0])
    send(game, 1, "PLAY Veto", now=START + HOUR)
    advance(game, START + 25 * HOUR)
    asked = list(game.prompts.filter(state="open", window=True).order_by("seat__number"))
    assert [prompt.seat.number for prompt in asked] == [0, 1, 2]
    assert all("/economic_equality/" in prompt.address for prompt in asked)
    assert {prompt.due for prompt in asked} == {START + 49 * HOUR}


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
