"""Disputes as players read them: the ruling quoted, who looks at it, closed with a sentence."""

import pytest
from django.contrib.auth.models import User

from pbem import signals
from pbem.models import Dispute, Game, Refereeing
from pbem.referee import corrections, disputes
from tests.pbem.referee.test_corrections import after_three_turns, player_of
from tests.pbem.tables import new_table, seat_of, send
from tests.pbem.web.played import to_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def listening(heard):
    """What tests of pbem silence, but for the listener that is tested here."""
    for signal in (signals.advanced, signals.ruling_amended):
        signal.connect(disputes.close_what_is_gone)
    return heard


def open_about(game: Game, seq: int, text: str = "I bid 2.") -> Dispute:
    return disputes.open_dispute(game, player_of(game, 0), seq, text)


def test_the_ruling_is_quoted_and_who_looks_at_it(browse):
    game = after_three_turns()
    dispute = open_about(game, game.head_seq)
    quoted = disputes.ruling_in_words(game, game.head_seq)
    assert quoted
    assert "no referee yet" in disputes.who_looks(dispute)
    judge = User.objects.create_user("judge", first_name="Judith", last_name="Vane", is_staff=True)
    assert "waits for a referee of this server" in disputes.who_looks(dispute)
    Refereeing.objects.create(game=game, user=judge)
    assert "waits for the referee of this table: Judith Vane" in disputes.who_looks(dispute)
    disputes.assign(dispute.pk, judge, dispute.version)
    dispute.refresh_from_db()
    assert disputes.who_looks(dispute) == "Judith Vane looks at it."
    text = browse(player_of(game, 1)).get(f"/t/{game.pk}/").content.decode()
    assert "Judith Vane looks at it." in text
    form = browse(player_of(game, 0)).get(f"/t/{game.pk}/dispute/?n={game.head_seq}")
    assert "<blockquote>" in form.content.decode()


def test_an_objection_to_a_ruling_that_was_taken_back_is_closed(listening):
    game = new_table(3, mode="trust")
    to_turns(game)
    game.refresh_from_db()
    send(game, 0, "RAISE 1 fighter")
    game.refresh_from_db()
    dispute = open_about(game, game.head_seq, "That was a slip.")
    listening.clear()
    undone = send(game, 0, "UNDO")
    assert undone.report[0].status == "command", undone.report
    dispute.refresh_from_db()
    assert dispute.state == Dispute.State.DECIDED
    assert "taken back" in dispute.decision
    assert "dispute_decided" in [name for name, _ in listening]


def test_an_objection_follows_its_ruling_through_a_correction(listening):
    game = after_three_turns()
    judge = User.objects.create_user("judge", is_staff=True)
    first, later = open_about(game, 3), open_about(game, game.head_seq, "And this.")
    disputes.assign(first.pk, judge, first.version)
    first.refresh_from_db()
    game.refresh_from_db()
    proposal = corrections.Proposal("undo", game.head_seq - 1)
    corrections.apply(
        first.pk,
        judge,
        "Taken back.",
        proposal,
        version=first.version,
        head=game.head_seq,
        nonce="nonce-1",
    )
    later.refresh_from_db()
    ruling = game.rulings.filter(seq=later.ruling_seq).first()
    assert later.state == Dispute.State.DECIDED or ruling.live


def test_the_desk_is_linked_for_who_sits_there(browse, client):
    game = after_three_turns()
    page = browse(player_of(game, 0)).get("/lobby/").content.decode()
    assert "/desk/" not in page
    client.force_login(User.objects.create_user("judge", is_staff=True))
    assert 'href="/desk/"' in client.get("/lobby/").content.decode()
    assert seat_of(game, 0).player is not None
