"""The game's entry: options, steps, views."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules.imperium.board.sheet import sheet_words
from rules.imperium.dossier import place_facts
from rules.imperium.run_together import RunTogether
from rules.imperium.secondaries import ends_turn
from rules.imperium.smallwords import in_words_for_home
from rules.kernel.decisions import Decision
from rules.kernel.features import BattleOdds, CardTexts, Features, Thinking
from rules.kernel.pictures import Picture
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruleset import Rank, Ruleset, RuleWanted, Step
from rules.kernel.views import Grid, Section, SomeView
from rules.ti3 import (
    disguise,
    events,
    interjections,
    invariants,
    mapmaking,
    nouns,
    position,
    setup,
    texts,
    view,
)
from rules.ti3.board import pictures
from rules.ti3.components import timing, windows
from rules.ti3.council import CastVote, may_vote, voters_after
from rules.ti3.dossier import Survey
from rules.ti3.facts import RACES, VERB_WORDS
from rules.ti3.ideas import ideas
from rules.ti3.measures import measures
from rules.ti3.names import LINE_WORDS, TILE_NAMES, UNITS
from rules.ti3.odds import names_a_place, odds_of_text, planned_odds
from rules.ti3.options import FIRST_GAME, MAPS, SIDES, TI3Options
from rules.ti3.phases import status, strategy, turns
from rules.ti3.player_sheet import comparison, sheet_of
from rules.ti3.prospects import prospects
from rules.ti3.questions import DECISIONS, EXACT_VERBS, STRICT_VERBS, VERB_ARGUMENTS, VERBS
from rules.ti3.speech import _
from rules.ti3.state import Phase, TI3State, View
from rules.ti3.story import STORY
from rules.ti3.strategy.strategic_action import secondaries_to_come

DOCTRINE = (
    "STANDING: STAY",
    "STANDING: FIRE",
    "STANDING: HITS fighter, destroyer, cruiser, carrier, infantry, dreadnought, war sun",
)


@cache
def rulebook() -> Rulebook:
    return Rulebook.load("TI3", Path(__file__).parent / "data" / "rules.json")


_RUN_TOGETHER = RunTogether(VERB_WORDS, TILE_NAMES, UNITS)


class TwilightImperium3(Ruleset[TI3State]):
    """Twilight Imperium, third edition."""

    name = "ti3"
    title = "Twilight Imperium 3"
    version = 3
    min_players = 3
    max_players = 6
    State = TI3State
    Options = TI3Options
    decisions = DECISIONS
    interjections = (
        interjections.GiveGoods,
        interjections.SwapCards,
        interjections.PlayNow,
    )
    worth_asking = windows.OF_AN_AGENDA
    rule_facts = ("card", "by", "target", "hits", "active", "losing", "best score")
    windows = windows.ALL
    line_words = LINE_WORDS
    events = events.EVENTS
    verbs = VERBS
    verb_arguments = VERB_ARGUMENTS
    exact_verbs = EXACT_VERBS
    strict_verbs = STRICT_VERBS
    features = Features(
        rulebook=rulebook,
        cards=CardTexts(texts.find, "Sabotage", texts.THINGS.spellings),
        odds=BattleOdds(
            odds_of_text, "2 cruisers, 3 fighters", names_a_place, planned_odds, "Lodor"
        ),
        measures=measures,
        thinking=Thinking(prospects, ideas, doctrine=DOCTRINE, say=_),
        story=STORY,
        places=place_facts(Survey),
        sides=SIDES,
        maps=MAPS,
        first_game=FIRST_GAME,
    )

    def own_words(self, view: SomeView) -> Mapping[str, str]:
        """Return the words for home, with the name of the viewer's Home System."""
        race = view.table.sides[view.seat].race if view.seat is not None else ""
        return in_words_for_home(TILE_NAMES.name(RACES[race].home)) if race else {}

    def apart(self, order: str) -> Sequence[str]:
        """Return the steps of a tactical action that stand in one line."""
        return _RUN_TOGETHER.parts(order, self.order_verbs)

    def check_options(self, options: TI3Options) -> None:
        setup.check_options(options)

    def count_in_words(self, noun: str, n: int) -> str | None:
        """Return a number of units in words; the order language reads them in every language."""
        found = UNITS.longest_at(noun.split(), 0)
        unit = found[0].id if found and found[1] == len(noun.split()) else ""
        return nouns.counted({unit: n}) if unit else None

    def new(self, options: TI3Options) -> TI3State:
        return setup.new_state(options)

    def next_step(self, state: TI3State) -> Step | None:
        table = state.table
        stage = f"r{table.round}"
        match table.phase:
            case Phase.RACES | Phase.DRAFT:
                return Step("setup", "races", setup.draw_races)
            case Phase.GALAXY:
                return Step("setup", "galaxy", setup.make_galaxy)
            case Phase.BUILD:
                seat = table.order[0]
                return Step("setup", f"tile@{table.names[seat]}", mapmaking.place_tile, (seat,))
            case Phase.SETTLE:
                return Step("setup", "settle", setup.settle_homes)
            case Phase.CARDS:
                return Step("setup", "cards", setup.deal_cards)
            case Phase.STRATEGY:
                return Step(stage, "strategy", strategy.begin)
            case Phase.PICK:
                seat = table.to_pick[0]
                return Step(stage, f"pick@{table.names[seat]}", strategy.pick, (seat,))
            case Phase.STRATEGY_END:
                return Step(stage, "strategy-end", strategy.finish)
            case Phase.TURN:
                seat = table.turn
                return Step(stage, f"turn@{table.names[seat]}", turns.take_turn, (seat,))
            case Phase.STATUS:
                return Step(stage, "status", status.begin)
            case Phase.SCORE:
                return Step(stage, "score", status.score_objectives)
            case Phase.REFRESH:
                return Step(stage, "refresh", status.refresh)
            case Phase.FORM:
                return Step(stage, "form", status.forms)
            case Phase.RETURN:
                return Step(stage, "return", status.return_cards)
        return None

    def round(self, state: TI3State) -> int:
        return state.table.round

    def names(self, state: TI3State) -> tuple[str, ...]:
        return tuple(state.table.names)

    def standings(self, view_: View) -> list[Rank]:
        order = view.standing_order(view_.table)
        sides = view_.table.sides
        return [Rank(s, i, sides[s].points) for i, s in enumerate(order, start=1)]

    def acting(self, view_: View) -> int | None:
        """Return whose turn it is."""
        return view_.table.turn if view_.table.phase == Phase.TURN else None

    def subject(self, view_: View, verb: str) -> str:
        """Return the agenda before the council, which a vote is about."""
        now = view_.table.council
        return now.id if now is not None and verb in CastVote.verbs else ""

    def asked_with(self, view_: View, decision: Decision[Any]) -> Sequence[Decision[Any]]:
        """Return the vote, which is asked with the window of its agenda."""
        card = decision.subject()
        if not isinstance(decision, timing.React) or not card:
            return ()
        return [CastVote(decision.seat, card)] if may_vote(view_.table, decision.seat) else ()

    def comes_next(self, view_: View, asked: Sequence[Decision[Any]]) -> Sequence[Decision[Any]]:
        """Return the picks, the votes, or the turn that come after those asked now."""
        table, here = view_.table, {decision.seat for decision in asked}
        if table.phase == Phase.PICK:
            later = [seat for seat in dict.fromkeys(table.to_pick) if seat not in here]
            return [strategy.PickStrategy(seat) for seat in later]
        if isinstance(asked[0], CastVote):
            voters = voters_after(table, asked[0].seat)
            return [CastVote(seat, asked[0].agenda) for seat in voters]
        if table.phase == Phase.TURN and ends_turn(asked):
            return [turns.TakeTurn(seat) for seat in timing.turn_order(table)[1:2]]
        return ()

    def may_be_asked(self, view_: View) -> Sequence[Decision[Any]]:
        """Return the secondaries of the strategy cards that others have picked and not used and,
        once the seat has no action left, what it claims in the status phase."""
        if view_.seat is None:
            return []
        secondaries = secondaries_to_come(view_.table, view_.seat)
        return [*secondaries, *status.questions_to_come(view_.table, view_.seat)]

    def rules_wanted(self, view_: View) -> Sequence[RuleWanted]:
        return () if view_.seat is None else timing.rules_wanted(view_, view_.seat)

    def facts(self, view_: View) -> dict[str, bool | int | str]:
        return view.facts(view_)

    def fact_meanings(self) -> dict[str, str]:
        return view.fact_meanings()

    def headline(self, view_: View) -> str:
        return view.headline(view_)

    def brief(self, view_: View) -> str:
        return view.brief(view_)

    def turn_order(self, view_: View) -> Sequence[int]:
        return timing.turn_order(view_.table)

    def sheet(self, view_: View) -> list[Section]:
        return view.sheet(view_)

    def pictures(self, view_: View) -> list[Picture]:
        return pictures(view_)

    def player_sheet(self, view_: View, seat: int) -> list[Section]:
        return sheet_words(sheet_of(view_, seat)) if view_.table.sides[seat].race else []

    def comparison(self, view_: View) -> Grid | None:
        return comparison(view_)

    def invariants(self, state: TI3State) -> list[str]:
        return invariants.broken(state)

    def position(self, options: TI3Options, patch: Mapping[str, Any]) -> TI3State:
        return position.make(options, patch)

    def disguise(self, state: TI3State, seat: int, rng: Random) -> TI3State:
        return disguise.disguised(self.copy(state), seat, rng)


TI3 = TwilightImperium3()
