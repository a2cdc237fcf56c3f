"""Tables to play at, and players who write their orders as people do."""

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import count
from random import Random
from typing import Any, NamedTuple

from django.utils import timezone

from pbem.models import Game, Player, Prompt, Ruling, Seat, Snapshot, Submission
from pbem.orders import submissions
from pbem.play import advancing, loading
from pbem.play.advancing import Advanced
from pbem.table import lobby
from rules.kernel.match import Match
from rules.kernel.setting import Setting

_numbers = count(1)


def new_table(
    players: int = 2,
    *,
    ruleset: str = "skirmish",
    bots: int = 0,
    rounds: int | None = 3,
    mode: str = "trust",
    hours: Mapping[str, float] | None = None,
    terms: Mapping[str, Any] | None = None,
    start: bool = True,
    seed: str = "",
    now: datetime | None = None,
) -> Game:
    """A game with `players` seats, the last `bots` of them played by bots."""
    organiser = Player.objects.get_or_create(email="org@example.org", defaults={"name": "Org"})[0]
    game = lobby.create_game(
        organiser,
        "Test",
        ruleset,
        {"players": players} | ({"rounds": rounds} if rounds is not None else {}),
        mode,
        hours or {},
        terms,
    )
    if seed:
        game.seed = seed
        game.commitment = game.secret.commitment
        game.save()
    for number in range(players - bots):
        email = f"p{number}@example.org"
        player, _ = Player.objects.get_or_create(email=email, defaults={"name": f"p{number}"})
        lobby.sit_down(game, player, f"word {number}")
    for seat in game.seats.filter(kind=Seat.Kind.EMPTY):
        lobby.give_to_bot(seat)
    return lobby.start(game, now) if start else Game.objects.get(pk=game.pk)


def put(game: Game, position: Mapping[str, Any], now: datetime) -> Game:
    """Let a table go on from a position, as a rule case has it."""
    ruleset = loading.ruleset_of(game)
    setting = Setting(ruleset, ruleset.read_options(game.options), game.secret)
    match, ruling = Match.start(setting, position=dict(position))
    for rows in (game.rulings, game.snapshots, game.prompts):
        rows.all().delete()
    Ruling.of(game, ruling).save()
    Snapshot.of(game, match.snap).save()
    Game.objects.filter(pk=game.pk).update(head_seq=1)
    advancing.advance(game.pk, now)
    return Game.objects.get(pk=game.pk)


def match_of(game: Game) -> Match:
    return loading.load(Game.objects.get(pk=game.pk)).match


def seat_of(game: Game, number: int) -> Seat:
    return game.seats.get(number=number)


def send(
    game: Game, number: int, text: str, *, now: datetime | None = None, key: str = ""
) -> Submission:
    """Orders by mail, ruled on at once."""
    key = key or f"mail-{next(_numbers)}"
    submission = submissions.submit(game, seat_of(game, number), text, "test", key, now)
    advancing.advance(game.pk, now)
    submission.refresh_from_db()
    return submission


def statuses(submission: Submission) -> list[str]:
    return [line.status for line in submission.report]


Pick = Callable[[Any, Any], Any]


class Asked(NamedTuple):
    """An open question and how somebody would answer it."""

    seat: int
    address: str
    text: str
    answer: Any


def open_question(game: Game, pick: Pick) -> Asked:
    """The first question somebody is waited for."""
    match = match_of(game)
    rows = game.prompts.filter(state=Prompt.State.OPEN, waiting=True)
    waiting = set(rows.values_list("address", flat=True))
    assert match.ask is not None
    for address, decision in match.ask.items():
        if address in waiting:
            view = match.view(decision.seat)
            answer = pick(decision, view)
            return Asked(decision.seat, address, decision.write(view, answer), answer)
    raise AssertionError("nobody is waited for")


def play_to_the_end(game: Game, pick: Pick, now: datetime | None = None) -> None:
    """Everybody answers by mail whatever they are asked; windows pass with time."""
    now = now or timezone.now()
    for _ in range(400):
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            return
        asked = game.prompts.filter(state=Prompt.State.OPEN)
        if not asked.filter(waiting=True).exists():
            now = max(p.due for p in asked)
            advancing.advance(game.pk, now)
            continue
        question = open_question(game, pick)
        submission = send(game, question.seat, question.text, now=now)
        assert set(statuses(submission)) <= {"done", "waiting"}, submission.report
    raise AssertionError("the game does not end")


def sampling(seed: int) -> Pick:
    rng = Random(seed)
    return lambda decision, view: decision.sample(view, rng)


def by_default(decision: Any, view: Any) -> Any:
    return decision.default(view)


def advance(game: Game, now: datetime | None = None) -> Advanced:
    return advancing.advance(game.pk, now)
