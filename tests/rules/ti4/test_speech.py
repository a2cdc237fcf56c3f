"""Everything this game says is told in the reader's language, and its orders read in any.

The language of dots (see tests/rules/test_speech.py) is spoken through whole games and through all
rule cases, refused orders among them.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from random import Random
from typing import Any

import pytest

from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.orders.sources import AnswerFinder
from rules.kernel.ruleset import Rulesets
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.scenarios import _Run, read_scenario
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.kernel.views import View
from rules.lexicon import CountedReading, LexiconError, Verbs, read_counted, read_page
from rules.lexicon.speech import language, speaking
from rules.ti4 import nouns
from rules.ti4.components.choices import Choose, ChooseSome
from rules.ti4.facts import COLOURS
from rules.ti4.interjections import Transaction
from rules.ti4.names import GOODS, POOLS, UNITS
from rules.ti4.odds import planned_odds
from rules.ti4.ruleset import TI4
from rules.ti4.units.tokens import GiveToken
from tests.pictures import drawn
from tests.rules.test_speech import Dots, dots, known_words
from tests.rules.ti4.cases import FOLDER, cases

__all__ = ["Dots", "dots"]
_QUOTED = re.compile("“[^”]*”")
_ORDER = re.compile(r"\b[A-Z]{3,}\b.*")
_TEXT = re.compile(r"<t(?:ext|itle)\b[^>]*>([^<]*)<")
_WORD = re.compile(r"[A-Za-z']{3,}")
_read = cache(read_scenario)
_GAMES = Rulesets(["rules.ti4.ruleset.TI4"])


class Foreign(Tabletop):
    """A table whose players read and write in the language spoken around it."""

    def _finder(self) -> AnswerFinder:
        finder = super()._finder()
        finder.languages = dict.fromkeys(self.match.seats, language())
        return finder


@pytest.fixture(autouse=True)
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.kernel.trials.scenarios.Tabletop", Foreign)


class Ear:
    """Keeps what was said in English, by where it was said."""

    def __init__(self) -> None:
        self.allowed = known_words(TI4) | set(COLOURS)
        self.english: dict[str, set[str]] = {}

    def hear(self, where: str, text: str) -> None:
        told = _QUOTED.sub("", text)
        if any(word not in self.allowed for word in _WORD.findall(told)):
            self.english.setdefault(where, set()).add(text)

    def look(self, match: Match) -> None:
        """The questions that are open, and the position as the first who is asked sees it."""
        if match.ask is None:
            return
        for decision in match.ask.decisions:
            self.ask(decision, match.view(decision.seat))
        view = match.view(match.ask.decisions[0].seat)
        self.hear("headline", TI4.headline(view))
        for section in TI4.sheet(view):
            for text in (section.title, *section.lines):
                self.hear("sheet", text)

    def ask(self, decision: Decision[Any], view: View) -> None:
        shown = decision.describe(view)
        for text in (shown.prompt, *shown.options):
            self.hear(decision.kind(), text)

    def listen(self, match: Match, events: Any) -> None:
        names = match.view(None).names
        for told in events:
            words = TI4.event(told.event).words(names)
            self.hear(told.event["kind"], _ORDER.sub("", words))


@pytest.mark.parametrize("galaxy", ["balanced", "players"])
def test_a_whole_game_is_told_in_the_language(galaxy: str, dots: None) -> None:
    setting = {"players": 4, "galaxy": galaxy, "factions": "draft"}
    match, ruling = Match.start(Setting(TI4, TI4.read_options(setting), secret_for(galaxy)))
    bot, ear = RandomBot(Random(3)), Ear()
    for k in range(1500):
        if match.ask is None:
            break
        if k % 4 == 0:
            ear.look(match)
        ruling = match.apply(bot.next_input(match))
        ear.listen(match, ruling.events)
    assert match.state.table.round > 2
    assert not ear.english


@pytest.mark.parametrize("quarter", range(4))
def test_every_rule_case_is_told_in_the_language_and_its_orders_are_read(
    dots: None, quarter: int
) -> None:
    ear = Ear()
    failed: list[str] = []
    for path in sorted(cases())[quarter::4]:
        for match, problems, events in _played(path, failed):
            ear.look(match)
            ear.listen(match, events)
            for problem in problems:
                ear.hear(problem.code, _ORDER.sub("", problem.words))
    assert not ear.english
    assert not failed


def _played(path: Any, failed: list[str]) -> Iterator[tuple[Match, list[Any], list[Any]]]:
    scenario = _read(path)
    run = _Run(scenario, _GAMES.get("ti4"), path)
    troubles = rulings = 0
    for number, entry in enumerate(scenario.play, start=1):
        run.entry(number, entry)
        problems = [trouble.problem for trouble in run.top.troubles[troubles:]]
        made = run.top.history.rulings[rulings:]
        troubles, rulings = troubles + len(problems), rulings + len(made)
        yield run.top.match, problems, [told for ruling in made for told in ruling.events]
    run.finish()
    failed += run.failures


@pytest.mark.parametrize(("language", "first"), [("pl", 0), ("hu", 2)])
def test_english_orders_are_read_whoever_sends_them(language: str, first: int) -> None:
    """A quarter of the rule cases each; the language of dots has gone through all of them."""
    failed: list[str] = []
    with speaking(language):
        for path in list(cases())[first::4]:
            for _played_on in _played(path, failed):
                pass
    assert not failed


def test_the_board_the_odds_and_deals_are_told_in_the_language(dots: None) -> None:
    match, _ruling = Match.start(
        Setting(TI4, TI4.read_options({"players": 4}), secret_for("board"))
    )
    rng, ear = Random(5), Ear()
    bot = RandomBot(rng)
    for k in range(600):
        if match.ask is None:
            break
        if k % 50 == 0:
            view = match.view(match.ask.decisions[0].seat)
            for text in map(unescape, _TEXT.findall(drawn(TI4, view))):
                ear.hear("board", text)
            for tile in view.table.places:
                for line in _planned(view, tile):
                    ear.hear("odds", line)
            offer = Transaction.propose(view, rng)
            if offer is not None:
                ear.hear("deal", offer.words(view))
        match.apply(bot.next_input(match))
    assert not ear.english


def _planned(view: View, tile: str) -> list[str]:
    try:
        odds = planned_odds(view, tile, "2 cruiser, 1 carrier, 3 infantry")
    except LexiconError as error:
        return [error.words]
    return [*odds["lines"], odds["doctrine"]]


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_what_is_told_in_numbers_can_be_written_in_an_order(language: str) -> None:
    goods = {"trade_goods": "goods", "commodities": "commodities"}
    told = [(UNITS, unit, unit) for unit in UNITS]
    told += [(POOLS, pool, pool) for pool in POOLS]
    told += [(GOODS, name, id) for name, id in goods.items()]
    with speaking(language):
        for names, name, id in told:
            for n in (1, 2, 5):
                assert read_counted(nouns.counted({name: n}), names) == CountedReading({id: n})


@pytest.mark.parametrize(
    ("language", "vote", "decide"),
    [("pl", "VOTE za", "DECIDE przeciw"), ("hu", "VOTE mellette", "DECIDE ellene")],
)
def test_outcomes_can_be_written_as_they_are_told(language: str, vote: str, decide: str) -> None:
    with speaking(language):
        run = _run("agenda-tie.yaml")
        for name in ("Hacan", "Winnu"):
            run.entry(0, {name: "ABSTAIN"})
        (voting,) = run.top.match.ask.decisions
        line = read_page(vote, Verbs(TI4.verbs)).lines
        assert voting.read(run.top.match.view(voting.seat), line).answer.outcome == "for"
        run.entry(0, {"Sol": "ABSTAIN"})
        run.entry(0, {"Sol": decide})
    assert not run.top.troubles
    assert run.top.match.state.table.agenda_discard == ["economic_equality"]


@pytest.mark.parametrize(
    ("language", "target"), [("pl", "układ 26"), ("hu", "26. rendszer"), ("pl", "tile 26")]
)
def test_targets_can_be_written_as_they_are_told_and_in_english(language: str, target: str) -> None:
    with speaking(language):
        run = _run("action_cards/ghost_ship.yaml")
        run.entry(0, {"Sol": f"PLAY Ghost Ship ON {target}"})
    assert not run.top.troubles
    played = [told.event for r in run.top.history.rulings for told in r.events]
    assert {"kind": "CardPlayed", "seat": 0, "card": "ghost_ship", "on": "26"} in played


@pytest.mark.parametrize(
    ("language", "order", "question", "answer"),
    [
        ("pl", "GIVE taktyka", GiveToken(0, "26"), "tactic"),
        ("hu", "GIVE flotta", GiveToken(0, "26"), "fleet"),
        ("pl", "CHOOSE układ 1", Choose(0, "action card", "diplomacy_rider"), "1"),
        ("hu", "CHOOSE 1. rendszer", Choose(0, "action card", "diplomacy_rider"), "1"),
        ("pl", "CHOOSE nic", Choose(0, "action card", "diplomacy_rider", may=True), ""),
        ("hu", "CHOOSE semmi", ChooseSome(0, "action card", "diplomacy_rider"), []),
        ("pl", "CHOOSE tile 1", ChooseSome(0, "action card", "diplomacy_rider"), ["1"]),
    ],
)
def test_answers_can_be_written_as_they_are_told(
    language: str, order: str, question: Decision[Any], answer: Any
) -> None:
    with speaking(language):
        view = _run("agenda-tie.yaml").top.match.view(0)
        reading = question.read(view, read_page(order, Verbs(TI4.verbs)).lines)
    assert reading.answer == answer
    assert not reading.problems


def _run(name: str) -> Any:
    path = FOLDER / name
    return _Run(_read(path), _GAMES.get("ti4"), path)
