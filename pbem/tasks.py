"""Tasks are hints: they name a game, and may run twice, late or never."""

from celery import shared_task

from pbem import deadlines, play


@shared_task
def advance_game(game_id: int) -> None:
    if play.advance(game_id).more:
        advance_game.delay(game_id)


@shared_task
def sweep() -> None:
    """Finds what is due and whatever a lost task left behind."""
    for game_id in deadlines.sweep():
        advance_game.delay(game_id)
