"""`EXTEND`: asks the table for more time, or votes on it; an organiser's word decides."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Asked, Section, ToServer, Usage, Words
from pbem.clocks import extensions
from pbem.clocks.dates import BadDate, read_hours
from pbem.clocks.extensions import ExtensionRefused
from pbem.models import Game, Player, Seat
from rules.lexicon.text import fold

_YES = ("yes", "y", "agree", "ok", "tak", "igen")
_NO = ("no", "n", "disagree", "nie", "nem")


class Extend(ToServer):
    name = "extend"
    words = Words(("extend", "extension"), ("przedłuż",), ("hosszabbít",))
    help = gettext_lazy("EXTEND 24, EXTEND YES, EXTEND NO – more time, by vote")
    organiser_help = gettext_lazy("EXTEND YES, EXTEND NO – your word decides a vote on more time")
    organiser_section = Section.RUN
    usage = (Usage(("EXTEND 24",), "more time by vote; `EXTEND YES`, `EXTEND NO`"),)

    def carry_out(self, asked: Asked) -> str:
        if isinstance(asked.speaker, Seat):
            return by_seat(asked.speaker, asked.rest)
        return by_organiser(asked.game, asked.player, asked.rest)


def by_seat(seat: Seat, text: str, now: datetime | None = None) -> str:
    """Ask for the hours that `text` names, or vote YES or NO; the answer in words."""
    word = fold(text).strip(" .!")
    if word in _YES or word in _NO:
        return extensions.describe(extensions.vote(seat, word in _YES, now))
    try:
        hours = read_hours(text)
    except BadDate as error:
        how = _("To vote, write EXTEND YES or EXTEND NO.")
        raise ExtensionRefused(f"{error} {how}") from None
    return extensions.describe(extensions.ask(seat, hours, now))


def by_organiser(game: Game, player: Player, text: str, now: datetime | None = None) -> str:
    """Decide the open vote, as an organiser who has no seat; the answer in words."""
    word = fold(text).strip(" .!")
    if word not in (*_YES, *_NO):
        raise ExtensionRefused(_("To decide the vote, write EXTEND YES or EXTEND NO."))
    return extensions.describe(extensions.decide(game, player, word in _YES, now))
