"""Correcting a ruling: tried on a fork first, then made the game, in one transaction.

Nothing is deleted. The record keeps the branch that was left, and `verify_game` checks both.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pbem import signals
from pbem.clocks import deadlines
from pbem.models import Correction, Dispute, Game, Offer
from pbem.orders import submissions
from pbem.play import advancing, branches, loading
from pbem.referee import disputes, records
from pbem.referee.disputes import DisputeError, Stale
from pbem.table import lobby
from rules.kernel.codec import encode, typed
from rules.kernel.decisions import Interjection, Problem
from rules.kernel.errors import Diverged, Refused
from rules.kernel.events import Told
from rules.kernel.match import Match
from rules.kernel.records.history import (
    Fork,
    History,
    LaterAnswer,
    Progress,
    Replaying,
    finished,
)
from rules.kernel.records.record import CitedOffer, Interject, Op, Ruling, Source
from rules.kernel.ruleset import plain_all
from rules.lexicon import LexiconError, read_page

HELD = gettext_lazy(
    "The referee corrected an earlier ruling. The order is held: send it again if you want it."
)
MOST_CHANGES = 200
OWN_WORDS = ("player", "script", "standing")


class Proposal(NamedTuple):
    """What a referee would change. `until`: only later answers up to this ruling are given again.

    `order` answers the question at `address` as its seat would write it, or is what `seat` does
    outside the questions just before `ruling`; `changes` are lines "path = value" in the state
    where the step of `ruling` begins.
    """

    kind: str
    ruling: int
    address: str = ""
    order: str = ""
    changes: str = ""
    until: int | None = None
    seat: int | None = None


class Change(NamedTuple):
    """One place where two states differ; `hidden`: it is not on the open table."""

    path: str
    before: str
    after: str
    hidden: bool


class Learned(NamedTuple):
    """Something that somebody was told on the branch left and that the new branch does not tell."""

    ruling: int
    seat: int | None
    told: Told


class Preview(NamedTuple):
    """What a proposal would do. `words`: the deal or play that is put in or struck out."""

    words: str
    fork: Fork
    before: Match
    changes: tuple[Change, ...]
    learned: tuple[Learned, ...]
    head: int

    @property
    def fates(self) -> tuple[LaterAnswer, ...]:
        return self.fork.fates


Trying = Generator[Progress, None, Preview]


# -- trying -------------------------------------------------------------------------------------


def preview(game: Game, proposal: Proposal, reason: str) -> Trying:
    """Try a proposal on a fork, yielding the progress; raises DisputeError if it cannot be done."""
    history = records.history(game)
    try:
        with _judging():
            fork = yield from _replaying(game, history, proposal, reason)
            words = _in_words(history, proposal, fork)
            before = history.wake()
            changes = tuple(differences(before, fork.match))[:MOST_CHANGES]
            learned = tuple(_learned(history, fork))
    except (loading.RulesFailed, Diverged) as trouble:
        raise DisputeError(_("The rules stop there: %s.") % trouble) from trouble
    return Preview(words, fork, before, changes, learned, history.head.n)


@contextmanager
def _judging() -> Iterator[None]:
    """Let the rules judge a referee's proposal: a DisputeError is raised as it is, not as a
    crash."""
    try:
        with loading.rules_at_work():
            yield
    except loading.RulesFailed as trouble:
        if isinstance(trouble.__cause__, DisputeError):
            raise trouble.__cause__ from None
        raise


def _replaying(game: Game, history: History, proposal: Proposal, reason: str) -> Replaying:
    """Make the fork a proposal asks for; raises DisputeError for everything a person can get
    wrong."""
    n, until = proposal.ruling, proposal.until
    try:
        if proposal.kind == Correction.Kind.PLAY:
            what, source = _play(game, history, proposal, Source("referee", reason[:80]))
            return (yield from history.inserting(n, what, source, until))
        if proposal.kind == Correction.Kind.STRIKE:
            return (yield from history.striking(n, until))
        if proposal.kind == Correction.Kind.ANSWER:
            answer = _read(history, proposal)
            source = Source("referee", reason[:80])
            return (yield from history.amending(n, proposal.address, answer, source, until))
        if proposal.kind == Correction.Kind.RERULE:
            return (yield from history.reruling(n, until))
        if proposal.kind == Correction.Kind.EDIT:
            ops = _ops(proposal.changes)
            begin = history.step_begins(n)
            return (yield from history.editing(begin, ops, reason, until))
        if proposal.kind == Correction.Kind.UNDO:
            return (yield from history.taking_back(n))
    except Refused as refused:
        raise DisputeError(" ".join(_words(refused))) from None
    raise DisputeError(_("Choose what to do: another answer, rule again, take back or change."))


def _words(refused: Refused) -> Iterator[str]:
    for refusal in refused.refusals:
        yield _with_rule(refusal.problem)


def _with_rule(problem: Problem) -> str:
    return f"{problem.words} [{problem.rule}]" if problem.rule else problem.words


def _check_known(history: History, proposal: Proposal) -> None:
    if not 0 < proposal.ruling <= len(history.rulings):
        raise DisputeError(_("There is no ruling %s.") % proposal.ruling)


def _play(
    game: Game, history: History, proposal: Proposal, source: Source
) -> tuple[Interjection, Source]:
    """Read what the referee's line does outside the questions, as its seat would have written it
    then.

    `ACCEPT 7` takes the offer as it was made, also one that has ended since.
    """
    _check_known(history, proposal)
    ruling = history.get(proposal.ruling)
    if proposal.seat is None or not ruling.parent:
        raise DisputeError(_("Choose whose deal or play it is, and a ruling after the first."))
    match = history.wake(ruling.parent)
    lines = read_page(proposal.order, submissions.verbs_of(history.ruleset)).lines
    if len(lines) != 1:
        raise DisputeError(_("Write the deal or play as one order line."))
    if lines[0].verb == "accept":
        return _accepted(game, history, proposal.seat, lines[0].rest)
    view = match.view(proposal.seat)
    for kind in history.ruleset.interjections:
        if lines[0].verb in kind.verbs:
            try:
                return kind.read_order(view, lines[0]), source
            except LexiconError as error:
                raise DisputeError(error.words) from None
    possible = [line for kind in history.ruleset.interjections for line in kind.template(view)]
    words = _("That is nothing a player does outside the questions.")
    if possible:
        words += " " + _("Possible were lines like: %s") % "; ".join(dict.fromkeys(possible))
    raise DisputeError(words)


def _accepted(game: Game, history: History, seat: int, said: str) -> tuple[Interjection, Source]:
    number = said.strip().lstrip("#")
    offer = game.offers.filter(number=int(number)).first() if number.isdecimal() else None
    if offer is None or seat not in offer.parties:
        raise DisputeError(_("There is no offer %s to this seat.") % (number or "?"))
    if offer.state == Offer.State.ACCEPTED:
        raise DisputeError(_("Offer %s was accepted and carried out already.") % number)
    what: Interjection = typed(offer.data, history.ruleset.interjection_kinds[offer.what])
    return what, Source.citing("referee", CitedOffer(offer.number))


def _in_words(history: History, proposal: Proposal, fork: Fork) -> str:
    """Write the deal or play that a proposal puts in or strikes out, for the referee."""
    if proposal.kind not in (Correction.Kind.PLAY, Correction.Kind.STRIKE):
        return ""
    struck = proposal.kind == Correction.Kind.STRIKE
    ruling = history.get(proposal.ruling) if struck else fork.rulings[0]
    play = ruling.inputs[0]
    assert isinstance(play, Interject)
    what: Interjection = typed(play.data, history.ruleset.interjection_kinds[play.what])
    return what.words(history.wake(ruling.parent).view(play.seat))


def _read(history: History, proposal: Proposal) -> Any:
    """Return the answer in the referee's order lines, read by the question as it stood then."""
    _check_known(history, proposal)
    for question in history.questions(proposal.ruling):
        if question.address != proposal.address:
            continue
        page = read_page(proposal.order, submissions.verbs_of(history.ruleset))
        reading = question.decision.read(question.view, page.lines)
        problems: Sequence[Problem] = reading.problems
        if reading.answer is not None and not problems:
            _typed, problems = question.decision.judge(question.view, reading.answer)
            if not problems:
                return reading.answer
        words = " ".join(p.words for p in problems)
        raise DisputeError(words or _("These lines do not answer the question."))
    raise DisputeError(_("Choose the question that is to be answered otherwise."))


def _ops(changes: str) -> list[Op]:
    ops = []
    for line in filter(None, (line.strip() for line in changes.splitlines())):
        path, equals, value = line.partition("=")
        try:
            if not equals:
                raise ValueError(line)
            ops.append(Op(path.strip(), msgspec.json.decode(value.strip().encode())))
        except (ValueError, msgspec.DecodeError):
            words = _("%r is not a change; write it like: table.sides.0.gold = 5") % line
            raise DisputeError(words) from None
    if not ops:
        raise DisputeError(_("Write at least one change, like: table.sides.0.gold = 5"))
    return ops


# -- differences --------------------------------------------------------------------------------


def differences(before: Match, after: Match) -> Iterator[Change]:
    """Yield where two positions differ, place by place, in the order of the state."""
    yield from _differing("", plain_all(before.state), plain_all(after.state))


def _differing(path: str, old: Any, new: Any) -> Iterator[Change]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            yield from _differing(f"{path}.{key}".lstrip("."), old.get(key), new.get(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i, (a, b) in enumerate(zip(old, new, strict=True)):
            yield from _differing(f"{path}.{i}", a, b)
    else:
        yield Change(path, _shown(old), _shown(new), not path.startswith("table"))


def _shown(value: Any) -> str:
    return "–" if value is None else msgspec.json.encode(value).decode()


def _learned(history: History, fork: Fork) -> Iterator[Learned]:
    """Yield what somebody was told in confidence, or saw revealed, and the new branch does not
    tell."""
    still = {seen for r in fork.rulings for _t, seen in _secrets(history, r)}
    for ruling in _left(history, fork):
        for told, (seat, raw) in _secrets(history, ruling):
            if (seat, raw) not in still:
                yield Learned(ruling.n, seat, told)


def _secrets(history: History, ruling: Ruling) -> Iterator[tuple[Told, tuple[int | None, bytes]]]:
    for told in ruling.events:
        if told.to is not None:
            for seat in told.to:
                yield told, (seat, encode(told.event))
        elif history.ruleset.event_kinds[told.event["kind"]].reveals:
            yield told, (None, encode(told.event))


def _left(history: History, fork: Fork) -> list[Ruling]:
    """Return the rulings of the live branch that the fork leaves."""
    base = fork.rulings[0].parent
    return [r for r in history.path() if r.n > base]


# -- applying -----------------------------------------------------------------------------------


def apply(
    dispute_id: int,
    by: User,
    reason: str,
    proposal: Proposal,
    *,
    version: int,
    head: int,
    nonce: str,
    now: datetime | None = None,
) -> Correction:
    """Make the proposal the game, and decide the dispute by it; sent twice, it has one effect.

    `head` is the newest ruling at the time of the referee's trial: if the game has moved on since,
    the referee looks again first.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            game, dispute = disputes.locked(dispute_id)
            if disputes.is_repeated(dispute, nonce):
                return dispute.correction
            disputes.check_open(dispute, version)
            _check_game(game, head)
            decided = (dispute, by, Dispute.Outcome.AMENDED, reason, version, nonce, now)
            disputes.decide(*decided)
            return _apply(game, dispute, proposal, now)
    except (loading.RulesFailed, Diverged) as trouble:
        words = _("The rules stop there: %s. Nothing was changed.") % trouble
        raise DisputeError(words) from trouble


def _check_game(game: Game, head: int) -> None:
    if game.status not in lobby.AT_THE_TABLE:
        raise DisputeError(
            _("%s is not being played. Its dice are known: rulings can no longer be corrected.")
            % game.name
        )
    if game.head_seq != head:
        raise Stale(
            _("The game has moved on to ruling %s since you tried this. Try it again.")
            % game.head_seq
        )


def _apply(game: Game, dispute: Dispute, proposal: Proposal, now: datetime) -> Correction:
    history = records.history(game)
    old_head = game.head_seq
    with _judging():
        fork = finished(_replaying(game, history, proposal, dispute.decision))
        left = _left(history, fork)
    running = _clocks(game, dispute, now)
    with loading.rules_at_work():
        session = branches.adopt(game, fork, left, HELD, now)
        if running:
            session.run()
    correction = Correction(
        game=game,
        dispute=dispute,
        kind=proposal.kind,
        ruling_seq=proposal.ruling,
        old_head=old_head,
        first_seq=fork.rulings[0].n,
        last_seq=fork.rulings[-1].n,
        moved=_moved(proposal, fork),
        same=_same(left, fork),
        at=now,
    )
    correction.later_answers = list(fork.fates)
    correction.save()
    signals.ruling_amended.send(Game, game=game, correction=correction, match=session.match)
    advancing.finish(session)
    if running:
        advancing.advance(game.pk, now)
    return correction


def _moved(proposal: Proposal, fork: Fork) -> dict[str, int]:
    moved = {str(k.was): k.now for k in fork.fates if k.now}
    if proposal.kind in (Correction.Kind.ANSWER, Correction.Kind.RERULE):
        moved[str(proposal.ruling)] = fork.rulings[0].n
    return moved


def _same(left: Sequence[Ruling], fork: Fork) -> dict[str, int]:
    """Return, by new number, the old rulings that told everybody just what a ruling of the fork
    tells."""
    told = {r.n: encode(r.events) for r in left}
    events = {r.n: encode(r.events) for r in fork.rulings[1:]}
    again = {k.now: k.was for k in fork.fates if k.now in events}
    return {str(now): was for now, was in again.items() if told.get(was) == events[now]}


def repeated(game: Game, rulings: Sequence[Ruling], known: int) -> dict[int, int]:
    """Return, by new number, the old rulings that new ones repeat after a correction.

    Only rulings that the reader knows or reads just before count. `known`: the last ruling the
    reader knows of.
    """
    if all(r.parent == r.n - 1 for r in rulings):
        return {}
    numbers = {r.n for r in rulings}
    same: dict[int, int] = {}
    for correction in game.corrections.filter(last_seq__gt=known).order_by("pk"):
        same |= {int(now): was for now, was in correction.same.items()}
    return {n: was for n, was in same.items() if n in numbers and (was <= known or was in numbers)}


def _clocks(game: Game, dispute: Dispute, now: datetime) -> bool:
    """Let the table go on if nothing else holds it; return whether it runs now.

    For a table that stays still the pause restarts now: questions opened by the correction get
    their full time later.
    """
    if game.paused is None:
        return True
    deadlines.shift(game, now - game.paused)
    if disputes.goes_on(game, dispute) or game.status == Game.Status.FROZEN:
        game.status, game.paused = Game.Status.RUNNING, None
    else:
        game.paused = now
    game.save(update_fields=["status", "paused"])
    running = game.status == Game.Status.RUNNING
    if running:
        signals.table_changed.send(Game, game=game, what="resumed", seat=None)
    return running


# -- telling ------------------------------------------------------------------------------------


class Fate(NamedTuple):
    """What became of one order of a seat, in words for the person who gave it."""

    ruling: int
    order: str
    words: str
    asked_again: bool

    @property
    def place(self) -> str:
        """The number of the order's ruling; empty for a new question, which has none."""
        return f"#{self.ruling} " if self.ruling else ""


def fates_for(correction: Correction, seat: int) -> list[Fate]:
    """Return what became of this seat's own later orders.

    Nothing is said about anybody else's orders, nor about what was played for the seat.
    """
    words = {
        "kept": _("still holds; it is ruling %(now)s now"),
        "question-changed": _(
            "still holds as ruling %(now)s, but the question has changed: look at it again"
        ),
        "refused": _("is no longer legal: you are asked again"),
        "not-asked": _("no longer counts: the question does not come up, or has not come up yet"),
        "cut": _("no longer counts: you are asked again when its question comes up"),
        "newly-asked": _("a new question for you"),
        "struck": _("was struck out: it has not happened"),
    }
    return [
        Fate(
            kept.was,
            kept.order,
            words[kept.fate] % {"now": kept.now},
            kept.fate not in ("kept", "question-changed"),
        )
        for kept in correction.later_answers
        if kept.seat == seat and (kept.by in OWN_WORDS or kept.fate == "newly-asked")
    ]
