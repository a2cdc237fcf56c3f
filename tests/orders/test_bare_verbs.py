"""An order's word alone never means that nothing is done, unless the word itself says no."""

import pytest

from rules.kernel.decisions import SAYING_NO
from rules.lexicon import fold
from tests.orders.corpus import answered, position_names, question, written

NOTHING = ("nothing", "nobody")
GAMES = ("eclipse", "ti4", "ti3", "inscription")


@pytest.mark.parametrize("game", GAMES)
def test_a_word_alone_never_means_the_contrary(game: str) -> None:
    """PRODUCE is no way to say SKIP: what is missing is asked back, with an example."""
    wrong: list[str] = []
    helped = 0
    for position in position_names(game):
        decision, _view = question(game, position)
        for verb in () if isinstance(decision, type) else decision.verbs:
            answer, refusal = answered(game, position, verb.upper())
            if refusal is not None:
                helped += refusal.code == "says-too-little"
            elif verb not in SAYING_NO:
                order = fold(written(game, position, answer))
                said, _space, rest = order.partition(" ")
                if said in ("skip", "done") or rest in NOTHING:
                    wrong.append(f"{position}: {verb} is {order}")
    assert wrong == []
    assert helped or game in ("eclipse", "inscription")
