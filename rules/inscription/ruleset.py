"""Twilight Inscription: the game's entry."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules.inscription import run_together, texts
from rules.inscription import view as words_of
from rules.inscription.board import pictures
from rules.inscription.components import faults
from rules.inscription.disguise import disguised
from rules.inscription.events import EVENTS
from rules.inscription.facts import components
from rules.inscription.ideas import ideas
from rules.inscription.invariants import broken
from rules.inscription.measures import measures
from rules.inscription.names import (
    EXACT_VERBS,
    LINE_WORDS,
    NOUNS,
    STRICT_VERBS,
    VERB_ARGUMENTS,
    VERBS,
    names_of_cards,
)
from rules.inscription.options import FIRST_GAME, InscriptionOptions
from rules.inscription.phases.rounds import play_event
from rules.inscription.phases.strategy import ROLLED
from rules.inscription.position import laid_out
from rules.inscription.prospects import prospects
from rules.inscription.questions import QUESTIONS
from rules.inscription.scoring import defeated, rank_key
from rules.inscription.setup import choose_factions, deal
from rules.inscription.speech import _
from rules.inscription.state import (
    Hidden,
    InscriptionState,
    Private,
    Public,
    Sheets,
    View,
)
from rules.inscription.wording import votes_words
from rules.kernel.errors import BadOptions
from rules.kernel.features import CardTexts, Features, Story, Thinking
from rules.kernel.pictures import Picture
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruleset import Rank, Ruleset, Step, seat_name
from rules.kernel.views import Grid, Section


@cache
def rulebook() -> Rulebook:
    return Rulebook.load("TIN", Path(__file__).parent / "data" / "rules.json")


class Inscription(Ruleset[InscriptionState]):
    name = "inscription"
    title = "Twilight Inscription"
    version = 2
    min_players = 1
    max_players = 8
    mid_game = 8
    State = InscriptionState
    Options = InscriptionOptions
    decisions = QUESTIONS
    events = EVENTS
    verbs = VERBS
    verb_arguments = VERB_ARGUMENTS
    exact_verbs = EXACT_VERBS
    strict_verbs = STRICT_VERBS
    windows = ("war",)
    line_words = LINE_WORDS
    worth_asking = ("war",)
    features = Features(
        rulebook=rulebook,
        cards=CardTexts(texts.find, "Gravity Drive", texts.spellings),
        thinking=Thinking(prospects, ideas, say=_),
        first_game=FIRST_GAME,
        story=Story(apart=True),
    )

    def all_names(self) -> Iterator[str]:
        yield from super().all_names()
        yield from names_of_cards()

    def apart(self, order: str) -> Sequence[str]:
        """Return the marks that stand in one line, each as an order."""
        return run_together.parts(order, self.order_verbs)

    def check_options(self, options: InscriptionOptions) -> None:
        """Refuse an owner's components with the place that is wrong."""
        wrong = faults(options.components) if options.components else ()
        if wrong:
            shown = "; ".join(map(str, wrong[:5]))
            more = _(" and {n} more", n=len(wrong) - 5) if len(wrong) > 5 else ""
            words = _("The components cannot be used: {faults}{more}.", faults=shown, more=more)
            raise BadOptions(words, "components")

    def new(self, options: InscriptionOptions) -> InscriptionState:
        players = [Sheets() for _ in range(options.players)]
        table = Public(
            players,
            house=options.components,
            side=options.side,
            level=options.difficulty,
            fast=options.pace == "fast",
        )
        return InscriptionState(table, [Private() for _ in players], Hidden())

    def next_step(self, state: InscriptionState) -> Step | None:
        table = state.table
        match table.phase:
            case "deal":
                return Step("start", "deal", deal)
            case "factions":
                return Step("start", "factions", choose_factions)
            case "event":
                if not table.event:
                    return Step(f"r{table.round + 1}", "event", play_event)
                stem = "dice" if table.step == ROLLED else "event"
                return Step(f"r{table.round}", stem, play_event)
        return None

    def round(self, state: InscriptionState) -> int:
        return state.table.round

    def names(self, state: InscriptionState) -> tuple[str, ...]:
        """Return the names of the factions, once chosen."""
        return _names(state.table.house, tuple([p.faction for p in state.table.players]))

    def standings(self, view: View) -> list[Rank]:
        """Return the seats by points, then by votes left (TIN 20.3); against the AI the rank as
        well."""
        parts = components(view.table.house)
        seats = range(len(view.table.players))
        keys = {seat: rank_key(view.table, parts, seat) for seat in seats}
        order = sorted(seats, key=lambda seat: keys[seat], reverse=True)
        lost = {s for s in seats if defeated(view.table, parts, keys[s][0])}
        over = view.table.phase == "over"
        return [
            Rank(
                seat,
                1 + sum(keys[other] > keys[seat] for other in seats) + (over and seat in lost),
                keys[seat][0],
                _("{votes} left", votes=votes_words(keys[seat][1])),
            )
            for seat in order
        ]

    def noun_in_words(self, noun: str) -> str | None:
        return _(noun) if noun in NOUNS else None

    def facts(self, view: View) -> dict[str, bool | int | str]:
        return words_of.facts(view)

    def fact_meanings(self) -> dict[str, str]:
        return words_of.fact_meanings()

    def headline(self, view: View) -> str:
        return words_of.headline(view)

    def sheet(self, view: View) -> list[Section]:
        return words_of.sheet(view)

    def pictures(self, view: View) -> list[Picture]:
        return pictures(view)

    def player_sheet(self, view: View, seat: int) -> list[Section]:
        return words_of.player_sheet(view, seat)

    def comparison(self, view: View) -> Grid | None:
        return words_of.comparison(view)

    def measures(self, view: View) -> dict[str, list[int]]:
        return measures(view.table)

    def invariants(self, state: InscriptionState) -> list[str]:
        return broken(state)

    def disguise(self, state: InscriptionState, seat: int, rng: Random) -> InscriptionState:
        return disguised(self.copy(state), seat, rng)

    def position(self, options: InscriptionOptions, patch: Mapping[str, Any]) -> InscriptionState:
        """Return a position in which a rule case names factions and things that lie somewhere; the
        rest is dealt without chance."""
        return laid_out(self.new(options), patch)


@cache
def _named(house: str, faction: str) -> str:
    return components(house).factions[faction].name.removeprefix("The ")


def _names(house: str, factions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        [_named(house, faction) if faction else seat_name(i) for i, faction in enumerate(factions)]
    )


INSCRIPTION = Inscription()
