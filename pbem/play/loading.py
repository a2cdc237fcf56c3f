"""Which rulesets there are, and waking a match from its rows."""

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q, QuerySet, Subquery

from pbem.models import Game, Ruling, Snapshot, Submission
from pbem.storage.prepared import Prepared, Question
from rules.kernel.errors import Diverged
from rules.kernel.match import Match
from rules.kernel.orders.ledger import Ledger
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.ruleset import Ruleset, Rulesets
from rules.kernel.setting import Setting

DEAD_TO_REMEMBER = 200
"""How many rulings back an undone ruling still keeps standing orders from answering again."""

_LOCKED = Prepared(lambda pk: Game.objects.select_for_update(no_key=True).filter(pk=pk))
_NEWEST_SNAPSHOT = Prepared(lambda pk: Snapshot.objects.filter(game=pk).order_by("-seq")[:1])
_SNAPSHOT_BEFORE = Prepared(
    lambda pk, seq: Snapshot.objects.filter(game=pk, seq__lte=seq).order_by("-seq")[:1]
)
_RULINGS_BETWEEN = Prepared(
    lambda pk, low, high: Ruling.objects.filter(game=pk, seq__gte=low, seq__lte=high).order_by(
        "seq"
    )
)
_RECORD_IN_FORCE = Prepared(
    lambda pk: Ruling.objects.filter(
        Q(seq__gte=_highest(Snapshot.objects.filter(game=pk), "seq"))
        | Q(seq__gte=_lowest(_with_orders(pk), "seen_seq"))
        | Q(live=False, seq__gte=_head_of(pk) - DEAD_TO_REMEMBER),
        game=pk,
    ).order_by("seq")
)
"""What `_RECORD` finds, for who knows neither the snapshot nor the orders yet."""
_RECORD = Prepared(
    lambda pk, low, remembered: Ruling.objects.filter(
        Q(seq__gte=low) | Q(live=False, seq__gte=remembered), game=pk
    ).order_by("seq")
)

_ROOT = Path(__file__).resolve().parents[2]


class RulesFailed(Exception):
    """Raised when the rules crash. The words name the place only: a message could hold hidden
    state."""

    def __init__(self, error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)[-6:]
        where = [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
        super().__init__(f"{type(error).__name__} at " + " > ".join(where))


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(_ROOT)) if path.is_relative_to(_ROOT) else path.name


@contextmanager
def rules_at_work() -> Iterator[None]:
    """Raise RulesFailed for a crash in this block, unless the database failed: only rules freeze a
    game."""
    try:
        yield
    except (Diverged, RulesFailed, DatabaseError):
        raise
    except Exception as error:
        raise RulesFailed(error) from error


@cache
def _registry(paths: tuple[str, ...]) -> Rulesets:
    return Rulesets(paths)


def rulesets() -> Rulesets:
    """Return the games this server offers: settings.PARSEC_RULESETS, dotted paths of ruleset
    objects."""
    return _registry(tuple(settings.PARSEC_RULESETS))


def ruleset_of(game: Game) -> Ruleset[Any]:
    return rulesets().get(game.ruleset)


def _highest(rows: QuerySet[Any], column: str) -> Subquery:
    return Subquery(rows.order_by(f"-{column}").values(column)[:1])


def _lowest(rows: QuerySet[Any], column: str) -> Subquery:
    return Subquery(rows.order_by(column).values(column)[:1])


def _with_orders(pk: int) -> QuerySet[Submission]:
    return Submission.objects.filter(game=pk, state=Submission.State.LIVE)


def _head_of(pk: int) -> Subquery:
    return Subquery(Game.objects.filter(pk=pk).values("head_seq"))


class Record(NamedTuple):
    """The newest snapshot of a game, if there is one, and the rulings that still matter."""

    newest: Snapshot | None
    rulings: list[Ruling]


def record_of(game_id: int) -> tuple[Question[Snapshot], Question[Ruling]]:
    """Return the questions whose answers make a `Record`, for `prepared.together`."""
    return _NEWEST_SNAPSHOT.of(game_id), _RECORD_IN_FORCE.of(game_id)


def to_lock(game_id: int) -> Question[Game]:
    """Return the question whose answer is the game's row, locked; see `locked`."""
    return _LOCKED.of(game_id)


def locked(game_id: int) -> Game:
    """Return the game's row, locked until the transaction ends; incoming orders can still be
    stored."""
    game = _LOCKED.first(game_id)
    if game is None:
        raise Game.DoesNotExist(f"game {game_id}")
    return game


class Loaded(NamedTuple):
    """A match awake at its head, with the part of its record that still matters."""

    match: Match
    rulings: list[KernelRuling]
    ledger: Ledger


def load(game: Game, since: int | None = None, record: Record | None = None) -> Loaded:
    """Wake the match from the newest snapshot on the way from the first ruling to the head.

    `since`: the first ruling that may cite orders still in force. Raises Diverged or RulesFailed if
    the rules no longer give what was ruled.
    """
    newest = record.newest if record is not None else _NEWEST_SNAPSHOT.first(game.pk)
    if newest is None:
        raise Diverged(1, "its snapshot is missing")
    if record is not None:
        rows = record.rulings
    else:
        low = newest.seq if since is None else min(newest.seq, since)
        rows = _RECORD(game.pk, low, max(0, game.head_seq - DEAD_TO_REMEMBER))
    rulings = [row.kernel() for row in rows]
    tail = _tail(rulings, game.head_seq, newest.seq)
    if tail is None:
        newest, tail = _from_older_snapshot(game, game.head_seq)
    return Loaded(_resumed(game, newest, tail), rulings, Ledger(rulings))


def load_at(game: Game, seq: int) -> Match:
    """Wake the match as it was after a ruling, on whatever branch the ruling lies."""
    newest = _SNAPSHOT_BEFORE.first(game.pk, seq)
    if newest is None:
        raise Diverged(1, "its snapshot is missing")
    rows = _RULINGS_BETWEEN(game.pk, newest.seq, seq)
    tail = _tail([row.kernel() for row in rows], seq, newest.seq)
    if tail is None:
        newest, tail = _from_older_snapshot(game, seq)
    return _resumed(game, newest, tail)


def _resumed(game: Game, snapshot: Snapshot, tail: list[KernelRuling]) -> Match:
    ruleset = ruleset_of(game)
    with rules_at_work():
        options = ruleset.read_options(game.options)
        return Match.resume(Setting(ruleset, options, game.secret), snapshot.kernel(), tail)


def _tail(rulings: Sequence[KernelRuling], head: int, snapshot: int) -> list[KernelRuling] | None:
    """Return the rulings from the snapshot's to the head; None if the snapshot lies on another
    branch."""
    by_seq = {ruling.n: ruling for ruling in rulings}
    tail: list[KernelRuling] = []
    at = head
    while at in by_seq:
        tail.append(by_seq[at])
        if at == snapshot:
            return tail[::-1]
        at = tail[-1].parent
    return None


def _from_older_snapshot(game: Game, seq: int) -> tuple[Snapshot, list[KernelRuling]]:
    """Find a snapshot on the branch of this ruling: after an undo the newest may lie on the one
    left."""
    parents = dict(game.rulings.values_list("seq", "parent"))
    kept = set(game.snapshots.values_list("seq", flat=True))
    path: list[int] = []
    at = seq
    while at:
        if at not in parents:
            raise Diverged(at, "it is missing from the record")
        path.append(at)
        if at in kept:
            break
        at = parents[at]
    else:
        raise Diverged(1, "its snapshot is missing")
    rows = Ruling.objects.filter(game=game, seq__in=path).order_by("seq")
    return game.snapshots.get(seq=at), [row.kernel() for row in rows]
