"""How long a seat is silent, and which of its turns it missed."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

MISSES_OF_THE_MISSING = 3


def keep_the_missing(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who is missing stays so; how many of the missed deadlines were turns is not known."""
    seats = apps.get_model("pbem", "Seat").objects
    seats.filter(missed__gte=MISSES_OF_THE_MISSING).update(missing=True)
    seats.filter(missed__gt=0).update(missed_turns=models.F("missed"))


class Migration(migrations.Migration):
    dependencies = [
        ("pbem", "0010_commands_on_a_page"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="missed_turns",
            field=models.PositiveIntegerField(default=0, help_text="Turns missed in a row."),
        ),
        migrations.AddField(
            model_name="seat",
            name="missing",
            field=models.BooleanField(
                default=False, help_text="Silent for so long that the seat may be given away."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="silent_since",
            field=models.DateTimeField(
                blank=True,
                help_text="When the first of these deadlines was missed.",
                null=True,
            ),
        ),
        migrations.RunPython(keep_the_missing, migrations.RunPython.noop),
    ]
