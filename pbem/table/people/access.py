"""Who somebody is at a table, and whether they may look at it: the same by mail as on a page."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.models import Game, Invitation, Player, Seat
from pbem.play import past
from pbem.table.openness import Openness
from pbem.table.people import addresses


class At(NamedTuple):
    """A reader and a table: which seat is theirs, and whether they run the table."""

    game: Game
    player: Player | None
    seat: Seat | None
    organiser: bool
    openness: Openness
    seated: Sequence[Seat] = ()

    @property
    def spectator(self) -> bool:
        """Whether the reader sees public facts only, and those as late as the table wants."""
        return self.seat is None and not self.organiser


def place_at(game: Game, player: Player | None, staff: bool = False) -> At:
    """Find out who a reader is at a table. `staff`: they run every table."""
    seats = list(game.seats.select_related("player"))
    seat = None
    if player is not None:
        mine = [s for s in seats if s.kind == Seat.Kind.PERSON and s.player_id == player.pk]
        seat = mine[0] if mine else None
    organiser = staff or (player is not None and game.organiser_id == player.pk)
    openness = getattr(game, "openness", None) or Openness(game=game)
    return At(game, player, seat, organiser, openness, seats)


def may_look(at: At) -> bool:
    """Return whether this reader may look at the table at all (`ports.Rule.TABLE`)."""
    if at.seat is not None or at.organiser:
        return True
    if at.game.status == Game.Status.LOBBY:
        return at.player is not None and (at.openness.joinable or is_invited(at))
    return at.openness.watchable or (at.player is not None and is_invited(at))


def is_invited(at: At) -> bool:
    """Return whether the reader has an open invitation to the table."""
    if at.player is None:
        return False
    asked = at.game.invitations.filter(state=Invitation.State.OPEN)
    return bool(asked.filter(email__in=addresses.of(at.player)).exists())


def seen_until(at: At, now: datetime) -> int:
    """Return the newest ruling this reader may know of: spectators may be kept behind."""
    hours = at.openness.delay_hours
    if not at.spectator or not hours or at.game.status == Game.Status.OVER:
        return at.game.head_seq
    return past.seq_before(at.game, now - timedelta(hours=hours))
