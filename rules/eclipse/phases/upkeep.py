"""Upkeep (ECL 10): colony ships, the cost of influence, production."""

from functools import partial

from rules.eclipse import events as ev
from rules.eclipse.civilization import balance, colonizable, income, trade_room, upkeep
from rules.eclipse.decisions.upkeep import Settle, UpkeepColonies
from rules.eclipse.facts import RESOURCES
from rules.eclipse.galaxy import owned
from rules.eclipse.phases.action import trade
from rules.eclipse.phases.aftermath import check_elimination
from rules.eclipse.phases.leaving import collapse
from rules.eclipse.phases.pieces import colonize, lift_disc
from rules.kernel.patterns import parallel
from rules.kernel.table import Play, Table


def upkeep_phase(t: Table) -> Play[None]:
    """ECL 20.4: everybody at their own pace; whoever cannot pay leaves afterwards."""
    playing = [s for s, p in enumerate(t.table.players) if p.status != "left"]
    broke: list[int] = []
    books = {s: partial(keep_books, seat=s, broke=broke) for s in playing}
    yield from parallel(t, "books", books)
    yield from collapse(t, sorted(broke))
    check_elimination(t)
    t.table.phase = "cleanup"


def keep_books(t: Table, seat: int, broke: list[int]) -> Play[None]:
    """ECL 20.7.11; whoever cannot pay is noted in `broke`."""
    if colonizable(t.table, seat):
        colonies = yield from t.ask(UpkeepColonies(seat))
        colonize(t, seat, colonies)
    while balance_due(t, seat):
        if not can_settle(t, seat):
            broke.append(seat)
            return
        remedy = yield from t.ask(Settle(seat))
        if remedy.release:
            yield from lift_disc(t, remedy.release, "ECL 10.1.4")
        else:
            trade(t, seat, remedy.give, "money", remedy.lots)
    pay(t, seat)


def balance_due(t: Table, seat: int) -> bool:
    """ECL 10.1.3"""
    return balance(t.table.players[seat]) < 0


def can_settle(t: Table, seat: int) -> bool:
    """ECL 10.1.6: a sector is left to release, or trading alone covers the rest."""
    if owned(t.table, seat):
        return True
    player = t.table.players[seat]
    return sum(trade_room(player, r) for r in RESOURCES[1:]) >= -balance(player)


def pay(t: Table, seat: int) -> None:
    """ECL 10.1.2, 10.1.8"""
    player = t.table.players[seat]
    earned, cost = income(player, "money"), upkeep(player)
    science, materials = income(player, "science"), income(player, "materials")
    player.storage = [
        player.storage[0] + earned - cost,
        player.storage[1] + science,
        player.storage[2] + materials,
    ]
    cite = ("ECL 10.1.2", "ECL 10.1.8")
    t.tell(ev.UpkeepPaid(seat, earned, cost, science, materials), cite=cite)
