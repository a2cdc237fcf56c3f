"""Follow-up questions any component may ask: one of several, some of several, areas for counters.

`yield from t.ask(Choose(seat, self.kind, self.id, step))`; the component's `choices` says what is
offered. What a card is played on belongs in its PLAY line instead (`targets`).
"""

from collections.abc import Mapping, Sequence
from random import Random

from rules.imperium import clicks
from rules.imperium.payment import Pay
from rules.imperium.smallwords import bare_pools
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Count, Form, Group, Total, fixed
from rules.kernel.table import Play
from rules.lexicon import (
    ALL,
    NUMBER_WORDS,
    OrderLine,
    Slots,
    fold,
    read_counted,
    read_slots,
    write_counted,
)
from rules.ti3 import economy, nouns
from rules.ti3 import events as ev
from rules.ti3.components.registry import REGISTRY
from rules.ti3.facts import AREAS, UNITS
from rules.ti3.names import AREA_NAMES, PLANET_NAMES
from rules.ti3.names import UNITS as UNIT_NAMES
from rules.ti3.speech import N_, _
from rules.ti3.state import Counts, Table, View
from rules.ti3.units import fleets
from rules.toolbox import choices
from rules.toolbox.targets import player

_STEPS = {
    "card": N_("card"),
    "counter": N_("counter"),
    "discard": N_("discard"),
    "dock": N_("Space Dock"),
    "exhaust": N_("exhaust"),
    "home": N_("home"),
    "law": N_("law"),
    "planet": N_("planet"),
    "player": N_("player"),
    "refresh": N_("refresh"),
}


def step_words(step: str) -> str:
    """Return what a follow-up question is about: a word, a unit, a place."""
    return _(_STEPS[step]) if step in _STEPS else ev.title(step)


class Choose(choices.Choose):
    """One of what a component offers; `may`: or nothing."""

    rule = "TI3 1.2.1"
    registry = REGISTRY

    @classmethod
    def step_words(cls, step: str) -> str:
        return step_words(step)


class ChooseSome(choices.ChooseSome):
    """Between `least` and `most` of what a component offers."""

    rule = "TI3 1.2.1"
    registry = REGISTRY

    @classmethod
    def step_words(cls, step: str) -> str:
        return step_words(step)


class HowMany(Choice[int]):
    """A number an effect lets the player choose, from `least` to `most`; the most by default."""

    card: str
    most: int
    least: int = 0

    Answer = int
    verbs = ("choose",)
    clock = "turn"
    rule = "TI3 1.2.1"

    def options(self, v: View) -> list[Option[int]]:
        return [Option(str(n), n, f"CHOOSE {n}") for n in range(self.most, self.least - 1, -1)]

    def prompt(self, v: View) -> str:
        return _("{card}: how many ({least} to {most})?", card=ev.title(self.card),
                 least=self.least, most=self.most)  # fmt: skip

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        last = len(lines) - 1
        first = fold(lines[last].rest).removesuffix(" of them").partition(" ")
        number = NUMBER_WORDS.get(first[0], ALL)
        if first[0].isdigit():
            return Reading(int(first[0]), (last,))
        if number < ALL and not first[2]:
            return Reading(number, (last,))
        return super().read_orders(v, lines)


class PayFor(Decision[Pay]):
    """What is spent for an effect that has a price in resources or influence."""

    card: str
    amount: int
    what: str

    Answer = Pay
    verbs = ("pay",)
    clock = "turn"
    rule = "TI3 18.2.1"

    def problems(self, v: View, answer: Pay) -> list[Problem]:
        return economy.pay_problems(v.table, self.seat, answer, self.amount, self.what)

    def default(self, v: View) -> Pay:
        pay = economy.best_pay(v.table, self.seat, self.amount, self.what, goods=True)
        assert pay is not None
        return pay

    def sample(self, v: View, rng: Random) -> Pay:
        return self.default(v)

    def prompt(self, v: View) -> str:
        what = nouns.word(self.what)
        return _("{card}: pay {n} {what}.", card=ev.title(self.card), n=self.amount, what=what)

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        pay = economy.PAYMENT.group(v.table, self.seat, self.what)
        room = economy.PAYMENT.room(v.table, self.seat, self.what)
        totals = (Total(nouns.word(self.what), {}, room, self.amount),)
        title = ev.title(self.card)
        return [Form("pay", title, ("PAY {pay}",), (pay,), "", totals)] if pay else []

    def write(self, v: View, answer: Pay) -> str:
        return f"PAY {economy.pay_text(answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Pay]:
        last = len(lines) - 1
        return Reading(economy.read_pay(lines[last].rest), (last,))


class PlaceForces(Decision[Counts]):
    """Ground forces put on own planets, by planet, up to `most` and as far as figures last."""

    card: str
    most: int

    Answer = Counts
    verbs = ("place", "skip")
    clock = "turn"
    rule = "TI3 1.2.1"

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        mine = fleets.controlled(v.table, self.seat)
        if any(p not in mine or n < 1 for p, n in answer.items()):
            words = _("Ground Forces go to your own planets.")
            return [Problem("not-yours", words, self.rule)]
        if sum(answer.values()) > self.most:
            words = _("{n} Ground Forces at most.", n=self.most)
            return [Problem("wrong-number", words, self.rule)]
        new = sum(not fleets.ground_forces(v.table, p, self.seat) for p in answer)
        if fleets.groups(v.table, self.seat, "ground_force") + new > UNITS["ground_force"].limit:
            words = _("Every group of {unit} needs a figure.", unit=nouns.unit("ground_force"))
            return [Problem("no-figure", words, "TI3 E50")]
        return []

    def default(self, v: View) -> Counts:
        mine = fleets.controlled(v.table, self.seat)
        held = [p for p in mine if fleets.ground_forces(v.table, p, self.seat)]
        return {(held or mine)[0]: self.most} if held else {}

    def sample(self, v: View, rng: Random) -> Counts:
        answer = {rng.choice(fleets.controlled(v.table, self.seat)): self.most}
        return self.default(v) if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        card = ev.title(self.card)
        return _("{card}: place up to {n} Ground Forces on your planets.", card=card, n=self.most)

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        planets = fleets.controlled(v.table, self.seat)
        fields = tuple(Count(p, "ground forces", ev.title(p), self.most) for p in planets)
        totals = (Total(nouns.unit("ground_force"), clicks.keys(fields), most=self.most),)
        lines = tuple(f"PLACE {{{p}}} ON {fixed(ev.title(p))}" for p in planets)
        groups = (Group("", fields),)
        return [Form("place", ev.title(self.card), lines, groups, "", totals, "SKIP")]

    def write(self, v: View, answer: Counts) -> str:
        lines = [f"PLACE {n} ground forces ON {ev.title(p)}" for p, n in sorted(answer.items())]
        return "\n".join(lines) or "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        placed: Counts = {}
        for line in lines:
            if line.verb == "skip":
                continue
            parts = read_slots(
                line.rest, Slots(("", "on"), (), "PLACE 2 ground forces ON Jord"), PLANET_NAMES
            )
            planet = PLANET_NAMES.find(parts["on"]).id
            n = read_counted(parts[""], UNIT_NAMES).counts.get("ground_force", 0)
            placed[planet] = placed.get(planet, 0) + n
        return Reading(placed, tuple(range(len(lines))))


# -- command counters ----------------------------------------------------------------------------


def write_areas(areas: Mapping[str, int]) -> str:
    return write_counted({area: areas.get(area, 0) for area in AREAS}, str)


def read_areas(text: str) -> Counts:
    counts = read_counted(bare_pools(text, AREA_NAMES), AREA_NAMES).counts
    return {area: counts[area] for area in AREAS if counts.get(area)}


def usual_areas(n: int) -> Counts:
    """Return the usual areas for counters: the first to the Command Pool, the second to Strategy
    Allocation, the rest to the pool (TI3 41.6)."""
    if n <= 0:
        return {}
    if n == 1:
        return {"command": 1}
    return {"strategy": 1, "command": n - 1}


def area_fields(
    slot: str, most: int, start: Mapping[str, int], *, zero: bool = False
) -> tuple[Count, ...]:
    """Return a number for each area of the command sheet."""
    return tuple(
        Count(slot, area, nouns.word(area), most, start=start.get(area, 0), zero=zero)
        for area in AREAS
    )


class PlaceCounters(Decision[Counts]):
    """Areas for command counters received (TI3 17.2.1)."""

    n: int

    Answer = Counts
    verbs = ("counters",)
    clock = "turn"
    rule = "TI3 17.2.1"

    def due(self, v: View) -> int:
        return max(0, min(self.n, economy.counter_reserve(v.table, self.seat)))

    def problems(self, v: View, answer: Counts) -> list[Problem]:
        if any(n < 1 or area not in AREAS for area, n in answer.items()):
            words = _("Areas: Strategy Allocation, Command Pool, Fleet Supply.")
            return [Problem("no-such-area", words, self.rule)]
        if sum(answer.values()) != self.due(v):
            words = _("Place {n} counter(s).", n=self.due(v))
            return [Problem("wrong-number", words, self.rule)]
        return area_problems(v, self.seat, answer.get("fleet", 0))

    def default(self, v: View) -> Counts:
        return usual_areas(self.due(v))

    def sample(self, v: View, rng: Random) -> Counts:
        due = self.due(v)
        areas = [rng.choice(("command", "command", "strategy", "fleet")) for _ in range(due)]
        answer: Counts = {area: areas.count(area) for area in AREAS if area in areas}
        return self.default(v) if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        return _("Place {n} command counter(s).", n=self.due(v))

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        fields = area_fields("areas", self.due(v), self.default(v))
        totals = (Total(_("counters"), clicks.keys(fields), most=self.due(v)),)
        lines, groups = ("COUNTERS {areas}",), (Group("", fields),)
        return [Form("counters", _("Command counters"), lines, groups, "", totals)]

    def write(self, v: View, answer: Counts) -> str:
        return f"COUNTERS {write_areas(answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Counts]:
        last = len(lines) - 1
        return Reading(read_areas(lines[last].rest), (last,))


def area_problems(v: View, seat: int, added: int) -> list[Problem]:
    """Return why so many more counters cannot go to Fleet Supply."""
    room = economy.fleet_room(v.table, seat)
    if added <= room:
        return []
    words = _("Your Fleet Supply takes {n} more counter(s).", n=room)
    return [Problem("fleet-full", words, "TI3 1.2.1")]


def receive_counters(t: Table, seat: int, n: int, cite: str = "TI3 17.2.1") -> Play[None]:
    """Ask the player where counters go, and put them there."""
    if min(n, economy.counter_reserve(t.table, seat)) > 0:
        areas = yield from t.ask(PlaceCounters(seat, n))
        economy.gain_counters(t, seat, areas, cite)


# -- targets many components share ---------------------------------------------------------------


def other_players(v: View, seat: int) -> dict[str, str]:
    """Return all other players still in the game, as targets."""
    sides = v.table.sides
    return {player(s): v.names[s] for s in range(len(sides)) if s != seat and not sides[s].out}


def all_players(v: View) -> dict[str, str]:
    return {player(s): v.names[s] for s, side in enumerate(v.table.sides) if not side.out}


def titled(ids: Sequence[str]) -> dict[str, str]:
    """Return ids as targets, by their printed names."""
    return {id: ev.title(id) for id in ids}
