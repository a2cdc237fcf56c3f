"""What an order leaves open is never chosen in silence: it is shown as read, or asked back."""

import pytest

from rules.lexicon import read_page
from tests.orders.corpus import question, ruleset_of


def _noted(position: str, text: str) -> tuple[str, ...]:
    decision, view = question("eclipse", position)
    assert not isinstance(decision, type)
    reading = decision.read(view, read_page(text, ruleset_of("eclipse").order_verbs).lines)
    assert reading.answer is not None, reading.problems
    return reading.notes


@pytest.mark.parametrize(
    ("position", "text", "read_as"),
    [
        ("four", "PROPOSE Hydran", "WITH money"),
        ("offer", "AGREE", "WITH money"),
        ("crowded", "AGREE", "WITH science RETURNING 1"),
        ("crowded", "AGREE WITH money", "WITH money RETURNING 1"),
        ("fight", "RETREAT", "RETREAT cruiser TO 221"),
        ("stalemate", "RETREAT", "RETREAT TO 221"),
        ("end", "COLONIZE 221 orbital", "COLONIZE 221 orbital AS money"),
        ("wild", "COLONIZE 103 gray", "COLONIZE 103 gray AS money"),
        ("upkeep", "COLONIZE 221 orbital", "COLONIZE 221 orbital AS money"),
        ("place", "PLACE", "PLACE 205 TURN 3 WITH disc"),
        ("place", "PLACE with wormholes to 221 and 001", "PLACE 205 TURN 3 WITH disc"),
    ],
)
def test_what_was_chosen_for_the_player_is_shown(position: str, text: str, read_as: str) -> None:
    assert _noted(position, text) == (f"read as: {read_as}",)


@pytest.mark.parametrize(
    ("position", "text"),
    [
        ("four", "PROPOSE Hydran WITH money"),
        ("crowded", "AGREE WITH money RETURNING 1"),
        ("fight", "RETREAT cruiser TO 221"),
        ("stalemate", "RETREAT TO 221"),
        ("end", "COLONIZE 221 orbital AS money"),
        ("wild", "COLONIZE 103 gray AS science"),
        ("place", "PLACE 205 TURN 3 WITH disc"),
        ("place", "DISCARD"),
    ],
)
def test_what_the_player_said_needs_no_note(position: str, text: str) -> None:
    assert _noted(position, text) == ()
