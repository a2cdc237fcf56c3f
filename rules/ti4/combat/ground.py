"""Ground combat (TI4 10, H-23; C.4 I4)."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4 import fleets, modifiers, timing
from rules.ti4 import windows as w
from rules.ti4.combat import dice, stalemate
from rules.ti4.combat.hits import destroy, take_hits
from rules.ti4.scoring import combat_scored
from rules.ti4.state import Battle, Public, Table, Until
from rules.ti4.targets import player


def over(table: Public) -> bool:
    """TI4 10.4"""
    battle = table.battle_now
    return battle.over or not all(
        dice.fighting(table, seat) for seat in (battle.attacker, battle.defender)
    )


def ground_combat(t: Table, attacker: int, planet: str) -> Play[None]:
    """TI4 25.4, 10"""
    for defender in [s for s in fleets.ground_owners(t.table, planet) if s != attacker]:
        if attacker not in fleets.ground_owners(t.table, planet):
            return
        s = t.sub(f"ground@{planet}")
        s.table.battle = Battle(s.table.active_now.tile, attacker, defender, planet)
        s.tell(ev.CombatBegan(attacker, defender, planet), cite="TI4 10.0")
        while not over(s.table):
            s.table.battle_now.round += 1
            lost = stalemate.losses(s.table)
            r = s.sub("round")
            yield from combat_round(r)
            stalemate.note_round(r.table, lost)
            timing.expire(r.table, Until.COMBAT_ROUND)
        yield from finish(s)


def combat_round(r: Table) -> Play[None]:
    """TI4 10.1 to 10.3"""
    battle = r.table.battle_now
    planet = battle.planet
    a, d = battle.attacker, battle.defender
    battle.sustained, battle.rolls = {}, {}
    if battle.round == 1:
        yield from timing.moment(r, w.START_OF_COMBAT, planet)
        yield from timing.moment(r, w.START_OF_GROUND_COMBAT, planet)
    yield from timing.moment(r, w.START_OF_COMBAT_ROUND, planet, (a, d))
    yield from timing.moment(r, w.START_OF_GROUND_COMBAT_ROUND, planet, (a, d))
    if over(r.table):
        return
    if stalemate.endless(r.table):
        yield from destroy(r, planet, a, dice.fighting(r.table, a), cause="stalemate")
        return
    for seat in (a, d):
        yield from dice.roll_all(r, seat)
    yield from timing.moment(r, w.AFTER_GROUND_COMBAT_ROLLS, planet, (a, d))
    yield from dice.end_rolling(r, (a, d))
    scores = {seat: dice.count_hits(r, seat) for seat in (a, d)}
    hits = {
        a: scores[d].hits + modifiers.hits_in_return(r.table, d, battle, scores[a].hits),
        d: scores[a].hits + modifiers.hits_in_return(r.table, a, battle, scores[d].hits),
    }
    yield from take_hits(r, planet, "ground", hits, {a: d, d: a})
    yield from timing.moment(r, w.AFTER_ASSIGN_HITS, planet, (a, d))
    yield from timing.moment(r, w.END_OF_COMBAT_ROUND, planet, (a, d))
    yield from timing.moment(r, w.END_OF_GROUND_COMBAT_ROUND, planet, (a, d))


def finish(s: Table) -> Play[None]:
    """TI4 10.4a"""
    battle = s.table.battle_now
    sides = (battle.attacker, battle.defender)
    left = [seat for seat in sides if dice.fighting(s.table, seat)]
    battle.over = True
    battle.winner = left[0] if len(left) == 1 else -1
    s.tell(ev.CombatEnded(battle.planet, battle.winner), cite="TI4 10.4a")
    winner = battle.winner
    if winner >= 0:
        yield from timing.moment(s, w.AFTER_COMBAT_WON, player(winner))
        yield from timing.moment(s, w.AFTER_GROUND_COMBAT_WON, player(winner), (winner,))
    yield from combat_scored(s, sides)
    timing.expire(s.table, Until.COMBAT, Until.COMBAT_ROUND)
    s.table.battle = None
