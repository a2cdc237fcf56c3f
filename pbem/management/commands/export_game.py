"""Write a game's record to a file or to standard output."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.models import Game
from pbem.referee import records


class Command(BaseCommand):
    help = "Export the record of a game; of a running game only with --staff."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=int, help="the game's number")
        parser.add_argument("--staff", action="store_true", help="also while the game runs")
        parser.add_argument("--out", type=Path, help="a file; default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        game = Game.objects.filter(pk=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        try:
            raw = records.export(game, staff=options["staff"])
        except records.ExportRefused as refused:
            raise CommandError(str(refused)) from None
        if options["out"] is None:
            self.stdout.write(raw.decode(), ending="")
            return
        try:
            options["out"].write_bytes(raw)
        except OSError as error:
            raise CommandError(f"Cannot write {options['out']}: {error.strerror}.") from None
        self.stdout.write(f"{game}: {game.head_seq} rulings written to {options['out']}")
