"""Plates: the units of one owner in one place, as silhouettes with counts in the owner's colour.

Fleets have plates with round corners; what stands on the ground has square ones, so that space and
ground cannot be confused.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rules.toolbox.canvas import Canvas, fits_hex, n, width_of
from rules.toolbox.look import KEY, NOBODY, PLAYERS
from rules.toolbox.stock import ByOwner

WIDTHS: Final = (160, 140, 120, 104, 88)
"""How wide a plate may be before its row breaks."""
GAP: Final = 3.0
LANE: Final = 84.0
"""The lowest a plate may reach."""
OTHERS: Final = "+"


class Slot(NamedTuple):
    """Units of one type that are all sound or all damaged. `icon` "+": so many other ships."""

    icon: str
    number: int
    damaged: bool = False


class Plate(NamedTuple):
    """The units of one owner, in rows. `owner`: the number of a colour, None for nobody's."""

    owner: int | None
    rows: tuple[tuple[Slot, ...], ...]


class Lane(NamedTuple):
    """Plates that fit below each other: where the first begins, and how large silhouettes are."""

    top: float
    size: float
    plates: tuple[Plate, ...]


def slots(
    units: Mapping[str, int], damaged: Mapping[str, int], icons: Mapping[str, str]
) -> tuple[Slot, ...]:
    """Return units in printed order; damaged ones have a slot of their own behind the sound."""
    found = []
    for unit, icon in icons.items():
        count = units.get(unit, 0)
        hurt = min(count, damaged.get(unit, 0))
        found += [Slot(icon, count - hurt)] if count > hurt else []
        found += [Slot(icon, hurt, True)] if hurt else []
    return tuple(found)


def summary(found: Sequence[Slot], ships: int) -> tuple[Slot, ...]:
    """Return the heaviest ship and the number of the others: the last step of crowding."""
    first = Slot(found[0].icon, 1, any(slot.damaged for slot in found))
    return (first, Slot(OTHERS, ships - 1)) if ships > 1 else (first,)


def slot_width(slot: Slot, size: float) -> float:
    """Return the room of a slot in a row."""
    count = width_of(slot.number, size * 0.83) + 1 if slot.number > 1 or slot.icon == OTHERS else 0
    return size * 1.22 + count


def rows(
    found: Sequence[Slot], size: float, widest: float, cap: float
) -> tuple[tuple[Slot, ...], ...]:
    """Return slots broken into rows, and the rows balanced: none is wider than it must be."""
    best = _broken(found, size, widest, cap)
    narrower = widest
    while len(best) > 1 and narrower > cap + size:
        narrower -= 4
        tried = _broken(found, size, narrower, cap)
        if len(tried) > len(best):
            break
        best = tried
    return best


def _broken(
    found: Sequence[Slot], size: float, widest: float, cap: float
) -> tuple[tuple[Slot, ...], ...]:
    made: list[list[Slot]] = [[]]
    width = cap
    for slot in found:
        room = slot_width(slot, size)
        if made[-1] and width + room > widest:
            made.append([])
            width = cap
        made[-1].append(slot)
        width += room
    return tuple(map(tuple, made))


def plate_width(plate: Plate, size: float, cap: float) -> float:
    return cap + max(sum(slot_width(slot, size) for slot in row) for row in plate.rows) + 3


def lane(
    fleets: Sequence[tuple[int | None, tuple[Slot, ...]]],
    low: float,
    sizes: Sequence[float],
    bare: bool,
) -> Lane | None:
    """Return how fleets fit into the hex below `low`, as large as can be; None: they do not.

    `bare`: the system has no planets, so its ships lie round the middle.
    """
    for size in sizes:
        for widest in WIDTHS:
            cap = size * 0.95
            plates = tuple(Plate(owner, rows(found, size, widest, cap)) for owner, found in fleets)
            height = sum(len(plate.rows) * (size + 5) + GAP for plate in plates) - GAP
            top = -34.0 if bare else low + 3
            if height > LANE - top:
                continue
            start = 4 - height / 2 if bare else top + max(0.0, (LANE - top - height) * 0.4)
            made = Lane(start, size, plates)
            if _inside(made):
                return made
    return None


def _inside(made: Lane) -> bool:
    y = made.top
    for plate in made.plates:
        half = plate_width(plate, made.size, made.size * 0.95) / 2
        height = len(plate.rows) * (made.size + 5)
        if not fits_hex(-half, y, half, y + height):
            return False
        y += height + GAP
    return True


def ground_rows(
    units: ByOwner, damaged: ByOwner, icons: Mapping[str, str]
) -> Iterator[tuple[int, tuple[Slot, ...]]]:
    """Yield each owner with units here, by seat."""
    for seat in sorted(units, key=int):
        found = slots(units[seat], damaged.get(seat, {}), icons)
        if found:
            yield int(seat), found


def draw_lane(canvas: Canvas, made: Lane) -> Iterator[str]:
    """Yield all plates of a lane."""
    y = made.top
    for plate in made.plates:
        yield draw(canvas, plate, 0, y, made.size)
        y += len(plate.rows) * (made.size + 5) + GAP


def draw(
    canvas: Canvas,
    plate: Plate,
    x: float,
    y: float,
    size: float,
    *,
    ground: bool = False,
    capped: bool = True,
) -> str:
    """Return one plate, its middle at x and its top at y. `capped`: it bears the owner's mark."""
    player = NOBODY if plate.owner is None else PLAYERS[plate.owner]
    capped = capped and plate.owner is not None
    cap = size * 0.95 if capped else 3.0
    row = size + 5
    width, height = plate_width(plate, size, cap), row * len(plate.rows)
    left = x - width / 2
    corner = 2.5 if ground else row * 0.42
    key = canvas.look["key"]
    parts = [canvas.box(left, y, width, height, player.fill, stroke=key, width=1.4, rounded=corner)]
    if capped and plate.owner is not None:
        parts.append(_cap(canvas, left, y, cap, height, corner, player.ink))
        middle = left + cap / 2 + 0.5
        parts.append(canvas.mark(plate.owner, middle, y + height / 2, size * 0.62, player.fill))
    for i, slots_ in enumerate(plate.rows):
        parts += _row(canvas, slots_, left + cap + 2, y + row * i + row / 2, size, player.ink)
    return "".join(parts)


def _cap(canvas: Canvas, x: float, y: float, cap: float, height: float, r: float, fill: str) -> str:
    path = (
        f"M{n(x + r)} {n(y)}H{n(x + cap)}V{n(y + height)}H{n(x + r)}"
        f"A{n(r)} {n(r)} 0 0 1 {n(x)} {n(y + height - r)}V{n(y + r)}"
        f"A{n(r)} {n(r)} 0 0 1 {n(x + r)} {n(y)}Z"
    )
    return canvas.path(path, fill)


def _row(
    canvas: Canvas, found: Sequence[Slot], x: float, y: float, size: float, ink: str
) -> Iterator[str]:
    for slot in found:
        if slot.icon == OTHERS:
            told = f"+{slot.number}"
            yield canvas.text(
                x + 1, y + size * 0.29, size * 0.83, told, fill=ink, bold=True, anchor="start"
            )
        else:
            share = 0.82 if slot.icon == "fighter" else 0.94
            yield canvas.icon(slot.icon, x + size / 2, y, size * share, ink)
            if slot.damaged:
                yield canvas.disc(
                    x + size * 0.8,
                    y + size * 0.24,
                    size * 0.3,
                    canvas.look["damage"],
                    stroke=KEY,
                    width=0.9,
                )
                yield canvas.icon("damage", x + size * 0.8, y + size * 0.24, size * 0.46, KEY)
            if slot.number > 1:
                yield canvas.text(
                    x + size + 1,
                    y + size * 0.29,
                    size * 0.83,
                    slot.number,
                    fill=ink,
                    bold=True,
                    anchor="start",
                )
        x += slot_width(slot, size)
