"""What players type is what happens: the corpus of order lines, game by game, language by language.

`pytest tests/orders -s` prints the figures.
"""

from collections import Counter
from pathlib import Path

import pytest

from rules.lexicon import read_page
from tests.orders.corpus import MARKS, Case, cases, files, judged, question, ruleset_of

DOCS = (Path(__file__).parents[2] / "docs" / "order-language.md").read_text(encoding="utf-8")
_LANGUAGES = {"en": "English", "pl": "Polish", "hu": "Hungarian"}
LEAST_UNDERSTOOD = 0.85
LEAST_HELPED = 0.95
RARE: dict[str, set[str]] = {"ti3": {"swap"}, "ti4": {"done"}}
"""Verbs that a corpus leaves out: DONE ends a turn's lines and is no answer by itself, SWAP offers
a deal."""
LEAST_LINES = {
    (game, language): least
    for game in ("eclipse", "ti4")
    for language, least in (("en", 400), ("pl", 120), ("hu", 120))
} | {
    (game, language): least
    for game, some, others in (("ti3", 200, 80), ("inscription", 200, 100))
    for language, least in (("en", some), ("pl", others), ("hu", others))
}


@pytest.mark.parametrize("path", files(), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_the_corpus_is_read_as_it_is_meant(path: Path) -> None:
    """Nothing is misread; nearly all is understood; what is not is refused with words that help."""
    found = [(case, judged(case)) for case in cases(path)]
    marks = Counter(verdict.mark for _, verdict in found)
    name = f"{path.parent.name} {path.stem}"
    print(f"\n{name}: {len(found)} lines;", ", ".join(f"{marks[m]} {m}" for m in MARKS))
    misread = [_told(case, verdict.told) for case, verdict in found if verdict.mark == "misread"]
    assert misread == []
    row = [_LANGUAGES[path.stem], str(len(found)), *(str(marks[mark]) for mark in MARKS)]
    assert f"| {' | '.join(row)} |" in DOCS, "the table of docs/order-language.md"
    helpless = [_told(c, v.told) for c, v in found if v.mark == "refused without help"]
    helped = (marks["understood"] + marks["refused with help"]) / len(found)
    assert helped >= LEAST_HELPED, "\n".join(helpless)
    assert marks["understood"] / len(found) >= LEAST_UNDERSTOOD


@pytest.mark.parametrize("path", files(), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_the_corpus_is_large_and_says_nothing_twice(path: Path) -> None:
    lines = [(case.position, case.text) for case in cases(path)]
    assert len(lines) >= LEAST_LINES.get((path.parent.name, path.stem), 1)
    assert [line for line, n in Counter(lines).items() if n > 1] == []


@pytest.mark.parametrize("game", sorted({path.parent.name for path in files()}))
def test_every_verb_and_every_question_is_in_the_corpus(game: str) -> None:
    """In some language, with a line that is understood."""
    ruleset = ruleset_of(game)
    asked: set[str] = set()
    said: set[str] = set()
    for path in files():
        for case in cases(path) if path.parent.name == game else ():
            decision = question(game, case.position)[0]
            asked.add((decision if isinstance(decision, type) else type(decision)).__name__)
            if not case.meaning.startswith(("?", "-")):
                page = read_page(case.text.replace(" // ", "\n"), ruleset.order_verbs)
                said |= {line.verb for line in page.lines}
    assert {kind.__name__ for kind in ruleset.decisions} - asked == set()
    assert set(ruleset.verbs) - said - RARE.get(game, set()) == set()


def _told(case: Case, told: str) -> str:
    return f"{case.position}: {case.text!r} must be {case.meaning!r}, was {told!r}"
