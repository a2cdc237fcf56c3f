"""Eclipse: the game's entry."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules.eclipse import nouns, run_together, texts
from rules.eclipse.board import pictures, sketch
from rules.eclipse.combat.battle import battle
from rules.eclipse.disguise import disguised
from rules.eclipse.dossier import dossier, layers
from rules.eclipse.events import EVENTS
from rules.eclipse.facts import SPECIES
from rules.eclipse.galaxy import contested
from rules.eclipse.ideas import ideas
from rules.eclipse.interjections import GiveUp
from rules.eclipse.invariants import broken_promises
from rules.eclipse.measures import measures
from rules.eclipse.names import LINE_WORDS, RESOURCE_NAMES, SHIP_NAMES
from rules.eclipse.odds import names_a_place, odds_of_text, planned_odds
from rules.eclipse.odds.written import EXAMPLE
from rules.eclipse.options import FIRST_GAME, SIDES, EclipseOptions, check, chosen_species
from rules.eclipse.phases.action import take_turn
from rules.eclipse.phases.cleanup import cleanup
from rules.eclipse.phases.combat import aftermath
from rules.eclipse.phases.scoring import all_points, final_scoring, public_points, rank_key, total
from rules.eclipse.phases.upkeep import upkeep_phase
from rules.eclipse.position import laid_out
from rules.eclipse.prospects import prospects
from rules.eclipse.questions import DECISIONS, EXACT_VERBS, VERB_ARGUMENTS, VERBS
from rules.eclipse.setup import choose_species, prepare
from rules.eclipse.speech import _
from rules.eclipse.state import EclipseState, Hidden, House, Player, Private, Public, View
from rules.eclipse.story import STORY
from rules.eclipse.view import board_lines, brief, fact_meanings, facts, headline, sheet
from rules.kernel.features import BattleOdds, CardTexts, Features, PlaceFacts, Thinking
from rules.kernel.pictures import Picture
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruleset import Rank, Ruleset, Step, seat_name
from rules.kernel.views import Section

DOCTRINE = ("STANDING: HOLD", "STANDING: ATTACK IF win_chance >= 30")
FIRST_SECTOR = 101
"""A number before a resource that is as high names the place where a cube goes."""


@cache
def rulebook() -> Rulebook:
    return Rulebook.load("ECL", Path(__file__).parent / "data" / "rules.json")


class Eclipse(Ruleset[EclipseState]):
    name = "eclipse"
    version = 3
    title = "Eclipse"
    mid_game = 5
    stage = "stable"
    State = EclipseState
    Options = EclipseOptions
    decisions = DECISIONS
    interjections = (GiveUp,)
    events = EVENTS
    verbs = VERBS
    verb_arguments = VERB_ARGUMENTS
    exact_verbs = EXACT_VERBS
    features = Features(
        rulebook=rulebook,
        cards=CardTexts(texts.find, "Plasma Cannon", texts.spellings),
        odds=BattleOdds(odds_of_text, EXAMPLE, names_a_place, planned_odds, "201"),
        measures=measures,
        thinking=Thinking(prospects, ideas, doctrine=DOCTRINE, say=_),
        sides=SIDES,
        story=STORY,
        places=PlaceFacts(dossier, layers),
        first_game=FIRST_GAME,
    )
    windows = ("council",)
    line_words = LINE_WORDS

    def check_options(self, options: EclipseOptions) -> None:
        check(options)

    def apart(self, order: str) -> Sequence[str]:
        """Return what comes free before an action and the action: "trade 4 materials for money then
        research nanorobots"; and an action with what it leads to."""
        return run_together.parts(order, self.order_verbs)

    def count_in_words(self, noun: str, n: int) -> str | None:
        """Return a number of units or resources in words; the order language reads them in every
        language."""
        if noun in RESOURCE_NAMES and n < FIRST_SECTOR:
            return nouns.amount(n, noun)
        found = SHIP_NAMES.longest_at(noun.split(), 0)
        unit = found[0].id if found and found[1] == len(noun.split()) else ""
        return nouns.ships(n, unit) if unit else None

    def noun_in_words(self, noun: str) -> str | None:
        return nouns.noun(noun) if noun in RESOURCE_NAMES else super().noun_in_words(noun)

    def new(self, options: EclipseOptions) -> EclipseState:
        house = House(
            species=options.species,
            aliens=options.aliens,
            chosen=chosen_species(options),
            reputation=options.reputation_tiles,
            hydran_advanced_start=options.hydran_advanced_start,
            twelfth_cube=options.twelfth_cube,
            home_rotation=options.home_rotation,
            influence_by_ship=options.influence_by_ship,
            generator_diplomacy=options.generator_diplomacy,
            draco_takes_discovery=options.draco_takes_discovery,
            fire_order=options.fire_order,
        )
        players = [Player() for _ in range(options.players)]
        hands = [Private() for _ in players]
        return EclipseState(Public(players, house), hands, Hidden())

    def next_step(self, state: EclipseState) -> Step | None:
        table = state.table
        stage = f"r{table.round}"
        match table.phase:
            case "prepare":
                return Step("start", "prepare", prepare)
            case "species":
                seat = table.choosing[0]
                return Step("start", f"species@{seat}", choose_species, (seat,))
            case "action":
                side = SPECIES[table.players[table.at].species]
                return Step(stage, f"turn@{side.short.lower()}", take_turn, (table.at,))
            case "combat":
                due = contested(table)
                if due:
                    return Step(stage, f"battle@{due[0]}", battle, (due[0],))
                return Step(stage, "aftermath", aftermath)
            case "upkeep":
                return Step(stage, "upkeep", upkeep_phase)
            case "cleanup":
                return Step(stage, "cleanup", cleanup)
            case "final":
                return Step("end", "scoring", final_scoring)
        return None

    def round(self, state: EclipseState) -> int:
        return state.table.round

    def names(self, state: EclipseState) -> tuple[str, ...]:
        return tuple(
            [
                SPECIES[p.species].short if p.species else seat_name(i)
                for i, p in enumerate(state.table.players)
            ]
        )

    def standings(self, view: View) -> list[Rank]:
        """Return the final ranks; before the end, by what the viewer can see (ECL 24.1.2)."""
        table = view.table
        seats = range(len(table.players))
        if table.phase == "over":
            keys = {s: rank_key(table, s) for s in seats}
        else:
            keys = {s: (_points_seen(view, s), sum(table.players[s].storage)) for s in seats}
        order = sorted(seats, key=lambda s: keys[s], reverse=True)
        return [
            Rank(
                s,
                1 + sum(keys[other] > keys[s] for other in seats),
                keys[s][0],
                _("{n} resources stored", n=keys[s][1]),
            )
            for s in order
        ]

    def facts(self, view: View) -> dict[str, bool | int | str]:
        return facts(view)

    def fact_meanings(self) -> dict[str, str]:
        return fact_meanings()

    def headline(self, view: View) -> str:
        return headline(view)

    def brief(self, view: View) -> str:
        return brief(view)

    def turn_order(self, view: View) -> Sequence[int]:
        """Return who acts now, and who follows clockwise; those who have passed may only react (ECL
        6.1.7)."""
        table = view.table
        if table.phase == "species":
            return list(table.choosing)
        if table.phase != "action":
            return ()
        seats = [(table.at + k) % len(table.players) for k in range(len(table.players))]
        return [s for s in seats if s == table.at or not table.players[s].passed]

    def sheet(self, view: View) -> list[Section]:
        return sheet(view)

    def pictures(self, view: View) -> list[Picture]:
        return pictures(view)

    def player_sheet(self, view: View, seat: int) -> list[Section]:
        if not view.table.players[seat].species:
            return []
        return [Section(view.name(seat), tuple(board_lines(view, seat)))]

    def sketch(self, view: View, what: str) -> str:
        return sketch(view, what)

    def invariants(self, state: EclipseState) -> list[str]:
        return broken_promises(state)

    def disguise(self, state: EclipseState, seat: int, rng: Random) -> EclipseState:
        return disguised(self.copy(state), seat, rng)

    def position(self, options: EclipseOptions, patch: Mapping[str, Any]) -> EclipseState:
        """Return a position from the boards and what lies where; stocks and stacks follow."""
        return laid_out(self.new(options), patch)


def _points_seen(view: View, seat: int) -> int:
    table = view.table
    player = table.players[seat]
    if player.score is not None:
        return player.score
    if not player.species:
        return 0
    if seat == view.seat:
        return total(all_points(table, seat, view.mine.reputation))
    return total(public_points(table, seat))


ECLIPSE = Eclipse()
