"""Scoring objectives (TI4 29, 21.1, 24.2, D-50, D-52)."""

from collections.abc import Sequence

from rules.imperium import counters
from rules.imperium.objectives import best_price, holds_all
from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.kernel.table import Play
from rules.ti4 import cards, economy
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, registry, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import FACTIONS, OBJECTIVES
from rules.ti4.points import gain_points
from rules.ti4.speech import _
from rules.ti4.state import Phase, Public, Table, View
from rules.toolbox.targets import as_target


class Score(Fixed):
    """An objective and its price: planets and goods, tokens by pool, action cards."""

    card: str = ""
    pay: Pay = FREE
    tokens: dict[str, int] = {}
    cards: list[str] = []


NOTHING = Score()


def holds_home(table: Public, seat: int) -> bool:
    """Return whether the player controls the home planets, or need not (TI4 29.16)."""
    if modifiers.scores_without_home(table, seat):
        return True
    planets = FACTIONS[table.sides[seat].faction].home_planets
    return holds_all(table, seat, planets)


def leaked(table: Public) -> str:
    """Return the secret objective that a law lets everybody score, or nothing."""
    law = table.laws.get("classified_document_leaks")
    return "" if law is None else str(law.elected)


def is_of_status(card: str) -> bool:
    return OBJECTIVES[card].phase == "status"


def open_publics(table: Public, seat: int) -> list[str]:
    """Return the revealed public objectives whose requirement the seat meets, prices apart."""
    if not holds_home(table, seat):
        return []
    side = table.sides[seat]
    return [
        card
        for card in table.revealed
        if card not in side.scored
        and (OBJECTIVES[card].stage or (card == leaked(table) and is_of_status(card)))
        and registry.objective(card).met(table, seat)
    ]


def open_secrets(v: View, seat: int) -> list[str]:
    """Return the unscored secret objectives of the status phase that the seat meets."""
    return [
        card
        for card in v.mine.secrets
        if OBJECTIVES[card].phase == "status" and registry.objective(card).met(v.table, seat)
    ]


def price_problems(v: View, seat: int, score: Score, taken: Sequence[str]) -> list[Problem]:
    """Return the faults of a price, which is paid while scoring (TI4 29.10)."""
    what, amount = registry.objective(score.card).price
    if what in ("resources", "influence"):
        return economy.pay_problems(v.table, seat, score.pay, amount, what, taken)
    if what == "goods":
        if score.pay.goods != amount or v.table.sides[seat].goods < amount:
            return [Problem("cannot-pay", _("It costs {n} trade goods.", n=amount), "TI4 29.10")]
    elif what == "tokens":
        return _token_problems(v, seat, score, amount)
    elif what == "cards":
        left = list(v.mine.cards)
        for card in score.cards:
            if card not in left:
                return [Problem("not-your-card", _("You do not hold that card."), "TI4 29.10")]
            left.remove(card)
        if len(score.cards) != amount:
            return [Problem("cannot-pay", _("Discard {n} action cards.", n=amount), "TI4 29.10")]
    return []


def _token_problems(v: View, seat: int, score: Score, amount: int) -> list[Problem]:
    side = v.table.sides[seat]
    for pool, n in score.tokens.items():
        if pool not in ("tactic", "strategy") or not 0 < n <= getattr(side, pool):
            words = _("Spend tokens you have in the tactic and strategy pools.")
            return [Problem("cannot-pay", words, "TI4 29.10")]
    if sum(score.tokens.values()) != amount:
        return [Problem("cannot-pay", _("It costs {n} command tokens.", n=amount), "TI4 29.10")]
    return []


def priced(v: View, seat: int, card: str, goods: bool, avoid: Sequence[str] = ()) -> Score | None:
    """Return the cheapest way to score `card`, or None if the seat cannot pay."""
    what, amount = registry.objective(card).price
    side = v.table.sides[seat]
    if not what:
        return Score(card)
    if what in ("resources", "influence", "goods"):
        price = (what, amount)
        pay = best_price(economy.PAYMENT, v.table, seat, price, goods=goods, avoid=avoid)
        return None if pay is None else Score(card, pay)
    if what == "tokens":
        tactic = min(amount, side.tactic)
        if side.strategy < amount - tactic:
            return None
        tokens = {"tactic": tactic, "strategy": amount - tactic}
        return Score(card, tokens={pool: n for pool, n in tokens.items() if n})
    return Score(card, cards=sorted(v.mine.cards)[:amount]) if side.hand >= amount else None


def is_free(card: str) -> bool:
    return not registry.objective(card).price[0]


def score(t: Table, seat: int, what: Score) -> None:
    """Pay, mark, advance (TI4 29.12, 29.18)."""
    economy.spend(t, seat, what.pay)
    side = t.table.sides[seat]
    for pool, n in what.tokens.items():
        counters.spend(side, pool, n)
    cards.discard(t, seat, what.cards)
    if what.card in t.hand[seat].secrets:
        t.hand[seat].secrets.remove(what.card)
        side.secrets -= 1
    side.scored.append(what.card)
    worth = OBJECTIVES[what.card].points
    t.tell(ev.Scored(seat, what.card, worth), cite="TI4 29.12")
    gain_points(t, seat, worth)


def combat_scored(t: Table, seats: Sequence[int]) -> Play[None]:
    """Return the objectives of the action phase that this combat has met (TI4 29.7)."""
    battle = t.table.battle_now
    if t.table.phase == Phase.TURN and battle.winner >= 0:
        yield from timing.moment(
            t, w.ACTION_PHASE_SCORE, as_target(battle.planet or battle.tile), seats
        )
