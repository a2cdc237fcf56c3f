"""Eclipse: pictures of the galaxy and of a player board (SVG), from a view alone.

Readable in grey: owners carry letters, resources letters, and wormholes are shapes.
"""

from collections.abc import Iterator
from typing import Final

from rules.eclipse import nouns
from rules.eclipse.actions.explore import zone_name
from rules.eclipse.blueprints import squares_of, stats
from rules.eclipse.civilization import balance, income, species, upkeep
from rules.eclipse.facts import (
    BLUEPRINTS,
    CATEGORIES,
    PARTS,
    RESOURCES,
    SECTORS,
    SHIPS,
    SPECIES,
    TECHNOLOGIES,
    TRACKS,
    Stats,
)
from rules.eclipse.galaxy import (
    Place,
    damage_of,
    edges_of,
    entry_order,
    grid,
    in_stock,
    owned,
    ring,
    stack_of,
    zones,
)
from rules.eclipse.speech import N_, _
from rules.eclipse.state import NOBODY, Public, View
from rules.eclipse.view import sector_line
from rules.hexes import Hex, corners, to_pixel
from rules.toolbox import drawing as d

SIZE: Final = 72.0
PAINT: Final = {
    "red": ("#c8372d", "#ffffff"), "blue": ("#2f62b5", "#ffffff"), "green": ("#2e8b46", "#ffffff"),
    "yellow": ("#e9c531", "#1b1b24"), "white": ("#ffffff", "#1b1b24"),
    "black": ("#33333d", "#ffffff"),
}  # fmt: skip
LAND: Final = {0: "#efe3c2", 1: "#e6e9ef", 2: "#eeeeea", 3: "#f4f1e8"}
LETTERS: Final = {"money": "$", "science": "S", "materials": "M", "gray": "?"}
SHIP_LETTERS: Final = {
    "interceptor": "I", "cruiser": "C", "dreadnought": "D", "starbase": "B",
    "ancient": "A", "gcds": "GCDS",
}  # fmt: skip
NARROWEST: Final = 420
ROOM: Final = 92
"""Width that population squares may take between the wormholes."""
WIDEST_CHIP: Final = 100
ROWS: Final = 2
"""Fleets there is room for below the disc."""
DISCOVERY: Final = "★"
SIGNS: Final = (
    N_("$ money"), N_("S science"), N_("M materials"), N_("? any"), N_("bar below: advanced"),
    N_("I interceptor"), N_("C cruiser"), N_("D dreadnought"), N_("B starbase"), N_("A Ancient"),
    N_("/damage"), N_("◆ artifact"), N_("★ discovery tile"), N_("▲ monolith"),
    N_("square in a ring: orbital"), N_("number in a shield: points"),
)  # fmt: skip


def short(table: Public, seat: int) -> str:
    """Two letters for an owner."""
    return SPECIES[table.players[seat].species].short[:2]


def paint(table: Public, seat: int) -> tuple[str, str]:
    """Fill and ink of a player's pieces."""
    return PAINT[SPECIES[table.players[seat].species].colour]


# -- the galaxy --------------------------------------------------------------------------------


def galaxy_picture(view: View) -> str:
    """All sectors with their edges and contents; zones the viewer may explore are dashed."""
    table = view.table
    body: list[str] = []
    places: list[Place] = [(s.q, s.r) for s in table.hexes.values()]
    if view.seat is not None and table.phase == "action" and table.players[view.seat].species:
        for place in sorted(zones(table, view.seat)):
            body.append(_zone(table, view.seat, place))
            places.append(place)
    on = grid(table)
    for number in sorted(table.hexes, key=int):
        drawn = [*_land(table, number), *_sector(table, number)]
        body.append(d.place(nouns.label(number), sector_line(view, number, on), drawn))
    legend = list(_legend(view))
    return _framed(places, body, legend)


def _framed(places: list[Place], body: list[str], legend: list[str]) -> str:
    spots = [to_pixel(Hex(*p), SIZE) for p in places] or [to_pixel(Hex(0, 0), SIZE)]
    left = min(s.x for s in spots) - SIZE * 1.15
    right = max(s.x for s in spots) + SIZE * 1.15
    top = min(s.y for s in spots) - SIZE * 1.05
    bottom = max(s.y for s in spots) + SIZE * 1.05
    width = max(right - left, NARROWEST)
    legend += _signs(width, 4.0 + 22 * len(legend))
    drawn = [f'<g transform="translate({left:.1f},{bottom:.1f})">{"".join(legend)}</g>']
    return d.svg(width, bottom - top + 22 * len(legend) + 12, [*body, *drawn], (left, top))


def _zone(table: Public, seat: int, place: Place) -> str:
    """A zone that may be explored, under the name that orders use for it."""
    points = [(p.x, p.y) for p in corners(Hex(*place), SIZE * 0.9)]
    middle = to_pixel(Hex(*place), SIZE)
    shift = to_pixel(Hex(*place), SIZE * 0.9)
    points = [(x + middle.x - shift.x, y + middle.y - shift.y) for x, y in points]
    stack = stack_of(place)
    name = zone_name(table, seat, place)
    drawn = [
        d.polygon(points, fill=d.PAPER, stroke=d.FADED, dash="5 5"),
        d.text(middle.x, middle.y, stack, 24, fill=d.FADED),
        d.text(middle.x, middle.y + 26, name, 17),
    ]
    left, out = table.stacks.get(stack, 0), len(table.discards.get(stack, ()))
    about = _(
        "Unexplored zone {zone}, stack {stack} ({left} sectors left, {out} discarded)",
        zone=name,
        stack=stack,
        left=left,
        out=out,
    )
    return d.place(name, about, drawn)


def _land(table: Public, number: str) -> Iterator[str]:
    sector = table.hexes[number]
    place = Hex(sector.q, sector.r)
    points = [(p.x, p.y) for p in corners(place, SIZE - 1)]
    middle = to_pixel(place, SIZE)
    shift = to_pixel(place, SIZE - 1)
    points = [(x + middle.x - shift.x, y + middle.y - shift.y) for x, y in points]
    fill = LAND[min(ring((sector.q, sector.r)), 3)]
    yield d.polygon(points, fill=fill, stroke="#6f6c63", width=1.5)
    if sector.owner != NOBODY:
        inner = [
            ((x - middle.x) * 0.93 + middle.x, (y - middle.y) * 0.93 + middle.y) for x, y in points
        ]
        yield d.polygon(inner, stroke=d.INK, width=7)
        yield d.polygon(inner, stroke=paint(table, sector.owner)[0], width=5)


def _sector(table: Public, number: str) -> Iterator[str]:
    sector = table.hexes[number]
    face = SECTORS[number]
    x, y = to_pixel(Hex(sector.q, sector.r), SIZE)
    yield from _wormholes(table, number)
    yield d.text(x, y - 35.5, nouns.label(number), 17, bold=True)
    yield d.text(x + 29, y - 36.5, f"{face.points}", 14)
    yield d.polygon(_shield(x + 29, y - 42), width=1)
    yield from _marks(table, number, x, y)
    yield from _squares(table, number, x, y - 28)
    if sector.owner != NOBODY:
        fill, ink = paint(table, sector.owner)
        yield d.circle(x, y + 7, 12, fill=fill, width=2)
        yield d.text(x, y + 11.5, short(table, sector.owner), 12, fill=ink, bold=True)
    yield from _chips(table, number, x, y + 21)


def _shield(x: float, y: float) -> list[tuple[float, float]]:
    return [(x - 8, y - 8), (x + 8, y - 8), (x + 8, y + 3), (x, y + 10), (x - 8, y + 3)]


def _wormholes(table: Public, number: str) -> Iterator[str]:
    """A half disc on every edge that has one; together with the neighbour's it is whole."""
    sector = table.hexes[number]
    place = Hex(sector.q, sector.r)
    points = corners(place, SIZE)
    middle = to_pixel(place, SIZE)
    for edge, open_ in enumerate(edges_of(number, sector.turn)):
        if not open_:
            continue
        a, b = points[edge], points[(edge + 1) % 6]
        mx, my = (a.x + b.x) / 2, (a.y + b.y) / 2
        ux, uy = (b.x - a.x) / SIZE * 10, (b.y - a.y) / SIZE * 10
        dx, dy = (middle.x - mx) / SIZE, (middle.y - my) / SIZE
        yield (
            f'<path d="M{mx - ux:.1f},{my - uy:.1f} A10,10 0 0 0 {mx + ux:.1f},{my + uy:.1f} Z" '
            f'fill="{d.INK}"/>'
        )
        yield d.circle(mx + dx * 4, my + dy * 4, 2.4, fill=d.PAPER, width=0)


def _marks(table: Public, number: str, x: float, y: float) -> Iterator[str]:
    """The artifact beside the number; discovery tile, monolith and orbital beside the disc."""
    sector = table.hexes[number]
    at = y - 41
    if SECTORS[number].artifact:
        yield d.polygon(
            [(x - 29, at - 8), (x - 22, at), (x - 29, at + 8), (x - 36, at)], fill=d.INK
        )
    if sector.discovery:
        yield d.rect(x - 52, y - 2, 16, 18, fill="#ffffff", round_=2)
        yield d.text(x - 44, y + 11.5, DISCOVERY, 13)
    if sector.monolith:
        yield d.polygon([(x - 30, y + 17), (x - 25, y - 3), (x - 20, y + 17)], fill=d.INK)
    if sector.orbital:
        fill = d.INK if sector.orbital == "cube" else "#ffffff"
        yield d.circle(x + 29, y + 7, 10, width=2)
        yield d.rect(x + 24.5, y + 2.5, 9, 9, fill=fill)


def _squares(table: Public, number: str, x: float, y: float) -> Iterator[str]:
    """A square for each; filled when it has a cube; a bar below when advanced."""
    face, sector = SECTORS[number], table.hexes[number]
    count = len(face.squares)
    size = min(18, ROOM / max(count, 1) - 2)
    start = x - (count * (size + 2) - 2) / 2
    for i, kind in enumerate(face.squares):
        filled = i in sector.filled
        at = start + i * (size + 2)
        yield d.rect(at, y, size, size, fill=d.INK if filled else "#ffffff", round_=1)
        ink = "#ffffff" if filled else d.INK
        letter = LETTERS[kind.rstrip("*")]
        yield d.text(at + size / 2, y + size * 0.8, letter, size * 0.8, fill=ink, bold=True)
        if kind.endswith("*"):
            yield d.rect(at, y + size + 1.2, size, 2.6, fill=d.INK, width=0)


def _chips(table: Public, number: str, x: float, y: float) -> Iterator[str]:
    """Ships by owner, with their damage after a slash."""
    sector = table.hexes[number]
    rows: list[tuple[str, str, str]] = []
    for seat in entry_order(sector):
        side = str(seat)
        fill, ink = paint(table, seat)
        force = _force(sector.ships[side], damage_of(sector, side))
        rows.append((f"{short(table, seat)} {force}", fill, ink))
    npcs = {"ancient": sector.ancients, "gcds": int(sector.gcds)}
    there = {ship: n for ship, n in npcs.items() if n}
    if there:
        rows.append((_force(there, damage_of(sector, "npc")), "#6b4e91", "#ffffff"))
    if sector.owner == NOBODY and len(rows) > ROWS:
        y -= 17 * (len(rows) - ROWS)
    for i, (label, fill, ink) in enumerate(rows):
        size = min(13.5, WIDEST_CHIP / len(label) / 0.63)
        width = 9 + 0.66 * size * len(label)
        yield d.rect(x - width / 2, y + i * 17, width, 16, fill=fill, width=1.2, round_=7)
        yield d.text(x, y + 12.6 + i * 17, label, size, fill=ink, bold=True)


def _force(ships: dict[str, int], damage: dict[str, list[int]]) -> str:
    parts = []
    for ship in (*SHIPS, "ancient", "gcds"):
        if ship in ships:
            hurt = "/" + "+".join(map(str, damage[ship])) if damage.get(ship) else ""
            count = "" if ship == "gcds" else str(ships[ship])
            parts.append(f"{count}{SHIP_LETTERS[ship]}{hurt}")
    return " ".join(parts)


def _legend(view: View) -> Iterator[str]:
    """One line a player."""
    table = view.table
    y = 4.0
    for seat, player in enumerate(table.players):
        if not player.species:
            continue
        fill, ink = paint(table, seat)
        side = SPECIES[player.species]
        sectors = len(owned(table, seat))
        told = [
            _.several("{species}: {n} sector", "{species}: {n} sectors", sectors, species=side.name)
        ]
        told += [_("passed")] if player.passed else []
        told += [_("traitor")] if table.traitor == seat else []
        yield (
            d.circle(22, y + 6, 9, fill=fill, width=1.5)
            + d.text(22, y + 10, side.short[:2], 9, fill=ink, bold=True)
            + d.text(38, y + 11, ", ".join(told), 13, anchor="start")
        )
        y += 22


def _signs(width: float, y: float) -> list[str]:
    """What letters and signs mean, in as many lines as the picture's width asks for."""
    lines = [""]
    for sign in map(_, SIGNS):
        longer = f"{lines[-1]} · {sign}" if lines[-1] else sign
        if len(longer) * 6.9 + 28 > width and lines[-1]:
            lines.append(sign)
        else:
            lines[-1] = longer
    return [d.text(14, y + 11 + 22 * i, line, 12, anchor="start") for i, line in enumerate(lines)]


# -- a player board ----------------------------------------------------------------------------


def player_board(view: View, seat: int) -> str:
    """Tracks, technologies and blueprints of one player, as everybody can see them."""
    table = view.table
    player = table.players[seat]
    fill, ink = paint(table, seat)
    body = [d.rect(0, 0, 760, 34, fill=fill, width=0)]
    body.append(d.text(12, 24, species(player).name, 19, fill=ink, bold=True, anchor="start"))
    body.append(d.text(748, 23, _status(table, seat), 13, fill=ink, anchor="end"))
    body += list(_storage(view, seat, 46))
    body += list(_influence(view, seat, 118))
    body += list(_population(view, seat, 178))
    body += list(_technology(view, seat, 300))
    body += list(_blueprints(view, seat, 420))
    return d.svg(760, 708, body, (0, 0))


def _status(table: Public, seat: int) -> str:
    player = table.players[seat]
    return _(
        "colony ships {up} up, {used} used · reputation tiles {tiles} · ambassadors {ambassadors}",
        up=player.colony,
        used=player.colony_used,
        tiles=player.reputation,
        ambassadors=len(player.ambassadors),
    )


def _storage(view: View, seat: int, y: float) -> Iterator[str]:
    player = view.table.players[seat]
    for i, resource in enumerate(RESOURCES):
        x = 12 + i * 185
        yield d.rect(x, y, 175, 58, fill="#ffffff", round_=6)
        yield d.text(x + 10, y + 18, nouns.noun(resource), 12, anchor="start")
        yield d.text(x + 40, y + 48, str(player.storage[i]), 28, bold=True)
        yield d.text(x + 165, y + 46, f"+{income(player, resource)}", 18, anchor="end")
    x = 12 + 3 * 185
    yield d.rect(x, y, 181, 58, fill="#ffffff", round_=6)
    yield d.text(x + 10, y + 18, _("influence cost, then money"), 12, anchor="start")
    cost = f"-{upkeep(player)}" if upkeep(player) else "0"
    yield d.text(x + 14, y + 46, cost, 20, anchor="start")
    yield d.text(x + 168, y + 46, str(balance(player)), 22, bold=True, anchor="end")


def _influence(view: View, seat: int, y: float) -> Iterator[str]:
    """Circles with their cost; discs lie on the leftmost ones."""
    player = view.table.players[seat]
    fill, ink = paint(view.table, seat)
    for i, cost in enumerate(TRACKS.influence):
        x = 30 + i * 42
        there = i < player.discs
        yield d.circle(x, y + 18, 16, fill=fill if there else "#ffffff", width=1.5)
        yield d.text(x, y + 22.5, f"-{cost}" if cost else "0", 12, fill=ink if there else d.INK)
    beyond = max(0, player.discs - len(TRACKS.influence))
    text = (
        N_("Discs: {n} on the track (+{beyond} beside); on actions: {spent}")
        if beyond
        else N_("Discs: {n} on the track; on actions: {spent}")
    )
    spent = nouns.listed((_spent(what, n) for what, n in sorted(player.spent.items())), N_("none"))
    told = _(text, n=player.discs, beyond=beyond, spent=spent)
    yield d.text(12, y + 50, told, 12, anchor="start")


def _spent(what: str, n: int) -> str:
    """Discs on an action; `what` as the state keeps it: "move" or "react-move"."""
    action = _(nouns.ACTION_NAMES[what.removeprefix("react-")]).lower()
    if what.startswith("react-"):
        return _("{n} react-{action}", n=n, action=action)
    return f"{n} {action}"


def _population(view: View, seat: int, y: float) -> Iterator[str]:
    """Squares with their production; cubes cover them from the left."""
    player = view.table.players[seat]
    for row, resource in enumerate(RESOURCES):
        top = y + row * 34
        yield d.text(12, top + 20, nouns.noun(resource), 12, anchor="start")
        for i, made in enumerate(TRACKS.population):
            x = 96 + i * 38
            covered = i < player.cubes[row]
            yield d.rect(x, top, 32, 28, fill="#4a4a55" if covered else "#ffffff", round_=3)
            yield d.text(x + 16, top + 19, str(made), 14, fill="#c9c6bd" if covered else d.INK,
                         bold=not covered)  # fmt: skip
        dead = player.graveyard.count(resource)
        if dead:
            yield d.text(570, top + 19, _("graveyard {n}", n=dead), 12, anchor="start")


def _technology(view: View, seat: int, y: float) -> Iterator[str]:
    player = view.table.players[seat]
    for row, category in enumerate(CATEGORIES):
        top = y + row * 38
        yield d.text(12, top + 21, nouns.noun(category), 12, anchor="start")
        mine = [t for t in player.technologies if TECHNOLOGIES[t].category == category]
        for i, discount in enumerate(TRACKS.discount):
            x = 80 + i * 96
            known = i < len(mine)
            yield d.rect(x, top, 92, 32, fill="#ffffff" if known else "#e9e6dd", round_=4)
            if known:
                first, _space, rest = TECHNOLOGIES[mine[i]].name.partition(" ")
                yield d.text(x + 46, top + (14 if rest else 20), first, 11, bold=True)
                yield d.text(x + 46, top + 26, rest, 11, bold=True)
            elif discount:
                yield d.text(x + 46, top + 21, f"-{discount}", 12, fill=d.FADED)


def _blueprints(view: View, seat: int, y: float) -> Iterator[str]:
    player = view.table.players[seat]
    board = BLUEPRINTS[species(player).blueprints]
    for i, ship in enumerate(SHIPS):
        x = 12 + i * 185
        total = stats(player, ship)
        yield d.rect(x, y, 179, 276, fill="#ffffff", round_=6)
        name = nouns.noun(ship).capitalize()
        yield d.text(x + 9, y + 19, name, 14, bold=True, anchor="start")
        yield d.text(x + 170, y + 19, f"{species(player).costs[ship]} M", 12, anchor="end")
        shown = squares_of(player, ship)
        placed = player.placed.get(ship, {})
        for slot, part in enumerate(shown):
            px, py = x + 9 + (slot % 2) * 82, y + 28 + (slot // 2) * 44
            tile = str(slot) in placed
            yield d.rect(px, py, 79, 41, fill="#dfe6f2" if tile else "#f2f0ea", round_=4,
                         width=2 if tile else 0.8, dash="" if part else "4 3")  # fmt: skip
            yield d.text(px + 9, py + 12, str(slot + 1), 9, fill=d.FADED)
            if part:
                first, _space, rest = PARTS[part].name.partition(" ")
                yield d.text(px + 41, py + 19, first, 11)
                yield d.text(px + 41, py + 33, rest, 11)
        for k, told in enumerate(_totals(total, in_stock(view.table, seat, ship))):
            yield d.text(x + 9, y + 222 + k * 15, told, 10, anchor="start")
        extra = _printed_beside(board[ship].energy, board[ship].computer)
        if extra:
            yield d.text(x + 170, y + 210, extra, 9.5, fill=d.FADED, anchor="end")


def _totals(total: Stats, stock: int) -> Iterator[str]:
    """A ship type in four short lines."""
    yield _(
        "initiative {initiative} · moves {moves}",
        initiative=total.initiative,
        moves=total.movement,
    )
    guns = " ".join(f"{n}x{damage}" for damage, n in total.cannons) or _("none")
    weapons = [_("cannons {dice}", dice=guns)]
    if total.missiles:
        dice = " ".join(f"{n}x{damage}" for damage, n in total.missiles)
        weapons.append(_("missiles {dice}", dice=dice))
    yield " · ".join(weapons)
    yield _(
        "computer +{computer} · shield -{shield} · hull {hull}",
        computer=total.computer,
        shield=total.shield,
        hull=total.hull,
    )
    yield _("energy {energy} · {n} in stock", energy=f"{total.energy:+}", n=stock)


def _printed_beside(energy: int, computer: int) -> str:
    parts = [_("energy +{n}", n=energy)] if energy else []
    parts += [_("computer +{n}", n=computer)] if computer else []
    return _("printed: {what}", what=", ".join(parts)) if parts else ""
