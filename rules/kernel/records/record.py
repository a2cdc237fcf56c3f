"""The record of a match: all inputs and all that came of them, as a chain of hashes."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, Self

import msgspec

from rules.kernel.codec import Fixed, encode, plain
from rules.kernel.dice import Dice, keyed_digest
from rules.kernel.events import Told

By = Literal[
    "player", "script", "standing", "forced", "usual", "deadline", "trust", "bot", "referee",
    "scenario",
]  # fmt: skip


class CitedLines(NamedTuple):
    """Lines of a submission, by their positions in it."""

    receipt: str
    positions: tuple[int, ...]

    def __str__(self) -> str:
        """`K7Q2:1,3`: lines are counted from 1."""
        return f"{self.receipt}:{','.join(str(position + 1) for position in self.positions)}"

    @classmethod
    def read(cls, text: str) -> Self:
        receipt, _colon, numbers = text.partition(":")
        return cls(receipt, tuple(int(n) - 1 for n in numbers.split(",") if n))


class CitedStanding(NamedTuple):
    """A standing order, `standing:17`."""

    key: int

    def __str__(self) -> str:
        return f"standing:{self.key}"


class CitedOffer(NamedTuple):
    """A deal between seats, `offer:7`."""

    number: int

    def __str__(self) -> str:
        return f"offer:{self.number}"


class CitedReason(NamedTuple):
    """Why a referee gave an answer, in words."""

    words: str

    def __str__(self) -> str:
        return self.words


Citation = CitedLines | CitedStanding | CitedOffer | CitedReason
_NO_LINES = CitedLines("", ())


class Source(Fixed):
    """Where an answer came from. `ref` is what it cites, as text; `cites` is the same, typed."""

    by: By
    ref: str = ""

    @classmethod
    def citing(cls, by: By, cites: Citation) -> Self:
        return cls(by, str(cites))

    @property
    def cites(self) -> Citation | None:
        kind, _colon, number = self.ref.partition(":")
        if not self.ref:
            return None
        if kind in ("offer", "standing") and number.isdecimal():
            return CitedOffer(int(number)) if kind == "offer" else CitedStanding(int(number))
        return CitedReason(self.ref) if self.by == "referee" else CitedLines.read(self.ref)

    @property
    def lines(self) -> CitedLines:
        """Return the order lines it cites; receipt "" where it cites something else."""
        cites = self.cites
        return cites if isinstance(cites, CitedLines) else _NO_LINES


class Given(Fixed):
    """One seat's answer to one question."""

    seat: int
    address: str
    answer: Any
    source: Source


class Start(Fixed, tag="start"):
    options: Any
    commitment: str
    position: Any = None


class Answers(Fixed, tag="answers"):
    """All answers to one ask, in rule order, whatever the order in which they arrived."""

    at: str
    given: tuple[Given, ...]


class Quiet(Fixed, tag="quiet"):
    """A window that everybody declined by policy; part of the ruling that opened it."""

    at: str


class Interject(Fixed, tag="interject"):
    at: str
    what: str
    seat: int
    data: Any
    source: Source


class Op(Fixed):
    """`path` in the typed state ("table.players.0.gold") and the plain value to put there."""

    path: str
    value: Any


class Edit(Fixed, tag="edit"):
    """A referee's last resort, at the beginning of a step."""

    ops: tuple[Op, ...]
    why: str


class Undo(Fixed, tag="undo"):
    """Go back to the position after ruling `to`. `by`: the seat; None: the referee."""

    to: int
    by: int | None = None


Input = Start | Answers | Quiet | Interject | Edit | Undo


class Draw(Fixed):
    """A roll: its label, how many sides the die has, and what came up.

    `values` are numbers, or some of the die's `faces` where it has faces. A shuffle has no values:
    its result is hidden.
    """

    label: str
    sides: int
    values: tuple[int | str, ...] = ()
    faces: tuple[str, ...] = ()

    def rolled_again(self, dice: Dice) -> tuple[int | str, ...]:
        """Return what these dice give for the label: `values`, unless somebody changed them."""
        if self.faces:
            return tuple(dice.draw(self.label, self.faces, len(self.values)))
        return tuple(dice.roll(self.label, len(self.values), self.sides))


class Ruling(Fixed):
    """One answered ask or interjection and all that followed, up to the next question.

    `prev` is the entry before (the chain), `parent` the ruling it builds on (the tree): undo and
    forks append, numbers never return. `inputs` are private to their givers. `schema` is the shape
    of the state that `state_hash` was taken of.
    """

    n: int
    parent: int
    step: str
    inputs: tuple[Input, ...]
    events: tuple[Told, ...]
    dice: tuple[Draw, ...]
    seats: tuple[int, ...]
    reveals: bool
    rules: int
    state_hash: str
    open: tuple[str, ...]
    prev: str
    schema: int = 1
    hash: str = ""

    def sources(self) -> Iterator[Source]:
        """Yield the source of each answer and interjection."""
        for given in self.inputs:
            if isinstance(given, Answers):
                yield from (answer.source for answer in given.given)
            elif isinstance(given, Interject):
                yield given.source


class Snapshot(Fixed):
    """The state at the last end of a step, which lies inside ruling `n`."""

    n: int
    schema: int
    rules: int
    stage: str
    counts: dict[str, int]
    past: tuple[str, ...]
    state: msgspec.Raw


class Record(Fixed):
    """A match as one portable document; enough to rebuild and check it.

    `secret` is absent from a public record of a running match.
    """

    ruleset: str
    version: int
    options: Any
    commitment: str
    seats: tuple[str, ...]
    rulings: tuple[Ruling, ...]
    seed: str = ""
    words: tuple[str, ...] = ()
    format: Literal["parsec-post/1"] = "parsec-post/1"


def keyed(key: bytes, raw: bytes | bytearray) -> str:
    """Return a keyed hash; without the key nobody can find hidden state by trying."""
    return keyed_digest(key, raw).hex()


def sealed(ruling: Ruling, key: bytes) -> Ruling:
    """Return `ruling` with its chain hash, which covers everything else in it."""
    bare = msgspec.structs.replace(ruling, hash="")
    return msgspec.structs.replace(ruling, hash=keyed(key, encode(bare)))


def first_difference(
    what: str, now: Sequence[Told] | Sequence[Draw], then: Sequence[Told] | Sequence[Draw]
) -> str:
    """Return in words where events or draws differ from those recorded."""
    for i, (a, b) in enumerate(zip(now, then, strict=False), start=1):
        if encode(a) != encode(b):
            return f"{what} {i} is {plain(a)} now and was {plain(b)}"
    return f"{len(now)} of its {what}s now, {len(then)} then"
