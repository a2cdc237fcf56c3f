"""Move (ECL 7.6, 7.7): ships and their ways."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from rules.eclipse import words
from rules.eclipse.catalogue import SHIPS
from rules.eclipse.civilization import species, stats
from rules.eclipse.galaxy import (
    edge_to,
    enemies,
    fleet,
    grid,
    passable,
    reach,
    ways,
    wormholes_between,
)
from rules.eclipse.speech import _
from rules.eclipse.state import Player, Public
from rules.eclipse.turns.base import Turn, TurnOrder, Voyage, me, no
from rules.kernel.decisions import Problem
from rules.kernel.views import View
from rules.lexicon import Slots, read_counted, read_slots

EXAMPLE = "MOVE interceptor 221-203-205, cruiser FROM 221 TO 203"
MOST_SHOWN = 4
_PATH = re.compile(r"(.*?)\s+(\d{1,3}(?:\s*[->→–]+\s*\d{1,3})+)\s*")
_PIECE = Slots(("", "from", "to"), ("via",), EXAMPLE)


def move_limit(player: Player, reacting: bool) -> int:
    """ECL 7.6.1"""
    return 1 if reacting else species(player).move


class Fleets:
    """Own ships by sector, moved in thought only."""

    def __init__(self, table: Public, seat: int) -> None:
        self.table, self.seat = table, seat
        self._counts: dict[str, dict[str, int]] = {}

    def at(self, number: str) -> Mapping[str, int]:
        if number not in self._counts:
            self._counts[number] = dict(fleet(self.table.hexes[number], self.seat))
        return self._counts[number]

    def shift(self, ship: str, start: str, to: str) -> None:
        self.at(start), self.at(to)
        self._counts[start][ship] -= 1
        self._counts[to][ship] = self._counts[to].get(ship, 0) + 1


class Move(TurnOrder):
    verb = "move"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        """ECL 21.2.7"""
        limit = move_limit(me(v, seat), reacting)
        if len(turn.voyages) > limit:
            return no("too-many-moves", _("You may make {n} move(s).", n=limit), "7.6.1")
        fleets = Fleets(v.table, seat)
        for voyage in turn.voyages:
            found = _voyage_problems(v.table, seat, voyage, fleets)
            if found:
                return found
        return []

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        voyages: list[Voyage] = []
        notes: tuple[str, ...] = ()
        for piece in words.pieces(rest):
            if way := _PATH.fullmatch(piece):
                counted = read_counted(way[1], words.SHIP_NAMES)
                stops = [words.sector(n) for n in re.findall(r"\d+", way[2])]
            else:
                parts = read_slots(piece, _PIECE, words.SECTOR_NAMES)
                counted = read_counted(parts[""], words.SHIP_NAMES)
                between = words.named_in(parts["via"], words.SECTOR_NAMES) if "via" in parts else ()
                stops = [words.sector(parts["from"]), *between, words.sector(parts["to"])]
            notes += words.notes(*counted.read_as)
            for ship, n in counted.counts.items():
                path = find_path(v.table, seat, ship, stops)
                voyages += [Voyage(ship, path)] * n
        return Turn("move", voyages=tuple(voyages)), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        parts = [f"{m.ship} {'-'.join(words.label(n) for n in m.path)}" for m in turn.voyages]
        return f"MOVE {words.join(parts)}"

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        table: Public = v.table
        options = list(single_moves(table, seat))
        if not options:
            return None
        voyages: list[Voyage] = []
        bold = [o for o in options if enemies(table, seat, o.path[-1])] or options
        for _move in range(move_limit(me(v, seat), reacting)):
            more = (*voyages, rng.choice(bold if rng.random() < 0.5 else options))
            if not self.problems(v, seat, Turn("move", voyages=more), reacting):
                voyages = list(more)
        return Turn("move", voyages=tuple(voyages))

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        """One move of each kind of ship from each sector it may leave."""
        first: dict[tuple[str, str], Voyage] = {}
        for voyage in single_moves(v.table, seat):
            first.setdefault((voyage.ship, voyage.path[0]), voyage)
        moves = [Turn("move", voyages=(voyage,)) for voyage in first.values()]
        return [self.write(v, seat, move) for move in moves[:MOST_SHOWN]]


def single_moves(table: Public, seat: int) -> Iterator[Voyage]:
    """Every place any one ship could go now, by a shortest way."""
    player = table.players[seat]
    for number in sorted(table.hexes, key=int):
        for ship in SHIPS:
            if fleet(table.hexes[number], seat).get(ship) and ship != "starbase":
                paths = reach(table, seat, number, stats(player, ship).movement)
                for to in sorted(paths, key=int):
                    yield Voyage(ship, tuple(paths[to]))


def find_path(table: Public, seat: int, ship: str, stops: Sequence[str]) -> tuple[str, ...]:
    """A way over all stops: the shortest open one, else the stops as named (to be refused)."""
    path = [stops[0]]
    for to in stops[1:]:
        path += _leg(table, seat, ship, path[-1], to)
    return tuple(path)


def _leg(table: Public, seat: int, ship: str, start: str, to: str) -> list[str]:
    off_map = start not in table.hexes or to not in table.hexes
    if start == to or off_map or edge_to(table, start, to) is not None:
        return [to]
    open_ = reach(table, seat, start, stats(table.players[seat], ship).movement)
    if to in open_:
        return open_[to][1:]
    on = grid(table)
    came: dict[str, str] = {start: ""}
    queue = [start]
    for here in queue:
        for other in ways(table, seat, here, on):
            if other not in came:
                came[other] = here
                queue.append(other)
    if to not in came:
        return [to]
    leg = [to]
    while came[leg[-1]] != start:
        leg.append(came[leg[-1]])
    return leg[::-1]


def _voyage_problems(table: Public, seat: int, voyage: Voyage, fleets: Fleets) -> list[Problem]:
    """ECL 7.6.2 to 7.6.7, 20.7.7; moves the ship on in `fleets`."""
    if voyage.ship not in SHIPS or len(voyage.path) < 2:
        words_ = _("Name a ship and its way, for example: {example}.", example=EXAMPLE)
        return no("no-way", words_, "7.6.1")
    for number in voyage.path:
        if number not in table.hexes:
            words_ = _("Sector {where} is not on the map.", where=words.label(number))
            return no("not-on-map", words_, "7.6.4")
    if voyage.ship == "starbase":
        return no("starbase", _("Starbases never move."), "7.6.5")
    start = voyage.path[0]
    if not fleets.at(start).get(voyage.ship):
        words_ = _(
            "You have no {ship} in {where}.",
            ship=words.noun(voyage.ship),
            where=words.called(start),
        )
        return no("no-such-ship", words_, "7.6.1")
    speed = stats(table.players[seat], voyage.ship).movement
    if len(voyage.path) - 1 > speed:
        ship = words.noun(voyage.ship)
        words_ = _("Your {ship} moves {n} sector(s) at most.", ship=ship, n=speed)
        return no("too-far", words_, "7.6.2")
    for here, there in zip(voyage.path, voyage.path[1:], strict=False):
        found = _step_problems(table, seat, here, there, fleets)
        if found:
            return found
        fleets.shift(voyage.ship, here, there)
    return []


def _step_problems(
    table: Public, seat: int, here: str, there: str, fleets: Fleets
) -> list[Problem]:
    if not passable(table, seat, here, there):
        ends = {"here": words.label(here), "there": words.label(there)}
        edge = edge_to(table, here, there)
        if edge is None:
            return no("not-adjacent", _("{here} and {there} do not touch.", **ends), "7.6.3")
        if wormholes_between(table, here, edge, there):
            words_ = _("Between {here} and {there} is only half a wormhole.", **ends)
            return no("half-wormhole", words_, "7.6.3")
        words_ = _("There is no wormhole between {here} and {there}.", **ends)
        return no("no-connection", words_, "7.6.3")
    if table.hexes[here].gcds:
        return no("pinned", _("The GCDS lets no ship leave the center."), "7.7.3")
    if sum(fleets.at(here).values()) - 1 < enemies(table, seat, here):
        words_ = _("Enemy ships in {where} pin your ships there.", where=words.called(here))
        return no("pinned", words_, "7.7.2")
    return []
