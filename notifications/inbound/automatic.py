"""Recognises mails that no person wrote or that went round in a circle; they are never answered."""

import re

from notifications import keys
from notifications.inbound import identify, storing
from notifications.inbound.mime import Mail
from notifications.inbound.outcomes import AutoReply, Bounce, ListMail, OwnMail
from notifications.models import Inbound, Outbox

_BULK = frozenset({"bulk", "junk", "list"})
_DAEMONS = ("mailer-daemon@", "postmaster@", "mail-daemon@")
_LIST_HEADERS = ("List-Id", "List-Post")
_ROBOT_HEADERS = ("X-Autoreply", "X-Autorespond", "X-Auto-Reply", "X-AutoReply-From")
_OUT_OF_OFFICE = "X-Auto-Response-Suppress"
_SUBJECTS = (
    *("automatic reply", "out of office", "autoreply", "auto-reply", "auto:", "auto response"),
    *("vacation reply", "away from the office"),
    *("automatyczna odpowied", "odpowiedź automatyczna", "autoodpowied", "autoresponder"),
    *("poza biurem", "nieobecność w biurze"),
    *("automatikus válasz", "házon kívül", "távollét", "szabadságon vagyok"),
    *(
        "abwesend",
        "abwesenheit",
        "automatische antwort",
        "réponse automatique",
        "absence du bureau",
    ),
    *("respuesta automática", "fuera de la oficina", "risposta automatica", "fuori sede"),
    *("automatická odpov", "mimo kancelář", "автоматична відповідь", "автоответ"),
    *("automatisch antwoord", "automatiskt svar", "autosvar", "resposta automática"),
)
_OURS = re.compile(r"[^\[]{3,40}: ?(?:\w{2,5}: ?)*\[[^\[\]]+ #\d+\]")
"""An automatic responder's words, then our subject. A person's program writes Re, Odp or VÁ before
ours."""
_REACTION = "text/vnd.google.email-reaction+json"
_CALENDAR = ("text/calendar/reply", "text/calendar/counter", "text/calendar/refresh")


def check(inbound: Inbound, mail: Mail) -> None:
    """Raise the Silent outcome that fits, if no person wrote this mail."""
    sender = identify.sender_address(inbound, mail).lower()
    if keys.is_post(sender) or keys.looks_like_key(sender) or _is_our_mail(inbound):
        raise OwnMail
    if (
        inbound.sender == storing.NULL_SENDER
        or mail.header("Return-Path") == storing.NULL_SENDER
        or sender.startswith(_DAEMONS)
        or (mail.is_report and not mail.is_receipt)
    ):
        raise Bounce
    precedence = mail.header("Precedence").lower()
    automatic = mail.header("Auto-Submitted").lower().partition(";")[0].strip()
    if (
        automatic not in ("", "no")
        or precedence in ("auto_reply", "auto-reply")
        or any(name in mail for name in _ROBOT_HEADERS)
        or mail.is_receipt
        or _says_so(mail)
        or _is_a_click(mail)
    ):
        raise AutoReply
    if precedence in _BULK or any(name in mail for name in _LIST_HEADERS):
        raise ListMail


def _says_so(mail: Mail) -> bool:
    """Return whether the subject is that of a vacation responder, which may be its only mark.

    The subject of a person's reply begins with ours.
    """
    subject = mail.header("Subject").lower()
    if not subject.startswith(_SUBJECTS):
        return False
    if "In-Reply-To" not in mail or _OURS.match(subject):
        return True
    return "oof" in mail.header(_OUT_OF_OFFICE).lower()


def _is_a_click(mail: Mail) -> bool:
    """Return whether a click made the mail: a thumb under our mail, a yes to the calendar's entry.
    Nobody typed it."""
    return _REACTION in mail.kinds or not mail.kinds.isdisjoint(_CALENDAR)


def _is_our_mail(inbound: Inbound) -> bool:
    """Return whether it is a mail of ours, by its Message-ID; other domains' ids need no query."""
    if not inbound.message_id.lower().endswith(f"@{keys.domain().lower()}>"):
        return False
    return Outbox.objects.filter(message_id=inbound.message_id).exists()
