"""The HTML part of a mail: the very words of the text part, set for a screen.

It is parsed from the text that `layout` wrote, so that both parts always say the same, and a reply
that quotes either is recognised. Paragraphs, titled lists and headed sentences are told apart by
their indentation; nothing here knows what a mail is about.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Protocol

import css_inline
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, override

from notifications.compose.layout import HEADING, INDENT, RULER

_CITED = re.compile(r" \[([A-Z][A-Z0-9]+ \d[^\[\]]{0,100})\]$")
"""Numbers of rules, as in [ECL 7.1.5, ECL 3.4]; other brackets belong to the sentence."""
_RULING = re.compile(r"^#\d+(?= )")
_LINK = re.compile(r"(https?://[^\s<>]+[^\s<>.,;:])")
_HEADED = " " * HEADING
_NUMBERED = re.compile(r"\d+\. ")
_NAMED_LINK = re.compile(r"([^:]{1,60}): (https?://[^\s<>]+)")
"""A line that is nothing but a name and a link."""


class Names(Protocol):
    """What makes links of the names and rule numbers in a mail."""

    def words(self, text: str) -> str: ...

    def rules(self, numbers: str) -> str: ...


class Unlinked:
    """Leaves names and rule numbers as they are."""

    def words(self, text: str) -> str:
        return escape(text)

    def rules(self, numbers: str) -> str:
        return escape(numbers)


@dataclass
class Part:
    """A piece of the mail: `kind` is plain, way, list, headed, template or answers.

    `links`: where each of the answers can be given with a tap.
    """

    kind: str
    title: str = ""
    remark: str = ""
    lines: list[str] = field(default_factory=list)
    main: bool = False
    links: Sequence[str] = ()

    def shown(self, names: Names) -> str:
        """Return the part as HTML. It is made without Django's templates, which are slow for every
        line of a mail."""
        if self.kind in ("plain", "way"):
            return "".join(_loose(line, self.kind, names) for line in self.lines)
        head = f"<h2>{escape(self.title)}</h2>\n" if self.title else ""
        if self.remark:
            head += f'<p class="remark">{escape(self.remark)}</p>\n'
        if self.kind == "answers":
            body = "".join(map(_tap, self.lines, self.links))
        elif self.kind == "template":
            body = "".join(f'<p class="order">{escape(line)}</p>\n' for line in self.lines)
        elif self.kind == "list":
            body = "".join(f"<li>{_marked(line, names)}</li>\n" for line in self.lines)
            body = f"<ul>{body}</ul>\n"
        else:
            body = "".join(f"<p>{_marked(line, names)}</p>\n" for line in self.lines)
        return f'<div class="part{" main" if self.main else ""}">\n{head}{body}</div>\n'


def page(
    body: str,
    *,
    subject: str = "",
    language: str = "en",
    template: Sequence[str] = (),
    picture: str = "",
    taps: Sequence[str] = (),
    names: Names | None = None,
) -> str:
    """Return the whole HTML document with inline styles.

    `picture`: the address of the map, if any. `taps`: the addresses behind the numbered answers.
    `names`: makes links of names and rule numbers.
    """
    names = names or Unlinked()
    hint, parts = read(body, template)
    _give_links(parts, taps)
    with override(language):
        title = gettext("Needs you").upper()
        alt = alternative()
    for part in parts:
        part.main = part.title == title
    after = _last_before_picture(parts)
    context = {
        "language": language,
        "subject": subject,
        "hint": hint,
        "before": mark_safe("".join(part.shown(names) for part in parts[: after + 1])),
        "after": mark_safe("".join(part.shown(names) for part in parts[after + 1 :])),
        "picture": picture,
        "alt": alt,
    }
    return _inliner().inline(render_to_string("notifications/letter.html", context))


def _give_links(parts: Sequence[Part], taps: Sequence[str]) -> None:
    """Make a button of each numbered answer, and leave out the line that leads to all of them."""
    for part, following in zip(parts, [*parts[1:], Part("plain")], strict=True):
        numbered = [_NUMBERED.match(line) for line in part.lines]
        listed = part.kind in ("list", "template") and all(numbered)
        if taps and listed and len(numbered) == len(taps):
            part.kind, part.links = "answers", taps
            if following.kind == "plain" and "/answer/" in " ".join(following.lines):
                following.lines.clear()
            return


def _last_before_picture(parts: Sequence[Part]) -> int:
    """Return the place of the last part above the map: what is wanted, the answers, the way to the
    table, which becomes a button."""
    last = -1
    for i, part in enumerate(parts):
        follows = last >= 0 and i == last + 1
        if part.main or (follows and part.kind in ("answers", "template", "plain")):
            last = i
        if follows and part.kind == "plain" and part.lines and _is_link(part.lines):
            part.kind = "way"
            return i
    return last


def _is_link(lines: Sequence[str]) -> bool:
    return len(lines) == 1 and _NAMED_LINK.fullmatch(lines[0]) is not None


def alternative() -> str:
    """Return the words that stand for the map where pictures are not shown."""
    return gettext("The map; the position is in words below.")


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(keep_style_tags=False, keep_at_rules=True)


def read(body: str, template: Sequence[str] = ()) -> tuple[str, list[Part]]:
    """Return the line that asks for a reply, and the parts of the mail below it."""
    hint, ruler, rest = body.partition(f"\n{RULER}\n")
    if not ruler:
        hint, rest = "", body
    parts = [part for chunk in rest.split("\n\n") for part in _parts(chunk.split("\n"))]
    offered = set(template)
    for part in parts:
        if part.lines and part.kind == "list" and offered.issuperset(part.lines):
            part.kind = "template"
            part.title, space, part.remark = part.title.partition(" (")
            part.remark = f"({part.remark}" if space else ""
    return " ".join(hint.split()), parts


def _parts(lines: Iterable[str]) -> list[Part]:
    parts: list[Part] = []
    for line in lines:
        if not line.strip():
            continue
        last = parts[-1] if parts else None
        if not line.startswith(" "):
            parts.append(_begun(line))
        elif last is None:
            parts.append(Part("list", lines=[line.strip()]))
        elif last.kind == "headed" and line.startswith(_HEADED):
            _add(last, line, _HEADED)
        else:
            if last.kind == "plain":
                last.kind, last.title, last.lines = "list", " ".join(last.lines), []
            _add(last, line, INDENT)
    return _flowing(parts)


def _begun(line: str) -> Part:
    title, rest = line[:HEADING], line[HEADING:]
    beside = title.endswith("  ") and rest and rest[0] != " "
    if beside and title.strip() and title == title.upper():
        return Part("headed", title.strip(), lines=[rest])
    return Part("plain", lines=[line])


def _add(part: Part, line: str, indent: str) -> None:
    """Add a line to a part; one that is indented further is the rest of the last line."""
    if line.startswith(f"{indent}  ") and part.lines:
        part.lines[-1] += f" {line.strip()}"
    else:
        part.lines.append(line.strip())


def _flowing(parts: list[Part]) -> list[Part]:
    """Return the parts with the wrapped lines of each paragraph joined again."""
    flowing: list[Part] = []
    for part in parts:
        if part.kind == "plain" and flowing and flowing[-1].kind == "plain":
            flowing[-1].lines[-1] += f" {part.lines[0]}"
        else:
            flowing.append(part)
    return flowing


def _marked(line: str, names: Names) -> str:
    """Return a line as HTML, with its ruling's number and its rules marked, and links to click."""
    cited = _CITED.search(line)
    words = line[: cited.start()] if cited else line
    shown = ""
    if number := _RULING.match(words):
        shown = f'<span class="no">{escape(number[0])}</span>'
        words = words[number.end() :]
    if "://" in words:
        for i, piece in enumerate(_LINK.split(words)):
            address = escape(piece)
            shown += f'<a href="{address}">{address}</a>' if i % 2 else names.words(piece)
    else:
        shown += names.words(words)
    return f'{shown} <span class="cite">[{names.rules(cited[1])}]</span>' if cited else shown


def _loose(line: str, kind: str, names: Names) -> str:
    """Return a line outside of lists; a name with a link is a link of that name, or a button."""
    found = _NAMED_LINK.fullmatch(line)
    if found is None:
        return f'<p class="loose">{_marked(line, names)}</p>\n'
    style = ' class="way"' if kind == "way" else ""
    return f'<p class="loose"><a{style} href="{escape(found[2])}">{escape(found[1])}</a></p>\n'


def _tap(line: str, link: str) -> str:
    """Return a numbered answer as a button, with what it means below."""
    order, _hash, about = line.partition(" # ")
    shown = f"<strong>{escape(order.strip())}</strong>"
    if about:
        shown += f'<br><span class="about">{escape(about.strip())}</span>'
    return f'<p class="tap"><a class="answer" href="{escape(link)}">{shown}</a></p>\n'
