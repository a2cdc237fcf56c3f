"""The base of all operations."""

from collections.abc import Iterator
from typing import ClassVar

from rules.inscription.facts import Op
from rules.inscription.pen import Illegal, Pen
from rules.inscription.speech import _
from rules.inscription.state import Frame, Mark


class Operation:
    """What one kind of operation does."""

    verbs: ClassVar[frozenset[str]] = frozenset()
    """Marks that answer it."""

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        """Return whether it needs no word of its owner."""
        return not self.verbs

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        """Return how often it is to be done."""
        return op.n if isinstance(op.n, int) else 1

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        """Do what happens at once."""
        raise NotImplementedError

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        raise NotImplementedError

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        raise NotImplementedError

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        if op.up_to:
            return None
        return next(self.choices(pen, frame, op), None)


def no_such(mark: Mark) -> Illegal:
    words = _("This effect does not reach {id}.", id=mark.at or mark.do)
    return Illegal("not-by-this-effect", words, "22.1.3")


def then(pen: Pen, frame: Frame, ops: tuple[Op, ...]) -> None:
    """More operations of the same effect, resolved before it goes on."""
    if ops:
        pen.draft.stack.append(Frame(list(ops), source=frame.source, at=frame.at, half=frame.half))
