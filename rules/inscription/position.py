"""Positions for rule cases, with all that follows from the things named filled in."""

from collections.abc import Mapping
from typing import Any

from rules.inscription import ai
from rules.inscription.facts import SHEETS, Asset, Components, components
from rules.inscription.pen import Pen
from rules.inscription.setup import deal_sheets
from rules.inscription.state import AI, Draft, InscriptionState, ObjectiveCard
from rules.kernel.codec import plain, typed
from rules.kernel.ruleset import merged, plain_all

OWN = ("factions", "layouts", "events", "relics", "agendas", "objectives", "sheets", "drafts")


def laid_out(state: InscriptionState, patch: Mapping[str, Any]) -> InscriptionState:
    """Return the state with a position laid over it; `factions` (ids by seat) deals all else
    without chance.

    `layouts`: the sheets of all seats; `events`, `relics`, `objectives`: cards that come first;
    `agendas`: by stage; `sheets`: the marks players have written, by seat; `drafts`: the frames
    still to be resolved in a step under way, by seat. Without `factions` the state is only patched.
    """
    named = {key: patch[key] for key in OWN if key in patch}
    rest = {key: value for key, value in patch.items() if key not in OWN}
    if "factions" in named:
        _deal(state, named, components(state.table.house))
        sheets = named.get("sheets", {})
        rest = merged(rest, {}) if not sheets else _with_sheets(rest, sheets)
    whole: InscriptionState = typed(merged(plain_all(state), rest), InscriptionState)
    parts = components(whole.table.house)
    for sheets_, hand in zip(whole.table.players, whole.hand, strict=True):
        if sheets_.layouts[0]:
            _follow(Pen(Draft(sheets_), parts))
        sheets_.relics = len(hand.relics)
        held = {*hand.relics, *sheets_.played}
        whole.box.relics = [id for id in whole.box.relics if id not in held]
    for seat, draft in named.get("drafts", {}).items():
        written = {"sheets": plain(whole.table.players[int(seat)]), **draft}
        whole.hand[int(seat)].draft = typed(written, Draft)
    whole.table.relic_deck = len(whole.box.relics)
    whole.table.left = len(whole.box.events)
    return whole


def _follow(pen: Pen) -> None:
    """Add the marks that go with those named: claimed systems are accessible, their assets are
    circled."""
    nav, exp, ind, war = pen.nav, pen.exp, pen.ind, pen.war
    _add(nav.claimed, pen.map.home)
    _add(nav.reached, *pen.map.reached, *nav.claimed)
    for system in nav.claimed:
        printed = pen.map.systems[system]
        _circle(pen, "NAV", printed.asset)
        if printed.box:
            nav.boxes.setdefault(system, 0)
    for planet in pen.worlds.planets:
        for line in pen.worlds.lines[planet]:
            if set(line.symbols) <= set(exp.crossed):
                _circle(pen, "EXP", line.asset)
    for dock in exp.built:
        _circle(pen, "EXP", pen.worlds.docks[dock].asset)
    for asset in pen.worlds.track[: exp.population]:
        _circle(pen, "EXP", asset)
    _add(ind.scrapped, pen.works.begun)
    for space in ind.scrapped:
        lost = pen.works.spaces[space].asset
        if lost:
            _add(ind.crossed, lost.id)
    for space in ind.claimed:
        _circle(pen, "IND", pen.works.spaces[space].asset)
    lines = [(pen.works.vote_points, ind.vote_icons)]
    lines += [(points, ind.commodities[k - 1]) for k, points in pen.works.row_points.items()]
    for points, marked in lines:
        for n, reached in points.items():
            for asset in reached if n <= marked else ():
                _circle(pen, "IND", asset)
    for bar in war.built:
        _circle(pen, "WAR", pen.grid.bars[bar].vp_asset)
    for node in sorted(pen.occupied):
        _circle(pen, "WAR", pen.grid.nodes[node].asset)


def _add(made: list[str], *marks: str) -> None:
    made.extend(mark for mark in marks if mark not in made)


def _circle(pen: Pen, sheet: str, asset: Asset | None) -> None:
    if asset is not None and asset.id not in pen.on(sheet).crossed:
        _add(pen.on(sheet).circled, asset.id)


def _with_sheets(rest: Mapping[str, Any], sheets: Mapping[str, Any]) -> dict[str, Any]:
    table = dict(rest.get("table", {}))
    table["players"] = {**table.get("players", {}), **sheets}
    return {**rest, "table": table}


def _deal(state: InscriptionState, named: Mapping[str, Any], parts: Components) -> None:
    table = state.table
    for seat, sheets in enumerate(table.players):
        layouts = named.get("layouts") or _layouts(parts, table.side, seat)
        deal_sheets(sheets, parts, layouts)
        sheets.faction = named["factions"][seat]
    n = len(table.players)
    table.neighbors = [((seat + 1) % n, (seat - 1) % n) for seat in range(n)]
    if n == 1:
        table.neighbors = [(AI, AI)]
    if n == 2:
        table.neighbors, table.facing = [(1, AI), (0, AI)], "L"
    if ai.plays_along(table):
        ai.set_up(table, parts)
    first = named.get("objectives", [])
    for sheet in SHEETS:
        kinds = [o.id for o in parts.objectives.values() if o.sheet == sheet]
        chosen = next((id for id in first if id in kinds), kinds[0])
        table.objectives.append(ObjectiveCard(chosen))
    events = named.get("events", [])
    state.box.events = [*events, *(id for id in parts.events if id not in events)]
    relics = named.get("relics", [])
    state.box.relics = [*relics, *(id for id in parts.relics if id not in relics)]
    for stage in ("II", "III", "IV"):
        deck = [a.id for a in parts.agendas.values() if a.stage == stage]
        wanted = named.get("agendas", {}).get(stage, [])
        state.box.agendas[stage] = [*wanted, *(id for id in deck if id not in wanted)]
    table.speaker = n - 1
    table.phase = "event"


def _layouts(parts: Components, side: str, seat: int) -> list[str]:
    found = []
    for sheet in SHEETS:
        own = [id for id, x in parts.layouts(sheet).items() if x.printed.side == side]
        found.append(own[seat % len(own)])
    return found
