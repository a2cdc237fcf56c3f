"""One running game: feeds inputs to the rules, records rulings, resumes from a snapshot."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, Self

import msgspec

from rules.kernel.codec import decode, encode, encode_into, plain, typed
from rules.kernel.decisions import Problem, Reaction
from rules.kernel.dice import Dice
from rules.kernel.errors import Diverged, KernelError, Refusal, Refused
from rules.kernel.events import Told
from rules.kernel.records.edits import edited
from rules.kernel.records.record import (
    Answers,
    Edit,
    Given,
    Input,
    Interject,
    Quiet,
    Ruling,
    Snapshot,
    Start,
    Undo,
    first_difference,
    keyed,
    sealed,
)
from rules.kernel.refusals import refused_answers, refused_interjection, stale
from rules.kernel.setting import Setting
from rules.kernel.speech import _
from rules.kernel.table import (
    Ask,
    GameOver,
    NoDice,
    Play,
    Run,
    Table,
    Unforeseeable,
    Untouchable,
    generator_of,
)
from rules.kernel.views import SomeState, SomeView
from rules.lexicon.speech import RECORD, speaking

QuietTest = Callable[[Ask], bool]
Watch = Callable[[SomeState, str], None]


STEPS_WITHOUT_SNAPSHOT: Final = 16
"""A replay that goes on with the state it has takes a snapshot at one end of a step in so many."""

_NOT_YET: Any = None
"""In place of a match's state until it is started or resumed."""


class _Frame:
    """A running generator: a step, or an interjection above it."""

    __slots__ = ("ask", "gen")

    def __init__(self, gen: Play[Any]) -> None:
        self.gen = gen
        self.ask: Ask | None = None


class _Foreseen(BaseException):
    """A dry run reached the end of its step."""


class Foresight(NamedTuple):
    """What a dry run found; `stopped` if it did not reach the end of the step."""

    events: tuple[Told, ...]
    asked: tuple[str, ...]
    stopped: bool


class Match:
    """One running game. Made by `start` or `resume`; changed only by `apply` and `replay`."""

    def __init__(self, setting: Setting) -> None:
        ruleset, options, secret, dice = setting
        self.setting = setting
        self.ruleset = ruleset
        self.options = options
        self.secret = secret
        self.ask: Ask | None = None
        self.over = False
        self.n = 0
        self.head = ""
        self.step = ""
        self.steps = 0
        self.watch: Watch | None = None
        self._snap: Snapshot
        self._step_ended = 0
        """The ruling in which the last step ended."""
        self._snap_is_old = False
        self._dice = dice or Dice(secret)
        self._state_key = secret.key("state")
        self._chain_key = secret.key("chain")
        self._kinds = frozenset(ruleset.decisions)
        self._scratch = bytearray()
        self._engine = ruleset.version
        self._stage = ""
        self._counts: dict[str, int] = {}
        self._past: tuple[str, ...] = ()
        self._frames: list[_Frame] = []
        self._fed = False
        self._dry = False
        self._keeps_state = False
        self._rules_of_step = self._engine
        self._since_snapshot: list[Ruling] = []
        self._under_way: list[Input] = []
        self._run: Run[Any, Any, Any] = Run(_NOT_YET, self._dice, ruleset.view)

    # -- making one ----------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        setting: Setting,
        *,
        quiet: QuietTest | None = None,
        position: Any = None,
        watch: Watch | None = None,
    ) -> tuple[Self, Ruling]:
        """Return a new match, run to its first question. `position`: where a rule case begins."""
        match = cls(setting)
        match.watch = watch
        first = Start(plain(setting.options), setting.secret.commitment, position)
        return match, match._rule(first, quiet, parent=0)

    @classmethod
    def resume(cls, setting: Setting, snapshot: Snapshot, rulings: Sequence[Ruling]) -> Self:
        """Wake a match: `rulings` is its path from the snapshot's ruling to the head.

        Only the head's state is compared; if it differs, a second pass names the first ruling
        that does.
        """
        try:
            return cls._woken(setting, snapshot, rulings)
        except Diverged:
            return cls._woken(setting, snapshot, rulings, every_hash=True)

    @classmethod
    def _woken(
        cls,
        setting: Setting,
        snapshot: Snapshot,
        rulings: Sequence[Ruling],
        *,
        every_hash: bool = False,
    ) -> Self:
        match = cls(setting)
        head = rulings[0]
        if head.n != snapshot.n:
            raise KernelError(f"the snapshot lies in ruling {snapshot.n}, not {head.n}")
        match._wake_at(snapshot)
        match._fold(head.inputs)
        match._compare(head)
        match.head = head.hash
        match._remember(head)
        for ruling in rulings[1:]:
            match.replay(ruling, careful=True, hashes=every_hash or ruling is rulings[-1])
        match.follow_todays_rules()
        return match

    def _wake_at(self, snapshot: Snapshot) -> None:
        """Go from a snapshot to the first question after it."""
        self._restore(snapshot)
        self.n = snapshot.n
        self._engine = snapshot.rules
        with speaking(RECORD):
            self._go(None)

    def _fold(self, inputs: Iterable[Input]) -> None:
        """Let pass the windows that a ruling let pass after its last snapshot was taken."""
        for folded in inputs:
            if isinstance(folded, Quiet) and self.ask and self.ask.address == folded.at:
                self._feed(folded)

    def _restore(self, snapshot: Snapshot) -> None:
        raw: bytes | msgspec.Raw = snapshot.state
        if snapshot.schema != self.ruleset.schema:
            old = msgspec.json.decode(raw)
            raw = encode(self.ruleset.upgrade(old, snapshot.schema))
        self._set_state(decode(raw, self.ruleset.State))
        self._snap = snapshot
        self._step_ended = snapshot.n
        self._snap_is_old = False
        self._stage = snapshot.stage
        self._counts = dict(snapshot.counts)
        self._past = snapshot.past
        self._frames = []
        self.ask = None
        self.over = False

    @property
    def snap(self) -> Snapshot:
        """Return the snapshot of the last end of a step.

        A replay takes one now and then only: it is made up for here, from the last one taken.
        """
        if self._snap_is_old:
            self._snap = self._woken(self.setting, self._snap, self._since_snapshot).snap
            self._snap_is_old = False
            self._since_snapshot = [one for one in self._since_snapshot if one.n >= self._snap.n]
        return self._snap

    def _set_state(self, state: SomeState) -> None:
        self._run.state = state
        self._run.labels = {}

    def follow_todays_rules(self) -> None:
        """Let the steps that begin after a replay follow today's rules."""
        self._engine = self.ruleset.version

    # -- looking -------------------------------------------------------------------------------

    @property
    def state(self) -> SomeState:
        """Return the whole state, for the engine and its tests; everybody else takes `view`."""
        return self._run.state

    def view(self, seat: int | None) -> SomeView:
        return self.ruleset.view(self._run.state, seat)

    @property
    def seats(self) -> range:
        return range(len(self._run.state.hand))

    @property
    def round(self) -> int:
        return self.ruleset.round(self._run.state)

    def open_for(self, seat: int) -> list[tuple[str, Any]]:
        """Return the questions open to `seat`, with their addresses."""
        return [(a, d) for a, d in self.ask.items() if d.seat == seat] if self.ask else []

    @property
    def suspended(self) -> tuple[str, ...]:
        """Return the addresses of questions that wait until an interjection has ended."""
        return tuple(a for f in self._frames[:-1] if f.ask for a in f.ask.addresses)

    @property
    def mid_step(self) -> bool:
        """Return whether this step has had an answer; then the state cannot be edited."""
        return self._fed

    # -- going on ------------------------------------------------------------------------------

    def refusals(self, given: Input) -> list[Refusal]:
        """Return why this input would be refused now; empty means that `apply` takes it."""
        if isinstance(given, Answers):
            return refused_answers(self.ask, self.view, given)
        if isinstance(given, Interject):
            return refused_interjection(self.ask, self.ruleset.interjection_kinds, self.view, given)
        if isinstance(given, Quiet):
            if self.ask and self.ask.mode == "window" and self.ask.address == given.at:
                return []
            return [Refusal(-1, given.at, stale())]
        if isinstance(given, Edit):
            return self._refused_edit(given)
        return []

    def _refused_edit(self, edit: Edit) -> list[Refusal]:
        if self._fed:
            words = _("An edit is only possible at the beginning of a step; go back to it first.")
            return [Refusal(-1, "edit", Problem("mid-step", words))]
        try:
            edited(self.ruleset, self.snap.state, edit)
        except Refused as error:
            return error.refusals
        return []

    def apply(
        self,
        given: Input,
        quiet: QuietTest | None = None,
        *,
        n: int | None = None,
        prev: str | None = None,
    ) -> Ruling:
        """Rule on one input. `quiet` says which windows everybody declines by policy.

        `n` and `prev` place the ruling at the end of a record that has other branches.
        """
        refused = self.refusals(given)
        if refused:
            raise Refused(refused)
        parent = self.n
        self.n = parent if n is None else n - 1
        self.head = self.head if prev is None else prev
        return self._rule(given, quiet, parent)

    def _rule(self, given: Input, quiet: QuietTest | None, parent: int) -> Ruling:
        self.n += 1
        self._under_way = inputs = [self._normal(given)]
        step = self.step
        seats = self._actors(inputs[0])
        self._feed(inputs[0])
        while quiet and self.ask and self.ask.mode == "window" and quiet(self.ask):
            fold = Quiet(self.ask.address)
            self._feed(fold)
            inputs.append(fold)
        self._under_way = []
        run = self._run
        ruling = sealed(
            Ruling(
                n=self.n,
                parent=parent,
                step=step or self.step,
                inputs=tuple(inputs),
                events=tuple(run.told),
                dice=tuple(run.draws),
                seats=seats,
                reveals=run.reveals,
                rules=self._engine,
                state_hash=self._state_hash(),
                open=self.ask.addresses if self.ask else (),
                prev=self.head,
                schema=self.ruleset.schema,
            ),
            self._chain_key,
        )
        self.head = ruling.hash
        self._remember(ruling)
        self._forget()
        return ruling

    def _remember(self, ruling: Ruling) -> None:
        """Keep the rulings since the snapshot, from which `fork` wakes a copy."""
        if self._snap.n == ruling.n:
            self._since_snapshot = []
        self._since_snapshot.append(ruling)

    def _actors(self, given: Input) -> tuple[int, ...]:
        """Return the seats that act by an input; a deal is made by all its parties.

        Whoever had no choice, as everybody can see, or was not asked in a window and lets it pass,
        does not act.
        """
        if isinstance(given, Answers):
            return tuple(sorted({g.seat for g in given.given if not self._is_passive(g)}))
        if isinstance(given, Interject):
            return tuple(
                sorted(typed(given.data, self.ruleset.interjection_kinds[given.what]).parties())
            )
        return ()

    def _is_passive(self, given: Given) -> bool:
        decision = self.ask.decision(given.address) if self.ask else None
        if given.source.by == "forced":
            return True
        policy = given.source.by in ("standing", "trust", "usual")
        return (
            policy
            and isinstance(decision, Reaction)
            and decision.declines(decision.typed(given.answer))
        )

    def _normal(self, given: Input) -> Input:
        """Return the input as plain data in rule order, the form in which it is stored."""
        if isinstance(given, Answers) and self.ask:
            place = {address: i for i, address in enumerate(self.ask.addresses)}
            ordered = sorted(given.given, key=lambda g: place[g.address])
            plain_ones = (Given(g.seat, g.address, plain(g.answer), g.source) for g in ordered)
            return Answers(given.at, tuple(plain_ones))
        if isinstance(given, Interject):
            return msgspec.structs.replace(given, data=plain(given.data))
        return given

    def _forget(self) -> None:
        self._run.told = []
        self._run.draws = []
        self._run.reveals = False
        self._run.mute = False

    def _state_hash(self) -> str:
        encode_into(self._run.state, self._scratch)
        return keyed(self._state_key, self._scratch)

    # -- feeding the generators ----------------------------------------------------------------

    def _feed(self, given: Input) -> None:
        with speaking(RECORD):
            self._take(given)

    def _take(self, given: Input) -> None:
        if isinstance(given, Answers):
            self._answer(self._typed(given.given))
        elif isinstance(given, Quiet):
            self._answer({a: d.typed(d.default(self.view(d.seat))) for a, d in self._open()})
        elif isinstance(given, Interject):
            self._fed = True
            self._begin_interjection(given)
        elif isinstance(given, Start):
            self._begin_match(given)
        elif isinstance(given, Edit):
            self._edit(given)
        else:
            raise KernelError("an undo is a matter of the history, not of a match")

    def _typed(self, given: Sequence[Given]) -> dict[str, Any]:
        """Return the answers to open questions as these want them, in the order of asking."""
        ask = self.ask
        if ask is None:
            return {}
        if len(given) == 1 == len(ask.addresses):
            only = given[0]
            right = only.address == ask.addresses[0]
            return {only.address: typed(only.answer, ask.decisions[0].Answer)} if right else {}
        answers = {g.address: g.answer for g in given}
        return {a: typed(answers[a], d.Answer) for a, d in self._open() if a in answers}

    def _open(self) -> Iterable[tuple[str, Any]]:
        return zip(self.ask.addresses, self.ask.decisions, strict=True) if self.ask else ()

    def _answer(self, sent: dict[str, Any]) -> None:
        assert self.ask is not None
        self._fed = True
        self._go(sent)

    def _begin_match(self, start: Start) -> None:
        if start.position is None:
            state = self.ruleset.new(self.options)
        else:
            state = self.ruleset.position(self.options, start.position)
        self._set_state(self.ruleset.copy(state))
        self._take_snapshot()
        self._go(None)

    def _begin_interjection(self, given: Interject) -> None:
        what = typed(given.data, self.ruleset.interjection_kinds[given.what])
        outer = self.ask
        assert outer is not None
        path = self._run.unique(f"{outer.address}/x/{what.name()}@{given.seat}")
        try:
            gen = generator_of(what.run(Table(self._run, path, self._rules_of_step)))
        except GameOver:
            self._end_game()
            self._go(None)
            return
        if gen is not None:
            self._frames.append(_Frame(gen))
            self._go(None)

    def _edit(self, edit: Edit) -> None:
        self._restore(self.snap)
        self._run.reveals = True
        self._run.state = edited(self.ruleset, self.snap.state, edit)
        self._take_snapshot()
        self._go(None)

    def _go(self, sent: dict[str, Any] | None) -> None:
        """Run the rules to the next question, across step ends."""
        while True:
            if not self._frames and not self._begin_step():
                return
            if not self._frames:
                self._end_step()
                continue
            frame = self._frames[-1]
            try:
                got = frame.gen.send(sent)  # type: ignore[arg-type]
            except StopIteration:
                self._frames.pop()
                if self._frames:
                    self.ask = self._frames[-1].ask
                    return
                self._end_step()
                sent = None
                continue
            except GameOver:
                self._end_game()
                sent = None
                continue
            frame.ask = self.ask = self._checked(got)
            return

    def _begin_step(self) -> bool:
        run = self._run
        step = self.ruleset.next_step(run.state)
        if step is None:
            self.over = True
            self.ask = None
            return False
        stage, stem = step.stage, step.stem
        if stage != self._stage:
            self._begin_stage(stage)
        counts = self._counts
        if stem in counts:
            k = counts[stem] = counts[stem] + 1
            self.step = name = f"{stage}/{stem}#{k}"
        else:
            counts[stem] = 1
            self.step = name = f"{stage}/{stem}"
        if name.count("/") > 1:
            raise KernelError(f"a step's names may not hold a slash: {stage}, {stem}")
        self._rules_of_step = self._engine
        run.labels = {}
        try:
            gen = generator_of(step.run(Table(run, name, self._engine), *step.args))
        except GameOver:
            self._end_game()
            return True
        if gen is not None:
            self._frames.append(_Frame(gen))
        return True

    def _begin_stage(self, stage: str) -> None:
        if stage in self._past:
            raise KernelError(f"stage {stage!r} came back")
        if self._stage:
            self._past = (*self._past, self._stage)
        self._stage = stage
        self._counts = {}

    def _end_step(self) -> None:
        """Go on from a decoded copy of the state, as a match that was woken does.

        A replay keeps the state it has: the hashes of the rulings say whether that is the same.
        """
        if self._dry:
            raise _Foreseen
        self.steps += 1
        self._take_snapshot()
        if not self._keeps_state:
            self._run.state = decode(self._scratch, self.ruleset.State)
        if self.watch:
            self.watch(self._run.state, self.step)

    def _end_game(self) -> None:
        for frame in self._frames:
            frame.gen.close()
        self._frames.clear()
        if self.ruleset.next_step(self._run.state) is not None:
            raise KernelError(f"{self.step} ended the game, but next_step goes on")

    def _take_snapshot(self) -> None:
        self._fed = False
        self._step_ended = self.n
        self._snap_is_old = self._keeps_state and self.steps % STEPS_WITHOUT_SNAPSHOT != 0
        if self._snap_is_old:
            return
        encode_into(self._run.state, self._scratch)
        self._snap = Snapshot(
            self.n,
            self.ruleset.schema,
            self._engine,
            self._stage,
            dict(self._counts),
            self._past,
            msgspec.Raw(bytes(self._scratch)),
        )

    def _checked(self, got: Any) -> Ask:
        if not isinstance(got, Ask):
            raise KernelError(f"{self.step} yields {got!r}; ask through the table instead")
        if len(got.addresses) > 1 and len(set(got.addresses)) != len(got.addresses):
            raise KernelError(f"{self.step} asks twice at one address")
        for decision in got.decisions:
            if type(decision) not in self._kinds:
                raise KernelError(f"{type(decision).__name__} is not among the ruleset's decisions")
            if not 0 <= decision.seat < len(self._run.state.hand):
                raise KernelError(f"{decision!r} asks a seat that is not there")
        return got

    # -- replay --------------------------------------------------------------------------------

    def replay(
        self, ruling: Ruling, *, strict: bool = False, careful: bool = False, hashes: bool = True
    ) -> None:
        """Rule again as recorded; Diverged where something else comes out.

        `strict` also compares events and dice, and asks again whether each answer is legal;
        without `hashes` the state is compared only where the ruling ended a step. `careful`, or
        `strict`, goes on from a decoded copy after each step, as was done when it was ruled on:
        rules that keep one list in two places come out otherwise without.
        """
        played = not isinstance(ruling.inputs[0], Undo)
        self.n = ruling.n
        self._engine = ruling.rules
        self._run.mute = not strict
        self._keeps_state = not (strict or careful)
        if played:
            for given in ruling.inputs:
                self._refeed(ruling, given, strict)
        self._keeps_state = False
        ended_step = self._step_ended == ruling.n
        if strict and played:
            self._compare_telling(ruling)
        self._compare(ruling, state=hashes or ended_step)
        self.head = ruling.hash
        self._remember(ruling)

    def _compare_telling(self, ruling: Ruling) -> None:
        told, draws = self._run.told, self._run.draws
        if encode(told) != encode(ruling.events):
            raise Diverged(ruling.n, first_difference("event", told, ruling.events), "events")
        if encode(draws) != encode(ruling.dice):
            raise Diverged(ruling.n, first_difference("dice", draws, ruling.dice), "dice")

    def retrace(self, ruling: Ruling) -> Iterator[Input]:
        """Go through a recorded ruling, stopping before each input to look at what was open."""
        self.n = ruling.n
        self._engine = ruling.rules
        for given in ruling.inputs:
            yield given
            if not isinstance(given, Undo):
                self._refeed(ruling, given, strict=False)
        self._forget()

    def _refeed(self, ruling: Ruling, given: Input, strict: bool) -> None:
        if not isinstance(given, Start):
            refused = self.refusals(given) if strict else self._unasked(given)
            if refused:
                problem = refused[0].problem
                raise Diverged(ruling.n, f"its input is refused now ({problem.code})", "answer")
        try:
            self._feed(given)
        except Refused as error:
            raise Diverged(ruling.n, f"its input is refused now ({error})", "answer") from error
        except msgspec.ValidationError as error:
            raise Diverged(ruling.n, f"its input cannot be read now ({error})", "answer") from error

    def _unasked(self, given: Input) -> list[Refusal]:
        """Return refusals where the question of a recorded input is not open."""
        if isinstance(given, Edit):
            return self._refused_edit(given)
        ask, at = self.ask, getattr(given, "at", "")
        known = ask is not None and ask.address == at
        if known and ask is not None and isinstance(given, Answers):
            addresses = ask.addresses
            for answered in given.given:
                if answered.address not in addresses:
                    known = False
        return [] if known else [Refusal(-1, at, stale())]

    def _compare(self, ruling: Ruling, *, state: bool = True) -> None:
        open_ = self.ask.addresses if self.ask else ()
        if open_ != ruling.open:
            raise Diverged(
                ruling.n, f"now open: {list(open_)}, then: {list(ruling.open)}", "questions"
            )
        comparable = state and ruling.schema == self.ruleset.schema
        if comparable and self._state_hash() != ruling.state_hash:
            raise Diverged(ruling.n, "the state after it is another", "state")
        self._forget()

    # -- dry run -------------------------------------------------------------------------------

    @classmethod
    def at_the_question_of(cls, match: "Match") -> Self:
        """Return a second match at the same question.

        A ruling may be under way: whether everybody declines a window is asked before it ends.
        """
        if not match._under_way:
            return cls._woken(match.setting, match.snap, match._since_snapshot)
        if match.snap.n == match.n:
            second = cls(match.setting)
            second._wake_at(match.snap)
            second._fold(match._under_way)
        else:
            second = cls._woken(match.setting, match.snap, match._since_snapshot)
            second.n = match.n
            for given in match._under_way:
                second._feed(given)
        second._forget()
        second._since_snapshot = list(match._since_snapshot)
        second._under_way = list(match._under_way)
        return second

    def fork(self) -> Self:
        """Return a second match at the same question, to try something out on."""
        return self.at_the_question_of(self)

    def foresee(self, seat: int, pick: Callable[[str, Any, SomeView], Any | None]) -> Foresight:
        """Play on as `seat` plans to, without dice, box or foreign hands.

        Call it on a match woken for the purpose: the match is spent afterwards. Others are
        assumed to decline windows; any other foreign question stops it.
        """
        self._blind(seat)
        asked: list[str] = []
        stopped = True
        try:
            while self.ask and (sent := self._foreseen(seat, self.ask, pick, asked)):
                with speaking(RECORD):
                    self._go(sent)
        except Unforeseeable:
            stopped = True
        except _Foreseen:
            stopped = False
        return Foresight(tuple(self._run.told), tuple(asked), stopped)

    def _blind(self, seat: int) -> None:
        state = self._run.state
        self._run.dice = NoDice()
        for name in state.box.__struct_fields__:
            setattr(state.box, name, Untouchable())
        for other, hand in enumerate(state.hand):
            if other != seat:
                for name in hand.__struct_fields__:
                    setattr(hand, name, Untouchable())
        self._dry = True

    def _foreseen(
        self,
        seat: int,
        ask: Ask,
        pick: Callable[[str, Any, SomeView], Any | None],
        asked: list[str],
    ) -> dict[str, Any] | None:
        """Answer an ask in thought; None where that cannot be done.

        The seat's own questions come first, so that its orders are judged even where the answers
        of others are waited for.
        """
        sent: dict[str, Any] = {}
        for address, decision in ask.items():
            if decision.seat == seat:
                answer = pick(address, decision, self.view(seat))
                if answer is None or decision.judge(self.view(seat), answer)[1]:
                    return None
                asked.append(address)
                sent[address] = decision.typed(answer)
        for address, decision in ask.items():
            if decision.seat != seat and ask.mode == "window":
                sent[address] = decision.typed(decision.default(self.view(decision.seat)))
            elif decision.seat != seat and ask.mode != "first":
                return None
        return sent or None


def step_of(address: str) -> str:
    """Return the step a question belongs to: the first two parts of its address."""
    return "/".join(address.split("/", 2)[:2])
