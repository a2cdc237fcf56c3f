"""Assigning hits: the question which units are damaged and which are lost.

An edition subclasses `AssignHits`: it says on which units hits may fall, which of these can be
damaged instead of lost, and what an answer is made of. Reading and writing `HITS` lines is the
same in both editions. An order of losses is doctrine and stays in force.
"""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, NamedTuple, TypeVar

from rules.imperium.speech import _
from rules.kernel.decisions import Decision, Reading
from rules.kernel.forms import Count, Form, Group, Total
from rules.kernel.views import SomeView
from rules.lexicon import (
    ALL,
    NUMBER_WORDS,
    BadCount,
    Names,
    OrderLine,
    fold,
    plural_name,
    quoted,
)
from rules.toolbox.stock import Counts, ordered

C = TypeVar("C")

_ARTICLES = re.compile(r"\b(?:the|my|then|az)\s+")
_PARTED = re.compile(r"[,;]|(?<=\S)\s(?:and|i|oraz|és|es)\s")
_HELD_OUT = re.compile(
    r"(.+?) (?:sustains?|takes? (?:a|the|one|1) hit|absorbs?(?: one| a hit)?|is damaged|"
    r"wytrzymuj\w*|przyjmuj\w*(?: trafienie)?|jest uszkodzon\w*|elnyel\w*(?: egyet)?|serul\w*)"
)
"""A part that says behind its units that these are damaged, folded."""
_DEAD = re.compile(
    r"(.+?) (?:dies?|(?:is|are) (?:lost|destroyed)|gin(?:ie|a)|przepada\w*|elvesz\w*|"
    r"(?:el|meg)?pusztul\w*|meghal\w*)"
)
"""A part that says behind its units that these are lost, folded."""
_REFUSING = re.compile(
    r"(?:(?:no|without|don't|do not|not)\s+(?:sustain\w*|damag\w*)(?: damage| anything)?"
    r"|(?:sustain|damage) nothing|nothing (?:sustains|is damaged)"
    r"|bez (?:uszkodzen|wytrzym\w*)|nic nie (?:uszkadzam|wytrzymuje)"
    r"|serules nelkul|nem serul\w*(?: semmi)?)"
)
"""A part that forbids to damage anything, folded."""


class Plan(NamedTuple):
    """What is damaged, what is lost, and how many of the lost are in a condition.

    `marked`: counts by condition, such as "sound", in the order they are written."""

    damage: Counts
    lose: Counts
    marked: dict[str, Counts]


class HitWords(NamedTuple):
    """How one edition speaks of hits in orders."""

    units: Names
    types: Sequence[str]
    damage: str
    """The word order lines are written with, before units that are damaged."""
    damage_words: tuple[str, ...]
    """How words begin that mean damage, folded."""
    refusals: frozenset[str]
    """What forbids to damage anything, folded."""
    conditions: Mapping[str, str]
    """Words for a condition of a piece, folded, and the condition they mean."""

    def tidy(self, counts: Mapping[str, int]) -> Counts:
        """Return the counts in the printed order, without empty ones."""
        return dict(ordered(counts, self.types))

    def piece(self, words: str) -> tuple[int | None, str, str]:
        """Split `2 sound cruisers` into number (None: not said), condition and name."""
        known = "|".join(self.conditions)
        words = _in_digits(words)
        found = re.match(rf"(?:(\d+)\s+)?(?:({known})\s+)?(.*)", words)
        assert found is not None
        number, condition, name = found.groups()
        return int(number) if number else None, self.conditions.get(condition or "", ""), name


_LOSING = re.compile(
    r"^(?:lose|losing|kill|destroy|sacrifice|discard|(?:take|takes) (?:it|them|both|all|the hits?|"
    r"both hits|all hits) on|trace|strace|tracimy|poswiecam|ginie|gina|elvesztek|elveszitek|"
    r"felaldozok|felaldozom|meghal)\s+"
)


def _in_digits(words: str) -> str:
    """Return "two fighters" as "2 fighters"; "all fighters" are as many as are hit."""
    first, _space, rest = words.partition(" ")
    number = NUMBER_WORDS.get(first, 0)
    if not rest or not number:
        return words
    return rest if number == ALL else f"{number} {rest}"


class AssignHits(Decision[C]):
    """Which units of a seat take the hits at a place."""

    place: str
    cause: str

    verbs = ("hits",)
    says_more = True
    keeps = True
    clock = "hits"
    spoken: ClassVar[HitWords]

    # -- what an edition says ---------------------------------------------------------------------

    def hits(self, v: SomeView) -> int:
        """Return the number of hits to be taken."""
        raise NotImplementedError

    def units(self, v: SomeView) -> Counts:
        """Return the units on which the hits may fall."""
        raise NotImplementedError

    def sound(self, v: SomeView) -> Counts:
        """Return the units that can be damaged instead of lost."""
        raise NotImplementedError

    def cancels(self, v: SomeView) -> int:
        """Return how many hits one damaged unit takes away."""
        return 1

    def in_condition(self, v: SomeView, condition: str, plan: Plan) -> Counts:
        """Return the units in a condition, once those of the plan are damaged."""
        return self.units(v)

    def check_named(self, v: SomeView, unit: str) -> None:
        """Raise LexiconError if a number of such units must be a slip of the pen."""

    def by_cost(self, v: SomeView, units: Mapping[str, int]) -> list[str]:
        """Return the types of these units, those that are lost first before others."""
        raise NotImplementedError

    def begun(self) -> Plan:
        """Return the plan before the first word of an order."""
        raise NotImplementedError

    def plan(self, answer: C) -> Plan:
        """Return an answer as a plan."""
        raise NotImplementedError

    def completed(self, v: SomeView, plan: Plan, damage: bool) -> C:
        """Return the answer that takes what the plan leaves open by itself.

        `damage`: whether the player lets units be damaged that the plan does not name."""
        raise NotImplementedError

    def doctrine(self, parts: list[str], refuses: bool) -> list[str]:
        """Return the parts of an order in the order they count, with what goes without saying."""
        return parts

    def place_words(self) -> str:
        """Return the name of the place."""
        raise NotImplementedError

    def cause_words(self) -> str:
        """Return in words what scored the hits: a step of the game, or a card by its name."""
        raise NotImplementedError

    # -- choosing ---------------------------------------------------------------------------------

    def left(self, v: SomeView, plan: Plan) -> int:
        """Return how many hits the plan has not taken yet."""
        damaged = sum(plan.damage.values()) * self.cancels(v)
        return self.hits(v) - damaged - sum(plan.lose.values())

    def default(self, v: SomeView) -> C:
        return self.completed(v, self.begun(), True)

    def sample(self, v: SomeView, rng: Random) -> C:
        if rng.random() < 0.7:
            return self.default(v)
        return self.unusual(v)

    def unusual(self, v: SomeView) -> C:
        """Return a legal answer that the default is not, where there is one."""
        rough = self.completed(v, self.begun(), False)
        return self.default(v) if self.problems(v, rough) else rough

    # -- clicking ---------------------------------------------------------------------------------

    def forms(self, v: SomeView) -> list[Form]:
        """Return how many of each type are damaged, and how many are lost."""
        units, word = self.spoken.units, self.spoken.damage
        damage = tuple(
            Count("damage", units.name(unit), self.label(unit), n, before=f"{word} ")
            for unit, n in self.spoken.tidy(self.sound(v)).items()
        )
        lose = tuple(
            Count("lose", units.name(unit), self.label(unit), n, many=plural_name(unit, units))
            for unit, n in self.spoken.tidy(self.units(v)).items()
        )
        marked = tuple(
            Count("lose", f"{condition} {units.name(unit)}", self.marked_words(unit, condition), n)
            for condition in self.begun().marked
            for unit, n in self.spoken.tidy(self.units(v)).items()
        )
        parts = (
            Group(_("Damaged instead of lost"), damage),
            Group(_("Lost"), lose),
            Group(_("Lost, said exactly which"), marked, rare=True),
        )
        groups = tuple(group for group in parts if group.fields)
        if not groups:
            return []
        cancels = float(self.cancels(v))
        uses = {field.key: cancels for field in damage}
        uses |= {field.key: 1.0 for field in (*lose, *marked)}
        total = Total(_("hits taken"), uses, most=self.hits(v))
        title = _("Hits at {where}", where=self.place_words())
        line = f"HITS [{{damage}}|no {word}][, {{lose}}]"
        return [Form("hits", title, (line,), groups, "", (total,))]

    def label(self, unit: str) -> str:
        """Return the name of a unit for the reader."""
        raise NotImplementedError

    def marked_words(self, unit: str, condition: str) -> str:
        """Return a unit in a condition, such as "sound cruiser", for the reader."""
        raise NotImplementedError

    # -- words ------------------------------------------------------------------------------------

    def prompt(self, v: SomeView) -> str:
        return _(
            "You took {n} hit(s) at {where} ({cause}): what is lost?",
            n=self.hits(v),
            where=self.place_words(),
            cause=self.cause_words(),
        )

    def template(self, v: SomeView) -> Sequence[str]:
        example = f"HITS {self.spoken.damage} first, fighters, destroyers"
        return [self.write(v, self.default(v)), example]

    def write(self, v: SomeView, answer: C) -> str:
        plan, name = self.plan(answer), self.spoken.units.name
        types, damage = self.spoken.types, self.spoken.damage
        parts = [f"{damage} {n} {name(unit)}" for unit, n in ordered(plan.damage, types)]
        if not plan.damage:
            parts.append(f"no {damage}")
        for unit, n in ordered(plan.lose, types):
            for condition, counts in plan.marked.items():
                if count := counts.get(unit, 0):
                    parts.append(f"{count} {condition} {name(unit)}")
                    n -= count
            if n:
                parts.append(f"{n} {name(unit)}")
        return f"HITS {', '.join(parts)}"

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[C]:
        """Read `HITS fighters, 1 sound destroyer, sustain dreadnoughts first, no sustain`."""
        last = len(lines) - 1
        parts = [self._plain(part.strip()) for part in _PARTED.split(lines[last].rest)]
        firsts = [part for part in parts if part.lower().endswith("first")]
        parts = firsts + [part for part in parts if part not in firsts]
        refuses = any(fold(part) in self.spoken.refusals for part in parts)
        plan = self.begun()
        notes: list[str] = []
        for part in self.doctrine(parts, refuses):
            self._read_part(v, part, plan, notes)
        tidy = self.spoken.tidy
        marked = {condition: tidy(counts) for condition, counts in plan.marked.items()}
        done = Plan(tidy(plan.damage), tidy(plan.lose), marked)
        return Reading(self.completed(v, done, not refuses), (last,), tuple(notes))

    def _plain(self, part: str) -> str:
        """Return a part as order lines have it: "the dreadnought sustains" is "sustain
        dreadnought"."""
        words = fold(part)
        if _REFUSING.fullmatch(words):
            return next(iter(sorted(self.spoken.refusals)))
        if said := _HELD_OUT.fullmatch(words):
            return f"{self.spoken.damage} {said[1]}"
        if said := _DEAD.fullmatch(words):
            return said[1]
        return part

    def _read_part(self, v: SomeView, part: str, plan: Plan, notes: list[str]) -> None:
        """Add what one part of an order names to the plan, as far as hits are left."""
        left = self.left(v, plan)
        words = _ARTICLES.sub("", fold(part).removesuffix("first")).strip()
        if left <= 0 or words in ("", "nothing", *self.spoken.refusals):
            return
        damage = words.startswith(self.spoken.damage_words)
        if damage:
            words = words.partition(" ")[2].strip()
        words = _LOSING.sub("", words).removeprefix("on ")
        number, condition, name = self.spoken.piece(words)
        if number == 0:
            raise BadCount(_("{text} takes no hit; leave it out.", text=quoted(part)))
        pool = self.sound(v) if damage else self.in_condition(v, condition, plan)
        wanted = self.by_cost(v, pool)
        if name:
            found = self.spoken.units.find(name)
            if number:
                self.check_named(v, found.id)
            notes += [found.read_as] if found.read_as else []
            wanted = [found.id]
        taken = plan.damage if damage else plan.lose
        marked = None if damage else plan.marked.get(condition)
        there = pool if damage else self.units(v)
        for unit in wanted:
            room = min(
                pool.get(unit, 0) - (taken if marked is None else marked).get(unit, 0),
                there.get(unit, 0) - taken.get(unit, 0),
            )
            n = max(0, min(left if number is None else number, left, room))
            taken[unit] = taken.get(unit, 0) + n
            if marked is not None:
                marked[unit] = marked.get(unit, 0) + n
            left -= n
