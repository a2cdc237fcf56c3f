"""`PREVIEW`: what orders would do; nothing of it is carried out."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import matches
from notifications.commands.base import Answer, Asked, Section, Usage, Who, Words
from notifications.commands.status import AboutPosition
from notifications.compose.layout import block, cited, headed, joined
from pbem.orders import standing_orders
from pbem.play import preview
from rules.kernel.match import Match


def has_orders(text: str) -> bool:
    """Return whether any line of `text` is more than a remark."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n"))


class Preview(AboutPosition):
    name = "preview"
    words = Words(
        ("preview", "what if"),
        ("podgląd", "co jeśli", "co gdyby"),
        ("előnézet", "mi lenne ha", "mi van ha"),
    )
    who = Who.SEAT_HOLDER
    free_text = True
    section = Section.ORDERS
    help = gettext_lazy(
        "PREVIEW (or WHAT IF) on a line of its own: what your orders would do; nothing is done. "
        "Without orders: what each of your standing orders would do now."
    )
    usage = (
        Usage(("PREVIEW",), "alone: all orders of the mail are only tried; or `PREVIEW order`"),
        Usage(("WHAT IF",), "the same; without orders, what each standing order would do now"),
    )

    def of_position(self, asked: Asked, match: Match) -> Answer:
        """Try the orders in a match of their own: trying them spends it."""
        if not has_orders(asked.rest):
            return _of_standing_orders(asked, match)
        spent = matches.awake(asked.game)
        if spent is None or spent.ask is None:
            return Answer(headed(_("Preview"), [_("The game takes no orders now.")]))
        checked = preview.check(spent, asked.seat.number, asked.rest)
        lines = [_line(line) for line in checked.lines]
        title = _("Preview: nothing of this was carried out")
        foreseen = block(_("What can be foreseen"), checked.foreseen)
        return Answer(joined([block(title, lines), foreseen]).rstrip())


def _of_standing_orders(asked: Asked, match: Match) -> Answer:
    """Return what each standing order of the seat would do now."""
    mine = [one.order for one in standing_orders.listed(asked.seat)]
    if not mine:
        words = [
            _("You have no standing orders."),
            _("Write your orders below PREVIEW, or behind it."),
        ]
        return Answer(headed(_("Preview"), words))
    lines = standing_orders.outlook_lines(standing_orders.clerk_of(match, mine), mine)
    return Answer(block(_("Your standing orders, as things stand"), lines))


def _line(line: preview.Checked) -> str:
    words = {
        "ok": _("ok"),
        "later": _("kept for later"),
        "refused": _("NOT LEGAL"),
        "unused": _("not needed"),
        **dict.fromkeys(("standing", "outside", "command"), _("ok")),
    }
    status = words.get(line.status, line.status)
    shown = _("read as: %(order)s") % {"order": line.read_as}
    read_as = f" ({shown})" if line.read_as else ""
    why = f": {line.words}" if line.words else ""
    return cited(f"{line.text} … {status}{read_as}{why}", [line.rule])
