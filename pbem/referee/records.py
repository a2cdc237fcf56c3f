"""A game as one portable file, and checking such a file by playing it again."""

from collections.abc import Sequence
from typing import NamedTuple, overload

from pbem.models import Game
from pbem.play import loading
from rules.kernel.codec import decode, encode, unpack
from rules.kernel.errors import BadOptions, BadRecord, Diverged, UnknownRuleset
from rules.kernel.records.history import History, read_record
from rules.kernel.records.record import Ruling, Snapshot
from rules.kernel.setting import Setting


class ExportRefused(Exception):
    """Raised for a record that may not leave the server now; the words say why."""


class Verification(NamedTuple):
    """Whether a record is whole. `n`: the first ruling that differs, 0 if the fault is
    elsewhere."""

    ok: bool
    words: str
    n: int = 0


class _Rulings(Sequence[Ruling]):
    """The rulings of a game, each unpacked when it is looked at: of many, few are."""

    def __init__(self, packed: list[bytes]) -> None:
        self._packed = packed
        self._read: dict[int, Ruling] = {}

    def __len__(self) -> int:
        return len(self._packed)

    @overload
    def __getitem__(self, at: int) -> Ruling: ...
    @overload
    def __getitem__(self, at: slice) -> list[Ruling]: ...
    def __getitem__(self, at: int | slice) -> Ruling | list[Ruling]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        at %= len(self)
        if at not in self._read:
            self._read[at] = decode(unpack(self._packed[at]), Ruling)
        return self._read[at]


class _Snapshots(dict[int, Snapshot]):
    """The snapshots of a game by ruling, each fetched when a match is woken from it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._kept = set(game.snapshots.values_list("seq", flat=True))

    def __contains__(self, seq: object) -> bool:
        return seq in self._kept

    def __missing__(self, seq: int) -> Snapshot:
        self[seq] = found = self._game.snapshots.get(seq=seq).kernel()
        return found


def history(game: Game) -> History:
    """Return all branches of a game, to look at any ruling and to try what else might have been."""
    ruleset = loading.ruleset_of(game)
    whole = History(Setting(ruleset, ruleset.read_options(game.options), game.secret))
    packed = game.rulings.order_by("seq").values_list("body", flat=True)
    whole.rulings = _Rulings([bytes(body) for body in packed])  # type: ignore[assignment]
    whole.snapshots = _Snapshots(game)
    return whole


def export(game: Game, staff: bool = False) -> bytes:
    """Return the whole record with its seed.

    While the game runs, the record would give away every hidden card and every die to come, so
    until the end only staff may have it.
    """
    if not game.head_seq:
        raise ExportRefused(f"{game} has not started: there is nothing to export.")
    if game.status != Game.Status.OVER and not staff:
        raise ExportRefused(
            f"{game} is not over: its record would show hidden cards and coming dice. "
            "Wait for the end; staff can export it with --staff."
        )
    names = [seat.holder for seat in game.seats.select_related("player")]
    return encode(history(game).record(names)) + b"\n"


def verify(raw: bytes) -> Verification:
    """Check commitment, chain, dice, events and states of every branch by playing them again."""
    try:
        record = read_record(raw)
        ruleset = loading.rulesets().get(record.ruleset)
        history = History.of(record, ruleset)
    except (BadRecord, BadOptions, UnknownRuleset) as error:
        return Verification(False, str(error))
    try:
        with loading.rules_at_work():
            history.verify()
    except Diverged as error:
        return Verification(False, f"Ruling {error.n} differs: {error.why}.", error.n)
    except loading.RulesFailed as error:
        return Verification(False, f"The record cannot be played again: {error}.")
    live = len(history.path())
    aside = len(history.rulings) - live
    more = f", {aside} more on branches that were left" if aside else ""
    return Verification(
        True, f"{ruleset.title}: {live} rulings on the live branch{more}; all as recorded."
    )
