"""The notes every colour has (TI4 75)."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Note
from rules.ti4.components.registry import register
from rules.ti4.points import gain_points
from rules.ti4.state import NoteId, Public, Table, Until, View
from rules.ti4.units import fleets
from rules.toolbox.targets import Target, is_player, player, seat_of


class NoteOfSomebody(Note):
    """A common note: there is one of each colour, so a play is about one owner."""

    def subject(self, table: Public, about: Target) -> int:
        """Return the owner whose note fits the moment, -1 if any does."""
        return -1

    def has(self, v: View, seat: int) -> bool:
        return bool(self.held(v, seat))

    def owner_of_play(self, v: View, seat: int, on: Target, about: Target) -> int:
        subject = self.subject(v.table, about)
        return subject if subject >= 0 else self.held(v, seat)[0]

    def mine_of(self, v: View, seat: int, about: Target) -> bool:
        subject = self.subject(v.table, about)
        return subject < 0 or subject in self.held(v, seat)


@register
class Ceasefire(NoteOfSomebody):
    """Its owner, having activated a system with units of the holder, moves nothing in."""

    id = "ceasefire"
    windows = (w.AFTER_OTHER_ACTIVATION,)

    def subject(self, table: Public, about: Target) -> int:
        return -1 if table.active is None else table.active.seat

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return fleets.has_units_in(table, about, seat)

    def targets(self, v: View, seat: int, window: str, about: Target) -> dict[str, str] | None:
        return None if self.mine_of(v, seat, about) else {}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, t.table.active_now.seat, Until.TACTICAL, about)

    def denies_move_in(self, table: Public, seat: int, tile: str) -> bool:
        return table.active is not None and table.active.tile == tile


@register
class TradeAgreement(NoteOfSomebody):
    """Its owner, replenishing, hands all commodities to the holder."""

    id = "trade_agreement"
    windows = (w.WHEN_COMMODITIES_REPLENISHED,)

    def subject(self, table: Public, about: Target) -> int:
        return seat_of(about) if is_player(about) else -1

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return about != player(seat)

    def targets(self, v: View, seat: int, window: str, about: Target) -> dict[str, str] | None:
        return None if self.mine_of(v, seat, about) else {}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        owner = t.table.sides[seat_of(about)]
        got, owner.commodities = owner.commodities, 0
        if got:
            t.table.sides[seat].goods += got
            t.tell(ev.GoodsTaken(seat, seat_of(about), got), cite="TI4 68.5")
            yield from timing.moment(t, w.AFTER_NEIGHBOR_TRADE, player(seat))


@register
class PoliticalSecret(NoteOfSomebody):
    """Its owner does not vote, play action cards or use faction abilities on this agenda."""

    id = "political_secret"
    windows = (w.WHEN_AGENDA_REVEALED,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> dict[str, str]:
        return {player(owner): v.names[owner] for owner in self.held(v, seat)}

    def owner_of_play(self, v: View, seat: int, on: Target, about: Target) -> int:
        return seat_of(on)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.AGENDA, on)
        if seat_of(on) not in t.table.agenda_now.barred:
            t.table.agenda_now.barred.append(seat_of(on))

    def denies_cards(self, table: Public, seat: int, other: int) -> bool:
        return any(e.id == self.id and e.on == player(other) for e in table.effects)

    def denies_abilities(self, table: Public, seat: int, other: int) -> bool:
        return self.denies_cards(table, seat, other)


@register
class SupportForTheThrone(NoteOfSomebody):
    """Laid open at once for a point; lost again on activating a system of its owner."""

    id = "support_for_the_throne"
    windows = (w.WHEN_RECEIVED,)

    def owner_of_play(self, v: View, seat: int, on: Target, about: Target) -> int:
        return NoteId.read(about).owner

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        gain_points(t, seat, 1, "TI4 75.1")

    def leaves_play(self, t: Table, holder: int) -> None:
        gain_points(t, holder, -1, "TI4 75.1")
