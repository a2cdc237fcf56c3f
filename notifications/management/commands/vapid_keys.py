"""manage.py vapid_keys: make the two keys that web push needs, as lines for the environment."""

from typing import Any

from django.core.management.base import BaseCommand

from notifications import web_push


class Command(BaseCommand):
    help = "Make the two keys that web push needs, as lines for the environment."

    def handle(self, **options: Any) -> None:
        public, private = web_push.new_keys()
        self.stdout.write(f"PARSEC_VAPID_PUBLIC={public}")
        self.stdout.write(f"PARSEC_VAPID_PRIVATE={private}")
