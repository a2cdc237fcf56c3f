"""Pictures of a galaxy: the whole in full, the whole at a glance, and one system with its
neighbours. A game says what there is to see (`seen.GalaxySeen`); nothing is asked of its rules."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from rules.hexes import Hex, distance, neighbours, to_pixel
from rules.imperium.board import systems
from rules.imperium.board.seen import GalaxySeen, PlayerSeen, SystemSeen
from rules.imperium.speech import _
from rules.kernel.pictures import Picture, Style, board_picture, map_picture
from rules.kernel.pictures import near_picture as part_of_map
from rules.kernel.views import SomeView
from rules.toolbox import territory
from rules.toolbox.canvas import Canvas, Spot, hexagon, width_of
from rules.toolbox.look import PLAYERS

SIZE: Final = 100.0
CARD: Final = 66.0
COLUMNS: Final = 3
RIM: Final = 268.0
"""How far from the middle of a crop the fleets outside it are told."""


def pictures(
    view: SomeView,
    seen: Callable[[], GalaxySeen],
    centre: str,
    sheets: Mapping[int, Callable[[Style], str]],
) -> list[Picture]:
    """Return the galaxy, the part of it round the `centre` ("": there is none), and the sheets of
    the players, by seat."""
    found = [map_picture(lambda style: galaxy_picture(seen(), style))]
    if centre:
        title = _("Around {place}", place=centre)
        found.append(part_of_map(title, lambda style: near_picture(seen(), centre, style)))
    return found + [board_picture(view, seat, draw) for seat, draw in sheets.items()]


def galaxy_picture(galaxy: GalaxySeen, style: Style) -> str:
    """Return the whole galaxy: in full with a card for each player, or at a glance."""
    broad = style.level == "overview"
    canvas = Canvas("afar" if broad else "map", style)
    spots = middles(galaxy)
    open_ = [Spot(*to_pixel(h, SIZE)) for h in galaxy.open_spaces]
    body = list(_map(canvas, galaxy, galaxy.systems, spots, broad))
    body += [_open_space(canvas, h) for h in galaxy.open_spaces]
    xs = [spot.x for spot in (*spots.values(), *open_)] or [0.0]
    ys = [spot.y for spot in (*spots.values(), *open_)] or [0.0]
    left, right, top, bottom = min(xs) - 108, max(xs) + 108, min(ys) - 112, max(ys) + 96
    if broad:
        return canvas.svg(
            left, top, right - left, bottom - top, body, _("The galaxy at a glance"), _told(galaxy)
        )
    wide = max(right - left, 900)
    left -= (wide - (right - left)) / 2
    body += _heading(canvas, galaxy, left, top)
    cards, foot = _cards(canvas, galaxy.players, left + 8, bottom + 10, wide - 16)
    return canvas.svg(left, top, wide, foot - top, [*body, *cards], _("The galaxy"), _told(galaxy))


def near_picture(galaxy: GalaxySeen, centre: str, style: Style) -> str:
    """Return one system and its neighbours, large enough for a phone; fleets two steps away are
    told at the rim."""
    canvas = Canvas("near", style)
    seen = galaxy.system(centre)
    here = seen.place
    if here is None:
        shown: Sequence[SystemSeen] = [seen]
    else:
        shown = [s for s in galaxy.systems if s.place and distance(s.place, here) <= 1]
    spots = middles(galaxy)
    middle = spots[centre]
    spots = {id_: Spot(s.x - middle.x, s.y - middle.y) for id_, s in spots.items()}
    body = list(_map(canvas, galaxy, shown, spots, False))
    xs, ys = [spots[s.id].x for s in shown], [spots[s.id].y for s in shown]
    left, right, top, bottom = min(xs) - 104, max(xs) + 104, min(ys) - 112, max(ys) + 94
    for other in galaxy.systems:
        if (
            here
            and other.place
            and distance(other.place, here) == 2
            and systems.has_fleet(galaxy, other)
        ):
            x, y = spots[other.id]
            far = math.hypot(x, y)
            at = Spot(
                min(max(x / far * RIM, left + 44), right - 44),
                min(max(y / far * RIM, top + 16), bottom - 14),
            )
            body.append(systems.pill(canvas, galaxy, other, at))
    title = _("Around {place}", place=seen.label or seen.id)
    return canvas.svg(left, top, right - left, bottom - top, body, title, _told(galaxy))


def _told(galaxy: GalaxySeen) -> str:
    return " ".join(galaxy.moment.told).strip() if galaxy.moment else " · ".join(galaxy.heading)


def _map(
    canvas: Canvas,
    galaxy: GalaxySeen,
    shown: Sequence[SystemSeen],
    spots: Mapping[str, Spot],
    broad: bool,
) -> Iterator[str]:
    """Yield ground first, then the active frame, then what lies in the systems, then the tag."""
    held = systems.held(galaxy)
    moment = galaxy.moment
    for seen in shown:
        at = spots[seen.id]
        if seen.place is None:
            yield canvas.shape(
                hexagon(99, at),
                canvas.look["space"],
                stroke=canvas.look["muted"],
                width=2,
                dash="3 5",
            )
            continue
        around = [held.get((h.q, h.r)) for h in neighbours(seen.place)]
        yield from territory.ground(canvas, at, held[seen.place.q, seen.place.r], around, broad)
    if moment and any(seen.id == moment.system for seen in shown):
        yield territory.frame(canvas, spots[moment.system], broad)
    for seen in sorted(shown, key=lambda one: _by_number(one.id)):
        target = canvas.shape(hexagon(99), "#ffffff", opacity=0)
        inside = systems.afar if broad else systems.system
        yield canvas.place(
            seen.id, seen.words, [target, inside(canvas, galaxy, seen)], spots[seen.id]
        )
    if moment and not broad and any(seen.id == moment.system for seen in shown):
        at = spots[moment.system]
        yield systems.tag(canvas, moment, Spot(at.x, at.y - _tag_height(galaxy, moment.system)))


def _tag_height(galaxy: GalaxySeen, active: str) -> float:
    """Return how far above the middle the tag lies: on the upper edge, or inside it where a fleet
    of the system above would be covered."""
    here = galaxy.system(active).place
    above = neighbours(here)[0] if here else None
    fleet = any(s.place == above and systems.has_fleet(galaxy, s) for s in galaxy.systems)
    return 78.0 if above and fleet else 98.0


def _heading(canvas: Canvas, galaxy: GalaxySeen, left: float, top: float) -> Iterator[str]:
    """Yield the corner of the picture: round, phase, and what is happening, so that a forwarded
    picture explains itself."""
    x, look = left + 14, canvas.look
    round_, phase = galaxy.heading
    yield canvas.text(x, top + 36, 24, round_, bold=True, anchor="start")
    yield canvas.text(x, top + 60, 15, phase, fill=look["muted"], anchor="start")
    moment = galaxy.moment
    if moment is None:
        return
    seats = [moment.seat] if moment.foe is None else [moment.seat, moment.foe]
    for i, seat in enumerate(seats):
        player = PLAYERS[seat]
        yield canvas.box(x + i * 58, top + 72, 28, 28, player.fill, stroke=look["key"], rounded=7)
        yield canvas.mark(seat, x + i * 58 + 14, top + 86, 16, player.ink)
    if moment.foe is not None:
        yield canvas.icon("clash", x + 43, top + 86, 16, look["bad"])
    yield canvas.text(x, top + 122, 16, moment.told[0], bold=True, anchor="start")
    yield canvas.text(x, top + 142, 15, moment.told[1], fill=look["muted"], anchor="start")


def _cards(
    canvas: Canvas, players: Sequence[PlayerSeen], left: float, top: float, width: float
) -> tuple[list[str], float]:
    """Return a card for each player, by points, and where they end."""
    wide = (width - (COLUMNS - 1) * 10) / COLUMNS
    order = sorted(range(len(players)), key=lambda seat: -players[seat].points)
    parts: list[str] = []
    for i, seat in enumerate(order):
        x, y = left + (i % COLUMNS) * (wide + 10), top + (i // COLUMNS) * (CARD + 8)
        parts += _card(canvas, players[seat], seat, x, y, wide)
    lines = (len(order) + COLUMNS - 1) // COLUMNS
    return parts, top + lines * (CARD + 8) + 4


def _card(
    canvas: Canvas, player: PlayerSeen, seat: int, x: float, y: float, wide: float
) -> Iterator[str]:
    look, paint = canvas.look, PLAYERS[seat]
    yield canvas.box(x, y, wide, CARD, look["card"], stroke=look["card-edge"], rounded=8)
    yield canvas.box(x, y, 46, CARD, paint.fill, stroke=look["key"], rounded=8)
    yield canvas.mark(seat, x + 23, y + 21, 22, paint.ink)
    yield canvas.text(x + 23, y + 56, 22, player.points, fill=paint.ink, bold=True)
    yield canvas.text(x + 56, y + 24, 18, player.name, bold=True, anchor="start")
    if player.speaker:
        yield canvas.icon("speaker", x + wide - 18, y + 18, 18, look["ink"])
    if player.remark:
        yield canvas.text(
            x + wide - 34, y + 23, 13, player.remark, fill=look["muted"], anchor="end"
        )
    at = x + 56
    size = 14.5
    need = sum(24 + width_of(figure, size) for _icon, figure in player.figures)
    gap = min(6.0, (x + wide - 6 - at - need) / max(1, len(player.figures)))
    for icon, figure in player.figures:
        yield canvas.icon(icon, at + 7, y + 45, 15, look["muted"])
        yield canvas.text(at + 17, y + 50, size, figure, bold=True, anchor="start")
        at += 24 + width_of(figure, size) + gap


def _open_space(canvas: Canvas, h: Hex) -> str:
    """Return where the next tile may go, under the name that orders use."""
    at = Spot(*to_pixel(h, SIZE))
    name = f"{h.q} {h.r}"
    drawn = [
        canvas.shape(
            hexagon(94, at), canvas.look["void"], stroke=canvas.look["muted"], width=2, dash="8 8"
        ),
        canvas.text(at.x, at.y + 11, 30, name, fill=canvas.look["muted"]),
    ]
    return canvas.place(name, _("Open space {q} {r}", q=h.q, r=h.r), drawn)


def middles(galaxy: GalaxySeen) -> dict[str, Spot]:
    """Return the middles of the systems; those not joined to the map lie off its corners, last of
    all off the one where the heading stands."""
    spots = {s.id: Spot(*to_pixel(s.place, SIZE)) for s in galaxy.systems if s.place}
    for seen in galaxy.systems:
        if seen.place is None:
            xs = [spot.x for spot in spots.values()] or [0.0]
            ys = [spot.y for spot in spots.values()] or [0.0]
            ends = [Spot(x, y) for x in (max(xs), min(xs)) for y in (max(ys), min(ys))]
            far = [e for e in ends if all(math.dist(e, s) > SIZE * 2 for s in spots.values())]
            spots[seen.id] = far[0] if far else Spot(min(xs) - SIZE * 2.2, min(ys))
    return spots


def _by_number(tile: str) -> tuple[int, str]:
    """Return tiles with numbers by their number, those with names by name."""
    return (int(tile), "") if tile.isdigit() else (0, tile)
