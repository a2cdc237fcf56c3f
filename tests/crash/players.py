"""Players who read nothing but their mails and answer nothing but order lines.

What they write follows from the mail alone, so that a disturbed run and an undisturbed one see the
same orders.
"""

import hashlib
import re
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import EmailMessage, Message

_NEEDS = re.compile(r"^NEEDS YOU +(.*?)\n\n", re.MULTILINE | re.DOTALL)
_ANSWERS = re.compile(r"^REPLY WITH ONE OF THESE[^\n]*\n(.*?)\n\n", re.MULTILINE | re.DOTALL)
_NUMBERED = re.compile(r"^  \d+\. (.*?)(?:  #.*)?$", re.MULTILINE)
_TEMPLATE = re.compile(r"^TEMPLATE[^\n]*\n(.*?)\n\n", re.MULTILINE | re.DOTALL)
_AFTER_QUESTION = re.compile(r" (?:Waiting for:|Due )")
_DEFAULT = re.compile(r"If nothing arrives: (.*?)(?: This is a reminder| Your orders stopped|$)")


def reply_to(raw: bytes) -> bytes | None:
    """The raw reply to a mail, or None if it asks nothing."""
    order = order_for(text_of(message_from_bytes(raw)))
    return None if order is None else reply_with(raw, order)


def reply_with(raw: bytes, order: str) -> bytes:
    """A reply as a mail program writes it: the order above, the mail quoted below."""
    mail = message_from_bytes(raw)
    text = text_of(mail)
    reply = EmailMessage(policy=policy.SMTP)
    reply["From"] = mail["To"]
    reply["To"] = mail["Reply-To"]
    reply["Subject"] = f"Re: {make_header(decode_header(mail['Subject']))}"
    reply["Message-ID"] = f"<re-{mail['Message-ID'].strip('<>')}>"
    reply["In-Reply-To"] = mail["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in text.splitlines())
    reply.set_content(f"{order}\n\nOn Tue, 17 Nov 2026 at 20:00, Parsec Post wrote:\n{quoted}\n")
    return reply.as_bytes()


def text_of(mail: Message) -> str:
    """The text part, as its reader sees it."""
    body = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    return body.get_payload(decode=True).decode().replace("\r\n", "\n")


def parts_of(text: str) -> tuple[str, list[str]]:
    """What a mail asks, and the orders it offers: the numbered ones, then those of its template.

    Both are empty if it asks nothing.
    """
    needs, template = _NEEDS.search(text + "\n\n"), _TEMPLATE.search(text + "\n\n")
    answers = _ANSWERS.search(text + "\n\n")
    lines = _NUMBERED.findall(answers[1]) if answers else []
    lines += template[1].split("\n") if template else []
    return folded(needs[1]) if needs else "", [line.strip() for line in lines]


def order_for(text: str) -> str | None:
    """What to answer, out of the mail's own words; None if it asks nothing."""
    question, offered = parts_of(text)
    if not question:
        return None
    default = _DEFAULT.search(question)
    assert default is not None, text
    if "Your orders stopped here" in question or "… NOT LEGAL:" in folded(text):
        return default[1].strip()
    return choice(asked_of(question), offered)


def asked_of(needs: str) -> str:
    """The question alone, without whom the table waits for and until when."""
    return _AFTER_QUESTION.split(needs)[0]


def choice(question: str, offered: Iterable[str]) -> str:
    """One of the orders that a question offers; which one follows from question and orders."""
    orders = sorted({line.strip() for line in offered if not line.strip().startswith("OFFER")})
    facts = (folded(question), *orders)
    number = int(hashlib.sha256("\n".join(facts).encode()).hexdigest(), 16)
    return orders[number % len(orders)]


def folded(text: str) -> str:
    """Line breaks depend on the width of a mail; the words do not."""
    return " ".join(text.split())
