"""What happened, as it is told: a chapter for each step, a battle in one paragraph.

The record has a line for every event, down to the dice. A reader wants to know who did what and how
it ended. A chapter is what happened in one step, mostly a turn; in it every event is a sentence,
but for scenes, which a game tells in a few sentences of its own, and for folded events, such as
dice. What was left out is kept as lines, for whoever wants to see it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rules.kernel.events import Event
from rules.kernel.features import Scene
from rules.kernel.records.record import Ruling
from rules.kernel.ruleset import Ruleset


class Line(NamedTuple):
    """One event as the record has it: its ruling, its words, the rules it rests on."""

    ruling: int
    words: str
    cite: tuple[str, ...]


class Passage(NamedTuple):
    """A sentence, or a scene in a few sentences.

    `lines`: the events that it tells, each in the record's words. `folded`: whether it is left out
    unless somebody asks. `seat`: whose doing it is, where a single event tells that.
    """

    words: str
    lines: tuple[Line, ...]
    folded: bool = False
    seat: int | None = None


class Chapter(NamedTuple):
    """What happened in one step, as far as one seat may know it.

    `seats`: whom it concerns. `undone`: the first and the last ruling that no longer count, where
    the chapter begins with taking something back. `apart`: it is one seat's part of what all did at
    once.
    """

    step: str
    first: int
    last: int
    passages: tuple[Passage, ...]
    seats: frozenset[int]
    undone: tuple[int, int] | None = None
    apart: bool = False

    @property
    def words(self) -> str:
        """The chapter in one paragraph, without what is folded."""
        return " ".join(passage.words for passage in self.passages if not passage.folded)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every event of the chapter, as the record has it."""
        return tuple(line for passage in self.passages for line in passage.lines)


class _Seen(NamedTuple):
    event: Event
    line: Line


def chapters(
    ruleset: Ruleset[Any],
    names: Sequence[str],
    seat: int | None,
    rulings: Iterable[Ruling],
    before: int = 0,
) -> list[Chapter]:
    """Return what `seat` (None: the public) may know of these rulings, in chapters.

    `before`: the last ruling that the reader was told of, which shows what was taken back.
    """
    told: list[Chapter] = []
    gathered: list[Ruling] = []
    undone: tuple[int, int] | None = None

    def finish() -> None:
        made = _chapter(ruleset, names, seat, gathered, undone)
        parts = _by_seat(made) if ruleset.features.story.apart else [made]
        told.extend(one for one in parts if one.passages or one.undone)

    for ruling in rulings:
        back = (ruling.parent + 1, before) if ruling.parent < before else None
        if gathered and (back or ruling.step != gathered[-1].step):
            finish()
            gathered, undone = [], None
        undone = undone or back
        gathered.append(ruling)
        before = ruling.n
    if gathered:
        finish()
    return told


def _by_seat(chapter: Chapter) -> list[Chapter]:
    """Return what each seat did as a chapter of its own, then what happened to all."""
    seats = dict.fromkeys(p.seat for p in chapter.passages if p.seat is not None)
    parts = [
        chapter._replace(
            passages=tuple(p for p in chapter.passages if p.seat == seat),
            seats=frozenset([seat]),
            undone=None,
            apart=True,
        )
        for seat in seats
    ]
    common = tuple(p for p in chapter.passages if p.seat is None)
    return [*parts, chapter._replace(passages=common)]


def _chapter(
    ruleset: Ruleset[Any],
    names: Sequence[str],
    seat: int | None,
    rulings: Sequence[Ruling],
    undone: tuple[int, int] | None,
) -> Chapter:
    seen: list[_Seen] = []
    concerned: set[int] = set()
    for ruling in rulings:
        for told in ruling.events:
            data = told.seen_by(seat)
            if data is None:
                continue
            event = ruleset.event(data)
            seen.append(_Seen(event, Line(ruling.n, event.words(names), told.cite)))
            concerned |= event.concerned()
            if told.to is not None and seat in told.to:
                concerned.add(seat)
    passages = tuple(_passages(ruleset, names, seen))
    first, last = rulings[0].n, rulings[-1].n
    return Chapter(rulings[0].step, first, last, passages, frozenset(concerned), undone)


def _passages(
    ruleset: Ruleset[Any], names: Sequence[str], seen: Sequence[_Seen]
) -> Iterable[Passage]:
    told = ruleset.features.story
    at = 0
    while at < len(seen):
        scene = next((s for s in told.scenes if isinstance(seen[at].event, s.begins)), None)
        if scene is None:
            event, line = seen[at]
            doer = getattr(event, "seat", None)
            yield Passage(line.words, (line,), isinstance(event, told.folded), doer)
            at += 1
            continue
        end = _end(seen, at, scene)
        mine = (*scene.begins, *scene.ends, *scene.covers)
        inside = [one for one in seen[at:end] if isinstance(one.event, mine)]
        beside = [one for one in seen[at:end] if one not in inside]
        words = scene.words([one.event for one in inside], names)
        yield Passage(words, tuple(one.line for one in inside))
        for event, line in beside:
            yield Passage(line.words, (line,), isinstance(event, told.folded))
        at = end


def _end(seen: Sequence[_Seen], at: int, scene: Scene) -> int:
    """Return where a scene ends: behind its last event, before another one begins, or where the
    chapter stops in the midst of it."""
    for i in range(at + 1, len(seen)):
        if isinstance(seen[i].event, scene.ends):
            return i + 1
        if isinstance(seen[i].event, scene.begins):
            return i
    return len(seen)
