"""In which reaction windows seats want to be asked: a choice that the whole table knows of."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from pbem.clocks.terms import terms_of
from pbem.models import Game, Seat, StandingOrder
from rules.kernel.codec import typed
from rules.kernel.decisions import Reaction
from rules.kernel.match import Match
from rules.kernel.orders.clerk import ASK, Clerk, Standing
from rules.lexicon import OrderLine

MOST_NAMED = 4


def in_words(
    game: Game, match: Match, seats: Iterable[Seat], orders: Iterable[StandingOrder]
) -> dict[int, str]:
    """Return by number who is not asked in windows in which the table would ask, and in which.

    A condition is not told, as it may rest on what only its writer sees: such a wish counts as none
    here.
    """
    people = [seat for seat in seats if seat.kind == Seat.Kind.PERSON]
    numbers = {seat.pk: seat.number for seat in people}
    standing = [
        Standing(str(order.pk), numbers[order.seat_id], line)
        for order in orders
        if order.seat_id in numbers and not (line := typed(order.line, OrderLine)).guard
    ]
    asked = [seat.number for seat in people if seat.asks_in_windows]
    clerk = Clerk(match, (), standing, asks_by_default=asked)
    kinds = [kind for kind in match.ruleset.decisions if issubclass(kind, Reaction)]
    windows = _that_ask(game, match)
    found = {}
    about_windows = {*clerk.reaction_verbs, ASK}
    spoken = {order.seat for order in standing if order.line.verb in about_windows}
    for seat in people:
        if seat.asks_in_windows and seat.number not in spoken:
            continue
        silent = [
            window
            for window in windows
            if not any(clerk.wants_asking(kind(seat.number, window=window)) for kind in kinds)
        ]
        if silent:
            found[seat.number] = _told(silent, everywhere=len(silent) == len(windows))
    return found


def _that_ask(game: Game, match: Match) -> list[str]:
    """Return the windows in which the table's mode lets anybody be asked."""
    if game.mode != Game.Mode.PLANNED:
        return list(match.ruleset.windows)
    chosen = terms_of(game).windows_asked
    asked = match.ruleset.worth_asking if chosen is None else chosen
    return [window for window in match.ruleset.windows if window in asked]


def _told(silent: list[str], *, everywhere: bool) -> str:
    if everywhere:
        return _("not asked in windows")
    names = ", ".join(window.replace("_", " ") for window in silent[:MOST_NAMED])
    more = " …" if len(silent) > MOST_NAMED else ""
    return _("not asked in: %(windows)s") % {"windows": f"{names}{more}"}
