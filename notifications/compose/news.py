"""The news of a game: what happened, as one seat may know it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from notifications.compose.layout import cited
from rules.kernel.records import story
from rules.kernel.records.record import Ruling
from rules.kernel.records.story import Chapter
from rules.kernel.ruleset import Ruleset

MOST = 60
"""Lines of the record, or chapters about others, that a mail tells."""
MOST_OWN = 12
"""Chapters about the reader that a mail tells."""
MOST_BRIEF = 4
"""Chapters about the reader that a short mail tells."""


class News(NamedTuple):
    """What happened, a paragraph each: what concerns the reader, and the rest."""

    yours: list[str]
    others: list[str]

    def told_to_reader(self, *, brief: bool) -> list[str]:
        """Return what concerns the reader, the newest of it in a brief mail."""
        return _newest(self.yours, MOST_BRIEF if brief else MOST_OWN)


def news_of(
    ruleset: Ruleset[Any],
    names: Sequence[str],
    seat: int,
    rulings: Iterable[Ruling],
    before: int = 0,
    own_before: int = 0,
    own: Mapping[int, Sequence[str]] | None = None,
    asked_in: Collection[str] = (),
) -> News:
    """Return what happened after ruling `before`, in paragraphs that leave out dice and rules.

    `own_before`: the last ruling up to which the reader was told what concerns them. `own`: by a
    ruling's number, what only the reader is told about it. `asked_in`: the steps in which the
    reader is asked something now, which concern them for that reason.
    """

    def concerns(chapter: Chapter) -> bool:
        if chapter.apart:
            return seat in chapter.seats
        everybody = chapter.undone is not None or not chapter.seats
        return everybody or seat in chapter.seats or chapter.step in asked_in

    rulings, known = list(rulings), max(before, own_before)
    half_told = [ruling for ruling in rulings if ruling.n <= known]
    others = [
        chapter
        for chapter in story.chapters(ruleset, names, seat, half_told, before)
        if not concerns(chapter)
    ]
    yours: list[str] = []
    new = [ruling for ruling in rulings if ruling.n > known]
    for chapter in story.chapters(ruleset, names, seat, new, known):
        inside = range(chapter.first, chapter.last + 1)
        more = [words for n in inside for words in (own or {}).get(n, ())]
        if more or concerns(chapter):
            yours.append(_paragraph([chapter], more))
        else:
            others.append(chapter)
    rest = [words for group in _grouped(others) if (words := _paragraph(group))]
    return News([words for words in yours if words], _newest(rest, MOST))


def _grouped(chapters: Iterable[Chapter]) -> list[list[Chapter]]:
    """Return the chapters, with those of one sentence that follow each other taken together."""
    groups: list[list[Chapter]] = []
    for chapter in chapters:
        last = groups[-1][-1] if groups else None
        if last is not None and _is_short(last) and _is_short(chapter):
            groups[-1].append(chapter)
        else:
            groups.append([chapter])
    return groups


def _is_short(chapter: Chapter) -> bool:
    return sum(not passage.folded for passage in chapter.passages) <= 1


def _paragraph(chapters: Sequence[Chapter], more: Sequence[str] = ()) -> str:
    """Chapters as one paragraph with the numbers of their rulings; empty, if they say nothing."""
    said = [words for chapter in chapters if (words := chapter.words)]
    undone = chapters[0].undone
    if undone is not None:
        said.insert(0, _("Taken back: %(undone)s no longer counts.") % {"undone": span(*undone)})
    said += more
    return f"{span(chapters[0].first, chapters[-1].last)} {' '.join(said)}" if said else ""


def span(first: int, last: int) -> str:
    """Return the numbers of rulings, by which players cite them."""
    return f"#{first}" if first >= last else f"#{first}–#{last}"


def _newest(paragraphs: list[str], most: int) -> list[str]:
    if len(paragraphs) <= most:
        return paragraphs
    left_out = _("… %(n)d earlier paragraphs: reply HISTORY 100 to see more.")
    return [left_out % {"n": len(paragraphs) - most}, *paragraphs[-most:]]


def lines_of(
    ruleset: Ruleset[Any],
    names: Sequence[str],
    seat: int | None,
    rulings: Iterable[Ruling],
    before: int = 0,
) -> list[str]:
    """Return every event that `seat` may know, dice included, each with its ruling's number and the
    rules it rests on."""
    lines: list[str] = []
    for ruling in rulings:
        if ruling.parent < before:
            words = _("#%(n)d Taken back: %(undone)s no longer counts.")
            lines.append(words % {"n": ruling.n, "undone": span(ruling.parent + 1, before)})
        before = ruling.n
        for event in ruling.events:
            seen = event.seen_by(seat)
            if seen is not None:
                words = ruleset.event(seen).words(names)
                lines.append(cited(f"#{ruling.n} {words}", event.cite))
    if len(lines) > MOST:
        left_out = _("… %(n)d earlier lines: reply HISTORY 100 to see more.")
        return [left_out % {"n": len(lines) - MOST}, *lines[-MOST:]]
    return lines
