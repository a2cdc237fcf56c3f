"""What the author of a step works with: state, questions, dice and events."""

from collections.abc import Callable, Generator, Iterable, Sequence
from types import GeneratorType
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem
from rules.kernel.dice import Dice, Face
from rules.kernel.errors import KernelError
from rules.kernel.events import Event, Told, recorded
from rules.kernel.records.record import Draw
from rules.kernel.views import Box, Private, Public, State, View

A = TypeVar("A")
T = TypeVar("T")
Mode = Literal["one", "all", "window", "first"]


class Ask(Fixed):
    """One pause: the open questions; `mode` says how many must be answered to go on."""

    mode: Mode
    address: str
    decisions: tuple[Decision[Any], ...]
    addresses: tuple[str, ...]

    def items(self) -> list[tuple[str, Decision[Any]]]:
        return list(zip(self.addresses, self.decisions, strict=True))

    def decision(self, address: str) -> Decision[Any] | None:
        for at, decision in zip(self.addresses, self.decisions, strict=True):
            if at == address:
                return decision
        return None


Play = Generator[Ask, dict[str, Any], T]
Effect: TypeAlias = Play[None] | None
"""What a rule's body returns: a generator that asks, or nothing where it has already happened."""


class GameOver(BaseException):
    """Leaves a step from any depth; not an Exception, so that no rule catches it by accident."""


class Unforeseeable(BaseException):
    """A dry run touched dice, the box or a foreign hand: it stops there."""


class Untouchable:
    """Take the place of what a dry run must not touch: any use of it stops the dry run."""

    def __getattribute__(self, name: str) -> Any:
        raise Unforeseeable(name)

    def __getitem__(self, key: Any) -> Any:
        raise Unforeseeable(str(key))

    def __iter__(self) -> Any:
        raise Unforeseeable("iter")

    def __len__(self) -> int:
        raise Unforeseeable("len")

    def __bool__(self) -> bool:
        raise Unforeseeable("bool")


class NoDice(Dice):
    """The dice of a dry run."""

    __slots__ = ()

    def __init__(self) -> None: ...

    def _hash(self, label: str) -> bytes:
        raise Unforeseeable(label)

    def draw(self, label: str, faces: Sequence[Face], dice: int) -> list[Face]:
        raise Unforeseeable(label)

    def shuffle(self, label: str, items: Iterable[T]) -> list[T]:
        raise Unforeseeable(label)


class Run(Generic[Public, Private, Box]):
    """What all tables of one match share: the state and what has happened in this ruling."""

    __slots__ = ("dice", "draws", "labels", "mute", "reveals", "state", "told", "view")

    def __init__(
        self,
        state: State[Public, Private, Box],
        dice: Dice,
        view: Callable[[State[Public, Private, Box], int | None], View[Public, Private]],
    ) -> None:
        self.state = state
        self.dice = dice
        self.view = view
        self.labels: dict[str, int] = {}
        self.told: list[Told] = []
        self.draws: list[Draw] = []
        self.reveals = False
        self.mute = False
        """While a ruling is only repeated: what it told is in the record, and nobody listens."""

    def unique(self, label: str) -> str:
        """Return `label`, with `#k` the k-th time it comes up in this step."""
        labels = self.labels
        if label not in labels:
            labels[label] = 1
            return label
        k = labels[label] = labels[label] + 1
        return f"{label}#{k}"


class Table(Generic[Public, Private, Box]):
    """A place in the tree of what happens. Questions and dice below it carry its path.

    Each game names its own in its `state.py`: `Table = table.Table[Public, Private, Hidden]`.
    """

    __slots__ = ("_run", "box", "hand", "path", "rules", "table")

    def __init__(self, run: Run[Public, Private, Box], path: str, rules: int) -> None:
        """Within a step the compartments of the state stay the same things, so they are looked up
        once."""
        self._run = run
        self.path = path
        self.rules = rules
        state = run.state
        self.table = state.table
        """What everybody knows."""
        self.hand = state.hand
        """What each seat knows, by seat."""
        self.box = state.box
        """What nobody knows."""

    def view(self, seat: int | None) -> View[Public, Private]:
        """Return what `seat` may know; None: what everybody may."""
        return self._run.view(self._run.state, seat)

    def sub(self, stem: str) -> "Table[Public, Private, Box]":
        """Return a table for a part of play with a name: `round`, the second time `round#2`."""
        return Table(self._run, self._run.unique(f"{self.path}/{stem}"), self.rules)

    # -- questions -----------------------------------------------------------------------------

    def address(self, decision: Decision[Any]) -> str:
        return self._run.unique(f"{self.path}/{decision.kind()}@{decision.seat}")

    def ask(self, decision: Decision[A]) -> Play[A]:
        address = self.address(decision)
        got = yield Ask("one", address, (decision,), (address,))
        return got[address]  # type: ignore[no-any-return]

    def ask_all(self, decisions: Sequence[Decision[A]], name: str = "all") -> Play[list[A]]:
        """Ask several seats, sealed until all have answered; answers are in the order asked."""
        return self._ask_each("all", decisions, name)

    def ask_window(self, name: str, decisions: Sequence[Decision[A]]) -> Play[list[A]]:
        """Ask as `ask_all` does, in a window: it has a closing time, and silence declines."""
        return self._ask_each("window", decisions, name)

    def _ask_each(self, mode: Mode, decisions: Sequence[Decision[A]], name: str) -> Play[list[A]]:
        if not decisions:
            return []
        addresses = tuple([self.address(d) for d in decisions])
        at = self._run.unique(f"{self.path}/{name}")
        got = yield Ask(mode, at, tuple(decisions), addresses)
        return [got[address] for address in addresses]

    def ask_these(
        self, name: str, open_: Sequence[tuple[str, Decision[Any]]]
    ) -> Play[dict[str, Any]]:
        """Ask as `ask_all` does, under addresses given before; answers come back by address."""
        at = self._run.unique(f"{self.path}/{name}")
        return (yield Ask("all", at, tuple([d for _, d in open_]), tuple([a for a, _ in open_])))

    def ask_first(self, open_: Sequence[tuple[str, Decision[Any]]]) -> Play[tuple[str, Any]]:
        """Ask, and go on with the first answer; the others may be asked again where they were."""
        at = self._run.unique(f"{self.path}/first")
        got = yield Ask("first", at, tuple(d for _, d in open_), tuple(a for a, _ in open_))
        return next(iter(got.items()))

    def check(self, decision: Decision[A], answer: A) -> list[Problem]:
        """Return the problems that a sealed answer has now."""
        return decision.problems(self.view(decision.seat), answer)

    # -- chance --------------------------------------------------------------------------------

    def roll(self, stem: str, dice: int, sides: int = 10) -> list[int]:
        label = self._run.unique(f"{self.path}/{stem}")
        values = self._run.dice.roll(label, dice, sides)
        if not self._run.mute:
            self._run.draws.append(Draw(label, sides, tuple(values)))
        self._run.reveals = True
        return values

    def draw(self, stem: str, faces: Sequence[Face], dice: int) -> list[Face]:
        """Roll dice that have faces instead of numbers; records and rule cases name the faces."""
        label = self._run.unique(f"{self.path}/{stem}")
        values = self._run.dice.draw(label, faces, dice)
        if not self._run.mute:
            self._run.draws.append(Draw(label, len(faces), tuple(values), tuple(faces)))
        self._run.reveals = True
        return values

    def shuffle(self, stem: str, items: Iterable[T]) -> list[T]:
        label = self._run.unique(f"{self.path}/{stem}")
        shuffled = self._run.dice.shuffle(label, items)
        if not self._run.mute:
            self._run.draws.append(Draw(label, len(shuffled)))
        self._run.reveals = True
        return shuffled

    # -- what happened -------------------------------------------------------------------------

    def tell(
        self,
        event: Event,
        to: int | Sequence[int] | None = None,
        public: Event | None = None,
        cite: str | Sequence[str] = (),
    ) -> None:
        """Tell everybody, or only `to`, with `public` for the rest. A private word is a reveal."""
        if self._run.mute:
            return
        self._run.told.append(recorded(event, to, public, cite))
        if to is not None or event.reveals:
            self._run.reveals = True

    @property
    def is_listened_to(self) -> bool:
        """Whether anybody listens; if not, an event that takes work to make need not be made."""
        return not self._run.mute

    @property
    def events_told(self) -> int:
        """How many events this ruling has told so far."""
        return len(self._run.told)

    def told_only(self, seat: int, since: int) -> None:
        """Raise KernelError where anybody but `seat` was told something since so many events."""
        for one in self._run.told[since:]:
            if one.to != (seat,) or one.public is not None:
                kind = one.event["kind"]
                raise KernelError(f"{self.path} tells others of {kind} before all is shown")

    def end(self) -> None:
        """End the game here and now; the state must say so."""
        raise GameOver


SomeTable: TypeAlias = Table[Any, Any, Any]
"""The table of whichever game it is, for code that serves every game."""


def generator_of(result: Effect) -> Play[None] | None:
    """Return the generator of a rule's body; None for a plain function, which has already run."""
    if result is None:
        return None
    if not isinstance(result, GeneratorType):
        raise KernelError(f"a step's run must be a generator or return None, not {result!r}")
    return result
