"""What technologies, parts, discoveries and species are good for is told by their names."""

import re

import pytest

from rules.eclipse import texts
from rules.eclipse.facts import DISCOVERIES, PARTS, SPECIES, TECHNOLOGIES
from rules.eclipse.ruleset import ECLIPSE, rulebook
from rules.lexicon import UnknownName
from rules.lexicon.speech import speaking
from tests.rules.test_speech import Dots, dots, known_words

__all__ = ["Dots", "dots"]
NAMES = [
    thing.name
    for things in (TECHNOLOGIES, PARTS, DISCOVERIES, SPECIES)
    for thing in things.values()
]


def test_everything_with_a_name_is_found_by_it() -> None:
    for name in NAMES:
        assert texts.find(name).startswith(f"{name} (")
        assert rulebook().find(name) is None, "a name, not the number of a rule"


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "Gauss Shield", "2 science, at least 2. Ship part: shield -1."),
        ("en", "Plasma Missile", "Ship part: missiles 2x2."),
        ("en", "nanorobots", "One more ship or structure in each Build action, not in reactions."),
        ("pl", "Quantum Grid", "Od razu: dwa dodatkowe dyski wpływów."),
        ("en", "Money +8", "Money +8 (discovery tile): 8 money. Or 2 points."),
        ("pl", "Money +8", "Pieniądze +8 (żeton odkrycia): 8 pieniędzy. Albo 2 punkty."),
        ("en", "Mechanema", "upgrade 3, build 3, move 2; trade 3:1"),
        ("en", "Draco", "It draws 2 sectors where others draw one."),
        ("en", "Eridani", "It draws 2 reputation tiles at the start."),
    ],
)
def test_what_is_told_of_a_name(language: str, asked: str, told: str) -> None:
    with speaking(language):
        assert told in texts.find(asked)


def test_a_name_nobody_has_is_answered_with_near_ones() -> None:
    with pytest.raises(UnknownName, match=r"Did you mean .*Plasma Cannon"):
        texts.find("plasma gun turret")


def test_all_of_it_is_told_in_the_language(dots: None) -> None:
    allowed = known_words(ECLIPSE)
    for name in NAMES:
        told = texts.find(name)
        assert not {w for w in re.findall(r"[A-Za-z']{3,}", told) if w not in allowed}, told
