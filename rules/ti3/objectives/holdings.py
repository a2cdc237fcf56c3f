"""Objectives about what a player holds: planets, technologies, units (TI3 23)."""

from collections import Counter
from typing import ClassVar, Final

from rules.imperium.objectives import Counters, holds_all
from rules.ti3 import galaxy
from rules.ti3.components import modifiers
from rules.ti3.components.base import Objective
from rules.ti3.components.registry import register
from rules.ti3.facts import ATLAS, CENTRE, MECATOL, RACES, TECH_COLOURS, TECHNOLOGIES, TILES
from rules.ti3.state import Public
from rules.ti3.units import fleets

COUNTERS: Final = Counters(ATLAS, TECHNOLOGIES)
SPECIALTIES = ("red", "green", "blue")


def outside_home(table: Public, seat: int) -> int:
    """Count the planets a seat controls outside its own Home System."""
    race = table.sides[seat].race
    return COUNTERS.planets(table, seat, lambda planet: planet.home_of != race)


def colours(table: Public, seat: int) -> Counter[str]:
    """Count the technologies of a seat by colour."""
    return COUNTERS.colours(table.sides[seat].techs)


def specialties(table: Public, seat: int) -> Counter[str]:
    """Count the controlled planets by specialty."""
    return COUNTERS.planets_by(table, seat, lambda planet: planet.specialty)


def homes_held(table: Public, seat: int) -> int:
    """Count the Home Systems of others, in the game or not, of which the seat controls every
    planet."""
    others = [side.race for s, side in enumerate(table.sides) if s != seat]
    return sum(holds_all(table, seat, RACES[race].home_planets) for race in others)


class Planets(Objective):
    """So many planets outside the own Home System."""

    wanted: ClassVar[int]

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return outside_home(table, seat), self.wanted


@register
class FivePlanets(Planets):
    id = "pub1_five_planets"
    wanted = 5


@register
class TenPlanets(Planets):
    id = "pub2_ten_planets"
    wanted = 10


@register
class Supremacy(Planets):
    """Whoever claims it wins (TI3 13.1.3)."""

    id = "pub2_supremacy"
    wanted = 18


class Technologies(Objective):
    """So many technologies."""

    wanted: ClassVar[int]

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return len(table.sides[seat].techs), self.wanted


@register
class FiveTechnologies(Technologies):
    id = "pub1_five_techs"
    wanted = 5


@register
class NineTechnologies(Technologies):
    id = "pub2_nine_techs"
    wanted = 9


@register
class FourColours(Objective):
    """A technology of every colour."""

    id = "pub1_four_colors"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return len(colours(table, seat)), len(TECH_COLOURS)


@register
class ThreeOfAColour(Objective):
    """Three technologies of one colour."""

    id = "pub1_three_same_color"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return max(colours(table, seat).values(), default=0), 3


@register
class MecatolAllRound(Objective):
    """Mecatol Rex held through the strategy and the action phase of this round."""

    id = "pub1_mecatol_whole_round"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        held = table.mecatol_since == seat and table.control.get(MECATOL) == seat
        return int(held), 1


@register
class ThreeDocks(Objective):
    """All three space docks on the board."""

    id = "pub1_three_docks"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return fleets.on_board(table, seat, "space_dock"), 3


@register
class ThreeSpecialties(Objective):
    """Planets with all three specialties."""

    id = "pub1_three_specialties"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return len(specialties(table, seat)), len(SPECIALTIES)


@register
class Domination(Objective):
    """Two Home Systems of others: whoever claims it wins (TI3 13.1.3)."""

    id = "pub2_domination"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return homes_held(table, seat), 2


@register
class InfluenceOverNeighbours(Objective):
    """More influence than both neighbours together (TI3 E131, E140)."""

    id = "pub2_influence_over_neighbours"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        left, right = galaxy.neighbours_of(table, seat)
        theirs = sum(_influence(table, s) for s in {left, right})
        return _influence(table, seat), theirs + 1


def _influence(table: Public, seat: int) -> int:
    return sum(modifiers.influence(table, p) for p in fleets.controlled(table, seat))


@register
class MecatolAndRing(Objective):
    """The Mecatol Rex system and all around it that can be controlled (TI3 X24)."""

    id = "pub2_mecatol_and_ring"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        around = [x for x in galaxy.around_centre(table) if TILES[x].may_be_activated]
        wanted = [CENTRE, *around]
        return sum(fleets.controls_system(table, seat, x) for x in wanted), len(wanted)
