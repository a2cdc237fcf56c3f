"""How punctual people are, and what becomes of a seat that no longer answers.

Two misses in a row are a warning. With the third, and after a day of silence, the seat is missing:
its clock is halved until it answers, and the organiser is offered a substitute, a bot, or to wait
with a full clock.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Q, QuerySet
from django.utils.translation import gettext as _

from pbem import signals
from pbem.clocks import deadlines
from pbem.clocks.terms import terms_of
from pbem.errors import TableError
from pbem.models import Game, Player, Prompt, Seat
from pbem.play import loading

MISSES_BEFORE_WARNING = 2
OWN = ("player", "script", "standing")
KEPT = ("missed", "missed_turns", "silent_since", "missing")
"""The fields of a seat that say how it stands with deadlines."""

Standing = Literal["", "warned", "missing"]


class NotMissing(TableError):
    """Raised where somebody decides about a seat that is not missing."""

    code = "not-missing"


class Punctuality(NamedTuple):
    """Counts of questions answered `on_time`, `late` (in the grace period) and `missed`.

    `typical` is the mean time an answer took. Windows are not counted: silence there is an answer.
    """

    games: int
    on_time: int
    late: int
    missed: int
    typical: timedelta | None

    @property
    def share(self) -> float | None:
        """The share of questions answered on time; None if nothing was asked yet."""
        asked = self.on_time + self.late + self.missed
        return self.on_time / asked if asked else None


def of_player(player: Player) -> Punctuality:
    """Count over all games that this person has played in."""
    found = _kept(Prompt.objects.filter(player=player))
    return found[0] if found else _NOTHING


def of_game(game: Game) -> dict[int, Punctuality]:
    """Count by seat number, for the people who hold the seats now."""
    here = Prompt.objects.filter(game=game, player=F("seat__player"))
    numbers = list(game.seats.values_list("number", flat=True))
    found = {row["seat__number"]: _row(row) for row in _counted(here, "seat__number")}
    return {number: found.get(number, _NOTHING) for number in numbers}


_NOTHING = Punctuality(0, 0, 0, 0, None)


def _kept(prompts: "QuerySet[Prompt]") -> list[Punctuality]:
    return [_row(row) for row in _counted(prompts, "player")]


def _counted(prompts: "QuerySet[Prompt]", by: str) -> Iterable[dict[str, Any]]:
    own = Q(answered_by__in=OWN)
    late = own & Q(answered__gt=F("due"))
    took = ExpressionWrapper(F("answered") - F("opened"), DurationField())
    rows: Iterable[dict[str, Any]] = (
        prompts.filter(window=False, state=Prompt.State.ANSWERED)
        .order_by()
        .values(by)
        .annotate(
            games=Count("game", distinct=True),
            own=Count("pk", filter=own),
            late=Count("pk", filter=late),
            missed=Count("pk", filter=Q(answered_by="deadline")),
            typical=Avg(took, filter=own & Q(answered__isnull=False, answered__gte=F("opened"))),
        )
    )
    return rows


def _row(row: dict[str, Any]) -> Punctuality:
    on_time = row["own"] - row["late"]
    return Punctuality(row["games"], on_time, row["late"], row["missed"], row["typical"])


def standing_of(seat: Seat) -> Standing:
    """Return what the misses of a seat have led to, as a code; mails and pages put it in words."""
    if seat.missing:
        return "missing"
    return "warned" if seat.missed >= MISSES_BEFORE_WARNING else ""


def note_miss(seat: Seat, now: datetime, *, turn: bool) -> bool:
    """Count a deadline that the seat has missed; return whether that makes it missing."""
    seat.missed += 1
    seat.missed_turns += turn
    seat.silent_since = seat.silent_since or now
    silent = now - seat.silent_since
    before = seat.missing
    seat.missing = before or (
        seat.missed >= deadlines.MISSES_BEFORE_MISSING and silent >= deadlines.SILENT_BEFORE_MISSING
    )
    return seat.missing and not before


def hurries(game: Game) -> bool:
    """Return whether the table goes on sooner than a turn may take where somebody has missed a
    deadline."""
    return 0 < terms_of(game).hours_after_miss < deadlines.hours_for(game, deadlines.TURN)


@transaction.atomic
def wait_for(seat: Seat, now: datetime | None = None) -> Seat:
    """Keep a missing player, as the organiser wishes: a full clock again, and three more misses."""
    game = loading.locked(seat.game_id)
    seat.refresh_from_db()
    if not seat.missing:
        raise NotMissing(_("This seat is not missing; nothing has to be decided."))
    seat.is_back()
    seat.save(update_fields=list(KEPT))
    signals.table_changed.send(Game, game=game, what="waiting", seat=seat)
    return seat
