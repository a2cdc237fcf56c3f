"""Twilight Inscription by mail: scripts with remarks, and a whole game of four."""

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from aiosmtpd.smtp import Envelope

from notifications import keys
from notifications.inbound import outcomes, pipeline, smtp_door
from notifications.models import Inbound
from pbem.models import Game, Player, Prompt, Seat, Submission
from pbem.play import advancing, loading
from pbem.table import lobby
from tests.notifications.conftest import PEOPLE, Post

NAMES = [*PEOPLE, ("Dora Vale", "dora@example.org", "Europe/Warsaw")]


@pytest.fixture(autouse=True)
def inscription(settings: Any) -> None:
    settings.PARSEC_RULESETS = [
        *settings.PARSEC_RULESETS,
        "rules.inscription.ruleset.INSCRIPTION",
    ]


def table(players: int, **options: Any) -> Game:
    for name, email, zone in NAMES[:players]:
        Player.objects.create(email=email, name=name, time_zone=zone)
    organiser = Player.objects.get(email=NAMES[0][1])
    chosen = {"players": players, **options}
    game = lobby.create_game(organiser, "Vega", "inscription", chosen)
    for i, (name, email, _) in enumerate(NAMES[:players]):
        lobby.join(lobby.invite(game, email, name).token, f"word{i}")
    return lobby.start(game)


def flowing(post: Post, seat: Seat) -> str:
    return " ".join(post.newest(seat).body.split())


def through_the_door(post: Post, seat: Seat, text: str) -> outcomes.Outcome | None:
    """A reply handed in at the SMTP door, and read by a worker."""
    envelope = Envelope()
    envelope.content = post.reply(seat, text)
    envelope.mail_from, envelope.rcpt_tos = keys.email_of(seat), [keys.seat_address(seat)]
    taken = smtp_door.Handler().handle_DATA(None, SimpleNamespace(), envelope)
    assert asyncio.run(taken).startswith("250")
    return pipeline.read_and_play(Inbound.objects.latest("pk").pk)


def test_legal_lines_count_and_the_others_are_reported(post: Post) -> None:
    game = table(1)
    seat = game.seats.get(number=0)
    assert isinstance(post.say(seat, "1"), outcomes.OrdersTaken)
    post.say(seat, "SHEET navigation\nACCESS S99\nCLAIM S02\nPLAY Nano-Forge")
    told = flowing(post, seat)
    assert "ACCESS S99 … NOT" in told
    assert "PLAY Nano-Forge … NOT LEGAL: This cannot be used now. [TIN 15.1.4]" in told


def test_marks_of_the_template_stand_below_their_own_sheet(post: Post) -> None:
    """The sheet that the first answer takes keeps its heading: marks stand where they belong."""
    seat = table(1).seats.get(number=0)
    for _ in range(12):
        post.say(seat, "1")
        match = loading.load(Game.objects.get(pk=seat.game_id)).match
        ((_address, decision),) = match.open_for(0)
        wanted = list(decision.template(match.view(0)))
        if sum(line.startswith("SHEET") for line in wanted) > 1:
            break
    body = post.newest(seat).body
    shown = [line.strip() for line in body[body.index("TEMPLATE (") :].splitlines()[1:]]
    assert shown[: len(wanted)] == wanted


def test_rules_and_cards_are_quoted(post: Post) -> None:
    seat = table(1).seats.get(number=0)
    post.say(seat, "RULES 8.2.3")
    assert "Specialization burst" in flowing(post, seat)
    post.say(seat, "RULES gravity drive")
    assert "wormholes" in flowing(post, seat)


def test_help_offers_what_the_game_has(post: Post) -> None:
    seat = table(1).seats.get(number=0)
    assert "RULES and a name, as in RULES Gravity Drive" in flowing(post, seat)
    post.say(seat, "HELP")
    told = flowing(post, seat)
    assert "RULES 9.4 or RULES Gravity Drive" in told
    assert "ODDS" not in told


def test_four_players_play_a_whole_game_by_mail(post: Post, clock: Any) -> None:
    game = table(4)
    rng = Random(4)
    for _ in range(400):
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            break
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
        assert isinstance(through_the_door(post, prompt.seat, line), outcomes.OrdersTaken), line
    assert game.status == Game.Status.OVER
    for seat in game.seats.select_related("player"):
        last = post.newest(seat)
        assert "The game is over" in last.subject
        assert game.seed in last.body
    used = {
        entry.text.split()[0]
        for report in Submission.objects.values_list("report", flat=True)
        for entry in report
        if entry.status == "done"
    }
    assert {"CHOOSE", "SHEET", "CLAIM", "BUILD", "VOTE"} <= used
