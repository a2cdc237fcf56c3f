"""Option: leaders (TI3 29)."""

from collections.abc import Sequence

from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import events as ev
from rules.ti3.facts import LEADERS, PLANETS, RACES
from rules.ti3.speech import _
from rules.ti3.state import Battle, Public, Table, View
from rules.ti3.units import fleets
from rules.ti3.units.fleets import holds
from rules.toolbox.targets import player

BUILT = True
"""Whether the option can be played (TI3 42.1)."""
DEAD = "dead"
RESCUED_FROM = 9
AGAINST_GENERAL = -4


def of_seat(table: Public, seat: int) -> list[str]:
    """Return a seat's leaders that are neither dead nor captive."""
    race = table.sides[seat].race
    mine = RACES[race].leaders if race else ()
    return [x for x in mine if not table.leaders.get(x, DEAD).startswith(("@", DEAD))]


def owner_of(table: Public, leader: str) -> int:
    race = LEADERS[leader].race
    return next(s for s, side in enumerate(table.sides) if side.race == race)


def captives(table: Public, seat: int) -> list[str]:
    """Return the leaders a seat holds captive."""
    return sorted(x for x, where in table.leaders.items() if where == player(seat))


def on_planet(table: Public, planet: str, seat: int, type: str = "") -> list[str]:
    """Return the leaders of a seat on a planet, of one type or of any."""
    if not table.leaders:
        return []
    return [
        x
        for x in of_seat(table, seat)
        if table.leaders[x] == planet and (not type or LEADERS[x].type == type)
    ]


def in_fleet(table: Public, tile: str, seat: int, type: str = "") -> list[str]:
    """Return the leaders of a seat aboard ships in a system."""
    if not table.leaders:
        return []
    found = [x for hold in holds(table, tile, seat) for x in hold.leaders]
    return [x for x in found if not type or LEADERS[x].type == type]


# -- what they add -------------------------------------------------------------------------------


def combat_bonus(
    table: Public, seat: int, foe: int, unit: str, fire: str, place: str, battle: Battle | None
) -> int:
    """Return what scientists and generals add to a combat roll (TI3 29.5.3, 29.7.2, 29.7.3)."""
    if unit == "pds" and place in PLANETS:
        return int(bool(on_planet(table, place, seat, "scientist")))
    if fire == "bombardment" and foe >= 0:
        return AGAINST_GENERAL if on_planet(table, place, foe, "general") else 0
    defends = battle is not None and battle.defender == seat
    if fire == "invasion" and unit == "ground_force" and defends:
        return int(bool(on_planet(table, place, seat, "general")))
    return 0


def extra_dice(table: Public, tile: str, seat: int) -> dict[str, int]:
    """Return by type of ship one die for each ship that carries an admiral (TI3 29.8.1)."""
    found: dict[str, int] = {}
    for hold in holds(table, tile, seat):
        if any(LEADERS[x].type == "admiral" for x in hold.leaders):
            found[hold.ship] = found.get(hold.ship, 0) + 1
    return found


# -- where they go -------------------------------------------------------------------------------


def refuges(table: Public, seat: int) -> list[str]:
    """Return the own planets a leader may escape to: not under blockade if there is any such (TI3
    E99)."""
    mine = fleets.controlled(table, seat)
    free = [p for p in mine if not fleets.blockaded(table, p, seat)]
    return sorted(free or mine, key=lambda p: (-PLANETS[p].resources, p))


class ChooseRefuge(Choice[str]):
    """The planet a leader escapes to, or is put on when freed (TI3 29.2.1)."""

    leader: str

    Answer = str
    verbs = ("refuge",)
    clock = "hits"
    rule = "TI3 29.2.1"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(ev.title(p), p, f"REFUGE {ev.title(p)}") for p in refuges(v.table, self.seat)
        ]

    def prompt(self, v: View) -> str:
        return _("Where does {leader} go?", leader=ev.title(self.leader))


def kill(t: Table, leader: str, cite: str) -> None:
    t.table.leaders[leader] = DEAD
    t.tell(ev.LeaderLost(leader, DEAD), cite=cite)


def leave_board(table: Public, seat: int, leader: str) -> None:
    """Take a leader off the ship that carries him, if one does."""
    tile = table.leaders[leader]
    for hold in list(holds(table, tile, seat)):
        if leader in hold.leaders:
            hold.leaders.remove(leader)
    if tile in table.holds:
        fleets.tidy_holds(table, tile, seat)


def capture(t: Table, leader: str, captor: int, cite: str) -> None:
    t.table.leaders[leader] = player(captor)
    t.tell(ev.LeaderLost(leader, player(captor)), cite=cite)


def escape(t: Table, seat: int, leader: str, lost: str, cite: str) -> Play[None]:
    """Move a leader to an own planet, not the one just lost; he is killed if there is none (TI3
    E99)."""
    places = [p for p in refuges(t.table, seat) if p != lost]
    if not places:
        kill(t, leader, "TI3 E99")
        return
    planet = places[0]
    if len(places) > 1:
        planet = yield from t.ask(ChooseRefuge(seat, leader))
        if planet == lost:
            planet = places[0]
    t.table.leaders[leader] = planet
    t.tell(ev.LeaderMoved(leader, planet), cite=cite)


def ship_lost(t: Table, seat: int, leaders: Sequence[str], captor: int) -> Play[None]:
    """Decide what becomes of leaders whose ship is destroyed; `captor` is the opponent in a space
    battle, -1 where the ship was lost otherwise, which kills them (TI3 29.2)."""
    for leader in leaders:
        if captor < 0:
            kill(t, leader, "TI3 29.2.2")
            continue
        die = t.roll(f"leader/{leader}", 1)
        t.tell(ev.DieRolled(seat, leader, die), cite="TI3 29.2.1")
        if die[0] <= 5:
            kill(t, leader, "TI3 29.2.1")
        elif die[0] <= 8:
            yield from escape(t, seat, leader, "", "TI3 29.2.1")
        else:
            capture(t, leader, captor, "TI3 29.2.1")


def planet_lost(t: Table, seat: int, planet: str, captor: int) -> Play[None]:
    """Decide what becomes of leaders whose planet was invaded by `captor` (-1: lost otherwise) (TI3
    29.3)."""
    for leader in on_planet(t.table, planet, seat):
        if captor < 0:
            yield from escape(t, seat, leader, planet, "TI3 29.3.2")
            continue
        die = t.roll(f"leader/{leader}", 1)
        t.tell(ev.DieRolled(seat, leader, die), cite="TI3 29.3.1")
        if die[0] <= 5:
            capture(t, leader, captor, "TI3 29.3.1")
        elif die[0] <= 9:
            yield from escape(t, seat, leader, planet, "TI3 29.3.1")
        else:
            kill(t, leader, "TI3 29.3.1")


def invasion_failed(t: Table, seat: int, leaders: Sequence[str], defender: int) -> Play[None]:
    """Let the defender capture the leaders of a landing; -1: the planet was neutral, and they are
    killed (TI3 29.1.4)."""
    for leader in leaders:
        if defender < 0:
            kill(t, leader, "TI3 29.1.4")
        else:
            capture(t, leader, defender, "TI3 29.1.4")
    yield from ()


# -- rescue and captives (TI3 29.4) --------------------------------------------------------------


class Rescue(Choice[str]):
    """Which captive is freed; own leaders first (TI3 29.4.2)."""

    loser: int

    Answer = str
    verbs = ("rescue",)
    clock = "hits"
    rule = "TI3 29.4.2"

    def options(self, v: View) -> list[Option[str]]:
        race = v.table.sides[self.seat].race
        held = sorted(captives(v.table, self.loser), key=lambda x: (LEADERS[x].race != race, x))
        return [Option(ev.title(x), x, f"RESCUE {ev.title(x)}") for x in held]

    def prompt(self, v: View) -> str:
        return _("Which captive do you take from {who}?", who=v.names[self.loser])


def invasion_won(t: Table, seat: int, planet: str, loser: int) -> Play[None]:
    """Roll to free a captive; with the last planet of the loser all of them are freed (TI3 29.4.2,
    29.4.3)."""
    held = captives(t.table, loser)
    if not held:
        return
    if not fleets.controlled(t.table, loser):
        for leader in held:
            yield from hand_over(t, leader, seat)
        return
    die = t.roll(f"rescue@{planet}", 1)
    t.tell(ev.DieRolled(seat, held[0], die), cite="TI3 29.4.2")
    if die[0] >= RESCUED_FROM:
        leader = held[0]
        if len(held) > 1:
            leader = yield from t.ask(Rescue(seat, loser))
        yield from hand_over(t, leader, seat)


def hand_over(t: Table, leader: str, to: int) -> Play[None]:
    """Give a captive to a player: his owner frees him on a planet, anybody else keeps him
    captive."""
    if owner_of(t.table, leader) == to:
        yield from escape(t, to, leader, "", "TI3 29.4.1")
    else:
        capture(t, leader, to, "TI3 29.4.1")


# -- diplomat and agent --------------------------------------------------------------------------


class UseDiplomat(Choice[bool]):
    """Whether a diplomat puts an invasion off (TI3 29.6.1, E111)."""

    planet: str

    Answer = bool
    verbs = ("delay", "skip")
    clock = "hits"
    rule = "TI3 29.6.1"

    def options(self, v: View) -> list[Option[bool]]:
        return [
            Option(_("The Diplomat stops the invasion"), True, "DELAY"),
            Option(_("Let it happen"), False, "SKIP"),
        ]

    def prompt(self, v: View) -> str:
        return _("Does your Diplomat stop the invasion of {planet}?", planet=ev.title(self.planet))

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb == "delay", (last,))


def delays(t: Table, seat: int, planet: str) -> Play[bool]:
    """Ask whether a diplomat delays an invasion; he cannot again in the rest of this round or in
    the next."""
    table: Public = t.table
    if not on_planet(table, planet, seat, "diplomat"):
        return False
    if planet in table.spared and table.round <= table.spared[planet] + 1:
        return False
    used = yield from t.ask(UseDiplomat(seat, planet))
    if used:
        t.table.spared[planet] = t.table.round
    return bool(used)


class TakeInstallations(Choice[bool]):
    """Whether an agent takes over PDS and dock (TI3 29.9.2)."""

    planet: str

    Answer = bool
    verbs = ("capture", "skip")
    clock = "hits"
    rule = "TI3 29.9.2"

    def options(self, v: View) -> list[Option[bool]]:
        return [
            Option(_("Take over PDS and Space Dock"), True, "CAPTURE"),
            Option(_("Destroy them"), False, "SKIP"),
        ]

    def prompt(self, v: View) -> str:
        name = ev.title(self.planet)
        return _("Does your Agent take over the installations on {planet}?", planet=name)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb == "capture", (last,))


def take_over(t: Table, seat: int, planet: str, former: int) -> Play[None]:
    """Make enemy PDS and dock the invader's own, as far as figures last (TI3 29.9.2, E49)."""
    table: Public = t.table
    theirs = fleets.at(table, planet, former)
    wanted = {u: theirs[u] for u in ("pds", "space_dock") if theirs.get(u)}
    landings = table.active.landings if table.active is not None else []
    landing = next((x for x in landings if x.planet == planet), None)
    agents = on_planet(table, planet, seat, "agent")
    if not wanted or landing is None or not any(x in landing.leaders for x in agents):
        return
    if not (yield from t.ask(TakeInstallations(seat, planet))):
        return
    own = fleets.at(t.table, planet, seat)
    for unit, n in fleets.ordered(wanted):
        room = fleets.PDS_PER_PLANET - own.get("pds", 0) if unit == "pds" else 1
        new = max(0, min(n, room, fleets.reinforcements(t.table, seat, unit)))
        fleets.remove_ground(t.table, planet, former, unit, n)
        fleets.add(t.table, planet, seat, unit, new)
        if unit == "space_dock" and new:
            t.table.new_docks = sorted({*t.table.new_docks, planet})
        if new:
            t.tell(ev.Placed(seat, planet, {unit: new}), cite="TI3 29.9.2")
