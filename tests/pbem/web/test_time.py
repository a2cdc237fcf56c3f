"""Time on the page: more of it by vote, and days away, by the rules of the mails."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pbem.clocks import vacations
from pbem.models import Extension
from tests.pbem.tables import new_table, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return new_table(3)


@pytest.fixture
def post(browse, game):
    def sent(number, **said):
        page = browse(seat_of(game, number).player)
        return page.post(f"/t/{game.pk}/time/", said, follow=True).content.decode()

    return sent


def test_more_time_is_asked_for_and_voted_on(post, browse, game):
    assert "24" in post(0, do="more", hours="24")
    request = Extension.objects.get(game=game)
    assert request.hours == 24
    page = browse(seat_of(game, 1).player)
    shown = page.get(f"/t/{game.pk}/time/").content.decode()
    assert 'value="yes"' in shown
    post(1, do="yes")
    post(2, do="yes")
    request.refresh_from_db()
    assert request.state == Extension.State.GRANTED


def test_days_away_and_back(post, game):
    day = (timezone.now() + timedelta(days=3)).date().isoformat()
    post(0, do="away", last=day)
    assert len(vacations.current(game)) == 1
    post(0, do="back")
    assert not vacations.current(game)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"do": "more", "hours": "soon"}, "Say how many hours more you need"),
        ({"do": "away", "last": "never"}, "Say until which day you are away"),
        ({"do": "back"}, "vacation"),
        ({"do": "yes"}, "more time"),
    ],
)
def test_what_cannot_be_done_is_said(post, said, words):
    assert words in post(0, **said)
