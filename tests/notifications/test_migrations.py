"""Migrations of mail on rows that an older version wrote."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from notifications import keys
from notifications.models import Correspondence, Organiser

APP = "notifications"


@pytest.fixture
def migrated(transactional_db):
    """Go to a migration of this app and return the models as they were; afterwards, to the last."""

    def to(name):
        executor = MigrationExecutor(connection)
        executor.migrate([(APP, name)])
        return executor.loader.project_state([(APP, name)]).apps

    yield to
    executor = MigrationExecutor(connection)
    executor.migrate([key for key in executor.loader.graph.leaf_nodes() if key[0] == APP])


def test_the_seat_or_game_that_a_mail_names_gets_a_column_of_its_own(migrated):
    older = migrated("0005_unread_by_seat").get_model(APP, "Inbound")
    for number, claims in enumerate((7, -12, None)):
        older.objects.create(raw=b"", message_id=f"<{number}@example.org>", claims=claims)
    newer = migrated("0006_named_seat_or_game").get_model(APP, "Inbound")
    rows = newer.objects.order_by("pk").values_list("named_seat", "named_game")
    assert list(rows) == [(7, None), (None, 12), (None, None)]
    back = migrated("0005_unread_by_seat").get_model(APP, "Inbound")
    assert list(back.objects.order_by("pk").values_list("claims", flat=True)) == [7, -12, None]


def test_an_organiser_and_a_correspondence_keep_what_they_had(migrated, post):
    game = post.table()
    row = keys.organiser_of(game)
    Organiser.objects.filter(pk=row.pk).update(key_version=3)
    told = list(Correspondence.objects.order_by("pk").values_list("told_seq", "calendar_due"))
    assert told
    older = migrated("0006_named_seat_or_game")
    assert older.get_model(APP, "Host").objects.get().key_version == 3
    rows = older.get_model(APP, "Correspondence").objects.order_by("pk")
    assert list(rows.values_list("heard", "noted")) == told
    migrated("0008_told_seq_and_calendar_due")
    assert keys.organiser_of(game).key_version == 3
    kept = Correspondence.objects.order_by("pk").values_list("told_seq", "calendar_due")
    assert list(kept) == told
