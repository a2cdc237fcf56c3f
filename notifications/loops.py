"""Mails that no person wrote, or that went round in a circle: never answered."""

from notifications import identify, intake, keys
from notifications.mime import Mail
from notifications.models import Inbound, Outbox
from notifications.outcomes import AutoReply, Bounce, ListMail, OwnMail

_BULK = frozenset({"bulk", "junk", "list"})
_DAEMONS = ("mailer-daemon@", "postmaster@", "mail-daemon@")
_LIST_HEADERS = ("List-Id", "List-Post")
_ROBOT_HEADERS = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply", "X-AutoReply-From")
_OUT_OF_OFFICE = "X-Auto-Response-Suppress"
_SUBJECTS = (
    *("automatic reply:", "out of office", "autoreply:", "auto:", "abwesend"),
    *("automatyczna odpowied", "odpowiedź automatyczna", "autoresponder"),
    *("automatikus válasz", "házon kívül"),
)


def check(inbound: Inbound, mail: Mail) -> None:
    """Raise the silent failure that this mail is, if it is one."""
    sender = identify.sender_address(inbound, mail).lower()
    if keys.is_post(sender) or keys.looks_like_key(sender) or _is_our_mail(inbound):
        raise OwnMail
    if (
        inbound.sender == intake.NULL_SENDER
        or mail.header("Return-Path") == intake.NULL_SENDER
        or mail.is_report
        or sender.startswith(_DAEMONS)
    ):
        raise Bounce
    precedence = mail.header("Precedence").lower()
    automatic = mail.header("Auto-Submitted").lower().partition(";")[0].strip()
    if (
        automatic not in ("", "no")
        or precedence in ("auto_reply", "auto-reply")
        or any(name in mail for name in _ROBOT_HEADERS)
        or _says_so(mail)
    ):
        raise AutoReply
    if precedence in _BULK or any(name in mail for name in _LIST_HEADERS):
        raise ListMail


def _says_so(mail: Mail) -> bool:
    """Old vacation responders mark nothing but the subject; a person's reply begins with ours."""
    if _OUT_OF_OFFICE in mail and "oof" in mail.header(_OUT_OF_OFFICE).lower():
        return mail.header("Subject").lower().startswith(_SUBJECTS)
    return mail.header("Subject").lower().startswith(_SUBJECTS) and "In-Reply-To" not in mail


def _is_our_mail(inbound: Inbound) -> bool:
    """By its id; only one of our own domain is worth looking up."""
    if not inbound.message_id.lower().endswith(f"@{keys.domain().lower()}>"):
        return False
    return Outbox.objects.filter(message_id=inbound.message_id).exists()
