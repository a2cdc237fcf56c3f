"""Which games would have gone otherwise by the rules as they are today, after a rules fix.

Steps keep the version of the rules they began with, so a change behind a version differs nowhere. A
difference is never silently adopted: a referee decides, game by game.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from msgspec import structs

from pbem.models import Dispute, Game
from pbem.play import loading
from pbem.play.loading import RulesFailed
from pbem.referee import disputes, records
from pbem.table import lobby
from rules.kernel.errors import Diverged
from rules.kernel.match import Match
from rules.kernel.records.history import History
from rules.kernel.records.record import Ruling
from rules.kernel.setting import Setting

WORDS = {
    "events": "what happens in it is told otherwise",
    "dice": "other dice are rolled in it",
    "answer": "an answer given in it is no longer legal",
    "questions": "other questions are open after it",
    "state": "the position after it is another",
    "record": "its record is not whole",
}


class Audited(NamedTuple):
    """One game and the first ruling `n` that differs, 0 if none does."""

    game: Game
    rulings: int
    n: int = 0
    words: str = ""
    dispute: Dispute | None = None


def audit(numbers: list[int] | None = None, now: datetime | None = None) -> Iterator[Audited]:
    """Play every running game again, along the branch that counts; open one dispute for each that
    differs."""
    for game in _chosen(numbers):
        yield _audited(game, now)


def by_newest_version(numbers: list[int] | None = None) -> Iterator[Audited]:
    """Play every running game again as if it had begun with the newest version of its rules.

    It shows what a change behind a version would have done to games that keep the older one.
    Nothing is wrong with those games, so no dispute is opened.
    """
    for game in _chosen(numbers):
        history = records.history(game)
        path = history.path()
        newest = [structs.replace(ruling, rules=history.ruleset.version) for ruling in path]
        yield Audited(game, len(path), *(_first_difference(history, newest) or ()))


def _chosen(numbers: list[int] | None) -> QuerySet[Game]:
    chosen = Game.objects.filter(status__in=lobby.AT_THE_TABLE).order_by("pk")
    return chosen.filter(pk__in=numbers) if numbers else chosen


def _audited(game: Game, now: datetime | None) -> Audited:
    history = records.history(game)
    path = history.path()
    rulings = len(path)
    found = _first_difference(history, path)
    if found is None:
        return Audited(game, rulings)
    n, words = found
    text = f"Played again by today's rules, ruling {n} differs: {words}."
    return Audited(game, rulings, n, words, disputes.open_for_audit(game, n, text, now))


def _first_difference(history: History, path: Sequence[Ruling]) -> tuple[int, str] | None:
    """Return the first ruling that differs, and what of it: never how, that could be a hidden
    card."""
    match = Match(Setting(history.ruleset, history.options, history.secret))
    n = 1
    try:
        with loading.rules_at_work():
            for ruling in path:
                n = ruling.n
                match.replay(ruling, strict=True)
    except Diverged as error:
        return error.n, WORDS[error.about]
    except RulesFailed as error:
        return n, f"the rules crash ({error})"
    return None
