"""A seat's knowledge in words: facts for conditions, sheets for mails and pages (TIN 32.2)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rules.inscription import ai, names
from rules.inscription.facts import HALVES, RESOURCES, SHEETS, Asset, Components, components
from rules.inscription.marking import draft_of
from rules.inscription.pen import Pen
from rules.inscription.scoring import points, totals
from rules.inscription.sheets import expansion, industry, navigation, technologies, warfare
from rules.inscription.sheets.assets import trade_icons
from rules.inscription.speech import N_, _
from rules.inscription.state import AI, Draft, Sheets, View
from rules.inscription.wording import (
    commodity_words,
    points_words,
    research_words,
    resource_list,
    sheet_name,
    trade_goods_words,
    votes_words,
)
from rules.kernel.views import Grid, Section

KINDS = {
    "strategy": N_("strategy event"),
    "war": N_("war event"),
    "council": N_("council event"),
    "production": N_("production event"),
}


def own_sheets(view: View, seat: int) -> Sheets:
    """Return a player's sheets as this viewer may see them: one's own with the marks of the
    step."""
    if seat == view.seat and (draft := draft_of(view)) is not None:
        return draft.sheets
    return view.table.players[seat]


def headline(view: View) -> str:
    table = view.table
    if table.phase in ("deal", "factions"):
        return _("choice of factions")
    if table.phase == "over":
        return _("the end")
    if not table.event:
        return _("round {n}", n=table.round)
    card = components(table.house).events[table.event]
    name = names.spoken("event", card.id, card.title)
    return _("round {n}, stage {stage}: {card}", n=table.round, stage=card.stage, card=name)


def facts(view: View) -> dict[str, bool | int | str]:
    """Return the facts that conditions of orders may refer to."""
    table = view.table
    parts = components(table.house)
    card = parts.events.get(table.event)
    found: dict[str, bool | int | str] = {
        "round": table.round,
        "stage": card.stage if card else "",
        "event": card.kind if card else "",
    }
    given = list(card.resources) if card else []
    for kind, word in zip(RESOURCES, ("material", "influence", "research"), strict=True):
        found[f"card {word}"] = given.count(kind)
        found[f"dice {word}"] = table.black.count(kind)
    found |= {"outcome": "", "pass": False, "fail": False}
    if table.tally is not None and table.tally.passed is not None:
        found["outcome"] = "pass" if table.tally.passed else "fail"
        found["pass"] = table.tally.passed
        found["fail"] = not table.tally.passed
    if view.seat is None or not table.players[view.seat].layouts[0]:
        return found
    sheets = own_sheets(view, view.seat)
    pen = Pen(Draft(sheets), parts)
    held = pen.held()
    draft = draft_of(view)
    found |= {
        "points": points(sheets, parts),
        "goods": sheets.industry.goods_left,
        "votes": sheets.industry.votes_left,
        "planets": held.get(("planet", 0), 0),
        "relic": bool(view.mine.relics or (draft and (draft.relics or draft.drawn))),
        "relics": len(view.mine.relics),
        "sheet": sheets.active and names.SHEET_NAMES.name(sheets.active),
        "strength left": warfare.present_strength(pen, "L"),
        "strength right": warfare.present_strength(pen, "R"),
    }
    for kind, word in zip(RESOURCES, ("material", "influence", "research"), strict=True):
        found[word] = draft.purse.count(kind) if draft else 0
    for id in parts.relics:
        holding = view.mine.relics if draft is None else [*draft.relics, *draft.drawn]
        found[parts.relics[id].name] = id in holding
    return found


def fact_meanings() -> dict[str, str]:
    """Return the meaning of each fact, for HELP."""
    return {
        "round": _("the number of the game round"),
        "stage": _("the stage of the event card, I to V"),
        "event": _("the kind of the event card: strategy, war or council"),
        "card <resource>": _("how much material, influence or research the event card gives"),
        "dice <resource>": _("how many black dice show it"),
        "outcome": _("what became of the agenda: pass or fail; empty before the vote is counted"),
        "pass": _("the agenda has passed"),
        "fail": _("the agenda has failed"),
        "points": _("your victory points so far"),
        "goods": _("your trade goods left"),
        "votes": _("your votes left"),
        "planets": _("how many planets you have"),
        "material": _("material you have still to spend in this step"),
        "influence": _("influence you have still to spend in this step"),
        "research": _("research you have still to spend in this step"),
        "relic": _("you have a relic"),
        "relics": _("how many relics you have"),
        "<relic>": _("you have the relic of this name"),
        "sheet": _("the sheet you have made active"),
        "strength left": _(
            "the strength of the left section of your warfare sheet that fights next"
        ),
        "strength right": _(
            "the strength of the right section of your warfare sheet that fights next"
        ),
    }


def sheet(view: View) -> list[Section]:
    """Return the position in words."""
    sections = [_event(view), _objectives(view), _mecatol(view)]
    if ai.plays_along(view.table) and view.table.tracks:
        sections.append(_ai(view))
    if view.seat is not None and view.table.players[view.seat].layouts[0]:
        sections += _own(view, view.seat)
    sections.append(_others(view))
    return [section for section in sections if section.lines]


def _event(view: View) -> Section:
    table = view.table
    lines = []
    parts = components(table.house)
    if table.event:
        card = parts.events[table.event]
        lines.append(
            _(
                "Round {n}: {card}, {kind} of stage {stage}; {left} cards are left.",
                n=table.round,
                card=names.spoken("event", card.id, card.title),
                kind=_(KINDS[card.kind]),
                stage=card.stage,
                left=table.left,
            )
        )
        if card.resources:
            lines.append(_("The card gives {given}.", given=resource_list(card.resources)))
    if table.black:
        rolled = zip(RESOURCES, table.focus, strict=True)
        focus = [kind for kind, n in rolled for _i in range(n)]
        lines.append(
            _(
                "The dice show {black}; the focus dice {focus}.",
                black=resource_list(table.black),
                focus=resource_list(focus),
            )
        )
    if table.players[0].faction:
        lines.append(_("Speaker: {name}.", name=view.name(table.speaker)))
    return Section(_("Event"), tuple(lines))


def _objectives(view: View) -> Section:
    parts = components(view.table.house)
    lines = []
    for card in view.table.objectives:
        printed = parts.objectives[card.id]
        worth = printed.low if card.flipped else printed.high
        done = [
            _("the AI") if c.seat == AI else f"{view.name(c.seat)} ({c.points})" for c in card.done
        ]
        line = _(
            "{sheet}, {card}: {text} {points}.",
            sheet=sheet_name(printed.sheet),
            card=names.spoken("objective", card.id, printed.name),
            text=_(printed.text),
            points=points_words(worth),
        )
        if done:
            line += " " + _("Completed by {who}.", who=", ".join(done))
        lines.append(line)
    return Section(_("Objectives"), tuple(lines))


def _mecatol(view: View) -> Section:
    parts = components(view.table.house)
    lines = []
    for i, claim in enumerate(view.table.rows, 1):
        who = _("the AI") if claim.seat == AI else view.name(claim.seat)
        lines.append(_("Row {n}: {who}.", n=i, who=who))
    if len(view.table.rows) < len(parts.rows) and view.table.phase == "event":
        row = parts.rows[len(view.table.rows)]
        lines.append(
            _(
                "The next row gives {points} and {votes}.",
                points=points_words(row.vp),
                votes=votes_words(row.votes),
            )
        )
    return Section(_("Mecatol Rex"), tuple(lines))


def _ai(view: View) -> Section:
    table = view.table
    parts = components(table.house)
    lines = []
    for printed in parts.ai.tracks:
        crossed = table.tracks[printed.id].crossed
        if printed.role == "goal":
            goals = ", ".join(
                _("{goal} at {n}", goal=_goal_name(goal.goal), n=goal.after_symbol)
                for goal in printed.goals
            )
            lines.append(_("Goals: {n} crossed off; {goals}.", n=len(crossed), goals=goals))
        else:
            numbers = [
                str(symbol.number) for i, symbol in enumerate(printed.symbols) if i in crossed
            ]
            name = _("Strength") if printed.role == "strength" else _("Votes")
            lines.append(f"{name}: {', '.join(numbers) or '–'}")
    return Section(_("AI faction"), tuple(lines))


def _goal_name(goal: str) -> str:
    return _("Mecatol Rex") if goal == "mecatol" else sheet_name(goal)


def asset_words(asset: Asset) -> str:
    """Return an asset in a few words: "focus material", "2 ore"."""
    kind = _(names.ASSET_NAMES.name(asset.kind))
    if asset.kind in _COUNTED:
        return _COUNTED[asset.kind](asset.n)
    if asset.kind == "commodity":
        return commodity_words(asset.n, asset.k)
    if asset.kind == "spec":
        return _(names.SPECIALIZATION_NAMES.name(str(asset.k)))
    if asset.kind == "focus":
        return _("focus {resource}", resource=_(names.RESOURCE_NAMES.name(str(asset.k))))
    if asset.kind == "neighbor":
        return _("left neighbor") if asset.dir == "L" else _("right neighbor")
    return f"{asset.n} {kind}" if asset.n else kind


_COUNTED: Final[Mapping[str, Callable[[int], str]]] = {
    "vp": points_words,
    "tg": trade_goods_words,
    "vote": votes_words,
}


def _at(id: str, asset: Asset | None) -> str:
    return f"{id} ({asset_words(asset)})" if asset else id


def _own(view: View, seat: int) -> Iterator[Section]:
    parts = components(view.table.house)
    pen = Pen(Draft(own_sheets(view, seat)), parts)
    yield Section(_("What you hold"), tuple(_holdings(pen)), private=False)
    private = _private(view)
    if private:
        yield Section(_("Your relics"), tuple(private), private=True)
    yield Section(_("Your navigation sheet"), tuple(_navigation(pen)))
    yield Section(_("Your expansion sheet"), tuple(_expansion(pen)))
    yield Section(_("Your industry sheet"), tuple(_industry(pen)))
    yield Section(_("Your warfare sheet"), tuple(_warfare(pen, view, seat)))


def _holdings(pen: Pen) -> Iterator[str]:
    ind = pen.ind
    yield f"{trade_goods_words(ind.goods_left)}, {votes_words(ind.votes_left)}."
    held = [
        f"{n}× {asset_words(Asset('', kind, 0, k))}"
        for (kind, k), n in sorted(pen.held().items(), key=str)
    ]
    if held:
        yield _("To spend: {assets}.", assets=", ".join(held))
    for id in pen.sheets.technologies:
        technology = pen.parts.technologies[id]
        name = names.spoken("technology", id, technology.name)
        yield f"{name}: {_(technology.effect.text)}"
    for id in technologies.lockable(pen):
        technology = pen.parts.technologies[id]
        yield _(
            "{name} ({sheet}): {done} of {cost}, or {spec}.",
            name=names.spoken("technology", id, technology.name),
            sheet=sheet_name(technology.sheet),
            done=pen.sheets.research.get(id, 0),
            cost=research_words(technology.cost_research),
            spec=_(names.SPECIALIZATION_NAMES.name(str(technology.cost_spec))),
        )
    dice = [
        f"{sheet_name(sheet)}: {', '.join(_(names.RESOURCE_NAMES.name(k)) for k in unlocked)}"
        for sheet in SHEETS
        if (unlocked := pen.on(sheet).dice)
    ]
    if dice:
        yield _("Focus dice: {dice}.", dice="; ".join(dice))


def _private(view: View) -> list[str]:
    parts = components(view.table.house)
    draft = view.mine.draft
    held = view.mine.relics if draft is None else [*draft.relics, *draft.drawn]
    return [
        f"{names.spoken('relic', id, parts.relics[id].name)}: {_(parts.relics[id].effect.text)}"
        for id in held
    ]


def _navigation(pen: Pen) -> Iterator[str]:
    systems = pen.map.systems
    claimed = [_at(id, systems[id].asset) for id in pen.nav.claimed if id != pen.map.home]
    yield _("Claimed: {ids}.", ids=", ".join(claimed) or "–")
    open_ = [
        _("{id} (Mecatol Rex)", id=id) if systems[id].mecatol else _at(id, systems[id].asset)
        for id in navigation.claimable(pen)
    ]
    yield _("To claim with influence: {ids}.", ids=", ".join(open_) or "–")
    near = [
        _("{id} (Mecatol Rex)", id=id) if systems[id].mecatol else _at(id, systems[id].asset)
        for id in navigation.accessible(pen)
    ]
    yield _("To access with material or research: {ids}.", ids=", ".join(near) or "–")
    if far := [
        _("{id} via {holes}", id=id, holes=", ".join(holes)) for id, holes in navigation.jumps(pen)
    ]:
        yield _("Through wormholes: {ids}.", ids="; ".join(far))


def _expansion(pen: Pen) -> Iterator[str]:
    for id, planet in pen.worlds.planets.items():
        if id not in pen.exp.unlocked:
            continue
        left = [
            f"{s.partition('.')[2]} {_(names.RESOURCE_NAMES.name(pen.worlds.symbols[s]))}"
            for s in expansion.open_symbols(pen, id)
        ]
        yield _("{planet} ({id}): {left}.", planet=planet.name, id=id, left=", ".join(left) or "–")
    locked = [f"{pen.worlds.planets[id].name} ({id})" for id in expansion.locked(pen)]
    yield _("Locked: {planets}.", planets=", ".join(locked) or "–")
    for dock in expansion.unbuilt(pen):
        left = [
            f"{s} {_(names.RESOURCE_NAMES.name(pen.worlds.symbols[s]))}"
            for s in pen.worlds.of_dock[dock]
            if s not in pen.exp.crossed
        ]
        asset = pen.worlds.docks[dock].asset
        yield _(
            "Dock {id} for {asset}: {left}.",
            id=dock,
            asset=asset_words(asset),
            left=", ".join(left),
        )
    track = len(pen.worlds.track)
    yield _("Population: {n} of {all}.", n=pen.exp.population, all=track)


def _industry(pen: Pen) -> Iterator[str]:
    spaces = pen.works.spaces
    open_ = [_at(id, spaces[id].asset) for id in industry.claimable(pen)]
    yield _("To claim with influence or research: {ids}.", ids=", ".join(open_) or "–")
    more = [
        _at(id, spaces[id].asset)
        for id in industry.scrappable(pen)
        if id not in industry.claimable(pen)
    ]
    if more:
        yield _("Only to scrap with material: {ids}.", ids=", ".join(more))
    rows = ", ".join(
        f"{_(names.COMMODITY_NAMES.name(str(k)))} {pen.ind.commodities[k - 1]}/{length}"
        for k, length in pen.works.rows.items()
    )
    yield _(
        "Commodities: {rows}. Production: {goods}. Votes at a council: {votes}.",
        rows=rows,
        goods=trade_icons(pen),
        votes=pen.ind.vote_icons,
    )


def _warfare(pen: Pen, view: View, seat: int) -> Iterator[str]:
    for kind, unit in pen.grid.units.items():
        if unit.bars == "unlimited":
            continue
        name = _(warfare.UNIT_WORDS[kind])
        if unit.locked_by is not None and kind not in pen.war.unlocked:
            spec = _(names.SPECIALIZATION_NAMES.name(str(unit.locked_by)))
            yield _("{unit}: locked, unlocked by {spec}.", unit=name, spec=spec)
            continue
        bars = [
            ", ".join(
                f"{s} {_(names.RESOURCE_NAMES.name(pen.grid.symbols[s]))}"
                for s in warfare.open_symbols(pen, bar)
            )
            for bar in warfare.open_bars(pen, kind)
        ]
        yield f"{name}: {'; '.join(bars) or '–'}"
    for half in HALVES:
        foe = view.table.neighbors[seat][HALVES.index(half)] if view.table.neighbors else AI
        yield _(
            "{side}, against {foe}: strength {n} for the next war.",
            side=_(names.HALF_NAMES.name(half)),
            foe=_("the AI") if foe == AI else view.name(foe),
            n=warfare.present_strength(pen, half),
        )
    if pen.war.line < len(pen.grid.lines) - 1:
        yield _("Your deployment line is below row {n}.", n=warfare.first_row(pen))


def _others(view: View) -> Section:
    """Return everybody's points and strengths as of the last completed step (TIN 32.2.2)."""
    parts = components(view.table.house)
    lines = []
    for seat, sheets in enumerate(view.table.players):
        if not sheets.layouts[0] or not sheets.faction:
            continue
        lines.append(_player_line(view, parts, seat, sheets))
    return Section(_("Players"), tuple(lines))


def _player_line(view: View, parts: Components, seat: int, sheets: Sheets) -> str:
    by_sheet = totals(sheets, parts)
    pen = Pen(Draft(sheets), parts)
    return _(
        "{name}: {points} (navigation {nav}, expansion {exp}, industry {ind}, warfare {war}); "
        "strength {left} left, {right} right; {goods}, {votes}, {relics} held.",
        name=view.name(seat),
        points=points_words(sum(by_sheet.values())),
        nav=by_sheet["NAV"],
        exp=by_sheet["EXP"],
        ind=by_sheet["IND"],
        war=by_sheet["WAR"],
        left=warfare.present_strength(pen, "L"),
        right=warfare.present_strength(pen, "R"),
        goods=trade_goods_words(sheets.industry.goods_left),
        votes=votes_words(sheets.industry.votes_left),
        relics=_.several("{n} relic", "{n} relics", sheets.relics),
    )


def player_sheet(view: View, seat: int) -> list[Section]:
    """Return one player's sheets as everybody sees them since the last reveal (TIN 32.2.2)."""
    sheets = view.table.players[seat]
    if not sheets.layouts[0] or not sheets.faction:
        return []
    parts = components(view.table.house)
    pen = Pen(Draft(sheets), parts)
    drawn = (
        ("NAV", _navigation(pen)),
        ("EXP", _expansion(pen)),
        ("IND", _industry(pen)),
        ("WAR", _warfare(pen, view, seat)),
    )
    first = Section(view.name(seat), (_player_line(view, parts, seat, sheets), *_holdings(pen)))
    return [first, *(Section(sheet_name(sheet), tuple(lines)) for sheet, lines in drawn)]


def comparison(view: View) -> Grid:
    """Return points by sheet, and the completed objectives of each player."""
    parts = components(view.table.house)
    players = view.table.players
    scores = [totals(sheets, parts) if sheets.layouts[0] else {} for sheets in players]
    rows = [
        (sheet_name(sheet), "", tuple(str(score.get(sheet, 0)) for score in scores))
        for sheet in SHEETS
    ]
    for card in view.table.objectives:
        printed = parts.objectives[card.id]
        done = {c.seat: f"+{c.points}" for c in card.done}
        name = names.spoken("objective", card.id, printed.name)
        cells = tuple(done.get(seat, "–") for seat in range(len(players)))
        rows.append((name, _(printed.text), cells))
    return Grid(_("Points and objectives"), tuple(rows))
