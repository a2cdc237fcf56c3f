"""How a finished game went: why it ended, who made which points when, battles, hands, luck, pace.

Everything is public then, so all of it follows from the record.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from pbem.models import Game, Ruling
from pbem.play.past import Moment
from rules.kernel.events import Event
from rules.kernel.match import Match
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.records.story import chapters
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import Section

MOST_BATTLES = 3
LEAST_OF_A_BATTLE = 5
"""A passage that tells fewer events is no battle worth a story."""


class Happened(NamedTuple):
    """An event that everybody can know: in which ruling, and the rules it rests on."""

    seq: int
    event: Event
    cite: tuple[str, ...]


class Scored(NamedTuple):
    """Points that somebody made: who, in which ruling, how the game tells it, and by which rule
    where the words do not say what for."""

    seat: int
    seq: int
    words: str
    rule: str = ""


class RoundOfPoints(NamedTuple):
    round: int
    scored: tuple[Scored, ...]


class Battle(NamedTuple):
    """A battle told in a paragraph. `events`: how many things happened in it."""

    seq: int
    words: str
    events: int


class Luck(NamedTuple):
    """How many dice of a seat hit in fights, and how many would hit on average with what each of
    them needed. `luckier_than`: the share of games, with the same dice thrown again, in which fewer
    hit; those in which as many do count half."""

    seat: int
    dice: int
    hits: int
    expected: float
    luckier_than: float


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

    def decided_by(self, seat: int) -> tuple[int, Scored] | None:
        """Return the round and the points by which a seat came to its last; None if no event tells
        of them."""
        mine = [(told.round, one) for told in self.rounds for one in told.scored]
        return next(((n, one) for n, one in reversed(mine) if one.seat == seat), None)


def of(game: Game, match: Match, found: Sequence[Moment]) -> Ending:
    """Tell how a finished game went. `found`: the last moment of each round."""
    rulings = [row.kernel() for row in Ruling.objects.filter(game=game, live=True).order_by("seq")]
    rules, names = match.ruleset, match.view(None).names
    told = [
        Happened(ruling.n, rules.event(seen), each.cite)
        for ruling in rulings
        for each in ruling.events
        if (seen := each.seen_by(None)) is not None
    ]
    took = game.ended - game.started if game.ended and game.started else timedelta()
    return Ending(
        told[-1].event.words(names) if told else "",
        tuple(_points(rules, told, names, found)),
        tuple(_battles(rules, names, rulings)),
        tuple(_hands(match)),
        tuple(_luck(rules, told)),
        sum(len(draw.values) for ruling in rulings for draw in ruling.dice),
        took,
    )


def _points(
    rules: Ruleset[Any],
    told: Sequence[Happened],
    names: Sequence[str],
    found: Sequence[Moment],
) -> list[RoundOfPoints]:
    """Return the events by which points were made, by round.

    Of two about the same points the one is told that names where they come from. Points without
    such a name are told with what happened right before them, and with their rule.
    """
    kinds = rules.features.story.points
    by_round: dict[int, list[Scored]] = {moment.round: [] for moment in found}
    named: Counter[tuple[int, int]] = Counter()
    before: Happened | None = None
    for one in told:
        seq, event = one.seq, one.event
        if not isinstance(event, kinds):
            before = one
            continue
        who = (seq, getattr(event, "seat", -1))
        at = next((moment.round for moment in found if moment.seq >= seq), 0)
        if isinstance(event, kinds[0]):
            named[who] += 1
            before = None
            by_round.setdefault(at, []).append(Scored(who[1], seq, event.words(names)))
        elif named[who]:
            named[who] -= 1
        else:
            rule = "".join(one.cite[:1])
            why = rules.features.story.sources(rule)
            if not why and before is not None and before.seq == seq:
                why = before.event.words(names)
            words = f"{why.rstrip('.')}. {event.words(names)}" if why else event.words(names)
            by_round.setdefault(at, []).append(Scored(who[1], seq, words, rule))
    return [RoundOfPoints(n, tuple(lines)) for n, lines in by_round.items() if lines]


def _battles(
    rules: Ruleset[Any], names: Sequence[str], rulings: Sequence[KernelRuling]
) -> list[Battle]:
    """Return the biggest battles, in the order in which they were fought."""
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
    """Return what each seat alone could see until the end."""
    found = []
    for seat in match.seats:
        secret = [s for s in match.ruleset.sheet(match.view(seat)) if s.private and s.lines]
        if secret:
            found.append(Hand(seat, tuple(secret)))
    return found


def _luck(rules: Ruleset[Any], told: Sequence[Happened]) -> list[Luck]:
    """Return the luck of every seat whose dice could hit and could miss; rulings that do not tell
    what a die needed are left out."""
    hits: dict[int, list[bool]] = {}
    odds: dict[int, list[float]] = {}
    for one in told:
        roll = rules.features.story.rolled(one.event)
        if roll is None or roll.seat < 0:
            continue
        for die, needed in zip(roll.dice, roll.needed, strict=False):
            if 1 < needed <= roll.sides:
                hits.setdefault(roll.seat, []).append(die >= needed)
                odds.setdefault(roll.seat, []).append((roll.sides + 1 - needed) / roll.sides)
    return [
        Luck(seat, len(dice), sum(dice), sum(odds[seat]), _share_below(sum(dice), odds[seat]))
        for seat, dice in sorted(hits.items())
    ]


def _share_below(hits: int, odds: Sequence[float]) -> float:
    """Return the chance that dice with these odds hit less often, and half of that to hit as
    often."""
    chances = [1.0]
    for chance in odds:
        missed = [share * (1 - chance) for share in chances] + [0.0]
        hit = [0.0] + [share * chance for share in chances]
        chances = [a + b for a, b in zip(missed, hit, strict=True)]
    return sum(chances[:hits]) + chances[hits] / 2
