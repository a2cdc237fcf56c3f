"""Saying yes or no to an invitation by a link in its mail."""

import pytest

from pbem import signals
from pbem.models import Game, Invitation, Player
from pbem.table import lobby, one_click

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    ada = Player.objects.create(name="Ada Quill", email="ada@example.org")
    terms = {"weekdays": "mon, tue, wed, thu, fri", "quiet": "22:00-07:00"}
    game = lobby.create_game(ada, "Arcturus", "skirmish", {"players": 3}, terms=terms)
    lobby.sit_down(game, ada)
    return game


def links(game: Game) -> tuple[Invitation, str, str]:
    invitation = lobby.invite(game, "dora@example.org", "Dora Lantos")
    yes, no = one_click.for_invitation(invitation)
    return invitation, yes.url.partition("/do/")[2], no.url.partition("/do/")[2]


@pytest.mark.parametrize(
    ("language", "words", "days"),
    [
        ("en", "What you agree to", "Saturday, Sunday"),
        ("pl", "Na co się zgadzasz", "sobota, niedziela"),
        ("hu", "Amibe beleegyezel", "szombat, vasárnap"),
    ],
)
def test_yes_by_a_link_says_what_one_agrees_to(game, client, language, words, days):
    invitation, yes, _no = links(game)
    page = client.get(f"/do/{yes}", headers={"accept-language": language}).content.decode()
    for said in (words, days, "22:00–07:00", "Ada Quill"):
        assert said in page, said
    assert game.seats.filter(kind="empty").count() == 2, "looking at it takes no seat"
    client.post(f"/do/{yes}")
    client.post(f"/do/{yes}")
    seat = game.seats.get(player__email="dora@example.org")
    assert seat.player.name == "Dora Lantos"
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.TAKEN


def test_no_by_a_link_is_told_to_the_organiser_once(game, client):
    heard = []

    def hear(invitation, **said):
        heard.append(invitation.email)

    signals.declined.connect(hear)
    try:
        _invitation, yes, no = links(game)
        for _ in range(2):
            assert client.post(f"/do/{no}").status_code == 200
    finally:
        signals.declined.disconnect(hear)
    assert heard == ["dora@example.org"]
    assert client.post(f"/do/{yes}").status_code == 400
    again = lobby.invite(game, "dora@example.org")
    assert again.state == Invitation.State.OPEN, "who declined may be asked again"


def test_a_link_of_an_invitation_that_is_gone(game, client):
    _invitation, yes, _no = links(game)
    lobby.cancel(game)
    assert client.get(f"/do/{yes}").status_code == 410
    assert client.get("/do/forged/").status_code == 410
