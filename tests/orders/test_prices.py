"""Whoever is asked about a secondary ability is told what it costs and what it gives."""

import pytest

from rules.imperium.secondaries import Secondary, YesNo
from tests.orders.corpus import position_names, question


@pytest.mark.parametrize("game", ["ti3", "ti4"])
def test_a_secondary_says_its_price(game: str) -> None:
    """In command tokens or counters, also that there is none; or in influence."""
    prompts: dict[str, str] = {}
    for position in position_names(game):
        decision, view = question(game, position)
        if isinstance(decision, Secondary):
            prompts[type(decision).__name__] = decision.prompt(view)
    assert len(prompts) >= 6
    silent = {
        name: words
        for name, words in prompts.items()
        if "It costs" not in words and "influence each" not in words
    }
    assert silent == {}


@pytest.mark.parametrize(("game", "position"), [("ti3", "destiny"), ("ti4", "trade2")])
def test_a_mere_yes_says_what_it_gives(game: str, position: str) -> None:
    decision, view = question(game, position)
    assert isinstance(decision, YesNo)
    assert ("raw an action card" if game == "ti3" else "gain 2 commodities") in decision.prompt(
        view
    )
