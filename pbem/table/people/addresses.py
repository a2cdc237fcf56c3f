"""Further addresses of a player, each counted once its owner has confirmed it from there.

An address that nobody confirmed belongs to nobody, so that naming a stranger's address keeps nobody
out.
"""

import re
from datetime import datetime, timedelta

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pbem import signals
from pbem.errors import TableError
from pbem.models import Address, Player

MOST = 5
CONFIRM_WITHIN = timedelta(days=7)
_SALT = "pbem.addresses"


class AddressRefused(TableError):
    """Raised for an address that cannot be added, confirmed or used; the words say what to do."""

    code = "address-refused"


def normalised(email: str) -> str:
    """Return an address as it is stored; raises AddressRefused if it is none."""
    email = email.strip().lower()
    try:
        validate_email(email)
        Address._meta.get_field("email").run_validators(email)
    except ValidationError:
        words = _("“%(email)s” is not a mail address; write one like ann@example.org.")
        raise AddressRefused(words % {"email": email[:80]}) from None
    return email


@transaction.atomic
def add(player: Player, email: str, now: datetime | None = None) -> Address:
    """Add an address and announce the token that confirms it; adding it again sends the token
    again."""
    now = now or timezone.now()
    email = normalised(email)
    Address.objects.filter(email=email, verified__isnull=True).exclude(player=player).filter(
        created__lt=now - CONFIRM_WITHIN
    ).delete()
    owner = holder(email)
    if owner == player:
        raise AddressRefused(_("%(email)s is already yours.") % {"email": email})
    if owner is not None or Address.objects.filter(email=email).exclude(player=player).exists():
        words = _("%(email)s cannot be added. Write from it to join in its own name.")
        raise AddressRefused(words % {"email": email})
    if player.addresses.exclude(email=email).count() >= MOST:
        words = _("You have %(most)d further addresses; remove one first.")
        raise AddressRefused(words % {"most": MOST})
    address, new = Address.objects.get_or_create(
        email=email, player=player, defaults={"created": now}
    )
    if not new:
        address.created = now
        address.save(update_fields=["created"])
    signals.address_added.send(Player, player=player, address=address, token=token_of(address))
    return address


def token_of(address: Address) -> str:
    """Return the token that proves its holder reads mail at the address; it goes there and nowhere
    else."""
    return signing.dumps([address.pk, address.player_id, address.email], salt=_SALT)


@transaction.atomic
def confirm(token: str, now: datetime | None = None) -> Address:
    """Let the address count from now on; doing so twice changes nothing more."""
    try:
        pk, player_id, email = signing.loads(token, salt=_SALT, max_age=CONFIRM_WITHIN)
    except (signing.BadSignature, ValueError, TypeError):
        raise AddressRefused(str(_STALE)) from None
    rows = Address.objects.select_for_update().select_related("player")
    address = rows.filter(pk=pk, player=player_id, email=email).first()
    if address is None or Player.objects.filter(email=email).exists():
        raise AddressRefused(str(_STALE))
    if address.verified is None:
        address.verified = now or timezone.now()
        address.save(update_fields=["verified"])
    return address


_STALE = gettext_lazy("This link is no longer good. Add the address again to get a new one.")


@transaction.atomic
def make_main(player: Player, email: str) -> Player:
    """Send mail to this confirmed address from now on; the old one stays as a further address."""
    email = normalised(email)
    player = Player.objects.select_for_update().get(pk=player.pk)
    address = player.addresses.filter(email=email, verified__isnull=False).first()
    if address is None:
        words = _("%(email)s is not a confirmed address of yours. Add and confirm it.")
        raise AddressRefused(words % {"email": email})
    address.email, player.email = player.email, email
    address.bounced, player.bounced = player.bounced, address.bounced
    try:
        with transaction.atomic():
            player.save(update_fields=["email", "bounced"])
            address.save(update_fields=["email", "bounced"])
    except IntegrityError:
        words = _("%(email)s belongs to somebody else by now.")
        raise AddressRefused(words % {"email": email}) from None
    return player


def remove(player: Player, email: str) -> None:
    """Forget a further address; the main one can only be replaced."""
    email = normalised(email)
    if email == player.email:
        words = _("%(email)s is where your mail goes; make another one the main first.")
        raise AddressRefused(words % {"email": email})
    if not player.addresses.filter(email=email).delete()[0]:
        raise AddressRefused(_("%(email)s is not an address of yours.") % {"email": email})


_LISTED = re.compile(r"[^\s,;<>\"']+@[^\s,;<>\"']+")


def listed(text: str) -> list[tuple[str, str]]:
    """Return the addresses in a pasted list, each with the name beside it, "" for none: one to a
    line, or separated by commas, as `Ann Example <ann@example.org>` or `ann@example.org`."""
    found: dict[str, str] = {}
    for part in re.split(r"[\n;,]", text):
        address = _LISTED.search(part)
        if address is not None:
            name = f"{part[: address.start()]} {part[address.end() :]}".strip(" \t\r<>\"'()-–:")
            found.setdefault(address[0].lower(), " ".join(name.split())[:80])
    return list(found.items())


def passed_over(text: str) -> list[str]:
    """Return the parts of a pasted list that hold no address, to be told to whoever pasted it."""
    parts = (part.strip(" \t\r<>\"'()-–:") for part in re.split(r"[\n;,]", text))
    return [" ".join(part.split())[:80] for part in parts if part and not _LISTED.search(part)]


def holder(email: str) -> Player | None:
    """Return whose address this is: a main one, or a confirmed further one."""
    email = email.strip().lower()
    mine = Q(email=email) | Q(addresses__email=email, addresses__verified__isnull=False)
    return Player.objects.filter(mine).order_by("pk").first()


def written_to(player: Player) -> str:
    """Return where mail goes: the main address, or if it bounced a confirmed one that has not."""
    if player.bounced is None:
        return player.email
    others = player.addresses.filter(bounced__isnull=True, verified__isnull=False)
    return others.order_by("pk").values_list("email", flat=True).first() or player.email


def unreachable(player: Player) -> bool:
    """Return whether mail to this player comes back, and there is nowhere else to send it."""
    return player.bounced is not None and written_to(player) == player.email


def of(player: Player) -> list[str]:
    """Return where this player can be reached: the main address, then the confirmed others."""
    others = player.addresses.filter(verified__isnull=False).values_list("email", flat=True)
    return [player.email, *others]
