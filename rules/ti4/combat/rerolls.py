"""Rolling combat dice again (TI4 9.5e, 50)."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4 import nouns
from rules.ti4.combat import dice
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Component
from rules.ti4.components.choices import ChooseSome
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, Until, View
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, as_target

MISSES = "misses"


class Die(NamedTuple):
    unit: str
    at: int
    value: int
    hits: bool


def dice_of(table: Public, seat: int, unit: str = "") -> list[Die]:
    """Return the seat's dice as they lie, of one type of unit or of all."""
    rolls = table.battle_now.rolls.get(str(seat), {})
    return [
        Die(kind, i, value, hits(table, seat, kind, value))
        for kind in dice.in_order_of_fire(table, seat, rolls)
        if unit in ("", kind)
        for i, value in enumerate(rolls[kind])
    ]


def hits(table: Public, seat: int, unit: str, value: int) -> bool:
    printed = modifiers.stats(table, seat, unit).combat
    assert printed is not None
    if value + dice.bonus(table, seat, unit) >= printed.hits_on:
        return True
    return modifiers.extra_hits(table, seat, unit, table.battle_now, value) > 0


def offered(table: Public, seat: int, unit: str = "") -> dict[str, str]:
    """Return dice to choose from: `infantry 2`, with the number they show in brackets."""
    return {
        f"{die.unit} {die.at + 1}": f"{nouns.unit(die.unit)} {die.at + 1} ({die.value})"
        for die in dice_of(table, seat, unit)
    }


def ways() -> dict[str, str]:
    """Return the targets of a component that allows rerolls: all misses, or dice chosen one by
    one."""
    return {MISSES: _("all misses"), "some": _("some dice")}


class PaidRerolls(Component):
    """The purchase of rerolls for a round of space combat: any dice, once each, right after their
    roll (TI4 50)."""

    triggers = (w.AFTER_COMBAT_DIE_ROLL,)
    paid: ClassVar[str]
    """The effect that says so; the own id only where nothing else keeps the component present."""

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return ways()

    def usual(self, v: View, seat: int, window: str, about: Target) -> str:
        return MISSES

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return offered(v.table, seat, step)

    def bought(self, table: Public, seat: int) -> str:
        """Return the way of rerolling bought for this round, or ""."""
        mine = [e.on for e in table.effects if e.id == self.paid and e.seat == seat]
        return next((on for on in mine if on), "")

    def buy(self, t: Table, seat: int, way: str) -> None:
        timing.lasting(t, self.paid, seat, Until.COMBAT_ROUND, as_target(way))

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        way = self.bought(t.table, seat)
        if way:
            yield from roll_again(t, self, seat, way, about)


def roll_again(
    t: Table, component: Component, seat: int, way: str, unit: str = ""
) -> Play[list[Die]]:
    """Roll all misses or chosen dice again; return the dice as they were."""
    there = dice_of(t.table, seat, unit)
    if way == MISSES:
        chosen = [die for die in there if not die.hits]
    else:
        picked = yield from t.ask(ChooseSome(seat, component.kind, component.id, unit or "dice"))
        chosen = [die for die in there if f"{die.unit} {die.at + 1}" in picked]
    replace(t, seat, chosen)
    return chosen


def replace(t: Table, seat: int, chosen: Sequence[Die]) -> None:
    kinds = list(dict.fromkeys(die.unit for die in chosen))
    for kind in kinds:
        places = [die.at for die in chosen if die.unit == kind]
        values = t.roll(f"again/{dice.role(t.table, seat)}/{kind}", len(places))
        for at, value in zip(places, values, strict=True):
            t.table.battle_now.rolls[str(seat)][kind][at] = value
        t.tell(ev.Rerolled(seat, kind, values), cite="TI4 50.1")
