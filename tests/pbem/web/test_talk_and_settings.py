"""Conversations, the settings page, and what a first sign-in learns from the browser."""

import re

import pytest
from django.test import Client
from django.utils import translation

from pbem.models import Player
from pbem.table.people import sign_in
from pbem.web.table import TablePage
from tests.pbem.tables import new_table, seat_of, send
from tests.pbem.web.played import to_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = new_table(3, mode="ask")
    to_turns(game)
    return game


@pytest.fixture(autouse=True)
def english_again():
    """A page in another language leaves its language behind in the thread."""
    yield
    translation.deactivate()


def say(client, game, to, text):
    key = f"key-{text}".replace(" ", "-")
    return client.post(f"/t/{game.pk}/press/", {"key": key, "to": to, "text": text})


def page_of(client, game) -> TablePage:
    return client.get(f"/t/{game.pk}/").context["page"]


def test_messages_are_conversations(game, browse):
    red, blue, green = (browse(seat_of(game, n).player) for n in range(3))
    say(red, game, ["all"], "Hello all")
    say(red, game, ["1"], "Just us two")
    say(blue, game, ["0"], "Agreed")
    say(blue, game, ["0", "2"], "Us three")
    threads = page_of(red, game).threads
    assert [(t.title, t.new, [m.text for m in t.letters]) for t in threads] == [
        ("Blue, Green", 1, ["Us three"]),
        ("Blue", 1, ["Agreed", "Just us two"]),
        ("Everybody", 0, ["Hello all"]),
    ]
    assert [t.among for t in page_of(green, game).threads] == [("0", "1"), ("all",)]
    page = red.get(f"/t/{game.pk}/").content.decode()
    assert 'value="all" id="to-all" checked' in page, "everybody is preset"


def test_names_ticked_besides_everybody_are_meant(game, browse):
    red, blue, green = (browse(seat_of(game, n).player) for n in range(3))
    say(red, game, ["all", "1"], "Only Blue")
    assert "Only Blue" in blue.get(f"/t/{game.pk}/").content.decode()
    assert "Only Blue" not in green.get(f"/t/{game.pk}/").content.decode()


def test_history_leads_to_my_last_turn(game, browse):
    red = browse(seat_of(game, 0).player)
    send(game, 0, "RAISE 1 fighter")
    done = game.rulings.latest("seq").seq
    page = red.get(f"/t/{game.pk}/history/").context
    assert page["my_turn"] is not None
    assert page["my_turn"] <= done


def test_one_page_for_all_settings(game, browse):
    player = seat_of(game, 0).player
    red = browse(player)
    page = red.get("/me/")
    assert "Which mails" in page.content.decode()
    sent = {"name": "Ada", "time_zone": "Europe/Warsaw", "language": "pl"}
    mails = {"mail-mode": "needs", "mail-digest_hour": "7", "mail-text_only": "on"}
    assert red.post("/me/", {**sent, **mails}).status_code == 302
    player.refresh_from_db()
    assert (player.name, player.language) == ("Ada", "pl")
    shown = red.get("/me/").context["parts"][0].initial
    assert (shown["mode"], shown["digest_hour"], shown["text_only"]) == ("needs", 7, True)
    refused = red.post("/me/", {**sent, **mails, "mail-digest_hour": "99"})
    assert refused.status_code == 400


def test_a_first_sign_in_takes_zone_and_language_from_the_browser(game):
    key = sign_in.key_to("new@example.org", "/lobby/")
    client = Client(headers={"Accept-Language": "hu-HU,hu;q=0.9"})
    assert "data-zone" in client.get("/in/", {"key": key}).content.decode()
    client.post("/in/", {"key": key, "zone": "Europe/Budapest"})
    player = Player.objects.get(email="new@example.org")
    assert (player.time_zone, player.language) == ("Europe/Budapest", "hu")
    Player.objects.update(time_zone="Asia/Tokyo", language="en")
    key = sign_in.key_to("new@example.org", "/lobby/me")
    client.logout()
    client.post("/in/", {"key": key, "zone": "Europe/Budapest"})
    player.refresh_from_db()
    assert player.time_zone == "Asia/Tokyo", "what was chosen stays"


def test_only_zones_of_places_are_offered(browse):
    game = new_table(2)
    page = browse(seat_of(game, 0).player).get("/me/").content.decode()
    zones = set(re.findall(r'<option value="([A-Z][^"]*)"', page))
    assert {"UTC", "Europe/Warsaw", "America/Argentina/Buenos_Aires"} <= zones
    assert not {"Factory", "GMT0", "CET", "Etc/GMT+5", "Poland"} & zones
    assert "localtime" not in page
