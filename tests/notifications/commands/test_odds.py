"""ODDS by mail: two forces, or a place on the real map."""

import re

import pytest

from notifications.models import Outbox
from pbem.models import Player, Seat
from pbem.play import loading
from pbem.table import lobby
from rules.ti4.galaxy import home_of
from tests.notifications.conftest import PEOPLE, Post


@pytest.fixture
def sol(post: Post) -> Seat:
    """A seat at a table of Twilight Imperium; the others are bots."""
    organiser = Player.objects.create(name=PEOPLE[0][0], email=PEOPLE[0][1])
    factions = "federation_of_sol,emirates_of_hacan,barony_of_letnev"
    game = lobby.create_game(organiser, "Vega", "ti4", {"players": 3, "factions": factions})
    lobby.join(lobby.invite(game, organiser.email, organiser.name).token, "heron")
    for seat in game.seats.filter(kind=Seat.Kind.EMPTY):
        lobby.give_to_bot(seat)
    lobby.start(game)
    return game.seats.select_related("player", "game").get(player=organiser)


def answer(post: Post, seat: Seat, text: str) -> str:
    post.deliver()
    post.say(seat, text)
    return " ".join(Outbox.objects.latest("pk").body.split())


def test_the_chances_of_an_attack_on_a_place(post: Post, sol: Seat) -> None:
    sol.game.refresh_from_db()
    table = loading.load(sol.game).match.state.table
    there = next(s for s in range(3) if s != sol.number)
    tile = home_of(table, there)
    told = answer(post, sol, f"ODDS {tile} WITH 2 dreadnoughts, 1 carrier, 4 infantry")
    assert f"ODDS: {tile} WITH 2 DREADNOUGHTS" in told.upper()
    assert re.search(r"the attacker wins: \d+%", told)
    assert table.names[there] in told
    assert "taken " in told
    nothing = answer(post, sol, f"ODDS {tile}")
    assert "Nothing of yours could reach" in nothing
    forces = answer(post, sol, "ODDS 1 cruiser VS 1 cruiser")
    assert "the attacker wins: 38% draw: 25% the defender wins: 38%" in forces
    assert "Write both forces or a place" in answer(post, sol, "ODDS")
    assert "zeppelins" in answer(post, sol, "ODDS 27 WITH 2 zeppelins")


def test_the_example_names_a_place_of_the_game() -> None:
    for ruleset in loading.rulesets().by_name.values():
        odds = ruleset.features.odds
        assert odds is None or odds.at_place is None or odds.names_a_place(ruleset.odds_place)


def test_show_tells_all_about_a_place(post: Post, sol: Seat) -> None:
    told = answer(post, sol, "SHOW Mecatol Rex")
    assert "DOSSIER" in told
    assert "custodians token" in told
    assert "WHO CAN COME HERE" in told.upper()
    assert "There is no" in answer(post, sol, "SHOW Atlantis")
    assert "THE MAP, PLACE BY PLACE 1: " in answer(post, sol, "SHOW")
