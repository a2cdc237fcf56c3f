"""A whole game, from the invitation to the last mail, by text alone."""

import re
from random import Random
from typing import Any

import pytest

from notifications import keys, preferences, worker_hints
from notifications.inbound.outcomes import Joined, OrdersTaken
from notifications.models import Inbound, Outbox
from pbem.models import Game, Player, Prompt
from pbem.play import advancing, loading
from pbem.table import lobby
from tests.notifications.conftest import PEOPLE, Post


def play_out(post: Post, game: Game, seed: int, clock: Any) -> Game:
    """Bots that see nothing but their own view, and write order lines into replies."""
    rng = Random(seed)
    for _ in range(600):
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            return game
        asked = Prompt.objects.filter(game=game, state="open").order_by("due", "pk")
        prompt = asked.filter(waiting=True).select_related("seat__player", "seat__game").first()
        if prompt is None:
            clock.move_to(asked[0].due)
            clock.shift(1)
            advancing.advance(game.pk)
            continue
        match = loading.load(game).match
        assert match.ask is not None
        decision = match.ask.decision(prompt.address)
        assert decision is not None
        view = match.view(prompt.seat.number)
        line = decision.write(view, decision.sample(view, rng))
        assert isinstance(post.say(prompt.seat, line), OrdersTaken)
    raise AssertionError("the game does not end")


def test_a_whole_game_by_mail(post, clock):
    for name, email, zone in PEOPLE:
        Player.objects.create(name=name, email=email, time_zone=zone)
    organiser = Player.objects.get(email=PEOPLE[0][1])
    options = {"players": 3, "rounds": 2, "commands": 1}
    game = lobby.create_game(organiser, "Arcturus", "skirmish", options)
    for name, email, _ in PEOPLE:
        lobby.invite(game, email, name)
    for sent in post.deliver():
        assert game.commitment in sent.body
        raw = post.raw(sent.reply_to[0], "JOIN heron\n", sent.to[0])
        assert isinstance(post.read(raw), Joined)
    for seat in game.seats.exclude(number=0).select_related("player"):
        preferences.set_text_only(seat.player, True)
    lobby.start(game)
    game = play_out(post, game, 7, clock)
    post.deliver()

    assert game.status == Game.Status.OVER
    assert not Inbound.objects.exclude(outcome__in=["orders", "joined"]).exists()
    assert not Outbox.objects.exclude(state=Outbox.State.SENT).exists()
    for seat in game.seats.select_related("player"):
        rows = list(Outbox.objects.filter(seat=seat).order_by("pk"))
        assert "The game is over" in rows[-1].subject
        assert game.seed in rows[-1].body
        assert not any(game.seed in row.body for row in rows[:-1])
        _nothing_is_told_twice(rows)
        assert {row.headers["Reply-To"] for row in rows} == {keys.seat_address(seat)}
        assert not any("seat+" in row.body for row in rows)


@pytest.mark.postgres
def test_a_reply_on_postgres(clock, monkeypatch):
    """Row locks and commits as in production."""
    monkeypatch.setattr(worker_hints, "_hint", lambda task, row: None)
    post = Post([])
    game = post.table()
    for seat in game.seats.select_related("player", "game"):
        assert isinstance(post.say(seat, "1"), OrdersTaken)
    assert "WHAT HAPPENED TO YOU" in post.newest(game.seats.get(number=0)).body
    assert len(post.deliver()) == Outbox.objects.count() == 8


def _nothing_is_told_twice(rows: list[Outbox]) -> None:
    for title in ("WHAT HAPPENED TO YOU", "WHAT ELSE HAPPENED"):
        last = 0
        for row in rows:
            block = re.search(rf"{title}\n(.*?)(\n\n|\Z)", row.body, re.DOTALL)
            told = re.findall(r"^  #(\d+)(?:–#(\d+))?", block[1], re.M) if block else []
            for first, end in told:
                assert int(first) > last
                last = int(end or first)
        assert last
