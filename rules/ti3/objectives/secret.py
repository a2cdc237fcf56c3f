"""The secret objectives (TI3 23.2)."""

from rules.ti3 import galaxy
from rules.ti3.components.base import Objective
from rules.ti3.components.registry import register
from rules.ti3.facts import CENTRE, MECATOL
from rules.ti3.objectives.holdings import colours, homes_held, specialties
from rules.ti3.state import Public
from rules.ti3.units import fleets


class OnMecatol(Objective):
    """Mecatol Rex with an own space dock on it, and something more."""

    dock = True

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        held = table.control.get(MECATOL) == seat
        docked = not self.dock or bool(fleets.at(table, MECATOL, seat).get("space_dock"))
        have, want = self.more(table, seat)
        return int(held) + int(docked) + min(have, want), 2 + want

    def more(self, table: Public, seat: int) -> tuple[int, int]:
        raise NotImplementedError(self.id)


@register
class Conqueror(Objective):
    id = "conqueror"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return homes_held(table, seat), 1


@register
class Diversified(OnMecatol):
    """Two technologies in each of three colours."""

    id = "diversified"

    def more(self, table: Public, seat: int) -> tuple[int, int]:
        return sum(n >= 2 for n in colours(table, seat).values()), 3


@register
class Focused(Objective):
    """Four planets of one specialty."""

    id = "focused"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return max(specialties(table, seat).values(), default=0), 4


@register
class Forceful(OnMecatol):
    """Four dreadnoughts in the system."""

    id = "forceful"

    def more(self, table: Public, seat: int) -> tuple[int, int]:
        return fleets.at(table, CENTRE, seat).get("dreadnought", 0), 4


@register
class Industrial(OnMecatol):
    """Three docks and five dreadnoughts on the board, and Mecatol Rex."""

    id = "industrial"
    dock = False

    def more(self, table: Public, seat: int) -> tuple[int, int]:
        docks = fleets.on_board(table, seat, "space_dock")
        big = fleets.on_board(table, seat, "dreadnought")
        return min(docks, 3) + min(big, 5), 8


@register
class KeeperOfGates(Objective):
    """A ship but fighters in every wormhole system; those of domain counters do not count (X20)."""

    id = "keeper_of_gates"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        gates = {tile for tile, _letter in galaxy.wormholes(table, tokens=False)}
        held = [x for x in gates if fleets.big_ships(fleets.at(table, x, seat))]
        return len(held), max(1, len(gates))


@register
class MasterOfShips(OnMecatol):
    """Eight ships but fighters in the system."""

    id = "master_of_ships"

    def more(self, table: Public, seat: int) -> tuple[int, int]:
        return fleets.big_ships(fleets.at(table, CENTRE, seat)), 8


@register
class Merciless(Objective):
    """Took the planet on which a neighbour had his last space dock, in this round."""

    id = "merciless"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return min(1, len(table.sides[seat].docks_taken)), 1


@register
class Technocrat(Objective):
    """Six planets with a specialty."""

    id = "technocrat"

    def count(self, table: Public, seat: int) -> tuple[int, int]:
        return sum(specialties(table, seat).values()), 6


@register
class Usurper(OnMecatol):
    """Six ground forces on the planet."""

    id = "usurper_secret"

    def more(self, table: Public, seat: int) -> tuple[int, int]:
        return fleets.ground_forces(table, MECATOL, seat), 6
