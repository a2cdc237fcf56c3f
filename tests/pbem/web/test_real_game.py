"""The pages of a real game: what its board, rules, odds and charts bring to them."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from pbem.models import Game, Player, Refereeing
from pbem.play import suggesting
from pbem.referee import disputes
from pbem.table import lobby
from pbem.table.openness import Openness
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.forms import Count, Pick
from rules.lexicon import read_page
from tests.pbem.tables import match_of, seat_of, send
from tests.pbem.web.played import finished

pytestmark = pytest.mark.django_db

SIDES = ("terran_directorate", "planta")


@pytest.fixture
def game() -> Game:
    organiser = Player.objects.create(email="org@example.org", name="Org")
    options = {"players": 2, "species": "chosen", "chosen": list(SIDES)}
    game = lobby.create_game(organiser, "Spica", "eclipse", options)
    game.seed = "spica"
    game.commitment = game.secret.commitment
    game.save()
    for number in range(2):
        lobby.join(lobby.invite(game, f"p{number}@example.org").token, f"word {number}")
    return lobby.start(game)


def first(game: Game) -> int:
    return game.prompts.filter(waiting=True).get().seat.number


def test_sectors_can_be_tapped_and_are_told_in_words(game, browse):
    seat = seat_of(game, first(game))
    page = browse(seat.player).get(f"/t/{game.pk}/").content.decode()
    places = dict(
        re.findall(r'<a data-id="([^"]*)"[^>]*><title>([^<]*)</title>', page),
    )
    home = {"terran_directorate": "221", "planta": "226"}[SIDES[seat.number]]
    assert {"001", "221", "226"} <= set(places)
    assert "VP" in places[home]
    assert "interceptor" in places[home]
    zones = [name for name in places if name.startswith(f"{home} ")]
    assert zones
    for place, line in [*((zone, f"EXPLORE {zone}") for zone in zones), (home, f"AT {home}")]:
        told = browse(seat.player).post(f"/t/{game.pk}/place/", {"lines": "", "place": place})
        assert re.search(rf'data-line="[^"]*{line}"', told.content.decode()), place
    words = re.search(r"<dl[^>]*>.*?</dl>", page[page.index("picture") :], re.DOTALL)
    assert words is not None
    assert places[home].split(",")[0] in words[0]


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_the_lines_of_buttons_and_forms_are_in_the_readers_language(game, browse, language):
    """And are read as the very orders that a reader of English is offered."""
    number = first(game)
    seat = seat_of(game, number)
    client = browse(seat.player)

    def lines() -> list[str]:
        page = unescape(client.get(f"/t/{game.pk}/").content.decode())
        told = client.post(f"/t/{game.pk}/place/", {"lines": "", "place": "221"})
        return re.findall(r'data-line="([^"]*)"', page + unescape(told.content.decode()))

    def clicked() -> str:
        decision = match_of(game).open_for(number)[0][1]
        form = decision.all_forms(match_of(game).view(number))[0]
        said = {f"{form.name}.{f.key}": "1" for f in form.fields if isinstance(f, Count)}
        said |= {f"{form.name}.{f.key}": f.first for f in form.fields if isinstance(f, Pick)}
        page = client.post(f"/t/{game.pk}/click/", {"form": form.name, "lines": "", **said})
        return re.search(r'<textarea[^>]*name="lines"[^>]*>([^<]*)<', page.content.decode())[1]

    english, form = lines(), clicked()
    seat.player.language = language
    seat.player.save()
    own, own_form = lines(), clicked()
    verbs = ECLIPSE.order_verbs
    assert [read_page(x, verbs).lines[0].verb for x in own] == [
        read_page(x, verbs).lines[0].verb for x in english
    ]
    assert len(set(own) & set(english)) < 0.2 * len(english), own
    assert own_form != form


def test_the_own_board_is_shown_and_the_others_are_folded(game, browse):
    seat = seat_of(game, first(game))
    own, other = (match_of(game).view(None).name(n) for n in (seat.number, 1 - seat.number))
    folded = {
        f"/t/{game.pk}/": rf'<details class="player"[^>]*><summary>{other}</summary>',
        f"/t/{game.pk}/history/": rf"<details[^>]*><summary>Board of {other}</summary>",
    }
    for address, board_of_the_other in folded.items():
        page = browse(seat.player).get(address).content.decode()
        assert f'<h2 id="picture-board-{seat.number + 1}">Board of {own}</h2>' in page
        assert re.search(board_of_the_other, page)
    history = browse(seat.player).get(f"/t/{game.pk}/history/").content.decode()
    assert f'id="board-{seat.number + 1}-' in history
    later = f"/t/{game.pk}/picture/board-{seat.number + 1}/"
    table = browse(seat.player).get(f"/t/{game.pk}/").content.decode()
    assert f'hx-get="{later}"' in table
    assert f'<a href="{later}">Board of {own}</a>' in table
    looked_at = browse(seat.player).get(later, HTTP_HX_REQUEST="true").content.decode()
    assert f'id="board-{seat.number + 1}-' in looked_at
    sheet = f"/t/{game.pk}/player/{1 - seat.number}/"
    assert f'hx-get="{sheet}"' in browse(seat.player).get(f"/t/{game.pk}/").content.decode()
    unfolded = browse(seat.player).get(sheet, HTTP_HX_REQUEST="true").content.decode()
    assert f'id="board-{2 - seat.number}-' in unfolded
    board = f"/t/{game.pk}/picture/board-{2 - seat.number}/"
    part = browse(seat.player).get(board, HTTP_HX_REQUEST="true").content.decode()
    assert part.startswith('<div class="picture')
    assert other in part
    assert "<h1>" in browse(seat.player).get(board).content.decode()
    assert browse(seat.player).get(f"/t/{game.pk}/picture/nothing/").status_code == 404


def test_a_page_is_drawn_in_its_readers_language_whoever_looked_before(game, browse):
    seat = seat_of(game, first(game))
    browse(seat.player).get(f"/t/{game.pk}/")
    Player.objects.filter(pk=seat.player_id).update(language="pl")
    page = browse(seat_of(game, seat.number).player).get(f"/t/{game.pk}/").content.decode()
    titles = dict(re.findall(r'<a data-id="([^"]*)"[^>]*><title>([^<]*)</title>', page))
    assert titles["221"].startswith("221 Procyon, 3 PZ, Directorate; drogi: brak; kwadraty: ")
    assert "Dostępne technologie" in page
    assert "Technologies on display" not in page


def test_the_referee_reads_the_rule_beside_its_number(game, client):
    turn = first(game)
    send(game, turn, "PASS")
    seq = Game.objects.get(pk=game.pk).head_seq
    case = disputes.open_dispute(game, seat_of(game, 1 - turn).player, seq, "Too early.")
    user = User.objects.create_user("rhea")
    Refereeing.objects.create(game=game, user=user)
    client.force_login(user)
    disputes.assign(case.pk, user, case.version)
    page = client.get(reverse("desk:ruling", args=[case.pk, seq])).content.decode()
    assert "ECL 6.1.5" in page
    assert "The first player to pass in a round receives the start-player marker" in page
    assert "No text of this rule is stored" not in page


def test_chances_in_a_sector_of_the_map(game, browse):
    """The center has nothing but the GCDS, which a named force may be tried against."""
    client = browse(seat_of(game, 0).player)
    said = {"attacker": "3 cruisers", "defender": "001"}
    page = client.get(f"/t/{game.pk}/odds/", said).content.decode()
    assert "001 Galactic Center: Directorate attacks the GCDS." in page


def test_the_report_draws_what_the_game_measures(game, browse):
    over = finished("report", game=game)
    page = browse(seat_of(over, 0).player).get(f"/t/{over.pk}/report/").content.decode()
    for title in ECLIPSE.measures(match_of(over).view(None)):
        assert f">{title}</figcaption>" in page


def test_a_dossier_and_a_layer_are_for_whoever_may_look(game, browse):
    seat = seat_of(game, first(game))
    home = {"terran_directorate": "221", "planta": "226"}[SIDES[seat.number]]
    script = {"HX-Request": "true"}
    where = f"/t/{game.pk}"
    mine = browse(seat.player).get(f"{where}/place/?place={home}", headers=script).content.decode()
    assert "Who can come here" in mine
    assert f"?layer=reach-{home}" in mine
    layer = browse(seat.player).get(f"{where}/layer/?layer=reach-{home}", headers=script)
    assert 'class="layer"' in layer.content.decode()
    none = browse(seat.player).get(f"{where}/layer/?layer=reach-999", headers=script)
    assert none.status_code == 404
    Openness.objects.create(game=game, watchable=True)
    watched = browse(None).get(f"{where}/?place={home}").content.decode()
    assert "Who can come here" in watched
    assert "layer=reach" not in watched, "a spectator has no ships"
    assert "data-line" not in watched


def test_turns_are_suggested_with_a_reason_and_can_be_taken(game, browse, monkeypatch):
    monkeypatch.setattr(suggesting, "SECONDS", 0.1)
    seat = seat_of(game, first(game))
    seat.player.language = "pl"
    seat.player.save()
    client = browse(seat.player)
    assert f'hx-get="/t/{game.pk}/suggest/"' in client.get(f"/t/{game.pk}/").content.decode()
    part = client.get(f"/t/{game.pk}/suggest/", HTTP_HX_REQUEST="true").content.decode()
    turns = re.findall(r'data-line="([^"]+)">[^<]+<small>([^<]+)</small>', part)
    assert 1 <= len(turns) <= 3
    lines, why = unescape(turns[0][0]), turns[0][1]
    assert why
    verb = read_page(lines, ECLIPSE.order_verbs).lines[0].verb
    assert lines.startswith(ECLIPSE.verb_in("pl", verb))
    checked = client.post(f"/t/{game.pk}/check/", {"lines": "", "add": lines}).content.decode()
    assert checked.count('<li class="ok">') == len(lines.splitlines())
    assert "<h1>" in client.get(f"/t/{game.pk}/suggest/").content.decode(), "without script, too"
    other = seat_of(game, 1 - seat.number).player
    assert "suggest" not in browse(other).get(f"/t/{game.pk}/").content.decode()
