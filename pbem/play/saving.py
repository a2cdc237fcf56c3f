"""What a session has changed, written all at once; nothing is written where nothing changed."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from pbem.clocks import attendance
from pbem.models import Game, Offer, Prompt, Ruling, Seat, Snapshot, Submission
from pbem.storage import prepared
from pbem.storage.prepared import Prepared
from rules.kernel.codec import encode
from rules.kernel.match import Match
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.records.record import Snapshot as KernelSnapshot

SNAPSHOTS_KEPT = 4
SNAPSHOT_EVERY = 20

SNAPSHOTS = Prepared(lambda game: Snapshot.objects.filter(game=game).values_list("seq", flat=True))
_PROMPT_COLUMNS = (
    "state",
    "due",
    "ask_address",
    "waiting",
    "suspended",
    "stopped",
    "repent",
    "answered",
    "answered_by",
)
"""What of a question may change while it is open."""


class Saving:
    """Remembers the rows of a game as they were read, and writes what has become of them."""

    def __init__(self, game: Game, now: datetime, snapshots: Sequence[int] | None = None) -> None:
        """`snapshots`: the rulings there is one of, where they were read already."""
        self._stored = None if snapshots is None else set(snapshots)
        self.game = game
        self.now = now
        self._rulings: list[KernelRuling] = []
        self._snapshots: dict[int, KernelSnapshot] = {}
        self._prompts: dict[int, tuple[Any, ...]] = {}
        self._reports: dict[int, tuple[str, bytes]] = {}

    def remember_prompts(self, prompts: Iterable[Prompt]) -> None:
        self._prompts = {prompt.pk: _columns(prompt) for prompt in prompts}

    def remember_report(self, submission: Submission) -> None:
        self._reports[submission.pk] = (submission.state, encode(submission.report))

    def add_ruling(self, ruling: KernelRuling, match: Match) -> None:
        """Take in a ruling that `match` has just given, to be written later."""
        self._rulings.append(ruling)
        if match.snap.n == ruling.n:
            self._snapshots[ruling.n] = match.snap

    def write_rulings(self, match: Match) -> None:
        if not self._rulings:
            return
        prepared.insert_later([self._row(ruling) for ruling in self._rulings])
        self._write_snapshots()
        self._rulings = []
        self._snapshots = {}
        self.game.head_seq = match.n
        self.game.round = match.round
        prepared.update([self.game], ["head_seq", "round"])

    def write_branch(
        self, rulings: Sequence[KernelRuling], snapshots: Sequence[KernelSnapshot] = ()
    ) -> None:
        """Write entries that build on an earlier ruling than the head.

        The rulings between no longer count, but stay in the record.
        """
        first = rulings[0]
        Ruling.objects.bulk_create([self._row(ruling) for ruling in rulings])
        self.game.rulings.filter(seq__gt=first.parent, seq__lt=first.n).update(live=False)
        self._snapshots = {snapshot.n: snapshot for snapshot in snapshots}
        self._write_snapshots()
        self._snapshots = {}
        self.game.head_seq = rulings[-1].n
        self.game.save(update_fields=["head_seq"])

    def _row(self, ruling: KernelRuling) -> Ruling:
        row = Ruling.of(self.game, ruling)
        row.at = self.now
        return row

    def _write_snapshots(self) -> None:
        if not self._snapshots:
            return
        stored = set(SNAPSHOTS(self.game.pk)) if self._stored is None else self._stored
        kept = worth_keeping(stored | set(self._snapshots))
        prepared.insert_later(
            [Snapshot.of(self.game, s) for n, s in self._snapshots.items() if n in kept]
        )
        prepared.delete(Snapshot, {"game": self.game.pk}, "seq", sorted(stored - kept))
        self._stored = (stored | set(self._snapshots)) & kept

    def write_prompts(self, known: Iterable[Prompt], opened: Sequence[Prompt]) -> None:
        """Write those `known` questions that have changed, and those `opened` just now."""
        rows = [prompt for prompt in known if prompt.pk is not None]
        changed = [p for p in rows if _columns(p) != self._prompts.get(p.pk)]
        prepared.update(changed, _PROMPT_COLUMNS)
        prepared.insert(opened)

    def write_submissions(
        self, submissions: Iterable[Submission], answered: Sequence[Submission]
    ) -> None:
        """Write the orders `answered` just now, and others whose report has changed."""
        changed = [
            s
            for s in submissions
            if s in answered or (s.state, encode(s.report)) != self._reports.get(s.pk)
        ]
        prepared.update(
            changed,
            ("state", "report", "lines", "errors", "step", "open", "round", "go", "seen_seq"),
        )

    def write_seats(self, seats: Sequence[Seat]) -> None:
        """Write how seats stand with deadlines, and what they were asked early."""
        if seats:
            prepared.update(seats, [*attendance.KEPT, "asked_early"])

    def write_end(self) -> None:
        """End the clocks and offers of a game that is over."""
        self.game.status = Game.Status.OVER
        self.game.ended = self.now
        self.game.save(update_fields=["status", "ended"])
        self.game.offers.filter(state=Offer.State.OPEN).update(state=Offer.State.EXPIRED)


def _columns(prompt: Prompt) -> tuple[Any, ...]:
    return tuple(getattr(prompt, name) for name in _PROMPT_COLUMNS)


def worth_keeping(seqs: Iterable[int]) -> set[int]:
    """Return which snapshots stay: the last few, and the first of every twenty rulings."""
    ordered = sorted(seqs)
    kept = set(ordered[-SNAPSHOTS_KEPT:])
    blocks: set[int] = set()
    for seq in ordered:
        if seq // SNAPSHOT_EVERY not in blocks:
            blocks.add(seq // SNAPSHOT_EVERY)
            kept.add(seq)
    return kept
