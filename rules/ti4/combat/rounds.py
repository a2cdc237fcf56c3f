"""The parts that space combat and ground combat share: round after round, and the end."""

from collections.abc import Callable

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.combat import dice, stalemate
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.scoring import combat_scored
from rules.ti4.state import Battle, Public, Table, Until
from rules.toolbox.targets import as_target


def over(table: Public) -> bool:
    """Return whether a card has ended the combat, or one side has nothing left that fights (TI4
    9.9, 10.4)."""
    battle = table.battle_now
    return battle.over or not all(dice.fighting(table, seat) for seat in battle.sides)


def fight(
    s: Table, battle: Battle, combat_round: Callable[[Table], Play[None]], cite: str
) -> Play[None]:
    """Begin a combat and fight round after round until it is over."""
    s.table.battle = battle
    place = battle.planet or battle.tile
    s.tell(ev.CombatBegan(battle.attacker, battle.defender, place), cite=cite)
    while not over(s.table):
        s.table.battle_now.round += 1
        lost = stalemate.losses(s.table)
        r = s.sub("round")
        yield from combat_round(r)
        stalemate.note_round(r.table, lost)
        timing.expire(r.table, Until.COMBAT_ROUND)


def opening(r: Table) -> Play[None]:
    """Open a round, the first one together with its combat, until the combat is over (TI4 9.9)."""
    battle = r.table.battle_now
    window = w.COMBAT_OPENS if battle.round == 1 else w.ROUND_OPENS
    yield from timing.laps(
        r, window, as_target(battle.planet or battle.tile), lambda: over(r.table)
    )


def end_of_round(r: Table) -> Play[None]:
    """Open the moments in which a round ends."""
    battle = r.table.battle_now
    yield from timing.laps(r, w.ROUND_ENDS, as_target(battle.planet or battle.tile))


def declare_winner(s: Table, cite: str) -> None:
    """Declare the side that is left the winner, unless the combat was drawn."""
    battle = s.table.battle_now
    left = [seat for seat in battle.sides if dice.fighting(s.table, seat)]
    battle.over = True
    battle.winner = left[0] if len(left) == 1 and not battle.drawn else -1
    s.tell(ev.CombatEnded(battle.planet or battle.tile, battle.winner), cite=cite)


def close(s: Table) -> Play[None]:
    """Score objectives about the combat, and end the effects that last until its end."""
    yield from combat_scored(s, s.table.battle_now.sides)
    timing.expire(s.table, Until.COMBAT, Until.COMBAT_ROUND)
    s.table.battle = None
