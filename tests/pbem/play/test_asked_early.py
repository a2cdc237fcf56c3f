"""What follows an open question is asked at once: people wait for each other together."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.models import Game, Prompt
from pbem.table import lobby
from tests.pbem.tables import match_of, new_table, put, seat_of, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
TRADE = {"turn": "Sol", "Sol": {"cards": ["trade"]}, "Hacan": {"cards": ["warfare"]}}


def table(position, mode="planned"):
    hours = {"turn": 12, "default": 8}
    game = new_table(3, ruleset="ti4", rounds=None, mode=mode, seed="early", hours=hours, now=START)
    return put(game, position, START)


def waited_for(game: Game) -> list[tuple[int, str]]:
    rows = game.prompts.filter(state=Prompt.State.OPEN, waiting=True)
    return sorted((prompt.seat.number, prompt.kind) for prompt in rows)


def asked_early(game: Game) -> dict[int, list[str]]:
    return {seat.number: sorted(seat.asked_early) for seat in game.seats.all() if seat.asked_early}


def told(heard, what: str) -> list[list[int]]:
    advanced = [said for name, said in heard if name == "advanced"]
    return [[seat.number for seat in said["early"]] for said in advanced if said[what]]


def test_the_next_turn_is_asked_while_secondaries_are_owed(heard):
    game = table(TRADE)
    send(game, 0, "STRATEGY Trade\nFREE nobody", now=START)
    assert waited_for(game) == [(1, "tradesecondary"), (2, "tradesecondary")]
    assert asked_early(game) == {1: ["taketurn"]}
    assert told(heard, "early") == [[1]]
    send(game, 1, "SKIP", now=START + HOUR)
    assert told(heard, "early") == [[1]], "nobody is asked twice"


def test_its_time_runs_from_then_on_and_is_an_hour_at_least():
    game = table(TRADE)
    send(game, 0, "STRATEGY Trade\nFREE nobody", now=START)
    send(game, 1, "SKIP", now=START + HOUR)
    send(game, 2, "SKIP", now=START + 7 * HOUR)
    turn = game.prompts.get(state=Prompt.State.OPEN)
    assert (turn.seat.number, turn.kind, turn.due) == (1, "taketurn", START + 12 * HOUR)
    send(game, 1, "STRATEGY Warfare", now=START + 8 * HOUR)
    assert asked_early(game).get(1) is None, "its moment has come and gone"


def test_a_turn_sent_meanwhile_is_carried_out_the_moment_they_are_in():
    game = table(TRADE)
    send(game, 0, "STRATEGY Trade\nFREE nobody", now=START)
    send(game, 1, "SKIP\nACTIVATE 31\nMOVE nothing", now=START + HOUR)
    assert waited_for(game) == [(2, "tradesecondary")]
    send(game, 2, "SKIP", now=START + 7 * HOUR)
    assert match_of(game).view(None).table.tokens["31"] == [1]
    assert waited_for(game) == [(2, "taketurn")]


def test_who_has_written_the_turn_already_is_not_asked():
    game = table(TRADE)
    send(game, 1, "NEXT TURN: ACTIVATE 31", now=START)
    send(game, 0, "STRATEGY Trade\nFREE nobody", now=START)
    assert asked_early(game) == {}


def test_all_rankings_are_asked_when_the_first_card_is_picked(heard):
    game = table({"phase": "strategy", "speaker": 1})
    assert waited_for(game) == [(1, "pickstrategy")]
    assert asked_early(game) == {0: ["pickstrategy"], 2: ["pickstrategy"]}
    send(game, 2, "PICK technology, trade, imperial", now=START + HOUR)
    send(game, 0, "PICK technology, trade, imperial", now=START + HOUR)
    send(game, 1, "PICK technology", now=START + 2 * HOUR)
    sides = match_of(game).view(None).table.sides
    assert [side.cards for side in sides] == [["imperial"], ["technology"], ["trade"]]


def test_all_ballots_are_asked_when_the_agenda_stands():
    """Also where no window asks, as nobody has a card."""
    box = {"agenda": ["mutiny", "economic_equality"]}
    game = table({"phase": "agenda", "custodians": False, "box": box})
    assert waited_for(game) == [(1, "castvotes")]
    assert asked_early(game) == {0: ["castvotes"], 2: ["castvotes"]}
    for seat in (0, 2, 1):
        send(game, seat, "VOTE for WITH all", now=START + HOUR)
    assert waited_for(game) == [(0, "breaktie")], "all have voted, and nobody can vote again"


def test_whoever_takes_a_seat_was_not_asked_early():
    game = table(TRADE)
    send(game, 0, "STRATEGY Trade\nFREE nobody", now=START)
    invitation = lobby.substitute(seat_of(game, 1), "new@example.org")
    assert lobby.join(invitation.token).asked_early == {}
