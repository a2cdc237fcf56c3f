"""The text of a mail, whatever it is wrapped in.

Mails in are read with the old `compat32` policy and decoded here: the standard library's newer
headers cost milliseconds each and raise on what bad programs write. Nothing attached is opened.
"""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from functools import cached_property
from html import unescape
from typing import Any

from rules.lexicon.text import storable

MOST_CHARACTERS = 400_000
"""Of text that is read. No reply is longer; half a reply would be worse than none."""
MOST_HTML = 1_000_000
MOST_PARTS = 200
MOST_DASHES = 5000
"""Lines that could part a mail; the standard library's parser is slow over many."""
DEEPEST = 30
_FALLBACKS = ("utf-8", "cp1250", "latin-1")
_GAP = re.compile(r"[ \t\r\n\f]+")
_BREAKS = re.compile(r"[\r\n]+[ \t]*")
_BETWEEN = re.compile(r"(\?=)[ \t\r\n]+(=\?)")
_TAG = re.compile(r"(<[a-zA-Z/!?][^<>]*>)")
_NAME = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)")
_CONTAINERS = re.compile(rb"^Content-Type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)


class Unreadable(Exception):
    """A mail without any text we can read."""


class TooLong(Exception):
    """A mail with more text than anybody types."""


class Tangled(Exception):
    """MIME nested or cut into pieces as no mail program does it."""


class Mail:
    """A mail in: parsed once, its headers decoded when asked for, its text read once."""

    def __init__(self, raw: bytes, headers_only: bool = False) -> None:
        """Takes any bytes. A structure too deep to be honest is Tangled when its text is read."""
        containers = len(_CONTAINERS.findall(raw))
        self.tangled = containers > DEEPEST or raw.count(b"\n--") > MOST_DASHES
        if headers_only or self.tangled:
            self.message: Message = BytesHeaderParser().parsebytes(raw)
        else:
            self.message = message_from_bytes(raw)
        self._raw: dict[str, list[str]] = {}
        for name, value in self.message.raw_items():
            self._raw.setdefault(name.lower(), []).append(str(value))

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._raw

    def names(self) -> Iterator[str]:
        """The header names as they stand, top to bottom."""
        return (name.lower() for name, _ in self.message.raw_items())

    def all(self, name: str) -> list[str]:
        """Every header of this name, decoded, as lines a database takes."""
        return [_line(value) for value in self._raw.get(name.lower(), ())]

    def written(self, name: str) -> list[str]:
        """Every header of this name as it stands, unfolded and not decoded."""
        return [_BREAKS.sub(" ", value).strip() for value in self._raw.get(name.lower(), ())]

    def header(self, name: str) -> str:
        """The first header of this name; empty if there is none."""
        found = self._raw.get(name.lower())
        return _line(found[0]) if found else ""

    def addresses(self, *names: str) -> list[str]:
        """The bare addresses in these headers. Parsed before decoding: a decoded display name may
        look like an address."""
        written = [
            storable(_BREAKS.sub(" ", _characters(v))) for n in names for v in self._raw.get(n, ())
        ]
        return [address.strip() for _, address in getaddresses(written) if "@" in address]

    @cached_property
    def sender(self) -> str:
        """The one author; empty if there is none, or more than one (then nobody said it)."""
        found = self.addresses("from")
        return found[0] if len(found) == 1 else ""

    @property
    def is_report(self) -> bool:
        return self.message.get_content_type() == "multipart/report"

    @cached_property
    def text(self) -> str:
        """What `body_text` finds. Raises Unreadable, TooLong or Tangled."""
        if self.tangled:
            raise Tangled
        return body_text(self.message)


def parse(raw: bytes) -> EmailMessage:
    """The standard library's full message, for showing our own mails."""
    return message_from_bytes(raw, policy=policy.default)  # type: ignore[return-value]


def header(mail: EmailMessage, name: str) -> str:
    """One header as a line; a malformed one is empty rather than an error."""
    try:
        return storable(_BREAKS.sub(" ", str(mail.get(name, "") or ""))).strip()
    except (ValueError, LookupError, AttributeError, IndexError, TypeError):
        return ""


def _characters(value: str) -> str:
    """Raw 8-bit bytes in a header, as programs with bad manners send them."""
    if value.isascii():
        return value
    raw = value.encode("utf-8", "surrogateescape")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1250", "replace")


def _line(value: str) -> str:
    value = _BREAKS.sub(" ", _characters(value))
    if "=?" in value:
        value = _decoded_words(_BETWEEN.sub(r"\1 \2", value))
    return storable(_BREAKS.sub(" ", value)).strip()


def _decoded_words(value: str) -> str:
    try:
        pieces = decode_header(value)
    except (HeaderParseError, ValueError):
        return value
    out = ""
    for piece, charset in pieces:
        out += piece if isinstance(piece, str) else _text_of(piece, charset or "ascii")
    return out


def body_text(mail: Message) -> str:
    """The plain text, or the HTML's words with quotes marked by ">"; Unreadable if neither."""
    reader = _Parts()
    text = reader.text(mail, 0)
    if not text.strip():
        raise Unreadable
    if len(text) > MOST_CHARACTERS:
        raise TooLong
    return text


class _Parts:
    """Walks a mail's parts; what is attached, or inside an attached mail, is not the reply."""

    def __init__(self) -> None:
        self.seen = 0

    def text(self, part: Message, depth: int) -> str:
        self.seen += 1
        if depth > DEEPEST or self.seen > MOST_PARTS:
            raise Tangled
        kind = part.get_content_type()
        if depth and (part.get_content_disposition() == "attachment" or part.get_filename()):
            return ""
        children: Any = part.get_payload()
        if kind.startswith("multipart/") and isinstance(children, list):
            return self._of_several(kind, children, depth)
        if kind == "text/plain":
            return unflowed(_decoded(part), part)
        if kind == "text/html":
            return html_text(_decoded(part))
        return ""

    def _of_several(self, kind: str, children: list[Message], depth: int) -> str:
        if kind == "multipart/alternative":
            plain = sorted(children, key=lambda child: child.get_content_type() != "text/plain")
            return next((t for c in plain if (t := self.text(c, depth + 1)).strip()), "")
        found = [self.text(child, depth + 1) for child in children]
        return "\n".join(text for text in found if text.strip())


def _decoded(part: Message) -> str:
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    text = _text_of(raw, part.get_content_charset() or "utf-8")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _text_of(raw: bytes, named: str) -> str:
    for charset in (named, *_FALLBACKS):
        try:
            return raw.decode(charset)
        except (LookupError, UnicodeError, ValueError):
            continue
    return raw.decode("utf-8", "replace")


def unflowed(text: str, part: Message) -> str:
    """RFC 3676: lines that end in a blank go on in the next one of the same quote depth."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    delsp = str(part.get_param("delsp", "")).lower() == "yes"
    out: list[str] = []
    open_depth = -1
    for line in text.split("\n"):
        marks = re.match(">*", line)
        depth = len(marks[0]) if marks else 0
        words = line[depth:].removeprefix(" ")
        flows = words.endswith(" ") and words != "-- "
        if open_depth == depth and out:
            out[-1] += words
        else:
            out.append(f"{'>' * depth} {words}" if depth else words)
        if flows and delsp:
            out[-1] = out[-1][:-1]
        open_depth = depth if flows else -1
    return "\n".join(out)


class _Words:
    """HTML as lines of text; a blockquote's lines are marked as quoted.

    Our own small reader, because the standard library's takes minutes over a megabyte of "<a".
    """

    BLOCKS = frozenset(
        {"address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer"}
        | {"form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol"}
        | {"p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
    )
    SILENT = frozenset({"head", "style", "script", "title", "noscript"})

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.depth = 0
        self.silent = 0
        self.pre = 0

    def read(self, html: str) -> None:
        for piece in _TAG.split(_uncommented(html)):
            if not piece:
                continue
            named = _NAME.match(piece) if piece[0] == "<" else None
            if named is None:
                if not (piece[0] == "<" and _TAG.fullmatch(piece)):
                    self._data(unescape(piece))
            elif piece[1] == "/":
                self._end(named[1].lower())
            else:
                self._start(named[1].lower())
        self.end_line()

    def _start(self, tag: str) -> None:
        if tag == "body":
            self.silent = 0
        elif tag in self.SILENT:
            self.silent += 1
        if tag == "br":
            self.end_line(forced=True)
        elif tag in self.BLOCKS:
            self.end_line()
        if tag == "hr":
            self.line = ["_" * 20]
            self.end_line()
        self.depth += tag == "blockquote"
        self.pre += tag == "pre"

    def _end(self, tag: str) -> None:
        if tag in self.SILENT:
            self.silent = max(0, self.silent - 1)
        if tag in self.BLOCKS:
            self.end_line()
        if tag == "p":
            self.end_line(forced=True)
        if tag == "blockquote":
            self.depth = max(0, self.depth - 1)
        if tag == "pre":
            self.pre = max(0, self.pre - 1)

    def _data(self, data: str) -> None:
        if self.silent:
            return
        if not self.pre:
            self.line.append(_GAP.sub(" ", data))
            return
        first, *rest = data.split("\n")
        self.line.append(first)
        for more in rest:
            self.end_line(forced=True)
            self.line.append(more)

    def end_line(self, forced: bool = False) -> None:
        words = "".join(self.line).replace("\xa0", " ").strip()
        if words or forced:
            depth = min(self.depth, DEEPEST)
            self.lines.append(f"{'>' * depth} {words}" if depth else words)
        self.line = []


def _uncommented(html: str) -> str:
    out: list[str] = []
    at = 0
    while (begins := html.find("<!--", at)) >= 0:
        out.append(html[at:begins])
        ends = html.find("-->", begins + 4)
        if ends < 0:
            return "".join(out)
        at = ends + 3
    return "".join((*out, html[at:]))


def html_text(html: str) -> str:
    """The words of an HTML part, a line for every line a reader sees. TooLong beyond reason."""
    if len(html) > MOST_HTML:
        raise TooLong
    reader = _Words()
    reader.read(html)
    return "\n".join(reader.lines)
