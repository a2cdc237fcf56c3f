"""The organiser's whole way on pages: choosing, seeing the map, changing, inviting, cancelling."""

import re

import pytest

from pbem.models import Game, Invitation, Player, Seat
from pbem.play import loading
from pbem.table import first_game, lobby
from pbem.table.people import addresses
from rules.kernel.errors import BadOptions
from rules.ti4.ruleset import TI4
from tests.pbem.web.played import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return Player.objects.create(name="Ada Quill", email="ada@example.org")


@pytest.fixture
def every_game(settings):
    names = ("ti4", "eclipse", "ti3", "inscription")
    settings.PARSEC_RULESETS = [f"rules.{name}.ruleset.{name.upper()}" for name in names]


def page(answer) -> str:
    return answer.content.decode()


def said(client, ruleset: str = "ti4", **more: str) -> dict[str, str]:
    """What the form of a new table holds, with some of it changed."""
    key = re.search(r'name="key" value="([^"]*)"', page(client.get(f"/lobby/new/{ruleset}/")))[1]
    return {"key": key, "name": "Arcturus", "mode": "trust", "delay_hours": "0", **more}


def test_all_errors_at_once_each_beside_its_field(ada, browse):
    client = browse(ada)
    typed = {
        "name": " ",
        "option-players": "4",
        "option-galaxy": "players are nice",
        "sides": "by seat",
        "side-0": "sol",
        "side-1": "sol",
        "side-2": "hacan",
        "side-3": "saar",
        "terms-quiet": "half past never",
        "hours-default": "-3",
        "delay_hours": "100000",
    }
    answer = client.post("/lobby/new/ti4/", said(client, **typed))
    text = page(answer)
    assert answer.status_code == 400
    alert = re.search(r'role="alert">(.*?)</div>', text, re.DOTALL)[1]
    assert "BadOptions" not in text
    for field in ("name", "option-galaxy", "option-factions", "terms-quiet", "hours-default"):
        assert f'href="#{field}"' in alert, field
    assert text.count('class="problem"') >= 5
    assert "Name 4 different factions" in text
    assert 'value="players are nice"' in text
    assert not Game.objects.exists()


def test_a_wrong_number_of_players_hides_no_other_error(ada, browse, every_game):
    client = browse(ada)
    typed = {"option-players": "9", "option-galaxy": "players are nice"}
    text = page(client.post("/lobby/new/ti4/", said(client, **typed)))
    assert "for 3 to 6 players, not 9" in text
    assert "Not tiles of a map" in text
    ti3 = {"option-players": "2", "option-galaxy": "x y", "option-domain_set": "lots"}
    text = page(client.post("/lobby/new/ti3/", said(client, "ti3", **ti3)))
    alert = re.search(r'role="alert">(.*?)</div>', text, re.DOTALL)[1]
    fields = ("option-players", "option-galaxy", "option-domain_set")
    assert all(f'href="#{field}"' in alert for field in fields)


@pytest.mark.parametrize("factions", ["Sol, Hacan, letnev", "The Federation of Sol,hacan,LETNEV"])
def test_factions_by_any_name_start(ada, factions):
    game = lobby.create_game(ada, "Arcturus", "ti4", {"players": 3, "factions": factions})
    lobby.sit_down(game, ada)
    lobby.fill_with_bots(game)
    game = lobby.start(game)
    assert game.status == Game.Status.RUNNING


def test_options_that_cannot_start_make_no_table():
    with pytest.raises(BadOptions) as bad:
        TI4.read_options({"players": 6, "factions": "Sol", "galaxy": "nice", "target": 10})
    assert {problem.option for problem in bad.value.problems} == {"factions", "galaxy"}


def test_sides_are_chosen_from_a_list_with_a_line_about_each(ada, browse):
    client = browse(ada)
    text = page(client.get("/lobby/new/ti4/"))
    assert "The Federation of Sol" in text
    assert "Orbital Drop" in text
    chosen = {f"side-{i}": id for i, id in enumerate(("sol", "hacan", "saar"))}
    typed = said(client, **{"option-players": "3", "sides": "by seat", "seat": "on", **chosen})
    client.post("/lobby/new/ti4/", typed)
    assert Game.objects.get().options["factions"] == "sol,hacan,saar"
    half = {"option-players": "3", "sides": "by seat", "side-0": "sol", "terms-quiet": "never"}
    text = page(client.post("/lobby/new/ti4/", said(client, **half)))
    assert "nothing is chosen for seats 2, 3" in text
    assert 'href="#terms-quiet"' in text, "all at once"
    assert Game.objects.count() == 1


def test_a_map_is_shown_another_one_and_taken(ada, browse):
    client = browse(ada)
    typed = said(client, **{"option-players": "3", "option-galaxy": "balanced", "sides": "random"})
    first = page(client.post("/lobby/new/ti4/", {**typed, "map": "new"}))
    assert "<svg" in first
    written = re.search(r'name="option-galaxy"[^>]* value="([^"]*)"', first)[1]
    other = page(client.post("/lobby/new/ti4/", {**typed, "map": "new"}))
    assert re.search(r'name="option-galaxy"[^>]* value="([^"]*)"', other)[1] != written
    assert not Game.objects.exists()
    client.post("/lobby/new/ti4/", {**typed, "option-galaxy": written, "seat": "on"})
    game = Game.objects.get()
    assert game.options["galaxy"] == written
    assert "<svg" in page(client.get(f"/t/{game.pk}/")), "who comes sees the map"


def test_options_can_change_until_the_start(ada, browse):
    client = browse(ada)
    client.post("/lobby/new/skirmish/", said(client, "skirmish", **{"option-players": "2"}))
    game = Game.objects.get()
    lobby.sit_down(game, ada)
    form = page(client.get(f"/t/{game.pk}/edit/"))
    assert 'value="Arcturus"' in form
    more = {"name": "Vega", "mode": "trust", "option-players": "4", "option-rounds": "3"}
    client.post(f"/t/{game.pk}/edit/", more)
    game.refresh_from_db()
    assert (game.name, game.seats.count()) == ("Vega", 4)
    lobby.fill_with_bots(game)
    fewer = client.post(f"/t/{game.pk}/edit/", {**more, "option-players": "2"})
    assert fewer.status_code == 400
    assert "4 seats are taken" in page(fewer)
    game = lobby.start(game)
    assert client.get(f"/t/{game.pk}/edit/").status_code == 302
    with pytest.raises(lobby.LobbyError, match="already started"):
        lobby.change_table(game, "Vega", game.options, "trust", {}, {})


def test_a_seat_in_the_middle_may_go(ada):
    game = lobby.create_game(ada, "Arcturus", "skirmish", {"players": 4})
    lobby.give_to_bot(game.seats.get(number=2))
    lobby.sit_down(game, ada)
    lobby.change_table(game, "Arcturus", {"players": 2}, "trust", {}, {})
    kinds = list(game.seats.order_by("number").values_list("number", "kind"))
    assert kinds == [(0, Seat.Kind.PERSON), (1, Seat.Kind.BOT)]


def test_a_pasted_list_of_addresses(ada, browse):
    game = lobby.create_game(ada, "Arcturus", "skirmish", {"players": 4})
    pasted = "Bruno Stern <bruno@example.org>\nchidi@example.org, dora@example.org Dora; no@address"
    answer = browse(ada).post(f"/t/{game.pk}/organise/invite/", {"several": pasted}, follow=True)
    invited = dict(Invitation.objects.values_list("email", "name"))
    assert invited == {
        "bruno@example.org": "Bruno Stern",
        "chidi@example.org": "",
        "dora@example.org": "Dora",
    }
    assert "no@address" in page(answer)
    more = {"several": "emil@example.org\nnot an address; Fatma"}
    told = page(browse(ada).post(f"/t/{game.pk}/organise/invite/", more, follow=True))
    assert "not an address, Fatma" in told, "what was passed over is said"
    assert addresses.listed("nobody here") == []


def test_bots_for_all_empty_seats_and_the_way_out(ada, browse):
    game = lobby.create_game(ada, "Arcturus", "skirmish", {"players": 4})
    lobby.sit_down(game, ada)
    client = browse(ada)
    client.post(f"/t/{game.pk}/organise/bots/", {"level": "keen"})
    assert game.seats.filter(kind=Seat.Kind.BOT, level="keen").count() == 3
    asked = client.post(f"/t/{game.pk}/organise/cancel/")
    game.refresh_from_db()
    assert game.status == Game.Status.LOBBY
    assert 'name="sure"' in page(asked)
    client.post(f"/t/{game.pk}/organise/cancel/", {"sure": "1"})
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_the_same_people_again(browse):
    game = finished()
    first, *others = [s.player for s in game.seats.select_related("player") if s.player]
    client = browse(first)
    key = re.search(r'name="key" value="([^"]*)"', page(client.get(f"/t/{game.pk}/report/")))[1]
    where = client.post(f"/t/{game.pk}/rematch/", {"key": key})["Location"]
    assert client.post(f"/t/{game.pk}/rematch/", {"key": key})["Location"] == where
    again = Game.objects.latest("pk")
    assert (again.options, again.mode, again.hours) == (game.options, game.mode, game.hours)
    assert again.seats.get(player=first).number == 0
    invited = set(again.invitations.filter(state="open").values_list("email", flat=True))
    assert invited == {other.email for other in others}


@pytest.mark.parametrize("name", ["ti4", "eclipse"])
def test_the_form_set_up_for_a_first_game(ada, browse, name):
    """All that is proposed stands in the form, can be changed, and is what the table gets."""
    client = browse(ada)
    assert f'href="/lobby/new/{name}/?for=first-game"' in page(client.get("/lobby/new/"))
    assert 'href="?for=first-game"' in page(client.get(f"/lobby/new/{name}/"))
    text = page(client.get(f"/lobby/new/{name}/?for=first-game"))
    assert "Set up for a first game" in text
    assert re.search(r"Such a game takes: about \d+ days for \d players", text)
    assert text.count('class="problem"') == 0
    fields = dict(re.findall(r'<input[^>]* name="(terms-[^"]+)"[^>]* value="([^"]*)"', text))
    assert re.search(r'name="terms-lessons" checked', text)
    assert fields["terms-repent_minutes"] == "30"
    ticked = dict(re.findall(r'type="radio" name="([^"]+)"[^>]*value="([^"]+)" checked', text))
    assert ticked["pace"] == "relaxed"
    answer = client.post(
        f"/lobby/new/{name}/",
        {
            "key": re.search(r'name="key" value="([^"]*)"', text)[1],
            "name": "Procyon",
            "delay_hours": "0",
            **dict.fromkeys(re.findall(r'name="(terms-[^"]+)" checked', text), "on"),
            **fields,
            **ticked,
            **_chosen(text),
        },
    )
    assert answer.status_code == 302, re.findall(r'class="problem">([^<]*)', page(answer))
    game = Game.objects.get()
    assert game.terms["lessons"] is True
    rules = loading.ruleset_of(game)
    players = rules.read_options(game.options).players
    advised = first_game.options(rules, players)
    assert rules.read_options(game.options) == rules.read_options({"players": players, **advised})
    edited = page(client.get(f"/t/{game.pk}/edit/"))
    assert re.search(r'name="terms-lessons" checked', edited)


def test_the_usual_form_has_no_lessons(ada, browse):
    text = page(browse(ada).get("/lobby/new/ti4/"))
    assert 'name="terms-lessons"' in text
    assert 'name="terms-lessons" checked' not in text


def _chosen(text: str) -> dict[str, str]:
    """The options and sides as the form shows them."""
    found = dict(re.findall(r'<input[^>]* name="(option-[^"]+)" value="([^"]*)"', text))
    for name, inside in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', text):
        chosen = re.search(r'value="([^"]*)" selected', inside)
        if chosen:
            found[name] = chosen[1]
    return found


def test_days_are_ticked(ada, browse):
    """Seven boxes: what is ticked counts, and none at all is a mistake beside them."""
    client = browse(ada)
    text = page(client.get("/lobby/new/ti4/"))
    assert len(re.findall(r'name="terms-weekdays-\w+" checked', text)) == 7
    days = {"terms-weekdays": "", "terms-weekdays-mon": "on", "terms-weekdays-thu": "on"}
    assert client.post("/lobby/new/ti4/", said(client, **days)).status_code == 302
    game = Game.objects.get()
    assert game.terms["weekdays"] == ["mon", "thu"]
    edited = page(client.get(f"/t/{game.pk}/edit/"))
    assert re.findall(r'name="terms-weekdays-(\w+)" checked', edited) == ["mon", "thu"]
    refused = client.post("/lobby/new/ti4/", said(client, **{"terms-weekdays": ""}))
    assert refused.status_code == 400
    assert "Name the days" in page(refused)


def test_settings_are_called_what_people_call_them(ada, browse):
    text = page(browse(ada).get("/lobby/new/ti4/"))
    labels = re.findall(r'<label for="(?:option|terms)-[^"]+">([^<]+)</label>', text)
    assert {"Points to win", "Quiet hours", "Minutes to change your mind"} <= set(labels)
    assert not {"Target", "Unbuilt", "Repent minutes", "Reminder share", "Quiet"} & set(labels)


@pytest.mark.parametrize("name", ["ti4", "ti3", "eclipse", "inscription"])
def test_rare_options_are_folded_and_choices_stand_in_their_order(ada, browse, every_game, name):
    rules = loading.rulesets().get(name)
    text = page(browse(ada).get(f"/lobby/new/{name}/"))
    folded = re.search(r'<details class="rare">.*?</details>', text, re.DOTALL)[0]
    for field in rules.Options.__struct_fields__:
        if f'id="option-{field}"' in text:
            assert (f'id="option-{field}"' in folded) == (field in rules.Options.rare), field
    press = re.search(r'<select id="terms-press".*?</select>', text)[0]
    assert re.findall(r'value="(\w+)"', press) == ["off", "signed", "anonymous"]


def test_what_is_wrong_with_a_rare_option_is_not_folded(ada, browse, every_game):
    typed = {"option-players": "5", "option-five_player_slots": "1 1"}
    text = page(browse(ada).post("/lobby/new/ti3/", said(browse(ada), "ti3", **typed)))
    assert '<details class="rare" open>' in text


@pytest.mark.parametrize(("name", "many"), [("ti4", True), ("eclipse", False)])
def test_reactions_are_explained_where_the_game_is_full_of_them(ada, browse, name, many):
    """Elsewhere the choice is folded away."""
    text = page(browse(ada).get(f"/lobby/new/{name}/"))
    before_hours = text.partition("<legend>Hours to answer</legend>")[0]
    assert ("<legend>Reactions</legend>" in before_hours) == many
    assert 'value="planned" checked' in text


@pytest.mark.parametrize(
    ("name", "mode"), [("ti4", "planned"), ("ti4", "ask"), ("eclipse", "planned")]
)
def test_the_form_says_in_weeks_what_a_mode_takes(ada, browse, name, mode):
    text = page(browse(ada).get(f"/lobby/new/{name}/"))
    explained = re.search(rf'id="mode-{mode}-help"[^>]*>(.*?)</', text)[1]
    assert re.search(r"about \d+ weeks? for \d players", explained)


def test_the_waiting_room_says_what_is_played_in_the_words_of_the_form(ada, browse):
    client = browse(ada)
    options = {"players": 3, "galaxy": "balanced", "target": 14}
    game = lobby.create_game(ada, "Arcturus", "ti4", options, hours={"turn": 12, "default": 8})
    text = page(client.get(f"/t/{game.pk}/"))
    assert "<dt>Points to win</dt><dd>14" in text
    assert "A turn: 12 h; anything else: 8 h" in text
    assert "Target" not in text
    assert "default" not in text.partition('<h2 id="chosen">')[2]
    assert "separated by commas" not in text, "how to fill a form in is no news here"


def test_an_organiser_frees_the_seat_of_a_bot(ada, browse):
    game = lobby.create_game(ada, "Arcturus", "skirmish", {"players": 3})
    lobby.sit_down(game, ada)
    lobby.fill_with_bots(game)
    client = browse(ada)
    client.post(f"/t/{game.pk}/organise/free/", {"seat": "2"})
    assert game.seats.get(number=2).kind == Seat.Kind.EMPTY
    refused = client.post(f"/t/{game.pk}/organise/free/", {"seat": "0"}, follow=True)
    assert "No bot holds this seat" in page(refused)
    assert "1 seat is still empty" in page(client.get(f"/t/{game.pk}/"))
