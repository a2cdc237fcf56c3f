"""How a finished game went: why it ended, who made which points when, battles, hands, luck, pace.

Everything is public then, so all of it follows from the record.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from pbem.models import Game, Ruling
from pbem.play.past import Moment
from rules.kernel.events import Event
from rules.kernel.match import Match
from rules.kernel.record import Ruling as KernelRuling
from rules.kernel.ruleset import Ruleset
from rules.kernel.story import chapters
from rules.kernel.views import Section

MOST_BATTLES = 3
LEAST_OF_A_BATTLE = 5
"""A passage that tells fewer events is no battle worth a story."""


class Scored(NamedTuple):
    """Points that somebody made: in which ruling, and how the game tells it."""

    seq: int
    words: str


class RoundOfPoints(NamedTuple):
    round: int
    scored: tuple[Scored, ...]


class Battle(NamedTuple):
    """A battle told in a paragraph. `events`: how many things happened in it."""

    seq: int
    words: str
    events: int


class Luck(NamedTuple):
    """How the dice of a seat fell in fights: their mean, and what it should be on average."""

    seat: int
    dice: int
    mean: float
    expected: float


class Hand(NamedTuple):
    """What a seat still held in secret at the end."""

    seat: int
    sections: tuple[Section, ...]


class Ending(NamedTuple):
    """The whole story. `last`: what happened at the very end. `took`: from start to end."""

    last: str
    rounds: tuple[RoundOfPoints, ...]
    battles: tuple[Battle, ...]
    hands: tuple[Hand, ...]
    luck: tuple[Luck, ...]
    rolls: int
    took: timedelta


def of(game: Game, match: Match, found: Sequence[Moment]) -> Ending:
    """Tell how a finished game went. `found`: the last moment of each round."""
    rulings = [row.kernel() for row in Ruling.objects.filter(game=game, live=True).order_by("seq")]
    rules, names = match.ruleset, match.view(None).names
    told = [
        (ruling.n, rules.event(seen))
        for ruling in rulings
        for each in ruling.events
        if (seen := each.seen_by(None)) is not None
    ]
    took = game.ended - game.started if game.ended and game.started else timedelta()
    return Ending(
        told[-1][1].words(names) if told else "",
        tuple(_points(rules, told, names, found)),
        tuple(_battles(rules, names, rulings)),
        tuple(_hands(match)),
        tuple(_luck(rules, told)),
        sum(len(draw.values) for ruling in rulings for draw in ruling.dice),
        took,
    )


def _points(
    rules: Ruleset[Any],
    told: Sequence[tuple[int, Event]],
    names: Sequence[str],
    found: Sequence[Moment],
) -> list[RoundOfPoints]:
    """The events by which points were made, by round. Of several about the same points the one is
    told that names where they come from."""
    kinds = rules.features.story.points
    by_round: dict[int, list[Scored]] = {moment.round: [] for moment in found}
    named: set[tuple[int, int]] = set()
    for seq, event in told:
        if not isinstance(event, kinds):
            continue
        who = (seq, getattr(event, "seat", -1))
        if isinstance(event, kinds[0]):
            named.add(who)
        elif who in named:
            continue
        at = next((moment.round for moment in found if moment.seq >= seq), 0)
        by_round.setdefault(at, []).append(Scored(seq, event.words(names)))
    return [RoundOfPoints(n, tuple(lines)) for n, lines in by_round.items() if lines]


def _battles(
    rules: Ruleset[Any], names: Sequence[str], rulings: Sequence[KernelRuling]
) -> list[Battle]:
    """The biggest battles, in the order in which they were fought."""
    if not rules.features.story.scenes:
        return []
    found = [
        Battle(passage.lines[0].ruling, passage.words, len(passage.lines))
        for chapter in chapters(rules, names, None, rulings)
        for passage in chapter.passages
        if len(passage.lines) >= LEAST_OF_A_BATTLE
    ]
    biggest = sorted(found, key=lambda battle: -battle.events)[:MOST_BATTLES]
    return sorted(biggest, key=lambda battle: battle.seq)


def _hands(match: Match) -> list[Hand]:
    """What each seat alone could see until the end."""
    found = []
    for seat in match.seats:
        secret = [s for s in match.ruleset.sheet(match.view(seat)) if s.private and s.lines]
        if secret:
            found.append(Hand(seat, tuple(secret)))
    return found


def _luck(rules: Ruleset[Any], told: Sequence[tuple[int, Event]]) -> list[Luck]:
    rolls: dict[int, list[tuple[int, int]]] = {}
    for _seq, event in told:
        roll = rules.features.story.rolled(event)
        if roll is not None and roll.seat >= 0:
            rolls.setdefault(roll.seat, []).extend((die, roll.sides) for die in roll.dice)
    return [
        Luck(
            seat,
            len(dice),
            sum(die for die, _sides in dice) / len(dice),
            sum((1 + sides) / 2 for _die, sides in dice) / len(dice),
        )
        for seat, dice in sorted(rolls.items())
        if dice
    ]
