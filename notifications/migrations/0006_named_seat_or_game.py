"""Inbound.claims, a seat or below zero a game, becomes two columns."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def split(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    mails = apps.get_model("notifications", "Inbound").objects
    mails.filter(claims__gt=0).update(named_seat=F("claims"))
    mails.filter(claims__lt=0).update(named_game=-F("claims"))


def join(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    mails = apps.get_model("notifications", "Inbound").objects
    mails.filter(named_seat__isnull=False).update(claims=F("named_seat"))
    mails.filter(named_game__isnull=False).update(claims=-F("named_game"))


class Migration(migrations.Migration):
    dependencies = [("notifications", "0005_unread_by_seat")]

    operations = [
        migrations.AddField("inbound", "named_seat", models.BigIntegerField(blank=True, null=True)),
        migrations.AddField("inbound", "named_game", models.BigIntegerField(blank=True, null=True)),
        migrations.RunPython(split, join),
        migrations.RemoveIndex("inbound", "inbound_unread"),
        migrations.RemoveField("inbound", "claims"),
        migrations.AddIndex(
            "inbound",
            models.Index(fields=["named_seat", "state"], name="inbound_unread_of_seat"),
        ),
        migrations.AddIndex(
            "inbound",
            models.Index(fields=["named_game", "state"], name="inbound_unread_of_game"),
        ),
    ]
