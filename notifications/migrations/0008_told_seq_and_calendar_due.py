"""Columns of a correspondence get names that say what they hold."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0007_organiser")]

    operations = [
        migrations.RenameField("correspondence", "heard", "told_seq"),
        migrations.RenameField("correspondence", "noted", "calendar_due"),
    ]
