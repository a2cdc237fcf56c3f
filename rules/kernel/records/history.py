"""The tree of a match's rulings: waking, undo, forks, edits, verification."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from rules.kernel.codec import encode, plain, typed
from rules.kernel.decisions import Decision, Interjection, Problem
from rules.kernel.dice import Secret
from rules.kernel.errors import BadRecord, Diverged, KernelError, Refusal, Refused
from rules.kernel.events import Event, Told
from rules.kernel.match import Match
from rules.kernel.records.record import (
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
from rules.kernel.setting import Setting
from rules.kernel.speech import _
from rules.kernel.table import Ask
from rules.kernel.views import SomeView

Fate = Literal["kept", "question-changed", "refused", "not-asked", "newly-asked", "cut", "struck"]


class LaterAnswer(NamedTuple):
    """What became of one later answer on a fork.

    `order` is that answer as an order line, or a new question in words; `by` is where the answer
    came from. The seat of a referee's edit is -1.
    """

    address: str
    seat: int
    fate: Fate
    was: int
    now: int = 0
    order: str = ""
    by: str = ""


class Fork(NamedTuple):
    """A branch with something changed: its new rulings and what became of later answers."""

    rulings: tuple[Ruling, ...]
    fates: tuple[LaterAnswer, ...]
    match: Match
    snapshots: tuple[Snapshot, ...] = ()


class Progress(NamedTuple):
    """How far a fork has come, in rulings read and ruled again."""

    done: int
    total: int


class Question(NamedTuple):
    """A question when it was ruled on, and its answer. `given` None: declined by policy."""

    address: str
    decision: Decision[Any]
    view: SomeView
    given: Given | None


Replaying = Generator[Progress, None, Fork]
"""A fork in the making: it tells its progress, and ends with the fork."""


class History:
    """All rulings of a match, all branches, and some snapshots of it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.ruleset = setting.ruleset
        self.options = setting.options
        self.secret = setting.secret
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
        """Return the rulings from the start to ruling `n` (default: the head), along parents."""
        way: list[Ruling] = []
        at = n or self.head.n
        while at:
            way.append(self.get(at))
            at = way[-1].parent
        return way[::-1]

    def wake(self, n: int | None = None) -> Match:
        """Return the match as it was after ruling `n`, from the newest snapshot before it."""
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
        return Match.resume(self.setting, snapshot, tail[::-1])

    def _cold(self, path: Sequence[Ruling], careful: bool = False) -> Match:
        """Return the match after a path from the start, standing in a decoded copy of its state.

        A replay that went on with the state it had may hold one list in two places; whoever plays
        on from here must not.
        """
        match = Match(self.setting)
        try:
            for ruling in path:
                match.replay(ruling, careful=careful)
        except Diverged:
            if careful:
                raise
            return self._cold(path, careful=True)
        return match.fork()

    def questions(self, n: int) -> Iterator[Question]:
        """Yield what was asked in ruling `n`. A view is no copy: look at it before the next one."""
        ruling = self.get(n)
        if ruling.parent == 0:
            return
        match = self.wake(ruling.parent)
        for given in match.retrace(ruling):
            if match.ask is None or not isinstance(given, Answers | Quiet):
                continue
            answers = given.given if isinstance(given, Answers) else ()
            by_address = {g.address: g for g in answers}
            for address, decision in match.ask.items():
                view = match.view(decision.seat)
                yield Question(address, decision, view, by_address.get(address))

    # -- undo ----------------------------------------------------------------------------------

    def undo_reach(self, seat: int) -> list[int]:
        """Return the rulings `seat` may go back to, nearest first."""
        return undo_reach(self.path()[::-1], seat, self.ruleset.event_kinds)

    def undo(self, seat: int | None, to: int | None = None) -> Ruling:
        """Append an entry that goes back to `to`, in the seat's reach; by default behind the seat's
        newest ruling."""
        reach = [r.n for r in self.path()[-2::-1]] if seat is None else self.undo_reach(seat)
        own = [
            r.parent for r in self.path()[::-1] if r.parent in reach and seat in (None, *r.seats)
        ]
        target = to if to is not None else (own[0] if own else None)
        if target is None or target not in reach:
            raise Refused([Refusal(-1 if seat is None else seat, "undo", NO_UNDO)])
        return self.add(undo_entry(self.head, self.get(target), seat, self.secret))

    # -- forks ---------------------------------------------------------------------------------

    def amend(
        self, n: int, address: str, answer: Any, source: Source, until: int | None = None
    ) -> Fork:
        """Return a fork in which ruling `n` has another answer at `address`.

        Nothing is added to the history: `adopt` does that. Stops at the first question whose
        old answer is refused, or that was never asked before. `until`: answers of rulings after
        this one are not given again.
        """
        return finished(self.amending(n, address, answer, source, until))

    def amending(
        self, n: int, address: str, answer: Any, source: Source, until: int | None = None
    ) -> Replaying:
        """Do what `amend` does, yielding the progress."""
        old, *later = self._since(n)
        branch = _Branch(self, self._before(old), until)
        inputs = list(old.inputs)
        while inputs:
            given = inputs.pop(0)
            amended = self._amended(branch.match, given, address, answer, source)
            if amended is not given:
                return (yield from branch.grow(amended, inputs, n, later))
            branch.rule(given)
        words = _("Nothing was asked at {address} in ruling {n}.", address=address, n=n)
        raise Refused([Refusal(-1, address, Problem("no-such-question", words))])

    def reruling(self, n: int, until: int | None = None) -> Replaying:
        """Fork: rule again from ruling `n` on, with the same answers and today's rules."""
        old, *later = self._since(n)
        branch = _Branch(self, self._before(old), until)
        return (yield from branch.grow(old.inputs[0], old.inputs[1:], n, later))

    def inserting(
        self, n: int, what: Interjection, source: Source, until: int | None = None
    ) -> Replaying:
        """Fork: add a play or deal while the question of ruling `n` was open."""
        later = self._since(n)
        branch = _Branch(self, self._before(later[0]), until)
        if branch.match.ask is None:
            raise Refused([Refusal(-1, "", Problem("not-live", _("Nothing was open then.")))])
        play = Interject(branch.match.ask.address, what.name(), what.seat, plain(what), source)
        return (yield from branch.grow(play, (), n, later))

    def striking(self, n: int, until: int | None = None) -> Replaying:
        """Fork: leave out the play or deal of ruling `n`, and give later answers again."""
        old, *later = self._since(n)
        if not isinstance(old.inputs[0], Interject):
            words = _("Ruling {n} is an answer to a question, no deal or play outside of one.", n=n)
            raise Refused([Refusal(-1, "", Problem("not-a-play", words))])
        branch = _Branch(self, self._before(old), until, struck=n)
        return (yield from branch.grow(Undo(old.parent), (), n, [old, *later]))

    def editing(self, n: int, ops: Sequence[Op], why: str, until: int | None = None) -> Replaying:
        """Fork: change the state after ruling `n` by hand, and give later answers again.

        Only where a step begins after `n`: `step_begins` finds such a place.
        """
        later = self._since(n)[1:]
        branch = _Branch(self, self.wake(n), until)
        return (yield from branch.grow(Edit(tuple(ops), why), (), n, later))

    def taking_back(self, n: int) -> Replaying:
        """Fork: go back to before ruling `n` and drop all later answers."""
        gone = self._since(n)
        branch = _Branch(self, self._before(gone[0]), until=0)
        yield from branch.drop(gone)
        entry = branch.rule(Undo(gone[0].parent))
        return Fork((entry,), tuple(branch.fates), branch.match)

    def step_begins(self, n: int) -> int:
        """Return the last ruling up to `n`, on its path, after which a step begins."""
        at = n
        while at > 1 and self.wake(at).mid_step:
            at = self.get(at).parent
        return at

    def _before(self, ruling: Ruling) -> Match:
        if ruling.parent == 0:
            words = _("The first ruling sets the game up; nothing was answered in it.")
            raise Refused([Refusal(-1, "", Problem("not-live", words))])
        return self.wake(ruling.parent)

    def _since(self, n: int) -> list[Ruling]:
        """Return ruling `n` and those that build on it; Refused if it was taken back."""
        way: list[Ruling] = []
        at = self.head.n
        while at > max(n, 1) - 1:
            way.append(self.get(at))
            at = way[-1].parent
        if not way or way[-1].n != n:
            words = _("Ruling {n} is not part of the game as it stands.", n=n)
            raise Refused([Refusal(-1, "", Problem("not-live", words))])
        return way[::-1]

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
        snapshots = {snapshot.n: snapshot for snapshot in fork.snapshots}
        for ruling in fork.rulings:
            self.add(ruling, snapshots.get(ruling.n))

    def edit(self, ops: Sequence[Op], why: str) -> tuple[Ruling, Match]:
        """Change the state by hand at the beginning of a step, and adopt the fork."""
        fork = finished(self.editing(self.head.n, ops, why))
        self.adopt(fork)
        return fork.rulings[0], fork.match

    # -- checking ------------------------------------------------------------------------------

    def verify(self) -> None:
        """Replay every branch and compare everything; Diverged names the first difference."""
        chain_check(self.rulings, self.secret)
        replayed = History(self.setting)
        match = Match(self.setting)
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
        """Return the history in a record; BadRecord says what is missing."""
        if not record.seed:
            raise BadRecord("This record has no seed: the game was not over when it was exported.")
        secret = Secret(record.seed, record.words)
        if secret.commitment != record.commitment:
            raise BadRecord("The seed does not fit the commitment published at the start.")
        history = cls(Setting(ruleset, ruleset.read_options(record.options), secret))
        for ruling in record.rulings:
            if ruling.n != len(history.rulings) + 1 or not 0 <= ruling.parent < ruling.n:
                raise BadRecord(f"Ruling {ruling.n} stands in the wrong place.")
            history.rulings.append(ruling)
        if not history.rulings:
            raise BadRecord("The record holds no ruling.")
        return history


def finished(replaying: Replaying) -> Fork:
    """Run a fork in the making to its end and return the fork."""
    while True:
        try:
            next(replaying)
        except StopIteration as stop:
            fork: Fork = stop.value
            return fork


class _Branch:
    """Rule again on what came after a change; old answers are found by address and seat."""

    def __init__(
        self, history: History, match: Match, until: int | None = None, struck: int = 0
    ) -> None:
        """`struck`: the ruling whose play or deal is not given again."""
        self.history = history
        self.match = match
        self.until = until
        self.struck = struck
        self.rulings: list[Ruling] = []
        self.snapshots: list[Snapshot] = []
        self.fates: list[LaterAnswer] = []
        self._answers: dict[str, tuple[Given, int]] = {}
        self._plays: list[tuple[Interject, int]] = []
        self._edits: list[tuple[Edit, tuple[str, ...], int]] = []
        self._quiet: set[str] = set()
        self._orders: Mapping[str, str] = {}

    def grow(
        self, first: Input, rest: Sequence[Input], n: int, later: Sequence[Ruling]
    ) -> Replaying:
        """Rule on `first`, then give again what was left of ruling `n` and of those after it."""
        total = 2 * len(later) + 1
        questions = _Questions(self.history, later)
        for done in questions.read():
            yield Progress(done, total)
        self._orders = questions.orders
        self._remember(rest, n)
        for ruling in later:
            self._remember(ruling.inputs, ruling.n, self.history.get(ruling.parent).open)
        self.rule(first)
        for done in self._follow(questions):
            yield Progress(min(len(later) + done, total), total)
        self._tell_the_rest()
        return Fork(tuple(self.rulings), tuple(self.fates), self.match, tuple(self.snapshots))

    def drop(self, gone: Sequence[Ruling]) -> Iterator[Progress]:
        """Give nothing of these rulings again; only say what they were."""
        questions = _Questions(self.history, gone)
        for done in questions.read():
            yield Progress(done, len(gone))
        self._orders = questions.orders
        for ruling in gone:
            self._cut(ruling.inputs, ruling.n)

    def _remember(self, inputs: Iterable[Input], n: int, open_: tuple[str, ...] = ()) -> None:
        """Keep inputs of the old branch, to give them again where they fit."""
        if n == self.struck:
            for given in inputs:
                if isinstance(given, Interject):
                    self._fate(given, "struck", n)
            return
        if self.until is not None and n > self.until:
            self._cut(inputs, n)
            return
        for given in inputs:
            if isinstance(given, Answers):
                self._answers.update((g.address, (g, n)) for g in given.given)
            elif isinstance(given, Quiet):
                self._quiet.add(given.at)
            elif isinstance(given, Interject):
                self._plays.append((given, n))
            elif isinstance(given, Edit):
                self._edits.append((given, open_, n))

    def _cut(self, inputs: Iterable[Input], n: int) -> None:
        for given in inputs:
            if isinstance(given, Answers):
                for g in given.given:
                    self._fate(g, "cut", n)
            elif isinstance(given, Interject):
                self._fate(given, "cut", n)

    def _fate(self, given: Given | Interject, fate: Fate, was: int, now: int = 0) -> None:
        address = given.address if isinstance(given, Given) else given.at
        order = self._orders.get(f"{was} {address}", "")
        self.fates.append(LaterAnswer(address, given.seat, fate, was, now, order, given.source.by))

    def rule(self, given: Input) -> Ruling:
        last = self.rulings[-1] if self.rulings else self.history.head
        if isinstance(given, Undo):
            ruling = undo_entry(last, self.history.get(given.to), given.by, self.history.secret)
            self.match.replay(ruling)
            self.match.follow_todays_rules()
        else:
            ruling = self.match.apply(
                given, lambda ask: ask.address in self._quiet, n=last.n + 1, prev=last.hash
            )
        self.rulings.append(ruling)
        if self.match.snap.n == ruling.n:
            self.snapshots.append(self.match.snap)
        return ruling

    def _follow(self, questions: "_Questions") -> Iterator[int]:
        yield len(self.rulings)
        while (ask := self.match.ask) is not None:
            play = next(((p, n) for p, n in self._plays if p.at == ask.address), None)
            edit = next((e for e in self._edits if e[1] == ask.addresses), None)
            if play is not None:
                self._plays.remove(play)
                self._replay_play(*play)
            elif edit is not None:
                self._edits.remove(edit)
                if not self._edit_again(edit[0], edit[2]):
                    return
            elif not self._answer_again(ask, questions):
                return
            yield len(self.rulings)

    def _answer_again(self, ask: Ask, questions: "_Questions") -> bool:
        """Give the old answers to this ask; False where it needs a person now."""
        found = sorted((a for a in ask.addresses if a in self._answers), key=self._when)
        if ask.mode == "first":
            found = found[:1]
        if not found or (ask.mode in ("all", "window") and len(found) < len(ask.addresses)):
            known = {*self._answers, *self.history.head.open}
            for a, d in ask.items():
                if a not in known:
                    question = d.prompt(self.match.view(d.seat))
                    self.fates.append(LaterAnswer(a, d.seat, "newly-asked", 0, order=question))
            return False
        given = tuple(self._answers[a][0] for a in found)
        refused = {r.address for r in self.match.refusals(Answers(ask.address, given))}
        if refused:
            for g in given:
                if g.address in refused:
                    self._fate(g, "refused", self._answers.pop(g.address)[1])
            return False
        changed = {a for a in found if questions.changed(a, self.match, ask)}
        now = self.rule(Answers(ask.address, given)).n
        for g in given:
            fate: Fate = "question-changed" if g.address in changed else "kept"
            self._fate(g, fate, self._answers.pop(g.address)[1], now)
        return True

    def _when(self, address: str) -> int:
        return self._answers[address][1]

    def _replay_play(self, play: Interject, was: int) -> None:
        if self.match.refusals(play):
            self._fate(play, "refused", was)
        else:
            self._fate(play, "kept", was, self.rule(play).n)

    def _edit_again(self, edit: Edit, was: int) -> bool:
        if self.match.refusals(edit):
            self.fates.append(LaterAnswer("edit", -1, "refused", was, by="referee"))
            return False
        now = self.rule(edit).n
        self.fates.append(LaterAnswer("edit", -1, "kept", was, now, by="referee"))
        return True

    def _tell_the_rest(self) -> None:
        """Note the old answers whose question never came."""
        for given, n in self._answers.values():
            self._fate(given, "not-asked", n)
        for play, n in self._plays:
            self._fate(play, "not-asked", n)
        self.fates += [
            LaterAnswer("edit", -1, "not-asked", n, by="referee") for _, _, n in self._edits
        ]


class _Questions:
    """The questions as they were on the old branch, to see which ones changed."""

    def __init__(self, history: History, later: Sequence[Ruling]) -> None:
        self.orders: dict[str, str] = {}
        self._history = history
        self._later = later
        self._was: dict[str, bytes] = {}

    def read(self) -> Iterator[int]:
        """Go over the old branch, yielding how far it has come.

        Where today's rules no longer give what was ruled, the questions after it are unknown,
        and count as changed.
        """
        if not self._later:
            return
        try:
            match = self._history.wake(self._later[0].parent)
            for done, ruling in enumerate(self._later, start=1):
                if match.ask is not None:
                    self._look(match, match.ask, ruling)
                match.replay(ruling, hashes=False)
                yield done
        except Diverged:
            return

    def _look(self, match: Match, ask: Ask, ruling: Ruling) -> None:
        for address in ask.addresses:
            self._was[address] = self._face(address, match, ask)
        for given in ruling.inputs[:1]:
            for g in given.given if isinstance(given, Answers) else ():
                decision = ask.decision(g.address)
                if decision is not None:
                    order = decision.write(match.view(g.seat), decision.typed(g.answer))
                    self.orders[f"{ruling.n} {g.address}"] = order
            if isinstance(given, Interject):
                what = typed(given.data, match.ruleset.interjection_kinds[given.what])
                self.orders[f"{ruling.n} {given.at}"] = what.words(match.view(given.seat))

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


def undo_reach(back: Iterable[Ruling], seat: int, kinds: Mapping[str, type[Event]]) -> list[int]:
    """Return the rulings `seat` may go back to, nearest first: behind rulings on which nobody else
    has acted and which showed the seat nothing hidden.

    `back` is the live path from the head backwards; an earlier undo is stepped over. What a
    deadline or a referee decided is not the seat's to take back. `kinds`: the game's events.
    """
    reach: list[int] = []
    own = 0
    for ruling in back:
        if any(isinstance(i, Undo) for i in ruling.inputs):
            continue
        if undo_barrier(ruling, seat, kinds):
            break
        reach.append(ruling.parent)
        own = len(reach) if seat in ruling.seats else own
    return reach[:own]


def undo_barrier(
    ruling: Ruling, seat: int, kinds: Mapping[str, type[Event]]
) -> Literal["", "acted", "shown"]:
    """Return why `seat` cannot take this ruling back: others acted in it, or it showed the seat
    something hidden; "" if it can.

    A window that asked nobody but the seat shows nothing, nor does a shuffle, nor what only others
    were told.
    """
    imposed = ruling.parent == 0 or _imposed(ruling) or _edited(ruling)
    if imposed or not {*ruling.seats} <= {seat}:
        return "acted"
    rolled = any(draw.values for draw in ruling.dice)
    return "shown" if rolled or any(_shows(told, seat, kinds) for told in ruling.events) else ""


def _shows(told: Told, seat: int, kinds: Mapping[str, type[Event]]) -> bool:
    """Return whether an event is a word to this seat alone, or makes something hidden public."""
    if told.to is not None and seat in told.to:
        return True
    seen = told.seen_by(seat)
    return seen is not None and kinds[seen["kind"]].reveals


def _edited(ruling: Ruling) -> bool:
    return any(isinstance(given, Edit) for given in ruling.inputs)


def _imposed(ruling: Ruling) -> bool:
    return any(
        g.source.by in ("deadline", "referee")
        for given in ruling.inputs
        if isinstance(given, Answers)
        for g in given.given
    )


def undo_entry(head: Ruling, target: Ruling, by: int | None, secret: Secret) -> Ruling:
    """Return the entry that takes a match back to `target`; nothing is deleted."""
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
    """Check that every entry is whole and in its place; Diverged names the first that is not."""
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
    """Read a record file; BadRecord says in words what is wrong with it."""
    try:
        return msgspec.json.decode(raw, type=Record)
    except msgspec.DecodeError as error:
        raise BadRecord(f"This is not a Parsec Post record: {error}.") from None
