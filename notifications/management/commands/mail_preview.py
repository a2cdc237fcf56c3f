"""manage.py mail_preview: the turn mail a seat would get now, as a page with its picture."""

import base64
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation

from notifications import answer_links
from notifications.compose import attachments, html, letter, notes, picture, questions
from notifications.compose.letter import Letter
from notifications.outbound import deliver, drafts, turn_pictures
from notifications.outbound.positions import Positions
from pbem.models import Game, Prompt, Seat
from pbem.play import loading
from pbem.play.waiting import waited_for


class Command(BaseCommand):
    help = "Print the HTML of the turn mail that a seat would get now. Nothing is sent or kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", type=int, help="the game's number")
        parser.add_argument("seat", type=int, help="the seat's number, from 1")
        parser.add_argument("--text", action="store_true", help="the text part instead")
        parser.add_argument("--no-picture", action="store_true", help="as with pictures off")

    def handle(self, *args: Any, **options: Any) -> None:
        seat = self._seat(options["game"], options["seat"])
        language = drafts.language(seat.player)
        with translation.override(language):
            made = self._letter(seat)
        if options["text"]:
            self.stdout.write(f"Subject: {made.subject}\n\n{made.body}")
            return
        files = turn_pictures.drawn(seat.game, made.enclosures, language, Positions())
        board = next((f for f in files if f.kind == attachments.PICTURE), None)
        address = "cid:map"
        if board is not None and not options["no_picture"]:
            painted = base64.b64encode(picture.png(board.data.decode())).decode()
            address = f"data:image/png;base64,{painted}"
        self.stdout.write(
            html.page(
                made.body,
                subject=made.subject,
                language=language,
                template=made.template,
                picture=address if board is not None else "",
                taps=[self._tap(seat, n) for n in range(1, self._numbered(made) + 1)],
                names=deliver.names_of(seat.game),
            )
        )

    def _numbered(self, made: Letter) -> int:
        return len(made.listed.orders) if made.listed else 0

    def _tap(self, seat: Seat, number: int) -> str:
        return answer_links.to_option(seat, "<preview.0@>", number)

    def _seat(self, game: int, number: int) -> Seat:
        found = Seat.objects.select_related("game", "player").filter(game=game, number=number - 1)
        seat = found.first()
        if seat is None:
            if not Game.objects.filter(pk=game).exists():
                raise CommandError(f"There is no game {game}.")
            seats = Seat.objects.filter(game=game).count()
            raise CommandError(f"Game {game} has seats 1 to {seats}.")
        if not seat.game.head_seq:
            raise CommandError(f"{seat.game} has not started: there is no turn mail yet.")
        return seat

    def _letter(self, seat: Seat) -> Letter:
        game = seat.game
        letters = drafts.correspondence_of(seat)
        told_up_to = letters.told_seq
        match = loading.load(game).match
        prompts = list(game.prompts.filter(state=Prompt.State.OPEN))
        made = letter.to_seat(
            letter.TurnFacts(
                game=game,
                player=seat.player,
                seat=seat.number,
                match=match,
                notes=[notes.turn("preview")],
                prompts=[prompt for prompt in prompts if prompt.seat_id == seat.pk],
                rulings=drafts.rulings_after(game, told_up_to),
                told_up_to=told_up_to,
                waited=waited_for(game, match, prompts),
                until=questions.last_due(game, prompts),
                now=timezone.now(),
                own_up_to=letters.own_seq,
                sheet_at=letters.sheet_at,
                tap=lambda: answer_links.to_list(seat, "<preview.0@>"),
            )
        )
        assert made is not None, "a turn is always told"
        return made
