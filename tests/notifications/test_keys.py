"""Reply addresses: who may speak for a seat."""

from email.utils import parseaddr

from notifications import keys
from pbem.models import Invitation, Seat
from pbem.table import lobby
from tests.notifications.conftest import with_new_key


def test_a_key_opens_its_seat_in_any_case(ada):
    address = keys.seat_address(ada)
    assert len(address.partition("@")[0]) <= 64
    assert parseaddr(f"Ada <{address}>")[1] == address
    for spelling in (address, address.upper(), address.capitalize()):
        found = keys.open_key(spelling)
        assert found is not None
        assert found == ada


def test_tampered_keys_open_nothing(ada, bruno):
    local, _, domain = keys.seat_address(ada).partition("@")
    head, _, mac = local.partition("-")
    other_mac = keys.seat_address(bruno).partition("@")[0].partition("-")[2]
    turned = ("b" if mac[0] == "a" else "a") + mac[1:]
    for wrong in (
        f"{head}-{turned}@{domain}",
        f"{head}-{other_mac}@{domain}",
        f"seat+{bruno.pk}-{mac}@{domain}",
        f"join+{ada.pk}-{mac}@{domain}",
        f"seat+999999-{mac}@{domain}",
        f"seat+{'9' * 40}-{mac}@{domain}",
        f"{head}-{mac}@elsewhere.example",
        f"{head}@{domain}",
        f"{head}-{mac}x@{domain}",
        f"seat+@{domain}",
        "",
    ):
        assert keys.open_key(wrong) is None, wrong


def test_a_revoked_key_opens_nothing(ada):
    before = keys.seat_address(ada)
    with_new_key(ada)
    assert keys.open_key(before) is None
    assert keys.open_key(keys.seat_address(ada)) is not None


def test_a_substitutes_predecessor_has_lost_the_key(game, ada):
    before = keys.seat_address(ada)
    lobby.join(lobby.substitute(ada, "dora@example.org").token)
    assert keys.open_key(before) is None
    assert keys.open_key(keys.seat_address(Seat.objects.get(pk=ada.pk))) is not None


def test_an_invitation_has_an_address_of_its_own(post):
    game = post.table(start=False)
    invitation = Invitation.objects.filter(game=game).first()
    address = keys.join_address(invitation)
    found = keys.open_key(address.upper())
    assert found is not None
    assert found == invitation
    assert invitation.token not in address
    invitation.token = "another"
    invitation.save()
    assert keys.open_key(address) is None


def test_the_key_depends_on_the_servers_secret(ada, settings):
    before = keys.seat_address(ada)
    settings.SECRET_KEY = "another"
    assert keys.open_key(before) is None
