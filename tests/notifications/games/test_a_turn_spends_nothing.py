"""A turn of four lines through the SMTP door: one line at fault, and nothing is spent."""

import asyncio
from types import SimpleNamespace

import pytest
from aiosmtpd.smtp import Envelope

from notifications import keys
from notifications.inbound import pipeline, smtp_door
from notifications.models import Inbound
from pbem.models import Game, Player, Seat
from pbem.play import loading
from pbem.table import lobby
from rules.ti4 import galaxy
from rules.ti4.facts import TILES
from tests.notifications.conftest import PEOPLE, Post
from tests.pbem.tables import send


@pytest.fixture
def to_move(post: Post) -> Seat:
    """Whoever has the first turn at a table of Twilight Imperium; nobody waits for second
    thoughts."""
    people = [Player.objects.create(email=email, name=name) for name, email, _zone in PEOPLE]
    options = {"players": 3, "factions": "sol, hacan, xxcha"}
    game: Game = lobby.create_game(people[0], "Rigel", "ti4", options, "trust")
    for i, person in enumerate(people):
        lobby.sit_down(game, person, f"word{i}")
    game = lobby.start(game)
    waiting = game.prompts.filter(state="open", waiting=True)
    while (prompt := waiting.earliest("pk")).kind != "taketurn":
        send(game, prompt.seat.number, "1")
    return Seat.objects.select_related("player", "game").get(pk=prompt.seat_id)


def handed_in(post: Post, seat: Seat, text: str) -> str:
    """Hand a reply in at the door, let it be read, and return the answer."""
    envelope = Envelope()
    envelope.content = post.reply(seat, text)
    envelope.mail_from = keys.email_of(seat)
    envelope.rcpt_tos = [keys.seat_address(seat)]
    said = asyncio.run(smtp_door.Handler().handle_DATA(None, SimpleNamespace(), envelope))
    assert said.startswith("250")
    row = Inbound.objects.latest("pk")
    assert row.door == "smtp"
    pipeline.read_and_play(row.pk)
    return " ".join(post.newest(seat).body.split())


@pytest.mark.parametrize(
    ("line", "blamed", "faults"),
    [
        ("FLURB 1 carrier WITH 2 infantry FROM {home}", "NOT UNDERSTOOD", 1),
        ("MV 9 carriers WITH 2 infantry FROM {home}", "NOT LEGAL", 1),
        ("BUILD 1 cruiser AT {home}", "NOT LEGAL", 2),
    ],
)
def test_a_turn_with_a_line_at_fault_spends_nothing(
    post: Post, to_move: Seat, line: str, blamed: str, faults: int
) -> None:
    """Only the guilty line is blamed; where nothing moves there is nothing to land either."""
    table = loading.load(to_move.game).match.view(to_move.number).table
    home = galaxy.home_of(table, to_move.number)
    near = galaxy.adjacent(table, home, to_move.number)
    goal = next(tile for tile in near if TILES[tile].planets)
    before = table.sides[to_move.number].tactic
    guilty = line.format(home=home)
    planet = TILES[goal].planets[0]
    text = f"ACTIVATE {goal}\n{guilty}\nLAND 2 infantry ON {planet}\nDONE"
    told = handed_in(post, to_move, text)
    to_move.game.refresh_from_db()
    after = loading.load(to_move.game).match.view(to_move.number).table
    assert after.sides[to_move.number].tactic == before
    assert goal not in after.tokens or to_move.number not in after.tokens[goal]
    assert f"{guilty} … {blamed}" in told
    assert told.count(blamed) == faults
    assert "Nothing of this was carried out" in told
    assert "reply GO" in told
