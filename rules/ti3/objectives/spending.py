"""Objectives worded "I now spend": paid while they are claimed (TI3 23.1.3)."""

from rules.ti3.components.base import Objective
from rules.ti3.components.registry import register
from rules.ti3.state import Public


class Spending(Objective):
    """Met by whoever can pay for it; `price` says what."""

    rule = "TI3 23.1.3"

    def met(self, table: Public, seat: int) -> bool:
        return True


@register
class TenResources(Spending):
    id = "pub1_spend_10_resources"
    price = ("resources", 10)


@register
class TwentyResources(Spending):
    id = "pub2_spend_20_resources"
    price = ("resources", 20)


@register
class TenInfluence(Spending):
    id = "pub1_spend_10_influence"
    price = ("influence", 10)


@register
class TwentyInfluence(Spending):
    id = "pub2_spend_20_influence"
    price = ("influence", 20)


@register
class SixTradeGoods(Spending):
    id = "pub1_spend_6_trade_goods"
    price = ("goods", 6)


@register
class TwelveTradeGoods(Spending):
    id = "pub2_spend_12_trade_goods"
    price = ("goods", 12)
