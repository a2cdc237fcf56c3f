"""What somebody agrees to who sits down at a table: people, clocks, days off, reactions, length.

The same lines stand in an invitation, on the page one joins from, and in the list of open tables.
"""

from collections.abc import Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pbem.clocks import attendance, deadlines, forecast
from pbem.clocks.calendars import DAYS, EVERY_DAY
from pbem.clocks.terms import terms_of
from pbem.models import Game, Player, Seat
from pbem.play import loading
from pbem.table import setting_up
from rules.kernel.views import SomeView


def lines(game: Game) -> list[str]:
    """Return everything one agrees to, a sentence or two each."""
    found = [people(game), clocks(game), days_off(game), reactions(game), patience(game)]
    found += [length(game), lessons(game), turn(), loading.ruleset_of(game).stage_words()]
    return [line for line in found if line]


def people(game: Game) -> str:
    """Return who plays: how many, and who is there."""
    seats = list(game.seats.select_related("player"))
    there = [seat.holder for seat in seats if seat.kind != Seat.Kind.EMPTY]
    words = ngettext("%(n)d seat.", "%(n)d seats.", len(seats)) % {"n": len(seats)}
    if there:
        words += " " + _("At the table: %(people)s.") % {"people": ", ".join(there)}
    return words + " " + _("%(name)s organises it.") % {"name": game.organiser.name}


def stands(game: Game, seat: Seat, view: SomeView) -> str:
    """Return how a seat of a running game stands, by what everybody knows: side, round, place."""
    rules = loading.ruleset_of(game)
    ranks = rules.standings(view)
    rank = next(rank for rank in ranks if rank.seat == seat.number)
    words = _(
        "You would be %(name)s (seat %(n)d), round %(round)d: %(points)d points, place %(place)d "
        "of %(all)d. Until now the seat is played by %(holder)s."
    )
    return words % {
        "name": view.name(seat.number),
        "n": seat.number + 1,
        "round": game.round,
        "points": rank.points,
        "place": rank.place,
        "all": len(ranks),
        "holder": seat.holder,
    }


def clocks(game: Game) -> str:
    """Return how long one has for an answer."""
    usual = deadlines.hours_for(game, "default")
    begun = deadlines.hours_for(game, "turn")
    words = _("You have %(hours)s hours for an answer; most take minutes.")
    words %= {"hours": f"{usual:g}"}
    if begun != usual:
        words += " " + _("For a turn it is %(hours)s.") % {"hours": f"{begun:g}"}
    return words


def hours(game: Game) -> str:
    """Return the hours of each clock that the table has set."""
    called = dict(setting_up.clocks(loading.ruleset_of(game)))
    called |= {"turn": _("a turn"), "default": _("anything else")}
    kinds = sorted(game.hours, key=lambda kind: (kind == "default", kind != "turn", kind))
    one = _("%(what)s: %(hours)s h")
    told = (
        one % {"what": called.get(kind, kind), "hours": f"{game.hours[kind]:g}"} for kind in kinds
    )
    return capfirst("; ".join(told))


def length(game: Game) -> str:
    """Return how long such a game takes; "" where nothing like it was measured."""
    takes = forecast.of_game(game)
    return _("Such a game takes %(days)s.") % {"days": takes} if takes else ""


def lessons(game: Game) -> str:
    """Return that nobody needs to know the game; "" where the table is for those who do."""
    if not terms_of(game).lessons:
        return ""
    return _(
        "A table for a first game: mails explain how a turn is written, with examples, and what to "
        "go for."
    )


def days_off(game: Game) -> str:
    """Return when nothing falls due."""
    terms = terms_of(game)
    words = []
    if terms.days != EVERY_DAY:
        free = ", ".join(_day(i) for i in range(len(DAYS)) if i not in terms.days)
        words.append(_("Clocks stand still on: %(days)s.") % {"days": free})
    if terms.quiet:
        quiet = _("Nothing falls due from %(hours)s in your own time zone.")
        words.append(quiet % {"hours": terms.quiet.replace("-", "–")})
    return " ".join(words) or _("Clocks run every day, day and night.")


def _day(day: int) -> str:
    return (
        _("Monday"),
        _("Tuesday"),
        _("Wednesday"),
        _("Thursday"),
        _("Friday"),
        _("Saturday"),
        _("Sunday"),
    )[day]


def reactions(game: Game) -> str:
    """Return what happens in moments in which others may react; "" where the game has none."""
    if not loading.ruleset_of(game).windows:
        return ""
    return {
        Game.Mode.PLANNED: _(
            "The game stops only for turns and votes: write in advance what your cards should do."
        ),
        Game.Mode.TRUST: _(
            "Only those who can react are asked, and the game goes on when they have answered."
        ),
        Game.Mode.ASK: _("Everybody is asked whether they react, so that nothing tells who can."),
    }[Game.Mode(game.mode)]


def patience(game: Game) -> str:
    """Return what becomes of silence, and how to be away."""
    terms = terms_of(game)
    if terms.stand_in:
        words = _("If you do not answer in time, a bot answers for you and the game goes on.")
    else:
        words = _(
            "If you do not answer in time, the game makes the move named in the question and goes "
            "on."
        )
    if terms.vacation_days:
        away = ngettext(
            "You may be away for %(n)d day in all.",
            "You may be away for %(n)d days in all.",
            terms.vacation_days,
        )
        words += " " + away % {"n": terms.vacation_days}
    return words


def turn() -> str:
    """Return what a turn asks of a player."""
    return _(
        "A turn is one mail with a few lines of orders, or a few taps on the page. It can be sent "
        "in advance, and standing orders answer what is always the same."
    )


def reliability(players: Iterable[Player]) -> list[str]:
    """Return how punctual each of them has been so far, in all games together."""
    found = []
    for player in players:
        kept = attendance.of_player(player)
        if kept.share is None:
            found.append(_("%(name)s: new here") % {"name": player.name})
        else:
            words = _("%(name)s: %(share)d %% in time, %(games)d games")
            known = {"name": player.name, "share": round(100 * kept.share), "games": kept.games}
            found.append(words % known)
    return found
