"""Links a mail can carry: signed, for one person and one thing, good for a while.

Opening a link changes nothing, because mail systems open links to look at them; only the button on
the page behind it does. Whoever holds a link may use it, so it goes to its person alone.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from pbem.clocks import attendance, extensions
from pbem.errors import TableError
from pbem.models import Address, Extension, Invitation, Player, Seat
from pbem.table import lobby
from pbem.table.people import addresses

GOOD_FOR = timedelta(days=14)
_SALT = "pbem.actions"

SUBSTITUTE, BOT, WAIT = "substitute", "bot", "wait"
AGREE, DISAGREE = "extend-yes", "extend-no"
CONFIRM = "confirm-address"
JOIN, DECLINE = "join", "decline"


class ActionRefused(TableError):
    """Raised for a link that does nothing any more; the words say why and what to do."""

    code = "action-refused"


class Action(NamedTuple):
    """One thing that can be done with a link: what the button says, and where it is."""

    do: str
    words: str
    url: str


class Signed(NamedTuple):
    """A link read back. `seat` is the seat it is about, or the one that votes."""

    do: str
    words: str
    by: Player | None = None
    seat: Seat | None = None
    extension: Extension | None = None
    token: str = ""
    invitation: Invitation | None = None

    @property
    def wants_address(self) -> bool:
        """Whether the page has to ask for the substitute's address."""
        return self.do == SUBSTITUTE


def for_missing(seat: Seat) -> list[Action]:
    """Return what the organiser can do about a seat that no longer answers."""
    by = seat.game.organiser
    return [_action(do, by, seat, seat.pk) for do in (SUBSTITUTE, BOT, WAIT)]


def for_vote(extension: Extension, seat: Seat | None) -> list[Action]:
    """Return the two answers to a request for more time; none for a seat that has no say.

    `seat` None: the organiser, who decides the request alone and may have no seat.
    """
    by = seat.player if seat is not None else extension.game.organiser
    asks = seat is not None and seat.pk == extension.seat_id
    if by is None or asks or extension.state != Extension.State.OPEN:
        return []
    return [_action(do, by, seat or extension.seat, extension.pk) for do in (AGREE, DISAGREE)]


def for_invitation(invitation: Invitation) -> list[Action]:
    """Return the two answers to an invitation."""
    return [
        Action(do, str(_WORDS[do]), _url(signing.dumps([do, invitation.token], salt=_SALT)))
        for do in (JOIN, DECLINE)
    ]


def for_address(token: str) -> Action:
    """Return the link that confirms an address, with the token of `signals.address_added`."""
    return Action(CONFIRM, str(_WORDS[CONFIRM]), _url(signing.dumps([CONFIRM, token], salt=_SALT)))


_WORDS = {
    SUBSTITUTE: gettext_lazy("Invite a substitute"),
    BOT: gettext_lazy("Let a bot play the seat"),
    WAIT: gettext_lazy("Keep waiting, with the full clock"),
    AGREE: gettext_lazy("Agree to more time"),
    DISAGREE: gettext_lazy("Do not agree"),
    CONFIRM: gettext_lazy("This address is mine"),
    JOIN: gettext_lazy("Yes, I play"),
    DECLINE: gettext_lazy("No, thank you"),
}


def _action(do: str, by: Player, seat: Seat, of: int) -> Action:
    """Return a link bound to the person who holds the seat now: it outlives no change of hands."""
    signed = [do, by.pk, seat.pk, seat.player_id, seat.key_version, of]
    return Action(do, str(_WORDS[do]), _url(signing.dumps(signed, salt=_SALT)))


def _url(token: str) -> str:
    return f"{settings.PARSEC_HOST}{reverse('action', args=[token])}"


def read(token: str) -> Signed:
    """Return what a link is for; raises ActionRefused if it is forged, too old or overtaken."""
    try:
        do, *about = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        words = _("This link is not good any more. Use the newest mail.")
        raise ActionRefused(words) from None
    if do == CONFIRM:
        return Signed(do, str(_WORDS[do]), token=about[0])
    if do in (JOIN, DECLINE):
        return _invited(do, about[0])
    by, seat_id, holder, version, of = about
    seat = Seat.objects.select_related("game__organiser", "player").filter(pk=seat_id).first()
    player = Player.objects.filter(pk=by).first()
    if seat is None or player is None or (seat.player_id, seat.key_version) != (holder, version):
        words = _("The seat has changed hands since this mail; nothing was done.")
        raise ActionRefused(words)
    extension = None
    if do in (AGREE, DISAGREE):
        extension = Extension.objects.filter(pk=of, game=seat.game_id).first()
        if extension is None or extension.state != Extension.State.OPEN:
            raise ActionRefused(_("The vote is over; nothing was done."))
    elif player != seat.game.organiser or not seat.missing:
        raise ActionRefused(_("The seat is not missing any more; nothing has to be done."))
    return Signed(do, str(_WORDS[do]), player, seat, extension)


def _invited(do: str, token: str) -> Signed:
    asked = Invitation.objects.select_related("game__organiser", "seat")
    found = asked.filter(token=token).first()
    if found is None or found.state == Invitation.State.WITHDRAWN:
        raise ActionRefused(
            _("This invitation is no longer open. Ask the organiser for a new one.")
        )
    return Signed(do, str(_WORDS[do]), invitation=found)


def _voted(signed: Signed, now: datetime | None) -> Extension:
    assert signed.seat is not None
    yes = signed.do == AGREE
    if signed.by == signed.seat.game.organiser:
        return extensions.decide(signed.seat.game, signed.by, yes, now)
    return extensions.vote(signed.seat, yes, now)


def perform(token: str, email: str = "", now: datetime | None = None) -> str:
    """Do what a link is for; return the answer in words. `email` is the substitute's.

    Raises TableError if it cannot be done.
    """
    signed = read(token)
    if signed.do == CONFIRM:
        confirmed: Address = addresses.confirm(signed.token, now)
        return _("%(email)s is confirmed.") % {"email": confirmed.email}
    if signed.invitation is not None:
        return _answered(signed.do, signed.invitation, now)
    assert signed.seat is not None
    if signed.extension is not None:
        return extensions.describe(_voted(signed, now))
    if signed.do == SUBSTITUTE:
        invitation = lobby.substitute(signed.seat, email)
        words = _("%(address)s is invited. Until they join, the seat stays as it is.")
        return words % {"address": invitation.email}
    if signed.do == BOT:
        lobby.give_to_bot(signed.seat, now)
        return _("A bot plays the seat from now on. A substitute can still take it over.")
    attendance.wait_for(signed.seat, now)
    return _("The seat has its full clock again. You are asked again after three more misses.")


def _answered(do: str, invitation: Invitation, now: datetime | None) -> str:
    """Take the seat of an invitation, or say no to it. Whoever is new is written to in the language
    of the page on which they said yes."""
    game = {"game": invitation.game.name}
    if do == DECLINE:
        lobby.decline(invitation.token)
        return _("You have declined; the organiser of %(game)s is told.") % game
    known = addresses.holder(invitation.email)
    seat = lobby.join(invitation.token, now=now)
    language = get_language()
    if known is None and seat.player is not None and language in dict(settings.LANGUAGES):
        seat.player.language = str(language)
        seat.player.save(update_fields=["language"])
    return _("You have a seat in %(game)s. When it begins you get a mail; reply to it.") % game
