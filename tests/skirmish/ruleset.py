"""Skirmish: the game's entry."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from rules.kernel.features import BattleOdds, Features
from rules.kernel.pictures import Picture, in_one_style, map_picture
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruleset import Options, Rank, Ruleset, Step
from rules.kernel.thinking.disguises import mixed
from rules.kernel.views import Section
from rules.lexicon import write_counted
from tests.skirmish import steps
from tests.skirmish.board import board
from tests.skirmish.decisions import DECISIONS
from tests.skirmish.events import EVENTS
from tests.skirmish.interjections import INTERJECTIONS
from tests.skirmish.odds import odds
from tests.skirmish.state import (
    BOX,
    COLOURS,
    DECK,
    GOLD_EACH,
    OBJECTIVES,
    Hidden,
    Private,
    Public,
    Side,
    SkirmishState,
    View,
)


class SkirmishOptions(Options):
    """`players`: how many seats there are. `starting_gold`: what each side begins with.
    `rounds`: after this many the objectives are shown and the game ends. `commands`: how often
    each side acts in a round."""

    players: int = 3
    starting_gold: int = 6
    rounds: int = 3
    commands: int = 2


@cache
def rulebook() -> Rulebook:
    """RULES.md by number: each rule runs up to the next number."""
    page = Path(__file__).with_name("RULES.md").read_text(encoding="utf-8")
    words = " ".join(page.replace("*", "").replace("- ", "").split())
    parts = re.split(r"\b(\d\.\d) ", words)
    texts = {n: text.strip() for n, text in zip(parts[1::2], parts[2::2], strict=True)}
    return Rulebook("SKR", texts)


def measures(table: Public) -> dict[str, list[int]]:
    return {"Fleet strength": [sum(side.units.values()) for side in table.sides]}


class Skirmish(Ruleset[SkirmishState]):
    name = "skirmish"
    stage = "stable"
    title = "Skirmish"
    mid_game = 2
    min_players = 1
    max_players = 8
    State = SkirmishState
    Options = SkirmishOptions
    decisions = DECISIONS
    interjections = INTERJECTIONS
    events = EVENTS
    windows = ("rolled", "played")
    verbs = {
        "keep": ("keep", "zachowaj", "megtart"),
        "bid": ("bid", "licytuj", "licit"),
        "raise": ("raise", "buduj", "toboroz"),
        "raid": ("raid", "najazd", "rajta"),
        "spy": ("spy", "szpieg", "kem"),
        "pass": ("pass", "pas", "passz"),
        "hits": ("hits", "straty", "talalatok"),
        "press": ("press on", "press", "naciskaj", "tovabb"),
        "retreat": ("retreat", "odwrot", "visszavonul"),
        "play": ("play", "zagraj", "kijatszik"),
        "buy": ("buy", "kup", "vesz"),
        "scrap": ("scrap", "zlomuj", "bont"),
        "discard": ("discard", "odrzuc", "eldob"),
        "offer": ("offer", "oferta", "ajanlat"),
        "bribe": ("bribe", "lapowka", "veszteget"),
    }

    exact_verbs = frozenset({"pass", "press", "retreat"})
    features = Features(
        rulebook=rulebook,
        odds=BattleOdds(odds, "2 fighters"),
        measures=measures,
    )

    def new(self, options: Any) -> SkirmishState:
        gold = options.starting_gold
        sides = [Side(gold, {"fighter": 2, "cruiser": 0}) for _ in range(options.players)]
        bank = options.players * (GOLD_EACH - options.starting_gold)
        hands = [Private() for _ in sides]
        table = Public(sides, bank, deck=0, rounds=options.rounds, commands=options.commands)
        return SkirmishState(table, hands, Hidden())

    def next_step(self, state: SkirmishState) -> Step | None:
        table = state.table
        stage = f"r{table.round}"
        match table.phase:
            case "deal":
                return Step("start", "deal", steps.deal)
            case "objectives":
                return Step("start", "objectives", steps.choose_objectives)
            case "bid":
                return Step(stage, "bid", steps.bidding)
            case "turn":
                seat = table.order[table.at]
                return Step(stage, f"turn@{COLOURS[seat].lower()}", steps.take_turn, (seat,))
            case "upkeep":
                return Step(stage, "upkeep", steps.upkeep)
            case "final":
                return Step("end", "final", steps.final)
        return None

    def turn_order(self, view: View) -> Sequence[int]:
        table = view.table
        return list(table.order[table.at :]) if table.phase == "turn" else ()

    def round(self, state: SkirmishState) -> int:
        return state.table.round

    def names(self, state: SkirmishState) -> tuple[str, ...]:
        return COLOURS[: len(state.hand)]

    def standings(self, view: View) -> list[Rank]:
        points = [side.points for side in view.table.sides]
        order = sorted(range(len(points)), key=lambda s: (-points[s], s))
        return [Rank(s, i, points[s]) for i, s in enumerate(order, start=1)]

    def fact_meanings(self) -> dict[str, str]:
        return {
            "round": "the number of the round",
            "gold": "your gold",
            "tokens": "your command tokens",
            "fighters": "your fighters",
            "cruisers": "your cruisers",
            "losing": "you were hit more often than you hit",
        }

    def facts(self, view: View) -> dict[str, bool | int | str]:
        side = view.table.sides[view.seat or 0]
        battle = view.table.battle
        facts: dict[str, bool | int | str] = {
            "round": view.table.round,
            "gold": side.gold,
            "tokens": side.tokens,
            "fighters": side.units["fighter"],
            "cruisers": side.units["cruiser"],
            "losing": False,
        }
        if battle is not None and view.seat in (battle.attacker, battle.defender):
            facts["losing"] = battle.hits[view.seat] > battle.hits[battle.foe(view.seat)]
        return facts

    def headline(self, view: View) -> str:
        return f"round {view.table.round}, {view.table.phase}"

    def sheet(self, view: View) -> list[Section]:
        sections = []
        if view.seat is not None:
            mine = view.mine
            lines = [f"Cards ({len(mine.cards)}): {', '.join(mine.cards) or 'none'}"]
            lines.append(f"Secret objective: {mine.objective or 'not chosen yet'}")
            for seat, cards in sorted(mine.seen.items()):
                lines.append(
                    f"You saw {view.name(int(seat))} hold: {', '.join(cards) or 'nothing'}"
                )
            sections.append(Section("Only you see this", tuple(lines), private=True))
            sections.append(Section("You", (self._side(view, view.seat),)))
        others = [s for s in range(len(view.names)) if s != view.seat]
        sections.append(Section("The others", tuple(self._side(view, s) for s in others)))
        table = view.table
        pile = ", ".join(table.discard) or "nothing"
        sections.append(
            Section(
                "The table",
                (f"Bank {table.bank} gold, deck {table.deck} cards", f"Discarded: {pile}"),
            )
        )
        return sections

    def pictures(self, view: View) -> list[Picture]:
        return [map_picture(in_one_style(partial(board, view)))]

    def _side(self, view: View, seat: int) -> str:
        side = view.table.sides[seat]
        force = write_counted(side.units, str)
        return (
            f"{view.name(seat)}: {side.points} points, {side.gold} gold, {force}, "
            f"{side.cards} cards, {side.tokens} tokens"
        )

    def position(self, options: Any, patch: Mapping[str, Any]) -> SkirmishState:
        """A rule case names hands and gold; the deck and the bank hold the rest of the box."""
        state = super().position(options, patch)
        rest = Counter(DECK) - Counter(state.table.discard) - Counter(state.box.deck)
        for side, hand in zip(state.table.sides, state.hand, strict=True):
            rest -= Counter(hand.cards)
            side.cards = len(hand.cards)
        if state.table.phase != "deal":
            state.box.deck += sorted(rest.elements())
            state.table.deck = len(state.box.deck)
        state.table.bank = GOLD_EACH * len(state.hand) - sum(s.gold for s in state.table.sides)
        return state

    def invariants(self, state: SkirmishState) -> list[str]:
        broken = []
        table = state.table
        cards = Counter(state.box.deck) + Counter(table.discard)
        for seat, (side, hand) in enumerate(zip(table.sides, state.hand, strict=True)):
            cards += Counter(hand.cards)
            if side.cards != len(hand.cards):
                broken.append(f"seat {seat} holds {len(hand.cards)} cards, {side.cards} counted")
            if side.gold < 0 or any(not 0 <= n <= BOX[u] for u, n in side.units.items()):
                broken.append(f"seat {seat} has {side.gold} gold and {side.units}")
        if table.phase != "deal" and cards != Counter(DECK):
            broken.append(f"cards are {dict(cards)}")
        if table.bank + sum(s.gold for s in table.sides) != GOLD_EACH * len(table.sides):
            broken.append(f"bank {table.bank}, gold {[s.gold for s in table.sides]}")
        if table.phase != "deal" and table.deck != len(state.box.deck):
            broken.append(f"deck has {len(state.box.deck)} cards, {table.deck} counted")
        return broken

    def disguise(self, state: SkirmishState, seat: int, rng: Random) -> SkirmishState:
        """Other hands and the deck dealt again, other objectives chosen again."""
        twin = self.copy(state)
        seen = twin.hand[seat].seen
        others = [s for s in range(len(twin.hand)) if s != seat and str(s) not in seen]
        pile = [card for s in others for card in twin.hand[s].cards] + twin.box.deck
        pile = mixed(pile, rng)
        for other in others:
            count = len(twin.hand[other].cards)
            twin.hand[other].cards, pile = pile[:count], pile[count:]
            if twin.hand[other].objective:
                twin.hand[other].objective = rng.choice(OBJECTIVES)
            if twin.hand[other].offered:
                twin.hand[other].offered = rng.sample(OBJECTIVES, 2)
        twin.box.deck = pile
        return twin


SKIRMISH = Skirmish()
