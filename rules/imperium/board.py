"""The picture of a galaxy: systems with what lies in them, players below (SVG).

A game says what there is to see as `System` and `PlanetSeen`, in plain values; nothing is asked of
its rules here. Readable in grey: owners carry letters, planets and wormholes letters, anomalies
shapes.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from rules.hexes import Hex, corners, to_pixel
from rules.imperium.speech import N_, _
from rules.toolbox.drawing import FONT, INK, PAPER, circle, polygon, rect, text
from rules.toolbox.stock import ByOwner, ordered

SIZE: Final = 100.0
FADED: Final = "#77746b"
WHITE: Final = "#ffffff"
PAINT: Final = (
    ("#c8372d", WHITE), ("#2f62b5", WHITE), ("#2e8b46", WHITE),
    ("#f0cb35", INK), ("#8a4fb0", WHITE), ("#33333d", WHITE),
)  # fmt: skip
"""Fill and ink of a player's pieces, by seat, as the colours of the box."""
SPECIALTIES: Final = {
    "blue": ("#2f62b5", WHITE), "green": ("#2e8b46", WHITE),
    "red": ("#c8372d", WHITE), "yellow": ("#f0cb35", INK),
}  # fmt: skip
GREEK: Final = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ"}
RADIUS: Final = 30.0
EXHAUSTED: Final = "#a3a098"


class PlanetSeen(NamedTuple):
    """What the picture shows of a planet. `letter`: of its trait; `label`: a sign below it."""

    name: str
    worth: str
    fill: str
    owner: int | None
    units: ByOwner
    damaged: ByOwner
    letter: str = ""
    specialties: tuple[str, ...] = ()
    label: str = ""


class System(NamedTuple):
    """What the picture shows of a system. `label`: its number; `banner`: ACTIVE, COMBAT or nothing;
    `tokens`: seats with a command token there; `words`: all of it for those who cannot see it."""

    id: str
    label: str
    fill: str
    planets: tuple[PlanetSeen, ...]
    anomalies: tuple[str, ...]
    wormholes: tuple[str, ...]
    tokens: tuple[int, ...]
    units: ByOwner
    damaged: ByOwner
    banner: str
    words: str


class Player(NamedTuple):
    """A line about a player below the picture."""

    name: str
    remarks: tuple[str, ...]


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


class Row(NamedTuple):
    """A line of units of one owner; `first`: it bears the owner's letters."""

    seat: int
    words: str
    first: bool


class Galaxy:
    """The drawing of one galaxy. `codes`: two letters for each type of unit, in printed order;
    `names`: the players."""

    def __init__(self, codes: Mapping[str, str], names: Sequence[str]) -> None:
        self._codes = codes
        self._marks = initials(names)

    def picture(
        self,
        systems: Sequence[tuple[System, tuple[float, float]]],
        open_spaces: Sequence[Hex],
        players: Sequence[Player],
        key: Sequence[str],
    ) -> str:
        """The whole picture: systems with the middle of each, spaces where the next tile may go,
        lines about the players, and the explanation of the signs."""
        body = [_open_space(h) for h in open_spaces]
        for system, (x, y) in systems:
            land = [(x + dx, y + dy) for dx, dy in _LAND]
            body.append(polygon(land, fill=system.fill, stroke="#6f6c63", width=1.5))
        for system, (x, y) in sorted(systems, key=lambda found: _by_number(found[0].id)):
            body.append(
                f'<g data-id="{escape(system.id)}" transform="translate({x:.1f},{y:.1f})">'
                f"<title>{escape(system.words)}</title>{''.join(self._system(system))}</g>"
            )
        spots = [*(spot for _system, spot in systems), *(to_pixel(h, SIZE) for h in open_spaces)]
        return self._framed(spots, body, players, key)

    def _framed(
        self,
        spots: Sequence[tuple[float, float]],
        body: list[str],
        players: Sequence[Player],
        key: Sequence[str],
    ) -> str:
        spots = spots or [(0.0, 0.0)]
        left = min(s[0] for s in spots) - SIZE * 1.06
        right = max(s[0] for s in spots) + SIZE * 1.06
        top = min(s[1] for s in spots) - SIZE * 0.94
        bottom = max(s[1] for s in spots) + SIZE * 0.94
        width = max(right - left, 940)
        left -= (width - (right - left)) / 2
        legend = list(self._players(players, width))
        rows = len(legend) * ROW + len(key) * 38 + 34
        height = bottom - top + rows
        for i, words in enumerate(key):
            y = len(players) * ROW + 42 + i * 38
            legend.append(text(16, y, words, 30, anchor="start"))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {width:.0f} '
            f'{height:.0f}" width="{width:.0f}" height="{height:.0f}" font-family="{FONT}">'
            f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" '
            f'fill="{PAPER}"/>{"".join(body)}'
            f'<g transform="translate({left:.1f},{bottom:.1f})">{"".join(legend)}</g></svg>'
        )

    def _players(self, players: Sequence[Player], width: float) -> Iterator[str]:
        """One line a player."""
        for seat, player in enumerate(players):
            y = 8 + seat * ROW
            fill, ink = PAINT[seat]
            yield (
                _box(16, y, 60, 40, fill, 20)
                + text(46, y + 30, self._marks[seat], 28, fill=ink, bold=True)
                + text(90, y + 31, player.name, 32, bold=True, anchor="start")
                + text(width - 16, y + 31, " · ".join(player.remarks), 30, anchor="end")
            )

    def _system(self, system: System) -> Iterator[str]:
        """One system, drawn round its own middle."""
        yield _TARGET
        for kind in system.anomalies:
            drawn, words = ANOMALIES[kind]
            yield _labelled(drawn, _(words))
        if system.banner:
            yield polygon(_INNER, stroke=INK, width=10)
            yield polygon(_INNER, stroke="#ffd84a", width=5, dash="14 6")
        for i, hole in enumerate(system.wormholes):
            x, y = 46 + i * 13, -68 + i * 23
            yield circle(x, y, 13, fill=INK, stroke="none", width=0)
            yield circle(x, y, 10, fill=WHITE, stroke="none", width=0)
            yield text(x, y + 6, GREEK[hole], 18, bold=True)
        for i in range(len(system.planets)):
            yield from self._planet(system.planets, i)
        yield text(-55, -66, system.label, 25, bold=True, anchor="start")
        yield from self._tokens(system.tokens, 2 if system.wormholes else 3)
        yield from self._fleets(system)
        if system.banner:
            yield _box(-36, -98, 72, 18, INK, 8)
            yield text(0, -84, system.banner, 13, fill="#ffd84a", bold=True)

    def _planet(self, planets: Sequence[PlanetSeen], at: int) -> Iterator[str]:
        planet, layout = planets[at], LAYOUTS[len(planets)]
        x, y = layout.middles[at]
        owner = planet.owner
        if owner is None:
            yield circle(x, y, RADIUS, fill=planet.fill, stroke=INK, width=1.5)
        else:
            yield circle(x, y, RADIUS, fill=planet.fill, stroke=INK, width=7)
            yield circle(x, y, RADIUS, stroke=PAINT[owner][0], width=4.5)
        yield text(x, y + (6 if planet.letter else 9), planet.worth, 26, bold=True)
        if planet.letter:
            yield text(x, y + 23, planet.letter, 17, bold=True)
        for i, colour in enumerate(planet.specialties):
            paint, ink = SPECIALTIES[colour]
            left, top = x + layout.tags[at] - 8, y - 9 + i * 17
            yield _box(left, top, 16, 17, paint, 3)
            yield text(left + 8, top + 13.5, colour[0].upper(), 14, fill=ink, bold=True)
        if owner is not None:
            dx, dy = layout.badges[at]
            yield _box(x + dx - 16, y + dy - 10, 32, 20, WHITE, 10)
            yield text(x + dx, y + dy + 6.5, self._marks[owner], 17, bold=True)
        yield text(x, y + 45, planet.name, 15 if len(planet.name) * len(planets) < 18 else 13)
        if planet.label:
            yield _box(x - 60, y + 50, 120, 22, INK, 4)
            yield text(x, y + 67, planet.label, 18, fill=WHITE, bold=True)
        rows = self._rows(planet.units, planet.damaged, layout.line)
        yield from self._chips(rows, x, y + 49, layout.size, owner)

    def _tokens(self, seats: Sequence[int], per: int) -> Iterator[str]:
        """Flags beside the number, as many as fit; the others down the sides."""
        spots = [(-18.0 + i * 26, -80.0) for i in range(per)] + list(SIDES)
        for seat, (x, y) in zip(seats, spots, strict=False):
            fill, ink = PAINT[seat]
            flag = [(x, y), (x + 25, y), (x + 25, y + 16), (x + 12.5, y + 22), (x, y + 16)]
            yield polygon(flag, fill=fill, width=1.2)
            yield text(x + 12.5, y + 14, self._marks[seat], 14, fill=ink, bold=True)

    def _fleets(self, system: System) -> Iterator[str]:
        """Ships and what they carry, at the foot of the tile; from the middle where it is empty."""
        planets = system.planets
        top, (line, size) = (self._foot(planets), ABROAD) if planets else (8.0, ALONE)
        low = 46.0 if planets else top
        rows = self._rows(system.units, system.damaged, line)
        if len(rows) * (size + 4) > BOTTOM - top:
            line, size = CROWDED
            rows = self._rows(system.units, system.damaged, line)
        fitting = BOTTOM - len(rows) * (size + 4)
        yield from self._chips(rows, 0, min(max(top, low), fitting), size, None)

    def _foot(self, planets: Sequence[PlanetSeen]) -> float:
        """The height below the ground forces of all planets."""
        layout = LAYOUTS[len(planets)]
        most = max(len(self._rows(p.units, p.damaged, layout.line)) for p in planets)
        return layout.middles[0][1] + 50 + most * (layout.size + 4)

    def _rows(self, owners: ByOwner, hurt: ByOwner, line: int) -> list[Row]:
        """The units of every owner, broken into lines of so many letters."""
        rows: list[Row] = []
        for seat in sorted(owners):
            damage = hurt.get(seat, {})
            lines: list[str] = []
            for unit, n in ordered(owners[seat], tuple(self._codes)):
                word = f"{n}{self._codes[unit]}" + (f"/{damage[unit]}" if damage.get(unit) else "")
                if lines and len(lines[-1]) + 1 + len(word) <= line:
                    lines[-1] += f" {word}"
                else:
                    lines.append(word)
            rows += [Row(int(seat), words, not i) for i, words in enumerate(lines)]
        return rows

    def _chips(
        self, rows: Sequence[Row], x: float, y: float, size: float, known: int | None
    ) -> Iterator[str]:
        """Lines in the owner's colour, with the owner's letters unless they are `known`."""
        for i, row in enumerate(rows):
            fill, ink = PAINT[row.seat]
            cap = size * 1.65 if row.first and row.seat != known else 0
            width = cap + size * (0.4 + 0.62 * len(row.words))
            left, top, base = x - width / 2, y + i * (size + 4), y + i * (size + 4) + size
            yield _box(left, top, width, size + 3, fill, 6)
            if cap:
                yield _box(left, top, cap, size + 3, WHITE, 6)
                yield text(left + cap / 2, base - 0.5, self._marks[row.seat], size, bold=True)
            yield text(left + (cap + width) / 2, base - 0.5, row.words, size, fill=ink, bold=True)


def initials(names: Sequence[str]) -> list[str]:
    """Two letters for every player, no two the same."""
    found: list[str] = []
    for name in names:
        letters = [c for c in name if c.isalnum()] or ["?"]
        pairs = [(letters[0] + c).upper() for c in (*letters[1:], *"123456")]
        found.append(next(pair for pair in pairs if pair not in found))
    return found


def middles(
    places: Mapping[str, Sequence[int]], apart: Sequence[str] = ()
) -> dict[str, tuple[float, float]]:
    """The middles of the systems; those `apart`, not joined to the map, lie off its corners."""
    spots: dict[str, tuple[float, float]] = {}
    for tile, at in places.items():
        spots[tile] = to_pixel(Hex(*at), SIZE)
    for tile in apart:
        xs = [x for x, _y in spots.values()] or [0.0]
        ys = [y for _x, y in spots.values()] or [0.0]
        ends = [(x, y) for x in (min(xs), max(xs)) for y in (min(ys), max(ys))]
        far = [e for e in ends if all(math.dist(e, s) > SIZE * 2 for s in spots.values())]
        spots[tile] = far[0] if far else (min(xs) - SIZE * 2.2, min(ys))
    return spots


def _open_space(h: Hex) -> str:
    """Where the next tile may go, under the name that orders use."""
    x, y = to_pixel(h, SIZE)
    words = _("Open space {q} {r}", q=h.q, r=h.r)
    return (
        f'<g data-id="{h.q} {h.r}"><title>{escape(words)}</title>'
        + polygon([(p.x, p.y) for p in corners(h, SIZE)], stroke=FADED, width=2, dash="8 8")
        + text(x, y + 11, f"{h.q} {h.r}", 30, fill=FADED)
        + "</g>"
    )


_LAND: Final = [(p.x, p.y) for p in corners(Hex(0, 0), SIZE)]
_TARGET: Final = (
    '<polygon points="'
    + " ".join(f"{x:.1f},{y:.1f}" for x, y in _LAND)
    + '" fill="#ffffff" fill-opacity="0"/>'
)
"""The whole system can be pointed at, though all land is drawn before anything on it."""
_INNER: Final = [(x * 0.955, y * 0.955) for x, y in _LAND]


def _box(x: float, y: float, w: float, h: float, fill: str, rounded: float) -> str:
    return rect(x, y, w, h, fill=fill, width=1.2, round_=rounded)


def _by_number(tile: str) -> tuple[int, str]:
    """Tiles with numbers by their number, those with names by name."""
    return (int(tile), "") if tile.isdigit() else (0, tile)


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
        polygon(
            [(x + a * r, y + b * r) for a, b in shape],
            fill="#a39a8b",
            stroke="#5d574c",
            width=1.5,
        )
        for x, y, r in rocks
    )


def _nebula() -> str:
    clouds = ((-34, -22, 34), (8, -34, 36), (42, -12, 32), (-6, 0, 30))
    soft = "".join(circle(x, y, r, fill="#c8a9dd", stroke="none", width=0) for x, y, r in clouds)
    bright = "".join(
        circle(x, y - 4, r * 0.6, fill="#dcc6ea", stroke="none", width=0) for x, y, r in clouds
    )
    return soft + bright


def _supernova() -> str:
    return (
        polygon(_star(14, 62, 40, -12), fill="#f0a63a", stroke="#9a5a12", width=1.5)
        + polygon(_star(14, 40, 28, -12), fill="#ffe28a", stroke="none", width=0)
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
        + _box(-8 - 4.2 * len(words), -24, 16 + 8.4 * len(words), 18, WHITE, 4)
        + text(0, -10, words, 14, bold=True)
    )


ANOMALIES: Final = {
    "asteroid_field": (_asteroids(), N_("asteroids")),
    "nebula": (_nebula(), N_("nebula")),
    "supernova": (_supernova(), N_("supernova")),
    "gravity_rift": (_rift(), N_("gravity rift")),
}
