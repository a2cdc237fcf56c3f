"""A leaked reply address: made worthless at once, and its holder told."""

import pytest

from pbem.errors import TableError
from pbem.table import lobby
from pbem.table.people import reply_keys
from tests.pbem.tables import new_table, seat_of

pytestmark = pytest.mark.django_db


def test_a_seats_address_is_renewed_and_announced(heard):
    game = new_table(2)
    seat = seat_of(game, 0)
    before = seat.key_version
    reply_keys.renew(game, seat, seat.player)
    seat.refresh_from_db()
    assert seat.key_version == before + 1
    assert seat_of(game, 1).key_version == before
    name, said = heard[-1]
    assert (name, said["seat"], said["by"]) == ("reply_key_renewed", seat, seat.player)
    assert said["seat"].key_version == before + 1


def test_the_organisers_own_address_belongs_to_whoever_keeps_it(heard):
    game = new_table(2)
    reply_keys.renew(game, None, game.organiser)
    assert heard[-1][0] == "reply_key_renewed"
    assert heard[-1][1]["seat"] is None


def test_a_bot_has_no_address_to_renew(heard):
    game = new_table(2)
    lobby.give_to_bot(seat_of(game, 1))
    heard.clear()
    with pytest.raises(TableError, match="Nobody holds this seat"):
        reply_keys.renew(game, seat_of(game, 1), None)
    assert heard == []
