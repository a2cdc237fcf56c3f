"""Writes to an organiser who does not play, whose mails have a reply address of their own.

An organiser who plays is told everything as a player, and replies for the seat.
"""

from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext as _

from notifications import keys, preferences
from notifications.compose import letter
from notifications.compose.layout import headed, joined, paragraph
from notifications.compose.letter import Letter
from notifications.compose.notes import Note, dice
from notifications.models import Outbox
from notifications.outbound import outbox
from pbem.models import Game, Seat
from pbem.table.people import addresses


def seat_of(game: Game) -> Seat | None:
    """Return the organiser's own seat, if they play."""
    mine = game.seats.filter(player=game.organiser_id, kind=Seat.Kind.PERSON)
    return mine.select_related("player", "game").first()


def tell(game: Game, make: Callable[[], Note], key: str) -> Outbox | None:
    """Write to the organiser; a reply to the mail speaks for their seat, if they have one, or for
    the organiser."""
    organiser, seat = game.organiser, seat_of(game)
    with preferences.in_language_of(organiser):
        note = make()
        made = letter.plain(game, [note], orders=False) if seat else with_how_to_reply(game, note)
    return outbox.tell_address(
        addresses.written_to(organiser),
        made,
        key,
        seat or keys.organiser_of(game),
        player=organiser,
    )


def tell_if_seatless(game: Game, make: Callable[[], Note], key: str) -> None:
    """Send the organiser what the whole table is told, unless they have a seat and are told so."""
    if seat_of(game) is None:
        tell(game, make, key)


def with_how_to_reply(game: Game, note: Note) -> Letter:
    """Return the letter to an organiser without a seat, which says how to run the table by
    replying."""
    made = letter.plain(game, [note], orders=False)
    how = _(
        "Reply to this mail to run the table: TABLE and what to do, STATUS, HISTORY, PRESS TO "
        "all: your words. HELP lists everything."
    )
    body = joined([made.body, paragraph(how)])
    return Letter(made.subject, body, made.template, made.enclosures)


def welcome(game: Game) -> None:
    """Send the mail to which an organiser without a seat replies.

    It is sent again whenever it is asked for: whoever lost it has no other way back.
    """

    def words() -> Note:
        said = [_("You run %(game)s and have no seat at it.") % {"game": game.name}]
        if game.status == Game.Status.LOBBY:
            said.append(_("Reply TABLE INVITE ann@example.org to fill it, then TABLE START."))
        text = joined([headed(_("Table"), said), dice(game)]).rstrip()
        return Note("", 0, _("Your table"), text)

    tell(game, words, f"host/{timezone.now().isoformat()}")
