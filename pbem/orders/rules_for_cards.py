"""Rules for what a seat holds: at a planned table what nobody wrote a rule for passes."""

from collections.abc import Iterable

from pbem.clocks.terms import terms_of
from pbem.models import Game, Seat, StandingOrder
from rules.kernel.match import Match
from rules.kernel.ruleset import RuleWanted
from rules.lexicon import fold

STANDING = "STANDING: "


def doctrine(match: Match) -> list[RuleWanted]:
    """Return the standing orders that a sensible player of this game writes before the first
    turn."""
    thinking = match.ruleset.features.thinking
    lines = [line.removeprefix(STANDING) for line in (thinking.doctrine if thinking else ())]
    return [RuleWanted(line, line.partition(" ")[0], line, ()) for line in lines]


def wanted(game: Game, match: Match, seat: int) -> list[RuleWanted]:
    """Return what a seat holds that counts only by rule: what speaks at moments of others at which
    a planned table asks nobody. None at other tables, which ask."""
    if game.mode != Game.Mode.PLANNED:
        return []
    chosen = terms_of(game).windows_asked
    asked = match.ruleset.worth_asking if chosen is None else chosen
    found = match.ruleset.rules_wanted(match.view(seat))
    return [one for one in found if any(window not in asked for window in one.windows)]


def without_a_rule(
    seat: Seat, found: Iterable[RuleWanted], orders: Iterable[StandingOrder] | None = None
) -> list[RuleWanted]:
    """Return those that no standing order of the seat names. `orders`: those in force at the table,
    where they are known."""
    found = list(found)
    if orders is None:
        orders = StandingOrder.objects.filter(seat=seat, active=True) if found else ()
    return unnamed(found, [order.text for order in orders if order.seat_id == seat.pk])


def unnamed(found: Iterable[RuleWanted], orders: Iterable[str]) -> list[RuleWanted]:
    """Return those that none of these standing orders names."""
    texts = [fold(text) for text in orders]
    return [one for one in found if not any(fold(one.title) in text for text in texts)]
