"""Imperial (TI4 24, H-37)."""

from rules.kernel.table import Play
from rules.ti4 import cards, scoring
from rules.ti4.facts import MECATOL
from rules.ti4.phases.status import ScorePublic
from rules.ti4.points import gain_points
from rules.ti4.speech import N_, _
from rules.ti4.state import Public, Table, View
from rules.ti4.strategy.base import YesNo


class ImperialSecondary(YesNo):
    """The choice whether to draw a secret objective by the secondary ability of Imperial
    (TI4 24.3)."""

    verbs = ("draw", "skip", "follow")
    card = "imperial"
    order = "DRAW"
    does = N_("Draw")
    fillers = ("1", "one", "a", "secret", "objective")
    rule = "TI4 24.3"

    def gives_words(self, v: View) -> str:
        return _("You draw a secret objective.")


def primary(t: Table, seat: int) -> Play[None]:
    """Let the active player score, then gain a point or a secret objective (TI4 24.2)."""
    if scoring.open_publics(t.table, seat):
        answer = yield from t.ask(ScorePublic(seat))
        if answer.card:
            scoring.score(t, seat, answer)
    if t.table.control.get(MECATOL) == seat:
        gain_points(t, seat, 1, "TI4 24.2")
    else:
        yield from cards.draw_secret(t, seat)


def question(table: Public, seat: int) -> ImperialSecondary | None:
    return ImperialSecondary(seat)


def secondary(t: Table, seat: int, answer: bool) -> Play[None]:
    """Draw a secret objective (TI4 24.3)."""
    yield from cards.draw_secret(t, seat)
