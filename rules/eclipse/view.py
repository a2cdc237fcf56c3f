"""Eclipse: a seat's knowledge in words: facts for conditions, sheets for mails and pages."""

from collections.abc import Iterator

from rules.eclipse import nouns
from rules.eclipse.actions.explore import zone_name
from rules.eclipse.actions.move import single_moves
from rules.eclipse.combat.sides import enemy_of, targets
from rules.eclipse.facts import (
    CATEGORIES,
    DISCOVERIES,
    PARTS,
    RESOURCES,
    ROUNDS,
    SECTORS,
    SHIPS,
    STRUCTURES,
    TECHNOLOGIES,
    research_cost,
)
from rules.eclipse.galaxy import (
    Grid,
    contested,
    edges_of,
    enemies,
    grid,
    in_stock,
    neighbours,
    owned,
    stack_of,
    wormholes_between,
    zones,
)
from rules.eclipse.names import DIRECTION_LABELS
from rules.eclipse.odds.under_way import win_chance
from rules.eclipse.phases.scoring import all_points, public_points, total
from rules.eclipse.player.blueprints import squares_of, stats
from rules.eclipse.player.civilization import balance, income, owned_in, species, upkeep
from rules.eclipse.speech import N_, _
from rules.eclipse.state import NOBODY, Public, View
from rules.kernel.views import Section
from rules.lexicon import key

PHASES = {
    "prepare": N_("set-up"),
    "species": N_("choice of species"),
    "action": N_("action phase"),
    "combat": N_("combat phase"),
    "upkeep": N_("upkeep phase"),
    "cleanup": N_("cleanup"),
    "final": N_("scoring"),
    "over": N_("the end"),
}
_STATUS = {
    "active": "{species}",
    "eliminated": N_("{species}, eliminated"),
    "left": N_("{species}, out of the game"),
}
_NONE = N_("none")


def headline(view: View) -> str:
    table = view.table
    phase = _(PHASES[table.phase])
    return _("round {n} of {all}, {phase}", n=table.round, all=ROUNDS, phase=phase)


def brief(view: View) -> str:
    """Return storage, discs and colony ships, for a line that is always in sight."""
    if view.seat is None or not view.table.players[view.seat].species:
        return ""
    player = view.table.players[view.seat]
    money, science, materials = player.storage
    return _(
        "{money} money, {science} science, {materials} materials · {discs} discs",
        money=money,
        science=science,
        materials=materials,
        discs=player.discs,
    )


# -- facts -------------------------------------------------------------------------------------


def facts(view: View) -> dict[str, bool | int | str]:
    """Return what conditions of orders may refer to (ECL 27.3.3)."""
    table = view.table
    found: dict[str, bool | int | str] = {
        "round": table.round,
        "passed_players": sum(p.passed for p in table.players),
        "nobody_passed": table.next_start == NOBODY,
        "traitor": view.names[table.traitor] if table.traitor != NOBODY else "nobody",
    }
    for tech in TECHNOLOGIES:
        found[f"{tech}_on_display"] = bool(table.supply.get(tech))
    for seat, player in enumerate(table.players):
        if player.species:
            found[f"{_fact(view.names[seat])}_passed"] = player.passed
    found |= dict(_drawn_facts(table))
    if view.seat is not None and table.players[view.seat].species:
        found |= dict(_own_facts(view, view.seat))
    return found


def fact_meanings() -> dict[str, str]:
    """Return what each fact says, for HELP."""
    return {
        "round": _("the number of the game round"),
        "passed": _("you have passed this round"),
        "<player>_passed": _("this player has passed this round"),
        "passed_players": _("how many players have passed this round"),
        "nobody_passed": _("nobody has passed yet: who passes first begins the next round"),
        "traitor": _("who has the traitor card, or nobody"),
        "money": _("your money"),
        "science": _("your science"),
        "materials": _("your materials"),
        "<resource>_income": _("what you produce of this resource a round"),
        "upkeep": _("what your discs cost at the end of the round"),
        "balance": _("your money after upkeep, as things stand"),
        "discs": _("influence discs left on your track"),
        "colony_ships": _("colony ships you can still use"),
        "sectors": _("how many sectors you control"),
        "<ship>s": _("how many of these ships you have on the board"),
        "has_<technology>": _("you have this technology"),
        "<technology>_on_display": _("this technology can be bought"),
        "threatened": _("enemy ships stand in a sector of yours"),
        "found": _("the discovery tile you have just found, or nothing"),
        "found_kind": _("its kind: resource, ship, ship_part, technology or nothing"),
        "fighting": _("you are in the battle that is fought now"),
        "attacking": _("you are the attacker in it"),
        "battle_sector": _("the sector of your battle; 0 if you are in none"),
        "battle_round": _("the round of your battle; 0 if you are in none"),
        "my_ships": _("your ships in the battle"),
        "enemy_ships": _("the enemy's ships in the battle"),
        "win_chance": _(
            "how likely you win the battle from here on, in percent, as ODDS reckons it; a "
            "stalemate counts for the defender"
        ),
        "losing": _("you are in a battle and win_chance is below 50"),
        "tile": _("the number of the sector tile you have just drawn; 0 if none"),
        "tile_points": _("its victory points"),
        "tile_squares": _("its population squares"),
        "tile_<resource>": _("its squares of this resource, or of gray"),
        "tile_ancients": _("the Ancients on it"),
        "tile_discovery": _("it has a discovery tile"),
        "tile_artifact": _("it has an artifact"),
        "tile_wormholes": _("its wormholes"),
        "second_tile": _("Draco's second tile; second_tile_points and so on likewise"),
        "second_tile_<what>": _("the same of Draco's second tile"),
    }


def _fact(name: str) -> str:
    return key(name).replace(" ", "_")


def _own_facts(view: View, seat: int) -> Iterator[tuple[str, bool | int | str]]:
    table = view.table
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
        yield from (("battle_sector", 0), ("attacking", False), ("win_chance", 0))
        return
    sector = table.hexes[fray.sector]
    mine, theirs = targets(sector, str(seat)), targets(sector, enemy_of(table, seat))
    yield "battle_round", fray.round
    yield "battle_sector", int(fray.sector)
    yield "attacking", fray.attacker == str(seat)
    yield "my_ships", len(mine)
    yield "enemy_ships", len(theirs)
    chance = win_chance(table, seat)
    yield "win_chance", chance
    yield "losing", chance < 50


def _drawn_facts(table: Public) -> Iterator[tuple[str, bool | int | str]]:
    """Return facts of the sector just drawn, and Draco's second one, for exploration policies (ECL
    27.4.1)."""
    for i, tile in enumerate(("tile", "second_tile")):
        face = SECTORS[str(table.drawn[i])] if i < len(table.drawn) else None
        yield tile, face.number if face else 0
        yield f"{tile}_points", face.points if face else 0
        yield f"{tile}_squares", len(face.squares) if face else 0
        yield f"{tile}_ancients", face.ancients if face else 0
        yield f"{tile}_discovery", face.discovery if face else False
        yield f"{tile}_artifact", face.artifact if face else False
        yield f"{tile}_wormholes", face.wormholes.count("1") if face else 0
        for resource in (*RESOURCES, "gray"):
            count = sum(s.rstrip("*") == resource for s in face.squares) if face else 0
            yield f"{tile}_{resource}", count


# -- the sheet ---------------------------------------------------------------------------------


def sheet(view: View) -> list[Section]:
    """Return the position in words: enough to play by mail alone."""
    table = view.table
    sections = []
    seat = view.seat
    seats = [s for s, p in enumerate(table.players) if p.species]
    if seat is not None:
        sections.append(Section(_("Only you see this"), tuple(_private(view)), private=True))
        if seat in seats:
            mine = (*board_lines(view, seat), *_prospects(view, seat))
            sections.append(Section(_("You"), mine))
    for other in seats:
        if other != seat:
            sections.append(Section(view.name(other), tuple(board_lines(view, other))))
    if table.hexes:
        sections.append(Section(_("The galaxy"), tuple(map_lines(view))))
    if table.supply:
        sections.append(Section(_("Technologies on display"), tuple(supply_lines(view))))
    sections.append(Section(_("The table"), tuple(_table_lines(view))))
    return sections


def _private(view: View) -> Iterator[str]:
    hand = view.mine
    assert view.seat is not None
    tiles = nouns.listed(map(str, hand.reputation), _NONE)
    yield _("Reputation tiles: {tiles}", tiles=tiles)
    if hand.drawn:
        yield _("Just drawn: {tiles}", tiles=", ".join(map(str, hand.drawn)))
    if hand.found:
        yield _("Just found: {tile}", tile=nouns.discovery(hand.found))
    if hand.kept:
        kept = ", ".join(map(nouns.discovery, hand.kept))
        yield _("Discovery tiles kept for points: {tiles}", tiles=kept)
    player = view.table.players[view.seat]
    if player.species and player.score is None:
        found = all_points(view.table, view.seat, hand.reputation)
        sources = (f"{_(nouns.SOURCES[name])} {n}" for name, n in found.items() if n)
        parts = nouns.listed(sources, N_("none yet"))
        yield _("Points as things stand: {n} ({parts})", n=total(found), parts=parts)


def board_lines(view: View, seat: int) -> Iterator[str]:
    """Return a player board in words."""
    table = view.table
    player = table.players[seat]
    side = species(player)
    marks = [_(_STATUS[player.status], species=side.name)]
    marks += [_("has passed")] if player.passed and player.status != "left" else []
    marks += [_("traitor")] if table.traitor == seat else []
    yield "; ".join(marks)
    if player.status == "left":
        yield _points_line(table, seat)
        return
    stored = ", ".join(
        f"{nouns.amount(player.storage[i], r)} (+{income(player, r)})"
        for i, r in enumerate(RESOURCES)
    )
    yield _(
        "{stored}; influence costs {cost}, money after upkeep {left}",
        stored=stored,
        cost=upkeep(player),
        left=balance(player),
    )
    yield _(
        "Discs on track {discs}, on actions {spent}; colony ships {up} up, {used} used; "
        "trade {ratio}:1; cubes on tracks {cubes}",
        discs=player.discs,
        spent=sum(player.spent.values()),
        up=player.colony,
        used=player.colony_used,
        ratio=side.trade,
        cubes="/".join(map(str, player.cubes)),
    )
    techs = nouns.listed((TECHNOLOGIES[x].name for x in player.technologies), _NONE)
    counts = ", ".join(f"{nouns.noun(c)} {owned_in(player, c)}" for c in CATEGORIES)
    yield _("Technologies ({counts}): {names}", counts=counts, names=techs)
    for ship in SHIPS:
        yield f"{nouns.noun(ship).capitalize()}: {ship_line(view, seat, ship)}"
    if player.beside:
        parts = ", ".join(PARTS[p].name for p in player.beside)
        yield _("Beside the board: {parts}", parts=parts)
    yield _(
        "Relations: {friends}; {tiles} reputation tile(s), {kept} kept discoveries",
        friends=nouns.listed(map(view.name, player.ambassadors), _NONE),
        tiles=player.reputation,
        kept=player.kept,
    )
    yield _points_line(table, seat)


def _points_line(table: Public, seat: int) -> str:
    """Return the points; a score that stands is everybody's to see (ECL 24.1.4)."""
    score = table.players[seat].score
    if score is not None:
        return _("Final points: {n}", n=score)
    return _("Points everybody can see: {n}", n=total(public_points(table, seat)))


def _prospects(view: View, seat: int) -> Iterator[str]:
    """Return what the seat could do with its next action, where the map alone decides."""
    table = view.table
    player = table.players[seat]
    if table.phase != "action" or player.status != "active":
        return
    costs = species(player).costs
    built = (f"{nouns.noun(s)} {costs[s]}" for s in STRUCTURES if s in player.technologies)
    if structures := ", ".join(built):
        yield _("Structures, in materials: {costs}", costs=structures)
    open_ = (f"{zone_name(table, seat, z)} ({stack_of(z)})" for z in sorted(zones(table, seat)))
    yield _("Zones you may explore: {zones}", zones=nouns.listed(open_, _NONE))
    ways: dict[str, dict[str, None]] = {}
    for voyage in single_moves(table, seat):
        ways.setdefault(voyage.path[0], {})[voyage.path[-1]] = None
    told = (f"{nouns.label(n)} → {', '.join(map(nouns.label, ways[n]))}" for n in ways)
    yield _("Where your ships could move: {ways}", ways="; ".join(told) or _(_NONE))


def ship_line(view: View, seat: int, ship: str) -> str:
    """Return a ship square by square for the owner, who upgrades by their numbers; for others where
    something was put on: a mail is long enough."""
    player = view.table.players[seat]
    s = stats(player, ship)
    parts = [_("as printed")]
    if seat == view.seat or player.placed.get(ship):
        open_ = _("open")
        parts = [
            f"{i}. {PARTS[p].name if p else open_}"
            for i, p in enumerate(squares_of(player, ship), start=1)
        ]
    return _(
        "{fight}, moves {moves}, energy {energy}; costs {cost}, {n} in stock [{parts}]",
        fight=nouns.fight_line(s, "×"),
        moves=s.movement,
        energy=f"{s.energy:+}",
        cost=species(player).costs[ship],
        n=in_stock(view.table, seat, ship),
        parts="; ".join(parts),
    )


def map_lines(view: View) -> Iterator[str]:
    """Return a line for each sector: owner, ways, squares, ships."""
    on = grid(view.table)
    for number in sorted(view.table.hexes, key=int):
        yield sector_line(view, number, on)


def sector_line(view: View, number: str, on: Grid) -> str:
    """Return one sector in words: what the picture shows of it."""
    owner, ways, squares, empty = _land(view, number, on)
    land = _(
        "{where}, {points} VP, {owner}; ways: {ways}; squares: {squares}",
        where=nouns.called(number),
        points=SECTORS[number].points,
        owner=owner,
        ways=ways,
        squares=squares,
    )
    return "; ".join([land, *empty, *_things(view, number)])


def sector_facts(view: View, number: str) -> list[str]:
    """Return one sector in words, a line for each thing."""
    owner, ways, squares, empty = _land(view, number, grid(view.table))
    return [
        _("{where}, {points} VP", where=nouns.called(number), points=SECTORS[number].points),
        _("held by {who}", who=owner),
        _("ways: {ways}", ways=ways),
        _("squares: {squares}", squares=squares),
        *empty,
        *_things(view, number),
    ]


def _land(view: View, number: str, on: Grid) -> tuple[str, str, str, list[str]]:
    """Return a sector's owner, its ways, its squares, and where it is open to what is unexplored,
    in words."""
    table = view.table
    sector = table.hexes[number]
    owner = view.name(sector.owner) if sector.owner != NOBODY else _("nobody")
    ways = []
    holes = edges_of(number, sector.turn)
    around = dict(neighbours((sector.q, sector.r), on))
    blank = [DIRECTION_LABELS[e] for e in range(6) if holes[e] and e not in around]
    for edge, other in around.items():
        joins = wormholes_between(table, number, edge, other)
        if joins:
            way = f"{DIRECTION_LABELS[edge]} {nouns.label(other)}"
            ways.append(way if joins == 2 else _("{way} (half)", way=way))
    squares = (
        f"{nouns.square(s)}{' ■' if i in sector.filled else ''}"
        for i, s in enumerate(SECTORS[number].squares)
    )
    empty = [_("unexplored {edges}", edges=", ".join(blank))] if blank else []
    return owner, nouns.listed(ways, _NONE), nouns.listed(squares, _NONE), empty


def _things(view: View, number: str) -> Iterator[str]:
    sector = view.table.hexes[number]
    for side in sector.ships:
        there = sector.ships[side].items()
        ships = ", ".join(_("{n} {ship}", n=n, ship=nouns.noun(ship)) for ship, n in there)
        yield f"{view.name(int(side))}: {ships}"
    if sector.ancients:
        yield _("{n} Ancient(s)", n=sector.ancients)
    if sector.gcds:
        yield _("GCDS")
    if sector.damage:
        hurt = ", ".join(
            f"{nouns.noun(ship)} {'/'.join(map(str, points))}"
            for by_ship in sector.damage.values()
            for ship, points in by_ship.items()
        )
        yield _("damage: {ships}", ships=hurt)
    if sector.orbital:
        yield nouns.noun("orbital") + (" ■" if sector.orbital == "cube" else "")
    if sector.monolith:
        yield nouns.noun("monolith")
    if SECTORS[number].artifact:
        yield _("artifact")
    if sector.discovery:
        yield _("discovery tile")


def supply_lines(view: View) -> Iterator[str]:
    """Return what lies on display, with the price for the reader."""
    table = view.table
    player = table.players[view.seat] if view.seat is not None else None
    for category in CATEGORIES:
        shown = []
        for tech in TECHNOLOGIES.values():
            n = table.supply.get(tech.id, 0)
            if tech.category != category or not n:
                continue
            have = player is not None and tech.id in player.technologies
            owned_here = owned_in(player, category) if player is not None else 0
            price = _("yours") if have else str(research_cost(tech.id, owned_here))
            shown.append(f"{tech.name} ({price}){f' ×{n}' if n > 1 else ''}")
        yield f"{nouns.noun(category).capitalize()}: {nouns.listed(shown, _NONE)}"


def _table_lines(view: View) -> Iterator[str]:
    table = view.table
    yield _(
        "Round {n} of {all}; {who} began it", n=table.round, all=ROUNDS, who=view.name(table.start)
    )
    yield _(
        "Sector stacks: {stacks}; discovery tiles {n}",
        stacks=nouns.listed(_stacks(table), N_("not laid out yet")),
        n=table.discoveries,
    )
    due = contested(table)
    if due:
        yield _("Battles due: {sectors}", sectors=", ".join(map(nouns.called, due)))


def _stacks(table: Public) -> Iterator[str]:
    for stack, n in sorted(table.stacks.items()):
        out = table.discards.get(stack)
        left = f"{stack} {n}"
        yield _("{stack} (+{n} discarded)", stack=left, n=len(out)) if out else left
