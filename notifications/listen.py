"""Hears what the life of a game announces and writes mails into the same transaction."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.dispatch import receiver
from django.utils import timezone, translation

from notifications import outbox
from notifications.compose import letter, notes
from notifications.models import Inbound
from pbem import games, signals
from pbem.models import Game, Invitation, Offer, Prompt, Seat, Submission
from rules.kernel.codec import encode, typed
from rules.kernel.match import Match

WEB = "web"
"""Orders given on the page are answered on the page."""

FOR_ORGANISER = frozenset({"frozen", "missing", "left"})


@receiver(signals.advanced)
def on_advanced(game: Game, opened: list[Prompt], match: Match, **_: Any) -> None:
    """One mail to each seat with new questions; mails already begun hear what came after."""
    outbox.refresh(game, match)
    asked = {prompt.seat_id for prompt in opened}
    for seat in _people(game):
        if seat.pk in asked:
            outbox.tell_seat(seat, match=match, turn=f"turn/{game.head_seq}")


@receiver(signals.submission_answered)
def on_submission_answered(submission: Submission, match: Match | None = None, **_: Any) -> None:
    """Acknowledge; again only if something about the report is new."""
    if submission.door == WEB:
        return
    seat = Seat.objects.select_related("player", "game").get(pk=submission.seat_id)
    digest = sha256(encode(submission.report)).hexdigest()[:12]
    with _language(seat):
        note = notes.acknowledgement(submission, f"ack/{submission.receipt}/{digest}")
    inbound = Inbound.objects.filter(submission=submission).first()
    answering = inbound.message_id if inbound else ""
    outbox.tell_seat(seat, note, match=match, answering=answering)


@receiver(signals.invited)
def on_invited(invitation: Invitation, **_: Any) -> None:
    """Inviting somebody again sends the invitation again."""
    game = invitation.game
    made = letter.plain(
        game,
        [notes.invitation(invitation, games.ruleset_of(game).title)],
        orders=False,
    )
    key = f"invited/{timezone.now().isoformat()}"
    outbox.tell_address(invitation.email, made, key, game=game, invitation=invitation)


@receiver(signals.game_started)
def on_game_started(game: Game, **_: Any) -> None:
    title = games.ruleset_of(game).title
    for seat in _people(game):
        with _language(seat):
            note = notes.started(game, title)
        outbox.tell_seat(seat, note)


@receiver(signals.game_over)
def on_game_over(game: Game, **_: Any) -> None:
    match = outbox.awake(game)
    if match is None:
        return
    view = match.view(None)
    for seat in _people(game):
        with _language(seat):
            note = notes.over(game, view, match.ruleset.standings(view))
        outbox.tell_seat(seat, note, match=match)


@receiver(signals.offer_changed)
def on_offer_changed(game: Game, offer: Offer, change: str, **_: Any) -> None:
    """Only the parties hear of an offer; whoever makes it gets the acknowledgement instead."""
    match = outbox.awake(game)
    if match is None:
        return
    deal = typed(offer.data, match.ruleset.interjection_kinds[offer.what])
    maker = Seat.objects.get(pk=offer.seat_id).number
    for seat in _people(game):
        hears = seat.number in offer.parties or (seat.number == maker and change != "opened")
        if not hears:
            continue
        view = match.view(seat.number)
        with _language(seat):
            note = notes.offer(offer, change, deal.words(view), view.name(maker), seat.player)
        outbox.tell_seat(seat, note, match=match)


@receiver(signals.table_changed)
def on_table_changed(game: Game, what: str, seat: Seat | None = None, **_: Any) -> None:
    """News for the whole table. Who joins is answered, and all hear of it at the start."""
    if what == "joined":
        return
    key = f"table/{what}/{timezone.now().isoformat()}"
    who = _seat_name(seat) if seat is not None else ""
    people = list(_people(game))
    for person in people:
        with _language(person):
            note = notes.table_changed(what, who, key)
        outbox.tell_seat(person, note)
        if what == "substituted" and seat is not None and person.pk == seat.pk:
            outbox.tell_seat(person, turn=f"turn/{game.head_seq}/{person.player_id}")
    organiser = game.organiser
    if what in FOR_ORGANISER and organiser.pk not in {p.player_id for p in people}:
        made = letter.plain(game, [notes.table_changed(what, who, key)], orders=False)
        outbox.tell_address(organiser.email, made, key, game=game, player=organiser)


@receiver(signals.deadline_missed)
def on_deadline_missed(game: Game, prompt: Prompt, **_: Any) -> None:
    for seat in _people(game):
        if seat.pk == prompt.seat_id:
            with _language(seat):
                note = notes.deadline_missed(prompt, seat.player)
            outbox.tell_seat(seat, note)


def _people(game: Game) -> Iterable[Seat]:
    """Seats with somebody to write to; all share this `game`, which may be ahead of its row."""
    for seat in game.seats.select_related("player").filter(kind=Seat.Kind.PERSON):
        seat.game = game
        yield seat


def _language(seat: Seat) -> Any:
    return translation.override(seat.player.language if seat.player else "en")


def _seat_name(seat: Seat) -> str:
    """The person at the table; before the start seats have no name of their own."""
    player = Seat.objects.select_related("player").get(pk=seat.pk).player
    return player.name if player else f"seat {seat.number + 1}"
