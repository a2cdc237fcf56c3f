"""Mails of an organiser without a seat: commands, and nothing that takes a seat."""

from django.utils.translation import gettext as _

from notifications import preferences
from notifications.commands import dispatch
from notifications.commands.base import Said
from notifications.commands.preview import has_orders
from notifications.commands.reading import MOST, split
from notifications.inbound import resent
from notifications.inbound.mime import Mail
from notifications.inbound.outcomes import Informed, NoSeat, Outcome
from notifications.models import Inbound, Organiser
from notifications.outbound import replies
from pbem.play import loading


def carry_out(inbound: Inbound, mail: Mail, organiser: Organiser, text: str) -> Outcome:
    """Carry out the commands in `text`, refuse the orders in it, and answer.

    Raises NoSeat if the text holds nothing but orders.
    """
    with preferences.in_language_of(organiser.player):
        found = split(text, loading.ruleset_of(organiser.game), organiser.player.name)
        asked, orders = resent.without_repeats(inbound, mail, found)
        if not asked:
            raise NoSeat
        said = [*dispatch.carry_out(organiser, asked), *_refused(orders)]
    inbound.said = [list(one) for one in said]
    replies.to_commands(inbound, organiser, organiser.player, said)
    return Informed()


def _refused(orders: str) -> list[Said]:
    """Return each line that is an order, as a refused command of the reply."""
    words = _("You have no seat at this table, so you cannot give orders.")
    lines = [line.strip() for line in orders.split("\n") if has_orders(line)]
    return [Said(dispatch.ORDERS, "", line, words, done=False) for line in lines[:MOST]]
