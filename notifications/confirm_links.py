"""Signed links by which the owner of a reply address says: "yes, this mail was mine".

A link confirms one mail and nothing else, and only as long as the same person holds the address.
"""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from notifications import keys
from notifications.keys import Holder
from notifications.models import Inbound

GOOD_FOR = timedelta(days=7)
_SALT = "notifications.confirm"


class Expired(Exception):
    """The link is too old, or its owner no longer holds the reply address."""


class Forged(Exception):
    """Not a link of ours."""


class Opened(NamedTuple):
    """The mail that a link is about, and for whom the mail would speak."""

    inbound: Inbound
    holder: Holder


def url(inbound: Inbound, holder: Holder) -> str:
    """Return where the owner of the reply address can say that the mail was theirs."""
    key = keys.address_of(holder).partition("@")[0]
    token = signing.dumps([inbound.pk, key], salt=_SALT)
    return str(settings.PARSEC_HOST) + reverse("confirm-mail", args=[token])


def open_link(token: str) -> Opened:
    """Return the mail a link is about, and whose it is. Raises Expired or Forged."""
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
