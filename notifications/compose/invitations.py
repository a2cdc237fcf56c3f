"""Invitations: to a new game, to take over a seat of one that runs; and that somebody declines."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from notifications.compose.attachments import Enclosure
from notifications.compose.layout import block, headed, joined, paragraph
from notifications.compose.notes import Note, dice
from pbem.models import Invitation
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
    links = [f"{action.words}: {action.url}" for action in one_click.for_invitation(invited)]
    return joined(
        [
            paragraph("YES · TAK · IGEN – NO · NIE · NEM"),
            "\n".join(links),
            _("Or look at the table first: %(url)s") % {"url": page},
        ]
    )


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
