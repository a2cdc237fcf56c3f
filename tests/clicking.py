"""How an answer can be clicked together: whatever is clicked is an order line that reads the same.

The scenarios' runner and the tests of forms ask this of every answer they meet.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from rules.inscription.scripts import Marking
from rules.kernel.codec import plain
from rules.kernel.decisions import Decision
from rules.kernel.forms import filled_in, written
from rules.kernel.match import Match
from rules.kernel.records.record import Answers
from rules.kernel.views import SomeView
from rules.lexicon import read_page

SPELLINGS = {
    "MOVE 3 dreadnought FROM 1": "the form says which of the three are damaged",
    "MOVE 2 dreadnought FROM 1": "the form says which of the two are damaged",
}
"""Answers whose order lines a form does not write, because it writes others that do the same."""
GAMES = ("ti4", "ti3", "eclipse", "inscription")
ONE_IN = 4
"""One scenario in so many is looked at: looking at all of them takes as long as playing them."""
IN_ORDER = ("agendas", "sequence", "aim")
"""Verbs whose lines say an order of things; elsewhere things may be named in any order."""


def alike(answer: Any) -> Any:
    """An answer as plain data, whatever the order in which things are named in it."""
    if isinstance(answer, Mapping):
        return {key: alike(value) for key, value in sorted(answer.items())}
    if isinstance(answer, list | tuple):
        return sorted((alike(part) for part in answer), key=repr)
    return answer


def same(decision: Decision[Any], one: Any, other: Any) -> bool:
    one, other = plain(one), plain(other)
    return bool(one == other) if set(decision.verbs) & set(IN_ORDER) else alike(one) == alike(other)


def line_by_line(decision: Decision[Any], view: SomeView, lines: list[str], verbs: Any) -> bool:
    """Whether each line is among those offered once the lines before it are written."""
    for i, line in enumerate(lines):
        before = read_page("\n".join(lines[:i]), verbs).lines
        if line not in decision.next_lines(view, before):
            return False
    return True


def marks_by_mark(decision: Decision[Any], view: SomeView, lines: list[str], verbs: Any) -> bool:
    """Whether marks on one's own sheets can be made out of lines that are offered, one after the
    other, so that the sheets look the same: a unit is drawn by a line of its own where BUILD names
    its nodes, and what is resolved without any choice needs no line."""
    if not isinstance(decision, Marking):
        return False
    made: list[str] = []
    for i, line in enumerate(lines):
        if _sheets(decision, view, lines[:i], verbs)[2]:
            lines = lines[:i]  # a relic is drawn: what comes after it is asked again
            break
        before = read_page("\n".join(made), verbs).lines
        made += _as_offered(decision, view, line, made, decision.next_lines(view, before), verbs)
    return _sheets(decision, view, made, verbs) == _sheets(decision, view, lines, verbs)


def _as_offered(
    decision: Marking, view: Any, line: str, made: list[str], offered: Sequence[str], verbs: Any
) -> list[str]:
    """The offered lines that say what this line says."""
    head, at, nodes = line.partition(" AT ")
    bare = line.partition(" WITH ")[0]
    shorter = (line.rpartition(", ")[0], bare, bare.partition(" FROM ")[0])
    for one in offered:
        if _head_and_nodes(one) == _head_and_nodes(line) or one.startswith(f"{line} ON "):
            return [one]
    if found := [words for words in shorter if words in offered]:
        return found[:1]
    nodes, with_, payment = nodes.partition(" WITH ")
    built = f"{head}{with_}{payment}"
    if at and built in offered:
        drawn = read_page("\n".join([*made, built]), verbs).lines
        wanted = _head_and_nodes(line)[1]
        units = (x for x in decision.next_lines(view, drawn) if _head_and_nodes(x)[1] == wanted)
        return [built, *islice(units, 1)]
    return []


def _head_and_nodes(line: str) -> tuple[str, frozenset[str], str]:
    """A line with its nodes in no order."""
    head, _at, rest = line.partition(" AT ")
    nodes, with_, payment = rest.partition(" WITH ")
    return head, frozenset(nodes.split(", ")), with_ + payment


def _sheets(decision: Marking, view: Any, lines: list[str], verbs: Any) -> Any:
    """What the sheets look like after these lines, whatever they were called."""
    reading = decision.read(view, read_page("\n".join(lines), verbs).lines)
    pen = decision.pen(view)
    for mark in reading.answer or ():
        decision._write(pen, mark)
    return alike(plain(pen.draft.sheets)), sorted(pen.draft.purse), pen.draft.waits


def clicks(decision: Decision[Any], view: SomeView, answer: Any, verbs: Any) -> str:
    """How an answer can be clicked together: a button, lines one after the other, or a form; "" if
    not at all."""
    options = decision.options(view)
    if any(option.answer == answer for option in options):
        return "option"
    text = decision.write(view, answer)
    if text in decision.template(view):
        return "line"
    if line_by_line(decision, view, text.splitlines(), verbs):
        return "lines"
    if marks_by_mark(decision, view, text.splitlines(), verbs):
        return "marks"
    for form in decision.all_forms(view):
        sent = filled_in(form, text)
        if sent is not None:
            reading = decision.read(view, read_page(written(form, sent), verbs).lines)
            if reading.answer is not None and same(decision, reading.answer, answer):
                return form.name
    return ""


@contextmanager
def watched(path: Path) -> Iterator[list[str]]:
    """Notes the answers of a scenario, as people wrote them, that could not be clicked together."""
    lacking: list[str] = []
    if zlib.crc32(path.name.encode()) % ONE_IN:
        yield lacking
        return
    seen: set[str] = set()
    apply = Match.apply

    def looked(match: Match, given: Any, *args: Any, **more: Any) -> Any:
        looked_at = isinstance(given, Answers) and match.ruleset.name in GAMES
        for one in given.given if looked_at else ():
            decision = match.ask.decision(one.address) if match.ask else None
            if decision is None or one.source.by not in ("script", "player"):
                continue
            view = match.view(decision.seat)
            answer = decision.typed(one.answer)
            text = decision.write(view, answer)
            if text in seen or text in SPELLINGS:
                continue
            seen.add(text)
            if not clicks(decision, view, answer, match.ruleset.vocabulary({})):
                lacking.append(f"{decision.kind()}: {text}")
        return apply(match, given, *args, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "apply", looked)
        yield lacking
