"""The staff's pages open, and show nothing hidden of a game that is not over."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse
from django.utils import timezone

from pbem.clocks import extensions, vacations
from pbem.models import Dispute, Game, Submission
from pbem.table import lobby, press
from pbem.table.people import addresses
from tests.pbem.tables import new_table, seat_of, send

pytestmark = pytest.mark.django_db

MODELS = [model for model in admin.site._registry if model._meta.app_label == "pbem"]


@pytest.fixture
def game():
    game = new_table(2)
    send(game, 0, "1\nSTANDING: HITS fighter")
    send(game, 1, "OFFER 1 gold FOR 0 gold TO Red")
    Dispute.objects.create(game=game, text="odd")
    seat = seat_of(game, 0)
    lobby.set_terms(game, {"press": "anonymous"})
    press.send(game, seat, "all", "a whisper", anonymous=True)
    extensions.ask(seat, 5)
    vacations.take(seat, None, (timezone.now() + timedelta(days=2)).date())
    addresses.add(seat.player, "second@example.org")
    return game


@pytest.fixture
def referee(client):
    """Staff who may look at everything, but no superuser."""
    user = User.objects.create_user("ref", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="pbem"))
    client.force_login(user)
    return client


def page(client, row):
    name = f"admin:pbem_{row._meta.model_name}_change"
    return client.get(reverse(name, args=[row.pk]))


def test_every_page_opens(admin_client, game):
    lists = {model: f"admin:pbem_{model._meta.model_name}_changelist" for model in MODELS}
    for name in lists.values():
        assert admin_client.get(reverse(name), {"q": "Test"}).status_code in (200, 302)
    Game.objects.update(status=Game.Status.CANCELLED)
    for model in lists:
        for row in model._default_manager.all()[:2]:
            answer = page(admin_client, row)
            assert answer.status_code == 200, row
            assert game.seed not in answer.content.decode(), row
            assert str(row)


def hidden_rows(game):
    rows = [game.rulings.first(), game.snapshots.first(), game.submissions.first()]
    return [*rows, game.offers.first(), game.press.first()]


def test_a_ruling_of_a_game_that_has_ended_is_readable(admin_client, game):
    Game.objects.update(status=Game.Status.OVER)
    text = page(admin_client, game.rulings.first()).content.decode()
    assert "SKR 1.2" in text
    assert "start/deal/deck" in text


@pytest.mark.parametrize("who", ["referee", "admin_client"])
def test_hidden_rows_of_a_running_game_are_shown_to_nobody(request, game, who):
    """Superusers too look at them from the desk, where the look is noted."""
    client = request.getfixturevalue(who)
    for row in hidden_rows(game):
        assert page(client, row).status_code == 302
        name = f"admin:pbem_{row._meta.model_name}_changelist"
        text = client.get(reverse(name)).content.decode()
        assert reverse("desk:queue") in text
        assert reverse(f"admin:pbem_{row._meta.model_name}_change", args=[row.pk]) not in text
    Game.objects.update(status=Game.Status.OVER)
    for row in hidden_rows(game):
        assert page(client, row).status_code == 200


def test_staff_at_the_table_do_not_read_its_disputes(admin_client, admin_user, game):
    case = Dispute.objects.get()
    assert page(admin_client, case).status_code == 200
    player = seat_of(game, 0).player
    player.user = admin_user
    player.save()
    assert page(admin_client, case).status_code == 302


def test_standing_orders_are_not_shown(referee, game):
    seat = seat_of(game, 0)
    assert "HITS" not in page(referee, seat.standing_orders.get()).content.decode()


def test_the_seed_is_shown_at_the_end(referee, game):
    assert "Sealed until" in page(referee, game).content.decode()
    Game.objects.update(status=Game.Status.OVER)
    assert game.seed in page(referee, game).content.decode()


def test_an_anonymous_letter_stays_so(admin_client, game):
    Game.objects.update(status=Game.Status.OVER)
    text = page(admin_client, game.press.get()).content.decode()
    assert "a whisper" in text
    assert "Somebody at the table" in text


def test_nothing_is_edited_behind_the_rules_back(admin_client, game):
    submission = Submission.objects.first()
    url = reverse("admin:pbem_submission_change", args=[submission.pk])
    assert admin_client.post(url, {"text": "PASS"}).status_code == 403
