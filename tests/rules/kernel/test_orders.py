"""Orders that answer later questions: bundles, guards, standing orders, windows."""

from typing import Any

import pytest

from rules.kernel.dice import ForcedDice
from rules.kernel.orders.bundles import Bundle, anchor
from rules.kernel.orders.clerk import Clerk, Standing
from rules.kernel.orders.ledger import Ledger
from rules.kernel.orders.sources import AnswerFinder
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.lexicon import Verbs, read_page
from tests.skirmish.decisions import Bid
from tests.skirmish.ruleset import SKIRMISH

TURN = {"phase": "turn", "order": [0, 1]}


def table(asks: tuple[int, ...] = (), hands: Any = None, **sides: Any) -> Tabletop:
    """Two players in the action phase, Red to move."""
    both = {"0": {"tokens": 2}, "1": {"tokens": 2}}
    for seat, extra in sides.items():
        both[seat[1:]] |= extra
    position = {"table": {**TURN, "sides": both}, "hand": hands or {}}
    options = SKIRMISH.read_options({"players": 2})
    return Tabletop(Setting(SKIRMISH, options, secret_for("orders")), position=position, asks=asks)


def codes(top: Tabletop) -> list[str]:
    return [trouble.problem.code for trouble in top.troubles]


def asked(top: Tabletop) -> list[tuple[int, str]]:
    assert top.match.ask is not None
    return [(d.seat, type(d).__name__) for d in top.match.ask.decisions]


def test_only_what_is_marked_as_a_fallback_is_one() -> None:
    top = table()
    top.send(0, "RAISE 3 cruisers\nRAISE 1 cruiser\nPASS")
    assert codes(top) == ["cannot-pay"]
    assert asked(top) == [(0, "TakeTurn")]


def test_marked_fallbacks_are_tried_in_order() -> None:
    top = table()
    top.send(0, "RAISE 3 cruisers\nOR RAISE 1 cruiser\nOR PASS")
    assert top.match.state.table.sides[0].units["cruiser"] == 1
    assert not top.troubles


def test_orders_wait_for_the_turn_and_the_newest_mail_counts() -> None:
    top = table()
    top.send(1, "RAISE 1 fighter")
    top.send(1, "RAISE 2 fighters")
    assert asked(top) == [(0, "TakeTurn")]
    top.send(0, "PASS")
    assert top.match.state.table.sides[1].units["fighter"] == 4
    assert asked(top) == [(1, "TakeTurn")], "the older mail does not come back"


def test_next_turn_waits_for_the_turn_after_this_one() -> None:
    top = table()
    top.send(0, "RAISE 1 fighter\nNEXT TURN: RAISE 1 cruiser")
    assert top.match.state.table.sides[0].units == {"fighter": 3, "cruiser": 0}
    top.send(1, "PASS")
    assert top.match.state.table.sides[0].units == {"fighter": 3, "cruiser": 1}


def test_guards_are_looked_at_when_applied() -> None:
    top = table(s0={"gold": 2})
    top.send(0, "IF gold >= 3: RAISE 1 cruiser\nELSE: RAISE 2 fighters")
    assert top.match.state.table.sides[0].units == {"fighter": 4, "cruiser": 0}
    top = table(s0={"gold": 3})
    top.send(0, "IF gold >= 3: RAISE 1 cruiser\nELSE: RAISE 2 fighters")
    assert top.match.state.table.sides[0].units == {"fighter": 2, "cruiser": 1}


def test_an_unknown_condition_stops_the_script_with_a_reason() -> None:
    top = table()
    top.send(0, "IF silver > 2: PASS")
    assert codes(top) == ["bad-guard"]
    assert asked(top) == [(0, "TakeTurn")]


def test_an_illegal_line_stops_the_script_and_the_person_is_asked() -> None:
    top = table()
    top.send(0, "RAID Blue WITH 9 cruisers")
    assert codes(top) == ["not-enough-units"]
    assert asked(top) == [(0, "TakeTurn")]
    assert top.match.n == 1


def test_doctrine_lines_stay_in_force() -> None:
    position = {"table": {**TURN, "sides": {"0": {"tokens": 2, "units": {"cruiser": 3}}}}}
    secret = secret_for("doctrine")
    dice = ForcedDice(secret, [("*/defender/fighter", [6, 1, 6, 1]), ("*/attacker/*", [1] * 9)])
    options = SKIRMISH.read_options({"players": 2})
    top = Tabletop(Setting(SKIRMISH, options, secret, dice), position=position)
    top.send(0, "RAID Blue WITH 2 fighters, 2 cruisers\nHITS cruiser, fighter\nPRESS ON")
    losses = [
        told.event["units"]
        for r in top.history.rulings
        for told in r.events
        if told.event["kind"] == "Lost"
    ]
    assert losses == [{"cruiser": 1}, {"cruiser": 1}], "one HITS line served both rounds"


def test_a_number_answers_what_was_open_when_it_came() -> None:
    options = SKIRMISH.read_options({"players": 2})
    top = Tabletop(Setting(SKIRMISH, options, secret_for("numbers")))
    first = top.match.view(0).mine.offered[0]
    top.send(0, "1")
    top.send(1, "9")
    assert codes(top) == ["no-such-option"]
    top.send(1, "2")
    assert top.match.state.hand[0].objective == first
    assert asked(top) == [(0, "Bid"), (1, "Bid")]


def test_sealed_answers_can_be_changed_until_all_are_in() -> None:
    options = SKIRMISH.read_options({"players": 2})
    top = Tabletop(Setting(SKIRMISH, options, secret_for("sealed")))
    top.send(0, "1")
    top.send(1, "1")
    top.send(0, "BID 5")
    top.send(0, "BID 1")
    top.send(1, "BID 0")
    assert [side.gold for side in top.match.state.table.sides] == [5, 6]


def test_undo_holds_the_order_until_it_is_sent_again() -> None:
    top = table()
    top.send(0, "RAISE 1 fighter")
    assert asked(top) == [(1, "TakeTurn")]
    top.send(0, "UNDO")
    assert asked(top) == [(0, "TakeTurn")], "the undone order is not carried out at once again"
    assert top.match.state.table.sides[0].units["fighter"] == 2
    top.send(0, "RAISE 2 fighters")
    assert top.match.state.table.sides[0].units["fighter"] == 4
    top.history.verify()


def test_undo_is_refused_when_something_was_revealed() -> None:
    top = table()
    top.send(0, "RAID Blue WITH 1 fighter")
    top.send(0, "UNDO")
    assert codes(top) == ["no-undo"]


def test_standing_orders_answer_routine_questions() -> None:
    options = SKIRMISH.read_options({"players": 2})
    top = Tabletop(Setting(SKIRMISH, options, secret_for("standing")))
    top.send(0, "STANDING: BID 1\n1")
    top.send(1, "1")
    top.send(1, "BID 0")
    bids = next(t.event for t in top.history.head.events if t.event["kind"] == "Bids")
    assert bids["bids"] == [1, 0]
    sources = [g.source for g in top.history.head.inputs[0].given]  # type: ignore[union-attr]
    assert [(s.by, s.ref) for s in sources] == [("standing", "S1"), ("script", "M3:1")]


def test_what_everybody_can_see_is_forced() -> None:
    top = table(s0={"tokens": 0})
    assert asked(top) == [(1, "TakeTurn")]
    assert top.history.get(2).inputs[0].given[0].source.by == "forced"  # type: ignore[union-attr]


def test_the_usual_is_done_where_orders_are_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bid, "usual", lambda self, public: 0)
    options = SKIRMISH.read_options({"players": 2})
    top = Tabletop(Setting(SKIRMISH, options, secret_for("standing")))
    top.send(0, "STANDING: BID 1\n1")
    top.send(1, "1")
    bids = next(t.event for t in top.history.head.events if t.event["kind"] == "Bids")
    assert bids["bids"] == [1, 0]
    sources = [g.source.by for g in top.history.head.inputs[0].given]  # type: ignore[union-attr]
    assert sources == ["standing", "usual"]


def test_a_deal_happens_once_the_partner_accepts() -> None:
    hands = {"0": {"cards": ["spy"]}, "1": {"cards": ["dodge"]}}
    top = table(hands=hands)
    top.send(1, "OFFER 2 gold FOR spy TO Red")
    assert top.match.state.table.sides[1].gold == 6
    top.send(1, "ACCEPT 1")
    assert top.match.state.table.sides[1].gold == 6, "one's own offer cannot be accepted alone"
    top.send(0, "ACCEPT 1")
    assert top.match.state.table.sides[1].gold == 4
    assert top.match.state.hand[1].cards == ["dodge", "spy"]
    top.send(0, "ACCEPT 7")
    assert codes(top) == ["no-such-offer"]


def test_orders_nothing_takes_now_are_reported() -> None:
    top = table()
    top.send(1, "BID 3")
    assert codes(top) == ["not-open-now"]
    top.send(1, "FLY away")
    assert "unknown-verb" in codes(top)


# -- windows -----------------------------------------------------------------------------------


def in_window(top: Tabletop, standing: tuple[str, ...], asks: tuple[int, ...], mode: Any) -> Any:
    page = read_page("\n".join(standing), SKIRMISH.order_verbs.merged(_ask_verb()))
    assert not page.errors
    orders = [Standing(f"S{i}", 1, line) for i, line in enumerate(page.lines)]
    clerk = Clerk(top.match, (), orders, Ledger(top.history.rulings), asks)
    assert top.match.ask is not None
    assert top.match.ask.mode == "window"
    return AnswerFinder(top.match, clerk, mode).survey(top.match.ask)


def _ask_verb() -> Any:
    return Verbs({"ask": ("ask",)})


def spied_on(cards: list[str]) -> Tabletop:
    """Red has played spy; Blue is asked for a counter."""
    top = table(asks=(1,), hands={"0": {"cards": ["spy"]}, "1": {"cards": ["counter"]}})
    top.send(0, "SPY Blue")
    top.match.state.hand[1].cards = cards
    return top


@pytest.mark.parametrize("cards", [["counter"], ["dodge"], []])
def test_a_window_waits_for_whom_it_asks_whatever_is_held(cards: list[str]) -> None:
    survey = in_window(spied_on(cards), (), asks=(1,), mode="ask")
    assert survey.timed
    assert survey.ready is None


def test_a_window_nobody_wants_to_be_asked_in_shuts_at_once() -> None:
    survey = in_window(spied_on(["counter"]), (), asks=(), mode="ask")
    assert survey.quiet
    assert survey.ready is not None


@pytest.mark.parametrize(
    ("standing", "timed", "played"),
    [
        (("STANDING: PASS",), False, ""),
        (("STANDING: PASS played",), False, ""),
        (("STANDING: PASS rolled",), True, None),
        (("STANDING: ASK played",), True, None),
        (("STANDING: PLAY counter",), True, None),
        (("STANDING: PLAY counter IF gold > 50",), True, None),
        (("STANDING: PASS", "STANDING: PLAY counter"), False, "counter"),
        (("STANDING: PLAY counter", "STANDING: PASS"), False, "counter"),
        (("STANDING: PLAY counter IF gold > 50", "STANDING: PASS"), False, ""),
        (("STANDING: PASS", "STANDING: ASK played"), True, None),
        (("STANDING: ASK played", "STANDING: PASS"), True, None),
        (("STANDING: ASK rolled", "STANDING: PASS"), False, ""),
    ],
)
def test_standing_policies(standing: tuple[str, ...], timed: bool, played: str | None) -> None:
    survey = in_window(spied_on(["counter"]), standing, asks=(1,), mode="ask")
    assert survey.timed is timed
    if played is not None:
        assert [g.answer for g in survey.ready.given] == [played]


def test_trust_mode_asks_only_who_can_react() -> None:
    holding = in_window(spied_on(["counter"]), (), asks=(1,), mode="trust")
    assert holding.wanted
    empty = in_window(spied_on(["dodge"]), (), asks=(1,), mode="trust")
    assert empty.quiet


def test_anchor_is_the_step_of_a_fitting_question() -> None:
    top = table()
    lines = read_page("RAISE 1 fighter", SKIRMISH.order_verbs).lines
    assert anchor(top.match, 0, lines)[0] == "r1/turn@red"
    assert anchor(top.match, 1, lines) == ("", ())


def test_held_bundles_do_not_answer() -> None:
    top = table()
    top.send(0, "RAISE 1 fighter")
    top.history.undo(0)
    ledger = Ledger(top.history.rulings)
    assert ledger.held == {"M1"}
    assert (0, "r1/turn@red/taketurn@0") in ledger.undone
    bundle = Bundle("M1", 0, read_page("PASS", SKIRMISH.order_verbs).lines, "r1/turn@red")
    match = top.history.wake()
    clerk = Clerk(match, [bundle], (), ledger)
    assert match.ask is not None
    assert clerk.bundled(*match.ask.items()[0]) is None
