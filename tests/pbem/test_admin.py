"""The staff's pages open, and show nothing hidden of a game that is not over."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.urls import reverse
from django.utils import timezone

from pbem import addresses, extensions, lobby, press, vacations
from pbem.models import Dispute, Game, Submission
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


@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.__name__)
def test_every_page_opens(admin_client, game, model):
    name = f"admin:pbem_{model._meta.model_name}_changelist"
    assert admin_client.get(reverse(name), {"q": "Test"}).status_code in (200, 302)
    for row in model._default_manager.all()[:2]:
        answer = page(admin_client, row)
        assert answer.status_code == 200
        assert game.seed not in answer.content.decode()
        assert str(row)


def test_a_ruling_is_readable(admin_client, game):
    text = page(admin_client, game.rulings.first()).content.decode()
    assert "SKR 1.2" in text
    assert "start/deal/deck" in text


def test_hidden_rows_of_a_running_game_are_for_superusers(referee, game):
    hidden = (game.rulings.first(), game.snapshots.first(), game.submissions.first())
    for row in (*hidden, game.offers.first()):
        assert page(referee, row).status_code == 302
    Game.objects.update(status=Game.Status.OVER)
    for row in hidden:
        assert page(referee, row).status_code == 200


def test_sealed_answers_and_standing_orders_are_not_shown(referee, game):
    seat = seat_of(game, 0)
    assert "HITS" not in page(referee, seat.standing_orders.get()).content.decode()
    assert "sealed" not in page(referee, seat.prompts.first()).content.decode().lower()


def test_the_seed_is_shown_at_the_end(referee, game):
    assert "Sealed until" in page(referee, game).content.decode()
    Game.objects.update(status=Game.Status.OVER)
    assert game.seed in page(referee, game).content.decode()


def test_letters_are_not_for_staff_and_an_anonymous_one_stays_so(referee, admin_client, game):
    letter = game.press.get()
    assert page(referee, letter).status_code == 302
    text = page(admin_client, letter).content.decode()
    assert "a whisper" in text
    assert "Somebody at the table" in text


def test_nothing_is_edited_behind_the_rules_back(admin_client, game):
    submission = Submission.objects.first()
    url = reverse("admin:pbem_submission_change", args=[submission.pk])
    assert admin_client.post(url, {"text": "PASS"}).status_code == 403
