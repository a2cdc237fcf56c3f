"""Rulings, refusals, undo, edits, dry runs."""

from random import Random
from typing import Any

import msgspec
import pytest

from rules.kernel.codec import encode
from rules.kernel.errors import Diverged, KernelError, Refused
from rules.kernel.match import Match
from rules.kernel.records.history import History
from rules.kernel.records.record import Answers, Given, Interject, Op, Source
from rules.kernel.ruleset import Rulesets
from rules.kernel.setting import Setting
from rules.kernel.table import Ask
from rules.kernel.thinking.rehearsal import rehearse
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import play_game, secret_for
from tests.contracts import began
from tests.rulesets import TESTED
from tests.skirmish.ruleset import SKIRMISH, Skirmish

BY = Source("player")


def at_turn(players: int = 2, **side: Any) -> tuple[Match, History]:
    """A skirmish in its action phase, Red to move."""
    options = SKIRMISH.read_options({"players": players})
    sides = {str(i): {"tokens": 2} for i in range(players)}
    sides["0"] |= side
    position = {
        "table": {"phase": "turn", "order": list(range(players)), "sides": sides},
        "hand": {"0": {"cards": ["spy", "bribe"]}, "1": {"cards": ["counter"]}},
    }
    secret = secret_for("match")
    match, ruling = Match.start(Setting(SKIRMISH, options, secret), position=position)
    history = History(Setting(SKIRMISH, options, secret))
    history.add(ruling, match.snap)
    return match, history


def give(match: Match, answer: Any, seat: int = 0, address: str = "") -> Answers:
    assert match.ask is not None
    where = address or match.ask.addresses[0]
    return Answers(match.ask.address, (Given(seat, where, answer, BY),))


def codes(match: Match, given: Any) -> list[str]:
    return [refusal.problem.code for refusal in match.refusals(given)]


def play(match: Match, history: History, given: Any) -> None:
    ruling = match.apply(given, n=history.head.n + 1, prev=history.head.hash)
    history.add(ruling, match.snap)


def test_a_refused_answer_changes_nothing() -> None:
    match, _ = at_turn()
    before, asked = match.snap, match.ask
    with pytest.raises(Refused) as refused:
        match.apply(give(match, {"do": "raise", "units": {"cruiser": 3}}))
    problem = refused.value.refusals[0].problem
    assert (problem.code, problem.rule) == ("cannot-pay", "SKR 3.5")
    assert (match.snap, match.ask, match.n) == (before, asked, 1)


@pytest.mark.parametrize(
    ("answer", "seat", "address", "code"),
    [
        ({"do": "pass"}, 1, "", "not-your-question"),
        ({"do": "pass"}, 0, "r1/turn@red#9/taketurn@0", "stale"),
        ({"does": "pass"}, 0, "", "malformed"),
        (3, 0, "", "malformed"),
        ({"do": "fly"}, 0, "", "unknown-action"),
    ],
)
def test_bad_answers_are_refused_by_code(answer: Any, seat: int, address: str, code: str) -> None:
    match, _ = at_turn()
    assert code in codes(match, give(match, answer, seat, address))


def test_a_stale_ask_and_a_double_answer_are_refused() -> None:
    match, history = at_turn()
    given = give(match, {"do": "pass"})
    play(match, history, given)
    assert codes(match, given) == ["stale"]
    match, _ = began(SKIRMISH, SKIRMISH.read_options({"players": 2}), "twice")
    one = give(match, match.view(0).mine.offered[0])
    twice = Answers(one.at, one.given * 2)
    assert {"answered-twice", "incomplete"} <= set(codes(match, twice))


def test_interjections_run_above_the_open_question() -> None:
    match, _ = at_turn()
    asked = match.ask
    assert asked is not None
    bribe = Interject(asked.address, "bribe", 0, {"kind": "Bribe", "seat": 0}, BY)
    match.apply(bribe)
    window = match.ask
    assert window is not None
    assert window.mode == "window"
    assert window.address == f"{asked.address}/x/bribe@0/bribe@0/played/lap"
    match.apply(give(match, "", 1))
    assert match.ask == asked, "the outer question stands again"
    assert match.state.table.sides[0].gold == 8


@pytest.mark.parametrize(
    ("what", "seat", "data", "code"),
    [
        ("dance", 0, {}, "unknown-interjection"),
        ("bribe", 1, {"kind": "Bribe", "seat": 1}, "not-your-card"),
        ("bribe", 1, {"kind": "Bribe", "seat": 0}, "not-your-seat"),
        ("deal", 0, {"kind": "Deal", "seat": 0, "partner": "x"}, "malformed"),
        ("deal", 0, {"kind": "Deal", "seat": 0, "partner": 1, "back": 7}, "cannot-pay"),
    ],
)
def test_bad_interjections_are_refused(what: str, seat: int, data: Any, code: str) -> None:
    match, _ = at_turn()
    assert match.ask is not None
    given = Interject(match.ask.address, what, seat, data, BY)
    assert codes(match, given) == [code]


def test_undo_goes_back_over_own_open_moves_only() -> None:
    match, history = at_turn(players=2)
    play(match, history, give(match, {"do": "raise", "units": {"fighter": 1}}))
    assert history.undo_reach(1) == []
    assert history.undo_reach(0) == [1]
    history.undo(0)
    match = history.wake()
    assert match.state.table.sides[0].gold == 6
    assert [r.n for r in history.path()] == [1, 3]
    play(match, history, give(match, {"do": "pass"}))
    history.verify()
    assert [r.n for r in history.rulings] == [1, 2, 3, 4], "nothing is deleted"


def test_undo_stops_at_a_reveal_and_at_another_seat() -> None:
    match, history = at_turn()
    play(match, history, give(match, {"do": "raid", "units": {"fighter": 1}, "target": 1}))
    assert history.undo_reach(0) == [], "dice have fallen"
    with pytest.raises(Refused):
        history.undo(0)
    match, history = at_turn()
    play(match, history, give(match, {"do": "pass"}))
    play(match, history, give(match, {"do": "pass"}, 1))
    assert history.undo_reach(0) == []


def test_what_a_deadline_played_or_a_partner_agreed_to_cannot_be_taken_back() -> None:
    match, history = at_turn()
    late = give(match, {"do": "raise", "units": {"fighter": 1}})
    late = Answers(late.at, (msgspec.structs.replace(late.given[0], source=Source("deadline")),))
    play(match, history, late)
    assert history.undo_reach(0) == []
    match, history = at_turn()
    assert match.ask is not None
    deal = {"kind": "Deal", "seat": 0, "partner": 1, "gold": 1}
    play(match, history, Interject(match.ask.address, "deal", 0, deal, BY))
    assert history.head.seats == (0, 1)
    assert history.undo_reach(0) == []


def test_an_edit_is_checked_and_recorded() -> None:
    match, history = at_turn()
    with pytest.raises(Refused, match="invariant"):
        history.edit([Op("table.sides.0.gold", 99)], "typing error")
    with pytest.raises(Refused, match="no-such-path"):
        history.edit([Op("table.sides.0.silver", 1)], "typing error")
    with pytest.raises(Refused, match="malformed"):
        history.edit([Op("table.sides.0.gold", "many")], "typing error")
    ops = [Op("table.sides.0.gold", 5), Op("table.sides.1.gold", 7)]
    ruling, match = history.edit(ops, "a coin was miscounted")
    assert ruling.reveals
    assert [side.gold for side in match.state.table.sides] == [5, 7]
    play(match, history, give(match, {"do": "pass"}))
    history.verify()


def test_an_edit_in_the_middle_of_a_step_is_refused() -> None:
    match, history = at_turn()
    play(match, history, give(match, {"do": "raid", "units": {"fighter": 2}, "target": 1}))
    with pytest.raises(Refused, match="mid-step"):
        history.edit([Op("table.bank", 9)], "too late")


def test_foresee_plays_on_without_dice_or_foreign_hands() -> None:
    match, history = at_turn()
    plan = {"do": "raise", "units": {"fighter": 2}}
    seen = history.wake().foresee(0, lambda a, d, v: plan)
    assert [told.event["kind"] for told in seen.events] == ["Raised"]
    assert not seen.stopped
    raid = {"do": "raid", "units": {"fighter": 2}, "target": 1}
    seen = history.wake().foresee(0, lambda a, d, v: raid)
    assert [told.event["kind"] for told in seen.events] == ["Raided"]
    assert seen.stopped, "the dice are not for dry runs"
    spy = {"do": "spy", "target": 1}
    seen = history.wake().foresee(0, lambda a, d, v: spy)
    assert "Spied" not in [told.event["kind"] for told in seen.events]
    assert seen.stopped
    assert match.state.table.sides[0].gold == 6


def test_a_bare_yield_is_a_bug_with_a_name() -> None:
    class Bare(Skirmish):
        def next_step(self, state: Any) -> Any:
            def run(t: Any, *args: Any) -> Any:
                yield 3

            step = super().next_step(state)
            return step and msgspec.structs.replace(step, run=run)

    with pytest.raises(KernelError, match="ask through the table"):
        Match.start(Setting(Bare(), SKIRMISH.read_options({"players": 2}), secret_for("bare")))


def test_a_stage_may_not_come_back() -> None:
    class Loop(Skirmish):
        def next_step(self, state: Any) -> Any:
            step = super().next_step(state)
            return step and msgspec.structs.replace(
                step, stage="start" if step.stem == "bid" else step.stage
            )

    ruleset = Loop()
    options = ruleset.read_options({"players": 2})
    match, _ = Match.start(Setting(ruleset, options, secret_for("loop")))
    offered = [match.view(s).mine.offered[0] for s in (0, 1)]
    assert match.ask is not None
    given = [Given(s, match.ask.addresses[s], offered[s], BY) for s in (0, 1)]
    match.apply(Answers(match.ask.address, tuple(given)))

    def next_round() -> None:
        while match.ask is not None:
            items = match.ask.items()[: 1 if match.ask.mode in ("one", "first") else None]
            answers = [Given(d.seat, a, d.default(match.view(d.seat)), BY) for a, d in items]
            match.apply(Answers(match.ask.address, tuple(answers)))

    with pytest.raises(KernelError, match="came back"):
        next_round()


def test_waking_a_game_whose_rules_changed_is_reported() -> None:
    match, history = at_turn()
    play(match, history, give(match, {"do": "raise", "units": {"fighter": 1}}))

    class Dearer(Skirmish):
        def next_step(self, state: Any) -> Any:
            step = super().next_step(state)
            if step is None or not step.stem.startswith("turn"):
                return step
            return msgspec.structs.replace(step, run=dearer_turn)

    def dearer_turn(t: Any, seat: int) -> Any:
        from tests.skirmish.steps import take_turn

        yield from take_turn(t, seat)
        t.table.sides[seat].won += 1

    changed = History(Setting(Dearer(), history.options, history.secret))
    changed.rulings = history.rulings
    with pytest.raises(Diverged) as diverged:
        changed.verify()
    assert diverged.value.n == 2


@pytest.mark.parametrize("game", ["skirmish", "ti3", "ti4"])
def test_a_fork_made_within_a_ruling_is_at_the_same_question(game: str) -> None:
    """Whether everybody declines a window is asked before the ruling is over, and whoever is asked
    may try something out."""
    ruleset = Rulesets(TESTED).get(game)
    options = ruleset.read_options({"players": 3})
    match, _ruling = Match.start(Setting(ruleset, options, secret_for("within")))
    bot = RandomBot(Random("within"))
    asked: list[str] = []

    def declined(ask: Ask) -> bool:
        fork = match.fork().fork()
        assert fork.ask is not None
        assert fork.ask.addresses == ask.addresses
        assert encode(fork.state) == encode(match.state)
        for seat in match.seats:
            thought = rehearse(match, seat, "within")
            assert thought.ask is not None
            assert thought.ask.addresses == ask.addresses
            assert encode(thought.view(seat)) == encode(match.view(seat))
            thought.go_on({a: d.default(thought.view(d.seat)) for a, d in thought.ask.items()})
            assert thought.ask is None or thought.ask.addresses != ask.addresses
        asked.append(ask.address)
        return len(asked) % 3 > 0

    for _ in range(250):
        if match.over:
            break
        match.apply(bot.next_input(match), declined)
    assert asked


@pytest.mark.parametrize("asked_every", [1, 5, 1000])
def test_a_replay_has_the_snapshots_of_whoever_ruled(asked_every: int) -> None:
    """A replay takes few of them; whoever asks gets them all."""
    history = play_game(SKIRMISH, SKIRMISH.read_options({"players": 2}), "snapshots").history
    match, newest = Match(history.setting), 0
    for ruling in history.rulings:
        match.replay(ruling)
        newest = ruling.n if ruling.n in history.snapshots else newest
        if ruling.n % asked_every == 0 or ruling is history.head:
            assert match.snap == history.snapshots[newest]
    assert match.fork().snap == match.snap
