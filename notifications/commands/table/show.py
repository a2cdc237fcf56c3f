"""`TABLE SHOW 12`: what the page of table 12 shows to a spectator, as late as the table wants.

Whoever sits at that table or organises it sees the same public facts without the delay.
"""

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications.commands.base import Answer, Asked, Question, Usage, Words
from notifications.commands.numbers import table_numbered
from notifications.compose import news, position, times
from notifications.compose.layout import block, headed, joined
from pbem.models import Game, Player
from pbem.play import loading, past
from pbem.table import limits
from pbem.table.lobby import LobbyError
from pbem.table.overview import Overview, overview
from pbem.table.people.access import At, may_look, place_at, seen_until

RULINGS = 12
SHOWN_TO_PLAYER = limits.Limit("tables shown by mail to one player", 60, 3600)
"""To show a table is to wake its game."""


class Show(Question):
    name = "show"
    words = Words(("show",), ("pokaż",), ("mutasd", "mutat"))
    usage = (
        Usage(
            ("TABLE SHOW 12",),
            "what a spectator sees on the page of table 12, with the map, as late as the table "
            "wants; for who sits there or runs it without the delay",
        ),
    )

    def carry_out(self, asked: Asked) -> None:
        """Refuse a table that is not for this player to see, or too many tables; any other is
        shown as it is when the reply is written."""
        _at(asked.player, asked.rest)
        if limits.wait(SHOWN_TO_PLAYER, asked.player.pk):
            raise LobbyError(_("You have looked at many tables within the hour. Try again later."))

    def answer(self, asked: Asked) -> Answer:
        return shown(asked.player, asked.rest)


def may_watch(player: Player, named: str) -> str:
    """Say that the table may be watched, how far behind, and how. LobbyError if it may not."""
    at = _at(player, named)
    where = settings.PARSEC_HOST + reverse("table", args=[at.game.pk])
    return " ".join(
        [
            _("You may watch %(game)s.") % {"game": at.game},
            *_behind(at),
            _("TABLE SHOW %(n)d sends you what everybody can see; on the page: %(url)s")
            % {"n": at.game.pk, "url": where},
        ]
    )


def names_another(game: Game, player: Player, said: str) -> bool:
    """Return whether a bare number may mean another table that this player can look at."""
    if said.strip() == str(game.pk):
        return False
    try:
        _at(player, said)
    except LobbyError:
        return False
    return True


def shown(player: Player, named: str) -> Answer:
    """Return the table as this player may see it from outside; `Show.carry_out` has checked that
    they may."""
    try:
        at = _at(player, named)
    except LobbyError as gone:
        return Answer(headed(_("Table"), [gone.words]))
    title = str(at.game)
    if at.game.status == Game.Status.LOBBY or not at.game.head_seq:
        seats = [f"{seat.number + 1}. {seat.holder}" for seat in at.seated]
        return Answer(block(f"{title} · {at.game.get_status_display()}", seats))
    now = timezone.now()
    seen = seen_until(at, now)
    if not seen:
        early = _("The game has begun, but there is nothing to see yet.")
        return Answer(block(title, [early, *_behind(at)]))
    try:
        watched = overview(at, now)
        history = _history(at, seen)
        with loading.rules_at_work():
            ruleset = watched.match.ruleset
            headline = ruleset.headline(watched.public)
            picture = ruleset.main_picture(watched.public)
            sections = ruleset.sheet(watched.public)
    except (past.Unreadable, loading.RulesFailed):
        unreadable = _("This position cannot be shown just now: a referee is looking into it.")
        return Answer(block(title, [unreadable]))
    said = [headline, str(at.game.get_status_display()), *_behind(at)]
    parts = [
        block(title, [line for line in said if line]),
        _waiting(watched, player),
        block(_("History"), history),
        *position.whole(sections),
    ]
    return Answer(joined(parts).rstrip(), [picture] if picture else [])


def _at(player: Player, named: str) -> At:
    """Return the table from outside, with public facts only. LobbyError if the player may not
    look."""
    number = named.strip().strip("#.,")
    game = table_numbered(Game.objects.select_related("organiser", "openness"), number)
    if game is None:
        raise LobbyError(_("Write the number of the table: TABLE SHOW 12. TABLE lists them."))
    at = place_at(game, player)
    if not may_look(at):
        raise LobbyError(_("There is no table %(n)s that you may watch.") % {"n": number})
    inside = at.seat is not None or at.organiser
    return at._replace(player=None, seat=None, organiser=inside)


def _behind(at: At) -> list[str]:
    hours = at.openness.delay_hours
    if not at.spectator or not hours or at.game.status == Game.Status.OVER:
        return []
    words = ngettext(
        "Spectators are %(n)d hour behind.", "Spectators are %(n)d hours behind.", hours
    )
    return [words % {"n": hours}]


def _waiting(watched: Overview, player: Player) -> str:
    if not watched.waiting:
        return ""
    said = [_("Waiting for: %(who)s.") % {"who": ", ".join(watched.waiting)}]
    if watched.until is not None:
        said.append(_("Due %(due)s at the latest.") % {"due": times.moment(watched.until, player)})
    return headed(_("Waiting"), said)


def _history(at: At, seen: int) -> list[str]:
    """Return the newest rulings up to `seen`, in public words."""
    match = past.match_at(at.game, seen)
    with loading.rules_at_work():
        rulings = past.rulings_between(at.game, seen - RULINGS, seen, RULINGS)
        return news.lines_of(match.ruleset, match.view(None).names, None, rulings)
