"""Invasion combat: bombardment, PDS, rounds (TI3 8.7, 11)."""

import re
from collections.abc import Sequence
from random import Random

from rules.imperium import clicks
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Tick, fixed
from rules.kernel.table import Play
from rules.lexicon import ALL, OrderLine, read_counted, write_counted
from rules.ti3 import cards, nouns, trade
from rules.ti3 import events as ev
from rules.ti3.combat.dice import LOCALS, battle_of, round_hits, round_needs, shoot
from rules.ti3.combat.hits import take_hits
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import TILES, UNITS
from rules.ti3.names import NOTHING_WORDS, PLANET_NAMES
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Battle, Counts, Landing, Public, Table, Until, View
from rules.ti3.tactical.cannon import holds_at
from rules.ti3.tactical.landing import active_of, call_off, lose_landed_pds
from rules.ti3.units import control, fleets
from rules.ti3.units.limits import check_elimination, enforce_in
from rules.ti3.units.losses import destroy
from rules.ti3.variants import domains, leaders
from rules.toolbox.targets import as_target

BOMBERS = ("dreadnought", "war_sun")
MOST_ROUNDS = 500
_WITH = re.compile(r"\s+(?:with|using|z|ze|val|vel)\s+", re.IGNORECASE)


class Attack(Fixed):
    """One planet in the order of combats: ships that bombard it, and one that uses X-89."""

    planet: str
    ships: Counts = {}
    bacteria: str = ""


def landing_on(table: Public, planet: str) -> Landing | None:
    active = active_of(table)
    return next((x for x in active.landings if x.planet == planet), None)


def contested(table: Public, seat: int) -> list[str]:
    """Return the planets on which the active player landed and somebody stands against the
    landing."""
    tile = active_of(table).tile
    return [
        planet
        for planet in TILES[tile].planets
        if landing_on(table, planet) is not None
        and table.control.get(planet, -1) != seat
        and fleets.ground_forces(table, planet, seat)
        and (
            any(s != seat for s in fleets.ground_owners(table, planet))
            or planet in table.local_forces
        )
    ]


def shielded(table: Public, planet: str, owner: int) -> bool:
    """Return whether a PDS of the owner shields the planet (TI3 16.8.2)."""
    return owner >= 0 and bool(fleets.at(table, planet, owner).get("pds"))


def may_bombard(table: Public, seat: int, unit: str, planet: str) -> bool:
    """Return whether a unit may bombard the planet (TI3 11.1.4, 11.1.5, 29.5.4, E47, E48)."""
    owner = table.control.get(planet, -1)
    if owner in (-1, seat) or not fleets.ground_forces(table, planet, owner):
        return False
    if not modifiers.may_be_bombarded(table, planet):
        return False
    safe = shielded(table, planet, owner)
    if safe and leaders.on_planet(table, planet, owner, "scientist"):
        return False
    if unit == "war_sun":
        return True
    landed = landing_on(table, planet) is not None
    return landed and (not safe or modifiers.ignores_shields(table, seat))


def bombers(table: Public, seat: int) -> Counts:
    """Return the ships that may still bombard: those that razed may not (TI3 28.3.3)."""
    active = active_of(table)
    here = fleets.at(table, active.tile, seat)
    return {u: n for u in BOMBERS if (n := here.get(u, 0) - active.razed.get(u, 0)) > 0}


class PlanInvasion(Decision[list[Attack]]):
    """The order of planets, and which ships bombard which (TI3 8.7.1, 11.1.6, E41)."""

    Answer = list[Attack]
    part_of_turn = True
    verbs = ("bombard", "sequence", "bacteria", "produce", "build", "done")
    rule = "TI3 11.1.6"

    def _planets(self, v: View) -> list[str]:
        tile = active_of(v.table).tile
        fights = contested(v.table, self.seat)
        more = [
            p
            for p in TILES[tile].planets
            if p not in fights
            and any(may_bombard(v.table, self.seat, u, p) for u in bombers(v.table, self.seat))
        ]
        return sorted(fights) + sorted(more)

    def problems(self, v: View, answer: list[Attack]) -> list[Problem]:
        planets = self._planets(v)
        left = dict(bombers(v.table, self.seat))
        seen: set[str] = set()
        for attack in answer:
            if attack.planet not in planets or attack.planet in seen:
                names = ", ".join(map(ev.title, planets)) or _("nothing")
                words = _("Name each once: {planets}.", planets=names)
                return [Problem("bad-target", words, "TI3 8.7.1")]
            seen.add(attack.planet)
            used = dict(attack.ships)
            if attack.bacteria:
                used[attack.bacteria] = used.get(attack.bacteria, 0) + 1
                if not modifiers.kills_all(v.table, self.seat) or attack.bacteria not in BOMBERS:
                    words = _("You cannot use X-89 Bacterial Weapon.")
                    return [Problem("not-yours", words, "TI3 21")]
            for unit, n in used.items():
                left[unit] = left.get(unit, 0) - n
                if n < 1 or left[unit] < 0:
                    have = nouns.counted(bombers(v.table, self.seat))
                    words = _("Ships that can bombard: {units}.", units=have)
                    return [Problem("not-enough-units", words, self.rule)]
            for unit in attack.ships:
                if not may_bombard(v.table, self.seat, unit, attack.planet):
                    words = _(
                        "{unit} cannot bombard {planet}.",
                        unit=nouns.unit(unit),
                        planet=ev.title(attack.planet),
                    )
                    return [Problem("cannot-bombard", words, "TI3 11.1.4")]
        return []

    def default(self, v: View) -> list[Attack]:
        """Take the planets by name; all ships that can bombard the first one (TI3 41.6)."""
        left = bombers(v.table, self.seat)
        plan = []
        for planet in contested(v.table, self.seat):
            ships = {u: n for u, n in left.items() if may_bombard(v.table, self.seat, u, planet)}
            left = fleets.minus(left, ships)
            plan.append(Attack(planet, fleets.tidy(ships)))
        return sorted(plan, key=lambda a: a.planet)

    def sample(self, v: View, rng: Random) -> list[Attack]:
        plan = self.default(v)
        rng.shuffle(plan)
        if modifiers.kills_all(v.table, self.seat) and plan and rng.random() < 0.3:
            first = plan[0]
            ship = next(iter(bombers(v.table, self.seat)), "")
            less = fleets.minus(first.ships, {ship: 1}) if ship else first.ships
            plan[0] = Attack(first.planet, less, ship)
        return self.default(v) if self.problems(v, plan) else plan

    def usual(self, public: View) -> list[Attack] | None:
        """Return the plan where there is nothing to choose: one combat and no ship that could
        bombard."""
        planets = self._planets(public)
        if len(planets) == 1 and not bombers(public.table, self.seat):
            return self.default(public)
        return None

    def prompt(self, v: View) -> str:
        names = ", ".join(map(ev.title, self._planets(v)))
        ships = nouns.counted(bombers(v.table, self.seat))
        return _(
            "Order of invasions and bombardment ({planets}; {ships})?", planets=names, ships=ships
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        planets, ships = self._planets(v), bombers(v.table, self.seat)
        names = tuple((ev.title(p), ev.title(p)) for p in planets)
        usual = [ev.title(attack.planet) for attack in self.default(v)]
        order = tuple(
            Pick(
                str(i),
                _("{n}.", n=i + 1),
                (("", "–"), *names) if i else names,
                usual[i] if i < len(usual) else "",
            )
            for i in range(len(names))
        )
        groups = [Group(_("Order of the planets"), order)]
        more = "".join(f"[, {{{i}}}]" for i in range(1, len(names)))
        lines = [f"SEQUENCE {{0}}{more}"]
        for planet in planets:
            able = {u: n for u, n in ships.items() if may_bombard(v.table, self.seat, u, planet)}
            if able:
                fields = clicks.units(f"at {planet}", able, UNIT_NAMES, nouns.unit)
                groups.append(Group(_("Bombard {planet}", planet=ev.title(planet)), fields))
                lines.append(f"BOMBARD {fixed(ev.title(planet))} WITH {{at {planet}}}")
            if modifiers.kills_all(v.table, self.seat) and ships:
                kinds = tuple((UNIT_NAMES.name(u), nouns.unit(u)) for u in ships)
                title = _("X-89 on {planet}", planet=ev.title(planet))
                pick = Pick(f"x89 {planet}", title, (("", _("none")), *kinds))
                groups.append(Group("", (pick,)))
                lines.append(f"BACTERIA {fixed(ev.title(planet))} WITH {{x89 {planet}}}")
        if any(may_bombard(v.table, self.seat, u, p) for u in ships for p in planets):
            hold = Tick("hold", "nothing", _("no ship bombards"))
            groups.append(Group("", (hold,)))
            lines.append("BOMBARD {hold}")
        form = Form("sequence", _("Invasion"), tuple(lines), tuple(groups))
        return [form] if names else []

    def write(self, v: View, answer: list[Attack]) -> str:
        lines = [f"SEQUENCE {', '.join(ev.title(a.planet) for a in answer) or 'nothing'}"]
        for attack in answer:
            name = ev.title(attack.planet)
            if attack.ships:
                lines.append(
                    f"BOMBARD {name} WITH {write_counted(fleets.tidy(attack.ships), UNIT_NAMES)}"
                )
            if attack.bacteria:
                lines.append(f"BACTERIA {name} WITH {UNIT_NAMES.name(attack.bacteria)}")
        if not any(one.ships for one in answer) and any(one.ships for one in self.default(v)):
            lines.append("BOMBARD nothing")
        return "\n".join(lines)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[Attack]]:
        """Read the plan: BOMBARD lines name planets in order, SEQUENCE sets the order. With
        "BOMBARD nothing" no ship fires; without any BOMBARD line all ships fire where they can."""
        mine = [i for i, x in enumerate(lines) if x.verb in ("bombard", "sequence", "bacteria")]
        order: list[str] = []
        ships: dict[str, Counts] = {}
        bacteria: dict[str, str] = {}
        bombards = False
        notes: list[str] = []
        for i in mine:
            line = lines[i]
            rest = line.rest.strip()
            if line.verb == "sequence":
                names = [x for x in rest.split(",") if x.strip().lower() not in NOTHING_WORDS]
                order = [PLANET_NAMES.find(x).id for x in names]
                continue
            bombards = bombards or line.verb == "bombard"
            if rest.lower() in NOTHING_WORDS:
                continue
            name, *with_ = _WITH.split(rest, maxsplit=1)
            planet = PLANET_NAMES.find(name).id
            if line.verb == "bacteria":
                first = next(iter(bombers(v.table, self.seat)), "")
                bacteria[planet] = UNIT_NAMES.find(with_[0]).id if with_ else first
            elif with_:
                got = read_counted(with_[0], UNIT_NAMES, allow_all=True)
                notes += got.read_as
                have = bombers(v.table, self.seat)
                ships[planet] = {
                    u: have.get(u, 0) if n >= ALL else n for u, n in got.counts.items()
                }
            else:
                ships[planet] = {
                    u: n
                    for u, n in bombers(v.table, self.seat).items()
                    if may_bombard(v.table, self.seat, u, planet)
                }
        default = self.default(v)
        if not bombards:
            ships = {a.planet: a.ships for a in default if a.ships}
            for planet, ship in bacteria.items():
                spared = [p for p in (planet, *ships) if ships.get(p, {}).get(ship)]
                for giver in spared[:1]:
                    ships[giver] = fleets.minus(ships[giver], {ship: 1})
        named = list(dict.fromkeys([*order, *ships, *bacteria]))
        named += [a.planet for a in default if a.planet not in named]
        plan = [Attack(p, ships.get(p, {}), bacteria.get(p, "")) for p in named]
        return Reading(plan, tuple(mine), tuple(notes))


class HoldFire(Choice[bool]):
    """Whether the defending PDS hold their fire at the landing; usually they fire (TI3 11.1.7)."""

    planet: str

    Answer = bool
    verbs = ("fire", "hold")
    keeps = True
    clock = "hits"
    rule = "TI3 11.1.7"

    def options(self, v: View) -> list[Option[bool]]:
        return [Option(_("Fire"), True, "FIRE"), Option(_("Hold fire"), False, "HOLD")]

    def prompt(self, v: View) -> str:
        return _("Fire your PDS on {planet} at the landing?", planet=ev.title(self.planet))

    def usual(self, public: View) -> bool:
        return True

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        line = lines[last]
        invader = active_of(v.table).seat
        return Reading(line.verb == "fire" or not holds_at(v, line.rest, invader), (last,))


# -- the step ------------------------------------------------------------------------------------


def invasions(t: Table, seat: int) -> Play[None]:
    """Fight for every planet of the active system where troops landed (K6)."""
    tile = active_of(t.table).tile
    if t.table.settings.distant_suns and not t.table.settings.faq:
        yield from domains.raze(t, seat)
    decision = PlanInvasion(seat)
    if not decision._planets(t.view(seat)):
        return
    plan = yield from t.ask(decision)
    todo = contested(t.table, seat)
    plan = [*plan, *(Attack(p) for p in sorted(todo) if all(a.planet != p for a in plan))]
    for attack in plan:
        yield from invade(t.sub(f"planet@{attack.planet}"), seat, attack)
    yield from enforce_in(t, seat, tile)


def invade(p: Table, seat: int, attack: Attack) -> Play[None]:
    """Carry out step K6b: diplomat, bombardment, PDS, rounds, result."""
    planet = attack.planet
    table: Public = p.table
    owner = table.control.get(planet, -1)
    landing = landing_on(table, planet)
    stopped = (
        landing is not None
        and owner >= 0
        and bool(leaders.on_planet(table, planet, owner, "diplomat"))
        and (yield from leaders.delays(p, owner, planet))
    )
    if stopped and landing is not None:
        yield from call_off(p, seat, landing)
    fights = planet in contested(p.table, seat)
    if not fights and not attack.ships and not attack.bacteria:
        return
    locals_ = p.table.local_forces.get(planet, 0) if owner < 0 else 0
    p.table.battle = Battle(active_of(p.table).tile, seat, owner, planet, locals=locals_)
    if fights:
        p.tell(ev.InvasionBegan(seat, owner, planet), cite="TI3 8.7.1")
    sides = [s for s in (seat, owner) if s >= 0]
    yield from timing.moment(p, w.BEFORE_INVASION, as_target(planet), sides)
    if owner >= 0:
        yield from bombard(p, seat, owner, attack)
    if fights:
        if owner >= 0:
            yield from invasion_defence(p, seat, owner, planet)
        yield from combat_rounds(p, seat, owner, planet)
        yield from result(p, seat, owner, planet)
    p.table.battle = None
    timing.expire(p.table, Until.INVASION, Until.BATTLE, Until.COMBAT_ROUND)
    check_elimination(p)


def bombard(p: Table, seat: int, owner: int, attack: Attack) -> Play[None]:
    """Bombard the planet, with X-89 first (TI3 11.1.3)."""
    planet = attack.planet
    if attack.bacteria and fleets.ground_forces(p.table, planet, owner):
        p.tell(ev.AbilityUsed(seat, "x89_bacterial_weapon", planet), cite="TI3 21")
        dead = {"ground_force": fleets.ground_forces(p.table, planet, owner)}
        yield from destroy(p, planet, owner, dead, seat, "TI3 21")
        cards.discard(p, seat, list(p.hand[seat].cards))
    ships = {u: n for u, n in attack.ships.items() if may_bombard(p.table, seat, u, planet)}
    if not ships:
        return
    dice = {u: n * UNITS[u].dice for u, n in ships.items()}
    scored = yield from shoot(p, seat, owner, "bombardment", planet, dice)
    lost = min(scored, fleets.ground_forces(p.table, planet, owner))
    yield from destroy(p, planet, owner, {"ground_force": lost}, seat, "TI3 11.1.3")


def invasion_defence(p: Table, seat: int, owner: int, planet: str) -> Play[None]:
    """Let the planet's PDS fire at the troops that landed (TI3 11.1.7, 29.9.1, E45)."""
    pds = fleets.at(p.table, planet, owner).get("pds", 0)
    landing = landing_on(p.table, planet)
    agent = landing is not None and any(
        x in landing.leaders for x in leaders.on_planet(p.table, planet, seat, "agent")
    )
    if not pds or agent or not (yield from p.ask(HoldFire(owner, planet))):
        return
    scored = yield from shoot(p, owner, seat, "landing", planet, {"pds": pds})
    lost = min(scored, fleets.ground_forces(p.table, planet, seat))
    yield from destroy(p, planet, seat, {"ground_force": lost}, owner, "TI3 11.1.7")


def standing(table: Public, seat: int, planet: str) -> Counts:
    """Return what fights for a side on a planet."""
    battle = battle_of(table)
    if seat == LOCALS:
        return {"ground_force": battle.locals} if battle.locals else {}
    forces = {"ground_force": fleets.ground_forces(table, planet, seat)}
    landing = landing_on(table, planet)
    if seat == battle.attacker and landing is not None and landing.fighters:
        forces["fighter"] = landing.fighters
    return {u: n for u, n in forces.items() if n}


def combat_rounds(p: Table, seat: int, owner: int, planet: str) -> Play[None]:
    """Fight rounds on the planet until one side has nobody left (TI3 11.2)."""
    sides = (seat, owner)
    while all(standing(p.table, s, planet) for s in sides):
        battle = battle_of(p.table)
        battle.round += 1
        if battle.round > MOST_ROUNDS:
            return
        if battle.round == 1 and owner >= 0:
            trade.end_between(p, seat, owner)
        r = p.sub("round")
        players = [s for s in sides if s >= 0]
        yield from timing.moment(r, w.ROUND_START, as_target(planet), players)
        for side in sides:
            roll_forces(r, side, planet)
        general_rerolls(r, seat, planet)
        yield from timing.moment(r, w.AFTER_ROLL, as_target(planet), players)
        hits = {side: round_hits(r, side, "invasion") for side in sides}
        battle_of(r.table).rolls = {}
        for side, other in ((seat, owner), (owner, seat)):
            if side == LOCALS:
                lost = min(hits[other], battle_of(r.table).locals)
                battle_of(r.table).locals -= lost
                if lost:
                    r.tell(ev.LocalsLost(planet, lost), cite="TI3 28.4.3")
            else:
                yield from take_hits(r, planet, "invasion", side, hits[other], other)
        timing.expire(r.table, Until.COMBAT_ROUND)


def roll_forces(r: Table, side: int, planet: str) -> None:
    battle = battle_of(r.table)
    who = "attacker" if side == battle.attacker else "defender"
    battle.rolls[str(side)] = {
        unit: r.roll(f"{who}/{unit}", n)
        for unit, n in fleets.ordered(standing(r.table, side, planet))
    }


def general_rerolls(r: Table, seat: int, planet: str) -> None:
    """Roll two misses again for each general, no die twice (TI3 29.7.1, 41.6)."""
    landing = landing_on(r.table, planet)
    if landing is None or not r.table.leaders:
        return
    generals = [
        x for x in leaders.on_planet(r.table, planet, seat, "general") if x in landing.leaders
    ]
    left = 2 * len(generals)
    if not left:
        return
    needs = round_needs(r.table, seat, "invasion")
    for unit, values in battle_of(r.table).rolls[str(seat)].items():
        for i, die in enumerate(values):
            if left and die < needs[unit]:
                values[i] = r.roll(f"general/{unit}", 1)[0]
                r.tell(ev.Rerolled(seat, unit, die, values[i]), cite="TI3 29.7.1")
                left -= 1


def result(p: Table, seat: int, owner: int, planet: str) -> Play[None]:
    """Give the planet to the winner and settle what became of the landing (TI3 11.3, E128)."""
    table: Public = p.table
    battle = battle_of(table)
    won = bool(fleets.ground_forces(table, planet, seat)) and not standing(table, owner, planet)
    landing = landing_on(table, planet)
    battle.over = True
    battle.winner = seat if won else owner
    if won:
        if owner == LOCALS:
            table.local_forces.pop(planet, None)
            table.domains.pop(planet, None)
        yield from control.gain_planet(p, seat, planet, invaded=True)
        return
    p.tell(ev.InvasionFailed(seat, planet), cite="TI3 11.3.2")
    yield from lose_landed_pds(p, seat, planet)
    if landing is not None and landing.leaders:
        here = [x for x in landing.leaders if p.table.leaders.get(x) == planet]
        yield from leaders.invasion_failed(p, seat, here, owner)
    yield from timing.moment(p, w.INVASION_FAILED, as_target(planet))
