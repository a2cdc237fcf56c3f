"""Cards and abilities in force for a while.

A game's public table keeps them as a list `effects`; a game names the ends they may have in an
enum of text of its own.
"""

from typing import Final, Protocol

from rules.kernel.codec import Plain

MOMENT: Final = "moment"
"""The end of an effect that only marks what was used in the moment under way."""


class Effect(Plain):
    """A component in force for `seat` until a named end, on a target if it has one."""

    id: str
    seat: int
    until: str
    on: str = ""


class HasEffects(Protocol):
    effects: list[Effect]


def expire(table: HasEffects, *ends: str) -> None:
    """Drop every effect that lasts until one of these ends."""
    table.effects = [e for e in table.effects if e.until not in ends]


def in_effect(table: HasEffects, id: str, seat: int | None = None) -> bool:
    """Is the component in force, for this seat or (None) for anybody? Marks do not count."""
    return any(
        e.id == id and e.until != MOMENT and (seat is None or e.seat == seat) for e in table.effects
    )


def mark(table: HasEffects, id: str, seat: int) -> None:
    """Note that the seat has used the component in the moment under way."""
    table.effects.append(Effect(id, seat, MOMENT))


def is_marked(table: HasEffects, id: str, seat: int) -> bool:
    """Has the seat used the component in the moment under way?"""
    return any(e.id == id and e.seat == seat and e.until == MOMENT for e in table.effects)


def unmark(table: HasEffects, ids: frozenset[str], seats: frozenset[int]) -> None:
    """Forget which of these components these seats used: the moment is over."""
    table.effects = [
        e for e in table.effects if not (e.until == MOMENT and e.seat in seats and e.id in ids)
    ]
