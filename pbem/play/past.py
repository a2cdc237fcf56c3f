"""The match as it was after any ruling that still counts, woken from the snapshot before it."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max

from pbem.models import Game, Ruling
from pbem.play import loading
from rules.kernel.errors import Diverged
from rules.kernel.match import Match
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.setting import Setting
from rules.kernel.views import SomeView


class Unreadable(Exception):
    """Raised where the rules can no longer show a position; the referee has the case."""


class Moment(NamedTuple):
    """A position of the past: how far the game was, and what everybody could see."""

    seq: int
    round: int
    public: SomeView


def match_at(game: Game, seq: int) -> Match:
    """Wake the match as it was after ruling `seq`, which must be on the branch that counts."""
    live = game.rulings.filter(live=True, seq__lte=seq)
    snapshot = game.snapshots.filter(seq__in=live.values("seq")).order_by("-seq").first()
    if snapshot is None:
        raise Unreadable
    rows = live.filter(seq__gte=snapshot.seq).order_by("seq")
    ruleset = loading.ruleset_of(game)
    try:
        with loading.rules_at_work():
            options = ruleset.read_options(game.options)
            path = [row.kernel() for row in rows]
            return Match.resume(Setting(ruleset, options, game.secret), snapshot.kernel(), path)
    except (Diverged, loading.RulesFailed) as trouble:
        raise Unreadable from trouble


def match_after(game: Game, seq: int) -> Match:
    """Wake the match as it was after ruling `seq`, whether that counts or was taken back."""
    try:
        return loading.load_at(game, seq)
    except (Diverged, loading.RulesFailed) as trouble:
        raise Unreadable from trouble


def head(game: Game) -> Match:
    """Wake the match as it is now."""
    try:
        return loading.load(game).match
    except (Diverged, loading.RulesFailed) as trouble:
        raise Unreadable from trouble


def seq_before(game: Game, at: datetime) -> int:
    """Return the last ruling that counts and was given by then; 0 if there was none."""
    rows = game.rulings.filter(live=True, at__lte=at)
    last: int | None = rows.aggregate(last=Max("seq"))["last"]
    return last or 0


def live_seqs(game: Game, until: int) -> list[int]:
    """Return the numbers of the rulings that count."""
    rows = game.rulings.filter(live=True, seq__lte=until).order_by("seq")
    return list(rows.values_list("seq", flat=True))


def rulings_between(game: Game, after: int, until: int, most: int) -> list[KernelRuling]:
    """Return all rulings of a stretch, also those taken back later; the newest `most` of them."""
    rows = Ruling.objects.filter(game=game, seq__gt=after, seq__lte=until).order_by("-seq")[:most]
    return [row.kernel() for row in reversed(rows)]


def moments(game: Game) -> list[Moment]:
    """Return what everybody could see at the end of each stage that counts: enough for charts."""
    ends: dict[str, int] = {}
    for seq, step in game.rulings.filter(live=True).order_by("seq").values_list("seq", "step"):
        ends[step.partition("/")[0]] = seq
    found: list[Moment] = []
    for seq in sorted(ends.values()):
        match = match_at(game, seq)
        with loading.rules_at_work():
            found.append(Moment(seq, match.round, match.view(None)))
    return found


def by_round(found: Sequence[Moment]) -> list[Moment]:
    """Return the last moment of each round."""
    return list({moment.round: moment for moment in found}.values())
