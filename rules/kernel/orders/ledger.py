"""Which lines of orders a record has used, read from the rulings themselves."""

from collections.abc import Iterable, Sequence

from rules.kernel.match import step_of
from rules.kernel.records.record import Answers, Given, Ruling


class Ledger:
    """Which lines the record has used, where bundles began, and what was undone."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        """`rulings`: all of the match that still matter, live and dead, in order."""
        self.used: dict[str, set[int]] = {}
        self.begun: dict[tuple[str, int], str] = {}
        self.undone: set[tuple[int, str]] = set()
        dead: dict[str, set[int]] = {}
        live = _live(rulings)
        for ruling in rulings:
            for given in _answers(ruling):
                if ruling.n not in live and given.seat in ruling.seats:
                    self.undone.add((given.seat, given.address))
                if given.source.by != "script":
                    continue
                receipt, positions = given.source.lines
                if ruling.n in live:
                    self.used.setdefault(receipt, set()).update(positions)
                    for position in positions:
                        self.begun[receipt, position] = step_of(given.address)
                else:
                    dead.setdefault(receipt, set()).update(positions)
        self.held = {
            receipt for receipt, lines in dead.items() if lines - self.used.get(receipt, set())
        }


def _live(rulings: Sequence[Ruling]) -> set[int]:
    parents = {r.n: r.parent for r in rulings}
    live: set[int] = set()
    at = rulings[-1].n if rulings else 0
    while at in parents:
        live.add(at)
        at = parents[at]
    return live


def _answers(ruling: Ruling) -> Iterable[Given]:
    for given in ruling.inputs:
        if isinstance(given, Answers):
            yield from given.given
