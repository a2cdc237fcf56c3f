"""The odds box of a table page, for a place on the real map."""

import pytest

from pbem.models import Player, Seat
from pbem.play import loading
from pbem.table import lobby
from rules.ti4.galaxy import home_of

pytestmark = pytest.mark.django_db


def test_the_chances_of_an_attack_on_a_place(browse):
    player = Player.objects.create(name="Ada Quill", email="ada@example.org")
    factions = "federation_of_sol,emirates_of_hacan,barony_of_letnev"
    game = lobby.create_game(player, "Vega", "ti4", {"players": 3, "factions": factions})
    lobby.join(lobby.invite(game, player.email).token, "heron")
    for seat in game.seats.filter(kind=Seat.Kind.EMPTY):
        lobby.give_to_bot(seat)
    game = lobby.start(game)
    mine = game.seats.get(player=player).number
    table = loading.load(game).match.state.table
    tile = home_of(table, (mine + 1) % 3)
    asked = {"attacker": "2 dreadnoughts, 1 carrier, 4 infantry", "defender": tile}
    page = browse(player).get(f"/t/{game.pk}/odds/", asked).content.decode()
    assert "Attacker wins" in page
    assert table.names[(mine + 1) % 3] in page
    far = browse(player).get(f"/t/{game.pk}/odds/", {"attacker": "", "defender": tile})
    assert far.status_code == 400
    assert "Nothing of yours could reach" in far.content.decode()
