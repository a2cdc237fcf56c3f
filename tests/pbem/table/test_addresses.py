"""Further addresses: of use once confirmed from there, and nobody's until then."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core import signing

from pbem.models import Address, Player
from pbem.table import lobby
from pbem.table.people import addresses
from pbem.table.people.addresses import AddressRefused
from tests.pbem.tables import new_table, seat_of

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def ann():
    return Player.objects.create(name="Ann", email="ann@example.org")


@pytest.fixture
def bob():
    return Player.objects.create(name="Bob", email="bob@example.org")


def confirmed(player, email):
    return addresses.confirm(addresses.token_of(addresses.add(player, email)))


def test_an_address_counts_once_it_is_confirmed(ann, heard):
    address = addresses.add(ann, " Ann@Work.example.org ", NOW)
    (name, said) = heard[-1]
    assert (name, said["player"], said["address"]) == ("address_added", ann, address)
    assert addresses.holder("ann@work.example.org") is None
    assert addresses.of(ann) == ["ann@example.org"]
    assert addresses.confirm(said["token"], NOW).verified == NOW
    assert addresses.confirm(said["token"], NOW + timedelta(days=1)).verified == NOW
    assert addresses.holder("ANN@work.example.org") == ann
    assert addresses.of(ann) == ["ann@example.org", "ann@work.example.org"]


def test_a_link_grows_old_and_cannot_be_made_up(ann):
    with time_machine.travel(NOW, tick=False):
        token = addresses.token_of(addresses.add(ann, "a@example.org"))
    with time_machine.travel(NOW + timedelta(days=8), tick=False):
        for bad in (token, token[:-2], "", signing.dumps([1, 1, "a@example.org"]), "x" * 5000):
            with pytest.raises(AddressRefused, match="no longer good"):
                addresses.confirm(bad)
    assert not Address.objects.filter(verified__isnull=False).exists()


def test_a_link_is_for_the_address_it_was_made_for(ann, bob):
    token = addresses.token_of(addresses.add(ann, "a@example.org"))
    addresses.remove(ann, "a@example.org")
    addresses.add(bob, "a@example.org")
    with pytest.raises(AddressRefused, match="no longer good"):
        addresses.confirm(token)


@pytest.mark.parametrize(
    ("email", "words"),
    [
        ("ann", "not a mail address"),
        ("", "not a mail address"),
        ("ann@example.org\nbcc: x@example.org", "not a mail address"),
        ("a" * 300 + "@example.org", "not a mail address"),
        ("ann@example.org", "already yours"),
        ("bob@example.org", "cannot be added"),
        ("bob@work.example.org", "cannot be added"),
        ("new@example.org", "5 further addresses"),
    ],
)
def test_addresses_that_cannot_be_added(ann, bob, email, words):
    confirmed(bob, "bob@work.example.org")
    for i in range(addresses.MOST):
        addresses.add(ann, f"ann{i}@example.org")
    with pytest.raises(AddressRefused, match=words):
        addresses.add(ann, email)


def test_nobody_is_kept_out_by_a_claim_that_was_not_confirmed(ann, bob):
    addresses.add(ann, "bobs@example.org", NOW)
    with pytest.raises(AddressRefused, match="cannot be added"):
        addresses.add(bob, "bobs@example.org", NOW + timedelta(days=1))
    addresses.add(bob, "bobs@example.org", NOW + timedelta(days=8))
    addresses.add(ann, "carl@example.org", NOW)
    assert addresses.holder("carl@example.org") is None


def test_another_main_address(ann, bob):
    confirmed(ann, "new@example.org")
    addresses.add(ann, "unsure@example.org")
    for wrong in ("unsure@example.org", "bob@example.org"):
        with pytest.raises(AddressRefused, match="not a confirmed address"):
            addresses.make_main(ann, wrong)
    ann = addresses.make_main(ann, "new@example.org")
    assert addresses.of(ann) == ["new@example.org", "ann@example.org"]
    with pytest.raises(AddressRefused, match="where your mail goes"):
        addresses.remove(ann, "new@example.org")
    addresses.remove(ann, "ann@example.org")
    assert addresses.of(ann) == ["new@example.org"]
    with pytest.raises(AddressRefused, match="not an address of yours"):
        addresses.remove(ann, "ann@example.org")


def test_who_is_invited_at_a_further_address_is_the_same_person(ann):
    confirmed(ann, "ann@work.example.org")
    game = new_table(2, start=False)
    lobby.leave(seat_of(game, 0))
    seat = lobby.join(lobby.invite(game, "ann@work.example.org").token)
    assert seat.player == ann
    with pytest.raises(lobby.LobbyError, match="already has a seat"):
        lobby.invite(game, "ann@example.org")
