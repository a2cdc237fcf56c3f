"""The tactical action in its seven steps (TI3 8)."""

from rules.kernel.decisions import Choice, Option, Problem
from rules.kernel.table import Play
from rules.ti3 import economy
from rules.ti3 import events as ev
from rules.ti3.combat.invasion import invasions
from rules.ti3.combat.space import space_battles
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import TILES
from rules.ti3.speech import _
from rules.ti3.state import Active, Public, Table, Until, View
from rules.ti3.strategy import diplomacy
from rules.ti3.tactical.cannon import pds_fire
from rules.ti3.tactical.landing import landings
from rules.ti3.tactical.movement import move_ships
from rules.ti3.tactical.production import production
from rules.ti3.units import fleets
from rules.ti3.units.limits import check_elimination, enforce
from rules.toolbox.targets import as_target


def activation_problems(table: Public, seat: int, tile: str) -> list[Problem]:
    """Return why the seat may not activate a system (TI3 8.2, 24.2.1)."""
    if tile not in table.places:
        words = _("{tile} is not on the board.", tile=ev.title(tile))
        return [Problem("no-such-system", words, "TI3 8.2.1")]
    name = ev.title(tile)
    if not TILES[tile].may_be_activated:
        words = _("{tile} can never be activated.", tile=name)
        return [Problem("cannot-activate", words, "TI3 8.2.5")]
    if economy.has_counter(table, tile, seat):
        words = _("Your command counter is already in {tile}.", tile=name)
        return [Problem("own-counter", words, "TI3 8.2.2")]
    if diplomacy.forbids(table, seat, tile):
        words = _("Diplomacy protects {tile} from you in this phase.", tile=name)
        return [Problem("diplomacy", words, "TI3 24.2.1")]
    if not modifiers.may_activate(table, seat, tile):
        words = _("An effect keeps you from activating {tile}.", tile=name)
        return [Problem("cannot-activate", words, "TI3 1.2.1")]
    if modifiers.toll(table, seat, tile) and not toll_payable(table, seat):
        words = _("You cannot pay the toll for {tile}.", tile=name)
        return [Problem("toll", words, "TI3 E121")]
    return []


def tactical_problems(table: Public, seat: int, tile: str) -> list[Problem]:
    if table.sides[seat].command < 1 + modifiers.extra_counters(table, seat):
        words = _("Your Command Pool does not hold enough counters.")
        return [Problem("no-counter", words, "TI3 8.1.3")]
    return activation_problems(table, seat, tile)


def toll_payable(table: Public, seat: int) -> bool:
    return bool(table.sides[seat].goods or fleets.ready_planets(table, seat))


class PayToll(Choice[str]):
    """What is paid to activate a system: a trade good, or an own planet exhausted (TI3 E121)."""

    tile: str

    Answer = str
    part_of_turn = True
    verbs = ("toll",)
    clock = "turn"
    rule = "TI3 E121"

    def options(self, v: View) -> list[Option[str]]:
        found = []
        if v.table.sides[self.seat].goods:
            found.append(Option(_("A trade good"), "goods", "TOLL trade good"))
        planets = sorted(
            fleets.ready_planets(v.table, self.seat),
            key=lambda p: (modifiers.resources(v.table, p), p),
        )
        found += [Option(ev.title(p), p, f"TOLL {ev.title(p)}") for p in planets]
        return found

    def prompt(self, v: View) -> str:
        return _("What do you pay for activating {tile}?", tile=ev.title(self.tile))


def pay_toll(t: Table, seat: int, tile: str) -> Play[None]:
    if not modifiers.toll(t.table, seat, tile):
        return
    paid = yield from t.ask(PayToll(seat, tile))
    if paid == "goods":
        economy.lose_goods(t, seat, 1, "TI3 E121")
    else:
        economy.exhaust(t, seat, [paid])


def tactical_action(t: Table, seat: int, tile: str) -> Play[None]:
    """Play the seven steps of a tactical action (TI3 8.1.1)."""
    yield from activation(t, seat, tile)
    yield from move_ships(t, seat)
    yield from pds_fire(t, seat, tile)
    yield from space_battles(t, seat)
    if not t.table.sides[seat].out:
        yield from landings(t, seat)
        yield from invasions(t, seat)
    if not t.table.sides[seat].out:
        yield from production(t, seat, tile)
    yield from enforce(t, range(len(t.table.sides)), (tile,))
    t.table.active = None
    timing.expire(t.table, Until.ACTIVATION)
    check_elimination(t)


def activation(t: Table, seat: int, tile: str) -> Play[None]:
    """Activate a system: what it costs, the counter, then cards (K1; TI3 8.2.1, E120, E121)."""
    yield from pay_toll(t, seat, tile)
    extra = modifiers.extra_counters(t.table, seat)
    economy.place_counter(t, seat, tile, "command")
    if extra:
        economy.spend_counter(t, seat, "command", extra)
    t.table.active = Active(seat, tile)
    t.tell(ev.Activated(seat, tile), cite="TI3 8.2.1")
    yield from timing.moment(t, w.AFTER_ACTIVATION, as_target(tile))
