"""What the mail server in front of us found out about a sender (RFC 8601).

Only `Authentication-Results` with the name of a server that the operator trusts count, and only
those that stand above the second `Received` line: what is below was there before the mail reached
that server, and anybody could have written it.
"""

import re
from typing import NamedTuple

from django.conf import settings

from notifications.mime import Mail

OFF, WARN, REQUIRE = "off", "warn", "require"

_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"(?P<method>spf|dkim|dmarc)\s*=\s*(?P<result>[a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(r"(?:smtp|header)\.(\w+)\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


class Verdict(NamedTuple):
    """`passed`: the domain in From is proven. `words`: what was found, for staff."""

    passed: bool
    words: str


def doubt(mail: Mail, sender: str) -> str:
    """Why the sender is not believed, in words for staff; empty: believed, or nobody asks."""
    if settings.PARSEC_MAIL_AUTH != REQUIRE:
        return ""
    found = verdict(mail, sender)
    return "" if found.passed else found.words


def remark(mail: Mail, sender: str) -> str:
    """What is noted beside a mail that is carried out all the same."""
    if settings.PARSEC_MAIL_AUTH != WARN:
        return ""
    found = verdict(mail, sender)
    return "" if found.passed else found.words


def has_verdict(mail: Mail) -> bool:
    """Whether a server we trust has said anything at all."""
    return bool(_trusted(mail))


def verdict(mail: Mail, sender: str) -> Verdict:
    domain = sender.rpartition("@")[2].lower()
    found: list[str] = []
    for text in _trusted(mail):
        for method, result, about in _results(text):
            found.append(f"{method}={result}")
            proven = result == "pass" and (method == "dmarc" or _aligned(domain, about))
            if proven and domain:
                return Verdict(True, f"{method}=pass")
            if method == "dmarc" and result == "fail":
                return Verdict(False, "dmarc=fail")
    return Verdict(False, ", ".join(dict.fromkeys(found)) or "not authenticated")


def _trusted(mail: Mail) -> list[str]:
    """The results of our own receiver, with comments left out."""
    above: int = 0
    received = 0
    for name in mail.names():
        received += name == "received"
        if received == 2:
            break
        above += name == "authentication-results"
    texts = []
    for value in mail.all("Authentication-Results")[:above]:
        server, _, results = _COMMENT.sub(" ", value).partition(";")
        if server.split(" ")[0].strip().lower() in settings.PARSEC_MAIL_AUTHSERV:
            texts.append(results)
    return texts


def _results(text: str) -> list[tuple[str, str, str]]:
    """Method, result, and the domain it is about."""
    found = []
    for part in text.split(";"):
        if match := _RESULT.match(part.strip()):
            about = {name.lower(): value for name, value in _PROPERTY.findall(part)}
            named = about.get("d") or about.get("i") or about.get("mailfrom") or about.get("from")
            domain = (named or "").rpartition("@")[2].lower()
            found.append((match["method"].lower(), match["result"].lower(), domain))
    return found


def _aligned(sender: str, proven: str) -> bool:
    """The same domain, or one inside the other; never a bare ending such as "org"."""
    if not proven or "." not in proven:
        return False
    return sender == proven or sender.endswith(f".{proven}") or proven.endswith(f".{sender}")
