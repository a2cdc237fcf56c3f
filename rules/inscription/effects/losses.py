"""What effects take away (TIN 31.16.5, 31.16.6)."""

from collections.abc import Iterator

from rules.inscription.effects.operation import Operation, no_such
from rules.inscription.facts import TIERS, Asset, Op
from rules.inscription.pen import Pen
from rules.inscription.sheets import (
    expansion,
    navigation,
    technologies,
    warfare,
)
from rules.inscription.state import Frame, Mark


class Lose(Operation):
    """Harm of the owner's choice, as far as possible."""

    verbs = frozenset({"lose"})

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        return 1 if op.what in ("tg", "vote") else int(op.n)

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        if op.what == "spec_or_focus_or_tg":
            return not any(kind in ("spec", "focus") for kind, _k in pen.held())
        return op.what in ("tg", "vote")

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if op.what == "vote":
            free = pen.ind.votes_left - pen.draft.cast
            pen.ind.votes_spent += min(free, self._number(op, free))
        else:
            have = pen.ind.goods_left
            pen.ind.goods_spent += min(have, self._number(op, have))

    def _number(self, op: Op, have: int) -> int:
        return (have + 1) // 2 if op.n == "half_up" else int(op.n)

    def _at_stake(self, pen: Pen, op: Op) -> Iterator[tuple[Mark, Asset | None]]:
        """Yield what could be lost, each with the asset concerned."""
        what = op.what
        if what == "spec_or_focus_or_tg":
            for kind in ("spec", "focus"):
                for sheet, asset in pen.claimed_assets(kind):
                    yield Mark("lose", asset.id, on=sheet), asset
        elif what == "technology":
            for id in technologies.lockable(pen):
                yield Mark("lose", id), None
        elif what == "system":
            for id in navigation.claimable(pen, {"mecatol": False}):
                yield Mark("lose", id), pen.map.systems[id].asset
        elif what == "win_asset":
            for half in ("L", "R") if pen.war.line < TIERS else ():
                asset = pen.grid.boxes[pen.war.line + 1, half].win_asset
                if asset.id not in pen.war.crossed:
                    yield Mark("lose", asset.id), asset
        elif what == "row_vp":
            for points in pen.works.row_points.values():
                row = [a for at in sorted(points) for a in points[at]]
                left = [a for a in row if self._unclaimed(pen, "IND", a)]
                if left:
                    yield Mark("lose", left[0].id), left[0]
        elif what == "node_asset":
            for node in warfare.markable(pen, True):
                asset_ = pen.grid.nodes[node].asset
                if asset_ and self._unclaimed(pen, "WAR", asset_):
                    yield Mark("lose", asset_.id), asset_
        elif what == "bar_vp":
            for bar, printed in pen.grid.bars.items():
                points_ = printed.vp_asset
                if bar not in pen.war.built and points_ and points_.id not in pen.war.crossed:
                    yield Mark("lose", points_.id), points_
        else:
            yield from self._of_expansion(pen, op)

    def _of_expansion(self, pen: Pen, op: Op) -> Iterator[tuple[Mark, Asset | None]]:
        if op.what == "dock_or_exp_vp" and (docks := expansion.unbuilt(pen)):
            for dock in docks:
                asset = pen.worlds.docks[dock].asset
                if asset.id not in pen.exp.crossed:
                    yield Mark("lose", asset.id), asset
            return
        kind = "vp" if op.what == "dock_or_exp_vp" else op.filter.get("kind")
        for planet in pen.worlds.planets:
            for id in expansion.line_assets(pen, planet):
                if pen.worlds.assets[id].kind == kind:
                    yield Mark("lose", id), pen.worlds.assets[id]

    def _unclaimed(self, pen: Pen, sheet: str, asset: Asset) -> bool:
        marks = pen.on(sheet)
        return asset.id not in marks.circled and asset.id not in marks.crossed

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for mark, _asset in self._at_stake(pen, op):
            yield mark

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        fitting = [
            own
            for own, _asset in self._at_stake(pen, op)
            if own.at == mark.at and mark.on in ("", own.on)
        ]
        if not fitting:
            raise no_such(mark)
        own = fitting[0]
        if op.what == "technology":
            pen.sheets.lost += (own.at,)
        elif op.what == "spec_or_focus_or_tg":
            pen.on(own.on).slashed.append(own.at)
        elif op.what == "system":
            pen.nav.crossed.append(own.at)
        elif op.what == "row_vp":
            pen.ind.crossed.append(own.at)
        elif op.what in ("win_asset", "bar_vp", "node_asset"):
            pen.war.crossed.append(own.at)
            if op.what == "node_asset":
                pen.war.anomalies += (pen.grid.node_of[own.at],)
        else:
            pen.exp.crossed.append(own.at)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        def rank(stake: tuple[Mark, Asset | None]) -> int:
            return -stake[1].rank if stake[1] else 0

        found = min(self._at_stake(pen, op), key=rank, default=None)
        return found[0] if found else None
