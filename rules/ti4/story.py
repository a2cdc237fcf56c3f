"""How the game tells what happened: a combat in a paragraph, dice on request."""

from collections.abc import Sequence

from rules.kernel.events import Event
from rules.kernel.features import Roll, Scene, Story
from rules.ti4 import events, nouns
from rules.toolbox import battles


def _combat(told: Sequence[Event], names: Sequence[str]) -> str:
    """A combat, from its beginning to who won it (TI4 9)."""
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
    return Roll(event.seat, tuple(event.dice), 10) if isinstance(event, events.Rolled) else None


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
    rolled=_rolled,
)
