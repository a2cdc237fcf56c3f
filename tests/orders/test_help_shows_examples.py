"""HELP of every order of every game, in three languages: its form, and lines that are legal answers
to a question, up to three where there are as many. The questions are the corpora's."""

import re
from functools import cache

import pytest

from rules.kernel.orders.examples import answers_with, forms
from rules.kernel.orders.readers_words import in_readers_words
from rules.lexicon import fold, read_page, speaking
from tests.orders.corpus import position_names, question, ruleset_of

GAMES = ("eclipse", "inscription", "ti4", "ti3")
ENOUGH = 3
_KEYWORDS = {"from", "to", "with", "for", "on", "at", "via", "pay", "losing", "without", "after"}
_KEYWORD = re.compile(r"\b[A-Z]{2,}\b")


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
    assert [verb for verb, lines in examples(game).items() if not lines] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_form_of_an_order_has_the_keywords_of_its_examples(game: str) -> None:
    """Who reads "SWAP … TO" and sends it so must not be refused for a WITH that nobody told."""
    ruleset = ruleset_of(game)
    untold: list[str] = []
    for verb, lines in examples(game).items():
        told = {fold(word) for word in _KEYWORD.findall(" ".join(forms(ruleset, verb)))}
        for text in lines if "<order>" not in " ".join(forms(ruleset, verb)) else ():
            order = read_page(text, ruleset.order_verbs).lines[-1]
            said = {fold(word) for word in _KEYWORD.findall(order.rest)} & _KEYWORDS
            untold += [f"{verb}: {text}"] if said - told else []
    assert untold == []


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
