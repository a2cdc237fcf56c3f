"""The text of a mail, whatever it is wrapped in."""

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser

from rules.lexicon.text import storable

MOST_CHARACTERS = 200_000
_FALLBACKS = ("utf-8", "cp1250", "latin-1")
_GAP = re.compile(r"[ \t\r\n\f]+")
_BREAKS = re.compile(r"[\r\n]+")


class Unreadable(Exception):
    """A mail without any text we can read."""


def parse(raw: bytes) -> EmailMessage:
    """The mail behind the bytes; the parser takes anything, so this does not fail."""
    return message_from_bytes(raw, policy=policy.default)  # type: ignore[return-value]


def header(mail: EmailMessage, name: str) -> str:
    """One header as a line a database takes; a malformed one is empty rather than an error."""
    try:
        return storable(_BREAKS.sub(" ", str(mail.get(name, "") or ""))).strip()
    except (ValueError, LookupError, AttributeError, IndexError, TypeError):
        return ""


def body_text(mail: EmailMessage) -> str:
    """The plain text, or the HTML's words with quotes marked by ">"; Unreadable if neither."""
    html = ""
    for part in _parts(mail):
        kind = part.get_content_type()
        if kind == "text/plain":
            text = _decoded(part)
            if text.strip():
                return unflowed(text, part)[:MOST_CHARACTERS]
        elif kind == "text/html" and not html:
            html = _decoded(part)
    text = html_text(html[: 4 * MOST_CHARACTERS]) if html else ""
    if not text.strip():
        raise Unreadable
    return text[:MOST_CHARACTERS]


def _parts(mail: EmailMessage) -> list[EmailMessage]:
    """Leaves in order; what is attached, or inside an attached mail, is not the reply."""
    if mail.get_content_maintype() == "message":
        return []
    if mail.is_multipart():
        return [leaf for part in mail.iter_parts() for leaf in _parts(part)]  # type: ignore[arg-type]
    return [] if mail.get_content_disposition() == "attachment" else [mail]


def _decoded(part: EmailMessage) -> str:
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    named = part.get_content_charset() or "utf-8"
    for charset in (named, *_FALLBACKS):
        try:
            return raw.decode(charset).replace("\r\n", "\n").replace("\r", "\n")
        except (LookupError, UnicodeError):
            continue
    return raw.decode("utf-8", "replace")


def unflowed(text: str, part: EmailMessage) -> str:
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


class _Words(HTMLParser):
    """HTML as lines of text; a blockquote's lines are marked as quoted."""

    BLOCKS = frozenset(
        {"address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "footer"}
        | {"form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol"}
        | {"p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"}
    )
    SILENT = frozenset({"head", "style", "script", "title", "noscript"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.line = ""
        self.depth = 0
        self.silent = 0
        self.pre = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in self.SILENT:
            self.silent += 1
        if tag == "br":
            self.end_line(forced=True)
        elif tag in self.BLOCKS:
            self.end_line()
        if tag == "hr":
            self.line = "_" * 20
            self.end_line()
        self.depth += tag == "blockquote"
        self.pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
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

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        if not self.pre:
            self.line += _GAP.sub(" ", data)
            return
        first, *rest = data.split("\n")
        self.line += first
        for more in rest:
            self.end_line(forced=True)
            self.line = more

    def end_line(self, forced: bool = False) -> None:
        words = self.line.replace("\xa0", " ").strip()
        if words or forced:
            self.lines.append(f"{'>' * self.depth} {words}" if self.depth else words)
        self.line = ""


def html_text(html: str) -> str:
    """The words of an HTML part, a line for every line a reader sees."""
    reader = _Words()
    reader.feed(html)
    reader.close()
    reader.end_line()
    return "\n".join(reader.lines)
