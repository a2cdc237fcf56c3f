"""`DISPUTE 143 …`: asks the referee to look at a ruling."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Asked, ToServer, Usage, Who, Words
from notifications.commands.numbers import NUMBER
from pbem.errors import TableError
from pbem.referee import disputes


class Dispute(ToServer):
    name = "dispute"
    words = Words(("dispute",), ("spór", "reklamacja"), ("vita", "panasz"))
    who = Who.SEAT_HOLDER
    free_text = True
    help = gettext_lazy("DISPUTE 143 … – ask the referee to look at a ruling")
    usage = (Usage(("DISPUTE 143 …",), "a referee looks at ruling 143"),)

    def carry_out(self, asked: Asked) -> str:
        first, _space, text = asked.rest.strip().partition(" ")
        number = first.strip("#:.,")
        if not NUMBER.fullmatch(number) or not text.strip():
            raise TableError(
                _(
                    "Name the ruling and say what is wrong: "
                    "DISPUTE 143 The retreat was announced first."
                )
            )
        disputes.open_dispute(asked.game, asked.player, int(number), text.strip())
        return _("A referee will look at ruling #%(n)s; you will hear of it.") % {"n": number}
