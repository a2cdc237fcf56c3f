"""Sensible answers: a player who tries every mark on a copy of their sheets and keeps the best.

The scripts are greedy: one mark after the other, each the one that leaves the most behind by the
estimate of `rules.inscription.prospects`. An active sheet is tried with the dice that may fall.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from rules.inscription.effects import focus_resources
from rules.inscription.facts import SHEETS, Outcome, components
from rules.inscription.marking import (
    Waiting,
    choices,
    finish,
    may_stop,
    may_use,
    pending,
    settle,
    usable_effects,
    write,
)
from rules.inscription.pen import Illegal, Pen
from rules.inscription.phases.council import Ballot, NameForAll, outcomes
from rules.inscription.phases.strategy import SpendCard
from rules.inscription.phases.war import Plan, WarPlans
from rules.inscription.possible_marks import possible
from rules.inscription.prospects import (
    Outlook,
    Worth,
    best_placements,
    good_worth,
    outlook,
    win_chance,
)
from rules.inscription.scripts import Marking, Script
from rules.inscription.sheets.navigation import claimable
from rules.inscription.state import Draft, Frame, Mark, View, Vote
from rules.inscription.uses import PAID, uses
from rules.kernel.decisions import Decision

MOST_MARKS: Final = 24
USUAL_DICE: Final = (("M", "I", "R"),)
"""Black dice to expect: what an active sheet is tried with before the roll."""
MOST_PLACES: Final = 40
MOST_PLACEMENTS: Final = 6
MOST_ANSWERS: Final = 8
"""How many questions that follow from a mark are thought through before it is judged."""
CHANGES: Final = frozenset({"modify", "copy_die", "set_dice", "borrow_focus_die"})
"""Operations that change what there is to spend, or on which sheet."""


def ideas(decision: Decision[Any], view: View, rng: Random) -> list[Any]:
    """Return sensible answers to a question, the best guess first."""
    if isinstance(decision, SpendCard):
        return _sheets_tried(decision, view)
    if isinstance(decision, Marking):
        pen = decision.pen(view)
        return [planned(pen, Worth(pen, outlook(view.table, decision.seat)))]
    if isinstance(decision, Ballot):
        return [_ballot(decision, view)]
    if isinstance(decision, WarPlans):
        return [_plans(decision, view)]
    if isinstance(decision, NameForAll):
        return _named(decision, view)
    return []


# -- marks ------------------------------------------------------------------------------------


def _sheets_tried(decision: SpendCard, view: View) -> list[Script]:
    """Return a script for each sheet, the most promising first."""
    before = decision.pen(view)
    worth = Worth(before, outlook(view.table, decision.seat))
    tried: list[tuple[float, Script]] = []
    for sheet in SHEETS:
        pen = before.copy()
        chosen = Mark("sheet", sheet)
        write(pen, chosen)
        script, after = greedy(pen, worth)
        gained = _with_dice(after, worth)
        tried.append((gained, (chosen, *script)))
    tried.sort(key=lambda one: one[0], reverse=True)
    return [script for _gained, script in tried]


def _with_dice(pen: Pen, worth: Worth) -> float:
    """Return the worth of the sheets once dice are spent as they may fall."""
    total = 0.0
    for dice in USUAL_DICE:
        trial = pen.copy()
        trial.draft.rolled = [1, 1, 1]
        trial.draft.purse = [*dice, *focus_resources(trial)]
        _script, spent = greedy(trial, worth, goods=False)
        total += worth.changed(spent).total
    return total / len(USUAL_DICE)


def planned(pen: Pen, worth: Worth) -> Script:
    """Return the best marks; effects that change their owner's roll come first if they pay."""
    best, after = greedy(pen, worth)
    most = worth.changed(after).total
    for key in _changing(pen):
        changed = Mark("play" if key.startswith("relic ") else "use", key)
        trial = pen.copy()
        write(trial, changed)
        script, after = greedy(trial, worth)
        total = worth.changed(after).total
        if total > most + 0.05:
            best, most = (changed, *script), total
    return best


def _changing(pen: Pen) -> list[str]:
    """Return the effects that may be used now, before anything is spent, to change the resources to
    spend."""
    if pen.draft.step != 3 or pen.draft.touched:
        return []
    return [
        key
        for key, effect in usable_effects(pen)
        if effect.window == "after_roll" and may_use(pen, key, effect)
    ]


def greedy(pen: Pen, worth: Worth, goods: bool = True) -> tuple[Script, Pen]:
    """Return the marks that each leave the most behind, and the sheets after them."""
    script: list[Mark] = []
    worth = worth.changed(pen)
    for _i in range(MOST_MARKS):
        if pen.draft.waits:
            break
        best = _best(pen, worth, goods)
        if best is None:
            break
        script.append(best.wanted)
        pen, worth = best.pen, best.worth
    return tuple(script), pen


class Tried(NamedTuple):
    """A mark, and the sheets after it. `total` is what they are worth once all that follows from
    the mark is resolved; `worth` is the worth of the sheets as they are."""

    wanted: Mark
    pen: Pen
    worth: Worth
    total: float


def _best(pen: Pen, worth: Worth, goods: bool) -> Tried | None:
    """Return the best single mark now; None where doing nothing more is better."""
    now = worth.total
    frame = pending(pen)
    if frame is not None and frame.ops[0].op in CHANGES:
        return _best_played_on(pen, worth, goods)
    if frame is not None:
        return _best_of(pen, worth, _answers(pen, frame, worth.look), float("-inf"))
    if not pen.draft.step:
        return None
    later = _changing(pen)
    marks = (wanted for wanted in possible(pen) if wanted.at not in later)
    found = _best_of(pen, worth, _alike_once(pen, marks), now - 0.5)
    if found is not None and (pen.draft.purse or found.total > now + 0.05):
        return found
    if goods and not pen.draft.purse and pen.ind.goods_left:
        return _best_of(pen, worth, _for_goods(pen), now + 0.1)
    return None


def _best_of(pen: Pen, worth: Worth, marks: Iterable[Mark], least: float) -> Tried | None:
    best: Tried | None = None
    for wanted in marks:
        trial = pen.copy()
        try:
            write(trial, wanted)
        except (Illegal, Waiting):
            continue
        seen = trial if pending(trial) is None else _resolved(trial, worth)
        after = worth.changed(seen)
        if after.total > least:
            least = after.total
            best = Tried(wanted, trial, after if seen is trial else worth.changed(trial), least)
    return best


def _answers(pen: Pen, frame: Frame, look: Outlook) -> Iterator[Mark]:
    """Yield answers to what is pending; of the ways to draw a unit only those that promise most."""
    op = frame.ops[0]
    if op.op != "deploy":
        yield from islice(_alike_once(pen, choices(pen)), MOST_PLACES)
        return
    for way in best_placements(pen, op.unit, op.anomaly_ok, look, MOST_PLACEMENTS):
        yield Mark("deploy", op.unit, nodes=way)
    if may_stop(frame, op):
        yield Mark("skip")


def _resolved(pen: Pen, worth: Worth) -> Pen:
    """Return a copy in which all that is pending is answered, each time by what leaves the most
    behind."""
    pen = pen.copy()
    for _i in range(MOST_ANSWERS):
        frame = pending(pen)
        if frame is None or frame.ops[0].op in CHANGES:
            break
        if _deployed(pen, frame, worth.look):
            continue
        answered = _best_answered(pen, worth)
        if answered is None:
            break
        pen = answered
    finish(pen)
    return pen


def _deployed(pen: Pen, frame: Frame, look: Outlook) -> bool:
    """Draw the unit that is pending where it promises most; return whether there was one to
    draw."""
    op = frame.ops[0]
    if op.op != "deploy":
        return False
    for way in best_placements(pen, op.unit, op.anomaly_ok, look, 1):
        write(pen, Mark("deploy", op.unit, nodes=way))
        return True
    return False


def _best_answered(pen: Pen, worth: Worth) -> Pen | None:
    """Return the sheets after the answer that leaves the most behind."""
    best, most = None, float("-inf")
    for wanted in islice(_alike_once(pen, choices(pen)), MOST_PLACES):
        trial = pen.copy()
        try:
            write(trial, wanted)
        except (Illegal, Waiting):
            continue
        seen = trial if pending(trial) is None else _followed(trial, worth.look)
        value = worth.changed(seen).total
        if value > most:
            best, most = trial, value
    return best


def _followed(pen: Pen, look: Outlook) -> Pen:
    """Return a copy in which units that are pending are drawn well and all else is done in
    silence."""
    pen = pen.copy()
    for _i in range(MOST_ANSWERS):
        frame = pending(pen)
        if frame is None or not _deployed(pen, frame, look):
            break
    finish(pen)
    return pen


def _best_played_on(pen: Pen, worth: Worth, goods: bool) -> Tried | None:
    """Return the answer after which the rest of the step brings most: the answer itself brings
    nothing."""
    best: Tried | None = None
    for wanted in choices(pen):
        trial = pen.copy()
        write(trial, wanted)
        _script, after = greedy(trial, worth, goods)
        total = worth.changed(after).total
        if best is None or total > best.total:
            best = Tried(wanted, trial, worth.changed(trial), total)
    return best


def _alike_once(pen: Pen, marks: Iterable[Mark]) -> Iterable[Mark]:
    """Yield only the first of marks that are alike: symbols of one bar, bare nodes of one
    section."""
    seen: set[tuple[object, str]] = set()
    for wanted in marks:
        key = _likeness(pen, wanted)
        if key is not None:
            if key in seen:
                continue
            seen.add(key)
        yield wanted


def _likeness(pen: Pen, wanted: Mark) -> tuple[object, str] | None:
    """Return what a mark has in common with those that are alike; None where there are none."""
    at, grid = wanted.at, pen.grid
    if wanted.do == "build" and at in grid.bar_of:
        return grid.bar_of[at], grid.symbols[at]
    if wanted.do == "dock" and at in pen.worlds.place:
        return pen.worlds.place[at], pen.worlds.symbols[at]
    if wanted.do == "mark" and grid.nodes[at].asset is None:
        return grid.section[at], ""
    return None


def _for_goods(pen: Pen) -> Iterable[Mark]:
    """Yield the marks that a trade good could pay for."""
    marks = (wanted for wanted, _kinds in uses(pen, pen.active))
    for wanted in _alike_once(pen, marks):
        if wanted.do in PAID:
            yield Mark(wanted.do, wanted.at, "tg", wanted.on, wanted.nodes)


# -- councils ---------------------------------------------------------------------------------


def _after(view: View, seat: int, outcome: Outcome, named: str = "") -> float:
    """Return the worth of a seat's sheets after an outcome that the seat resolves as well as it
    can."""
    before = Pen(Draft(view.table.players[seat]), components(view.table.house))
    worth = Worth(before, outlook(view.table, seat))
    pen = before.copy()
    pen.draft.named = named
    pen.draft.stack.append(Frame(list(outcome.effect.ops)))
    settle(pen)
    _script, after = greedy(pen, worth)
    return worth.changed(after).total


def _best_named(view: View, seat: int, outcome: Outcome) -> float:
    if not outcome.effect.most_votes_choice:
        return _after(view, seat, outcome)
    names = SHEETS if outcome.effect.most_votes_choice == "sheet" else ("1", "2", "3")
    found = [_after(view, seat, outcome, name) for name in names]
    return sum(found) / len(found)


def _ballot(decision: Ballot, view: View) -> Vote:
    """Return votes in proportion to the stake; the rest is kept for later councils."""
    seat, table = decision.seat, view.table
    tally = table.tally
    assert tally is not None
    agendas = components(table.house).agendas
    held = table.players[seat].industry.votes_left
    free = decision.free(view)
    first = agendas[tally.agenda]
    if tally.second:
        better, worse = outcomes(first.pass_, agendas[tally.second].fail)
    else:
        better, worse = first.pass_, first.fail
    gain = _best_named(view, seat, better) - _best_named(view, seat, worse)
    later = outlook(table, seat).councils
    share = held if later == 0 or abs(gain) > 1.5 else (held + later) // (later + 1)
    if abs(gain) < 0.1:
        share = 0
    passes = True if tally.second else gain >= 0
    n = max(share, min(held, rewarded_votes(view, seat) - free)) + free
    return Vote(n, passes if n else True, free if n else 0)


def rewarded_votes(view: View, seat: int) -> int:
    """Return how many votes an ability rewards, if it could give anything now; 0 without such an
    ability."""
    table = view.table
    pen = Pen(Draft(table.players[seat]), components(table.house))
    for _key, effect in pen.abilities("council_end"):
        least = effect.when.get("votes_cast_at_least", 0)
        if least and any(place != pen.map.mecatol for place in claimable(pen)):
            return int(least)
    return 0


def _named(decision: NameForAll, view: View) -> list[str]:
    """Return the names that may be named, the one that serves oneself best first."""
    tally = view.table.tally
    assert tally is not None
    agenda = components(view.table.house).agendas[tally.agenda]
    names: Sequence[str] = SHEETS if decision.what == "sheet" else ("1", "2", "3")
    for outcome in (agenda.pass_, agenda.fail):
        if outcome.effect.most_votes_choice:
            values = {n: _after(view, decision.seat, outcome, n) for n in names}
            return sorted(names, key=lambda n: values[n], reverse=True)
    return list(names)


# -- wars -------------------------------------------------------------------------------------


def _plans(decision: WarPlans, view: View) -> tuple[Plan, ...]:
    """Return the bonuses that are likely to turn a war, and cost less than it is worth."""
    seat, table = decision.seat, view.table
    parts = components(table.house)
    sheets = table.players[seat]
    look = outlook(table, seat)
    pen = Pen(Draft(sheets), parts)
    tier = sheets.warfare.line
    chosen: tuple[Plan, ...] = ()
    for plan in decision.plans(view):
        box = pen.grid.boxes[tier, plan.half]
        prize = 1.0 + (box.win_asset.n if box.win_asset.kind == "vp" else 3.0)
        own = _strength(pen, tier, plan.half)
        ahead = own - max(0.0, look.foes[plan.half][tier - 1] - 0.8)
        added, price = (5, 2.0) if plan.source.startswith("relic ") else (2, good_worth(look))
        turned = win_chance(2 * (ahead + added)) - win_chance(2 * ahead)
        wider = (*chosen, plan)
        if prize * turned > price and not decision.problems(view, wider):
            chosen = wider
    return chosen


def _strength(pen: Pen, tier: int, half: str) -> int:
    nodes = pen.grid.nodes
    marked = sum(nodes[n].tier == tier and nodes[n].half == half for n in pen.occupied)
    return marked + pen.war.front(half).bonus[tier - 1]
