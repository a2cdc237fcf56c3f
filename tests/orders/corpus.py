"""Orders as players type them, as data: `tests/orders/<game>/<language>.yaml`.

`positions.yaml` of a game names positions, each with the one question that is open:

    turn:
      like: another            # begins as that one; the rest is laid over it
      options: {players: 2}
      position: {…}            # as in a rule case (docs/scenarios.md)
      seat: 0
      ask: {kind: TakeTurn}    # the question's class and its fields

A language's file lists, for each position, lines as they are typed, then what they must mean:

    turn: |
      build two ints at home
      Please build 2 interceptors in 221!
      => BUILD 1 interceptor AT 221, 1 interceptor AT 221
      attack Hydran
      => ? MOVE                # refused, in words that hold each of these (parted by commas)
      nice move!
      => -                     # nothing is done and nothing is asked: not an order

The meaning is the order as the question itself writes it. " // " parts lines of one mail. What a
line says for later questions of the turn stands behind " >> ", as it was read. Where `kind` is an
interjection, such as a deal, any line may be one, and the meaning is its words.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import yaml

from pbem.orders.submissions import COMMANDS
from rules.kernel.codec import typed
from rules.kernel.decisions import Decision, Interjection
from rules.kernel.orders.hearing import heard
from rules.kernel.ruleset import Ruleset, Rulesets, merged
from rules.kernel.views import SomeView
from rules.lexicon import LexiconError, OrderLine, fold, read_page, speaking, write_line
from tests.rulesets import TESTED

ROOT = Path(__file__).parent
POSITIONS = "positions.yaml"
LATER = " >> "
Mark: TypeAlias = Literal["understood", "refused with help", "refused without help", "misread"]
MARKS: tuple[Mark, ...] = (
    "understood", "refused with help", "refused without help", "misread",
)  # fmt: skip
HELPLESS = {"unknown-verb", "not-for-this-question"}
"""Refusals that do not say what is legal here."""


class Case(NamedTuple):
    """One typed line (or mail) and its meaning."""

    game: str
    language: str
    position: str
    text: str
    meaning: str


class Verdict(NamedTuple):
    mark: Mark
    told: str


class Refusal(NamedTuple):
    code: str
    words: str
    helps: bool


def files() -> list[Path]:
    return sorted(p for p in ROOT.glob("*/*.yaml") if p.name != POSITIONS)


@cache
def ruleset_of(game: str) -> Ruleset[Any]:
    return Rulesets(TESTED).get(game)


def cases(path: Path) -> Iterator[Case]:
    """Lines wait for the "=>" that says what they mean."""
    for position, text in yaml.safe_load(path.read_text(encoding="utf-8")).items():
        waiting: list[str] = []
        for line in filter(None, map(str.strip, text.splitlines())):
            if line.startswith("=>"):
                assert waiting, f"{path}: {line} has no line before it"
                for said in waiting:
                    yield Case(path.parent.name, path.stem, position, said, line[2:].strip())
                waiting = []
            else:
                waiting.append(line)
        assert not waiting, f"{path}: {waiting} have no meaning"


@cache
def _positions(game: str) -> dict[str, Any]:
    found: dict[str, Any] = _keyed(
        yaml.safe_load((ROOT / game / POSITIONS).read_text(encoding="utf-8"))
    )
    return found


def position_names(game: str) -> list[str]:
    """The positions of a game in which lines are read."""
    return list(_positions(game))


def _keyed(data: Any) -> Any:
    """The same data with keys of text, as a state has them."""
    if isinstance(data, dict):
        return {str(key): _keyed(value) for key, value in data.items()}
    return [_keyed(item) for item in data] if isinstance(data, list) else data


def _laid(game: str, name: str) -> dict[str, Any]:
    own = dict(_positions(game)[name])
    base = own.pop("like", "")
    if not base:
        return own
    laid = merged(_laid(game, base), own)
    return {**laid, "ask": own.get("ask", laid["ask"])}


@cache
def question(game: str, name: str) -> tuple[Decision[Any] | type[Interjection], SomeView]:
    """The open question of a position, or its kind of interjection, and what its seat sees."""
    laid = _laid(game, name)
    ruleset = ruleset_of(game)
    seat = laid.get("seat", 0)
    options = ruleset.read_options(laid.get("options", {}))
    patch = laid.get("position")
    state = ruleset.position(options, patch) if patch else ruleset.new(options)
    ask = dict(laid["ask"])
    wanted = ask.pop("kind")
    for interjection in ruleset.interjections:
        if interjection.__name__ == wanted:
            return interjection, ruleset.view(state, seat)
    kind = next(kind for kind in ruleset.decisions if kind.__name__ == wanted)
    decision = typed({"kind": kind.__name__, "seat": seat, **ask}, kind)
    return decision, ruleset.view(state, seat)


def for_later(game: str, position: str, text: str) -> str:
    """What a mail says for later questions, as it was read."""
    decision, view = question(game, position)
    verbs = ruleset_of(game).order_verbs
    assert not isinstance(decision, type)
    page = read_page(text.replace(" // ", "\n"), verbs)
    lines = heard([(decision, view)], page, verbs, ruleset_of(game).own_words(view)).lines
    used = decision.read(view, lines).used
    left = (line for i, line in enumerate(lines) if i not in used)
    return " // ".join(write_line(line, verbs) for line in left)


def answered(game: str, position: str, text: str, more: bool = False) -> tuple[Any, Refusal | None]:
    """The answer a mail gives to the open question, or why there is none; `more`: the mail may
    hold orders for later questions."""
    decision, view = question(game, position)
    verbs = ruleset_of(game).vocabulary(COMMANDS)
    page = read_page(text.replace(" // ", "\n"), verbs)
    if not isinstance(decision, type):
        own = ruleset_of(game).own_words(view)
        page = heard([(decision, view)], page, verbs, own)
    for error in page.errors:
        helps = error.code not in HELPLESS or bool(error.suggestions)
        return None, Refusal(error.code, error.words, helps)
    if isinstance(decision, type):
        return _interjected(decision, view, page.lines)
    reading = decision.read(view, page.lines)
    problems = list(reading.problems)
    if reading.answer is not None and not problems:
        problems = decision.problems(view, reading.answer)
    if problems:
        told = " ".join(p.words for p in problems)
        return None, Refusal(problems[0].code, told, problems[0].code not in HELPLESS)
    if reading.answer is None or (not more and len(reading.used) < len(page.lines)):
        instead = [decision.instead(view, line.verb) for line in page.lines]
        words = next(filter(None, instead), "")
        return None, Refusal("not-for-this-question", words, bool(words))
    return reading.answer, None


def _interjected(
    kind: type[Interjection], view: SomeView, lines: Sequence[OrderLine]
) -> tuple[Any, Refusal | None]:
    """What one line proposes, or why it cannot be proposed."""
    if len(lines) != 1 or lines[0].verb not in kind.verbs:
        return None, Refusal("not-for-this-question", "", False)
    try:
        said = kind.read_order(view, lines[0])
    except LexiconError as error:
        return None, Refusal(error.code, error.words, True)
    problems = said.problems(view)
    if problems:
        return None, Refusal(problems[0].code, problems[0].words, True)
    return said, None


def written(game: str, position: str, answer: Any) -> str:
    decision, view = question(game, position)
    if isinstance(decision, type):
        return str(answer.words(view))
    return " // ".join(decision.write(view, answer).splitlines())


def judged(case: Case) -> Verdict:
    """How a line was read, against what it must mean."""
    more = LATER in case.meaning
    with speaking(case.language):
        answer, refusal = answered(case.game, case.position, case.text, more)
        if refusal is not None:
            return Verdict(_refused(case, refusal), f"{refusal.code}: {refusal.words}")
        got = written(case.game, case.position, answer)
        if more:
            got += LATER + for_later(case.game, case.position, case.text)
    right = fold(got) == fold(case.meaning)
    return Verdict("understood" if right else "misread", got)


def _refused(case: Case, refusal: Refusal) -> Mark:
    if case.meaning == "-":
        return "understood"
    if case.meaning.startswith("?"):
        wanted = [word.strip() for word in case.meaning[1:].split(",") if word.strip()]
        told = fold(f"{refusal.code} {refusal.words}")
        if all(fold(word) in told for word in wanted):
            return "refused with help"
        return "refused without help"
    return "refused with help" if refusal.helps else "refused without help"
