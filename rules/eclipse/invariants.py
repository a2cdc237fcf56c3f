"""Eclipse: what must hold after every step (ECL 19.5)."""

from collections import Counter
from collections.abc import Iterator

from rules.eclipse.facts import (
    ADVANCED_NEEDS,
    AMBASSADORS,
    BLUEPRINTS,
    CENTER,
    CUBES,
    DIPLOMACY_FROM,
    DISCOVERIES,
    DISCS,
    DRACO,
    PARTS,
    RESOURCES,
    SECTORS,
    SPECIES,
    STACKS,
    STOCK,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.galaxy import (
    battle_due,
    grid,
    has_generator,
    neighbours,
    owned,
    present,
    ring,
    wormholes_between,
)
from rules.eclipse.player.blueprints import blueprint_fault
from rules.eclipse.player.civilization import cubes_in, owned_in, track_fits, track_room
from rules.eclipse.state import NOBODY, EclipseState, Player

_RINGS = {"center": (0,), "inner": (1,), "middle": (2,), "home": (2,), "outer": range(3, 99)}


def broken_promises(state: EclipseState) -> list[str]:
    """Each broken promise in words; empty when all is well."""
    if state.table.phase == "prepare":
        return []
    unknown = list(_unknown(state))
    if unknown:
        return unknown
    found = [*_sectors(state), *_technologies(state), *_discoveries(state), *_reputation(state)]
    for seat, player in enumerate(state.table.players):
        if player.species:
            check = _gone if player.status == "left" else _player
            found += [f"seat {seat}: {words}" for words in check(state, seat, player)]
    return [*found, *_relations(state), *_ships(state), *_between_turns(state)]


def _unknown(state: EclipseState) -> Iterator[str]:
    """Names and numbers the game does not have, as a correction by hand may bring them; nothing
    else can be asked about such a state."""
    for number, sector in state.table.hexes.items():
        if number not in SECTORS or sector.turn not in range(6):
            yield f"sector {number} turned by {sector.turn}"
        elif not set(sector.filled) <= set(range(len(SECTORS[number].squares))):
            yield f"sector {number} has cubes on {sector.filled}"
    for seat, player in enumerate(state.table.players):
        if player.species not in SPECIES:
            if player.species or player.technologies or player.placed:
                yield f"seat {seat}: species {player.species}"
            continue
        strange = set(player.technologies) - set(TECHNOLOGIES)
        strange |= set(player.graveyard) - set(RESOURCES)
        for ship, tiles in player.placed.items():
            squares = BLUEPRINTS[SPECIES[player.species].blueprints].get(ship)
            there = range(len(squares.printed)) if squares else ()
            strange |= {slot for slot in tiles if slot not in map(str, there)}
            strange |= set(tiles.values()) - set(PARTS)
        if strange:
            yield f"seat {seat}: there is no {sorted(strange)}"
        if any(other not in range(len(state.table.players)) for other in player.ambassadors):
            yield f"seat {seat} has ambassadors {player.ambassadors}"


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
    reserve = player.reserve
    discs = player.discs + len(mine) + sum(player.spent.values()) + reserve
    if discs != DISCS - (13 - SPECIES[player.species].discs) or min(player.discs, reserve) < 0:
        yield f"has {discs} discs, {player.discs} on the track"
    for ship, total in STOCK.items():
        flying = sum(s.ships.get(str(seat), {}).get(ship, 0) for s in table.hexes.values())
        if flying > total:
            yield f"has {flying} {ship}s on the map"
    if player.colony + player.colony_used != SPECIES[player.species].colony_ships:
        yield f"has {player.colony} + {player.colony_used} colony ships"
    for number in mine:
        yield from _settled(state, number, player)
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


def _settled(state: EclipseState, number: str, player: Player) -> Iterator[str]:
    """Advanced squares need their technology, guarded sectors take no disc (ECL 5.3.3, 7.1.13)."""
    sector, face = state.table.hexes[number], SECTORS[number]
    for square in (face.square(i) for i in sector.filled):
        if square.advanced and ADVANCED_NEEDS[square.kind] not in player.technologies:
            yield f"has a cube on an advanced square of {number}"
    if sector.gcds or (sector.ancients and player.species != DRACO):
        yield f"has a disc in {number} beside its guards"


def _gone(state: EclipseState, seat: int, player: Player) -> Iterator[str]:
    """Check that who left has nothing on the map and no relations (ECL 25.8.5)."""
    if any(present(sector, seat) for sector in state.table.hexes.values()) or player.ambassadors:
        yield "has left and is still there"


def _between_turns(state: EclipseState) -> Iterator[str]:
    """Report sectors, colony ships and tiles that wait for an answer though nobody is asked."""
    table = state.table
    if table.phase != "action" and (table.drawn or table.flips):
        yield f"sectors {table.drawn} and {table.flips} colony ships wait for nobody"
    if table.phase in ("cleanup", "over") and any(hand.found for hand in state.hand):
        yield "a discovery tile waits for nobody"


def _blueprints(player: Player) -> Iterator[str]:
    boards = BLUEPRINTS[SPECIES[player.species].blueprints]
    for ship in boards:
        placed = player.placed.get(ship, {})
        if blueprint_fault(player, ship, placed):
            yield f"has an illegal {ship}: {placed}"
        for part in placed.values():
            needs = PARTS[part].technology
            if needs and needs not in player.technologies:
                yield f"has {part} without its technology"


def _relations(state: EclipseState) -> Iterator[str]:
    players = state.table.players
    for seat, player in enumerate(players):
        most = AMBASSADORS if len(players) >= DIPLOMACY_FROM else 0
        if len(player.ambassadors) > most:
            yield f"seat {seat} has {len(player.ambassadors)} relations"
        if len(set(player.ambassadors) | {seat}) <= len(player.ambassadors):
            yield f"seat {seat} has ambassadors {player.ambassadors}"
        for other in player.ambassadors:
            if seat not in players[other].ambassadors:
                yield f"relations of {seat} and {other} are one-sided"


def _sectors(state: EclipseState) -> Iterator[str]:
    """Every sector tile in one place, every place taken once, every sector joined to another by a
    full wormhole, or half of one where somebody has the Generator."""
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
    least = 1 if any(has_generator(table, seat) for seat in range(len(table.players))) else 2
    for number, sector in table.hexes.items():
        place = (sector.q, sector.r)
        if ring(place) not in _RINGS[SECTORS[number].ring]:
            yield f"sector {number} lies at {place}"
        yield from _sector(state, number)
        if SECTORS[number].ring in ("inner", "middle", "outer") and not any(
            wormholes_between(table, number, edge, other) >= least
            for edge, other in neighbours(place, on)
        ):
            yield f"sector {number} hangs in the void"


def _sector(state: EclipseState, number: str) -> Iterator[str]:
    sector = state.table.hexes[number]
    if len(set(sector.filled)) < len(sector.filled):
        yield f"sector {number} has cubes on {sector.filled}"
    if sector.owner == NOBODY and (sector.filled or sector.orbital == "cube"):
        yield f"sector {number} has cubes and no disc"
    if sector.ancients not in range(SECTORS[number].ancients + 1):
        yield f"sector {number} has {sector.ancients} Ancients"
    if sector.gcds and number != CENTER:
        yield f"the GCDS stands in {number}"
    several = len(sector.ships) > 1
    if sorted(sector.entered) != (sorted(int(s) for s in sector.ships) if several else []):
        yield f"sector {number}: ships of {sorted(sector.ships)}, entered {sector.entered}"
    if sector.discovery != (number in state.box.buried):
        yield f"sector {number} and its discovery tile disagree"


def _ships(state: EclipseState) -> Iterator[str]:
    """Find impossible fleets, and damage outside combat (ECL 19.5.7)."""
    table = state.table
    for number, sector in table.hexes.items():
        if any(n < 1 for ships in sector.ships.values() for n in ships.values()):
            yield f"sector {number} holds empty fleets"
        if table.phase in ("upkeep", "cleanup", "final", "over") and battle_due(table, number):
            yield f"a battle in {number} was not fought"
        if table.phase != "combat" and sector.damage:
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
        gone = table.relics.count(part.id)
        if mounted + held + gone != table.used_discoveries.count(part.id):
            yield f"{part.id} is there {mounted + held} times, and gone {gone} times"


def _reputation(state: EclipseState) -> Iterator[str]:
    there = Counter(state.box.reputation)
    for hand in state.hand:
        there += Counter(hand.reputation) + Counter(hand.drawn)
    tiles = TRACKS.reputation[state.table.house.reputation]
    if there != Counter({int(v): n for v, n in tiles.items()}):
        yield f"reputation tiles are {dict(there)}"
