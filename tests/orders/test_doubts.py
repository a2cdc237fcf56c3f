"""A "not", a "maybe" or a question mark in a legal line makes it no order: nothing is read as if
that word were not there."""

from random import Random

import pytest

from rules.kernel.decisions import SAYING_NO
from rules.lexicon import fold, speaking
from tests.orders.corpus import Case, answered, cases, files, question, written

GAMES = ("eclipse", "ti4", "ti3", "inscription")
LINES = 28
FORMS = {
    "en": ("{}?", "{} - no", "{} maybe", "{} or something", "{} unless attacked", "maybe {}",
           "I might {}", "don't {}", "do not {}", "never {}", "I {} last turn", "should I {}?"),
    "pl": ("{}?", "{} - nie", "{} chyba", "może {}", "nigdy nie {}", "czy {}?"),
    "hu": ("{}?", "{} - nem", "{} talán", "talán {}", "soha ne {}", "{} vagy nem"),
}  # fmt: skip


def legal_lines(game: str) -> list[Case]:
    """Lines of a game's corpora that are one whole order by themselves, some of each language."""
    found = [
        case
        for path in files()
        if path.parent.name == game
        for case in cases(path)
        if not case.meaning.startswith(("?", "-"))
        if " >> " not in case.meaning and " // " not in case.meaning and " // " not in case.text
        if len(case.text.split()) > 1 and not isinstance(question(game, case.position)[0], type)
    ]
    return Random(game).sample(found, LINES)


@pytest.mark.parametrize("game", GAMES)
def test_a_doubt_is_never_passed_over(game: str) -> None:
    wrong = []
    tried = 0
    for case in legal_lines(game):
        with speaking(case.language):
            meaning = fold(case.meaning)
            says_no = meaning.split()[0] in SAYING_NO or meaning.endswith(" nothing")
            if says_no or answered(game, case.position, case.text)[1] is not None:
                continue
            for form in FORMS[case.language]:
                tried += 1
                text = form.format(case.text.rstrip(" .!"))
                answer, refusal = answered(game, case.position, text)
                if refusal is None and written(game, case.position, answer) == case.meaning:
                    wrong.append(f"{case.position}: {text!r} is {case.meaning}")
    assert wrong == []
    assert tried > 4 * LINES
