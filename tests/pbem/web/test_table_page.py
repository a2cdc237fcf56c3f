"""The table page: what it shows, and what happens when something is sent from it."""

import re
from datetime import UTC, datetime
from functools import cache
from html import unescape
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from pbem.models import (
    Dispute,
    Extension,
    Game,
    Offer,
    Player,
    Press,
    PressCopy,
    StandingOrder,
    Submission,
)
from pbem.play import advancing, past
from pbem.play import preview as checking
from pbem.play.places import MapPlace
from pbem.table import limits, lobby, press
from pbem.web import orders
from pbem.web.drawn import drawn
from rules.kernel.codec import encode
from rules.kernel.dice import Secret
from rules.kernel.match import Match
from rules.kernel.records.history import History
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.ti4.facts import OBJECTIVES
from rules.ti4.ruleset import TI4
from tests.pbem.tables import match_of, new_table, seat_of, send
from tests.pbem.web.played import to_turns
from tests.skirmish.ruleset import SKIRMISH

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return new_table(3, mode="ask")


@pytest.fixture
def red(game, browse):
    return browse(seat_of(game, 0).player)


@pytest.fixture
def blue(game, browse):
    return browse(seat_of(game, 1).player)


def page_of(client, game, query="") -> str:
    answer = client.get(f"/t/{game.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def hidden(page: str, name: str) -> str:
    return re.search(rf'name="{name}" value="([^"]*)"', page)[1]


def post(client, game, page, lines, **more):
    said = {"key": hidden(page, "key"), "asked": hidden(page, "asked"), "lines": lines, **more}
    return client.post(f"/t/{game.pk}/orders/", said)


def test_the_page_has_what_a_mail_has(game, red):
    page = page_of(red, game)
    assert "Choose your secret objective." in page
    assert "SKR 1.3" in page
    assert "If nothing arrives:" in page
    assert "Red, Blue, Green" in page
    assert "Only you see this" in page
    assert '<g data-id="Blue">' in page
    assert 'data-line="OFFER 1 gold FOR 1 gold TO Blue"' in page


def test_a_page_costs_few_queries(game, red):
    to_turns(game)
    send(game, 0, "STANDING: PASS\nOFFER 1 gold FOR 1 gold TO Blue")
    page_of(red, game)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page_of(red, game)
    assert len(queries) <= 15, [q["sql"][:90] for q in queries]


def test_the_table_sees_whose_mail_comes_back(game, red):
    assert "mail comes back" not in page_of(red, game)
    player = seat_of(game, 1).player
    player.bounced = datetime(2031, 1, 6, 20, 0, tzinfo=UTC)
    player.save()
    assert "mail comes back" in page_of(red, game)
    player.addresses.create(email="p1@other.example", verified=player.bounced)
    assert "mail comes back" not in page_of(red, game)


def test_times_are_in_the_readers_zone(game, red):
    player = seat_of(game, 0).player
    player.time_zone = "Asia/Tokyo"
    player.save()
    game.prompts.update(due=datetime(2031, 1, 6, 20, 0, tzinfo=UTC))
    assert "Tue 7 Jan 05:00 JST" in page_of(red, game)


def test_sending_a_turn(game, red):
    to_turns(game)
    answer = post(red, game, page_of(red, game), "RAISE 1 fighter")
    submission = Submission.objects.get(door="web")
    assert answer["Location"] == f"/t/{game.pk}/?receipt={submission.receipt}#orders"
    page = page_of(red, game, f"?receipt={submission.receipt}")
    assert f"Receipt {submission.receipt}" in page
    assert "done" in page
    assert match_of(game).state.table.sides[0].units["fighter"] == 3


def test_a_double_click_is_one_order(game, red):
    to_turns(game)
    page = page_of(red, game)
    first = post(red, game, page, "RAISE 1 fighter")
    second = post(red, game, page, "RAISE 1 fighter")
    assert first["Location"] == second["Location"]
    assert Submission.objects.filter(door="web").count() == 1
    assert match_of(game).state.table.sides[0].units["fighter"] == 3


def test_a_connection_lost_on_the_way(game, red, monkeypatch):
    """The orders were stored, nothing was ruled, no answer came: the same form does the rest."""
    to_turns(game)
    page = page_of(red, game)

    def lost(*args, **kwargs):
        raise OSError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(orders.advancing, "advance", lost)
        with pytest.raises(OSError, match="gone"):
            post(red, game, page, "RAISE 1 fighter")
    post(red, game, page, "RAISE 1 fighter")
    assert Submission.objects.filter(door="web").count() == 1
    assert match_of(game).state.table.sides[0].units["fighter"] == 3


def test_a_stale_page_changes_nothing_and_keeps_the_lines(game, red):
    stale = page_of(red, game)
    to_turns(game)
    head = Game.objects.get().head_seq
    answer = post(red, game, stale, "1")
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "moved on" in text
    assert re.search(r"<textarea[^>]*>1</textarea>", text)
    assert Game.objects.get().head_seq == head
    assert not Submission.objects.filter(door="web").exists()
    assert post(red, game, text, "PASS").status_code == 302


def test_a_form_without_its_key(game, red):
    answer = red.post(f"/t/{game.pk}/orders/", {"lines": "KEEP rich", "key": "x"})
    assert answer.status_code == 400
    assert "KEEP rich" in answer.content.decode()
    assert not Submission.objects.exists()


def test_an_empty_form(game, red):
    assert post(red, game, page_of(red, game), "  \n").status_code == 400


def test_a_key_is_good_for_one_seat_only(game, red, blue):
    """Another seat's key finds nothing of that seat."""
    page = page_of(red, game)
    post(red, game, page, "KEEP rich")
    answer = post(blue, game, page, "1")
    assert answer.status_code in (302, 409)
    assert Submission.objects.filter(seat__number=0).count() == 1
    for row in Submission.objects.filter(seat__number=1):
        assert row.text == "1"


def test_nobody_sees_a_foreign_receipt(game, red, blue):
    to_turns(game)
    post(red, game, page_of(red, game), "RAISE 1 fighter")
    receipt = Submission.objects.get(door="web").receipt
    assert f"Receipt {receipt}" in page_of(red, game, f"?receipt={receipt}")
    assert f"Receipt {receipt}" not in page_of(blue, game, f"?receipt={receipt}")


def test_orders_are_rationed_and_not_lost(game, red):
    page = page_of(red, game)
    for _ in range(limits.ORDERS_OF_PLAYER.most):
        limits.wait(limits.ORDERS_OF_PLAYER, seat_of(game, 0).player_id)
    answer = post(red, game, page, "KEEP rich")
    assert answer.status_code == 429
    assert "KEEP rich" in answer.content.decode()
    assert not Submission.objects.exists()


def test_orders_for_a_paused_game_are_kept(game, red):
    page = page_of(red, game)
    lobby.pause(game)
    assert post(red, game, page, "1").status_code == 302
    assert Submission.objects.get().state == Submission.State.NEW
    assert "clocks stand still" in page_of(red, game)


def test_a_game_the_rules_cannot_show(game, red, monkeypatch):
    def fails(*args):
        raise past.Unreadable

    monkeypatch.setattr(past, "head", fails)
    answer = red.get(f"/t/{game.pk}/")
    assert answer.status_code == 503
    assert "referee" in answer.content.decode()


# -- the live check -------------------------------------------------------------------------------


def check(client, game, lines, **more):
    answer = client.post(
        f"/t/{game.pk}/check/", {"lines": lines, **more}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    return answer.content.decode()


def verdicts(fragment: str) -> list[str]:
    return re.findall(r'<li class="(\w+)">', fragment)


def test_checking_reads_lines_as_a_mail_would(game, red):
    to_turns(game)
    said = check(red, game, "RAISE 1 fighter")
    assert verdicts(said) == ["ok"]
    said = check(red, game, "RAISE 6 cruiser")
    assert verdicts(said) == ["refused"]
    assert "SKR 3.5" in said
    said = check(red, game, "RAISSE 1 fighter\nBLORB")
    assert verdicts(said)[0] == "ok"
    assert "read as" in said
    assert verdicts(said)[1] == "refused"


def test_checking_what_is_not_an_answer(game, red):
    to_turns(game)
    lines = "OFFER 1 gold FOR 0 gold TO Blue\nSTANDING: PASS\nSTANDING: ASK nonsense\nUNDO\nBRIBE"
    got = verdicts(check(red, game, lines))
    bribe = "outside" if "bribe" in match_of(game).view(0).mine.cards else "refused"
    assert got == ["outside", "standing", "refused", "outside", bribe]


def test_why_orders_stopped_is_told_until_newer_ones_come(game, red):
    to_turns(game)
    send(game, 0, "RAISE 9 cruisers\nRAISE 1 fighter")
    assert "Your orders stopped here:" in page_of(red, game)
    send(game, 0, "RAISE 1 fighter\nFROBNICATE")
    assert "Your orders stopped here:" not in page_of(red, game)


def test_lines_for_later_questions_are_kept(game, red):
    to_turns(game)
    assert verdicts(check(red, game, "RAID Blue WITH 2 fighters\nHITS fighter")) == ["ok", "later"]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_check_judges_an_answer_that_waits_for_the_others(game, browse, number):
    match = match_of(game)
    asked = next(d for _, d in match.open_for(number))
    line = asked.options(match.view(number))[0].order
    client = browse(seat_of(game, number).player)
    assert verdicts(check(client, game, line)) == ["ok"]
    assert verdicts(check(client, game, "KEEP nothing")) == ["refused"]


def test_a_check_foresees_what_needs_no_luck(game, red):
    to_turns(game)
    assert "Red raised 1 fighter" in check(red, game, "RAISE 1 fighter")


@pytest.mark.parametrize(
    "lines",
    ["RAISE 1 fighter", "RAID Blue WITH 2 fighters\nPRESS ON", "SPY Blue", "PASS", "1", "UNDO"],
)
def test_a_check_changes_nothing(game, red, lines):
    to_turns(game)
    before = encode(match_of(game).state)
    rows = (Submission.objects.count(), Game.objects.get().head_seq)
    check(red, game, lines)
    assert encode(match_of(game).state) == before
    assert (Submission.objects.count(), Game.objects.get().head_seq) == rows


@cache
def ti4_at_a_turn() -> History:
    """The first turn of a game of three, as far as bots have chosen and drawn."""
    options = TI4.read_options({"players": 3})
    secret = Secret("7" * 64)
    match, ruling = Match.start(Setting(TI4, options, secret))
    history = History(Setting(TI4, options, secret))
    bot = RandomBot(Random(7))
    history.add(ruling, match.snap)
    while "/taketurn@" not in match.ask.address:
        history.add(match.apply(bot.next_input(match)), match.snap)
    return history


def planned(lines: str, place: str = "") -> checking.Check:
    match = ti4_at_a_turn().wake()
    seat = match.ask.decisions[0].seat
    places = tuple(drawn(TI4, match.view(seat)).places)
    wanted = MapPlace(TI4, place, places) if place else None
    return checking.check(match, seat, lines, wanted)


def test_an_option_that_names_a_card_says_what_it_does(browse):
    people = [Player.objects.create(email=f"t{n}@example.org", name=f"t{n}") for n in range(3)]
    table = lobby.create_game(people[0], "Rigel", "ti4", {"players": 3})
    for person in people:
        lobby.sit_down(table, person, "word")
    game = lobby.start(table)
    asked = game.prompts.filter(waiting=True).first().seat
    view = match_of(game).view(asked.number)
    page = unescape(page_of(browse(asked.player), game))
    for card in view.mine.offered:
        objective = OBJECTIVES[card]
        assert f"Keep {objective.name} <small>{objective.condition}</small>" in page


def test_a_check_says_what_is_asked_next_and_a_place_what_may_be_done_there():
    """In a game whose turn is many questions: activate, move, land, produce."""
    assert planned("", "26").there.lines == ("ACTIVATE 26",)
    assert planned("", "1").there.lines == ("ACTIVATE 1",), "not only what the question lists"
    moving = planned("ACTIVATE 26", "1")
    assert moving.then.prompt == "Move ships into tile 26?"
    assert all(line.startswith("MOVE ") for line in moving.there.lines)
    assert any(line.endswith("FROM 1") for line in moving.there.lines)
    producing = planned("ACTIVATE 1\nMOVE nothing")
    assert producing.then.lines[0].startswith("PRODUCE ")
    assert producing.foreseen == ("Sol activated tile 1.",)


def ti4_table_at_a_turn() -> Game:
    """A stored table of three at its first turn, as far as defaults lead there."""
    people = [Player.objects.create(email=f"t{n}@example.org", name=f"t{n}") for n in range(3)]
    table = lobby.create_game(people[0], "Rigel", "ti4", {"players": 3})
    for person in people:
        lobby.sit_down(table, person, "word")
    game = lobby.start(table)
    while "/taketurn@" not in (match := match_of(game)).ask.address:
        asked = {decision.seat: decision for decision in match.ask.decisions}
        for number, decision in asked.items():
            send(game, number, decision.options(match.view(number))[0].order)
    return game


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "END TURN", "PASS ends your round; write PASS if that is meant."),
        ("pl", "kończę turę", "PASS kończy twoją rundę; napisz PASS, jeśli o to chodzi."),
        ("hu", "kör vége", "A PASS a fordulódat fejezi be; írd, hogy PASS, ha ezt akarod."),
    ],
)
def test_the_end_of_a_turn_that_has_not_begun_is_asked_back(browse, language, line, told):
    """By the check and by the answer to what was sent, in the same words; nothing happens."""
    game = ti4_table_at_a_turn()
    seat = seat_of(game, match_of(game).ask.decisions[0].seat)
    seat.player.language = language
    seat.player.save()
    client, head = browse(seat.player), Game.objects.get().head_seq
    checked = unescape(check(client, game, line))
    assert verdicts(checked) == ["refused"]
    assert told in checked
    post(client, game, page_of(client, game), line)
    (answered,) = Submission.objects.get(door="web").report
    assert answered.status == "refused"
    assert told in answered.words
    assert answered.words in checked
    assert Game.objects.get().head_seq == head


def test_a_line_that_fits_nothing_open_is_refused_by_the_check_as_by_mail(game, red, blue):
    to_turns(game)
    for client, number in ((red, 0), (blue, 1)):
        checked = unescape(check(client, game, "HITS fighter"))
        (answered,) = send(game, number, "HITS fighter").report
        assert verdicts(checked) == ["refused"] == [answered.status]
        assert answered.words in checked


@pytest.mark.parametrize(
    ("language", "told", "status"),
    [
        ("en", "EXTEND 24, EXTEND YES, EXTEND NO – more time, by vote.", "STATUS – "),
        ("pl", "PRZEDŁUŻ TAK, PRZEDŁUŻ NIE – więcej czasu przez głosowanie.", "STAN GRY – "),
        ("hu", "HOSSZABBÍT IGEN, HOSSZABBÍT NEM – több idő, szavazással.", "ÁLLÁS – "),
    ],
)
def test_the_check_says_what_a_command_of_mails_would_do(game, browse, language, told, status):
    """It does nothing yet; the other lines are judged as usual."""
    to_turns(game)
    player = seat_of(game, 0).player
    player.language = language
    player.save()
    client = browse(player)
    lines = "EXTEND 24\nRAISE 1 fighter\nHELP\nVACATION UNTIL 24 Jan IF losing\nSTATUS\nUNDO"
    checked = unescape(check(client, game, lines))
    assert verdicts(checked) == ["outside", "ok", "outside", "refused", "outside", "outside"]
    assert told in checked
    assert status in checked
    assert not Extension.objects.exists()


def test_a_command_of_mails_is_carried_out_on_the_page_as_by_mail(game, red):
    """EXTEND asks for time, and so on, beside the orders and once, however often it is sent."""
    to_turns(game)
    page = page_of(red, game)
    sent = "EXTEND 24\nRAISE 1 fighter\nPRESS TO Blue: hello; PASS"
    answer = post(red, game, page, sent)
    post(red, game, page, sent)
    assert Extension.objects.get().hours == 24
    assert Press.objects.get().text == "hello; PASS"
    submission = Submission.objects.get(door="web")
    assert [line.status for line in submission.report] == ["done"]
    shown = " ".join(unescape(red.get(answer["Location"]).content.decode()).split())
    assert "EXTEND 24 … " in shown
    assert "PRESS TO Blue: hello; PASS … Sent to: Blue (p1)." in shown


def test_a_question_of_mails_is_answered_on_the_page_as_by_mail(game, red):
    to_turns(game)
    head = Game.objects.get().head_seq
    answer = post(red, game, page_of(red, game), "STATUS\nHELP RAISE\nMAP\nVACATION someday")
    assert (Submission.objects.get(door="web").state, Game.objects.get().head_seq) == ("done", head)
    shown = unescape(red.get(answer["Location"]).content.decode())
    told = re.search(r'<pre class="answer">(.*?)</pre>', shown, re.DOTALL)[1]
    assert "STATUS" in told
    assert "YOU COULD SEND NOW" in told
    assert "VACATION someday … NOT DONE: " in told
    assert "<svg" in shown.partition(told)[2].partition('id="composer"')[0]
    assert "someday" not in page_of(red, game)


def test_orders_set_aside_come_back_without_the_commands_that_were_done(game, red):
    to_turns(game)
    answer = post(red, game, page_of(red, game), "EXTEND 24\nRAISE 99 fighters\nPASS")
    assert Extension.objects.count() == 1
    page = unescape(red.get(answer["Location"]).content.decode())
    assert ">RAISE 99 fighters\nPASS</textarea>" in page


def test_who_resigns_on_the_page_is_shown_the_lobby(game, red):
    to_turns(game)
    answer = post(red, game, page_of(red, game), f"RESIGN {game.pk}")
    assert seat_of(game, 0).player is None
    assert red.get(answer["Location"]).status_code == 200


def point(client, game, place, lines="", script=True):
    headers = {"HX-Request": "true"} if script else {}
    said = {"lines": lines, "place": place}
    return client.post(f"/t/{game.pk}/place/", said, headers=headers)


def test_a_place_tells_what_is_there_and_what_may_be_done(game, red):
    to_turns(game)
    said = point(red, game, "Blue").content.decode()
    assert "Force: 2 fighter" in said
    assert 'data-line="RAID Blue WITH 1 fighter"' in said
    assert "Green" not in said
    assert f"/t/{game.pk}/odds/?defender=Blue" in said


def test_a_place_where_nothing_can_be_done_says_why(game, red):
    to_turns(game)
    said = point(red, game, "Red").content.decode()
    assert "data-line" not in said
    assert "SKR" in said


def test_a_place_without_script_is_the_page_and_loses_no_line(game, red):
    to_turns(game)
    said = point(red, game, "Green", "RAISE 1 fighter", script=False).content.decode()
    assert 'data-line="RAID Green WITH 1 fighter"' in said
    assert ">RAISE 1 fighter</textarea>" in said
    assert f'formaction="/t/{game.pk}/place/"' in page_of(red, game), "in the map in words"


def test_a_place_that_is_not_there_is_not_found(game, red):
    assert point(red, game, "Atlantis").status_code == 404


def test_what_is_drawn_for_one_seat_is_never_shown_to_another(game):
    views = [match_of(game).view(seat) for seat in (0, 1, None)]
    made = [drawn(SKIRMISH, view) for view in views]
    assert drawn(SKIRMISH, views[0]) is made[0]
    assert len({looks.sections for looks in made}) == 3
    for view, looks in zip(views, made, strict=True):
        assert list(looks.sections) == list(SKIRMISH.sheet(view))


def test_without_script_the_check_is_the_page(game, red):
    answer = red.post(f"/t/{game.pk}/check/", {"lines": "KEEP", "add": "KEEP rich"})
    text = answer.content.decode()
    assert "<h1>" in text
    assert re.search(r"<textarea[^>]*>KEEP\nKEEP rich</textarea>", text)


def test_what_a_check_says_is_what_happens(game, red):
    """For every line the templates offer: refused there is refused here, and the other way."""
    to_turns(game)
    seat = seat_of(game, 0)
    for line in ("RAISE 1 cruiser", "RAISE 9 fighters", "RAID Red WITH 1 fighter", "PASS"):
        expected = verdicts(check(red, game, line))[0]
        head = Game.objects.get().head_seq
        submission = send(game, 0, line)
        status = submission.report[0].status
        assert (expected == "refused") == (status == "refused"), (line, submission.report)
        if status == "done":
            send(game, 0, "UNDO")
            assert Game.objects.get().head_seq > head
    assert seat.submissions.exists()


# -- beside the turn ------------------------------------------------------------------------------


def test_standing_orders(game, red):
    page = page_of(red, game)
    said = {"key": hidden(page, "key") + "-standing", "standing": "PASS"}
    red.post(f"/t/{game.pk}/orders/", said)
    assert StandingOrder.objects.get(active=True).text
    page = page_of(red, game)
    assert "STANDING CLEAR 1" in page
    red.post(f"/t/{game.pk}/orders/", {"key": "k" * 8, "lines": "STANDING CLEAR 1"})
    assert not StandingOrder.objects.filter(active=True).exists()


def test_offer_and_accept(game, red, blue):
    to_turns(game)
    post(red, game, page_of(red, game), "OFFER 1 gold FOR 0 gold TO Blue")
    number = Offer.objects.get().number
    page = page_of(blue, game)
    assert f"ACCEPT {number}" in page
    assert "Accept" not in page_of(red, game)
    before = match_of(game).state.table.sides[1].gold
    said = {"key": "accept-once", "lines": f"ACCEPT {number}"}
    blue.post(f"/t/{game.pk}/orders/", said)
    blue.post(f"/t/{game.pk}/orders/", said)
    assert match_of(game).state.table.sides[1].gold == before + 1


def test_a_third_party_sees_no_offer(game, red, browse):
    to_turns(game)
    post(red, game, page_of(red, game), "OFFER 1 gold FOR 0 gold TO Blue")
    green = page_of(browse(seat_of(game, 2).player), game)
    assert "Offer 1" not in green


def test_orders_with_a_fault_are_shown_with_it_and_go_does_the_rest(game, red):
    to_turns(game)
    answer = post(red, game, page_of(red, game), "RAISE 1 fighter\nRAISE 9 cruisers")
    page = red.get(answer["Location"]).content.decode()
    assert "Nothing of this was carried out" in page
    assert "not legal" in page
    assert "RAISE 1 fighter\nRAISE 9 cruisers</textarea>" in page, "to be corrected"
    assert "Do what stands above the fault" in page
    key = re.search(r'name="key" value="([^"]*-go-)"', page)[1]
    red.post(f"/t/{game.pk}/orders/", {"key": key, "lines": "GO"})
    faulty = Submission.objects.get(text__startswith="RAISE")
    assert [line.status for line in faulty.report] == ["done", "refused"]
    assert "Do what stands above the fault" not in page_of(red, game)


def test_go_is_not_offered_where_nothing_stands_above_the_fault(game, red):
    to_turns(game)
    answer = post(red, game, page_of(red, game), "FROBNICATE\nRAISE 1 fighter")
    page = red.get(answer["Location"]).content.decode()
    assert "Nothing of this was carried out" in page
    assert "Do what stands above the fault" not in page


def test_press(game, red, blue, browse):
    page = page_of(red, game)
    said = {"key": hidden(page, "key"), "to": ["1"], "text": "Peace <b>now</b>?"}
    first = red.post(f"/t/{game.pk}/press/", said)
    second = red.post(f"/t/{game.pk}/press/", said)
    assert first.status_code == second.status_code == 302
    assert Press.objects.count() == 1
    assert "Peace &lt;b&gt;now&lt;/b&gt;?" in page_of(blue, game)
    assert "Peace" not in page_of(browse(seat_of(game, 2).player), game)


def test_new_press_is_marked_until_it_was_seen_for_a_while(game, red, blue):
    sent = {"key": "k" * 8, "to": ["1"], "text": "Peace?"}
    red.post(f"/t/{game.pk}/press/", sent)
    assert "1 new in the press" in blue.get("/lobby/").content.decode()
    assert "new in the press" not in red.get("/lobby/").content.decode()
    assert ">1 new<" in page_of(blue, game)
    assert "new in the press" not in blue.get("/lobby/").content.decode()
    assert ">1 new<" in page_of(blue, game), "loaded again, it is still marked"
    PressCopy.objects.update(read=timezone.now() - press.NEW_FOR)
    page = page_of(blue, game)
    assert "Peace?" in page
    assert ">1 new<" not in page
    assert '<span class="tag good">new' not in page_of(red, game)


def test_a_player_gets_a_new_reply_address(game, red, heard):
    seat = seat_of(game, 0)
    assert "Give me a new reply address" in page_of(red, game)
    answer = red.post(f"/t/{game.pk}/address/", follow=True)
    assert "no longer works" in answer.content.decode()
    assert seat_of(game, 0).key_version == seat.key_version + 1
    assert [said["seat"] for name, said in heard if name == "reply_key_renewed"] == [seat]


def test_nobody_asks_for_new_reply_addresses_without_end(game, red, monkeypatch):
    few = limits.REPLY_ADDRESSES_OF_PLAYER._replace(most=1)
    monkeypatch.setattr(limits, "REPLY_ADDRESSES_OF_PLAYER", few)
    red.post(f"/t/{game.pk}/address/")
    version = seat_of(game, 0).key_version
    answer = red.post(f"/t/{game.pk}/address/", follow=True)
    assert "Try again tomorrow" in answer.content.decode()
    assert seat_of(game, 0).key_version == version


def test_press_to_nobody_keeps_the_words(game, red):
    answer = red.post(f"/t/{game.pk}/press/", {"key": "k" * 8, "text": "Hello there"})
    assert answer.status_code == 400
    assert "Hello there" in answer.content.decode()
    assert not Press.objects.exists()


def test_dispute(game, red, blue):
    page = red.get(f"/t/{game.pk}/dispute/", {"n": "1"}).content.decode()
    said = {"key": hidden(page, "key"), "n": "1", "text": "The deck was short."}
    first = red.post(f"/t/{game.pk}/dispute/", said)
    second = red.post(f"/t/{game.pk}/dispute/", said)
    assert first.status_code == second.status_code == 302
    assert Dispute.objects.get().ruling_seq == 1
    assert "Ruling 1" in page_of(blue, game)
    assert "The deck was short" not in page_of(blue, game)


@pytest.mark.parametrize("n", ["", "x", "99999", "-1"])
def test_a_dispute_about_nothing_keeps_the_words(game, red, n):
    answer = red.post(f"/t/{game.pk}/dispute/", {"key": "k" * 8, "n": n, "text": "My long words"})
    assert answer.status_code == 400
    assert "My long words" in answer.content.decode()
    assert not Dispute.objects.exists()


def test_odds(game, red):
    page = red.get(f"/t/{game.pk}/odds/", {"attacker": "2 fighters", "defender": "1 cruiser"})
    assert "%" in page.content.decode()
    wrong = red.get(f"/t/{game.pk}/odds/", {"attacker": "2 zeppelins", "defender": "1 cruiser"})
    assert wrong.status_code == 400
    assert "zeppelins" in wrong.content.decode()


def test_leaving_is_asked_twice(game, red):
    red.post(f"/t/{game.pk}/leave/")
    assert seat_of(game, 0).kind == "person"
    red.post(f"/t/{game.pk}/leave/", {"sure": "1"})
    assert seat_of(game, 0).kind == "bot"


def test_who_left_sees_nothing_more(game, red):
    red.post(f"/t/{game.pk}/leave/", {"sure": "1"})
    assert red.get(f"/t/{game.pk}/").status_code == 404


def test_an_open_page_asks_for_news(game, red):
    seq = Game.objects.get().head_seq
    query = {"seq": seq, "status": "running"}
    assert red.get(f"/t/{game.pk}/news/", query).status_code == 204
    to_turns(game)
    assert red.get(f"/t/{game.pk}/news/", query).status_code == 200


def test_the_advance_of_somebody_else_is_not_lost(game, red):
    """Orders that were stored but not ruled on are taken by whoever advances next."""
    to_turns(game)
    page = page_of(red, game)
    post(red, game, page, "RAISE 1 fighter")
    advancing.advance(game.pk)
    assert Submission.objects.get(door="web").report[0].status == "done"


def test_the_page_says_what_silence_means(browse):
    """What is played for this player now, or that a bot answers where the table wants that."""
    game = new_table(2, terms={"stand_in": True})
    page = browse(seat_of(game, 0).player).get(f"/t/{game.pk}/").content.decode()
    assert "If nothing arrives: a bot answers for you." in page
