"""Putting a ruling right: tried on a fork first, then made the game, in one transaction.

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

from pbem import deadlines, disputes, games, lobby, play, records, reports, signals, submissions
from pbem.disputes import DisputeError, Stale
from pbem.models import Correction, Dispute, Game, Offer, Prompt, Submission
from pbem.session import Session
from rules.kernel.codec import encode
from rules.kernel.decisions import Problem
from rules.kernel.errors import Diverged, Refused
from rules.kernel.events import Told
from rules.kernel.history import (
    Fork,
    History,
    Kept,
    Progress,
    Replaying,
    finished,
)
from rules.kernel.match import Match
from rules.kernel.orders import cited
from rules.kernel.record import Answers, Interject, Op, Ruling, Source
from rules.kernel.ruleset import plain_all
from rules.lexicon import read_page

HELD = "The referee corrected an earlier ruling. The order is held: send it again if you want it."
MOST_CHANGES = 200
OWN_WORDS = ("player", "script", "standing")


class Proposal(NamedTuple):
    """What a referee would change. `until`: later answers only up to this ruling are given again.

    `order` answers the question at `address` as its seat would write it; `changes` are lines
    "path = value" in the state where the step of `ruling` begins.
    """

    kind: str
    ruling: int
    address: str = ""
    order: str = ""
    changes: str = ""
    until: int | None = None


class Change(NamedTuple):
    """One place where two states differ. `where`: table, hand of a seat, or box."""

    path: str
    before: str
    after: str
    hidden: bool


class Learned(NamedTuple):
    """Something that was told on the branch left and is not so on the new one."""

    ruling: int
    seat: int | None
    told: Told


class Preview(NamedTuple):
    """What a proposal would do, without having done it."""

    fork: Fork
    before: Match
    changes: tuple[Change, ...]
    learned: tuple[Learned, ...]
    head: int

    @property
    def fates(self) -> tuple[Kept, ...]:
        return self.fork.fates


Trying = Generator[Progress, None, Preview]


# -- trying -------------------------------------------------------------------------------------


def preview(game: Game, proposal: Proposal, reason: str) -> Trying:
    """Play it through on a fork, telling the progress; DisputeError if it cannot be done."""
    history = records.history(game)
    try:
        with _judging():
            fork = yield from _replaying(history, proposal, reason)
            before = history.wake()
            changes = tuple(differences(before, fork.match))[:MOST_CHANGES]
            learned = tuple(_learned(history, fork))
    except (games.RulesFailed, Diverged) as trouble:
        raise DisputeError(_("The rules stop there: %s.") % trouble) from trouble
    return Preview(fork, before, changes, learned, history.head.n)


@contextmanager
def _judging() -> Iterator[None]:
    """The rules at work on a referee's idea: what is wrong with the idea is said as it is."""
    try:
        with games.rules_at_work():
            yield
    except games.RulesFailed as trouble:
        if isinstance(trouble.__cause__, DisputeError):
            raise trouble.__cause__ from None
        raise


def _replaying(history: History, proposal: Proposal, reason: str) -> Replaying:
    """The fork a proposal asks for. Everything a person can get wrong is a DisputeError."""
    try:
        if proposal.kind == Correction.Kind.ANSWER:
            answer = _read(history, proposal)
            source = Source("referee", reason[:80])
            return (
                yield from history.amending(
                    proposal.ruling, proposal.address, answer, source, proposal.until
                )
            )
        if proposal.kind == Correction.Kind.RERULE:
            return (yield from history.reruling(proposal.ruling, proposal.until))
        if proposal.kind == Correction.Kind.EDIT:
            ops = _ops(proposal.changes)
            begin = history.step_begins(proposal.ruling)
            return (yield from history.editing(begin, ops, reason, proposal.until))
        if proposal.kind == Correction.Kind.UNDO:
            return (yield from history.taking_back(proposal.ruling))
    except Refused as refused:
        raise DisputeError(" ".join(_words(refused))) from None
    raise DisputeError(_("Choose what to do: another answer, rule again, take back or change."))


def _words(refused: Refused) -> Iterator[str]:
    for refusal in refused.refusals:
        rule = f" [{refusal.problem.rule}]" if refusal.problem.rule else ""
        yield f"{refusal.problem.words}{rule}"


def _read(history: History, proposal: Proposal) -> Any:
    """The answer in the referee's order lines, read by the question as it stood then."""
    if proposal.ruling > len(history.rulings):
        raise DisputeError(_("There is no ruling %s.") % proposal.ruling)
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
    """Where two positions differ, place by place, in the order of the state."""
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
    """What somebody was told in confidence, or saw revealed, that the new branch does not tell."""
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
    """The rulings of the live branch that the fork leaves."""
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
    """Make the proposal the game, and decide the dispute by it. One effect, however often sent.

    `head` is the ruling the referee's trial ended at: if the game has moved on since, they look
    again first.
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
    except (games.RulesFailed, Diverged) as trouble:
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
        fork = finished(_replaying(history, proposal, dispute.decision))
        left = _left(history, fork)
    running = _clocks(game, dispute, now)
    with games.rules_at_work():
        session = Session(game, now, fork=fork)
        _void_open_questions(session)
        _hold_orders(session, left, fork.rulings)
        if running:
            session.run()
    correction = Correction.objects.create(
        game=game,
        dispute=dispute,
        kind=proposal.kind,
        ruling_seq=proposal.ruling,
        old_head=old_head,
        first_seq=fork.rulings[0].n,
        last_seq=fork.rulings[-1].n,
        fates=[kept._asdict() for kept in fork.fates],
        moved=_moved(proposal, fork),
        at=now,
    )
    signals.ruling_amended.send(Game, game=game, correction=correction, match=session.match)
    play.finish(session)
    if running:
        play.advance(game.pk, now)
    return correction


def _moved(proposal: Proposal, fork: Fork) -> dict[str, int]:
    moved = {str(k.was): k.now for k in fork.fates if k.now}
    if proposal.kind in (Correction.Kind.ANSWER, Correction.Kind.RERULE):
        moved[str(proposal.ruling)] = fork.rulings[0].n
    return moved


def _clocks(game: Game, dispute: Dispute, now: datetime) -> bool:
    """Let the table go on if nothing else holds it; whether it runs now.

    One that stays still has its pause begin anew, so that going on later counts only from here
    for the questions asked now.
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


def _void_open_questions(session: Session) -> None:
    """Whatever was open is asked anew: the answers at hand were given on another branch."""
    for address, prompt in list(session.prompts.items()):
        prompt.sealed = prompt.source = None
        session.close(address, Prompt.State.GONE)


def _hold_orders(session: Session, left: Sequence[Ruling], kept: Sequence[Ruling]) -> None:
    """Orders carried out only on the branch left are held; those given again are done there."""
    dead = {r.n for r in left}
    now = {place: r.n for r in kept for place in _cited(r)}
    receipts = {receipt for r in left for receipt, _line in _cited(r)}
    anchored = {s.receipt for s in session.live if s.step}
    rows = session.game.submissions.filter(receipt__in=receipts | anchored).select_related("seat")
    for submission in [session.submission(s.receipt) or s for s in rows]:
        session.hold_on_to(submission)
        for e in submission.report:
            place = (submission.receipt, e["line"])
            if place in now:
                e["ruling"] = now[place]
            elif e["ruling"] in dead or (e["role"] == "order" and e["status"] == "waiting"):
                reports.settle(e, "held", HELD, ruling=None)
        submission.state = Submission.State.DONE
    _void_deals(session, left, kept)
    session.orders_changed()


def _void_deals(session: Session, left: Sequence[Ruling], kept: Sequence[Ruling]) -> None:
    """A deal struck only on the branch left has not happened; its offer is no longer accepted."""
    gone = {number for r in left for number in _deals(r)}
    gone -= {number for r in kept for number in _deals(r)}
    offers = session.game.offers.filter(number__in=gone, state=Offer.State.ACCEPTED)
    offers.update(state=Offer.State.WITHDRAWN)


def _sources(ruling: Ruling) -> Iterator[Source]:
    for given in ruling.inputs:
        if isinstance(given, Answers):
            yield from (g.source for g in given.given)
        elif isinstance(given, Interject):
            yield given.source


def _cited(ruling: Ruling) -> Iterator[tuple[str, int]]:
    """The lines of submissions that a ruling carried out."""
    for source in _sources(ruling):
        if source.by in ("player", "script") and not source.ref.startswith(("seal-", "offer:")):
            receipt, positions = cited(source.ref)
            yield from ((receipt, position) for position in positions)


def _deals(ruling: Ruling) -> Iterator[int]:
    for source in _sources(ruling):
        kind, _colon, number = source.ref.partition(":")
        if kind == "offer" and number.isdecimal():
            yield int(number)


# -- telling ------------------------------------------------------------------------------------


class Fated(NamedTuple):
    """What became of one order of a seat, in words for its giver."""

    ruling: int
    order: str
    words: str
    asked_again: bool


def told_to(correction: Correction, seat: int) -> list[Fated]:
    """What became of this seat's own later orders: nothing about anybody else's, nor about what
    was played for it."""
    words = {
        "kept": _("still holds; it is ruling %(now)s now"),
        "question-changed": _(
            "still holds as ruling %(now)s, but the question has changed: look at it again"
        ),
        "refused": _("is no longer legal: you are asked again"),
        "not-asked": _("no longer counts: the question does not come up, or has not come up yet"),
        "cut": _("no longer counts: you are asked again when its question comes up"),
        "newly-asked": _("a new question for you"),
    }
    return [
        Fated(
            kept["was"],
            kept["order"],
            words[kept["fate"]] % kept,
            kept["fate"] not in ("kept", "question-changed"),
        )
        for kept in correction.fates
        if kept["seat"] == seat and (kept["by"] in OWN_WORDS or kept["fate"] == "newly-asked")
    ]
