"""Action cards of the agenda phase; riders and other predictions (TI4 20.22)."""

from rules.imperium.payment import Pay
from rules.kernel.table import Play
from rules.ti4 import cards, economy, nouns
from rules.ti4 import events as ev
from rules.ti4.action_cards.actions import of_trait
from rules.ti4.action_cards.pieces import TAKE, PlacesUnit
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import ActionCard
from rules.ti4.components.choices import Choose, gain_tokens, other_players
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS
from rules.ti4.phases.agenda import add_votes, outcomes
from rules.ti4.points import gain_points
from rules.ti4.state import Public, Table, Until, View
from rules.ti4.strategy import construction
from rules.ti4.strategy.technology import research_one
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce_in
from rules.ti4.units.recall import obtainable
from rules.ti4.units.tokens import must_place_token
from rules.toolbox.components import Targets
from rules.toolbox.effects import Effect
from rules.toolbox.targets import Target, player, seat_of


class Rider(ActionCard):
    """Gives up the vote and predicts an outcome; `reward` pays if it comes true."""

    windows = (w.AFTER_AGENDA_REVEALED,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return outcomes(v.table, v.names)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        agenda = t.table.agenda_now
        agenda.predictions.append(Effect(self.id, seat, Until.AGENDA, on))
        if seat not in agenda.barred:
            agenda.barred.append(seat)


@register
class ImperialRider(Rider):
    """One victory point."""

    id = "imperial_rider"

    def reward(self, t: Table, seat: int) -> None:
        gain_points(t, seat, 1, "TI4 20.22b")


@register
class PoliticsRider(Rider):
    """Three action cards and the speaker token."""

    id = "politics_rider"

    def reward(self, t: Table, seat: int) -> Play[None]:
        yield from cards.draw_action_cards(t, seat, 3)
        t.table.speaker = seat


@register
class DistinguishedCouncilor(ActionCard):
    """Five more votes for the outcome just voted for."""

    id = "distinguished_councilor"
    windows = (w.AFTER_YOU_VOTE,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        votes = table.agenda.votes if table.agenda is not None else []
        return any(vote.seat == seat and vote.votes for vote in votes)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        add_votes(t, seat, 5)


# -- riders -------------------------------------------------------------------------------------


@register
class TradeRider(Rider):
    """Five trade goods."""

    id = "trade_rider"

    def reward(self, t: Table, seat: int) -> Play[None]:
        yield from economy.gain_goods(t, seat, 5)


@register
class LeadershipRider(Rider):
    """Three command tokens."""

    id = "leadership_rider"

    def reward(self, t: Table, seat: int) -> Play[None]:
        yield from gain_tokens(t, seat, 3)


@register
class TechnologyRider(Rider):
    """A technology whose prerequisites are met."""

    id = "technology_rider"

    def reward(self, t: Table, seat: int) -> Play[None]:
        yield from research_one(t, seat)


@register
class DiplomacyRider(Rider):
    """A system with an own planet gets a token of each other player."""

    id = "diplomacy_rider"

    def choices(self, v: View, seat: int, step: str) -> Targets:
        tiles = {PLANETS[p].tile for p in fleets.controlled(v.table, seat)}
        return {tile: ev.title(tile) for tile in sorted(tiles, key=int)}

    def reward(self, t: Table, seat: int) -> Play[None]:
        if not fleets.controlled(t.table, seat):
            return
        tile = yield from t.ask(Choose(seat, self.kind, self.id, "system"))
        for other in timing.clockwise(t.table, seat)[1:]:
            yield from must_place_token(t, other, tile)


class PlacingRider(Rider, PlacesUnit):
    """A unit out of reinforcements, where the holder says."""

    def sites(self, table: Public, seat: int) -> list[str]:
        raise NotImplementedError(self.id)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        if step == TAKE:
            return PlacesUnit.choices(self, v, seat, step)
        return {place: fleets.name(place) for place in self.sites(v.table, seat)}

    def reward(self, t: Table, seat: int) -> Play[None]:
        if not (obtainable(t.table, seat, self.unit) and self.sites(t.table, seat)):
            return
        place = yield from t.ask(Choose(seat, self.kind, self.id, "where"))
        if (yield from self.fetch(t, seat)):
            yield from self.arrive(t, seat, place)

    def arrive(self, t: Table, seat: int, place: str) -> Play[None]:
        yield from self.put(t, seat, place)
        yield from enforce_in(t, place, seat)


@register
class WarfareRider(PlacingRider):
    """A dreadnought into a system with an own ship."""

    id = "warfare_rider"
    unit = "dreadnought"

    def sites(self, table: Public, seat: int) -> list[str]:
        return fleets.tiles_with_ships(table, seat)


@register
class ConstructionRider(PlacingRider):
    """A space dock on an own planet."""

    id = "construction_rider"
    unit = "space_dock"

    def sites(self, table: Public, seat: int) -> list[str]:
        return construction.sites(table, seat, self.unit)

    def arrive(self, t: Table, seat: int, place: str) -> Play[None]:
        what = construction.Structure(self.unit, place)
        yield from construction.place_structure(t, seat, what)


# -- the rest of the phase ----------------------------------------------------------------------


def everybody(v: View) -> dict[str, str]:
    """Return all players still in the game, as targets."""
    sides = v.table.sides
    return {player(s): v.names[s] for s in range(len(sides)) if not sides[s].out}


@register
class AncientBurialSites(ActionCard):
    """A player's cultural planets are exhausted before the first agenda."""

    id = "ancient_burial_sites"
    windows = (w.AGENDA_PHASE_START,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return everybody(v)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        economy.exhaust(t, seat_of(on), of_trait(t.table, seat_of(on), "cultural"))


@register
class AssassinateRepresentative(ActionCard):
    """A player casts no votes on this agenda."""

    id = "assassinate_representative"
    windows = (w.AFTER_AGENDA_REVEALED,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return everybody(v)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        if seat_of(on) not in t.table.agenda_now.barred:
            t.table.agenda_now.barred.append(seat_of(on))


@register
class Bribery(ActionCard):
    """Trade goods become votes for the outcome already voted for; the price is announced."""

    id = "bribery"
    windows = (w.AFTER_SPEAKER_VOTES,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return any(vote.seat == seat and vote.votes for vote in table.agenda_now.votes)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {str(n): nouns.some("trade_goods", n) for n in range(v.table.sides[seat].goods + 1)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        paid = min(int(on), t.table.sides[seat].goods)
        economy.spend(t, seat, Pay(goods=paid))
        add_votes(t, seat, paid)


@register
class ConfusingLegalText(ActionCard):
    """Somebody else is elected in the holder's place."""

    id = "confusing_legal_text"
    windows = (w.WHEN_ELECTED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.agenda is not None and table.agenda.outcome == player(seat)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return other_players(v, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.agenda_now.outcome = on


@register
class Veto(ActionCard):
    """The agenda is discarded and the next one takes its place."""

    id = "veto"
    windows = (w.WHEN_AGENDA_REVEALED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return table.agenda is not None and not table.agenda.discarded

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        t.table.agenda_now.discarded = True
