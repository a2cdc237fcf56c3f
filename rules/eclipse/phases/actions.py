"""The six actions (ECL 7.1 to 7.6), one function each."""

from rules.eclipse import events as ev
from rules.eclipse.civilization import price, species
from rules.eclipse.decisions.exploration import ExploreAgain, Placement, PlaceSector
from rules.eclipse.decisions.turn import Finish, ResearchAgain
from rules.eclipse.facts import PARTS, SECTORS
from rules.eclipse.galaxy import Place, add_ships, bars_disc, stack_of, take_ships, zones
from rules.eclipse.phases.diplomacy import break_relations, propose
from rules.eclipse.phases.discovery import discard_relic
from rules.eclipse.phases.pieces import colonize, lift_disc, place_disc
from rules.eclipse.phases.technology import gain_technology
from rules.eclipse.setup import lay_discovery
from rules.eclipse.state import Sector
from rules.eclipse.turns.base import Turn, Voyage
from rules.eclipse.turns.explore import zone_name
from rules.eclipse.turns.free import offer_problems, write_offer
from rules.eclipse.turns.influence import TRACK, disc_problems
from rules.eclipse.turns.research import affordable
from rules.eclipse.turns.upgrade import after_upgrade
from rules.kernel.events import Overtaken
from rules.kernel.table import Play, Table


def do_besides(t: Table, seat: int, finish: Finish) -> Play[None]:
    """ECL 6.1.8: colony ships used, relations proposed, one after the other."""
    colonize(t, seat, finish.colonies)
    for offer in finish.offers:
        if offer_problems(t.view(seat), seat, offer):
            t.tell(Overtaken(seat, write_offer(t.view(seat), offer)), to=seat)
        else:
            yield from propose(t, seat, offer)


# -- explore -----------------------------------------------------------------------------------


def explore(t: Table, seat: int, turn: Turn) -> Play[bool]:
    """ECL 7.1; Planta may go on to a second zone (ECL 13.4.1). False: the turn is over."""
    q, r = turn.zone
    placed = yield from explore_zone(t, seat, (q, r))
    for _ in range(species(t.table.players[seat]).explore - 1):
        if not zones(t.table, seat):
            break
        zone = yield from onward(t, seat)
        if not zone:
            return False
        placed = yield from explore_zone(t, seat, (zone[0], zone[1]))
    return placed


def onward(t: Table, seat: int) -> Play[tuple[int, ...]]:
    """ECL 20.2.6: between two explorations colony ships and relations; then the next zone."""
    while True:
        answer = yield from t.ask(ExploreAgain(seat))
        yield from do_besides(t, seat, answer)
        if answer.zone or answer.done:
            return answer.zone


def explore_zone(t: Table, seat: int, zone: Place) -> Play[bool]:
    """Whether a sector was placed."""
    x = t.sub(f"zone@{zone[0]},{zone[1]}")
    where = zone_name(x.table, seat, zone)
    draw_sectors(x, seat, stack_of(zone))
    drawn = list(x.table.drawn)
    x.tell(ev.Explored(seat, list(zone), drawn, where), cite="ECL 7.1.4")
    answer = yield from x.ask(PlaceSector(seat, zone))
    discard_sectors(x, seat, stack_of(zone), answer)
    if not answer.tile:
        return False
    number = str(answer.tile)
    lay_sector(x, seat, zone, number, answer.turn)
    if answer.disc and not bars_disc(x.table, seat, number):
        yield from place_disc(x, seat, number)
    return True


def draw_sectors(t: Table, seat: int, stack: str) -> None:
    """ECL 7.1.4, 7.1.15, 25.3.5: one sector, for Draco two if there are."""
    for _ in range(species(t.table.players[seat]).draws):
        if not t.box.stacks[stack]:
            if not t.table.discards.get(stack):
                break
            t.box.stacks[stack] = t.shuffle(f"renewed-{stack}", t.table.discards[stack])
            del t.table.discards[stack]
            t.tell(ev.StackRenewed(stack), cite="ECL 7.1.15")
        t.table.drawn.append(t.box.stacks[stack].pop(0))
    t.table.stacks[stack] = len(t.box.stacks[stack])


def discard_sectors(t: Table, seat: int, stack: str, answer: Placement) -> None:
    """ECL 7.1.5, 13.5.1"""
    rejected = [n for n in t.table.drawn if n != answer.tile]
    t.table.drawn = []
    if rejected:
        t.table.discards.setdefault(stack, []).extend(rejected)
        t.tell(ev.SectorDiscarded(seat, rejected), cite="ECL 7.1.5")


def lay_sector(t: Table, seat: int, zone: Place, number: str, turn: int) -> None:
    """ECL 7.1.6 to 7.1.9"""
    face = SECTORS[number]
    sector = Sector(*zone, turn, ancients=face.ancients)
    t.table.hexes[number] = sector
    if face.discovery:
        lay_discovery(t, number)
    t.tell(ev.SectorPlaced(seat, number, turn, face.ancients), cite="ECL 7.1.6")


# -- influence ---------------------------------------------------------------------------------


def influence(t: Table, seat: int, turn: Turn) -> Play[None]:
    """ECL 7.2: disc by disc; colony ships may be used before they are turned up (ECL 7.2.8)."""
    for move in turn.discs:
        if disc_problems(t.table, seat, t.table.players[seat].discs, move):
            continue
        if move.start != TRACK:
            yield from lift_disc(t, move.start, "ECL 7.2.5")
        if move.to != TRACK:
            yield from place_disc(t, seat, move.to)
    t.table.flips = turn.flips


# -- research ----------------------------------------------------------------------------------


def research(t: Table, seat: int, turn: Turn) -> Play[None]:
    """ECL 7.3: one after the other. Science that an instant technology brought may pay for one
    more where there is one left (ECL 20.2.8)."""
    science = t.table.players[seat].storage[1]
    for technology in turn.technologies:
        science -= price(t.table.players[seat], technology)
        yield from buy(t, seat, technology)
    player = t.table.players[seat]
    left = species(player).research - len(turn.technologies)
    if left and player.storage[1] > science and affordable(t.table, seat):
        second = yield from t.ask(ResearchAgain(seat))
        if second:
            yield from buy(t, seat, second)


def buy(t: Table, seat: int, technology: str) -> Play[None]:
    """At the price it has now (ECL 7.3.3)."""
    yield from gain_technology(t, seat, technology, price(t.table.players[seat], technology))


# -- upgrade -----------------------------------------------------------------------------------


def upgrade(t: Table, seat: int, turn: Turn) -> None:
    """ECL 7.4: returns, then placements; covered or returned Ancient parts are gone (7.4.9)."""
    player = t.table.players[seat]
    off = [_tile(player.placed[s.ship][str(s.slot)], s.ship, s.slot) for s in turn.remove]
    for ship, slot in {(s.ship, s.slot) for s in (*turn.remove, *turn.mount)}:
        discard_relic(t, seat, ship, slot)
    player.placed = after_upgrade(player, turn)
    for tile in turn.mount:
        if PARTS[tile.part].ancient:
            player.beside.remove(tile.part)
    on = [_tile(m.part, m.ship, m.slot) for m in turn.mount]
    t.tell(ev.Upgraded(seat, off, on), cite=("ECL 7.4.1", "ECL 7.4.2"))


def _tile(part: str, ship: str, slot: int) -> str:
    return f"{PARTS[part].name} on {ship} {slot + 1}"


# -- build -------------------------------------------------------------------------------------


def build(t: Table, seat: int, turn: Turn) -> None:
    """ECL 7.5"""
    player = t.table.players[seat]
    costs = species(player).costs
    spent = 0
    for item in turn.items:
        spent += costs[item.kind]
        if item.kind == "orbital":
            t.table.hexes[item.sector].orbital = "empty"
        elif item.kind == "monolith":
            t.table.hexes[item.sector].monolith = True
        else:
            add_ships(t.table.hexes[item.sector], seat, item.kind)
    player.storage[2] -= spent
    t.tell(ev.Built(seat, [[i.kind, i.sector] for i in turn.items], spent), cite="ECL 7.5.2")


# -- move --------------------------------------------------------------------------------------


def move(t: Table, seat: int, turn: Turn) -> Play[None]:
    """ECL 7.6: ship by ship."""
    for voyage in turn.voyages:
        yield from sail(t, seat, voyage)


def sail(t: Table, seat: int, voyage: Voyage) -> Play[None]:
    """ECL 20.7.7: each sector entered may end relations before the ship goes on (ECL 22.1.6)."""
    t.tell(ev.Moved(seat, voyage.ship, list(voyage.path)), cite="ECL 7.6.1")
    for here, there in zip(voyage.path, voyage.path[1:], strict=False):
        take_ships(t.table.hexes[here], seat, voyage.ship)
        add_ships(t.table.hexes[there], seat, voyage.ship)
        yield from break_relations(t, seat, there)
