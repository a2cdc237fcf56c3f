"""Space Cannon, offence and defence (TI4 17, H-14 to H-16)."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import events as ev
from rules.ti4.combat.hits import take_hits
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import TILES, Roll
from rules.ti4.galaxy import adjacent
from rules.ti4.speech import N_, _
from rules.ti4.state import Public, Table, Until, View
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce
from rules.ti4.versions import (
    EACH_HIT_HAS_ITS_AUTHOR,
    HITS_HAVE_AUTHORS,
    JETS_FOR_EACH_ROLL,
    WHAT_DICE_NEEDED,
)
from rules.toolbox.targets import as_target, player


class Gun(NamedTuple):
    """Units of one kind that fire, and where they are."""

    place: str
    unit: str
    n: int
    roll: Roll


def guns(table: Public, seat: int, tile: str) -> list[Gun]:
    """Return the guns in the active system, and in adjacent ones where the range allows
    (TI4 17.3, 17.3c)."""
    found = guns_at(table, seat, (tile, *TILES[tile].planets), far=False)
    sheet = modifiers.sheet(table, seat)
    if any(unit.cannon_range for unit in sheet.values()):
        for other in adjacent(table, tile, seat):
            found += guns_at(table, seat, (other, *TILES[other].planets), far=True)
    more = modifiers.extra_guns(table, seat, tile)
    return found + [Gun(place, unit, 1, roll) for place, unit, roll in more]


def guns_at(table: Public, seat: int, places: Sequence[str], far: bool) -> list[Gun]:
    sheet = modifiers.sheet(table, seat)
    return [
        Gun(place, unit, n, cannon)
        for place in places
        for unit, n in fleets.ordered(fleets.at(table, place, seat))
        if unit in sheet
        and (cannon := sheet[unit].cannon) is not None
        and (not far or sheet[unit].cannon_range)
    ]


class FireCannon(Choice[int]):
    """The choice of the player to fire at, -1 holds
    (TI4 17.3, D-11, D-21; all units or none, H-15)."""

    place: str

    Answer = int
    verbs = ("fire", "hold")
    keeps = True
    clock = "hits"
    rule = "TI4 17.3"

    def options(self, v: View) -> list[Option[int]]:
        active = v.table.active
        if active is None:
            targets = []
        elif self.seat == active.seat:
            targets = fleets.enemies_in(v.table, active.tile, self.seat)
        else:
            targets = [active.seat]
        fire = [
            Option(_("Fire at {who}", who=v.names[s]), s, f"FIRE {v.names[s]}") for s in targets
        ]
        hold = Option(_("Hold fire"), -1, "HOLD")
        return [*fire, hold] if self._involved(v) else [hold, *fire]

    def _involved(self, v: View) -> bool:
        """Return whether the seat has something in the system, and so fires by default (TI4
        J.3)."""
        active = v.table.active
        if active is None or self.place not in TILES:
            return True
        mine = fleets.has_units_in(v.table, active.tile, self.seat)
        if mine or fleets.controlled_in(v.table, active.tile, self.seat):
            return True
        return bool(modifiers.extra_guns(v.table, self.seat, active.tile))

    def sample(self, v: View, rng: Random) -> int:
        return self.default(v) if rng.random() < 0.5 else super().sample(v, rng)

    def prompt(self, v: View) -> str:
        return _("Use Space Cannon at {where}?", where=ev.title(self.place))

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        last = len(lines) - 1
        line = lines[last]
        if line.verb == "fire" and not line.rest.strip():
            shots = [o.answer for o in self.options(v) if o.answer >= 0]
            if len(shots) == 1:
                return Reading(shots[0], (last,))
        return super().read_orders(v, lines)


def space_cannon_offence(t: Table, seat: int) -> Play[None]:
    """Let everybody in reach fire in seat order, then assign all hits (TI4 17.2 to 17.5, H-14)."""
    tile = t.table.active_now.tile
    s = t.sub("cannon")
    asked = []
    for other in timing.clockwise(s.table, seat):
        targets = (
            fleets.enemies_in(s.table, tile, seat)
            if other == seat
            else fleets.ships(fleets.at(s.table, tile, seat))
        )
        if targets and guns(s.table, other, tile):
            asked.append(FireCannon(other, tile))
    if not asked:
        return
    choices = yield from s.ask_all(asked, "fire")
    hits: dict[int, int] = {}
    heavy: dict[int, int] = {}
    by: dict[int, int] = {}
    rolls: dict[int, int] = {}
    authors: dict[int, list[int]] = {}
    for decision, target in zip(asked, choices, strict=True):
        if target < 0:
            continue
        shooter = decision.seat
        yield from timing.moment(s, w.BEFORE_SPACE_CANNON_ROLL, as_target(tile), (shooter,))
        scored = yield from fire(s, shooter, target, guns(s.table, shooter, tile))
        hits[target] = hits.get(target, 0) + scored
        if scored and s.rules >= JETS_FOR_EACH_ROLL:
            rolls[target] = rolls.get(target, 0) + 1
        if scored or s.rules < HITS_HAVE_AUTHORS:
            by[target] = shooter
        if s.rules >= EACH_HIT_HAS_ITS_AUTHOR:
            authors.setdefault(target, []).extend([shooter] * scored)
        if timing.in_effect(s.table, "graviton_laser_system", shooter):
            heavy[target] = heavy.get(target, 0) + scored
    timing.expire(s.table, Until.CANNON)
    yield from take_hits(s, tile, "cannon", hits, by, heavy, rolls, authors)
    yield from enforce(s, sorted(hits), (tile,))


def fire(t: Table, shooter: int, target: int, battery: Sequence[Gun]) -> Play[int]:
    """Roll for every gun (TI4 17.3b); one unit may add dice (W-8)."""
    yield from timing.moment(t, w.WHEN_ABILITY_ROLL, player(target), (shooter,))
    bonus = modifiers.cannon_bonus(t.table, shooter, target)
    extra = modifiers.ability_dice(t.table, shooter, "cannon")
    best = min(range(len(battery)), key=lambda i: battery[i].roll.hits_on)
    dice: list[int] = []
    needed: list[int] = []
    hits = 0
    for i, gun in enumerate(battery):
        n = gun.n * gun.roll.dice + (extra if i == best else 0)
        values = t.roll(f"{shooter}@{gun.place}/{gun.unit}", n)
        dice += values
        needed += [gun.roll.hits_on - bonus] * n
        hits += sum(value + bonus >= gun.roll.hits_on for value in values)
    told = needed if t.rules >= WHAT_DICE_NEEDED else []
    t.tell(ev.Fired(shooter, target, N_("Space Cannon"), dice, hits, told), cite="TI4 17.3")
    return hits


def space_cannon_defence(t: Table, seat: int, planet: str) -> Play[None]:
    """Let the planet's cannons fire at the troops that land (TI4 17.6 to 17.8)."""
    s = t.sub(f"landing@{planet}")
    if not modifiers.may_fire_at_landing(s.table, seat):
        return
    owners = [
        other
        for other in timing.clockwise(s.table, seat)
        if other != seat and guns_at(s.table, other, (planet,), far=False)
    ]
    choices = yield from s.ask_all([FireCannon(other, planet) for other in owners], "fire")
    for shooter, target in zip(owners, choices, strict=True):
        if target < 0 or not sum(s.table.active_now.committed.get(planet, {}).values()):
            continue
        yield from timing.moment(s, w.BEFORE_SPACE_CANNON_ROLL, as_target(planet), (shooter,))
        battery = guns_at(s.table, shooter, (planet,), far=False)
        scored = yield from fire(s, shooter, seat, battery)
        timing.expire(s.table, Until.CANNON)
        yield from take_hits(s, planet, "landing", {seat: scored}, {seat: shooter})
