"""Combat rolls, in space and on the ground (TI4 9.5, 10.1, 74, 38, 50)."""

from collections.abc import Iterable
from typing import NamedTuple

from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, presence, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import SHIPS, TILES
from rules.ti4.state import Mark, Public, Table
from rules.ti4.units import fleets
from rules.ti4.versions import WHAT_DICE_NEEDED
from rules.toolbox.stock import Counts
from rules.toolbox.targets import as_target, player

SIDES = 10
"""TI4 H-10"""


class Score(NamedTuple):
    hits: int
    heavy: int


def fighting(table: Public, seat: int) -> Counts:
    """Return the units of a seat that roll in the combat under way."""
    battle = table.battle_now
    place = battle.planet or battle.tile
    counts = fleets.at(table, place, seat)
    if battle.planet:
        return {unit: n for unit, n in fleets.ordered(counts) if unit in ("infantry", "fighter")}
    ships = {unit: n for unit, n in fleets.ordered(counts) if unit in SHIPS}
    marines = min(battle.marines.get(str(seat), 0), counts.get("infantry", 0))
    return {**ships, "infantry": marines} if marines else ships


def role(table: Public, seat: int) -> str:
    return "attacker" if seat == table.battle_now.attacker else "defender"


def bonus(table: Public, seat: int, unit: str) -> int:
    """Return all that is added to a combat roll; the nebula helps the defender (TI4 37.3)."""
    battle = table.battle_now
    nebula = (
        not battle.planet and seat == battle.defender and "nebula" in TILES[battle.tile].anomalies
    )
    return modifiers.combat_bonus(table, seat, unit, battle) + int(nebula)


def in_order_of_fire(table: Public, seat: int, units: Iterable[str]) -> list[str]:
    """Return groups by combat value, the lowest first (TI4 9.5c)."""
    sheet = modifiers.sheet(table, seat)
    return sorted(units, key=lambda unit: (sheet[unit].combat or (11, 0), unit))


def roll_all(t: Table, seat: int) -> Play[None]:
    """Roll all groups of one side, lowest combat value first, with rerolls after each (TI4 9.5c,
    9.5f)."""
    order = in_order_of_fire(t.table, seat, fighting(t.table, seat))
    t.table.battle_now.rolls[str(seat)] = {}
    space = not t.table.battle_now.planet
    yield from timing.moment(t, w.COMBAT_ROLLS, player(seat))
    for unit in order:
        n = fighting(t.table, seat).get(unit, 0)
        dice = n * modifiers.combat_dice(t.table, seat, unit, t.table.battle_now)
        if not dice or timing.in_effect(t.table, Mark.NO_COMBAT_ROLLS, seat):
            continue
        values = t.roll(f"{role(t.table, seat)}/{unit}", dice)
        t.table.battle_now.rolls[str(seat)][unit] = values
        if space:
            yield from timing.moment(t, w.AFTER_COMBAT_DIE_ROLL, as_target(unit), (seat,))


def end_rolling(t: Table, seats: Iterable[int]) -> Play[None]:
    """Let components act on the dice before they are counted."""
    for seat in seats:
        for component in presence.present(t.table, seat, "after_rolls"):
            yield from running(component.after_rolls(t, seat))


def count_hits(t: Table, seat: int) -> Score:
    """Count the hits of the dice as they now lie (TI4 9.5d)."""
    battle = t.table.battle_now
    sheet = modifiers.sheet(t.table, seat)
    hits = heavy = 0
    for unit in in_order_of_fire(t.table, seat, battle.rolls.get(str(seat), {})):
        values = battle.rolls[str(seat)][unit]
        printed = sheet[unit].combat
        assert printed is not None
        add = bonus(t.table, seat, unit)
        scored = 0
        for value in values:
            scored += value + add >= printed.hits_on
            scored += modifiers.extra_hits(t.table, seat, unit, battle, value)
        hits += scored
        if modifiers.must_hit_non_fighters(t.table, seat, unit, battle):
            heavy += scored
        needed = max(1, printed.hits_on - add) if t.rules >= WHAT_DICE_NEEDED else 0
        t.tell(ev.Rolled(seat, unit, values, scored, needed), cite="TI4 9.5")
    return Score(hits, heavy)
