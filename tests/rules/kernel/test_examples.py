"""HELP of an order: its form, and examples that the position itself allows; facts have meanings."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle, anchor, placed
from rules.kernel.orders.clerk import foresee
from rules.kernel.orders.examples import examples, forms
from rules.kernel.ruleset import Ruleset, Rulesets
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.lexicon import fold, read_page, speaking
from tests.rulesets import TESTED

GAMES = [path for path in TESTED if path.startswith("rules.")]


def game_of(path: str) -> Ruleset[Any]:
    return next(iter(Rulesets((path,)).by_name.values()))


def positions(ruleset: Ruleset[Any], steps: int) -> Iterator[Match]:
    bot = RandomBot(Random(7), interject=0)
    match, _ruling = Match.start(
        Setting(ruleset, ruleset.read_options({}), secret_for(ruleset.name))
    )
    for _step in range(steps):
        if match.over:
            return
        yield match
        match.apply(bot.next_input(match))


@pytest.mark.parametrize("path", GAMES)
def test_every_order_has_its_form(path: str) -> None:
    ruleset = game_of(path)
    assert set(ruleset.syntax) == set(ruleset.verbs)
    for verb in ruleset.verbs:
        for form in forms(ruleset, verb):
            assert f"{fold(form)} ".startswith(f"{fold(verb)} "), form


@pytest.mark.parametrize("path", GAMES)
@pytest.mark.parametrize("language", ["pl", "hu"])
def test_what_is_to_be_filled_in_is_in_the_readers_language(path: str, language: str) -> None:
    ruleset = game_of(path)
    english = {part for verb in ruleset.verbs for part in _parts(forms(ruleset, verb))}
    with speaking(language):
        told = {part for verb in ruleset.verbs for part in _parts(forms(ruleset, verb))}
    assert english - told == english, "every part is translated"
    assert len(told) == len(english)


def _parts(ways: list[str]) -> set[str]:
    return {part for way in ways for part in re.findall("<([^<>]+)>", way)}


@pytest.mark.parametrize("path", GAMES)
def test_examples_are_legal_in_the_position(path: str) -> None:
    """Each can be sent as it stands; those it needs stand before it in the same line."""
    ruleset = game_of(path)
    shown = 0
    for number, match in enumerate(positions(ruleset, 40)):
        if number % 10:
            continue
        assert match.ask is not None
        seat = match.ask.decisions[0].seat
        for _address, decision in match.open_for(seat):
            for verb in decision.verbs:
                for line in examples(match, seat, verb):
                    shown += 1
                    page = read_page(line, ruleset.order_verbs)
                    assert page.lines[-1].verb == verb, line
                    lines = placed(match, seat, page.lines)
                    step, open_ = anchor(match, seat, lines)
                    bundle = Bundle("TRY", seat, tuple(lines), step, open_, match.round)
                    assert foresee(match.fork(), bundle).faults == (), line
    assert shown > 10


@pytest.mark.parametrize("path", TESTED)
def test_every_fact_has_a_meaning(path: str) -> None:
    ruleset = game_of(path)
    meanings = ruleset.fact_meanings()
    known = [re.compile(re.sub("<[^>]+>", ".+", re.escape(fact))) for fact in meanings]
    for match in positions(ruleset, 150):
        for seat in match.seats:
            for fact in ruleset.facts(match.view(seat)):
                assert any(form.fullmatch(fact) for form in known), fact


@pytest.mark.parametrize("path", GAMES)
@pytest.mark.parametrize("language", ["pl", "hu"])
def test_meanings_are_told_in_every_language(path: str, language: str) -> None:
    ruleset = game_of(path)
    english = ruleset.fact_meanings()
    with speaking(language):
        told = ruleset.fact_meanings()
    assert [fact for fact in english if told[fact] == english[fact]] == []


@pytest.mark.parametrize("path", ["rules.ti4.ruleset.TI4", "rules.ti3.ruleset.TI3"])
@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_help_about_every_order_shows_its_form_and_lines_that_may_be_sent(
    path: str, language: str
) -> None:
    """Every order that a game asks for is helped with where it is first asked for: up to three
    lines in the reader's language, each of which may be sent as it stands."""
    ruleset = game_of(path)
    helped: set[str] = set()
    shown: set[str] = set()
    with speaking(language):
        for verb in ruleset.verbs:
            assert forms(ruleset, verb), verb
        for match in positions(ruleset, 400):
            for seat in range(len(match.view(None).names)):
                for _address, decision in match.open_for(seat):
                    for verb in (verb for verb in decision.verbs if verb not in helped):
                        helped.add(verb)
                        lines = examples(match, seat, verb)
                        assert len(lines) <= 3
                        shown |= {verb for line in lines if _may_be_sent(match, seat, line, verb)}
    assert len(helped) > len(ruleset.verbs) // 2
    assert len(shown) > len(helped) // 2


def _may_be_sent(match: Match, seat: int, text: str, verb: str) -> bool:
    """Whether nothing is wrong with these orders, of which the last has the verb."""
    page = read_page(text, match.ruleset.order_verbs)
    assert page.lines[-1].verb == verb, text
    lines = placed(match, seat, page.lines)
    step, open_ = anchor(match, seat, lines)
    bundle = Bundle("TRY", seat, tuple(lines), step, open_, match.round)
    assert foresee(match.fork(), bundle).faults == (), text
    return True
