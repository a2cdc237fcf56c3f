"""What players are told of lines that wait for a later turn."""

from typing import Any

import pytest

from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle
from rules.kernel.orders.clerk import Clerk
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.lexicon import read_page
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4


def outlook(text: str) -> list[str]:
    """The codes of what is wrong with a line that waits in the action phase."""
    setting = Setting(TI4, TI4.read_options({"players": 3}), secret_for("ahead"))
    match, _ruling = Match.start(setting, position={"turn": "Sol"})
    lines = tuple(read_page(f"NEXT TURN: {text}", TI4.vocabulary({})).lines)
    return [p.code for p in Clerk(match).outlook(Bundle("mail", 1, lines), 0)]


def test_a_verb_of_several_questions_is_refused_only_where_all_of_them_refuse_it() -> None:
    """PICK picks a faction before the game and a strategy card in it."""
    assert outlook("PICK Imperial") == []
    assert outlook("PICK Nonsense") != []


def test_a_planned_table_asks_what_is_used_before_a_secondary_is_paid_for() -> None:
    """A technology that everybody sees, and that counts for the payment: only its owner is asked,
    and one mail answers both questions."""
    setting = Setting(TI4, TI4.read_options({"players": 3}), secret_for("before"))
    winnu = {"techs": ["hegemonic_trade_policy"]}
    position = {"turn": "Sol", "Winnu": winnu, "tokens": {"27": ["Sol"]}}
    top = Tabletop(setting, position=position, mode="planned", asks=(0, 1, 2))
    top.send(0, "STRATEGY warfare\nLIFT 27")
    assert [[type(d).__name__ for d in top.wanted(seat)] for seat in range(3)] == [
        [],
        [],
        ["React"],
    ]
    top.send(2, "USE Hegemonic Trade Policy ON Winnu\nPRODUCE 1 dreadnought AT Winnu PAY Winnu")
    assert top.troubles == []
    top.send(1, "SKIP")
    assert top.match.state.table.space["7"]["2"]["dreadnought"] == 1


SEATS: dict[Ruleset[Any], list[str]] = {
    TI4: ["federation_of_sol", "emirates_of_hacan", "winnu"],
    TI3: ["sol", "hacan", "xxcha"],
}


@pytest.mark.parametrize("rules", SEATS)
def test_secondaries_of_cards_that_others_have_left_are_asked_ahead(rules: Ruleset[Any]) -> None:
    position = {
        "seats": SEATS[rules],
        "turn": "Sol",
        "Sol": {"cards": ["warfare"]},
        "Hacan": {"cards": ["technology", "diplomacy"], "used": ["diplomacy"]},
    }
    setting = Setting(rules, rules.read_options({"players": 3}), secret_for("ahead"))
    match, _ruling = Match.start(setting, position=position)
    asked = [q.facts() for q in rules.may_be_asked(match.view(0))]
    assert {"secondary": "Technology"} in asked
    assert {"secondary": "Diplomacy"} not in asked
    assert {"secondary": "Warfare"} not in asked
    assert all(q.ahead and q.seat == 0 for q in rules.may_be_asked(match.view(0)))
    assert not rules.may_be_asked(match.view(None))


@pytest.mark.parametrize("rules", SEATS)
def test_the_answers_of_the_status_phase_are_asked_with_the_last_turn(rules: Ruleset[Any]) -> None:
    """Not while the seat has an action left; and what is asked so is kept for the round."""
    tokens = "tactic" if rules is TI4 else "command"
    left: dict[str, Any] = {"cards": ["warfare"], "used": ["warfare"], tokens: 0}
    left |= {} if rules is TI4 else {"secret": "focused"}
    for sol, asked in ((left, True), (left | {tokens: 2}, False), (left | {"used": []}, False)):
        position = {"seats": SEATS[rules], "turn": "Sol", "Sol": sol}
        setting = Setting(rules, rules.read_options({"players": 3}), secret_for("status"))
        match, _ruling = Match.start(setting, position=position)
        found = [q for q in rules.may_be_asked(match.view(0)) if not q.facts()]
        assert bool(found) == asked
        assert all((q.ahead or q.root) and q.seat == 0 for q in found)
        assert [q.kind() for q in found if q.root] == (["pickstrategy"] if asked else [])


@pytest.mark.parametrize("rules", SEATS)
def test_the_pick_is_offered_ahead_as_a_ranking(rules: Ruleset[Any]) -> None:
    """Also while nobody has laid a card down to pick."""
    held = {"cards": ["trade", "warfare"], "used": ["trade", "warfare"]}
    last = {**held, ("tactic" if rules is TI4 else "command"): 0}
    position = {"seats": SEATS[rules], "turn": "Sol", "Sol": last, "table": {}}
    setting = Setting(rules, rules.read_options({"players": 3}), secret_for("rank"))
    match, _ruling = Match.start(setting, position=position)
    pick = next(q for q in rules.may_be_asked(match.view(0)) if q.root)
    written = pick.write_ahead(match.view(0), pick.default(match.view(0)))
    assert written.count(" > ") == 2
    lines = read_page(written, rules.vocabulary({})).lines
    assert pick.read(match.view(0), lines).answer


def test_a_choice_of_the_status_phase_is_asked_with_the_last_turn() -> None:
    position = {
        "seats": ["arborec", "emirates_of_hacan", "winnu"],
        "turn": "Arborec",
        "Arborec": {"cards": ["warfare"], "used": ["warfare"], "tactic": 0},
        "control": {"wellon": "Arborec"},
    }
    setting = Setting(TI4, TI4.read_options({"players": 3}), secret_for("mitosis"))
    match, _ruling = Match.start(setting, position=position)
    view = match.view(0)
    asked = TI4.may_be_asked(view)[-4:]
    written = asked[0].write_ahead(view, asked[0].default(view))
    assert written == "CHOOSE Nestphar IF choice = Mitosis"
