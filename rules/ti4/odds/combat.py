"""A combat of two armies on a table, weighed through to its end (TI4 9, 10)."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.imperium.odds import weighed
from rules.kernel.views import public_view
from rules.ti4.combat import dice
from rules.ti4.components import modifiers, presence
from rules.ti4.facts import Roll
from rules.ti4.odds.army import CARGO, Army, Stage, has
from rules.ti4.odds.forces import FIRST_ROUND, REROLLS, Force
from rules.ti4.state import Battle, Mark, Public, Until
from rules.ti4.tactical.cannon import FireCannon, Gun, guns, guns_at
from rules.ti4.tactical.invasion import bombers, shielded
from rules.ti4.units import fleets
from rules.toolbox.dice_odds import (
    NOTHING,
    REST,
    Chances,
    die,
    fewer,
    rerolled,
    summed,
    thrown,
    unaimed,
    volley,
)
from rules.toolbox.effects import Effect
from rules.toolbox.stock import Counts

_MOST_ROUNDS: Final = 2000
"""Two sides that repair all they suffer are as good as unable to hit."""

Spread = dict[int, float]
Mass = dict[tuple[int, int], float]
Branch = tuple[int, int, frozenset[tuple[int, str]]]
"""The states of both sides while a combat opens, and which abilities the sides have used."""
_OPENING: Final = ("ambush", "assault_cannon", "arc_secundus")
"""What a seat uses when a space combat begins, in the order in which it takes its turns."""


class Fate(NamedTuple):
    """The states after a round without a loss, with one, and all of them."""

    kept: Spread
    lost: Spread
    all: Spread


class Odds(NamedTuple):
    attacker: float
    draw: float
    defender: float
    attacker_losses: dict[str, float]
    defender_losses: dict[str, float]


class Field(NamedTuple):
    """The place where two seats fight: a table with both forces and the tactical action on it,
    which the combat may change; the planet, or "" in space; `begun`: before the next round of a
    combat."""

    table: Public
    attacker: int
    defender: int
    tile: str
    planet: str = ""
    begun: bool = False


class Combat:
    """The chances of one combat; in every pair side 0 attacks and side 1 defends."""

    def __init__(self, field: Field, attacker: Force, defender: Force) -> None:
        self.table, self.tile, self.planet = field.table, field.tile, field.planet
        self.begun = field.begun
        self.seats = field.attacker, field.defender
        self.forces = attacker, defender
        self.effects = list(self.table.effects)
        if not field.begun:
            self.table.battle = Battle(field.tile, *self.seats, field.planet)
        self._in_effect(first=False)
        self.armies = tuple(
            Army(self.table, seat, force, field.tile, field.planet)
            for seat, force in zip(self.seats, self.forces, strict=True)
        )
        self.aside = [self._standing_by(side) for side in (0, 1)]
        self._looked_up()
        self._rolls: dict[tuple[int, int, int, bool, bool], Chances] = {}
        self._able: dict[tuple[int, int, int], bool] = {}
        self._known: dict[tuple[int, int, int], Fate] = {}
        self.over: Mass = {}

    def _standing_by(self, side: int) -> Counts:
        """Return units at the place that take no part: cargo, structures."""
        here = fleets.at(self.table, self.planet or self.tile, self.seats[side])
        return {u: n for u, n in here.items() if u not in self.armies[side].kinds}

    def _looked_up(self) -> None:
        """Look up everything that is the same in every state."""
        table, planet = self.table, self.planet
        mine, theirs = self.seats
        self.looks_at_foe = [bool(presence.present(table, s, "dice")) for s in self.seats]
        self.extra = [bool(presence.present(table, s, "extra_hits")) for s in self.seats]
        self.returns = bool(planet) and any(
            presence.present(table, s, "hits_in_return") for s in self.seats
        )
        self.moons = [
            bool(presence.present(table, foe, "denies_sustain")) for foe in (theirs, mine)
        ]
        self.shield = bool(planet) and shielded(table, mine, planet)
        self.grid = self.shield and has(table, theirs, "magen_defense_grid")
        self.bombs = self._bombardment() if planet else NOTHING
        self.harrow = self.bombs if has(table, mine, "harrow") else NOTHING

    def _in_effect(self, first: bool) -> None:
        """Put the cards of both sides in effect; those of one round last for the first."""
        lasting = ("bunker", "tekklar_legion") if self.planet else ("experimental_battlestation",)
        now = (*lasting, "morale_boost", "fighter_prototype") if first else lasting
        effects = [
            Effect(help, seat, Until.COMBAT)
            for seat, force in zip(self.seats, self.forces, strict=True)
            for help in force.helps
            if help in now and (seat, help) != (self.seats[0], "experimental_battlestation")
        ]
        if self.planet and "disable" in self.forces[0].helps:
            attacker = self.seats[0]
            effects += [Effect(id, attacker, Until.INVASION) for id in ("disable", Mark.NO_SHIELD)]
        self.table.effects = self.effects + effects

    def _show(self, a: int, b: int) -> None:
        """Put these two states on the table for the components to look at."""
        where = self.table.ground if self.planet else self.table.space
        here = where.setdefault(self.planet or self.tile, {})
        for side, state in enumerate((a, b)):
            here[str(self.seats[side])] = {**self.aside[side], **self.armies[side].counts(state)}

    # -- what is rolled -------------------------------------------------------------------------

    def _bombardment(self) -> Chances:
        """Return the chances of all ships that can bombard this planet (TI4 11.1)."""
        attacker, defender = self.seats
        sheet = self.armies[0].sheet
        ships = bombers(self.table, attacker, self.tile)
        rolls = [(n, roll) for u, n in ships.items() if (roll := sheet[u].bombardment)]
        if self.shield or not modifiers.may_bombard(self.table, attacker, self.planet):
            return NOTHING
        bonus = modifiers.bombard_bonus(self.table, defender, self.planet)
        extra = modifiers.ability_dice(self.table, attacker, "bombardment")
        return volley(rolls, bonus, extra, heavy=False)

    def _cannon(self, side: int) -> Chances:
        """Return the chances of Space Cannon at one side, as silence would fire it
        (TI4 17, J.3)."""
        target = self.seats[side]
        found: Chances = NOTHING
        for shooter, battery in self._batteries(side):
            bonus = modifiers.cannon_bonus(self.table, shooter, target)
            extra = modifiers.ability_dice(self.table, shooter, "cannon")
            heavy = not self.planet and has(self.table, shooter, "graviton_laser_system")
            found = summed(
                found, volley([(gun.n, gun.roll) for gun in battery], bonus, extra, heavy)
            )
        return fewer(found, 1) if "maneuvering_jets" in self.forces[side].helps else found

    def _batteries(self, side: int) -> Iterable[tuple[int, list[Gun]]]:
        attacker = self.seats[0]
        others = [s for s in range(len(self.table.sides)) if s != attacker]
        if self.planet:
            if side == 0 and modifiers.may_fire_at_landing(self.table, attacker):
                for shooter in others:
                    yield shooter, guns_at(self.table, shooter, (self.planet,), far=False)
            return
        view = public_view(self.table, tuple(self.table.names))
        for shooter in others if side == 0 else [attacker]:
            battery = guns(self.table, shooter, self.tile)
            if battery and FireCannon(shooter, self.tile).default(view) == self.seats[side]:
                yield shooter, battery

    def rolls(self, side: int, mine: int, theirs: int, first: bool) -> Chances:
        """Return the chances of one side's combat roll (TI4 9.5, 10.1)."""
        foe = self.armies[1 - side]
        aimed = foe.has_fighters[theirs]
        look = foe.looks[theirs] if self.looks_at_foe[side] else 0
        key = side, self.armies[side].looks[mine], look, first, aimed
        found = self._rolls.get(key)
        if found is None:
            found = self._roll(side, mine, theirs, first)
            found = found if aimed else unaimed(found)
            found = self._rolls[key] = {hits: p for hits, p in found.items() if p > REST}
        return found

    def _roll(self, side: int, mine: int, theirs: int, first: bool) -> Chances:
        if first and side == 0 and self.grid:
            return NOTHING
        self._show(*((mine, theirs) if side == 0 else (theirs, mine)))
        where = "ground" if self.planet else "space"
        again = first and any(REROLLS.get(help) == where for help in self.forces[side].helps)
        seat, battle = self.seats[side], self.table.battle_now
        found: Chances = dict(NOTHING)
        for unit, n in self.armies[side].counts(mine).items():
            count = n * modifiers.combat_dice(self.table, seat, unit, battle)
            found = summed(found, thrown(count, self._die(side, unit, again)))
        return found

    def _die(self, side: int, unit: str, again: bool) -> Chances:
        table, battle, seat = self.table, self.table.battle_now, self.seats[side]
        printed = self.armies[side].sheet[unit].combat
        assert printed is not None
        add = dice.bonus(table, seat, unit)
        heavy = modifiers.must_hit_non_fighters(table, seat, unit, battle)
        if not self.extra[side]:
            return die(printed.hits_on - add, heavy, again)
        once: Chances = {}
        for value in range(1, 11):
            hits = int(value + add >= printed.hits_on)
            hits += modifiers.extra_hits(table, seat, unit, battle, value)
            key = hits, hits if heavy else 0
            once[key] = once.get(key, 0.0) + 0.1
        return rerolled(once) if again else once

    # -- before the first round -----------------------------------------------------------------

    def able(self, side: int, a: int, b: int) -> bool:
        """Return whether this side may sustain damage now (TI4 80)."""
        if not self.moons[side]:
            return True
        key = side, a, b
        if key not in self._able:
            self._show(a, b)
            self._able[key] = modifiers.may_sustain(self.table, self.seats[side], self.tile)
        return self._able[key]

    def _struck(self, mass: Mass, on_a: Chances, on_b: Chances, stage: Stage) -> Mass:
        """Return the pairs after hits on both sides at once, outside a round."""
        found: Mass = {}
        for (a, b), m in mass.items():
            to_a = self._spread(0, a, on_a, self.able(0, a, b), stage)
            to_b = self._spread(1, b, on_b, self.able(1, a, b), stage)
            _add(found, m, to_a, to_b)
        return self._going_on(found)

    def _going_on(self, mass: Mass) -> Mass:
        """Set decided pairs aside and return the others."""
        return {pair: m for pair, m in mass.items() if not self._decided(*pair, m)}

    def _decided(self, a: int, b: int, m: float) -> bool:
        if self.armies[0].blown_up(a) or self.armies[1].blown_up(b):
            a = b = 0
        if a and b:
            return False
        self.over[a, b] = self.over.get((a, b), 0.0) + m
        return True

    def _spread(self, side: int, state: int, chances: Chances, able: bool, stage: Stage) -> Spread:
        army = self.armies[side]
        found: Spread = {}
        if army.has_fighters[state] and any(heavy for _, heavy in chances):
            aimed = army.aimed(state, able, stage)
            for scored, p in chances.items():
                after = aimed.get(scored, -1)
                if after < 0:
                    after = aimed[scored] = army.hit(state, *scored, able, stage)
                found[after] = found.get(after, 0.0) + p
            return found
        course = army.course(state, able, stage)
        last = len(course) - 1
        for (hits, _), p in chances.items():
            after = course[hits] if hits < last else course[last]
            found[after] = found.get(after, 0.0) + p
        return found

    def _opening(self, mass: Mass) -> Mass:
        """Use one ability of each side in turn when a space combat begins, lap after lap
        (TI4 9.2, OE-1).

        The attacker comes first. What a player chooses comes before what happens by itself, which
        waits until there is something for it to do.
        """
        abilities = [[x for x in _OPENING if has(self.table, s, x)] for s in self.seats]
        if not any(abilities):
            return mass
        found: Mass = {}
        branches: dict[Branch, float] = {(a, b, frozenset()): m for (a, b), m in mass.items()}
        while branches:
            laps: dict[Branch, float] = {}
            for branch, m in branches.items():
                for after, p in self._lap(branch, m, abilities).items():
                    if after[2] == branch[2]:
                        found[after[:2]] = found.get(after[:2], 0.0) + p
                    else:
                        laps[after] = laps.get(after, 0.0) + p
            branches = laps
        return found

    def _lap(self, begun: Branch, m: float, abilities: list[list[str]]) -> dict[Branch, float]:
        """Return the result of one lap for a pair: one ability of each side that has one to use."""
        branches = {begun: m}
        for side in (0, 1):
            after: dict[Branch, float] = {}
            for (a, b, used), p in branches.items():
                waiting = [x for x in abilities[side] if (side, x) not in used]
                next_ = next((x for x in waiting if self._applies(x, side, (a, b))), "")
                acted = {(a, b): p}
                if next_:
                    used |= {(side, next_)}
                    acted = self._used(next_, {(a, b): p}, side)
                for (x, y), q in acted.items():
                    after[x, y, used] = after.get((x, y, used), 0.0) + q
            branches = after
        return branches

    def _applies(self, ability: str, side: int, pair: tuple[int, int]) -> bool:
        army, foe = self.armies[side], self.armies[1 - side]
        mine, theirs = pair[side], pair[1 - side]
        if ability == "ambush":
            return any(army.counts(mine).get(unit) for unit in ("cruiser", "destroyer"))
        if ability == "assault_cannon":
            return army.big_ships(mine) >= 3 and foe.big_ships(theirs) > 0
        return army.after_repairs(mine) != mine

    def _used(self, ability: str, mass: Mass, side: int) -> Mass:
        if ability == "ambush":
            return self._ambush(mass, side)
        if ability == "assault_cannon":
            return self._assault(mass, side)
        return self._mended(mass, side)

    def _assault(self, mass: Mass, side: int) -> Mass:
        found: Mass = {}
        foe = self.armies[1 - side]
        for (a, b), m in mass.items():
            state = (a, b)[1 - side]
            big = [u for u in foe.counts(state) if u not in CARGO]
            state = foe.without(state, big[0], 1)
            key = (a, state) if side == 0 else (state, b)
            found[key] = found.get(key, 0.0) + m
        return self._going_on(found)

    def _ambush(self, mass: Mass, side: int) -> Mass:
        found: Mass = {}
        army = self.armies[side]
        for pair, m in mass.items():
            there = army.counts(pair[side])
            ships = [u for u in ("cruiser", "destroyer") for _ in range(there.get(u, 0))]
            values = sorted(r.hits_on for u in ships if (r := army.sheet[u].combat))[:2]
            fired = volley([(1, Roll(value, 1)) for value in values], 0, 0, heavy=False)
            hit = (NOTHING, fired) if side == 0 else (fired, NOTHING)
            for key, p in self._struck({pair: m}, *hit, Stage.OPENING).items():
                found[key] = found.get(key, 0.0) + p
        return found

    def _barrage(self, mass: Mass) -> Mass:
        """Hit only fighters, both sides at once (TI4 42)."""
        found: Mass = {}
        for (a, b), m in mass.items():
            _add(found, m, self._flak(1, b, 0, a), self._flak(0, a, 1, b))
        return self._going_on(found)

    def _flak(self, side: int, state: int, foe: int, target: int) -> Spread:
        army, victim = self.armies[side], self.armies[foe]
        if not victim.has_fighters[target]:
            return {target: 1.0}
        counts = army.counts(state).items()
        flak = [(n, roll) for u, n in counts if (roll := army.sheet[u].barrage)]
        found: Spread = {}
        for (hits, _), p in volley(flak, 0, 0, heavy=False).items():
            after = victim.without(target, "fighter", hits)
            found[after] = found.get(after, 0.0) + p
        return found

    def _mended(self, mass: Mass, side: int) -> Mass:
        army = self.armies[side]
        found: Mass = {}
        for (a, b), m in mass.items():
            key = (army.after_repairs(a), b) if side == 0 else (a, army.after_repairs(b))
            found[key] = found.get(key, 0.0) + m
        return found

    def _landed(self, mass: Mass) -> Mass:
        """Reckon the bombardment, then Space Cannon at those who land (TI4 25.1 to 25.3)."""
        return self._struck(mass, self._cannon(0), self.bombs, Stage.OPENING)

    # -- rounds ---------------------------------------------------------------------------------

    def _round(self, a: int, b: int, first: bool) -> list[tuple[Spread, Spread]]:
        """Return the result of a round for both sides, in parts to be added."""
        mine, theirs = self.rolls(0, a, b, first), self.rolls(1, b, a, first)
        able = self.able(0, a, b), self.able(1, a, b)
        found = []
        for hits_a, part_a in self._parts(mine):
            for hits_b, part_b in self._parts(theirs):
                on_b, on_a = part_a, part_b
                if self.returns:
                    on_b = self._returned(0, on_b, hits_b)
                    on_a = self._returned(1, on_a, hits_a)
                if first and not self.planet:
                    held = ["shields_holding" in force.helps for force in self.forces]
                    on_a = fewer(on_a, 2) if held[0] else on_a
                    on_b = fewer(on_b, 2) if held[1] else on_b
                if self.harrow is not NOTHING:
                    on_b = summed(on_b, self.harrow)
                to_a = self._spread(0, a, on_a, able[0], Stage.ROUND)
                to_b = self._spread(1, b, on_b, able[1], Stage.ROUND)
                found.append((to_a, to_b))
        return found

    def _fates(self, a: int, b: int) -> list[tuple[Fate, Fate]]:
        """Return the fates of a round after the first: in space both sides' courses, on a planet by
        hits scored.

        Damage changes no dice, so much of it is known already.
        """
        if self.planet:
            return [
                (self._split(0, a, to_a), self._split(1, b, to_b))
                for to_a, to_b in self._round(a, b, first=False)
            ]
        return [(self._fate(0, a, b), self._fate(1, b, a))]

    def _fate(self, side: int, state: int, foe: int) -> Fate:
        key = side, state, self.armies[1 - side].looks[foe]
        found = self._known.get(key)
        if found is None:
            rolled = self.rolls(1 - side, foe, state, first=False)
            able = self.able(side, *((state, foe) if side == 0 else (foe, state)))
            spread = self._spread(side, state, rolled, able, Stage.ROUND)
            found = self._known[key] = self._split(side, state, spread)
        return found

    def _split(self, side: int, state: int, spread: Spread) -> Fate:
        units = self.armies[side].units
        fate = Fate({}, {}, spread)
        for x, p in spread.items():
            if units[x] == units[state]:
                fate.kept[x] = p
            else:
                fate.lost[x] = p
        return fate

    def _parts(self, chances: Chances) -> list[tuple[int, Chances]]:
        """Split by "any hit?", but only if a component returns hits."""
        if not self.returns:
            return [(0, chances)]
        none = {k: p for k, p in chances.items() if not k[0]}
        some = {k: p for k, p in chances.items() if k[0]}
        return [(hits, part) for hits, part in ((0, none), (1, some)) if part]

    def _returned(self, side: int, chances: Chances, taken: int) -> Chances:
        more = modifiers.hits_in_return(self.table, self.seats[side], self.table.battle_now, taken)
        return {(hits + more, heavy): p for (hits, heavy), p in chances.items()}

    def _first_round(self, mass: Mass) -> Mass:
        self._in_effect(first=True)
        found: Mass = {}
        for (a, b), m in mass.items():
            for to_a, to_b in self._round(a, b, first=True):
                _add(found, m, to_a, to_b)
        self._in_effect(first=False)
        return self._going_on(found)

    def _to_the_end(self, mass: Mass) -> None:
        """Fight all pairs to the end, from most units to fewest.

        Pairs that differ in damage only are one block. Inside a block the rounds are repeated until
        the probability still moving is next to nothing; then all of it leaves the block at once.
        """
        self.rows: dict[int, Spread] = {}
        for (a, b), m in mass.items():
            self.rows.setdefault(a, {})[b] = m
        mine, theirs = (army.units[army.start] for army in self.armies)
        for units in range(mine + theirs, -1, -1):
            for left in range(max(0, units - theirs), min(mine, units) + 1):
                for look_a, states_a in self.armies[0].alike[left].items():
                    for look_b, states_b in self.armies[1].alike[units - left].items():
                        self._leave((look_a, look_b), self._gathered(states_a, states_b))

    def _gathered(self, mine: list[int], theirs: list[int]) -> Mass:
        found: Mass = {}
        for a in mine:
            row = self.rows.get(a)
            if row:
                for b in theirs:
                    m = row.get(b, 0.0)
                    if m > REST:
                        found[a, b] = m
        return self._going_on(found)

    def _leave(self, looks: tuple[int, int], block: Mass) -> None:
        """Move probability from a block to blocks with fewer units."""
        if not block:
            return
        visits = self._settled(block)
        if self.planet:
            for (a, b), m in visits.items():
                for one, other in self._fates(a, b):
                    self._go_on({(a, b): m}, {a: one}, {b: other})
            return
        self._go_on(
            visits,
            {a: self._fate(0, a, looks[1]) for a in {a for a, _ in visits}},
            {b: self._fate(1, b, looks[0]) for b in {b for _, b in visits}},
        )

    def _go_on(self, visits: Mass, mine: dict[int, Fate], theirs: dict[int, Fate]) -> None:
        """Reckon a round in which somebody is lost, for a whole block: first the attacker's
        losses."""
        kept: dict[int, Spread] = {}
        lost: dict[int, Spread] = {}
        for (a, b), m in visits.items():
            fate = mine[a]
            for part, rows in ((fate.kept, kept), (fate.lost, lost)):
                for x, p in part.items():
                    row = rows.setdefault(x, {})
                    row[b] = row.get(b, 0.0) + m * p
        for x, row in kept.items():
            _onward(self.rows.setdefault(x, {}), [(m, theirs[b].lost) for b, m in row.items()])
        for x, row in lost.items():
            _onward(self.rows.setdefault(x, {}), [(m, theirs[b].all) for b, m in row.items()])

    def _settled(self, waiting: Mass) -> Mass:
        """Return how often each pair of a block is fought, rounds without a loss included."""
        moves = self._moves_from(waiting)
        pairs = sorted(moves, key=self._damage)
        at = {pair: i for i, pair in enumerate(pairs)}
        ways = [[(at[after], p) for after, p in moves[pair][1].items()] for pair in pairs]
        stays = [1 - moves[pair][0] for pair in pairs]
        here = [waiting.get(pair, 0.0) for pair in pairs]
        visits = [0.0] * len(pairs)
        for _ in range(_MOST_ROUNDS):
            moved = False
            for i, m in enumerate(here):
                if m <= REST or stays[i] < 1e-12:
                    continue
                m /= stays[i]
                here[i] = 0.0
                visits[i] += m
                for k, p in ways[i]:
                    here[k] += m * p
                moved = True
            if not moved:
                break
        for (_, b), m in zip(pairs, here, strict=True):
            if m > REST:
                self._decided(0, b, m)
        return {pair: m for pair, m in zip(pairs, visits, strict=True) if m}

    def _moves_from(self, waiting: Mass) -> dict[tuple[int, int], tuple[float, Mass]]:
        """Return the moves of all pairs that rounds without a loss can lead to."""
        moves: dict[tuple[int, int], tuple[float, Mass]] = {}
        ahead = list(waiting)
        while ahead:
            pair = ahead.pop()
            if pair not in moves:
                moves[pair] = self._moves(*pair)
                ahead += moves[pair][1]
        return moves

    def _damage(self, pair: tuple[int, int]) -> int:
        return self.armies[0].damage[pair[0]] + self.armies[1].damage[pair[1]]

    def _moves(self, a: int, b: int) -> tuple[float, Mass]:
        """Return, for a round without a loss, how likely nothing changes, and the changes
        possible."""
        found: Mass = {}
        for mine, theirs in self._fates(a, b):
            _add(found, 1.0, mine.kept, theirs.kept)
        return found.pop((a, b), 0.0), found

    # -- the whole ------------------------------------------------------------------------------

    def fought(self) -> Odds:
        mass: Mass = {(self.armies[0].start, self.armies[1].start): 1.0}
        mass = self._pending(mass) if self.begun else self._begin(mass)
        self._to_the_end(self._going_on(mass))
        self.table.effects = self.effects
        return self._counted()

    def _pending(self, mass: Mass) -> Mass:
        """Assign the hits of the round under way that nobody has assigned yet."""
        hits = self.table.hits
        if hits is None:
            return mass
        on_a, on_b = (
            {(hits.pending.get(str(seat), 0), hits.heavy.get(str(seat), 0)): 1.0}
            for seat in self.seats
        )
        return self._struck(mass, on_a, on_b, Stage.ROUND)

    def _begin(self, mass: Mass) -> Mass:
        if self.planet:
            mass = self._landed(mass)
        else:
            mass = self._struck(mass, self._cannon(0), self._cannon(1), Stage.CANNON)
            mass = self._barrage(self._opening(mass))
        helps = {help for force in self.forces for help in force.helps}
        if self.grid or helps & {*FIRST_ROUND, *REROLLS}:
            mass = self._first_round(mass)
        return mass

    def ends(self) -> Iterable[tuple[int, int, float]]:
        """Return the last states of both sides, and how likely each pair is."""
        total = sum(self.over.values())
        return [(a, b, m / total) for (a, b), m in self.over.items()]

    def _counted(self) -> Odds:
        mine, theirs = self.armies
        ends = ((mine.counts(a), theirs.counts(b), p) for a, b, p in self.ends())
        found = weighed(ends)
        losses = [
            {unit: max(0.0, n - left.get(unit, 0.0)) for unit, n in army.counts(army.start).items()}
            for army, left in zip(self.armies, found[3:], strict=True)
        ]
        return Odds(found.attacker, found.draw, found.defender, losses[0], losses[1])


def _add(mass: Mass, m: float, to_a: Spread, to_b: Spread) -> None:
    """Add the chances of both sides' states after the same dice."""
    for x, p in to_a.items():
        for y, q in to_b.items():
            mass[x, y] = mass.get((x, y), 0.0) + m * p * q


def _onward(row: Spread, courses: list[tuple[float, Spread]]) -> None:
    """Add the states of the other side to a row, by their chances."""
    get = row.get
    for m, spread in courses:
        for y, q in spread.items():
            row[y] = get(y, 0.0) + m * q
