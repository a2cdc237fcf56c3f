"""An address that fails: remembered, told to the organisers, and another one found."""

from datetime import datetime
from functools import partial
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from notifications.compose import notes
from notifications.models import Outbox
from notifications.outbound import to_organiser
from pbem.models import Address, Game, Player
from pbem.table import addresses

INVITED = "invited/"
"""How the names of invitations begin."""


@transaction.atomic
def refused(row: Outbox, address: str = "", at: datetime | None = None) -> str:
    """Mail to this address (of the row, unless another is named) is refused for good: remember
    it, tell the organisers, once.

    Returns another address that still works, or "".
    """
    player, address = row.player, address or row.address
    if row.key.startswith(INVITED) and row.game is not None:
        _tell_host(row.game, address)
    if player is None:
        return ""
    if _mark(player, address, at or timezone.now()):
        _tell_organisers(player, address)
    return _other(player, address)


@transaction.atomic
def works(row: Outbox, address: str, at: datetime) -> None:
    """Mail has arrived at this address, so whatever was the matter before is over."""
    if row.player_id is None:
        return
    before = {"email__iexact": address, "bounced__lte": at}
    Player.objects.filter(pk=row.player_id, **before).update(bounced=None)
    Address.objects.filter(player=row.player_id, **before).update(bounced=None)


def _mark(player: Player, address: str, at: datetime) -> bool:
    """False: that was known, or it is not an address of theirs any more."""
    main = Player.objects.filter(pk=player.pk, email__iexact=address, bounced__isnull=True)
    other = Address.objects.filter(player=player, email__iexact=address, bounced__isnull=True)
    changed = main.update(bounced=at) + other.update(bounced=at)
    player.refresh_from_db(fields=["email", "bounced"])
    return bool(changed)


def _other(player: Player, address: str) -> str:
    """One that mail has not come back from."""
    other = addresses.written_to(player)
    works = other.lower() != address.lower() and not addresses.unreachable(player)
    return other if works else ""


def _tell_organisers(player: Player, address: str) -> None:
    """Every table this person sits at; an organiser of several hears of each in its own thread."""
    going_on = (Game.Status.LOBBY, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.FROZEN)
    tables = Game.objects.filter(seats__player=player, status__in=going_on)
    key = f"bounce/{player.pk}/{_name(address)}/{timezone.now():%Y-%m-%d}"
    other = bool(_other(player, address))

    for game in tables.select_related("organiser").distinct():
        if game.organiser_id == player.pk:
            continue
        number = game.seats.filter(player=player).values_list("number", flat=True)[0] + 1
        note = partial(notes.unreachable, player.name, address, number, other, key)
        to_organiser.tell(game, note, key)


def _tell_host(game: Game, address: str) -> None:
    """Who invites somebody may have mistyped the address, and would wait for ever."""
    key = f"bounce/{_name(address)}/{timezone.now():%Y-%m-%d}"
    to_organiser.tell(game, lambda: notes.not_invited(address, key), key)


def _name(address: str) -> str:
    """Short, for the name of an effect."""
    return sha256(address.lower().encode()).hexdigest()[:12]
