"""What players that think have in mind in TI4: deals, journeys and building in a sensible order."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.thinking.planner import KEEN, Planner
from rules.kernel.thinking.rehearsal import Thought
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.ti4 import galaxy
from rules.ti4.cards import ReturnSecret
from rules.ti4.facts import TILES
from rules.ti4.ideas import ideas, offers
from rules.ti4.ideas.aims import Aims
from rules.ti4.ideas.deals import SUPPORT, supporters
from rules.ti4.ideas.moving import destinations
from rules.ti4.interjections import Transaction
from rules.ti4.prospects import PLANET, POINTS, chance, prospects
from rules.ti4.ruleset import TI4
from rules.ti4.setup import KeepSecret
from rules.ti4.state import NoteId
from rules.ti4.strategy.diplomacy import ReadyPlanets
from rules.ti4.strategy.trade import FreeTrade

SOL, HACAN, WINNU = range(3)
MINE, THEIRS = str(NoteId(SOL, SUPPORT)), str(NoteId(HACAN, SUPPORT))
NEIGHBOURS = {"27": {"Sol": "1 cruiser"}, "new_albion": {"Hacan": "1 infantry"}}


def table(position: Mapping[str, Any]) -> Tabletop:
    options = TI4.read_options({"players": 3})
    return Tabletop(
        Setting(TI4, options, secret_for("ideas")), position={"turn": "Sol", **position}
    )


def first_idea(match: Match, seat: int) -> Any:
    view = match.view(seat)
    _, decision = match.open_for(seat)[0]
    return next(x for x in ideas(decision, view, Random(1)) if not decision.problems(view, x))


def test_neighbours_give_each_other_their_support_once() -> None:
    match = table({"units": NEIGHBOURS}).match
    deal = Planner(TI4, KEEN).offer(Thought(match, SOL, "s"))
    assert isinstance(deal, Transaction)
    assert deal.parties() == (SOL, HACAN)
    assert (deal.give.note, deal.get.note) == (MINE, THEIRS)
    assert Planner(TI4, KEEN).accepts(Thought(match, HACAN, "s"), deal)
    world = Thought(match, SOL, "s").rehearsal(0)
    before = [side.points for side in world.view(None).table.sides]
    assert world.interject(deal)
    after = world.view(SOL)
    assert [side.points for side in after.table.sides] == [before[0] + 1, before[1] + 1, before[2]]
    assert supporters(after.table, SOL) == [HACAN]
    assert not any(x.give.note or x.get.note for x in offers(after, Random(1)))


def test_nobody_supports_whoever_wins_by_it() -> None:
    match = table({"units": NEIGHBOURS, "Hacan": {"points": 9}}).match
    deal = Planner(TI4, KEEN).offer(Thought(match, SOL, "s"))
    assert not isinstance(deal, Transaction) or not deal.give.note


def test_a_point_of_support_is_not_thrown_away_by_going_where_its_owner_is() -> None:
    """Whoever would lose a point there thinks less of the same journey."""
    near = sorted(galaxy.adjacency(table({}).match.state.table)["18"])[0]
    position = {"units": {near: {"Sol": "3 dreadnought"}, "18": {"Hacan": "1 fighter"}}}
    free = table(position).match.view(SOL)
    bound = table(position).match.view(SOL)
    bound.table.sides[SOL].in_play.append(THEIRS)
    assert destinations(Aims(free, SOL))["18"] > destinations(Aims(bound, SOL))["18"] + 5


def test_troops_go_along_where_only_later_systems_are_worth_something() -> None:
    """No command token is spent on a journey that nobody makes."""
    links = galaxy.adjacency(table({}).match.state.table)["1"]
    near = sorted(tile for tile in links if TILES[tile].planets)
    for tile in near:
        top = table({"control": dict.fromkeys(TILES[tile].planets, "Sol")})
        top.send(SOL, f"ACTIVATE {tile}")
        moves = first_idea(top.match, SOL)
        assert any("infantry" in units for move in moves for units in move.load.values()), tile
    assert near


def test_ships_leave_before_the_dock_is_used() -> None:
    """The command token at a dock would hold the fleet there."""
    match = table({"Sol": {"goods": 6}}).match
    turn = first_idea(match, SOL)
    assert (turn.do, turn.what) != ("activate", "1")
    idle = table({"Sol": {"goods": 6}, "units": {"1": {"Sol": "1 fighter"}}}).match
    assert first_idea(idle, SOL).what == "1"


def test_the_price_of_a_technology_that_is_still_to_come_is_not_spent_on_units() -> None:
    def for_ships(**more: Any) -> int:
        position = {"table": {"round": 3}, "Sol": {"goods": 9, "strategy": 2}, **more}
        return Aims(table(position).match.view(SOL), SOL).for_ships

    held = for_ships()
    assert for_ships(Winnu={"cards": ["politics"]}) == held + 4
    assert for_ships(Sol={"goods": 9, "strategy": 0}) == held + 4


def test_the_likelier_secret_objective_is_kept_and_the_least_likely_returned() -> None:
    match, _ = Match.start(Setting(TI4, TI4.read_options({"players": 3}), secret_for("secrets")))
    bot = RandomBot(Random(1), interject=0.0)
    while match.ask is None or not isinstance(match.ask.decisions[0], KeepSecret):
        match.apply(bot.next_input(match))
    for seat in match.seats:
        view = match.view(seat)
        offered = {chance(view.table, seat, card) for card in view.mine.offered}
        assert chance(view.table, seat, first_idea(match, seat).keep) == max(offered)
    view.mine.secrets = ["unveil_flagship", "form_a_spy_network", "forge_an_alliance"]
    assert next(iter(ideas(ReturnSecret(seat), view, Random(1)))) == "unveil_flagship"


def test_planets_are_readied_where_they_pay_for_the_token() -> None:
    def first(strategy: int, **more: Any) -> Any:
        spent = {"table": {"spent": ["jord"]}, "Sol": {"strategy": strategy, **more}}
        view = table(spent).match.view(SOL)
        return next(iter(ideas(ReadyPlanets(SOL), view, Random(1))))

    assert first(2) == ["jord"]
    assert first(1) == []
    assert first(2, passed=True) == []


def test_what_grows_is_worth_more_while_the_game_is_young() -> None:
    young = prospects(table({}).match.view(SOL), SOL)
    old = prospects(table({"Hacan": {"points": 8}}).match.view(SOL), SOL)
    assert young[PLANET] > 2 * old[PLANET]
    assert young[POINTS] == old[POINTS]


def test_whoever_can_exchange_commodities_replenishes_for_free() -> None:
    def freed(**more: Any) -> Any:
        view = table({"units": NEIGHBOURS, **more}).match.view(SOL)
        return next(iter(ideas(FreeTrade(SOL), view, Random(1))))

    assert freed() == [HACAN]
    assert freed(Hacan={"commodities": 5}) == []
