"""Eclipse: set-up (ECL 3): the common area, then who chooses which species."""

import re
from collections.abc import Sequence
from random import Random
from typing import Final

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading, texts
from rules.eclipse.facts import (
    ALIENS,
    CENTER,
    DISCOVERIES,
    RESERVE,
    RESOURCES,
    SECTORS,
    SPECIES,
    STACKS,
    TECHNOLOGIES,
    TERRANS,
    TRACKS,
    ByPlayers,
)
from rules.eclipse.galaxy import add_ships, edges_of
from rules.eclipse.names import SPECIES_NAMES
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Public, Sector, Table, View
from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, UnknownName

# -- the questions -----------------------------------------------------------------------------


_ARTICLE = re.compile(r"^(?:the|az?)\s+", re.IGNORECASE)
_LEAST_GUESSED: Final = 5
"""Letters of a name that may be misspelt: "I'll be back" does not choose black."""
COLOURS: Final = {
    "red": N_("red"), "blue": N_("blue"), "green": N_("green"), "yellow": N_("yellow"),
    "white": N_("white"), "black": N_("black"),
}  # fmt: skip


def free_sides(table: Public) -> list[str]:
    """Return the boards nobody has taken, Terrans first (ECL 3.2.3, 17.1.2)."""
    taken = {SPECIES[p.species].colour for p in table.players if p.species}
    sides = [*TERRANS, *ALIENS] if table.house.aliens else list(TERRANS)
    return [side for side in sides if SPECIES[side].colour not in taken]


class ChooseSpecies(Choice[str]):
    """Which species to play (ECL 21.1.1)."""

    Answer = str
    verbs = ("choose",)
    ranked = True
    root = True
    rule = "ECL 3.2.2"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(
                f"{side.name} ({_(COLOURS[side.colour])})",
                side.id,
                f"CHOOSE {side.name}",
                texts.species_in_brief(side),
            )
            for side in (SPECIES[s] for s in free_sides(v.table))
        ]

    def sample(self, v: View, rng: Random) -> str:
        return rng.choice(free_sides(v.table))

    def prompt(self, v: View) -> str:
        return _("Choose your species; its board and home sector come with it.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        said = _ARTICLE.sub("", lines[0].rest)
        found = SPECIES_NAMES.find(said)
        if found.read_as and len(said) < _LEAST_GUESSED:
            orders = ", ".join(option.order for option in self.options(v))
            raise UnknownName(_("You may write: {orders}", orders=orders))
        return Reading(found.id, (0,), reading.notes(found.read_as))


class TurnHome(Choice[int]):
    """How the owner's home sector lies, in sixths clockwise, by table option (ECL 25.1.3)."""

    Answer = int
    verbs = ("turn",)
    rule = "ECL 25.1.3"

    def options(self, v: View) -> list[Option[int]]:
        """Return one option for each arrangement of wormholes; the layout's own comes first."""
        number = str(SPECIES[v.table.players[self.seat].species].home)
        laid = v.table.hexes[number].turn
        found: dict[tuple[bool, ...], Option[int]] = {}
        for turn in (laid, *range(6)):
            text = _("wormholes {holes}", holes=nouns.wormholes(number, turn))
            found.setdefault(edges_of(number, turn), Option(text, turn, f"TURN {turn}"))
        return list(found.values())

    def prompt(self, v: View) -> str:
        home = nouns.called(SPECIES[v.table.players[self.seat].species].home)
        return _("Turn your home sector {home}: which of its edges have the wormholes?", home=home)


# -- what is done ------------------------------------------------------------------------------


def by_players(table: Public) -> ByPlayers:
    """Return the numbers for this count of players; they stay when somebody leaves (ECL 18.2,
    25.8.6)."""
    return TRACKS.players[str(len(table.players))]


def prepare(t: Table) -> None:
    """Fill bags and stacks, lay the center, draw the start player; then say who chooses a species
    when (ECL 3.1)."""
    numbers = by_players(t.table)
    t.box.technologies = {tech.id: tech.tiles for tech in TECHNOLOGIES.values()}
    shown = draw_technologies(t, numbers.technologies)
    tiles = TRACKS.reputation[t.table.house.reputation]
    t.box.reputation = [int(value) for value in sorted(tiles) for _ in range(tiles[value])]
    fronts = [tile.id for tile in DISCOVERIES.values() for _ in range(tile.tiles)]
    t.box.discoveries = t.shuffle("discoveries", fronts)
    for stack, sectors in STACKS.items():
        order = t.shuffle(f"stack-{stack}", sectors)
        if stack == "III":
            order, t.box.left_out = order[: numbers.outer], sorted(order[numbers.outer :])
        t.box.stacks[stack] = order
        t.table.stacks[stack] = len(order)
    t.table.discoveries = len(fronts)
    t.table.hexes[CENTER] = Sector(0, 0, gcds=True)
    lay_discovery(t, CENTER)
    seats = len(t.table.players)
    t.table.start = t.roll("start-player", 1, seats)[0] - 1
    t.tell(ev.SetUp(t.table.start, shown), cite=("ECL 3.1.2", "ECL 3.1.7"))
    t.table.phase = "species"
    t.table.choosing = choosing_order(t.table)
    assign_species(t)


def draw_technologies(t: Table, count: int) -> dict[str, int]:
    """Move tiles from the bag to the supply board (ECL 3.1.2, 11.1.1)."""
    bag = [tech for tech in sorted(t.box.technologies) for _ in range(t.box.technologies[tech])]
    new: dict[str, int] = {}
    for _nth in range(min(count, len(bag))):
        tech = bag.pop(t.roll("technology", 1, len(bag))[0] - 1)
        new[tech] = new.get(tech, 0) + 1
    for tech, n in new.items():
        t.box.technologies[tech] -= n
        if not t.box.technologies[tech]:
            del t.box.technologies[tech]
        t.table.supply[tech] = t.table.supply.get(tech, 0) + n
    return dict(sorted(new.items()))


def lay_discovery(t: Table, number: str) -> None:
    """Lay the top tile, face down, if there is one (ECL 7.1.8, 25.4.5)."""
    if t.box.discoveries:
        t.box.buried[number] = t.box.discoveries.pop(0)
        t.table.discoveries -= 1
        t.table.hexes[number].discovery = True


def choosing_order(table: Public) -> list[int]:
    """Return the seats clockwise from the start player, or the other way round with aliens (ECL
    3.2.1, 3.2.2)."""
    seats = len(table.players)
    if table.house.aliens:
        return [(table.start - k) % seats for k in range(1, seats + 1)]
    return [(table.start + k) % seats for k in range(seats)]


def assign_species(t: Table) -> None:
    """Deal boards at random, or as the table agreed beforehand."""
    house = t.table.house
    if house.species == "random":
        sides = t.shuffle("species", [*TERRANS, *ALIENS] if house.aliens else TERRANS)
        for seat in range(len(t.table.players)):
            colours = {SPECIES[p.species].colour for p in t.table.players if p.species}
            side = next(s for s in sides if SPECIES[s].colour not in colours)
            take_board(t, seat, side)
    elif house.species == "chosen":
        for seat, side in enumerate(house.chosen):
            take_board(t, seat, side)
    if house.species != "draft" and house.home_rotation == "layout":
        t.table.choosing = []
        begin_round(t)


def choose_species(t: Table, seat: int) -> Play[None]:
    """Ask a player for a species and, by table option, how the home sector lies (ECL 3.2,
    25.1.3)."""
    if not t.table.players[seat].species:
        side = yield from t.ask(ChooseSpecies(seat))
        take_board(t, seat, side)
    if t.table.house.home_rotation == "owner":
        turn = yield from t.ask(TurnHome(seat))
        home = str(SPECIES[t.table.players[seat].species].home)
        t.table.hexes[home].turn = turn
        t.tell(ev.HomeTurned(seat, home, turn), cite="ECL 25.1.3")
    t.table.choosing.pop(0)
    if not t.table.choosing:
        begin_round(t)


def take_board(t: Table, seat: int, side: str) -> None:
    """Give a seat its species, home sector and first reputation tiles (ECL 3.3, 3.4)."""
    lay_home(t.table, seat, side)
    t.tell(ev.SpeciesTaken(seat, side), cite=("ECL 3.3", "ECL 3.4"))
    draws = SPECIES[side].reputation_draws
    if draws:
        drawn, t.box.reputation = draw_from(t, f"start-reputation@{seat}", draws)
        t.hand[seat].reputation = sorted(drawn)
        t.table.players[seat].reputation = draws
        seen = ev.ReputationSeen(seat, sorted(drawn))
        t.tell(seen, to=seat, public=ev.ReputationDrawn(seat, draws), cite="ECL 3.4.4")


def draw_from(t: Table, label: str, count: int) -> tuple[list[int], list[int]]:
    """Return reputation tiles drawn blind, and what stays in the bag."""
    mixed = t.shuffle(label, t.box.reputation)
    return mixed[:count], sorted(mixed[count:])


def lay_home(table: Public, seat: int, side: str) -> None:
    """Lay the board and the home sector, without any chance in it."""
    board = SPECIES[side]
    player = table.players[seat]
    player.species = side
    player.storage = list(board.storage)
    player.reserve = RESERVE
    player.discs = board.discs - 1
    player.colony = board.colony_ships
    player.technologies = list(board.technologies)
    q, r, turn = by_players(table).starts[seat]
    home = Sector(q, r, turn, owner=seat, filled=home_cubes(table, side))
    for i in home.filled:
        resource = SECTORS[str(board.home)].square(i).kind
        player.cubes[RESOURCES.index(resource)] -= 1
    add_ships(home, seat, board.first_ship)
    table.hexes[str(board.home)] = home


def home_cubes(table: Public, side: str) -> tuple[int, ...]:
    """Return the squares of a home sector that start with cubes; Hydran's advanced one by table
    option only (ECL 3.4.2, 25.1.4)."""
    face = SECTORS[str(SPECIES[side].home)]
    extra = side == "hydran_progress" and table.house.hydran_advanced_start
    return tuple(
        i
        for i, square in enumerate(face.squares)
        if not square.endswith("*") or (extra and square == "science*")
    )


def begin_round(t: Table) -> None:
    """Begin the first round with the start player (ECL 3.4.5, 20.2.1)."""
    t.table.phase = "action"
    t.table.at = t.table.start
