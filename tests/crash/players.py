"""Players who read nothing but their mails and answer nothing but order lines.

What they write follows from the mail alone, so that a disturbed run and an undisturbed one see the
same orders.
"""

import hashlib
import re
from email import message_from_bytes, policy
from email.message import EmailMessage

_NEEDS = re.compile(r"^NEEDS YOU +(.*?)\n\n", re.MULTILINE | re.DOTALL)
_YOU = re.compile(r"^YOU\n(.*?)\n\n", re.MULTILINE | re.DOTALL)
_TEMPLATE = re.compile(r"^TEMPLATE[^\n]*\n(.*?)\n\n", re.MULTILINE | re.DOTALL)
_DEFAULT = re.compile(r"If nothing arrives: (.*?)(?: Your orders stopped here:|$)")


def reply_to(raw: bytes) -> bytes | None:
    """The raw reply to a mail, or None if it asks nothing."""
    mail = message_from_bytes(raw, policy=policy.SMTP)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    assert body is not None
    text = body.get_content().replace("\r\n", "\n")
    order = order_for(text)
    if order is None:
        return None
    reply = EmailMessage(policy=policy.SMTP)
    reply["From"] = mail["To"]
    reply["To"] = mail["Reply-To"]
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["Message-ID"] = f"<re-{mail['Message-ID'].strip('<>')}>"
    reply["In-Reply-To"] = mail["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    reply.set_content(f"{order}\n\nOn some day, Parsec Post wrote:\n{quoted}\n")
    return reply.as_bytes()


def order_for(text: str) -> str | None:
    needs = _NEEDS.search(text + "\n\n")
    if needs is None:
        return None
    question = re.sub(r"\s*\n\s*", " ", needs[1])
    default = _DEFAULT.search(question)
    assert default is not None, text
    if "Your orders stopped here" in question:
        return default[1].strip()
    template = _TEMPLATE.search(text + "\n\n")
    lines = template[1].split("\n") if template else []
    orders = sorted({line.strip() for line in lines if not line.strip().startswith("OFFER")})
    you = _YOU.search(text)
    facts = (question.split(" Waiting for:")[0], you[1] if you else "", *orders)
    choice = int(hashlib.sha256("\n".join(facts).encode()).hexdigest(), 16)
    return orders[choice % len(orders)] if orders else default[1].strip()
