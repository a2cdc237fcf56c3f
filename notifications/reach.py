"""An address that fails: remembered, told to the organisers, and another one found."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from notifications import hosting
from notifications.compose import notes
from notifications.models import Outbox
from pbem import addresses
from pbem.models import Address, Game, Player


@transaction.atomic
def refused(row: Outbox, at: datetime | None = None) -> str:
    """Mail to this row's address is refused for good: remember it, tell the organisers, once.

    Returns another address that still works, or "".
    """
    player = row.player
    if player is None or not _mark(player, row.address, at or timezone.now()):
        return _other(player, row.address)
    _tell_organisers(player, row.address)
    return _other(player, row.address)


@transaction.atomic
def works(row: Outbox) -> None:
    """Mail has arrived at this row's address, so whatever was the matter is over."""
    if row.player is None:
        return
    Player.objects.filter(pk=row.player_id, email__iexact=row.address).update(bounced=None)
    Address.objects.filter(player=row.player_id, email__iexact=row.address).update(bounced=None)


def _mark(player: Player, address: str, at: datetime) -> bool:
    """False: that was known, or it is not an address of theirs any more."""
    main = Player.objects.filter(pk=player.pk, email__iexact=address, bounced__isnull=True)
    other = Address.objects.filter(player=player, email__iexact=address, bounced__isnull=True)
    changed = main.update(bounced=at) + other.update(bounced=at)
    player.refresh_from_db(fields=["email", "bounced"])
    return bool(changed)


def _other(player: Player | None, address: str) -> str:
    if player is None:
        return ""
    other = addresses.written_to(player)
    return other if other.lower() != address.lower() else ""


def _tell_organisers(player: Player, address: str) -> None:
    """Every table this person sits at; an organiser of several hears of each in its own thread."""
    going_on = (Game.Status.LOBBY, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.FROZEN)
    tables = Game.objects.filter(seats__player=player, status__in=going_on)
    key = f"bounce/{player.pk}/{timezone.now():%Y-%m-%d}"
    other = bool(_other(player, address))

    for game in tables.select_related("organiser").distinct():
        if game.organiser_id == player.pk:
            continue
        number = game.seats.filter(player=player).values_list("number", flat=True)[0] + 1
        note = partial(notes.unreachable, player.name, address, number, other, key)
        hosting.tell(game, note, key)
