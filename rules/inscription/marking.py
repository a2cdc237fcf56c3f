"""Marks made one after the other: which are legal, what follows, what is done in silence.

`mark(sheets, mark)` is the whole of it for a single mark: sheets in, sheets or a problem out. A
script is run on a draft, which besides the sheets knows the resources of the step and the frames
still to be resolved. Legality, samples, defaults, previews and play all go this one way.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from rules.inscription.effects import (
    OPERATIONS,
    Operation,
    focus_resources,
)
from rules.inscription.facts import RESOURCES, SHEETS, Components, Effect, Op, components
from rules.inscription.pen import Illegal, Pen, copied, copied_sheets
from rules.inscription.sheets import expansion, industry, technologies, warfare
from rules.inscription.sheets.assets import slash, spend_good
from rules.inscription.speech import _
from rules.inscription.state import Draft, Frame, Mark, Public, Sheets, View
from rules.inscription.uses import (
    PAID,
    PAID_MARKS,
    payable,
    payment,
    uses,
    usual_use,
)
from rules.kernel.decisions import Problem

BURST = "burst"
_PLAIN = frozenset({"access", "jump", "claim", "develop", "research"})
"""Marks that only a resource pays for."""


def mark(
    sheets: Sheets, wanted: Mark, parts: Components, purse: Sequence[str] = RESOURCES
) -> Sheets | Problem:
    """Return the sheets after one mark, paid out of `purse`, with all that follows from it; or the
    reason why it is not allowed.

    Choices that follow from the mark are made by default (TIN 31.19).
    """
    draft = copied(Draft(sheets, step=1, purse=list(purse)))
    pen = Pen(draft, parts)
    try:
        write(pen, wanted)
        finish(pen)
    except Illegal as refusal:
        return refusal.problem
    return pen.sheets


# -- resolving --------------------------------------------------------------------------------


def operation(frame: Frame) -> tuple[Op, Operation]:
    return frame.ops[0], OPERATIONS[frame.ops[0].op]


def settle(pen: Pen) -> None:
    """Resolve all frames that need no word of the owner, and stop where a real choice is left."""
    stack = pen.draft.stack
    while stack and not pen.draft.waits:
        frame = stack[-1]
        if not frame.ops:
            stack.pop()
            continue
        op, how = operation(frame)
        if frame.left < 0:
            frame.left = how.times(pen, frame, op)
        if frame.left == 0:
            _next(frame)
            continue
        if how.at_once(pen, frame, op):
            if frame.optional and not frame.begun:
                return
            if op.op == "draw_relic":
                pen.draft.waits = True
                return
            frame.left -= 1
            how.run(pen, frame, op)
            continue
        if frame.source == BURST or op.op in ("spend", "keep_relic") or may_stop(frame, op):
            wanted = 1
        else:
            wanted = 2
        found = list(islice(how.choices(pen, frame, op), wanted))
        if not found:
            _lapse(pen, frame)
            _next(frame)
        elif len(found) == 1 and (wanted == 2 or _only(pen, frame, op)):
            pen.draft.log.append(found[0])
            pen.draft.foregone.append(found[0])
            _take(pen, frame, op, how, found[0])
        else:
            return


def _only(pen: Pen, frame: Frame, op: Op) -> bool:
    """Return whether a single relic was drawn, which is kept without a question."""
    return op.op == "keep_relic" and len(pen.draft.drawn) == 1


def may_stop(frame: Frame, op: Op) -> bool:
    """Return whether the owner may decline this, or do less (TIN 22.1.2, 31.15.4)."""
    return op.up_to or frame.source == BURST or (frame.optional and not frame.begun)


def _next(frame: Frame) -> None:
    del frame.ops[0]
    frame.left = -1
    frame.resources = []
    frame.sheet = ""


def _lapse(pen: Pen, frame: Frame) -> None:
    """Drop granted resources without a legal use (TIN 30.3.1)."""
    if frame.resources and frame.source != BURST:
        pen.draft.lapsed.extend(frame.resources)


def _take(pen: Pen, frame: Frame, op: Op, how: Operation, wanted: Mark) -> None:
    _begin(pen, frame)
    how.take(pen, frame, op, wanted)
    frame.left -= 1


def _begin(pen: Pen, frame: Frame) -> None:
    """Begin an optional effect, which counts against its limit."""
    if frame.optional and not frame.begun:
        frame.begun = True
        found = effect_of(pen, frame.source)
        if found is not None:
            pen.count_use(frame.source, found)


def effect_of(pen: Pen, source: str) -> Effect | None:
    """Return the first ability's effect with this key."""
    if pen.faction is not None:
        for i, effect in enumerate(pen.faction.ability1.effect):
            if source == f"faction {pen.faction.id} {i + 1}":
                return effect
    return None


def pending(pen: Pen) -> Frame | None:
    """Return the frame that waits for its owner's word, if there is one."""
    return pen.draft.stack[-1] if pen.draft.stack and not pen.draft.waits else None


def decline(pen: Pen) -> None:
    """Decline an optional effect, or stop doing as much as one may."""
    frame = pen.draft.stack[-1]
    op, _how = operation(frame)
    if not may_stop(frame, op):
        words = _("This must be done; there is no choice but how.")
        raise Illegal("not-optional", words, "22.1.2")
    if frame.optional and not frame.begun:
        pen.draft.stack.pop()
    else:
        _next(frame)
    settle(pen)


def unfinished_burst(pen: Pen) -> bool:
    """Return whether a burst is under way: nothing else comes before its end (TIN 8.2.3)."""
    return bool(pen.draft.stack) and pen.draft.stack[-1].source == BURST


def finish(pen: Pen) -> None:
    """Resolve all pending frames as it is done in silence (TIN 31.19, 32.6.6)."""
    settle(pen)
    while (frame := pending(pen)) is not None:
        op, how = operation(frame)
        if frame.optional and not frame.begun:
            pen.draft.stack.pop()
        else:
            wanted = None if frame.source == BURST else how.default(pen, frame, op)
            if wanted is None:
                _lapse(pen, frame)
                _next(frame)
            else:
                pen.draft.log.append(wanted)
                _take(pen, frame, op, how, wanted)
        settle(pen)


def choices(pen: Pen) -> Iterator[Mark]:
    """Yield the marks that answer the pending frame."""
    frame = pending(pen)
    if frame is None:
        return
    op, how = operation(frame)
    if how.at_once(pen, frame, op):
        yield Mark("use", frame.source)
    else:
        yield from how.choices(pen, frame, op)
    if may_stop(frame, op):
        yield Mark("skip")


def real_choice(pen: Pen) -> bool:
    """Return whether the pending frame can go more than one way."""
    return pending(pen) is not None and len(list(islice(choices(pen), 2))) > 1


# -- one mark ---------------------------------------------------------------------------------


def write(pen: Pen, wanted: Mark) -> None:
    """Make one mark, in place; raise Illegal where it is not allowed.

    A mark that answers what is pending does so; any other resolves what is pending by default
    first, because effects come before anything else (TIN 3.2.3).
    """
    draft = pen.draft
    if draft.foregone and _foregone(pen, wanted):
        return
    if not draft.stack or draft.waits:
        draft.log.append(wanted)
        voluntary(pen, wanted)
        if draft.stack:
            settle(pen)
        return
    frame = draft.stack[-1]
    if answers(pen, frame, wanted):
        draft.log.append(wanted)
        op, how = operation(frame)
        if wanted.do == "skip":
            decline(pen)
            return
        if wanted.do == "use":
            _begin(pen, frame)
            settle(pen)
            return
        _take(pen, frame, op, how, wanted)
        if wanted.do == "build":
            _deploy_here(pen, wanted)
        settle(pen)
        return
    if frame.source == BURST:
        words = _("Finish the burst first, or end it with SKIP.")
        raise Illegal("burst-first", words, "8.2.3")
    finish(pen)
    if draft.waits:
        raise Waiting
    draft.log.append(wanted)
    voluntary(pen, wanted)
    settle(pen)


def _foregone(pen: Pen, wanted: Mark) -> bool:
    """Return whether a line only repeats a choice that had no alternative and is made already."""
    for made in pen.draft.foregone:
        if (made.do, made.at) == (wanted.do, wanted.at) and not wanted.pay:
            pen.draft.foregone.remove(made)
            return not wanted.nodes or set(wanted.nodes) == set(made.nodes)
    return False


class Waiting(Exception):
    """A sign that the script can go on only when a relic has been turned over (TIN 32.3.2)."""


def answers(pen: Pen, frame: Frame, wanted: Mark) -> bool:
    """Return whether a mark would be taken as the answer to what is pending."""
    op, how = operation(frame)
    if wanted.do == "skip":
        return True
    if how.at_once(pen, frame, op):
        return wanted.do == "use" and wanted.at == frame.source
    if op.op == "spend":
        return wanted.do in how.verbs and wanted.pay != "tg"
    return wanted.do in how.verbs and not wanted.pay


def _deploy_here(pen: Pen, wanted: Mark) -> None:
    """Deploy a unit that has just been built on the nodes named with it."""
    if not wanted.nodes:
        return
    frame = pending(pen)
    if frame is None or frame.source != warfare.BUILT:
        words = _("No unit is finished by this mark.")
        raise Illegal("not-built", words, "9.2.3")
    op, how = operation(frame)
    frame.left = how.times(pen, frame, op)
    _take(pen, frame, op, how, Mark("deploy", op.unit, nodes=wanted.nodes))


def voluntary(pen: Pen, wanted: Mark) -> None:
    """Make a mark of the player's own will in a strategy event (TIN 5)."""
    draft = pen.draft
    do = wanted.do
    if do in _PLAIN and draft.step and pen.sheets.active:
        _pay_and_mark(pen, wanted)
        draft.touched = True
        return
    if do == "sheet":
        activate(pen, wanted.at)
        return
    if draft.step == 0:
        words = _("Nothing of this kind can be done now.")
        raise Illegal("not-now", words, "5.2.1")
    if not pen.active:
        words = _("Choose your active sheet first: SHEET navigation, for example.")
        raise Illegal("no-active-sheet", words, "5.1.1")
    if do in ("use", "play"):
        _use(pen, wanted)
        return
    if do == "lapse":
        _lapse_one(pen, wanted)
        return
    if do == "goods":
        _good(pen, wanted)
        return
    _mark_active(pen, wanted)
    draft.touched = True


def activate(pen: Pen, sheet: str) -> None:
    """Choose the active sheet; all that comes with it comes before any spending
    (TIN 5.1.1, 5.3.4)."""
    if sheet not in SHEETS:
        raise Illegal("no-such-sheet", _("There is no such sheet."), "5.1.1")
    if pen.draft.step != 1 or pen.active:
        words = _("The active sheet is chosen once, at the beginning of the event.")
        raise Illegal("sheet-chosen", words, "5.1.1")
    pen.sheets.active = sheet
    for key, effect in pen.abilities("on_activate"):
        if effect.when.get("sheet") not in (None, sheet):
            continue
        if effect.ops[0].rule == "card_swap" and not pen.draft.previous:
            continue
        pen.push(key, effect)


def _mark_active(pen: Pen, wanted: Mark) -> None:
    """Make a mark on the active sheet, paid with a resource or with an asset."""
    do, at, pay = wanted.do, wanted.at, wanted.pay
    if do == "focus":
        if wanted.on not in ("", pen.active):
            raise _inactive()
        technologies.check_die(pen, at, pen.active)
        slash(pen, "focus", at, _("You have no such focus asset to spend."), "16.1.3")
        technologies.unlock_die(pen, at, pen.active)
    elif do == "burst":
        _burst(pen, at)
    elif do == "unlock":
        _unlock(pen, at)
    elif do == "dock" and (pay == "planet" or at in pen.worlds.docks):
        _needs(pen, "EXP")
        expansion.check_dock(pen, at)
        slash(pen, "planet", 0, _("You have no planet asset to spend."), "7.3.1")
        expansion.build_dock(pen, at)
    elif do == "scrap" and is_dotted(pen, at):
        _needs(pen, "IND")
        kind = industry.check_dotted(pen, at)
        slash(pen, "spec", kind, _no_specialization(), "8.2.4")
        industry.scrap(pen, at)
    elif do == "build" and (pay == "spec" or at in pen.grid.bars):
        _build_by_specialization(pen, wanted)
    elif do in PAID:
        _pay_and_mark(pen, wanted)
    else:
        words = _("This answers nothing that is open now.")
        raise Illegal("not-now", words, "5.2.1")


def _pay_and_mark(pen: Pen, wanted: Mark) -> None:
    paid = PAID_MARKS[wanted.do]
    if paid.sheet(pen, wanted) != pen.sheets.active:
        raise _inactive()
    payment(pen, pen.draft.purse, paid.kinds(pen, wanted), wanted.pay, own=True)
    paid.perform(pen, wanted)
    if wanted.do == "build":
        _deploy_here(pen, wanted)


def _needs(pen: Pen, sheet: str) -> None:
    if pen.active != sheet:
        raise _inactive()


def _inactive() -> Illegal:
    words = _("Only the active sheet may be marked.")
    return Illegal("inactive-sheet", words, "5.3.1")


def _no_specialization() -> str:
    return _("You have no such specialization to spend.")


def is_dotted(pen: Pen, space: str) -> bool:
    printed = pen.works.spaces.get(space)
    return printed is not None and printed.dotted_x is not None


def _unlock(pen: Pen, at: str) -> None:
    """Unlock a planet, a kind of unit or a technology, by an asset (TIN 7.2.1, 9.2.6, 15.1.3)."""
    if at in pen.worlds.planets:
        _needs(pen, "EXP")
        expansion.check_unlock(pen, at)
        slash(pen, "planet", 0, _("You have no planet asset to spend."), "7.2.1")
        expansion.unlock(pen, at)
    elif at in pen.grid.units:
        _needs(pen, "WAR")
        slash(pen, "spec", warfare.check_unlock(pen, at), _no_specialization(), "9.2.6")
        pen.war.unlocked += (at,)
    else:
        technology = technologies.open_technology(pen, at)
        slash(pen, "spec", technology.cost_spec, _no_specialization(), "15.1.3")
        technologies.unlock(pen, at)


def _build_by_specialization(pen: Pen, wanted: Mark) -> None:
    """Build a whole bar, which one specialization pays for (TIN 9.2.7, 31.16.3)."""
    _needs(pen, "WAR")
    warfare.check_bar(pen, wanted.at)
    other = pen.grid.bars[wanted.at].alt_cost
    if not other:
        words = _("No specialization builds {id}.", id=wanted.at)
        raise Illegal("no-other-cost", words, "9.2.7")
    slash(pen, "spec", other[0], _no_specialization(), "9.2.7")
    warfare.built(pen, wanted.at)
    _deploy_here(pen, wanted)


def _burst(pen: Pen, at: str) -> None:
    """Get several resources for one specialization, spent before anything else (TIN 8.2.3)."""
    _needs(pen, "IND")
    burst = pen.works.bursts.get(int(at)) if at.isdigit() else None
    if burst is None:
        words = _("The legend has no burst for this specialization.")
        raise Illegal("no-burst", words, "8.2.3")
    slash(pen, "spec", burst.spec, _no_specialization(), "8.2.3")
    grant = Op("spend", resources=(burst.gives,) * burst.max, sheet="IND")
    pen.draft.stack.append(Frame([grant], source=BURST))


def usable_effects(pen: Pen) -> Iterator[tuple[str, Effect]]:
    """Yield abilities, technologies and relics that may be used of one's own will now, by key."""
    windows = ["while_spending"] if pen.draft.step else []
    if pen.draft.step == 3 and not pen.draft.touched:
        windows.append("after_roll")
    for id in pen.sheets.technologies:
        technology = pen.parts.technologies[id]
        if technology.effect.window in windows and technology.sheet == pen.active:
            yield f"technology {id}", technology.effect
    for window in windows:
        for key, effect in pen.abilities(window):
            if effect.ops[0].rule != "convert_resource":
                yield key, effect
    for id in pen.draft.relics:
        if pen.parts.relics[id].effect.window in windows:
            yield f"relic {id}", pen.parts.relics[id].effect


def may_use(pen: Pen, key: str, effect: Effect) -> bool:
    return effect.when.get("sheet") in (None, pen.active) and pen.may(key, effect)


def _use(pen: Pen, wanted: Mark) -> None:
    """Use a technology, an ability or a relic (TIN 15.1.4, 17.1.2, 18.1)."""
    for key, effect in usable_effects(pen):
        if key == wanted.at:
            if effect.when.get("sheet") not in (None, pen.active):
                words = _("This works only while its sheet is active.")
                raise Illegal("not-on-active-sheet", words, "31.17.1")
            if not pen.may(key, effect):
                words = _("This has been used as often as it may be.")
                raise Illegal("used-up", words, "15.1.5")
            break
    else:
        words = _("This cannot be used now.")
        raise Illegal("not-usable", words, "15.1.4")
    kind, _blank, id = key.partition(" ")
    if kind == "relic":
        pen.draft.relics.remove(id)
        pen.sheets.relics -= 1
        pen.sheets.played += (id,)
    pen.draft.stack.append(Frame(list(effect.ops), source=key))
    pen.count_use(key, effect)
    if effect.window != "after_roll":
        pen.draft.touched = True


def _good(pen: Pen, wanted: Mark) -> None:
    """Spend a trade good as a resource of a kind that has a use (TIN 13.2.3, 26.2.6)."""
    if wanted.at not in RESOURCES:
        raise Illegal("no-such-resource", _("Name material, influence or research."), "13.2.3")
    if not any(payable([wanted.at], kinds) for _mark, kinds in uses(pen, pen.active)):
        words = _("A resource of this kind has no use on your active sheet now.")
        raise Illegal("no-use", words, "13.2.3")
    spend_good(pen)
    pen.draft.purse.append(wanted.at)
    pen.draft.touched = True


def _lapse_one(pen: Pen, wanted: Mark) -> None:
    """Drop a resource, which must have no legal use (TIN 3.3.4, 26.2.11)."""
    purse = pen.draft.purse
    if wanted.at not in purse:
        raise Illegal("no-resource", _("You have no such resource left."), "26.2.11")
    if any(payable([wanted.at], kinds) for _mark, kinds in uses(pen, pen.active)):
        words = _("This resource has a legal use; resources may not be declined.")
        raise Illegal("has-a-use", words, "3.3.4")
    purse.remove(wanted.at)
    pen.draft.lapsed.append(wanted.at)


# -- scripts ----------------------------------------------------------------------------------


def run(pen: Pen, script: Sequence[Mark]) -> None:
    """Carry out a script from top to bottom; where a relic is drawn the rest waits (TIN 32.3)."""
    for i, wanted in enumerate(script):
        if pen.draft.waits:
            pen.draft.rest = list(script[i:])
            return
        try:
            write(pen, wanted)
        except Waiting:
            pen.draft.rest = list(script[i:])
            return


def run_leniently(pen: Pen, script: Sequence[Mark]) -> Pen:
    """Carry out the rest of a script after a relic; lines that have become illegal are skipped
    (TIN 32.6.10)."""
    for i, wanted in enumerate(script):
        if pen.draft.waits:
            pen.draft.rest = list(script[i:])
            return pen
        trial = pen.copy()
        try:
            write(trial, wanted)
        except Illegal:
            continue
        except Waiting:
            trial.draft.rest = list(script[i:])
            return trial
        pen = trial
    return pen


def close(pen: Pen) -> None:
    """Settle all that is pending and left by default, because the player is done (TIN 32.6.10).

    The default stops where a relic is to be drawn first.
    """
    finish(pen)
    draft = pen.draft
    while not draft.waits and draft.step and draft.purse:
        wanted = usual_use(pen, pen.active, draft.purse)
        if wanted is None:
            draft.lapsed.extend(draft.purse)
            draft.purse = []
            break
        write(pen, wanted)
        finish(pen)


def begin_step(pen: Pen, step: int, resources: Sequence[str]) -> None:
    """Begin a player's step of a strategy event."""
    draft = pen.draft
    draft.step = step
    draft.purse = list(resources)
    draft.touched = False
    if step == 3:
        draft.purse.extend(focus_resources(pen))


def fresh_pen(table: Public, seat: int, relics: list[str]) -> Pen:
    """Return a pen at the beginning of a strategy event's step, on a copy of the seat's sheets."""
    parts = components(table.house)
    card = parts.events[table.event]
    draft = Draft(copied_sheets(table.players[seat]), relics=relics[:])
    draft.latest = list(card.resources)
    pen = Pen(draft, parts)
    if table.step == "1":
        draft.previous = list(_previous_card(table, parts))
        begin_step(pen, 1, card.resources)
    else:
        pen.sheets.dice = tuple(table.black)
        draft.rolled = list(table.focus)
        begin_step(pen, 3, table.black)
    return pen


def _previous_card(table: Public, parts: Components) -> Sequence[str]:
    """Return the resources of the strategy card before this one (TIN 31.16.13)."""
    for id in reversed(table.discard):
        if parts.events[id].kind == "strategy":
            return parts.events[id].resources
    return ()


def draft_of(v: View) -> Draft | None:
    """Return the viewer's draft; in a strategy event also the one still to be written on."""
    if v.seat is None:
        return None
    if v.mine.draft is not None:
        return v.mine.draft
    table = v.table
    card = components(table.house).events.get(table.event)
    if card is None or card.kind != "strategy" or table.step not in ("1", "3"):
        return None
    return fresh_pen(table, v.seat, v.mine.relics).draft
