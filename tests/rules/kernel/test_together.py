"""Everybody works on a sheet of their own; nobody sees another's before all is shown."""

from random import Random
from typing import Any

import pytest

from rules.kernel.codec import encode, plain
from rules.kernel.errors import KernelError
from rules.kernel.match import Match
from rules.kernel.patterns import together
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.table import Play
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from tests.logbook import events as ev
from tests.logbook.ruleset import LOGBOOK, Logbook
from tests.logbook.state import Marks, Table
from tests.logbook.writing import Entry, show, write

ALMOST = {"sea": 3, "wind": 3, "gold": 3}
"""A sheet on which every mark fills a row."""


def table(players: int) -> Tabletop:
    return Tabletop(
        Setting(LOGBOOK, LOGBOOK.read_options({"players": players}), secret_for("together"))
    )


def begun(players: int, ruleset: Logbook = LOGBOOK) -> Match:
    """A match in which whoever marks a box fills a row and draws a treasure."""
    options = ruleset.read_options({"players": players})
    position = {"table": {"sheets": [ALMOST] * players}, "box": {"bag": [1, 2, 3] * players}}
    position["table"]["bag"] = 3 * players
    return Match.start(Setting(ruleset, options, secret_for("together")), position=position)[0]


def answered(match: Match, answers: dict[int, Any]) -> list[Any]:
    """All sealed answers are in; the events that follow."""
    assert match.ask is not None
    given = [Given(d.seat, a, plain(answers[d.seat]), Source("bot")) for a, d in match.ask.items()]
    return list(match.apply(Answers(match.ask.address, tuple(given))).events)


@pytest.mark.parametrize("players", [2, 8])
def test_nobody_can_tell_what_another_has_marked_before_all_is_shown(players: int) -> None:
    """Tables that differ by what the others sealed look the same until the sheets are shown."""
    rng = Random(players)
    for _ in range(20):
        tables = (begun(players), begun(players))
        watching = rng.randrange(players)
        others = [seat for seat in range(players) if seat != watching]
        own = rng.choice([{}, {"sea": 1}])
        sealed: list[dict[int, Marks]] = [
            {s: {rng.choice(("sea", "wind", "gold")): 1} for s in others} for _ in tables
        ]
        looks = []
        for match, marks in zip(tables, sealed, strict=True):
            told = answered(match, {watching: own, **marks})
            seen = [e for e in (one.seen_by(watching) for one in told) if e is not None]
            assert match.ask is not None
            looks.append((encode(match.view(watching)), encode(seen), match.ask.addresses))
            assert all(one["kind"] == "Drawn" and one["seat"] == watching for one in seen)
            assert match.view(None).table.sheets == [ALMOST] * players
        assert looks[0] == looks[1]


def test_all_who_are_interrupted_answer_sealed_and_then_all_is_told_at_once() -> None:
    match = begun(3)
    answered(match, {0: {"sea": 1, "wind": 1}, 1: {"gold": 1}, 2: {}})
    assert match.ask is not None
    assert [d.seat for d in match.ask.decisions] == [0, 1]
    assert not answered(match, {0: True, 1: False})[0].seen_by(1), "seat 0 has drawn once more"
    assert match.ask is not None
    assert [d.seat for d in match.ask.decisions] == [0]
    told = answered(match, {0: True})
    assert [one.event["kind"] for one in told] == ["SheetsShown", "Rolled"]
    assert match.view(None).table.kept == [2, 0, 0]


def test_treasures_are_drawn_in_the_order_of_the_seats() -> None:
    match = begun(3)
    told = answered(match, {0: {"sea": 1}, 1: {"gold": 1}, 2: {"sea": 1}})
    assert [(one.event["seat"], one.event["value"]) for one in told] == [(0, 1), (1, 2), (2, 3)]


def test_a_sealed_answer_can_be_sent_again_until_all_are_in() -> None:
    top = table(2)
    top.send(0, "MARK sea")
    top.send(0, "MARK gold\nMARK wind")
    assert top.match.view(0).mine.draft is None
    top.send(1, "MARK 2 wind")
    assert top.match.view(None).table.sheets[0] == {"sea": 0, "wind": 1, "gold": 1}


def test_alone_everything_is_told_at_once() -> None:
    top = table(1)
    top.send(0, "MARK 2 sea\nSPEND sea\nSPEND wind\nSPEND gold")
    assert top.match.round == 2
    assert not top.match.suspended


@pytest.mark.parametrize("players", [1, 8])
def test_a_whole_game(players: int) -> None:
    match = begun(players)
    while match.ask is not None:
        answered(match, {d.seat: d.default(match.view(d.seat)) for d in match.ask.decisions})
    assert match.over
    assert [rank.seat for rank in LOGBOOK.standings(match.view(None))] == list(range(players))


def telling_everybody(t: Table, seat: int, marks: Marks) -> Play[None]:
    t.tell(ev.Drawn(seat, 1))
    yield from write(t, seat, marks)


def telling_a_neighbour(t: Table, seat: int, marks: Marks) -> None:
    t.tell(ev.Drawn(seat, 1), to=(seat + 1) % 2)


def asking_a_neighbour(t: Table, seat: int, marks: Marks) -> Play[None]:
    yield from t.ask(Entry((seat + 1) % 2))


@pytest.mark.parametrize("apply", [telling_everybody, telling_a_neighbour, asking_a_neighbour])
def test_a_rule_that_tells_too_early_is_a_fault(apply: Any, monkeypatch: Any) -> None:
    def play(t: Table) -> Play[None]:
        yield from together(t, "entries", [Entry(0), Entry(1)], apply, show)

    monkeypatch.setattr("tests.logbook.ruleset.play_round", play)
    with pytest.raises(KernelError):
        answered(begun(2), {0: {}, 1: {}})
