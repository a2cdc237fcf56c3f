"""Eclipse: positions for rule cases, with all that follows from what they name filled in."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.eclipse.facts import (
    CENTER,
    DISCOVERIES,
    PARTS,
    RESERVE,
    RESOURCES,
    SECTORS,
    SPECIES,
    STACKS,
    TECHNOLOGIES,
    TRACK,
    TRACKS,
)
from rules.eclipse.galaxy import owned
from rules.eclipse.player.civilization import cubes_in
from rules.eclipse.setup import by_players, lay_home
from rules.eclipse.state import EclipseState, Player, Public, Sector
from rules.kernel.codec import typed
from rules.kernel.ruleset import merged, plain_all

_GAINS = {"quantum_grid": 2, "advanced_robotics": 1}


def laid_out(state: EclipseState, patch: Mapping[str, Any]) -> EclipseState:
    """Return the position of a rule case: `boards` (species by seat) lays out round 1 without
    chance; the rest is laid over it."""
    boards = patch.get("boards")
    rest = {key: value for key, value in patch.items() if key != "boards"}
    if boards:
        for seat, side in enumerate(boards):
            lay_home(state.table, seat, side)
        center = Sector(0, 0, gcds=True)
        state.table.hexes[CENTER] = center
        state.table.phase = "action"
    whole: EclipseState = typed(merged(plain_all(state), rest), EclipseState)
    if whole.table.phase != "prepare":
        _fill_map(whole)
        _fill_box(whole)
        for seat in range(len(boards or ())):
            _fill_player(whole, seat)
    return whole


def _fill_map(state: EclipseState) -> None:
    for sector in state.table.hexes.values():
        for side in sorted(sector.ships):
            sector.ships[side] = {ship: n for ship, n in sector.ships[side].items() if n}
            if not sector.ships[side]:
                del sector.ships[side]
        there = [int(s) for s in sorted(sector.ships)]
        named = [s for s in sector.entered if s in there]
        named += [s for s in there if s not in named]
        sector.entered = tuple(named) if len(named) > 1 else ()


def _fill_player(state: EclipseState, seat: int) -> None:
    """Fill tracks with the discs and cubes that are not on the map; gray squares take the fullest
    track."""
    table = state.table
    player = table.players[seat]
    side = SPECIES[player.species]
    mine = owned(table, seat)
    gained = sum(n for tech, n in _GAINS.items() if tech in player.technologies)
    player.reserve = RESERVE - gained
    player.discs = side.discs + gained - len(mine) - sum(player.spent.values())
    player.colony = side.colony_ships - player.colony_used
    player.reputation = len(state.hand[seat].reputation)
    player.kept = len(state.hand[seat].kept)
    _fill_tracks(state, seat, player, mine)


def _fill_tracks(state: EclipseState, seat: int, player: Player, mine: list[str]) -> None:
    player.cubes = [TRACK - player.graveyard.count(r) for r in RESOURCES]
    free = len(player.ambassadors) + sum(cubes_in(state.table, n) for n in mine)
    for number in mine:
        for i in state.table.hexes[number].filled:
            kind = SECTORS[number].square(i).kind
            if kind != "gray":
                player.cubes[RESOURCES.index(kind)] -= 1
                free -= 1
    for _ in range(free):
        fullest = max(range(3), key=lambda i: (player.cubes[i], -i))
        player.cubes[fullest] -= 1


def _fill_box(state: EclipseState) -> None:
    """Fill stacks in ascending order behind what the case put on top, and bags with the rest."""
    table, box = state.table, state.box
    for stack, numbers in STACKS.items():
        top = box.stacks.get(stack, [])
        gone = {*top, *table.discards.get(stack, ()), *map(int, table.hexes), *box.left_out}
        rest = [n for n in numbers if n not in gone]
        if stack == "III":
            keep = max(0, by_players(table).outer - len(top))
            box.left_out += rest[keep:]
            rest = rest[:keep]
        if stack not in table.stacks:
            box.stacks[stack] = top + rest
        else:
            box.stacks[stack] = top
            box.left_out += [n for n in rest if stack == "III"]
        table.stacks[stack] = len(box.stacks.get(stack, ()))
    _fill_discoveries(state)
    _fill_technologies(state)
    tiles = TRACKS.reputation[table.house.reputation]
    bag = Counter({int(v): n for v, n in tiles.items()})
    for hand in state.hand:
        bag -= Counter(hand.reputation) + Counter(hand.drawn)
    box.reputation = sorted(bag.elements())


def _fill_discoveries(state: EclipseState) -> None:
    table, box = state.table, state.box
    rest = Counter({d.id: d.tiles for d in DISCOVERIES.values()})
    rest -= Counter(box.discoveries) + Counter(box.buried.values())
    rest -= Counter(table.used_discoveries)
    for player in table.players:
        own = [*player.beside, *(p for tiles in player.placed.values() for p in tiles.values())]
        for part in own:
            if part in DISCOVERIES and part not in table.used_discoveries:
                table.used_discoveries.append(part)
                rest[part] -= 1
    for part in table.used_discoveries:
        if part in PARTS and not _on_a_board(table, part) and part not in table.relics:
            table.relics.append(part)
    for hand in state.hand:
        rest -= Counter(hand.kept)
    box.discoveries += sorted((+rest).elements())
    for number in sorted(table.hexes, key=int):
        if number == CENTER and table.hexes[number].gcds:
            table.hexes[number].discovery = True
        if table.hexes[number].discovery and number not in box.buried:
            box.buried[number] = box.discoveries.pop()
    table.discoveries = len(box.discoveries)


def _on_a_board(table: Public, part: str) -> bool:
    return any(
        part in player.beside or part in tiles.values()
        for player in table.players
        for tiles in (*player.placed.values(), {})
    )


def _fill_technologies(state: EclipseState) -> None:
    table = state.table
    for tech in TECHNOLOGIES.values():
        owned_ = sum(
            tech.id in p.technologies and tech.id not in SPECIES[p.species].technologies
            for p in table.players
        )
        left = tech.tiles - table.supply.get(tech.id, 0) - owned_
        if left:
            state.box.technologies[tech.id] = left
