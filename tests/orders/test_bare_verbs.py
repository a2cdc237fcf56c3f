"""An order's word alone never means that nothing is done, unless the word itself says no."""

import pytest

from rules.kernel.decisions import SAYING_NO
from rules.lexicon import fold
from tests.orders.corpus import answered, position_names, question, written

NOTHING = ("nothing", "nobody")
GAMES = ("eclipse", "ti4", "ti3", "inscription")


@pytest.mark.parametrize("game", GAMES)
def test_a_word_alone_never_means_the_contrary(game: str) -> None:
    """PRODUCE is no way to say SKIP: what is missing is asked back, with an order that the question
    offers, where it offers one with this word."""
    wrong: list[str] = []
    helped = 0
    for position in position_names(game):
        decision, view = question(game, position)
        offered = [] if isinstance(decision, type) else [fold(x) for x in decision.template(view)]
        for verb in () if isinstance(decision, type) else decision.verbs:
            answer, refusal = answered(game, position, verb.upper())
            if refusal is not None and refusal.code in ("missing-part", "says-too-little"):
                lines = [x for x in offered if x.startswith(f"{verb} ") and x[-7:] != "nothing"]
                helped += any(line in fold(refusal.words) for line in lines)
                helps = "xample" in refusal.words or verb.upper() in refusal.words
                if lines and not helps:
                    wrong.append(f"{position}: {verb} is asked back without an order")
            elif refusal is not None:
                continue
            elif verb not in SAYING_NO:
                order = fold(written(game, position, answer))
                said, _space, rest = order.partition(" ")
                if said in ("skip", "done") or rest in NOTHING:
                    wrong.append(f"{position}: {verb} is {order}")
    assert wrong == []
    assert helped or game in ("eclipse", "inscription")
