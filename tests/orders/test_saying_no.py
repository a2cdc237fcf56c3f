"""However people say no, at whatever question: nothing is done, or they are asked back."""

import pytest

from rules.kernel.decisions import SAYING_NO
from rules.lexicon import fold
from tests.orders.corpus import answered, position_names, question, written

GAMES = ("eclipse", "ti4", "ti3", "inscription")
WAYS = ("no", "skip", "nothing")
PLACED_ANYHOW = {("ti4", "leadership")}
"""Three tokens come whether or not more are bought; saying no puts them where silence does."""


@pytest.mark.parametrize("game", GAMES)
def test_a_no_never_does_anything(game: str) -> None:
    """No throws nothing away and takes no points either: "place it or discard it?" is neither."""
    wrong: list[str] = []
    understood = 0
    for position in position_names(game):
        decision, view = question(game, position)
        if isinstance(decision, type) or decision.root or (game, position) in PLACED_ANYHOW:
            continue
        said: set[str] = set()
        for way in WAYS:
            answer, refusal = answered(game, position, way, more=True)
            if refusal is None:
                order = fold(written(game, position, answer)).split()[0]
                declines = order in set(SAYING_NO) - {"keep", "discard"}
                if not declines and not decision.is_nothing(view, answer):
                    wrong.append(f"{position}: {way} is {written(game, position, answer)}")
                said.add(written(game, position, answer))
        if len(said) > 1:
            wrong.append(f"{position}: {said}")
        understood += bool(said)
    assert wrong == []
    assert understood > 5
