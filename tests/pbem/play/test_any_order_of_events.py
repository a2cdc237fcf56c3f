"""Unruly tables: whatever people send, in whatever order, the rows stay consistent."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from notifications.commands import extend, vacation
from pbem.clocks import sweep
from pbem.clocks.terms import calendar_of
from pbem.errors import TableError
from pbem.models import Game, Prompt, Seat
from pbem.referee import records
from pbem.table import lobby
from tests.pbem.tables import advance, match_of, new_table, open_question, sampling, seat_of, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
NOISE = (
    "UNDO",
    "UNDO\nRAISE 1 fighter",
    "WITHDRAW",
    "OFFER 1 gold FOR 0 gold TO Blue",
    "OFFER 0 gold FOR 1 gold TO Red",
    "ACCEPT",
    "DECLINE",
    "WITHDRAW 1",
    "BRIBE",
    "RAISE 1 fighter\nNEXT TURN: PASS\nHITS cruiser, fighter",
    "NEXT TURN: RAID Red WITH 1 fighter",
    "STANDING: PASS rolled\nSTANDING: HITS fighter",
    "STANDING: ASK",
    "STANDING: BUY 0\nSTANDING: SCRAP 0",
    "STANDING CLEAR",
    "PLAY dodge\nPLAY counter\nPLAY boost",
    "1",
    "2; 3",
    "IF gold > 3: RAISE 1 cruiser\nELSE: PASS",
    "RAID Blue WITH 1 fighter; PRESS ON; RETREAT",
    "BID 1\nBID 2",
    "nonsense, ACCEPT #, \x00",
    "DISCARD dodge",
)


TERMS = {
    "trust": {"repent_minutes": 60, "grace_hours": 3, "quiet": "22:00-06:00"},
    "ask": {"weekdays": ["mon", "tue", "wed", "fri"], "vacation_days": 60},
    "planned": {"windows": "rolled", "hours_after_miss": 1},
}


@pytest.mark.parametrize("mode", ["trust", "ask", "planned"])
def test_unruly_tables(mode):
    rng = Random(f"{mode} 0")
    game = new_table(3, mode=mode, seed="unruly 0", now=START, terms=TERMS[mode])
    pick = sampling(0)
    now = START
    for _ in range(40):
        now += timedelta(hours=rng.choice((0, 0, 1, 5)))
        act(game, rng, pick, now)
        advance(game, now)
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            break
        consistent(game, now)
    assert game.status in (Game.Status.RUNNING, Game.Status.OVER)
    assert records.verify(records.export(game, staff=True)).ok


def act(game, rng, pick, now):
    dice = rng.random()
    if dice < 0.45:
        if game.prompts.filter(waiting=True, suspended=None).exists():
            asked = open_question(game, pick)
            send(game, asked.seat, asked.text, now=now)
        return
    if dice < 0.92:
        send(game, rng.randrange(3), rng.choice(NOISE), now=now)
        return
    seat = seat_of(game, rng.randrange(3))
    if dice < 0.96:
        with suppress(TableError):
            if rng.random() < 0.5:
                vacation.carry_out(seat, rng.choice(("1 day", "3 days", "off")), now)
            else:
                extend.by_seat(seat, rng.choice(("6", "yes", "no")), now)
        return
    if seat.kind == Seat.Kind.BOT:
        lobby.join(lobby.substitute(seat, f"s{rng.random()}@example.org").token, now=now)
    elif rng.random() < 0.5:
        lobby.give_to_bot(seat, now)
    else:
        lobby.pause(game, now)
        lobby.resume(game, now)


def consistent(game, now):
    before = list(game.prompts.order_by("pk").values())
    assert advance(game, now).rulings == ()
    assert list(game.prompts.order_by("pk").values()) == before
    match = match_of(game)
    assert (game.rulings.count(), match.n) == (game.head_seq, game.head_seq)
    rows = game.prompts.filter(state=Prompt.State.OPEN)
    standing = {p.address for p in rows if p.suspended is None}
    assert standing <= set(match.ask.addresses)
    assert {p.address for p in rows} - standing <= set(match.suspended)
    assert standing
    first = min(p.due + p.grace for p in rows if p.suspended is None)
    assert first > now or len(standing) > 1 or rows.filter(repent__gt=now).exists()
    for row in rows.filter(suspended=None):
        assert calendar_of(game, None if row.window else row.seat.player).allows(row.due)
    sweep.games_to_advance(now)
