"""The story of the game: a combat in a paragraph, dice on request."""

from collections.abc import Sequence
from typing import Final

from rules.kernel.events import Event
from rules.kernel.features import Roll, Scene, Story
from rules.ti4 import events, nouns
from rules.ti4.speech import N_, _
from rules.toolbox import battles


def _combat(told: Sequence[Event], names: Sequence[str]) -> str:
    """Return the story of a combat, from its beginning to its winner (TI4 9)."""
    opening, *fought = told
    over = fought[-1] if fought and isinstance(fought[-1], events.CombatEnded) else None
    lost = battles.summed((e.seat, e.units) for e in fought if isinstance(e, events.Destroyed))
    return battles.paragraph(
        opening.words(names),
        battles.rounds_of((e.seat, e.unit) for e in fought if isinstance(e, events.Rolled)),
        [(names[seat], nouns.counted(units)) for seat, units in lost.items()],
        over.words(names) if over else "",
    )


def _rolled(event: Event) -> Roll | None:
    """Return the dice of a combat round, or of an ability such as Space Cannon."""
    if isinstance(event, events.Rolled):
        needed = (event.needed,) * len(event.dice) if event.needed else ()
        return Roll(event.seat, tuple(event.dice), 10, needed)
    if isinstance(event, events.Fired):
        return Roll(event.seat, tuple(event.dice), 10, tuple(event.needed))
    return None


_SOURCES: Final = {
    "TI4 24.2": N_("Imperial, with Mecatol Rex"),
    "TI4 75.1": N_("Support for the Throne"),
}
"""What points are for that no event before them names, by the rule that gives them."""


def _source(rule: str) -> str:
    return _(_SOURCES[rule]) if rule in _SOURCES else ""


STORY = Story(
    scenes=(
        Scene(
            begins=(events.CombatBegan,),
            ends=(events.CombatEnded,),
            covers=(events.Rolled, events.Destroyed, events.Sustained),
            words=_combat,
        ),
    ),
    folded=(events.Rolled, events.Pools),
    points=(events.Scored, events.PointsChanged),
    sources=_source,
    rolled=_rolled,
)
