"""History, what is new, spectators, the final report."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from pbem.models import Game, Prompt, Ruling
from pbem.play import past
from pbem.table.openness import Openness
from pbem.web.models import Visit
from rules.kernel.codec import encode
from tests.pbem.tables import match_of, new_table, seat_of, send
from tests.pbem.web.played import finished, together

pytestmark = pytest.mark.django_db
START = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def game():
    return finished()


def test_every_ruling_that_counts_can_be_shown(game):
    """And the newest one is the position as it is."""
    seqs = past.live_seqs(game, game.head_seq)
    assert len(seqs) > 20
    for seq in seqs:
        assert past.match_at(game, seq).n == seq
    assert encode(past.match_at(game, seqs[-1]).state) == encode(match_of(game).state)


def test_an_undone_ruling_is_struck_out(browse):
    game = new_table(2)
    together(game, "1", "1")
    together(game, "BID 1", "BID 0")
    send(game, 0, "RAISE 1 fighter")
    undone = Game.objects.get().head_seq
    send(game, 0, "UNDO")
    red = browse(seat_of(game, 0).player)
    page = red.get(f"/t/{game.pk}/history/").content.decode()
    assert re.search(rf'<li id="r{undone}" class="gone">', page)
    assert "no longer counts" in page
    assert red.get(f"/t/{game.pk}/history/", {"n": undone}).context["seq"] < undone


def test_slider_links_and_nonsense(game, browse):
    red = browse(seat_of(game, 0).player)
    where = f"/t/{game.pk}/history/"
    seqs = past.live_seqs(game, game.head_seq)
    assert red.get(where).context["seq"] == seqs[-1]
    assert red.get(where, {"n": seqs[3]}).context["seq"] == seqs[3]
    assert red.get(where, {"at": 4}).context["seq"] == seqs[3]
    assert red.get(where, {"at": 10**6}).context["seq"] == seqs[-1]
    assert red.get(where, {"n": 0}).context["seq"] == seqs[0]
    for nonsense in ("-1", "x", "9" * 40, "٣"):
        assert red.get(where, {"n": nonsense}).status_code == 200
    part = red.get(where, {"at": 2}, headers={"HX-Request": "true"}).content.decode()
    assert "<h1>" not in part
    assert "<svg" in part


def test_history_shows_each_reader_their_own(browse):
    game = new_table(2, mode="ask")
    cards = match_of(game).view(0).mine.cards
    red = browse(seat_of(game, 0).player).get(f"/t/{game.pk}/history/").content.decode()
    blue = browse(seat_of(game, 1).player).get(f"/t/{game.pk}/history/").content.decode()
    drawn = f"You drew {', '.join(cards)}."
    assert drawn in red
    assert "Red drew 3 cards" in blue
    assert drawn not in blue or match_of(game).view(1).mine.cards == cards


def test_since_the_last_visit(browse):
    game = new_table(2)
    red = browse(seat_of(game, 0).player)
    where = f"/t/{game.pk}/"
    with time_machine.travel(START, tick=False):
        assert "Since your last visit" in red.get(where).content.decode()
    with time_machine.travel(START + timedelta(hours=2), tick=False):
        assert "Since your last visit" not in red.get(where).content.decode()
        send(game, 0, "1")
        send(game, 1, "1")
        page = red.get(where).content.decode()
        assert "Since your last visit" in page
        assert page.count('<a class="seq"') >= 1
        assert "You drew" not in page
    with time_machine.travel(START + timedelta(hours=2, minutes=20), tick=False):
        assert "Since your last visit" in red.get(where).content.decode(), "the same visit"
        past = red.get(f"{where}history/").content.decode()
        assert f'href="{where}history/?n=2">Since your last visit: from ruling 2 on' in past
    with time_machine.travel(START + timedelta(hours=4), tick=False):
        assert "Since your last visit" not in red.get(where).content.decode()
    assert Visit.objects.count() == 1


def test_spectators_see_public_facts(browse, client):
    game = new_table(2)
    Openness.objects.create(game=game, watchable=True)
    page = client.get(f"/t/{game.pk}/").content.decode()
    assert "public facts only" in page
    assert "Only you see this" not in page
    assert "You drew" not in page
    assert 'id="composer"' not in page
    assert "Red drew 3 cards" in client.get(f"/t/{game.pk}/history/").content.decode()


def test_spectators_can_be_kept_behind(client, browse):
    game = new_table(2, now=START)
    Ruling.objects.update(at=START)
    Openness.objects.create(game=game, watchable=True, delay_hours=24)
    later = START + timedelta(hours=30)
    send(game, 0, "1", now=later)
    send(game, 1, "1", now=later)
    with time_machine.travel(later, tick=False):
        page = client.get(f"/t/{game.pk}/")
        assert page.context["page"].seq == 1
        assert "24 hours behind" in page.content.decode()
        assert client.get(f"/t/{game.pk}/history/", {"n": 99}).context["seq"] == 1
        mine = browse(seat_of(game, 0).player).get(f"/t/{game.pk}/")
        assert mine.context["page"].seq == Game.objects.get().head_seq
    with time_machine.travel(later + timedelta(hours=25), tick=False):
        assert client.get(f"/t/{game.pk}/").context["page"].seq == Game.objects.get().head_seq


def test_nothing_has_happened_yet_for_a_spectator(client):
    """The delay is longer than the game is old: nothing may be shown, and that is said."""
    game = new_table(2, now=START)
    Ruling.objects.update(at=START)
    Openness.objects.create(game=game, watchable=True, delay_hours=24)
    with time_machine.travel(START + timedelta(hours=1), tick=False):
        answer = client.get(f"/t/{game.pk}/")
        assert answer.status_code == 200
        assert "<svg" not in answer.content.decode()
        assert client.get(f"/t/{game.pk}/history/").status_code == 302


def test_the_final_report(game, browse):
    red = browse(seat_of(game, 0).player)
    page = red.get(f"/t/{game.pk}/report/").content.decode()
    for title in ("Points by round", "Fleet strength", "Check the dice"):
        assert title in page
    assert page.count('<svg class="chart"') == 2
    assert game.seed in page
    for name in ("Red", "Blue", "Green"):
        assert name in page


def test_the_report_shows_who_answered_in_time(game, browse):
    red = seat_of(game, 0)
    Prompt.objects.create(
        game=game, seat=red, player=red.player, opened_seq=1, address="r1/turn@red",
        kind="taketurn", state=Prompt.State.ANSWERED, answered_by="player",
        opened=START, answered=START, due=START + timedelta(hours=1),
    )  # fmt: skip
    page = browse(red.player).get(f"/t/{game.pk}/report/").content.decode()
    assert "Answers in time" in page
    assert page.count('<svg class="chart"') == 3


def test_no_report_before_the_end(browse):
    game = new_table(2)
    red = browse(seat_of(game, 0).player)
    answer = red.get(f"/t/{game.pk}/report/")
    assert answer.status_code == 404
    assert game.seed not in red.get(f"/t/{game.pk}/").content.decode()


def test_charts_go_round_by_round(game):
    found = past.by_round(past.moments(game))
    assert [m.round for m in found] == sorted({m.round for m in found})
    assert found[-1].public.seat is None
