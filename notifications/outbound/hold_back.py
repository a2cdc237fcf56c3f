"""What is told later: over quiet hours, until a digest, while many mails wait to be read, or to
somebody who was warned of missed deadlines and has not written since.

News held back is a row of `Held`. It is worded when it goes out, so that it tells how things stand
then. Whoever wrote to us is answered at any hour.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from notifications import preferences, worker_hints
from notifications.compose.attachments import packed
from notifications.compose.notes import Note, Pace
from notifications.models import Correspondence, Held, Inbound, Preferences
from notifications.outbound.drafts import Draft, dedupe_name, remember
from pbem.clocks import attendance, deadlines
from pbem.models import Game, Seat
from pbem.storage.prepared import Prepared, Question, insert_later

MANY_UNREAD = 20
"""With more unread mails than this, whoever wrote is answered first.

To word the news for everybody else at the table takes as long as the answer, or twice that.
"""

_NEW = str(Inbound.State.NEW)
_UNREAD = Prepared(
    lambda state: Inbound.objects.filter(state=state).values_list("pk", flat=True)[
        : MANY_UNREAD + 1
    ]
)
_HELD_FOR = Prepared(
    lambda now: (
        Held.objects.filter(due__lte=now, player=F("seat__player"))
        .values_list("player", flat=True)
        .distinct()
    )
)
_ANSWERED_LATER: ContextVar[int | None] = ContextVar("answered later", default=None)


def unread() -> Question[int]:
    """Return the question for unread mails, as many as `are_many` needs to know of."""
    return _UNREAD.of(_NEW)


def are_many(unread: Sequence[int]) -> bool:
    """Return whether so many mails wait to be read that news of the table is held back."""
    return len(unread) > MANY_UNREAD


@contextmanager
def answered_later(seat: Seat) -> Iterator[None]:
    """Hold back what is told to this seat: its holder gets an answer in a moment, and one mail in
    gets one mail back."""
    before = _ANSWERED_LATER.set(seat.pk)
    try:
        yield
    finally:
        _ANSWERED_LATER.reset(before)


def going_now(drafts: Iterable[Draft], many_unread: bool) -> list[Draft]:
    """Return the drafts whose mails go out now; the notes of the others are held back.

    It depends on how urgent the notes are, on how the person wants to be written to, on whether
    they let deadlines pass, and on whether `many_unread` mails wait. A mail that this transaction
    has written is worded again.
    """
    going: list[Draft] = []
    rows: list[Held] = []
    holding: list[Correspondence] = []
    for draft in drafts:
        if draft.written:
            going.append(draft)
        elif draft.notes:
            held = _held(draft, many_unread)
            if held is None:
                going.append(draft)
            elif held:
                rows += held
                draft.letters.holding = True
                holding.append(draft.letters)
    insert_later(rows, unless_there=True)
    remember(holding)
    return going


def _held(draft: Draft, many_unread: bool) -> list[Held] | None:
    """Return the rows in which the notes of a draft are held back; None if its mail goes now."""
    wishes, now = draft.wishes, timezone.now()
    if draft.seat.pk == _ANSWERED_LATER.get():
        return _held_notes(draft, now)
    if any(n.pace in (Pace.ANSWER, Pace.DIGEST) for n in draft.notes):
        return None
    quiet = preferences.quiet_until(wishes, now)
    if quiet is not None:
        return _held_notes(draft, quiet)
    if (together := _told_together_at(draft, now)) is not None:
        return _held_notes(draft, together)
    if any(n.pace == Pace.SOON for n in draft.notes) or wishes.mode == Preferences.Mode.ALL:
        return _held_notes(draft, now, also_plain_news=True) if many_unread else None
    digest = wishes.mode == Preferences.Mode.DIGEST
    return _held_notes(draft, preferences.next_digest(wishes, now) if digest else None)


def _told_together_at(draft: Draft, now: datetime) -> datetime | None:
    """Return when a reader who was warned of missed deadlines hears the next news of play; None
    where they hear it at once.

    Where they have only an hour for each question until they write, a mail about each would bury
    the warning: all that comes within half the time of a turn is told in one. So whatever has its
    full time, such as a window, is told before that is over.
    """
    game = draft.seat.game
    if not attendance.hurries(game) or not all(made.of_play for made in draft.notes):
        return None
    told_now = any(made.warns for made in draft.notes)
    if draft.seat.missed - told_now < attendance.MISSES_BEFORE_WARNING:
        return None
    kept = Held.objects.filter(seat=draft.seat, due__gt=now).order_by("due")
    due = kept.values_list("due", flat=True).first()
    return due or now + timedelta(hours=deadlines.hours_for(game, deadlines.TURN) / 2)


def _held_notes(draft: Draft, due: datetime | None, *, also_plain_news: bool = False) -> list[Held]:
    """Return a row for each note that has text or opened questions.

    A note of plain news needs no row, because the next mail repeats what happened; with
    `also_plain_news` it gets one, so that there is a next mail.
    """
    return [
        _held_note(draft.seat, made, due)
        for made in draft.notes
        if also_plain_news or made.text or made.turn
    ]


def _held_note(seat: Seat, made: Note, due: datetime | None) -> Held:
    return Held(
        seat=seat,
        player=seat.player,
        dedupe=dedupe_name(seat, made),
        rank=made.rank,
        subject=made.subject,
        text=made.text,
        turn=made.turn,
        pace=made.pace,
        enclosures=packed(made.enclosures),
        due=due,
    )


def hint_due() -> None:
    """Once few mails are unread, hint the workers at whoever waits for news: they need not wait
    for the sweep as well."""
    if not are_many(_UNREAD(_NEW)):
        for player_id in _HELD_FOR(timezone.now()):
            worker_hints.send_held(player_id)


def due_players(now: datetime | None = None) -> list[int]:
    """Return the players for whom a digest or held news is due."""
    now = now or timezone.now()
    wishes = Preferences.objects.filter(mode=Preferences.Mode.DIGEST, next_digest__lte=now)
    return sorted({*wishes.values_list("player", flat=True), *_HELD_FOR(now)})


def seats_due(player_id: int, now: datetime) -> list[Seat]:
    """Return the seats about which this player is to be told now; the next digest is set.

    Must be called in a transaction: the player's preferences stay locked until its end.
    """
    rows = Preferences.objects.select_for_update(of=("self",)).select_related("player")
    wishes = rows.filter(player=player_id).first()
    if wishes is None:
        return []
    seats = Seat.objects.filter(player=player_id, kind=Seat.Kind.PERSON)
    held = Held.objects.filter(player=player_id, due__lte=now)
    waiting = set(held.values_list("seat", flat=True))
    if wishes.next_digest is None or wishes.next_digest <= now:
        if wishes.mode == Preferences.Mode.DIGEST:
            playing = seats.filter(game__status=Game.Status.RUNNING)
            waiting |= set(playing.values_list("pk", flat=True))
        wishes.next_digest = preferences.next_digest(wishes, now)
        wishes.save(update_fields=["next_digest"])
    return list(seats.filter(pk__in=waiting).order_by("pk"))
