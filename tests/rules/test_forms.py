"""Forms: whatever is clicked together is written as order lines that are read as the same."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.forms import Count, Form, Values
from rules.lexicon import read_page
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4
from tests.contracts import pauses

GAMES: dict[str, tuple[Any, dict[str, Any], set[str]]] = {
    "ti4": (TI4, {"players": 3}, {"move", "land", "produce", "hits", "pools"}),
    "ti3": (TI3, {"players": 3}, {"move", "hits"}),
    "eclipse": (ECLIPSE, {"players": 3}, {"build", "move", "upgrade"}),
}


def sent_for(form: Form, rng: Random) -> dict[str, str]:
    """What a browser would send for a form filled in at random, more often a little than a lot."""
    sent = {}
    for group in form.groups:
        for field in group.fields:
            if isinstance(field, Count):
                sent[field.key] = str(rng.choice((0, 0, 1, field.most)))
            else:
                sent[field.key] = rng.choice(field.options)[0]
    return sent


@pytest.mark.parametrize("game", GAMES)
def test_what_a_form_gives_is_read_as_it_was_clicked(game: str) -> None:
    ruleset, options, wanted = GAMES[game]
    rng = Random(game)
    legal: Counter[str] = Counter()
    verbs = ruleset.vocabulary({})
    for i, (match, _history) in enumerate(
        pauses(ruleset, ruleset.read_options(options), "forms", most=1500)
    ):
        for seat in match.seats:
            for _address, decision in match.open_for(seat):
                view = match.view(seat)
                for form in decision.forms(view):
                    for _try in range(3 if i % 3 else 1):
                        values = Values(form, sent_for(form, rng))
                        answer = decision.filled(view, form.name, values)
                        if decision.problems(view, answer):
                            continue
                        legal[form.name] += 1
                        text = decision.write(view, answer)
                        reading = decision.read(view, read_page(text, verbs).lines)
                        assert reading.answer == answer, (form.name, text)
    assert wanted <= set(legal), legal


def test_nothing_but_what_a_form_offers_comes_out_of_it() -> None:
    form = Form("build", "", ())
    values = Values(form, {"cruiser": "5", "at": "../etc"})
    assert values.count("cruiser") == 0
    assert values.pick("at") == ""
    assert values.counts("", ("cruiser",)) == {}
