"""What has waited for its hour: daily digests, and news held back over quiet hours or a rush."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from notifications import preferences, worker_hints
from notifications.compose import notes
from notifications.models import Held, Preferences
from notifications.outbound import outbox, rush
from pbem.models import Game, Seat
from pbem.play import loading
from pbem.storage.prepared import Prepared

_HELD_FOR = Prepared(
    lambda now: (
        Held.objects.filter(due__lte=now, player=F("seat__player"))
        .values_list("player", flat=True)
        .distinct()
    )
)


def hint_held() -> None:
    """After a rush: whoever waits for news need not wait for the sweep as well."""
    if not rush.is_on():
        for player_id in _HELD_FOR(timezone.now()):
            worker_hints.digest(player_id)


def due(now: datetime | None = None) -> list[int]:
    """The players for whom a digest or held news is due."""
    now = now or timezone.now()
    wishes = Preferences.objects.filter(mode=Preferences.Mode.DIGEST, next_digest__lte=now)
    return sorted({*wishes.values_list("player", flat=True), *_HELD_FOR(now)})


@transaction.atomic
def send(player_id: int, now: datetime | None = None) -> None:
    """One mail for each table with something to tell. Doing it twice tells nothing twice."""
    now = now or timezone.now()
    rows = Preferences.objects.select_for_update(of=("self",)).select_related("player")
    wishes = rows.filter(player=player_id).first()
    if wishes is None:
        return
    seats = Seat.objects.filter(player=player_id, kind=Seat.Kind.PERSON)
    waiting = set(
        Held.objects.filter(player=player_id, due__lte=now).values_list("seat", flat=True)
    )
    if wishes.next_digest is None or wishes.next_digest <= now:
        if wishes.mode == Preferences.Mode.DIGEST:
            playing = seats.filter(game__status=Game.Status.RUNNING)
            waiting |= set(playing.values_list("pk", flat=True))
        wishes.next_digest = preferences.next_digest(wishes, now)
        wishes.save(update_fields=["next_digest"])
    key = f"digest/{now.isoformat()}"
    for seat in seats.filter(pk__in=waiting).order_by("pk"):
        game = loading.locked(seat.game_id)
        outbox.tell(game, seat.pk, lambda seat, match: notes.digest(key))
