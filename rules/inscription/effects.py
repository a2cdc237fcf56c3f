"""The operations that effects are made of (TIN 22, 31.14), one class for each.

An operation either runs at once or waits for its owner's word: `choices` are the marks that answer
it, `take` carries one out, `default` is what happens in silence (TIN 31.19; None: nothing more).
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from rules.inscription.facts import RESOURCES, SHEETS, TIERS, Asset, Op
from rules.inscription.objectives import counted
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets import (
    assets,
    expansion,
    industry,
    navigation,
    technologies,
    warfare,
)
from rules.inscription.speech import _
from rules.inscription.state import Frame, Mark
from rules.inscription.uses import (
    PAID,
    cheapest_space,
    kinds_for,
    payable,
    payment,
    perform,
    sheet_of,
    usable,
    uses,
    usual_use,
)

REPLACED: Final = "event votes replaced"


class Operation:
    """What one kind of operation does."""

    verbs: ClassVar[frozenset[str]] = frozenset()
    """Marks that answer it."""

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        """Whether it needs no word of its owner."""
        return not self.verbs

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        """How often it is to be done."""
        return op.n if isinstance(op.n, int) else 1

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        """What happens at once."""
        raise NotImplementedError

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        raise NotImplementedError

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        raise NotImplementedError

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        if op.up_to:
            return None
        return next(self.choices(pen, frame, op), None)


def no_such(mark: Mark) -> Illegal:
    words = _("This effect does not reach {id}.", id=mark.at or mark.do)
    return Illegal("not-by-this-effect", words, "22.1.3")


class Spend(Operation):
    """Resources to be spent at once on one sheet (TIN 22.1.5, 30.10.1, 31.16.9)."""

    verbs = PAID

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        granted = pen.draft.latest if op.resources == "latest_strategy_card" else op.resources
        frame.resources = list(granted)
        named = {"active": pen.active, "any": "", "named": pen.draft.named}
        frame.sheet = named.get(op.sheet, op.sheet)
        return len(frame.resources)

    def _sheets(self, frame: Frame) -> tuple[str, ...]:
        return (frame.sheet,) if frame.sheet else SHEETS

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for sheet in self._sheets(frame):
            for mark, kinds in uses(pen, sheet):
                if payable(frame.resources, kinds):
                    yield mark

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        sheet = sheet_of(pen, mark)
        if sheet not in self._sheets(frame):
            words = _("These resources must be spent on one sheet.")
            raise Illegal("other-sheet", words, "22.1.5")
        kinds = kinds_for(pen, mark)
        payment(pen, frame.resources, kinds, mark.pay, own=False)
        frame.sheet = sheet
        perform(pen, mark)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        if not frame.sheet:
            active = pen.active
            frame.sheet = active if active and usable(pen, active, frame.resources) else "WAR"
        return usual_use(pen, frame.sheet, frame.resources)


class Gain(Operation):
    """Trade goods, votes, population, councilors or commodities (TIN 31.16.2)."""

    verbs = frozenset({"commodity"})

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        return 1

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        return op.k != "choice"

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        n = int(op.n)
        if op.kind == "tg":
            assets.goods(pen, n)
        elif op.kind == "vote":
            assets.votes(pen, n)
        elif op.kind == "population":
            assets.population(pen, n)
        elif op.kind == "councilor":
            assets.councilors(pen, n)
        else:
            named = pen.draft.named if op.k == "named" else op.k
            assets.commodities(pen, int(named or 1), n)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for k, length in pen.works.rows.items():
            if pen.ind.commodities[k - 1] < length:
                yield Mark("commodity", str(k))

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if mark not in self.choices(pen, frame, op):
            raise Illegal("row-full", _("No symbol is left in that row."), "30.3.8")
        assets.commodities(pen, int(mark.at), int(op.n))


class Access(Operation):
    """Systems made accessible without payment (TIN 31.16.10)."""

    verbs = frozenset({"access"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        if op.any:
            reached = set(pen.nav.reached)
            systems = [s for s in pen.map.systems if s not in reached]
        else:
            systems = navigation.accessible(pen)
        for system in systems:
            if navigation.fits(pen, system, op.filter):
                yield Mark("access", system)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        navigation.known(pen, mark.at)
        if not navigation.fits(pen, mark.at, op.filter):
            raise no_such(mark)
        if not op.any:
            navigation.access(pen, mark.at, mark.on)
        elif mark.at in pen.nav.reached:
            words = _("{id} is accessible already.", id=mark.at)
            raise Illegal("already-accessible", words, "30.4.7")
        else:
            pen.nav.reached.append(mark.at)


class ClaimSystem(Operation):
    verbs = frozenset({"claim"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for system in navigation.claimable(pen, op.filter, op.from_ == "any"):
            yield Mark("claim", system)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        navigation.check_claim(pen, mark.at, op.filter, op.from_ == "any")
        navigation.claim(pen, mark.at)


class Scrap(Operation):
    verbs = frozenset({"scrap"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for space in industry.scrappable(pen):
            yield Mark("scrap", space)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        industry.check_scrap(pen, mark.at)
        industry.scrap(pen, mark.at)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        spaces = industry.scrappable(pen)
        if op.up_to or not spaces:
            return None
        return Mark("scrap", cheapest_space(pen, spaces))


class ClaimSpace(Operation):
    verbs = frozenset({"claim"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for space in industry.claimable(pen, op.from_ == "marked_adjacent"):
            yield Mark("claim", space)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        industry.check_claim(pen, mark.at, op.from_ == "marked_adjacent")
        industry.claim(pen, mark.at)


class Develop(Operation):
    """Symbols of any kind on unlocked planets."""

    verbs = frozenset({"develop"})

    def _open(self, pen: Pen, frame: Frame, op: Op) -> list[str]:
        if op.scope == "line_with_asset":
            return [
                symbol
                for symbol in expansion.open_symbols(pen)
                if any(
                    line.asset and line.asset.kind == op.asset
                    for line in pen.worlds.lines_of[symbol]
                )
            ]
        return expansion.open_symbols(pen, frame.at)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for symbol in self._open(pen, frame, op):
            yield Mark("develop", symbol)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        expansion.check_develop(pen, mark.at)
        if mark.at not in self._open(pen, frame, op):
            raise no_such(mark)
        if op.scope == "one_planet":
            frame.at = pen.worlds.place[mark.at]
        expansion.develop(pen, mark.at, mark.first)


class UnlockPlanet(Operation):
    verbs = frozenset({"unlock"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for planet in expansion.locked(pen):
            yield Mark("unlock", planet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        expansion.unlock(pen, mark.at)


class BuildDock(Operation):
    """By whichever cost (TIN 7.3.4)."""

    verbs = frozenset({"dock"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for dock in expansion.unbuilt(pen):
            yield Mark("dock", dock)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        expansion.build_dock(pen, mark.at)


class Research(Operation):
    """Research symbols crossed off without spending research, all on one sheet."""

    verbs = frozenset({"research"})

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        return pen.ind.vote_icons + 1 if op.n == "votes_due_plus_1" else int(op.n)

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        return op.sheet == "same_technology"

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if frame.at in technologies.lockable(pen):
            technologies.research(pen, frame.at)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for id in technologies.lockable(pen, frame.sheet):
            yield Mark("research", id)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        sheet = technologies.open_technology(pen, mark.at, anywhere=True).sheet
        if frame.sheet not in ("", sheet):
            words = _("These symbols must all be on one sheet.")
            raise Illegal("other-sheet", words, "22.1.5")
        frame.sheet = sheet
        technologies.research(pen, mark.at)


class UnlockTechnology(Operation):
    """By whichever cost (TIN 15.1.7)."""

    verbs = frozenset({"unlock"})

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        return bool(op.tech)

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if op.tech in technologies.lockable(pen):
            technologies.unlock(pen, op.tech)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for id in technologies.lockable(pen):
            yield Mark("unlock", id)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        technologies.open_technology(pen, mark.at, anywhere=True)
        technologies.unlock(pen, mark.at)


class UnlockFocus(Operation):
    verbs = frozenset({"focus"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        first = [pen.active] if pen.active else []
        for sheet in (*first, *(s for s in SHEETS if s not in first)):
            for kind in technologies.locked_dice(pen, sheet):
                if op.die in ("choice", kind):
                    yield Mark("focus", kind, on=sheet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        sheet = mark.on or pen.active
        if sheet not in SHEETS:
            raise Illegal("no-sheet", _("Name the sheet of the die."), "16.1.3")
        technologies.check_die(pen, mark.at, sheet)
        if op.die not in ("choice", mark.at):
            raise no_such(mark)
        technologies.unlock_die(pen, mark.at, sheet)


class UnlockUnit(Operation):
    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if op.unit not in pen.war.unlocked:
            pen.war.unlocked.append(op.unit)


class BuildSymbol(Operation):
    """Symbols of one unbuilt bar, whatever their kind."""

    verbs = frozenset({"build"})

    def _bars(self, pen: Pen, frame: Frame, op: Op) -> list[str]:
        bars = warfare.open_bars(pen, "" if op.unit == "any" else op.unit)
        return [bar for bar in bars if frame.at in ("", bar)]

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for bar in self._bars(pen, frame, op):
            for symbol in warfare.open_symbols(pen, bar):
                yield Mark("build", symbol)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        warfare.check_symbol(pen, mark.at)
        bar = pen.grid.bar_of[mark.at]
        if bar not in self._bars(pen, frame, op):
            raise no_such(mark)
        frame.at = bar
        warfare.cross(pen, mark.at)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        bars = self._bars(pen, frame, op)
        if not bars:
            return None
        most = min(bars, key=lambda bar: len(warfare.open_symbols(pen, bar)))
        return Mark("build", warfare.open_symbols(pen, most)[0])


class Deploy(Operation):
    """A unit drawn on the grid: just built, or without being built (TIN 9.3.10)."""

    verbs = frozenset({"deploy"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for way in warfare.placements(pen, op.unit, op.anomaly_ok):
            yield Mark("deploy", op.unit, nodes=way)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if mark.at not in ("", op.unit):
            words = _("{unit} is to be deployed now.", unit=_(warfare.UNIT_WORDS[op.unit]))
            raise Illegal("other-unit", words, "9.3.5")
        nodes = warfare.check_placement(pen, op.unit, mark.nodes, op.anomaly_ok)
        warfare.deploy(pen, op.unit, nodes, frame.source == warfare.BUILT)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        nodes = warfare.usual_placement(pen, op.unit, op.anomaly_ok)
        return None if nodes is None else Mark("deploy", op.unit, nodes=nodes)


class MarkNode(Operation):
    verbs = frozenset({"mark"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for node in warfare.markable(pen, op.anomaly == "allowed"):
            yield Mark("mark", node)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if mark.at not in warfare.markable(pen, op.anomaly == "allowed"):
            words = _("{id} cannot be marked.", id=mark.at)
            raise Illegal("not-markable", words, "31.16.7")
        warfare.mark_node(pen, mark.at)


class ClaimNodeAsset(Operation):
    """Assets on unmarked nodes of the section just fought with (TIN 31.16.17)."""

    verbs = frozenset({"claim"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for id, node in pen.grid.nodes.items():
            if (
                node.tier == pen.war.line
                and node.half == frame.half
                and node.asset is not None
                and id not in pen.occupied
                and node.asset.id not in pen.war.circled
                and node.asset.id not in pen.war.crossed
            ):
                yield Mark("claim", id)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("claim", mark.at) not in self.choices(pen, frame, op):
            raise no_such(mark)
        assets.claim(pen, "WAR", pen.grid.nodes[mark.at].asset)


class Strength(Operation):
    """A bonus for later wars; one for the war under way is counted there (TIN 10.3.3)."""

    verbs = frozenset({"half"})

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        return 1 if pen.war.line < TIERS else 0

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        return op.half != "choice"

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        for half in ("L", "R") if op.half == "both" else (op.half,):
            assets.strengthen(pen, half, int(op.n), op.wars)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        yield Mark("half", "L")
        yield Mark("half", "R")

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if mark.at not in ("L", "R"):
            raise Illegal("left-or-right", _("Say left or right."), "31.19")
        assets.strengthen(pen, mark.at, int(op.n), op.wars)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        return Mark("half", warfare.weaker_half(pen))


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
        """What could be lost, each with the asset concerned."""
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
            pen.sheets.lost.append(own.at)
        elif op.what == "spec_or_focus_or_tg":
            pen.on(own.on).slashed.append(own.at)
        elif op.what == "system":
            pen.nav.crossed.append(own.at)
        elif op.what == "row_vp":
            pen.ind.crossed.append(own.at)
        elif op.what in ("win_asset", "bar_vp", "node_asset"):
            pen.war.crossed.append(own.at)
            if op.what == "node_asset":
                pen.war.anomalies.append(pen.grid.node_of[own.at])
        else:
            pen.exp.crossed.append(own.at)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        def rank(stake: tuple[Mark, Asset | None]) -> int:
            return -stake[1].rank if stake[1] else 0

        found = min(self._at_stake(pen, op), key=rank, default=None)
        return found[0] if found else None


class Choose(Operation):
    """One of several lists; one that does nothing only if all do nothing (TIN 31.16.23)."""

    verbs = frozenset({"option"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        useful = [i for i, ops in enumerate(op.options) if does_something(pen, ops)]
        for i in useful or range(len(op.options)):
            yield Mark("option", str(i + 1))

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("option", mark.at) not in self.choices(pen, frame, op):
            words = _("That option does nothing, or there is none of that number.")
            raise Illegal("no-such-option", words, "31.16.23")
        then(pen, frame, op.options[int(mark.at) - 1])


class Per(Operation):
    """A list repeated by a counter."""

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        n = min(op.max, counted(pen, op.count, op.filter, 0))
        then(pen, frame, op.ops * n)


class Pay(Operation):
    """A payment, and what it buys."""

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if pen.ind.goods_left >= int(op.n):
            pen.ind.goods_spent += int(op.n)
            then(pen, frame, op.then)

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        return 1


class SpendDotted(Operation):
    """A dotted asset is slashed; what it marked stays (TIN 3.2.3, 31.16.11)."""

    verbs = frozenset({"spend"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for sheet, asset in pen.claimed_assets(op.kind):
            yield Mark("spend", asset.id, on=sheet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        for sheet, asset in pen.claimed_assets(op.kind):
            if asset.id == mark.at and mark.on in ("", sheet):
                pen.on(sheet).slashed.append(asset.id)
                then(pen, frame, op.then * (asset.n if op.per_unit else 1))
                return
        raise no_such(mark)


class ReplaceVotes(Operation):
    """No votes from the chart in this council; something else instead."""

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        pen.sheets.used = {**pen.sheets.used, REPLACED: 1}
        then(pen, frame, op.with_)


class SacrificePlanetAsset(Operation):
    """Unclaimed assets of one unlocked planet are lost, for something on that planet."""

    verbs = frozenset({"lose"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for planet in pen.exp.unlocked:
            if frame.at in ("", planet):
                for asset in expansion.line_assets(pen, planet):
                    yield Mark("lose", asset)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("lose", mark.at) not in self.choices(pen, frame, op):
            raise no_such(mark)
        pen.exp.crossed.append(mark.at)
        frame.at = pen.worlds.planet_of_asset[mark.at]
        if frame.left <= 1:
            then(pen, frame, op.then)


class DevourPlanet(Operation):
    """All unclaimed assets of an unlocked planet are lost, for as many free trade goods."""

    verbs = frozenset({"lose"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for planet in pen.worlds.planets:
            if planet in pen.exp.unlocked and expansion.line_assets(pen, planet):
                yield Mark("lose", planet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("lose", mark.at) not in self.choices(pen, frame, op):
            raise no_such(mark)
        gone = expansion.line_assets(pen, mark.at)
        pen.exp.crossed.extend(gone)
        goods = ("X",) * min(op.max, len(gone))
        then(pen, frame, (Op("spend", resources=goods, sheet="any"),))


class ChangeDice(Operation):
    """Black dice that show something else to their owner (TIN 31.16.14)."""

    verbs = frozenset({"die"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        dice = pen.sheets.dice
        for start in RESOURCES:
            for to in RESOURCES if start in dice else ():
                if to != start and (op.op == "set_dice" or to in dice):
                    yield Mark("die", start, on=to)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("die", mark.at, on=mark.on) not in self.choices(pen, frame, op):
            raise Illegal("no-such-die", _("No black die can be changed so."), "31.16.14")
        pen.sheets.dice[pen.sheets.dice.index(mark.at)] = mark.on
        pen.draft.purse[pen.draft.purse.index(mark.at)] = mark.on

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        return None


class BorrowFocusDie(Operation):
    """A die unlocked elsewhere is spent here too, in this round (TIN 31.16.15)."""

    verbs = frozenset({"focus"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        here = pen.on(pen.active).dice
        elsewhere = {k for s in SHEETS if s != pen.active for k in pen.on(s).dice}
        for kind in RESOURCES:
            if kind in elsewhere and kind not in here:
                yield Mark("focus", kind)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("focus", mark.at) not in self.choices(pen, frame, op):
            raise no_such(mark)
        pen.sheets.borrowed = mark.at
        pen.draft.purse.extend([mark.at] * pen.draft.rolled[RESOURCES.index(mark.at)])

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        return None


class Modify(Operation):
    """A rule changed by use: another active sheet, another card's resources."""

    verbs = frozenset({"sheet"})

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        return op.rule != "change_active_sheet"

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        """The previous strategy card's resources (TIN 31.16.13)."""
        pen.sheets.card = list(pen.draft.previous)
        pen.draft.purse = list(pen.draft.previous)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for sheet in SHEETS:
            if sheet != pen.active:
                yield Mark("sheet", sheet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        """Step 3 is played on the new sheet, nothing of step 1 is undone (TIN 31.16.12)."""
        if mark not in self.choices(pen, frame, op):
            raise Illegal("same-sheet", _("Name another sheet than the active one."), "31.16.12")
        sheets, draft = pen.sheets, pen.draft
        sheets.active = mark.at
        sheets.used = {k: n for k, n in sheets.used.items() if not k.startswith("activation ")}
        draft.purse = [*sheets.dice, *focus_resources(pen)]

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        return None


def focus_resources(pen: Pen) -> list[str]:
    """What the focus dice unlocked on the active sheet have rolled (TIN 5.1.3)."""
    unlocked = pen.on(pen.active).dice
    rolled = zip(RESOURCES, pen.draft.rolled, strict=True)
    return [kind for kind, n in rolled if kind in unlocked for _i in range(n)]


class DrawRelic(Operation):
    """The play stops here for this player until the relic is turned over (TIN 32.3.2)."""

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        pen.draft.waits = True


class KeepRelic(Operation):
    """One of the relics drawn is kept; its points are noted (TIN 18.1, 31.16.22)."""

    verbs = frozenset({"keep"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for id in pen.draft.drawn:
            yield Mark("keep", id)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        draft = pen.draft
        if mark.at not in draft.drawn:
            raise no_such(mark)
        draft.returned.extend(id for id in draft.drawn if id != mark.at)
        draft.drawn = []
        relic = pen.parts.relics[mark.at]
        if frame.at:
            pen.nav.boxes = {**pen.nav.boxes, frame.at: relic.vp}
        else:
            pen.sheets.banked += relic.vp
        if relic.play == "kept":
            draft.relics.append(relic.id)
            pen.sheets.relics += 1
        else:
            pen.sheets.played.append(relic.id)
            pen.push(f"relic {relic.id}", relic.effect)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        best = max(pen.draft.drawn, key=lambda id: pen.parts.relics[id].vp, default=None)
        return None if best is None else Mark("keep", best)


class ClaimAsset(Operation):
    """A printed asset claimed by itself, nothing else marked."""

    verbs = frozenset({"claim"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for sheet in SHEETS if op.sheet == "any" else (op.sheet,):
            marks = pen.on(sheet)
            for id, asset in pen.printed(sheet).assets.items():
                if asset.kind == op.kind and id not in marks.circled and id not in marks.crossed:
                    yield Mark("claim", id, on=sheet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        for own in self.choices(pen, frame, op):
            if own.at == mark.at and mark.on in ("", own.on):
                assets.claim(pen, own.on, pen.printed(own.on).assets[own.at])
                return
        raise no_such(mark)


class FreeVotes(Operation):
    """Counted with the ballot (TIN 12.3.1)."""

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        return None


def then(pen: Pen, frame: Frame, ops: tuple[Op, ...]) -> None:
    """More operations of the same effect, resolved before it goes on."""
    if ops:
        pen.draft.stack.append(Frame(list(ops), source=frame.source, at=frame.at, half=frame.half))


def does_something(pen: Pen, ops: tuple[Op, ...]) -> bool:
    """Whether a list of operations would leave a mark, as far as it runs by default."""
    from rules.inscription.marking import finish

    trial = pen.copy()
    trial.draft.stack = [Frame(list(ops))]
    before = pen.sheets
    finish(trial)
    return trial.sheets != before or trial.draft.waits or any(op.up_to for op in ops)


OPERATIONS: Final[dict[str, Operation]] = {
    "spend": Spend(),
    "gain": Gain(),
    "free_votes": FreeVotes(),
    "access": Access(),
    "claim_system": ClaimSystem(),
    "scrap": Scrap(),
    "claim_space": ClaimSpace(),
    "develop": Develop(),
    "unlock_planet": UnlockPlanet(),
    "build_dock": BuildDock(),
    "research": Research(),
    "unlock_tech": UnlockTechnology(),
    "unlock_focus": UnlockFocus(),
    "unlock_unit": UnlockUnit(),
    "build_symbol": BuildSymbol(),
    "deploy": Deploy(),
    "mark_node": MarkNode(),
    "claim_node_asset": ClaimNodeAsset(),
    "strength": Strength(),
    "lose": Lose(),
    "choose": Choose(),
    "per": Per(),
    "pay": Pay(),
    "spend_dotted": SpendDotted(),
    "replace_votes": ReplaceVotes(),
    "sacrifice_planet_asset": SacrificePlanetAsset(),
    "devour_planet": DevourPlanet(),
    "copy_die": ChangeDice(),
    "set_dice": ChangeDice(),
    "borrow_focus_die": BorrowFocusDie(),
    "modify": Modify(),
    "draw_relic": DrawRelic(),
    "claim_asset": ClaimAsset(),
    "keep_relic": KeepRelic(),
}
