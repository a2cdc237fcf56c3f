"""Space combat (TI4 9, 42; C.4 T3)."""

from typing import Any

from rules.kernel.decisions import Choice, Option
from rules.kernel.table import Play, Table
from rules.kernel.views import View
from rules.ti4 import events as ev
from rules.ti4 import fleets, modifiers, timing
from rules.ti4 import windows as w
from rules.ti4.combat import dice
from rules.ti4.combat.hits import destroy, take_hits
from rules.ti4.combat.retreat import announce_retreats, carry_out_retreat
from rules.ti4.limits import check_elimination, enforce_in, lone_docks
from rules.ti4.scoring import combat_scored
from rules.ti4.state import Battle


class ChooseOpponent(Choice[int]):
    """TI4 H-72: more than one other player has ships there."""

    Answer = int
    verbs = ("fight",)
    clock = "hits"
    rule = "TI4 H-72"

    def options(self, v: View) -> list[Option[int]]:
        foes = fleets.enemies_in(v.table, v.table.active.tile, self.seat)
        return [Option(f"Fight {v.names[s]}", s, f"FIGHT {v.names[s]}") for s in foes]

    def prompt(self, v: View) -> str:
        return "Several players have ships here: whom do you fight first?"


def both_have_ships(table: Any) -> bool:
    """TI4 9.9"""
    battle = table.battle
    return all(dice.fighting(table, seat) for seat in (battle.attacker, battle.defender))


def space_combat(t: Table, seat: int) -> Play[None]:
    """TI4 3.3, 9: until no other player has ships in the active system."""
    tile = t.table.active.tile
    while fleets.ships(fleets.at(t.table, tile, seat)):
        foes = fleets.enemies_in(t.table, tile, seat)
        if not foes:
            return
        foe = foes[0] if len(foes) == 1 else (yield from t.ask(ChooseOpponent(seat)))
        yield from fight(t.sub(f"space@{tile}"), seat, foe, tile)


def fight(s: Table, attacker: int, defender: int, tile: str) -> Play[None]:
    s.table.battle = Battle(tile, attacker, defender)
    s.tell(ev.CombatBegan(attacker, defender, tile), cite="TI4 9.0")
    while not over(s.table):
        s.table.battle.round += 1
        r = s.sub("round")
        yield from combat_round(r)
        timing.expire(r.table, "combat-round")
    yield from finish(s)


def over(table: Any) -> bool:
    return bool(table.battle.over) or not both_have_ships(table)


def combat_round(r: Table) -> Play[None]:
    """TI4 9.3 to 9.8"""
    battle = r.table.battle
    sides = (battle.attacker, battle.defender)
    battle.sustained, battle.rolls = {}, {}
    battle.retreating = -1
    if battle.round == 1:
        yield from timing.moment(r, w.START_OF_COMBAT, battle.tile)
        yield from timing.moment(r, w.START_OF_SPACE_COMBAT, battle.tile)
    yield from timing.moment(r, w.START_OF_COMBAT_ROUND, battle.tile, sides)
    yield from timing.moment(r, w.START_OF_SPACE_COMBAT_ROUND, battle.tile, sides)
    if over(r.table):
        return
    if r.table.battle.round == 1:
        yield from anti_fighter_barrage(r)
        if over(r.table):
            return
    yield from announce_retreats(r)
    yield from stalemate(r)
    if over(r.table):
        return
    for seat in sides:
        yield from dice.roll_all(r, seat)
    yield from dice.end_rolling(r, sides)
    scores = {seat: dice.count_hits(r, seat) for seat in sides}
    yield from assign(r, sides, scores)
    yield from timing.moment(r, w.AFTER_ASSIGN_HITS, battle.tile, sides)
    if not over(r.table):
        if r.table.battle.retreating >= 0:
            marines_return(r.table, r.table.battle.retreating)
        yield from carry_out_retreat(r)
    yield from timing.moment(r, w.END_OF_COMBAT_ROUND, battle.tile, sides)
    yield from timing.moment(r, w.END_OF_SPACE_COMBAT_ROUND, battle.tile, sides)


def assign(r: Table, sides: tuple[int, int], scores: dict[int, dice.Score]) -> Play[None]:
    """TI4 9.6: hits fall on the other side."""
    a, d = sides
    yield from take_hits(
        r,
        r.table.battle.tile,
        "space",
        {a: scores[d].hits, d: scores[a].hits},
        {a: d, d: a},
        {a: scores[d].heavy, d: scores[a].heavy},
    )


def anti_fighter_barrage(r: Table) -> Play[None]:
    """TI4 9.3, 42: both at once, first round only."""
    battle = r.table.battle
    a, d = battle.attacker, battle.defender
    hits = {}
    for seat, foe in ((a, d), (d, a)):
        sheet = modifiers.sheet(r.table, seat)
        scored, rolled = 0, []
        for unit, n in dice.fighting(r.table, seat).items():
            barrage = sheet[unit].barrage
            if barrage is None:
                continue
            who = dice.role(r.table, seat)
            values = r.roll(f"barrage/{who}/{unit}", n * barrage.dice)
            rolled += values
            scored += sum(value >= barrage.hits_on for value in values)
        if rolled:
            r.tell(ev.Fired(seat, foe, "Anti-Fighter Barrage", rolled, scored), cite="TI4 42.1")
        hits[foe] = scored
    yield from take_hits(r, battle.tile, "barrage", hits, {a: d, d: a})


def stalemate(r: Table) -> Play[None]:
    """TI4 H-86: nobody can ever hit; the attacker leaves, or is destroyed."""
    battle = r.table.battle
    if battle.retreating >= 0 or battle.round < 2:
        return
    if any(dice.can_hit(r.table, seat) for seat in (battle.attacker, battle.defender)):
        return
    lost = dice.fighting(r.table, battle.attacker)
    yield from destroy(r, battle.tile, battle.attacker, lost, cause="stalemate")


def marines_return(table: Any, seat: int | None = None) -> None:
    """Ground forces that fought as ships and came from planets go back there (TI4 83.21)."""
    battle = table.battle
    for owner, lifted in battle.lifted.items():
        if seat not in (None, int(owner)):
            continue
        for planet, n in sorted(lifted.items()):
            there = fleets.at(table, battle.tile, int(owner)).get("infantry", 0)
            back = min(n, there, battle.marines.get(owner, 0))
            if back:
                fleets.move(table, battle.tile, planet, int(owner), "infantry", back)
                battle.marines[owner] -= back
        lifted.clear()


def finish(s: Table) -> Play[None]:
    """TI4 9.10, H-21: winner or draw, capacity, what follows a combat (W-16)."""
    battle = s.table.battle
    sides = (battle.attacker, battle.defender)
    left = [seat for seat in sides if dice.fighting(s.table, seat)]
    battle.over = True
    battle.winner = left[0] if len(left) == 1 and not battle.drawn else -1
    s.tell(ev.CombatEnded(battle.tile, battle.winner), cite="TI4 9.10")
    marines_return(s.table)
    for seat in sides:
        yield from enforce_in(s, battle.tile, seat)
    yield from lone_docks(s)
    winner = s.table.battle.winner
    if winner >= 0:
        yield from timing.moment(s, w.AFTER_COMBAT_WON, f"@{winner}")
        yield from timing.moment(s, w.AFTER_SPACE_COMBAT_WON, f"@{winner}", (winner,))
        yield from timing.moment(s, w.AFTER_SPACE_COMBAT_ENDED, f"@{winner}", sides)
    yield from combat_scored(s, sides)
    timing.expire(s.table, "combat", "combat-round")
    s.table.battle = None
    check_elimination(s)
