"""Writes the first mail about a seat that somebody has taken; from here on they can reply."""

from django.utils import translation
from django.utils.translation import gettext as _

from notifications.compose import letter, notes
from notifications.compose.layout import headed, joined
from notifications.compose.letter import Letter
from notifications.compose.notes import Note
from notifications.outbound import outbox
from pbem.models import Seat


def letter_to(seat: Seat, word: str) -> Letter:
    """Return the letter that says that the seat is taken, and what happens next."""
    player = seat.player
    assert player is not None
    with translation.override(player.language):
        said = [_("You have a seat in %(game)s.") % {"game": seat.game.name}]
        if word:
            said.append(_("Your word for the dice: %(word)s") % {"word": word})
        said.append(_("When the game begins you get a mail; play by replying to it."))
        if player.name == player.email.partition("@")[0]:
            known = _("The table knows you as %(name)s. Another name: SETTINGS NAME Ann Example")
            said.append(known % {"name": player.name})
        if seat.game.organiser_id == player.pk:
            said.append(_("Reply TABLE INVITE ann@example.org to fill it, then TABLE START."))
        text = joined([headed(_("Joined"), said), notes.dice(seat.game)])
        return letter.plain(
            seat.game, [Note("", 0, _("You have joined"), text.rstrip())], orders=False
        )


def welcome(seat: Seat, word: str) -> None:
    """Send that letter to somebody who took the seat by a mail about another table."""
    player = seat.player
    assert player is not None
    key = f"welcome/{seat.pk}/{seat.key_version}"
    made = letter_to(seat, word)
    outbox.tell_address(player.email, made, key, seat, player=player)
