"""What a player has seen of a game, so that a page can tell what is new."""

from datetime import datetime, timedelta

from pbem.models import Game, Player
from pbem.web.models import Visit

BREAK = timedelta(minutes=30)
"""After a break longer than this, the next look begins a new visit."""

_OFTEN = timedelta(minutes=1)


def since(player: Player, game: Game, now: datetime) -> int:
    """Return the last ruling the player had seen before this visit, and note that they see
    today's."""
    first = {"at": now, "seen": game.head_seq}
    visit, new = Visit.objects.get_or_create(player=player, game=game, defaults=first)
    if new:
        return visit.since
    if now - visit.at > BREAK:
        visit.since = visit.seen
    if visit.seen != game.head_seq or now - visit.at > _OFTEN:
        visit.seen = game.head_seq
        visit.at = now
        visit.save(update_fields=["since", "seen", "at"])
    return visit.since


def began_after(player: Player, game: Game) -> int:
    """Return the last ruling the player had seen before this visit, 0 if none; nothing is noted."""
    row = Visit.objects.filter(player=player, game=game).values_list("since", flat=True).first()
    return row or 0


def any_of(player: Player) -> bool:
    """Return whether a player has ever looked at a table."""
    return Visit.objects.filter(player=player).exists()
