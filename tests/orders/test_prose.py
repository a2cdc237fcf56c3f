"""No line of prose is an order: what people write round their orders, at every kind of question.

`prose.txt` has greetings, names, small talk and sentences that begin like an order, in English,
Polish and Hungarian.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.orders.submissions import COMMANDS
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.orders.clerk import read_interjection
from rules.kernel.orders.hearing import heard
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine, read_page, speaking
from tests.orders.corpus import answered, cases, files, question, ruleset_of

PROSE = (Path(__file__).parent / "prose.txt").read_text(encoding="utf-8").splitlines()
LANGUAGES = ("en", "pl", "hu")
GAMES = ("eclipse", "ti4", "ti3", "inscription", "skirmish", "logbook")
BEGINNINGS = (
    "the ",
    "one ",
    "two ",
    "both",
    "all ",
    "all,",
    "a fe",
    "a gr",
    "a co",
    "ever",
    "jede",
    "dwa ",
    "wszy",
    "az e",
    "egy ",
    "mind",
    "ket ",
    "két ",
)
"""How prose begins that begins as a thing does which an order names."""
PROSE_AT_EACH = 5
SEEDS = 3
LONGEST = 400
"""Inputs of a game that are played."""


def pauses(ruleset: Ruleset[Any]) -> Iterator[Match]:
    """Short games by bots, wherever somebody is asked."""
    for seed in range(SEEDS):
        options = ruleset.read_options({})
        match, _ = Match.start(Setting(ruleset, options, secret_for(f"prose/{seed}")))
        bot = RandomBot(Random(seed))
        for _played in range(LONGEST):
            if match.over:
                break
            yield match
            match.apply(bot.next_input(match))


def lines_read(ruleset: Ruleset[Any]) -> dict[str, tuple[OrderLine, ...]]:
    """The lines of prose that begin with a verb, so that a question might take them."""
    verbs = ruleset.vocabulary(COMMANDS)
    pages = {text: read_page(text, verbs) for text in PROSE if text.strip()}
    return {text: page.lines for text, page in pages.items() if page.lines and not page.errors}


def taken(
    decision: Decision[Any], view: SomeView, prose: dict[str, tuple[OrderLine, ...]]
) -> list[str]:
    found = []
    for text, lines in prose.items():
        reading = decision.read(view, lines)
        if reading.answer is None or reading.problems or decision.problems(view, reading.answer):
            continue
        found.append(
            f"{type(decision).__name__}: {text!r} is {decision.write(view, reading.answer)}"
        )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_prose_answers_any_kind_of_question_or_makes_a_deal(game: str) -> None:
    """Every kind comes up in games of bots or in a position of the corpus of order lines."""
    ruleset = ruleset_of(game)
    prose = lines_read(ruleset)
    asked: set[str] = set()
    wrong: list[str] = []
    for match in pauses(ruleset):
        for seat in range(len(match.view(None).names)):
            for _address, decision in match.open_for(seat):
                if type(decision).__name__ in asked:
                    continue
                asked.add(type(decision).__name__)
                for language in LANGUAGES:
                    with speaking(language):
                        wrong += taken(decision, match.view(seat), prose)
                        wrong += interjected(match, seat, prose)
    for position in positions(game):
        laid, view = question(game, position)
        if isinstance(laid, Decision):
            asked.add(type(laid).__name__)
        for language in LANGUAGES:
            with speaking(language):
                if isinstance(laid, Decision):
                    wrong += taken(laid, view, prose)
                else:
                    deals = (text for text in prose if answered(game, position, text)[1] is None)
                    wrong += [f"{position}: {text!r}" for text in deals]
    assert not wrong, "\n".join(wrong)
    assert {kind.__name__ for kind in ruleset.decisions} <= asked


def positions(game: str) -> list[str]:
    """The names of the positions that the corpus of a game asks about."""
    own = [path for path in files() if path.parent.name == game]
    return sorted({case.position for path in own for case in cases(path)})


def interjected(match: Match, seat: int, prose: dict[str, tuple[OrderLine, ...]]) -> list[str]:
    verbs = {verb for kind in match.ruleset.interjections for verb in kind.verbs}
    found = []
    for text, lines in prose.items():
        for line in lines:
            if line.verb not in verbs:
                continue
            what, problems = read_interjection(match, seat, line)
            if what is not None and not problems:
                found.append(f"{text!r} is {what.name()}")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_command_about_the_game_is_guessed_from_prose(game: str) -> None:
    """ACCEPT, UNDO, GO and the like are never read out of a word that is merely like them."""
    ruleset = ruleset_of(game)
    guessed = [
        f"{text!r} is {line.verb}"
        for text, lines in lines_read(ruleset).items()
        for line in lines
        if line.verb in COMMANDS and line.verb not in ruleset.verbs and line.read_as
    ]
    assert guessed == []


@pytest.mark.parametrize("game", ["eclipse", "ti4", "ti3", "inscription"])
def test_no_prose_is_taken_for_an_order_without_its_verb(game: str) -> None:
    """Where MOVE is asked, “2 carriers from 1” is an answer; “two of us are away” never is."""
    verbs = ruleset_of(game).order_verbs
    prose = [text for text in PROSE if text[:1].isdigit() or text[:4].casefold() in BEGINNINGS]
    assert len(prose) > 40
    rng = Random(game)
    wrong: list[str] = []
    for position in positions(game):
        decision, view = question(game, position)
        if isinstance(decision, type):
            continue
        for text in rng.sample(prose, PROSE_AT_EACH):
            page = read_page(text, verbs)
            if page.errors and (lines := heard([(decision, view)], page, verbs).lines):
                wrong.append(f"{position}: {text!r} is {[line.read_as for line in lines]}")
    assert wrong == []


@pytest.mark.parametrize("game", ["eclipse", "ti4", "ti3", "inscription"])
def test_no_prose_is_an_order_in_its_writers_own_words(game: str) -> None:
    """Small words are left out and general words stand for an order's, but never until an order is
    left of a sentence."""
    ruleset = ruleset_of(game)
    prose = [text for text in PROSE if text.strip()]
    rng = Random(f"own/{game}")
    wrong: list[str] = []
    for position in positions(game):
        decision, view = question(game, position)
        if isinstance(decision, type):
            continue
        for text in rng.sample(prose, PROSE_AT_EACH):
            page = read_page(text, ruleset.order_verbs)
            again = heard([(decision, view)], page, ruleset.order_verbs, ruleset.own_words(view))
            new = [line for line in again.lines if line not in page.lines]
            answer = decision.read(view, new).answer if new else None
            if answer is not None and not decision.problems(view, answer):
                wrong.append(f"{position}: {text!r} is {decision.write(view, answer)}")
    assert wrong == []
