"""A real game by mail: its rules quoted, its odds reckoned, a whole round in one mail."""

import pytest

from notifications import outcomes
from pbem import lobby
from pbem.models import Game, Player, Seat, StandingOrder
from tests.notifications.conftest import PEOPLE, Post


@pytest.fixture
def game(post: Post) -> Game:
    for name, email, zone in PEOPLE[:2]:
        Player.objects.create(email=email, name=name, time_zone=zone)
    organiser = Player.objects.get(email=PEOPLE[0][1])
    options = {"players": 2, "species": "chosen", "chosen": ["terran_directorate", "planta"]}
    game = lobby.create_game(organiser, "Spica", "eclipse", options)
    for i, (name, email, _) in enumerate(PEOPLE[:2]):
        lobby.join(lobby.invite(game, email, name).token, f"word{i}")
    return lobby.start(game)


@pytest.fixture
def first(game: Game) -> Seat:
    return game.prompts.filter(waiting=True).get().seat


def answer(post: Post, seat: Seat, text: str) -> str:
    assert isinstance(post.say(seat, text), outcomes.Informed)
    return " ".join(post.newest(seat).body.split())


def test_rules_are_quoted(post: Post, first: Seat) -> None:
    whole = answer(post, first, "RULES 5.3")
    assert "5.3: Population squares 5.3.1 A coloured square takes one cube" in whole
    assert "One disc lies" not in whole
    assert "ECL 27.8 D6: Battle: always attack" in answer(post, first, "RULES ECL 27.8 D6")
    assert "no text for rule 99" in answer(post, first, "RULES 99")


def test_odds_in_a_sector(post: Post, first: Seat) -> None:
    told = answer(post, first, "ODDS 001 WITH 3 cruisers, 1 dreadnought")
    assert "attacks the GCDS." in told
    assert "the attacker wins: " in told
    assert "Name the force, as in: 001 WITH 2 cruiser" in answer(post, first, "ODDS 001")


def test_a_round_in_one_mail(post: Post, first: Seat) -> None:
    home = {0: "221", 1: "226"}[first.number]
    outcome = post.say(
        first,
        f"""PASS
NEXT TURN: BUILD interceptor AT {home}

STANDING:
HOLD
TARGET dreadnought, cruiser
RETREAT TO {home} IF my_ships < enemy_ships AND battle_round > 1
ATTACK
KEEP highest
TRADE 4 materials FOR money
RELEASE {home}
""",
    )
    assert isinstance(outcome, outcomes.OrdersTaken)
    told = post.newest(first).body
    assert "NOT LEGAL" not in told
    assert "not needed" not in told
    kept = [order.text.split()[0] for order in StandingOrder.objects.filter(seat=first)]
    assert kept == ["HOLD", "TARGET", "IF", "ATTACK", "KEEP", "TRADE", "RELEASE"], "as they stand"
