"""Which games would have gone otherwise by the rules as they are today, after a rules fix.

Steps keep the version of the rules they began with, so a change behind a version differs nowhere. A
difference is never silently adopted: a referee decides, game by game.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from pbem.models import Dispute, Game
from pbem.play import loading
from pbem.play.loading import RulesFailed
from pbem.referee import disputes, records
from pbem.table import lobby
from rules.kernel.errors import Diverged
from rules.kernel.history import History
from rules.kernel.match import Match
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
    chosen = Game.objects.filter(status__in=lobby.AT_THE_TABLE).order_by("pk")
    if numbers:
        chosen = chosen.filter(pk__in=numbers)
    for game in chosen:
        yield _audited(game, now)


def _audited(game: Game, now: datetime | None) -> Audited:
    history = records.history(game)
    rulings = len(history.path())
    found = _first_difference(history)
    if found is None:
        return Audited(game, rulings)
    n, words = found
    text = f"Played again by today's rules, ruling {n} differs: {words}."
    return Audited(game, rulings, n, words, disputes.open_for_audit(game, n, text, now))


def _first_difference(history: History) -> tuple[int, str] | None:
    """Return the first ruling that differs, and what of it: never how, that could be a hidden
    card."""
    match = Match(Setting(history.ruleset, history.options, history.secret))
    n = 1
    try:
        with loading.rules_at_work():
            for ruling in history.path():
                n = ruling.n
                match.replay(ruling, strict=True)
    except Diverged as error:
        return error.n, WORDS[error.about]
    except RulesFailed as error:
        return n, f"the rules crash ({error})"
    return None
