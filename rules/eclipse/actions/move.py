"""Move (ECL 7.6, 7.7): ships and their ways."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Turn, TurnOrder, Voyage
from rules.eclipse.diplomacy import break_relations
from rules.eclipse.facts import SHIPS
from rules.eclipse.galaxy import (
    add_ships,
    distance,
    edge_to,
    enemies,
    fleet,
    grid,
    passable,
    present,
    reach,
    take_ships,
    ways,
    wormholes_between,
)
from rules.eclipse.names import SECTOR_NAMES, SHIP_NAMES
from rules.eclipse.player.blueprints import stats
from rules.eclipse.player.civilization import home_of, me, species
from rules.eclipse.refusals import no
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Player, Public, Table, View
from rules.kernel.decisions import Problem
from rules.kernel.forms import Form, Group, Pair, Pick, Tick
from rules.kernel.table import Play
from rules.lexicon import ALL, MissingPart, Slots, read_counted, read_slots

EXAMPLE = "MOVE interceptor 221-203-205, 2 cruisers FROM 221 TO 203"
MOST_SHOWN = 4
_PATH = re.compile(
    r"((?:(?!\d{3}).)*?)\s*(?:\b(?:from|z|ze)\s+)?"
    r"\b(\d{1,3}(?:\s*(?:[->→–]+|\b(?:to|do)\b)\s*\d{1,3})+|\d{3}(?:\s+\d{3})+)\s*",
    re.IGNORECASE,
)
_PIECE = Slots((), ("", "from", "to", "via"), EXAMPLE)
_SHIPS = re.compile(
    r"\b(?:(?:my|of|the)\s+)*(?:ships?|fleet|statk\w*|statek|flot\w*|hajó\w*|flott\w*)\b",
    re.IGNORECASE,
)
_ANOTHER = re.compile(
    r"(?:the\s+|az?\s+)?(?:an?other|other|second|drug\w+|másik\w*|masik\w*)"
    r"(?:\s+(?:one|ship))?(?:\s+(?P<ship>\w+))?",
    re.IGNORECASE,
)
"""One more ship of the kind just named, or of the kind that follows: "and the other cruiser"."""
_EACH = re.compile(r"(?P<ships>.+?)\s+each\s+(?:to|into)\s+(?P<where>.+)", re.IGNORECASE)
_ATTACK = re.compile(r"attack\b\s*", re.IGNORECASE)
_AGAINST = re.compile(
    r"(?:.*?\b(?:in|at|on|w|na|sector|sektor)\s+)?(?P<to>\d{3}(?:\s+[^\W\d]+)??|\w+)\W*"
    r"\b(?:with|using|z|ze|by)\s+(?P<ships>.+)",
    re.IGNORECASE,
)
_TO_FIRST = re.compile(
    r"(?:to|into|do|na)\s+(?P<to>\d{3})\b\W*(?P<ships>(?:with|using|z|ze)?\s*\S.*)", re.IGNORECASE
)


def move_limit(player: Player, reacting: bool) -> int:
    """Return how many moves one action makes (ECL 7.6.1)."""
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
        """Say why these moves cannot be made, one after the other (ECL 21.2.7)."""
        limit = move_limit(me(v, seat), reacting)
        if len(turn.voyages) > limit:
            words = _(
                "You may make {n} move(s), one ship each; this would be {asked}.",
                n=limit,
                asked=len(turn.voyages),
            )
            return no("too-many-moves", words, "7.6.1")
        fleets = Fleets(v.table, seat)
        for voyage in turn.voyages:
            found = _voyage_problems(v.table, seat, voyage, fleets)
            if found:
                return found
        return []

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        """Read ships and ways; ships named before a way go that way, all of them: "1 cruiser, 1
        interceptor 221-106"."""
        if reading.is_nothing_at_all(rest):
            return Turn("move"), ()
        if reading.is_told_nothing(rest):
            raise reading.refuse_empty("move")
        voyages: list[Voyage] = []
        waiting: list[str] = []
        notes: tuple[str, ...] = ()
        for piece in reading.pieces(_one_each(_in_order(v, seat, rest))):
            named, stops = _ships_and_way(v, seat, piece)
            if not stops:
                waiting.append(named)
                continue
            if not named and not waiting:
                raise MissingPart(_no_way())
            another = voyages and _ANOTHER.fullmatch(named)
            listed = _SHIPS.sub(" ", ", ".join(filter(None, (*waiting, named))))
            if another:
                listed = another["ship"] or voyages[-1].ship
            waiting = []
            moved, read_as = self._voyages(v, seat, listed, stops)
            voyages += moved
            notes += read_as
        if waiting or not voyages:
            raise MissingPart(_no_way())
        return Turn("move", voyages=tuple(voyages)), notes

    def _voyages(
        self, v: View, seat: int, listed: str, stops: Sequence[str]
    ) -> tuple[list[Voyage], tuple[str, ...]]:
        """Return the moves of the ships listed over these stops; a plural without a number means
        all."""
        everybody = not listed.strip() or reading.is_all(listed)
        counted = read_counted("all" if everybody else listed, SHIP_NAMES, allow_all=True)
        several = reading.bare_plurals(listed)
        voyages: list[Voyage] = []
        notes = reading.notes(*counted.read_as)
        for ship, n in counted.counts.items():
            if n == ALL and ship not in _movable(v.table, seat, stops):
                continue
            if ship == "starbase" and not stops[0]:
                raise MissingPart(_("Starbases never move."))
            start = stops[0] or _only_start(v.table, seat, ship, stops[-1])
            path = find_path(v.table, seat, ship, [start, *stops[1:]])
            there = fleet(v.table.hexes[start], seat).get(ship, 0) if start in v.table.hexes else 0
            if n == 1 and ship in several and there > 1:
                n = there
                notes += reading.notes(f"{n} {ship}s")
            voyages += [Voyage(ship, path)] * (there if n == ALL else n)
        return voyages, notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        parts = [self._one(voyage) for voyage in turn.voyages]
        return f"MOVE {', '.join(parts) or reading.NOTHING_AT_ALL}"

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        """Return a ship and its way for each move of the action, out of all that is in reach."""
        found = {self._one(voyage): _voyage_words(voyage) for voyage in single_moves(v.table, seat)}
        nothing = Tick("ships", reading.NOTHING_AT_ALL, _("no move at all"))
        if not found:
            return Form("move", _("Move"), ("MOVE {ships}",), (Group("", (nothing,)),))
        limit, none = move_limit(me(v, seat), reacting), ("", _("nothing"))
        fields = tuple(
            Pick("ships", _("Ship {n}", n=i + 1), (none, *found.items()), row=i)
            for i in range(limit)
        )
        groups = (Group("", fields), self._by_hand(v, seat, limit, nothing))
        return Form("move", _("Move"), ("MOVE {ships}",), groups)

    def _by_hand(self, v: View, seat: int, limit: int, nothing: Tick) -> Group:
        """Return ships by a way of one's own, also on from where they have just been moved to; and
        the action without any move."""
        fast = {
            ship: stats(me(v, seat), ship).movement
            for number in v.table.hexes
            for ship, n in fleet(v.table.hexes[number], seat).items()
            if n and ship != "starbase"
        }
        near = {number for one in single_moves(v.table, seat) for number in one.path}
        on = grid(v.table)
        beyond = {other for number in near for other in ways(v.table, seat, number, on)}
        places = sorted(near | beyond, key=int)
        starts = [
            (f"{ship} {nouns.label(n)}", f"{nouns.noun(ship)} {nouns.label(n)}")
            for ship in SHIPS
            if ship in fast
            for n in places
        ]
        stops = [(nouns.label(n), nouns.label(n)) for n in places]
        steps = max(fast.values(), default=1)
        fields = [
            Pair("ships", _("Ship {n}, by this way", n=i + 1), (("", "–"), *starts), "-",
                 (("", "–"), *stops), limit + i, steps)
            for i in range(limit)
        ]  # fmt: skip
        return Group(_("By another way"), (*fields, nothing), rare=True)

    def _one(self, voyage: Voyage) -> str:
        """Return one move as an order line has it."""
        return f"{voyage.ship} {'-'.join(nouns.label(n) for n in voyage.path)}"

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        table = v.table
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
        """Return one move of each kind of ship from each sector it may leave."""
        first: dict[tuple[str, str], Voyage] = {}
        for voyage in single_moves(v.table, seat):
            first.setdefault((voyage.ship, voyage.path[0]), voyage)
        moves = [Turn("move", voyages=(voyage,)) for voyage in first.values()]
        return [self.write(v, seat, move) for move in moves[:MOST_SHOWN]]


def _no_way() -> str:
    return _("Name ships and their way, for example: {example}", example=EXAMPLE)


def _in_order(v: View, seat: int, text: str) -> str:
    """Return "attack 107 with 2 cruisers from 106" as "2 cruisers from 106 TO 107"."""
    attack = _ATTACK.match(text)
    if attack is None:
        led = _TO_FIRST.fullmatch(text)
        return f"{led['ships']} TO {led['to']}" if led else text
    told = text[attack.end() :]
    found = _AGAINST.fullmatch(told)
    if found is None or not reading.mentions(told, SHIP_NAMES):
        here = (n for n in sorted(v.table.hexes, key=int) if fleet(v.table.hexes[n], seat))
        start = next(iter(here), home_of(v, seat))
        example = f"MOVE 1 interceptor FROM {nouns.label(start)} TO 106"
        raise MissingPart(
            _("Say which ships go there and from where, for example: {example}", example=example)
        )
    return f"{found['ships']} TO {found['to']}"


def _one_each(text: str) -> str:
    """Return "a cruiser each to 203 and 205" as a move to each of them."""
    found = _EACH.fullmatch(text)
    if found is None:
        return text
    return ", ".join(f"{found['ships']} TO {where}" for where in reading.pieces(found["where"]))


def _ships_and_way(v: View, seat: int, piece: str) -> tuple[str, list[str]]:
    """Return ships as named and the sectors of their way; "" first if it does not say from
    where."""
    if way := _PATH.fullmatch(piece):
        return way[1], [reading.sector(n) for n in re.findall(r"\d+", way[2])]
    parts = read_slots(piece, _PIECE, SECTOR_NAMES)
    named, start = parts.get("", ""), parts.get("from", "")
    if "to" not in parts:
        if start or "via" in parts:
            raise MissingPart(_no_way())
        return named, []
    home = home_of(v, seat)
    between = reading.named_in(parts["via"], SECTOR_NAMES) if "via" in parts else ()
    if start:
        begin = reading.sector(start, home)
    else:
        begin, named = reading.sector_apart(named)
    return named, [begin, *between, reading.sector(parts["to"], home)]


def _only_start(table: Public, seat: int, ship: str, to: str) -> str:
    """Return the one sector a ship can come from, where orders do not name it."""
    there = [n for n in sorted(table.hexes, key=int) if n != to]
    there = [n for n in there if fleet(table.hexes[n], seat).get(ship)]
    if len(there) != 1:
        where = nouns.listed(map(nouns.label, there), N_("nowhere else"))
        raise MissingPart(
            _(
                "Say from where ({ship}: {where}), for example: {example}",
                ship=nouns.noun(ship),
                where=where,
                example=EXAMPLE,
            )
        )
    return there[0]


def _movable(table: Public, seat: int, stops: Sequence[str]) -> set[str]:
    """Return the types "all" means: those that stand where the way begins, or anywhere else."""
    begin = [stops[0]] if stops[0] else [n for n in table.hexes if n != stops[-1]]
    fleets = [fleet(table.hexes[n], seat) for n in begin if n in table.hexes]
    return {ship for there in fleets for ship in there if ship != "starbase"}


def _voyage_words(voyage: Voyage) -> str:
    return _(
        "{ship} from {start} to {to}",
        ship=nouns.noun(voyage.ship),
        start=nouns.label(voyage.path[0]),
        to=nouns.called(voyage.path[-1]),
    )


def single_moves(table: Public, seat: int) -> Iterator[Voyage]:
    """Return every place any one ship could go now, by a shortest way."""
    player = table.players[seat]
    for number in sorted(table.hexes, key=int):
        for ship in SHIPS:
            if fleet(table.hexes[number], seat).get(ship) and ship != "starbase":
                paths = reach(table, seat, number, stats(player, ship).movement)
                for to in sorted(paths, key=int):
                    yield Voyage(ship, tuple(paths[to]))


def find_path(table: Public, seat: int, ship: str, stops: Sequence[str]) -> tuple[str, ...]:
    """Return a way over all stops: the shortest open one, else the stops as named, to be
    refused."""
    path = [stops[0]]
    for to in stops[1:]:
        path += _leg(table, seat, ship, path[-1], to)
    return tuple(path)


def _leg(table: Public, seat: int, ship: str, start: str, to: str) -> list[str]:
    off_map = start not in table.hexes or to not in table.hexes
    if start == to or off_map or edge_to(table, start, to) is not None:
        return [to]
    steps = stats(table.players[seat], ship).movement
    open_ = reach(table, seat, start, steps)
    if to in open_:
        return _harmless(table, seat, start, open_[to], steps)[1:]
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


def _harmless(table: Public, seat: int, start: str, shortest: list[str], steps: int) -> list[str]:
    """Return a way that passes through no partner's sector, or ask back (ECL 25.3.17)."""
    to = shortest[-1]
    if not _betrays(table, seat, shortest):
        return shortest
    free = reach(table, seat, start, steps, avoid=_partners_sectors(table, seat) - {to})
    if to in free:
        return free[to]
    way = "-".join(map(nouns.label, shortest))
    raise MissingPart(
        _(
            "Every way to {where} passes a partner, which breaks your relations and makes you the "
            "traitor. If you mean it, write the whole way: {way}",
            where=nouns.called(to),
            way=way,
        )
    )


def _partners_sectors(table: Public, seat: int) -> set[str]:
    partners = table.players[seat].ambassadors
    return {n for n, s in table.hexes.items() if any(present(s, p) for p in partners)}


def _betrays(table: Public, seat: int, path: Sequence[str]) -> bool:
    return bool(_partners_sectors(table, seat) & set(path[1:-1]))


def _voyage_problems(table: Public, seat: int, voyage: Voyage, fleets: Fleets) -> list[Problem]:
    """Return why a ship cannot go this way; if it can, move it on in `fleets` (ECL 7.6.2 to 7.6.7,
    20.7.7)."""
    if voyage.ship not in SHIPS or len(voyage.path) < 2:
        words = _("Name a ship and its way, for example: {example}.", example=EXAMPLE)
        return no("no-way", words, "7.6.1")
    for number in voyage.path:
        if number not in table.hexes:
            words = _("Sector {where} is not on the map.", where=nouns.label(number))
            return no("not-on-map", words, "7.6.4")
    if voyage.ship == "starbase":
        return no("starbase", _("Starbases never move."), "7.6.5")
    start = voyage.path[0]
    if not fleets.at(start).get(voyage.ship):
        words = _(
            "You have no {ship} in {where}.",
            ship=nouns.noun(voyage.ship),
            where=nouns.called(start),
        )
        return no("no-such-ship", words, "7.6.1")
    speed = stats(table.players[seat], voyage.ship).movement
    if len(voyage.path) - 1 > speed:
        words = _(
            "Your {ship} moves {n} sector(s) at most, and this way has {asked}.",
            ship=nouns.noun(voyage.ship),
            n=speed,
            asked=len(voyage.path) - 1,
        )
        return no("too-far", words, "7.6.2")
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
        ends = {"here": nouns.label(here), "there": nouns.label(there)}
        edge = edge_to(table, here, there)
        if edge is None:
            words = _(
                "{here} and {there} do not touch: they lie {n} steps apart.",
                **ends,
                n=distance(table, here, there),
            )
            return no("not-adjacent", words, "7.6.3")
        if wormholes_between(table, here, edge, there):
            words = _("Between {here} and {there} is only half a wormhole.", **ends)
            return no("half-wormhole", words, "7.6.3")
        words = _("There is no wormhole between {here} and {there}.", **ends)
        return no("no-connection", words, "7.6.3")
    if table.hexes[here].gcds:
        return no("pinned", _("The GCDS lets no ship leave the center."), "7.7.3")
    if sum(fleets.at(here).values()) - 1 < enemies(table, seat, here):
        words = _("Enemy ships in {where} pin your ships there.", where=nouns.called(here))
        return no("pinned", words, "7.7.2")
    return []


def move(t: Table, seat: int, turn: Turn) -> Play[None]:
    """Carry out the moves ship by ship (ECL 7.6)."""
    for voyage in turn.voyages:
        yield from sail(t, seat, voyage)


def sail(t: Table, seat: int, voyage: Voyage) -> Play[None]:
    """Move a ship along its way; each sector entered may end relations before the ship goes on (ECL
    20.7.7; ECL 22.1.6)."""
    t.tell(ev.Moved(seat, voyage.ship, list(voyage.path)), cite="ECL 7.6.1")
    for here, there in zip(voyage.path, voyage.path[1:], strict=False):
        take_ships(t.table.hexes[here], seat, voyage.ship)
        add_ships(t.table.hexes[there], seat, voyage.ship)
        yield from break_relations(t, seat, there)
