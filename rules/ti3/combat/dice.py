"""Combat rolls: what a unit hits on, dice that lie open, rolling again (TI3 1.4)."""

from collections.abc import Mapping

from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import TILES, UNITS
from rules.ti3.state import Battle, Counts, Public, Shots, Table
from rules.ti3.units import fleets
from rules.ti3.variants import leaders
from rules.toolbox.targets import Composite, Target, as_target

WHAT_DICE_NEEDED = 2
"""From this version on, rolls tell what each die needed, so that a report can weigh the luck."""
LOCALS = -1
"""The seat of hostile locals."""


def battle_of(table: Public) -> Battle:
    """Return the battle under way; there must be one."""
    assert table.battle is not None
    return table.battle


def foe_of(battle: Battle, seat: int) -> int:
    return battle.defender if seat == battle.attacker else battle.attacker


def role(battle: Battle, seat: int) -> str:
    return "attacker" if seat == battle.attacker else "defender"


def needed(
    table: Public, seat: int, foe: int, unit: str, fire: str, place: str, battle: Battle | None
) -> int:
    """Return what a die of this unit must show to hit."""
    value = UNITS[unit].battle
    if seat == LOCALS:
        bonus = modifiers.combat_bonus_against(table, foe, unit, fire, battle)
        return value - bonus
    bonus = modifiers.combat_bonus(table, seat, foe, unit, fire, battle)
    if fire == "space" and battle is not None and seat == battle.defender:
        bonus += int(TILES[battle.tile].anomaly == "nebula")
    if table.leaders:
        bonus += leaders.combat_bonus(table, seat, foe, unit, fire, place, battle)
    return value - bonus


def hits_in(dice: Mapping[str, list[int]], needs: Mapping[str, int]) -> int:
    return sum(die >= needs[unit] for unit, values in dice.items() for die in values)


# -- fire outside combat rounds ------------------------------------------------------------------


def shoot(
    t: Table, seat: int, foe: int, fire: str, place: str, dice: Mapping[str, int]
) -> Play[int]:
    """Roll so many dice for each type of unit, missed ones again where something says so; return
    the number of hits."""
    table: Public = t.table
    battle = table.battle
    shots = Shots(seat, fire, place)
    for unit, n in fleets.ordered(dice):
        shots.dice[unit] = t.roll(f"{fire}@{seat}/{unit}", n)
        shots.needs[unit] = needed(table, seat, foe, unit, fire, place, battle)
    if modifiers.rerolls_misses(table, seat, fire):
        for unit, values in shots.dice.items():
            missed = [i for i, die in enumerate(values) if die < shots.needs[unit]]
            again = t.roll(f"{fire}@{seat}/{unit}/again", len(missed)) if missed else []
            for i, die in zip(missed, again, strict=True):
                t.tell(ev.Rerolled(seat, unit, values[i], die), cite="TI3 1.4.3")
                values[i] = die
    table.shots = shots
    yield from timing.moment(t, w.OWN_ROLL, as_target(place), (seat,))
    shots = t.table.shots or shots
    t.table.shots = None
    scored = hits_in(shots.dice, shots.needs)
    rolled = [die for values in shots.dice.values() for die in values]
    told = t.rules >= WHAT_DICE_NEEDED
    needs = [shots.needs[unit] for unit, values in shots.dice.items() for _die in values]
    t.tell(ev.Fired(seat, fire, place, rolled, scored, needs if told else []), cite="TI3 1.4.3")
    return scored


# -- dice that lie open --------------------------------------------------------------------------


class DieId(Composite):
    """One die that lies open: "0/cruiser/2" is the second die of seat 0's cruisers."""

    between = "/"

    seat: str
    unit: str
    number: str


def open_dice(table: Public) -> dict[Target, tuple[int, str, int]]:
    """Return every die that lies open, by the text of its `DieId`: (seat, unit, value)."""
    found = {}
    rolls: dict[str, dict[str, list[int]]] = {}
    if table.shots is not None:
        rolls = {str(table.shots.seat): table.shots.dice}
    elif table.battle is not None:
        rolls = table.battle.rolls
    for seat, units in sorted(rolls.items()):
        for unit in sorted(units):
            for i, die in enumerate(units[unit]):
                found[DieId(seat, unit, str(i + 1)).target] = (int(seat), unit, die)
    return found


def die_words(die: str, value: int) -> str:
    """Return an open die as a target is told: "Cruiser 4 #2" shows 4."""
    of = DieId.read(die)
    return f"{ev.title(of.unit)} {value} #{of.number}"


def reroll(t: Table, die: str) -> None:
    """Roll one open die again."""
    of = DieId.read(die)
    seat, unit = of.seat, of.unit
    table: Public = t.table
    if table.shots is not None:
        values = table.shots.dice[unit]
    else:
        values = battle_of(table).rolls[seat][unit]
    i = int(of.number) - 1
    old, values[i] = values[i], t.roll(f"again@{seat}/{unit}", 1)[0]
    t.tell(ev.Rerolled(int(seat), unit, old, values[i]), cite="TI3 1.4.3")


def round_needs(table: Public, seat: int, fire: str) -> Counts:
    """Return what each type of unit that rolled in this round hits on."""
    battle = battle_of(table)
    place = battle.planet or battle.tile
    rolled = battle.rolls.get(str(seat), {})
    foe = foe_of(battle, seat)
    return {unit: needed(table, seat, foe, unit, fire, place, battle) for unit in rolled}


def round_hits(t: Table, seat: int, fire: str) -> int:
    """Count the hits of a combat round and tell the dice."""
    battle = battle_of(t.table)
    rolled = battle.rolls.get(str(seat), {})
    needs = round_needs(t.table, seat, fire)
    scored = hits_in(rolled, needs)
    told = needs if t.rules >= WHAT_DICE_NEEDED else {}
    cite = "TI3 10.2.3" if fire == "space" else "TI3 11.2.1"
    t.tell(ev.Rolled(seat, rolled, scored, told), cite=cite)
    return scored
