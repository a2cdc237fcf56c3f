"""Sensible answers are legal, and better than random ones."""

from random import Random

import pytest

from rules.inscription.facts import Op, components
from rules.inscription.ideas import greedy, ideas, planned, rewarded_votes
from rules.inscription.marking import choices, write
from rules.inscription.pen import Pen
from rules.inscription.prospects import TECHNOLOGIES, Worth, navigation_worth, outlook, prospects
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.scoring import points
from rules.inscription.state import Draft, Frame, Mark, View
from rules.kernel.codec import plain
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for


def test_whoever_takes_the_first_idea_beats_whoever_guesses() -> None:
    """Seats 0 and 1 think, 2 and 3 answer at random; whatever is thought of is legal."""
    options = INSCRIPTION.read_options({"players": 4, "side": "A"})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for("ideas")))
    rng = Random("ideas")
    asked = set()
    while match.ask is not None:
        given = []
        for address, decision in match.ask.items():
            view = match.view(decision.seat)
            found = ideas(decision, view, rng) if decision.seat < 2 else []
            for answer in found:
                assert decision.problems(view, answer) == [], decision
            if found:
                asked.add(type(decision).__name__)
            chosen = found[0] if found else decision.sample(view, rng)
            given.append(Given(decision.seat, address, plain(chosen), Source("bot")))
        match.apply(Answers(match.ask.address, tuple(given)))
    assert {"SpendCard", "SpendDice", "Ballot"} <= asked
    scores = [points(sheets, components()) for sheets in match.state.table.players]
    assert min(scores[:2]) > 1.5 * max(scores[2:])


def table_of(faction: str) -> View:
    """A table of three whose first player has this faction."""
    options = INSCRIPTION.read_options({"players": 3})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for("faction")))
    match.state.table.players[0].faction = faction
    return match.view(0)


@pytest.mark.parametrize(
    ("card", "previous", "wanted"), [("I", "MMM", "use"), ("MMM", "I", "skip")]
)
def test_another_cards_resources_are_taken_where_they_bring_more(
    card: str, previous: str, wanted: str
) -> None:
    view = table_of("yssaril_tribes")
    draft = Draft(view.table.players[0], step=1, purse=list(card), previous=list(previous))
    pen = Pen(draft, components()).copy()
    write(pen, Mark("sheet", "WAR"))
    script, after = greedy(pen, Worth(pen, outlook(view.table, 0)))
    assert script[0].do == wanted
    bought = after.war.infantry + len(after.war.crossed)
    assert bought == 3 + after.ind.goods_spent


def test_what_changes_a_roll_is_used_where_it_pays() -> None:
    """Nothing is left to scrap: only on another sheet material is worth something."""
    view = table_of("naalu_collective")
    draft = Draft(view.table.players[0], step=3, purse=["M"] * 3, rolled=[1, 1, 1])
    pen = Pen(draft, components()).copy()
    pen.sheets.active, pen.sheets.dice = "IND", ("M", "M", "M")
    worth = Worth(pen, outlook(view.table, 0))
    script = planned(pen, worth)
    trial = pen.copy()
    for mark in script:
        write(trial, mark)
    assert worth.changed(trial).total >= worth.changed(greedy(pen, worth)[1]).total
    pen.ind.scrapped = list(pen.works.spaces)
    assert planned(pen, Worth(pen, worth.look))[0] == Mark("use", "faction naalu_collective 1")


@pytest.mark.parametrize("kind", ["infantry", "pds", "cruiser", "dreadnought", "war_sun"])
def test_a_unit_is_drawn_where_it_is_worth_most(kind: str) -> None:
    view = table_of("winnu")
    pen = Pen(Draft(view.table.players[0], step=1), components()).copy()
    pen.sheets.active = "WAR"
    pen.draft.stack.append(Frame([Op("deploy", unit=kind)], source="built"))
    worth = Worth(pen, outlook(view.table, 0))
    _script, after = greedy(pen, worth)
    everywhere = []
    for wanted in choices(pen):
        trial = pen.copy()
        write(trial, wanted)
        everywhere.append(worth.changed(trial).total)
    assert worth.changed(after).total >= max(everywhere)


def test_a_technology_that_asks_is_used_for_what_its_answer_brings() -> None:
    view = table_of("winnu")
    pen = Pen(Draft(view.table.players[0], step=3, rolled=[1, 1, 1]), components()).copy()
    pen.sheets.active, pen.sheets.technologies = "IND", ("psychoarchaeology",)
    pen.ind.scrapped = [id for id, space in pen.works.spaces.items() if space.asset is None]
    script, after = greedy(pen, Worth(pen, outlook(view.table, 0)))
    assert script[0] == Mark("use", "technology psychoarchaeology")
    assert len(after.ind.claimed) > len(pen.ind.claimed)


def test_wormholes_bring_far_systems_near() -> None:
    view = table_of("ghosts_of_creuss")
    pen = Pen(Draft(view.table.players[0]), components()).copy()
    door = next(system for system, holes in pen.map.gates.items() if holes)
    pen.nav.reached.append(door)
    without = navigation_worth(pen, outlook(view.table, 0))
    pen.sheets.technologies = ("gravity_drive",)
    drive = TECHNOLOGIES["gravity_drive"][1]
    assert navigation_worth(pen, outlook(view.table, 0)) > without + drive


def test_votes_that_an_ability_rewards_are_cast() -> None:
    assert rewarded_votes(table_of("xxcha_kingdom"), 0) == 3
    assert rewarded_votes(table_of("winnu"), 0) == 0


def test_prospects_are_the_points_at_the_end() -> None:
    """Nothing is promised any more when the last card has been resolved."""
    options = INSCRIPTION.read_options({"players": 3})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for("end")))
    while match.ask is not None:
        given = tuple(
            Given(d.seat, a, plain(d.default(match.view(d.seat))), Source("bot"))
            for a, d in match.ask.items()
        )
        match.apply(Answers(match.ask.address, given))
    view = match.view(None)
    for seat, sheets in enumerate(view.table.players):
        told = sum(prospects(view, seat).values())
        assert abs(told - points(sheets, components())) < 2


def test_a_trial_reckons_anew_only_what_has_changed() -> None:
    options = INSCRIPTION.read_options({"players": 3})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for("worth")))
    table = match.state.table
    pen = Pen(Draft(table.players[0]), components())
    worth = Worth(pen, outlook(table, 0))
    trial = pen.copy()
    trial.nav.claimed.append(trial.nav.reached[1])
    after = worth.changed(trial)
    assert after.parts == Worth(trial, worth.look).parts
    assert after.total != worth.total
