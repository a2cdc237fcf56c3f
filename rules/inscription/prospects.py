"""The promise of a player's sheets: points, and what may still become points.

`worth` is an estimate in victory points for a player who thinks about a mark: the points on paper,
the marks close to completion, the gains of the next wars. It looks at open sheets alone. Each part
belongs to one sheet, so that a trial of one mark only reckons anew what the mark has changed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import nlargest
from math import exp
from typing import Final, NamedTuple, Protocol, TypeAlias

from rules.inscription.facts import (
    HALVES,
    SHEETS,
    TIERS,
    Asset,
    Components,
    Condition,
    Op,
    components,
)
from rules.inscription.objectives import counted
from rules.inscription.pen import Pen
from rules.inscription.scoring import sheet_points
from rules.inscription.sheets.assets import trade_icons
from rules.inscription.sheets.navigation import free_wormholes
from rules.inscription.sheets.warfare import marked_in, placements
from rules.inscription.state import AI, Draft, Public, View

RESOURCE: Final = 0.8
"""What a resource brings in points, over a whole game."""
NEAR: Final = 0.62
"""What is left of something's worth for each resource still to be spent on it."""
MARKED: Final = 0.75
"""What a marked node brings."""
UNIT_SIZES: Final = {"infantry": 1, "pds": 3, "cruiser": 4, "dreadnought": 5, "war_sun": 7}
BROUGHT: Final = {
    "access": 0.6, "claim_system": 1.6, "research": 0.6, "develop": 0.7, "mark_node": 1.3,
}  # fmt: skip
"""What one operation of a kind brings."""
TECHNOLOGIES: Final[Mapping[str, tuple[float, float]]] = {
    "gravity_drive": (0.05, 0.8),
    "integrated_economy": (0.5, 4.5),
    "self_assembly_routines": (0.1, 1.0),
    "neural_motivator": (0.25, 2.5),
    "ai_development_algorithm": (0.25, 2.5),
    "psychoarchaeology": (0.3, 3.0),
    "fleet_logistics": (0.3, 4.0),
    "graviton_laser_system": (0.25, 2.5),
}
"""What a technology is worth for each event to come, and at most."""
SURE: Final = 0.6
"""How sure a war is that one is ahead in by one."""
LATER_WAR: Final = 0.5
"""What a war after the next one counts."""
BEGUN_NODE: Final = 0.5
"""What a node of a unit brings that is begun."""
USUAL_STRENGTH: Final = (2.0, 2.5, 3.5, 5.5)
"""What a neighbor may be expected to muster in each war."""


Section: TypeAlias = tuple[int, str]
"""A tier and a half of the grid of war."""


class Place(Protocol):
    """A system, space or node that may have an asset."""

    @property
    def asset(self) -> Asset | None: ...


class Outlook(NamedTuple):
    """The outlook of a seat: all that everybody can see and no mark of its own changes.

    `events`: strategy events still to come, the one under way counted by what is left of it.
    `wars`, `councils`, `productions`: how many of each are to come. `mecatol`: points of the next
    row. `objectives`: by sheet the condition and what it would bring. `foes`: by half and tier the
    strength to expect. `hope`: how much of what is begun will be finished, 1 early in the game, 0
    at its end. `faction`: what a faction asset would bring. `values`: what assets at places would
    bring, by layout and population. `known`: promises reckoned before, by the marks that make them.
    """

    events: float
    wars: int
    councils: int
    productions: int
    mecatol: float
    objectives: Mapping[str, tuple[Condition, int]]
    foes: Mapping[str, tuple[float, ...]]
    hope: float
    faction: float
    values: dict[tuple[str, int], dict[str, float]]
    known: dict[tuple[object, ...], float]


def outlook(table: Public, seat: int) -> Outlook:
    """Return the outlook of a seat at the table."""
    parts = components(table.house)
    seen = {*table.discard, table.event}
    left = dict.fromkeys(("strategy", "war", "council", "production"), 0)
    for id, card in parts.events.items():
        left[card.kind] += id not in seen
    now = parts.events.get(table.event)
    events = max(0.0, left["strategy"] - 1.0)
    if now is not None and now.kind == "strategy":
        events += 0.9 if table.step == "1" else 0.4
    objectives = {}
    for open_ in table.objectives:
        printed = parts.objectives[open_.id]
        if all(done.seat != seat for done in open_.done):
            worth = printed.low if open_.flipped else printed.high
            objectives[str(printed.sheet)] = (printed.condition, worth)
    row = parts.rows[min(len(table.rows), len(parts.rows) - 1)]
    return Outlook(
        events,
        left["war"],
        left["council"],
        left["production"],
        row.vp + 0.15 * row.votes,
        objectives,
        {half: _foes(table, seat, half) for half in HALVES},
        min(1.0, events / 3),
        _faction_asset(table.players[seat].faction, parts, events, left["war"]),
        {},
        {},
    )


def _faction_asset(faction: str, parts: Components, events: float, wars: int) -> float:
    """Return the worth of the second ability of a faction, by its operations."""
    card = parts.factions.get(faction)
    if card is None:
        return 2.2
    return _brought(card.ability2.effect.ops, parts, events, wars)


def _brought(ops: Iterable[Op], parts: Components, events: float, wars: int) -> float:
    """Return the worth of operations, roughly, in victory points."""
    total = 0.0
    good = 0.5 + min(0.25, 0.12 * events)
    for op in ops:
        n = op.n if isinstance(op.n, int) else 1
        if op.op == "gain":
            each = {"tg": good, "vote": 0.12, "councilor": 0.9, "commodity": 1.1}
            total += n * each.get(op.kind, 2.5)
        elif op.op == "spend":
            total += RESOURCE * len(op.resources)
        elif op.op == "deploy":
            total += n * MARKED * UNIT_SIZES.get(op.unit, 2)
        elif op.op == "strength":
            total += n * 0.55 * (1 if op.wars == "next" else wars)
        elif op.op == "choose":
            total += max(_brought(option, parts, events, wars) for option in op.options)
        else:
            total += n * BROUGHT.get(op.op, 1.0)
    return total


def _foes(table: Public, seat: int, half: str) -> tuple[float, ...]:
    """Return the strength that the neighbor on a side is likely to have in each war."""
    foe = table.neighbors[seat][HALVES.index(half)]
    if foe == AI:
        return USUAL_STRENGTH
    facing = half if len(table.players) == 2 else "R" if half == "L" else "L"
    pen = Pen(Draft(table.players[foe]), components(table.house))
    bonus = pen.war.front(facing).bonus
    present = [marked_in(pen, tier + 1, facing) + bonus[tier] for tier in range(TIERS)]
    return tuple(max(s + 0.8, USUAL_STRENGTH[t]) for t, s in enumerate(present))


def asset_worth(pen: Pen, asset: Asset | None, look: Outlook) -> float:
    """Return the worth of claiming an asset."""
    if asset is None:
        return 0.0
    kind, events = asset.kind, look.events
    if kind == "vp":
        return float(asset.n)
    if kind == "population":
        track, at = pen.worlds.track, pen.exp.population
        return track[at].n + 0.2 if at < len(track) else 0.0
    if kind == "planet":
        return min(2.4, 0.35 * events)
    if kind == "tg":
        return asset.n * good_worth(look)
    if kind == "spec":
        return min(2.0, 0.4 * events)
    if kind == "focus":
        return min(6.0, 0.55 * events)
    if kind == "commodity":
        return asset.n * (1.0 + 0.15 * look.productions)
    if kind == "councilor":
        return 0.75 + 0.15 * look.councils
    if kind == "faction":
        return look.faction
    if kind == "relic":
        return 3.6
    if kind == "neighbor":
        return 0.55 * look.wars
    return asset.n * 0.12 * min(1, look.councils)


def _values(pen: Pen, layout: str, look: Outlook, places: Mapping[str, Place]) -> dict[str, float]:
    """Return the worth of the assets at the places of a sheet; places without one are left out."""
    key = layout, pen.exp.population
    found = look.values.get(key)
    if found is None:
        found = look.values[key] = {
            id: asset_worth(pen, place.asset, look)
            for id, place in places.items()
            if place.asset is not None
        }
    return found


def good_worth(look: Outlook) -> float:
    """Return the worth of a trade good: a resource, or half a point at the end."""
    return 0.5 + min(0.25, 0.12 * look.events)


class Worth:
    """The estimate for one player, sheet by sheet; `changed` reckons anew the sheets a mark
    touched.

    It holds on to the sheets it was reckoned for: whoever writes on them afterwards writes on a
    copy.
    """

    __slots__ = ("look", "parts", "sheets", "total")

    def __init__(self, pen: Pen, look: Outlook) -> None:
        self.look = look
        self.sheets = pen.sheets
        self.parts = {sheet: SHEET_WORTH[sheet](pen, look) for sheet in SHEETS}
        self.total = sum(self.parts.values())

    def changed(self, pen: Pen) -> "Worth":
        """Return the worth of the same sheets with some marks more."""
        twin = Worth.__new__(Worth)
        look = twin.look = self.look
        old, new = self.sheets, pen.sheets
        twin.sheets = new
        parts = twin.parts = self.parts.copy()
        alike = (
            old.technologies == new.technologies
            and old.research == new.research
            and old.relics == new.relics
        )
        if not alike or old.navigation != new.navigation:
            parts["NAV"] = navigation_worth(pen, look)
        if not alike or old.expansion != new.expansion:
            parts["EXP"] = expansion_worth(pen, look)
        if not alike or old.industry != new.industry:
            parts["IND"] = industry_worth(pen, look)
        if not alike or old.warfare != new.warfare:
            parts["WAR"] = warfare_worth(pen, look)
        twin.total = sum(parts.values())
        return twin


def _common(pen: Pen, sheet: str, look: Outlook) -> float:
    """Return the worth of points written, assets held, dice and technologies of a sheet, and its
    objective."""
    marks = pen.on(sheet)
    total = float(sheet_points(pen.sheets, pen.parts, sheet) + (marks.objective or 0))
    printed = pen.printed(sheet)
    slashed, assets = marks.slashed, printed.assets
    for id in marks.circled:
        kind = assets[id].kind
        if kind in ("planet", "spec", "focus") and id not in slashed:
            total += 0.85 * asset_worth(pen, assets[id], look)
    total += len(marks.dice) * 0.6 * look.events
    for id in printed.technologies:
        each, most = TECHNOLOGIES.get(id, (0.2, 2.0))
        value = min(most, each * look.events)
        if id in pen.sheets.technologies:
            total += value
        elif id not in pen.sheets.lost and (begun := pen.sheets.research.get(id, 0)):
            total += 0.9 * value * (begun / pen.parts.technologies[id].cost_research) ** 1.2
    wanted = look.objectives.get(sheet)
    if wanted is not None:
        done = _progress(pen, wanted[0])
        total += wanted[1] * (1.0 if done >= 1 else look.hope * 0.9 * done**2)
    return total


def _progress(pen: Pen, condition: Condition) -> float:
    """Return how much of a condition is fulfilled, from 0 to 1."""
    if condition.all:
        return sum(_progress(pen, part) for part in condition.all) / len(condition.all)
    n = counted(pen, condition.count, condition.filter, condition.value)
    return min(1.0, n / condition.at_least)


def navigation_worth(pen: Pen, look: Outlook) -> float:
    """Return the worth of systems nearby, by how far they are."""
    total = _common(pen, "NAV", look)
    nav = pen.nav
    total += look.hope * 0.55 * _reach_promise(pen, look)
    mecatol = pen.map.mecatol
    if mecatol in nav.claimed and mecatol not in nav.boxes:
        total += look.mecatol
    return total + 0.9 * min(1.0, look.events) * pen.sheets.relics


def _reach_promise(pen: Pen, look: Outlook) -> float:
    """Return the worth of the best systems that may still be reached, by how far they are."""
    nav, home = pen.nav, pen.map.mecatol
    through = pen.rule("use_wormholes")
    marks = (*nav.reached, "", *nav.claimed, "", *nav.crossed, "", *nav.wormholes)
    key = pen.map.id, pen.exp.population, bool(through), *marks
    known = look.known.get(key)
    if known is not None:
        return known
    joined, gates, exits = pen.map.joined, pen.map.gates, pen.map.exits
    values = _values(pen, pen.map.id, look, pen.map.systems)
    gone = {*nav.claimed, *nav.crossed}
    promised: list[float] = []
    seen = set(nav.reached)
    edge: Iterable[str] = nav.reached
    near = NEAR
    holes = set(free_wormholes(pen)) if through else set()
    while edge and near > 0.08:
        promised += [values[here] * near for here in edge if here in values and here not in gone]
        if home in edge and home not in gone:
            promised.append(look.mecatol * near)
        found = set().union(*[joined[here] for here in edge])
        if holes and any(not gates[here].isdisjoint(holes) for here in edge):
            found.update([there for hole in holes for there, _lane in exits[hole]])
            holes = set()
        edge = found - seen
        seen |= edge
        near *= NEAR
    promised.sort(reverse=True)
    best = look.known[key] = sum(promised[: 3 + int(look.events)])
    return best


def expansion_worth(pen: Pen, look: Outlook) -> float:
    """Return the worth of lines of unlocked planets and docks, by how much of them is crossed
    off."""
    total = _common(pen, "EXP", look)
    exp_, worlds = pen.exp, pen.worlds
    crossed, circled = set(exp_.crossed), set(exp_.circled)
    promised = 0.0
    for planet in exp_.unlocked:
        for line in worlds.lines[planet]:
            asset = line.asset
            if asset is None or asset.id in circled or asset.id in crossed:
                continue
            missing = len(line.symbols) - len(crossed.intersection(line.symbols))
            promised += asset_worth(pen, asset, look) * NEAR**missing
        promised += 0.25
    for dock, symbols in worlds.of_dock.items():
        if dock not in exp_.built:
            asset = worlds.docks[dock].asset
            if asset.id not in crossed:
                missing = len(symbols) - len(crossed.intersection(symbols))
                promised += asset_worth(pen, asset, look) * NEAR**missing
    return total + look.hope * 0.85 * promised


def industry_worth(pen: Pen, look: Outlook) -> float:
    """Return the worth of spaces of the network by how far they are, the chart, and the pools."""
    total = _common(pen, "IND", look)
    ind, works = pen.ind, pen.works
    total += look.hope * 0.45 * _network_promise(pen, look)
    for k, points in works.row_points.items():
        have = ind.commodities[k - 1]
        for at, assets in points.items():
            if have < at:
                worth = sum(asset.n for asset in assets if asset.id not in ind.crossed)
                total += look.hope * worth * (have / at) ** 1.5
    for at, assets in works.vote_points.items():
        if ind.vote_icons < at:
            total += look.hope * sum(a.n for a in assets) * (ind.vote_icons / at) ** 1.5
    if look.productions:
        total += 0.7 * trade_icons(pen) * look.productions
    total += ind.goods_left * good_worth(look)
    return total + 0.12 * min(1, look.councils) * ind.votes_left + 0.02 * ind.votes_left


def _network_promise(pen: Pen, look: Outlook) -> float:
    """Return the worth of the best spaces that the network may still reach, by how far they are."""
    ind, works = pen.ind, pen.works
    key = works.id, pen.exp.population, *ind.scrapped, "", *ind.claimed
    known = look.known.get(key)
    if known is not None:
        return known
    beside, dotted = works.beside, works.dotted
    values = _values(pen, works.id, look, works.spaces)
    promised: list[float] = []
    seen = {*ind.scrapped, *ind.claimed}
    edge: Iterable[str] = ind.scrapped
    near = NEAR
    while edge and near > 0.2:
        found = set().union(*[beside[here] for here in edge]).difference(seen)
        seen |= found
        promised += [near * values[there] for there in found if there in values]
        edge, near = found - dotted, near * NEAR
    promised.sort(reverse=True)
    best = look.known[key] = sum(promised[: 4 + int(2 * look.events)])
    return best


def warfare_worth(pen: Pen, look: Outlook) -> float:
    """Return the worth of units begun, assets of the grid nearby, and the wars to come."""
    total = _common(pen, "WAR", look)
    war, grid = pen.war, pen.grid
    crossed = set(war.crossed)
    for bar, symbols in grid.of_bar.items():
        begun = len(crossed.intersection(symbols))
        if bar in war.built or not begun:
            continue
        printed = grid.bars[bar]
        unit = grid.units[grid.kind_of[bar]]
        worth = BEGUN_NODE * len(unit.shape)
        if printed.vp_asset and printed.vp_asset.id not in crossed:
            worth += printed.vp_asset.n
        total += look.hope * worth * (begun / len(symbols)) ** 1.15
    total += look.hope * 0.6 * len(war.unlocked)
    total += look.hope * _grid_assets(pen, look)
    return total + _wars(pen, look, _present(pen))


def _grid_assets(pen: Pen, look: Outlook) -> float:
    """Return the worth of assets on nodes, by how many nodes lie between."""
    war, grid = pen.war, pen.grid
    if war.line >= TIERS:
        return 0.0
    values = _values(pen, grid.id, look, grid.nodes)
    line = grid.lines[war.line]
    blocked = set(pen.occupied)
    if not pen.rule("units_cover_anomalies"):
        blocked.update(grid.anomalies, war.anomalies)
    taken = {*war.circled, *war.crossed}
    nodes, beside, with_asset = grid.nodes, grid.beside, grid.asset_nodes
    free = grid.above[line] - blocked
    edge = grid.first[line].union(*[beside[node] for node in pen.unit_nodes]) & free
    promised, near = 0.0, NEAR
    while edge and near > 0.2:
        free -= edge
        for node in sorted(edge & with_asset):
            asset = nodes[node].asset
            if asset is not None and asset.id not in taken:
                promised += near * values[node]
        edge = frozenset().union(*[beside[node] for node in edge]) & free
        near *= NEAR
    return promised


def best_placements(
    pen: Pen, kind: str, anomaly_ok: bool, look: Outlook, most: int
) -> list[tuple[str, ...]]:
    """Return the ways to draw a unit that promise most, by the assets it covers and the strength
    it brings to the wars to come."""
    grid, war = pen.grid, pen.war
    section, present = grid.section, _present(pen)
    values = _values(pen, grid.id, look, grid.nodes)
    taken = {*war.circled, *war.crossed}
    covered = {
        node: value
        for node, value in values.items()
        if (asset := grid.nodes[node].asset) is not None and asset.id not in taken
    }
    strength: dict[tuple[Section, ...], float] = {}

    def promise(way: tuple[str, ...]) -> float:
        where = tuple([section[node] for node in way])
        if where not in strength:
            strength[where] = _wars(pen, look, present + Counter(where))
        return strength[where] + sum([covered[node] for node in way if node in covered])

    return nlargest(most, placements(pen, kind, anomaly_ok), key=promise)


def _present(pen: Pen) -> Counter[Section]:
    """Return how many nodes are marked in each section."""
    section = pen.grid.section
    return Counter([section[node] for node in pen.occupied])


def _wars(pen: Pen, look: Outlook, by_section: Counter[Section]) -> float:
    """Return the worth of the wars to come, by strength on both sides."""
    war = pen.war
    total = 0.0
    lasting = 1 if "fleet_logistics" in pen.sheets.technologies else 0
    for tier in range(war.line, TIERS):
        weight = 1.0 if tier == war.line else LATER_WAR
        for half in HALVES:
            own = by_section[tier + 1, half] + war.front(half).bonus[tier] + lasting
            chance = win_chance(own - look.foes[half][tier])
            box = pen.grid.boxes[tier + 1, half]
            won = 0.0
            if box.win_asset.id not in war.crossed:
                won = asset_worth(pen, box.win_asset, look)
            lost = 1.0 if box.lose_asset.id not in war.crossed else 0.0
            total += weight * (won * chance - lost * (1 - chance))
    return total


@lru_cache(maxsize=512)
def win_chance(ahead: float) -> float:
    """Return the chance to win a war in which one is ahead by so much."""
    return 1 / (1 + exp(-ahead * SURE))


SHEET_WORTH: Final = {
    "NAV": navigation_worth,
    "EXP": expansion_worth,
    "IND": industry_worth,
    "WAR": warfare_worth,
}
PART_NAMES: Final = {
    "NAV": "navigation",
    "EXP": "expansion",
    "IND": "industry",
    "WAR": "warfare",
}


def prospects(view: View, seat: int) -> dict[str, float]:
    """Return how good a seat's sheets look, sheet by sheet, in victory points."""
    table = view.table
    if not table.players[seat].layouts[0]:
        return {}
    sheets = table.players[seat]
    if view.seat == seat and view.mine.draft is not None:
        sheets = view.mine.draft.sheets
    pen = Pen(Draft(sheets), components(table.house))
    worth = Worth(pen, outlook(table, seat))
    return {PART_NAMES[sheet]: value for sheet, value in worth.parts.items()}
