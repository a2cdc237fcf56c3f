"""Eclipse: a player's own board (ECL 5): storage, cubes, discs, technologies, reputation track."""

from rules.eclipse.facts import (
    ADVANCED_NEEDS,
    RESOURCES,
    SECTORS,
    SPECIES,
    TECHNOLOGIES,
    TECHNOLOGY_SPACES,
    TRACK,
    Species,
    influence_cost,
    production,
    research_cost,
)
from rules.eclipse.galaxy import owned
from rules.eclipse.state import Player, Public, View

ORBITAL = -1
"""The square number of an orbital."""


def species(player: Player) -> Species:
    return SPECIES[player.species]


def kind_index(resource: str) -> int:
    return RESOURCES.index(resource)


def me(v: View, seat: int) -> Player:
    player: Player = v.table.players[seat]
    return player


def home_of(v: View, seat: int) -> str:
    """Return the number of the seat's home sector."""
    return str(SPECIES[me(v, seat).species].home)


# -- production and upkeep ---------------------------------------------------------------------


def income(player: Player, resource: str) -> int:
    """Return what a track produces; cubes in the graveyard still count as away (ECL 5.2.1,
    25.2.9)."""
    return production(player.cubes[kind_index(resource)])


def upkeep(player: Player) -> int:
    """Return the money that discs off the track cost (ECL 5.4.2)."""
    return influence_cost(player.discs)


def balance(player: Player) -> int:
    """Return the money after the next upkeep if nothing changes (ECL 10.1.2)."""
    return player.storage[0] + income(player, "money") - upkeep(player)


def balance_after_discs(player: Player, discs: int = 1) -> int | None:
    """Return the money after upkeep with more discs off the track, as actions and sectors take them
    (ECL 6.1.2); None if there are not so many."""
    if player.discs < discs:
        return None
    return balance(player) + upkeep(player) - influence_cost(player.discs - discs)


def trade_room(player: Player, give: str) -> int:
    """Return how many lots of one resource could be traded away (ECL 5.6.1)."""
    return player.storage[kind_index(give)] // species(player).trade


def disc_pays(v: View, seat: int, discs: int = 1) -> bool:
    """Return whether discs are there and money stays out of the red after the next upkeep (ECL 27.8
    D9)."""
    after = balance_after_discs(me(v, seat), discs)
    return after is not None and after >= 0


# -- population --------------------------------------------------------------------------------


def track_room(table: Public, player: Player) -> list[int]:
    """Return the free squares on each population track (ECL 25.2.4)."""
    full = TRACK + 1 if table.house.twelfth_cube else TRACK
    return [full - n for n in player.cubes]


def tracks_for(square: str) -> tuple[str, ...]:
    """Return the tracks a square's cube may come from (ECL 5.3)."""
    if square == "gray":
        return RESOURCES
    if square == "orbital":
        return ("money", "science")
    return (square.rstrip("*"),)


def square_kind(number: str, square: int) -> str:
    return "orbital" if square == ORBITAL else SECTORS[number].squares[square]


def open_squares(table: Public, seat: int) -> list[tuple[str, int]]:
    """Return the empty squares the seat may fill by its discs and technologies (ECL 5.3.3,
    5.5.2)."""
    known = table.players[seat].technologies
    found: list[tuple[str, int]] = []
    for number in owned(table, seat):
        sector = table.hexes[number]
        for i, text in enumerate(SECTORS[number].squares):
            if i not in sector.filled and (text[-1] != "*" or ADVANCED_NEEDS[text[:-1]] in known):
                found.append((number, i))
        if sector.orbital == "empty":
            found.append((number, ORBITAL))
    return found


def colony_uses(table: Public, seat: int) -> int:
    """Return how often colony ships can be used now: those face up, and those that Influence may
    still turn up, the ones just used among them (ECL 7.2.6, 7.2.8)."""
    player = table.players[seat]
    return player.colony + min(table.flips, player.colony + player.colony_used)


def colonizable(table: Public, seat: int) -> list[tuple[str, int]]:
    """Return the squares the seat can fill right now: a colony ship and a cube are there."""
    player = table.players[seat]
    if not colony_uses(table, seat):
        return []
    return [
        (number, square)
        for number, square in open_squares(table, seat)
        if any(player.cubes[kind_index(r)] for r in tracks_for(square_kind(number, square)))
    ]


def default_colonies(table: Public, seat: int, within: str = "") -> list[tuple[str, int, str]]:
    """Return the squares filled by default: coloured ones, advanced ones, orbitals, then gray,
    lowest number first (ECL 27.8 D10). `within`: of this sector only."""
    player = table.players[seat]
    cubes = list(player.cubes)
    left = colony_uses(table, seat)

    def rank(item: tuple[str, int]) -> tuple[int, int, int]:
        kind = square_kind(*item)
        order = 3 if kind == "gray" else 2 if kind == "orbital" else 1 if kind[-1] == "*" else 0
        return order, int(item[0]), item[1]

    chosen: list[tuple[str, int, str]] = []
    open_ = [item for item in colonizable(table, seat) if within in ("", item[0])]
    for number, square in sorted(open_, key=rank):
        kinds = tracks_for(square_kind(number, square))
        if square == ORBITAL:
            kinds = ("science", "money")
        elif len(kinds) > 1:
            kinds = tuple(sorted(kinds, key=lambda r: production(cubes[kind_index(r)])))
        for resource in kinds:
            if left and cubes[kind_index(resource)]:
                cubes[kind_index(resource)] -= 1
                left -= 1
                chosen.append((number, square, resource))
                break
    return chosen


def cubes_in(table: Public, number: str) -> int:
    sector = table.hexes[number]
    return len(sector.filled) + (sector.orbital == "cube")


# -- technologies ------------------------------------------------------------------------------


def owned_in(player: Player, category: str) -> int:
    return sum(TECHNOLOGIES[t].category == category for t in player.technologies)


def price(player: Player, technology: str) -> int:
    """Return the science a technology costs this player now (ECL 7.3.2)."""
    return research_cost(technology, owned_in(player, TECHNOLOGIES[technology].category))


def has_room_for(player: Player, technology: str) -> bool:
    """Return whether the player lacks the technology and has a space for it (ECL 7.3.4,
    25.3.15)."""
    return (
        technology not in player.technologies
        and owned_in(player, TECHNOLOGIES[technology].category) < TECHNOLOGY_SPACES
    )


def cheapest_technologies(table: Public, player: Player) -> list[str]:
    """Return what an Ancient technology tile may bring (ECL 16.1.3, 25.4.3)."""
    fitting = [t for t in sorted(table.supply) if table.supply[t] and has_room_for(player, t)]
    if not fitting:
        return []
    least = min(TECHNOLOGIES[t].cost for t in fitting)
    return [t for t in fitting if TECHNOLOGIES[t].cost == least]


def artifacts(table: Public, seat: int) -> int:
    """Count the artifacts in the sectors of a seat (ECL 14.3.7)."""
    return sum(SECTORS[n].artifact for n in owned(table, seat))


# -- the reputation track ----------------------------------------------------------------------


def track_fits(player: Player, reputation: int, ambassadors: int) -> bool:
    """Return whether so many tiles find spaces, however arranged (ECL 8.2.2, 8.2.4)."""
    spaces = species(player).reputation_spaces
    either = spaces.count("either")
    return (
        max(0, reputation - spaces.count("reputation"))
        + max(0, ambassadors - spaces.count("ambassador"))
        <= either
    )


def room_for_reputation(player: Player) -> bool:
    return track_fits(player, player.reputation + 1, len(player.ambassadors))


def room_for_ambassador(player: Player) -> bool:
    return track_fits(player, player.reputation, len(player.ambassadors) + 1)
