"""Action cards that answer or copy another card (TI3 19.2.3)."""

from functools import cache

from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.ti3 import economy
from rules.ti3 import events as ev
from rules.ti3.components import registry
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Component, Targets
from rules.ti3.components.choices import PayFor
from rules.ti3.components.registry import register
from rules.ti3.state import Public, Table, View
from rules.toolbox.targets import Composite, Target, as_target

COPY_PRICE = 3


class Copy(Composite):
    """A discarded card, and what its copy is played on."""

    between = ":"

    card: str
    on: str


@register
class Sabotage(ActionCard):
    """Cancels an action card that was just revealed, but no other Sabotage."""

    id = "sabotage"
    rule = "TI3 19.2.3"
    windows = (w.CARD_REVEALED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        played = table.played[-1] if table.played else None
        return played is not None and not played.cancelled and played.seat != seat

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.played[-1].cancelled = True


@cache
def _played_in(window: str) -> tuple[Component, ...]:
    """Return the action cards of a window that can be copied, by their ids."""
    wanted = {window, *w.ALSO.get(window, ())}
    cards = (c for c in registry.every() if c.kind == "action card" and c.id != TouchOfGenius.id)
    return tuple(
        sorted((c for c in cards if not wanted.isdisjoint(c.windows)), key=lambda card: card.id)
    )


@register
class TouchOfGenius(ActionCard):
    """For 3 influence, it is played as if it were a card of the discards."""

    id = "touch_of_genius"
    windows = tuple(window for window in w.ALL if window != w.COPIED)

    def _copied(self, table: Public, window: str) -> list[Component]:
        """Discarded cards that are played in this window."""
        return [card for card in _played_in(window) if card.id in table.discard]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        rich = economy.wealth(table, seat, "influence") >= COPY_PRICE
        return rich and any(
            card.fits(table, seat, window, about) for card in self._copied(table, window)
        )

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        found: dict[str, str] = {}
        for card in self._copied(v.table, window):
            if not card.fits(v.table, seat, window, about):
                continue
            targets = card.targets(v, seat, window, about)
            for on, words in ({"": ""} if targets is None else targets).items():
                if not card.problems(v, seat, as_target(on), window, about):
                    name = ev.title(card.id)
                    found[Copy(card.id, on).target] = f"{name}, {words}" if words else name
        return found

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        pay = yield from t.ask(PayFor(seat, self.id, COPY_PRICE, "influence"))
        economy.spend(t, seat, pay)
        copy = Copy.read(on)
        card = registry.get("action card", copy.card)
        yield from running(card.resolve(t, seat, as_target(copy.on), about))
