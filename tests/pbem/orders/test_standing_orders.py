"""Standing orders: listed, cleared and put in order by mail, and named where they fired."""

from datetime import UTC, datetime
from random import Random

import pytest

from pbem.orders import standing_orders
from rules.kernel.dice import Secret
from rules.kernel.match import Match
from rules.kernel.orders import prospects
from rules.kernel.orders.clerk import Clerk, Standing
from rules.kernel.ruleset import Rulesets
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.lexicon import read_page
from tests.pbem.tables import advance, new_table, seat_of, send
from tests.rulesets import TESTED

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


def texts(game, number=0):
    return [(one.number, one.text) for one in standing_orders.listed(seat_of(game, number))]


def table():
    game = new_table(2, now=START)
    send(game, 0, "STANDING: HITS fighter\nSTANDING: BID 2\nSTANDING: BID 1", now=START)
    return game


def test_the_latest_mail_is_tried_first_as_it_stands():
    game = table()
    assert texts(game) == [(1, "HITS fighter"), (2, "BID 2"), (3, "BID 1")]
    send(game, 0, "STANDING: BID 1", now=START)
    assert texts(game) == [(1, "BID 1"), (2, "HITS fighter"), (3, "BID 2")]
    send(game, 0, "STANDING: BID 2\nSTANDING: BID 0\nSTANDING: BID 2", now=START)
    assert texts(game) == [(1, "BID 0"), (2, "BID 2"), (3, "BID 1"), (4, "HITS fighter")]
    assert texts(game, 1) == []


@pytest.mark.parametrize(
    "text", ["STANDING MOVE 3 TO 1", "standing move 3 1", "STAŁE przenieś 3 na 1"]
)
def test_they_can_be_put_in_another_order(text):
    game = table()
    sent = send(game, 0, text, now=START)
    assert sent.report[0].status == "command"
    assert texts(game) == [(1, "BID 1"), (2, "HITS fighter"), (3, "BID 2")]
    for number in (0, 1):
        send(game, number, "1", now=START)
    send(game, 1, "BID 0", now=START)
    answers = game.rulings.get(seq=3).kernel().inputs[0].given
    assert {a.seat: a.answer for a in answers} == {0: 1, 1: 0}


def test_a_condition_of_the_block_is_part_of_the_order():
    game = new_table(2, now=START)
    send(game, 0, "STANDING:\n  IF round > 1:\n    BID 2\n  ELSE:\n    BID 1", now=START)
    assert texts(game) == [(1, "IF round > 1: BID 2"), (2, "IF not round > 1: BID 1")]


def test_listing_and_clearing():
    game = table()
    said = send(game, 0, "STANDING LIST\nSTANDING CLEAR 1\nSTANDING\nSTANDING USUŃ", now=START)
    assert [line.words for line in said.report] == [
        "1. HITS fighter – waits for a question it answers; "
        "2. BID 2 – waits for a question it answers; 3. BID 1 – waits for a question it answers",
        "Cleared: HITS fighter",
        "1. BID 2 – waits for a question it answers; 2. BID 1 – waits for a question it answers",
        "2 standing orders cleared.",
    ]
    assert texts(game) == []


@pytest.mark.parametrize(
    "text",
    [
        "STANDING MOVE 4 TO 1",
        "STANDING MOVE 1",
        "STANDING CLEAR 0",
        "STANDING CLEAR x",
        "STANDING WHAT",
    ],
)
def test_what_is_not_there_is_said(text):
    game = table()
    line = send(game, 0, text, now=START).report[0]
    assert (line.status, line.code) == ("refused", "unknown-command")
    assert "number from 1 to 3" in line.words
    assert len(texts(game)) == 3


def test_there_are_bounds(monkeypatch):
    monkeypatch.setattr(standing_orders, "MOST", 3)
    game = table()
    assert send(game, 0, "STANDING: BID 0", now=START).report[0].code == "too-many"
    assert send(game, 0, "STANDING: BID 1", now=START).report[0].status == "command"


def test_the_order_that_fired_is_named_to_its_owner():
    game = table()
    for number in (0, 1):
        send(game, number, "1", now=START)
    send(game, 1, "BID 0", now=START)
    rulings = [row.kernel() for row in game.rulings.all()]
    fired = standing_orders.fired(seat_of(game, 0), rulings)
    assert [(f.ruling, f.text) for f in fired] == [(3, "BID 2")]
    assert fired[0].address.endswith("bid@0")
    assert standing_orders.fired(seat_of(game, 1), rulings) == []


def test_who_is_not_asked_in_windows_is_told_so():
    game = new_table(2, now=START, mode="ask", hours={"window": 4}, start=True)
    game.seats.filter(number=0).update(asks_in_windows=False)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    send(game, 0, "RAID Blue WITH 1 fighter", now=START)
    advance(game, game.prompts.filter(window=True).first().due)
    rulings = [row.kernel() for row in game.rulings.all()]
    said = {f.text for f in standing_orders.fired(seat_of(game, 0), rulings)}
    assert said == {standing_orders.NOT_ASKED}


# -- what they would do, now and ever ------------------------------------------------------------


def at_turn():
    game = new_table(2, now=START)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    return game


def test_the_list_says_what_each_would_do_now(monkeypatch):
    game = new_table(2, now=START)
    text = "STANDING: RAISE 1 cruiser IF round = 9\nSTANDING: RAISE 90 fighters\nSTANDING: PASS"
    send(game, 0, text, now=START)
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=START)
    listed = send(game, 0, "STANDING", now=START).report[0].words
    assert listed == (
        "1. IF round = 9: RAISE 1 cruiser – now: its condition does not hold; "
        "2. RAISE 90 fighters – now: would be refused: You have 6 gold; fighters cost 1, "
        "cruisers 3.; "
        "3. PASS – waits for a window; it takes no turn"
    )


def test_the_one_that_answers_says_so():
    """Seen while the answer still waits for the others'."""
    game = table()
    for number in (0, 1):
        send(game, number, "1", now=START)
    listed = send(game, 0, "STANDING", now=START).report[0].words
    assert "2. BID 2 – now: answers BID 2" in listed
    assert "3. BID 1 – now: comes after BID 2" in listed


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("STANDING: PASS\nSTANDING: ASK", "never-fires"),
        ("STANDING: ASK played\nSTANDING: PASS played", "never-fires"),
        ("STANDING: PLAY dodgeball", "unknown-name"),
        ("STANDING: PASS IF window = lunch", "no-such-window"),
    ],
)
def test_a_line_that_can_never_answer_is_questioned(text, code):
    game = at_turn()
    said = send(game, 0, text, now=START)
    assert said.report[-1].status == "refused"
    assert said.report[-1].code == code
    assert len(texts(game)) == len(said.report) - 1


@pytest.mark.parametrize(("mode", "told"), [("planned", True), ("ask", False)])
def test_ask_for_a_window_in_which_the_table_asks_nobody_is_told_so(mode, told):
    game = new_table(2, mode=mode, terms={"windows": "rolled"}, now=START)
    idle, asked = send(game, 0, "STANDING: ASK played\nSTANDING: ASK rolled", now=START).report
    words = "This table asks nobody in these windows, so ASK changes nothing there: played."
    assert (words in idle.words) is told
    assert "asks nobody" not in asked.words


@pytest.mark.parametrize(
    ("game", "line", "unknown"),
    [
        ("ti4", "STANDING: RETREAT TO 99", True),
        ("ti4", "STANDING: RETREAT AFTER ROUND 2 TO 99 IF losing", True),
        ("ti4", "STANDING: RETREAT TO 51", True),  # a tile that is not on this map
        ("ti4", "STANDING: RETREAT TO 18", False),
        ("ti4", "STANDING: RETREAT TO home IF losing", False),
        ("eclipse", "STANDING: RETREAT TO 999", True),
        ("eclipse", "STANDING: RETREAT cruisers TO 221", False),
        ("eclipse", "STANDING: RETREAT IF losing", False),
    ],
)
def test_a_retreat_to_a_place_that_is_not_there_is_questioned(game, line, unknown):
    ruleset = Rulesets(TESTED).get(game)
    options = ruleset.read_options({"players": 3})
    match, _ruling = Match.start(Setting(ruleset, options, Secret("7" * 64)))
    bot = RandomBot(Random(7))
    while match.ask.decisions[0].kind() != "taketurn":
        match.apply(bot.next_input(match))
    (read,) = read_page(line, ruleset.order_verbs).lines
    order = Standing("S1", 0, read)
    found = prospects.never_answers(Clerk(match, standing=[order]), order)
    assert (found.code if found else "") == ("unknown-name" if unknown else "")


@pytest.mark.parametrize(
    "text",
    [
        "STANDING: PASS\nSTANDING: ASK played",
        "STANDING: ASK played\nSTANDING: PASS",
        "STANDING: PASS\nSTANDING: PLAY dodge",
        "STANDING: PASS IF window = rolled\nSTANDING: PASS",
        "STANDING: PASS\nSTANDING: ASK IF tokens = 0",
    ],
)
def test_an_exception_is_none_of_those(text):
    game = at_turn()
    assert {line.status for line in send(game, 0, text, now=START).report} == {"command"}


def test_an_older_order_that_is_silenced_is_named():
    game = at_turn()
    send(game, 0, "STANDING: PASS", now=START)
    said = send(game, 0, "STANDING: ASK", now=START).report[0].words
    assert said.endswith("These are never used from now on: PASS.")


def test_a_standing_pass_says_that_it_passes_no_turn():
    game = at_turn()
    said = send(game, 0, "STANDING: PASS IF tokens = 0", now=START).report[0].words
    assert "never takes a turn for you" in said
