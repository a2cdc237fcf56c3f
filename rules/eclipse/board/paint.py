"""Colours and silhouettes of Eclipse's pieces."""

from typing import Final

from rules.eclipse.facts import SPECIES
from rules.eclipse.state import Public
from rules.toolbox.look import BY_NAME, PLAYERS, Player

SHIP_ICONS: Final = {
    "dreadnought": "ecl_dreadnought",
    "cruiser": "ecl_cruiser",
    "interceptor": "ecl_interceptor",
    "starbase": "ecl_starbase",
}
CATEGORIES: Final = {"military": "red", "grid": "green", "nano": "yellow"}
"""The colour of a row of technologies."""


def number(table: Public, seat: int) -> int:
    """Return the number of a player's colour: the colour of the species' box, else the seat's."""
    species = table.players[seat].species
    return BY_NAME[SPECIES[species].colour] if species else seat


def paint(table: Public, seat: int) -> Player:
    """Return the colours of a player's pieces."""
    return PLAYERS[number(table, seat)]
