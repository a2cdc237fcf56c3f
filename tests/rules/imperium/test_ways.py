"""The map in words, as mails have it: a turn can be planned with the pictures off."""

import pytest

from tests.orders.corpus import question, ruleset_of


@pytest.mark.parametrize(
    ("game", "own", "free"),
    [
        (
            "ti4",
            "1: Jord 4/2; beside 27, 37, 38",
            "27: New Albion 1/1 (free) · Starpoint 3/1 (free)",
        ),
        (
            "ti3",
            "Jord: Jord 4/2; beside Dal Bootha / Xxehan",
            "Arinam / Meer: Arinam 1/2 (neutral)",
        ),
    ],
)
def test_neighbours_and_free_planets_are_told(game: str, own: str, free: str) -> None:
    """One's own systems come first, then those beside them; every system is there once."""
    _decision, view = question(game, "turn")
    (section,) = [one for one in ruleset_of(game).sheet(view) if one.mapped]
    assert not section.private
    assert any(line.startswith(own) for line in section.lines[:3])
    assert any(line.startswith(free) for line in section.lines[:12])
    assert len(section.lines) == len(set(section.lines)) > 20
