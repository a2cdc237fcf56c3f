"""`TABLE INVITE`, `BOT`, `FREE`, `SUBSTITUTE`, `WAIT`, `REVOKE`: who sits and speaks there."""

from django.utils.translation import gettext as _

from notifications.commands.base import Usage, Words
from notifications.commands.table.base import OfOrganiser, seat_called
from pbem.clocks import attendance
from pbem.models import Game, Seat
from pbem.table import limits, lobby
from pbem.table.lobby import LobbyError
from pbem.table.people import addresses, reply_keys


class Invite(OfOrganiser):
    name = "invite"
    words = Words(("invite",), ("zaproś",), ("meghív",))
    example = "INVITE ann@example.org"
    usage = (
        Usage(
            ("TABLE INVITE ann@example.org Ann, ben@example.org Ben",),
            "invites people to a seat each",
        ),
    )

    def change(self, game: Game, rest: str) -> str:
        """`ann@example.org Ann, ben@example.org`: those that can be invited are, the others are
        named with why."""
        guests = addresses.listed(rest)
        if not guests:
            email = rest.split()[0] if rest.strip() else ""
            if email:
                lobby.invite(game, email)
            raise LobbyError(_("Write the address: TABLE INVITE ann@example.org Ann"))
        said, refused = [], []
        for email, name in guests:
            try:
                _check_invitations(game)
                address = lobby.invite(game, email, name).email
                said.append(_("%(address)s is invited.") % {"address": address})
            except LobbyError as error:
                refused.append(error.words)
        if passed := addresses.passed_over(rest):
            words = _("Passed over, because there is no address in it: %(parts)s.")
            refused.append(words % {"parts": ", ".join(passed)})
        if not said:
            raise LobbyError(" ".join(refused))
        return " ".join([*said, *refused])


class Bot(OfOrganiser):
    name = "bot"
    words = Words(("bot",))
    example = "BOT 2"
    usage = (
        Usage(
            ("TABLE BOT 2", "TABLE BOT 2 keen"),
            "gives seat 2 to a bot, which plays steadily, or keenly, or at random",
        ),
    )

    def change(self, game: Game, rest: str) -> str:
        named, _space, last = rest.rpartition(" ")
        level = last.strip().lower() if named else ""
        if level not in Seat.Level.values:
            named, level = rest, ""
        seat = seat_called(game, named)
        lobby.give_to_bot(seat, level=level)
        seat.refresh_from_db()
        return _("Seat %(n)d is played by: %(bot)s.") % {"n": seat.number + 1, "bot": seat.holder}


class Bots(OfOrganiser):
    name = "bots"
    words = Words(("bots",), ("boty",), ("botok",))
    example = "BOTS"
    usage = (Usage(("TABLE BOTS", "TABLE BOTS keen"), "gives every empty seat to a bot"),)

    def change(self, game: Game, rest: str) -> str:
        level = rest.strip().lower()
        count = lobby.fill_with_bots(game, level if level in Seat.Level.values else "")
        return _("Bots have taken %(n)d seats.") % {"n": count}


class Free(OfOrganiser):
    name = "free"
    words = Words(("free",), ("zwolnij",), ("felszabadít",))
    example = "FREE 2"
    usage = (Usage(("TABLE FREE 2",), "takes seat 2 back from a bot, before the start"),)

    def change(self, game: Game, rest: str) -> str:
        seat = seat_called(game, rest)
        lobby.free(seat)
        return _("Seat %(n)d is empty again.") % {"n": seat.number + 1}


class Substitute(OfOrganiser):
    name = "substitute"
    words = Words(("substitute",), ("zastępca",), ("helyettes",))
    example = "SUBSTITUTE 2 ann@example.org"
    usage = (
        Usage(("TABLE SUBSTITUTE 2 ann@example.org",), "invites somebody to play seat 2 from now"),
    )

    def change(self, game: Game, rest: str) -> str:
        *named, email = rest.split() or [""]
        if "@" not in email or not named:
            raise LobbyError(_("Write the seat and an address: TABLE SUBSTITUTE 2 ann@example.org"))
        _check_invitations(game)
        invitation = lobby.substitute(seat_called(game, " ".join(named)), email)
        words = _("%(address)s is invited. Until they join, the seat stays as it is.")
        return words % {"address": invitation.email}


class Wait(OfOrganiser):
    name = "wait"
    words = Words(("wait",), ("czekaj",), ("vár", "várj"))
    example = "WAIT 2"
    usage = (Usage(("TABLE WAIT 2",), "gives a silent player the full time again"),)

    def change(self, game: Game, rest: str) -> str:
        attendance.wait_for(seat_called(game, rest))
        return _("The seat has its full clock again. You are asked again after three more misses.")


class RevokeAddress(OfOrganiser):
    name = "revoke address"
    words = Words(("revoke",), ("unieważnij",), ("érvénytelenít",))
    example = "REVOKE 2"
    usage = (
        Usage(("TABLE REVOKE 2",), "replaces the reply address of seat 2; its player gets a mail"),
    )

    def change(self, game: Game, rest: str) -> str:
        seat = seat_called(game, rest)
        reply_keys.renew(game, seat, game.organiser)
        words = _("Seat %(n)d has a new reply address; its player gets a mail with it.")
        return words % {"n": seat.number + 1}


def _check_invitations(game: Game) -> None:
    if limits.wait(limits.INVITATIONS_OF_PLAYER, game.organiser_id):
        raise LobbyError(_("You have sent many invitations today. Send the next one tomorrow."))
