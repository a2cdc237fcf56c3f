"""A referee's forks: their progress, what is cut or edited, what today's rules make of them."""

import pytest

from rules.kernel.errors import Diverged, Refused
from rules.kernel.records.history import Fork, History, Progress, finished
from rules.kernel.records.record import Answers, Edit, Op, Source, Undo
from tests.rules.kernel.test_history import turn_rulings, under, with_raids
from tests.rules.kernel.test_match import at_turn, give, play
from tests.skirmish import steps
from tests.skirmish.interjections import Deal
from tests.skirmish.ruleset import Skirmish

REFEREE = Source("referee")


@pytest.fixture(scope="module")
def history() -> History:
    return with_raids("forks")


def same_answer(history: History, index: int, until: int | None = None) -> Fork:
    ruling, given = turn_rulings(history)[index]
    return history.amend(ruling.n, given.address, given.answer, REFEREE, until)


def test_progress_is_told_up_to_the_end(history: History) -> None:
    ruling, given = turn_rulings(history)[1]
    replaying = history.amending(ruling.n, given.address, given.answer, REFEREE)
    told: list[Progress] = list(replaying)
    later = len([r for r in history.path() if r.n > ruling.n])
    assert {p.total for p in told} == {2 * later + 1}
    done = [p.done for p in told]
    assert done == sorted(done)
    assert done[-1] == told[-1].total


def test_later_orders_are_shown_as_their_givers_write_them(history: History) -> None:
    orders = {k.order.split(" ")[0] for k in same_answer(history, 0).fates}
    assert "" not in orders
    assert orders <= {
        "BID", "RAISE", "RAID", "SPY", "PASS", "HITS", "RETREAT", "PRESS", "PLAY", "BUY", "SCRAP",
        "DISCARD",
    } | {"Red", "Blue", "Green"}  # fmt: skip


def test_a_cut_gives_nothing_again_after_it(history: History) -> None:
    path = [r.n for r in history.path()]
    ruling, _ = turn_rulings(history)[0]
    cut = path[path.index(ruling.n) + 4]
    fork = same_answer(history, 0, until=cut)
    assert {k.fate for k in fork.fates if 0 < k.was <= cut} == {"kept"}
    assert {k.fate for k in fork.fates if k.was > cut} == {"cut"}
    assert fork.match.ask is not None


def test_snapshots_of_a_fork_are_woken_from(history: History) -> None:
    mine = under(Skirmish(), history)
    fork = same_answer(mine, 1)
    mine.adopt(fork)
    assert {s.n for s in fork.snapshots} <= set(mine.snapshots)
    assert mine.wake().view(None) == fork.match.view(None)
    mine.verify()


def test_questions_are_shown_as_they_stood(history: History) -> None:
    for ruling, given in turn_rulings(history)[:3]:
        asked = list(history.questions(ruling.n))
        question = next(q for q in asked if q.address == given.address)
        assert question.given == given
    assert list(history.questions(1)) == []


def test_a_window_folded_away_is_among_the_questions() -> None:
    match, mine = at_turn()
    spy = match.apply(give(match, {"do": "spy", "target": 1}), quiet=lambda ask: True)
    mine.add(spy, match.snap)
    found = [(q.decision.kind(), q.given is None) for q in mine.questions(spy.n)]
    assert found[0] == ("taketurn", False)
    assert set(found[1:]) == {("react", True)}


def test_an_edit_long_ago_is_followed_by_what_still_holds(history: History) -> None:
    ruling, _ = turn_rulings(history)[2]
    begin = history.step_begins(ruling.parent)
    table = history.wake(begin).state.table
    ops = [Op("table.sides.0.gold", table.sides[0].gold + 1), Op("table.bank", table.bank - 1)]
    fork = finished(history.editing(begin, ops, "a coin was miscounted"))
    assert isinstance(fork.rulings[0].inputs[0], Edit)
    assert fork.rulings[0].parent == begin
    assert any(k.fate in ("kept", "question-changed") for k in fork.fates)


def test_the_middle_of_a_step_is_no_place_for_an_edit() -> None:
    match, mine = at_turn()
    play(match, mine, give(match, {"do": "raid", "units": {"fighter": 1}, "target": 1}))
    assert match.mid_step
    with pytest.raises(Refused, match="mid-step"):
        finished(mine.editing(mine.head.n, [Op("table.bank", 1)], "too late"))
    assert mine.step_begins(mine.head.n) < mine.head.n


class Generous(Skirmish):
    """A fix without a gate: raising is told otherwise and costs nothing."""


def test_the_same_answers_by_other_rules(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    raised = next(r for r, g in turn_rulings(history) if g.answer["do"] == "raise")
    before = history.get(raised.parent)
    monkeypatch.setattr(steps, "COST", {"fighter": 0, "cruiser": 0})
    mine = under(Generous(), history)
    kept = {n: s for n, s in history.snapshots.items() if n <= before.n}
    mine.snapshots = kept
    with pytest.raises(Diverged) as diverged:
        mine.wake(raised.n)
    assert diverged.value.n == raised.n
    assert diverged.value.about == "state"
    fork = finished(mine.reruling(raised.n))
    given = fork.rulings[0].inputs[0]
    assert isinstance(given, Answers)
    assert given == raised.inputs[0]
    assert fork.rulings[0].state_hash != raised.state_hash
    mine.adopt(fork)
    assert mine.wake(fork.rulings[-1].n).ask == fork.match.ask


def test_only_what_counts_can_be_forked(history: History) -> None:
    mine = under(Skirmish(), history)
    mine.undo(None, mine.path()[-4].n)
    gone = history.path()[-2].n
    for replaying in (mine.reruling(gone), mine.editing(gone, [], "no")):
        with pytest.raises(Refused, match="not-live"):
            finished(replaying)
    with pytest.raises(Refused, match="not-live"):
        finished(mine.reruling(1))


def test_a_deal_put_in_and_struck_out_again_leaves_the_game_as_it_was() -> None:
    match, mine = at_turn()
    play(match, mine, give(match, {"do": "raise", "units": {"fighter": 1}}))
    first = mine.head
    play(match, mine, give(match, {"do": "raise", "units": {"fighter": 1}}, seat=1))
    was = mine.wake().state
    fork = finished(mine.inserting(first.n, Deal(1, 0, gold=1), REFEREE))
    mine.adopt(fork)
    put_in = fork.rulings[0]
    assert (put_in.parent, put_in.seats) == (first.parent, (0, 1))
    assert mine.wake().state.table.sides[0].gold == was.table.sides[0].gold + 1
    back = finished(mine.striking(put_in.n))
    mine.adopt(back)
    assert [k.fate for k in back.fates] == ["struck", "kept", "kept"]
    assert isinstance(back.rulings[0].inputs[0], Undo)
    assert mine.wake().state == was
    mine.verify()


def test_what_is_put_in_must_have_been_legal(history: History) -> None:
    ruling, _ = turn_rulings(history)[1]
    with pytest.raises(Refused, match="cannot-pay"):
        finished(history.inserting(ruling.n, Deal(0, 1, gold=99), REFEREE))
    with pytest.raises(Refused, match="not-a-play"):
        finished(history.striking(ruling.n))
