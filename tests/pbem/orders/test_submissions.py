"""How lines of a mail are understood: done, waiting, held, refused, unused, commands."""

import pytest

from pbem.models import Game, Offer, Prompt, StandingOrder, Submission
from pbem.orders import submissions
from rules.eclipse.ruleset import ECLIPSE
from rules.inscription.ruleset import INSCRIPTION
from rules.lexicon import Verbs
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4
from tests.pbem.tables import advance, match_of, new_table, send, statuses
from tests.skirmish.ruleset import SKIRMISH

pytestmark = pytest.mark.django_db


def turns(players=2, **more):
    """A table in its first round of turns; seat 0 is first."""
    game = new_table(players, **more)
    for number in range(players):
        send(game, number, "1")
    for number in range(players):
        send(game, number, f"BID {1 if number == 0 else 0}")
    return game


def waiting_for(game):
    rows = game.prompts.filter(state=Prompt.State.OPEN, waiting=True)
    return sorted(rows.values_list("seat__number", flat=True))


def words(submission):
    return submission.report[-1].words


def sources(game):
    return [
        given.source.by
        for row in game.rulings.all()
        for entry in row.kernel().inputs
        for given in getattr(entry, "given", ())
    ]


# -- reports -------------------------------------------------------------------------------------


def test_a_line_that_was_carried_out_names_its_ruling():
    game = turns()
    sent = send(game, 0, "RAISE 1 figthers  # a slip")
    line = sent.report[0]
    assert (line.status, line.ruling) == ("done", game.rulings.last().seq)
    assert "fighter" in line.read_as
    assert sent.state == Submission.State.DONE


def test_an_illegal_order_is_refused_with_code_words_and_rule():
    game = turns()
    sent = send(game, 0, "RAISE 3 cruisers")
    line = sent.report[0]
    assert (line.status, line.code, line.rule) == ("refused", "cannot-pay", "SKR 3.5")
    prompt = game.prompts.get(state=Prompt.State.OPEN)
    assert prompt.waiting
    assert prompt.stopped[0]["code"] == "cannot-pay"


def stopped_at(game):
    return game.prompts.get(state=Prompt.State.OPEN).stopped


@pytest.mark.parametrize("later", ["RAISE 1 fighter\nFROBNICATE", "FROBNICATE", "NEXT TURN: PASS"])
def test_a_reason_goes_with_the_orders_that_newer_ones_replace(later):
    game = turns()
    send(game, 0, "RAISE 3 cruisers\nRAISE 1 fighter")
    assert stopped_at(game)
    send(game, 1, "FROBNICATE")
    assert stopped_at(game), "another seat's orders replace nothing"
    send(game, 0, later)
    assert stopped_at(game) == [], "it stays known that orders stopped, but not why"
    assert waiting_for(game) == [0]
    send(game, 0, "RAISE 3 cruisers")
    assert [problem["code"] for problem in stopped_at(game)] == ["cannot-pay"]


def test_of_orders_read_together_the_newest_fault_counts():
    game = turns()
    for key, text in enumerate(["RAISE 3 cruisers", "FROBNICATE"]):
        submissions.submit(game, game.seats.get(number=0), text, "test", f"together-{key}")
    advance(game)
    assert stopped_at(game) == []
    assert waiting_for(game) == [0]


def test_a_refused_order_does_not_come_alive_later():
    game = turns()
    refused = send(game, 0, "RAISE 2 cruisers")
    assert statuses(refused) == ["refused"]
    send(game, 1, "OFFER 5 gold FOR 0 gold TO Red")
    send(game, 0, "ACCEPT 1")
    assert waiting_for(game) == [0]
    assert match_of(game).view(None).table.sides[0].gold == 10


def test_what_the_order_language_refuses():
    game = turns()
    sent = send(game, 0, "FROBNICATE\nRAISE 1 fighter")
    assert [(e.status, e.code) for e in sent.report] == [
        ("refused", "unknown-verb"),
        ("aside", ""),
    ]
    assert waiting_for(game) == [0], "nothing is carried out if a line cannot be read"


def test_alternatives_the_first_that_is_legal_counts():
    game = turns()
    sent = send(game, 0, "RAISE 3 cruisers\nOR RAISE 1 fighter")
    assert sent.report[1].status == "done"


def test_what_nobody_wrote_as_a_fallback_is_none():
    game = turns()
    sent = send(game, 0, "RAISE 3 cruisers\nRAISE 1 fighter")
    assert [(e.status, e.code) for e in sent.report] == [
        ("refused", "cannot-pay"),
        ("aside", ""),
    ]
    assert sent.state == Submission.State.ASIDE


def test_go_carries_out_what_stands_above_the_fault():
    game = turns()
    sent = send(game, 0, "RAISE 1 fighter\nFROBNICATE\nRAISE 2 fighters")
    go = send(game, 0, "GO")
    sent.refresh_from_db()
    assert [e.status for e in sent.report] == ["done", "refused", "unused"]
    assert go.report[0].status == "command"
    again = send(game, 0, "GO")
    assert again.report[0].code == "nothing-aside"


def test_go_says_what_only_waits_for_its_moment():
    game = turns()
    sent = send(game, 1, "RAISE 1 fighter\nFROBNICATE")
    go = send(game, 1, "GO")
    sent.refresh_from_db()
    assert [e.status for e in sent.report] == ["waiting", "refused"]
    assert words(go) == "Kept until its moment comes: RAISE 1 fighter."


def test_go_says_why_nothing_could_be_done():
    game = new_table(2)
    sent = send(game, 0, "HITS fighter\nFROBNICATE")
    go = send(game, 0, "GO")
    sent.refresh_from_db()
    assert [e.status for e in sent.report] == ["refused", "refused"]
    assert (go.report[0].status, go.report[0].code) == ("refused", "nothing-legal")
    assert words(go).startswith("HITS fighter: No question this answers is open to you now")


def test_go_with_nothing_above_the_fault():
    game = turns()
    send(game, 0, "FROBNICATE\nRAISE 1 fighter")
    assert send(game, 0, "GO").report[0].code == "nothing-legal"


def test_better_orders_stand_in_for_those_set_aside():
    game = turns()
    send(game, 0, "RAISE 1 fighter\nFROBNICATE")
    send(game, 0, "RAISE 9 cruisers")
    assert send(game, 0, "GO").report[0].code == "nothing-aside"


def test_a_pass_at_another_question_never_passes_a_turn():
    game = new_table(2)
    sent = send(game, 0, "PASS")
    assert sent.report[0].code == "not-open-now"


def test_next_turn_alone_is_never_carried_out_now():
    game = turns()
    sent = send(game, 0, "NEXT TURN: PASS")
    assert sent.report[0].status == "waiting"
    assert waiting_for(game) == [0]


def test_two_blocks_for_the_next_turn_are_two_turns():
    game = turns()
    text = "RAISE 1 fighter\nNEXT TURN: RAISE 2 fighters\nNEXT TURN: PASS"
    sent = send(game, 0, text)
    send(game, 1, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert [e.status for e in sent.report] == ["done", "done", "waiting"]
    send(game, 1, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert [e.status for e in sent.report] == ["done", "done", "done"]


def test_an_answer_and_the_turn_that_follows_in_one_mail():
    game = new_table(2)
    for number in (0, 1):
        send(game, number, "1")
    sent = send(game, 0, "BID 1\nRAISE 1 fighter")
    send(game, 1, "BID 0")
    sent.refresh_from_db()
    assert [e.status for e in sent.report] == ["done", "done"]


def test_an_order_for_a_question_that_is_not_open():
    game = turns()
    sent = send(game, 0, "BID 3")
    assert sent.report[0].code == "not-open-now"
    assert "You are asked: " in sent.report[0].words
    assert "You could write: " in sent.report[0].words
    assert sent.state == Submission.State.DONE


def first_option(game):
    match = match_of(game)
    return match.open_for(0)[0][1].options(match.view(0))[0].order


@pytest.mark.parametrize("form", ["{}", "{}.", "  {}!"])
def test_a_bare_option_is_an_answer(form):
    game = new_table(2)
    order = first_option(game)
    (line,) = send(game, 0, form.format(order.split()[1])).report
    assert (line.status, line.read_as) == ("waiting", order)


def test_a_sentence_that_names_one_option_is_offered_and_not_carried_out():
    game = new_table(2)
    order = first_option(game)
    (line,) = send(game, 0, f"I would like to be {order.split()[1]} please").report
    assert (line.status, line.code) == ("refused", "did-you-mean")
    assert f"Did you mean {order}?" in line.words
    assert waiting_for(game) == [0, 1]


def test_a_bare_number_needs_one_open_question():
    game = turns()
    sent = send(game, 1, "2")
    assert sent.report[0].code == "unclear-number"


def test_a_sealed_answer_waits_and_is_done_when_all_are_in():
    game = new_table(2)
    sent = send(game, 0, "1")
    assert statuses(sent) == ["waiting"]
    assert waiting_for(game) == [1]
    send(game, 1, "1")
    sent.refresh_from_db()
    assert statuses(sent) == ["done"]


def test_later_words_for_the_same_question_replace_the_earlier():
    game = new_table(2)
    first = send(game, 0, "1")
    send(game, 0, "2")
    first.refresh_from_db()
    assert statuses(first) == ["unused"]
    kept = match_of(game).view(0).mine.offered[1]
    send(game, 1, "1")
    assert match_of(game).view(0).mine.objective == kept


def test_withdraw_takes_sealed_answers_back():
    game = new_table(2)
    first = send(game, 0, "1")
    prompt = game.prompts.get(seat__number=0)
    sent = send(game, 0, "WITHDRAW")
    first.refresh_from_db()
    assert statuses(sent) == ["command"]
    assert statuses(first) == ["unused"]
    assert waiting_for(game) == [0, 1]
    prompt.refresh_from_db()
    assert prompt.state == Prompt.State.OPEN
    assert send(game, 0, "WITHDRAW").report[0].code == "nothing-sealed"


# -- queues --------------------------------------------------------------------------------------


def test_orders_sent_before_the_turn_are_queued():
    game = turns()
    sent = send(game, 1, "RAISE 1 fighter")
    assert (statuses(sent), words(sent)) == (["waiting"], "Queued for your turn.")
    send(game, 0, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert statuses(sent) == ["done"]
    assert waiting_for(game) == [0]


def test_queued_orders_are_looked_at_at_once():
    game = turns()
    sent = send(game, 1, "RAISE 90 fighters\nNEXT TURN: RAID Green WITH 1 fighter\nNEXT TURN: PASS")
    assert statuses(sent) == ["waiting"] * 3, "what is not legal now may be legal then"
    first, second, third = (line.words for line in sent.report)
    assert first.startswith("Queued for your turn. As things stand it would be refused: You have")
    assert second.startswith("Queued for the turn after that. As things stand it would be refused:")
    assert third == "Queued for the turn after that."


def test_the_turn_after_a_refused_one_does_not_take_its_place():
    game = turns()
    sent = send(game, 1, "RAISE 90 fighters\nNEXT TURN: PASS")
    send(game, 0, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert statuses(sent) == ["refused", "waiting"]
    assert waiting_for(game) == [1], "the turn itself is still to be taken"
    send(game, 1, "RAISE 1 fighter")
    send(game, 0, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert statuses(sent) == ["refused", "done"]


def test_kept_lines_that_lapse_are_announced(heard):
    """Each with its reason; and soon, as their sender has to act."""
    game = turns()
    send(game, 1, "RAISE 90 fighters\nHITS fighter")
    del heard[:]
    send(game, 0, "RAISE 1 fighter")
    (lapsed,) = [said for name, said in heard if name == "orders_lapsed"]
    assert lapsed["urgent"]
    assert [(e.text, e.status) for e in lapsed["lines"]] == [
        ("RAISE 90 fighters", "refused"),
        ("HITS fighter", "aside"),
    ]
    assert all(e.words for e in lapsed["lines"])


@pytest.mark.parametrize(
    "text",
    [
        "RAISE 2 fighters\nOR RAISE 1 fighter",
        "RAISE 1 fighter\nOR RAISE 2 fighters\nOR RAISE 3 fighters",
        "RAISE 1 fighter\nOR:\nRAISE 2 fighters\nOR:\nRAISE 3 fighters",
    ],
)
def test_fallbacks_that_were_not_needed_are_not_announced(heard, text):
    """What stood in for a line that was carried out is nobody's concern any more."""
    game = turns()
    sent = send(game, 1, f"NEXT TURN:\n{text}")
    del heard[:]
    send(game, 0, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert "done" in statuses(sent)
    assert "waiting" not in statuses(sent), "nothing of it is shown as written ahead any more"
    assert not [said for name, said in heard if name == "orders_lapsed"]


@pytest.mark.parametrize(
    "first",
    [
        "RAISE 90 fighters",
        "RAISE 90 fighters\nHITS fighter",
        "RAISE 90 fighters\nOR:\nRAISE 80 fighters",
        "RAISE 90 fighters\nOR RAISE 80 fighters\nOR:\nRAISE 70 fighters\nHITS fighter",
    ],
)
def test_a_plan_of_any_length_that_is_not_legal_gives_way_to_the_next(first):
    game = turns()
    sent = send(game, 1, f"NEXT TURN:\n{first}\nOR:\nRAISE 1 fighter")
    send(game, 0, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert statuses(sent)[-1] == "done"
    assert set(statuses(sent)[:-1]) == {"unused"}


def test_a_plan_that_has_begun_does_not_give_way():
    game = turns()
    sent = send(game, 0, "RAISE 1 fighter\nNEXT TURN:\nRAISE 90 fighters")
    send(game, 1, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert statuses(sent) == ["done", "refused"]
    assert waiting_for(game) == [0]


def test_the_later_queue_replaces_the_earlier_for_good():
    game = turns()
    first = send(game, 1, "RAISE 2 fighters")
    send(game, 1, "RAISE 1 fighter")
    first.refresh_from_db()
    assert statuses(first) == ["unused"]
    send(game, 0, "RAISE 1 fighter")
    send(game, 0, "RAISE 1 fighter")
    assert waiting_for(game) == [1]
    assert match_of(game).view(None).table.sides[1].units["fighter"] == 3


def test_next_turn_waits_for_the_turn_after_this():
    game = turns()
    sent = send(game, 0, "RAISE 1 fighter\nNEXT TURN: RAISE 2 fighters")
    assert statuses(sent) == ["done", "waiting"]
    assert waiting_for(game) == [1]
    send(game, 1, "RAISE 1 fighter")
    sent.refresh_from_db()
    assert statuses(sent) == ["done", "done"]
    assert match_of(game).view(None).table.sides[0].units["fighter"] == 5


def test_a_condition_chooses_when_the_turn_comes():
    game = turns()
    send(game, 1, "IF gold > 50: PASS\nRAISE 1 fighter")
    send(game, 0, "RAISE 1 fighter")
    assert match_of(game).view(None).table.sides[1].units["fighter"] == 3


def test_lines_left_at_the_end_of_the_turn_are_unused():
    game = turns()
    sent = send(game, 0, "RAISE 1 fighter\nHITS fighter, cruiser")
    assert statuses(sent) == ["done", "unused"]
    assert sent.state == Submission.State.DONE


@pytest.mark.parametrize("ruleset", [ECLIPSE, TI4, TI3, INSCRIPTION], ids=lambda r: r.name)
@pytest.mark.parametrize("command", ["go", "undo"])
def test_no_game_takes_a_word_that_every_mail_offers(ruleset, command):
    verbs = submissions.verbs_of(ruleset)
    read = {said: verbs.split(said).id for said in submissions.COMMANDS[command]}
    assert set(read.values()) == {command}, read


# -- standing orders -----------------------------------------------------------------------------


def test_a_standing_order_answers_until_cleared():
    game = turns()
    send(game, 1, "STANDING: RAISE 1 fighter")
    send(game, 0, "RAISE 1 fighter")
    assert waiting_for(game) == [0]
    assert sources(game)[-1] == "standing"
    listed = send(game, 1, "STANDING LIST")
    assert words(listed) == "1. RAISE 1 fighter – waits for your turn"
    assert statuses(send(game, 1, "STANDING CLEAR 1")) == ["command"]
    send(game, 0, "RAISE 1 fighter")
    assert waiting_for(game) == [1]
    assert words(send(game, 1, "STANDING LIST")) == "You have no standing orders."


def test_the_same_standing_order_twice_is_one():
    game = turns()
    send(game, 0, "STANDING: HITS fighter, cruiser")
    send(game, 0, "STANDING: HITS fighter, cruiser")
    assert StandingOrder.objects.filter(active=True).count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("STANDING: 2", "cannot-stand"),
        ("STANDING: OFFER 1 gold FOR spy TO Blue", "cannot-stand"),
        ("STANDING: HITS fighter IF lossing", "bad-guard"),
        ("STANDING: ASK roled in the night", "unknown-name"),
        ("STANDING CLEAR 7", "unknown-command"),
        ("ASK rolled", "unknown-command"),
    ],
)
def test_standing_orders_that_cannot_stand(text, code):
    game = turns()
    assert send(game, 0, text).report[0].code == code
    assert not StandingOrder.objects.exists()


@pytest.mark.parametrize("text", ["STANDING: PASS", "STANDING: PASS rolled, played"])
def test_a_standing_pass_is_about_windows_and_passes_no_turn(text):
    game = turns(mode="ask")
    for number in (0, 1):
        send(game, number, text)
    assert waiting_for(game) == [0]
    send(game, 0, "RAID Blue WITH 1 fighter")
    assert not game.prompts.filter(window=True).exists()


def test_the_latest_standing_order_about_a_window_counts():
    game = turns(mode="ask")
    send(game, 0, "STANDING: PASS")
    send(game, 1, "STANDING: PASS")
    send(game, 1, "STANDING: ASK rolled")
    send(game, 0, "RAID Blue WITH 1 fighter")
    asked = game.prompts.filter(state=Prompt.State.OPEN, window=True)
    assert [p.seat.number for p in asked] == [1]


# -- offers --------------------------------------------------------------------------------------


def test_an_offer_accepted_is_a_ruling(heard):
    game = turns()
    heard.clear()
    sent = send(game, 1, "OFFER 2 gold FOR 0 gold TO Red")
    assert statuses(sent) == ["waiting"]
    offer = Offer.objects.get()
    assert (offer.number, offer.state) == (1, Offer.State.OPEN)
    gold = match_of(game).view(None).table.sides[0].gold
    accepted = send(game, 0, "ACCEPT 1")
    assert statuses(accepted) == ["done"]
    offer.refresh_from_db()
    assert offer.state == Offer.State.ACCEPTED
    assert match_of(game).view(None).table.sides[0].gold == gold + 2
    changes = [said["change"] for name, said in heard if name == "offer_changed"]
    assert changes == ["opened", "accepted"]
    assert waiting_for(game) == [0]


@pytest.mark.parametrize(
    ("who", "text", "state"),
    [(0, "DECLINE 1", "declined"), (0, "DECLINE", "declined"), (1, "WITHDRAW 1", "withdrawn")],
)
def test_an_offer_turned_down(who, text, state):
    game = turns()
    send(game, 1, "OFFER 2 gold FOR 0 gold TO Red")
    assert statuses(send(game, who, text)) == ["command"]
    assert Offer.objects.get().state == state
    assert send(game, 0, "ACCEPT 1").report[0].code == "no-such-offer"


def test_offers_are_for_their_parties():
    game = turns(3)
    send(game, 1, "OFFER 2 gold FOR 0 gold TO Red")
    assert send(game, 2, "ACCEPT 1").report[0].code == "no-such-offer"
    assert send(game, 1, "ACCEPT 1").report[0].code == "no-such-offer"
    assert send(game, 0, "WITHDRAW 1").report[0].code == "no-such-offer"


def test_a_party_hears_only_its_own_problem():
    game = turns()
    assert send(game, 1, "OFFER 99 gold FOR 0 gold TO Red").report[0].code == "cannot-pay"
    send(game, 1, "OFFER 5 gold FOR 99 gold TO Red")
    assert send(game, 0, "ACCEPT 1").report[0].code == "cannot-pay"
    send(game, 1, "OFFER 6 gold FOR 0 gold TO Red")
    send(game, 0, "RAISE 1 fighter")
    send(game, 1, "RAISE 1 fighter")
    line = send(game, 0, "ACCEPT 2").report[0]
    assert (line.status, line.code, line.rule) == ("refused", "not-now", "")


def test_a_bot_makes_no_deals():
    game = new_table(2, bots=1)
    send(game, 0, "1")
    assert send(game, 0, "OFFER 1 gold FOR 0 gold TO Blue").report[0].code == "no-deals"


# -- taking back ---------------------------------------------------------------------------------


def test_undo_takes_back_what_the_newest_orders_did_and_holds_them():
    game = turns()
    sent = send(game, 0, "RAISE 1 fighter")
    head = game.rulings.last()
    undone = send(game, 0, "UNDO")
    assert statuses(undone) == ["command"]
    sent.refresh_from_db()
    assert (statuses(sent), sent.report[0].ruling) == (["held"], None)
    assert waiting_for(game) == [0]
    head.refresh_from_db()
    assert not head.live
    assert match_of(game).view(None).table.sides[0].units["fighter"] == 2
    assert advance(game).rulings == ()
    again = send(game, 0, "RAISE 2 fighters")
    assert statuses(again) == ["done"]
    assert game.rulings.last().parent == head.seq + 1


def test_undo_and_new_orders_in_one_mail():
    game = turns()
    send(game, 0, "RAISE 1 fighter")
    assert statuses(send(game, 0, "UNDO\nRAISE 2 fighters")) == ["command", "done"]
    assert match_of(game).view(None).table.sides[0].units["fighter"] == 4


def test_undo_keeps_the_clock():
    game = turns()
    due = game.prompts.get(state=Prompt.State.OPEN, seat__number=0).due
    send(game, 0, "RAISE 1 fighter")
    send(game, 0, "UNDO")
    assert game.prompts.get(state=Prompt.State.OPEN, seat__number=0).due == due


def test_undo_stops_at_somebody_elses_order():
    game = turns()
    send(game, 0, "RAISE 1 fighter")
    send(game, 1, "RAISE 1 fighter")
    assert send(game, 0, "UNDO").report[0].code == "no-undo"


def test_undo_stops_at_what_was_revealed():
    game = new_table(2)
    send(game, 0, "1")
    send(game, 1, "1")
    assert send(game, 1, "UNDO").report[0].code == "no-undo"


def test_a_deal_is_not_one_sides_to_take_back():
    game = turns()
    send(game, 0, "OFFER 1 gold FOR 0 gold TO Blue")
    send(game, 1, "ACCEPT 1")
    assert send(game, 0, "UNDO").report[0].code == "no-undo"
    assert send(game, 1, "UNDO").report[0].code == "no-undo"


def test_undo_of_a_ruling_by_number():
    game = turns()
    send(game, 0, "RAISE 1 fighter")
    head = game.rulings.last().seq
    assert send(game, 0, "UNDO 1").report[0].code == "no-undo"
    assert statuses(send(game, 0, f"UNDO {head}")) == ["command"]


def test_a_standing_order_does_not_redo_what_was_undone():
    game = turns()
    send(game, 0, "STANDING: RAISE 1 fighter")
    assert waiting_for(game) == [1]
    send(game, 0, "UNDO")
    assert waiting_for(game) == [0]
    assert advance(game).rulings == ()


def test_answers_waiting_behind_an_undone_order_are_void(monkeypatch):
    game = new_table(2)
    send(game, 0, "1")
    send(game, 1, "1")
    sealed = send(game, 1, "BID 2")
    monkeypatch.setattr("pbem.orders.undo.undo_reach", lambda back, seat, kinds: [1])
    assert statuses(send(game, 0, "UNDO")) == ["command"]
    sealed.refresh_from_db()
    assert statuses(sealed) == ["unused"]
    assert waiting_for(game) == [0, 1]
    for number in (0, 1):
        send(game, number, "1")
    assert waiting_for(game) == [0, 1]


def test_a_command_takes_no_condition():
    game = turns()
    send(game, 0, "RAISE 1 fighter")
    assert send(game, 0, "IF gold > 50: UNDO").report[0].code == "only-now"


# -- outside the decisions -----------------------------------------------------------------------


def with_card(card, players=2):
    """A table where seat 1 holds `card` in the first round of turns."""
    for seed in range(40):
        game = turns(players, seed=f"{card} {seed}", mode="ask")
        if card in match_of(game).view(1).mine.cards:
            return game
    raise AssertionError(f"nobody was dealt {card}")


def test_an_interjection_puts_the_open_question_on_hold():
    game = with_card("bribe")
    asked = game.prompts.get(state=Prompt.State.OPEN)
    assert statuses(send(game, 1, "BRIBE")) == ["done"]
    window = game.prompts.get(state=Prompt.State.OPEN, window=True)
    asked.refresh_from_db()
    assert (asked.state, asked.suspended) == (Prompt.State.OPEN, window.opened)
    due = asked.due
    advance(game, window.due)
    asked.refresh_from_db()
    assert asked.suspended is None
    assert asked.state == Prompt.State.OPEN
    assert asked.due - due == window.due - window.opened


def test_a_card_one_does_not_hold():
    game = turns()
    holder = next((n for n in (0, 1) if "bribe" not in match_of(game).view(n).mine.cards), None)
    if holder is not None:
        assert send(game, holder, "BRIBE").report[0].code == "not-your-card"


# -- where nothing is ruled ----------------------------------------------------------------------


def test_orders_before_the_start_and_after_the_end():
    game = new_table(2, start=False)
    assert send(game, 0, "1").report[0].code == "not-running"
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    sent = send(game, 0, "1")
    assert (statuses(sent), words(sent)) == (["refused"], "The game is over.")


# -- commands of the doors -----------------------------------------------------------------------


def test_commands_of_a_door_are_split_off_line_for_line():
    handled = Verbs({"status": ("status",), "press": ("press to",)}, raw=("press",))
    text = "STATUS\nRAISE 1 fighter; STATUS\n\nPRESS TO Blue: hello; there\nNEXT TURN: PASS"
    taken, rest = submissions.split_commands(text, SKIRMISH, handled)
    assert [line.verb for line in taken] == ["status", "status", "press"]
    assert rest == "\nRAISE 1 fighter\n\n\nNEXT TURN: PASS"
    assert submissions.split_commands("PASS", SKIRMISH, handled) == ([], "PASS")
