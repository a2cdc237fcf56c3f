"""Objections to rulings: opened, worked on, decided.

Whatever cannot be done raises DisputeError with words that say what to do. A referee's page carries
the dispute's version and a number of its own: an old page changes nothing, and a form sent twice
has one effect.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, QuerySet
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pbem import signals
from pbem.errors import TableError
from pbem.models import Dispute, DisputeNote, Game, Player, Refereeing, Seat
from pbem.play import loading, past
from pbem.play.news import lines_for
from pbem.table import lobby
from pbem.table.people import reply_keys
from rules.kernel.records.record import Ruling

LONGEST = 4000
LONGEST_QUOTE = 400
MOST_OPEN = 3
"""How many disputes a player may have open in one game: more would only hide the first."""

NOT_DISPUTABLE = {
    Game.Status.LOBBY: gettext_lazy("%(game)s has not started: there is no ruling to object to."),
    Game.Status.CANCELLED: gettext_lazy("%(game)s was cancelled."),
}


class DisputeError(TableError):
    """Raised for something that cannot be done about a dispute."""

    code = "dispute"


class Stale(DisputeError):
    """Raised when somebody else was faster; nothing was changed."""


# -- opening ------------------------------------------------------------------------------------


def open_dispute(
    game: Game, player: Player, ruling_seq: int, text: str, now: datetime | None = None
) -> Dispute:
    """Open a dispute for a player; objecting again to the same ruling adds to the open one."""
    now = now or timezone.now()
    text = _text(text, _("Say what is wrong with the ruling: DISPUTE 143 and then why."))
    with transaction.atomic():
        game = loading.locked(game.pk)
        _check_ruling(game, player, ruling_seq)
        mine = game.disputes.filter(opened_by=player, state=Dispute.State.OPEN)
        known = mine.filter(ruling_seq=ruling_seq).first()
        if known is not None:
            _add_to(known, player, text, now)
            return known
        if mine.count() >= MOST_OPEN:
            numbers = ", ".join(str(n) for n in mine.values_list("ruling_seq", flat=True))
            words = _(
                "You have %(most)d open disputes in this game already (rulings %(numbers)s). "
                "Wait until one is decided, or add to one of them."
            )
            raise DisputeError(words % {"most": MOST_OPEN, "numbers": numbers})
        dispute = Dispute.objects.create(
            game=game, ruling_seq=ruling_seq, opened_by=player, text=text, opened=now
        )
        _hold_table(game, dispute, now)
        signals.dispute_opened.send(Game, game=game, dispute=dispute)
        return dispute


def open_for_audit(game: Game, ruling_seq: int, text: str, now: datetime | None = None) -> Dispute:
    """Open a dispute because today's rules give something else than was ruled, unless one is
    open."""
    now = now or timezone.now()
    with transaction.atomic():
        game = loading.locked(game.pk)
        known = game.disputes.filter(
            origin=Dispute.Origin.AUDIT, ruling_seq=ruling_seq, state=Dispute.State.OPEN
        ).first()
        if known is not None:
            return known
        dispute = Dispute.objects.create(
            game=game, ruling_seq=ruling_seq, origin=Dispute.Origin.AUDIT, text=text, opened=now
        )
        signals.dispute_opened.send(Game, game=game, dispute=dispute)
        return dispute


def _check_ruling(game: Game, player: Player, seq: int) -> None:
    why = NOT_DISPUTABLE.get(Game.Status(game.status))
    if why is not None:
        raise DisputeError(str(why) % {"game": game.name})
    if not game.seats.filter(player=player).exists():
        raise DisputeError(_("Only who sits at the table can object to a ruling."))
    ruling = game.rulings.filter(seq=seq).only("live").first()
    if ruling is None:
        words = _("There is no ruling %(n)d. The numbers in your mails go from 1 to %(last)d.")
        raise DisputeError(words % {"n": seq, "last": game.head_seq})
    if not ruling.live:
        now = replaced_by(game, seq)
        words = _("Ruling %(n)d was taken back and no longer counts.") % {"n": seq}
        if now:
            words += " " + _("Ruling %(n)d stands in its place: write DISPUTE %(n)d.") % {"n": now}
        raise DisputeError(words)


def replaced_by(game: Game, seq: int) -> int | None:
    """Return the ruling that replaces one that was corrected; None if there is none."""
    found = None
    for correction in game.corrections.order_by("pk"):
        moved = correction.moved.get(str(found or seq))
        found = moved if moved is not None else found
    return found


def _add_to(dispute: Dispute, player: Player, text: str, now: datetime) -> None:
    said = [dispute.text, *dispute.notes.filter(player=player).values_list("text", flat=True)]
    if text in said:
        return
    nonce = f"player-{len(said)}"
    DisputeNote.objects.create(dispute=dispute, player=player, text=text, nonce=nonce, at=now)
    _touch(dispute)


def _hold_table(game: Game, dispute: Dispute, now: datetime) -> None:
    """Pause the game, if its table has chosen to stand still while a player's dispute is open."""
    if game.pause_on_dispute and game.status == Game.Status.RUNNING:
        lobby.pause(game, now)
        game.refresh_from_db()
        dispute.paused_game = True
        dispute.save(update_fields=["paused_game"])
    elif game.status == Game.Status.PAUSED and game.disputes.filter(paused_game=True).exists():
        dispute.paused_game = True
        dispute.save(update_fields=["paused_game"])


def set_pausing(game: Game, on: bool) -> None:
    """Choose whether disputes opened from now on pause the game."""
    Game.objects.filter(pk=game.pk).update(pause_on_dispute=on)


# -- in players' words --------------------------------------------------------------------------


def ruling_in_words(game: Game, seq: int | None, names: Sequence[str] | None = None) -> str:
    """Return what a ruling told everybody, in a line; "" where it told nothing to all.

    `names`: what the seats are called, where that is known already.
    """
    row = game.rulings.filter(seq=seq or 0).first()
    if row is None:
        return ""
    try:
        names = names if names is not None else past.head(game).view(None).names
        with loading.rules_at_work():
            lines = lines_for(loading.ruleset_of(game), names, None, row.kernel().events)
    except (past.Unreadable, loading.RulesFailed):
        return ""
    said = " ".join(line.words for line in lines)
    return said if len(said) <= LONGEST_QUOTE else f"{said[:LONGEST_QUOTE]}…"


def who_looks(dispute: Dispute) -> str:
    """Return who looks at an open dispute, or for whom it waits."""
    if dispute.assignee is not None:
        return _("%(name)s looks at it.") % {"name": _called(dispute.assignee)}
    named = [row.user for row in dispute.game.referees.select_related("user")]
    if named:
        people = ", ".join(map(_called, named))
        return _("It waits for the referee of this table: %(name)s.") % {"name": people}
    if User.objects.filter(is_staff=True, is_active=True).exists():
        return _("It waits for a referee of this server.")
    return _("This table has no referee yet: ask whoever runs this server.")


def _called(user: User) -> str:
    player = Player.objects.filter(user=user).first()
    return player.name if player is not None else user.get_full_name() or user.username


@receiver(signals.advanced)
@receiver(signals.ruling_amended)
def close_what_is_gone(
    game: Game, rulings: Sequence[Ruling] | None = None, **_said: object
) -> None:
    """Close open objections to rulings that no longer count, because they were taken back or
    corrected; one whose ruling has another number now follows it. `rulings`: what was ruled just
    now, None for a correction."""
    if rulings is not None and all(ruling.parent == ruling.n - 1 for ruling in rulings):
        return
    gone = game.disputes.filter(
        state=Dispute.State.OPEN,
        origin=Dispute.Origin.PLAYER,
        ruling_seq__in=game.rulings.filter(live=False).values("seq"),
    )
    for dispute in gone:
        now = replaced_by(game, dispute.ruling_seq or 0)
        if now is not None and game.rulings.filter(seq=now, live=True).exists():
            dispute.ruling_seq = now
            _touch(dispute, "ruling_seq")
            continue
        dispute.decision = _("The ruling was taken back, so that there is nothing left to decide.")
        dispute.state = Dispute.State.DECIDED
        dispute.outcome = Dispute.Outcome.AMENDED
        dispute.decided = timezone.now()
        _touch(dispute, "state", "outcome", "decision", "decided", "ruling_seq")
        signals.dispute_decided.send(Game, game=game, dispute=dispute)


# -- looking after ------------------------------------------------------------------------------


def locked(dispute_id: int) -> tuple[Game, Dispute]:
    """Return both rows, locked until the transaction ends; the game first, as everywhere."""
    game_id = Dispute.objects.values_list("game_id", flat=True).get(pk=dispute_id)
    game = loading.locked(game_id)
    dispute = Dispute.objects.select_for_update(of=("self",)).get(pk=dispute_id)
    dispute.game = game
    return game, dispute


def check_open(dispute: Dispute, version: int) -> None:
    """Raise Stale if the dispute was decided, or changed since the page was made."""
    if dispute.state != Dispute.State.OPEN:
        by = f" by {dispute.decided_by}" if dispute.decided_by else ""
        outcome = dispute.get_outcome_display().lower()
        raise Stale(f"This dispute is already decided{by}: {outcome}. Nothing was changed.")
    if dispute.version != version:
        raise Stale(
            "Somebody has changed this dispute since your page was made. Nothing was changed: "
            "read what is new, then decide."
        )


@transaction.atomic
def assign(dispute_id: int, to: User | None, version: int) -> Dispute:
    """Give the dispute to a referee of its game, or to staff; None puts it back."""
    game, dispute = locked(dispute_id)
    if to is not None and dispute.assignee_id == to.pk:
        return dispute
    check_open(dispute, version)
    if to is not None and not may_referee(game, to):
        raise DisputeError(
            f"{to} cannot take this dispute: only staff and referees of the game can, and nobody "
            "who sits at the table."
        )
    dispute.assignee = to
    _touch(dispute, "assignee")
    return dispute


def may_referee(game: Game, user: User) -> bool:
    """Return whether a user is staff or a referee of this game, and does not sit at its table."""
    if not user.is_active or sits_at(game, user):
        return False
    return bool(user.is_staff) or Refereeing.objects.filter(game=game, user=user).exists()


def sits_at(game: Game, user: User) -> bool:
    return bool(game.seats.filter(player__user=user).exists())


def note(
    dispute_id: int, author: User, text: str, nonce: str, to: Sequence[int] | None = None
) -> DisputeNote:
    """Add a note among referees, or send one to some seats; the same form twice is one note."""
    text = _text(text, "Write something first.")
    with transaction.atomic():
        game, dispute = locked(dispute_id)
        known = dispute.notes.filter(nonce=nonce).first()
        if known is not None:
            return known
        if to is not None:
            there = {seat.number for seat in _people(game)}
            to = sorted(set(to) & there)
            if not to:
                raise DisputeError("Choose who is to read it.")
        made = DisputeNote.objects.create(
            dispute=dispute, author=author, text=text, nonce=nonce, to=to
        )
        _touch(dispute)
        if to is not None:
            signals.dispute_message.send(Game, game=game, dispute=dispute, note=made)
        return made


def renew_address(dispute_id: int, author: User, number: int, nonce: str) -> DisputeNote:
    """Give a seat a new reply address, and leave a note about it among referees.

    The same form twice is one new address.
    """
    with transaction.atomic():
        game, dispute = locked(dispute_id)
        known = dispute.notes.filter(nonce=nonce).first()
        if known is not None:
            return known
        seat = game.seats.filter(number=number).first()
        if seat is None:
            raise DisputeError("There is no such seat.")
        try:
            reply_keys.renew(game, seat, None)
        except TableError as refused:
            raise DisputeError(refused.words) from None
        return note(dispute_id, author, f"Seat {number + 1} has a new reply address.", nonce)


def _touch(dispute: Dispute, *fields: str) -> None:
    dispute.version += 1
    dispute.save(update_fields=["version", *fields])


def _people(game: Game) -> Iterable[Seat]:
    return game.seats.filter(kind=Seat.Kind.PERSON).select_related("player")


def parties(dispute: Dispute) -> list[Seat]:
    """Return the seats of the player who objects and of those whose answers made the ruling."""
    row = dispute.game.rulings.filter(seq=dispute.ruling_seq or 0).first()
    givers = row.kernel().seats if row is not None else ()
    return [
        seat
        for seat in _people(dispute.game)
        if seat.number in givers or (seat.player_id and seat.player_id == dispute.opened_by_id)
    ]


# -- deciding -----------------------------------------------------------------------------------


def uphold(
    dispute_id: int,
    by: User,
    reason: str,
    version: int,
    nonce: str,
    now: datetime | None = None,
) -> Dispute:
    """Decide that the ruling stands; the game goes on if it stood still because of this dispute."""
    now = now or timezone.now()
    with transaction.atomic():
        game, dispute = locked(dispute_id)
        if is_repeated(dispute, nonce):
            return dispute
        decide(dispute, by, Dispute.Outcome.UPHELD, reason, version, nonce, now)
        if goes_on(game, dispute):
            lobby.resume(game, now)
        return dispute


def is_repeated(dispute: Dispute, nonce: str) -> bool:
    """Return whether this very form has decided the dispute before: a double click."""
    return dispute.state == Dispute.State.DECIDED and dispute.nonce == nonce


def decide(
    dispute: Dispute,
    by: User,
    outcome: str,
    reason: str,
    version: int,
    nonce: str,
    now: datetime,
) -> None:
    """Close the dispute, with both rows locked; everybody at the table will read the reason."""
    check_open(dispute, version)
    if dispute.assignee_id != by.pk:
        raise DisputeError("Take the dispute first: only who looks after it can decide it.")
    dispute.decision = _text(reason, "Give the reason: everybody at the table will read it.")
    dispute.state = Dispute.State.DECIDED
    dispute.outcome = outcome
    dispute.decided_by = by
    dispute.decided = now
    dispute.nonce = nonce
    _touch(dispute, "state", "outcome", "decision", "decided_by", "decided", "nonce")
    signals.dispute_decided.send(Game, game=dispute.game, dispute=dispute)


def goes_on(game: Game, decided: Dispute) -> bool:
    """Return whether the game stood still because of this dispute alone."""
    if game.status == Game.Status.FROZEN:
        return decided.origin == Dispute.Origin.RULES
    others = game.disputes.filter(state=Dispute.State.OPEN, paused_game=True)
    paused = game.status == Game.Status.PAUSED
    return paused and decided.paused_game and not others.exists()


def _text(text: str, missing: str) -> str:
    text = text.strip()
    if not text:
        raise DisputeError(missing)
    if len(text) > LONGEST:
        raise DisputeError(f"That is too long: {len(text)} characters of at most {LONGEST}.")
    return text


# -- numbers ------------------------------------------------------------------------------------


class Statistics(NamedTuple):
    open: int
    decided: int
    upheld: int
    amended: int
    median_days: float | None
    oldest: datetime | None
    by_ruleset: tuple[tuple[str, int], ...]
    by_origin: tuple[tuple[str, int], ...]


def statistics(rows: "QuerySet[Dispute] | None" = None) -> Statistics:
    """Count the given disputes, or all: how many, how they ended, how long they took."""
    rows = Dispute.objects.all() if rows is None else rows
    open_ = rows.filter(state=Dispute.State.OPEN)
    decided = rows.filter(state=Dispute.State.DECIDED, decided__isnull=False)
    times = decided.values_list("opened", "decided")
    took = sorted(done - began for began, done in times if done is not None)
    origins = dict(Dispute.Origin.choices)
    return Statistics(
        open=open_.count(),
        decided=len(took),
        upheld=decided.filter(outcome=Dispute.Outcome.UPHELD).count(),
        amended=decided.filter(outcome=Dispute.Outcome.AMENDED).count(),
        median_days=took[len(took) // 2] / timedelta(days=1) if took else None,
        oldest=open_.order_by("opened").values_list("opened", flat=True).first(),
        by_ruleset=_counted(rows, "game__ruleset"),
        by_origin=tuple((origins[name], n) for name, n in _counted(rows, "origin")),
    )


def _counted(rows: "QuerySet[Dispute]", field: str) -> tuple[tuple[str, int], ...]:
    found = rows.order_by().values_list(field).annotate(n=Count("pk", distinct=True))
    return tuple(sorted(found, key=lambda pair: (-pair[1], pair[0])))
