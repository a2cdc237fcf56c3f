"""The galaxy: sectors with squares, discs, fleets and wormholes; zones that may be explored."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from rules.eclipse import galaxy as ground_rules
from rules.eclipse import nouns
from rules.eclipse.actions.explore import zone_name
from rules.eclipse.board.paint import SHIP_ICONS, number, paint
from rules.eclipse.facts import RESOURCES, SECTORS, SPECIES
from rules.eclipse.galaxy import Place, edges_of, entry_order, grid, owned, stack_of, zones
from rules.eclipse.names import DIRECTION_LABELS
from rules.eclipse.phases.scoring import public_points
from rules.eclipse.player.civilization import income
from rules.eclipse.speech import _
from rules.eclipse.state import NOBODY, Public, Sector, View
from rules.eclipse.view import PHASES, sector_line
from rules.hexes import Hex, distance, neighbours, to_pixel
from rules.kernel.pictures import Style
from rules.toolbox import look, territory
from rules.toolbox.canvas import Canvas, Spot, hexagon, n, width_of
from rules.toolbox.plates import Slot, draw_lane, lane

SIZE: Final = 100.0
EDGE: Final = SIZE * math.sqrt(3) / 2
CARD: Final = 66.0
COLUMNS: Final = 3
RING: Final = 10.0
PHONE: Final = 1116.0
"""How wide a galaxy may be before its type at a glance must grow."""
SIZES: Final = (25.0, 22.0, 20.0, 18.0, 16.0, 14.0)


def galaxy_picture(view: View, style: Style) -> str:
    """Return all sectors, cards for the players, what is left of the stacks, and a compass."""
    broad = style.level == "overview"
    canvas = Canvas("afar" if broad else "map", style)
    table = view.table
    open_zones = explorable(view)
    spots = [_at(place) for place in open_zones] + [middle_of(s) for s in table.hexes.values()]
    left, top, right, bottom = _bounds(spots or [Spot(0, 0)])
    big = max(1.0, (right - left) / PHONE) if broad else 0.0
    body = [_zone(canvas, table, view.seat or 0, place, big) for place in open_zones]
    body += _sectors(canvas, view, sorted(table.hexes, key=int), big)
    if broad:
        return canvas.svg(left, top, right - left, bottom - top, body, _("The galaxy at a glance"))
    top -= 118
    wide = max(right - left, 900.0)
    left -= (wide - (right - left)) / 2
    body += _heading(canvas, view, left, top, wide)
    cards, foot = _cards(canvas, table, left + 8, bottom + 10, wide - 16)
    told = f"{_('Round {n} of 9', n=table.round)} · {_(PHASES[table.phase])}"
    return canvas.svg(left, top, wide, foot - top, [*body, *cards], _("The galaxy"), told)


def near_picture(view: View, centre: str, style: Style) -> str:
    """Return one sector and those around it, large enough for a phone."""
    canvas = Canvas("near", style)
    table = view.table
    here = Hex(table.hexes[centre].q, table.hexes[centre].r)
    shown = [k for k, s in table.hexes.items() if distance(Hex(s.q, s.r), here) <= 1]
    zones_ = [place for place in explorable(view) if distance(Hex(*place), here) <= 1]
    body = [_zone(canvas, table, view.seat or 0, place, 0.0) for place in zones_]
    body += _sectors(canvas, view, sorted(shown, key=int), 0.0)
    spots = [middle_of(table.hexes[k]) for k in shown] + [_at(place) for place in zones_]
    left, top, right, bottom = _bounds(spots)
    title = _("Around {place}", place=nouns.called(centre))
    return canvas.svg(left, top, right - left, bottom - top, body, title)


def _bounds(spots: Sequence[Spot]) -> tuple[float, float, float, float]:
    xs, ys = [s.x for s in spots], [s.y for s in spots]
    return min(xs) - 106, min(ys) - 96, max(xs) + 106, max(ys) + 96


def explorable(view: View) -> list[Place]:
    """Return the zones that the reader may explore, for those who may at all."""
    table = view.table
    if view.seat is None or table.phase != "action" or not table.players[view.seat].species:
        return []
    return sorted(zones(table, view.seat))


def _at(place: Place) -> Spot:
    return Spot(*to_pixel(Hex(*place), SIZE))


def middle_of(sector: Sector) -> Spot:
    """Return where the middle of a sector lies on the picture."""
    return _at((sector.q, sector.r))


def _zone(canvas: Canvas, table: Public, seat: int, place: Place, big: float) -> str:
    """Return a zone that may be explored, under the name that orders use for it; `big` as in a
    sector."""
    at, stack, name = _at(place), stack_of(place), zone_name(table, seat, place)
    muted = canvas.look["muted"]
    drawn = [
        canvas.shape(hexagon(92, at), canvas.look["void"], stroke=muted, width=2, dash="7 7"),
        canvas.text(at.x, at.y + (12 * big or -4), 34 * (big or 1), stack, fill=muted, bold=True),
    ]
    if not big:
        drawn.append(canvas.text(at.x, at.y + 24, 17, name))
    about = _(
        "Unexplored zone {zone}, stack {stack} ({left} sectors left, {out} discarded)",
        zone=name,
        stack=stack,
        left=table.stacks.get(stack, 0),
        out=len(table.discards.get(stack, ())),
    )
    return canvas.place(name, about, drawn)


def _sectors(canvas: Canvas, view: View, shown: Sequence[str], big: float) -> Iterator[str]:
    """Yield the ground of all sectors, then the frame of a battle, then what lies in them.

    `big`: 0 in full; for a galaxy at a glance, how much larger type is than in a narrow one.
    """
    table, on, broad = view.table, grid(view.table), bool(big)
    owner = {(s.q, s.r): number(table, s.owner) for s in table.hexes.values() if s.owner != NOBODY}
    for one in shown:
        sector = table.hexes[one]
        around = [owner.get((h.q, h.r)) for h in neighbours(Hex(sector.q, sector.r))]
        whose = owner.get((sector.q, sector.r))
        yield from territory.ground(canvas, middle_of(sector), whose, around, broad)
    if table.battle is not None and table.battle.sector in shown:
        yield territory.frame(canvas, middle_of(table.hexes[table.battle.sector]), broad)
    for one in shown:
        yield from _wormholes(canvas, table, one, on)
    for one in shown:
        words = sector_line(view, one, on)
        inside = _afar(canvas, table, one, big) if broad else _sector(canvas, table, one)
        body = [canvas.shape(hexagon(99), "#ffffff", opacity=0), *inside]
        yield canvas.place(nouns.label(one), words, body, middle_of(table.hexes[one]))


def _wormholes(canvas: Canvas, table: Public, one: str, on: ground_rules.Grid) -> Iterator[str]:
    """Yield a whole ring across an edge that both sides open; half a disc where one side does,
    dashed where the other sector has no wormhole."""
    sector = table.hexes[one]
    at = middle_of(sector)
    around = dict(ground_rules.neighbours((sector.q, sector.r), on))
    for edge, open_ in enumerate(edges_of(one, sector.turn)):
        if not open_:
            continue
        turn = math.radians(-90 + 60 * edge)
        x, y = at.x + EDGE * math.cos(turn), at.y + EDGE * math.sin(turn)
        other = around.get(edge)
        if other is not None and ground_rules.wormholes_between(table, one, edge, other) == 2:
            if edge < 3:
                yield canvas.disc(
                    x, y, RING, canvas.look["delta"], stroke=canvas.look["key"], width=1.8
                )
                yield canvas.disc(x, y, 4, canvas.look["void"])
            continue
        sides = (turn + math.pi / 2, turn - math.pi / 2)
        ends = [(x + RING * math.cos(a), y + RING * math.sin(a)) for a in sides]
        dash = ' stroke-dasharray="3 2.4"' if other is not None else ""
        yield (
            f'<path d="M{n(ends[0][0])} {n(ends[0][1])}A{n(RING)} {n(RING)} 0 0 1 '
            f'{n(ends[1][0])} {n(ends[1][1])}" fill="{canvas.look["space"]}" '
            f'stroke="{canvas.look["muted"]}" stroke-width="2.2"{dash}/>'
        )


# -- one sector ----------------------------------------------------------------------------------


def _sector(canvas: Canvas, table: Public, one: str) -> Iterator[str]:
    """Number and points, population squares, disc and structures, fleets; round the middle."""
    face = SECTORS[one]
    yield from _squares(canvas, table, one)
    low = _things(table, one)
    yield from _disc_and_structures(canvas, table, one, low)
    fleets = _fleets(table, one)
    if fleets:
        made = lane(fleets, low + 14, SIZES, False)
        if made:
            yield from draw_lane(canvas, made)
    yield canvas.haloed(
        -50, -66, 15, nouns.label(one), fill=canvas.look["muted"], bold=True, anchor="start"
    )
    yield canvas.icon("vp", 34, -71, 19, canvas.look["points"])
    yield canvas.haloed(45, -66, 15, face.points, bold=True, anchor="start")
    if face.artifact:
        yield canvas.icon("artifact", 8, -71, 17, canvas.look["gamma"])


def _things(table: Public, one: str) -> float:
    """Return the height of the middle of the row of disc and structures."""
    squares = len(SECTORS[one].squares)
    if not _row(table, one):
        return -30.0 if squares <= 5 else -2.0
    return -30.0 if not squares else -9.0 if squares <= 5 else 14.0


def _row(table: Public, one: str) -> list[str]:
    """Return what lies beside the disc, the disc included."""
    sector = table.hexes[one]
    found = ["disc"] if sector.owner != NOBODY else []
    found += ["orbital"] if sector.orbital else []
    found += ["monolith"] if sector.monolith else []
    return found + (["discovery"] if sector.discovery else [])


def _squares(canvas: Canvas, table: Public, one: str) -> Iterator[str]:
    """Yield a square for each: frame and icon of its resource; filled with the owner's colour when
    a cube lies there; a dark corner when advanced."""
    sector, squares = table.hexes[one], SECTORS[one].squares
    many = len(squares)
    side, per = (26.0 if many <= 4 else 22.0), (many if many <= 5 else 3)
    start = -(per * (side + 3) - 3) / 2
    for i, kind in enumerate(squares):
        row, column = divmod(i, per)
        x, y = start + column * (side + 3), -55 + row * (side + 4)
        yield from _square(canvas, table, sector, i, kind, x, y, side)


def _square(
    canvas: Canvas,
    table: Public,
    sector: Sector,
    i: int,
    kind: str,
    x: float,
    y: float,
    side: float,
) -> Iterator[str]:
    resource = kind.rstrip("*")
    colour, middle = canvas.look[resource], (x + side / 2, y + side / 2)
    if i in sector.filled and sector.owner != NOBODY:
        player = paint(table, sector.owner)
        fill, ink, width = player.fill, player.ink, 3.0
    else:
        fill, ink, width = canvas.look["card"], colour, 2.4
    yield canvas.box(x, y, side, side, fill, stroke=colour, width=width, rounded=3)
    if resource == "gray":
        yield canvas.text(middle[0], middle[1] + 6, 16, "?", fill=ink, bold=True)
    else:
        yield canvas.icon(resource, *middle, side * 0.62, ink)
    if kind.endswith("*"):
        far = x + side + 1
        yield canvas.shape([(far - 10, y - 1), (far, y - 1), (far, y + 9)], canvas.look["ink"])


def _disc_and_structures(canvas: Canvas, table: Public, one: str, y: float) -> Iterator[str]:
    sector = table.hexes[one]
    found = _row(table, one)
    x = -(len(found) - 1) * 17.0
    for what in found:
        if what == "disc":
            player, mark = paint(table, sector.owner), number(table, sector.owner)
            yield canvas.disc(x, y, 15, player.fill, stroke=canvas.look["key"], width=1.6)
            yield canvas.mark(mark, x, y, 15, player.ink)
        elif what == "discovery":
            yield canvas.box(
                x - 13, y - 13, 26, 26, canvas.look["card"], stroke=canvas.look["ink"], rounded=6
            )
            yield canvas.icon("discovery", x, y, 18, canvas.look["points"])
        else:
            yield canvas.icon(what, x, y, 27, canvas.look["ink"])
            if what == "orbital" and sector.orbital == "cube" and sector.owner != NOBODY:
                yield canvas.disc(
                    x, y, 5, paint(table, sector.owner).fill, stroke=canvas.look["key"]
                )
        x += 34


def _fleets(table: Public, one: str) -> list[tuple[int | None, tuple[Slot, ...]]]:
    """Return ships by owner, those who came first above; Ancients and the centre's last."""
    sector = table.hexes[one]
    hurt = sector.damage or {}
    found: list[tuple[int | None, tuple[Slot, ...]]] = []
    for seat in entry_order(sector):
        ships, damage = sector.ships[str(seat)], hurt.get(str(seat), {})
        slots = []
        for ship, icon in SHIP_ICONS.items():
            count, damaged = ships.get(ship, 0), len(damage.get(ship, ()))
            slots += [Slot(icon, count - damaged)] if count > damaged else []
            slots += [Slot(icon, damaged, True)] if damaged else []
        found.append((number(table, seat), tuple(slots)))
    nobodys = hurt.get("npc", {})
    guards = (
        [Slot("ancient", sector.ancients, bool(nobodys.get("ancient")))] if sector.ancients else []
    )
    guards += [Slot("gcds", 1, bool(nobodys.get("gcds")))] if sector.gcds else []
    return [*found, (None, tuple(guards))] if guards else found


def _afar(canvas: Canvas, table: Public, one: str, big: float) -> Iterator[str]:
    """Yield a sector for a whole galaxy on a phone: whose it is, and how many ships; `big`: how
    much larger type must be because the galaxy is wide."""
    sector = table.hexes[one]
    size = 29 * big
    fleets = _fleets(table, one)
    if sector.owner != NOBODY:
        player, x, r = paint(table, sector.owner), 0 if big < 1.3 else 52, 22 * min(big, 1.3)
        yield canvas.disc(x, -14, r, player.fill, stroke=canvas.look["key"], width=2)
        yield canvas.mark(number(table, sector.owner), x, -14, r, player.ink)
    most = 2 if big < 1.3 else 1
    for i, (owner, slots) in enumerate(fleets[:most]):
        ships = sum(slot.number for slot in slots)
        y = 46 + (i - (min(len(fleets), most) - 1) / 2) * 44
        yield from _chip(canvas, owner, ships, y, size)
    yield canvas.haloed(
        -50, -80 + size * 0.9, size, nouns.label(one), fill=canvas.look["muted"], bold=True,
        anchor="start",
    )  # fmt: skip


def _chip(canvas: Canvas, owner: int | None, ships: int, y: float, size: float) -> Iterator[str]:
    player = look.NOBODY if owner is None else look.PLAYERS[owner]
    high = size * 1.3
    width = high * 1.3 + width_of(ships, size)
    left = -width / 2
    yield canvas.box(
        left, y - high / 2, width, high, player.fill, stroke=canvas.look["key"], width=2.5,
        rounded=high / 2,
    )  # fmt: skip
    sign = "ancient" if owner is None else f"mark_{owner}"
    yield canvas.icon(sign, left + high * 0.6, y, size * 0.9, player.ink)
    yield canvas.text(
        left + high * 1.1, y + size * 0.36, size, ships, fill=player.ink, bold=True, anchor="start"
    )


# -- round the map -------------------------------------------------------------------------------


def _heading(canvas: Canvas, view: View, left: float, top: float, wide: float) -> Iterator[str]:
    """Round and phase, whose turn, the stacks, and a compass."""
    table = view.table
    yield canvas.text(
        left + 14, top + 36, 24, _("Round {n} of 9", n=table.round), bold=True, anchor="start"
    )
    yield canvas.text(
        left + 14, top + 60, 15, _(PHASES[table.phase]), fill=canvas.look["muted"], anchor="start"
    )
    if table.battle is not None:
        where = nouns.called(table.battle.sector)
        yield canvas.icon("clash", left + 24, top + 84, 18, canvas.look["bad"])
        yield canvas.text(
            left + 40, top + 90, 16, _("battle in {where}", where=where), bold=True, anchor="start"
        )
    else:
        yield from _whose_turn(canvas, view, left + 14, top)
    yield from _stacks(canvas, table, left + wide / 2 - 120, top)
    yield from _compass(canvas, left + wide - 66, top + 62)


def _whose_turn(canvas: Canvas, view: View, x: float, top: float) -> Iterator[str]:
    """Yield who is to move, and who begins the next round where that is known."""
    table = view.table
    if table.phase != "action":
        return
    player = paint(table, table.at)
    yield canvas.box(x, top + 70, 28, 28, player.fill, stroke=canvas.look["key"], rounded=7)
    yield canvas.mark(number(table, table.at), x + 14, top + 84, 16, player.ink)
    told = _("{who} to move", who=view.name(table.at))
    yield canvas.text(x + 36, top + 83, 16, told, bold=True, anchor="start")
    if table.next_start != NOBODY:
        later = _("{who} begins the next round", who=view.name(table.next_start))
        yield canvas.text(x + 36, top + 101, 13, later, fill=canvas.look["muted"], anchor="start")


def _stacks(canvas: Canvas, table: Public, left: float, top: float) -> Iterator[str]:
    """Yield what is left of each stack of sectors."""
    for i, stack in enumerate(("I", "II", "III")):
        x = left + i * 84
        yield canvas.shape(
            hexagon(30, Spot(x + 34, top + 40)), canvas.look["card"], stroke=canvas.look["edge"]
        )
        yield canvas.text(x + 34, top + 38, 16, stack, fill=canvas.look["muted"], bold=True)
        yield canvas.text(x + 34, top + 57, 17, table.stacks.get(stack, 0), bold=True)
    yield canvas.text(left + 118, top + 90, 13, _("sectors left"), fill=canvas.look["muted"])


def _compass(canvas: Canvas, x: float, y: float) -> Iterator[str]:
    """Yield the six directions as orders name them."""
    yield canvas.shape(hexagon(24, Spot(x, y)), canvas.look["card"], stroke=canvas.look["edge"])
    for edge, name in enumerate(DIRECTION_LABELS):
        turn = math.radians(-90 + 60 * edge)
        yield canvas.text(x + 42 * math.cos(turn), y + 40 * math.sin(turn) + 5, 14, name, bold=True)


def _cards(
    canvas: Canvas, table: Public, left: float, top: float, width: float
) -> tuple[list[str], float]:
    """Return a card for each player who has chosen a board, and where they end."""
    seats = [seat for seat, player in enumerate(table.players) if player.species]
    wide = (width - (COLUMNS - 1) * 10) / COLUMNS
    parts: list[str] = []
    for i, seat in enumerate(seats):
        x, y = left + (i % COLUMNS) * (wide + 10), top + (i // COLUMNS) * (CARD + 8)
        parts += _card(canvas, table, seat, x, y, wide)
    return parts, top + -(-len(seats) // COLUMNS) * (CARD + 8) + 4


def _card(
    canvas: Canvas, table: Public, seat: int, x: float, y: float, wide: float
) -> Iterator[str]:
    """Species, points that everybody can see, storage with income, technologies, sectors,
    ambassadors; traitor and passed."""
    player, colours = table.players[seat], paint(table, seat)
    yield canvas.box(
        x, y, wide, CARD, canvas.look["card"], stroke=canvas.look["card-edge"], rounded=8
    )
    yield canvas.box(x, y, 46, CARD, colours.fill, stroke=canvas.look["key"], rounded=8)
    yield canvas.mark(number(table, seat), x + 23, y + 21, 22, colours.ink)
    points = sum(public_points(table, seat).values())
    yield canvas.text(x + 23, y + 56, 22, points, fill=colours.ink, bold=True)
    yield canvas.text(x + 56, y + 24, 17, SPECIES[player.species].short, bold=True, anchor="start")
    remarks = [_("passed")] if player.passed else []
    remarks += [_("traitor")] if table.traitor == seat else []
    if remarks:
        fill = canvas.look["bad" if table.traitor == seat else "muted"]
        yield canvas.text(x + wide - 8, y + 23, 13, ", ".join(remarks), fill=fill, anchor="end")
    at = x + 54
    for i, resource in enumerate(RESOURCES):
        held, gain = str(player.storage[i]), f"+{income(player, resource)}"
        yield canvas.icon(resource, at + 8, y + 45, 16, canvas.look[resource])
        yield canvas.text(at + 18, y + 50, 14, held, bold=True, anchor="start")
        at += 19 + width_of(held, 14)
        yield canvas.text(at, y + 50, 12.9, gain, fill=canvas.look["muted"], anchor="start")
        at += width_of(gain, 12.9, bold=False) + 7
    others = (
        ("technology", len(player.technologies)),
        ("planet", len(owned(table, seat))),
        ("neighbor", len(player.ambassadors)),
    )
    for icon, count in others:
        if at + 30 <= x + wide:
            yield canvas.icon(icon, at + 8, y + 45, 15, canvas.look["muted"])
            yield canvas.text(at + 17, y + 50, 14, count, bold=True, anchor="start")
            at += 20 + width_of(count, 14)
