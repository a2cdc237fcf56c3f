"""The text of a mail, whatever it is wrapped in.

Mails in are read with the old `compat32` policy and decoded here: the standard library's newer
headers cost milliseconds each and raise on what bad programs write. Nothing attached is opened.
"""

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, lookup
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses
from functools import cached_property
from html import unescape
from itertools import islice
from typing import Any

from rules.lexicon.text import storable

MOST_CHARACTERS = 400_000
"""The most text that is read. No reply is longer, and half a reply would be worse than none."""
MOST_HTML = 1_000_000
MOST_PARTS = 200
MOST_DASHES = 5000
"""The most lines that could divide a mail into parts; the standard library's parser is slow over
many."""
MOST_LINES = 150_000
"""The most lines of a mail with all its attachments, whose lines are long."""
MOST_OF_CONTENT = 4000
"""The most bytes of a header about content; the parser's time grows with their square."""
MOST_OF_HEAD = 2**18
DEEPEST = 30
MOST_HEADERS = 100
"""The most headers of one name that are read."""
MOST_OF_HEADER = 16_000
"""The most characters of one header; the standard library is slow over more."""
MOST_OF_ADDRESSES = 64_000
"""The most characters of addresses in one mail, however many headers they stand in."""
_FALLBACKS = ("utf-8", "cp1250", "iso-8859-2", "latin-1")
_ONE_BYTE = re.compile(r"(?i)us-ascii|ascii|latin|(?:x-)?(?:iso-?8859|windows-?125|cp125|mac)")
_NOT_FOR_MAIL = frozenset({"punycode", "idna", "unicode_escape", "raw_unicode_escape"})
"""Python's codecs that are slow over much text, or mean something else."""
_BROKEN = re.compile(r"[^\W\d_][\x80-\x9f¡£¥¦¬¯±³¶¹¼¿ˇ]+[^\W\d_]")
"""Letters of central Europe that a wrong charset turned into signs of the west."""
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = ("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")
_SEALED = "-----BEGIN PGP MESSAGE-----"
_SEALED_KINDS = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_GAP = re.compile(r"[ \t\r\n\f]+")
_BREAKS = re.compile(r"[\r\n]+[ \t]*")
_BETWEEN = re.compile(r"(\?=)[ \t\r\n]+(=\?)")
_TAG = re.compile(r"<[a-zA-Z/!?]")
_TAG_SIGN = re.compile(r"""<|>|=\s*["']""")
LONGEST_VALUE = 5000
_UNSEEN = re.compile(r"display\s{0,3}:\s{0,3}none|:\s{0,3}line-through", re.IGNORECASE)
_NAME = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)")
_CONTENT = re.compile(
    rb"^Content-[a-z-]{1,30}:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)
_CONTAINERS = re.compile(rb"^Content-Type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)


class Unreadable(Exception):
    """A mail without any text we can read."""


class Encrypted(Exception):
    """A mail whose text is locked away."""


class TooLong(Exception):
    """A mail with more text than anybody types."""


class Tangled(Exception):
    """MIME nested or cut into pieces as no mail program does it."""


class Mail:
    """A mail that came in: parsed once, its headers decoded on demand, its text read once."""

    def __init__(self, raw: bytes, headers_only: bool = False) -> None:
        """Parse any bytes; a structure too deep to be honest raises Tangled with the text."""
        self.tangled = not headers_only and _is_tangled(raw)
        if headers_only or self.tangled:
            self.message: Message = _headers_of(raw)
        else:
            self.message = message_from_bytes(raw)
        self._raw: dict[str, list[str]] = {}
        for name, value in self.message.raw_items():
            values = self._raw.setdefault(name.lower(), [])
            if len(values) < MOST_HEADERS:
                values.append(str(value)[:MOST_OF_HEADER])

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._raw

    def names(self) -> Iterator[str]:
        """Yield the names of all headers, from top to bottom."""
        return (name.lower() for name, _ in self.message.raw_items())

    def all(self, name: str) -> list[str]:
        """Return every header of this name, decoded, as a line that a database can store."""
        return [_line(value) for value in self._raw.get(name.lower(), ())]

    def written(self, name: str) -> list[str]:
        """Return every header of this name, unfolded and not decoded."""
        return [_BREAKS.sub(" ", value).strip() for value in self._raw.get(name.lower(), ())]

    def header(self, name: str) -> str:
        """Return the first header of this name; empty if there is none."""
        found = self._raw.get(name.lower())
        return _line(found[0]) if found else ""

    def addresses(self, *names: str) -> list[str]:
        """Return the bare addresses in these headers; none, if they are nested beyond reason.

        Addresses are parsed before decoding: a decoded display name may look like an address.
        """
        written, room = [], MOST_OF_ADDRESSES
        for value in (value for name in names for value in self._raw.get(name, ())):
            written.append(storable(_BREAKS.sub(" ", _characters(value)))[:room])
            room -= len(written[-1])
        try:
            return [address.strip() for _, address in getaddresses(written) if "@" in address]
        except RecursionError:
            return []

    @cached_property
    def sender(self) -> str:
        """The author's address; empty if there is no author or several, because then nobody said
        it."""
        found = self.addresses("from")
        return found[0] if len(found) == 1 else ""

    @property
    def is_report(self) -> bool:
        return self.message.get_content_type() == "multipart/report"

    @property
    def is_receipt(self) -> bool:
        """Whether a mail program reports that our mail was shown, or deleted unread."""
        about = str(self.message.get_param("report-type", "")).lower()
        return self.is_report and about == "disposition-notification"

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The content types of all parts; a calendar's with its method, if it names one."""
        return frozenset(map(_kind, islice(self.message.walk(), MOST_PARTS)))

    @cached_property
    def text(self) -> str:
        """What `body_text` finds. Raises Unreadable, Encrypted, TooLong or Tangled."""
        if self.tangled:
            raise Tangled
        return body_text(self.message)


def _is_tangled(raw: bytes) -> bool:
    """Return whether the standard library's parser would work on the mail for minutes."""
    if raw.count(b"\n") > MOST_LINES or raw.count(b"\n--") > MOST_DASHES:
        return True
    if len(_CONTAINERS.findall(raw)) > DEEPEST:
        return True
    return any(len(found[0]) > MOST_OF_CONTENT for found in _CONTENT.finditer(raw))


def _headers_of(raw: bytes) -> Message:
    """Return the headers alone; without those about content, if these are beyond reason."""
    head = _CONTENT.sub(_bounded, raw[:MOST_OF_HEAD])
    return BytesHeaderParser().parsebytes(head)


def _bounded(found: re.Match[bytes]) -> bytes:
    return found[0] if len(found[0]) <= MOST_OF_CONTENT else b"X-Content: too long"


def _kind(part: Message) -> str:
    kind = part.get_content_type()
    about = str(part.get_param("method", "")) if kind == "text/calendar" else ""
    return f"{kind}/{about.lower()}" if about else kind


def parse(raw: bytes) -> EmailMessage:
    """Return the standard library's full message, for showing our own mails."""
    return message_from_bytes(raw, policy=policy.default)


def header(mail: EmailMessage, name: str) -> str:
    """Return one header as a line; empty if it is malformed."""
    try:
        return storable(_BREAKS.sub(" ", str(mail.get(name, "") or ""))).strip()
    except (ValueError, LookupError, AttributeError, IndexError, TypeError):
        return ""


def _characters(value: str) -> str:
    """Decode raw 8-bit bytes in a header, which badly made programs send."""
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
    """Return the plain text, or the HTML's words with quotes marked by ">"; Unreadable if
    neither."""
    reader = _Parts()
    text = reader.text(mail, 0)
    if not text.strip():
        raise Encrypted if reader.sealed else Unreadable
    if len(text) > MOST_CHARACTERS:
        raise TooLong
    return _unarmoured(text) if "-----BEGIN PGP " in text else text


def _unarmoured(text: str) -> str:
    """Return the signed text without its signature (RFC 9580, 7)."""
    out: list[str] = []
    lines = iter(text.split("\n"))
    signed = False
    for line in lines:
        if line.rstrip() == _SEALED:
            raise Encrypted
        if line.rstrip() == _SIGNED:
            signed = True
            any(not header.strip() for header in lines)
        elif line.rstrip() == _SIGNATURE[0]:
            any(rest.rstrip() == _SIGNATURE[1] for rest in lines)
        else:
            out.append(line.removeprefix("- ") if signed else line)
    return "\n".join(out)


class _Parts:
    """Collects the text of a mail's parts; attachments and attached mails are not the reply."""

    def __init__(self) -> None:
        self.seen = 0
        self.read = 0
        self.sealed = False

    def text(self, part: Message, depth: int) -> str:
        self.seen += 1
        if depth > DEEPEST or self.seen > MOST_PARTS:
            raise Tangled
        kind = part.get_content_type()
        self.sealed = self.sealed or kind in _SEALED_KINDS
        if depth and (part.get_content_disposition() == "attachment" or part.get_filename()):
            return ""
        if kind.startswith("multipart/") and part.is_multipart():
            children: Any = part.get_payload()
            return self._of_several(kind, children, depth)
        if kind not in ("text/plain", "text/html"):
            return ""
        text = _decoded(part)
        self.read += len(text)
        if self.read > MOST_HTML:
            raise TooLong
        return html_text(text) if kind == "text/html" else unflowed(text, part)

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
    """Decode a text by the charset it names, unless that is plainly the wrong one."""
    if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        named = "utf-16"
    likely = ("utf-8",) if not raw.isascii() and _ONE_BYTE.match(named) else ()
    first: str | None = None
    for charset in (*likely, named, *_FALLBACKS):
        text = _tried(raw, charset)
        if text is not None and (charset == "utf-8" or not _BROKEN.search(text)):
            return text
        first = text if first is None else first
    return raw.decode("utf-8", "replace") if first is None else first


def _tried(raw: bytes, charset: str) -> str | None:
    try:
        if lookup(charset).name in _NOT_FOR_MAIL:
            return None
        return raw.decode(charset)
    except (LookupError, UnicodeError, ValueError):
        return None


def unflowed(text: str, part: Message) -> str:
    """Join flowed lines (RFC 3676): a line that ends in a blank goes on in the next of its quote
    depth."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    delsp = str(part.get_param("delsp", "")).lower() == "yes"
    out: list[list[str]] = []
    open_depth = -1
    for line in text.split("\n"):
        marks = re.match(">*", line)
        depth = len(marks[0]) if marks else 0
        words = line[depth:].removeprefix(" ")
        flows = words.endswith(" ") and words != "-- "
        if open_depth != depth:
            out.append([f"{'>' * depth} "] if depth else [])
        out[-1].append(words[:-1] if flows and delsp else words)
        open_depth = depth if flows else -1
    return "\n".join(map("".join, out))


class _Words:
    """Turns HTML into lines of text; the lines of a blockquote are marked as quoted.

    Text that is struck through or hidden is left out. A small reader of our own, because the
    standard library's takes minutes over a megabyte of "<a".
    """

    BLOCKS = frozenset(
        {"address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer"}
        | {"form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol"}
        | {"p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
    )
    SILENT = frozenset({"head", "style", "script", "title", "noscript"})
    STRUCK = frozenset({"s", "strike", "del"})
    VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "col", "wbr"})

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: list[str] = []
        self.depth = 0
        self.silent = 0
        self.pre = 0
        self.muted = ""
        self.mutings = 0

    def read(self, html: str) -> None:
        for piece, is_tag in _pieces(_uncommented(html)):
            if not is_tag:
                self._data(unescape(piece))
            elif named := _NAME.match(piece):
                if piece[1] == "/":
                    self._end(named[1].lower())
                else:
                    self._start(named[1].lower(), piece)
        self.end_line()

    def _start(self, tag: str, whole: str) -> None:
        if self.muted == tag:
            self.mutings += 1
        elif not self.muted and self._mutes(tag, whole):
            self.muted, self.mutings = tag, 1
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

    def _mutes(self, tag: str, whole: str) -> bool:
        if tag in self.VOID or whole.endswith("/>"):
            return False
        return tag in self.STRUCK or _UNSEEN.search(whole) is not None

    def _end(self, tag: str) -> None:
        if self.muted == tag:
            self.mutings -= 1
            self.muted = tag if self.mutings else ""
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
        if self.silent or self.muted:
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


def _pieces(html: str) -> Iterator[tuple[str, bool]]:
    """Text and tags by turns. A `>` within an attribute's value does not end the tag."""
    at = begins = 0
    while (opens := html.find("<", at)) >= 0:
        closes = _end_of_tag(html, opens) if _TAG.match(html, opens) else 0
        if not closes:
            at = opens + 1
            continue
        if opens > begins:
            yield html[begins:opens], False
        yield html[opens:closes], True
        at = begins = closes
    if begins < len(html):
        yield html[begins:], False


def _end_of_tag(html: str, at: int) -> int:
    """Return the place where the text after this tag begins; 0 if there is no tag."""
    while ends := _TAG_SIGN.search(html, at + 1):
        sign = ends[0]
        if sign == "<":
            return 0
        if sign == ">":
            return ends.end()
        at = html.find(sign[-1], ends.end(), ends.end() + LONGEST_VALUE)
        if at < 0:
            at = ends.start()
    return 0


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
    """Return the text of an HTML part, a line for every line a reader sees. Raises TooLong."""
    if len(html) > MOST_HTML:
        raise TooLong
    reader = _Words()
    reader.read(html)
    return "\n".join(reader.lines)
