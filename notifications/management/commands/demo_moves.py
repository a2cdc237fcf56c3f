"""manage.py demo_moves: think the moves of the demo's games anew, after the rules have changed."""

from typing import Any

from django.core.management.base import BaseCommand

from notifications.staff import demo_tables


class Command(BaseCommand):
    help = "Let bots play the demo's games and keep their moves in the repository."

    def handle(self, *args: Any, **options: Any) -> None:
        for path in demo_tables.keep_moves():
            self.stdout.write(f"{path.name}: {path.stat().st_size} bytes")
