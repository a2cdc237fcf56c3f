"""Order lines for a place of the map: what an open question lets a seat do there.

The lines are the question's own options and template, with this place put where they name another
one. The question then reads and judges each line, so only legal lines are offered.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pbem.orders.submissions import verbs_of
from rules.kernel.decisions import Decision
from rules.kernel.forms import lines_naming
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import SomeView
from rules.lexicon import read_page

MOST_TRIED = 80
MOST_SHOWN = 12


class MapPlace(NamedTuple):
    """The place somebody points at, and the names of all places on the map."""

    ruleset: Ruleset[Any]
    id: str
    all: tuple[str, ...]


class LinesThere(NamedTuple):
    """Legal lines that name the place; if there are none, why the nearest line is not legal."""

    lines: tuple[str, ...]
    problem: str = ""
    rule: str = ""
    growing: bool = False
    """Whether the lines add to an answer that grows line by line, such as marks on a sheet."""


def lines_there(place: MapPlace, lines: Iterable[str]) -> LinesThere | None:
    """Return those of some legal lines that name the place; None if none does."""
    named = re.compile(rf"(?<![\w.]){re.escape(place.id)}(?![\w.])", re.IGNORECASE)
    found = tuple(line for line in lines if named.search(line))[:MOST_SHOWN]
    return LinesThere(found, growing=True) if found else None


def lines_at(place: MapPlace, decision: Decision[Any], view: SomeView) -> LinesThere:
    """Return the legal lines of a question that name the place."""
    legal: list[str] = []
    first: LinesThere | None = None
    known = [*(option.order for option in decision.options(view)), *decision.template(view)]
    clicked = [line for form in decision.forms(view) for line in lines_naming(form, place.id)]
    for line in list(dict.fromkeys([*_naming(place, known), *clicked]))[:MOST_TRIED]:
        page = read_page(line, verbs_of(place.ruleset))
        reading = decision.read(view, page.lines)
        if reading.answer is None or reading.problems:
            continue
        problems = decision.judge(view, reading.answer)[1]
        if not problems:
            legal.append(line)
        elif first is None:
            first = LinesThere((), problems[0].words, problems[0].rule)
        if len(legal) == MOST_SHOWN:
            break
    return LinesThere(tuple(legal)) if legal else first or LinesThere(())


def _naming(place: MapPlace, known: Iterable[str]) -> Iterator[str]:
    """Yield the lines that name the place, then the others with the place put in; each line
    once."""
    longest = sorted(place.all, key=len, reverse=True)
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)
    made: dict[str, None] = {}
    others: dict[str, None] = {}
    for line in dict.fromkeys(known):
        for found in named.finditer(line):
            put = f"{line[: found.start()]}{place.id}{line[found.end() :]}"
            (made if put == line else others)[put] = None
    yield from made
    yield from (line for line in others if line not in made)
