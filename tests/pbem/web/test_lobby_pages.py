"""Making a table, joining it, running it, all on pages."""

import re

import pytest

from pbem.models import Game, Invitation, Player, Seat
from pbem.table import limits
from pbem.table.openness import Openness
from tests.pbem.tables import new_table, seat_of, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return Player.objects.create(name="Ada Quill", email="ada@example.org")


@pytest.fixture
def bruno():
    return Player.objects.create(name="Bruno Stern", email="bruno@example.org")


def form(client, path="/lobby/new/skirmish/"):
    page = client.get(path).content.decode()
    return re.search(r'name="key" value="([^"]*)"', page)[1], page


def table(client, **more):
    key, _ = form(client)
    said = {
        "key": key,
        "name": "Arcturus",
        "option-players": "2",
        "option-starting_gold": "6",
        "option-rounds": "3",
        "mode": "ask",
        "hours-default": "48",
        "delay_hours": "0",
        "seat": "on",
        "word": "heron",
    }
    return client.post("/lobby/new/skirmish/", {**said, **more})


def test_options_are_explained_by_the_game(ada, browse):
    _, page = form(browse(ada))
    assert "What each side begins with." in page
    assert 'id="option-players"' in page
    assert 'min="1"' in page


@pytest.mark.parametrize("name", ["skirmish", "ti4", "eclipse"])
def test_every_option_is_explained(ada, browse, name):
    page = browse(ada).get(f"/lobby/new/{name}/").content.decode()
    fields = re.findall(r'<(?:input|select) [^>]*id="((?:option|terms|mode)-[\w-]+)"', page)
    assert len(fields) > 10
    for field in fields:
        help_text = re.search(rf'id="{field}-help">([^<]*)<', page)
        assert help_text, field
        assert len(help_text[1]) > 15, field
    hours = re.findall(r'<label for="hours-[^"]*">([^<]*)<', page)
    assert "All other questions" in hours
    assert not [label for label in hours if "_" in label or not label[0].isupper()]


def test_bad_settings_keep_everything_that_was_typed(ada, browse):
    said = {
        "terms-quiet": "half past never",
        "terms-weekdays": "",
        "terms-weekdays-tue": "on",
        "terms-press": "off",
        "terms-grace_hours": "3",
        "hours-taketurn": "36",
        "watchable": "on",
    }
    text = table(browse(ada), **said).content.decode()
    assert 'role="alert"' in text
    for value in ("half past never", 'weekdays-tue" checked', 'value="off" selected', 'value="36"'):
        assert value in text, value
    assert re.search(r'name="watchable"[^>]*checked', text)
    assert "<details open>" in text
    assert not Game.objects.exists()


def test_making_a_table(ada, browse):
    client = browse(ada)
    answer = table(client, joinable="on")
    game = Game.objects.get()
    assert answer["Location"] == f"/t/{game.pk}/"
    assert (game.name, game.hours, game.organiser) == ("Arcturus", {"default": 48.0}, ada)
    assert game.openness.joinable
    assert seat_of(game, 0).word == "heron"
    page = client.get(answer["Location"]).content.decode()
    assert "Begin the game" in page
    assert game.commitment in page


def test_a_double_click_makes_one_table(ada, browse):
    client = browse(ada)
    key, _ = form(client)
    first, second = table(client, key=key), table(client, key=key)
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"name": " "}, "name"),
        ({"option-players": "99"}, "players"),
        ({"option-starting_gold": "lots"}, "starting_gold: write a whole number"),
        ({"hours-default": "-3"}, "hours"),
        ({"mode": "chaos"}, "mode"),
        ({"delay_hours": "100000"}, "behind"),
    ],
)
def test_a_wrong_form_says_what_and_keeps_the_rest(ada, browse, wrong, words):
    client = browse(ada)
    answer = table(client, **{"word": "kept-word", **wrong})
    text = answer.content.decode()
    assert answer.status_code == 400
    alert = re.search(r'role="alert">(.*?)</div>', text)[1]
    assert words in alert.lower()
    assert "kept-word" in text
    assert not Game.objects.exists()


def test_an_unknown_game(ada, browse):
    assert browse(ada).get("/lobby/new/chess/").status_code == 404


def test_joining_an_open_table(ada, bruno, browse):
    table(browse(ada), joinable="on")
    game = Game.objects.get()
    client = browse(bruno)
    assert f"/t/{game.pk}/join/" in client.get("/lobby/").content.decode()
    assert client.get(f"/t/{game.pk}/join/").status_code == 200
    client.post(f"/t/{game.pk}/join/", {"word": "basalt"})
    client.post(f"/t/{game.pk}/join/", {"word": "again"})
    seat = game.seats.get(player=bruno)
    assert seat.word == "basalt"
    third = Player.objects.create(name="Chidi", email="chidi@example.org")
    late = browse(third).post(f"/t/{game.pk}/join/", {"word": "x"})
    assert late.status_code == 400
    assert "seats" in late.content.decode().lower()


def test_joining_by_invitation(ada, bruno, browse):
    client = browse(ada)
    table(client)
    game = Game.objects.get()
    assert browse(bruno).get(f"/t/{game.pk}/join/").status_code == 404
    client.post(f"/t/{game.pk}/organise/invite/", {"email": "bruno@example.org"})
    assert "You are invited" in browse(bruno).get("/lobby/").content.decode()
    shown = browse(bruno).get(f"/t/{game.pk}/join/").content.decode()
    assert 'value="Bruno Stern"' in shown
    assert shown.index("Take a seat") < shown.index('id="chosen"'), "no need to scroll for it"
    browse(bruno).post(f"/t/{game.pk}/join/", {"word": "basalt", "name": " Bruno  S. "})
    bruno.refresh_from_db()
    assert bruno.name == "Bruno S."
    assert Invitation.objects.get(email="bruno@example.org").state == Invitation.State.TAKEN
    client.post(f"/t/{game.pk}/organise/start/")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert "Choose your secret objective" in browse(bruno).get(f"/t/{game.pk}/").content.decode()


def test_nobody_sends_invitations_without_end(ada, browse, monkeypatch):
    """Each is a mail to a stranger, with words that its sender chose."""
    allowed = limits.INVITATIONS_OF_PLAYER._replace(most=2)
    monkeypatch.setattr(limits, "INVITATIONS_OF_PLAYER", allowed)
    client = browse(ada)
    table(client)
    game = Game.objects.get()
    for n in range(3):
        client.post(f"/t/{game.pk}/organise/invite/", {"email": f"stranger{n}@example.org"})
    assert Invitation.objects.filter(email__startswith="stranger").count() == 2
    assert "many invitations today" in client.get(f"/t/{game.pk}/").content.decode()


def test_starting_too_early_says_why(ada, browse):
    client = browse(ada)
    table(client)
    game = Game.objects.get()
    client.post(f"/t/{game.pk}/organise/start/")
    assert "Still empty" in client.get(f"/t/{game.pk}/").content.decode()
    client.post(f"/t/{game.pk}/organise/bot/", {"seat": "1"})
    assert seat_of(game, 1).kind == Seat.Kind.BOT
    client.post(f"/t/{game.pk}/organise/start/")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_running_a_table(browse):
    game = new_table(2)
    client = browse(game.organiser)
    page = client.get(f"/t/{game.pk}/").content.decode()
    assert "Only you see this" not in page
    client.post(f"/t/{game.pk}/organise/pause/")
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED
    client.post(f"/t/{game.pk}/organise/resume/")
    client.post(f"/t/{game.pk}/organise/hours/", {"hours-default": "12"})
    client.post(f"/t/{game.pk}/organise/openness/", {"watchable": "on", "delay_hours": "3"})
    client.post(f"/t/{game.pk}/organise/substitute/", {"seat": "1", "email": "new.one@example.org"})
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.hours["default"] == 12
    assert Openness.objects.get(game=game).delay_hours == 3
    assert Invitation.objects.filter(email="new.one@example.org").exists()
    assert client.post(f"/t/{game.pk}/organise/explode/").status_code == 404


def test_the_organiser_renews_a_reply_address(browse, heard):
    game = new_table(2)
    client = browse(game.organiser)
    before = seat_of(game, 1).key_version
    client.post(f"/t/{game.pk}/organise/address/", {"seat": "1"})
    client.post(f"/t/{game.pk}/organise/address/", {"seat": "organiser"})
    assert seat_of(game, 1).key_version == before + 1
    renewed = [said["seat"] for name, said in heard if name == "reply_key_renewed"]
    assert renewed == [seat_of(game, 1), None]


def test_a_substitute_takes_over_on_the_page(browse):
    game = new_table(2)
    old = browse(seat_of(game, 1).player)
    browse(game.organiser).post(
        f"/t/{game.pk}/organise/substitute/", {"seat": "1", "email": "new.one@example.org"}
    )
    new = Player.objects.create(name="New", email="new.one@example.org")
    client = browse(new)
    assert client.post(f"/t/{game.pk}/join/", {"word": ""}).status_code == 302
    assert "Choose your secret objective" in client.get(f"/t/{game.pk}/").content.decode()
    assert old.get(f"/t/{game.pk}/").status_code == 404


def test_the_lobby_shows_strangers_only_what_is_open(client, ada, browse):
    table(browse(ada))
    assert "Arcturus" not in client.get("/lobby/").content.decode()
    Openness.objects.update(joinable=True)
    assert "Arcturus" in client.get("/lobby/").content.decode()


def test_the_lobby_says_where_one_is_needed(browse):
    game = new_table(2)
    red = browse(seat_of(game, 0).player)
    assert "needs you" in red.get("/lobby/").content.decode()
    send(game, 0, "1")
    assert "needs you" not in red.get("/lobby/").content.decode()


PREVIEW = "A preview: its rules may still change under a running table."


def test_a_preview_says_so_where_a_table_is_made(ada, browse, settings):
    settings.PARSEC_RULESETS = [*settings.PARSEC_RULESETS, "rules.ti3.ruleset.TI3"]
    client = browse(ada)
    for page in ("/lobby/", "/lobby/new/"):
        assert client.get(page).content.decode().count(PREVIEW) == 1, page
    assert PREVIEW in form(client, "/lobby/new/ti3/")[1]
    assert PREVIEW not in form(client)[1]
