"""Hits whose target the one who scores them chooses (TI4 80)."""

from typing import NamedTuple

from rules.kernel.table import Play
from rules.ti4 import nouns
from rules.ti4.combat.hits import destroy, sustain
from rules.ti4.components import modifiers
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import Kind
from rules.ti4.facts import SHIPS
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, ids_of, listed

_DAMAGED = "damaged"


class Aim(NamedTuple):
    """The ship that is hit: its type, and whether a damaged one is meant."""

    unit: str
    damaged: bool = False

    @property
    def target(self) -> Target:
        """Return the text of the target: "cruiser", "damaged cruiser"."""
        return listed((_DAMAGED, self.unit) if self.damaged else (self.unit,))

    @classmethod
    def read(cls, on: str) -> "Aim":
        """Return the ship that the text of a target names."""
        *mark, unit = ids_of(on)
        return cls(unit, bool(mark))


def foe_of(table: Public, seat: int) -> int:
    """Return the opponent in the combat under way, -1 if the seat takes no part in it."""
    battle = table.battle
    if battle is None or seat not in (battle.attacker, battle.defender):
        return -1
    return battle.foe(seat)


def ships_of(table: Public, tile: str, seat: int) -> dict[str, int]:
    return {u: n for u, n in fleets.ordered(fleets.at(table, tile, seat)) if u in SHIPS}


def aims(table: Public, tile: str, victim: int) -> Targets:
    """Return the ships that may be hit; damaged ones apart where there are both."""
    found: dict[str, str] = {}
    hurt = fleets.damaged(table, tile, victim)
    for unit, n in ships_of(table, tile, victim).items():
        name = nouns.unit(unit)
        if n > hurt.get(unit, 0):
            found[Aim(unit).target] = name
        if hurt.get(unit):
            found[Aim(unit, damaged=True).target] = _("damaged {unit}", unit=name)
    return found


def may_sustain(table: Public, tile: str, victim: int, aim: Aim) -> bool:
    """Return whether the ship that is hit may cancel the hit (TI4 80.2)."""
    if aim.damaged or not modifiers.may_sustain(table, victim, tile):
        return False
    return modifiers.sustains(table, victim, aim.unit)


def sustain_or_lose(v: View, seat: int) -> Targets:
    """Return the answers of the owner of the ship; components that strike offer them."""
    return {"sustain": _("sustain"), "lose": _("lose the ship")}


def strike(t: Table, kind: Kind, card: str, victim: int, aim: Aim, by: int) -> Play[None]:
    """Put one hit on the ship that was named, in the system of the combat."""
    tile = t.table.battle_now.tile
    if may_sustain(t.table, tile, victim, aim):
        answer = yield from t.ask(Choose(victim, kind, card, "hit"))
        if answer == "sustain":
            yield from sustain(t, victim, tile, {aim.unit: 1}, by)
            return
    sound = {} if aim.damaged else {aim.unit: 1}
    yield from destroy(t, tile, victim, {aim.unit: 1}, by, card, sound)
