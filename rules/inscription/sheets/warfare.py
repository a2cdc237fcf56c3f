"""The warfare sheet: building and deploying units (TIN 9)."""

from collections.abc import Iterator

from rules.inscription.facts import TIERS, Op
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets.assets import claim as claim_asset
from rules.inscription.sheets.assets import claim_all
from rules.inscription.speech import N_, _
from rules.inscription.state import Frame, Unit

BUILT = "built"
"""The source of a deployment that follows building a unit."""


# -- building ---------------------------------------------------------------------------------


def check_kind(pen: Pen, kind: str) -> None:
    """Refuse to draw a unit that is still locked (TIN 9.2.6)."""
    unit = pen.grid.units[kind]
    if unit.locked_by is not None and kind not in pen.war.unlocked:
        words = _("{unit} is locked; unlock it first.", unit=_(UNIT_WORDS[kind]))
        raise Illegal("unit-locked", words, "9.2.6")


def check_bar(pen: Pen, bar: str) -> None:
    if bar not in pen.grid.bars:
        raise Illegal("no-such-bar", _("There is no bar {id} on your sheet.", id=bar), "9.2.1")
    check_kind(pen, pen.grid.kind_of[bar])
    if bar in pen.war.built:
        raise Illegal("already-built", _("{id} is built already.", id=bar), "9.2.4")


def check_symbol(pen: Pen, symbol: str) -> str:
    """Return the resource a symbol of a bar takes (TIN 9.2.2)."""
    if symbol not in pen.grid.symbols:
        words = _("There is no symbol {id} in the costs of your units.", id=symbol)
        raise Illegal("no-such-symbol", words, "9.2.2")
    check_bar(pen, pen.grid.bar_of[symbol])
    if symbol in pen.war.crossed:
        raise Illegal("already-crossed", _("{id} is crossed off already.", id=symbol), "9.2.2")
    return pen.grid.symbols[symbol]


def cross(pen: Pen, symbol: str) -> None:
    """Cross off a symbol; the last one builds the unit (TIN 9.2.3)."""
    pen.war.crossed.append(symbol)
    bar = pen.grid.bar_of[symbol]
    if all(other in pen.war.crossed for other in pen.grid.of_bar[bar]):
        built(pen, bar)


def built(pen: Pen, bar: str) -> None:
    """Build the unit: its points are claimed, and it must be deployed (TIN 9.2.3)."""
    pen.war.built += (bar,)
    _deploy_next(pen, pen.grid.kind_of[bar])
    claim_asset(pen, "WAR", pen.grid.bars[bar].vp_asset)


def build_infantry(pen: Pen) -> None:
    """Any number of them, each for one resource (TIN 9.2.4)."""
    pen.war.infantry += 1
    _deploy_next(pen, "infantry")


def _deploy_next(pen: Pen, kind: str) -> None:
    for key, effect in pen.abilities("on_build"):
        if effect.when.get("unit") == kind:
            pen.push(key, effect)
    pen.draft.stack.append(Frame([Op("deploy", unit=kind)], source=BUILT))


def open_bars(pen: Pen, kind: str = "") -> list[str]:
    """Bars that may be marked now: their kind is unlocked and they are not built."""
    return [
        bar
        for bar, of in pen.grid.kind_of.items()
        if bar not in pen.war.built
        and (not kind or of == kind)
        and (pen.grid.units[of].locked_by is None or of in pen.war.unlocked)
    ]


def open_symbols(pen: Pen, bar: str) -> list[str]:
    return [s for s in pen.grid.of_bar[bar] if s not in pen.war.crossed]


def check_unlock(pen: Pen, kind: str) -> int:
    """Return the specialization that unlocks a kind of unit (TIN 9.2.6)."""
    unit = pen.grid.units.get(kind)
    if unit is None or unit.locked_by is None or kind in pen.war.unlocked:
        name = _(UNIT_WORDS.get(kind, kind))
        raise Illegal("not-locked", _("{unit} is not locked.", unit=name), "9.2.6")
    return unit.locked_by


# -- deploying --------------------------------------------------------------------------------


def first_row(pen: Pen) -> int:
    """Return the lowest row of nodes above the deployment line (TIN 30.8.5)."""
    return pen.grid.lines[pen.war.line] + 1


def check_placement(
    pen: Pen, kind: str, nodes: tuple[str, ...], anomaly_ok: bool = False
) -> tuple[str, ...]:
    """Return the nodes in file order, if a unit may be drawn there (TIN 9.3.5 to 9.3.8)."""
    grid = pen.grid
    unknown = [node for node in nodes if node not in grid.nodes]
    if unknown:
        raise Illegal("no-such-node", _("There is no node {id}.", id=unknown[0]), "9.3.1")
    ordered = tuple(sorted(set(nodes), key=grid.order.__getitem__))
    if ordered not in grid.ways[kind]:
        words = _("These nodes do not make the shape of {unit}.", unit=_(UNIT_WORDS[kind]))
        raise Illegal("wrong-shape", words, "9.3.5")
    covers = anomaly_ok or bool(pen.rule("units_cover_anomalies"))
    for node in ordered:
        _check_node(pen, node, covers)
    if not _supported(pen, ordered):
        words = _("A unit must touch the row above your deployment line, or another unit.")
        raise Illegal("not-connected", words, "9.3.7")
    return ordered


def _check_node(pen: Pen, node: str, anomaly_ok: bool) -> None:
    if pen.grid.nodes[node].y < first_row(pen):
        words = _("{id} lies below your deployment line.", id=node)
        raise Illegal("below-the-line", words, "9.3.6")
    if node in pen.occupied:
        raise Illegal("occupied", _("{id} is marked already.", id=node), "9.3.8")
    if not anomaly_ok and is_anomaly(pen, node):
        raise Illegal("anomaly", _("{id} is an anomaly.", id=node), "9.3.8")


def is_anomaly(pen: Pen, node: str) -> bool:
    return node in pen.grid.anomalies or node in pen.war.anomalies


def _supported(pen: Pen, nodes: tuple[str, ...]) -> bool:
    """Return whether one of the nodes lies in the first row or beside a unit (TIN 9.3.7, 30.8.1,
    30.8.4, 31.16.7)."""
    row = first_row(pen)
    units = pen.unit_nodes
    for node in nodes:
        if pen.grid.nodes[node].y == row:
            return True
        for other in pen.grid.beside[node]:
            if other in units:
                return True
    return False


def placements(pen: Pen, kind: str, anomaly_ok: bool = False) -> Iterator[tuple[str, ...]]:
    """Yield every way a unit may be drawn now, in file order."""
    grid = pen.grid
    if pen.war.line >= len(grid.lines) - 1:
        return
    lowest = first_row(pen)
    blocked = pen.occupied
    if not anomaly_ok and not pen.rule("units_cover_anomalies"):
        blocked = blocked.union(grid.anomalies, pen.war.anomalies)
    for way in grid.placements_from(kind, lowest):
        if blocked.isdisjoint(way) and _supported(pen, way):
            yield way


def deploy(pen: Pen, kind: str, nodes: tuple[str, ...], by_building: bool) -> None:
    """Draw a unit and claim the assets it covers (TIN 9.3.9, 9.3.10)."""
    pen.war.units.append(Unit(kind, nodes, by_building))
    pen.drawn(nodes, unit=True)
    pen.react("deploy", covers_anomaly=any(is_anomaly(pen, node) for node in nodes))
    assets = [asset for node in nodes if (asset := pen.grid.nodes[node].asset)]
    if assets:
        claim_all(pen, "WAR", assets)


def markable(pen: Pen, anomalies: bool) -> list[str]:
    """Unmarked nodes above the line, for an effect that marks nodes without units."""
    return [id for id in pen.grid.nodes if is_markable(pen, id, anomalies)]


def is_markable(pen: Pen, node: str, anomalies: bool) -> bool:
    """Return whether an effect may mark a node without a unit: above the line, unmarked, and an
    anomaly only where the effect says so."""
    above = pen.grid.above[pen.grid.lines[pen.war.line]]
    free = node in above and node not in pen.occupied
    return free and (anomalies or not is_anomaly(pen, node))


def mark_node(pen: Pen, node: str) -> None:
    """Mark a node with what is no unit: it counts, blocks, claims, and supports nothing (TIN
    31.16.7)."""
    pen.war.marked += (node,)
    pen.drawn((node,), unit=False)
    claim_asset(pen, "WAR", pen.grid.nodes[node].asset)


def marked_in(pen: Pen, tier: int, half: str) -> int:
    """Marked nodes of a section (TIN 10.1.2)."""
    nodes = pen.grid.nodes
    return sum(nodes[n].tier == tier and nodes[n].half == half for n in pen.occupied)


def present_strength(pen: Pen, half: str) -> int:
    """Marked nodes and noted bonus of the section that fights next."""
    tier = pen.war.line
    if tier >= len(pen.grid.lines) - 1:
        return 0
    return marked_in(pen, tier + 1, half) + pen.war.front(half).bonus[tier]


def weaker_half(pen: Pen) -> str:
    """Return where the player is weaker in the next war; if equal, the left (TIN 31.19)."""
    return "R" if present_strength(pen, "R") < present_strength(pen, "L") else "L"


def usual_placement(pen: Pen, kind: str, anomaly_ok: bool = False) -> tuple[str, ...] | None:
    """Return where a unit goes if its owner does not say (TIN 31.19, 32.6.3)."""
    ways = placements(pen, kind, anomaly_ok)
    if kind != "infantry":
        return next(ways, None)
    half = weaker_half(pen)
    nodes = pen.grid.nodes
    best, chosen = (TIERS + 1, False, 0, False, 0), None
    for way in ways:
        node = nodes[way[0]]
        preference = node.tier, node.half != half, node.y, node.asset is None, node.x
        if preference < best:
            best, chosen = preference, way
    return chosen


UNIT_WORDS = {
    "infantry": N_("infantry"),
    "pds": N_("PDS"),
    "cruiser": N_("cruiser"),
    "dreadnought": N_("dreadnought"),
    "war_sun": N_("war sun"),
}
