"""When a combat can never end (TI4 H-86)."""

from typing import Any

import pytest

from rules.ti4.combat import stalemate
from rules.ti4.ruleset import TI4
from rules.ti4.state import Battle

SHIELDS, ARMOUR = "non_euclidean_shielding", "duranium_armor"


NAMES = {"nekro_virus": "Nekro", "mentak_coalition": "Mentak"}


def table(foe: str, techs: list[str], faction: str = "nekro_virus", hurt: int = 0) -> Any:
    """Letnev's flagship, whose shields cancel two hits, against ships of somebody with `techs`."""
    name = NAMES[faction]
    position = {
        "seats": ["barony_of_letnev", faction, "winnu"],
        "units": {"27": {"Letnev": "1 flagship", name: foe}},
        "Letnev": {"techs": [SHIELDS]},
        name: {"techs": techs},
        "table": {"damaged": {"27": {"1": {"dreadnought": hurt}}} if hurt else {}},
    }
    found = TI4.position(TI4.read_options({"players": 3}), position).table
    found.battle = Battle("27", 0, 1, quiet=stalemate.PATIENCE)
    return found


def test_two_fleets_that_mend_everything_never_end() -> None:
    assert stalemate.endless(table("2 dreadnought", [SHIELDS, ARMOUR]))


def test_cards_get_their_chance_first() -> None:
    board = table("2 dreadnought", [SHIELDS, ARMOUR])
    board.battle.quiet = stalemate.PATIENCE - 1
    assert not stalemate.endless(board)


@pytest.mark.parametrize(
    ("foe", "techs", "why"),
    [
        ("3 dreadnought", [SHIELDS, ARMOUR], "three hits are one more than the flagship cancels"),
        ("1 dreadnought", [SHIELDS, ARMOUR], "one ship cannot rest while another holds"),
        ("2 dreadnought", [SHIELDS], "nothing is repaired"),
        ("2 dreadnought", [ARMOUR], "one repair a round for two hits"),
        ("2 cruiser", [SHIELDS, ARMOUR], "cruisers sustain nothing"),
    ],
)
def test_who_may_lose_a_ship_fights_on(foe: str, techs: list[str], why: str) -> None:
    assert not stalemate.endless(table(foe, techs)), why


def test_whoever_has_nothing_sound_left_may_lose() -> None:
    board = table("2 dreadnought", [SHIELDS, ARMOUR], hurt=2)
    assert not stalemate.endless(board)


def test_no_ship_sustains_beside_the_fourth_moon() -> None:
    board = table("1 flagship", [], faction="mentak_coalition")
    assert stalemate.sustained_every_round(board, 0) == 0
