"""Technologies of ground forces (TI3 21.3.8, 21.3.11)."""

from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3.components import windows as w
from rules.ti3.components.base import Targets, Technology
from rules.ti3.components.choices import Choose, titled
from rules.ti3.components.registry import register
from rules.ti3.facts import RACES
from rules.ti3.state import Battle, Public, Table, View
from rules.ti3.units import fleets
from rules.toolbox.targets import Target

SAVED_FROM, ANIMATED_FROM = 5, 6


def home_planets(table: Public, seat: int) -> list[str]:
    """Return the own planets of the own Home System."""
    race = table.sides[seat].race
    return [p for p in RACES[race].home_planets if table.control.get(p) == seat]


@register
class GenSynthesis(Technology):
    """Ground forces +1 in invasion combat; destroyed ones may come back at home (TI3 21.3.8)."""

    id = "gen_synthesis"
    rule = "TI3 21.3.8"

    def combat(self, table: Public, seat: int, unit: str, fire: str, battle: Battle | None) -> int:
        return int(unit == "ground_force" and fire == "invasion")

    def destroyed(self, t: Table, seat: int, place: str, unit: str, n: int) -> Play[None]:
        if unit != "ground_force" or not home_planets(t.table, seat):
            return
        g = t.sub(f"gen_synthesis@{seat}")
        dice = g.roll("gen_synthesis", n)
        g.tell(ev.DieRolled(seat, self.id, dice), cite=self.rule)
        saved = sum(die >= SAVED_FROM for die in dice)
        if not saved:
            return
        homes = home_planets(g.table, seat)
        planet = homes[0]
        if len(homes) > 1:
            planet = yield from g.ask(Choose(seat, self.kind, self.id, "home"))
        fleets.add(g.table, planet, seat, "ground_force", saved)
        _uncount(g.table, place, seat, saved)
        g.tell(ev.Placed(seat, planet, {"ground_force": saved}), cite=self.rule)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(home_planets(v.table, seat))


def _uncount(table: Public, place: str, seat: int, n: int) -> None:
    """Take a ground force that was saved off those counted as killed, for Dacxive Animators."""
    battle = table.battle
    if battle is not None and place == battle.planet:
        lost = battle.lost.get(str(seat), {})
        lost["ground_force"] = max(0, lost.get("ground_force", 0) - n)


@register
class DacxiveAnimators(Technology):
    """Who wins an invasion combat rolls for every ground force killed (TI3 21.3.11, E128)."""

    id = "dacxive_animators"
    rule = "TI3 21.3.11"
    triggers = (w.INVASION_WON, w.INVASION_FAILED)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        battle = t.table.battle
        if battle is None or battle.planet != about or battle.winner != seat:
            return
        dead = sum(lost.get("ground_force", 0) for lost in battle.lost.values())
        if not dead or t.table.control.get(about) != seat:
            return
        dice = t.roll(f"dacxive_animators@{seat}", dead)
        t.tell(ev.DieRolled(seat, self.id, dice), cite=self.rule)
        new = sum(die >= ANIMATED_FROM for die in dice)
        if new:
            fleets.add(t.table, about, seat, "ground_force", new)
            t.tell(ev.Placed(seat, about, {"ground_force": new}), cite=self.rule)


@register
class X89BacterialWeapon(Technology):
    """A dreadnought or war sun kills all ground forces of a planet; see `combat.invasion`."""

    id = "x89_bacterial_weapon"

    def kills_all(self, table: Public, seat: int) -> bool:
        return True
