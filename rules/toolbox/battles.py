"""A battle in a paragraph: who fought whom and where, for how long, what it cost, who holds it."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from rules.toolbox.speech import _

Side = TypeVar("Side", bound=Hashable)


def paragraph(
    opening: str, rounds: int, losses: Iterable[tuple[str, str]], ending: str = ""
) -> str:
    """Return the battle in a few sentences.

    `opening`: who fights whom and where. `losses`: each side that lost something, and what.
    `ending`: who holds the place; empty while the battle goes on.
    """
    told = [opening]
    if rounds:
        told.append(_.several("{n} round.", "{n} rounds.", rounds))
    lost = [_("{who} lost {units}.", who=who, units=units) for who, units in losses]
    told += lost
    if rounds and not lost:
        told.append(_("Nobody lost anything."))
    told.append(ending or _("The battle goes on."))
    return " ".join(told)


def rounds_of(rolls: Iterable[Hashable]) -> int:
    """Return how many rounds were fought, where everybody rolls once a round for each kind of unit.

    `rolls`: who rolled and for what, in order; the first to roll again begins a round.
    """
    rounds, rolled = 0, set[Hashable]()
    for roll in rolls:
        if not rounds or roll in rolled:
            rounds, rolled = rounds + 1, set()
        rolled.add(roll)
    return rounds


def summed(losses: Iterable[tuple[Side, Mapping[str, int]]]) -> dict[Side, dict[str, int]]:
    """Return what each side lost in all, in the order in which they lost something first."""
    totals: dict[Side, Counter[str]] = {}
    for side, units in losses:
        totals.setdefault(side, Counter()).update(units)
    return {side: dict(units) for side, units in totals.items()}
