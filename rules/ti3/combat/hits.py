"""Taking hits: damage and casualties, always at the owner's choice (TI3 10.2.4, 10.2.6)."""

import re
from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, fold
from rules.ti3 import events as ev
from rules.ti3 import fleets, nouns, timing
from rules.ti3 import windows as w
from rules.ti3.facts import SUSTAINING, TILES
from rules.ti3.losses import destroy
from rules.ti3.names import UNITS
from rules.ti3.speech import N_, _
from rules.ti3.state import Counts, Fallen, Hits, Public, Table, View

_CONDITIONS = {
    **dict.fromkeys(("sound", "undamaged", "nieuszkodzony", "nieuszkodzone", "sertetlen"), "sound"),
    **dict.fromkeys(("loaded", "zaladowany", "zaladowane", "megrakott", "rakott"), "loaded"),
    **dict.fromkeys(("empty", "pusty", "puste", "ures"), "empty"),
    **dict.fromkeys(("damaged", "uszkodzony", "uszkodzone", "serult"), "damaged"),
}
_DAMAGE = ("damage", "sustain", "uszkodz", "sebez", "serul")
_PIECE = re.compile(
    rf"(?:(?P<number>\d+)\s+)?(?:(?P<condition>{'|'.join(_CONDITIONS)})\s+)?(?P<name>.*)"
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
_ORDER = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "war_sun")


class Casualties(Fixed):
    """Ships that become damaged, and units that are lost.

    Empty and damaged ships are lost first; but `sound` of the lost are undamaged, and `loaded`
    carry something."""

    damage: Counts = {}
    lose: Counts = {}
    sound: Counts = {}
    loaded: Counts = {}


def hit_units(table: Public, place: str, seat: int, cause: str) -> Counts:
    """The units of a seat that hits of this kind may fall on."""
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


class AssignHits(Decision[Casualties]):
    """TI3 10.2.4, 10.2.6, 11.2.1. An order of loss is doctrine and stays (41.5.1)."""

    place: str
    cause: str

    Answer = Casualties
    verbs = ("hits",)
    keeps = True
    clock = "hits"
    rule = "TI3 10.2.4"

    # -- what there is --------------------------------------------------------------------------

    def _hits(self, v: View) -> Hits:
        hits = v.table.hits
        return hits if hits is not None else Hits(self.place, self.cause, self.seat, 0)

    def _units(self, v: View) -> Counts:
        return hit_units(v.table, self.place, self.seat, self.cause)

    def _sound(self, v: View) -> Counts:
        """Ships that may become damaged."""
        if self.cause == "barrage" or self.place not in TILES:
            return {}
        hurt = fleets.damaged(v.table, self.place, self.seat)
        sound = {u: n - hurt.get(u, 0) for u, n in self._units(v).items() if u in SUSTAINING}
        return {u: n for u, n in sound.items() if n > 0}

    def due(self, v: View) -> int:
        """TI3 E36: excess hits are lost."""
        most = sum(self._units(v).values()) + sum(self._sound(v).values())
        return min(self._hits(v).n, most)

    # -- legality -------------------------------------------------------------------------------

    def problems(self, v: View, answer: Casualties) -> list[Problem]:
        units, sound = self._units(v), self._sound(v)
        for unit, n in answer.damage.items():
            if not 0 < n <= sound.get(unit, 0):
                words = _("Undamaged there: {units}.", units=nouns.counted(fleets.tidy(sound)))
                return [Problem("cannot-damage", words, "TI3 16.11.2")]
        for unit, n in answer.lose.items():
            if not 0 < n <= units.get(unit, 0):
                words = _("You have {units}.", units=nouns.counted(fleets.tidy(units)))
                return [Problem("not-enough-units", words, self.rule)]
        if sum(answer.damage.values()) + sum(answer.lose.values()) != self.due(v):
            words = _("{n} hit(s) must be taken.", n=self.due(v))
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
        """An effect makes the first hits go to one ship."""
        hits = self._hits(v)
        if not hits.must:
            return []
        took = answer.damage.get(hits.must, 0) + answer.lose.get(hits.must, 0)
        most = self._units(v).get(hits.must, 0) + self._sound(v).get(hits.must, 0)
        need = min(hits.must_n, self.due(v), most)
        if took < need:
            words = _("{n} hit(s) must go to: {unit}.", n=need, unit=nouns.unit(hits.must))
            return [Problem("must-hit", words, "TI3 1.2.1")]
        return []

    # -- choosing -------------------------------------------------------------------------------

    def default(self, v: View) -> Casualties:
        return self._filled(v, Casualties(), damage=True)

    def _filled(self, v: View, begun: Casualties, damage: bool) -> Casualties:
        """TI3 41.6: complete what was begun, damage first, then the cheapest ships."""
        damaged, lost = dict(begun.damage), dict(begun.lose)
        units, sound = self._units(v), self._sound(v)
        hits = self._hits(v)

        def left() -> int:
            return self.due(v) - sum(damaged.values()) - sum(lost.values())

        def take(taken: Counts, unit: str, most: int) -> None:
            n = min(left(), most - taken.get(unit, 0))
            if n > 0:
                taken[unit] = taken.get(unit, 0) + n

        if hits.must and not begun.lose and not begun.damage:
            need = min(hits.must_n, self.due(v))
            first = min(need, sound.get(hits.must, 0), 1)
            if first:
                damaged[hits.must] = first
            rest = min(need - first, units.get(hits.must, 0))
            if rest > 0:
                lost[hits.must] = rest
        if damage:
            for unit in ("dreadnought", "war_sun"):
                take(damaged, unit, sound.get(unit, 0))
        bare = 0
        if self.place in TILES:
            there = fleets.pieces(v.table, self.place, self.seat, "carrier")
            bare = sum(p.hold is None for p in there)
        steps = [(unit, units.get(unit, 0)) for unit in ("fighter", "ground_force")]
        steps += [(unit, units.get(unit, 0)) for unit in ("destroyer", "cruiser")]
        steps += [("carrier", bare)]
        for unit in ("dreadnought", "carrier", "war_sun"):
            steps.append((unit, units.get(unit, 0)))
        for unit, most in steps:
            take(lost, unit, most)
        for unit in SUSTAINING:
            take(damaged, unit, sound.get(unit, 0))
        tidy = fleets.tidy
        return Casualties(tidy(damaged), tidy(lost), begun.sound, begun.loaded)

    def sample(self, v: View, rng: Random) -> Casualties:
        if rng.random() < 0.7:
            return self.default(v)
        rough = self._filled(v, Casualties(), damage=False)
        return self.default(v) if self.problems(v, rough) else rough

    def forced(self, public: View) -> Casualties | None:
        """Nothing to choose: one kind of unit, all alike, or everything is lost."""
        units = self._units(public)
        if self._hits(public).n >= sum(units.values()) + sum(self._sound(public).values()):
            return self.default(public)
        if len(units) != 1 or self._sound(public):
            return None
        unit = next(iter(units))
        if self.place in TILES:
            kinds = {p.weight for p in fleets.pieces(public.table, self.place, self.seat, unit)}
            if len(kinds) > 1:
                return None
        return self.default(public)

    # -- words ----------------------------------------------------------------------------------

    def prompt(self, v: View) -> str:
        cause = _(_CAUSES[self.cause]) if self.cause in _CAUSES else ev.title(self.cause)
        return _(
            "You took {n} hit(s) at {where} ({cause}): what is lost?",
            n=self.due(v),
            where=ev.title(self.place),
            cause=cause,
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v)), "HITS damage first, fighters, destroyers"]

    def write(self, v: View, answer: Casualties) -> str:
        parts = [f"damage {n} {UNITS.name(u)}" for u, n in fleets.ordered(answer.damage)]
        if not answer.damage:
            parts.append("no damage")
        for unit, n in fleets.ordered(answer.lose):
            sound, loaded = answer.sound.get(unit, 0), answer.loaded.get(unit, 0)
            for count, word in ((sound, "sound "), (loaded, "loaded "), (n - sound - loaded, "")):
                if count:
                    parts.append(f"{count} {word}{UNITS.name(unit)}")
        return f"HITS {', '.join(parts)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Casualties]:
        """`HITS fighters, 1 loaded carrier, damage dreadnoughts first, no damage`"""
        last = len(lines) - 1
        doctrine = [part.strip() for part in re.split(r"[,;]| and ", lines[last].rest)]
        notes: list[str] = []
        firsts = [p for p in doctrine if p.lower().endswith("first")]
        doctrine = firsts + [p for p in doctrine if p not in firsts]
        refuses = any(fold(p) in ("no damage", "damage nothing", "no sustain") for p in doctrine)
        plan = Casualties({}, {}, {}, {})
        for part in doctrine:
            left = self.due(v) - sum(plan.damage.values()) - sum(plan.lose.values())
            self._apply(v, part, left, plan, notes)
        tidy = fleets.tidy
        begun = Casualties(tidy(plan.damage), tidy(plan.lose), tidy(plan.sound), tidy(plan.loaded))
        answer = self._filled(v, begun, damage=not refuses and not begun.lose)
        return Reading(answer, (last,), tuple(notes))

    def _apply(self, v: View, part: str, left: int, plan: Casualties, notes: list[str]) -> None:
        words = fold(part).removesuffix("first").strip()
        if words in ("", "no damage", "damage nothing", "no sustain", "nothing") or left <= 0:
            return
        damage = next((word for word in _DAMAGE if words.startswith(word)), "")
        if damage:
            words = words.partition(" ")[2].strip()
        words = words.removeprefix("lose ").strip()
        piece = _PIECE.match(words)
        assert piece is not None
        most = int(piece["number"]) if piece["number"] else left
        condition, name = _CONDITIONS.get(piece["condition"] or "", ""), piece["name"]
        taken = plan.damage if damage else plan.lose
        pool = self._sound(v) if damage else self._units(v)
        wanted = [u for u in (*_ORDER, "ground_force") if u in pool]
        if name:
            found = UNITS.find(name)
            notes += [found.read_as] if found.read_as else []
            wanted = [found.id]
        marked = {"sound": plan.sound, "loaded": plan.loaded}.get(condition)
        for unit in wanted:
            room = pool.get(unit, 0) - taken.get(unit, 0)
            if condition == "empty" and not damage:
                there = fleets.pieces(v.table, self.place, self.seat, unit)
                room = min(room, sum(p.hold is None for p in there) - taken.get(unit, 0))
            n = max(0, min(most, left, room))
            taken[unit] = taken.get(unit, 0) + n
            if marked is not None and not damage:
                marked[unit] = marked.get(unit, 0) + n
            left -= n


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
    """The owner says what is damaged and what is lost; it happens at once."""
    if n <= 0 or not hit_units(t.table, place, seat, cause):
        return
    t.table.hits = Hits(place, cause, seat, n, by, must, must_n)
    if cause == "space":
        yield from timing.moment(t, w.CASUALTIES, place, (seat,))
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
    """TI3 16.11.2; in a space battle the opponent may answer with a card."""
    for unit, n in fleets.ordered(units):
        fleets.hurt(t.table, place, seat, unit, n)
    t.tell(ev.Damaged(seat, place, units), cite="TI3 16.11.2")
    fighting = cause in ("space", "pre-combat") or not t.table.settings.faq
    if by >= 0 and fighting:
        t.table.fallen = Fallen(seat, place, dict(units), by)
        yield from timing.moment(t, w.DAMAGED, f"@{seat}", (by,))
        t.table.fallen = None


def lose_landed_fighters(t: Table, planet: str, seat: int, n: int) -> Play[None]:
    """Fighters that take part in an invasion (TI3 E129): they fly in the system all the time."""
    table: Public = t.table
    assert table.active is not None
    for landing in table.active.landings:
        if landing.planet == planet:
            landing.fighters -= n
    yield from destroy(t, table.active.tile, seat, {"fighter": n}, cite="TI3 E129")
