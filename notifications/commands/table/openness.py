"""`TABLE OPEN`, `CLOSED`, `WATCH`: who else may sit down or watch."""

from typing import Any

from django.utils.translation import gettext as _

from notifications.commands.base import Asked, Usage, Who, Words
from notifications.commands.table import show
from notifications.commands.table.base import OFF, OfOrganiser
from pbem.models import Game
from pbem.table.lobby import LobbyError
from pbem.table.openness import Openness
from rules.lexicon.text import fold


class Open(OfOrganiser):
    name = "open"
    words = Words(("open",), ("otwórz",), ("nyitott",))
    example = "OPEN"
    usage = (Usage(("TABLE OPEN",), "anybody may take an empty seat"),)

    def change(self, game: Game, rest: str) -> str:
        _set_openness(game, joinable=True)
        return _("Anybody may take an empty seat now.")


class Closed(OfOrganiser):
    name = "closed"
    words = Words(("closed", "close"), ("zamknij",), ("zárt",))
    example = "CLOSED"
    usage = (Usage(("TABLE CLOSED",), "only who is invited can take a seat"),)

    def change(self, game: Game, rest: str) -> str:
        _set_openness(game, joinable=False)
        return _("Only who is invited can take a seat now.")


class Watch(OfOrganiser):
    """`TABLE WATCH 24 h` sets how far behind spectators are; for others than the organiser,
    `TABLE WATCH 12` says whether table 12 may be watched."""

    name = "watch"
    words = Words(("watch",), ("widzowie", "obserwuj"), ("nézők", "néz"))
    who = Who.ANYBODY
    example = "WATCH 24"
    usage = (
        Usage(
            ("TABLE WATCH 12",),
            "whether table 12 may be watched, and how far behind; its organiser writes `WATCH 24 "
            "h` or `WATCH off` to set that, and is asked where a number may mean either",
        ),
    )

    def carry_out(self, asked: Asked) -> str | None:
        if asked.game.organiser_id != asked.player.pk:
            return show.may_watch(asked.player, asked.rest)
        if show.names_another(asked.game, asked.player, asked.rest):
            raise LobbyError(
                _(
                    "For spectators of your table to be %(n)s hours behind, write TABLE WATCH "
                    "%(n)s h. To see table %(n)s, write TABLE SHOW %(n)s."
                )
                % {"n": asked.rest.strip()}
            )
        return super().carry_out(asked)

    def change(self, game: Game, rest: str) -> str:
        if fold(rest).strip(".") in OFF:
            _set_openness(game, watchable=False)
            return _("Nobody but the table can watch now.")
        hours = rest.strip(" h.") or "0"
        if not hours.isdecimal():
            raise LobbyError(
                _("Write TABLE WATCH 24 (hours that spectators are behind) or WATCH off.")
            )
        _set_openness(game, watchable=True, delay_hours=min(int(hours), 24 * 30))
        return _("Anybody may watch now, %(hours)s hours behind.") % {"hours": hours}


def _set_openness(game: Game, **changed: Any) -> None:
    Openness.objects.update_or_create(game=game, defaults=changed)
