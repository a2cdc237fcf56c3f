"""Leaving a space battle (TI3 10.2.2, 10.2.7 to 10.2.9)."""

from collections.abc import Sequence

from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti3 import economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.combat.dice import battle_of, foe_of
from rules.ti3.components import modifiers
from rules.ti3.facts import TILES
from rules.ti3.names import TILE_NAMES
from rules.ti3.odds.under_way import chances_words, forces_words
from rules.ti3.speech import _
from rules.ti3.state import Public, Table, View
from rules.ti3.units import fleets
from rules.ti3.units.limits import enforce_in
from rules.ti3.variants import leaders


def havens(table: Public, seat: int, tile: str) -> list[str]:
    """Return the adjacent systems a fleet may go to: activated by the seat in this round, without
    enemy ships (TI3 10.2.8)."""
    return [
        other
        for other in galaxy.for_movement(table).get(tile, ())
        if economy.has_counter(table, other, seat)
        and not fleets.enemies_in(table, other, seat)
        and TILES[other].may_be_activated
    ]


def losses_there(table: Public, seat: int, tile: str, to: str) -> int:
    """Count the ships that would be lost under the limits of the new system (TI3 10.2.9)."""
    both = fleets.plus(fleets.at(table, tile, seat), fleets.at(table, to, seat))
    slots = fleets.cargo_in_slots(fleets.holds(table, tile, seat))
    slots += fleets.cargo_in_slots(fleets.holds(table, to, seat))
    load = fleets.load_of(table, to, seat, both, slots)
    return load.fleet_over + load.fighters_over


def may_leave(table: Public, seat: int) -> bool:
    """Return whether a side may announce withdrawal or retreat (TI3 10.2.2, 10.2.8, 29.8.3,
    E33)."""
    battle = battle_of(table)
    if not modifiers.may_retreat(table, seat) or not havens(table, seat, battle.tile):
        return False
    chased = seat == battle.defender and leaders.in_fleet(
        table, battle.tile, battle.attacker, "admiral"
    )
    return not chased or bool(leaders.in_fleet(table, battle.tile, seat, "admiral"))


class AnnounceLeaving(Choice[bool]):
    """Whether a side leaves: the attacker withdraws, or else the defender retreats (TI3 10.2.2)."""

    Answer = bool
    verbs = ("retreat", "stay")
    keeps = True
    once = ("retreat",)
    clock = "hits"
    rule = "TI3 10.2.2"

    def options(self, v: View) -> list[Option[bool]]:
        return [Option(_("Stay"), False, "STAY"), Option(_("Leave"), True, "RETREAT")]

    def prompt(self, v: View) -> str:
        battle = battle_of(v.table)
        where = ev.title(battle.tile)
        if self.seat == battle.attacker:
            return _("Round {n} in {where}: withdraw?", n=battle.round, where=where)
        return _("Round {n} in {where}: retreat?", n=battle.round, where=where)

    def background(self, v: View) -> Sequence[str]:
        return [forces_words(v.table, v.names), chances_words(v.table, self.seat)]

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb == "retreat", (last,))


class ChooseHaven(Choice[str]):
    """Which system the fleet goes to (TI3 10.2.8)."""

    Answer = str
    verbs = ("haven",)
    clock = "hits"
    rule = "TI3 10.2.8"

    def options(self, v: View) -> list[Option[str]]:
        """List the system where fewest ships are lost first, then by ring (TI3 41.6)."""
        tile = battle_of(v.table).tile
        ranked = sorted(
            havens(v.table, self.seat, tile),
            key=lambda to: (
                losses_there(v.table, self.seat, tile, to),
                galaxy.ring_of(v.table, to),
                to,
            ),
        )
        return [Option(ev.title(to), to, f"HAVEN {TILE_NAMES.name(to)}") for to in ranked]

    def prompt(self, v: View) -> str:
        return _("Where does your fleet go?")


def announce(t: Table) -> Play[None]:
    """Ask the attacker, then the defender, whether to leave the battle (K4b)."""
    battle = battle_of(t.table)
    for seat in (battle.attacker, battle.defender):
        if battle_of(t.table).leaving >= 0 or not may_leave(t.table, seat):
            continue
        leaves = yield from t.ask(AnnounceLeaving(seat))
        if leaves:
            battle_of(t.table).leaving = seat
            withdrawal = seat == battle.attacker
            t.tell(ev.LeavingAnnounced(seat, withdrawal), cite="TI3 10.2.2")


def execute(t: Table) -> Play[None]:
    """Carry out an announced retreat (K4e); it is cancelled if the opponent has no ships left (TI3
    10.2.7)."""
    battle = battle_of(t.table)
    seat, battle.leaving = battle.leaving, -1
    if seat < 0 or not fleets.at(t.table, battle.tile, seat):
        return
    if not fleets.at(t.table, battle.tile, foe_of(battle, seat)):
        t.tell(ev.LeavingCancelled(seat), cite="TI3 10.2.7")
        return
    places = havens(t.table, seat, battle.tile)
    if not places:
        return
    to = places[0] if len(places) == 1 else (yield from t.ask(ChooseHaven(seat)))
    battle.over = True
    yield from move_fleet(t, seat, battle.tile, to)


def move_fleet(t: Table, seat: int, origin: str, to: str) -> Play[None]:
    """Move the whole fleet, then enforce the limits of the new system (TI3 10.2.9)."""
    for unit in list(fleets.at(t.table, origin, seat)):
        ships = fleets.pieces(t.table, origin, seat, unit)
        fleets.move(t.table, origin, to, seat, unit, ships)
    t.tell(ev.FleetLeft(seat, origin, to), cite="TI3 10.2.8")
    yield from enforce_in(t, seat, to)
