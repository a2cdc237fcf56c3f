"""Eclipse: the game's entry."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal

from rules.eclipse import texts
from rules.eclipse import view as words_of
from rules.eclipse.actions.explore import ExploreAgain, PlaceSector
from rules.eclipse.actions.research import ResearchAgain
from rules.eclipse.board import board_picture, galaxy_picture
from rules.eclipse.combat.battle import FireOrder, battle
from rules.eclipse.combat.bombardment import Bombard, PickCubes
from rules.eclipse.combat.control import Claim
from rules.eclipse.combat.firing import AimDice
from rules.eclipse.combat.reputation import KeepReputation
from rules.eclipse.combat.retreat import Activate, Stalemate
from rules.eclipse.diplomacy import AnswerOffer, Council
from rules.eclipse.discoveries import Discovery
from rules.eclipse.disguise import disguised
from rules.eclipse.events import EVENTS
from rules.eclipse.facts import SPECIES
from rules.eclipse.galaxy import contested
from rules.eclipse.interjections import GiveUp
from rules.eclipse.invariants import broken_promises
from rules.eclipse.measures import measures
from rules.eclipse.odds import names_a_place, odds_of_text, planned_odds
from rules.eclipse.odds.written import EXAMPLE
from rules.eclipse.phases.action import EndTurn, TakeReaction, TakeTurn, take_turn
from rules.eclipse.phases.cleanup import cleanup
from rules.eclipse.phases.combat import aftermath
from rules.eclipse.phases.scoring import all_points, final_scoring, public_points, rank_key, total
from rules.eclipse.phases.upkeep import Settle, UpkeepColonies, upkeep_phase
from rules.eclipse.population import CubesHome
from rules.eclipse.position import laid_out
from rules.eclipse.questions import VERBS
from rules.eclipse.setup import ChooseSpecies, TurnHome, choose_species, prepare
from rules.eclipse.speech import _
from rules.eclipse.state import EclipseState, Hidden, House, Player, Private, Public
from rules.eclipse.technologies import TakeArtifacts
from rules.kernel.errors import BadOptions
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruleset import Options, Ruleset, Standing, Step
from rules.kernel.views import Section, View

_SEATS = tuple(f"Seat {i}" for i in range(1, 7))


class EclipseOptions(Options):
    """`players`: how many seats there are.
    `species`: drafted in turn, dealt at random, or chosen beforehand in the list below.
    `aliens`: whether alien species may be played besides the Terran ones.
    `chosen`: only for species chosen beforehand: their names by seat, separated by commas.
    `reputation_tiles`: how many reputation tiles of each value there are: by the rulebook, or as
    other public sources have it (ECL 25.9.3).
    `hydran_advanced_start`: Hydran begin with a cube on the advanced science square of their home;
    the rulebook does not say so (ECL 25.1.4).
    `twelfth_cube`: a population track takes a twelfth cube and then yields nothing; by the
    rulebook eleven are all (ECL 25.2.4).
    `home_rotation`: home sectors lie as in the layout of start points, or as their owners turn
    them (ECL 25.1.3).
    """

    players: int = 4
    species: Literal["draft", "random", "chosen"] = "draft"
    aliens: bool = True
    chosen: tuple[str, ...] = ()
    reputation_tiles: Literal["rulebook", "common"] = "rulebook"
    hydran_advanced_start: bool = False
    twelfth_cube: bool = False
    home_rotation: Literal["layout", "owner"] = "layout"


class Eclipse(Ruleset[EclipseState]):
    name = "eclipse"
    title = "Eclipse"
    State = EclipseState
    Options = EclipseOptions
    decisions = (
        ChooseSpecies, TurnHome, TakeTurn, TakeReaction, EndTurn, PlaceSector, ExploreAgain,
        ResearchAgain, Discovery, TakeArtifacts, CubesHome, AnswerOffer, Council, FireOrder,
        Activate, AimDice, Stalemate, KeepReputation, Bombard, PickCubes, Claim, UpkeepColonies,
        Settle,
    )  # fmt: skip
    interjections = (GiveUp,)
    events = EVENTS
    verbs = VERBS
    example_card = "Plasma Cannon"
    example_force = EXAMPLE
    windows = ("council",)

    def read_options(self, raw: Mapping[str, Any]) -> Any:
        options = super().read_options(raw)
        if options.species == "chosen":
            _check_chosen(options)
        return options

    def new(self, options: Any) -> EclipseState:
        house = House(
            species=options.species,
            aliens=options.aliens,
            chosen=list(options.chosen),
            reputation=options.reputation_tiles,
            hydran_advanced_start=options.hydran_advanced_start,
            twelfth_cube=options.twelfth_cube,
            home_rotation=options.home_rotation,
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
                SPECIES[p.species].short if p.species else _SEATS[i]
                for i, p in enumerate(state.table.players)
            ]
        )

    def standings(self, view: View) -> list[Standing]:
        """Final ranks; before the end, what the viewer can see (ECL 24.1.2)."""
        table: Public = view.table
        seats = range(len(table.players))
        if table.phase == "over":
            keys = {s: rank_key(table, s) for s in seats}
        else:
            keys = {s: (_points_seen(view, s), sum(table.players[s].storage)) for s in seats}
        order = sorted(seats, key=lambda s: keys[s], reverse=True)
        return [
            Standing(
                s,
                1 + sum(keys[other] > keys[s] for other in seats),
                keys[s][0],
                _("{n} resources stored", n=keys[s][1]),
            )
            for s in order
        ]

    def facts(self, view: View) -> dict[str, bool | int | str]:
        return words_of.facts(view)

    def headline(self, view: View) -> str:
        return words_of.headline(view)

    def sheet(self, view: View) -> list[Section]:
        return words_of.sheet(view)

    def board(self, view: View) -> str:
        """The galaxy as the viewer knows it, as SVG."""
        return galaxy_picture(view)

    def player_board(self, view: View, seat: int) -> str:
        """One player's board, as SVG."""
        return board_picture(view, seat)

    def rule_text(self, number: str) -> str | None:
        return rulebook().find(number)

    def card_text(self, name: str) -> str | None:
        return texts.find(name)

    def odds(
        self,
        attacker: str,
        defender: str,
        options: Mapping[str, str],
        view: View | None = None,
    ) -> dict[str, Any]:
        """The chances of a battle; forces as "2 interceptor: ion cannon, hull; 1 cruiser"."""
        if view is not None and names_a_place(defender):
            return planned_odds(view, defender, attacker)
        return odds_of_text(attacker, defender, options)

    def measures(self, view: View) -> dict[str, list[int]]:
        return measures(view.table)

    def invariants(self, state: EclipseState) -> list[str]:
        return broken_promises(state)

    def disguise(self, state: EclipseState, seat: int, rng: Random) -> EclipseState:
        return disguised(self.copy(state), seat, rng)

    def position(self, options: Any, patch: Mapping[str, Any]) -> EclipseState:
        """A rule case names boards and what lies where; stocks and stacks follow."""
        return laid_out(self.new(options), patch)


@cache
def rulebook() -> Rulebook:
    return Rulebook.load("ECL", Path(__file__).parent / "data" / "rules.json")


def _points_seen(view: View, seat: int) -> int:
    table: Public = view.table
    player = table.players[seat]
    if player.score is not None:
        return player.score
    if not player.species:
        return 0
    if seat == view.seat:
        return total(all_points(table, seat, view.mine.reputation))
    return total(public_points(table, seat))


def _check_chosen(options: EclipseOptions) -> None:
    """ECL 3.2.3, 25.1.7"""
    unknown = [side for side in options.chosen if side not in SPECIES]
    if unknown:
        raise BadOptions(
            _(
                "There is no species {name}. There are: {all}.",
                name=repr(unknown[0]),
                all=", ".join(SPECIES),
            )
        )
    if len(options.chosen) != options.players:
        words = _("Name {n} species in `chosen`, one for each seat.", n=options.players)
        raise BadOptions(words)
    colours = [SPECIES[side].colour for side in options.chosen]
    if len(set(colours)) < len(colours):
        raise BadOptions(_("Two of the chosen species are sides of the same board."))
    if not options.aliens and any(SPECIES[side].alien for side in options.chosen):
        raise BadOptions(_("This table plays with Terrans only; choose among them."))


ECLIPSE = Eclipse()
