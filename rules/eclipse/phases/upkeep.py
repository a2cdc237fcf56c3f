"""Upkeep (ECL 10): colony ships, the cost of influence, production; collapse."""

from functools import partial

from rules.eclipse import events as ev
from rules.eclipse.catalogue import RESOURCES
from rules.eclipse.civilization import balance, colonizable, income, trade_room, upkeep
from rules.eclipse.decisions.upkeep import Settle, UpkeepColonies
from rules.eclipse.galaxy import owned, take_ships
from rules.eclipse.phases.action import trade
from rules.eclipse.phases.aftermath import check_elimination
from rules.eclipse.phases.diplomacy import leave_relations
from rules.eclipse.phases.pieces import colonize, lift_disc
from rules.eclipse.phases.scoring import points, total
from rules.eclipse.state import NOBODY
from rules.kernel.patterns import parallel
from rules.kernel.table import Play, Table


def upkeep_phase(t: Table) -> Play[None]:
    """ECL 20.4: everybody at their own pace; whoever cannot pay leaves afterwards."""
    playing = [s for s, p in enumerate(t.table.players) if p.status != "left"]
    broke: list[int] = []
    books = {s: partial(keep_books, seat=s, broke=broke) for s in playing}
    yield from parallel(t, "books", books)
    for seat in sorted(broke):
        yield from collapse(t, seat)
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
            yield from lift_disc(t, remedy.release)
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


def collapse(t: Table, seat: int) -> Play[None]:
    """ECL 10.1.6, 24.1.4"""
    score = total(points(t, seat))
    t.tell(ev.Collapsed(seat, score), cite="ECL 10.1.6")
    yield from leave(t, seat, score)


def leave(t: Table, seat: int, score: int) -> Play[None]:
    """ECL 12.4.3, 25.8.5: the score stands, the pieces go; sectors and structures stay."""
    player = t.table.players[seat]
    player.score = score
    player.status = "left"
    yield from leave_relations(t, seat)
    for sector in t.table.hexes.values():
        if sector.owner == seat:
            sector.owner = NOBODY
            sector.filled = ()
            sector.orbital = "empty" if sector.orbital else ""
        if str(seat) in sector.ships:
            for ship, n in list(sector.ships[str(seat)].items()):
                take_ships(sector, seat, ship, n)
    player = t.table.players[seat]
    player.passed = True
    if t.table.next_start == seat:
        t.table.next_start = after(t, seat)


def after(t: Table, seat: int) -> int:
    """The next player still in the game, clockwise."""
    seats = len(t.table.players)
    for k in range(1, seats + 1):
        if t.table.players[(seat + k) % seats].status != "left":
            return (seat + k) % seats
    return seat
