"""Claiming objectives (TI3 12.1.2 to 12.1.5, 23)."""

from rules.imperium.objectives import best_price, holds_all
from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.ti3 import economy, points, texts
from rules.ti3 import events as ev
from rules.ti3.components import registry
from rules.ti3.facts import IMPERIUM_REX, OBJECTIVES, RACES
from rules.ti3.speech import _
from rules.ti3.state import Public, Table, View

STAGE_TWO_FROM = 4
"""With Age of Empire (TI3 27.1.2)."""


class Claim(Fixed):
    card: str = ""
    pay: Pay = FREE


NOTHING = Claim()


def holds_home(table: Public, seat: int) -> bool:
    """Return whether the player controls every planet of the home system (TI3 12.1.5)."""
    race = table.sides[seat].race
    return holds_all(table, seat, RACES[race].home_planets)


def open_publics(table: Public, seat: int) -> list[str]:
    """Return the public objectives the seat may claim now, price apart."""
    if not holds_home(table, seat):
        return []
    return [
        card
        for card in table.revealed
        if card != IMPERIUM_REX
        and card not in table.sides[seat].scored
        and _in_season(table, card)
        and registry.objective(card).met(table, seat)
    ]


def _in_season(table: Public, card: str) -> bool:
    late = OBJECTIVES[card].stage == 2 and table.settings.age_of_empire
    return not late or table.round >= STAGE_TWO_FROM


def open_secret(v: View, seat: int) -> str:
    """Return the seat's secret objective if it is met, else ""."""
    card = v.mine.secret
    if not card or not holds_home(v.table, seat) or not registry.objective(card).met(v.table, seat):
        return ""
    return str(card)


def claim_problems(v: View, seat: int, claim: Claim, secret: bool) -> list[Problem]:
    if not claim.card:
        return []
    table = v.table
    name = ev.title(claim.card)
    if secret and claim.card != v.mine.secret:
        words = _("{card} is not your secret objective.", card=name)
        return [Problem("not-your-card", words, "TI3 23.2.1")]
    if not secret and claim.card not in table.revealed:
        words = _("{card} is not a public objective that lies open.", card=name)
        return [Problem("not-revealed", words, "TI3 23.1.2")]
    if claim.card in table.sides[seat].scored:
        return [Problem("scored-before", _("You have scored it already."), "TI3 12.1.4")]
    if not holds_home(table, seat):
        words = _("You do not control all planets of your Home System.")
        return [Problem("home-lost", words, "TI3 12.1.5")]
    if not secret and not _in_season(table, claim.card):
        words = _("Stage II objectives count from round {n}.", n=STAGE_TWO_FROM)
        return [Problem("too-early", words, "TI3 27.1.2")]
    if claim.card == IMPERIUM_REX or not registry.objective(claim.card).met(table, seat):
        words = _("Its requirement is not met: {condition}", condition=texts.effect(claim.card))
        return [Problem("not-met", words, "TI3 12.1.3")]
    return price_problems(table, seat, claim)


def price_problems(table: Public, seat: int, claim: Claim) -> list[Problem]:
    """Return why the payment does not meet the objective's price (TI3 23.1.3)."""
    what, amount = registry.objective(claim.card).price
    if not what:
        return []
    if what == "goods":
        if claim.pay.goods < amount or claim.pay.planets:
            words = _("It costs {n} trade goods.", n=amount)
            return [Problem("cannot-pay", words, "TI3 23.1.3")]
        return economy.pay_problems(table, seat, claim.pay, 0, "resources")
    return economy.pay_problems(table, seat, claim.pay, amount, what)


def priced(table: Public, seat: int, card: str) -> Claim | None:
    """Return the claim at the least cost; None if it cannot be paid."""
    price = registry.objective(card).price
    if not price[0]:
        return Claim(card)
    pay = best_price(economy.PAYMENT, table, seat, price, goods=True)
    return None if pay is None else Claim(card, pay)


def is_free(card: str) -> bool:
    return not registry.objective(card).price[0]


def score(t: Table, seat: int, claim: Claim) -> None:
    """Score a claimed objective, paying its price (TI3 12.1.3, 13.1)."""
    economy.spend(t, seat, claim.pay)
    side = t.table.sides[seat]
    side.scored.append(claim.card)
    facts = OBJECTIVES[claim.card]
    if t.hand[seat].secret == claim.card:
        t.hand[seat].secret = ""
        side.secret = False
    t.tell(ev.Scored(seat, claim.card, facts.points), cite="TI3 12.1.3")
    if facts.wins:
        points.win(t, [seat], "TI3 13.1.3")
    points.gain_points(t, seat, facts.points, "TI3 12.1.3")
