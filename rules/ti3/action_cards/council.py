"""Action cards of the galactic council (TI3 20)."""

from rules.ti3.components import timing
from rules.ti3.components import windows as w
from rules.ti3.components.base import ActionCard, Targets
from rules.ti3.components.choices import all_players, titled
from rules.ti3.components.registry import register
from rules.ti3.council import council_of
from rules.ti3.state import Public, Table, Until, View
from rules.toolbox.targets import Target, seat_of


@register
class CouncilDissolved(ActionCard):
    """No agenda is drawn for this Political primary."""

    id = "council_dissolved"
    windows = (w.BEFORE_AGENDA,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not council_of(table).cancelled

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        council_of(t.table).cancelled = True


@register
class DeterminePolicy(ActionCard):
    """The council votes on a card of the deck, the discards or the laws (TI3 E134)."""

    id = "determine_policy"
    windows = (w.BEFORE_AGENDA,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not council_of(table).id and not council_of(table).cancelled

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return titled(sorted(v.table.agendas))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        council = council_of(t.table)
        council.id = on
        if on in t.box.agenda:
            t.box.agenda.remove(on)
            t.box.agenda = t.shuffle("political deck", sorted(t.box.agenda))
            t.table.agendas_left = len(t.box.agenda)
            for hand in t.hand:
                hand.placed = []
        elif on in t.table.agenda_discard:
            t.table.agenda_discard.remove(on)
        else:
            council.again = True


@register
class Discredit(ActionCard):
    """The vote just cast counts as an abstention."""

    id = "discredit"
    windows = (w.AFTER_VOTE,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        ballots = council_of(table).ballots
        return bool(ballots) and ballots[-1].seat == seat_of(about) and bool(ballots[-1].outcome)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        ballot = council_of(t.table).ballots[-1]
        ballot.outcome, ballot.votes = "", 0


@register
class FantasticRhetoric(ActionCard):
    """Ten votes more."""

    id = "fantastic_rhetoric"
    windows = (w.BEFORE_OWN_VOTE,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        extra = council_of(t.table).extra
        extra[str(seat)] = extra.get(str(seat), 0) + 10


@register
class Thugs(ActionCard):
    """A player takes no part in votes until the round ends (TI3 E141)."""

    id = "thugs"
    windows = (w.AGENDA_READ,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return all_players(v)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat_of(on), Until.ROUND)

    def denies_vote(self, table: Public, seat: int) -> bool:
        return self.effect(table, seat) is not None


@register
class Veto(ActionCard):
    """The agenda is discarded and another drawn."""

    id = "veto"
    windows = (w.AGENDA_READ,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not council_of(table).discarded

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        council_of(t.table).discarded = True
