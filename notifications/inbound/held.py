"""A link that its owner alone gets: "yes, this mail was mine".

It confirms one mail and nothing else, and only as long as the same person holds the seat.
"""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from notifications import keys, worker_hints
from notifications.keys import Holder
from notifications.models import Inbound

GOOD_FOR = timedelta(days=7)
_SALT = "notifications.confirm"


class Expired(Exception):
    """The link is too old, or its owner no longer holds the seat."""


class Forged(Exception):
    """Not a link of ours."""


class Opened(NamedTuple):
    """A held mail, and for whom it would speak."""

    inbound: Inbound
    holder: Holder


def url(inbound: Inbound, holder: Holder) -> str:
    """Where the owner of the key can say that the mail was theirs."""
    key = keys.address_of(holder).partition("@")[0]
    token = signing.dumps([inbound.pk, key], salt=_SALT)
    return settings.PARSEC_HOST + reverse("confirm-mail", args=[token])


def open_link(token: str) -> Opened:
    """The mail a link is about, and whose it is. Raises Expired or Forged."""
    try:
        pk, key = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except signing.SignatureExpired:
        raise Expired from None
    except signing.BadSignature:
        raise Forged from None
    holder = keys.open_key(f"{key}@{keys.domain()}")
    inbound = Inbound.objects.filter(pk=pk).first()
    if holder is None or inbound is None:
        raise Expired
    return Opened(inbound, holder)


@transaction.atomic
def say_yes(pk: int) -> None:
    """It counts from now: whatever fell due in the meantime has fallen due."""
    inbound = Inbound.objects.select_for_update().get(pk=pk)
    if inbound.state == Inbound.State.HELD:
        inbound.state, inbound.outcome, inbound.reason = Inbound.State.NEW, "", ""
        inbound.confirmed, inbound.received = True, timezone.now()
        inbound.save(update_fields=["state", "outcome", "reason", "confirmed", "received"])
        transaction.on_commit(lambda: worker_hints.read_inbound(pk))
