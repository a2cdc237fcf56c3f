"""Objections: opened once, told to the table, the table waiting if it wants to."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from pbem.models import Dispute, Game, Player, Refereeing
from pbem.referee import disputes
from pbem.referee.disputes import DisputeError
from pbem.table import lobby
from tests.pbem.referee.test_corrections import after_three_turns, at_turns, player_of
from tests.pbem.tables import new_table, send

pytestmark = pytest.mark.django_db


def test_an_objection_is_stored_and_announced(heard):
    game = after_three_turns()
    heard.clear()
    dispute = disputes.open_dispute(game, player_of(game, 0), 3, "  I bid 2.  ")
    assert (dispute.text, dispute.ruling_seq, dispute.origin) == ("I bid 2.", 3, "player")
    assert [name for name, _ in heard] == ["dispute_opened"]
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


def test_objecting_again_adds_to_it(heard):
    game = after_three_turns()
    first = disputes.open_dispute(game, player_of(game, 0), 3, "I bid 2.")
    heard.clear()
    for text in ("I bid 2.", "See my mail.", "See my mail."):
        assert disputes.open_dispute(game, player_of(game, 0), 3, text) == first
    assert [n.text for n in first.notes.all()] == ["See my mail."]
    assert heard == []
    other = disputes.open_dispute(game, player_of(game, 1), 3, "So do I.")
    assert other != first


@pytest.mark.parametrize(
    ("seq", "text", "words"),
    [
        (3, "   ", "Say what is wrong"),
        (3, "x" * 4001, "too long"),
        (99, "Why?", "from 1 to 6"),
        (0, "Why?", "no ruling 0"),
    ],
)
def test_what_is_not_an_objection_gets_an_answer(seq, text, words):
    game = after_three_turns()
    with pytest.raises(DisputeError, match=words):
        disputes.open_dispute(game, player_of(game, 0), seq, text)
    assert not Dispute.objects.exists()


def test_who_does_not_sit_there_and_games_without_rulings():
    game = after_three_turns()
    stranger = Player.objects.create(name="Nosy", email="nosy@example.org")
    with pytest.raises(DisputeError, match="Only who sits"):
        disputes.open_dispute(game, stranger, 3, "Hm.")
    waiting = new_table(2, start=False)
    with pytest.raises(DisputeError, match="has not started"):
        disputes.open_dispute(waiting, player_of(waiting, 0), 1, "Hm.")


def test_what_was_undone_cannot_be_objected_to():
    game = at_turns()
    send(game, 0, "RAISE 1 fighter")
    game.refresh_from_db()
    gone = game.head_seq
    send(game, 0, "UNDO")
    with pytest.raises(DisputeError, match="no longer counts"):
        disputes.open_dispute(game, player_of(game, 0), gone, "Hm.")


def test_no_more_than_a_few_at_a_time():
    game = after_three_turns()
    for seq in (1, 2, 3):
        disputes.open_dispute(game, player_of(game, 0), seq, "Hm.")
    with pytest.raises(DisputeError, match="rulings 1, 2, 3"):
        disputes.open_dispute(game, player_of(game, 0), 4, "Hm.")


def test_a_table_may_wait_for_the_referee(heard):
    game = after_three_turns()
    disputes.set_pausing(game, True)
    referee = User.objects.create_user("rhea", is_staff=True)
    began = timezone.now()
    due = game.prompts.get(state="open").due
    one = disputes.open_dispute(game, player_of(game, 0), 3, "Hm.", began)
    two = disputes.open_dispute(game, player_of(game, 1), 3, "Hm!", began)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    later = began + timedelta(days=2)
    for dispute, status in ((one, Game.Status.PAUSED), (two, Game.Status.RUNNING)):
        dispute = disputes.assign(dispute.pk, referee, dispute.version)
        disputes.uphold(dispute.pk, referee, "Right as it was.", dispute.version, "n", later)
        game.refresh_from_db()
        assert game.status == status
    assert game.prompts.get(state="open").due == due + timedelta(days=2)
    said = [(name, k.get("what")) for name, k in heard if name == "table_changed"]
    assert said[-2:] == [("table_changed", "paused"), ("table_changed", "resumed")]


def test_a_pause_of_the_organiser_is_not_ended_by_a_decision():
    game = after_three_turns()
    referee = User.objects.create_user("rhea", is_staff=True)
    lobby.pause(game)
    dispute = disputes.open_dispute(game, player_of(game, 0), 3, "Hm.")
    dispute = disputes.assign(dispute.pk, referee, dispute.version)
    disputes.uphold(dispute.pk, referee, "Right.", dispute.version, "n")
    assert Game.objects.get(pk=game.pk).status == Game.Status.PAUSED


def test_who_may_take_a_case():
    game = after_three_turns()
    dispute = disputes.open_dispute(game, player_of(game, 0), 3, "Hm.")
    plain = User.objects.create_user("plain")
    with pytest.raises(DisputeError, match="cannot take"):
        disputes.assign(dispute.pk, plain, dispute.version)
    with pytest.raises(DisputeError, match="Take the dispute first"):
        disputes.uphold(dispute.pk, plain, "So.", dispute.version, "n")
    Refereeing.objects.create(game=game, user=plain)
    taken = disputes.assign(dispute.pk, plain, dispute.version)
    assert disputes.assign(dispute.pk, plain, dispute.version).version == taken.version
    back = disputes.assign(dispute.pk, None, taken.version)
    assert back.assignee is None


def test_the_parties_are_who_objects_and_whose_answers_it_was():
    game = after_three_turns()
    seq = game.head_seq
    givers = game.rulings.get(seq=seq).kernel().seats
    assert givers == (0,)
    dispute = disputes.open_dispute(game, player_of(game, 1), seq, "Hm.")
    assert [seat.number for seat in disputes.parties(dispute)] == [0, 1]


def test_numbers_about_disputes():
    game = after_three_turns()
    referee = User.objects.create_user("rhea", is_staff=True)
    assert disputes.statistics().median_days is None
    began = timezone.now() - timedelta(days=4)
    for seq, days in ((1, 1), (2, 2), (3, 3)):
        dispute = disputes.open_dispute(game, player_of(game, 0), seq, "Hm.", began)
        dispute = disputes.assign(dispute.pk, referee, dispute.version)
        when = began + timedelta(days=days)
        disputes.uphold(dispute.pk, referee, "Right.", dispute.version, "n", when)
    disputes.open_dispute(game, player_of(game, 1), 1, "Hm.")
    found = disputes.statistics()
    assert (found.open, found.decided, found.upheld, found.amended) == (1, 3, 3, 0)
    assert found.median_days == pytest.approx(2)
    assert found.by_ruleset == (("skirmish", 4),)
    assert found.by_origin == (("A player objects", 4),)
