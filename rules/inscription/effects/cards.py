"""Operations about cards, votes and other operations."""

from collections.abc import Iterator
from typing import Final

from rules.inscription.effects.operation import Operation, no_such, then
from rules.inscription.facts import Op
from rules.inscription.objectives import counted
from rules.inscription.pen import Illegal, Pen
from rules.inscription.speech import _
from rules.inscription.state import Frame, Mark

REPLACED: Final = "event votes replaced"


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


class ReplaceVotes(Operation):
    """No votes from the chart in this council; something else instead."""

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        pen.sheets.used = {**pen.sheets.used, REPLACED: 1}
        then(pen, frame, op.with_)


class FreeVotes(Operation):
    """Counted with the ballot (TIN 12.3.1)."""

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        return None


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
            pen.sheets.played += (relic.id,)
            pen.push(f"relic {relic.id}", relic.effect)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        best = max(pen.draft.drawn, key=lambda id: pen.parts.relics[id].vp, default=None)
        return None if best is None else Mark("keep", best)


def does_something(pen: Pen, ops: tuple[Op, ...]) -> bool:
    """Return whether a list of operations would leave a mark, as far as it runs by default."""
    from rules.inscription.marking import finish

    trial = pen.copy()
    trial.draft.stack = [Frame(list(ops))]
    before = pen.sheets
    finish(trial)
    return trial.sheets != before or trial.draft.waits or any(op.up_to for op in ops)
