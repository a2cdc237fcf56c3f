"""What cards do is told to who holds them or asks for them by name, in the reader's language."""

import re
from typing import Any

import pytest

from rules.kernel.views import View
from rules.lexicon import UnknownName
from rules.lexicon.speech import speaking
from rules.ti3 import texts
from rules.ti3.council import CastVote
from rules.ti3.events import title
from rules.ti3.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    DOMAINS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    RACES,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    UNITS,
)
from rules.ti3.names import OBJECTIVE_NAMES
from rules.ti3.phases.strategy import PickStrategy
from rules.ti3.ruleset import TI3
from rules.ti3.state import Council
from tests.rules.test_speech import Dots, dots, known_words

__all__ = ["Dots", "dots"]
CARDS = (
    ACTION_CARDS, AGENDAS, OBJECTIVES, TECHNOLOGIES, STRATEGY_CARDS, ABILITIES, DOMAINS, LEADERS,
)  # fmt: skip
EVERYTHING = (*CARDS, RACES, UNITS, PLANETS)
_WORD = re.compile(r"[A-Za-z']{3,}")


def sol(**patch: Any) -> View:
    """The first seat's view of a table of three."""
    state = TI3.position(
        TI3.read_options({"players": 3}), {"seats": ["sol", "hacan", "letnev"], **patch}
    )
    return TI3.view(state, 0)


def test_everything_with_a_name_is_found_by_it() -> None:
    for things in EVERYTHING:
        for thing in things.values():
            assert thing.name in texts.find(thing.name)


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_an_objective_without_a_name_goes_by_its_condition(language: str) -> None:
    for id, objective in OBJECTIVES.items():
        with speaking(language):
            assert OBJECTIVE_NAMES.find(title(id)).id == id
            assert objective.is_named == (title(id) == objective.name)


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_what_a_card_does_is_told_in_the_language(language: str) -> None:
    for things in CARDS:
        for id in things:
            english = texts.effect(id)
            with speaking(language):
                assert english != texts.effect(id) != ""


def test_all_of_it_is_told_in_the_language(dots: None) -> None:
    allowed = known_words(TI3)
    for things in EVERYTHING:
        for thing in things.values():
            told = texts.find(thing.name)
            assert not {word for word in _WORD.findall(told) if word not in allowed}, told


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "sabotage", "Sabotage (action card): Right after another player's Action Card is"),
        ("pl", "Sabotage", "Sabotage (Karta Akcji): Zaraz po ujawnieniu Karty Akcji innego gracza"),
        ("hu", "Sabotage", "Sabotage (akciókártya): Közvetlenül azután, hogy egy másik játékos"),
        ("en", "War Sun", "War Sun (technology, red; needs Deep Space Cannon and Sarween Tools)"),
        ("pl", "krążownik", "Cruiser (Krążownik): koszt 2, wartość bojowa 7, prędkość 2"),
        ("hu", "űrvadász", "Fighter (űrvadász): 2 darab költsége 1, harci érték 9"),
        ("en", "Lodor", "Lodor (planet): 3 resources, 1 influence, green specialty"),
        ("pl", "Carth", "Carth (Dowódca rasy Hacan): Uczony. Stoi na własnej planecie"),
        ("hu", "Repeal", "Repeal (politikakártya): kijelölt: Azt a törvényt el kell dobni."),
    ],
)
def test_what_is_told_of_a_name(language: str, asked: str, told: str) -> None:
    with speaking(language):
        assert texts.find(asked).startswith(told)


def test_a_name_shared_by_two_things_tells_both() -> None:
    assert "\nWar Sun (War Sun): cost 12, battle 3 (×3)" in texts.find("War Sun")


def test_a_race_is_told_with_all_that_is_its_own() -> None:
    told = texts.find("Sol")
    for name in ("Orbital drop", "Versatile", "Connor"):
        assert f"\n{name} (" in told


def test_a_name_nobody_has_is_answered_with_near_ones() -> None:
    with pytest.raises(UnknownName, match=r"Did you mean .*Sabotage"):
        texts.find("sabotagge run")


@pytest.mark.parametrize(
    ("language", "told"),
    [("pl", "Weź Żeton Mówcy."), ("hu", "Vedd el a Szószóló jelzőjét.")],
)
def test_who_picks_a_strategy_card_reads_its_primary(language: str, told: str) -> None:
    with speaking(language):
        shown = PickStrategy(0).describe(sol(phase="pick"))
    assert any(told in option for option in shown.options)


@pytest.mark.parametrize(
    ("language", "told"),
    [("pl", "wybór: To prawo zostaje"), ("hu", "kijelölt: Azt a törvényt")],
)
def test_who_votes_reads_the_agenda(language: str, told: str) -> None:
    v = sol()
    v.table.council = Council("repeal")
    with speaking(language):
        shown = CastVote(0).describe(v)
    assert shown.background[0].startswith(f"Repeal: {told}")
