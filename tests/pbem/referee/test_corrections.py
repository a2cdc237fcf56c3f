"""A ruling put right: tried first, applied once, both branches kept."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from pbem.models import Correction, Dispute, Game, Offer, Player, Prompt, Submission
from pbem.play import advancing
from pbem.referee import corrections, disputes, records
from pbem.referee.corrections import Proposal
from pbem.referee.disputes import DisputeError, Stale
from pbem.table import lobby
from rules.kernel.match import Match
from rules.kernel.records.history import finished
from rules.kernel.records.record import Answers, Edit, Interject, Undo
from tests.pbem.tables import (
    match_of,
    new_table,
    seat_of,
    send,
    statuses,
)
from tests.pbem.web.played import together

pytestmark = pytest.mark.django_db
SEED = "c0ffee" * 10 + "c0de"


@pytest.fixture
def referee() -> User:
    return User.objects.create_user("rhea", is_staff=True)


def player_of(game: Game, number: int) -> Player:
    player = seat_of(game, number).player
    assert player is not None
    return player


def at_turns(players: int = 2, seed: str = SEED) -> Game:
    """Objectives kept, bids given: the first turn is open, to Red."""
    game = new_table(players, seed=seed)
    together(game, *["1"] * players)
    together(game, *[f"BID {players - 1 - n}" for n in range(players)])
    game.refresh_from_db()
    return game


def turn(game: Game, do: str = "raise") -> tuple[int, str]:
    """The first turn of that kind on the live branch: its ruling and address."""
    for row in game.rulings.filter(live=True):
        for given in row.kernel().inputs:
            answer = given.given[0] if isinstance(given, Answers) else None
            if answer and "/taketurn@" in answer.address and answer.answer["do"] == do:
                return row.seq, answer.address
    raise AssertionError(f"nobody did {do}")


def dispute_over(game: Game, seq: int, referee: User, number: int = 1) -> Dispute:
    dispute = disputes.open_dispute(game, player_of(game, number), seq, "That was not my order.")
    return disputes.assign(dispute.pk, referee, dispute.version)


def tried(game: Game, proposal: Proposal) -> corrections.Preview:
    return finished(corrections.preview(game, proposal, "why"))  # type: ignore[arg-type,return-value]


def applied(dispute: Dispute, referee: User, proposal: Proposal, **more: object) -> Correction:
    form = {"version": dispute.version, "head": dispute.game.head_seq, "nonce": "n1", **more}
    return corrections.apply(dispute.pk, referee, "Misread.", proposal, **form)  # type: ignore[arg-type]


def verified(game: Game) -> str:
    found = records.verify(records.export(Game.objects.get(pk=game.pk), staff=True))
    assert found.ok, found.words
    return found.words


def after_three_turns() -> Game:
    game = at_turns()
    send(game, 0, "RAISE 1 fighter")
    send(game, 1, "RAISE 2 fighters")
    send(game, 0, "RAISE 1 cruiser")
    game.refresh_from_db()
    return game


def test_a_trial_changes_nothing():
    game = after_three_turns()
    seq, address = turn(game)
    rows = (game.rulings.count(), game.snapshots.count(), game.prompts.count())
    preview = tried(game, Proposal("answer", seq, address, "PASS"))
    assert [k.fate for k in preview.fates] == ["kept", "not-asked"]
    assert [k.order for k in preview.fates] == ["RAISE 2 fighters", "RAISE 1 cruiser"]
    assert "table.sides.0.passed" in {c.path for c in preview.changes}
    game.refresh_from_db()
    assert game.head_seq == preview.head
    assert (game.rulings.count(), game.snapshots.count(), game.prompts.count()) == rows


def test_another_answer_becomes_the_game(referee, heard):
    game = after_three_turns()
    seq, address = turn(game)
    old_head = game.head_seq
    dispute = dispute_over(game, seq, referee)
    heard.clear()
    dispute.game.refresh_from_db()
    correction = applied(dispute, referee, Proposal("answer", seq, address, "RAISE 2 fighters"))
    game.refresh_from_db()
    dispute.refresh_from_db()
    assert dispute.outcome == Dispute.Outcome.AMENDED
    assert (correction.old_head, correction.first_seq) == (old_head, old_head + 1)
    assert game.head_seq == correction.last_seq == old_head + 3
    dead = set(game.rulings.filter(live=False).values_list("seq", flat=True))
    assert dead == set(range(seq, old_head + 1))
    assert match_of(game).state.table.sides[0].units == {"fighter": 4, "cruiser": 1}
    names = [name for name, _ in heard]
    assert names.index("dispute_decided") < names.index("ruling_amended")
    assert {"advanced", "dispute_decided", "ruling_amended"} <= set(names)
    assert "more on branches" in verified(game)


def test_reports_follow_the_orders_to_their_new_rulings(referee):
    game = at_turns()
    first = send(game, 0, "RAISE 1 fighter")
    second = send(game, 1, "RAISE 2 fighters")
    third = send(game, 0, "RAISE 1 cruiser")
    seq, address = turn(game)
    dispute = dispute_over(game, seq, referee)
    applied(dispute, referee, Proposal("answer", seq, address, "PASS"))
    game.refresh_from_db()
    for submission in (first, second, third):
        submission.refresh_from_db()
    assert statuses(first) == ["held"], "its answer was replaced"
    assert statuses(second) == ["done"]
    assert second.report[0].ruling == game.head_seq
    assert statuses(third) == ["held"]
    assert third.state == Submission.State.DONE


def test_a_later_order_that_became_illegal_is_asked_again(referee):
    game = at_turns()
    send(game, 0, "RAISE 1 fighter")
    send(game, 1, "PASS")
    send(game, 0, "RAISE 3 fighters")
    game.refresh_from_db()
    seq, address = turn(game)
    dispute = dispute_over(game, seq, referee)
    proposal = Proposal("answer", seq, address, "RAISE 1 cruiser")
    fates = [(k.fate, k.by) for k in tried(game, proposal).fates]
    assert fates == [("kept", "script"), ("refused", "script"), ("not-asked", "forced")]
    correction = applied(dispute, referee, proposal)
    prompt = game.prompts.get(state=Prompt.State.OPEN)
    assert (prompt.seat.number, prompt.waiting) == (0, True)
    assert prompt.due - timezone.now() > timedelta(hours=23), "nobody loses time by it"
    mine = corrections.fates_for(correction, 0)
    assert [(f.order, f.asked_again) for f in mine] == [("RAISE 3 fighters", True)]
    assert [f.asked_again for f in corrections.fates_for(correction, 1)] == [False]
    send(game, 0, "RAISE 1 fighter")
    verified(game)


def test_the_cut_leaves_later_orders_out(referee):
    game = after_three_turns()
    seq, address = turn(game)
    proposal = Proposal("answer", seq, address, "RAISE 2 fighters", until=seq + 1)
    assert [k.fate for k in tried(game, proposal).fates] == ["cut", "kept", "newly-asked"]
    dispute = dispute_over(game, seq, referee)
    applied(dispute, referee, proposal)
    assert game.prompts.get(state=Prompt.State.OPEN).seat.number == 0
    verified(game)


def test_taking_back_and_playing_on(referee):
    game = after_three_turns()
    seq, _ = turn(game)
    dispute = dispute_over(game, seq, referee)
    applied(dispute, referee, Proposal("undo", seq))
    game.refresh_from_db()
    head = game.rulings.get(seq=game.head_seq).kernel()
    assert isinstance(head.inputs[0], Undo)
    fates = Correction.objects.get().fates
    orders = ["RAISE 1 fighter", "RAISE 2 fighters", "RAISE 1 cruiser"]
    assert [(f["fate"], f["order"]) for f in fates] == [("cut", order) for order in orders]
    assert head.inputs[0].by is None
    assert match_of(game).state.table.sides[0].units["fighter"] == 2
    send(game, 0, "PASS")
    verified(game)


def test_the_last_resort_is_an_edit_of_its_own_kind(referee):
    game = after_three_turns()
    seq, _ = turn(game)
    dispute = dispute_over(game, seq, referee)
    gold = match_of(game).state.table.sides[1].gold
    bank = match_of(game).state.table.bank
    bad = [
        ("", "at least one change"),
        ("table.sides.1.gold", "is not a change"),
        ("table.sides.1.silver = 3", "check the path"),
        ("table.sides.1.gold = 99", "bank"),
    ]
    for changes, words in bad:
        with pytest.raises(DisputeError, match=words):
            tried(game, Proposal("edit", seq, changes=changes))
    text = f"table.sides.1.gold = {gold - 1}\ntable.bank = {bank + 1}"
    proposal = Proposal("edit", game.head_seq, changes=text)
    applied(dispute, referee, proposal)
    game.refresh_from_db()
    edits = [i for i in game.rulings.get(seq=game.head_seq).kernel().inputs if isinstance(i, Edit)]
    assert [e.why for e in edits] == ["Misread."]
    assert match_of(game).state.table.sides[1].gold == gold - 1
    verified(game)


def test_an_edit_is_made_again_on_a_later_fork(referee):
    game = after_three_turns()
    bank, gold = match_of(game).state.table.bank, match_of(game).state.table.sides[1].gold
    text = f"table.sides.1.gold = {gold - 1}\ntable.bank = {bank + 1}"
    applied(
        dispute_over(game, game.head_seq, referee),
        referee,
        Proposal("edit", game.head_seq, changes=text),
    )
    game.refresh_from_db()
    seq, address = turn(game)
    other = tried(game, Proposal("answer", seq, address, "RAISE 2 fighters"))
    assert other.fates[-1].fate == "refused", "it no longer fits the bank: the referee must see"
    proposal = Proposal("answer", seq, address, "RAISE 1 fighter")
    fates = tried(game, proposal).fates
    assert [(k.seat, k.fate) for k in fates] == [(1, "kept"), (0, "kept"), (-1, "kept")]
    applied(dispute_over(game, seq, referee), referee, proposal, nonce="n2")
    assert match_of(game).state.table.sides[1].gold == gold - 1
    verified(game)


def test_an_order_that_came_late_is_accepted(referee):
    game = at_turns()
    now = timezone.now() + timedelta(days=3)
    advancing.advance(game.pk, now)
    seq, address = turn(game, "pass")
    dispute = dispute_over(game, seq, referee, number=0)
    game.refresh_from_db()
    dispute.game.refresh_from_db()
    applied(dispute, referee, Proposal("answer", seq, address, "RAISE 1 fighter"), now=now)
    assert match_of(game).state.table.sides[0].units["fighter"] == 3
    verified(game)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("RAISE 40 cruisers", "gold"),
        ("BID 3", "do not answer"),
        ("", "do not answer"),
        ("RAID Nobody WITH 1 fighter", "Nobody"),
    ],
)
def test_what_is_not_legal_is_refused_in_words(referee, order, words):
    game = after_three_turns()
    seq, address = turn(game)
    with pytest.raises(DisputeError, match=words):
        tried(game, Proposal("answer", seq, address, order))


def test_a_ruling_already_amended_cannot_be_amended_again(referee):
    game = after_three_turns()
    seq, address = turn(game)
    other = disputes.open_dispute(game, player_of(game, 0), seq, "And I object too.")
    applied(dispute_over(game, seq, referee), referee, Proposal("answer", seq, address, "PASS"))
    game.refresh_from_db()
    other = disputes.assign(other.pk, referee, other.version)
    proposal = Proposal("answer", seq, address, "PASS")
    with pytest.raises(DisputeError, match="not part of the game"):
        tried(game, proposal)
    with pytest.raises(DisputeError, match="not part of the game"):
        applied(other, referee, proposal, head=game.head_seq, nonce="n2")
    with pytest.raises(DisputeError, match=r"Ruling \d+ stands in its place"):
        disputes.open_dispute(game, player_of(game, 0), seq, "Again!")
    assert disputes.replaced_by(game, seq) == Correction.objects.get().first_seq


def test_a_double_click_has_one_effect(referee):
    game = after_three_turns()
    seq, address = turn(game)
    dispute = dispute_over(game, seq, referee)
    proposal = Proposal("answer", seq, address, "PASS")
    once = applied(dispute, referee, proposal)
    head = Game.objects.get(pk=game.pk).head_seq
    assert applied(dispute, referee, proposal) == once
    assert Game.objects.get(pk=game.pk).head_seq == head


def test_two_referees_deciding_at_once(referee):
    game = after_three_turns()
    seq, address = turn(game)
    dispute = dispute_over(game, seq, referee)
    seen = dispute.version
    disputes.uphold(dispute.pk, referee, "It was right.", seen, "first")
    with pytest.raises(Stale, match="already decided by rhea"):
        applied(dispute, referee, Proposal("answer", seq, address, "PASS"), nonce="second")
    game.refresh_from_db()
    assert game.head_seq == dispute.game.head_seq


def test_a_trial_of_a_game_that_moved_on_is_not_applied(referee):
    game = after_three_turns()
    seq, address = turn(game)
    dispute = dispute_over(game, seq, referee)
    head = Game.objects.get(pk=game.pk).head_seq
    send(game, 1, "PASS")
    with pytest.raises(Stale, match="moved on"):
        applied(dispute, referee, Proposal("answer", seq, address, "PASS"), head=head)


def test_a_finished_game_stays_as_it_ended(referee):
    game = after_three_turns()
    seq, address = turn(game)
    dispute = dispute_over(game, seq, referee)
    Game.objects.update(status=Game.Status.OVER)
    with pytest.raises(DisputeError, match="no longer be corrected"):
        applied(dispute, referee, Proposal("answer", seq, address, "PASS"))
    assert Dispute.objects.get().state == Dispute.State.OPEN


def with_a_deal() -> tuple[Game, int]:
    """Two turns, a deal between them: the game, and the ruling of the deal."""
    game = at_turns()
    send(game, 0, "RAISE 4 fighters")
    send(game, 1, "OFFER 1 gold FOR 0 gold TO Red")
    send(game, 0, "ACCEPT 1")
    game.refresh_from_db()
    seq = game.head_seq
    send(game, 1, "RAISE 2 fighters")
    game.refresh_from_db()
    return game, seq


def gold(match: Match) -> list[int]:
    return [side.gold for side in match.state.table.sides]


def test_a_deal_on_the_branch_left_has_not_happened(referee, heard):
    game, _ = with_a_deal()
    assert Offer.objects.get().state == Offer.State.ACCEPTED
    seq, _ = turn(game)
    dispute = dispute_over(game, seq, referee)
    heard.clear()
    applied(dispute, referee, Proposal("undo", seq), head=game.head_seq)
    assert Offer.objects.get().get_state_display() == "Undone by a correction"
    assert [more["change"] for name, more in heard if name == "offer_changed"] == ["void"]


def test_a_deal_is_struck_out_and_what_followed_is_kept(referee):
    game, seq = with_a_deal()
    before = gold(match_of(game))
    preview = tried(game, Proposal("strike", seq))
    assert preview.words == "Blue gives 1 gold; Red gives 0 gold"
    assert [(k.fate, k.order) for k in preview.fates] == [
        ("struck", "Blue gives 1 gold; Red gives 0 gold"),
        ("kept", "RAISE 2 fighters"),
    ]
    dispute = dispute_over(game, seq, referee)
    correction = applied(dispute, referee, Proposal("strike", seq), head=game.head_seq)
    red, blue = before
    assert gold(match_of(game)) == [red - 1, blue + 1]
    assert Offer.objects.get().state == Offer.State.VOID
    assert [fate.words for fate in corrections.fates_for(correction, 1)] == [
        "was struck out: it has not happened",
        f"still holds; it is ruling {correction.last_seq} now",
    ]
    assert correction.same == {str(correction.last_seq): seq + 1}
    assert "more on branches" in verified(game)


def test_only_a_deal_or_play_can_be_struck_out(referee):
    game = after_three_turns()
    seq, _ = turn(game)
    with pytest.raises(DisputeError, match="is an answer to a question"):
        tried(game, Proposal("strike", seq))


def test_a_late_deal_is_put_in_before_a_ruling(referee):
    game = after_three_turns()
    seq, _ = turn(game)
    before = gold(match_of(game))
    late = Proposal("play", seq, order="OFFER 2 gold FOR 0 gold TO Red", seat=1)
    preview = tried(game, late)
    assert preview.words == "Blue gives 2 gold; Red gives 0 gold"
    assert {k.fate for k in preview.fates} == {"kept"}
    assert gold(preview.fork.match) == [before[0] + 2, before[1] - 2]
    dispute = dispute_over(game, seq, referee)
    correction = applied(dispute, referee, late, head=game.head_seq)
    assert gold(match_of(game)) == [before[0] + 2, before[1] - 2]
    assert set(correction.same.values()) == {seq, seq + 1, seq + 2}
    first = game.rulings.get(seq=correction.first_seq).kernel().inputs[0]
    assert isinstance(first, Interject)
    assert (first.seat, first.source.by) == (1, "referee")
    assert "more on branches" in verified(game)


def test_a_late_play_that_asks_something_stops_there(referee):
    """A bribe opens a window: what nobody was ever asked is asked now."""
    game = after_three_turns()
    seq, _ = turn(game)
    holder = next(n for n in (0, 1) if "bribe" in match_of(game).state.hand[n].cards)
    preview = tried(game, Proposal("play", seq, order="BRIBE", seat=holder))
    assert "newly-asked" in {k.fate for k in preview.fates}


def test_an_acceptance_that_came_late_takes_the_offer_as_it_was_made(referee):
    game = at_turns()
    send(game, 1, "OFFER 1 gold FOR 0 gold TO Red")
    send(game, 0, "RAISE 4 fighters")
    send(game, 1, "WITHDRAW 1")
    game.refresh_from_db()
    seq, _ = turn(game)
    before = gold(match_of(game))
    late = Proposal("play", seq, order="ACCEPT 1", seat=0)
    dispute = dispute_over(game, seq, referee)
    applied(dispute, referee, late, head=game.head_seq)
    assert gold(match_of(game)) == [before[0] + 1, before[1] - 1]
    assert Offer.objects.get().state == Offer.State.ACCEPTED
    verified(game)


@pytest.mark.parametrize(
    ("order", "seat", "words"),
    [
        ("OFFER 99 gold FOR 0 gold TO Red", 1, "You do not have 99 gold"),
        ("RAISE 1 fighter", 1, "nothing a player does outside the questions"),
        ("ACCEPT 7", 1, "There is no offer 7"),
        ("OFFER 1 gold FOR 0 gold TO Red\nBRIBE", 1, "one order line"),
        ("OFFER 1 gold FOR 0 gold TO Red", None, "Choose whose"),
    ],
)
def test_a_late_play_must_have_been_legal_then(order, seat, words):
    game = after_three_turns()
    seq, _ = turn(game)
    with pytest.raises(DisputeError, match=words):
        tried(game, Proposal("play", seq, order=order, seat=seat))


def test_what_was_learned_meanwhile_is_named(referee):
    game = at_turns(seed=f"{9:064x}")
    send(game, 0, "SPY Blue")
    game.refresh_from_db()
    seq, address = turn(game, "spy")
    preview = tried(game, Proposal("answer", seq, address, "PASS"))
    assert [(x.seat, x.told.event["kind"]) for x in preview.learned] == [(0, "Spied")]


def test_rules_that_changed_are_ruled_again(referee, monkeypatch):
    game = after_three_turns()
    seq, _ = turn(game)
    monkeypatch.setattr("tests.skirmish.steps.COST", {"fighter": 2, "cruiser": 3})
    monkeypatch.setattr("tests.skirmish.decisions.COST", {"fighter": 2, "cruiser": 3})
    dispute = dispute_over(game, seq, referee)
    proposal = Proposal("rerule", seq)
    game.refresh_from_db()
    applied(dispute, referee, proposal, head=game.head_seq)
    assert match_of(game).state.table.sides[0].gold < 3
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


def test_a_frozen_game_goes_on_after_the_correction(referee, monkeypatch):
    game = after_three_turns()
    monkeypatch.setattr("tests.skirmish.steps.COST", {"fighter": 2, "cruiser": 3})
    game.snapshots.exclude(seq=1).delete()
    advancing.advance(game.pk)
    game.refresh_from_db()
    assert game.status == Game.Status.FROZEN
    dispute = Dispute.objects.get()
    seq = dispute.ruling_seq
    dispute = disputes.assign(dispute.pk, referee, dispute.version)
    applied(dispute, referee, Proposal("rerule", seq), head=game.head_seq)
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.prompts.filter(state=Prompt.State.OPEN, waiting=True).exists()


def test_a_table_paused_by_its_organiser_stays_paused(referee):
    game = after_three_turns()
    seq, address = turn(game)
    dispute = dispute_over(game, seq, referee)
    lobby.pause(game, timezone.now() - timedelta(hours=5))
    applied(dispute, referee, Proposal("answer", seq, address, "RAISE 2 fighters"))
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    asked = game.prompts.get(state=Prompt.State.OPEN)
    lobby.resume(game)
    due = Prompt.objects.get(pk=asked.pk).due
    assert due - timezone.now() < timedelta(hours=24, minutes=1), "not five hours more"
