"""What the charts of the final report are drawn from."""

from rules.eclipse.measures import FLEET
from rules.eclipse.ruleset import ECLIPSE


def test_numbers_by_seat() -> None:
    """A bare interceptor is 1 hull and 1 damage; a cruiser with one hull part 2 and 1."""
    table = {
        "hexes": {
            "106": {"q": 0, "r": -1, "owner": 0, "ships": {"0": {"interceptor": 1, "cruiser": 2}}},
            "226": {"ships": {"1": {"interceptor": 0}}},
        },
        "players": {"0": {"technologies": ["starbase", "gauss_shield"]}},
    }
    state = ECLIPSE.position(
        ECLIPSE.read_options({"players": 2}),
        {"boards": ["terran_directorate", "planta"], "table": table},
    )
    assert ECLIPSE.measures(ECLIPSE.view(state, None)) == {
        FLEET: [2 + 2 + 2 * 3, 0],
        "Sectors": [2, 1],
        "Economy (all production)": [9, 9],
        "Technologies": [2, 1],
    }


def test_before_species_are_chosen_there_is_nothing() -> None:
    state = ECLIPSE.new(ECLIPSE.read_options({"players": 3}))
    found = ECLIPSE.measures(ECLIPSE.view(state, None))
    assert all(values == [0, 0, 0] for values in found.values())
