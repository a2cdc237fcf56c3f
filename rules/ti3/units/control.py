"""Control of planets (TI3 15, 11.3, E128)."""

from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3 import trade
from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.facts import MECATOL, PLANETS
from rules.ti3.galaxy import neighbours_of
from rules.ti3.state import Public, Table
from rules.ti3.units import fleets
from rules.ti3.units.limits import check_elimination, enforce_in
from rules.ti3.units.losses import destroy
from rules.ti3.variants import leaders
from rules.toolbox.targets import as_target


def gain_planet(
    t: Table,
    seat: int,
    planet: str,
    *,
    invaded: bool = False,
    exhausted: bool = True,
) -> Play[None]:
    """Give a planet to a player: its leaders, what an agent takes over, the end of everything else
    of others there, its card exhausted (TI3 15.1.4), and what follows, in the order of E128.
    `invaded`: by ground forces in a tactical action."""
    table: Public = t.table
    if table.control.get(planet) == seat:
        return
    g = t.sub(f"gain@{planet}")
    former = table.control.get(planet, -1)
    if former >= 0 and leaders.on_planet(table, planet, former):
        yield from leaders.planet_lost(g, former, planet, seat if invaded else -1)
    last_dock = former >= 0 and fleets.docks(table, former) == [planet]
    if former >= 0 and invaded and table.leaders:
        yield from leaders.take_over(g, seat, planet, former)
    if former >= 0 and invaded and last_dock and former in neighbours_of(table, seat):
        table.sides[seat].docks_taken.append(former)
    table.control[planet] = seat
    for other in range(len(table.sides)):
        if other != seat and fleets.at(g.table, planet, other):
            theirs = dict(fleets.ordered(fleets.at(g.table, planet, other)))
            yield from destroy(g, planet, other, theirs, seat, cite="TI3 11.3.1")
    table.spent = [p for p in table.spent if p != planet]
    if exhausted:
        table.spent = sorted([*table.spent, planet])
    if planet not in table.gained:
        table.gained = sorted([*table.gained, planet])
    if planet == MECATOL and table.mecatol_since not in (-1, seat):
        table.mecatol_since = -1
    drop_kept(table, planet)
    forget_domain(g, planet, silently=invaded)
    g.tell(ev.PlanetTaken(seat, planet, former), cite="TI3 15.1.2")
    if former >= 0 and invaded:
        trade.end_between(g, seat, former, "TI3 22.4.4")
    if invaded:
        yield from timing.moment(g, w.INVASION_WON, as_target(planet))
    if former >= 0 and invaded and g.table.leaders:
        yield from leaders.invasion_won(g, seat, planet, former)
    yield from timing.moment(g, w.PLANET_GAINED, as_target(planet))
    if former >= 0:
        yield from timing.moment(g, w.PLANET_LOST, as_target(planet), (former,))
        check_elimination(g)


def lose_planet(t: Table, planet: str, cite: str = "TI3 15.1.3") -> Play[None]:
    """Make a planet neutral by an effect; what stands there of its owner is destroyed."""
    table: Public = t.table
    owner = table.control.get(planet, -1)
    if owner < 0:
        return
    if leaders.on_planet(table, planet, owner):
        yield from leaders.planet_lost(t, owner, planet, -1)
    del table.control[planet]
    yield from destroy(t, planet, owner, fleets.at(table, planet, owner), cite=cite)
    table.spent = [p for p in table.spent if p != planet]
    if planet == MECATOL:
        table.mecatol_since = -1
    drop_kept(table, planet)
    t.tell(ev.PlanetNeutral(planet), cite=cite)
    yield from enforce_in(t, owner, PLANETS[planet].tile)
    check_elimination(t)


def drop_kept(table: Public, planet: str) -> None:
    """Discard the action cards that lie on a planet which is lost."""
    for card in [card for card, place in table.kept.items() if place == planet]:
        del table.kept[card]
        table.discard.append(card)
        table.effects = [e for e in table.effects if e.id != card]


def forget_domain(t: Table, planet: str, silently: bool) -> None:
    """Take away the counter of a planet gained otherwise than by landing; it has no effect (TI3
    28.1.5)."""
    table: Public = t.table
    if planet in table.unknown:
        table.unknown.remove(planet)
        t.box.domains.pop(planet, None)
        for hand in t.hand:
            hand.probed.pop(planet, None)
        if not silently:
            t.tell(ev.DomainRemoved(planet), cite="TI3 28.1.5")
