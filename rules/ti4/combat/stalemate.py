"""Combats that would never end (TI4 H-86)."""

from rules.ti4.combat import dice
from rules.ti4.components import modifiers
from rules.ti4.state import Public
from rules.ti4.units import fleets

PATIENCE = 3
"""Rounds in a row without a loss before anybody is made to give way: cards may still break it."""


def losses(table: Public) -> int:
    """Count the units lost in the combat so far."""
    return sum(sum(counts.values()) for counts in table.battle_now.lost.values())


def note_round(table: Public, before: int) -> None:
    """Count a round without losses; `before` units had been lost when it began."""
    table.battle_now.quiet = table.battle_now.quiet + 1 if losses(table) == before else 0


def endless(table: Public) -> bool:
    """Return whether nothing has been lost for some rounds, and nobody can lose the last unit
    (TI4 H-86)."""
    battle = table.battle_now
    if battle.quiet < PATIENCE:
        return False
    a, d = battle.attacker, battle.defender
    return unbreakable(table, a, d) and unbreakable(table, d, a)


def unbreakable(table: Public, seat: int, foe: int) -> bool:
    """Return whether the seat can cancel, in every round anew, all hits the opponent can possibly
    score."""
    worst = most_hits(table, foe)
    uses = -(-worst // modifiers.sustain_cancels(table, seat))
    return uses <= sustained_every_round(table, seat)


def most_hits(table: Public, seat: int) -> int:
    """Return the hits of a round in which every die falls as well as it can."""
    battle = table.battle_now
    total = 0
    for unit, n in dice.fighting(table, seat).items():
        printed = modifiers.stats(table, seat, unit).combat
        if printed is None:
            continue
        add = dice.bonus(table, seat, unit)
        best = max(
            int(value + add >= printed.hits_on)
            + modifiers.extra_hits(table, seat, unit, battle, value)
            for value in range(1, dice.SIDES + 1)
        )
        total += n * modifiers.combat_dice(table, seat, unit, battle) * best
    return total


def sustained_every_round(table: Public, seat: int) -> int:
    """Count the uses of Sustain Damage that are there again in every round."""
    battle = table.battle_now
    place = battle.planet or battle.tile
    if not modifiers.may_sustain(table, seat, battle.tile):
        return 0
    tough = {
        unit: n
        for unit, n in dice.fighting(table, seat).items()
        if modifiers.sustains(table, seat, unit)
    }
    always = {
        unit: n for unit, n in tough.items() if modifiers.repaired_each_round(table, seat, unit)
    }
    others = {unit: n for unit, n in tough.items() if unit not in always}
    hurt = fleets.damaged(table, place, seat)
    sound = sum(n - hurt.get(unit, 0) for unit, n in others.items())
    in_turn = min(modifiers.repairs_each_round(table, seat), sum(others.values()) // 2, sound)
    return sum(always.values()) + in_turn
