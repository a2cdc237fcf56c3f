"""Laying out the galaxy: generated, pasted, or built by the players (TI3 3.3, 25, 32.4)."""

import re
from collections.abc import Mapping, Sequence

from rules.hexes import Hex, distance, neighbours
from rules.imperium import mapmaking
from rules.imperium.mapmaking import Board, Draft, Placement, innermost, placements, snake
from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import economy
from rules.ti3 import events as ev
from rules.ti3.facts import ATLAS, CENTRE, LAYOUTS, RACES, RINGS, TILES, Layout
from rules.ti3.names import TILE_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Phase, Public, Table, View

_NUMBERS = re.compile(r"[-−]?\d+")


def layout_of(table: Public) -> Layout:
    """Return the shape of this galaxy, with homes where the table put them."""
    usual = LAYOUTS[len(table.sides)]
    if not table.slots:
        return usual
    homes = tuple(RINGS[3][slot] for slot in table.slots)
    every = (*RINGS[1], *RINGS[2], *RINGS[3])
    return Layout(
        usual.players,
        homes,
        tuple(h for h in every if h not in homes),
        usual.dealt,
        usual.face_down,
        usual.bonus,
        usual.without_cards,
    )


def dealt_tiles(t: Table, players: int) -> list[str]:
    """Return the systems of this game, shuffled; the others go unseen (TI3 3.3.1, 25.2.1,
    25.4.2)."""
    pool = [tile.id for tile in TILES.values() if tile.dealt]
    if players == 3:
        blank = [x for x in pool if TILES[x].kind == "empty" and not TILES[x].wormhole]
        fields = [x for x in pool if TILES[x].anomaly == "asteroid_field"]
        pool = [x for x in pool if x not in (*blank[:3], fields[0])]
    needed = len(LAYOUTS[players].spaces)
    shuffled = t.shuffle("systems", pool)
    t.box.unused = [*t.box.unused, *shuffled[needed:]]
    return shuffled[:needed]


def seat_homes(t: Table, slots: Mapping[int, int]) -> None:
    """Assign the homes; from now on seats are clockwise round the board (TI3 3.3.9)."""
    table: Public = t.table
    layout = layout_of(table)
    order = {h: i for i, h in enumerate(RINGS[3])}
    table.homes = {str(seat): slot for seat, slot in slots.items()}
    table.seating = sorted(slots, key=lambda seat: order[layout.homes[slots[seat]]])
    for seat, slot in sorted(slots.items()):
        goods = layout.bonus[slot]
        if goods:
            economy.gain_goods(t, seat, goods, "TI3 25.4.4")


def home_hex(table: Public, seat: int) -> Hex:
    return layout_of(table).homes[table.homes[str(seat)]]


def drawn_slots(t: Table) -> dict[int, int]:
    """Return the place of each seat: five players draw them, others sit clockwise in their order
    (TI3 25.4.1)."""
    count = len(t.table.sides)
    layout = layout_of(t.table)
    if count == 5:
        return dict(enumerate(t.shuffle("positions", range(count))))
    order = {h: i for i, h in enumerate(RINGS[3])}
    return dict(enumerate(sorted(range(count), key=lambda slot: order[layout.homes[slot]])))


def lay_out(t: Table, generated: bool, pasted: Sequence[str]) -> None:
    """Lay out a whole galaxy at once."""
    layout = layout_of(t.table)
    seat_homes(t, drawn_slots(t))
    if generated:
        tiles = balanced(t, layout)
    else:
        tiles = dict(zip(layout.spaces, pasted, strict=True))
    t.table.places = {CENTRE: [0, 0]} | {tile: [h.q, h.r] for h, tile in tiles.items()}
    finish(t)


def finish(t: Table) -> None:
    """Put all homes on the board."""
    table: Public = t.table
    for seat, side in enumerate(table.sides):
        h = home_hex(table, seat)
        table.places[RACES[side.race].home] = [h.q, h.r]
    t.tell(ev.GalaxyBuilt(len(table.places)), cite="TI3 3.3.4")


# -- generated -----------------------------------------------------------------------------------

_WORTH = {tile: ATLAS.worth(tile) for tile in TILES}
_SPECIAL = frozenset(tile.id for tile in TILES.values() if tile.is_special)


def balanced(t: Table, layout: Layout) -> Board:
    """Random systems, then swaps of two while they make the homes more equal."""
    tiles = dealt_tiles(t, layout.players)
    board = dict(zip(layout.spaces, tiles, strict=True))
    return Draft(board, layout.homes, _WORTH, _SPECIAL, clash).improved()


def clash(a: str, b: str) -> bool:
    """May these systems not lie next to each other (TI3 3.3.6)?"""
    return a in _SPECIAL and b in _SPECIAL


# -- built by the players ------------------------------------------------------------------------


def _read_spot(spots: Sequence[Hex], lines: Sequence[OrderLine]) -> Reading[int] | None:
    """Return the number of the place that the last line names by its two numbers. A sign parts the
    numbers of two places, so that they are not read as words."""
    last = len(lines) - 1
    numbers = [int(n.replace("−", "-")) for n in _NUMBERS.findall(lines[last].rest)]
    if len(numbers) != 2 or Hex(*numbers) not in spots:
        return None
    return Reading(spots.index(Hex(*numbers)), (last,))


class ChooseHome(Choice[int]):
    """Which place a player takes: a free side of Mecatol Rex, or a free place of the shape (TI3
    3.3.2, E93)."""

    Answer = int
    verbs = ("home",)
    rule = "TI3 3.3.2"

    def options(self, v: View) -> list[Option[int]]:
        layout = layout_of(v.table)
        taken = set(v.table.homes.values())
        return [
            Option(_("Home System at ({q}, {r})", q=h.q, r=h.r), slot, f"HOME {h.q} {h.r}")
            for slot, h in enumerate(layout.homes)
            if slot not in taken
        ]

    def prompt(self, v: View) -> str:
        return _("Choose the place of your Home System.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        homes = layout_of(v.table).homes
        return _read_spot(homes, lines) or super().read_orders(v, lines)


def open_spaces(table: Public) -> list[Hex]:
    """Return the free places of the innermost unfinished ring (TI3 3.3.4)."""
    taken = [Hex(*at) for at in table.places.values()]
    if table.face_down:
        taken.append(Hex(*table.face_down))
    return innermost(layout_of(table).spaces, taken)


def playable(table: Public, seat: int, hand: Sequence[str]) -> list[str]:
    """Return what may be placed: after a system without a planet one with a planet, if there is any
    (TI3 3.3.8)."""
    if seat in table.bare:
        with_planets = [tile for tile in hand if TILES[tile].planets]
        return with_planets or list(hand)
    return list(hand)


def allowed(table: Public, seat: int, hand: Sequence[str]) -> list[Placement]:
    """Return the legal placements; special systems touch only if there is no other possibility (TI3
    3.3.6)."""
    laid = {Hex(*at): tile for tile, at in table.places.items()}
    return placements(playable(table, seat, hand), open_spaces(table), laid, clash)


class PlaceTile(mapmaking.PlaceTile):
    """Which system a player places, and where (TI3 3.3.4 to 3.3.8)."""

    rule = "TI3 3.3.4"
    example = "PLACE Lodor AT 0 -1"

    def legal(self, v: View) -> list[Placement]:
        return allowed(v.table, self.seat, v.mine.tiles)

    def problems(self, v: View, answer: Placement) -> list[Problem]:
        if answer.tile not in v.mine.tiles:
            words = _(
                "You do not hold {tile}; you hold {tiles}.",
                tile=ev.title(answer.tile),
                tiles=", ".join(map(ev.title, v.mine.tiles)),
            )
            return [Problem("not-your-tile", words, "TI3 3.3.1")]
        if Hex(answer.q, answer.r) not in open_spaces(v.table):
            free = ", ".join(f"{h.q} {h.r}" for h in open_spaces(v.table))
            words = _("That place is not open; finish the inner ring first: {spaces}.", spaces=free)
            return [Problem("no-such-space", words, "TI3 3.3.4")]
        if answer.tile not in playable(v.table, self.seat, v.mine.tiles):
            words = _("Your last system had no planet, so this one must have one.")
            return [Problem("needs-planet", words, "TI3 3.3.8")]
        if answer not in self.legal(v):
            free = ", ".join(f"{p.q} {p.r}" for p in self.legal(v) if p.tile == answer.tile)
            words = _(
                "Special systems may not lie next to each other. {tile} may go to: {spaces}.",
                tile=ev.title(answer.tile),
                spaces=free or _("no place of this ring"),
            )
            return [Problem("tiles-clash", words, "TI3 3.3.6")]
        return []

    def default(self, v: View) -> Placement:
        """Place the first legal system of the hand in the first legal place (TI3 41.6)."""
        return self.legal(v)[0]

    def prompt(self, v: View) -> str:
        tiles = ", ".join(map(ev.title, v.mine.tiles))
        return _("Place one of your systems ({tiles}) in the open ring.", tiles=tiles)

    def named(self, tile: str) -> str:
        return TILE_NAMES.name(tile)

    def label(self, tile: str) -> str:
        return ev.title(tile)

    def field_titles(self) -> tuple[str, str]:
        return _("Which system"), _("Which place")

    def read_tile(self, text: str) -> tuple[str, str]:
        found = TILE_NAMES.find(text)
        return found.id, found.read_as or ""


class PlaceFaceDown(Choice[int]):
    """Where the face-down system lies, next to Mecatol Rex (TI3 25.4.2)."""

    Answer = int
    verbs = ("place",)
    says_more = True
    rule = "TI3 25.4.2"

    def options(self, v: View) -> list[Option[int]]:
        return [
            Option(_("At ({q}, {r})", q=h.q, r=h.r), i, f"PLACE face down AT {h.q} {h.r}")
            for i, h in enumerate(RINGS[1])
        ]

    def prompt(self, v: View) -> str:
        return _("Put a system face down next to Mecatol Rex.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        return _read_spot(RINGS[1], lines) or super().read_orders(v, lines)


def choose_homes(t: Table) -> Play[None]:
    """Let players place their home systems, then deal the other systems (TI3 3.3.1, 3.3.2,
    25.4)."""
    table: Public = t.table
    count = len(table.sides)
    if count == 5:
        slots = drawn_slots(t)
    else:
        order = [(table.speaker + k) % count for k in range(count)]
        for seat in order:
            slot = yield from t.ask(ChooseHome(seat))
            t.table.homes[str(seat)] = slot
        slots = {int(seat): slot for seat, slot in t.table.homes.items()}
    seat_homes(t, slots)
    for seat in range(count):
        h = home_hex(t.table, seat)
        t.tell(ev.HomePlaced(seat, h.q, h.r), cite="TI3 3.3.3")
    tiles = dealt_tiles(t, count)
    layout = layout_of(t.table)
    t.table.places = {CENTRE: [0, 0]}
    if layout.face_down:
        t.box.face_down = tiles.pop()
        first = t.table.speaker
        place = yield from t.ask(PlaceFaceDown(first))
        t.table.face_down = list(RINGS[1][place])
        t.tell(ev.FaceDownPlaced(first, *RINGS[1][place]), cite="TI3 25.4.2")
    for seat in range(count):
        mine = tiles[seat * layout.dealt :][: layout.dealt]
        t.hand[seat].tiles = mine
        t.tell(ev.TilesDealt(seat, mine), to=seat, cite="TI3 3.3.1")
    at = t.table.seating.index(t.table.speaker)
    lap = t.table.seating[at:] + t.table.seating[:at]
    t.table.order = snake(lap, layout.dealt)
    t.table.dealt = [layout.dealt] * count
    t.table.phase = Phase.BUILD


def place_tile(t: Table, seat: int) -> Play[None]:
    """Ask for one placement of the players' building, and carry it out."""
    bare = seat in t.table.bare
    hand = t.hand[seat].tiles
    if bare and not any(TILES[tile].planets for tile in hand):
        t.tell(ev.TilesShown(seat, list(hand)), cite="TI3 3.3.8")
    chosen = yield from t.ask(PlaceTile(seat))
    table: Public = t.table
    table.places[chosen.tile] = [chosen.q, chosen.r]
    t.hand[seat].tiles.remove(chosen.tile)
    table.dealt[seat] -= 1
    t.tell(ev.TilePlaced(seat, chosen.tile, chosen.q, chosen.r), cite="TI3 3.3.4")
    table.bare = [s for s in table.bare if s != seat]
    if not TILES[chosen.tile].planets:
        table.bare = sorted([*table.bare, seat])
    attach_homes(table)
    table.order.pop(0)
    if not table.order:
        if table.face_down:
            table.places[t.box.face_down] = table.face_down
            t.tell(ev.FaceDownRevealed(t.box.face_down), cite="TI3 25.4.3")
            table.face_down, t.box.face_down = [], ""
        table.bare = []
        table.dealt = []
        finish(t)
        table.phase = Phase.SETTLE


def attach_homes(table: Public) -> None:
    """Put down each home as soon as the inner systems it touches lie there (TI3 3.3.5)."""
    taken = {Hex(*at) for at in table.places.values()}
    for seat, side in enumerate(table.sides):
        h = home_hex(table, seat)
        inner = [n for n in neighbours(h) if distance(mapmaking.CENTRE, n) == 2]
        if all(n in taken for n in inner):
            table.places[RACES[side.race].home] = [h.q, h.r]
