"""Tasks are hints: they name a game, and may run twice, late or never."""

from celery import shared_task

from pbem.clocks import extensions, reminders
from pbem.clocks.sweep import games_to_advance
from pbem.operations import queue_depth
from pbem.play import advancing
from pbem.storage import durability


@shared_task
def advance_game(game_id: int) -> None:
    with durability.can_be_repeated():
        more = advancing.advance(game_id).more
    if more:
        advance_game.delay(game_id)


@shared_task
def remind_game(game_id: int) -> None:
    reminders.remind(game_id)


@shared_task
def lapse_vote(game_id: int) -> None:
    extensions.lapse(game_id)


@shared_task
def sweep() -> None:
    """Finds what is due and whatever a lost task left behind."""
    due = games_to_advance()
    if queue_depth.calm():
        for game_id in due:
            advance_game.delay(game_id)
        for game_id in reminders.games_to_remind():
            remind_game.delay(game_id)
        for game_id in extensions.to_lapse():
            lapse_vote.delay(game_id)
