"""What several political cards do (TI3 20)."""

from rules.kernel.table import Play
from rules.ti3 import economy
from rules.ti3.components import timing
from rules.ti3.components.base import Agenda
from rules.ti3.components.choices import ChooseSome
from rules.ti3.council import council_of
from rules.ti3.state import Public, Table
from rules.ti3.units import fleets


def everybody(table: Public) -> list[int]:
    """Return all players in the game, in order of play (TI3 E82)."""
    return timing.order_of_play(table)


def vote_of(table: Public, seat: int) -> str:
    """Return what a player voted for; "" if that player did not vote."""
    return next((b.outcome for b in council_of(table).ballots if b.seat == seat), "")


def exhaust_own(t: Table, card: Agenda, seat: int, n: int) -> Play[None]:
    """Let a player exhaust `n` planets of their choice; `card` offers the unexhausted ones."""
    n = min(n, len(fleets.ready_planets(t.table, seat)))
    if n > 0:
        planets = yield from t.ask(ChooseSome(seat, card.kind, card.id, "exhaust", n, n))
        economy.exhaust(t, seat, planets)
