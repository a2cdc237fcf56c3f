"""Forms with one effect, however often they are sent: a double click, a page sent again."""

import re
import secrets
from collections.abc import Callable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from pbem.models import Player
from pbem.web.models import Posted

KEPT = timedelta(days=2)
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Unkeyed(Exception):
    """Raised for a form without the key that every page of ours gives it."""


def new_key() -> str:
    return secrets.token_urlsafe(12)


def checked(key: str) -> str:
    """Return the key of a form; raises Unkeyed if it is none."""
    if not _KEY.fullmatch(key):
        raise Unkeyed
    return key


def once(player: Player, key: str, do: Callable[[], str]) -> str:
    """Do something and remember the page it led to; for the same key again, only return that page.

    What fails is not remembered.
    """
    key = checked(key)
    known = Posted.objects.filter(player=player, key=key).first()
    if known is not None:
        return known.where
    try:
        with transaction.atomic():
            row = Posted.objects.create(player=player, key=key)
            row.where = do()
            row.save(update_fields=["where"])
    except IntegrityError:
        known = Posted.objects.filter(player=player, key=key).first()
        if known is None:
            raise
        return known.where
    Posted.objects.filter(at__lt=timezone.now() - KEPT).delete()
    return row.where
