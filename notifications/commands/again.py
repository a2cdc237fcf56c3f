"""`AGAIN`: means the same words a second time; see `inbound.resent`."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Asked, ToServer, Usage, Words
from pbem.errors import TableError


class Again(ToServer):
    name = "again"
    words = Words(("again",), ("jeszcze raz", "ponownie"), ("újra", "megint"))
    help = gettext_lazy("AGAIN – you mean it, though you sent the same words just before")
    usage = (Usage(("AGAIN",), "you mean it, though you sent the same words just before"),)

    def carry_out(self, asked: Asked) -> str:
        """Refuse: `inbound.resent` takes the command away where there are words to repeat."""
        raise TableError(
            _("Nothing of yours waits for this word. Write your orders, then send them.")
        )
