"""manage.py board_colours: write the stylesheet that gives pictures on pages their colours."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from rules.toolbox.look import stylesheet

FILE = Path(__file__).resolve().parents[3] / "static" / "web" / "board.css"


class Command(BaseCommand):
    help = "Write the colours of pictures into the stylesheet of the pages."

    def handle(self, *args: Any, **options: Any) -> None:
        FILE.write_text(stylesheet(), encoding="utf-8")
        self.stdout.write(f"{FILE.name}: written")
