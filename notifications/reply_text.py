"""Which lines of a reply its author typed.

Not by guessing at quotes: the reply is laid beside the very mail we sent. What can be found
there, in order, however it was wrapped again, is ours. Typed is what is left: unquoted lines
anywhere, and quoted lines of the template that were changed. A leaked line would be a phantom
order, a lost line a lost order; so a quoted line counts only where the template was.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from django.conf import settings
from django.utils import translation

from notifications.compose.layout import opening

LONGEST_GROUP = 12
WHOLE = 2**20
"""One word of a copy counts for more than all the lines it may be broken into."""
DISTINCT = 4
"""Words a line must have to be taken for a copy of ours though it is not marked as quoted."""
CERTAIN = 0.6
"""The share of a quote that must be ours before its changes count, if nothing else proves it."""


class Sent(NamedTuple):
    """A mail of ours that a reply may quote; `sure` when the reply refers to it."""

    body: str
    template: tuple[str, ...] = ()
    sure: bool = False


class _Line(NamedTuple):
    depth: int
    text: str
    words: tuple[str, ...]


_MARKS = re.compile(r"[ \t]{0,3}((?:>[ \t]?)+)(.*)", re.DOTALL)
_UNPLAIN = re.compile("[^a-z0-9]")
_WORDLESS = re.compile(r"[\W_]*")
_SIGNATURE = re.compile(r"--[ \t]*")
_WROTE = re.compile(
    r"(?:wrote|writes|pisze|napisał(?:\(a\)|a|/a)?|írta(?:\s*\(.*\))?|schrieb|a écrit)\s*:?\s*$"
    r"|^Wiadomość napisana przez .*:\s*$",
    re.IGNORECASE,
)
_DATED = re.compile(r"\d{1,4}[./ -]+\s?(?:\d{1,2}|\w{2,12})|\d{1,2}[:.]\d{2}")
_NAMED = re.compile(r"\S@\S")
_HEADER = re.compile(
    r"[*_]{0,2}(From|Sent|To|Cc|Subject|Date|Reply-To|Importance"
    r"|Od|Wysłano|Wysłane|Do|DW|Temat|Data"
    r"|Feladó|Küldve|Elküldve|Címzett|Tárgy|Dátum|Másolatot kap)[*_]{0,2}\s*:",
    re.IGNORECASE,
)
_FROM = re.compile(r"[*_]{0,2}(From|Od|Feladó)[*_]{0,2}\s*:", re.IGNORECASE)
_DIVIDER = re.compile(r"(?:-{2,}|_{5,}|={5,}).*?(?:-{2,}|_*|={2,})\s*")
_ORIGINAL = re.compile(
    r"-{2,}\s*(?:Original Message|Oryginalna wiadomość|Wiadomość oryginalna|Eredeti üzenet"
    r"|Forwarded message|Wiadomość przekazana|Továbbított üzenet)\s*-{2,}",
    re.IGNORECASE,
)
_GADGET = re.compile(
    r"Sent (?:from|with|via|by) (?:my|Outlook|Mail|Yahoo|Proton|Samsung|Gmail|Thunderbird|K-9|the"
    r"|an?)\b.*"
    r"|Get Outlook for .*|Get (?:BlueMail|TypeApp) for .*|Yahoo Mail: .*"
    r"|Wysłan[oae] (?:z|ze|przy|za)\b.*|Pobierz (?:aplikację )?Outlook.*"
    r"|(?:Az? )?\S*r[óo]l küldve.*|Elküldve .*r[óo]l\.?|Küldve az? .*|.*-(?:val|vel) küldve\.?"
    r"|Szerezze be az? Outlook.*|(?:Az )?Outlook (?:iOS|Android).* beszerzése"
    r"|Please excuse my brevity\.?|(?:Proszę )?(?:o )?wybacz(?:cie|enie)? zwięzłość\.?"
    r"|Virus-free\..*|Bez wirusów\..*|Vírusmentes\..*|This e-?mail has been checked for viruses.*"
    r"|\[?(?:Quoted text hidden|Cytowany tekst ukryty|Ukryto cytowany tekst"
    r"|Az idézett szöveg elrejtve)\]?",
    re.IGNORECASE,
)
_DECORATION = re.compile(
    r"<(?:https?|mailto|cid):[^<>\s]*>|\[(?:cid|image|obraz|kép)[:\s][^\]]*\]", re.IGNORECASE
)
"""What programs put beside links and pictures when they turn HTML into text."""


@cache
def _openings() -> tuple[str, ...]:
    """The first line of our mails, in every language they are written in."""
    found = []
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            found.append(" ".join(_words(opening().split("\n")[0])))
    return tuple(found)


def typed_text(reply: str, sent: Sequence[Sent]) -> str:
    """The typed lines; a blank line stands where something else lay between them."""
    lines = [_line(text) for text in reply.split("\n")]
    return _Reply(lines, sent).typed()


def _line(text: str) -> _Line:
    depth, text = 0, text.replace("\xa0", " ")
    if "<" in text or "[" in text:
        text = _DECORATION.sub("", text)
    if marks := _MARKS.fullmatch(text):
        depth, text = marks[1].count(">"), marks[2]
    return _Line(depth, text.rstrip(), _words(text))


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """What is left of a line in the worst of mail programs: its plain letters and digits."""
    if text.isascii():
        return tuple(filter(None, (_UNPLAIN.sub("", word) for word in text.lower().split())))
    found = []
    for word in unicodedata.normalize("NFKC", text).casefold().split():
        plain = "".join(c for c in word if c.isascii() and c.isalnum())
        plain = plain or "".join(c for c in word if c.isalnum())
        if plain:
            found.append(plain)
    return tuple(found)


class _Match(NamedTuple):
    """Lines [sent, sent+of_sent) of ours are lines [at, at+of_reply) of the reply."""

    sent: int
    of_sent: int
    at: int
    of_reply: int


class _Reply:
    def __init__(self, lines: list[_Line], sent: Sequence[Sent]) -> None:
        self.lines = lines
        self.dropped: set[int] = set()
        self.copy_from = len(lines)
        self.quoted: set[int] = set()
        best = self._best(one for one in sent if one.sure)
        best = best or self._best(one for one in sent if not one.sure)
        if best is None:
            self._take_unknown()
        else:
            self._take(best)

    def _best(self, sent: Iterable[Sent]) -> "_Copy | None":
        """The mail that accounts for most of the reply, if any accounts for some of it."""
        copies = [_Copy(self.lines, one) for one in sent]
        best = max(copies, key=lambda copy: copy.score, default=None)
        return best if best is not None and best.score else None

    def _take(self, copy: "_Copy") -> None:
        self.copy_from = copy.begins
        self.quoted = {i for i, line in enumerate(self.lines) if line.depth or i >= copy.begins}
        self.dropped |= copy.ours
        strange = [i for i in self.quoted if i not in copy.ours and self.lines[i].words]
        certain = copy.sent.sure or len(copy.ours) >= CERTAIN * (len(copy.ours) + len(strange))
        for i in strange:
            typed = self.lines[i].depth == 0 or copy.changes_template(i)
            if not (certain and typed):
                self.dropped.add(i)

    def _take_unknown(self) -> None:
        """A reply to no mail we know: whatever is quoted, or follows our first line, is not new."""
        for i, line in enumerate(self.lines):
            if not line.depth and line.words and self._is_opening(i):
                self.copy_from = i
                break
        self.quoted = {i for i, line in enumerate(self.lines) if line.depth or i >= self.copy_from}
        self.dropped |= self.quoted

    def _is_opening(self, i: int) -> bool:
        here = " ".join(word for line in self.lines[i : i + 3] for word in line.words)
        return here.startswith(_openings())

    def typed(self) -> str:
        self._drop_introductions()
        self._drop_headers()
        self._drop_signatures()
        out: list[str] = []
        gap = False
        for i, line in enumerate(self.lines):
            if (
                i in self.dropped
                or _WORDLESS.fullmatch(line.text)
                or _GADGET.fullmatch(line.text.strip())
            ):
                gap = True
                continue
            if gap and out:
                out.append("")
            gap = False
            out.append(line.text.strip())
        return "\n".join(out)

    def _drop_introductions(self) -> None:
        """A line such as "On Wednesday … wrote:", or several, just before a quote begins."""
        for i in sorted(self.quoted):
            if i - 1 in self.quoted:
                continue
            above = self._paragraph_above(i)
            first = self._introduction(above, _DATED) or self._introduction(above, _NAMED)
            if first:
                self.dropped.update(above[-first:])
                self._drop_original_above(above[-first])

    def _introduction(self, above: list[int], proof: re.Pattern[str]) -> int:
        """How many of the lines above a quote introduce it."""
        for many in range(1, len(above) + 1):
            words = " ".join(self.lines[k].text.strip() for k in above[-many:])
            if _WROTE.search(words) and proof.search(words):
                return many
        return 0

    def _drop_original_above(self, i: int) -> None:
        for k in self._paragraph_above(i)[-1:]:
            if _ORIGINAL.fullmatch(self.lines[k].text.strip()):
                self.dropped.add(k)

    def _paragraph_above(self, i: int) -> list[int]:
        above: list[int] = []
        for k in range(i - 1, -1, -1):
            line = self.lines[k]
            if line.depth or len(above) == 4:
                break
            if line.text.strip():
                above.insert(0, k)
            elif above:
                break
        return above

    def _drop_headers(self) -> None:
        """A block of From, Sent, To, Subject that some programs put above what they quote."""
        run: list[int] = []
        for i in range(len(self.lines) + 1):
            line = self.lines[i] if i < len(self.lines) else None
            if line is not None and not line.depth and _HEADER.match(line.text.strip()):
                run.append(i)
                continue
            if len(run) > 1 and any(_FROM.match(self.lines[k].text.strip()) for k in run):
                self.dropped.update(run)
                self._drop_divider_above(run[0])
            run = []

    def _drop_divider_above(self, i: int) -> None:
        above = self._paragraph_above(i)
        if above and _DIVIDER.fullmatch(self.lines[above[-1]].text.strip()):
            self.dropped.add(above[-1])

    def _drop_signatures(self) -> None:
        signing = False
        for i, line in enumerate(self.lines):
            if i in self.quoted:
                signing = False
            elif _SIGNATURE.fullmatch(line.text):
                signing = True
            if signing:
                self.dropped.add(i)


class _Copy:
    """A mail of ours laid beside a reply: which lines of the reply are copies of which of ours."""

    def __init__(self, lines: list[_Line], sent: Sent) -> None:
        self.sent = sent
        self.ours: set[int] = set()
        self.score = 0
        self.begins = len(lines)
        self._mine = [words for text in sent.body.split("\n") if (words := _words(text))]
        self._first: dict[str, list[int]] = {}
        for i, words in enumerate(self._mine):
            self._first.setdefault(words[0], []).append(i)
        template = {_words(line) for line in sent.template}
        self._template = {i for i, words in enumerate(self._mine) if words in template}
        self._at = [i for i, line in enumerate(lines) if line.words]
        self._theirs = [lines[i].words for i in self._at]
        self._depths = [lines[i].depth for i in self._at]
        self._find_beginning()
        self._matches = self._align()
        self._depth = 0
        for match in self._matches:
            self.ours.update(self._at[match.at : match.at + match.of_reply])
            self.score += sum(
                len(words) for words in self._mine[match.sent : match.sent + match.of_sent]
            )
            self._depth = self._depth or self._depths[match.at]
        self._lines = lines

    def _find_beginning(self) -> None:
        """Where a copy begins that is not marked as quoted."""
        for j, theirs in enumerate(self._theirs):
            if self._depths[j]:
                continue
            for i in self._first.get(theirs[0], ()):
                distinct = len(self._mine[i]) >= DISTINCT and i not in self._template
                if distinct and self._group(i, j) is not None:
                    self.begins = self._at[j]
                    return

    def _group(self, i: int, j: int) -> tuple[int, int] | None:
        """The fewest lines from here on that hold the same words on both sides."""
        a, b = i, j
        mine: list[str] = []
        theirs: list[str] = []
        while True:
            if len(mine) <= len(theirs):
                if a == len(self._mine) or a - i == LONGEST_GROUP:
                    return None
                mine += self._mine[a]
                a += 1
            else:
                if b == len(self._theirs) or b - j == LONGEST_GROUP:
                    return None
                if self._depths[b] not in (0, self._depths[j]):
                    return None
                theirs += self._theirs[b]
                b += 1
            shared = min(len(mine), len(theirs))
            if mine[:shared] != theirs[:shared]:
                return None
            if shared and len(mine) == len(theirs):
                return a - i, b - j

    def _align(self) -> list[_Match]:
        """The copy that accounts for the most words, both sides kept in order; of several, the one
        that has the fewest lines broken: what was typed may look like a line of ours in pieces.

        A chain of matches is built from the reply's beginning. What the best chain before a match
        is worth, where ours has come to line i at most, is kept in a Fenwick tree.
        """
        size = len(self._mine) + 1
        tree: list[tuple[int, int]] = [(0, -1)] * (size + 1)
        found: list[_Match] = []
        before: list[int] = []
        ending: dict[int, list[tuple[int, int, int]]] = {}
        for j, theirs in enumerate(self._theirs):
            for worth, at, index in ending.pop(j, ()):
                _raise(tree, at, (worth, index))
            if not self._may_be_copy(j):
                continue
            for i in self._first.get(theirs[0], ()):
                group = self._group(i, j)
                if group is None:
                    continue
                worth, previous = _best_up_to(tree, i)
                worth += WHOLE * sum(len(words) for words in self._mine[i : i + group[0]])
                worth -= sum(group)
                index = len(found)
                found.append(_Match(i, group[0], j, group[1]))
                before.append(previous)
                ending.setdefault(j + group[1], []).append((worth, i + group[0], index))
        for late in ending.values():
            for worth, at, index in late:
                _raise(tree, at, (worth, index))
        chain: list[_Match] = []
        index = _best_up_to(tree, size - 1)[1]
        while index >= 0:
            chain.append(found[index])
            index = before[index]
        return chain[::-1]

    def _may_be_copy(self, j: int) -> bool:
        return self._depths[j] > 0 or self._at[j] >= self.begins

    def changes_template(self, i: int) -> bool:
        """Whether a quoted line that is not ours stands where a line of the template stood."""
        if self._lines[i].depth != self._depth:
            return False
        before, after = -1, len(self._mine)
        for match in self._matches:
            if self._at[match.at] < i:
                before = match.sent + match.of_sent - 1
            else:
                after = match.sent
                break
        if before in self._template or after in self._template:
            return True
        return any(k in self._template for k in range(before + 1, after))


def _best_up_to(tree: list[tuple[int, int]], at: int) -> tuple[int, int]:
    """The most that a chain ending at line `at` of ours, or before it, is worth; and its last."""
    best = (0, -1)
    at += 1
    while at:
        if tree[at][0] > best[0]:
            best = tree[at]
        at &= at - 1
    return best


def _raise(tree: list[tuple[int, int]], at: int, value: tuple[int, int]) -> None:
    at += 1
    while at < len(tree):
        if value[0] > tree[at][0]:
            tree[at] = value
        at += at & -at
