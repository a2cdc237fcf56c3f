"""How the game tells what happened: a battle in a paragraph, dice on request."""

from collections.abc import Iterator, Mapping, Sequence

from rules.eclipse import events
from rules.kernel.events import Event
from rules.kernel.features import Roll, Scene, Story
from rules.toolbox import battles


def _battle(told: Sequence[Event], names: Sequence[str]) -> str:
    """Return a battle between two sides, from the ships that met to who holds the sector (ECL
    9)."""
    opening, *fought = told
    assert isinstance(opening, events.BattleJoined)
    over = fought[-1] if fought and isinstance(fought[-1], events.BattleWon) else None
    lost = battles.summed(_losses(opening, fought))
    return battles.paragraph(
        opening.words(names),
        battles.rounds_of(
            (e.side, e.ship) for e in fought if isinstance(e, events.Fired) and not e.missiles
        ),
        [(events.side_name(side, names), events.fleet(ships)) for side, ships in lost.items()],
        over.words(names) if over else "",
    )


def _losses(
    opening: events.BattleJoined, fought: Sequence[Event]
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Return what each side lost: by the other's fire, or for staying in a stalemate."""
    other = {opening.attacker: opening.defender, opening.defender: opening.attacker}
    for event in fought:
        if isinstance(event, events.Fired) and event.lost:
            yield other[event.side], event.lost
        elif isinstance(event, events.StalemateLost):
            yield str(event.seat), event.ships


def _rolled(event: Event) -> Roll | None:
    """Return the dice of a player's ships; those of Ancients are nobody's luck."""
    if not isinstance(event, events.Fired) or not event.side.isdecimal():
        return None
    needed = (event.needed,) * len(event.dice) if event.needed else ()
    return Roll(int(event.side), tuple(value for _damage, value in event.dice), 6, needed)


STORY = Story(
    scenes=(
        Scene(
            begins=(events.BattleJoined,),
            ends=(events.BattleWon,),
            covers=(events.Fired, events.StalemateLost, events.RetreatDeclared),
            words=_battle,
        ),
    ),
    folded=(events.Fired, events.Held),
    rolled=_rolled,
)
