"""War events: two wars for everybody (TIN 10)."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar

from rules.inscription import ai
from rules.inscription.announcements import announce
from rules.inscription.events import PlanDeclared, WarFought
from rules.inscription.facts import HALVES, Components, Effect, Op, components
from rules.inscription.names import HALF_NAMES, effect_names, find
from rules.inscription.pen import Pen
from rules.inscription.scripts import (
    begin,
    clockwise,
    mark_all,
    nobody_acts,
    open_pen,
    parts_of,
    publish,
)
from rules.inscription.sheets.assets import claim
from rules.inscription.sheets.warfare import marked_in
from rules.inscription.speech import _
from rules.inscription.state import (
    AI,
    Draft,
    Front,
    Public,
    Result,
    Sheets,
    Table,
    View,
    replaced,
)
from rules.inscription.wording import trade_goods_words
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Option, Problem, Reaction, Reading
from rules.kernel.forms import Form, Group, Tick
from rules.kernel.table import Play
from rules.lexicon import MissingPart, OrderLine, Slots, read_slots

_SLOTS = Slots(("",), ("on", "in", "at"), "USE Munitions Reserves ON left")


class Plan(Fixed):
    """An optional bonus used in one war: the key of its effect, and the half."""

    source: str
    half: str


class WarPlans(Reaction[tuple[Plan, ...]]):
    """Bonuses to strength that their owner may use, sealed for both wars (TIN 31.16.16)."""

    Answer: ClassVar[Any] = tuple[Plan, ...]
    verbs = ("use", "play", "war", "skip", "done")
    rule = "TIN 31.16.16"
    window: str = "war"

    def plans(self, v: View) -> list[Plan]:
        """Return every bonus that could be used now."""
        pen = Pen(Draft(v.table.players[self.seat]), parts_of(v))
        found = [Plan(key, half) for key, _effect in optional_bonuses(pen) for half in HALVES]
        held = v.mine.relics if v.seat == self.seat else []
        for id in held:
            if pen.parts.relics[id].effect.window == "war_strength":
                found += [Plan(f"relic {id}", half) for half in HALVES]
        return found

    def problems(self, v: View, answer: tuple[Plan, ...]) -> list[Problem]:
        possible = self.plans(v)
        for i, plan in enumerate(answer):
            if plan not in possible:
                words = _("You have no such bonus to use.")
                return [Problem("no-such-bonus", words, "TIN 31.16.16")]
            if plan in answer[:i] or (
                plan.source.startswith("relic ")
                and any(other.source == plan.source for other in answer[:i])
            ):
                words = _("A bonus is used once in a war, a relic once in the game.")
                return [Problem("used-twice", words, "TIN 31.17.1")]
        goods = v.table.players[self.seat].industry.goods_left
        if self._price(v, answer) > goods:
            words = _("You have {goods} to pay with.", goods=trade_goods_words(goods))
            return [Problem("no-trade-good", words, "TIN 31.16.16")]
        return []

    def _price(self, v: View, answer: Sequence[Plan]) -> int:
        pen = Pen(Draft(v.table.players[self.seat]), parts_of(v))
        bonuses = dict(optional_bonuses(pen))
        return sum(
            int(op.n)
            for plan in answer
            if plan.source in bonuses
            for op in bonuses[plan.source].ops
            if op.op == "pay"
        )

    def default(self, v: View) -> tuple[Plan, ...]:
        return ()

    def declines(self, answer: tuple[Plan, ...]) -> bool:
        return not answer

    def can(self, v: View) -> bool:
        return bool(self.plans(v))

    def sample(self, v: View, rng: Random) -> tuple[Plan, ...]:
        chosen: tuple[Plan, ...] = ()
        for plan in self.plans(v):
            wider = (*chosen, plan)
            if rng.random() < 0.5 and not self.problems(v, wider):
                chosen = wider
        return chosen

    def options(self, v: View) -> list[Option[tuple[Plan, ...]]]:
        found: list[Option[tuple[Plan, ...]]] = [Option(_("Use nothing"), (), "SKIP")]
        for plan in self._legal(v):
            found.append(Option(self._line(v, plan), (plan,), self._line(v, plan)))
        return found

    def examples(self, v: View, verb: str) -> Sequence[str]:
        """Return the bonuses with another word for USE."""
        lines = [self._line(v, plan) for plan in self._legal(v)] if verb == "war" else []
        return [f"WAR {line.partition(' ')[2]}" for line in lines]

    def _legal(self, v: View) -> list[Plan]:
        return [plan for plan in self.plans(v) if not self.problems(v, (plan,))]

    def _line(self, v: View, plan: Plan) -> str:
        faction = v.table.players[self.seat].faction
        known = effect_names(parts_of(v), faction)
        verb = "PLAY" if plan.source.startswith("relic ") else "USE"
        return f"{verb} {known.name(plan.source)} ON {HALF_NAMES.name(plan.half)}"

    def forms(self, v: View) -> list[Form]:
        lines = [self._line(v, plan) for plan in self._legal(v)]
        ticks = tuple(Tick(str(i), line, line) for i, line in enumerate(lines))
        shapes, groups = tuple(f"{{{i}}}" for i in range(len(lines))), (Group("", ticks),)
        return [Form("war", _("Bonuses"), shapes, groups, nothing="SKIP")] if lines else []

    def write(self, v: View, answer: tuple[Plan, ...]) -> str:
        return "\n".join(self._line(v, plan) for plan in answer) or "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[Plan, ...]]:
        known = effect_names(parts_of(v), v.table.players[self.seat].faction)
        plans: list[Plan] = []
        for line in lines:
            if line.verb in ("skip", "done"):
                continue
            parts = read_slots(line.rest, _SLOTS)
            what = parts[""].split()
            half = parts.get("on") or parts.get("in") or parts.get("at")
            if not half and len(what) > 1 and HALF_NAMES.is_spelling(what[-1]):
                half = what.pop()
            if not half:
                raise MissingPart(_("Say in which war: ON left or ON right."))
            plans.append(Plan(find(known, " ".join(what)).id, find(HALF_NAMES, half).id))
        return Reading(tuple(plans), tuple(range(len(lines))))

    def prompt(self, v: View) -> str:
        return _("War: will you use a bonus to your strength?")


def optional_bonuses(pen: Pen) -> Iterator[tuple[str, Effect]]:
    """Yield the faction's own optional bonuses."""
    for key, effect in pen.abilities("war_strength"):
        if effect.optional:
            yield key, effect


def may_plan(table: Public, parts: Components, seat: int) -> bool:
    """Return whether a seat could have such a bonus, as everybody can see."""
    sheets = table.players[seat]
    pen = Pen(Draft(sheets), parts)
    return sheets.relics > 0 or any(
        sheets.industry.goods_left or not any(op.op == "pay" for op in effect.ops)
        for _key, effect in optional_bonuses(pen)
    )


def war_event(t: Table) -> Play[None]:
    parts = components(t.table.house)
    seats = clockwise(t)
    for seat in seats:
        t.table.players[seat].warfare.line += 1
    t.table.step = "1"
    asked = [WarPlans(seat) for seat in seats if may_plan(t.table, parts, seat)]
    answers = yield from t.ask_window("plans", asked)
    plans = {q.seat: answer for q, answer in zip(asked, answers, strict=True)}
    _declare(t, plans)
    for half in HALVES:
        t.table.step = "2" if half == "L" else "3"
        for seat in seats:
            _write_strength(t, seat, half, plans.get(seat, ()))
    announce(t, "3")
    for half in HALVES:
        t.table.step = step = "4" if half == "L" else "5"
        fought = {seat: _fight(t, seat, half) for seat in seats}
        alone = nobody_acts(t, "after_war", "on_claim") and _plain_spoils(t, half, fought)
        for seat in seats:
            _spoils(open_pen(t, seat) if alone else begin(t, seat), half, fought[seat])
        if not alone:
            yield from mark_all(t, seats)
            publish(t, seats, quiet=True)
        announce(t, step)
    if ai.plays_along(t.table):
        stage = parts.events[t.table.event].stage
        ai.close_section(t.table, parts, "strength", stage)


def _declare(t: Table, plans: dict[int, tuple[Plan, ...]]) -> None:
    """Bonuses are revealed together; payments follow, the left war first (TIN 31.16.16)."""
    parts = components(t.table.house)
    for seat, chosen in plans.items():
        sheets, hand = t.table.players[seat], t.hand[seat]
        for plan in sorted(chosen, key=lambda p: p.half):
            kind, _blank, id = plan.source.partition(" ")
            title = effect_names(parts, sheets.faction).name(plan.source)
            t.tell(PlanDeclared(seat, plan.half, plan.source, title), cite="TIN 31.16.16")
            if kind == "relic":
                hand.relics.remove(id)
                sheets.relics -= 1
                sheets.played += (id,)
            else:
                pen = Pen(Draft(sheets), parts)
                for op in dict(optional_bonuses(pen))[plan.source].ops:
                    if op.op == "pay":
                        sheets.industry.goods_spent += int(op.n)


def _write_strength(t: Table, seat: int, half: str, plans: Sequence[Plan]) -> None:
    """Marked nodes and bonuses of the section below the new line (TIN 10.2.2, 10.2.3)."""
    parts = components(t.table.house)
    sheets = t.table.players[seat]
    pen = Pen(Draft(sheets), parts)
    tier = sheets.warfare.line
    front = sheets.warfare.front(half)
    bonus = front.bonus[tier - 1]
    for effect in _lasting(pen):
        bonus += _counted(effect.ops, half)
    for plan in plans:
        if plan.half == half:
            kind, _blank, id = plan.source.partition(" ")
            effect = (
                parts.relics[id].effect
                if kind == "relic"
                else dict(optional_bonuses(pen))[plan.source]
            )
            bonus += _counted(effect.ops, half)
    strength = marked_in(pen, tier, half) + bonus
    sheets.warfare.note(
        half,
        Front(
            replaced(front.bonus, tier - 1, bonus),
            replaced(front.strength, tier - 1, strength),
            front.result,
        ),
    )


def _lasting(pen: Pen) -> Iterator[Effect]:
    """Bonuses that are not optional: technologies and the faction's ability."""
    for id in pen.sheets.technologies:
        effect = pen.parts.technologies[id].effect
        if effect.window == "war_strength":
            yield effect
    for _key, effect in pen.abilities("war_strength"):
        if not effect.optional:
            yield effect


def _counted(ops: Sequence[Op], half: str) -> int:
    """Return what operations add to a war on this side."""
    total = 0
    for op in ops:
        if op.op == "strength" and op.half in ("both", "this", "choice", half):
            total += int(op.n)
        elif op.op == "pay":
            total += _counted(op.then, half)
    return total


def _written(sheets: Sheets, half: str) -> int:
    strength = sheets.warfare.front(half).strength[sheets.warfare.line - 1]
    assert strength is not None
    return strength


def _fight(t: Table, seat: int, half: str) -> Result:
    """Compare with the neighbor on this side (TIN 10.2.4, 10.2.5, 21.5, 30.9.7)."""
    table = t.table
    parts = components(table.house)
    foe = table.neighbors[seat][HALVES.index(half)]
    own = _written(table.players[seat], half)
    if foe == AI:
        other = ai.number(table, parts, "strength", parts.events[table.event].stage)
    else:
        facing = half if len(table.players) == 2 else "R" if half == "L" else "L"
        other = _written(table.players[foe], facing)
    result: Result = "win" if own > other else "loss" if own < other else "tie"
    t.tell(WarFought(seat, half, foe, own, other, result), cite=("TIN 10.2.4", "TIN 10.2.5"))
    return result


def _plain_spoils(t: Table, half: str, fought: dict[int, Result]) -> bool:
    """Return whether nobody wins anything that has an effect to be resolved."""
    parts = components(t.table.house)
    for seat, result in fought.items():
        sheets = t.table.players[seat]
        box = parts.warfare[sheets.layouts[3]].boxes[sheets.warfare.line, half]
        asset = box.win_asset if result == "win" else box.lose_asset
        if asset.kind in ("faction", "relic"):
            return False
    return True


def _spoils(pen: Pen, half: str, result: Result) -> None:
    """Carry out what is won or lost, then what follows a war (TIN 10.2.4, 31.16.17, 31.16.18)."""
    tier = pen.war.line
    front = pen.war.front(half)
    pen.war.note(half, Front(front.bonus, front.strength, replaced(front.result, tier - 1, result)))
    for key, effect in reversed(list(pen.abilities("after_war"))):
        if result in effect.when.get("result", ()):
            pen.push(key, effect, half=half)
    box = pen.grid.boxes[tier, half]
    if result == "win":
        claim(pen, "WAR", box.win_asset)
    elif result == "loss":
        claim(pen, "WAR", box.lose_asset)
    else:
        for asset in (box.win_asset, box.lose_asset):
            if asset.id not in pen.war.crossed:
                pen.war.crossed.append(asset.id)
