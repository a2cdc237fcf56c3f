"""How often somebody may do something: counted in the database, so that every process agrees."""

from datetime import timedelta
from typing import NamedTuple

from django.db import models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

KEPT = timedelta(days=2)


class Limit(NamedTuple):
    """At most `most` times within `seconds`, counted apart for each `name` and subject."""

    name: str
    most: int
    seconds: int


LINKS_TO_ADDRESS = Limit("links to one address", 5, 3600)
LINKS_FROM_PLACE = Limit("links asked for from one place", 30, 3600)
SIGN_INS_FROM_PLACE = Limit("sign-ins from one place", 60, 3600)
ORDERS_OF_PLAYER = Limit("orders of one player", 60, 600)
CHECKS_OF_PLAYER = Limit("checks of one player", 600, 600)
REPLY_ADDRESSES_OF_PLAYER = Limit("new reply addresses asked for by one player", 10, 24 * 3600)
TABLES_OF_PLAYER = Limit("tables of one player", 20, 24 * 3600)
VERIFICATIONS = Limit("games played again for one reader", 20, 3600)
SUGGESTIONS_OF_PLAYER = Limit("suggestions for one player", 60, 3600)
"""Each takes some seconds of a processor."""
INVITATIONS_OF_PLAYER = Limit("invitations of one player", 60, 24 * 3600)
"""Each invitation is a mail to somebody who has not asked for one."""


class Allowance(models.Model):
    """How often something was done since `started`; `key` is a hash, never an address.

    The row belongs to the app `web`, whose name is in its database table.
    """

    key = models.CharField(max_length=64, unique=True)
    started = models.DateTimeField()
    used = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "web"
        indexes = [models.Index(fields=["started"])]

    def __str__(self) -> str:
        return f"{self.used} since {self.started:%Y-%m-%d %H:%M}"


@transaction.atomic
def wait(limit: Limit, subject: object) -> int:
    """Count one more; return 0 if it is allowed, else the seconds until it will be."""
    now = timezone.now()
    key = salted_hmac("pbem.web.limits", f"{limit.name}/{subject}", algorithm="sha256").hexdigest()
    allowance, new = Allowance.objects.select_for_update().get_or_create(
        key=key, defaults={"started": now}
    )
    if new:
        Allowance.objects.filter(started__lt=now - KEPT).delete()
    ends = allowance.started + timedelta(seconds=limit.seconds)
    if now >= ends:
        allowance.started, allowance.used = now, 0
    elif allowance.used >= limit.most:
        return max(1, round((ends - now).total_seconds()))
    allowance.used += 1
    allowance.save()
    return 0
