"""`STATISTICS`: how the reader keeps time, and after the end how the whole table did.

While a game runs, everybody sees their own numbers alone, as on the page: a deadline that somebody
missed unseen would tell what was chosen for them.
"""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from notifications.commands.base import Answer, Asked, Question, Section, Usage, Words
from notifications.compose.layout import block, headed, joined
from notifications.compose.times import HOUR
from pbem.clocks import attendance
from pbem.clocks.attendance import Punctuality
from pbem.models import Game, Seat
from pbem.play import loading, past
from pbem.table import lobby


class Statistics(Question):
    name = "statistics"
    words = Words(
        ("statistics", "stats"), ("statystyki", "statystyka"), ("statisztika", "statisztikák")
    )
    section = Section.ASK
    help = gettext_lazy("STATISTICS – how you, and in the end the whole table, kept time")
    organiser_help = help
    usage = (
        Usage(
            ("STATISTICS",),
            "how you keep time, here and in all games; when the game is over, the page's final "
            "report: standings, points by round, how everybody kept time. Before, nobody else's "
            "numbers: a deadline missed unseen would tell what was chosen",
        ),
    )

    def answer(self, asked: Asked) -> Answer:
        """Return the reader's own numbers, and those of the table once its game is over."""
        lines = []
        if isinstance(asked.speaker, Seat):
            here = attendance.of_game(asked.game)[asked.speaker.number]
            lines.append(_("At this table: %(kept)s") % {"kept": _kept(here)})
        whole = attendance.of_player(asked.player)
        if whole.games:
            count = ngettext("In %(n)d game: %(kept)s", "In %(n)d games: %(kept)s", whole.games)
            lines.append(count % {"n": whole.games, "kept": _kept(whole)})
        if whole.typical is not None:
            words = _("You answer after %(time)s on average.")
            lines.append(words % {"time": _span(whole.typical)})
        own = block(_("How you keep time"), lines)
        return Answer(joined([own, _of_table(asked.game)]).rstrip())


def _kept(kept: Punctuality) -> str:
    if kept.share is None:
        return _("nothing was asked yet")
    words = _("in time %(on_time)d, late %(late)d, missed %(missed)d: %(share)d%% in time")
    return words % {**kept._asdict(), "share": round(100 * kept.share)}


def _span(time: timedelta) -> str:
    if time < HOUR:
        return _("%(n)d min") % {"n": max(1, round(time.total_seconds() / 60))}
    return _("%(n)d h") % {"n": round(time / HOUR)}


def _of_table(game: Game) -> str:
    """Return the final report of the page, as lines of a mail."""
    title = _("The table")
    if game.status != Game.Status.OVER:
        return headed(title, [_("How the others keep time is told when the game is over.")])
    try:
        final = lobby.final_report(game)
        moments = past.by_round(past.moments(game))
    except (past.Unreadable, loading.RulesFailed):
        return headed(title, [_("The numbers of this game cannot be read just now.")])
    names = {seat.seat: seat.name for seat in final.seats}
    standings = loading.ruleset_of(game).standings
    points = [{s.seat: s.points for s in standings(moment.public)} for moment in moments]
    people = [
        (seat, Punctuality(1, seat.on_time, seat.late, seat.missed, None)) for seat in final.seats
    ]
    return joined(
        [
            block(
                _("Final standings"),
                [f"{s.place}. {names[s.seat]}: {s.points}" for s in final.standings],
            ),
            block(
                _("Points by round"),
                [
                    f"{name}: {', '.join(str(row.get(number, 0)) for row in points)}"
                    for number, name in names.items()
                ],
            ),
            block(
                _("How the table kept time"),
                [f"{seat.name} ({seat.holder}): {_kept(kept)}" for seat, kept in people],
            ),
        ]
    )
