"""A planet: its disc with trait and worth, who controls it, and what stands on it."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rules.imperium.board.seen import PlanetSeen
from rules.toolbox.canvas import Canvas, n
from rules.toolbox.look import PLAYERS, SPECIALITIES
from rules.toolbox.plates import Plate, Slot, draw, ground_rows, rows, slot_width

TRAITS: Final = ("cultural", "hazardous", "industrial")
NAME_SIZE: Final = 13.2
SMALLEST: Final = 12.9
"""No type is smaller: 9 pixels where a unit is 0.7 of one, as on a phone's crop."""
GROUND: Final = 16.0
CROWDED: Final = 15.5
"""Sizes of silhouettes on a planet."""


class Spot(NamedTuple):
    """Where a planet lies in its system, and its radius."""

    x: float
    y: float
    r: float


ROOMY: Final = (
    (),
    (Spot(0, -33, 31),),
    (Spot(-43, -32, 27), Spot(43, -32, 27)),
    (Spot(-54, -20, 24), Spot(0, -46, 24), Spot(54, -20, 24)),
)
COMPACT: Final = (
    (),
    (Spot(0, -50, 23),),
    (Spot(-41.5, -50, 21), Spot(41.5, -50, 21)),
    (Spot(-50, -42, 19), Spot(0, -60, 19), Spot(50, -42, 19)),
)
"""Where planets lie, by their number; compact ones leave room for fleets and lose their names."""


class Drawn(NamedTuple):
    """A planet and all on it, and how far down it reaches."""

    svg: str
    low: float


def planet(
    canvas: Canvas,
    seen: PlanetSeen,
    spot: Spot,
    of: int,
    icons: Mapping[str, str],
    compact: bool,
    by_wormhole: bool = False,
) -> Drawn:
    """Return one planet of a system that has `of` of them; beside a wormhole the upper right is
    taken."""
    x, y, r = spot
    parts = [*_disc(canvas, seen, spot), _worth(canvas, seen, spot)]
    turned = (compact and x < 0) or (by_wormhole and not compact)
    parts += _specialities(canvas, seen, spot, turned)
    low = y + r
    ground, reached = _ground(canvas, seen, spot, of, icons, compact)
    if ground:
        parts += ground
        low = max(low, reached)
    elif seen.owner is not None:
        player = PLAYERS[seen.owner]
        parts.append(canvas.disc(x, y + r, 8, player.fill, stroke=canvas.look["key"]))
        parts.append(canvas.mark(seen.owner, x, y + r, 9, player.ink))
        low = y + r + 8
    if seen.sign:
        parts += _sign(canvas, seen, spot)
        low = max(low, y + r + 14)
    if not compact:
        name = canvas.haloed(x, low + 12, _name_size(seen.name, of), seen.name)
        return Drawn("".join([*parts, name]), low + 15)
    return Drawn("".join(parts), low)


def _name_size(name: str, of: int) -> float:
    """Long names of neighbouring planets must not run into each other."""
    room = {1: 150, 2: 84, 3: 60}[of]
    return max(SMALLEST, min(NAME_SIZE, room / (len(name) * 0.62)))


def _disc(canvas: Canvas, seen: PlanetSeen, spot: Spot) -> Iterator[str]:
    x, y, r = spot
    look = canvas.look
    trait = seen.trait if seen.trait in TRAITS else "no-trait"
    yield canvas.disc(
        x, y, r, look["centre" if seen.centre else trait], stroke=look["key"], width=1
    )
    if seen.exhausted:
        yield canvas.disc(x, y, r, look["exhausted"])
        yield canvas.disc(x, y, r, canvas.hatch())
    if seen.owner is not None:
        yield canvas.disc(x, y, r, "none", stroke=look["key"], width=7)
        yield canvas.disc(x, y, r, "none", stroke=PLAYERS[seen.owner].fill, width=4.6)
    if seen.trait in TRAITS:
        ink = look["exhausted-ink" if seen.exhausted else "ink"]
        yield canvas.icon(seen.trait, x, y - r * 0.66, r * 0.46, ink)


def _worth(canvas: Canvas, seen: PlanetSeen, spot: Spot) -> str:
    """Return resources left in gold, influence right in blue; hollow where the planet is
    exhausted."""
    x, y, r = spot
    look = canvas.look
    width, height = r * 1.62, r * 0.76
    end, y = height / 2, y - 1
    top, foot = n(y - height / 2), n(y + height / 2)
    size = max(SMALLEST, r * 0.6)
    line = look["exhausted-ink" if seen.exhausted else "key"]
    parts = []
    for side, worth, kind in ((-1, seen.resources, "resources"), (1, seen.influence, "influence")):
        far = n(x + side * (width / 2 - end))
        sweep = 0 if side < 0 else 1
        path = f"M{n(x)} {top}H{far}A{n(end)} {n(end)} 0 0 {sweep} {far} {foot}H{n(x)}Z"
        fill = "none" if seen.exhausted else look[kind]
        ink = look["exhausted-ink" if seen.exhausted else f"{kind}-ink"]
        parts.append(canvas.path(path, fill, stroke=line, width=1))
        at = x + side * width * 0.23
        parts.append(canvas.text(at, y + size * 0.36, size, worth, fill=ink, bold=True))
    return "".join(parts)


def _specialities(canvas: Canvas, seen: PlanetSeen, spot: Spot, turned: bool) -> Iterator[str]:
    """Discs on the upper rim; `turned`: at its left, where the right is narrow."""
    side = -1 if turned else 1
    for i, colour in enumerate(seen.specialities):
        fill, ink = SPECIALITIES[colour]
        x, y = spot.x + spot.r * 0.86 * side, spot.y - spot.r * 0.72 + i * 16
        yield canvas.disc(x, y, 8, fill, stroke=canvas.look["key"], width=1)
        yield canvas.icon(f"spec_{colour}", x, y, 11, ink)
    if seen.changed:
        x, y = spot.x - spot.r * 0.8, spot.y + spot.r * 0.5
        yield canvas.box(
            x - 6, y - 6, 12, 12, canvas.look["card"], stroke=canvas.look["key"], rounded=2
        )
        yield canvas.box(x - 4, y - 1, 8, 2, canvas.look["ink"])
        yield canvas.box(x - 1, y - 4, 2, 8, canvas.look["ink"])


def _ground(
    canvas: Canvas, seen: PlanetSeen, spot: Spot, of: int, icons: Mapping[str, str], compact: bool
) -> tuple[list[str], float]:
    """Return the plates of everybody on the planet, and how far down they reach."""
    size = CROWDED if compact else GROUND
    parts: list[str] = []
    y = spot.y + spot.r * 0.5
    for seat, found in ground_rows(seen.units, seen.damaged, icons):
        room = _room(spot, of, compact)
        capped = not _known(found, size, room, seat == seen.owner and (compact or of == 3))
        cap = size * 0.95 if capped else 3.0
        plate = Plate(seat, rows(found, size, room, cap))
        parts.append(draw(canvas, plate, spot.x, y, size, ground=True, capped=capped))
        y += len(plate.rows) * (size + 5) + 1
    return parts, y


def _room(spot: Spot, of: int, compact: bool) -> float:
    if of == 3:
        return 58
    if of == 2:
        return 2 * abs(spot.x) - 3 if compact else 82
    return 110


def _known(found: tuple[Slot, ...], size: float, room: float, owners: bool) -> bool:
    """Tell whether a plate goes without its mark: its owner holds the planet, and room is short."""
    return owners and sum(slot_width(s, size) for s in found) + 3 + size * 0.95 > room


def _sign(canvas: Canvas, seen: PlanetSeen, spot: Spot) -> Iterator[str]:
    """Yield a counter at the foot of the planet: an icon, or a word where its face is known."""
    x, y = spot.x, spot.y + spot.r * 0.46
    ink, ground = canvas.look["ink"], canvas.look["void"]
    if not seen.counter:
        yield canvas.box(x - 13, y, 26, 22, ink, rounded=4)
        yield canvas.icon(seen.sign, x, y + 11, 16, ground)
        return
    size = SMALLEST
    width = 24 + len(seen.counter) * size * 0.62
    yield canvas.box(x - width / 2, y, width, 22, ink, rounded=4)
    yield canvas.icon(seen.sign, x - width / 2 + 12, y + 11, 15, ground)
    yield canvas.text(x - width / 2 + 21, y + 15.5, size, seen.counter, fill=ground, anchor="start")
