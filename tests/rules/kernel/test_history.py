"""Forks, records, and code that changes under a running game."""

from typing import Any

import msgspec
import pytest

from rules.kernel.codec import Plain, encode, plain
from rules.kernel.errors import BadRecord, Diverged, Refused
from rules.kernel.match import Match
from rules.kernel.records.history import History, read_record
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.table import Play, Table
from rules.kernel.trials.simulate import play_game, secret_for
from rules.kernel.views import State
from tests.rules.kernel.test_match import at_turn, give, play
from tests.skirmish import steps
from tests.skirmish.decisions import Bid
from tests.skirmish.ruleset import SKIRMISH, Skirmish
from tests.skirmish.state import Battle, Hidden, Phase, Private, Side, SkirmishState

THREE = SKIRMISH.read_options({"players": 3})


def with_raids(seed: str = "") -> History:
    """A game with plenty of dice."""
    for i in range(200):
        history = play_game(SKIRMISH, THREE, f"raids{seed}/{i}").history
        rolls = sum(len(r.dice) for r in history.rulings)
        if rolls > 14:
            return history
    raise AssertionError("no game with raids")


def turn_rulings(history: History) -> list[Any]:
    return [
        (r, given.given[0])
        for r in history.path()
        for given in r.inputs[:1]
        if isinstance(given, Answers)
        and given.given[0].address.rpartition("/")[2].startswith("taketurn@")
    ]


def test_an_amended_answer_leaves_unrelated_dice_alone() -> None:
    history = with_raids()
    passes = [(r, g) for r, g in turn_rulings(history) if g.answer["do"] == "raise"]
    ruling, given = passes[0]
    pass_ = {"do": "pass"}
    fork = history.amend(ruling.n, given.address, pass_, Source("referee", "wrong order"))
    old = {d.label: d.values for r in history.path() if r.n > ruling.n for d in r.dice}
    new = {d.label: d.values for r in fork.rulings for d in r.dice}
    shared = set(old) & set(new)
    assert shared, "some later dice are rolled on both branches"
    for label in shared:
        pairs = list(zip(old[label], new[label], strict=False))
        assert all(a == b for a, b in pairs), f"{label} was rolled again"


def test_a_fork_says_what_became_of_later_answers() -> None:
    history = with_raids()
    ruling, given = turn_rulings(history)[0]
    before = len(history.rulings)
    fork = history.amend(ruling.n, given.address, {"do": "pass"}, Source("referee"))
    assert len(history.rulings) == before, "a fork is only a proposal"
    assert {kept.fate for kept in fork.fates} <= {
        "kept",
        "question-changed",
        "refused",
        "not-asked",
        "newly-asked",
    }
    later = {
        g.address
        for r in history.path()
        if r.n > ruling.n
        for i in r.inputs
        if isinstance(i, Answers)
        for g in i.given
    }
    told = {k.address for k in fork.fates if k.fate != "newly-asked"}
    assert later <= told, "every later answer has a fate"
    history.adopt(fork)
    assert history.head.parent == fork.rulings[-1].parent
    history.verify()


def test_the_same_answer_again_keeps_everything() -> None:
    history = with_raids("same")
    ruling, given = turn_rulings(history)[2]
    fork = history.amend(ruling.n, given.address, given.answer, Source("referee"))
    assert {kept.fate for kept in fork.fates} <= {"kept"}
    assert fork.match.over
    assert fork.rulings[-1].state_hash == history.head.state_hash


def test_what_cannot_be_amended_is_refused() -> None:
    match, history = at_turn()
    play(match, history, give(match, {"do": "pass"}))
    with pytest.raises(Refused, match="no-such-question"):
        history.amend(2, "nowhere", {}, Source("referee"))
    with pytest.raises(Refused, match="not-live"):
        history.amend(1, "nowhere", {}, Source("referee"))
    address = next(iter(history.get(1).open))
    with pytest.raises(Refused, match="unknown-action"):
        history.amend(2, address, {"do": "fly"}, Source("referee"))
    history.undo(0)
    with pytest.raises(Refused, match="not-live"):
        history.amend(2, address, {"do": "pass"}, Source("referee"))


def test_a_quiet_window_can_be_amended() -> None:
    """A late reaction accepted: the window everybody declined by policy is opened again."""
    match, history = at_turn()
    spy = match.apply(give(match, {"do": "spy", "target": 1}), quiet=lambda ask: True)
    history.add(spy, match.snap)
    assert [type(i).__name__ for i in spy.inputs] == ["Answers", "Quiet"]
    window = "r1/turn@red/spy@0/played/react@1"
    fork = history.amend(spy.n, window, "counter", Source("referee", "late mail"))
    assert [k.fate for k in fork.fates] == ["newly-asked"], "may the counter be countered?"
    history.adopt(fork)
    play(fork.match, history, give(fork.match, ""))
    kinds = [told.event["kind"] for r in history.path() for told in r.events]
    assert "Countered" in kinds
    assert "Spied" not in kinds
    history.verify()


def test_a_record_rebuilds_the_match() -> None:
    history = with_raids()
    raw = encode(history.record(["Ada", "Bruno", "Chidi"]))
    again = History.of(read_record(raw), SKIRMISH)
    again.verify()
    assert again.wake().view(None) == history.wake().view(None)


def _tampered(history: History, **change: Any) -> History:
    record = read_record(encode(history.record(["Ada", "Bruno", "Chidi"])))
    n = change.pop("n", 3)
    rulings = list(record.rulings)
    rulings[n - 1] = msgspec.structs.replace(rulings[n - 1], **change)
    return History.of(msgspec.structs.replace(record, rulings=tuple(rulings)), SKIRMISH)


@pytest.mark.parametrize("change", [{"reveals": True}, {"state_hash": "00"}, {"events": ()}])
def test_a_changed_ruling_is_named(change: dict[str, Any]) -> None:
    history = with_raids()
    with pytest.raises(Diverged) as diverged:
        _tampered(history, n=4, **change).verify()
    assert diverged.value.n == 4


def test_a_lucky_seed_is_found_out() -> None:
    record = with_raids().record(["a", "b", "c"])
    lucky = msgspec.structs.replace(record, seed="ff" * 32)
    with pytest.raises(BadRecord, match="commitment"):
        History.of(lucky, SKIRMISH)


@pytest.mark.parametrize(
    "raw", [b"", b"{}", b"[1]", b'{"format":"other"}', b"\xff\xfe", b'{"ruleset": 3}']
)
def test_malformed_records_are_refused_in_words(raw: bytes) -> None:
    with pytest.raises(BadRecord, match="not a Parsec Post record"):
        read_record(raw)


# -- code that changes in the middle of a step ------------------------------------------------


def bidding_twice(t: Table) -> Play[None]:
    """A question more, behind the answers already given."""
    if t.rules >= 2:
        yield from t.ask(Bid(0))
    yield from steps.bidding(t)


class Version2(Skirmish):
    version = 2

    def next_step(self, state: SkirmishState) -> Any:
        step = super().next_step(state)
        return (
            msgspec.structs.replace(step, run=bidding_twice)
            if step and step.stem == "bid"
            else step
        )


def ungated(t: Table) -> Play[None]:
    yield from t.ask(Bid(0))
    yield from steps.bidding(t)


class Ungated(Skirmish):
    def next_step(self, state: SkirmishState) -> Any:
        step = super().next_step(state)
        return msgspec.structs.replace(step, run=ungated) if step and step.stem == "bid" else step


def in_bidding() -> History:
    secret = secret_for("upgrade")
    match, ruling = Match.start(Setting(SKIRMISH, THREE, secret))
    history = History(Setting(SKIRMISH, THREE, secret))
    history.add(ruling, match.snap)
    assert match.ask is not None
    given = [
        Given(d.seat, a, plain(d.default(match.view(d.seat))), Source("player"))
        for a, d in match.ask.items()
    ]
    history.add(match.apply(Answers(match.ask.address, tuple(given))), match.snap)
    return history


def under(ruleset: Skirmish, history: History) -> History:
    moved = History(Setting(ruleset, history.options, history.secret))
    moved.rulings = list(history.rulings)
    moved.snapshots = dict(history.snapshots)
    return moved


def test_an_open_step_keeps_the_rules_it_began_with() -> None:
    history = under(Version2(), in_bidding())
    match = history.wake()
    assert match.ask is not None
    assert [type(d).__name__ for d in match.ask.decisions] == ["Bid"] * 3
    bids = [Given(s, match.ask.addresses[s], 0, Source("player")) for s in range(3)]
    history.add(match.apply(Answers(match.ask.address, tuple(bids))), match.snap)
    assert history.head.rules == 2
    while match.ask is not None and "/bid@" not in match.ask.address:
        a, d = match.ask.items()[0]
        items = match.ask.items() if match.ask.mode in ("all", "window") else [(a, d)]
        bot = Source("bot")
        answers = [Given(x.seat, at, x.default(match.view(x.seat)), bot) for at, x in items]
        history.add(match.apply(Answers(match.ask.address, tuple(answers))), match.snap)
    assert match.ask is not None
    assert match.ask.mode == "one", "the next bidding follows the new rules"
    history.verify()


def test_a_question_added_without_a_gate_is_reported() -> None:
    with pytest.raises(Diverged) as diverged:
        under(Ungated(), in_bidding()).wake()
    assert "now open" in diverged.value.why


def test_a_renamed_field_fails_loudly_and_an_upgrade_mends_it() -> None:
    class Public(Plain):
        sides: list[Side]
        treasury: int
        deck: int
        phase: Phase = "deal"
        round: int = 1
        rounds: int = 3
        commands: int = 2
        order: list[int] = []
        at: int = 0
        discard: list[str] = []
        battle: Battle | None = None
        winner: int | None = None
        revealed: list[str] = []

    class NewState(State[Public, Private, Hidden]):
        pass

    class Careless(Skirmish):
        State = NewState

    class Careful(Careless):
        schema = 2

        def upgrade(self, raw: dict[str, Any], schema: int) -> dict[str, Any]:
            assert schema == 1
            raw["table"]["treasury"] = raw["table"].pop("bank")
            return raw

    with pytest.raises(msgspec.ValidationError, match="bank"):
        under(Careless(), in_bidding()).wake()
    woken = under(Careful(), in_bidding()).wake()
    assert woken.state.table.treasury == in_bidding().wake().state.table.bank
