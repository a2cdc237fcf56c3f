"""Events in words, as one seat or everybody may know them."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rules.kernel.events import Told
from rules.kernel.records.record import Ruling
from rules.kernel.ruleset import Ruleset


class Line(NamedTuple):
    """One thing that happened, and the rules it rests on."""

    words: str
    rules: tuple[str, ...] = ()


class Ruled(NamedTuple):
    """A ruling as its reader sees it. `back_to`: the ruling takes back everything after that
    number."""

    seq: int
    lines: tuple[Line, ...]
    back_to: int | None = None


def lines_for(
    ruleset: Ruleset[Any], names: Sequence[str], seat: int | None, events: Iterable[Told]
) -> tuple[Line, ...]:
    """Write what `seat`, or with None the public, learns of these events."""
    seen = [(event.seen_by(seat), event.cite) for event in events]
    return tuple(
        Line(ruleset.event(what).words(names), cite) for what, cite in seen if what is not None
    )


def ruled(
    ruleset: Ruleset[Any], names: Sequence[str], seat: int | None, rulings: Iterable[Ruling]
) -> list[Ruled]:
    """Write the rulings that have anything to tell, in order."""
    found = []
    for ruling in rulings:
        lines = lines_for(ruleset, names, seat, ruling.events)
        back_to = ruling.parent if ruling.parent < ruling.n - 1 else None
        if lines or back_to is not None:
            found.append(Ruled(ruling.n, lines, back_to))
    return found
