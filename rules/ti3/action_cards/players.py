"""Action cards played on players as an action, or at any time (TI3 19.3.1)."""

from rules.imperium import counters
from rules.kernel.table import Play
from rules.ti3 import cards, economy, trade
from rules.ti3 import events as ev
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import Choose, ChooseSome, other_players, titled
from rules.ti3.components.registry import register
from rules.ti3.objectives.holdings import outside_home
from rules.ti3.state import Public, Table, View
from rules.ti3.units import fleets
from rules.toolbox.targets import Pair, Target, each, player, seat_of


@register
class GoodYear(ActionCard):
    """A trade good for each own planet outside the Home System."""

    id = "good_year"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.gain_goods(t, seat, outside_home(t.table, seat), self.rule)


@register
class InfluenceInTheMerchantsGuild(ActionCard):
    """One trade agreement ends."""

    id = "influence_in_the_merchants_guild"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            Pair(*map(player, a.seats)).target: " - ".join(v.names[s] for s in a.seats)
            for a in v.table.agreements
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        one, two = map(seat_of, each(on))
        trade.end_between(t, one, two, self.rule)


@register
class Insubordination(ActionCard):
    """A player loses a counter of his Command Pool."""

    id = "insubordination"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        others = other_players(v, seat)
        return {x: n for x, n in others.items() if v.table.sides[seat_of(x)].command}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.spend_counter(t, seat_of(on), "command")


@register
class Privateers(ActionCard):
    """A player loses all trade goods; the owner keeps half of them, rounded down."""

    id = "privateers"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        others = other_players(v, seat)
        return {x: n for x, n in others.items() if v.table.sides[seat_of(x)].goods}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        victim = seat_of(on)
        goods = t.table.sides[victim].goods
        economy.give_goods(t, victim, seat, goods // 2, self.rule)
        economy.lose_goods(t, victim, goods - goods // 2, self.rule)


@register
class StellarCriminals(ActionCard):
    """A player exhausts half of his unexhausted planets, rounded down, at his choice."""

    id = "stellar_criminals"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        others = other_players(v, seat)
        return {x: n for x, n in others.items() if self._half(v.table, seat_of(x))}

    def _half(self, table: Public, seat: int) -> int:
        return len(fleets.ready_planets(table, seat)) // 2

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        victim = seat_of(on)
        n = self._half(t.table, victim)
        planets = yield from t.ask(ChooseSome(victim, self.kind, self.id, "exhaust", n, n))
        economy.exhaust(t, victim, planets)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(fleets.ready_planets(v.table, seat))


@register
class SuccessfulSpy(ActionCard):
    """Two random action cards of a player."""

    id = "successful_spy"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        others = other_players(v, seat)
        return {x: n for x, n in others.items() if v.table.sides[seat_of(x)].hand}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        victim = seat_of(on)
        taken = t.shuffle(f"hand@{victim}", sorted(t.hand[victim].cards))[:2]
        for card in taken:
            t.hand[victim].cards.remove(card)
            t.hand[seat].cards.append(card)
        t.table.sides[victim].hand -= len(taken)
        t.table.sides[seat].hand += len(taken)
        public = ev.CardsStolen(victim, seat, len(taken))
        t.tell(ev.CardsDrawn(seat, taken), to=(seat, victim), public=public, cite=self.rule)
        yield from cards.keep_hand_limit(t, seat)


@register
class UnexpectedAction(ActionCard):
    """An own command counter goes from the map to reinforcements."""

    id = "unexpected_action"
    windows = (w.ACTION,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(sorted(counters.of_seat(v.table.counters, seat)))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.lift_counter(t, seat, on)


@register
class Disclosure(ActionCard):
    """See the action cards of a player and discard one of them."""

    id = "disclosure"
    windows = (w.ANY_TIME,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        others = other_players(v, seat)
        return {x: n for x, n in others.items() if v.table.sides[seat_of(x)].hand}

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return any(side.hand for s, side in enumerate(table.sides) if s != seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        victim = seat_of(on)
        shown = sorted(t.hand[victim].cards)
        if not shown:
            return
        public = ev.HandLookedAt(victim, seat)
        t.tell(ev.HandShown(victim, shown), to=seat, public=public, cite=self.rule)
        t.hand[seat].shown = shown
        card = yield from t.ask(Choose(seat, self.kind, self.id, "discard"))
        t.hand[seat].shown = []
        cards.discard(t, victim, [card], self.rule)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled(list(dict.fromkeys(v.mine.shown)))


@register
class EmergencyRepairs(ActionCard):
    """All own ships of a system become undamaged."""

    id = "emergency_repairs"
    windows = (w.ANY_TIME,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        mine = str(seat)
        return titled(sorted(x for x, owners in v.table.damaged.items() if mine in owners))

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return any(str(seat) in owners for owners in table.damaged.values())

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        if fleets.repair(t.table, on, seat):
            t.tell(ev.Repaired(seat, on), cite=self.rule)


@register
class MasterOfTrade(ActionCard):
    """With two trade agreements: up to two own planets are refreshed."""

    id = "master_of_trade"
    windows = (w.ANY_TIME,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        spent = any(p in table.spent for p in fleets.controlled(table, seat))
        return spent and len(trade.agreements_of(table, seat)) >= trade.MOST

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        planets = yield from t.ask(ChooseSome(seat, self.kind, self.id, "refresh", 0, 2))
        economy.refresh(t, seat, planets)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return titled([p for p in fleets.controlled(v.table, seat) if p in v.table.spent])
