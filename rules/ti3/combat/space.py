"""Space battles (TI3 10)."""

from collections.abc import Sequence
from random import Random

from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Count, Form, Group
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted
from rules.ti3 import events as ev
from rules.ti3 import trade
from rules.ti3.combat.dice import battle_of, foe_of, role, round_hits, shoot
from rules.ti3.combat.hits import take_hits
from rules.ti3.combat.retreat import announce, execute
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import UNITS
from rules.ti3.names import NOTHING_WORDS
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Battle, Counts, Public, Table, Until, View
from rules.ti3.units import fleets
from rules.ti3.units.limits import check_elimination, enforce_in
from rules.ti3.units.losses import destroy
from rules.ti3.variants import leaders
from rules.toolbox.targets import as_target

BARRAGE_DICE = 2
MOST_ROUNDS = 200
"""A battle that cannot end is broken off: no dice can be that bad."""


class ChooseOpponent(Choice[int]):
    """Which player to fight, where more than one other has ships there (TI3 E15)."""

    Answer = int
    verbs = ("fight",)
    clock = "hits"
    rule = "TI3 E15"

    def options(self, v: View) -> list[Option[int]]:
        assert v.table.active is not None
        foes = fleets.enemies_in(v.table, v.table.active.tile, self.seat)
        return [Option(_("Fight {who}", who=v.names[s]), s, f"FIGHT {v.names[s]}") for s in foes]

    def prompt(self, v: View) -> str:
        return _("Several players have ships here: whom do you fight first?")


class SendSaboteurs(Decision[list[int]]):
    """Which fighters are sent against each enemy war sun (TI3 30.1)."""

    Answer = list[int]
    verbs = ("saboteurs",)
    clock = "hits"
    rule = "TI3 30.1.1"

    def _targets(self, v: View) -> int:
        battle = battle_of(v.table)
        return fleets.at(v.table, battle.tile, foe_of(battle, self.seat)).get("war_sun", 0)

    def _fighters(self, v: View) -> int:
        return fleets.at(v.table, battle_of(v.table).tile, self.seat).get("fighter", 0)

    def problems(self, v: View, answer: list[int]) -> list[Problem]:
        if len(answer) > self._targets(v) or any(n < 1 for n in answer):
            words = _("One number of Fighters for each of {n} War Sun(s).", n=self._targets(v))
            return [Problem("wrong-number", words, "TI3 30.1.7")]
        if sum(answer) > self._fighters(v):
            words = _("You have {n} Fighter(s) there.", n=self._fighters(v))
            return [Problem("not-enough-units", words, "TI3 30.1.3")]
        return []

    def default(self, v: View) -> list[int]:
        return []

    def sample(self, v: View, rng: Random) -> list[int]:
        n = self._fighters(v)
        return [rng.randint(1, n)] if n and rng.random() < 0.6 else []

    def prompt(self, v: View) -> str:
        return _("Send Fighters on a sabotage run (you have {n})?", n=self._fighters(v))

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, [self._fighters(v)]), "SABOTEURS nothing"]

    def forms(self, v: View) -> list[Form]:
        most, suns = self._fighters(v), range(self._targets(v))
        fields = tuple(
            Count(str(i), "fighters", _("Fighters at War Sun {n}", n=i + 1), most) for i in suns
        )
        more = "".join(f"[, {{{i}}}]" for i in suns if i)
        groups, title = (Group("", fields),), _("Sabotage run")
        line, nothing = f"SABOTEURS {{0}}{more}", "SABOTEURS nothing"
        return [Form("saboteurs", title, (line,), groups, nothing=nothing)] if fields else []

    def write(self, v: View, answer: list[int]) -> str:
        return f"SABOTEURS {', '.join(f'{n} fighters' for n in answer) or 'nothing'}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[int]]:
        last = len(lines) - 1
        rest = lines[last].rest.strip()
        if rest.lower() in NOTHING_WORDS:
            return Reading([], (last,))
        groups = [
            read_counted(part, UNIT_NAMES).counts.get("fighter", 0) for part in rest.split(",")
        ]
        return Reading(groups, (last,))


# -- the battle ----------------------------------------------------------------------------------


def space_battles(t: Table, seat: int) -> Play[None]:
    """Fight until nobody else has ships in the activated system (K4; TI3 8.5, E14, E15)."""
    assert t.table.active is not None
    tile = t.table.active.tile
    while fleets.at(t.table, tile, seat):
        foes = fleets.enemies_in(t.table, tile, seat)
        if not foes:
            return
        foe = foes[0] if len(foes) == 1 else (yield from t.ask(ChooseOpponent(seat)))
        yield from timing.moment(t, w.BEFORE_BATTLE, as_target(tile), (foe,))
        if fleets.at(t.table, tile, seat) and fleets.at(t.table, tile, foe):
            yield from fight(t.sub(f"space@{foe}"), seat, foe, tile)


def fight(s: Table, attacker: int, defender: int, tile: str) -> Play[None]:
    s.table.battle = Battle(tile, attacker, defender)
    s.tell(ev.BattleBegan(attacker, defender, tile), cite="TI3 10.1.1")
    for seat, foe in ((attacker, defender), (defender, attacker)):
        hits = modifiers.automatic_hits(s.table, seat, tile)
        if hits:
            battle_of(s.table).automatic[str(foe)] = hits
    yield from pre_combat(s)
    while not over(s.table):
        battle_of(s.table).round += 1
        r = s.sub("round")
        yield from battle_round(r)
        timing.expire(r.table, Until.COMBAT_ROUND)
        if battle_of(s.table).quiet >= MOST_ROUNDS:
            break
    yield from finish(s)


def over(table: Public) -> bool:
    """Return whether the battle has ended: one side has no ship left there (TI3 10.2.12)."""
    battle = battle_of(table)
    sides = (battle.attacker, battle.defender)
    return battle.over or not all(fleets.at(table, battle.tile, seat) for seat in sides)


def pre_combat(s: Table) -> Play[None]:
    """Carry out step K4a: barrage first, then sabotage runs, then the rest in the order of play
    (TI3 X5)."""
    yield from barrage(s)
    if s.table.settings.sabotage_run and not over(s.table):
        yield from sabotage_runs(s)
    if not over(s.table):
        battle = battle_of(s.table)
        sides = (battle.attacker, battle.defender)
        yield from timing.moment(s, w.PRE_COMBAT, as_target(battle.tile), sides)


def barrage(s: Table) -> Play[None]:
    """Roll the barrage of both sides, wherever the enemy has fighters (TI3 10.1.3, E113)."""
    battle = battle_of(s.table)
    scored: Counts = {}
    for seat in (battle.attacker, battle.defender):
        foe = foe_of(battle, seat)
        destroyers = fleets.at(s.table, battle.tile, seat).get("destroyer", 0)
        if destroyers and fleets.at(s.table, battle.tile, foe).get("fighter"):
            dice = {"destroyer": BARRAGE_DICE * destroyers}
            scored[str(foe)] = yield from shoot(s, seat, foe, "barrage", battle.tile, dice)
    for seat in (battle.attacker, battle.defender):
        n = scored.get(str(seat), 0)
        lost = min(n, fleets.at(s.table, battle.tile, seat).get("fighter", 0))
        if lost:
            gone = {"fighter": lost}
            yield from destroy(s, battle.tile, seat, gone, foe_of(battle, seat), "TI3 10.1.3")


def sabotage_runs(s: Table) -> Play[None]:
    """Make the runs of both sides, the attacker first; against two war suns one after the other
    (TI3 30)."""
    battle = battle_of(s.table)
    for seat in (battle.attacker, battle.defender):
        foe = foe_of(battle, seat)
        if not fleets.at(s.table, battle.tile, seat).get("fighter"):
            continue
        if not fleets.at(s.table, battle.tile, foe).get("war_sun"):
            continue
        groups = yield from s.ask(SendSaboteurs(seat))
        for k, n in enumerate(groups):
            yield from sabotage_run(s.sub(f"run@{seat}/{k + 1}"), seat, foe, n)


def sabotage_run(r: Table, seat: int, foe: int, n: int) -> Play[None]:
    """Send fighters against a War Sun and roll for each (TI3 30.1.4, 30.1.5, E112)."""
    tile = battle_of(r.table).tile
    n = min(n, fleets.at(r.table, tile, seat).get("fighter", 0))
    if not n or not fleets.at(r.table, tile, foe).get("war_sun"):
        return
    outer = r.roll("outer", n)
    through = sum(die >= 9 for die in outer)
    inner: list[int] = []
    destroyed = 0
    for _fighter in range(through):
        inner += r.roll("inner", 1)
        if inner[-1] == 10:
            destroyed = 1
            break
    r.tell(ev.SabotageRun(seat, outer, inner, destroyed), cite="TI3 30.1.5")
    lost = n - through + len(inner) - destroyed
    yield from destroy(r, tile, seat, {"fighter": lost}, foe, "TI3 30.1.4")
    yield from destroy(r, tile, foe, {"war_sun": destroyed}, seat, "TI3 30.1.5")


def battle_round(r: Table) -> Play[None]:
    """Play one round of a space battle (TI3 10.2.1)."""
    battle = battle_of(r.table)
    sides = (battle.attacker, battle.defender)
    yield from timing.moment(r, w.SPACE_ROUND, as_target(battle.tile), sides)
    if over(r.table):
        return
    if battle.round == 1:
        trade.end_between(r, *sides)
    yield from announce(r)
    before = {seat: sum(fleets.at(r.table, battle.tile, seat).values()) for seat in sides}
    for seat in sides:
        roll_fleet(r, seat)
    yield from timing.moment(r, w.AFTER_ROLL, as_target(battle.tile), sides)
    battle = battle_of(r.table)
    hits = {seat: round_hits(r, seat, "space") for seat in sides}
    battle.rolls = {}
    for seat in sides:
        n = hits[foe_of(battle, seat)] + battle.automatic.pop(str(seat), 0)
        must_n = battle.breach.get(str(seat), 0)
        must = "dreadnought" if must_n else ""
        foe = foe_of(battle, seat)
        yield from take_hits(r, battle.tile, "space", seat, n, foe, must, must_n)
        battle = battle_of(r.table)
        if must_n:
            battle.breach[str(seat)] = max(0, must_n - n)
    after = {seat: sum(fleets.at(r.table, battle.tile, seat).values()) for seat in sides}
    battle = battle_of(r.table)
    battle.quiet = battle.quiet + 1 if before == after and not any(hits.values()) else 0
    yield from execute(r)


def roll_fleet(r: Table, seat: int) -> None:
    """Roll the dice of every ship of one side (TI3 10.2.3, 29.8.1)."""
    battle = battle_of(r.table)
    extra = leaders.extra_dice(r.table, battle.tile, seat) if r.table.leaders else {}
    rolls = battle.rolls.setdefault(str(seat), {})
    for unit, n in fleets.ordered(fleets.at(r.table, battle.tile, seat)):
        dice = n * UNITS[unit].dice + extra.get(unit, 0)
        rolls[unit] = r.roll(f"{role(battle, seat)}/{unit}", dice)


def finish(s: Table) -> Play[None]:
    """End the battle, then enforce the limits (TI3 10.2.12, 10.2.10)."""
    battle = battle_of(s.table)
    sides = (battle.attacker, battle.defender)
    left = [seat for seat in sides if fleets.at(s.table, battle.tile, seat)]
    battle.over = True
    battle.winner = left[0] if len(left) == 1 else -1
    s.tell(ev.BattleEnded(battle.tile, battle.winner), cite="TI3 10.2.12")
    timing.expire(s.table, Until.BATTLE, Until.COMBAT_ROUND)
    for seat in sides:
        yield from enforce_in(s, seat, battle.tile)
    s.table.battle = None
    check_elimination(s)
