"""Operations that spend, gain or change resources, goods and dice."""

from collections.abc import Iterator

from rules.inscription.effects.operation import Operation, no_such, then
from rules.inscription.facts import RESOURCES, SHEETS, Op
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets import (
    assets,
)
from rules.inscription.speech import _
from rules.inscription.state import Frame, Mark, replaced
from rules.inscription.uses import (
    PAID,
    kinds_for,
    payable,
    payment,
    perform,
    sheet_of,
    usable,
    uses,
    usual_use,
)


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
        pen.sheets.dice = replaced(pen.sheets.dice, pen.sheets.dice.index(mark.at), mark.on)
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
        """Give the resources of the previous strategy card (TIN 31.16.13)."""
        pen.sheets.card = tuple(pen.draft.previous)
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
    """Return what the focus dice unlocked on the active sheet have rolled (TIN 5.1.3)."""
    unlocked = pen.on(pen.active).dice
    rolled = zip(RESOURCES, pen.draft.rolled, strict=True)
    return [kind for kind, n in rolled if kind in unlocked for _i in range(n)]
