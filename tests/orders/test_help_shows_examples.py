"""HELP of every order of every game, in three languages: its form, and lines that are legal answers
to a question, up to three where there are as many. The questions are the corpora's."""

from functools import cache

import pytest

from rules.kernel.orders.examples import answers_with, forms
from rules.kernel.orders.readers_words import in_readers_words
from rules.lexicon import read_page, speaking
from tests.orders.corpus import position_names, question, ruleset_of

GAMES = ("eclipse", "inscription", "ti4", "ti3")
ENOUGH = 3
WITHIN_OTHERS = {
    "inscription": {"goods", "lapse", "dice", "war"},
    "ti4": {"done"},
    "ti3": {"transfer", "stow", "cancel", "scuttle", "swap"},
}
"""Orders that no random answer of these positions holds: they are said beside others, or where a
deal or a component has put something on the table."""


@cache
def examples(game: str) -> dict[str, dict[str, str]]:
    """Every verb's examples, each with the position in which it is legal."""
    ruleset = ruleset_of(game)
    found: dict[str, dict[str, str]] = {verb: {} for verb in ruleset.verbs}
    for position in position_names(game):
        decision, view = question(game, position)
        if isinstance(decision, type):
            for verb in decision.verbs:
                found[verb].update(dict.fromkeys(decision.template(view), position))
            continue
        for verb in filter(found.__contains__, decision.verbs):
            if len(found[verb]) < ENOUGH:
                lines = answers_with(ruleset, decision, view, verb)
                found[verb].update(dict.fromkeys(lines, position))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_order_has_examples(game: str) -> None:
    found = examples(game)
    lacking = {verb for verb, lines in found.items() if not lines}
    assert lacking == WITHIN_OTHERS.get(game, set())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_forms_and_examples_are_in_the_readers_language(game: str, language: str) -> None:
    """As shown, an example is the answer that it is in English."""
    ruleset = ruleset_of(game)
    with speaking(language):
        for verb, lines in examples(game).items():
            assert forms(ruleset, verb), verb
            for text, position in list(lines.items())[:ENOUGH]:
                decision, view = question(game, position)
                if isinstance(decision, type):
                    continue
                orders = text.split("; ")
                shown = [in_readers_words(ruleset, order, decision, view) for order in orders]
                read = [
                    decision.read(view, read_page("\n".join(said), ruleset.order_verbs).lines)
                    for said in (orders, shown)
                ]
                assert read[1].problems == (), shown
                assert read[1].answer == read[0].answer, shown
