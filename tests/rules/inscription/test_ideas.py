"""Sensible answers are legal, and better than random ones."""

from random import Random

from rules.inscription.facts import components
from rules.inscription.ideas import ideas
from rules.inscription.pen import Pen
from rules.inscription.prospects import Worth, outlook, prospects
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.scoring import points
from rules.inscription.state import Draft
from rules.kernel.codec import plain
from rules.kernel.match import Match
from rules.kernel.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.simulate import secret_for


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
