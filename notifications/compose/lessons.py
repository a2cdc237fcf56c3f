"""What mails of a first game say besides: how a turn is written, with examples, what to go for."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from notifications.compose.layout import block, joined
from notifications.compose.questions import Need
from pbem.clocks.terms import terms_of
from pbem.models import Game
from pbem.table import first_game
from rules.kernel.match import Match
from rules.kernel.orders.examples import examples, forms
from rules.kernel.ruleset import Ruleset


def lesson(game: Game, match: Match, seat: int, open_: Sequence[Need], *, whole: bool) -> str:
    """Return what a beginner needs to know for the turn that is asked, and in a mail with the
    `whole` position what to go for; "" at other tables."""
    asked = any(need.root for need in open_)
    if not terms_of(game).lessons or not (asked or whole):
        return ""
    advice = first_game.advice(game, match)
    orders = _orders(match, seat) if advice and asked else ()
    how = [*_how(game, match.ruleset, open_), *orders] if asked else []
    return joined(
        [block(_("What to go for"), advice), block(_("How a turn is written"), how)]
    ).rstrip()


def _how(game: Game, ruleset: Ruleset[Any], open_: Sequence[Need]) -> Iterator[str]:
    """Yield the ways to answer, and why nothing is lost by a mistake."""
    orders = ruleset.features.first_game.orders
    if len(open_) == 1 and open_[0].root and open_[0].idea and not open_[0].description.options:
        yield _(
            "Number 1 above is a whole turn that is legal now: answer 1, or copy its lines and "
            "change them."
        )
    yield _(
        "One order a line, in the order in which they shall happen. If one is wrong, nothing is "
        "spent, and the answer says what to write instead."
    )
    minutes = round(terms_of(game).repent_minutes)
    if minutes:
        words = ngettext(
            "You have %(n)d minute to change your mind: what you send then replaces it.",
            "You have %(n)d minutes to change your mind: what you send then replaces it.",
            minutes,
        )
        yield words % {"n": minutes}
    for verb in orders[:1]:
        words = _("HELP and an order's word, as in HELP %(verb)s, shows how it is written.")
        yield words % {"verb": ruleset.verb_in(get_language() or "en", verb)}


def _orders(match: Match, seat: int) -> Iterator[str]:
    """Yield the form of each order that a first turn needs, with one that the reader could send
    now."""
    for verb in match.ruleset.features.first_game.orders:
        written = forms(match.ruleset, verb)[:1]
        shown = examples(match, seat, verb, most=1)
        if shown:
            words = _("%(form)s – such as: %(example)s")
            yield words % {"form": (written or [verb.upper()])[0], "example": shown[0]}
