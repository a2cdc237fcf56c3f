"""Agents of every race: they may give their life to cancel a card (TI3 29.9.3)."""

from rules.ti3 import nouns
from rules.ti3.components import windows as w
from rules.ti3.components.base import Component
from rules.ti3.components.registry import register
from rules.ti3.facts import LEADERS
from rules.ti3.state import Public, Table
from rules.ti3.variants import leaders
from rules.toolbox.targets import Target


@register
class Agent(Component):
    """Sacrificed like a Sabotage card; the leader is out of the game."""

    kind = "leader"
    id = "agent"
    rule = "TI3 29.9.3"
    windows = (w.CARD_REVEALED,)

    def title(self) -> str:
        return nouns.word(self.id)

    def _agents(self, table: Public, seat: int) -> list[str]:
        if not table.leaders:
            return []
        return [x for x in leaders.of_seat(table, seat) if LEADERS[x].type == self.id]

    def may_have(self, table: Public, seat: int) -> bool:
        return bool(self._agents(table, seat))

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        played = table.played[-1] if table.played else None
        return played is not None and not played.cancelled and played.seat != seat

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        agent = self._agents(t.table, seat)[0]
        leaders.leave_board(t.table, seat, agent)
        leaders.kill(t, agent, self.rule)
        t.table.played[-1].cancelled = True
