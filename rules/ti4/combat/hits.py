"""Taking hits: Sustain Damage, casualties, destruction (TI4 9.6, 80, 84, J.5)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rules.imperium import hits
from rules.imperium.hits import HitWords, Plan
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.kernel.table import Play
from rules.lexicon import UnknownName, fold
from rules.ti4 import events as ev
from rules.ti4 import nouns
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import SHIPS, TILES, UNIT_TYPES
from rules.ti4.galaxy import tile_of
from rules.ti4.names import UNITS
from rules.ti4.speech import N_, _
from rules.ti4.state import Fallen, Hits, Phase, Public, Table, Until, View
from rules.ti4.units import fleets
from rules.ti4.versions import (
    HITS_OF_ABILITIES_CANCELLED,
    IDLE_HITS_ASK_NOBODY,
    RIFT_TAKES_WHO_FLEW,
)
from rules.toolbox.stock import Counts
from rules.toolbox.targets import as_target, player

_WINDOWS = {
    "cannon": w.BEFORE_ASSIGN_SPACE_CANNON_HITS,
    "landing": w.BEFORE_ASSIGN_SPACE_CANNON_HITS,
    "barrage": w.BEFORE_ASSIGN_COMBAT_HITS,
    "space": w.BEFORE_ASSIGN_COMBAT_HITS,
    "ground": w.BEFORE_ASSIGN_COMBAT_HITS,
}


_REASONS = {
    "stalemate": ("TI4 H-86",),
    "capacity": ("TI4 35.3",),
    "left behind": ("TI4 H-20",),
    "lone tokens": ("TI4 H-62",),
    "blockade": ("TI4 62.4a",),
    "control": ("TI4 25.5a",),
    "rift": ("TI4 63.2",),
}
"""Why units are destroyed that nobody shot at."""

_CONDITIONS = {
    **dict.fromkeys(("sound", "undamaged", "nieuszkodzony", "nieuszkodzone", "sertetlen"), "sound"),
    **dict.fromkeys(("fresh", "swiezy", "swieze", "friss"), "fresh"),
}
_SPOKEN = HitWords(
    units=UNITS,
    types=UNIT_TYPES,
    damage="sustain",
    damage_words=("sustain", "damage", "uszkodz", "wytrzym", "elnyel", "serul"),
    refusals=frozenset(("no sustain", "sustain nothing")),
    conditions=_CONDITIONS,
)
_SAYS_HOW = re.compile(r"\d|sustain|\b(?:one|two|all|both|a|jeden|dwa|egy|ket)\b")
"""A part with a number or about Sustain Damage: what is written is exactly meant."""


class Casualties(Fixed):
    """Units that sustain damage, and units that are lost.

    Of `lose`: how many are undamaged (`sound`), how many were damaged by these very hits (`fresh`);
    the others were damaged before, as far as there are such. Damaged pieces are lost first, those
    that sustained damage in this round after the others."""

    sustain: Counts = {}
    lose: Counts = {}
    sound: Counts = {}
    fresh: Counts = {}


_CAUSES = (
    N_("space"),
    N_("ground"),
    N_("barrage"),
    N_("cannon"),
    N_("landing"),
    N_("bombardment"),
)


def cause_words(cause: str) -> str:
    """Return the cause of hits in words: a step of the game, or a card by its name."""
    return _(cause) if cause in _CAUSES else ev.title(cause)


def hit_units(table: Public, place: str, seat: int, cause: str) -> Counts:
    """Return the units of a seat on which hits of this kind may fall."""
    if cause == "landing":
        return dict(table.active_now.committed.get(place, {}))
    counts = fleets.at(table, place, seat)
    if cause == "barrage":
        return {"fighter": counts["fighter"]} if counts.get("fighter") else {}
    if place in TILES:
        ships = {unit: n for unit, n in fleets.ordered(counts) if unit in SHIPS}
        marines = _marines(table, place, seat)
        return {**ships, "infantry": marines} if marines else ships
    return {unit: n for unit, n in fleets.ordered(counts) if unit in ("infantry", "fighter")}


def _marines(table: Public, place: str, seat: int) -> int:
    """Count the ground forces that take part in the space combat there."""
    battle = table.battle
    if battle is None or battle.planet or battle.tile != place or not battle.marines:
        return 0
    there = fleets.at(table, place, seat).get("infantry", 0)
    return min(int(battle.marines.get(str(seat), 0)), there)


class AssignHits(hits.AssignHits[Casualties]):
    """The choice of units that take the hits of one roll, and of those that sustain damage
    (TI4 9.6, 10.2, 11.2, 17.5, 17.8, 42.2, 80)."""

    Answer = Casualties
    rule = "TI4 9.6"
    spoken = _SPOKEN

    # -- what there is --------------------------------------------------------------------------

    def hits(self, v: View) -> int:
        hits = v.table.hits
        return 0 if hits is None else int(hits.pending.get(str(self.seat), 0))

    def _heavy(self, v: View) -> int:
        hits = v.table.hits
        return 0 if hits is None else int(hits.heavy.get(str(self.seat), 0))

    def units(self, v: View) -> Counts:
        return hit_units(v.table, self.place, self.seat, self.cause)

    def sound(self, v: View) -> Counts:
        """Return the units that may sustain damage (TI4 80.2)."""
        if self.cause == "barrage":
            return {}
        if not modifiers.may_sustain(v.table, self.seat, tile_of(self.place)):
            return {}
        hurt = fleets.damaged(v.table, self.place, self.seat)
        sound = {
            u: n - hurt.get(u, 0)
            for u, n in self.units(v).items()
            if modifiers.sustains(v.table, self.seat, u)
        }
        return {unit: n for unit, n in sound.items() if n > 0}

    def cancels(self, v: View) -> int:
        return modifiers.sustain_cancels(v.table, self.seat)

    def _hurt(self, v: View) -> Counts:
        return fleets.damaged(v.table, self.place, self.seat)

    def _fresh(self, v: View) -> Counts:
        """Return the units that have sustained damage earlier in this round of combat."""
        battle = v.table.battle
        return {} if battle is None else dict(battle.sustained.get(str(self.seat), {}))

    def in_condition(self, v: View, condition: str, plan: Plan) -> Counts:
        units, hurt, now = self.units(v), self._hurt(v), plan.damage
        if condition == "fresh":
            fresh = self._fresh(v)
            return {u: fresh.get(u, 0) + now.get(u, 0) for u in units}
        if condition:
            return {u: n - hurt.get(u, 0) - now.get(u, 0) for u, n in units.items()}
        return units

    def check_named(self, v: View, unit: str) -> None:
        """Refuse a number of units that neither are nor were there: it is no order of losses."""
        battle = v.table.battle
        lost = {} if battle is None else battle.lost.get(str(self.seat), {})
        if not self.units(v).get(unit) and not lost.get(unit):
            there = nouns.counted(self.units(v))
            raise UnknownName(_("You have {units} there.", units=there))

    def _due(self, v: View, sustained: int) -> int:
        """Count the units that must be lost after so many uses of Sustain Damage."""
        cancelled = sustained * self.cancels(v)
        return min(max(0, self.hits(v) - cancelled), sum(self.units(v).values()))

    # -- legality -------------------------------------------------------------------------------

    def problems(self, v: View, answer: Casualties) -> list[Problem]:
        units, sound = self.units(v), self.sound(v)
        for unit, n in answer.sustain.items():
            if not 0 <= n <= sound.get(unit, 0):
                words = _("Able to sustain damage: {units}.", units=nouns.counted(sound))
                return [Problem("cannot-sustain", words, "TI4 80.2")]
        for unit, n in answer.lose.items():
            if not 0 <= n <= units.get(unit, 0):
                words = _("You have {units} there.", units=nouns.counted(units))
                return [Problem("not-enough-units", words, "TI4 9.6")]
        problems = self._piece_problems(v, answer)
        if problems:
            return problems
        cancels = self.cancels(v)
        if (sum(answer.sustain.values()) - 1) * cancels >= self.hits(v) > 0:
            return [Problem("too-many", _("Fewer units need to sustain damage."), "TI4 80.1")]
        due = self._due(v, sum(answer.sustain.values()))
        if sum(answer.lose.values()) != due:
            return [Problem("wrong-number", _("Then {n} unit(s) must be lost.", n=due), "TI4 9.6")]
        return self._heavy_problems(v, answer, cancels)

    def _piece_problems(self, v: View, answer: Casualties) -> list[Problem]:
        """Return problems with the pieces named; the owner chooses the very pieces (TI4 84.1)."""
        units, hurt, fresh = self.units(v), self._hurt(v), self._fresh(v)
        for unit in (*answer.sound, *answer.fresh):
            sound, new = answer.sound.get(unit, 0), answer.fresh.get(unit, 0)
            now = answer.sustain.get(unit, 0)
            whole = units.get(unit, 0) - hurt.get(unit, 0) - now
            most_new = fresh.get(unit, 0) + now
            few = min(sound, new) < 0 or sound + new > answer.lose.get(unit, 0)
            if few or sound > whole or new > most_new:
                words = _(
                    "{units} undamaged, {fresh} damaged just now.",
                    units=nouns.some(unit, whole),
                    fresh=most_new,
                )
                return [Problem("not-enough-units", words, "TI4 84.1")]
        return []

    def _heavy_problems(self, v: View, answer: Casualties, cancels: int) -> list[Problem]:
        big = sum(n for u, n in self.units(v).items() if u != "fighter")
        sound = sum(n for u, n in self.sound(v).items() if u != "fighter") * cancels
        need = min(self._heavy(v), big + sound)
        took = sum(n for u, n in answer.lose.items() if u != "fighter")
        took += sum(n for u, n in answer.sustain.items() if u != "fighter") * cancels
        spared = big - sum(n for u, n in answer.lose.items() if u != "fighter")
        if took < need and spared > 0:
            words = _("{n} hit(s) must go to ships that are not fighters.", n=need)
            return [Problem("must-hit-ships", words, "TI4 80.4")]
        return []

    # -- clicking -------------------------------------------------------------------------------

    def label(self, unit: str) -> str:
        return nouns.unit(unit)

    def marked_words(self, unit: str, condition: str) -> str:
        if condition == "sound":
            return _("{unit}, undamaged", unit=nouns.unit(unit))
        return _("{unit}, damaged just now", unit=nouns.unit(unit))

    # -- choosing -------------------------------------------------------------------------------

    def begun(self) -> Plan:
        return Plan({}, {}, {"sound": {}, "fresh": {}})

    def plan(self, answer: Casualties) -> Plan:
        return Plan(answer.sustain, answer.lose, {"sound": answer.sound, "fresh": answer.fresh})

    def completed(self, v: View, plan: Plan, damage: bool) -> Casualties:
        """Complete a plan: sustain cheapest first, then lose cheapest first (TI4 J.5)."""
        sustained, lost = dict(plan.damage), dict(plan.lose)
        now = plan._replace(damage=sustained, lose=lost)
        sound = self.sound(v) if damage else {}
        for unit in self.by_cost(v, sound):
            while self.left(v, now) > 0 and sustained.get(unit, 0) < sound[unit]:
                sustained[unit] = sustained.get(unit, 0) + 1
        units = self.units(v)
        heavy = self._heavy(v) - sum(sustained.values()) * self.cancels(v)
        heavy -= sum(n for u, n in lost.items() if u != "fighter")
        while self.left(v, now) > 0 and sum(lost.values()) < sum(units.values()):
            unit = self.next_loss(v, units, lost, heavy > 0)
            lost[unit] = lost.get(unit, 0) + 1
            heavy -= unit != "fighter"
        tidy, marked = _SPOKEN.tidy, plan.marked
        return Casualties(tidy(sustained), tidy(lost), marked["sound"], marked["fresh"])

    def next_loss(self, v: View, units: Counts, lost: Counts, heavy: bool) -> str:
        """Return the unit lost next: the cheapest without which nothing lacks room."""
        there = [u for u in self.by_cost(v, units) if units[u] > lost.get(u, 0)]
        if heavy:
            there = [u for u in there if u != "fighter"] or there
        if self.place not in TILES:
            return there[0]
        for unit in there:
            after = {u: n - lost.get(u, 0) - (u == unit) for u, n in units.items()}
            carried = fleets.at(v.table, self.place, self.seat).get("infantry", 0)
            after["infantry"] = carried - lost.get("infantry", 0) - (unit == "infantry")
            load = fleets.Load(v.table, self.place, self.seat, after)
            if not load.capacity_over:
                return unit
        return there[0]

    def by_cost(self, v: View, units: Mapping[str, int]) -> list[str]:
        """Return the units in order of loss: fighters and infantry, then ascending cost, the
        flagship last."""
        sheet = modifiers.sheet(v.table, self.seat)
        return sorted(
            units,
            key=lambda u: (
                u == "flagship",
                u not in ("fighter", "infantry"),
                sheet[u].cost or 0,
                UNIT_TYPES.index(u),
            ),
        )

    def unusual(self, v: View) -> Casualties:
        plain = self.completed(v, self.begun(), False)
        picky = Casualties(plain.sustain, plain.lose, plain.lose)
        return plain if self.problems(v, picky) else picky

    def forced(self, public: View) -> Casualties | None:
        """Return the answer if there is no choice: one kind of unit, or everything is lost."""
        if self.sound(public):
            return None
        units = self.units(public)
        mixed = any(n < units.get(unit, 0) for unit, n in self._hurt(public).items())
        if (len(units) <= 1 and not mixed) or self.hits(public) >= sum(units.values()):
            return self.default(public)
        return None

    # -- words ----------------------------------------------------------------------------------

    def place_words(self) -> str:
        return ev.title(self.place)

    def cause_words(self) -> str:
        return cause_words(self.cause)

    def doctrine(self, parts: list[str], refuses: bool) -> list[str]:
        """Return the parts of an order with damage sustained first, unless the order names the
        units that sustain it or gives numbers."""
        says_how = any(_SAYS_HOW.search(fold(part)) for part in parts)
        return parts if refuses or says_how else ["sustain", *parts]


# -- hits fall -----------------------------------------------------------------------------------


def take_hits(
    t: Table,
    place: str,
    cause: str,
    pending: Mapping[int, int],
    by: Mapping[int, int],
    heavy: Mapping[int, int] | None = None,
    rolls: Mapping[int, int] = MappingProxyType({}),
    authors: Mapping[int, Sequence[int]] = MappingProxyType({}),
) -> Play[None]:
    """Let everybody hit at a place cancel, sustain and lose units, all at once (H-13).

    `by`: who scored the hits against a seat. Where several did: `authors` of each hit, in the order
    rolled, and how many of their `rolls` scored.
    """
    struck = {seat: n for seat, n in pending.items() if n > 0}
    if not struck:
        return
    t.table.hits = Hits(
        place,
        cause,
        {str(s): n for s, n in struck.items()},
        {str(s): n for s, n in (heavy or {}).items() if n},
        {str(s): n for s, n in by.items()},
        {str(s): n for s, n in rolls.items() if n > 1},
    )
    window = _window(t, cause)
    if window:
        yield from timing.moment(t, window, as_target(place), _concerned(t, place, cause, struck))
    asked = [
        AssignHits(seat, place, cause)
        for seat in struck
        if t.table.hits_now.pending.get(str(seat), 0) > 0 and hit_units(t.table, place, seat, cause)
    ]
    answers = yield from t.ask_all(asked, "hits")
    rolled_by = {seat: authors.get(seat) or (by.get(seat, -1),) for seat in struck}
    yield from _assigned(t, asked, answers, rolled_by)
    t.table.hits = None
    timing.expire(t.table, Until.HITS)


def _assigned(
    t: Table,
    asked: Sequence[AssignHits],
    answers: Sequence[Casualties],
    rolled_by: Mapping[int, Sequence[int]],
) -> Play[None]:
    """Carry out what everybody has assigned: first all sustain damage, then all lose units."""
    place = asked[0].place if asked else ""
    due = {d.seat: sum(a.lose.values()) for d, a in zip(asked, answers, strict=True)}
    for decision, answer in zip(asked, answers, strict=True):
        seat, cancels = decision.seat, decision.cancels(t.view(decision.seat))
        for author, units in _by_author(rolled_by[seat], answer.sustain, each=cancels):
            yield from sustain(t, seat, place, units, author)
    for decision, answer in zip(asked, answers, strict=True):
        seat, cancels = decision.seat, decision.cancels(t.view(decision.seat))
        lost = still_there(t, decision, answer.lose, due[seat])
        _forget_fresh(t.table, seat, answer.fresh)
        sound, cancelled = dict(answer.sound), sum(answer.sustain.values()) * cancels
        for author, units in _by_author(rolled_by[seat], lost, cancelled):
            part = {u: min(n, sound.get(u, 0)) for u, n in units.items()}
            sound = {u: n - part.get(u, 0) for u, n in sound.items()}
            yield from destroy(t, place, seat, units, author, decision.cause, _SPOKEN.tidy(part))


def _by_author(
    authors: Sequence[int], units: Counts, first: int = 0, each: int = 1
) -> list[tuple[int, Counts]]:
    """Split units by the seat that scored their hits, beginning with the hit number `first`."""
    found: list[tuple[int, Counts]] = []
    at = first
    for unit in [unit for unit, n in fleets.ordered(units) for piece in range(n)]:
        author = authors[min(at, len(authors) - 1)]
        if not found or found[-1][0] != author:
            found.append((author, {}))
        share = found[-1][1]
        share[unit] = share.get(unit, 0) + 1
        at += each
    return found


def _window(t: Table, cause: str) -> str:
    """Return the moment before hits are assigned: abilities in a combat have it, too."""
    in_combat = t.table.battle is not None and cause != "bombardment"
    if cause not in _WINDOWS and in_combat and t.rules >= HITS_OF_ABILITIES_CANCELLED:
        return w.BEFORE_ASSIGN_COMBAT_HITS
    return _WINDOWS.get(cause, "")


def _concerned(t: Table, place: str, cause: str, struck: Iterable[int]) -> list[int]:
    """Return those whose units the hits can fall on: others have nothing to cancel (TI4 42.2)."""
    if t.rules < IDLE_HITS_ASK_NOBODY:
        return list(struck)
    return [seat for seat in struck if hit_units(t.table, place, seat, cause)]


def _forget_fresh(table: Public, seat: int, lost: Counts) -> None:
    """Drop lost units from the units that sustained damage in this round."""
    battle = table.battle
    if battle is not None and lost:
        mine = battle.sustained.get(str(seat), {})
        for unit, n in lost.items():
            mine[unit] = max(0, mine.get(unit, 0) - n)


def still_there(t: Table, decision: AssignHits, lose: Counts, due: int) -> Counts:
    """Return the casualties chosen, or the default if a card has removed some of them since."""
    units = hit_units(t.table, decision.place, decision.seat, decision.cause)
    lost = {u: min(n, units.get(u, 0)) for u, n in lose.items()}
    view = t.view(decision.seat)
    while sum(lost.values()) < min(due, sum(units.values())):
        unit = decision.next_loss(view, units, lost, heavy=False)
        lost[unit] = lost.get(unit, 0) + 1
    return _SPOKEN.tidy(lost)


def sustain(t: Table, seat: int, place: str, units: Counts, by: int) -> Play[None]:
    """Damage units that sustain a hit, with the moments when and after it is used (TI4 80.1,
    W-9)."""
    if not units:
        return
    for unit, n in fleets.ordered(units):
        hurt = fleets.damaged(t.table, place, seat).get(unit, 0)
        fleets.set_damaged(t.table, place, seat, unit, hurt + n)
    battle = t.table.battle
    if battle is not None:
        mine = battle.sustained.setdefault(str(seat), {})
        for unit, n in units.items():
            mine[unit] = mine.get(unit, 0) + n
    t.tell(ev.Sustained(seat, place, units), cite="TI4 80.1")
    t.table.fallen = Fallen(seat, place, dict(units), by, "sustain")
    yield from timing.moment(t, w.WHEN_SUSTAIN_DAMAGE_USED, player(seat), (seat,))
    if by >= 0:
        yield from timing.moment(t, w.AFTER_SUSTAIN_DAMAGE_USED, player(seat), (by,))
    t.table.fallen = None


def whole(t: Table, lost: Counts, damaged: int) -> Counts:
    """Return how many of those a rift takes are undamaged: only ships that flew are lost."""
    if t.rules < RIFT_TAKES_WHO_FLEW:
        return {}
    return {unit: max(0, n - damaged) for unit, n in lost.items()}


def destroy(
    t: Table,
    place: str,
    seat: int,
    units: Counts,
    by: int = -1,
    cause: str = "",
    sound: Mapping[str, int] = MappingProxyType({}),
) -> Play[None]:
    """Put units into reinforcements, damaged pieces before others but for those that are `sound`,
    with the moments when and after (W-14) (TI4 84.0)."""
    units = {u: min(n, fleets.at(t.table, place, seat).get(u, 0)) for u, n in units.items()}
    units = _SPOKEN.tidy(units)
    if not units:
        return
    outer = t.table.fallen
    t.table.fallen = Fallen(seat, place, units, by, cause)
    yield from timing.moment(t, w.WHEN_UNIT_DESTROYED, player(seat))
    for unit, n in fleets.ordered(units):
        there = fleets.at(t.table, place, seat).get(unit, 0)
        fleets.remove(t.table, place, seat, unit, min(n, there), sound.get(unit, 0))
    _note_losses(t.table, place, seat, units)
    t.tell(ev.Destroyed(seat, place, units), cite=("TI4 84.0", *_REASONS.get(cause, ())))
    yield from timing.moment(t, w.AFTER_UNIT_DESTROYED, player(seat))
    if by >= 0 and by != seat and t.table.phase == Phase.TURN:
        yield from timing.moment(t, w.ACTION_PHASE_SCORE, player(seat), (by,))
    t.table.fallen = outer


def _note_losses(table: Public, place: str, seat: int, units: Counts) -> None:
    battle = table.battle
    if battle is not None and place in (battle.tile, battle.planet):
        mine = battle.lost.setdefault(str(seat), {})
        for unit, n in units.items():
            mine[unit] = mine.get(unit, 0) + n
        if battle.marines.get(str(seat)) and place == battle.tile:
            alive = battle.marines[str(seat)] - units.get("infantry", 0)
            battle.marines[str(seat)] = max(0, alive)
    active = table.active
    if active is not None and seat == active.seat and place in active.committed:
        left = active.committed[place]
        for unit, n in units.items():
            left[unit] = max(0, left.get(unit, 0) - n)
