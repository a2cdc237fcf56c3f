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
from rules.ti4 import (
    disguise,
    events,
    galaxy,
    interjections,
    invariants,
    mapmaking,
    nouns,
    position,
    setup,
    texts,
    view,
)
from rules.ti4.board import comparison, pictures, sheet_of
from rules.ti4.components import modifiers, timing, windows
from rules.ti4.dossier import Survey
from rules.ti4.facts import VERB_WORDS
from rules.ti4.ideas import ideas, offers
from rules.ti4.measures import measures
from rules.ti4.names import LINE_WORDS, TILE_NAMES, UNITS
from rules.ti4.odds import names_a_place, odds_of_text, planned_odds
from rules.ti4.options import FIRST_GAME, MAPS, SIDES, TI4Options, check
from rules.ti4.phases import agenda, status, strategy, turns
from rules.ti4.prospects import prospects
from rules.ti4.questions import DECISIONS, EXACT_VERBS, STRICT_VERBS, VERB_ARGUMENTS, VERBS
from rules.ti4.speech import _
from rules.ti4.state import Phase, TI4State, View
from rules.ti4.story import STORY
from rules.ti4.strategy.strategic_action import secondaries_to_come

DOCTRINE = (
    "STANDING: SKIP",
    "STANDING: STAY",
    "STANDING: FIRE",
    "STANDING: HITS fighter, destroyer, cruiser, carrier, infantry, dreadnought, war sun",
)


@cache
def rulebook() -> Rulebook:
    return Rulebook.load("TI4", Path(__file__).parent / "data" / "rules.json")


_RUN_TOGETHER = RunTogether(VERB_WORDS, TILE_NAMES, UNITS)


class TwilightImperium4(Ruleset[TI4State]):
    """Twilight Imperium, fourth edition."""

    name = "ti4"
    title = "Twilight Imperium 4"
    stage = "stable"
    version = 5
    min_players = 3
    max_players = 6
    State = TI4State
    Options = TI4Options
    decisions = DECISIONS
    interjections = (interjections.Transaction,)
    worth_asking = (*windows.OF_AN_AGENDA, windows.WHEN_PRODUCTION_USED)
    opens_turn = (windows.TURN_START,)
    rule_facts = ("card", "by", "target", "hits", "active", "win chance", "best score")
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
        odds=BattleOdds(odds_of_text, "2 cruisers, 3 fighters", names_a_place, planned_odds),
        measures=measures,
        thinking=Thinking(prospects, ideas, offers, DOCTRINE, say=_),
        story=STORY,
        places=place_facts(Survey),
        sides=SIDES,
        maps=MAPS,
        first_game=FIRST_GAME,
    )

    def check_options(self, options: TI4Options) -> None:
        check(options)

    def own_words(self, view: SomeView) -> Mapping[str, str]:
        """Return words that say from home or to home, with the tile of the viewer's home."""
        home = galaxy.home_of(view.table, view.seat) if view.seat is not None else ""
        return in_words_for_home(home, cased=True) if home else {}

    def apart(self, order: str) -> Sequence[str]:
        """Return the steps of a tactical action that stand in one line."""
        return _RUN_TOGETHER.parts(order, self.order_verbs)

    def count_in_words(self, noun: str, n: int) -> str | None:
        """Return words for units alone; the order language reads them in every language."""
        found = UNITS.longest_at(noun.split(), 0)
        unit = found[0].id if found and found[1] == len(noun.split()) else ""
        return nouns.counted({unit: n}) if unit else None

    def new(self, options: TI4Options) -> TI4State:
        return setup.new_state(options)

    def next_step(self, state: TI4State) -> Step | None:
        table = state.table
        stage = f"r{table.round}"
        match table.phase:
            case Phase.SPEAKER | Phase.SPEAKER_DRAFT:
                return Step("setup", "speaker", setup.choose_speaker)
            case Phase.GALAXY:
                return Step("setup", "galaxy", setup.make_galaxy)
            case Phase.BUILD:
                seat = table.order[0]
                stem = f"tile@{table.names[seat]}"
                return Step("setup", stem, mapmaking.place_tile, (seat,))
            case Phase.HOMES:
                return Step("setup", "homes", setup.settle_homes)
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
            case Phase.REVEAL:
                return Step(stage, "reveal", status.reveal)
            case Phase.TOKENS:
                return Step(stage, "tokens", status.tokens)
            case Phase.READY:
                return Step(stage, "ready", status.ready)
            case Phase.AGENDA_START:
                return Step(stage, "agenda-start", agenda.begin)
            case Phase.AGENDA:
                return Step(stage, "agenda", agenda.vote_on_agenda)
            case Phase.AGENDA_END:
                return Step(stage, "agenda-end", agenda.finish)
        return None

    def round(self, state: TI4State) -> int:
        return state.table.round

    def names(self, state: TI4State) -> tuple[str, ...]:
        return tuple(state.table.names)

    def standings(self, view_: View) -> list[Rank]:
        order = view.standing_order(view_.table)
        sides = view_.table.sides
        return [Rank(s, i, sides[s].points) for i, s in enumerate(order, start=1)]

    def acting(self, view_: View) -> int | None:
        """Return the seat whose turn it is or, while a vote is under way, the seat that voted
        last."""
        table = view_.table
        if table.phase == Phase.TURN:
            return table.turn
        votes = table.agenda.votes if table.agenda is not None else []
        return votes[-1].seat if votes else None

    def subject(self, view_: View, verb: str) -> str:
        """Return the subject of a decision: a vote is about the agenda on the table."""
        now = view_.table.agenda
        return now.id if now is not None and verb in agenda.CastVotes.verbs else ""

    def asked_with(self, view_: View, decision: Decision[Any]) -> Sequence[Decision[Any]]:
        """Return the decisions asked with an agenda's first window, which are the windows after it
        and the vote, or with the start of a turn: the turn."""
        card = decision.subject()
        if isinstance(decision, timing.React) and decision.window == windows.TURN_START:
            return [turns.TakeTurn(decision.seat)]
        if not isinstance(decision, timing.React) or not card:
            return ()
        later = windows.OF_AN_AGENDA[windows.OF_AN_AGENDA.index(decision.window) + 1 :]
        asked: list[Decision[Any]] = [
            timing.React(decision.seat, window, decision.about) for window in later
        ]
        if modifiers.may_vote(view_.table, decision.seat):
            asked.append(agenda.CastVotes(decision.seat, card))
        return asked

    def comes_next(self, view_: View, asked: Sequence[Decision[Any]]) -> Sequence[Decision[Any]]:
        """Return the picks, the votes, or the turn that come after those asked now."""
        table, here = view_.table, {decision.seat for decision in asked}
        if table.phase == Phase.PICK:
            later = [seat for seat in dict.fromkeys(table.to_pick) if seat not in here]
            return [strategy.PickStrategy(seat) for seat in later]
        if isinstance(asked[0], agenda.CastVotes):
            voters = agenda.voters_after(table, asked[0].seat)
            return [agenda.CastVotes(seat, asked[0].agenda) for seat in voters]
        if table.phase == Phase.TURN and ends_turn(asked):
            return [turns.TakeTurn(seat) for seat in timing.turn_order(table)[1:2]]
        return ()

    def may_be_asked(self, view_: View) -> Sequence[Decision[Any]]:
        """Return the secondaries of the strategy cards that others have picked and not used and,
        once the seat has no action left, what the status phase will ask it."""
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
        return sheet_words(sheet_of(view_, seat)) if view_.table.sides[seat].faction else []

    def comparison(self, view_: View) -> Grid | None:
        return comparison(view_)

    def invariants(self, state: TI4State) -> list[str]:
        return invariants.broken(state)

    def position(self, options: TI4Options, patch: Mapping[str, Any]) -> TI4State:
        return position.make(options, patch)

    def disguise(self, state: TI4State, seat: int, rng: Random) -> TI4State:
        return disguise.disguise(self.copy(state), seat, rng)


TI4 = TwilightImperium4()
