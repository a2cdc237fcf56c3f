"""Signing in with a link from a mail."""

import logging
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
import time_machine

from pbem.models import Player
from pbem.table import limits
from pbem.table.openness import Openness
from pbem.table.people import sign_in
from tests.pbem.tables import new_table, seat_of

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def ada():
    return Player.objects.create(name="Ada Quill", email="ada@example.org")


def path_of(link: str) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def key_of(link: str) -> str:
    return link.partition("key=")[2]


def press_button(client, link):
    page = client.get(path_of(link))
    return client.post("/in/", {"key": page.context["key"]})


def test_a_link_leads_to_its_page(client, ada):
    link = sign_in.link_to(ada.email, "/me/")
    answer = press_button(client, link)
    assert (answer.status_code, answer["Location"]) == (302, "/me/")
    assert "ada@example.org" in client.get("/me/").content.decode()


def test_looking_at_a_link_signs_nobody_in(client, ada):
    """A mail scanner opens every link it finds."""
    page = client.get(path_of(sign_in.link_to(ada.email, "/me/")))
    assert page.status_code == 200
    assert client.get("/me/").status_code == 302


def test_an_expired_link_says_so_and_offers_a_new_one(client, ada):
    with time_machine.travel(NOW, tick=False):
        link = sign_in.link_to(ada.email, "/me/")
    with time_machine.travel(NOW + timedelta(hours=sign_in.LINK_HOURS, seconds=1), tick=False):
        page = client.get(path_of(link))
        text = page.content.decode()
        assert page.status_code == 410
        assert "too old" in text
        assert 'value="ada@example.org"' in text
        assert 'value="/me/"' in text
        assert client.post("/in/", {"key": key_of(link)}).status_code in (403, 410)
    assert client.get("/me/").status_code == 302


def test_a_link_is_good_until_then(client, ada):
    with time_machine.travel(NOW, tick=False):
        link = sign_in.link_to(ada.email, "/me/")
    with time_machine.travel(NOW + timedelta(hours=sign_in.LINK_HOURS - 1), tick=False):
        assert press_button(client, link).status_code == 302


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_link_cut_off_on_its_way(client, ada, cut):
    page = client.get(path_of(sign_in.link_to(ada.email, "/me/")[:-cut]) + "x")
    assert page.status_code in (200, 403)
    assert client.get("/me/").status_code == 302


@pytest.mark.parametrize(
    "path", ["https://elsewhere.example/", "//elsewhere.example", "me/", "\\\\x"]
)
def test_no_link_leads_elsewhere(client, ada, path):
    assert press_button(client, sign_in.link_to(ada.email, path))["Location"] == "/"
    page = client.get("/in/", {"next": path})
    assert 'name="next" value="/"' in page.content.decode()


def test_a_link_for_somebody_else_changes_who_is_signed_in(client, ada, browse):
    other = Player.objects.create(name="Bruno", email="bruno@example.org")
    mine = browse(other)
    page = mine.get(path_of(sign_in.link_to(ada.email, "/me/")))
    assert "Bruno" in page.content.decode()
    press_button(mine, sign_in.link_to(ada.email, "/me/"))
    assert "ada@example.org" in mine.get("/me/").content.decode()


def test_the_session_gets_a_new_name(client, ada):
    client.get("/")
    client.session["x"] = 1
    client.session.save()
    before = client.session.session_key
    press_button(client, sign_in.link_to(ada.email, "/"))
    assert client.session.session_key != before


def test_asking_for_a_link(client, ada, links):
    page = client.post("/in/", {"email": " ADA@example.org", "next": "/lobby/"})
    assert page.status_code == 200
    [(address, link)] = links
    assert address == "ada@example.org"
    assert press_button(client, link)["Location"] == "/lobby/"


def test_the_page_does_not_tell_who_plays_here(client, ada, links):
    known = client.post("/in/", {"email": "ada@example.org"}).content.decode()
    unknown = client.post("/in/", {"email": "bea@example.org"}).content.decode()
    assert known.replace("ada@", "bea@") == unknown
    assert not Player.objects.filter(email="bea@example.org").exists()


def test_a_new_address_becomes_a_player_with_the_button(client, links):
    client.post("/in/", {"email": "bea@example.org"})
    press_button(client, links[0][1])
    assert Player.objects.get(email="bea@example.org").name == "bea"


def test_no_address(client, links):
    page = client.post("/in/", {"email": "nonsense"})
    assert page.status_code == 400
    assert "ann@example.org" in page.content.decode()
    assert not links


def test_links_are_rationed(client, links):
    for _ in range(limits.LINKS_TO_ADDRESS.most):
        assert client.post("/in/", {"email": "bea@example.org"}).status_code == 200
    again = client.post("/in/", {"email": "bea@example.org"})
    assert again.status_code == 429
    assert int(again["Retry-After"]) > 0
    assert len(links) == limits.LINKS_TO_ADDRESS.most
    assert client.post("/in/", {"email": "carl@example.org"}).status_code == 200


def test_the_ration_comes_back(client, links):
    with time_machine.travel(NOW, tick=False):
        for _ in range(limits.LINKS_TO_ADDRESS.most + 1):
            client.post("/in/", {"email": "bea@example.org"})
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        assert client.post("/in/", {"email": "bea@example.org"}).status_code == 200


def test_no_key_in_the_log(client, ada, caplog):
    caplog.set_level(logging.DEBUG)
    with time_machine.travel(NOW, tick=False):
        link = sign_in.link_to(ada.email, "/me/")
    client.get(path_of(link))
    client.get(path_of(sign_in.link_to(ada.email, "/me/")) + "x")
    assert key_of(link)[:20] not in caplog.text


def test_signing_out(ada, browse):
    client = browse(ada)
    assert client.get("/me/").status_code == 200
    assert client.get("/out/").status_code == 405
    client.post("/out/")
    assert client.get("/me/").status_code == 302


def test_about_oneself(ada, browse):
    client = browse(ada)
    said = {"name": "Ada Q.", "time_zone": "Europe/Budapest", "language": "hu"}
    assert client.post("/me/", said).status_code == 302
    ada.refresh_from_db()
    assert (ada.name, ada.time_zone, ada.language) == ("Ada Q.", "Europe/Budapest", "hu")
    wrong = client.post("/me/", {**said, "time_zone": "Moon/Sea"})
    assert wrong.status_code == 400


# -- once, and out everywhere ----------------------------------------------------------------------


def test_a_link_signs_in_once(client, ada, browse):
    link = sign_in.link_to(ada.email, "/me/")
    press_button(client, link)
    again = client.get(path_of(link))
    assert (again.status_code, again["Location"]) == (302, "/me/")
    stranger = browse(None)
    for answer in (stranger.get(path_of(link)), stranger.post("/in/", {"key": key_of(link)})):
        assert answer.status_code in (403, 410)
    page = stranger.get(path_of(link)).content.decode()
    assert "has been used" in page
    assert 'value="ada@example.org"' in page
    client.post("/out/")
    assert client.get(path_of(link)).status_code == 410
    assert stranger.get("/me/").status_code == client.get("/me/").status_code == 302


def test_two_buttons_pressed_at_once_sign_in_once(client, ada, browse, monkeypatch):
    link = sign_in.link_to(ada.email, "/me/")
    key = client.get(path_of(link)).context["key"]
    monkeypatch.setattr(sign_in, "read", lambda key: sign_in.Key(ada.email, "/me/"))
    answers = [browse(None).post("/in/", {"key": key}).status_code for _ in range(2)]
    assert answers == [302, 410]


def test_spent_links_are_forgotten_when_they_would_be_too_old(client, ada):
    with time_machine.travel(NOW, tick=False):
        press_button(client, sign_in.link_to(ada.email, "/me/"))
    with time_machine.travel(NOW + timedelta(hours=sign_in.LINK_HOURS + 1), tick=False):
        client.post("/out/")
        press_button(client, sign_in.link_to(ada.email, "/me/"))
    assert sign_in.SpentLink.objects.count() == 1


def test_signing_out_everywhere(client, ada, browse):
    game = new_table(2)
    with time_machine.travel(NOW, tick=False):
        here, there = browse(None), browse(None)
        press_button(here, sign_in.link_to(ada.email, "/me/"))
        press_button(there, sign_in.link_to(ada.email, "/"))
        kept = sign_in.link_to(ada.email, "/lobby/")
        look = sign_in.look_link(ada, game.pk)
    with time_machine.travel(NOW + timedelta(minutes=1), tick=False):
        assert "Sign out everywhere" in there.get("/me/").content.decode()
        assert there.post("/out/", {"everywhere": "1"}).status_code == 302
    with time_machine.travel(NOW + timedelta(minutes=2), tick=False):
        assert here.get("/me/").status_code == there.get("/me/").status_code == 302
        assert client.get(path_of(kept)).status_code == 410
        assert client.get(path_of(look)).status_code == 410
        press_button(here, sign_in.link_to(ada.email, "/me/"))
        assert here.get("/me/").status_code == 200


# -- the link under a mail of a game ---------------------------------------------------------------


@pytest.fixture
def game():
    return new_table(2)


def test_a_mails_link_opens_the_table_to_read_and_signs_nobody_in(client, game):
    seat = seat_of(game, 0)
    assert client.get(f"/t/{game.pk}/").status_code == 302
    page = client.get(path_of(sign_in.look_link(seat.player, game.pk)), follow=True)
    text = page.content.decode()
    assert page.redirect_chain == [(f"/t/{game.pk}/", 302)]
    assert "You are watching: public facts only." in text
    assert "Send me a link to sign in" in text
    assert seat.player.email not in text
    assert 'id="composer"' not in text
    assert client.get(f"/t/{game.pk}/history/").status_code == 200
    other = new_table(2)
    assert client.get(f"/t/{other.pk}/").status_code == 302
    for page in ("orders/", "check/", "press/", "leave/", "organise/pause/"):
        assert "/in/" in client.post(f"/t/{game.pk}/{page}", {"lines": "1"})["Location"]
    assert client.get("/me/").status_code == 302
    assert not game.submissions.exists()


def test_who_reads_a_table_signs_in_by_a_link_to_their_own_address(client, game, links):
    seat = seat_of(game, 0)
    page = client.get(path_of(sign_in.look_link(seat.player, game.pk)), follow=True)
    answer = client.post("/in/", {"look": page.wsgi_request.looking.token})
    assert answer.status_code == 200
    assert seat.player.email not in answer.content.decode()
    [(address, link)] = links
    assert address == seat.player.email
    assert press_button(client, link)["Location"] == f"/t/{game.pk}/"
    assert 'id="composer"' in client.get(f"/t/{game.pk}/").content.decode()
    assert client.post("/in/", {"look": "forged"}).status_code == 403


def test_a_mails_link_takes_a_signed_in_reader_straight_to_the_table(game, browse):
    player = seat_of(game, 0).player
    client = browse(player)
    page = client.get(path_of(sign_in.look_link(player, game.pk)), follow=True)
    assert 'id="composer"' in page.content.decode()
    assert "look" not in client.cookies
    other = browse(Player.objects.create(name="Eve", email="eve@example.org"))
    assert other.get(path_of(sign_in.look_link(player, game.pk)), follow=True).status_code == 404


def test_a_reader_is_as_far_behind_as_the_table_wants(client, game):
    Openness.objects.create(game=game, delay_hours=6)
    page = client.get(path_of(sign_in.look_link(seat_of(game, 0).player, game.pk)), follow=True)
    assert "spectators are 6 hours behind" in page.content.decode()
    assert "Send me a link to sign in" in page.content.decode()


def test_an_old_or_broken_link_of_a_mail(client, game):
    player = seat_of(game, 0).player
    with time_machine.travel(NOW, tick=False):
        link = path_of(sign_in.look_link(player, game.pk))
        client.get(link)
    with time_machine.travel(NOW + timedelta(hours=sign_in.LOOK_HOURS, seconds=1), tick=False):
        page = client.get(link)
        assert (page.status_code, "too old" in page.content.decode()) == (410, True)
        assert client.get(f"/t/{game.pk}/").status_code == 302
    assert client.get(link.rstrip("/?")[:-3] + "xxx/").status_code == 403
