"""Games in which everybody writes on a sheet of their own, by mail."""

from typing import Any

import pytest

from notifications.inbound import outcomes
from notifications.outbound import deliver
from pbem.models import Game, Player, Seat
from pbem.table import lobby
from tests.notifications.conftest import PEOPLE, Post


@pytest.fixture(autouse=True)
def logbook(settings: Any) -> None:
    settings.PARSEC_RULESETS = [*settings.PARSEC_RULESETS, "tests.logbook.ruleset.LOGBOOK"]


def table(players: int) -> Game:
    for name, email, zone in PEOPLE[:players]:
        Player.objects.create(email=email, name=name, time_zone=zone)
    organiser = Player.objects.get(email=PEOPLE[0][1])
    game = lobby.create_game(organiser, "Vega", "logbook", {"players": players})
    for i, (name, email, _) in enumerate(PEOPLE[:players]):
        lobby.join(lobby.invite(game, email, name).token, f"word{i}")
    return lobby.start(game)


def flowing(post: Post, seat: Seat) -> str:
    return " ".join(post.newest(seat).body.split())


@pytest.mark.parametrize("players", [1, 2])
def test_lines_passed_over_are_reported_line_by_line(post: Post, players: int) -> None:
    seat = table(players).seats.get(number=0)
    outcome = post.say(seat, "MARK fish\nMARK wind\nMARK 2 gold\nMARK sea")
    assert isinstance(outcome, outcomes.OrdersTaken)
    told = flowing(post, seat)
    assert "MARK 2 gold … " in told
    assert "only in part: Only 1 of 2 boxes of gold can be marked. [LOG 2.2]" in told
    assert "MARK sea … NOT LEGAL: No box of sea can be marked. [LOG 2.2]" in told
    assert "MARK fish … NOT LEGAL" in told


def test_one_mail_for_both_halves_of_a_round(post: Post) -> None:
    game = table(2)
    ada, bruno = game.seats.order_by("number")
    post.say(ada, "MARK 2 wind\nSPEND wind\nSPEND sea\nSPEND gold")
    assert "Kept for a later question" in flowing(post, ada)
    post.say(bruno, "MARK sea")
    game.refresh_from_db()
    waiting = game.prompts.filter(state="open", waiting=True)
    assert [prompt.seat for prompt in waiting] == [bruno]


def test_the_own_sheet_is_in_the_mail_of_who_plays_alone(post: Post) -> None:
    seat = table(1).seats.get(number=0)
    parts = deliver.message(post.newest(seat)).message().walk()
    assert "image/png" in [part.get_content_type() for part in parts]
