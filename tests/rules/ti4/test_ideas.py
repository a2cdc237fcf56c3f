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
from rules.ti4.components import windows as w
from rules.ti4.components.timing import React
from rules.ti4.facts import TILES
from rules.ti4.ideas import ideas, offers
from rules.ti4.ideas.aims import Aims
from rules.ti4.ideas.deals import SUPPORT, supporters
from rules.ti4.ideas.moving import destinations
from rules.ti4.interjections import Transaction
from rules.ti4.phases.status import ScoreObjectives
from rules.ti4.phases.strategy import PickStrategy
from rules.ti4.prospects import PLANET, POINTS, chance, prospects
from rules.ti4.ruleset import TI4
from rules.ti4.setup import KeepSecret
from rules.ti4.state import Agenda, NoteId
from rules.ti4.strategy.construction import ConstructionSecondary
from rules.ti4.strategy.diplomacy import ReadyPlanets
from rules.ti4.strategy.imperial import ImperialSecondary
from rules.ti4.strategy.leadership import GainTokens
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


def first(decision: Any, **position: Any) -> Any:
    """Return the first idea for a question that is not open yet."""
    view = table(position).match.view(decision.seat)
    found = ideas(decision, view, Random(1))
    return next(x for x in found if not decision.problems(view, x))


def moved(top: Tabletop, tile: str) -> list[tuple[str, dict[str, int], int]]:
    """Return origin, ships and infantry of the first idea for the way to a system."""
    top.send(SOL, f"ACTIVATE {tile}")
    return [
        (m.origin, dict(m.ships), sum(units.get("infantry", 0) for units in m.load.values()))
        for m in first_idea(top.match, SOL)
    ]


def test_a_transport_leaves_troops_for_the_next_one() -> None:
    """Two planets take two ground forces; the other three are for the second carrier."""
    assert moved(table({}), "27") == [("1", {"carrier": 1}, 2)]
    alone = {"units": {"1": {"Sol": "1 carrier"}}}
    assert moved(table(alone), "27") == [("1", {"carrier": 1}, 5)]


def test_ships_go_alone_where_only_ships_are_wanted() -> None:
    secret = {"Sol": {"secrets": ["become_the_gatekeeper"]}}
    top = table({**secret, "units": {"1": {"Sol": "none"}, "27": {"Sol": "1 destroyer"}}})
    assert moved(top, "26") == [("27", {"destroyer": 1}, 0)]


def test_a_ship_stays_where_an_objective_counts_on_it() -> None:
    units = {"19": {"Sol": "1 cruiser"}, "20": {"Sol": "1 cruiser, 1 carrier"}}
    position = {"table": {"revealed": ["intimidate_council"]}, "units": units}
    aims = Aims(table(position).match.view(SOL), SOL)
    assert [aims.guard(tile) for tile in ("19", "20", "1")] == ["cruiser", "cruiser", ""]
    assert ("19", {"cruiser": 1}, 0) not in moved(table(position), "25")
    free = Aims(table({"units": units}).match.view(SOL), SOL)
    assert free.guard("19") == ""


def test_ships_come_nearer_to_where_they_are_wanted() -> None:
    def worth(tile: str, **more: Any) -> float:
        return Aims(table(more).match.view(SOL), SOL).ships(tile)

    wish = {"table": {"revealed": ["intimidate_council"]}}
    assert worth("19", **wish) > worth("26", **wish) > worth("37", **wish) == 0.0


def test_a_lost_home_is_taken_back_before_anything_else() -> None:
    units = {
        "27": {"Sol": "2 carrier, 4 infantry"},
        "1": {"Sol": "none"},
        "jord": {"Hacan": "1 infantry"},
    }
    aims = Aims(table({"units": units, "control": {"jord": "Hacan"}}).match.view(SOL), SOL)
    ways = destinations(aims)
    assert max(ways, key=lambda tile: ways[tile]) == "1"


def test_troops_stay_at_home_while_others_are_near() -> None:
    def guards(**more: Any) -> int:
        return Aims(table(more).match.view(SOL), SOL).guards

    near = {"27": {"Hacan": "1 carrier, 3 infantry"}}
    assert guards() == 0
    assert guards(round=2) == 1
    assert guards(round=2, units=near) == 3


def test_a_battle_is_sought_where_a_secret_objective_asks_for_it() -> None:
    """The leader is attacked for one of them; with the flagship, anybody for another."""

    def worth(secret: str, foe: str = "Hacan", mine: str = "2 dreadnought") -> float:
        side = {"Sol": {"secrets": [secret]}, "Hacan": {"points": 3}}
        units = {"27": {"Sol": mine}, "26": {foe: "1 destroyer"}}
        return destinations(Aims(table({**side, "units": units}).match.view(SOL), SOL))["26"]

    usual = worth("mine_rare_metals")
    assert worth("spark_a_rebellion") > usual + 3
    assert worth("spark_a_rebellion", foe="Winnu") == usual
    assert worth("unveil_flagship") == usual
    assert worth("unveil_flagship", foe="Winnu", mine="1 flagship") > usual + 3


def test_a_flagship_is_built_for_the_secret_objective_that_shows_it() -> None:
    def built(secret: str, goods: int) -> dict[str, int]:
        side = {"Sol": {"secrets": [secret], "goods": goods}}
        top = table({**side, "units": {"1": {"Sol": "none"}}})
        top.send(SOL, "ACTIVATE 1")
        return dict(first_idea(top.match, SOL).builds[0].units)

    assert "flagship" in built("unveil_flagship", 8)
    assert "flagship" not in built("unveil_flagship", 1)
    assert "flagship" not in built("mine_rare_metals", 8)


def test_command_tokens_that_an_objective_takes_are_not_spent_on_following() -> None:
    def follows(*revealed: str) -> bool:
        side = {"strategy": 2, "tactic": 1, "secrets": []}
        position = {"table": {"revealed": list(revealed)}, "round": 4, "Sol": side}
        return bool(first(ImperialSecondary(SOL), **position))

    assert follows()
    assert not follows("lead_from_the_front")


def test_no_troops_are_sent_into_the_fire_of_space_cannons() -> None:
    def worth(guns: str) -> float:
        units = {"starpoint": {"Hacan": f"1 infantry{guns}"}}
        position = {"units": units, "control": {"starpoint": "Hacan"}}
        return destinations(Aims(table(position).match.view(SOL), SOL))["27"]

    assert worth("") > worth(", 1 pds") > worth(", 2 pds")


def test_cards_that_cost_nothing_are_played_when_their_moment_comes() -> None:
    phase = {"phase": "strategy", "Sol": {"hand": ["summit", "public_disgrace"]}}
    assert first(React(SOL, w.STRATEGY_PHASE_START), **phase).card == "summit"
    seen = {"Hacan": {"hand": ["summit"]}, "phase": "strategy"}
    assert first(React(SOL, w.STRATEGY_PHASE_START), **seen).card == ""


def test_a_rider_foretells_what_the_most_votes_will_decide() -> None:
    def use(agenda: str) -> Any:
        view = table({"Sol": {"hand": ["imperial_rider"]}}).match.view(SOL)
        view.table.agenda = Agenda(agenda)
        return next(iter(ideas(React(SOL, w.AFTER_AGENDA_REVEALED, agenda), view, Random(1))))

    assert (use("mutiny").card, use("mutiny").on) == ("imperial_rider", "for")
    assert use("imperial_arbiter").on == f"@{WINNU}"


def test_structures_that_an_objective_counts_are_built_with_the_last_token() -> None:
    few = {"strategy": 1}
    assert not first(ConstructionSecondary(SOL), Sol=few).unit
    wanted = {"strategy": 1, "secrets": ["establish_a_perimeter"]}
    assert first(ConstructionSecondary(SOL), Sol=wanted).unit == "pds"
    offered = {"phase": "pick", "table": {"to_pick": [SOL]}}
    card = first(PickStrategy(SOL), **offered, Sol={**wanted, "cards": []})
    assert card == "construction"


def test_imperial_is_picked_by_whoever_holds_mecatol_rex() -> None:
    """An objective that the status phase will score as well is no reason to pick it."""

    def picked(control: Mapping[str, str]) -> str:
        pick = {"phase": "pick", "Sol": {"cards": [], "goods": 5}, "control": control}
        wish = {"to_pick": [SOL], "revealed": ["negotiate_trade_routes"]}
        return str(first(PickStrategy(SOL), **pick, table=wish, round=4))

    assert picked({"mecatol_rex": "Sol"}) == "imperial"
    assert picked({}) != "imperial"


def test_a_hopeless_secret_objective_is_worth_a_token_to_draw_another() -> None:
    def draws(*secrets: str) -> bool:
        side = {"strategy": 2, "secrets": list(secrets)}
        return bool(first(ImperialSecondary(SOL), Sol=side))

    good = ("establish_a_perimeter", "fuel_the_war_machine")
    assert draws(*good)
    assert draws(*good, "unveil_flagship")
    assert not draws(*good, "threaten_enemies")


def test_tokens_are_bought_when_there_are_few_and_ships_have_been_built() -> None:
    def bought(tokens: int, round: int) -> int:
        side = {"tactic": tokens, "strategy": 0, "goods": 6}
        return int(first(GainTokens(SOL), Sol=side, round=round).pay.goods)

    assert bought(1, 2) > 0
    assert bought(1, 1) == 0
    assert bought(6, 2) == 0


def test_a_technology_is_worth_what_it_leads_to() -> None:
    """Carrier II takes two blue ones: the second blue one is a step towards it."""
    position = {"table": {"revealed": ["develop_weaponry"]}}
    aims = Aims(table({**position, "Sol": {"techs": ["antimass_deflectors"]}}).match.view(SOL), SOL)
    steps = [aims.technology(id) for id in ("cruiser_ii", "gravity_drive", "sarween_tools")]
    assert steps[0] > steps[1] > steps[2] == 0.0


def test_what_may_be_lost_is_scored_before_what_stays() -> None:
    mine = [p for tile in ("27", "37", "38") for p in TILES[tile].planets]
    revealed = ["diversify_research", "expand_borders", "develop_weaponry"]
    techs = ["antimass_deflectors", "gravity_drive", "neural_motivator", "dacxive_animators"]
    position = {"control": dict.fromkeys(mine, "Sol"), "table": {"revealed": revealed}}
    scored = first(ScoreObjectives(SOL), **position, Sol={"techs": techs}, phase="score")
    assert scored.public.card == "expand_borders"


def test_goods_are_put_by_for_two_points() -> None:
    def kept(card: str) -> int:
        mine = [p for tile in ("27", "37", "38") for p in TILES[tile].planets]
        position = {"control": dict.fromkeys(mine, "Sol"), "table": {"revealed": [card]}}
        view = table({**position, "Sol": {"goods": 3}, "round": 5}).match.view(SOL)
        view.table.spent = mine
        return Aims(view, SOL).kept.goods

    assert kept("found_a_golden_age") == 3
    assert kept("erect_a_monument") == 0
