"""A test of the tests: each fault planted in the skirmish is caught by the check made for it."""

import random
import time
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import pytest

from rules.kernel.codec import encode
from rules.kernel.decisions import Decision
from rules.kernel.errors import Diverged
from rules.kernel.match import Match
from rules.kernel.patterns import parallel
from rules.kernel.records.history import History
from rules.kernel.ruleset import Step
from rules.kernel.table import Play, Table
from rules.kernel.trials.simulate import play_game
from tests import contracts
from tests.skirmish import events as ev
from tests.skirmish import steps
from tests.skirmish.decisions import DECISIONS, AssignHits, Bid, React, TakeTurn
from tests.skirmish.ruleset import Skirmish
from tests.skirmish.state import SkirmishState

Body = Callable[..., Any]


class Faulty(Skirmish):
    """A skirmish with some steps replaced, by the first word of their stem."""

    name = "faulty"
    replaced: ClassVar[dict[str, Body]] = {}

    def next_step(self, state: SkirmishState) -> Step | None:
        step = super().next_step(state)
        if step is None:
            return None
        body = self.replaced.get(step.stem.split("@")[0])
        return step if body is None else msgspec.structs.replace(step, run=body)


def faulty(**replaced: Body) -> Faulty:
    return type("Planted", (Faulty,), {"replaced": replaced})()


def wall_clock(t: Table) -> Play[None]:
    yield from steps.bidding(t)
    t.table.sides[0].points += time.perf_counter_ns() % 3


def own_randomness(t: Table) -> Play[None]:
    yield from steps.bidding(t)
    random.shuffle(t.table.order)


def one_thing_twice(t: Table) -> Play[None]:
    yield from steps.bidding(t)
    t.table.sides[0].units = t.table.sides[1].units


MODULE_LIST: list[int] = []


def module_list(t: Table, seat: int) -> Play[None]:
    MODULE_LIST.append(seat)
    yield from steps.take_turn(t, seat)
    t.table.revealed = [str(len(MODULE_LIST))]


def reads_dict_order(t: Table) -> Play[None]:
    yield from steps.bidding(t)
    t.table.sides[0].points += list(t.table.sides[0].units).index("fighter")


def stale_local(t: Table) -> Play[None]:
    gold = [side.gold for side in t.table.sides]
    bids = yield from t.ask_all([Bid(s) for s in steps.everybody(t)])
    for seat, bid in enumerate(bids):
        t.table.sides[seat].gold = gold[seat] - bid
        t.table.bank += bid
        t.table.sides[seat].tokens = 2
        t.table.sides[seat].passed = False
    t.table.order = list(steps.everybody(t))
    t.table.phase = "turn"


def shared_pile(t: Table) -> Play[None]:
    def branch(b: Table, seat: int) -> Play[None]:
        yield from steps.books(b, seat)
        steps.draw(b, seat, 1)

    for side in t.table.sides:
        gold = min(2, t.table.bank)
        side.gold += gold
        t.table.bank -= gold

    def make(seat: int) -> Callable[[Table], Play[None]]:
        return lambda b: branch(b, seat)

    yield from parallel(t, "books", {s: make(s) for s in steps.everybody(t)})
    t.table.round += 1
    t.table.phase = "bid" if t.table.round <= 3 else "final"


def asks_only_holders(t: Table, seat: int) -> Play[None]:
    holders = [s for s in steps.everybody(t) if "counter" in t.hand[s].cards]
    yield from t.ask_window("played", [React(s, "played") for s in holders])
    yield from steps.take_turn(t, seat)


def open_draw(t: Table) -> Play[None]:
    yield from steps.upkeep(t)
    if t.table.phase == "bid":
        t.tell(ev.Dealt(1, t.hand[1].cards[-1:]))


class PeekingBid(Bid):
    """Default and description are taken from a foreign thing put into the question's fields."""

    peeked: int = 0

    def prompt(self, v: Any) -> str:
        return f"Bid (they hold {self.peeked})."


def possibilities_in_fields(t: Table) -> Play[None]:
    rich = sum(card == "bribe" for hand in t.hand for card in hand.cards)
    yield from t.ask_all([PeekingBid(s, rich) for s in steps.everybody(t)])
    yield from steps.bidding(t)


class GreedyBid(Bid):
    def default(self, v: Any) -> int:
        return 99


class MeddlingTurn(TakeTurn):
    def options(self, v: Any) -> list[Any]:
        v.table.sides[self.seat].tokens += 1
        return []


class MumblingHits(AssignHits):
    def write(self, v: Any, answer: dict[str, int]) -> str:
        return "HITS cruiser"


def with_decision(old: type[Decision[Any]], new: type[Decision[Any]]) -> Faulty:
    """The skirmish asking `new` wherever it asks `old`."""
    kinds = tuple(new if kind is old else kind for kind in DECISIONS)
    bodies = {"bid": steps.bidding, "turn": steps.take_turn}

    def swapped(body: Body) -> Body:
        def run(t: Table, *args: Any) -> Play[None]:
            gen = body(t, *args)
            sent: Any = None
            while True:
                try:
                    ask = gen.send(sent)
                except StopIteration:
                    return
                decisions = tuple(_as(new, d) if type(d) is old else d for d in ask.decisions)
                sent = yield msgspec.structs.replace(ask, decisions=decisions)

        return run

    replaced = {stem: swapped(body) for stem, body in bodies.items()}
    return type("Planted", (Faulty,), {"replaced": replaced, "decisions": kinds})()


def _as(kind: type[Decision[Any]], decision: Decision[Any]) -> Decision[Any]:
    return kind(**{name: getattr(decision, name) for name in decision.__struct_fields__})


def peeking() -> Faulty:
    kinds = (*DECISIONS, PeekingBid)
    return type(
        "P", (Faulty,), {"replaced": {"bid": possibilities_in_fields}, "decisions": kinds}
    )()


FAULTS: list[tuple[str, Faulty, Callable[..., Any]]] = [
    ("wall clock", faulty(bid=wall_clock), contracts.woken_everywhere_is_live),
    ("own randomness", faulty(bid=own_randomness), contracts.cold_replay_is_live),
    ("one thing twice", faulty(bid=one_thing_twice), contracts.cold_replay_is_live),
    ("module list", faulty(turn=module_list), contracts.games_do_not_touch),
    ("dict order", faulty(bid=reads_dict_order), contracts.dict_order_does_not_matter),
    ("stale local", faulty(bid=stale_local), contracts.interjections_anywhere_keep_promises),
    ("shared pile", faulty(upkeep=shared_pile), contracts.parallel_order_does_not_matter),
    ("asks only holders", faulty(turn=asks_only_holders), contracts.twins_look_alike),
    ("open draw", faulty(upkeep=open_draw), contracts.twins_look_alike),
    ("possibilities in fields", peeking(), contracts.twins_look_alike),
    ("illegal default", with_decision(Bid, GreedyBid), contracts.questions_are_sound),
    (
        "question changes state",
        with_decision(TakeTurn, MeddlingTurn),
        contracts.questions_are_sound,
    ),
    ("order text misread", with_decision(AssignHits, MumblingHits), contracts.questions_are_sound),
]


@pytest.mark.parametrize(("ruleset", "check"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_fault_is_caught(ruleset: Faulty, check: Callable[..., Any]) -> None:
    options = ruleset.read_options({"players": 3})

    def thirty_games() -> None:
        for seed in range(30):
            check(ruleset, options, f"fault/{seed}")

    with pytest.raises(AssertionError):
        thirty_games()


def test_a_game_with_one_thing_twice_can_still_be_woken() -> None:
    """What is shared in memory is two things once it was stored, and a second try replays that."""
    ruleset = faulty(bid=one_thing_twice)
    games = [
        play_game(ruleset, ruleset.read_options({"players": 3}), f"twice/{i}") for i in range(9)
    ]
    assert any(_diverges(game.history) for game in games)
    for game in games:
        game.history.snapshots.clear()
        assert encode(game.history.wake().state) == encode(game.match.state)


def test_a_match_that_was_woken_shares_nothing_between_two_places() -> None:
    """Who plays on from a replay would else change both places at once."""
    ruleset = faulty(bid=one_thing_twice)
    game = play_game(ruleset, ruleset.read_options({"players": 3}), "twice/0")
    snapshots = dict(game.history.snapshots)
    for kept in ({}, snapshots):
        for ruling in game.history.rulings[:-1]:
            game.history.snapshots = dict(kept)
            red, blue, *_rest = game.history.wake(ruling.n).state.table.sides
            assert red.units is not blue.units


def _diverges(history: History) -> bool:
    match = Match(history.setting)
    try:
        for ruling in history.rulings:
            match.replay(ruling)
    except Diverged:
        return True
    return False


class SetWalker(Faulty):
    """Walks a set where the order matters; only another hash salt shows it."""

    @staticmethod
    def walk(t: Table) -> Play[None]:
        yield from steps.bidding(t)
        names = {"red", "blue", "green", "gold"}
        t.table.sides[0].points += list(names).index("red")

    replaced: ClassVar[dict[str, Body]] = {"bid": walk.__func__}


SET_WALKER = SetWalker()


def test_set_order_is_caught_by_salts() -> None:
    with pytest.raises(AssertionError):
        contracts.salts_do_not_matter(f"{__name__}.SET_WALKER", 3, "salt")


@pytest.mark.parametrize("check", sorted({f[2] for f in FAULTS}, key=lambda c: c.__name__))
def test_the_sound_game_passes(check: Callable[..., Any]) -> None:
    sound = faulty()
    options = sound.read_options({"players": 3})
    for seed in range(5):
        check(sound, options, f"sound/{seed}")
