"""Combats fought by the engine itself, one after another, beside the chances `odds` computes.

Both sides answer as silence would (TI4 J.5); what a battle says is used, is used.
"""

import math
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from rules.kernel.codec import decode, encode
from rules.kernel.decisions import Decision
from rules.kernel.dice import Dice
from rules.kernel.table import Ask, Run, Table
from rules.kernel.trials.simulate import secret_for
from rules.kernel.views import View
from rules.lexicon import OrderLine, read_page
from rules.ti4.combat.rerolls import MISSES
from rules.ti4.combat.space import space_combat
from rules.ti4.components import modifiers, timing
from rules.ti4.components.choices import Choose
from rules.ti4.components.timing import React
from rules.ti4.facts import FACTIONS, PLANETS, UNIT_TYPES
from rules.ti4.odds import planned_odds
from rules.ti4.odds.combat import Odds
from rules.ti4.ruleset import TI4
from rules.ti4.state import Tactical
from rules.ti4.tactical.cannon import space_cannon_offence
from rules.ti4.tactical.invasion import Bombard, Land, invasion, landers
from rules.ti4.units import fleets

BATTLES: Final[dict[str, dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "data" / "battles.yaml").read_text("utf-8")
)
SIDES: Final = ("attacker", "draw", "defender")
ATTACKER, DEFENDER = 0, 1
PAID_OR_PLAYED: Final = ("munitions_reserves", "fighter_prototype", "morale_boost")
"""What counts in odds only if the player names it."""


class Battle:
    """One of the battles, ready to be fought as often as wanted."""

    def __init__(self, name: str) -> None:
        written = dict(BATTLES[name])
        self.name = name
        self.tile = str(written.pop("tile", "26"))
        self.planet = str(written.pop("take", ""))
        names = [FACTIONS[f].short for f in written["seats"]]
        self.uses = {names.index(who): tuple(what) for who, what in written.pop("uses", {}).items()}
        state = TI4.position(TI4.read_options({"players": 3}), written)
        for side in state.table.sides:
            side.fleet = 12
        state.table.active = Tactical(ATTACKER, self.tile, arrived=True)
        self.orders: tuple[OrderLine, ...] = ()
        if self.planet:
            name = PLANETS[self.planet].name
            orders = f"BOMBARD {name}\nLAND all infantry ON {name}"
            self.orders = read_page(orders, TI4.order_verbs).lines
        self.state = encode(state)
        self.view = TI4.view(state, ATTACKER)

    def exact(self) -> Odds:
        """The chances, as a player who asks about the place is told them."""
        helps = [help for help in self.uses.get(ATTACKER, ()) if help in PAID_OR_PLAYED]
        units = fleets.at(self.view.table, self.tile, ATTACKER)
        force = ", ".join(f"{n} {unit}" for unit, n in units.items())
        force += f" WITH {', '.join(helps)}" if helps else ""
        found = planned_odds(self.view, self.planet or self.tile, force)
        told = found["planets"][self.planet] if self.planet else found
        return Odds(told["attacker"], told["draw"], told["defender"], {}, {})

    def fight(self, dice: Dice, number: int) -> tuple[str, int]:
        """Who won, and how many dice were rolled."""
        state = decode(self.state, TI4.State)
        run = Run(state, dice, TI4.view)
        t = Table(run, f"{self.name}/{number}", TI4.version)
        for part in (space_cannon_offence, space_combat):
            self._play(run, part(t, ATTACKER))
        won = self._winner(state.table, run, t) if self.planet else _space_winner(run, self.tile)
        return won, sum(len(draw.values) for draw in run.draws)

    def _winner(self, table: Any, run: Run, t: Table) -> str:
        """A planet is held unless somebody lands; a draw where nobody is left on it."""
        beaten = not fleets.ships(fleets.at(table, self.tile, ATTACKER))
        if beaten or not landers(table, ATTACKER, self.tile):
            return "defender"
        self._play(run, invasion(t, ATTACKER))
        return _left(table, self.planet)

    def _play(self, run: Run, play: Any) -> None:
        try:
            ask: Ask = next(play)
            while True:
                given = {
                    at: self._answer(decision, run.view(run.state, decision.seat))
                    for at, decision in ask.items()
                }
                ask = play.send(given)
        except StopIteration:
            return

    def _answer(self, decision: Decision[Any], v: View) -> Any:
        if isinstance(decision, React):
            named = self.uses.get(decision.seat, ())
            possible = timing.MOMENTS.uses(v, decision.seat, decision.window, decision.about)
            uses = [use for use in possible if use.card in named]
            uses.sort(key=lambda use: (use.on == MISSES, use.on))
            return uses[-1] if uses else decision.default(v)
        if isinstance(decision, Bombard | Land):
            wanted: Any = decision.read(v, self.orders).answer
            assert wanted is not None
            return decision.default(v) if decision.problems(v, wanted) else wanted
        if isinstance(decision, Choose) and decision.card in ("duranium_armor", "assault_cannon"):
            return self._dearest(decision, v, last=decision.card == "duranium_armor")
        return decision.default(v)

    def _dearest(self, decision: Choose, v: View, last: bool) -> str:
        """The dearest damaged ship is repaired, the cheapest is given up."""
        sheet = modifiers.sheet(v.table, decision.seat)
        kinds = sorted(
            (option.answer for option in decision.options(v)),
            key=lambda u: (u == "flagship", sheet[u].cost or 0, UNIT_TYPES.index(u)),
        )
        return kinds[-1] if last else kinds[0]


def _space_winner(run: Run, tile: str) -> str:
    """As the engine said; without a combat, whether the guns left the attacker any ship."""
    ends = [told.event for told in run.told if told.event["kind"] == "CombatEnded"]
    if ends:
        return {ATTACKER: "attacker", DEFENDER: "defender"}.get(ends[0]["winner"], "draw")
    return "attacker" if fleets.ships(fleets.at(run.state.table, tile, ATTACKER)) else "defender"


def _left(table: Any, planet: str) -> str:
    """Who still has ground forces there."""
    mine, theirs = (
        fleets.ground_forces(fleets.at(table, planet, seat)) for seat in (ATTACKER, DEFENDER)
    )
    return "draw" if not mine and not theirs else "attacker" if mine else "defender"


class Tally(NamedTuple):
    """What came of many fights: how often each side won, fights, dice."""

    won: dict[str, int]
    fights: int
    dice: int

    def off(self, exact: Odds) -> float:
        """How many standard errors the farthest share lies from its chance."""
        errors: list[float] = []
        for side in SIDES:
            p: float = getattr(exact, side)
            error = math.sqrt(max(p * (1 - p), 1 / self.fights) / self.fights)
            errors.append(abs(self.won[side] / self.fights - p) / error)
        return max(errors)


def fought(name: str, seed: str, *, fights: int = 0, dice: int = 0) -> Tally:
    """A battle fought so often, or until so many dice were rolled; always the same dice."""
    battle = Battle(name)
    source = Dice(secret_for(f"{seed}/{name}"))
    won = dict.fromkeys(SIDES, 0)
    count = rolled = 0
    while count < fights or rolled < dice:
        winner, thrown = battle.fight(source, count)
        won[winner] += 1
        count, rolled = count + 1, rolled + thrown
    return Tally(won, count, rolled)
