"""Taking hits: damage and casualties, always at the owner's choice (TI3 10.2.4, 10.2.6)."""

from collections.abc import Mapping

from rules.imperium import hits
from rules.imperium.hits import HitWords, Plan
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3 import nouns
from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.facts import SUSTAINING, TILES, UNIT_TYPES
from rules.ti3.names import UNITS
from rules.ti3.speech import N_, _
from rules.ti3.state import Counts, Fallen, Hits, Public, Table, View
from rules.ti3.units import fleets
from rules.ti3.units.losses import destroy
from rules.toolbox.targets import as_target, player

_CONDITIONS = {
    **dict.fromkeys(("sound", "undamaged", "nieuszkodzony", "nieuszkodzone", "sertetlen"), "sound"),
    **dict.fromkeys(("loaded", "zaladowany", "zaladowane", "megrakott", "rakott"), "loaded"),
    **dict.fromkeys(("empty", "pusty", "puste", "ures"), "empty"),
    **dict.fromkeys(("damaged", "uszkodzony", "uszkodzone", "serult"), "damaged"),
}
_SPOKEN = HitWords(
    units=UNITS,
    types=UNIT_TYPES,
    damage="damage",
    damage_words=("damage", "sustain", "uszkodz", "wytrzym", "elnyel", "sebez", "serul"),
    refusals=frozenset(("no damage", "damage nothing", "no sustain")),
    conditions=_CONDITIONS,
)
_CAUSES = {
    "cannon": N_("PDS fire"),
    "barrage": N_("Anti-Fighter Barrage"),
    "pre-combat": N_("shots before the battle"),
    "space": N_("space battle"),
    "bombardment": N_("bombardment"),
    "landing": N_("PDS fire at the landing"),
    "invasion": N_("invasion combat"),
}
_ORDER = (
    "fighter",
    "destroyer",
    "cruiser",
    "carrier",
    "dreadnought",
    "war_sun",
    "ground_force",
)


class Casualties(Fixed):
    """Ships that become damaged, and units that are lost. Of `lose`: how many are undamaged
    (`sound`) and how many carry something (`loaded`); else empty and damaged ships are lost first.
    """

    damage: Counts = {}
    lose: Counts = {}
    sound: Counts = {}
    loaded: Counts = {}


def hit_units(table: Public, place: str, seat: int, cause: str) -> Counts:
    """Return the units of a seat that hits of this kind may fall on."""
    counts = fleets.at(table, place, seat)
    if place in TILES:
        if cause == "barrage":
            return {"fighter": counts["fighter"]} if counts.get("fighter") else {}
        return fleets.ships(counts)
    forces = {"ground_force": counts.get("ground_force", 0)}
    active = table.active
    if cause == "invasion" and active is not None and active.seat == seat:
        flying = sum(x.fighters for x in active.landings if x.planet == place)
        forces = {"fighter": flying, **forces}
    return {unit: n for unit, n in forces.items() if n}


class AssignHits(hits.AssignHits[Casualties]):
    """Which units take the hits; an order of loss stays for the battle (TI3 10.2.4, 10.2.6, 11.2.1,
    41.5.1)."""

    Answer = Casualties
    rule = "TI3 10.2.4"
    spoken = _SPOKEN

    # -- what there is --------------------------------------------------------------------------

    def _taken(self, v: View) -> Hits:
        hits = v.table.hits
        return hits if hits is not None else Hits(self.place, self.cause, self.seat, 0)

    def units(self, v: View) -> Counts:
        return hit_units(v.table, self.place, self.seat, self.cause)

    def sound(self, v: View) -> Counts:
        """Return the ships that may become damaged."""
        if self.cause == "barrage" or self.place not in TILES:
            return {}
        hurt = fleets.damaged(v.table, self.place, self.seat)
        sound = {u: n - hurt.get(u, 0) for u, n in self.units(v).items() if u in SUSTAINING}
        return {u: n for u, n in sound.items() if n > 0}

    def hits(self, v: View) -> int:
        """Return the hits there are units for; the others are lost (TI3 E36)."""
        most = sum(self.units(v).values()) + sum(self.sound(v).values())
        return min(self._taken(v).n, most)

    def in_condition(self, v: View, condition: str, plan: Plan) -> Counts:
        units = self.units(v)
        if condition != "empty":
            return units
        return {unit: min(n, self._empty(v, unit)) for unit, n in units.items()}

    def _empty(self, v: View, unit: str) -> int:
        """Count the ships of a type that carry nothing."""
        there = fleets.pieces(v.table, self.place, self.seat, unit)
        return sum(piece.hold is None for piece in there)

    def by_cost(self, v: View, units: Mapping[str, int]) -> list[str]:
        return [unit for unit in _ORDER if unit in units]

    # -- legality -------------------------------------------------------------------------------

    def problems(self, v: View, answer: Casualties) -> list[Problem]:
        units, sound = self.units(v), self.sound(v)
        for unit, n in answer.damage.items():
            if not 0 < n <= sound.get(unit, 0):
                words = _("Undamaged there: {units}.", units=nouns.counted(fleets.tidy(sound)))
                return [Problem("cannot-damage", words, "TI3 16.11.2")]
        for unit, n in answer.lose.items():
            if not 0 < n <= units.get(unit, 0):
                words = _("You have {units}.", units=nouns.counted(fleets.tidy(units)))
                return [Problem("not-enough-units", words, self.rule)]
        if sum(answer.damage.values()) + sum(answer.lose.values()) != self.hits(v):
            words = _("{n} hit(s) must be taken.", n=self.hits(v))
            return [Problem("wrong-number", words, self.rule)]
        return self._pieces(v, answer) or self._must(v, answer)

    def _pieces(self, v: View, answer: Casualties) -> list[Problem]:
        for unit in (*answer.sound, *answer.loaded):
            lost = answer.lose.get(unit, 0)
            there = fleets.pieces(v.table, self.place, self.seat, unit)
            sound = sum(not p.hurt for p in there) - answer.damage.get(unit, 0)
            loaded = sum(p.hold is not None for p in there)
            n, m = answer.sound.get(unit, 0), answer.loaded.get(unit, 0)
            if not (0 <= n <= min(lost, sound) and 0 <= m <= min(lost, loaded)):
                words = _(
                    "{unit}: {sound} undamaged, {loaded} loaded.",
                    unit=nouns.unit(unit),
                    sound=max(0, sound),
                    loaded=loaded,
                )
                return [Problem("not-enough-units", words, self.rule)]
        return []

    def _must(self, v: View, answer: Casualties) -> list[Problem]:
        """Return a problem where an effect makes the first hits go to one type of ship, and the
        answer does not."""
        hits = self._taken(v)
        if not hits.must:
            return []
        took = answer.damage.get(hits.must, 0) + answer.lose.get(hits.must, 0)
        most = self.units(v).get(hits.must, 0) + self.sound(v).get(hits.must, 0)
        need = min(hits.must_n, self.hits(v), most)
        if took < need:
            words = _("{n} hit(s) must go to: {unit}.", n=need, unit=nouns.unit(hits.must))
            return [Problem("must-hit", words, "TI3 1.2.1")]
        return []

    # -- choosing -------------------------------------------------------------------------------

    def label(self, unit: str) -> str:
        return nouns.unit(unit)

    def marked_words(self, unit: str, condition: str) -> str:
        if condition == "sound":
            return _("{unit}, undamaged", unit=nouns.unit(unit))
        return _("{unit}, loaded", unit=nouns.unit(unit))

    def begun(self) -> Plan:
        return Plan({}, {}, {"sound": {}, "loaded": {}})

    def plan(self, answer: Casualties) -> Plan:
        return Plan(answer.damage, answer.lose, {"sound": answer.sound, "loaded": answer.loaded})

    def completed(self, v: View, plan: Plan, damage: bool) -> Casualties:
        """Complete a plan: damage first, unless losses are named, then the cheapest ships (TI3
        41.6)."""
        damaged, lost = dict(plan.damage), dict(plan.lose)
        units, sound = self.units(v), self.sound(v)
        hits = self._taken(v)
        now = plan._replace(damage=damaged, lose=lost)

        def take(taken: Counts, unit: str, most: int) -> None:
            n = min(self.left(v, now), most - taken.get(unit, 0))
            if n > 0:
                taken[unit] = taken.get(unit, 0) + n

        if hits.must and not plan.lose and not plan.damage:
            need = min(hits.must_n, self.hits(v))
            first = min(need, sound.get(hits.must, 0), 1)
            if first:
                damaged[hits.must] = first
            rest = min(need - first, units.get(hits.must, 0))
            if rest > 0:
                lost[hits.must] = rest
        if damage and not plan.lose:
            for unit in ("dreadnought", "war_sun"):
                take(damaged, unit, sound.get(unit, 0))
        bare = self._empty(v, "carrier") if self.place in TILES else 0
        steps = [(unit, units.get(unit, 0)) for unit in ("fighter", "ground_force")]
        steps += [(unit, units.get(unit, 0)) for unit in ("destroyer", "cruiser")]
        steps += [("carrier", bare)]
        for unit in ("dreadnought", "carrier", "war_sun"):
            steps.append((unit, units.get(unit, 0)))
        for unit, most in steps:
            take(lost, unit, most)
        for unit in SUSTAINING:
            take(damaged, unit, sound.get(unit, 0))
        tidy, marked = fleets.tidy, plan.marked
        return Casualties(tidy(damaged), tidy(lost), marked["sound"], marked["loaded"])

    def forced(self, public: View) -> Casualties | None:
        """Return the answer where there is nothing to choose: one kind of unit, all alike, or
        everything is lost."""
        units = self.units(public)
        if self._taken(public).n >= sum(units.values()) + sum(self.sound(public).values()):
            return self.default(public)
        if len(units) != 1 or self.sound(public):
            return None
        unit = next(iter(units))
        if self.place in TILES:
            kinds = {p.weight for p in fleets.pieces(public.table, self.place, self.seat, unit)}
            if len(kinds) > 1:
                return None
        return self.default(public)

    # -- words ----------------------------------------------------------------------------------

    def place_words(self) -> str:
        return ev.title(self.place)

    def cause_words(self) -> str:
        return _(_CAUSES[self.cause]) if self.cause in _CAUSES else ev.title(self.cause)


# -- hits fall -----------------------------------------------------------------------------------


def take_hits(
    t: Table,
    place: str,
    cause: str,
    seat: int,
    n: int,
    by: int,
    must: str = "",
    must_n: int = 0,
) -> Play[None]:
    """Ask the owner what is damaged and what is lost, and carry it out at once."""
    if n <= 0 or not hit_units(t.table, place, seat, cause):
        return
    t.table.hits = Hits(place, cause, seat, n, by, must, must_n)
    if cause == "space":
        yield from timing.moment(t, w.CASUALTIES, as_target(place), (seat,))
        if t.table.hits is None or t.table.hits.n <= 0:
            t.table.hits = None
            return
    h = t.sub(f"hits@{seat}")
    answer = yield from h.ask(AssignHits(seat, place, cause))
    t.table.hits = None
    yield from apply_casualties(h, place, cause, seat, by, answer)


def apply_casualties(
    t: Table, place: str, cause: str, seat: int, by: int, answer: Casualties
) -> Play[None]:
    if answer.damage:
        yield from damage(t, place, seat, answer.damage, by, cause)
    lost = dict(answer.lose)
    flying = lost.pop("fighter", 0) if place not in TILES else 0
    if flying:
        yield from lose_landed_fighters(t, place, seat, flying)
    yield from destroy(t, place, seat, lost, by, "TI3 10.2.6", answer.sound, answer.loaded)


def damage(t: Table, place: str, seat: int, units: Counts, by: int, cause: str) -> Play[None]:
    """Damage ships instead of losing them; in a space battle the opponent may answer with a card
    (TI3 16.11.2)."""
    for unit, n in fleets.ordered(units):
        fleets.hurt(t.table, place, seat, unit, n)
    t.tell(ev.Damaged(seat, place, units), cite="TI3 16.11.2")
    fighting = cause in ("space", "pre-combat") or not t.table.settings.faq
    if by >= 0 and fighting:
        t.table.fallen = Fallen(seat, place, dict(units), by)
        yield from timing.moment(t, w.DAMAGED, player(seat), (by,))
        t.table.fallen = None


def lose_landed_fighters(t: Table, planet: str, seat: int, n: int) -> Play[None]:
    """Destroy fighters that take part in an invasion; they fly in the system all the time (TI3
    E129)."""
    table: Public = t.table
    assert table.active is not None
    for landing in table.active.landings:
        if landing.planet == planet:
            landing.fighters -= n
    yield from destroy(t, table.active.tile, seat, {"fighter": n}, cite="TI3 E129")
