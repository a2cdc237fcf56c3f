"""Space combat (TI4 9, 42; C.4 T3)."""

from collections.abc import Sequence

from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, fold
from rules.ti4 import events as ev
from rules.ti4.combat import dice
from rules.ti4.combat.hits import take_hits
from rules.ti4.combat.retreat import announce_retreats, carry_out_retreat
from rules.ti4.combat.rounds import close, declare_winner, end_of_round, fight, opening, over
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import Roll
from rules.ti4.reading import read_player
from rules.ti4.speech import N_, _
from rules.ti4.state import Battle, Public, Table, View
from rules.ti4.units import fleets
from rules.ti4.units.limits import check_elimination, destroy_blockaded_docks, enforce_in
from rules.ti4.versions import (
    BARRAGE_NEEDS_FIGHTERS,
    COMBAT_ENDS_AT_ONCE,
    GOOD_BEFORE_SHIP,
    ONE_WINDOW,
    WHAT_DICE_NEEDED,
)
from rules.toolbox.targets import as_target, player

_FIRE = ("fire", "yes", "strzelaj", "tak", "tuzel", "igen")
_HOLD = ("hold", "no", "none", "wstrzymaj", "nie", "szuntet", "nem")


class ChooseOpponent(Choice[int]):
    """The choice of an opponent, where more than one other player has ships there (TI4 H-72)."""

    Answer = int
    verbs = ("fight",)
    clock = "hits"
    rule = "TI4 H-72"

    def options(self, v: View) -> list[Option[int]]:
        foes = fleets.enemies_in(v.table, v.table.active_now.tile, self.seat)
        return [Option(_("Fight {who}", who=v.names[s]), s, f"FIGHT {v.names[s]}") for s in foes]

    def prompt(self, v: View) -> str:
        return _("Several players have ships here: whom do you fight first?")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        """Read a player by name or nickname."""
        last = len(lines) - 1
        foes = [option.answer for option in self.options(v)]
        found = read_player(v, lines[last].rest, foes)
        if found is None:
            return super().read_orders(v, lines)
        return Reading(int(found.id), (last,), (found.read_as,) if found.read_as else ())


class Barrage(Choice[bool]):
    """The choice whether to use Anti-Fighter Barrage; usually both sides do (TI4 9.3, D-12)."""

    Answer = bool
    verbs = ("barrage",)
    keeps = True
    clock = "hits"
    rule = "TI4 9.3"

    def options(self, v: View) -> list[Option[bool]]:
        return [
            Option(_("Use Anti-Fighter Barrage"), True, "BARRAGE fire"),
            Option(_("Hold it back"), False, "BARRAGE hold"),
        ]

    def prompt(self, v: View) -> str:
        return _("Use Anti-Fighter Barrage?")

    def usual(self, public: View) -> bool:
        return True

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        word = fold(lines[last].rest) or "fire"
        if word in _FIRE or word in _HOLD:
            return Reading(word in _FIRE, (last,))
        return super().read_orders(v, lines)


def space_combat(t: Table, seat: int) -> Play[None]:
    """Fight until no other player has ships in the active system (TI4 3.3, 9)."""
    tile = t.table.active_now.tile
    while fleets.ships(fleets.at(t.table, tile, seat)):
        foes = fleets.enemies_in(t.table, tile, seat)
        if not foes:
            return
        foe = foes[0] if len(foes) == 1 else (yield from t.ask(ChooseOpponent(seat)))
        s = t.sub(f"space@{tile}")
        yield from fight(s, Battle(tile, seat, foe), combat_round, "TI4 9.0")
        yield from finish(s)


def combat_round(r: Table) -> Play[None]:
    """Play one round of a space combat (TI4 9.3 to 9.8)."""
    battle = r.table.battle_now
    sides = battle.sides
    battle.sustained, battle.rolls = {}, {}
    battle.retreating = -1
    yield from opening(r) if r.rules >= ONE_WINDOW else opening_by_moments(r)
    if over(r.table):
        return
    if r.table.battle_now.round == 1:
        yield from anti_fighter_barrage(r)
        if over(r.table):
            return
    yield from announce_retreats(r)
    if over(r.table):
        return
    for seat in sides:
        yield from dice.roll_all(r, seat)
    yield from dice.end_rolling(r, sides)
    scores = {seat: dice.count_hits(r, seat) for seat in sides}
    yield from assign(r, sides, scores)
    yield from timing.moment(r, w.AFTER_ASSIGN_HITS, as_target(battle.tile), sides)
    if not over(r.table):
        if r.table.battle_now.retreating >= 0:
            marines_return(r.table, r.table.battle_now.retreating)
        yield from carry_out_retreat(r)
    if r.rules >= ONE_WINDOW:
        yield from end_of_round(r)
    else:
        yield from timing.moment(r, w.END_OF_COMBAT_ROUND, as_target(battle.tile), sides)
        yield from timing.moment(r, w.END_OF_SPACE_COMBAT_ROUND, as_target(battle.tile), sides)


def opening_by_moments(r: Table) -> Play[None]:
    """Open the moments before the first shot one by one, as before `ONE_WINDOW`."""
    battle = r.table.battle_now
    first = ((w.START_OF_COMBAT, None), (w.START_OF_SPACE_COMBAT, None))
    each = ((w.START_OF_COMBAT_ROUND, battle.sides), (w.START_OF_SPACE_COMBAT_ROUND, battle.sides))
    for window, seats in (*first, *each) if battle.round == 1 else each:
        yield from timing.moment(r, window, as_target(battle.tile), seats)
        if over(r.table) and r.rules >= COMBAT_ENDS_AT_ONCE:
            return


def assign(r: Table, sides: tuple[int, int], scores: dict[int, dice.Score]) -> Play[None]:
    """Let hits fall on the other side (TI4 9.6)."""
    a, d = sides
    yield from take_hits(
        r,
        r.table.battle_now.tile,
        "space",
        {a: scores[d].hits, d: scores[a].hits},
        {a: d, d: a},
        {a: scores[d].heavy, d: scores[a].heavy},
    )


def anti_fighter_barrage(r: Table) -> Play[None]:
    """Let both fire at once, in the first round only (TI4 9.3, 42)."""
    battle = r.table.battle_now
    a, d = battle.sides
    able = [seat for seat in (a, d) if barrages(r.table, seat)]
    asked = [s for s in able if dice.fighting(r.table, battle.foe(s)).get("fighter")]
    if r.rules >= BARRAGE_NEEDS_FIGHTERS:
        able = asked
    answers = yield from r.ask_all([Barrage(seat) for seat in asked], "barrage")
    held = {seat for seat, fires in zip(asked, answers, strict=True) if not fires}
    hits = {}
    for seat in able:
        if seat not in held:
            foe = battle.foe(seat)
            hits[foe] = roll_barrage(r, seat, foe)
    yield from take_hits(r, battle.tile, "barrage", hits, {a: d, d: a})


def barrages(table: Public, seat: int) -> list[tuple[str, Roll]]:
    """Return the types in the combat that have Anti-Fighter Barrage, and their dice."""
    sheet = modifiers.sheet(table, seat)
    return [(unit, roll) for unit in dice.fighting(table, seat) if (roll := sheet[unit].barrage)]


def roll_barrage(r: Table, seat: int, foe: int) -> int:
    """Roll Anti-Fighter Barrage and return its hits (TI4 42.1)."""
    scored, rolled, needed = 0, [], []
    fleet, who = dice.fighting(r.table, seat), dice.role(r.table, seat)
    for unit, roll in barrages(r.table, seat):
        values = r.roll(f"barrage/{who}/{unit}", fleet[unit] * roll.dice)
        rolled += values
        needed += [roll.hits_on] * len(values)
        scored += sum(value >= roll.hits_on for value in values)
    told = needed if r.rules >= WHAT_DICE_NEEDED else []
    r.tell(ev.Fired(seat, foe, N_("Anti-Fighter Barrage"), rolled, scored, told), cite="TI4 42.1")
    return scored


def marines_return(table: Public, seat: int | None = None) -> None:
    """Move ground forces that fought as ships back to the planets they came from (TI4 83.21)."""
    battle = table.battle_now
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
    """Tell winner or draw, enforce capacity, and open the moment after a combat (W-16)
    (TI4 9.10, H-21)."""
    battle = s.table.battle_now
    sides = battle.sides
    declare_winner(s, "TI4 9.10")
    marines_return(s.table)
    for seat in sides:
        yield from enforce_in(s, battle.tile, seat)
    yield from destroy_blockaded_docks(s)
    winner = s.table.battle_now.winner
    if winner >= 0:
        yield from timing.moment(s, w.AFTER_COMBAT_WON, player(winner))
        if s.rules >= GOOD_BEFORE_SHIP:
            yield from timing.moment(s, w.AFTER_SPACE_COMBAT_ENDED, player(winner), sides)
        yield from timing.moment(s, w.AFTER_SPACE_COMBAT_WON, player(winner), (winner,))
        if s.rules < GOOD_BEFORE_SHIP:
            yield from timing.moment(s, w.AFTER_SPACE_COMBAT_ENDED, player(winner), sides)
    yield from close(s)
    check_elimination(s)
