"""What the mail server in front of us found out about a sender (RFC 8601).

Only `Authentication-Results` with the name of a server that the operator trusts count, only those
above the `Received` lines that are not of our own servers, and of these the topmost, as many as our
server writes: a server puts its own on top, and what is below was there before the mail reached it,
so anybody could have written it. The header is read as it stands, never decoded, because the server
in front removes forged ones by what it sees.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from django.conf import settings
from publicsuffixlist import PublicSuffixList

from notifications.inbound.mime import Mail

OFF, WARN, REQUIRE = "off", "warn", "require"

_RESULT = re.compile(r"(?P<method>spf|dkim|dmarc)(?:/\d+)?\s*=\s*(?P<result>[a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(r"(?:smtp|header)\.(\w+)\s*=\s*(\S+)", re.IGNORECASE)
_ABOUT = {"spf": ("mailfrom",), "dkim": ("d", "i"), "dmarc": ("from",)}
"""Which property names the domain that a method proves."""
_NAME = re.compile(r"[\s;(]")
"""The sign that ends the name of a server.

The name must come first and bare. A server might not recognise its own name in any other spelling,
and leave a forged header with it standing.
"""
_PLAIN = re.compile(r"[\w@.+-]")


class Verdict(NamedTuple):
    """The verdict about a sender.

    `passed`: the domain in From is proven. `words`: what was found, for staff.
    """

    passed: bool
    words: str


def doubt(mail: Mail, sender: str) -> str:
    """Return why the sender is not believed, in words for staff; empty if they are, or if no proof
    is required."""
    if settings.PARSEC_MAIL_AUTH != REQUIRE:
        return ""
    found = verdict(mail, sender)
    return "" if found.passed else found.words


def remark(mail: Mail, sender: str) -> str:
    """Return a remark for staff about a sender who is not proven but whose mail is carried out;
    else empty."""
    if settings.PARSEC_MAIL_AUTH != WARN:
        return ""
    found = verdict(mail, sender)
    return "" if found.passed else found.words


def verdict(mail: Mail, sender: str) -> Verdict:
    domain = sender.rpartition("@")[2].lower()
    headers = _of_our_servers(mail)
    told = [result for parts in headers for result in _results(parts)]
    if any((method, result) == ("dmarc", "fail") for method, result, _ in told):
        return Verdict(False, "dmarc=fail")
    counted = headers[: settings.PARSEC_MAIL_RESULTS]
    results = [result for parts in counted for result in _results(parts)]
    for method, result, about in results:
        names_none = method == "dmarc" and not about
        if result == "pass" and domain and (names_none or _aligned(domain, about)):
            return Verdict(True, f"{method}=pass")
    found = dict.fromkeys(f"{method}={result}" for method, result, _ in results)
    return Verdict(False, ", ".join(found) or "not authenticated")


def hops_above_verdict(mail: Mail) -> int | None:
    """Return the number of `Received` lines above the first header of a server we trust; None:
    there is none."""
    return next((above for above, _ in _named(mail)), None)


def verdicts_above_hops(mail: Mail) -> int:
    """Return the number of headers with a trusted server's name that stand where that server
    writes."""
    return len(_of_our_servers(mail))


def _of_our_servers(mail: Mail) -> list[list[str]]:
    """Return the headers of our own servers, from the top, each as its parts.

    If our servers let a forged header stand, it comes after their own.
    """
    return [parts for above, parts in _named(mail) if above <= settings.PARSEC_MAIL_HOPS]


def _named(mail: Mail) -> Iterator[tuple[int, list[str]]]:
    """Yield every header with a trusted name, and how many `Received` lines stand above it."""
    received = 0
    written = iter(mail.written("Authentication-Results"))
    for name in mail.names():
        received += name == "received"
        if name == "authentication-results":
            value = next(written)
            if _NAME.split(value, maxsplit=1)[0].lower() in settings.PARSEC_MAIL_AUTHSERV:
                yield received, _parts(value)[1:]


def _parts(value: str) -> list[str]:
    """Return the parts of a header between semicolons, without comments.

    Quoted text may come from the sender: it stays one word, and no sign in it has a meaning.
    """
    parts, depth, quoted = [""], 0, False
    letters = iter(value)
    for letter in letters:
        if letter == "\\" and (quoted or depth):
            next(letters, "")
            letter = "_"
        elif letter == '"' and not depth:
            quoted = not quoted
            continue
        elif letter == "(" and not quoted:
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
            letter = " "
        if depth:
            continue
        if letter == ";" and not quoted:
            parts.append("")
        else:
            parts[-1] += letter if not quoted or _PLAIN.match(letter) else "_"
    return [part.strip() for part in parts]


def _results(parts: list[str]) -> Iterator[tuple[str, str, str]]:
    """Yield each result: its method, its outcome, and the domain it is about."""
    for part in parts:
        if match := _RESULT.match(part):
            method = match["method"].lower()
            told = {name.lower(): value for name, value in _PROPERTY.findall(part)}
            named = next((told[name] for name in _ABOUT[method] if name in told), "")
            yield method, match["result"].lower(), named.rpartition("@")[2].lower()


def _aligned(sender: str, proven: str) -> bool:
    """Return whether two domains have one owner, as DMARC reckons (RFC 7489, 3.2).

    An ending such as `co.uk`, below which anybody may have a name, has none.
    """
    owner = _owner(sender)
    return owner is not None and owner == _owner(proven)


def _owner(domain: str) -> str | None:
    """Return the part of a domain that somebody has registered; None for an ending that nobody can
    own."""
    try:
        return _suffixes().privatesuffix(domain.encode("idna").decode("ascii"))
    except UnicodeError:
        return None


@cache
def _suffixes() -> PublicSuffixList:
    """Return the list of public suffixes that comes with the package; it is never fetched."""
    return PublicSuffixList()
