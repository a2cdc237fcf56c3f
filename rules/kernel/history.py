"""The tree of a match's rulings: waking, undo, forks, edits, verification."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from rules.kernel.codec import encode, plain
from rules.kernel.decisions import Problem
from rules.kernel.dice import Dice, Secret
from rules.kernel.errors import BadRecord, Diverged, KernelError, Refusal, Refused
from rules.kernel.match import Match
from rules.kernel.record import (
    Answers,
    Edit,
    Given,
    Input,
    Interject,
    Op,
    Quiet,
    Record,
    Ruling,
    Snapshot,
    Source,
    Start,
    Undo,
    sealed,
)
from rules.kernel.ruleset import Ruleset
from rules.kernel.table import Ask

Fate = Literal["kept", "question-changed", "refused", "not-asked", "newly-asked"]


class Kept(NamedTuple):
    """What became of one later answer on a fork."""

    address: str
    seat: int
    fate: Fate
    was: int
    now: int = 0


class Fork(NamedTuple):
    """A branch with one answer changed: its new rulings and what became of later answers."""

    rulings: tuple[Ruling, ...]
    fates: tuple[Kept, ...]
    match: Match


class History:
    """All rulings of a match, all branches, and some snapshots of it."""

    def __init__(
        self, ruleset: Ruleset[Any], options: Any, secret: Secret, dice: Dice | None = None
    ) -> None:
        """`dice`: a rule case's own; a real match has those of its secret."""
        self.ruleset = ruleset
        self.options = options
        self.secret = secret
        self.dice = dice
        self.rulings: list[Ruling] = []
        self.snapshots: dict[int, Snapshot] = {}

    def add(self, ruling: Ruling, snapshot: Snapshot | None = None) -> Ruling:
        if ruling.n != len(self.rulings) + 1:
            raise KernelError(f"ruling {ruling.n} cannot follow {len(self.rulings)}")
        self.rulings.append(ruling)
        if snapshot is not None and snapshot.n == ruling.n:
            self.snapshots[ruling.n] = snapshot
        return ruling

    @property
    def head(self) -> Ruling:
        return self.rulings[-1]

    def get(self, n: int) -> Ruling:
        return self.rulings[n - 1]

    def path(self, n: int | None = None) -> list[Ruling]:
        """From the start to ruling `n` (the head), along parents."""
        way: list[Ruling] = []
        at = n or self.head.n
        while at:
            way.append(self.get(at))
            at = way[-1].parent
        return way[::-1]

    def wake(self, n: int | None = None) -> Match:
        """The match as it stood after ruling `n`, from the newest snapshot on its path."""
        tail: list[Ruling] = []
        at = n or self.head.n
        while at:
            tail.append(self.get(at))
            if at in self.snapshots:
                break
            at = tail[-1].parent
        else:
            return self._cold(tail[::-1])
        snapshot = self.snapshots[at]
        return Match.resume(
            self.ruleset, self.options, self.secret, snapshot, tail[::-1], self.dice
        )

    def _cold(self, path: Sequence[Ruling]) -> Match:
        match = Match(self.ruleset, self.options, self.secret, self.dice)
        for ruling in path:
            match.replay(ruling)
        match.settle_version()
        return match

    # -- undo ----------------------------------------------------------------------------------

    def undo_reach(self, seat: int) -> list[int]:
        """Rulings `seat` may go back to, nearest first."""
        return undo_reach(self.path()[::-1], seat)

    def undo(self, seat: int | None, to: int | None = None) -> Ruling:
        """Back to `to` (a seat: at most its reach; default one ruling). Appends an entry."""
        reach = [r.n for r in self.path()[-2::-1]] if seat is None else self.undo_reach(seat)
        target = to if to is not None else (reach[0] if reach else None)
        if target is None or target not in reach:
            raise Refused([Refusal(-1 if seat is None else seat, "undo", NO_UNDO)])
        return self.add(undo_entry(self.head, self.get(target), seat, self.secret))

    # -- forks ---------------------------------------------------------------------------------

    def amend(self, n: int, address: str, answer: Any, source: Source) -> Fork:
        """Ruling `n` with another answer at `address`, and what follows from it, as a fork.

        Nothing is added to the history: `adopt` does that. Stops at the first question whose
        old answer is refused, or that was never asked before.
        """
        path = self.path()
        if n not in {r.n for r in path} or n == 1:
            words = f"Ruling {n} is not part of the game as it stands."
            raise Refused([Refusal(-1, address, Problem("not-live", words))])
        old = self.get(n)
        match = self.wake(old.parent)
        branch = _Branch(self, match)
        inputs = list(old.inputs)
        while inputs:
            given = inputs.pop(0)
            amended = self._amended(match, given, address, answer, source)
            if amended is not given:
                branch.remember(inputs, n)
                for ruling in path:
                    if ruling.n > n:
                        branch.remember(ruling.inputs, ruling.n)
                branch.rule(amended)
                return branch.follow(_Questions(self, [r for r in path if r.n > n]))
            branch.rule(given)
        words = f"Nothing was asked at {address} in ruling {n}."
        raise Refused([Refusal(-1, address, Problem("no-such-question", words))])

    def _amended(
        self, match: Match, given: Input, address: str, answer: Any, source: Source
    ) -> Input:
        ask = match.ask
        decision = ask.decision(address) if ask else None
        if ask is None or decision is None:
            return given
        put = Given(decision.seat, address, plain(answer), source)
        if isinstance(given, Quiet):
            return Answers(
                given.at,
                tuple(
                    put
                    if a == address
                    else Given(d.seat, a, plain(d.default(match.view(d.seat))), Source("standing"))
                    for a, d in ask.items()
                ),
            )
        if isinstance(given, Answers):
            kept = tuple(put if g.address == address else g for g in given.given)
            return Answers(given.at, kept)
        return given

    def adopt(self, fork: Fork) -> None:
        """Make the fork the live branch."""
        for ruling in fork.rulings:
            self.add(ruling)

    def edit(self, ops: Sequence[Op], why: str) -> tuple[Ruling, Match]:
        """A referee's change of the state, at the beginning of a step."""
        match = self.wake()
        ruling = match.apply(Edit(tuple(ops), why), n=self.head.n + 1, prev=self.head.hash)
        return self.add(ruling, match.snap), match

    # -- checking ------------------------------------------------------------------------------

    def verify(self) -> None:
        """Replay every branch and compare everything; Diverged names the first difference."""
        chain_check(self.rulings, self.secret)
        replayed = History(self.ruleset, self.options, self.secret, self.dice)
        match = Match(self.ruleset, self.options, self.secret, self.dice)
        for ruling in self.rulings:
            if ruling.parent != match.n:
                match = replayed.wake(ruling.parent)
            match.replay(ruling, strict=True)
            replayed.add(ruling, match.snap)

    # -- portable ------------------------------------------------------------------------------

    def record(self, seats: Sequence[str]) -> Record:
        return Record(
            self.ruleset.name,
            self.ruleset.version,
            plain(self.options),
            self.secret.commitment,
            tuple(seats),
            tuple(self.rulings),
            self.secret.seed,
            self.secret.words,
        )

    @classmethod
    def of(cls, record: Record, ruleset: Ruleset[Any]) -> "History":
        """A match out of its record; BadRecord says what is missing."""
        if not record.seed:
            raise BadRecord("This record has no seed: the game was not over when it was exported.")
        secret = Secret(record.seed, record.words)
        if secret.commitment != record.commitment:
            raise BadRecord("The seed does not fit the commitment published at the start.")
        history = cls(ruleset, ruleset.read_options(record.options), secret)
        for ruling in record.rulings:
            if ruling.n != len(history.rulings) + 1 or not 0 <= ruling.parent < ruling.n:
                raise BadRecord(f"Ruling {ruling.n} stands in the wrong place.")
            history.rulings.append(ruling)
        if not history.rulings:
            raise BadRecord("The record holds no ruling.")
        return history


class _Branch:
    """Re-rules what came after a changed answer, finding old answers by address and seat."""

    def __init__(self, history: History, match: Match) -> None:
        self.history = history
        self.match = match
        self.rulings: list[Ruling] = []
        self.fates: list[Kept] = []
        self._answers: dict[str, tuple[Given, int]] = {}
        self._plays: list[tuple[Interject, int]] = []
        self._quiet: set[str] = set()

    def remember(self, inputs: Iterable[Input], n: int) -> None:
        """Inputs of the old branch, to be given again where they fit."""
        for given in inputs:
            if isinstance(given, Answers):
                self._answers.update((g.address, (g, n)) for g in given.given)
            elif isinstance(given, Quiet):
                self._quiet.add(given.at)
            elif isinstance(given, Interject):
                self._plays.append((given, n))

    def rule(self, given: Input) -> Ruling:
        last = self.rulings[-1] if self.rulings else self.history.head
        ruling = self.match.apply(
            given, lambda ask: ask.address in self._quiet, n=last.n + 1, prev=last.hash
        )
        self.rulings.append(ruling)
        return ruling

    def follow(self, questions: "_Questions") -> Fork:
        while (ask := self.match.ask) is not None:
            play = next(((p, n) for p, n in self._plays if p.at == ask.address), None)
            if play is not None:
                self._plays.remove(play)
                self.fates.append(self._replay_play(*play))
            elif not self._answer_again(ask, questions):
                break
        gone = {kept.address for kept in self.fates if kept.fate == "refused"}
        self.fates += [
            Kept(address, given.seat, "not-asked", n)
            for address, (given, n) in self._answers.items()
            if address not in gone
        ]
        return Fork(tuple(self.rulings), tuple(self.fates), self.match)

    def _answer_again(self, ask: Ask, questions: "_Questions") -> bool:
        """Give the old answers to this ask; False where it needs a person now."""
        found = sorted((a for a in ask.addresses if a in self._answers), key=self._when)
        if ask.mode == "first":
            found = found[:1]
        if not found or (ask.mode in ("all", "window") and len(found) < len(ask.addresses)):
            self.fates += [
                Kept(a, d.seat, "newly-asked", 0) for a, d in ask.items() if a not in self._answers
            ]
            return False
        given = tuple(self._answers[a][0] for a in found)
        refused = {r.address for r in self.match.refusals(Answers(ask.address, given))}
        if refused:
            self.fates += [
                Kept(g.address, g.seat, "refused", self._when(g.address))
                for g in given
                if g.address in refused
            ]
            return False
        changed = {a for a in found if questions.changed(a, self.match, ask)}
        now = self.rule(Answers(ask.address, given)).n
        for g in given:
            fate: Fate = "question-changed" if g.address in changed else "kept"
            self.fates.append(Kept(g.address, g.seat, fate, self._answers.pop(g.address)[1], now))
        return True

    def _when(self, address: str) -> int:
        return self._answers[address][1]

    def _replay_play(self, play: Interject, was: int) -> Kept:
        if self.match.refusals(play):
            return Kept(play.at, play.seat, "refused", was)
        return Kept(play.at, play.seat, "kept", was, self.rule(play).n)


class _Questions:
    """The questions as they were on the old branch, to see which ones changed."""

    def __init__(self, history: History, later: Sequence[Ruling]) -> None:
        self._was: dict[str, bytes] = {}
        if not later:
            return
        match = history.wake(later[0].parent)
        for ruling in later:
            if match.ask is not None:
                for address in match.ask.addresses:
                    self._was[address] = self._face(address, match, match.ask)
            match.replay(ruling)

    def changed(self, address: str, match: Match, ask: Ask) -> bool:
        return self._was.get(address) != self._face(address, match, ask)

    def _face(self, address: str, match: Match, ask: Ask) -> bytes:
        decision = ask.decision(address)
        assert decision is not None
        view = match.view(decision.seat)
        options = [(o.text, o.answer) for o in decision.options(view)]
        return encode([decision, options, decision.default(view)])


NO_UNDO = Problem(
    "no-undo",
    "There is nothing of yours to take back: since your last order something was revealed or "
    "somebody else has acted. Ask the referee with DISPUTE if it matters.",
)


def undo_reach(back: Iterable[Ruling], seat: int) -> list[int]:
    """Rulings `seat` may go back to: over its own alone, up to the last reveal.

    `back` is the live path from the head backwards; an earlier undo is stepped over. What a
    deadline or a referee decided is not the seat's to take back.
    """
    reach: list[int] = []
    for ruling in back:
        if any(isinstance(i, Undo) for i in ruling.inputs):
            continue
        if ruling.seats != (seat,) or ruling.reveals or ruling.parent == 0 or _imposed(ruling):
            break
        reach.append(ruling.parent)
    return reach


def _imposed(ruling: Ruling) -> bool:
    return any(
        g.source.by in ("deadline", "referee")
        for given in ruling.inputs
        if isinstance(given, Answers)
        for g in given.given
    )


def undo_entry(head: Ruling, target: Ruling, by: int | None, secret: Secret) -> Ruling:
    """The entry that takes a match back to `target`: nothing is deleted."""
    return sealed(
        Ruling(
            n=head.n + 1,
            parent=target.n,
            step=target.step,
            inputs=(Undo(target.n, by),),
            events=(),
            dice=(),
            seats=() if by is None else (by,),
            reveals=False,
            rules=target.rules,
            state_hash=target.state_hash,
            open=target.open,
            prev=head.hash,
            schema=target.schema,
        ),
        secret.key("chain"),
    )


def chain_check(rulings: Sequence[Ruling], secret: Secret) -> None:
    """Every entry whole and in its place; Diverged names the first that is not."""
    key = secret.key("chain")
    prev = ""
    for ruling in rulings:
        if ruling.prev != prev:
            raise Diverged(ruling.n, "it does not follow the entry before it")
        if sealed(ruling, key).hash != ruling.hash:
            raise Diverged(ruling.n, "its content was changed after it was ruled")
        prev = ruling.hash
    first = rulings[0].inputs[0] if rulings and rulings[0].inputs else None
    if not isinstance(first, Start) or first.commitment != secret.commitment:
        raise Diverged(1, "its dice commitment does not fit the seed")


def read_record(raw: bytes) -> Record:
    """A record out of a file; BadRecord in words a person can act on."""
    try:
        return msgspec.json.decode(raw, type=Record)
    except msgspec.DecodeError as error:
        raise BadRecord(f"This is not a Parsec Post record: {error}.") from None
