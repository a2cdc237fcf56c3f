"""How the game tells what happened: a battle in a paragraph, dice on request."""

from collections.abc import Sequence

from rules.kernel.events import Event
from rules.kernel.features import Roll, Scene, Story
from rules.ti3 import nouns
from rules.ti3.events import battles as fights
from rules.ti3.events import points
from rules.toolbox import battles


def _battle(told: Sequence[Event], names: Sequence[str]) -> str:
    """Return a space battle or an invasion, from its beginning to who won it."""
    opening, *fought = told
    over = fought[-1] if fought and isinstance(fought[-1], _ENDS) else None
    lost = battles.summed((e.seat, e.units) for e in fought if isinstance(e, fights.Destroyed))
    return battles.paragraph(
        opening.words(names),
        battles.rounds_of(e.seat for e in fought if isinstance(e, fights.Rolled)),
        [(names[seat], nouns.counted(units)) for seat, units in lost.items()],
        over.words(names) if over else "",
    )


_ENDS = (fights.BattleEnded, fights.InvasionFailed, fights.InvasionStopped)


def _rolled(event: Event) -> Roll | None:
    """Return the dice of a battle round, or of fire outside of one."""
    if isinstance(event, fights.Fired):
        return Roll(event.seat, tuple(event.dice), 10, tuple(event.needed))
    if not isinstance(event, fights.Rolled):
        return None
    dice = [(unit, die) for unit, values in event.dice.items() for die in values]
    needed = tuple(event.needed[unit] for unit, _die in dice) if event.needed else ()
    return Roll(event.seat, tuple(die for _unit, die in dice), 10, needed)


STORY = Story(
    scenes=(
        Scene(
            begins=(fights.BattleBegan, fights.InvasionBegan),
            ends=_ENDS,
            covers=(fights.Rolled, fights.Rerolled, fights.Destroyed),
            words=_battle,
        ),
    ),
    folded=(fights.Rolled, fights.Rerolled),
    points=(points.Scored, points.PointsChanged),
    rolled=_rolled,
)
