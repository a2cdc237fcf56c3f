"""Invitations, to a new game or to a seat of one that runs, and what is said to the answers."""

from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from notifications.compose.attachments import Enclosure
from notifications.compose.layout import block, headed, joined, paragraph
from notifications.compose.notes import Note, dice
from pbem.models import Game, Invitation
from pbem.table import one_click
from pbem.table.people import sign_in


def invitation(invited: Invitation, title: str, agreed: Sequence[str]) -> Note:
    """Return an invitation, with everything a person needs to take a seat by mail alone. `agreed`:
    what they agree to."""
    game = invited.game
    who = {"who": game.organiser.name, "game": game.name, "title": title}
    join = _("Reply with one line: YES, or JOIN and a word of your own for the dice, such as")
    why = _("Your word is mixed into the dice, so that nobody can choose lucky ones.")
    text = joined(
        [
            paragraph(_("%(who)s invites you to %(game)s, a game of %(title)s by mail.") % who),
            block(_("What you agree to"), agreed),
            f"{paragraph(join)}\n\n    JOIN heron\n\n{paragraph(why)}",
            _other_answers(invited),
            dice(game),
        ]
    )
    return Note("invited", 10, _("%(who)s invites you") % who, text.rstrip())


def takeover(
    invited: Invitation, title: str, stands: str, agreed: Sequence[str], position: Enclosure
) -> Note:
    """Return an invitation to take over a seat of a running game. `stands`: how that seat stands,
    as everybody at the table knows."""
    game = invited.game
    who = {"who": game.organiser.name, "game": game.name, "title": title}
    text = joined(
        [
            paragraph(
                _("%(who)s asks you to take over a seat in %(game)s, a game of %(title)s by mail.")
                % who
            ),
            headed(_("The seat"), [stands, _("The position as everybody sees it is attached.")]),
            block(_("What you agree to"), agreed),
            paragraph(
                _(
                    "Reply with one line: YES. You then get the hand of the seat and its open "
                    "questions, with fresh time for them. Standing orders of the player before "
                    "you end."
                )
            ),
            _other_answers(invited),
        ]
    )
    subject = _("%(who)s asks you to take over a seat") % who
    return Note("invited", 10, subject, text.rstrip(), enclosures=(position,))


def _other_answers(invited: Invitation) -> str:
    """Return what else may be answered, for somebody whose language is not known either, and by
    links."""
    page = sign_in.link_to(invited.email, reverse("join", args=[invited.game_id]))
    look = _("Or look at the table first: %(url)s") % {"url": page}
    return joined([_in_other_languages(), _links(invited), look])


def _in_other_languages() -> str:
    """Return a line in each of our other languages: what this is, and how to answer."""
    said = []
    for language, _name in settings.LANGUAGES:
        if language != translation.get_language():
            with translation.override(language):
                said.append(paragraph(in_our_words()))
    return joined(said)


def in_our_words() -> str:
    """Return what an invitation is, for a reader of the language that is spoken now."""
    return _(
        "In English: this invites you to a board game by mail. Answer YES or NO; the page behind "
        "the links speaks English."
    )


def _links(invited: Invitation) -> str:
    return "\n".join(
        f"{action.words}: {action.url}" for action in one_click.for_invitation(invited)
    )


def everybody_is_there(game: Game, names: Sequence[str], key: str) -> Note:
    """Tell the organiser that the last seat is taken, and how the game begins."""
    said = [
        _("All seats are taken: %(names)s.") % {"names": ", ".join(names)},
        _("Reply TABLE START, or press “Begin the game”: %(url)s")
        % {"url": f"{settings.PARSEC_HOST}{reverse('table', args=[game.pk])}"},
    ]
    return Note(key, 25, _("Everybody is there"), headed(_("Table"), said))


def thanks_for_the_answer(invited: Invitation) -> Note:
    """Answer somebody who has declined, and say how they can still come."""
    game = {"game": invited.game.name}
    said = [
        _("You have declined the invitation to %(game)s; its organiser knows.") % game,
        _("If you change your mind, ask for another invitation."),
    ]
    return Note("", 10, _("Thank you for your answer"), headed(_("Declined"), said))


def how_to_answer(invited: Invitation) -> str:
    """Return, in all our languages, how an invitation is answered: whoever wrote something else may
    read any of them."""
    said = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said.append(paragraph(how_to_answer_in_words()))
    return joined([*said, _links(invited)])


def how_to_answer_in_words() -> str:
    return _("To take the seat, reply with one word: YES. To decline: NO.")


def declined(email: str, name: str, key: str) -> Note:
    """For the organiser: somebody does not want the seat."""
    who = f"{name} ({email})" if name else email
    said = [
        _("%(who)s does not want to play this time.") % {"who": who},
        _("Invite somebody else: TABLE INVITE ann@example.org, or give the seat to a bot."),
    ]
    return Note(
        key, 25, _("%(who)s has declined") % {"who": name or email}, headed(_("Table"), said)
    )
