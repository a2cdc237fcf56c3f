"""Laying out the galaxy: generated, pasted, or built by the players (TI4 SU-6, A.4, H-3)."""

from collections.abc import Mapping, Sequence
from functools import cache

from rules.hexes import Hex
from rules.imperium import mapmaking
from rules.imperium.mapmaking import Board, Draft, Placement, innermost, placements, snake
from rules.kernel.decisions import Problem
from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.facts import (
    ATLAS,
    CENTRE,
    CREUSS_GATE,
    CREUSS_HOME,
    FACTIONS,
    LAYOUTS,
    TILES,
    Layout,
)
from rules.ti4.speech import _
from rules.ti4.state import Phase, Public, Table, View


def lay_out(t: Table, generated: bool, pasted: Sequence[str]) -> None:
    """Lay out a whole galaxy at once."""
    layout = LAYOUTS[len(t.table.sides)]
    if generated:
        tiles = balanced(t, layout)
    else:
        tiles = dict(zip(layout.spaces, pasted, strict=True))
    finish(t, layout, tiles)


def finish(t: Table, layout: Layout, tiles: Mapping[Hex, str]) -> None:
    """Put the homes on the map; five players get their trade goods (TI4 SU-6.v)."""
    places = {CENTRE: [0, 0]}
    places |= {tile: [h.q, h.r] for h, tile in tiles.items()}
    for seat, home in enumerate(layout.homes):
        tile = home_tile(t.table, seat)
        if tile == CREUSS_HOME:
            t.table.detached = [CREUSS_HOME]
            tile = CREUSS_GATE
        places[tile] = [home.hex.q, home.hex.r]
        t.table.sides[seat].goods += home.bonus
        t.table.supply += home.bonus
    t.table.places = places
    t.tell(ev.GalaxyBuilt(len(places) + len(t.table.detached)), cite="TI4 SU-6")


def home_tile(table: Public, seat: int) -> str:
    return FACTIONS[table.sides[seat].faction].home


# -- generated -----------------------------------------------------------------------------------


def balanced(t: Table, layout: Layout) -> Board:
    """Return random tiles, after swaps of two tiles while they make the homes more equal."""
    players = layout.players
    blue = t.shuffle("blue tiles", pool("blue"))[: layout.blue * players]
    red = t.shuffle("red tiles", pool("red"))[: layout.red * players + layout.extra_red]
    spaces = t.shuffle("spaces", [list(h) for h in layout.spaces])
    board = {Hex(*h): tile for h, tile in zip(spaces, [*blue, *red], strict=True)}
    homes = [home.hex for home in layout.homes]
    return Draft(board, homes, _WORTH, _SPECIAL, clash).improved()


def pool(back: str) -> list[str]:
    return [tile.id for tile in TILES.values() if tile.pool == back]


_SPECIAL = frozenset(tile.id for tile in TILES.values() if tile.anomalies or tile.wormholes)


@cache
def clash(a: str, b: str) -> bool:
    """Return whether these tiles may not lie next to each other (TI4 SU-6.iv)."""
    one, two = TILES[a], TILES[b]
    if one.anomalies and two.anomalies:
        return True
    return any(hole in two.wormholes for hole in one.wormholes)


_WORTH = {tile: ATLAS.worth(tile) for tile in TILES}


# -- built by the players ------------------------------------------------------------------------


def open_spaces(table: Public) -> list[Hex]:
    """Return the free spaces of the innermost unfinished ring (TI4 SU-6.iv)."""
    layout = LAYOUTS[len(table.sides)]
    return innermost(layout.spaces, [Hex(*at) for at in table.places.values()])


def allowed(table: Public, hand: Sequence[str]) -> list[Placement]:
    """Return the legal placements; a breach only if there is no other possibility (TI4 SU-6.iv,
    H-3)."""
    laid = {Hex(*at): tile for tile, at in table.places.items()}
    return placements(hand, open_spaces(table), laid, clash)


def _tile_words(tile: str) -> str:
    """Return a tile by its number and the things on it."""
    printed = TILES[tile]
    inside = (*map(ev.title, printed.planets), *printed.anomalies, *printed.wormholes)
    return " – ".join((tile, *inside))


class PlaceTile(mapmaking.PlaceTile):
    """The choice of a tile that a player places, and its place; `extra`: the speaker's red tile
    with five players (TI4 SU-6.iii, D-2, D-3)."""

    extra: bool = False

    rule = "TI4 SU-6.iii"
    example = "PLACE 26 AT 0 -1"

    def legal(self, v: View) -> list[Placement]:
        return allowed(v.table, v.mine.tiles)

    def problems(self, v: View, answer: Placement) -> list[Problem]:
        if answer.tile not in v.mine.tiles:
            words = _(
                "You do not hold tile {tile}; you hold {tiles}.",
                tile=answer.tile,
                tiles=", ".join(v.mine.tiles),
            )
            return [Problem("not-your-tile", words, "TI4 SU-6.ii")]
        if Hex(answer.q, answer.r) not in open_spaces(v.table):
            free = ", ".join(f"{h.q} {h.r}" for h in open_spaces(v.table))
            words = _("That space is not open; finish the inner ring first: {spaces}.", spaces=free)
            return [Problem("no-such-space", words, "TI4 SU-6.iv")]
        if answer not in self.legal(v):
            free = ", ".join(f"{p.q} {p.r}" for p in self.legal(v) if p.tile == answer.tile)
            words = _(
                "Anomalies, or equal wormholes, cannot lie next to each other. "
                "Tile {tile} may go to: {spaces}.",
                tile=answer.tile,
                spaces=free or _("no space of this ring"),
            )
            return [Problem("tiles-clash", words, "TI4 SU-6.iv")]
        return []

    def default(self, v: View) -> Placement:
        """Place the lowest tile in the first open space (TI4 J.3)."""
        return min(self.legal(v), key=lambda p: int(p.tile))

    def prompt(self, v: View) -> str:
        return _(
            "Place one of your tiles ({tiles}) in the open ring.", tiles=", ".join(v.mine.tiles)
        )

    def named(self, tile: str) -> str:
        return tile

    def label(self, tile: str) -> str:
        return _tile_words(tile)

    def field_titles(self) -> tuple[str, str]:
        return _("Which tile"), _("Which space")

    def read_tile(self, text: str) -> tuple[str, str]:
        return text.split()[-1], ""


def deal_tiles(t: Table) -> None:
    """Deal the tiles and set the order in which they are placed (TI4 SU-6.ii, SU-6.iii)."""
    count = len(t.table.sides)
    layout = LAYOUTS[count]
    blue = t.shuffle("blue tiles", pool("blue"))
    red = t.shuffle("red tiles", pool("red"))
    for seat in range(count):
        mine = blue[seat * layout.blue :][: layout.blue] + red[seat * layout.red :][: layout.red]
        t.hand[seat].tiles = mine
        t.tell(ev.TilesDealt(seat, mine), to=seat, cite="TI4 SU-6.ii")
    t.box.red = red[count * layout.red :]
    lap = [(t.table.speaker + k) % count for k in range(count)]
    rounds = layout.blue + layout.red
    t.table.order = snake(lap, rounds)
    t.table.places = {CENTRE: [0, 0]}
    t.table.phase = Phase.BUILD
    if layout.extra_red:
        extra = t.box.red.pop(0)
        t.hand[t.table.speaker].tiles = [extra]
        t.table.order = [t.table.speaker, *t.table.order]
        t.box.red = [*t.box.red, *mine_of_speaker(blue, red, t.table.speaker, layout)]


def mine_of_speaker(
    blue: Sequence[str], red: Sequence[str], seat: int, layout: Layout
) -> list[str]:
    """Return the tiles the speaker was dealt, laid aside while the extra tile is placed."""
    return [
        *blue[seat * layout.blue :][: layout.blue],
        *red[seat * layout.red :][: layout.red],
    ]


def place_tile(t: Table, seat: int) -> Play[None]:
    """Ask for one placement of the players' building, and carry it out."""
    layout = LAYOUTS[len(t.table.sides)]
    extra = bool(layout.extra_red) and len(t.table.order) == len(layout.spaces)
    chosen = yield from t.ask(PlaceTile(seat, extra))
    t.table.places[chosen.tile] = [chosen.q, chosen.r]
    t.hand[seat].tiles.remove(chosen.tile)
    t.tell(ev.TilePlaced(seat, chosen.tile, chosen.q, chosen.r), cite="TI4 SU-6.iii")
    t.table.order.pop(0)
    if extra:
        dealt = layout.blue + layout.red
        t.hand[seat].tiles, t.box.red = t.box.red[-dealt:], t.box.red[:-dealt]
    if not t.table.order:
        built = {Hex(*at): tile for tile, at in t.table.places.items() if tile != CENTRE}
        finish(t, layout, built)
        t.table.phase = Phase.HOMES
