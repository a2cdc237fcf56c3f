"""Claiming assets, and what claiming them brings (TIN 3.2, 13, 25.8)."""

from collections.abc import Sequence

from rules.inscription.facts import TIERS, Asset, Op
from rules.inscription.pen import Illegal, Pen
from rules.inscription.speech import _
from rules.inscription.state import Frame, Front, replaced


def claim(pen: Pen, sheet: str, asset: Asset | None, at: str = "") -> None:
    """Claim one asset, if it is neither lost nor claimed already (TIN 30.4.5)."""
    if asset is not None:
        claim_all(pen, sheet, (asset,), at=at)


def claim_all(
    pen: Pen, sheet: str, assets: Sequence[Asset], first: Sequence[str] = (), at: str = ""
) -> None:
    """Claim all assets of one mark together; their owner orders the effects (TIN 30.3.5).

    `first`: kinds that come first, in this order. `at`: where they stand.
    """
    marks = pen.on(sheet)
    fresh = [a for a in assets if a.id not in marks.crossed and a.id not in marks.circled]
    marks.circled.extend([a.id for a in fresh])
    if first:
        fresh.sort(key=lambda a: first.index(a.kind) if a.kind in first else len(first))
    for asset in reversed(fresh):
        for key, effect in pen.abilities("on_claim"):
            if effect.when.get("asset") == asset.kind:
                pen.push(key, effect)
        _bring(pen, asset, at)


def _bring(pen: Pen, asset: Asset, at: str) -> None:
    """Carry out the effect of a dotted asset (TIN 13.2); dashed ones and points have none."""
    kind = asset.kind
    if kind == "tg":
        goods(pen, asset.n)
    elif kind == "vote":
        votes(pen, asset.n)
    elif kind == "commodity":
        commodities(pen, int(asset.k), asset.n)
    elif kind == "councilor":
        councilors(pen, 1)
    elif kind == "population":
        population(pen, 1)
    elif kind == "neighbor":
        strengthen(pen, asset.dir, 1)
    elif kind == "faction" and pen.faction is not None:
        pen.push(f"faction {pen.faction.id} asset", pen.faction.ability2.effect)
    elif kind == "relic":
        pen.draft.stack.append(Frame([Op("draw_relic")], source="relic", at=at))


def goods(pen: Pen, n: int) -> None:
    """Circle trade goods of the pool, as many as there are (TIN 8.5.1, 30.3.8)."""
    pen.ind.goods = min(pen.works.tg_pool, pen.ind.goods + n)


def votes(pen: Pen, n: int) -> None:
    """Circle votes of the pool, as many as there are (TIN 8.5.1, 30.3.8)."""
    pen.ind.votes = min(pen.works.vote_pool, pen.ind.votes + n)


def population(pen: Pen, n: int) -> None:
    """Claim the next points of the population track, from the bottom (TIN 13.2.9)."""
    for _step in range(n):
        if pen.exp.population < len(pen.worlds.track):
            asset = pen.worlds.track[pen.exp.population]
            pen.exp.population += 1
            claim(pen, "EXP", asset)


def councilors(pen: Pen, n: int) -> None:
    """Unlock the next "+1 vote" icons; points follow when all to their left are (TIN 8.3)."""
    for _step in range(n):
        if pen.ind.vote_icons < pen.works.vote_icons:
            pen.ind.vote_icons += 1
            for asset in pen.works.vote_points.get(pen.ind.vote_icons, ()):
                claim(pen, "IND", asset)


def commodities(pen: Pen, k: int, n: int) -> None:
    """Cross off the next symbols of a row; points follow (TIN 8.4.2, 8.4.3, 30.5.4)."""
    for _step in range(n):
        crossed = pen.ind.commodities[k - 1] + 1
        if crossed <= pen.works.rows[k]:
            pen.ind.commodities = replaced(pen.ind.commodities, k - 1, crossed)
            for asset in pen.works.row_points[k].get(crossed, ()):
                claim(pen, "IND", asset)


def trade_icons(pen: Pen) -> int:
    """Unlocked "+1 trade good" icons (TIN 8.4.4)."""
    return len(pen.works.trade_icons(pen.ind.commodities))


def strengthen(pen: Pen, half: str, n: int, wars: str = "all_later") -> None:
    """Note a bonus in the strength boxes of later wars (TIN 10.3.3, 13.2.12)."""
    front = pen.war.front(half)
    bonus = front.bonus
    last = TIERS if wars == "all_later" else min(TIERS, pen.war.line + 1)
    for tier in range(pen.war.line, last):
        bonus = replaced(bonus, tier, bonus[tier] + n)
    pen.war.note(half, Front(bonus, front.strength, front.result))


def slash(pen: Pen, kind: str, k: int | str, missing: str, rule: str) -> None:
    """Spend a dashed asset of any own sheet (TIN 5.2.2)."""
    found = pen.unspent(kind, k)
    if found is None:
        raise Illegal("no-asset", missing, rule)
    pen.on(found[0]).slashed.append(found[1])


def spend_good(pen: Pen) -> None:
    """Slash a trade good (TIN 13.2.3)."""
    if not pen.ind.goods_left:
        raise Illegal("no-trade-good", _("You have no trade good left."), "13.2.3")
    pen.ind.goods_spent += 1
