"""Table options, and what is refused about them."""

import pytest

from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.errors import BadOptions


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"players": 7}, "2 to 6 players"),
        ({"players": 2, "species": "chosen", "chosen": ["planta"]}, "Name 2 species"),
        ({"players": 2, "species": "chosen", "chosen": ["planta", "vulcan"]}, "no species"),
        (
            {"players": 2, "species": "chosen", "chosen": ["planta", "terran_union"]},
            "same board",
        ),
        (
            {"players": 2, "species": "chosen", "aliens": False, "chosen": ["planta", "mechanema"]},
            "Terrans only",
        ),
        ({"reputation_tiles": "mine"}, "reputation_tiles can be: "),
        ({"specie": "draft"}, "Did you mean species"),
    ],
)
def test_refused(raw: dict[str, object], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        ECLIPSE.read_options(raw)


def test_species_are_called_as_in_orders() -> None:
    raw = {"players": 2, "species": "chosen", "chosen": ["Hydran", "plants"]}
    state = ECLIPSE.new(ECLIPSE.read_options(raw))
    assert state.table.house.chosen == ["hydran_progress", "planta"]


def test_the_rulebook_is_the_default() -> None:
    """ECL 25.1.4, 25.2.4, 25.9.3"""
    options = ECLIPSE.read_options({})
    assert options.reputation_tiles == "rulebook"
    assert not options.hydran_advanced_start
    assert not options.twelfth_cube
