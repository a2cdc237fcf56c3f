"""The galaxy as one picture (SVG), from what everybody knows.

Readable in grey: owners carry letters, planets and wormholes letters, anomalies shapes.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from rules.hexes import Hex, corners, to_pixel
from rules.ti4 import fleets, galaxy, modifiers, nouns
from rules.ti4.facts import FACTIONS, MECATOL, PLANETS, TILES, UNIT_TYPES
from rules.ti4.mapmaking import open_spaces
from rules.ti4.speech import N_, _
from rules.ti4.state import Public, View

SIZE: Final = 100.0
INK: Final = "#1b1b24"
PAPER: Final = "#f7f5ef"
FADED: Final = "#77746b"
WHITE: Final = "#ffffff"
FONT: Final = "DejaVu Sans, Verdana, Arial, sans-serif"
PAINT: Final = (
    ("#c8372d", WHITE), ("#2f62b5", WHITE), ("#2e8b46", WHITE),
    ("#f0cb35", INK), ("#8a4fb0", WHITE), ("#33333d", WHITE),
)  # fmt: skip
"""Fill and ink of a player's pieces, by seat, as the colours of the box."""
SPACE: Final = {"blue": "#dfe6f1", "red": "#efdcd8", "": "#dfead9"}
TRAITS: Final = {
    "cultural": "#c3daf5", "hazardous": "#f3c4b6", "industrial": "#c9e5bd", "": "#fbf6e4",
}  # fmt: skip
SPECIALTIES: Final = {
    "blue": ("#2f62b5", WHITE), "green": ("#2e8b46", WHITE),
    "red": ("#c8372d", WHITE), "yellow": ("#f0cb35", INK),
}  # fmt: skip
GREEK: Final = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ"}
CODES: Final = {
    "flagship": "Fl", "war_sun": "WS", "dreadnought": "Dn", "carrier": "Ca", "cruiser": "Cr",
    "destroyer": "De", "fighter": "Ft", "infantry": "In", "pds": "PD", "space_dock": "SD",
}  # fmt: skip
RADIUS: Final = 30.0


class Layout(NamedTuple):
    """How a system with so many planets is laid out: their middles, where the letters of the
    owner and the speciality lie beside each, and letters and size of a line of ground forces."""

    middles: tuple[tuple[float, float], ...]
    badges: tuple[tuple[float, float], ...]
    tags: tuple[float, ...]
    line: int
    size: float


LAYOUTS: Final = (
    Layout((), (), (), 0, 0),
    Layout(((0, -33),), ((-27, -20),), (31,), 9, 18),
    Layout(((-45, -33), (45, -33)), ((23, -22), (-23, -22)), (-30, 30), 7, 16),
    Layout(((-60, -30), (0, -30), (60, -30)), ((0, -30), (0, -30), (0, -30)), (0, 0, 0), 6, 13),
)
SIDES: Final = ((-93.0, -14.0), (68.0, -14.0), (-80.0, -38.0), (55.0, -38.0))
"""Where command tokens lie when there are many."""
ABROAD, ALONE, CROWDED = (9, 18.0), (11, 20.0), (11, 15.0)
"""Letters in a line of ships and their size: beside planets, without, and where they are many."""
BOTTOM: Final = 88.0
ROW: Final = 48
"""Height of a line about a player; the picture is read on phones, at a third of its size."""
KEY: Final = (
    N_("Planets: resources/influence · C cultural · H hazardous"),
    N_("I industrial · grey: exhausted · tag B G R Y: speciality"),
    N_("Flag: command token · tokens: tactic/fleet/strategy"),
    N_("Fl flagship · WS war sun · Dn dreadnought · Ca carrier"),
    N_("Cr cruiser · De destroyer · Ft fighter · In infantry"),
    N_("PD PDS · SD space dock · /1: one of them damaged"),
)


def board(view: View) -> str:
    """All systems with what lies in them, the players below; the same to every seat."""
    table = view.table
    marks = initials(view.names)
    holes: dict[str, list[str]] = {}
    for tile, hole in galaxy.wormholes(table):
        holes.setdefault(tile, []).append(hole)
    spots = _spots(table)
    body: list[str] = []
    free = open_spaces(table) if table.phase == "build" else []
    for h in free:
        body.append(_open_space(h))
    for tile, (x, y) in spots.items():
        land = [(x + dx, y + dy) for dx, dy in _LAND]
        body.append(_polygon(land, SPACE.get(TILES[tile].back, SPACE[""]), "#6f6c63", 1.5))
    for tile in galaxy.tiles(table):
        x, y = spots[tile]
        drawn = "".join(_system(table, marks, tile, holes.get(tile, [])))
        words = escape(_words(view, tile, holes.get(tile, [])))
        body.append(
            f'<g data-id="{escape(tile)}" transform="translate({x:.1f},{y:.1f})">'
            f"<title>{words}</title>{drawn}</g>"
        )
    return _framed([*spots.values(), *(to_pixel(h, SIZE) for h in free)], body, view, marks)


def initials(names: Sequence[str]) -> list[str]:
    """Two letters for every player, no two the same."""
    found: list[str] = []
    for name in names:
        letters = [c for c in name if c.isalnum()] or ["?"]
        pairs = [(letters[0] + c).upper() for c in (*letters[1:], *"123456")]
        found.append(next(pair for pair in pairs if pair not in found))
    return found


def _spots(table: Public) -> dict[str, tuple[float, float]]:
    """Middles of the systems; what is not joined to the map lies off its corners."""
    spots: dict[str, tuple[float, float]] = {}
    for tile, at in table.places.items():
        spots[tile] = to_pixel(Hex(*at), SIZE)
    for tile in table.detached:
        xs = [x for x, _ in spots.values()] or [0.0]
        ys = [y for _, y in spots.values()] or [0.0]
        ends = [(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))]
        far = [e for e in ends if all(math.dist(e, s) > SIZE * 2 for s in spots.values())]
        spots[tile] = far[0] if far else (min(xs) - SIZE * 2.2, min(ys))
    return spots


def _framed(
    spots: Sequence[tuple[float, float]], body: list[str], view: View, marks: list[str]
) -> str:
    spots = spots or [(0.0, 0.0)]
    left = min(s[0] for s in spots) - SIZE * 1.06
    right = max(s[0] for s in spots) + SIZE * 1.06
    top = min(s[1] for s in spots) - SIZE * 0.94
    bottom = max(s[1] for s in spots) + SIZE * 0.94
    width = max(right - left, 940)
    left -= (width - (right - left)) / 2
    legend = list(_players(view, marks, width))
    rows = len(legend) * ROW + len(KEY) * 38 + 34
    height = bottom - top + rows
    for i, words in enumerate(KEY):
        y = len(view.names) * ROW + 42 + i * 38
        legend.append(_text(16, y, _(words), 30, anchor="start"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} '
        f'{height:.0f}" width="{width:.0f}" height="{height:.0f}" font-family="{FONT}">'
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'fill="{PAPER}"/>{"".join(body)}'
        f'<g transform="translate({left:.1f},{bottom:.1f})">{"".join(legend)}</g></svg>'
    )


def _players(view: View, marks: list[str], width: float) -> Iterator[str]:
    """One line a player."""
    table = view.table
    for seat, side in enumerate(table.sides):
        y = 8 + seat * ROW
        fill, ink = PAINT[seat]
        faction = FACTIONS[side.faction].short if side.faction else view.names[seat]
        remarks = [
            _("{n} VP", n=side.points),
            _("tokens {pools}", pools=f"{side.tactic}/{side.fleet}/{side.strategy}"),
            _("goods {n}", n=side.goods),
        ]
        remarks += [_("speaker")] if table.speaker == seat else []
        remarks += [_("passed")] if side.passed else []
        if side.out:
            remarks = [_("eliminated")]
        yield (
            _rect(16, y, 60, 40, fill, 20)
            + _text(46, y + 30, marks[seat], 28, ink, bold=True)
            + _text(90, y + 31, faction, 32, bold=True, anchor="start")
            + _text(width - 16, y + 31, " · ".join(remarks), 30, anchor="end")
        )


def _open_space(h: Hex) -> str:
    """Where the next tile may go, under the name that orders use."""
    x, y = to_pixel(h, SIZE)
    words = _("Open space {q} {r}", q=h.q, r=h.r)
    return (
        f'<g data-id="{h.q} {h.r}"><title>{escape(words)}</title>'
        + _polygon([(p.x, p.y) for p in corners(h, SIZE)], "none", FADED, 2, "8 8")
        + _text(x, y + 11, f"{h.q} {h.r}", 30, FADED)
        + "</g>"
    )


# -- one system ----------------------------------------------------------------------------------

_LAND: Final = [(p.x, p.y) for p in corners(Hex(0, 0), SIZE)]
_TARGET: Final = (
    '<polygon points="'
    + " ".join(f"{x:.1f},{y:.1f}" for x, y in _LAND)
    + '" fill="#ffffff" fill-opacity="0"/>'
)
"""The whole system can be pointed at, though all land is drawn before anything on it."""
_INNER: Final = [(x * 0.955, y * 0.955) for x, y in _LAND]


def _system(table: Public, marks: list[str], tile: str, holes: list[str]) -> Iterator[str]:
    """Drawn round its own middle."""
    face = TILES[tile]
    active = table.active is not None and table.active.tile == tile
    yield _TARGET
    for kind in face.anomalies:
        drawn, words = ANOMALIES[kind]
        yield _labelled(drawn, _(words))
    if active:
        yield _polygon(_INNER, "none", INK, 10)
        yield _polygon(_INNER, "none", "#ffd84a", 5, "14 6")
    for i, hole in enumerate(holes):
        x, y = 46 + i * 13, -68 + i * 23
        yield _circle(x, y, 13, INK)
        yield _circle(x, y, 10, WHITE)
        yield _text(x, y + 6, GREEK[hole], 18, bold=True)
    for i in range(len(face.planets)):
        yield from _planet(table, marks, face.planets, i)
    yield _text(-55, -66, tile, 25, bold=True, anchor="start")
    yield from _tokens(marks, table.tokens.get(tile, ()), 2 if holes else 3)
    yield from _fleets(table, marks, tile)
    if active:
        fights = table.battle is not None and table.battle.tile == tile
        yield _rect(-36, -98, 72, 18, INK, 8)
        yield _text(0, -84, _("COMBAT") if fights else _("ACTIVE"), 13, "#ffd84a", bold=True)


def _planet(table: Public, marks: list[str], planets: Sequence[str], at: int) -> Iterator[str]:
    planet, layout = planets[at], LAYOUTS[len(planets)]
    x, y = layout.middles[at]
    printed = PLANETS[planet]
    owner = table.control.get(planet)
    fill = "#a3a098" if planet in table.spent else TRAITS[printed.trait]
    if owner is None:
        yield _circle(x, y, RADIUS, fill, INK, 1.5)
    else:
        yield _circle(x, y, RADIUS, fill, INK, 7)
        yield _circle(x, y, RADIUS, "none", PAINT[owner][0], 4.5)
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    yield _text(x, y + (6 if printed.trait else 9), worth, 26, bold=True)
    if printed.trait:
        yield _text(x, y + 23, printed.trait[0].upper(), 17, bold=True)
    for i, colour in enumerate(modifiers.specialties(table, planet)):
        paint, ink = SPECIALTIES[colour]
        left, top = x + layout.tags[at] - 8, y - 9 + i * 17
        yield _rect(left, top, 16, 17, paint, 3)
        yield _text(left + 8, top + 13.5, colour[0].upper(), 14, ink, bold=True)
    if owner is not None:
        dx, dy = layout.badges[at]
        yield _rect(x + dx - 16, y + dy - 10, 32, 20, WHITE, 10)
        yield _text(x + dx, y + dy + 6.5, marks[owner], 17, bold=True)
    yield _text(x, y + 45, printed.name, 15 if len(printed.name) * len(planets) < 18 else 13)
    if planet == MECATOL and table.custodians:
        yield _rect(x - 60, y + 50, 120, 22, INK, 4)
        yield _text(x, y + 67, _("custodians"), 18, WHITE, bold=True)
    rows = _rows(table.ground.get(planet, {}), table.damaged.get(planet, {}), layout.line)
    yield from _chips(marks, rows, x, y + 49, layout.size, owner)


def _tokens(marks: list[str], seats: Sequence[int], per: int) -> Iterator[str]:
    """Flags beside the number, as many as fit; the others down the sides."""
    spots = [(-18.0 + i * 26, -80.0) for i in range(per)] + list(SIDES)
    for seat, (x, y) in zip(seats, spots, strict=False):
        fill, ink = PAINT[seat]
        flag = [(x, y), (x + 25, y), (x + 25, y + 16), (x + 12.5, y + 22), (x, y + 16)]
        yield _polygon(flag, fill, INK, 1.2)
        yield _text(x + 12.5, y + 14, marks[seat], 14, ink, bold=True)


def _fleets(table: Public, marks: list[str], tile: str) -> Iterator[str]:
    """Ships and what they carry, at the foot of the tile; from the middle where it is empty."""
    planets = TILES[tile].planets
    top, (line, size) = (_foot(table, planets), ABROAD) if planets else (8.0, ALONE)
    low = 46.0 if planets else top
    rows = _rows(table.space.get(tile, {}), table.damaged.get(tile, {}), line)
    if len(rows) * (size + 4) > BOTTOM - top:
        line, size = CROWDED
        rows = _rows(table.space.get(tile, {}), table.damaged.get(tile, {}), line)
    fitting = BOTTOM - len(rows) * (size + 4)
    yield from _chips(marks, rows, 0, min(max(top, low), fitting), size, None)


def _foot(table: Public, planets: Sequence[str]) -> float:
    """Below the ground forces of all planets."""
    layout = LAYOUTS[len(planets)]
    most = max(
        len(_rows(table.ground.get(p, {}), table.damaged.get(p, {}), layout.line)) for p in planets
    )
    return layout.middles[0][1] + 50 + most * (layout.size + 4)


class Row(NamedTuple):
    seat: int
    words: str
    first: bool


def _rows(
    owners: Mapping[str, Mapping[str, int]], hurt: Mapping[str, Mapping[str, int]], line: int
) -> list[Row]:
    """The units of every owner, broken into lines of so many letters."""
    rows: list[Row] = []
    for seat in sorted(owners):
        damage = hurt.get(seat, {})
        lines: list[str] = []
        for unit, n in fleets.ordered(owners[seat]):
            word = f"{n}{CODES[unit]}" + (f"/{damage[unit]}" if damage.get(unit) else "")
            if lines and len(lines[-1]) + 1 + len(word) <= line:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        rows += [Row(int(seat), words, not i) for i, words in enumerate(lines)]
    return rows


def _chips(
    marks: list[str], rows: Sequence[Row], x: float, y: float, size: float, known: int | None
) -> Iterator[str]:
    """Lines in the owner's colour, with the owner's letters unless they are `known`."""
    for i, row in enumerate(rows):
        fill, ink = PAINT[row.seat]
        cap = size * 1.65 if row.first and row.seat != known else 0
        width = cap + size * (0.4 + 0.62 * len(row.words))
        left, top, base = x - width / 2, y + i * (size + 4), y + i * (size + 4) + size
        yield _rect(left, top, width, size + 3, fill, 6)
        if cap:
            yield _rect(left, top, cap, size + 3, WHITE, 6)
            yield _text(left + cap / 2, base - 0.5, marks[row.seat], size, bold=True)
        yield _text(left + (cap + width) / 2, base - 0.5, row.words, size, ink, bold=True)


# -- words ---------------------------------------------------------------------------------------


def _words(view: View, tile: str, holes: list[str]) -> str:
    """What is there, for those who hover, or cannot see."""
    table, face = view.table, TILES[tile]
    parts = [_("{hole} wormhole", hole=nouns.word(hole)) for hole in holes]
    parts += map(nouns.word, face.anomalies)
    if table.active is not None and table.active.tile == tile:
        parts.append(_("active system of {who}", who=view.names[table.active_now.seat]))
    tokens = [view.names[seat] for seat in table.tokens.get(tile, ())]
    if tokens:
        parts.append(_("command tokens of {who}", who=", ".join(tokens)))
    parts += _units(view, table.space.get(tile, {}))
    parts += [_planet_words(view, planet) for planet in face.planets]
    if MECATOL in face.planets and table.custodians:
        parts.append(_("custodians token"))
    there = "; ".join(parts) or _("empty space")
    return f"{tile}: {there}"


def _planet_words(view: View, planet: str) -> str:
    table, printed = view.table, PLANETS[planet]
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    kinds = [nouns.word(printed.trait)] if printed.trait else []
    kinds += [
        _("{colour} speciality", colour=nouns.word(c)) for c in modifiers.specialties(table, planet)
    ]
    owner = table.control.get(planet)
    kinds.append(_("free") if owner is None else _("held by {who}", who=view.names[owner]))
    kinds.append(_("exhausted") if planet in table.spent else "")
    kinds += _units(view, table.ground.get(planet, {}))
    return ", ".join([f"{printed.name} {worth}", *filter(None, kinds)])


def _units(view: View, owners: Mapping[str, Mapping[str, int]]) -> list[str]:
    return [
        f"{view.names[int(seat)]} {nouns.bare(dict(fleets.ordered(owners[seat])))}"
        for seat in sorted(owners)
    ]


# -- shapes --------------------------------------------------------------------------------------


def _text(
    x: float, y: float, words: str, size: float, fill: str = INK, *, bold: bool = False,
    anchor: str = "middle",
) -> str:  # fmt: skip
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'fill="{fill}"{weight}>{escape(words)}</text>'
    )


def _rect(x: float, y: float, w: float, h: float, fill: str, rounded: float) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" rx="{rounded:g}" '
        f'fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
    )


def _circle(x: float, y: float, r: float, fill: str, stroke: str = "none", width: float = 0) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:g}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width:g}"/>'
    )


def _polygon(
    points: Sequence[tuple[float, float]], fill: str, stroke: str, width: float, dash: str = ""
) -> str:
    spots = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polygon points="{spots}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width:g}"{dashed} stroke-linejoin="round"/>'
    )


def _star(points: int, outer: float, inner: float, y: float) -> list[tuple[float, float]]:
    spots = []
    for k in range(points * 2):
        r, a = (inner if k % 2 else outer), math.pi * k / points
        spots.append((r * math.sin(a), y - r * math.cos(a)))
    return spots


def _asteroids() -> str:
    rocks = ((-62, -20, 15), (-30, -42, 11), (8, -30, 17), (48, -24, 13), (70, 4, 11),
             (-78, 12, 9), (-38, 0, 9), (38, 4, 8), (-4, 4, 8))  # fmt: skip
    shape = ((-1.0, -0.2), (-0.4, -0.9), (0.5, -0.8), (1.0, 0.1), (0.5, 0.9), (-0.6, 0.7))
    return "".join(
        _polygon([(x + a * r, y + b * r) for a, b in shape], "#a39a8b", "#5d574c", 1.5)
        for x, y, r in rocks
    )


def _nebula() -> str:
    clouds = ((-34, -22, 34), (8, -34, 36), (42, -12, 32), (-6, 0, 30))
    soft = "".join(_circle(x, y, r, "#c8a9dd") for x, y, r in clouds)
    return soft + "".join(_circle(x, y - 4, r * 0.6, "#dcc6ea") for x, y, r in clouds)


def _supernova() -> str:
    return (
        _polygon(_star(14, 62, 40, -12), "#f0a63a", "#9a5a12", 1.5)
        + _polygon(_star(14, 40, 28, -12), "#ffe28a", "none", 0)
    )  # fmt: skip


def _rift() -> str:
    rings = ((56, "#8c8796"), (44, "#6a6576"), (32, "#474354"), (20, INK))
    return "".join(
        f'<ellipse cx="0" cy="-14" rx="{r * 1.25:g}" ry="{r * 0.8:g}" fill="{fill}"/>'
        for r, fill in rings
    )


def _labelled(drawn: str, words: str) -> str:
    return (
        drawn
        + _rect(-8 - 4.2 * len(words), -24, 16 + 8.4 * len(words), 18, WHITE, 4)
        + _text(0, -10, words, 14, bold=True)
    )


ANOMALIES: Final = {
    "asteroid_field": (_asteroids(), N_("asteroids")),
    "nebula": (_nebula(), N_("nebula")),
    "supernova": (_supernova(), N_("supernova")),
    "gravity_rift": (_rift(), N_("gravity rift")),
}
assert set(CODES) == set(UNIT_TYPES)
