"""The promises that hold after every step (TIN 24.5, 31.18.1)."""

from collections.abc import Iterator

from rules.inscription.facts import HALVES, SHEETS, TIERS, Components, components
from rules.inscription.pen import Pen
from rules.inscription.scoring import totals
from rules.inscription.sheets.warfare import marked_in
from rules.inscription.state import AI, Draft, InscriptionState


def broken(state: InscriptionState) -> list[str]:
    """Return every promise that does not hold, in words."""
    parts = components(state.table.house)
    if not state.table.players[0].layouts[0]:
        return []
    found = list(_cards(state, parts))
    found += _objectives(state, parts)
    for seat, sheets in enumerate(state.table.players):
        draft = state.hand[seat].draft
        for written in (sheets, draft.sheets) if draft else (sheets,):
            pen = Pen(Draft(written), parts)
            for check in (_marks, _navigation, _expansion, _industry, _warfare, _technologies):
                found += [f"seat {seat}: {words}" for words in check(pen)]
        if not state.table.event:
            found += [f"seat {seat}: {words}" for words in _between_steps(state, seat, parts)]
    if state.table.final and [totals(s, parts) for s in state.table.players] != state.table.final:
        found.append("the final table is not what the sheets say")
    return found


def _between_steps(state: InscriptionState, seat: int, parts: Components) -> Iterator[str]:
    """Yield the promises broken while nobody is marking."""
    sheets, hand = state.table.players[seat], state.hand[seat]
    if hand.draft is not None:
        yield "a draft is still sealed"
    if sheets.relics != len(hand.relics):
        yield "relics held are miscounted"
    if sheets.active or any(not key.startswith("game ") for key in sheets.used):
        yield "something of the round is left over"
    pen = Pen(Draft(sheets), parts)
    relics = {s for s in pen.nav.claimed if pen.map.systems[s].relic}
    if set(pen.nav.boxes) != relics | ({pen.map.mecatol} & set(pen.nav.claimed)):
        yield "boxes and claimed systems do not agree"
    for half in HALVES:
        front = pen.war.front(half)
        for tier in range(1, pen.war.line + 1):
            if front.strength[tier - 1] is None or front.result[tier - 1] is None:
                yield f"the war of tier {tier} {half} was not fought"


def _cards(state: InscriptionState, parts: Components) -> Iterator[str]:
    """Yield a complaint for cards that are not in exactly one place."""
    table, box = state.table, state.box
    events = [*box.events, *table.discard, *([table.event] if table.event else [])]
    if sorted(events) != sorted(parts.events):
        yield "event cards are lost or doubled"
    relics = [*box.relics]
    for sheets, hand in zip(table.players, state.hand, strict=True):
        draft = hand.draft
        if draft is None:
            relics += [*hand.relics, *sheets.played]
        else:
            relics += [*draft.relics, *draft.drawn, *draft.returned, *draft.sheets.played]
    if sorted(relics) != sorted(parts.relics):
        yield "relic cards are lost or doubled"
    if not table.event and table.relic_deck != len(box.relics):
        yield "the relic deck is miscounted"
    if table.left != len(box.events):
        yield "the event deck is miscounted"
    factions = [s.faction for s in table.players if s.faction]
    if len(set(factions)) != len(factions):
        yield "two players have the same faction"


def _objectives(state: InscriptionState, parts: Components) -> Iterator[str]:
    table = state.table
    for card in table.objectives:
        printed = parts.objectives[card.id]
        best = {(c.round, c.step) for c in card.done if c.points == printed.high}
        if len(best) > 1:
            yield f"{card.id} gave its higher value twice"
        for done in card.done:
            if done.seat != AI and done.points not in (printed.high, printed.low):
                yield f"{card.id} gave {done.points}"
        for seat, sheets in enumerate(table.players):
            written = [c.points for c in card.done if c.seat == seat]
            if written[:1] != [p for p in [sheets.on(printed.sheet).objective] if p is not None]:
                yield f"{card.id} is not what seat {seat} has written"
    named = [claim.seat for claim in table.rows if claim.seat != AI]
    if len(set(named)) != len(named):
        yield "a player stands twice on the Mecatol Rex sheet"


def _marks(pen: Pen) -> Iterator[str]:
    """Yield a complaint for circles, slashes and crosses of a sheet that do not go together."""
    for sheet in SHEETS:
        marks = pen.on(sheet)
        assets = pen.printed(sheet).assets
        for name in ("circled", "slashed", "crossed", "dice"):
            made = getattr(marks, name)
            if len(set(made)) != len(made):
                yield f"{sheet}: a mark was made twice"
        if not set(marks.slashed) <= set(marks.circled):
            yield f"{sheet}: an asset was spent that is not claimed"
        if set(marks.circled) & set(marks.crossed):
            yield f"{sheet}: an asset is claimed and lost"
        if not set(marks.circled) <= set(assets):
            yield f"{sheet}: something claimed is not printed"


def _navigation(pen: Pen) -> Iterator[str]:
    nav = pen.nav
    if len(nav.wormholes) % 2 and not pen.rule("wormholes_unlimited"):
        yield "an odd number of wormholes is used"
    if not set(nav.claimed) <= set(nav.reached):
        yield "a claimed system is not accessible"
    if set(nav.claimed) & set(nav.crossed):
        yield "a crossed-off system is claimed"
    for system in nav.claimed:
        asset = pen.map.systems[system].asset
        if asset and asset.id not in nav.circled:
            yield f"the asset of {system} is not claimed"


def _expansion(pen: Pen) -> Iterator[str]:
    exp = pen.exp
    crossed = set(exp.crossed)
    for planet, symbols in pen.worlds.of_planet.items():
        if planet not in exp.unlocked and crossed & set(symbols):
            yield f"{planet} is developed but locked"
        for line in pen.worlds.lines[planet]:
            full = crossed.issuperset(line.symbols)
            if line.asset and full and line.asset.id not in {*exp.circled, *exp.crossed}:
                yield f"a full line of {planet} has not given its asset"
            if line.asset and not full and line.asset.id in exp.circled:
                yield f"a line of {planet} gave its asset too early"
    for dock, symbols in pen.worlds.of_dock.items():
        if crossed.issuperset(symbols) and dock not in exp.built:
            yield f"{dock} is paid for and not built"
    if not 0 <= exp.population <= len(pen.worlds.track):
        yield "the population track is left"
    if any(a.id not in exp.circled for a in pen.worlds.track[: exp.population]):
        yield "population points are missing"


def _industry(pen: Pen) -> Iterator[str]:
    ind = pen.ind
    if set(ind.scrapped) & set(ind.claimed):
        yield "a space is scrapped and claimed"
    for space in ind.scrapped:
        asset = pen.works.spaces[space].asset
        if asset and asset.id not in ind.crossed:
            yield f"the asset of scrapped {space} is not lost"
    for space in ind.claimed:
        asset = pen.works.spaces[space].asset
        if asset is None or asset.id not in ind.circled:
            yield f"the asset of {space} is not claimed"
    if not 0 <= ind.goods_spent <= ind.goods <= pen.works.tg_pool:
        yield "trade goods out of bounds"
    if not 0 <= ind.votes_spent <= ind.votes <= pen.works.vote_pool:
        yield "votes out of bounds"
    if not 1 <= ind.vote_icons <= pen.works.vote_icons:
        yield "vote icons out of bounds"
    for k, length in pen.works.rows.items():
        if not 0 <= ind.commodities[k - 1] <= length:
            yield "commodities out of bounds"


def _warfare(pen: Pen) -> Iterator[str]:
    war = pen.war
    nodes = [node for unit in war.units for node in unit.nodes] + [*war.marked]
    if len(set(nodes)) != len(nodes):
        yield "a node is marked twice"
    for unit in war.units:
        if unit.nodes not in pen.grid.ways[unit.kind]:
            yield f"a {unit.kind} has the wrong shape"
        free = not unit.built or pen.rule("units_cover_anomalies")
        if not free and set(unit.nodes) & pen.grid.anomalies:
            yield f"a {unit.kind} lies on an anomaly"
    if sum(unit.built for unit in war.units) > len(war.built) + war.infantry:
        yield "more units are drawn than were built"
    for half in HALVES:
        front = war.front(half)
        for tier in range(1, TIERS + 1):
            strength = front.strength[tier - 1]
            if tier > war.line and strength is not None:
                yield "a strength was written before its war"
            marked = marked_in(pen, tier, half) + front.bonus[tier - 1]
            if strength not in (None, marked):
                yield f"the strength of tier {tier} {half} is not what is marked"


def _technologies(pen: Pen) -> Iterator[str]:
    sheets = pen.sheets
    if set(sheets.lost) & set(sheets.technologies):
        yield "a lost technology is unlocked"
    for id, crossed in sheets.research.items():
        cost = pen.parts.technologies[id].cost_research
        if not 0 <= crossed <= cost:
            yield f"too much research on {id}"
        if crossed == cost and id not in sheets.technologies:
            yield f"{id} is paid for and not unlocked"
