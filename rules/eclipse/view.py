"""Eclipse: a seat's knowledge in words: facts for conditions, sheets for mails and pages."""

from collections.abc import Iterator

from rules.eclipse import words
from rules.eclipse.catalogue import (
    CATEGORIES,
    DISCOVERIES,
    PARTS,
    RESOURCES,
    ROUNDS,
    SECTORS,
    SHIPS,
    TECHNOLOGIES,
    research_cost,
)
from rules.eclipse.civilization import (
    balance,
    income,
    owned_in,
    species,
    squares_of,
    stats,
    upkeep,
)
from rules.eclipse.combat import targets
from rules.eclipse.decisions.combat import enemy_of
from rules.eclipse.galaxy import (
    Grid,
    contested,
    edges_of,
    enemies,
    grid,
    in_stock,
    neighbours,
    owned,
    wormholes_between,
)
from rules.eclipse.phases.scoring import all_points, public_points, total
from rules.eclipse.state import NOBODY, Public
from rules.kernel.views import Section, View
from rules.lexicon import key

PHASES = {
    "prepare": "set-up", "species": "choice of species", "action": "action phase",
    "combat": "combat phase", "upkeep": "upkeep phase", "cleanup": "cleanup",
    "final": "scoring", "over": "the end",
}  # fmt: skip


def headline(view: View) -> str:
    table: Public = view.table
    return f"round {table.round} of {ROUNDS}, {PHASES[table.phase]}"


# -- facts -------------------------------------------------------------------------------------


def facts(view: View) -> dict[str, bool | int | str]:
    """What conditions of orders may refer to (ECL 27.3.3)."""
    table: Public = view.table
    found: dict[str, bool | int | str] = {
        "round": table.round,
        "passed_players": sum(p.passed for p in table.players),
        "nobody_passed": table.next_start == NOBODY,
        "traitor": view.names[table.traitor] if table.traitor != NOBODY else "nobody",
    }
    for tech in TECHNOLOGIES:
        found[f"{tech}_on_display"] = bool(table.supply.get(tech))
    for seat, player in enumerate(table.players):
        found[f"{_fact(view.names[seat])}_passed"] = player.passed
    found |= dict(_drawn_facts(table))
    if view.seat is not None and table.players[view.seat].species:
        found |= dict(_own_facts(view, view.seat))
    return found


def _fact(name: str) -> str:
    return key(name).replace(" ", "_")


def _own_facts(view: View, seat: int) -> Iterator[tuple[str, bool | int | str]]:
    table: Public = view.table
    player = table.players[seat]
    for i, resource in enumerate(RESOURCES):
        yield resource, player.storage[i]
        yield f"{resource}_income", income(player, resource)
    yield "upkeep", upkeep(player)
    yield "balance", balance(player)
    yield "discs", player.discs
    yield "colony_ships", player.colony
    yield "passed", player.passed
    yield "sectors", len(owned(table, seat))
    for ship in SHIPS:
        yield f"{ship}s", sum(s.ships.get(str(seat), {}).get(ship, 0) for s in table.hexes.values())
    for tech in TECHNOLOGIES:
        yield f"has_{tech}", tech in player.technologies
    yield (
        "threatened",
        any(enemies(table, seat, n) for n in table.hexes if table.hexes[n].owner == seat),
    )
    yield "found", DISCOVERIES[view.mine.found].name if view.mine.found else "nothing"
    yield "found_kind", DISCOVERIES[view.mine.found].kind if view.mine.found else "nothing"
    yield from _battle_facts(table, seat)


def _battle_facts(table: Public, seat: int) -> Iterator[tuple[str, bool | int | str]]:
    fray = table.battle
    fighting = fray is not None and str(seat) in (fray.defender, fray.attacker)
    yield "fighting", fighting
    if not fighting or fray is None:
        yield from (("battle_round", 0), ("my_ships", 0), ("enemy_ships", 0), ("losing", False))
        yield from (("battle_sector", 0), ("attacking", False))
        return
    sector = table.hexes[fray.sector]
    mine, theirs = targets(sector, str(seat)), targets(sector, enemy_of(table, seat))
    yield "battle_round", fray.round
    yield "battle_sector", int(fray.sector)
    yield "attacking", fray.attacker == str(seat)
    yield "my_ships", len(mine)
    yield "enemy_ships", len(theirs)
    yield "losing", len(mine) < len(theirs)


def _drawn_facts(table: Public) -> Iterator[tuple[str, bool | int | str]]:
    """The sector just drawn, for exploration policies (ECL 27.4.1)."""
    face = SECTORS[str(table.drawn[0])] if table.drawn else None
    yield "tile", face.number if face else 0
    yield "tile_points", face.points if face else 0
    yield "tile_squares", len(face.squares) if face else 0
    yield "tile_ancients", face.ancients if face else 0
    yield "tile_discovery", face.discovery if face else False
    yield "tile_artifact", face.artifact if face else False
    yield "tile_wormholes", face.wormholes.count("1") if face else 0
    for resource in (*RESOURCES, "gray"):
        count = sum(s.rstrip("*") == resource for s in face.squares) if face else 0
        yield f"tile_{resource}", count


# -- the sheet ---------------------------------------------------------------------------------


def sheet(view: View) -> list[Section]:
    """The position in words: enough to play by mail alone."""
    table: Public = view.table
    sections = []
    seat = view.seat
    seats = [s for s, p in enumerate(table.players) if p.species]
    if seat is not None:
        sections.append(Section("Only you see this", tuple(_private(view)), private=True))
        if seat in seats:
            sections.append(Section("You", tuple(board_lines(view, seat))))
    for other in seats:
        if other != seat:
            sections.append(Section(view.name(other), tuple(board_lines(view, other))))
    if table.hexes:
        sections.append(Section("The galaxy", tuple(map_lines(view))))
    if table.supply:
        sections.append(Section("Technologies on display", tuple(supply_lines(view))))
    sections.append(Section("The table", tuple(_table_lines(view))))
    return sections


def _private(view: View) -> Iterator[str]:
    hand = view.mine
    assert view.seat is not None
    yield f"Reputation tiles: {', '.join(map(str, hand.reputation)) or 'none'}"
    if hand.drawn:
        yield f"Just drawn: {', '.join(map(str, hand.drawn))}"
    if hand.found:
        yield f"Just found: {DISCOVERIES[hand.found].name}"
    if hand.kept:
        kept = ", ".join(DISCOVERIES[tile].name for tile in hand.kept)
        yield f"Discovery tiles kept for points: {kept}"
    if view.table.players[view.seat].species:
        found = all_points(view.table, view.seat, hand.reputation)
        parts = ", ".join(f"{name} {n}" for name, n in found.items() if n)
        yield f"Points as things stand: {total(found)} ({parts or 'none yet'})"


def board_lines(view: View, seat: int) -> Iterator[str]:
    """A player board in words."""
    table: Public = view.table
    player = table.players[seat]
    side = species(player)
    state = {"active": "", "eliminated": ", eliminated", "left": ", out of the game"}
    marks = [f"{side.name}{state[player.status]}"]
    marks += ["has passed"] if player.passed and player.status != "left" else []
    marks += ["traitor"] if table.traitor == seat else []
    yield "; ".join(marks)
    stored = ", ".join(
        f"{player.storage[i]} {r} (+{income(player, r)})" for i, r in enumerate(RESOURCES)
    )
    yield f"{stored}; influence costs {upkeep(player)}, money after upkeep {balance(player)}"
    yield (
        f"Discs on track {player.discs}, on actions {sum(player.spent.values())}; "
        f"colony ships {player.colony} up, {player.colony_used} used; trade {side.trade}:1; "
        f"cubes on tracks {'/'.join(map(str, player.cubes))}"
    )
    techs = ", ".join(TECHNOLOGIES[x].name for x in player.technologies) or "none"
    counts = ", ".join(f"{c} {owned_in(player, c)}" for c in CATEGORIES)
    yield f"Technologies ({counts}): {techs}"
    for ship in SHIPS:
        yield f"{ship.title()}: {ship_line(view, seat, ship)}"
    if player.beside:
        yield f"Beside the board: {', '.join(PARTS[p].name for p in player.beside)}"
    friends = ", ".join(view.name(p) for p in player.ambassadors) or "none"
    tiles = f"{player.reputation} reputation tile(s), {player.kept} kept discoveries"
    yield f"Relations: {friends}; {tiles}"
    seen = total(public_points(table, seat))
    yield f"Points everybody can see: {seen}"


def ship_line(view: View, seat: int, ship: str) -> str:
    player = view.table.players[seat]
    s = stats(player, ship)
    parts = [
        f"{i}. {PARTS[p].name if p else 'open'}"
        for i, p in enumerate(squares_of(player, ship), start=1)
    ]
    cannons = ", ".join(f"{n}×{d}" for d, n in s.cannons) or "none"
    missiles = f", missiles {', '.join(f'{n}×{d}' for d, n in s.missiles)}" if s.missiles else ""
    return (
        f"initiative {s.initiative}, cannons {cannons}{missiles}, computer +{s.computer}, "
        f"shield -{s.shield}, hull {s.hull}, moves {s.movement}, energy {s.energy:+}; "
        f"{in_stock(view.table, seat, ship)} in stock [{'; '.join(parts)}]"
    )


def map_lines(view: View) -> Iterator[str]:
    """Each sector: owner, ways, squares, ships."""
    on = grid(view.table)
    for number in sorted(view.table.hexes, key=int):
        yield sector_line(view, number, on)


def sector_line(view: View, number: str, on: Grid) -> str:
    """One sector in words: what the picture shows of it."""
    table: Public = view.table
    sector = table.hexes[number]
    face = SECTORS[number]
    owner = view.name(sector.owner) if sector.owner != NOBODY else "nobody"
    ways = []
    holes = edges_of(number, sector.turn)
    around = dict(neighbours((sector.q, sector.r), on))
    blank = [words.DIRECTIONS[e] for e in range(6) if holes[e] and e not in around]
    for edge, other in around.items():
        joins = wormholes_between(table, number, edge, other)
        if joins:
            half = "" if joins == 2 else " (half)"
            ways.append(f"{words.DIRECTIONS[edge]} {words.label(other)}{half}")
    squares = ", ".join(
        f"{words.SQUARE_NAMES.name(words.square_id(s))}{' ■' if i in sector.filled else ''}"
        for i, s in enumerate(face.squares)
    )
    things = [f"unexplored {', '.join(blank)}"] if blank else []
    things += _things(view, number)
    return (
        f"{words.called(number)}, {face.points} VP, {owner}; ways: {', '.join(ways) or 'none'}"
        f"; squares: {squares or 'none'}{'; ' + '; '.join(things) if things else ''}"
    )


def _things(view: View, number: str) -> Iterator[str]:
    sector = view.table.hexes[number]
    for side in sector.ships:
        ships = ", ".join(f"{n} {ship}" for ship, n in sector.ships[side].items())
        yield f"{view.name(int(side))}: {ships}"
    if sector.ancients:
        yield f"{sector.ancients} Ancient(s)"
    if sector.gcds:
        yield "GCDS"
    if sector.damage:
        yield "damage: " + ", ".join(
            f"{ship} {'/'.join(map(str, hurt))}"
            for by_ship in sector.damage.values()
            for ship, hurt in by_ship.items()
        )
    if sector.orbital:
        yield "orbital ■" if sector.orbital == "cube" else "orbital"
    if sector.monolith:
        yield "monolith"
    if SECTORS[number].artifact:
        yield "artifact"
    if sector.discovery:
        yield "discovery tile"


def supply_lines(view: View) -> Iterator[str]:
    """What lies on display, with the price for the reader."""
    table: Public = view.table
    player = table.players[view.seat] if view.seat is not None else None
    for category in CATEGORIES:
        shown = []
        for tech in TECHNOLOGIES.values():
            n = table.supply.get(tech.id, 0)
            if tech.category != category or not n:
                continue
            have = player is not None and tech.id in player.technologies
            owned_here = owned_in(player, category) if player is not None else 0
            price = "yours" if have else str(research_cost(tech.id, owned_here))
            shown.append(f"{tech.name} ({price}){f' ×{n}' if n > 1 else ''}")
        yield f"{category.title()}: {', '.join(shown) or 'none'}"


def _table_lines(view: View) -> Iterator[str]:
    table: Public = view.table
    yield f"Round {table.round} of {ROUNDS}; {view.name(table.start)} began it"
    stacks = ", ".join(
        f"{s} {n}{f' (+{len(d)} discarded)' if (d := table.discards.get(s)) else ''}"
        for s, n in sorted(table.stacks.items())
    )
    yield f"Sector stacks: {stacks or 'not laid out yet'}; discovery tiles {table.discoveries}"
    due = contested(table)
    if due:
        yield f"Battles due: {', '.join(words.called(n) for n in due)}"
