"""A game as one portable file, and checking such a file by playing it again."""

from typing import NamedTuple

from pbem import games
from pbem.models import Game
from rules.kernel.codec import encode
from rules.kernel.errors import BadOptions, BadRecord, Diverged, UnknownRuleset
from rules.kernel.history import History, read_record


class ExportRefused(Exception):
    """A record that may not leave the server now; the words say why."""


class Verification(NamedTuple):
    """Whether a record is whole. `n`: the first ruling that differs, 0 if it is not about one."""

    ok: bool
    words: str
    n: int = 0


def export(game: Game, staff: bool = False) -> bytes:
    """The whole record with its seed. While the game runs it would give away every hidden card
    and every die to come, so until the end only staff may have it."""
    if not game.head_seq:
        raise ExportRefused(f"{game} has not started: there is nothing to export.")
    if game.status != Game.Status.OVER and not staff:
        raise ExportRefused(
            f"{game} is not over: its record would show hidden cards and coming dice. "
            "Wait for the end; staff can export it with --staff."
        )
    ruleset = games.ruleset_of(game)
    history = History(ruleset, ruleset.read_options(game.options), game.secret)
    history.rulings = [row.kernel() for row in game.rulings.order_by("seq")]
    names = [seat.holder for seat in game.seats.select_related("player")]
    return encode(history.record(names)) + b"\n"


def verify(raw: bytes) -> Verification:
    """Check commitment, chain, dice, events and states of every branch by playing them again."""
    try:
        record = read_record(raw)
        ruleset = games.rulesets().get(record.ruleset)
        history = History.of(record, ruleset)
    except (BadRecord, BadOptions, UnknownRuleset) as error:
        return Verification(False, str(error))
    try:
        with games.rules_at_work():
            history.verify()
    except Diverged as error:
        return Verification(False, f"Ruling {error.n} differs: {error.why}.", error.n)
    except games.RulesFailed as error:
        return Verification(False, f"The record cannot be played again: {error}.")
    live = len(history.path())
    aside = len(history.rulings) - live
    more = f", {aside} more on branches that were left" if aside else ""
    return Verification(
        True, f"{ruleset.title}: {live} rulings on the live branch{more}; all as recorded."
    )
