"""Every numbered section with rules of play has a case, and every question a wrong order."""

import re

import pytest

from rules.kernel.decisions import Decision
from rules.ti4.questions import DECISIONS
from tests.rules.ti4.cases import cases, expectations

SECTIONS = 88
NOTHING_TO_SHOW = {
    7: "the command sheet as an object; its pools are shown with 54 and 86",
    26: "how many pieces there are; running out of them is shown with 41 and 55",
}
SET_UP = ("SU-2", "SU-6", "SU-11", "SU-12")
GOLDEN = ("GR-3",)


def cited() -> set[str]:
    return {rule.removeprefix("TI4 ") for case in cases().values() for rule in case["rules"]}


def test_every_section_with_rules_of_play_is_shown() -> None:
    numbers = {int(found[1]) for rule in cited() if (found := re.match(r"(\d+)(?:\.|$)", rule))}
    missing = [n for n in range(1, SECTIONS + 1) if n not in numbers and n not in NOTHING_TO_SHOW]
    assert not missing
    assert not numbers & set(NOTHING_TO_SHOW), "shown after all"


def test_set_up_and_golden_rules_are_shown() -> None:
    begun = {rule.split(".")[0] for rule in cited()}
    assert set(SET_UP) | set(GOLDEN) <= begun


def refusals() -> dict[str, set[str]]:
    """Questions still open after an order was refused, with the codes and rules of the refusals."""
    found: dict[str, set[str]] = {}
    for expected in expectations():
        problems = expected.get("problems", {})
        for seat, codes in problems.items() if isinstance(problems, dict) else ():
            asked = expected.get("asks", {}).get(seat) or []
            for question in [asked] if isinstance(asked, str) else asked:
                found.setdefault(question, set()).update(map(str, codes))
    return found


def kinds_below(kind: type[Decision[object]]) -> set[type[Decision[object]]]:
    return {below for child in kind.__subclasses__() for below in (child, *kinds_below(child))}


def test_every_question_is_in_the_catalogue() -> None:
    mine = {kind for kind in kinds_below(Decision) if kind.__module__.startswith("rules.ti4.")}
    assert {kind.__name__ for kind in mine if kind.verbs} == {kind.__name__ for kind in DECISIONS}


@pytest.mark.parametrize("question", DECISIONS, ids=lambda kind: kind.__name__)
def test_every_question_refuses_a_wrong_order_by_a_rule(question: type[Decision[object]]) -> None:
    """The question stays open, and the refusal names a code and a rule."""
    codes = refusals().get(question.__name__, set())
    assert [code for code in codes if re.fullmatch(r"[a-z-]+ TI4 \S+", code)]


def test_usual_mistakes_are_refused_somewhere() -> None:
    wanted = {
        "bad-target", "blockaded", "cannot-activate", "cannot-bombard", "cannot-pay",
        "cannot-produce", "exhausted", "fleet-pool", "fleet-pool-full", "must-hit-ships",
        "must-land", "must-retreat", "no-cards", "no-goods", "no-planets", "no-producer",
        "no-retreat", "no-ship", "no-site", "no-specialty", "no-structure", "no-target-wanted",
        "no-token", "no-votes", "not-an-option", "not-enough-units", "not-exhausted", "not-here",
        "not-met", "not-needed", "not-neighbours", "not-on-the-way", "not-researchable",
        "not-revealed", "not-your-card", "not-your-tile", "not-your-turn", "not-yours",
        "nothing-offered", "over-capacity", "own-token", "prerequisites", "production-limit",
        "reinforcements", "scored-before", "shielded", "still-over", "strategy-unused", "taken",
        "tiles-clash", "too-far", "too-many", "traded-already", "wrong-number", "wrong-timing",
    }  # fmt: skip
    refused = {
        str(code).split()[0]
        for expected in expectations()
        if isinstance(expected.get("problems"), dict)
        for codes in expected["problems"].values()
        for code in codes
    }
    assert wanted <= refused


def test_cases_are_titled_apart() -> None:
    titles = [case["title"] for case in cases().values()]
    assert len(titles) == len(set(titles))
