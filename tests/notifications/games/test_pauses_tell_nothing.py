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
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.codec import decode, encode
from rules.kernel.match import Match
from rules.kernel.ruleset import plain_all
from tests import contracts
from tests.pbem.tables import advance, match_of, new_table, put, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ALWAYS_OTHER = re.compile(r"#\d+|receipt [\w]+|https?://\S+|\S+@\S+|\b[A-Z0-9]{6}\b", re.IGNORECASE)
MODES = ("planned", "ask")
ALSO = ("rules.ti3.ruleset.TI3", "rules.inscription.ruleset.INSCRIPTION")

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


@pytest.fixture(autouse=True)
def all_games(settings):
    settings.PARSEC_RULESETS = [*settings.PARSEC_RULESETS, *ALSO]


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


def tell_nothing(first: Game, second: Game, orders: Any, *, same_view: bool = True) -> None:
    """Two tables that differ only in what their first seat cannot see are alike to it."""
    assert encode(match_of(first).state) != encode(match_of(second).state)
    if same_view:
        assert encode(match_of(first).view(0)) == encode(match_of(second).view(0))
    one, two = (noticed(game, orders) for game in (first, second))
    for place, (here, there) in enumerate(zip(one, two, strict=True)):
        assert here == there, place


def ti4_tables(mode: str) -> list[Game]:
    base = {"turn": "Sol", "Sol": {"hand": ["plague"]}}
    return [table("ti4", mode, {**base, **hands}) for hands in TI4_HANDS]


def agenda_table(mode: str, hands: Mapping[str, Any]) -> Game:
    return table("ti4", mode, {**AGENDA, "Sol": {"hand": ["plague"]}, **hands})


@pytest.mark.parametrize("mode", MODES)
def test_an_agenda_is_asked_alike_whatever_others_hold(mode):
    first, second = (agenda_table(mode, hands) for hands in AGENDA_HANDS)
    tell_nothing(first, second, AGENDA_ORDERS)


@pytest.mark.parametrize("mode", MODES)
def test_an_agenda_is_asked_once_with_its_vote(mode):
    game = agenda_table(mode, AGENDA_HANDS[0])
    sent = Outbox.objects.filter(game=game, seat__isnull=False)
    mails = {mail.seat.number: mail.body for mail in sent}
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


@pytest.mark.parametrize("mode", MODES)
def test_ti4_pauses_and_mails_alike_whatever_others_hold(mode):
    tell_nothing(*ti4_tables(mode), TI4_ORDERS)


def test_the_start_of_a_turn_is_asked_with_the_turn():
    """One reply answers both: what it does not use at the start is not used."""
    sol = {"techs": ["chaos_mapping"], "tactic": 2}
    game = table("ti4", "planned", {"turn": "Sol", "Sol": sol})
    assert game.prompts.get(state="open").window
    mail = Outbox.objects.filter(game=game, seat__number=0).latest("pk").body
    assert "Take a turn" in mail.partition("ASKED WITH IT")[2]
    send(game, 0, "ACTIVATE 27\nMOVE nothing", now=START)
    assert match_of(game).view(None).table.tokens["27"] == [0]


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


@pytest.mark.parametrize("mode", MODES)
def test_eclipse_pauses_and_mails_alike_whatever_is_hidden(mode):
    """The sectors, technologies and tiles to come are dealt anew."""
    dealt = match_of(table("eclipse", mode, None)).state
    other = ECLIPSE.disguise(dealt, 0, Random(1))
    first, second = (table("eclipse", mode, plain_all(state)) for state in (dealt, other))
    tell_nothing(first, second, ECLIPSE_ORDERS)


TI3_HANDS = (
    {"Hacan": {"hand": ["sabotage", "shields_holding"]}, "Xxcha": {"hand": ["veto"]}},
    {"Hacan": {"hand": ["morale_boost", "flank_speed"]}, "Xxcha": {"hand": ["thugs"]}},
)
TI3_SEATS = {"seats": ["sol", "hacan", "xxcha"]}
TI3_ORDERS = (
    (1, "STANDING: PLAY Sabotage IF card = Uprising", 0),
    (2, "STANDING: PLAY Veto", 0),
    (0, "PLAY Plague ON Arretze", 1),
    (0, "ACTIVATE 16", 2),
    (1, "STRATEGY Trade", 3),
    (2, "PASS", 4),
    (0, "SKIP", 5),
    (1, "PASS", 30),
)


@pytest.mark.parametrize("mode", MODES)
def test_ti3_pauses_and_mails_alike_whatever_others_hold(mode):
    base = {**TI3_SEATS, "turn": "Sol", "Sol": {"hand": ["plague"]}}
    first, second = (table("ti3", mode, {**base, **hands}) for hands in TI3_HANDS)
    tell_nothing(first, second, TI3_ORDERS)


def council_table(mode: str, hands: Mapping[str, Any]) -> Game:
    """A TI3 table at which the council is about to meet."""
    agendas = {"agenda": ["arms_reduction", "code_of_honor"]}
    sol = {"cards": ["political"], "hand": []}
    game = table("ti3", mode, {**TI3_SEATS, "turn": "Sol", "Sol": sol, "box": agendas, **hands})
    return game


def council_begins(mode: str, hands: Mapping[str, Any]) -> Game:
    game = council_table(mode, hands)
    with time_machine.travel(START, tick=False):
        send(game, 0, "STRATEGY Political\nCOUNTERS 1 command", now=START)
    return game


@pytest.mark.parametrize("mode", MODES)
def test_an_agenda_of_ti3_is_asked_alike_whatever_others_hold(mode):
    first, second = (council_begins(mode, hands) for hands in TI3_HANDS)
    orders = ((0, "VOTE for", 1), (2, "PASS", 2), (0, "STATUS", 25), (0, "STATUS", 27))
    tell_nothing(first, second, orders)


def test_an_agenda_of_ti3_is_asked_once_with_its_vote():
    game = council_begins("planned", TI3_HANDS[0])
    assert game.prompts.filter(state="open", window=True).count() == 3
    mail = Outbox.objects.filter(game=game, seat__number=2).latest("pk").body
    assert "PLAY Veto" in mail
    assert "ASKED WITH IT" in mail
    assert "VOTE for" in mail
    for seat in (1, 2):
        send(game, seat, "VOTE for", now=START + HOUR)
    send(game, 0, "VOTE against", now=START + 2 * HOUR)
    assert match_of(game).view(None).table.council is None, "nobody is asked twice"


def inscription_twins() -> tuple[Any, Any]:
    """Two positions in which all work on their sheets, alike to the first seat, and to everybody
    until the sheets are shown."""
    options = INSCRIPTION.read_options({"players": 3})
    for match, _history in contracts.pauses(INSCRIPTION, options, "twins"):
        state = decode(match.snap.state, INSCRIPTION.State)
        other = INSCRIPTION.disguise(INSCRIPTION.copy(state), 0, Random(1))
        both = [plain_all(one) for one in (state, other)]
        seen = [Match.start(match.setting, position=one)[0] for one in both]
        asked = [one.ask for one in seen]
        if asked[0] is None or asked[0] != asked[1] or len(asked[0].decisions) < 3:
            continue
        if encode(seen[0].state) != encode(seen[1].state) and all(
            encode(one.view(0)) == encode(seen[0].view(0)) for one in seen
        ):
            return both[0], both[1]
    raise AssertionError("no such position")


@pytest.mark.parametrize("mode", MODES)
def test_inscription_pauses_and_mails_alike_whatever_is_on_other_sheets(mode):
    first, second = (table("inscription", mode, state) for state in inscription_twins())
    orders = ((1, "1", 0), (2, "1", 1), (1, "2", 2), (2, "STATUS", 3), (1, "WITHDRAW", 4))
    tell_nothing(first, second, orders)
