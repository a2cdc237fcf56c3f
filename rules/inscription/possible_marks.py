"""Which marks could be made now, and random ones among them."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from rules.inscription.facts import RESOURCES, SHEETS
from rules.inscription.marking import choices, is_dotted, may_use, pending, usable_effects, write
from rules.inscription.pen import Pen
from rules.inscription.sheets import expansion, navigation, technologies, warfare
from rules.inscription.state import Mark
from rules.inscription.uses import INFANTRY, PAID, conversion, payable, uses


def possible(pen: Pen) -> Iterator[Mark]:
    """Yield marks of the player's own will that are legal now, besides those with trade goods."""
    active = pen.active
    if not active:
        for sheet in SHEETS if pen.draft.step == 1 else ():
            yield Mark("sheet", sheet)
        return
    for wanted, kinds in uses(pen, active):
        if payable(pen.draft.purse, kinds):
            yield wanted
        elif "M" in pen.draft.purse and conversion(pen, "M", kinds):
            yield Mark(wanted.do, wanted.at, "M", wanted.on, wanted.nodes)
    yield from possible_by_assets(pen)
    for key, effect in usable_effects(pen):
        if may_use(pen, key, effect):
            yield Mark("play" if key.startswith("relic ") else "use", key)


def every_mark(pen: Pen) -> Iterator[Mark]:
    """Yield all marks of the player's own will that are legal now: paid with resources or trade
    goods, and infantry wherever it may stand."""
    if not pen.draft.step:
        return
    for wanted in possible(pen):
        yield wanted
        if wanted.do == "build" and wanted.at == INFANTRY and not wanted.nodes:
            for nodes in warfare.placements(pen, INFANTRY):
                yield Mark("build", INFANTRY, wanted.pay, nodes=nodes)
    if pen.active:
        yield from _said_exactly(pen)


def _said_exactly(pen: Pen) -> Iterator[Mark]:
    """Yield marks that say which resource pays for them, where a line begins, or which asset
    comes first, each where that makes a difference; goods made a resource, and resources without
    any use."""
    purse, goods = pen.draft.purse, pen.ind.goods_left
    useful: set[str] = set()
    for wanted, kinds in uses(pen, pen.active):
        useful.update(kinds)
        paying: list[str] = [k for k in RESOURCES if k in kinds and (k in purse or "X" in purse)]
        paying += [k for k in dict.fromkeys(purse) if k not in kinds and conversion(pen, k, kinds)]
        payments = ["", *(paying if len(paying) > 1 else []), *(["tg"] if goods else [])]
        usual = bool(paying)
        for pay in payments:
            if pay:
                yield Mark(wanted.do, wanted.at, pay, wanted.on, wanted.nodes)
                if wanted.do == "build" and wanted.at == INFANTRY:
                    for nodes in warfare.placements(pen, INFANTRY):
                        yield Mark("build", INFANTRY, pay, nodes=nodes)
            if not pay and not usual:
                continue
            if wanted.do == "access":
                starts = navigation.starts(pen, wanted.at)
                for start in starts if len(starts) > 1 else []:
                    yield Mark("access", wanted.at, pay, start)
            elif wanted.do == "develop":
                for first in expansion.orders_of_assets(pen, wanted.at):
                    yield Mark("develop", wanted.at, pay, first=first)
    for kind in RESOURCES:
        if goods and kind in useful:
            yield Mark("goods", kind)
        if kind in purse and kind not in useful:
            yield Mark("lapse", kind)


def possible_by_assets(pen: Pen) -> Iterator[Mark]:
    """Yield the marks that dashed assets could be spent on now (TIN 5.2, 30.3.6)."""
    held = pen.held()
    for kind in technologies.locked_dice(pen, pen.active):
        if ("focus", kind) in held:
            yield Mark("focus", kind)
    for id in technologies.lockable(pen, pen.active):
        if ("spec", pen.parts.technologies[id].cost_spec) in held:
            yield Mark("unlock", id)
    if pen.active == "EXP" and ("planet", 0) in held:
        for planet in expansion.locked(pen):
            yield Mark("unlock", planet)
        for dock in expansion.unbuilt(pen):
            yield Mark("dock", dock, "planet")
    if pen.active == "IND":
        for spec in pen.works.bursts:
            if ("spec", spec) in held:
                yield Mark("burst", str(spec))
        for id, space in pen.works.spaces.items():
            if ("spec", space.dotted_x or 0) in held and id not in pen.ind.scrapped:
                yield Mark("scrap", id)
    if pen.active == "WAR":
        for kind, unit in pen.grid.units.items():
            if kind not in pen.war.unlocked and ("spec", unit.locked_by or 0) in held:
                yield Mark("unlock", kind)
        for bar in warfare.open_bars(pen):
            other = pen.grid.bars[bar].alt_cost
            if other and ("spec", other[0]) in held:
                yield Mark("build", bar, "spec")


def sampled(pen: Pen, rng: Random, most: int = 40) -> tuple[Mark, ...]:
    """Return a random legal script for the open frames, made on the pen's own draft."""
    script: list[Mark] = []
    for _i in range(most):
        if pen.draft.waits:
            break
        wanted = _random_mark(pen, rng)
        if wanted is None:
            break
        write(pen, wanted)
        script.append(wanted)
    return tuple(script)


def _random_sheet(pen: Pen, rng: Random) -> str:
    """Return a random sheet, likelier the more is marked on it, so that far things come into play;
    one that a relic in hand waits for is likelier too."""
    for id in pen.draft.relics:
        sheet = pen.parts.relics[id].effect.when.get("sheet")
        if sheet and rng.random() < 0.5:
            return str(sheet)
    marked = (
        2 * len(pen.nav.reached),
        4 + len(pen.exp.crossed) + 3 * len(pen.exp.unlocked),
        4 + len(pen.ind.scrapped) + len(pen.ind.claimed),
        4 + len(pen.war.crossed) + len(pen.war.units),
    )
    return rng.choices(SHEETS, [n**1.5 for n in marked])[0]


def _random_mark(pen: Pen, rng: Random) -> Mark | None:
    if pending(pen) is not None:
        found = list(islice(choices(pen), 60))
        return rng.choice(found) if found else None
    if not pen.draft.step:
        return None
    if not pen.draft.purse and pen.active and rng.random() < 0.3:
        return None
    if not pen.active:
        return Mark("sheet", _random_sheet(pen, rng))
    found = list(possible(pen))
    if not pen.draft.purse:
        found = [m for m in found if m.do not in PAID or m.pay in ("spec", "planet")]
        found = [m for m in found if m.do != "scrap" or is_dotted(pen, m.at)]
    if pen.active and pen.ind.goods_left and rng.random() < 0.2:
        wanted, _kinds = rng.choice(list(uses(pen, pen.active)) or [(None, ())])
        if wanted is not None:
            return Mark(wanted.do, wanted.at, "tg", wanted.on, wanted.nodes)
    if not found:
        return None
    wanted = rng.choice(found)
    if wanted == Mark("build", INFANTRY) and rng.random() < 0.5:
        ways = list(warfare.placements(pen, INFANTRY))
        if ways:
            return Mark("build", INFANTRY, wanted.pay, nodes=rng.choice(ways))
    return wanted
