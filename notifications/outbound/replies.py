"""Answers to mails that ask something, and to mails that could not be carried out."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from notifications import confirm_links, keys, matches, preferences
from notifications.commands import dispatch
from notifications.commands.base import Said
from notifications.compose import invitations, letter
from notifications.compose.layout import block, headed, joined, paragraph
from notifications.compose.letter import Letter
from notifications.compose.notes import Note, Pace, acknowledgement
from notifications.inbound.outcomes import (
    Answered,
    Doubtful,
    ExpiredKey,
    Flood,
    NoJoin,
    NoKey,
    Repeated,
    SeveralSeats,
)
from notifications.keys import Holder, Speaker
from notifications.models import Effect, Inbound, Outbox
from notifications.outbound import hold_back, outbox, to_organiser, welcome
from pbem.models import Address, Game, Invitation, Player, Seat, Submission
from pbem.orders import reports
from rules.kernel.match import Match

ANSWERS_AN_HOUR = 30
"""To one address: a machine that answers our answers is stopped here at the latest."""
NOTICES_A_DAY = 4
"""To one address, about mails of one kind that may be forged in its owner's name. They are counted
apart from answers, so that nobody can keep us from answering the owner."""

_ANSWER, _NO_KEY, _HELD = "answer/", "no-key/", "held/"


def with_acknowledgement(seat: Seat) -> AbstractContextManager[None]:
    """Return a `with` block in which nothing is told to this seat: the acknowledgement of its
    orders, which follows in a moment, tells it along."""
    return hold_back.answered_later(seat)


def to_commands(inbound: Inbound, speaker: Speaker, player: Player, said: Sequence[Said]) -> None:
    """Write the mail that answers commands where no orders came with them.

    What a command did may be news for its author, too: then both share a mail. `player` is the
    author, who may have resigned the seat with one of the commands.
    """
    game = speaker.game
    seat = speaker if isinstance(speaker, Seat) and speaker.kind == Seat.Kind.PERSON else None
    if seat is not None and any(one.words is not None and one.done for one in said):
        _check_flood(player.email)
        outbox.tell(
            game,
            seat.pk,
            lambda seat, match: answers_note(inbound, seat, said, match, alone=False),
            answering=inbound.message_id,
        )
        return
    organises = seat is None and game.organiser_id == player.pk
    holder: Holder | None = keys.organiser_of(game) if organises else seat
    with preferences.in_language_of(player):
        match = matches.awake(game) if game.head_seq else None
        note = answers_note(inbound, speaker, said, match, alone=True)
        made = letter.plain(game, [note], orders=seat is not None)
        if organises:
            made = to_organiser.with_how_to_reply(game, note)
    _send(inbound, player.email, made, holder, player=player, game=game)


def answers_note(
    inbound: Inbound, speaker: Speaker, said: Sequence[Said], match: Match | None, alone: bool
) -> Note:
    """Return the answers to everything a mail asked. Not `alone`: they share a mail with other
    notes."""
    made = dispatch.reply(speaker, said, match, alone)
    key = f"said/{inbound.pk}"
    return Note(
        key,
        70,
        made.title,
        made.text,
        pace=Pace.ANSWER,
        enclosures=made.enclosures,
        listed=made.listed,
    )


def to_failure(inbound: Inbound, failure: Answered, holder: Holder | None) -> None:
    """Tell the person on record, never whoever a From line names, why nothing was done."""
    if isinstance(failure, Doubtful):
        holder = failure.holder
    elif isinstance(failure, SeveralSeats):
        holder = failure.seat
    player = holder.player if isinstance(holder, Speaker) else None
    if isinstance(failure, NoKey | ExpiredKey):
        player = failure.player
    address = player.email if player else keys.email_of(holder) if holder else ""
    if not address:
        return
    kind = _ANSWER
    if isinstance(failure, Doubtful):
        kind = _HELD
    elif isinstance(failure, NoKey | ExpiredKey):
        kind = _NO_KEY
    with preferences.in_language_of(player or (keys.reader_of(holder) if holder else None)):
        made = _failure_letter(inbound, failure, holder)
    _send(inbound, address, made, holder, player=player, kind=kind)


def _failure_letter(inbound: Inbound, failure: Answered, holder: Holder | None) -> Letter:
    game = keys.game_of(holder)
    title = _("Not carried out")
    parts = [headed(title, [failure.answer]) if game else paragraph(failure.answer)]
    if isinstance(failure, Doubtful) and holder is not None:
        parts.append(confirm_links.url(inbound, holder))
    if isinstance(failure, NoKey | ExpiredKey):
        parts.append(_games_of(failure.player))
    if isinstance(failure, NoJoin) and failure.is_open:
        parts.append(invitations.how_to_answer(failure.invitation))
    if isinstance(failure, Repeated) and failure.submission is not None:
        parts.append(acknowledgement(failure.submission, "").text)
    orders = isinstance(holder, Seat) and not isinstance(failure, Doubtful)
    return letter.plain(game, [Note("", 0, title, joined(parts).rstrip())], orders=orders)


def to_declined(inbound: Inbound, invitation: Invitation, language: str) -> None:
    """Answer somebody who has said no to an invitation, in the `language` of their no, if nobody
    knows a better one."""
    with translation.override(language or translation.get_language()):
        note = invitations.thanks_for_the_answer(invitation)
        made = letter.plain(invitation.game, [note], orders=False)
    _send(inbound, invitation.email, made, invitation)


def to_confirmed(inbound: Inbound, address: Address) -> None:
    """Thank whoever said that the address is theirs, at that address."""
    with preferences.in_language_of(address.player):
        said = _("Thank you: %(address)s is an address of yours now.") % {"address": address.email}
        made = letter.plain(None, [Note("", 0, _("Confirmed"), paragraph(said))], orders=False)
    _send(inbound, address.email, made, None)


def to_join(inbound: Inbound, seat: Seat, word: str) -> None:
    """Say that the seat is taken, and what happens next."""
    player = seat.player
    assert player is not None
    _send(inbound, player.email, welcome.letter_to(seat, word), seat, player=player)


def _send(
    inbound: Inbound,
    address: str,
    made: Letter,
    holder: Holder | None,
    *,
    player: Player | None = None,
    game: Game | None = None,
    kind: str = _ANSWER,
) -> None:
    """Write the mail as a reply to `inbound`. `holder`: what a reply to it will speak for."""
    _check_flood(address, kind)
    reply = replace(made, subject=f"Re: {made.subject}")
    outbox.tell_address(
        address,
        reply,
        f"{kind}{inbound.pk}/{int(inbound.confirmed)}",
        holder,
        game=game,
        player=player,
        answering=inbound.message_id,
    )


def _check_flood(address: str, kind: str = _ANSWER) -> None:
    """Raise Flood if enough mails of this kind went to the address lately."""
    kinds = Q(key__startswith=kind) | (Q(key__startswith="said/") if kind == _ANSWER else Q())
    most, within = (
        (ANSWERS_AN_HOUR, timedelta(hours=1))
        if kind == _ANSWER
        else (NOTICES_A_DAY, timedelta(days=1))
    )
    lately = Outbox.objects.filter(
        kinds, address__iexact=address, created__gt=timezone.now() - within
    )
    if lately.count() >= most:
        raise Flood


def is_noise(submission: Submission) -> bool:
    """Return whether an automatic responder wrote it: no line had an effect, and many such mails of
    this seat were answered within the hour. A mail that had an effect is always answered."""
    if any(line.status not in reports.SPENT for line in submission.report):
        return False
    lately = Effect.objects.filter(
        dedupe__startswith=f"{submission.game_id}/{submission.seat_id}/ack/",
        mail__created__gt=timezone.now() - timedelta(hours=1),
    )
    return lately.count() >= ANSWERS_AN_HOUR


def _games_of(player: Player) -> str:
    playing = Game.objects.filter(seats__player=player).exclude(status=Game.Status.CANCELLED)
    return block(_("Your games"), [str(game) for game in playing.distinct().order_by("pk")])
