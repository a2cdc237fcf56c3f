"""Play records again and say whether everything comes out as it was ruled."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pbem.models import Game
from pbem.referee import records


class Command(BaseCommand):
    help = "Verify record files, or games on this server with --game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
        parser.add_argument("--game", type=int, action="append", default=[], help="its number")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["files"] and not options["game"]:
            raise CommandError("Name record files, or a game with --game.")
        sources = {str(path): self._read(path) for path in options["files"]}
        sources.update({f"game {number}": self._export(number) for number in options["game"]})
        bad = 0
        for name, raw in sources.items():
            found = records.verify(raw)
            bad += not found.ok
            self.stdout.write(f"{'OK' if found.ok else 'DIFFERS'} {name}: {found.words}")
        if bad:
            raise CommandError(f"{bad} of {len(sources)} did not verify.")

    def _read(self, path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError as error:
            raise CommandError(f"Cannot read {path}: {error.strerror}.") from None

    def _export(self, number: int) -> bytes:
        game = Game.objects.filter(pk=number).first()
        if game is None:
            raise CommandError(f"There is no game {number}.")
        try:
            return records.export(game, staff=True)
        except records.ExportRefused as refused:
            raise CommandError(str(refused)) from None
