"""Tables at which bots have played so far, for a person to look at or to go on with."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from pbem.models import Game, Player, Ruling, Seat, Snapshot
from pbem.play import advancing, saving
from rules.kernel.dice import Secret
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Input, Interject
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.records.record import Snapshot as KernelSnapshot
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.thinking.planner import STEADY
from rules.kernel.trials.arena import Players
from rules.kernel.trials.simulate import secret_for


class Played(NamedTuple):
    """The record of a game that bots have played, as far as it has come."""

    secret: Secret
    match: Match
    rulings: list[KernelRuling]
    snapshots: dict[int, KernelSnapshot]

    @property
    def moves(self) -> list[Input]:
        """All that the players did, to be played again."""
        found = (given for ruling in self.rulings for given in ruling.inputs)
        return [given for given in found if isinstance(given, Answers | Interject)]


class Remembered:
    """Players who make the moves of a game that was played before, as far as they are possible:
    rules change. Where one is not, they think."""

    def __init__(self, players: Players, moves: Sequence[Input]) -> None:
        self._players = players
        self._answers = {
            given.address: given
            for move in moves
            if isinstance(move, Answers)
            for given in move.given
        }
        self._plays = {move.at: move for move in moves if isinstance(move, Interject)}

    def next_input(self, match: Match) -> Input:
        """Return the next input of a match."""
        ask = match.ask
        assert ask is not None
        play = self._plays.pop(ask.address, None)
        if play is not None and not match.refusals(play):
            return play
        known = [self._answers[a] for a in ask.addresses if a in self._answers]
        if ask.mode == "first":
            known = known[:1]
        move = Answers(ask.address, tuple(known))
        whole = bool(known) and (ask.mode == "first" or len(known) == len(ask.addresses))
        if whole and not match.refusals(move):
            return move
        return self._players.next_input(match)


def play(
    rules: Ruleset[Any],
    options: Any,
    seed: str,
    seat: int | None = None,
    from_round: int = 0,
    moves: Sequence[Input] = (),
    fits: Callable[[Match], bool] = lambda match: True,
) -> Played:
    """Play with the dice of a seed until `seat` begins a turn in round `from_round` or later,
    of the kind it has had most often, and the position `fits`. To the end where there is no such
    turn, or no seat is named. `moves`: those of the same game when it was played before, which
    spares the thinking."""
    secret = secret_for(seed)
    players = Remembered(Players(rules, [STEADY] * options.players, seed), moves)
    match, ruling = Match.start(Setting(rules, options, secret))
    rulings, snapshots = [ruling], {ruling.n: match.snap}
    turns: Counter[str] = Counter()
    while not match.over:
        turns.update(kinds := _turns_begun(match, seat))
        usual = any(turns[kind] == max(turns.values()) for kind in kinds)
        if match.round >= from_round and usual and fits(match):
            break
        ruling = match.apply(players.next_input(match))
        rulings.append(ruling)
        if match.snap.n == ruling.n:
            snapshots[ruling.n] = match.snap
    return Played(secret, match, rulings, snapshots)


def _turns_begun(match: Match, seat: int | None) -> list[str]:
    """Return the kinds of the open questions by which a seat begins a turn."""
    asked = match.ask.decisions if match.ask is not None else ()
    return [type(d).__name__ for d in asked if d.seat == seat and d.root]


@transaction.atomic
def begin(game: Game, played: Played, people: Sequence[Player], took: timedelta) -> Game:
    """Make a table in the lobby the one that was played; it goes on from there, if it is not over.

    The first seats are those of `people`, bots sit in the others. `took`: how long ago the game
    began; its rulings are spread over that time, each day some of them.
    """
    now = timezone.now()
    for seat, player in zip(game.seats.order_by("number"), people, strict=False):
        seat.kind, seat.player = Seat.Kind.PERSON, player
        seat.save(update_fields=["kind", "player"])
    game.seats.filter(kind=Seat.Kind.EMPTY).update(kind=Seat.Kind.BOT, level=Seat.Level.STEADY)
    rows = [Ruling.of(game, ruling) for ruling in played.rulings]
    for row, at in zip(rows, _moments(len(rows), now - took, now), strict=True):
        row.at = at
    Ruling.objects.bulk_create(rows)
    kept = saving.worth_keeping(played.snapshots)
    Snapshot.objects.bulk_create([Snapshot.of(game, played.snapshots[n]) for n in sorted(kept)])
    game.seed, game.words = played.secret.seed, list(played.secret.words)
    game.commitment = played.secret.commitment
    game.head_seq, game.round = len(rows), played.match.round
    game.started = now - took
    game.status = Game.Status.OVER if played.match.over else Game.Status.RUNNING
    game.ended = now if played.match.over else None
    game.save()
    return game


def go_on(game: Game) -> None:
    """Ask the questions that are open at a table that was begun here."""
    advancing.advance(game.pk)


def _moments(count: int, start: datetime, end: datetime) -> list[datetime]:
    """So many moments between two, in order, as irregular as people are."""
    rng = Random(count)
    return sorted(start + (end - start) * rng.random() for _ in range(count))
