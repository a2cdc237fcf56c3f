"""manage.py demo: a game to play with, made once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from notifications.staff import local_backend
from pbem.models import Game, Player
from pbem.play import loading
from pbem.table import lobby

NAME = "Arcturus"
PEOPLE = (
    ("Ada Quill", "ada.quill@example.org", "Europe/Budapest", "heron"),
    ("Bruno Stern", "bruno.stern@example.org", "Europe/Warsaw", "basalt"),
    ("Chidi Oyelaran", "chidi.oyelaran@example.org", "Africa/Lagos", "lantern"),
)


class Command(BaseCommand):
    help = "Make and start the demo game, unless it is there already."

    def handle(self, *args: Any, **options: Any) -> None:
        if not local_backend.configured():
            raise CommandError("The demo is for the local mailbox: EMAIL_URL must be local://.")
        first, *_ = loading.rulesets().by_name or (None,)
        if first is None:
            self.stdout.write("No ruleset is installed, so there is no demo game.")
            return
        game = Game.objects.filter(organiser__email=PEOPLE[0][1], name=NAME).first()
        if game is None:
            game = self._made(first)
        self.stdout.write(f"The demo game is {game}: {game.get_status_display().lower()}.")

    @transaction.atomic
    def _made(self, ruleset: str) -> Game:
        """Make the game in the same way as any: invited, joined with a word, started."""
        for name, email, zone, _ in PEOPLE:
            Player.objects.get_or_create(email=email, defaults={"name": name, "time_zone": zone})
        organiser = Player.objects.get(email=PEOPLE[0][1])
        game = lobby.create_game(organiser, NAME, ruleset, {"players": len(PEOPLE)})
        for name, email, _, word in PEOPLE:
            lobby.join(lobby.invite(game, email, name).token, word)
        return lobby.start(game)
