"""Eclipse: what must hold after every step (ECL 19.5)."""

from collections import Counter
from collections.abc import Iterator

from rules.eclipse.catalogue import (
    AMBASSADORS,
    BLUEPRINTS,
    CUBES,
    DISCOVERIES,
    DISCS,
    PARTS,
    SECTORS,
    SPECIES,
    STACKS,
    STOCK,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.civilization import blueprint_fault, cubes_in, owned_in, track_fits, track_room
from rules.eclipse.galaxy import battle_due, edges_of, grid, neighbours, owned
from rules.eclipse.state import NOBODY, EclipseState, Player


def broken_promises(state: EclipseState) -> list[str]:
    """Each broken promise in words; empty when all is well."""
    if state.table.phase == "prepare":
        return []
    found = [*_sectors(state), *_technologies(state), *_discoveries(state), *_reputation(state)]
    for seat, player in enumerate(state.table.players):
        if player.species and player.status != "left":
            found += [f"seat {seat}: {words}" for words in _player(state, seat, player)]
    return found + list(_relations(state)) + list(_ships(state))


def _player(state: EclipseState, seat: int, player: Player) -> Iterator[str]:
    table = state.table
    if min(player.storage) < 0:
        yield f"stores {player.storage}"
    mine = owned(table, seat)
    on_map = sum(cubes_in(table, n) for n in mine)
    away = len(player.graveyard) + len(player.ambassadors) + player.loose
    cubes = sum(player.cubes) + on_map + away
    if cubes != CUBES or min(player.cubes) < 0 or min(track_room(table, player)) < 0:
        yield f"has {cubes} cubes, tracks {player.cubes}"
    discs = player.discs + len(mine) + sum(player.spent.values()) + player.reserve
    if discs != DISCS - (13 - SPECIES[player.species].discs) or player.discs < 0:
        yield f"has {discs} discs, {player.discs} on the track"
    for ship, total in STOCK.items():
        flying = sum(s.ships.get(str(seat), {}).get(ship, 0) for s in table.hexes.values())
        if flying > total:
            yield f"has {flying} {ship}s on the map"
    if player.colony + player.colony_used != SPECIES[player.species].colony_ships:
        yield f"has {player.colony} + {player.colony_used} colony ships"
    yield from _blueprints(player)
    if len(set(player.technologies)) != len(player.technologies):
        yield f"has a technology twice: {player.technologies}"
    for category in ("military", "grid", "nano"):
        if owned_in(player, category) > 7:
            yield f"has too many {category} technologies"
    if not track_fits(player, player.reputation, len(player.ambassadors)):
        yield f"has no space for {player.reputation} tiles and {player.ambassadors}"
    if player.reputation != len(state.hand[seat].reputation):
        yield "counts its reputation tiles wrongly"
    if player.kept != len(state.hand[seat].kept):
        yield "counts its discovery tiles wrongly"


def _blueprints(player: Player) -> Iterator[str]:
    boards = BLUEPRINTS[SPECIES[player.species].blueprints]
    for ship, board in boards.items():
        placed = player.placed.get(ship, {})
        if blueprint_fault(player, ship, placed):
            yield f"has an illegal {ship}: {placed}"
        for slot, part in placed.items():
            needs = PARTS[part].technology
            if not 0 <= int(slot) < len(board.printed):
                yield f"has a part beside the {ship}"
            if needs and needs not in player.technologies:
                yield f"has {part} without its technology"


def _relations(state: EclipseState) -> Iterator[str]:
    players = state.table.players
    for seat, player in enumerate(players):
        if len(player.ambassadors) > AMBASSADORS:
            yield f"seat {seat} has {len(player.ambassadors)} relations"
        for other in player.ambassadors:
            if seat not in players[other].ambassadors:
                yield f"relations of {seat} and {other} are one-sided"


def _sectors(state: EclipseState) -> Iterator[str]:
    """Every sector tile in one place, every place taken once, every sector joined to another."""
    table, box = state.table, state.box
    for stack, numbers in STACKS.items():
        there = Counter(box.stacks.get(stack, ()))
        there += Counter(table.discards.get(stack, ()))
        there += Counter(n for n in table.drawn if n in numbers)
        there += Counter(int(n) for n in table.hexes if int(n) in numbers)
        if stack == "III":
            there += Counter(box.left_out)
        if there != Counter(numbers):
            yield f"stack {stack} is {dict(there)}"
        if table.stacks.get(stack, 0) != len(box.stacks.get(stack, ())):
            yield f"stack {stack} is counted wrongly"
    on = grid(table)
    if len(on) != len(table.hexes):
        yield "two sectors lie in one place"
    for number, sector in table.hexes.items():
        yield from _sector(state, number)
        face = SECTORS[number]
        if face.ring in ("inner", "middle", "outer"):
            holes = edges_of(number, sector.turn)
            if not any(
                holes[edge] or edges_of(other, table.hexes[other].turn)[(edge + 3) % 6]
                for edge, other in neighbours((sector.q, sector.r), on)
            ):
                yield f"sector {number} hangs in the void"


def _sector(state: EclipseState, number: str) -> Iterator[str]:
    sector = state.table.hexes[number]
    squares = range(len(SECTORS[number].squares))
    if len(set(sector.filled)) < len(sector.filled) or not set(sector.filled) <= set(squares):
        yield f"sector {number} has cubes on {sector.filled}"
    if sector.owner == NOBODY and (sector.filled or sector.orbital == "cube"):
        yield f"sector {number} has cubes and no disc"
    several = len(sector.ships) > 1
    if sorted(sector.entered) != (sorted(int(s) for s in sector.ships) if several else []):
        yield f"sector {number}: ships of {sorted(sector.ships)}, entered {sector.entered}"
    if sector.discovery != (number in state.box.buried):
        yield f"sector {number} and its discovery tile disagree"


def _ships(state: EclipseState) -> Iterator[str]:
    """ECL 19.5.7, and no damage outside combat."""
    table = state.table
    for number, sector in table.hexes.items():
        if any(n < 1 for ships in sector.ships.values() for n in ships.values()):
            yield f"sector {number} holds empty fleets"
        if table.phase in ("upkeep", "cleanup", "final", "over"):
            if battle_due(table, number):
                yield f"a battle in {number} was not fought"
            if sector.damage:
                yield f"sector {number} keeps damage {sector.damage}"


def _technologies(state: EclipseState) -> Iterator[str]:
    table = state.table
    for tech in TECHNOLOGIES.values():
        owned_ = sum(
            tech.id in p.technologies
            and not (p.species and tech.id in SPECIES[p.species].technologies)
            for p in table.players
        )
        there = state.box.technologies.get(tech.id, 0) + table.supply.get(tech.id, 0) + owned_
        if there != tech.tiles:
            yield f"{tech.id}: {there} tiles of {tech.tiles}"


def _discoveries(state: EclipseState) -> Iterator[str]:
    table, box = state.table, state.box
    there = Counter(box.discoveries) + Counter(box.buried.values())
    there += Counter(table.used_discoveries)
    for hand in state.hand:
        there += Counter(hand.kept) + Counter([hand.found] if hand.found else [])
    if there != Counter({d.id: d.tiles for d in DISCOVERIES.values()}):
        yield f"discovery tiles are {dict(there)}"
    if table.discoveries != len(box.discoveries):
        yield "the discovery stack is counted wrongly"
    for part in (p for p in PARTS.values() if p.ancient):
        mounted = sum(
            list(tiles.values()).count(part.id)
            for p in table.players
            for tiles in p.placed.values()
        )
        held = sum(p.beside.count(part.id) for p in table.players)
        if mounted + held > table.used_discoveries.count(part.id):
            yield f"{part.id} is there {mounted + held} times"


def _reputation(state: EclipseState) -> Iterator[str]:
    there = Counter(state.box.reputation)
    for hand in state.hand:
        there += Counter(hand.reputation) + Counter(hand.drawn)
    tiles = TRACKS.reputation[state.table.house.reputation]
    if there != Counter({int(v): n for v, n in tiles.items()}):
        yield f"reputation tiles are {dict(there)}"
