"""Action cards that answer or copy another card (TI3 19.2.3)."""

from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.ti3 import economy, registry
from rules.ti3 import events as ev
from rules.ti3 import windows as w
from rules.ti3.choices import PayFor
from rules.ti3.components import ActionCard, Component, Targets
from rules.ti3.registry import register
from rules.ti3.state import Public, Table, View

COPY_PRICE = 3


@register
class Sabotage(ActionCard):
    """Cancels an action card that was just revealed, but no other Sabotage."""

    id = "sabotage"
    rule = "TI3 19.2.3"
    windows = (w.CARD_REVEALED,)

    def fits(self, table: Public, seat: int, window: str, about: str) -> bool:
        played = table.played[-1] if table.played else None
        return played is not None and not played.cancelled and played.seat != seat

    def resolve(self, t: Table, seat: int, on: str, about: str) -> None:
        t.table.played[-1].cancelled = True


@register
class TouchOfGenius(ActionCard):
    """For 3 influence, it is played as if it were a card of the discards."""

    id = "touch_of_genius"
    windows = tuple(window for window in w.ALL if window != w.COPIED)

    def _copied(self, table: Public, window: str) -> list[Component]:
        """Discarded cards that are played in this window."""
        wanted = {window, *w.ALSO.get(window, ())}
        found = []
        for id in sorted(set(table.discard)):
            card = registry.find("action card", id)
            if card is not None and id != self.id and not wanted.isdisjoint(card.windows):
                found.append(card)
        return found

    def fits(self, table: Public, seat: int, window: str, about: str) -> bool:
        rich = economy.wealth(table, seat, "influence") >= COPY_PRICE
        return rich and any(
            card.fits(table, seat, window, about) for card in self._copied(table, window)
        )

    def targets(self, v: View, seat: int, window: str, about: str) -> Targets:
        found = {}
        for card in self._copied(v.table, window):
            if not card.fits(v.table, seat, window, about):
                continue
            targets = card.targets(v, seat, window, about)
            for on, words in ({"": ""} if targets is None else targets).items():
                if not card.problems(v, seat, on, window, about):
                    name = ev.title(card.id)
                    found[f"{card.id}:{on}"] = f"{name}, {words}" if words else name
        return found

    def resolve(self, t: Table, seat: int, on: str, about: str) -> Play[None]:
        pay = yield from t.ask(PayFor(seat, self.id, COPY_PRICE, "influence"))
        economy.spend(t, seat, pay)
        id, _mark, target = on.partition(":")
        card = registry.get("action card", id)
        yield from running(card.resolve(t, seat, target, about))
