"""Receives the signals of `pbem` and tells people what happened, in the same transaction.

A signal with a `match` comes from a session of the game; until that has ended (`sessions_ended`)
things are only noted. Any other signal is told at once.
"""

from collections.abc import Callable, Iterable

from django.contrib.auth.models import User
from django.db.models import F
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext as _

from notifications import answer_links, keys, preferences
from notifications.compose import invitations, letter, notes
from notifications.compose.notes import Note
from notifications.models import Organiser
from notifications.outbound import failing_addresses, outbox, to_organiser
from pbem import signals
from pbem.clocks import attendance
from pbem.models import (
    Address,
    Correction,
    Dispute,
    DisputeNote,
    Extension,
    Game,
    Invitation,
    Offer,
    Player,
    Press,
    Prompt,
    Seat,
    Submission,
    Vacation,
)
from pbem.play import loading, past
from pbem.referee import corrections, disputes, records
from pbem.storage.report_field import ReportLine
from pbem.table import agreement, one_click
from pbem.table import press as relay
from rules.kernel.codec import typed
from rules.kernel.match import Match

FOR_ORGANISER = frozenset({"frozen", "missing", "left"})


@receiver(signals.sessions_ended)
def on_settled(ended: list[signals.Ended], **_more: object) -> None:
    outbox.write_together([outbox.Settled(*one) for one in ended])


@receiver(signals.advanced)
def on_advanced(
    game: Game, opened: list[Prompt], early: list[Seat], match: Match, **_more: object
) -> None:
    """Ask whoever has new questions, and tell the others what happened, if they wish."""
    asked = {prompt.seat_id for prompt in opened}
    asked_early = {seat.pk for seat in early}
    head = game.head_seq

    def words(seat: Seat, match: Match | None) -> Note:
        if seat.pk in asked:
            return notes.turn(f"turn/{head}")
        if seat.pk in asked_early:
            return notes.early(f"early/{head}")
        return notes.report(f"report/{head}")

    outbox.note(game, outbox.EVERYBODY, words)


@receiver(signals.orders_lapsed)
def on_orders_lapsed(
    game: Game, submission: Submission, lines: list[ReportLine], urgent: bool, **_more: object
) -> None:
    """Tell the sender of orders which of them are kept no longer, and why."""
    outbox.note(
        game, submission.seat_id, lambda seat, match: notes.lapsed(submission, lines, urgent)
    )


@receiver(signals.invited)
def on_invited(invitation: Invitation, **_more: object) -> None:
    """Send the invitation; inviting somebody again sends it again."""
    game = invitation.game
    player = Player.objects.filter(email__iexact=invitation.email).first()
    with preferences.in_language_of(keys.reader_of(invitation)):
        made = letter.plain(game, [_invitation(invitation)], orders=False)
    key = f"{failing_addresses.INVITED}{timezone.now().isoformat()}"
    outbox.tell_address(invitation.email, made, key, invitation, player=player)


def _invitation(invitation: Invitation) -> Note:
    """Word an invitation: to a new game, or to take over a seat of one that runs."""
    game, seat = invitation.game, invitation.seat
    title, agreed = loading.ruleset_of(game).title, agreement.lines(game)
    if seat is None or not game.head_seq:
        return invitations.invitation(invitation, title, agreed)
    match = past.head(game)
    with loading.rules_at_work():
        view, rules = match.view(None), match.ruleset
        position = letter.position(game, match, rules.sheet(view))
    return invitations.takeover(
        invitation, title, agreement.stands(game, seat, view), agreed, position
    )


@receiver(signals.declined)
def on_declined(game: Game, invitation: Invitation, **_more: object) -> None:
    key = f"declined/{invitation.pk}/{invitation.token[:6]}"
    to_organiser.tell(
        game, lambda: invitations.declined(invitation.email, invitation.name, key), key
    )


@receiver(signals.game_started)
def on_game_started(game: Game, **_more: object) -> None:
    """Note that the game has begun; the session that follows at once adds its first questions."""
    title = loading.ruleset_of(game).title
    _remember(game)
    outbox.note(game, outbox.EVERYBODY, lambda seat, match: notes.started(game, title))


@receiver(signals.game_over)
def on_game_over(game: Game, match: Match, **_more: object) -> None:
    view, ruleset = match.view(None), match.ruleset
    record = records.export(game)

    def words(seat: Seat, match: Match | None) -> Note:
        return notes.over(game, view, ruleset.standings(view), record)

    outbox.note(game, outbox.EVERYBODY, words)


@receiver(signals.offer_changed)
def on_offer_changed(game: Game, offer: Offer, change: str, match: Match, **_more: object) -> None:
    """Tell the parties of an offer; its author gets the acknowledgement instead."""
    deal = typed(offer.data, match.ruleset.interjection_kinds[offer.what])

    def words(seat: Seat, match: Match | None) -> Note | None:
        made_it = seat.pk == offer.seat_id
        hears = change != "opened" if made_it else seat.number in offer.parties
        if match is None or not hears:
            return None
        view = match.view(seat.number)
        words, by = deal.words(view), view.name(deal.seat)
        return notes.offer(offer, change, words, by, seat.player, _taps(offer, seat, change))

    outbox.note(game, outbox.EVERYBODY, words)


@receiver(signals.table_changed)
def on_table_changed(
    game: Game, what: str, seat: Seat | None = None, match: Match | None = None, **_more: object
) -> None:
    """Tell the whole table; but a new player is answered alone, and until the start only the
    organiser hears who came. Who is missing hears of it with the deadlines they missed."""
    if what == "joined":
        _tell_when_full(game, seat)
        return
    if what == "bot" and game.status == Game.Status.LOBBY:
        return
    key = f"table/{what}/{timezone.now().isoformat()}"
    missing = seat if what == "missing" else None

    def words(reader: Seat, match: Match | None) -> Note | None:
        organises = reader.player_id == game.organiser_id
        if missing is not None and reader.pk == missing.pk and not organises:
            return None
        by = _seat_name(seat)
        who = match.view(None).name(seat.number) if match and seat else by
        choices = _choices(missing) if organises else ()
        return notes.table_changed(what, who, key, by, choices)

    def organiser_words() -> Note:
        by = _seat_name(seat)
        return notes.table_changed(what, by, key, by, _choices(missing))

    outbox.note(game, outbox.EVERYBODY, words)
    if what == "substituted" and seat is not None:
        _remember(game)
        turn = f"turn/{game.head_seq}/{seat.player_id}"
        outbox.note(game, seat.pk, lambda seat, match: notes.turn(turn))
    if match is None:
        outbox.write(game)
    if what in FOR_ORGANISER:
        to_organiser.tell_if_seatless(game, organiser_words, key)


def _tell_when_full(game: Game, last: Seat | None) -> None:
    """Tell the organiser that everybody is there, unless they took the last seat themselves."""
    taken = game.seats.exclude(kind=Seat.Kind.EMPTY).count()
    by_organiser = last is not None and last.player_id == game.organiser_id
    if game.status != Game.Status.LOBBY or taken < game.seats.count() or by_organiser:
        return
    key = f"table/full/{timezone.now().isoformat()}"
    names = [seat.holder for seat in game.seats.select_related("player")]
    to_organiser.tell(game, lambda: invitations.everybody_is_there(game, names, key), key)


@receiver(signals.deadline_missed)
def on_deadline_missed(
    game: Game,
    prompt: Prompt,
    asked: str,
    played: str,
    standing: attendance.Standing = "",
    **_more: object,
) -> None:
    def words(seat: Seat, match: Match | None) -> Note:
        return notes.deadline_missed(prompt, asked, played, seat.player, standing)

    outbox.note(game, prompt.seat_id, words)


@receiver(signals.reminder_due)
def on_reminder_due(game: Game, prompt: Prompt, **_more: object) -> None:
    """Remind who has not answered; nobody is reminded of a window in which they can do nothing."""

    def words(seat: Seat, match: Match | None) -> Note | None:
        if match is not None and prompt.window and _can_do_nothing(match, seat, prompt):
            return None
        return notes.reminder(prompt)

    outbox.tell(game, prompt.seat_id, words)


@receiver(signals.vacation_changed)
def on_vacation_changed(game: Game, vacation: Vacation, change: str, **_more: object) -> None:
    """Tell everybody who is away, because it moves deadlines that they may wait for."""
    key = f"vacation/{vacation.pk}/{change}/{timezone.now().isoformat()}"
    who = vacation.player.name

    def words(seat: Seat, match: Match | None) -> Note:
        own = seat.player_id == vacation.player_id
        return notes.vacation(vacation, who, own, change, seat.player, key)

    outbox.tell(game, outbox.EVERYBODY, words)


@receiver(signals.extension_changed)
def on_extension_changed(
    game: Game, extension: Extension, change: str, moved: list[Prompt], **_more: object
) -> None:
    """Tell of a vote on more time and of its end, but not of single votes.

    An organiser who does not play gets a mail of their own, because their word decides the vote.
    """
    if change == "voted":
        return
    key = f"extension/{extension.pk}/{change}"
    who = _seat_name(extension.seat)

    def words(seat: Seat, match: Match | None) -> Note | None:
        if change == "asked" and seat.pk == extension.seat_id:
            return None
        own = [prompt.due for prompt in moved if prompt.seat_id == seat.pk]
        choices = _links(one_click.for_vote(extension, seat))
        return notes.extension(
            extension, who, change, choices, min(own, default=None), seat, seat.player, key
        )

    def organiser_words() -> Note:
        choices = _links(one_click.for_vote(extension, None))
        organiser = game.organiser
        return notes.extension(extension, who, change, choices, None, None, organiser, key)

    outbox.tell(game, outbox.EVERYBODY, words)
    to_organiser.tell_if_seatless(game, organiser_words, key)


@receiver(signals.press_sent)
def on_press_sent(game: Game, press: Press, **_more: object) -> None:
    """Relay press to each reader, with its author named as the table allows.

    Only an organiser who has no seat is written to as the organiser.
    """
    copies = list(press.copies.all())
    seats = {copy.seat_id for copy in copies}

    def words(seat: Seat, match: Match | None) -> Note | None:
        if seat.pk not in seats:
            return None
        names = match.view(None).names if match is not None else ()
        return notes.press(press, relay.byline(press, names), relay.describe_to(press, names))

    outbox.tell(game, outbox.EVERYBODY, words)

    def to_office() -> Note:
        return notes.press(press, relay.byline(press), relay.describe_to(press))

    if None in seats:
        _tell_referees(game, to_office)
    if press.to == "organiser":
        to_organiser.tell(game, to_office, f"press/{press.number}")
    relay.mark_sent(copies)


@receiver(signals.reply_key_renewed)
def on_reply_key_renewed(game: Game, seat: Seat | None, by: Player | None, **_more: object) -> None:
    """Send the holder of a replaced reply address a mail with the new one.

    The version of an organiser's own key is raised here: `pbem` does not know that row.
    """
    key = f"reply-key/{timezone.now().isoformat()}"
    if seat is not None:
        doer = "referee" if by is None else "" if by.pk == seat.player_id else "organiser"
        outbox.tell(game, seat.pk, lambda seat, match: notes.reply_key_renewed(doer, key))
        return
    row = keys.organiser_of(game)
    Organiser.objects.filter(pk=row.pk).update(key_version=F("key_version") + 1)
    doer = "referee" if by is None else ""
    to_organiser.tell_if_seatless(game, lambda: notes.reply_key_renewed(doer, key), key)


@receiver(signals.address_added)
def on_address_added(player: Player, address: Address, token: str, **_more: object) -> None:
    with preferences.in_language_of(player):
        note = notes.address_added(player.name, address.email, one_click.for_address(token).url)
        made = letter.plain(None, [note], orders=False)
    key = f"address/{address.pk}/{timezone.now().isoformat()}"
    outbox.tell_address(address.email, made, key, address)


@receiver(signals.dispute_opened)
def on_dispute_opened(game: Game, dispute: Dispute, **_more: object) -> None:
    who = dispute.opened_by.name if dispute.opened_by else ""
    key = f"dispute/{dispute.pk}/opened"

    def words(objection: str = "") -> Note:
        about = _disputed(dispute, disputes.who_looks(dispute))
        return notes.dispute_opened(about, who, dispute.paused_game, key, objection)

    outbox.tell(game, outbox.EVERYBODY, lambda seat, match: words())
    _tell_referees(game, lambda: words(dispute.text))
    to_organiser.tell_if_seatless(game, words, key)


def _disputed(dispute: Dispute, looks: str = "") -> notes.Disputed:
    """Return what a dispute is about, with the ruling quoted in the reader's language."""
    seq = dispute.ruling_seq
    return notes.Disputed(seq, disputes.ruling_in_words(dispute.game, seq), looks)


@receiver(signals.dispute_message)
def on_dispute_message(game: Game, dispute: Dispute, note: DisputeNote, **_more: object) -> None:
    key = f"dispute/{dispute.pk}/note/{note.pk}"

    def words(seat: Seat, match: Match | None) -> Note | None:
        return notes.dispute_message(note.text, key) if seat.number in (note.to or ()) else None

    outbox.tell(game, outbox.EVERYBODY, words)


@receiver(signals.dispute_decided)
def on_dispute_decided(game: Game, dispute: Dispute, **_more: object) -> None:
    key = f"dispute/{dispute.pk}/decided"
    amended = dispute.outcome == Dispute.Outcome.AMENDED

    def words(seat: Seat | None = None, match: Match | None = None) -> Note:
        return notes.dispute_decided(_disputed(dispute), amended, dispute.decision, key)

    outbox.tell(game, outbox.EVERYBODY, words)
    to_organiser.tell_if_seatless(game, words, key)


@receiver(signals.ruling_amended)
def on_ruling_amended(game: Game, correction: Correction, **_more: object) -> None:
    """Tell each player what became of their own later orders, and of nobody else's."""
    key = f"corrected/{correction.pk}"

    def words(seat: Seat, match: Match | None) -> Note:
        fates = corrections.fates_for(correction, seat.number)
        own = [f"{fate.place}{fate.order}: {fate.words}" for fate in fates]
        return notes.amended(correction.ruling_seq, own, len(correction.same), key)

    outbox.note(game, outbox.EVERYBODY, words)


def _can_do_nothing(match: Match, seat: Seat, prompt: Prompt) -> bool:
    """Return whether the seat has no answer to this question but one."""
    asked = dict(match.open_for(seat.number)).get(prompt.address)
    return asked is not None and not asked.can(match.view(seat.number))


def _taps(offer: Offer, seat: Seat, change: str) -> list[str]:
    """Return the answers to a new offer as links, for a party that has not accepted it."""
    if change != "opened" or seat.number in offer.accepted_by:
        return []
    words = {answer_links.ACCEPT: _("Accept"), answer_links.DECLINE: _("Decline")}
    return [f"{said}: {answer_links.to_offer(seat, offer, do)}" for do, said in words.items()]


def _links(offered: Iterable[one_click.Action]) -> list[str]:
    return [f"{action.words}: {action.url}" for action in offered]


def _choices(missing: Seat | None) -> list[str]:
    """Return the choices of the organiser about a silent seat, as links and as replies."""
    if missing is None:
        return []
    told = _("Or reply TABLE SUBSTITUTE %(n)d and an address, TABLE BOT %(n)d or TABLE WAIT %(n)d.")
    return [*_links(one_click.for_missing(missing)), told % {"n": missing.number + 1}]


def _tell_referees(game: Game, make: Callable[[], Note]) -> None:
    """Write to the referees of this game, or to staff if it has none; never to somebody who plays
    in it."""
    users = User.objects.filter(refereeing__game=game)
    users = users if users.exists() else User.objects.filter(is_staff=True, is_active=True)
    playing = game.seats.filter(player__user__isnull=False).values("player__user")
    for user in users.exclude(email="").exclude(pk__in=playing).select_related("player"):
        with preferences.in_language_of(getattr(user, "player", None)):
            note = make()
            made = letter.plain(game, [note], orders=False)
        outbox.tell_address(user.email, made, note.key, game=game)


def _remember(game: Game) -> None:
    playing = Player.objects.filter(seat__game=game, seat__kind=Seat.Kind.PERSON)
    preferences.ensure(playing, timezone.now())


def _seat_name(seat: Seat | None) -> str:
    """Return the name of the person in the seat; before the start seats have no names of their
    own."""
    if seat is None:
        return ""
    player = Seat.objects.select_related("player").get(pk=seat.pk).player
    return player.name if player else _("seat %(n)d") % {"n": seat.number + 1}
