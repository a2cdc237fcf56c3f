"""Operations of the warfare sheet."""

from collections.abc import Iterator

from rules.inscription.effects.operation import Operation, no_such
from rules.inscription.facts import TIERS, Op
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets import (
    assets,
    warfare,
)
from rules.inscription.speech import _
from rules.inscription.state import Frame, Mark


class UnlockUnit(Operation):
    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if op.unit not in pen.war.unlocked:
            pen.war.unlocked += (op.unit,)


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
        if not warfare.is_markable(pen, mark.at, op.anomaly == "allowed"):
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
