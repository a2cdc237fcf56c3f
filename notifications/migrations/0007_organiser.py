"""The organiser without a seat was called Host."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0006_named_seat_or_game"),
        ("pbem", "0001_initial"),
    ]

    operations = [
        migrations.RenameModel("Host", "Organiser"),
        migrations.AlterField(
            "organiser",
            "game",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="mail_organiser",
                serialize=False,
                to="pbem.game",
            ),
        ),
    ]
