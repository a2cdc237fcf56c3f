"""Sensible answers to the game's questions, for players that think; nothing here is a rule.

Each idea is a guess that the rules still judge. `ideas` finds those for a question by its class.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final

from rules.eclipse.actions.besides import Finish
from rules.eclipse.actions.build import build_limit
from rules.eclipse.actions.explore import ExploreAgain, Onward, Placement, PlaceSector
from rules.eclipse.actions.move import move_limit, single_moves
from rules.eclipse.actions.turn import Colony, DiscMove, Item, Mounting, Turn, Voyage
from rules.eclipse.actions.upgrade import upgrade_limit
from rules.eclipse.combat.control import Claim
from rules.eclipse.combat.firing import AimDice
from rules.eclipse.combat.retreat import Activate
from rules.eclipse.diplomacy import AnswerOffer, Terms, default_terms
from rules.eclipse.facts import (
    PARTS,
    ROUNDS,
    SECTORS,
    STRUCTURES,
    TECHNOLOGIES,
    TRACKS,
)
from rules.eclipse.galaxy import fleet, influence_targets, owned, stack_of, zones
from rules.eclipse.phases.action import HOLD, ORDERS, EndTurn, TakeReaction, TakeTurn
from rules.eclipse.phases.upkeep import Settle, UpkeepColonies
from rules.eclipse.player.blueprints import available_parts, placeable, squares_of
from rules.eclipse.player.civilization import (
    balance,
    balance_after_discs,
    default_colonies,
    disc_pays,
    has_room_for,
    income,
    me,
    owned_in,
    price,
    species,
)
from rules.eclipse.player.population import CubesHome
from rules.eclipse.prospects import ship_worth
from rules.eclipse.state import Player, Public, View
from rules.kernel.decisions import Decision

GOOD_TECHNOLOGIES: Final = {
    "advanced_robotics": 4.0,
    "quantum_grid": 3.5,
    "plasma_cannon": 3.0,
    "improved_hull": 3.2,
    "fusion_source": 2.4,
    "positron_computer": 3.0,
    "gauss_shield": 2.2,
    "orbital": 2.8,
    "advanced_mining": 2.4,
    "advanced_labs": 2.4,
    "advanced_economy": 2.4,
    "monolith": 3.4,
    "starbase": 1.6,
    "nanorobots": 2.0,
    "fusion_drive": 1.8,
    "artifact_key": 2.4,
    "gluon_computer": 2.4,
    "phase_shield": 2.6,
    "plasma_missile": 2.6,
    "antimatter_cannon": 2.6,
    "tachyon_source": 1.8,
}
GUARD: Final = {"ancient": 3.2, "gcds": 11.0}
"""How strong a fleet should be that attacks these."""


def ideas(decision: Decision[Any], v: View, rng: Random) -> Sequence[Any]:
    """Return sensible answers, the best guess first."""
    found = _IDEAS.get(type(decision))
    return found(decision, v, rng) if found else ()


# -- turns -----------------------------------------------------------------------------------------


def turns(decision: TakeTurn, v: View, rng: Random) -> Sequence[Turn]:
    """Ideas for a turn: settle what can be settled, then actions by how pressing they seem."""
    table, seat = v.table, decision.seat
    player = me(v, seat)
    squares = tuple(Colony(*c) for c in default_colonies(table, seat))
    if squares and not decision.reacting:
        return [Turn("colonize", colonies=squares)]
    idle = decision.idle
    if player.discs < 1 or player.status != "active":
        return [idle]
    after = balance_after_discs(player)
    if after is not None and after < 0:
        money = _for_money(player)
        if money is None or decision.reacting:
            return [idle]
        return [money, idle]
    ranked: list[tuple[float, int, Turn]] = []
    for worth, turn in _actions(table, v, seat, decision.reacting, rng):
        ranked.append((-worth, len(ranked), turn))
    ranked.append((-0.6, len(ranked), idle))
    ranked.sort(key=lambda one: one[:2])
    return [turn for _, _, turn in ranked]


def _actions(
    table: Public, v: View, seat: int, reacting: bool, rng: Random
) -> Iterable[tuple[float, Turn]]:
    player = table.players[seat]
    if not reacting:
        yield from _explorations(table, seat, rng)
        yield from _influences(table, seat)
        yield from _researches(v, seat)
    yield from _buildings(v, seat, reacting)
    yield from _upgrades(v, seat, reacting)
    yield from _attacks(v, seat, reacting)
    for verb in ("build", "upgrade", "move", "influence"):
        if (ORDERS[verb].reaction or not reacting) and player.discs:
            turn = ORDERS[verb].sample(v, seat, rng, reacting)
            if turn is not None:
                yield 0.5, turn


def _for_money(player: Player) -> Turn | None:
    """Return a trade that pays for one more action, if much is stored."""
    for give, i in (("science", 1), ("materials", 2)):
        if player.storage[i] >= 2 * species(player).trade + 4:
            return Turn("trade", give=give, get="money", lots=2)
    return None


def _explorations(table: Public, seat: int, rng: Random) -> Iterable[tuple[float, Turn]]:
    places = sorted(zones(table, seat))
    rng.shuffle(places)
    early = max(0, 6 - table.round)
    count = len(owned(table, seat))
    room = disc_room(table.players[seat])
    for place in places[:4]:
        stack = stack_of(place)
        worth = 2.2 + 0.7 * early + (0.3 if stack == "II" else 0.0) - 0.12 * count
        yield worth if room > 1 else worth - 2.0, Turn("explore", zone=place)


def disc_room(player: Player) -> int:
    """Return how many more discs may leave the track before money runs out."""
    n = 0
    while (after := balance_after_discs(player, n + 1)) is not None and after >= 0:
        n += 1
    return n


def _influences(table: Public, seat: int) -> Iterable[tuple[float, Turn]]:
    player = table.players[seat]
    targets = sorted(influence_targets(table, seat), key=lambda n: -_sector_worth(n))
    used = min(2, player.colony_used)
    if targets and player.discs > 1 and disc_room(player) > 1:
        discs = tuple(DiscMove("track", n) for n in targets[: min(2, player.discs - 1)])
        yield (
            1.6 + sum(0.4 * _sector_worth(d.to) for d in discs),
            Turn("influence", discs=discs, flips=used),
        )
    if used == 2:
        yield 1.0, Turn("influence", flips=2)
    if balance(player) < -1:
        poor = sorted(owned(table, seat), key=_sector_worth)
        home = str(species(player).home)
        lifted = tuple(DiscMove(n, "track") for n in poor[:1] if n != home)
        if lifted:
            yield 0.8, Turn("influence", discs=lifted, flips=0)


def _sector_worth(number: str) -> float:
    face = SECTORS[number]
    return face.points + 0.8 * len(face.squares) + face.artifact


def _researches(v: View, seat: int) -> Iterable[tuple[float, Turn]]:
    table = v.table
    player = table.players[seat]
    found = []
    for id, n in table.supply.items():
        if n and has_room_for(player, id) and price(player, id) <= player.storage[1]:
            found.append((_technology_worth(table, player, id), id))
    found.sort(reverse=True)
    for worth, id in found[:4]:
        yield worth, Turn("research", technologies=(id,))
    if species(player).research > 1 and len(found) > 1:
        pair = (found[0][1], found[1][1])
        yield found[0][0] + 0.8, Turn("research", technologies=pair)


def _technology_worth(table: Public, player: Player, id: str) -> float:
    card = TECHNOLOGIES[id]
    have = owned_in(player, card.category)
    points = TRACKS.technology_points
    worth = GOOD_TECHNOLOGIES.get(id, 1.4) * (0.5 + 0.5 * (ROUNDS - table.round + 1) / ROUNDS)
    worth += 1.1 * (points[have + 1] - points[have])
    if have >= 2:
        worth += 0.4
    return worth + 0.06 * (player.storage[1] - price(player, id))


def _buildings(v: View, seat: int, reacting: bool) -> Iterable[tuple[float, Turn]]:
    table = v.table
    player = table.players[seat]
    costs = species(player).costs
    limit = build_limit(player, reacting)
    sites = owned(table, seat)
    if not sites:
        return
    front = max(sites, key=lambda n: (_danger(table, seat, n), _sector_worth(n), n))
    late = table.round / ROUNDS
    known = player.technologies
    if "monolith" in known and player.storage[2] >= costs["monolith"]:
        free = [n for n in sites if not table.hexes[n].monolith]
        some = free[: min(limit, player.storage[2] // costs["monolith"])]
        if some:
            yield 2.0 + 2.6 * late, Turn("build", items=tuple(Item("monolith", n) for n in some))
    if "orbital" in known and player.storage[2] >= costs["orbital"]:
        free = [n for n in sites if not table.hexes[n].orbital]
        if free:
            yield 2.2 - 1.4 * late, Turn("build", items=(Item("orbital", free[0]),))
    for kinds in (("dreadnought", "cruiser"), ("cruiser", "cruiser"), ("interceptor",) * 3):
        items: list[Item] = []
        money = player.storage[2]
        for kind in kinds[:limit]:
            if kind not in STRUCTURES and costs[kind] <= money:
                items.append(Item(kind, front))
                money -= costs[kind]
        if items:
            spent = sum(costs[item.kind] for item in items)
            need = 0.6 * min(3.0, _danger(table, seat, front))
            yield 0.4 + 0.1 * spent + need, Turn("build", items=tuple(items))


def _danger(table: Public, seat: int, number: str) -> float:
    """Return how strong the ships of others are near a sector, its own guests among them."""
    here = table.hexes[number]
    danger = 0.0
    for sector in table.hexes.values():
        far = max(
            abs(sector.q - here.q),
            abs(sector.r - here.r),
            abs(sector.q + sector.r - here.q - here.r),
        )
        if far <= 2:
            for side, ships in sector.ships.items():
                if side != str(seat):
                    danger += sum(ships.values()) / (1 + far)
    return danger


# -- blueprints ------------------------------------------------------------------------------------

_PART_RANK: Final = {
    "hull": 1.0, "improved_hull": 2.4, "shard_hull": 3.2, "ion_cannon": 1.0, "ion_turret": 2.2,
    "plasma_cannon": 2.3, "antimatter_cannon": 3.4, "plasma_missile": 3.0,
    "electron_computer": 1.2, "positron_computer": 2.3, "gluon_computer": 2.9,
    "axion_computer": 3.2, "gauss_shield": 1.8, "phase_shield": 2.5, "flux_shield": 3.0,
    "nuclear_drive": 0.9, "fusion_drive": 1.2, "tachyon_drive": 1.5, "conformal_drive": 1.4,
    "nuclear_source": 0.7, "fusion_source": 1.0, "tachyon_source": 1.2, "hypergrid_source": 1.3,
}  # fmt: skip


def _upgrades(v: View, seat: int, reacting: bool) -> Iterable[tuple[float, Turn]]:
    """Ideas: the best parts on the ships there are, one after the other, as long as they fit."""
    player = me(v, seat)
    afloat: dict[str, int] = {}
    for sector in v.table.hexes.values():
        for ship, n in fleet(sector, seat).items():
            afloat[ship] = afloat.get(ship, 0) + n
    parts = [p for p in available_parts(player) if PARTS[p].technology or PARTS[p].ancient]
    gains: list[tuple[float, Mounting]] = []
    for part in parts:
        for ship, slot in placeable(player, part):
            old = squares_of(player, ship)[slot]
            gain = _PART_RANK.get(part, 1.0) - (_PART_RANK.get(old, 0.0) if old else 0.0)
            if gain > 0 and PARTS[part].kind not in ("drive", "source"):
                use = 0.4 + min(3, afloat.get(ship, 0))
                gains.append((gain * use, Mounting(part, ship, slot)))
    gains.sort(key=lambda one: (-one[0], one[1].part, one[1].ship, one[1].slot))
    mount: list[Mounting] = []
    total = 0.0
    taken: set[tuple[str, int]] = set()
    for gain, one in gains[:12]:
        if len(mount) >= upgrade_limit(player, reacting):
            break
        if (one.ship, one.slot) in taken:
            continue
        turn = Turn("upgrade", mount=(*mount, one))
        if not ORDERS["upgrade"].problems(v, seat, turn, reacting):
            mount.append(one)
            taken.add((one.ship, one.slot))
            total += gain
    if mount:
        yield 0.6 + 0.16 * total, Turn("upgrade", mount=tuple(mount))


# -- fleets ----------------------------------------------------------------------------------------


def _attacks(v: View, seat: int, reacting: bool) -> Iterable[tuple[float, Turn]]:
    """Ideas: everything that can come to one sector, where that seems enough to win it."""
    table = v.table
    player = table.players[seat]
    coming: dict[str, list[Voyage]] = {}
    for voyage in single_moves(table, seat):
        coming.setdefault(voyage.path[-1], []).append(voyage)
    most = move_limit(player, reacting)
    found = []
    for goal, voyages in coming.items():
        sector = table.hexes[goal]
        guard = _guard(table, seat, goal)
        plan, strength = _gathered(table, player, seat, voyages, most)
        strength += sum(ship_worth(player, s) * n for s, n in fleet(sector, seat).items())
        prize = _sector_worth(goal) if sector.owner != seat else 0.0
        if guard and strength < 1.15 * guard:
            continue
        if not guard and sector.owner not in (seat, -1):
            prize += 2.0
        elif not guard and sector.owner == seat:
            continue
        worth = 0.5 + 0.45 * prize + (1.2 if guard else 0.0)
        found.append((worth, goal, Turn("move", voyages=tuple(plan))))
    found.sort(key=lambda one: (-one[0], one[1]))
    for worth, _, turn in found[:4]:
        yield worth, turn


def _guard(table: Public, seat: int, number: str) -> float:
    sector = table.hexes[number]
    guard = GUARD["gcds"] if sector.gcds else 0.0
    guard += GUARD["ancient"] * sector.ancients
    for side, ships in sector.ships.items():
        if side != str(seat):
            other = table.players[int(side)]
            guard += sum(ship_worth(other, ship) * n for ship, n in ships.items())
    return guard


def _gathered(
    table: Public, player: Player, seat: int, voyages: Sequence[Voyage], most: int
) -> tuple[list[Voyage], float]:
    """Return the strongest ships of these voyages, each as often as there are ships of it."""
    plan: list[Voyage] = []
    strength = 0.0
    left: dict[tuple[str, str], int] = {}
    for voyage in sorted(voyages, key=lambda one: -ship_worth(player, one.ship)):
        key = (voyage.ship, voyage.path[0])
        left.setdefault(key, fleet(table.hexes[voyage.path[0]], seat)[voyage.ship])
        while left[key] and len(plan) < most:
            plan.append(voyage)
            left[key] -= 1
            strength += ship_worth(player, voyage.ship)
    return plan, strength


# -- inside a turn, and after it -------------------------------------------------------------------


def placements(decision: PlaceSector, v: View, rng: Random) -> Sequence[Placement]:
    """Ideas: as by default with a disc and without, another turn of it, or away with it."""
    usual = decision.default(v)
    if not usual.tile:
        return [usual]
    other = Placement(usual.tile, usual.turn, not usual.disc)
    more = [decision.sample(v, rng) for _ in range(2)]
    return [usual, other, *more, Placement()]


def finishing(decision: EndTurn, v: View, rng: Random) -> Sequence[Finish]:
    """Settle, and propose relations to whoever is near."""
    usual = decision.default(v)
    offer = decision.sample(v, rng).offers
    with_offer = Finish(usual.colonies, offer)
    return [with_offer, usual] if offer else [usual]


def agreements(decision: AnswerOffer, v: View, rng: Random) -> Sequence[Terms]:
    """Relations bring a point and a cube's income: agree where that is possible."""
    return [Terms(True, *default_terms(v, decision.seat)), Terms()]


def again(decision: ExploreAgain, v: View, rng: Random) -> Sequence[Onward]:
    """Explore on while discs and money last."""
    usual = decision.default(v)
    places = sorted(zones(v.table, decision.seat))
    rng.shuffle(places)
    more = [Onward(usual.colonies, (), place) for place in places[:3]]
    return [*more, usual] if disc_room(me(v, decision.seat)) else [usual, *more]


def by_default(decision: Decision[Any], v: View, rng: Random) -> Sequence[Any]:
    """Return the default, which is what most players would do."""
    return [decision.default(v)]


def reactions(decision: TakeReaction, v: View, rng: Random) -> Sequence[Turn]:
    """After passing, hold unless somebody is near; another disc must pay."""
    player = me(v, decision.seat)
    if not disc_pays(v, decision.seat) or income(player, "money") + player.storage[0] < 4:
        return [HOLD]
    return [HOLD, *(t for t in turns(decision, v, rng)[:4] if t != HOLD)]


_IDEAS: Final[dict[type[Decision[Any]], Callable[[Any, View, Random], Sequence[Any]]]] = {
    TakeTurn: turns,
    TakeReaction: reactions,
    PlaceSector: placements,
    EndTurn: finishing,
    Activate: by_default,
    Claim: by_default,
    UpkeepColonies: by_default,
    Settle: by_default,
    AimDice: by_default,
    CubesHome: by_default,
    AnswerOffer: agreements,
    ExploreAgain: again,
}
