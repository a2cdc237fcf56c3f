"""Mails that no person wrote, or that went round in a circle: never answered."""

from email.message import EmailMessage

from notifications import identify, intake, keys, mime
from notifications.models import Inbound, Outbox
from notifications.outcomes import AutoReply, Bounce, ListMail, OwnMail

_BULK = frozenset({"bulk", "junk", "list"})
_DAEMONS = ("mailer-daemon@", "postmaster@")
_LIST_HEADERS = ("List-Id", "List-Post")
_ROBOT_HEADERS = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply")


def check(inbound: Inbound, mail: EmailMessage) -> None:
    """Raise the silent failure that this mail is, if it is one."""
    sender = identify.sender_address(inbound, mail).lower()
    if keys.is_ours(sender) or _is_our_mail(inbound):
        raise OwnMail
    if (
        inbound.sender == intake.NULL_SENDER
        or mime.header(mail, "Return-Path") == intake.NULL_SENDER
        or mail.get_content_type() == "multipart/report"
        or sender.startswith(_DAEMONS)
    ):
        raise Bounce
    precedence = mime.header(mail, "Precedence").lower()
    automatic = mime.header(mail, "Auto-Submitted").lower().partition(";")[0].strip()
    if (
        automatic not in ("", "no")
        or precedence in ("auto_reply", "auto-reply")
        or any(mime.header(mail, name) for name in _ROBOT_HEADERS)
    ):
        raise AutoReply
    if precedence in _BULK or any(mime.header(mail, name) for name in _LIST_HEADERS):
        raise ListMail


def _is_our_mail(inbound: Inbound) -> bool:
    return (
        bool(inbound.message_id) and Outbox.objects.filter(message_id=inbound.message_id).exists()
    )
