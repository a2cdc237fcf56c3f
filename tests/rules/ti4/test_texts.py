"""What cards do is said to who holds them, is asked about them, or wants to know by a name."""

import re
from typing import Any

import pytest

from rules.kernel.views import View
from rules.lexicon import UnknownName
from rules.lexicon.speech import speaking
from rules.ti4 import texts
from rules.ti4.components.timing import React
from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    UNITS,
)
from rules.ti4.phases.agenda import CastVotes
from rules.ti4.phases.strategy import PickStrategy
from rules.ti4.ruleset import TI4, rulebook
from rules.ti4.state import Agenda
from rules.ti4.strategy.politics import ArrangeAgendas
from tests.rules.test_speech import Dots, dots, known_words

__all__ = ["Dots", "dots"]
EVERYTHING = (
    ACTION_CARDS, AGENDAS, OBJECTIVES, NOTES, TECHNOLOGIES, STRATEGY_CARDS, ABILITIES, FACTIONS,
    UNITS, PLANETS,
)  # fmt: skip
_WORD = re.compile(r"[A-Za-z']{3,}")


def sol(**patch: Any) -> View:
    """The first seat's view of a table of three."""
    seats = ["federation_of_sol", "emirates_of_hacan", "winnu"]
    state = TI4.position(TI4.read_options({"players": 3}), {"seats": seats, **patch})
    return TI4.view(state, 0)


def section(v: View, title: str) -> list[str]:
    return [line for s in TI4.sheet(v) if s.title == title for line in s.lines]


# -- the sheet -----------------------------------------------------------------------------------


def test_each_action_card_says_what_it_does() -> None:
    told = section(sol(Sol={"hand": ["sabotage", "summit", "sabotage"]}), "Only you see this")
    assert told[0].startswith("Action card: 2 × Sabotage – Another player plays an action card")
    assert "That card is cancelled" in told[0]
    assert told[1] == (
        "Action card: Summit – The strategy phase begins. The holder gains 2 command tokens."
    )


def test_an_empty_hand_is_said() -> None:
    assert section(sol(Sol={"hand": []}), "Only you see this")[0] == "Action cards: none"


def test_notes_of_others_say_what_they_do_and_own_ones_are_named() -> None:
    v = sol(Sol={"notes": ["0:ceasefire", "0:military_support", "1:trade_agreement"]})
    told = section(v, "Only you see this")
    (held,) = [line for line in told if line.startswith("Promissory note: ")]
    assert held.startswith("Promissory note: Trade Agreement of Hacan – The note's owner replen")
    assert told[-1].startswith("Your own promissory notes: Ceasefire · Military Support · ")


def test_abilities_are_named_to_be_looked_up() -> None:
    named = "Faction abilities and flagship: Orbital Drop · Versatile · Genesis"
    assert named in section(sol(), "You")


@pytest.mark.parametrize(
    ("language", "title", "told"),
    [
        ("en", "Laws", "Fleet Regulations: Nobody may have more than 4 tokens in the fleet pool."),
        ("pl", "Prawa", "Fleet Regulations: Nikt nie może mieć więcej niż 4 żetony w puli floty."),
    ],
)
def test_a_law_in_force_says_what_it_forbids(language: str, title: str, told: str) -> None:
    with speaking(language):
        v = sol(table={"laws": {"fleet_regulations": {}}})
        assert section(v, title) == [told]


# -- questions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "For: The card stays in play as a law. Against: Each player adds 1 token"),
        ("hu", "Mellette: A kártya törvényként játékban marad. Ellene: Minden játékos 1 jelzőt"),
    ],
)
def test_who_votes_reads_the_agenda(language: str, told: str) -> None:
    v = sol(phase="agenda")
    v.table.agenda = Agenda("fleet_regulations")
    with speaking(language):
        shown = CastVotes(0, "fleet_regulations").describe(v)
    assert len(shown.background) == 1
    assert shown.background[0].startswith(told)
    assert "Fleet Regulations" in shown.prompt


def test_who_looks_at_agendas_reads_them() -> None:
    v = sol()
    v.mine.seen = ["mutiny", "economic_equality"]
    first, second = ArrangeAgendas(0).describe(v).background
    assert first.startswith("Mutiny – For: ")
    assert second.startswith("Economic Equality – For: ")


def test_who_picks_a_strategy_card_reads_its_primary() -> None:
    shown = PickStrategy(0).describe(sol(phase="pick"))
    technology = (
        "Technology – Research 1 technology. Optionally pay 6 resources to research 1 more."
    )
    assert technology in shown.options
    assert "PICK Technology" in shown.template


def test_a_window_says_what_the_cards_in_it_do() -> None:
    v = sol(phase="agenda", Sol={"hand": ["ancient_burial_sites"]})
    shown = React(0, "agenda_phase_start").describe(v)
    assert shown.options[0] == "Nothing"
    does = " – Name a player; all cultural planets they control become exhausted."
    assert [option.endswith(does) for option in shown.options[1:]] == [True, False, False]


def test_a_window_says_what_the_card_does_that_opened_it() -> None:
    v = sol(phase="agenda", Sol={"hand": ["veto"]})
    shown = React(0, "when_agenda_revealed", "mutiny").describe(v)
    assert shown.background[0].startswith("Mutiny – For: ")


def test_who_may_cancel_a_card_reads_what_it_does() -> None:
    shown = React(0, "when_action_card_played", "plague").describe(sol(Sol={"hand": ["sabotage"]}))
    assert shown.background[0].startswith("Plague – Component action. Name a planet controlled by")


def test_a_window_about_a_unit_or_a_place_quotes_nothing() -> None:
    for about in ("war_sun", "cruiser", "26", "@1", "lodor", ""):
        assert not React(0, "after_combat_die_roll", about).background(sol())


# -- by name -------------------------------------------------------------------------------------


def test_everything_with_a_name_is_found_by_it() -> None:
    for things in EVERYTHING:
        for thing in things.values():
            assert thing.name in texts.find(thing.name)


def test_no_name_is_taken_for_the_number_of_a_rule() -> None:
    names = {thing.name for things in EVERYTHING for thing in things.values()}
    numbers = {"[0.0.0]", "[0.0.1]"}
    assert {name for name in names if rulebook().find(name)} == numbers & names


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "sabotage", "Sabotage (action card): Another player plays an action card"),
        ("pl", "Sabotage", "Sabotage (karta akcji): Inny gracz zagrywa kartę akcji"),
        ("en", "Gravity Drive", "Gravity Drive (technology, blue; needs 1 blue): Right after"),
        ("en", "cruiser", "Cruiser I (cruiser): cost 2, combat 7, move 2.\nCruiser II (techno"),
        ("pl", "krążownik", "Cruiser I (krążownik): koszt 2, walka 7, ruch 2.\nCruiser II (te"),
        ("hu", "hadinap", "War Sun (technológia; előfeltétel: 3 piros, 1 sárga): ára 12, harc"),
        ("pl", "Przywództwo", "Leadership (karta strategii 1): Zdolność podstawowa: Otrzymujesz"),
        ("en", "Technology", "Technology (strategy card 7): Primary: Research 1 technology."),
        ("en", "Lodor", "Lodor (planet in tile 26): 3 resources, 1 influence, cultural"),
        ("en", "Mutiny", "Mutiny (directive): For: Each"),
        ("pl", "Corner the Market", "Corner the Market (publiczny cel etapu 1, 1 PZ): Kontroluj"),
    ],
)
def test_what_is_told_of_a_name(language: str, asked: str, told: str) -> None:
    with speaking(language):
        assert texts.find(asked).startswith(told)


def test_a_faction_is_told_with_all_that_is_its_own() -> None:
    told = texts.find("Sol")
    for name in ("Orbital Drop", "Genesis", "Spec Ops II", "Military Support", "Versatile"):
        assert f"\n{name} (" in told


def test_a_name_shared_by_two_things_tells_both() -> None:
    told = texts.find("Winnu")
    assert "The Winnu (faction): " in told
    assert "\nWinnu (planet in tile 7): 3 resources, 4 influence" in told


def test_a_name_nobody_has_is_answered_with_near_ones() -> None:
    with pytest.raises(UnknownName, match=r"Did you mean .*Gravity Drive"):
        texts.find("gravity rocket")


def test_all_of_it_is_told_in_the_language(dots: None) -> None:
    allowed = known_words(TI4)
    for things in EVERYTHING:
        for thing in things.values():
            told = texts.find(thing.name)
            assert not {word for word in _WORD.findall(told) if word not in allowed}, told
