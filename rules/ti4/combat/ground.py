"""Ground combat (TI4 10, H-23; C.4 I4)."""

from rules.kernel.table import Play
from rules.ti4.combat import dice, stalemate
from rules.ti4.combat.hits import destroy, take_hits
from rules.ti4.combat.rounds import close, declare_winner, end_of_round, fight, opening, over
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.state import Battle, Table
from rules.ti4.units import fleets
from rules.ti4.versions import ONE_WINDOW
from rules.toolbox.targets import as_target, player


def ground_combat(t: Table, attacker: int, planet: str) -> Play[None]:
    """Fight with everybody else who has ground forces on the planet (TI4 25.4, 10)."""
    for defender in [s for s in fleets.ground_owners(t.table, planet) if s != attacker]:
        if attacker not in fleets.ground_owners(t.table, planet):
            return
        s = t.sub(f"ground@{planet}")
        battle = Battle(s.table.active_now.tile, attacker, defender, planet)
        yield from fight(s, battle, combat_round, "TI4 10.0")
        yield from finish(s)


def combat_round(r: Table) -> Play[None]:
    """Play one round of a ground combat (TI4 10.1 to 10.3)."""
    battle = r.table.battle_now
    planet = battle.planet
    a, d = battle.sides
    battle.sustained, battle.rolls = {}, {}
    yield from opening(r) if r.rules >= ONE_WINDOW else opening_by_moments(r)
    if over(r.table):
        return
    if stalemate.endless(r.table):
        yield from destroy(r, planet, a, dice.fighting(r.table, a), cause="stalemate")
        return
    for seat in (a, d):
        yield from dice.roll_all(r, seat)
    yield from timing.moment(r, w.AFTER_GROUND_COMBAT_ROLLS, as_target(planet), (a, d))
    yield from dice.end_rolling(r, (a, d))
    scores = {seat: dice.count_hits(r, seat) for seat in (a, d)}
    hits = {
        a: scores[d].hits + modifiers.hits_in_return(r.table, d, battle, scores[a].hits),
        d: scores[a].hits + modifiers.hits_in_return(r.table, a, battle, scores[d].hits),
    }
    yield from take_hits(r, planet, "ground", hits, {a: d, d: a})
    yield from timing.moment(r, w.AFTER_ASSIGN_HITS, as_target(planet), (a, d))
    if r.rules >= ONE_WINDOW:
        yield from end_of_round(r)
    else:
        yield from timing.moment(r, w.END_OF_COMBAT_ROUND, as_target(planet), (a, d))
        yield from timing.moment(r, w.END_OF_GROUND_COMBAT_ROUND, as_target(planet), (a, d))


def opening_by_moments(r: Table) -> Play[None]:
    """Open the moments before the first roll one by one, as before `ONE_WINDOW`."""
    battle = r.table.battle_now
    if battle.round == 1:
        yield from timing.moment(r, w.START_OF_COMBAT, as_target(battle.planet))
        yield from timing.moment(r, w.START_OF_GROUND_COMBAT, as_target(battle.planet))
    yield from timing.moment(r, w.START_OF_COMBAT_ROUND, as_target(battle.planet), battle.sides)
    yield from timing.moment(
        r, w.START_OF_GROUND_COMBAT_ROUND, as_target(battle.planet), battle.sides
    )


def finish(s: Table) -> Play[None]:
    """Declare the winner on the planet and open the moments after a victory (TI4 10.4a)."""
    declare_winner(s, "TI4 10.4a")
    winner = s.table.battle_now.winner
    if winner >= 0:
        yield from timing.moment(s, w.AFTER_COMBAT_WON, player(winner))
        yield from timing.moment(s, w.AFTER_GROUND_COMBAT_WON, player(winner), (winner,))
    yield from close(s)
