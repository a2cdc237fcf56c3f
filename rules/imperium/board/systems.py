"""A system: planets above, fleets in the lane below, tokens, wormholes and number at the rim.

Crowding is a ladder: silhouettes shrink; then planets move up and lose their names; then fleets are
summed up. Owners, ground and space are never merged; mark, number, control and tokens never go.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.imperium.board import anomalies
from rules.imperium.board.planets import COMPACT, ROOMY, TRAITS, planet
from rules.imperium.board.seen import GalaxySeen, Moment, SystemSeen, holder
from rules.imperium.speech import _
from rules.toolbox.canvas import Canvas, Spot, width_of
from rules.toolbox.look import KEY, PLAYERS
from rules.toolbox.plates import Lane, Slot, draw_lane, lane, slots, summary

SIZES: Final = (25.0, 22.0, 20.0, 18.0, 16.5)
COMPACT_SIZES: Final = (22.0, 20.0, 18.0, 16.5, 15.5)
LAST_SIZES: Final = (17.0, 16.0, 15.5)
NUMBER: Final = 15.0
OVERVIEW_TYPE: Final = 29.0
"""The smallest type of the whole galaxy on a phone."""


# -- everything in a system ----------------------------------------------------------------------


class Fleet(NamedTuple):
    seat: int
    slots: tuple[Slot, ...]
    ships: int


def system(canvas: Canvas, galaxy: GalaxySeen, seen: SystemSeen) -> str:
    """Return a system in full, round its own middle."""
    fleets = _fleets(galaxy, seen)
    of = len(seen.planets)
    made, compact, drawn = _laid_out(canvas, galaxy, seen, fleets)
    parts = [anomalies.draw(canvas, kind) for kind in seen.anomalies]
    parts += drawn
    parts += _wormholes(canvas, seen, compact, bool(fleets))
    parts += _anomaly_names(canvas, seen, bool(fleets))
    if made:
        parts += draw_lane(canvas, made)
    parts += _tokens(canvas, seen)
    x, y = (-52.0, -68.0) if not compact else (-90.0, 4.0) if of < 3 else (-84.0, 24.0)
    number = canvas.haloed(
        x, y, NUMBER, seen.label, fill=canvas.look["muted"], bold=True, anchor="start"
    )
    return "".join([*parts, number])


def _fleets(galaxy: GalaxySeen, seen: SystemSeen) -> list[Fleet]:
    """Return who has something in space here, the active player first."""
    found = []
    for seat in sorted(seen.units, key=int):
        units = seen.units[seat]
        its = slots(units, seen.damaged.get(seat, {}), galaxy.icons)
        if its:
            found.append(Fleet(int(seat), its, _ships(galaxy, seen, int(seat))))
    moment = galaxy.moment
    if moment and moment.system == seen.id:
        found.sort(key=lambda fleet: fleet.seat != moment.seat)
    return found


def _ships(galaxy: GalaxySeen, seen: SystemSeen, seat: int) -> int:
    units = seen.units[str(seat)]
    return sum(units.get(ship, 0) for ship in galaxy.ships)


def _laid_out(
    canvas: Canvas, galaxy: GalaxySeen, seen: SystemSeen, fleets: Sequence[Fleet]
) -> tuple[Lane | None, bool, list[str]]:
    """Return the first step of the ladder at which all plates lie inside the hex."""
    of = len(seen.planets)
    whole: list[tuple[int | None, tuple[Slot, ...]]] = [
        (fleet.seat, fleet.slots) for fleet in fleets
    ]
    low, drawn = -60.0, []
    for compact, sizes in ((False, SIZES), (True, COMPACT_SIZES)):
        spots = (COMPACT if compact else ROOMY)[of]
        made = [
            planet(canvas, one, spot, of, galaxy.icons, compact, bool(seen.wormholes))
            for one, spot in zip(seen.planets, spots, strict=True)
        ]
        drawn = [one.svg for one in made]
        low = max([one.low for one in made], default=-60.0)
        found = lane(whole, low, sizes, not of) if whole else None
        if found or not whole:
            return found, compact, drawn
    short: list[tuple[int | None, tuple[Slot, ...]]] = [
        (fleet.seat, summary(fleet.slots, fleet.ships)) for fleet in fleets
    ]
    return lane(short, min(low, 8.0), LAST_SIZES, not of), True, drawn


def _wormholes(canvas: Canvas, seen: SystemSeen, compact: bool, fleets: bool) -> Iterator[str]:
    """Yield wormholes at the upper right; alone in an empty system they are large and in the
    middle."""
    many = len(seen.wormholes)
    alone = not seen.planets and not fleets
    for i, hole in enumerate(seen.wormholes):
        x, y, size = (44.0 + i * 12, -64.0 + i * 20, 30.0)
        if compact:
            x, y, size = 78.0, -2.0 + i * 24, 26.0
        if alone:
            x, y, size = (i - (many - 1) / 2) * 62, -4.0, 54.0 if many < 2 else 46.0
        yield canvas.disc(x, y, size * 0.55, canvas.look["space"])
        yield canvas.icon(f"wormhole_{hole}", x, y, size, canvas.look[hole])


def _anomaly_names(canvas: Canvas, seen: SystemSeen, fleets: bool) -> Iterator[str]:
    for kind in seen.anomalies[:1]:
        low = 62 if kind == "gravity_rift" or seen.wormholes or seen.planets else 6
        y = -50 if fleets else low
        yield canvas.haloed(0, y, 13.2, _(anomalies.NAMES[kind]), bold=True)


def _tokens(canvas: Canvas, seen: SystemSeen) -> Iterator[str]:
    """Pennants along the upper edge, each with its owner's mark."""
    many = len(seen.tokens)
    step = 17 if many < 4 else 11
    shift = -6 if seen.wormholes and seen.planets else -2
    for i, seat in enumerate(seen.tokens):
        x = shift + (i - (many - 1) / 2) * step
        player = PLAYERS[seat]
        flag = ((x - 8, -83), (x + 8, -83), (x + 8, -70), (x, -62), (x - 8, -70))
        yield canvas.shape(flag, player.fill, stroke=canvas.look["key"])
        yield canvas.mark(seat, x, -74.5, 9, player.ink)


# -- the active system ---------------------------------------------------------------------------


def tag(canvas: Canvas, moment: Moment, at: Spot) -> str:
    """Return a tag round a spot: what happens in the active system, and by whom."""
    words = _("COMBAT") if moment.fight else _("ACTIVE")
    width = len(words) * 13 * 0.8 + 56
    left, middle = at.x - width / 2, at.y
    player = PLAYERS[moment.seat]
    sign = "clash" if moment.fight else "command_token"
    return (
        canvas.box(
            left, at.y - 11, width, 22, canvas.look["active"], stroke=KEY, width=1.6, rounded=11
        )
        + canvas.icon(sign, left + 14, middle, 12, KEY)
        + canvas.text(left + 25, middle + 4.6, 13, words, fill=KEY, bold=True, anchor="start")
        + canvas.disc(left + width - 13, middle, 8.5, player.ink, stroke=KEY, width=1)
        + canvas.mark(moment.seat, left + width - 13, middle, 10, player.fill)
    )


# -- from afar -----------------------------------------------------------------------------------


def afar(canvas: Canvas, galaxy: GalaxySeen, seen: SystemSeen) -> str:
    """Return a system for a whole galaxy on a phone: discs, one chip a fleet, nothing small."""
    look = canvas.look
    parts = [anomalies.draw(canvas, kind) for kind in seen.anomalies]
    of = len(seen.planets)
    for i, one in enumerate(seen.planets):
        x, r = (i - (of - 1) / 2) * 46, 24 if one.centre else 18
        trait = one.trait if one.trait in TRAITS else "no-trait"
        parts.append(
            canvas.disc(
                x, -28, r, look["centre" if one.centre else trait], stroke=look["key"], width=2
            )
        )
        if one.owner is not None:
            parts.append(canvas.disc(x, -28, r, "none", stroke=look["key"], width=9))
            parts.append(canvas.disc(x, -28, r, "none", stroke=PLAYERS[one.owner].fill, width=6))
    for hole in seen.wormholes[:1]:
        parts.append(canvas.icon(f"wormhole_{hole}", 56, -44 if of else -10, 46, look[hole]))
    fleets = [fleet for fleet in _fleets(galaxy, seen) if fleet.ships]
    for i, fleet in enumerate(fleets):
        player = PLAYERS[fleet.seat]
        width = 58 + width_of(fleet.ships, 34)
        y = 38 + (i - (len(fleets) - 1) / 2) * 46
        parts.append(
            canvas.box(
                -width / 2,
                y - 21,
                width,
                42,
                player.fill,
                stroke=look["key"],
                width=2.5,
                rounded=21,
            )
        )
        parts.append(canvas.mark(fleet.seat, 26 - width / 2, y, 26, player.ink))
        parts.append(
            canvas.text(
                44 - width / 2, y + 12, 34, fleet.ships, fill=player.ink, bold=True, anchor="start"
            )
        )
    number = canvas.haloed(
        -52, -56, OVERVIEW_TYPE, seen.label, fill=look["muted"], bold=True, anchor="start"
    )
    return "".join([*parts, number])


def pill(canvas: Canvas, galaxy: GalaxySeen, seen: SystemSeen, at: Spot) -> str:
    """Return a fleet outside a crop, at its rim: whose, where, how many ships."""
    fleet = _fleets(galaxy, seen)[0]
    player = PLAYERS[fleet.seat]
    words = f"{seen.label or seen.id}: {fleet.ships}"
    width = width_of(words, 13) + 34
    left = at.x - width / 2
    return canvas.box(
        left, at.y - 12, width, 24, player.fill, stroke=canvas.look["key"], width=1.4, rounded=12
    ) + canvas.mark(fleet.seat, left + 14, at.y, 12, player.ink) + canvas.text(
        left + 25, at.y + 4.7, 13, words, fill=player.ink, bold=True, anchor="start"
    )  # fmt: skip


def has_fleet(galaxy: GalaxySeen, seen: SystemSeen) -> bool:
    """Tell whether anybody has ships in a system."""
    return any(fleet.ships for fleet in _fleets(galaxy, seen))


def held(galaxy: GalaxySeen) -> dict[tuple[int, int], int | None]:
    """Return the holder of every hex of the map."""
    return {(seen.place.q, seen.place.r): holder(seen) for seen in galaxy.systems if seen.place}
