"""The tactical action (TI4 3; C.4)."""

from rules.imperium import counters
from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.combat.space import space_combat
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.facts import NOTES
from rules.ti4.state import Mark, NoteId, Public, Table, Tactical, Until
from rules.ti4.tactical.cannon import space_cannon_offence
from rules.ti4.tactical.invasion import invasion
from rules.ti4.tactical.movement import move_ships
from rules.ti4.tactical.production import production
from rules.ti4.units import fleets
from rules.ti4.units.limits import destroy_blockaded_docks, enforce
from rules.ti4.versions import ONE_WINDOW
from rules.toolbox.targets import as_target


def tactical_action(t: Table, seat: int, tile: str) -> Play[None]:
    """Play the five steps of a tactical action (TI4 3.1 to 3.5)."""
    yield from activation(t, seat, tile)
    if ended(t.table):
        return
    yield from move_ships(t, seat)
    yield from space_cannon_offence(t, seat)
    yield from space_combat(t, seat)
    yield from destroy_blockaded_docks(t)
    if t.table.sides[seat].out:
        return
    if not fleets.enemies_in(t.table, tile, seat):
        yield from invasion(t, seat)
    yield from production(t, seat, tile)
    yield from enforce(t, (seat,), (tile,))
    yield from timing.moment(t, w.AFTER_TACTICAL_ACTION, as_target(tile), (seat,))


def activation(t: Table, seat: int, tile: str) -> Play[None]:
    """Put a token from the tactic pool into the system; notes go back first, then W-5 opens (TI4
    3.1, 5)."""
    t.table.active = Tactical(seat, tile)
    economy.spend_token(t, seat, "tactic")
    counters.put(t.table.tokens, tile, seat)
    t.tell(ev.Activated(seat, tile), cite="TI4 3.1")
    notes_return(t, seat, tile)
    if t.rules >= ONE_WINDOW:
        yield from timing.laps(t, w.ACTIVATION, as_target(tile))
    else:
        others = [s for s in range(len(t.table.sides)) if s != seat]
        yield from timing.moment(t, w.AFTER_ACTIVATION, as_target(tile), (seat,))
        yield from timing.moment(t, w.AFTER_OTHER_ACTIVATION, as_target(tile), others)
        yield from timing.moment(t, w.AFTER_ANY_ACTIVATION, as_target(tile))
    yield from enforce(t, (seat,))


def notes_return(t: Table, seat: int, tile: str) -> None:
    """Notes in play that go back when their owner's units are activated (TI4 E.2)."""
    for note in list(t.table.sides[seat].in_play):
        owner, id = NoteId.read(note)
        returns = NOTES[id].returns.startswith("on_activation")
        if returns and fleets.has_units_in(t.table, tile, owner):
            timing.return_note(t, seat, note)


def end_turn_now(t: Table) -> None:
    """End the active player's turn after this activation (TI4 C.3)."""
    timing.lasting(t, Mark.TURN_OVER, t.table.turn, Until.TURN)


def ended(table: Public) -> bool:
    return timing.in_effect(table, Mark.TURN_OVER)
