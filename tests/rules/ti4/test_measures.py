"""What the charts of the final report are drawn from."""

from rules.ti4.measures import FLEET
from rules.ti4.ruleset import TI4


def test_numbers_by_seat() -> None:
    """Two cruisers (2 each), a dreadnought (4) and three fighters (a half each) cost 9."""
    position = {
        "seats": ["federation_of_sol", "emirates_of_hacan", "winnu"],
        "units": {
            "1": {"Sol": "2 cruiser, 1 dreadnought, 3 fighter, 2 infantry"},
            "27": {"Hacan": "1 carrier"},
        },
        "control": {"lodor": "Sol"},
        "Sol": {"techs": ["gravity_drive", "sarween_tools"]},
    }
    state = TI4.position(TI4.read_options({"players": 3}), position)
    found = TI4.measures(TI4.view(state, None))
    assert found[FLEET][0] == 9
    assert found["Planets"][0] == 2
    assert (found["Resources of all planets"][0], found["Influence of all planets"][0]) == (7, 3)
    assert found["Technologies"][0] == 2
    assert {len(values) for values in found.values()} == {3}


def test_before_the_galaxy_is_laid_there_is_nothing() -> None:
    found = TI4.measures(TI4.view(TI4.new(TI4.read_options({"players": 4})), None))
    assert found[FLEET] == found["Planets"] == [0, 0, 0, 0]
