"""Questions answered with marks, and how everybody's answers are carried out at once (TIN 32.3).

Each seat answers sealed with a script. Scripts run on drafts that only their owners see; relics are
drawn clockwise from the speaker's left, a player who drew one or left a real choice open goes on,
and when all have finished the drafts are opened together (TIN 32.5).
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any, ClassVar

from rules.inscription.events import Marked, RelicDrawn, RelicPlayed
from rules.inscription.facts import Components, Op, components
from rules.inscription.marking import (
    Waiting,
    answers,
    close,
    finish,
    fresh_pen,
    pending,
    real_choice,
    run,
    run_leniently,
    settle,
    unfinished_burst,
    write,
)
from rules.inscription.marking import choices as choices_of
from rules.inscription.orders import MARK_VERBS, read, written
from rules.inscription.pen import Illegal, Pen, copied, copied_sheets
from rules.inscription.possible_marks import every_mark, possible, sampled
from rules.inscription.speech import _
from rules.inscription.state import Draft, Mark, Table, View
from rules.inscription.wording import choice_wanted, resource_list, sheet_name, titles_of
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.patterns import together
from rules.kernel.table import Play
from rules.lexicon import LexiconError, OrderLine

Script = tuple[Mark, ...]


def parts_of(v: View) -> Components:
    return components(v.table.house)


class Marking(Decision[Script]):
    """A question answered with a script: lines executed from top to bottom on one's own sheets.

    Lines that are not legal are skipped and reported; the rest is done by default (TIN 32.6.10).
    """

    Answer: ClassVar[Any] = tuple[Mark, ...]
    verbs = MARK_VERBS
    clock = "turn"
    lenient = True

    def pen(self, v: View) -> Pen:
        """Return a pen on a copy of the seat's draft."""
        if v.mine.draft is not None:
            return Pen(copied(v.mine.draft), parts_of(v))
        return fresh_pen(v.table, self.seat, v.mine.relics)

    def problems(self, v: View, answer: Script) -> list[Problem]:
        pen = self.pen(v)
        try:
            run(pen, answer)
        except Illegal as refusal:
            return [refusal.problem]
        return []

    def default(self, v: View) -> Script:
        return ()

    def sample(self, v: View, rng: Random) -> Script:
        return sampled(self.pen(v), rng)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Script]:
        return self._read(v, lines)[0]

    def _read(self, v: View, lines: Sequence[OrderLine]) -> tuple[Reading[Script], Pen]:
        """Read the lines; return with the answer the pen that has made its marks."""
        pen = self.pen(v)
        script: list[Mark] = []
        notes: list[str] = []
        skipped: dict[int, Problem] = {}
        for i, line in enumerate(lines):
            trial = pen.copy()
            try:
                marks, told = read(trial, self.plain(line))
                for mark in marks:
                    if not trial.draft.waits:
                        self._write(trial, mark)
            except LexiconError as error:
                skipped[i] = Problem.of(error)
            except Illegal as refusal:
                skipped[i] = refusal.problem
            else:
                pen = trial
                script += marks
                notes += told
        used = tuple(i for i in range(len(lines)) if i not in skipped)
        if not used:
            problems = tuple(skipped.values())
            return Reading(used=tuple(skipped), problems=problems), pen
        return Reading(tuple(script), used, tuple(notes), remarks=skipped), pen

    def next_lines(self, v: View, lines: Sequence[OrderLine]) -> Sequence[str]:
        """Return every mark that is legal after these lines; marks for a pending frame come first,
        and the line that leaves it to be resolved in silence comes after them."""
        pen = self._read(v, [line for line in lines if line.verb in self.verbs])[1]
        if pen.draft.waits:
            return []
        frame = pending(pen)
        marks = list(choices_of(pen) if frame is not None else every_mark(pen))
        if frame is not None and not unfinished_burst(pen):
            after = pen.copy()
            finish(after)
            later = every_mark(after) if not after.draft.waits else ()
            marks += [mark for mark in later if not answers(pen, frame, mark)]
        found = list(dict.fromkeys(written(pen, mark) for mark in marks))
        return [*found, "DONE"] if pen.active and not lines else found

    def examples(self, v: View, verb: str) -> Sequence[str]:
        """Return the marks that are legal now; a script made at random has only some of them."""
        return [line for line in self.next_lines(v, ()) if line.split()[0].lower() == verb]

    def plain(self, line: OrderLine) -> OrderLine:
        """Return the line as a mark's line."""
        return line

    def _write(self, pen: Pen, mark: Mark) -> None:
        try:
            write(pen, mark)
        except Waiting:
            return

    def write(self, v: View, answer: Script) -> str:
        pen = self.pen(v)
        return "\n".join(written(pen, mark) for mark in answer) or "DONE"

    def template(self, v: View) -> Sequence[str]:
        """Return some lines that are legal now, to be edited."""
        pen = self.pen(v)
        found = list(choices_of(pen)) if pending(pen) is not None else list(possible(pen))
        return [written(pen, mark) for mark in some_of_each(found)]

    def prompt(self, v: View) -> str:
        raise NotImplementedError

    def background(self, v: View) -> Sequence[str]:
        return open_effects(self.pen(v))


def some_of_each(marks: Sequence[Mark], most: int = 4) -> list[Mark]:
    """Return a few marks of every kind."""
    counts: dict[str, int] = {}
    kept = []
    for mark in marks:
        counts[mark.do] = counts.get(mark.do, 0) + 1
        if counts[mark.do] <= most:
            kept.append(mark)
    return kept


def open_effects(pen: Pen) -> list[str]:
    """Return the texts of the effects being resolved."""
    told = []
    texts = dict(pen.parts.effects())
    for frame in reversed(pen.draft.stack):
        effect = texts.get(frame.source)
        if effect is not None and effect.text:
            told.append(_(effect.text))
    return told


class CarryOn(Marking):
    """The rest of a script: after a relic, or where a real choice was left open."""

    rule = "TIN 32.3.2"

    def prompt(self, v: View) -> str:
        draft = v.mine.draft
        assert draft is not None
        said = []
        if draft.stack:
            said.append(self._wanted(v))
        if draft.purse:
            said.append(
                _(
                    "You have {left} left to spend on {sheet}.",
                    left=resource_list(draft.purse),
                    sheet=sheet_name(draft.sheets.active),
                )
            )
        if draft.rest:
            said.append(_("Without an answer your other lines are carried out."))
        return " ".join(said) or _("Go on with your sheets, or write DONE.")

    def _wanted(self, v: View) -> str:
        """Return what the effect that is being resolved wants to be told."""
        pen = self.pen(v)
        shown = [] if pen.draft.waits else list(islice(choices_of(pen), 1))
        return choice_wanted(shown[0]) if shown else _("An effect leaves you a choice.")


# -- carrying scripts out ---------------------------------------------------------------------


def clockwise(t: Table) -> tuple[int, ...]:
    """Return all seats, beginning with the one to the speaker's left (TIN 12.2.3, 30.6.1)."""
    return _clockwise(len(t.table.players), t.table.speaker)


@cache
def _clockwise(seats: int, speaker: int) -> tuple[int, ...]:
    return tuple((speaker + 1 + i) % seats for i in range(seats))


def begin(t: Table, seat: int) -> Pen:
    """Begin a draft for a seat, sealed until it is opened; return a pen on it."""
    hand = t.hand[seat]
    hand.draft = Draft(copied_sheets(t.table.players[seat]), relics=hand.relics[:])
    return Pen(hand.draft, components(t.table.house))


def nobody_acts(t: Table, *windows: str) -> bool:
    """Return whether no faction in play has an ability in any of these windows: then nothing is
    asked, and marks may be written on the open sheets straight away."""
    abilities = components(t.table.house).abilities
    return not any(
        window in abilities[sheets.faction]
        for sheets in t.table.players
        for window in windows
        if sheets.faction
    )


def open_pen(t: Table, seat: int) -> Pen:
    """Return a pen on a player's open sheets."""
    return Pen(Draft(t.table.players[seat]), components(t.table.house))


def pen_of(t: Table, seat: int) -> Pen:
    draft = t.hand[seat].draft
    assert draft is not None
    return Pen(draft, components(t.table.house))


def mark_all(
    t: Table, seats: Sequence[int], question: Callable[[int], Marking] | None = None
) -> Play[None]:
    """Carry out the scripts of all seats, as if at the same instant (TIN 32.5.1).

    Without a `question` there are only the pending frames of drafts; a seat that has no real choice
    there is not asked.
    """
    if question is not None:
        asks = [question(seat) for seat in seats]
        yield from together(t, "marks", asks, carry_out, _all_done)
        return
    left = [seat for seat in seats if _left_open(t, seat, pen_of(t, seat))]
    if left:
        yield from together(t, "rest", [CarryOn(seat) for seat in left], go_on, _all_done)


def _all_done(t: Table) -> None:
    """Do nothing: the step's beginner opens the drafts."""


def _left_open(t: Table, seat: int, pen: Pen) -> bool:
    """Resolve all that needs no word; return whether a real choice, or a relic, is left."""
    draft = pen.draft
    if draft.stack:
        settle(pen)
    if not draft.waits and (draft.stack or draft.purse) and not real_choice(pen):
        close(pen)
    if _waits(pen):
        draw_relic(t, seat)
        return True
    return bool(draft.stack)


def _waits(pen: Pen) -> bool:
    """Return whether a relic is to be drawn before anything else."""
    return pen.draft.waits


def carry_out(t: Table, seat: int, answer: Script) -> Play[None]:
    """Carry out one player's script; a relic or a choice left open is asked about (TIN 32.3.2)."""
    hand = t.hand[seat]
    pen = fresh_pen(t.table, seat, hand.relics)
    hand.draft = pen.draft
    run(pen, answer)
    if _left_open(t, seat, pen):
        again = yield from t.ask(CarryOn(seat))
        yield from go_on(t, seat, again)


def go_on(t: Table, seat: int, answer: Script) -> Play[None]:
    """Carry out the answer, or in silence the rest of the script before; then all that is left is
    settled by default. Another relic is asked about again."""
    pen = pen_of(t, seat)
    rest, pen.draft.rest = pen.draft.rest, []
    if answer:
        run(pen, answer)
    else:
        pen = run_leniently(pen, rest)
    if not _waits(pen):
        close(pen)
    t.hand[seat].draft = pen.draft
    if _waits(pen):
        draw_relic(t, seat)
        again = yield from t.ask(CarryOn(seat))
        yield from go_on(t, seat, again)


def draw_relic(t: Table, seat: int) -> None:
    """Draw the top relics for a player, privately (TIN 18.1, 31.16.22)."""
    pen = pen_of(t, seat)
    n = 1
    for _key, effect in pen.abilities("on_relic"):
        if effect.ops[0].rule == "relic_pick":
            n = effect.ops[0].draw
    deck = t.box.relics
    drawn, t.box.relics = deck[:n], deck[n:]
    relics = [pen.parts.relics[id] for id in drawn]
    t.tell(
        RelicDrawn(
            seat,
            tuple(drawn),
            tuple(r.name for r in relics),
            tuple(r.vp for r in relics),
            tuple(r.effect.text for r in relics),
        ),
        to=seat,
        cite="TIN 18.1.2",
    )
    draft = pen.draft
    draft.taken += len(drawn)
    frame = draft.stack[-1]
    draft.waits = False
    frame.left = -1
    if drawn:
        draft.drawn = drawn
        frame.ops[0] = Op("keep_relic")
    else:
        del frame.ops[0]
        if frame.at:
            pen.nav.boxes = {**pen.nav.boxes, frame.at: 0}
    settle(pen)


def publish(t: Table, seats: Sequence[int], quiet: bool = False) -> None:
    """Open the drafts, so that everybody sees the marks (TIN 5.3.2)."""
    table, hands, heard = t.table, t.hand, t.is_listened_to
    parts = components(table.house)
    for seat in seats:
        hand = hands[seat]
        draft = hand.draft
        assert draft is not None
        played = draft.sheets.played[len(table.players[seat].played) :]
        if draft.returned:
            t.box.relics = [*t.box.relics, *draft.returned]
        table.relic_deck += len(draft.returned) - draft.taken
        table.players[seat] = draft.sheets
        hand.relics = draft.relics
        hand.draft = None
        if not heard:
            continue
        shown = [mark for mark in draft.log if mark.do != "keep"]
        if shown or not quiet:
            pen = Pen(draft, parts)
            t.tell(
                Marked(
                    seat,
                    draft.sheets.active if draft.step else "",
                    tuple(shown),
                    tuple(draft.lapsed),
                    titles_of(pen, shown),
                ),
                cite="TIN 5.3.2",
            )
        for relic in played:
            t.tell(RelicPlayed(seat, relic, parts.relics[relic].name), cite="TIN 18.1.4")
