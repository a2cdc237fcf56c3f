"""Action cards of strategic actions, technology and the status phase (TI3 7, 21, 24)."""

from rules.kernel.table import Play
from rules.ti3 import economy, technology, trade
from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import other_players, titled
from rules.ti3.components.registry import register
from rules.ti3.facts import PLANETS, TECHNOLOGIES
from rules.ti3.state import Public, Table, Until, View
from rules.ti3.strategy.technology import BuyTechnology, buy
from rules.ti3.units import fleets
from rules.toolbox.targets import Target, player, seat_of


class Discount(ActionCard):
    """Played before a technology is bought; it counts for that purchase."""

    windows = (w.BUYING,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.PURCHASE)


@register
class CorporateSponsorship(Discount):
    """A green technology costs 4 less."""

    id = "corporate_sponsorship"

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        green = TECHNOLOGIES[tech].colour == "green"
        return -4 if green and self.effect(table, seat) is not None else 0


@register
class FocusedResearch(Discount):
    """For 6 resources, one missing prerequisite is ignored."""

    id = "focused_research"

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        bridged = self.effect(table, seat) is not None
        return 6 if bridged and technology.missing_needs(table, seat, tech) else 0


@register
class OpeningTheBlackBox(Discount):
    """Each own red specialty planet gives a discount of 2 on a red technology."""

    id = "opening_the_black_box"

    def tech_price(self, table: Public, seat: int, tech: str) -> int:
        if TECHNOLOGIES[tech].colour != "red" or self.effect(table, seat) is None:
            return 0
        mine = fleets.ready_planets(table, seat)
        return -sum(PLANETS[p].specialty == "red" for p in mine)


@register
class TechBubble(ActionCard):
    """The holder of Technology also uses its secondary, for a counter and its full price."""

    id = "tech_bubble"
    windows = (w.AFTER_PRIMARY,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        mine = table.turn == seat and about == "technology"
        return mine and table.sides[seat].strategy > 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        decision = BuyTechnology(seat)
        answer = yield from t.ask(decision)
        economy.spend_counter(t, seat)
        if not decision.skips(answer):
            buy(t, seat, answer)


@register
class PolicyParalysis(ActionCard):
    """A player may not use the secondary of this strategy card."""

    id = "policy_paralysis"
    windows = (w.AFTER_PRIMARY,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        holder = player(v.table.turn)
        return {x: n for x, n in other_players(v, seat).items() if x != holder}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat_of(on), Until.ACTION)

    def denies_secondary(self, table: Public, seat: int, card: str) -> bool:
        return self.effect(table, seat) is not None


@register
class RuinousTariffs(ActionCard):
    """A partner who used the Trade secondary hands over half of his goods, rounded up."""

    id = "ruinous_tariffs"
    windows = (w.COLLECTED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        target = seat_of(about)
        follows = target not in (seat, table.turn) and table.sides[target].goods > 0
        return follows and trade.between(table, seat, target) is not None

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        target = seat_of(about)
        goods = t.table.sides[target].goods
        economy.give_goods(t, target, seat, -(-goods // 2), self.rule)


@register
class PoliticalStability(ActionCard):
    """A strategy card but Imperial and Initiative is kept for the next round (TI3 E117)."""

    id = "political_stability"
    windows = (w.RETURN_CARDS,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        mine = v.table.sides[seat].cards
        return titled([c for c in mine if c not in ("imperial", "initiative")])

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        side = table.sides[seat]
        return not side.keeps and any(c not in ("imperial", "initiative") for c in side.cards)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.sides[seat].keeps = on
