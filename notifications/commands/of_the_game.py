"""Commands about the game itself: UNDO, STANDING, ACCEPT, DECLINE, WITHDRAW.

They stay among the orders, because it matters where between orders they stand. `pbem.orders` reads
and carries them out, from a mail as from the page; here are their lines of HELP and of the docs.
"""

from django.utils.translation import gettext_lazy

from notifications.commands.base import Command, Who, Words
from pbem.orders.submissions import COMMANDS


class OfTheGame(Command):
    """A command that the game's own session carries out."""

    who = Who.SEAT_HOLDER

    @property
    def id(self) -> str:
        return self.name


class Undo(OfTheGame):
    name = "undo"
    words = Words(COMMANDS["undo"])
    help = gettext_lazy(
        "UNDO – take back what you ordered, until others act or you are shown something hidden"
    )


class Go(OfTheGame):
    name = "go"
    words = Words(COMMANDS["go"])
    help = gettext_lazy(
        "GO – carry out the legal part of orders that were set aside; GO NOW – begin your turn "
        "without waiting"
    )


class Accept(OfTheGame):
    name = "accept"
    words = Words(COMMANDS["accept"])
    help = gettext_lazy("OFFER … TO …, ACCEPT 7, DECLINE 7 – deals, by their number")


class Decline(OfTheGame):
    name = "decline"
    words = Words(COMMANDS["decline"])


class Withdraw(OfTheGame):
    name = "withdraw"
    words = Words(COMMANDS["withdraw"])


class Standing(OfTheGame):
    name = "standing"
    words = Words(COMMANDS["standing"])
    help = gettext_lazy("STANDING LIST, STANDING CLEAR 2 – your standing orders")
