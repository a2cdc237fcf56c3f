"""The one way a game moves on.

`advance` is one transaction under the game's lock. Running it twice, late or half-way killed
changes nothing; a task only says that now would be a good moment.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pbem import ports, signals
from pbem.models import Dispute, Game, Prompt, Submission
from pbem.orders import intake, offers, reports
from pbem.play import loading
from pbem.play.loading import RulesFailed
from pbem.play.session import Rows, Session, locked_rows, rows_of
from pbem.storage.prepared import asked_ahead, riding_along
from rules.kernel.decisions import Interjection
from rules.kernel.errors import Diverged
from rules.kernel.records.record import Ruling

log = logging.getLogger(__name__)

PROMPTS = 8
"""Hardly any advance opens more questions; see `asked_ahead`."""
_JUST_AFTER = timedelta(microseconds=1)
_STANDING_STILL = {
    Game.Status.PAUSED: _("The game is paused; your orders are kept and read when it goes on."),
    Game.Status.FROZEN: _("The referee is looking into the game; your orders are kept until then."),
}
_NO_ORDERS = {
    Game.Status.LOBBY: _("The game has not started yet; wait for its first mail."),
    Game.Status.OVER: _("The game is over."),
    Game.Status.CANCELLED: _("The game was cancelled."),
}


class Advanced(NamedTuple):
    """What an advance did. `more`: it stopped only to let go of the lock, so advance again.
    `thinking`: addresses of questions that a bot has to think about before the game goes on."""

    game_id: int
    status: str
    rulings: tuple[Ruling, ...] = ()
    opened: tuple[Prompt, ...] = ()
    more: bool = False
    thinking: tuple[str, ...] = ()


class _Ruled(NamedTuple):
    """What an advance did, and the session that is over but not announced yet, if there was
    one."""

    advanced: Advanced
    ended: signals.Ended | None = None


def advance_several(games: Mapping[int, Submission | None], now: datetime) -> list[Advanced]:
    """Advance several games in the transaction of the caller, which has to be given up if one
    fails.

    With each game comes what it is advanced because of; see `advance`. They are locked in the
    order of their keys, as whoever locks several does it, so that no two wait for each other. All
    mail for them that came before `now` is handed in.
    """
    with _read_at_once(games, now):
        ruled = [_ruled_on(game_id, now, games[game_id]) for game_id in sorted(games)]
        return _settled(*ruled)


def advance(
    game_id: int,
    now: datetime | None = None,
    *,
    because_of: Submission | None = None,
    mail_is_read: bool = False,
    thoughts: Mapping[str, Any] | None = None,
    deal: Interjection | None = None,
) -> Advanced:
    """Rule as far as orders, policies, bots and clocks reach; stop where a person is needed.

    `because_of`: orders just handed in; if another advance has met them already, there is nothing
    to do. `mail_is_read`: all mail for this table that came before `now` is handed in.
    `thoughts`: what bots have thought of outside of the lock, by the address of the question;
    `deal`: what one of them offers. If the rules crash, or no longer give what they ruled, nothing
    of this advance stays and the game is frozen for the referee.
    """
    now = now or timezone.now()
    if not mail_is_read and not transaction.get_connection().in_atomic_block:
        signals.hand_in_late_mail.send(Game, game_ids=[game_id])
    try:
        with transaction.atomic(), _read_at_once({game_id: because_of}, now):
            (advanced,) = _settled(_ruled_on(game_id, now, because_of, thoughts, deal))
            return advanced
    except (RulesFailed, Diverged) as trouble:
        return _freeze(game_id, trouble, now)


@contextmanager
def _read_at_once(games: Mapping[int, Submission | None], now: datetime) -> Iterator[None]:
    """Lock and read games on one journey, in the order of their keys, for whoever asks for them in
    this block; what is written in it for one goes with what is asked for the next."""
    if not games:
        yield
        return
    questions = [
        question
        for game_id in sorted(games)
        for question in (*rows_of(game_id, now), *ports.asked_along(game_id, games[game_id]))
    ]
    kinds: dict[type[Model], int] = {Prompt: PROMPTS, **ports.new_rows()}
    new_rows = {kind: count * len(games) for kind, count in kinds.items()}
    with riding_along(), asked_ahead(questions, new_rows):
        yield


def _ruled_on(
    game_id: int,
    now: datetime,
    because_of: Submission | None = None,
    thoughts: Mapping[str, Any] | None = None,
    deal: Interjection | None = None,
) -> _Ruled:
    rows = locked_rows(game_id, now)
    if because_of is not None and because_of.pk not in _unread(rows):
        return _Ruled(Advanced(game_id, rows.game.status))
    return _advance(rows, now, thoughts, deal)


def finish(session: Session) -> Advanced:
    """Write what the session did and announce it, inside the caller's transaction."""
    (advanced,) = _settled(_finished(session))
    return advanced


def _settled(*ruled: _Ruled) -> list[Advanced]:
    """Announce that sessions have ended, all of them at once, so that what has to be asked for
    their mails is asked on one journey; return what the advances did."""
    ended = [one.ended for one in ruled if one.ended is not None]
    if ended:
        signals.sessions_ended.send(Game, ended=ended)
    return [one.advanced for one in ruled]


def _finished(session: Session) -> _Ruled:
    with loading.rules_at_work():
        more = session.more
        session.ask_people()
        reports.follow(session)
    session.write()
    _note_thinking(session)
    _announce(session)
    advanced = Advanced(
        session.game.pk,
        session.game.status,
        tuple(session.rulings),
        tuple(session.prompts.opened),
        more,
        session.thinking,
    )
    open_now = list(session.prompts.open.values())
    ended = signals.Ended(
        session.game,
        session.match,
        open_now,
        session.rulings,
        session.live,
        session.standing_orders,
    )
    return _Ruled(advanced, ended)


def _note_thinking(session: Session) -> None:
    """Keep whether a bot has to think, so that the sweep finds the game if nobody else does."""
    game = session.game
    if game.thinking != bool(session.thinking):
        game.thinking = bool(session.thinking)
        game.save(update_fields=["thinking"])
    if session.thinking:
        signals.bots_asked.send(Game, game=game)


def _announce(session: Session) -> None:
    """Tell whoever listens what the session did; see `signals`."""
    game, match, prompts = session.game, session.match, session.prompts
    for missed in session.missed:
        signals.deadline_missed.send(Game, game=game, match=match, **missed._asdict())
    for seat in session.gone_missing:
        signals.table_changed.send(Game, game=game, what="missing", seat=seat, match=match)
    newest = session.rulings[-1] if session.rulings else None
    for submission in session.answered:
        signals.submission_answered.send(Game, submission=submission, match=match, newest=newest)
    for lapsed in session.lapsed():
        signals.orders_lapsed.send(Game, game=game, match=match, **lapsed._asdict())
    if session.rulings or prompts.opened or session.asked_early:
        opened = [prompt for prompt in prompts.opened if prompt.waiting]
        signals.advanced.send(
            Game,
            game=game,
            rulings=session.rulings,
            opened=opened,
            early=session.asked_early,
            match=match,
        )
    if session.over:
        signals.game_over.send(Game, game=game, match=match)


def _unread(rows: Rows) -> set[int]:
    return {row.pk for row in rows.submissions if row.state == Submission.State.NEW}


def _advance(
    rows: Rows,
    now: datetime,
    thoughts: Mapping[str, Any] | None = None,
    deal: Interjection | None = None,
) -> _Ruled:
    game = rows.game
    if game.status != Game.Status.RUNNING:
        _answer_anyway(game)
        return _Ruled(Advanced(game.pk, game.status))
    with loading.rules_at_work():
        session = Session(game, now, rows=rows, thoughts=thoughts)
        _catch_up(session, before=now + _JUST_AFTER)
        if deal is not None:
            offers.from_bot(session, deal)
            session.run()
    return _finished(session)


def _catch_up(session: Session, before: datetime) -> None:
    """Rule on what was received and what fell due, in the order in which it happened.

    So a late advance rules as a timely one would have: orders that came before a deadline count,
    and orders that came after it meet the next question.
    """
    session.run()
    for submission in session.unread:
        session.until = submission.received
        session.run()
        offers.expire(session, submission.received)
        intake.take(session, submission)
    session.until = before
    session.run()
    offers.expire(session, before)


def _answer_anyway(game: Game) -> None:
    """Answer unread orders of a game in which nothing can be ruled: no order is met with
    silence."""
    status = Game.Status(game.status)
    unread = game.submissions.filter(state=Submission.State.NEW).select_related("seat")
    for submission in unread.order_by("received", "pk"):
        if status in _NO_ORDERS:
            intake.refuse_all(submission, _NO_ORDERS[status])
        elif not submission.report:
            intake.keep_for_later(submission, _STANDING_STILL[status])
        else:
            continue
        submission.save(update_fields=["report", "state"])
        signals.submission_answered.send(Game, submission=submission, match=None)


def _freeze(game_id: int, trouble: RulesFailed | Diverged, now: datetime) -> Advanced:
    """Freeze the game and open a dispute: it stands still, without retries, until the referee
    resumes it."""
    log.error("game=%s frozen: %s", game_id, trouble)
    with transaction.atomic():
        game = loading.locked(game_id)
        if game.status == Game.Status.RUNNING:
            game.status = Game.Status.FROZEN
            game.paused = now
            game.save(update_fields=["status", "paused"])
            text, seq = f"The rules crashed after ruling {game.head_seq}: {trouble}.", game.head_seq
            if isinstance(trouble, Diverged):
                text, seq = f"The rules no longer give what was ruled: {trouble}.", trouble.n
            Dispute.objects.create(
                game=game,
                ruling_seq=seq or None,
                origin=Dispute.Origin.RULES,
                text=text,
                opened=now,
            )
            signals.table_changed.send(Game, game=game, what="frozen", seat=None)
            _answer_anyway(game)
    return Advanced(game_id, game.status)
