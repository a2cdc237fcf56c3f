"""What somebody holds and was asked a rule for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0012_ideas_later"),
    ]

    operations = [
        migrations.AddField(
            model_name="correspondence",
            name="rules_asked",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
