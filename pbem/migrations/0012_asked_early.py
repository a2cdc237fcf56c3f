"""Questions that a seat is asked before their moment comes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pbem", "0011_missed_turns_and_silence"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="asked_early",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Questions asked before their moment: by kind, since when and until when.",
            ),
        ),
    ]
