"""`REVOKE`: replaces the author's reply address, in case somebody else has got hold of it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Asked, Section, ToServer, Usage, Words
from pbem.models import Seat
from pbem.table.people import reply_keys


class Revoke(ToServer):
    name = "revoke"
    words = Words(("revoke",), ("unieważnij",), ("érvénytelenít",))
    help = gettext_lazy("REVOKE – a new reply address, if somebody else has got hold of yours")
    organiser_help = help
    organiser_section = Section.RUN
    usage = (
        Usage(
            ("REVOKE",),
            "replaces your reply address, in case somebody else has got hold of it: mail to the "
            "old one is answered with what to do and not carried out",
        ),
    )

    def carry_out(self, asked: Asked) -> str:
        """Make every address given out so far worthless; the reply has the new one."""
        seat = asked.speaker if isinstance(asked.speaker, Seat) else None
        reply_keys.renew(asked.game, seat, asked.player)
        return _("Your old reply address is worthless now. Reply to this mail or a later one.")
