"""Production events: trade goods (TIN 11)."""

from rules.inscription.announcements import announce
from rules.inscription.events import Produced
from rules.inscription.scripts import (
    begin,
    clockwise,
    mark_all,
    nobody_acts,
    open_pen,
    publish,
)
from rules.inscription.sheets.assets import goods, trade_icons
from rules.inscription.state import Table
from rules.kernel.table import Play


def production_event(t: Table) -> Play[None]:
    """Give a trade good for each unlocked icon, up to the pool (TIN 11.1.1)."""
    seats = clockwise(t)
    t.table.step = "1"
    alone = nobody_acts(t, "production")
    for seat in seats:
        pen = open_pen(t, seat) if alone else begin(t, seat)
        for key, effect in pen.abilities("production"):
            pen.push(key, effect)
        before = pen.ind.goods
        goods(pen, trade_icons(pen))
        t.tell(Produced(seat, pen.ind.goods - before), cite="TIN 11.1.1")
    if not alone:
        yield from mark_all(t, seats)
        publish(t, seats, quiet=True)
    announce(t, "1")
