"""Remembers addresses that fail, tells the organisers, and finds another address."""

from datetime import datetime
from functools import partial
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from notifications.compose import notes
from notifications.models import Outbox
from notifications.outbound import to_organiser
from pbem.models import Address, Game, Player
from pbem.table.people import addresses

INVITED = "invited/"
"""The beginning of the keys of invitations."""


@transaction.atomic
def refused(row: Outbox, address: str = "", at: datetime | None = None) -> str:
    """Remember that an address refuses mail for good, and tell the organisers, once.

    `address`: the row's, if none is given. Returns another address that still works, or "".
    """
    player, address = row.player, address or row.address
    if row.key.startswith(INVITED) and row.game is not None:
        _tell_inviter(row.game, address)
    if player is None:
        return ""
    if _mark(player, address, at or timezone.now()):
        _tell_organisers(player, address)
    return _other(player, address)


@transaction.atomic
def works(row: Outbox, address: str, at: datetime) -> None:
    """Remember that mail has arrived at this address: its earlier failures are over."""
    if row.player_id is None:
        return
    before = {"email__iexact": address, "bounced__lte": at}
    Player.objects.filter(pk=row.player_id, **before).update(bounced=None)
    Address.objects.filter(player=row.player_id, **before).update(bounced=None)


def _mark(player: Player, address: str, at: datetime) -> bool:
    """Mark the address as failing; False if it was marked before or is no longer the player's."""
    main = Player.objects.filter(pk=player.pk, email__iexact=address, bounced__isnull=True)
    other = Address.objects.filter(player=player, email__iexact=address, bounced__isnull=True)
    changed = main.update(bounced=at) + other.update(bounced=at)
    player.refresh_from_db(fields=["email", "bounced"])
    return bool(changed)


def _other(player: Player, address: str) -> str:
    """Return another address of the player that does not fail; empty if there is none."""
    other = addresses.written_to(player)
    works = other.lower() != address.lower() and not addresses.unreachable(player)
    return other if works else ""


def _tell_organisers(player: Player, address: str) -> None:
    """Tell the organiser of every table at which this person sits, each in the thread of that
    table."""
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


def _tell_inviter(game: Game, address: str) -> None:
    """Tell the organiser that an invitation failed: the address may be mistyped."""
    key = f"bounce/{_name(address)}/{timezone.now():%Y-%m-%d}"
    to_organiser.tell(game, lambda: notes.not_invited(address, key), key)


def _name(address: str) -> str:
    """Return a short name of the address, for the key of a note."""
    return sha256(address.lower().encode()).hexdigest()[:12]
