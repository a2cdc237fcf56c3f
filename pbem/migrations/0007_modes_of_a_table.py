"""Tables are planned, ask or trust; turns have one clock in every game."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TURNS = ("taketurn", "takereaction", "spendcard")


def ask_where_windows_were_veiled(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    games = apps.get_model("pbem", "Game").objects
    games.filter(mode="veiled").update(mode="ask")
    for game in games.exclude(hours={}):
        hours = {kind: n for kind, n in game.hours.items() if kind not in TURNS}
        own = [game.hours[kind] for kind in TURNS if kind in game.hours]
        if own and game.ruleset in ("eclipse", "inscription"):
            game.hours = {**hours, "turn": max(own)}
            game.save(update_fields=["hours"])


def veil_again(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("pbem", "Game").objects.exclude(mode="trust").update(mode="veiled")


class Migration(migrations.Migration):
    dependencies = [
        ("pbem", "0006_bots_that_think"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="mode",
            field=models.CharField(
                choices=[
                    ("planned", "Planned: nothing stops but turns and votes"),
                    ("ask", "Ask: windows ask everybody concerned"),
                    ("trust", "Trust: only who can react is asked"),
                ],
                default="planned",
                max_length=8,
            ),
        ),
        migrations.RunPython(ask_where_windows_were_veiled, veil_again),
    ]
