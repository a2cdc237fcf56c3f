"""Every section with rules of play has a case, every law an effect, every question wrong orders."""

import re
from collections.abc import Iterator

import pytest

from rules.kernel.decisions import Decision
from rules.ti3.facts import AGENDAS
from rules.ti3.questions import DECISIONS
from rules.ti3.ruleset import rulebook
from tests.rules.ti3.cases import cases, expectations

LAST_CHAPTER = 30
NOTHING_TO_SHOW = {
    "1.3": "what friendly and enemy mean; used in every rule about ships",
    "2.1": "what is in the box; running out of it is shown with 16.1",
    "2.2": "what the pieces are",
    "8.9": "what a fleet is; its limits are shown with 17.3",
    "14.1": "kinds of systems; each is shown with 14.2 to 14.5",
    "17.1": "what stands on a race sheet",
}
ONLY_YES_OR_NO = {
    "SeekDestiny", "Commerce", "AnnounceLeaving", "Probe", "KeepLazax", "UseDiplomat",
    "TakeInstallations",
}  # fmt: skip
"""Their words stand alone: whatever is added is refused before the question is looked at."""
# Defending PDS fire unless a doctrine says HOLD, which is read by 8.4.
NEVER_ASKED = {"HoldFire"}


def cited() -> set[str]:
    return {rule.removeprefix("TI3 ") for case in cases().values() for rule in case["rules"]}


def test_every_section_with_rules_of_play_is_shown() -> None:
    sections = {
        found[1]
        for rule in rulebook().texts
        if (found := re.fullmatch(r"((\d+)\.\d+)\.\d+", rule)) and int(found[2]) <= LAST_CHAPTER
    }
    shown = {found[0] for rule in cited() if (found := re.match(r"\d+\.\d+", rule))}
    assert sorted(sections - shown) == sorted(NOTHING_TO_SHOW)


# -- political cards -----------------------------------------------------------------------------


def test_every_law_is_shown_in_force() -> None:
    """A case that begins with the law in play, or in which the card is spoken of afterwards."""
    in_force = {
        law["id"]
        for case in cases().values()
        for law in (case.get("position") or {}).get("table", {}).get("laws", ())
    }
    laws = {id for id, card in AGENDAS.items() if card.stays}
    assert sorted(laws - in_force) == []


def votes() -> Iterator[tuple[str, str]]:
    """Yield each political card voted on for or against, with the way the vote went."""
    for case in cases().values():
        deck = (case.get("position") or {}).get("box", {}).get("agenda", ())
        for entry in case["play"]:
            for order in entry.values():
                way = re.fullmatch(r"(?:VOTE|DECIDE) (for|against)", str(order).strip())
                if way and deck:
                    yield deck[0], way[1]


def test_every_vote_is_shown_both_ways() -> None:
    shown = set(votes())
    asked = [id for id, card in AGENDAS.items() if card.vote == "for_against"]
    missing = {(id, way) for id in asked for way in ("for", "against")} - shown
    assert sorted(missing) == []


# -- wrong orders --------------------------------------------------------------------------------


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


def test_what_is_never_asked_is_a_question() -> None:
    assert {kind.__name__ for kind in DECISIONS} >= NEVER_ASKED


ASKED = [kind for kind in DECISIONS if kind.__name__ not in NEVER_ASKED]


@pytest.mark.parametrize("question", ASKED, ids=lambda kind: kind.__name__)
def test_every_question_refuses_a_wrong_order_by_a_rule(question: type[Decision[object]]) -> None:
    """The question stays open, and the refusal names a code and a rule."""
    codes = refusals().get(question.__name__, set())
    if question.__name__ in ONLY_YES_OR_NO:
        assert "left-over" in codes
    else:
        assert [code for code in codes if re.fullmatch(r"[a-z-]+ TI3 \S+", code)]


def test_cases_are_titled_apart() -> None:
    titles = [case["title"] for case in cases().values()]
    assert len(titles) == len(set(titles))
