"""Finds the lines of a reply that its author typed.

It does not guess at quotes: the reply is compared with the very mail we sent. Lines that are found
there in order, however they were wrapped again, are ours. The rest was typed: unquoted lines
anywhere, and quoted lines of the template that were changed. A line of ours taken for typed would
be an order that nobody gave, and a typed line taken for ours would be a lost order; so a changed
quoted line counts only where the template was.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise, takewhile
from typing import NamedTuple

from django.conf import settings
from django.utils import translation

from notifications.compose import html
from notifications.compose.layout import opening
from notifications.inbound import quoting
from rules.lexicon.text import storable

LONGEST_GROUP = 12
WHOLE = 2**20
"""The weight of one copied word: it counts for more than all the lines it may be broken into."""
DISTINCT = 4
"""The least number of words in a line that counts as our copy without a quote mark."""
LONG = 20
FEW_CHARACTERS = 4
"""The most distinct characters of a divider.

A long line with so few is a divider, even if a wrong charset turned it into letters.
"""
ENOUGH_LINES = 4
"""This many consecutive lines of ours count as a quote even without marks."""
NARROW = 60
"""A quote all of whose lines are shorter was broken by the program: ours are longer."""
MOST_HEADERS = 16
CERTAIN = 0.6
"""The share of a quote that must be ours before changes in it count, if nothing else proves it."""


class SentText(NamedTuple):
    """A mail of ours that a reply may quote; `sure` if the reply refers to it."""

    body: str
    template: tuple[str, ...] = ()
    sure: bool = False


class _Line(NamedTuple):
    depth: int
    text: str
    words: tuple[str, ...]


_MARKS = re.compile(r"[ \t]{0,3}((?:>[ \t]?)+)(.*)", re.DOTALL)
_ODD_MARK = re.compile(r"\s{0,3}((?:[A-Za-z]{1,4}|&gt;?)?[|:»›❯│┃¦>;])\s{0,3}")
LEAST_MARKED = 5
"""The least number of lines with the same odd sign before it counts as a quote mark."""
_UNPLAIN = re.compile(r"[^a-z0-9\s]+")
_SIGNATURE = re.compile(r"(?:--|[—–])[ \t]*")
_POINTER = re.compile(r"\s*(?:<[-=~]+|<{2,}|[←⇐⟵]+)\s*$|^\s*(?:[-=~]+>|[→⇒⟶]+)\s*")
"""An arrow that somebody drew at the line they mean."""
_TICK = re.compile(r"^\s*(?:-{2,}|[–—✓✔☑✅])\ufe0f?\s*(?=\S)")
"""A sign that somebody, and no program, sets before the line they mean; phones make one dash of two
hyphens."""
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\u00ad\u200e\u200f\u202a-\u202e\u2060-\u2069]")
_CONTROLS = re.compile("[\x80-\x9f]")
_LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_DECORATION = re.compile(
    r"<(?:https?|mailto|cid):[^<>\s]*>|\[(?:cid|image|obraz|kép)[:\s][^\[\]]*\]", re.IGNORECASE
)
"""What mail programs add to links and pictures when they turn HTML into text."""


@cache
def _openings() -> tuple[str, ...]:
    """Return the first line of our mails, in each language."""
    found = []
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            found += [opening(template=offered).split("\n")[0] for offered in (True, False)]
    return tuple(found)


@cache
def _heads() -> re.Pattern[str]:
    """Return the beginning of that line, as far as no program breaks it."""
    return re.compile("|".join(re.escape(words[:30].rstrip(".")) for words in _openings()))


@cache
def _pictures() -> frozenset[tuple[str, ...]]:
    """Return the words that the HTML part has in place of a map that is not shown."""
    found = []
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            found.append(_words(html.alternative()))
    return frozenset(found)


def typed_text(reply: str, sent: Sequence[SentText]) -> str:
    """Return the typed lines of a reply, with a blank line where others lay between them."""
    reply = storable(_INVISIBLE.sub("", _SPACES.sub(" ", reply)))
    lines = [_line(text) for text in _usual_marks(reply)]
    if named := _named_links(sent):
        lines = [
            line._replace(words=named[line.words]) if line.words in named else line
            for line in lines
        ]
    return _Reply(lines, sent).typed()


def _named_links(sent: Iterable[SentText]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of our mails that are a name and a link, by the words of the name: the HTML
    part shows the name alone."""
    lines = (_words(line) for mail in sent for line in mail.body.split("\n") if "://" in line)
    return {words[:-1]: words for words in lines if len(words) > 1 and words[-1] == "link"}


def _usual_marks(reply: str) -> list[str]:
    """Return the lines with usual quote marks.

    Whatever sign stands before our first line marks the other lines of the quote as well.
    """
    lines = reply.split("\n")
    for found in _heads().finditer(reply):
        begins = reply.rfind("\n", 0, found.start()) + 1
        line, at = reply[begins : found.end()], found.start() - begins
        odd = _ODD_MARK.fullmatch(line[:at]) if at and not _MARKS.fullmatch(line) else None
        if odd is None:
            continue
        mark = odd[1]
        if sum(other.lstrip().startswith(mark) for other in lines) < LEAST_MARKED:
            break
        marked = (other.lstrip().removeprefix(mark) for other in lines)
        return [
            f">{words}" if other.lstrip().startswith(mark) else other
            for other, words in zip(lines, marked, strict=True)
        ]
    return lines


@lru_cache(maxsize=4096)
def _line(text: str) -> _Line:
    depth = 0
    if "<" in text or "[" in text:
        text = _DECORATION.sub("", text)
    if marks := _MARKS.fullmatch(text):
        depth, text = marks[1].count(">"), marks[2]
    return _Line(depth, text.rstrip(), _words(text))


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Return the plain letters and digits of a line, by words: what the worst mail program leaves
    of it.

    Other letters do not count, since programs spoil them in too many ways, unless the line has no
    plain ones. Every link counts as the same word, because servers on the way replace links.
    """
    if "://" in text or "www." in text:
        text = _LINK.sub("link", text)
    found = tuple(_UNPLAIN.sub("", _composed(text).lower()).split())
    if found or text.isascii() or (len(text) > LONG and len(set(text)) <= FEW_CHARACTERS):
        return found
    strange = ("".join(filter(str.isalnum, word)) for word in text.casefold().split())
    return tuple(filter(None, strange))


def _composed(text: str) -> str:
    """Return the text with each letter and its accent as one character; half of it would pass for a
    plain letter.

    What a wrong charset makes of such a letter may count as white space.
    """
    return text if text.isascii() else unicodedata.normalize("NFC", _CONTROLS.sub("", text))


class _Match(NamedTuple):
    """Lines [sent, sent+of_sent) of ours match lines [at, at+of_reply) of the reply."""

    sent: int
    of_sent: int
    at: int
    of_reply: int


class _Start(NamedTuple):
    """Lines [first, below) of the reply introduce an older mail; `ours`: they say it is from us."""

    first: int
    below: int
    headers: bool
    ours: bool


class _Reply:
    def __init__(self, lines: list[_Line], sent: Sequence[SentText]) -> None:
        self.lines = lines
        self._ours = {_words(line) for one in sent for line in one.body.split("\n")}
        self.dropped: set[int] = set()
        self.quoted: set[int] = set()
        self.copied: set[int] = set()
        self.edited: set[int] = set()
        self.starts = self._find_starts()
        self._cut(self.starts[1:])
        best = self._best(one for one in sent if one.sure)
        best = best or self._best(one for one in sent if not one.sure)
        if best is None:
            self._take_unknown(known=bool(sent))
        else:
            self._take(best)

    def _find_starts(self) -> list[_Start]:
        """Return the places where a quoted mail begins whose lines are not marked as quoted."""
        found: list[_Start] = []
        below = 0
        for i in [i for i, line in enumerate(self.lines) if not line.depth]:
            start = self._headers_at(i) or self._introduced_by(i) if i >= below else None
            if start is None:
                continue
            below = start.below
            last = found[-1] if found else None
            if last and not (last.headers and start.headers) and not self._words_in(last, start):
                found.pop()
                start = _Start(last.first, start.below, True, last.ours or start.ours)
            found.append(start)
        return found

    def _words_in(self, one: _Start, other: _Start) -> bool:
        return any(line.words for line in self.lines[one.below : other.first])

    def _headers_at(self, i: int) -> _Start | None:
        """Return the block of From, Sent, To, Subject that some programs write above a quote, if it
        begins here."""
        if not quoting.is_header(self.lines[i].text):
            return None
        if i and not self.lines[i - 1].depth and quoting.is_header(self.lines[i - 1].text):
            return None
        lines = list(takewhile(lambda line: not line.depth, self.lines[i : i + MOST_HEADERS]))
        many = quoting.headers([line.text for line in lines])
        if not many or all(line.words in self._ours for line in lines[:many] if line.words):
            return None
        first = i
        above = self._paragraph_above(i)
        if above and quoting.divides(self.lines[above[-1]].text):
            first = above[-1]
        self.dropped.update(range(first, i + many))
        ours = quoting.says_from_us([line.text for line in lines[:many]])
        return _Start(first, i + many, True, ours)

    def _introduced_by(self, i: int) -> _Start | None:
        """Return the introduction that ends here with "… wrote:"; if the quote below is marked,
        that is enough."""
        line = self.lines[i]
        if line.words in self._ours or not quoting.may_introduce(line.text):
            return None
        above = [*self._paragraph_above(i), i]
        many = quoting.introduction([self.lines[k].text for k in above], quoted=False)
        if not many:
            return None
        self.dropped.update(above[-many:])
        rest = range(i + 1, len(self.lines))
        below = next((self.lines[k] for k in rest if self.lines[k].words), None)
        if below is None or below.depth:
            return None
        words = " ".join(self.lines[k].text for k in above[-many:])
        return _Start(above[-many], i + 1, False, quoting.names_us(words))

    def _cut(self, starts: Sequence[_Start]) -> None:
        """Drop every mail that is quoted below another: it was read before."""
        if starts:
            older = range(starts[0].first, len(self.lines))
            self.dropped.update(older)
            self.quoted.update(older)
            self.copied.update(older)

    def _best(self, sent: Iterable[SentText]) -> "_Copy | None":
        """Return the match with that mail of ours which accounts for most of the reply; None if no
        mail of ours accounts for any of it."""
        end = self.starts[1].first if len(self.starts) > 1 else len(self.lines)
        begun = self.starts[0].below if self.starts else end
        copies = [_Copy(self.lines[:end], one, begun) for one in sent]
        best = max(copies, key=lambda copy: copy.score, default=None)
        return best if best is not None and best.score else None

    def _take(self, copy: "_Copy") -> None:
        self._cut([start for start in self.starts if start.first > copy.begins])
        quoted = {i for i, line in enumerate(self.lines) if line.depth or i >= copy.begins}
        self.quoted |= quoted
        self.copied |= copy.ours | {i for i, line in enumerate(self.lines) if line.depth}
        self.dropped |= copy.ours
        strange = [i for i in quoted - self.dropped if self.lines[i].words]
        certain = copy.sent.sure or self._is_of(copy, strange)
        for i in strange:
            line = self.lines[i]
            below = line.depth == 0 and i >= copy.ends
            typed = below or (certain and (line.depth == 0 or copy.changes_template(i)))
            if not typed or copy.is_cut_off(i):
                self.dropped.add(i)
            elif not below:
                self.edited.add(i)

    def _is_of(self, copy: "_Copy", strange: Sequence[int]) -> bool:
        """Return whether the reply quotes this mail of ours: nothing but the template differs.

        One turn's mail is much like the next one's. If a line elsewhere differs, the reply quotes
        another mail, and its template is an old one.
        """
        if len(copy.ours) < CERTAIN * (len(copy.ours) + len(strange)):
            return False
        return all(
            copy.changes_template(i)
            or i >= copy.ends
            or self.lines[i].depth > copy.depth
            or quoting.may_introduce(self.lines[i].text)
            or self._is_added(self.lines[i])
            for i in strange
        )

    def _take_unknown(self, known: bool) -> None:
        """Drop what is quoted in a reply to a mail that we do not know: quoted lines, and
        everything below our first line.

        Lines below the headers of a quoted mail are dropped, too. Not if the headers are those of a
        mail that we know: then its text was deleted, and the lines below are new.
        """
        begins = [i for i, line in enumerate(self.lines) if line.words and self._is_opening(i)][:1]
        thread = len(self.starts) > 1
        for start in self.starts[:1]:
            if (start.headers or thread) and not (known and start.ours):
                begins.append(start.below)
        copy_from = min(begins, default=len(self.lines))
        quoted = {i for i, line in enumerate(self.lines) if line.depth or i >= copy_from}
        self.quoted |= quoted
        self.copied |= quoted
        self.dropped |= quoted

    def _is_opening(self, i: int) -> bool:
        if self.lines[i].depth:
            return False
        here = [word for line in self.lines[i : i + 3] for word in line.words]
        openings = (_words(words) for words in _openings())
        return any(tuple(here[: len(words)]) == words for words in openings)

    def typed(self) -> str:
        self._drop_introductions()
        self._drop_signatures()
        self._drop_footers()
        out: list[str] = []
        gap = False
        for i, line in enumerate(self.lines):
            if i in self.dropped or not line.words or self._is_added(line):
                gap = True
                continue
            if gap and out:
                out.append("")
            gap = False
            text = _POINTER.sub("", line.text.strip())
            if i in self.edited:
                text = _TICK.sub("", text)
            if out and self._goes_on(i):
                out[-1] += f" {text}"
            else:
                out.append(text)
        return "\n".join(out)

    def _goes_on(self, i: int) -> bool:
        """Return whether an edited line of the template is the rest of the one above, which the
        program broke because it did not fit into the width of the quote."""
        if not {i - 1, i} <= self.edited or self.lines[i].depth != self.lines[i - 1].depth:
            return False
        broken = (self.lines[k].text for k in self.quoted if " " in self.lines[k].text.strip())
        width = max(map(len, broken), default=0)
        first = self.lines[i].text.split()[0]
        return width < NARROW and len(self.lines[i - 1].text) + 1 + len(first) > width

    def _is_added(self, line: _Line) -> bool:
        pictures = _pictures()
        return line.words in pictures or line.words[1:] in pictures or quoting.is_added(line.text)

    def _drop_introductions(self) -> None:
        """Drop the lines that introduce a quote, such as "On Wednesday … wrote:"."""
        for i in sorted(self.quoted):
            if i - 1 in self.quoted:
                continue
            above = self._paragraph_above(i)
            many = quoting.introduction([self.lines[k].text for k in above], quoted=True)
            if many:
                self.dropped.update(above[-many:])
                self._drop_original_above(above[-many])

    def _drop_original_above(self, i: int) -> None:
        for k in self._paragraph_above(i)[-1:]:
            if quoting.announces_original(self.lines[k].text):
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

    def _drop_signatures(self) -> None:
        signing = False
        for i, line in enumerate(self.lines):
            if i in self.copied:
                signing = False
            elif _SIGNATURE.fullmatch(line.text):
                signing = True
            if signing:
                self.dropped.add(i)

    def _drop_footers(self) -> None:
        left = set(range(len(self.lines))) - self.dropped
        paragraphs: list[list[int]] = []
        for i in sorted(i for i in left if self.lines[i].text.strip()):
            if paragraphs and paragraphs[-1][-1] == i - 1:
                paragraphs[-1].append(i)
            else:
                paragraphs.append([i])
        for paragraph in paragraphs:
            many = quoting.footer([self.lines[k].text for k in paragraph])
            self.dropped.update(paragraph[len(paragraph) - many :])


class _Copy:
    """Compares a mail of ours with a reply: which lines of the reply copy which of ours."""

    def __init__(self, lines: list[_Line], sent: SentText, begun: int) -> None:
        """`begun`: the line from which on the reply may be a copy that is not marked as quoted."""
        self.sent = sent
        self.ours: set[int] = set()
        self.score = 0
        self.begins = len(lines)
        self._mine = [words for text in sent.body.split("\n") if (words := _words(text))]
        self._first: dict[str, list[int]] = {}
        for i, words in enumerate(self._mine):
            self._first.setdefault(words[0], []).append(i)
        self._offered = {_words(line) for line in sent.template}
        self._template = {i for i, words in enumerate(self._mine) if words in self._offered}
        self._at = [i for i, line in enumerate(lines) if line.words]
        self._theirs = [lines[i].words for i in self._at]
        self._depths = [lines[i].depth for i in self._at]
        self._find_beginning()
        self._matches = self._whole() or self._align()
        bare = [match for match in self._matches if not self._depths[match.at]]
        if not self._is_proven(bare, begun):
            self.begins = len(lines)
            self._matches = self._align() if bare else self._matches
        self.depth = 0
        for first, last in _runs(self._matches):
            ours, theirs = last.sent + last.of_sent, last.at + last.of_reply
            self.ours.update(self._at[first.at : theirs])
            self.score += sum(map(len, self._mine[first.sent : ours]))
            self.depth = self.depth or next(filter(None, self._depths[first.at : theirs]), 0)
        self.ends = max(self.ours, default=-1) + 1
        self._lines = lines
        self._remarked = self._find_remarked()
        self.ours -= self._remarked
        self._shallowest = min(filter(None, self._depths), default=0)

    def _find_remarked(self) -> set[int]:
        """Return the lines of the template whose words are ours, but not their letters or marks:
        `pass` for `PASS`, `PASS <---` or `-- PASS`. No program does that."""
        written = {_words(text): text.strip() for text in self.sent.template}
        found = set()
        for match in self._matches:
            if match.sent not in self._template or match.of_reply != 1:
                continue
            i = self._at[match.at]
            ours, theirs = written[self._mine[match.sent]], self._lines[i].text.strip()
            pointed = _POINTER.search(theirs) and not _POINTER.search(ours)
            pointed = pointed or (_TICK.search(theirs) and not _TICK.search(ours))
            recased = theirs != ours and theirs.casefold() == ours.casefold()
            if pointed or (recased and ours.isascii()):
                found.add(i)
        return found

    def _find_beginning(self) -> None:
        """Find the line where a copy begins that is not marked as quoted."""
        for j, theirs in enumerate(self._theirs):
            if self._depths[j]:
                continue
            for i in self._first.get(theirs[0], ()):
                distinct = len(self._mine[i]) >= DISTINCT and i not in self._template
                if distinct and self._group(i, j) is not None:
                    self.begins = self._at[j]
                    return

    def _is_proven(self, bare: Sequence[_Match], begun: int) -> bool:
        """Return whether unmarked lines are a copy at all: somebody may have typed a line of
        ours."""
        introduced = any(self._at[match.at] >= begun for match in bare)
        return introduced or len(bare) >= ENOUGH_LINES or any(match.sent == 0 for match in bare)

    def _group(self, i: int, j: int) -> tuple[int, int] | None:
        """Return the fewest lines from here on that hold the same words on both sides; None if
        there are none."""
        line, copy = self._mine[i], self._theirs[j]
        if line == copy:
            return 1, 1
        both = min(len(line), len(copy))
        if line[:both] != copy[:both]:
            return None
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

    def _whole(self) -> list[_Match]:
        """Return the match of all our lines in order and with nothing between them, as most
        programs quote.

        `_align` would find the same, in twenty times as long.
        """
        if not self._mine or any(self._theirs.count(self._mine[end]) != 1 for end in (0, -1)):
            return []
        at = self._theirs.index(self._mine[0])
        there = range(at, at + len(self._mine))
        if self._theirs[at : there.stop] != self._mine or not all(map(self._may_be_copy, there)):
            return []
        return [_Match(i, 1, j, 1) for i, j in enumerate(there)]

    def _align(self) -> list[_Match]:
        """Return the matches that account for the most words, both sides kept in order.

        Of several, those with the fewest broken lines: a typed line may look like pieces of ours. A
        chain of matches is built from the beginning of the reply. For every line i of ours, a
        Fenwick tree keeps the worth of the best chain that has come to line i at most.
        """
        size = len(self._mine) + 1
        words_before = [0, *accumulate(map(len, self._mine))]
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
                worth += WHOLE * (words_before[i + group[0]] - words_before[i])
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
        """Return whether a quoted line that is not ours stands where a line of the template stood.

        In a copy within another quote the change was made and read before. A line that was only
        moved counts as unchanged; one that comes back more often than it was sent does not.
        """
        line = self._lines[i]
        if line.depth != self.depth or self.depth != self._shallowest:
            return False
        if i in self._remarked:
            return True
        if line.words in self._offered and not self._is_surplus(line):
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

    def _is_surplus(self, line: _Line) -> bool:
        """Return whether more copies of a line come back than were sent: then somebody typed
        one."""
        pairs = zip(self._theirs, self._depths, strict=True)
        back = sum(words == line.words and depth == line.depth for words, depth in pairs)
        return back > self._mine.count(line.words)

    def is_cut_off(self, i: int) -> bool:
        """Return whether a line is the first half of the next line of ours, and nothing of ours
        follows.

        Then the program has cut the quote off. But whole words of the template may be an order.
        """
        if not self._matches:
            return False
        last = self._matches[-1]
        at, mine = last.at + last.of_reply, last.sent + last.of_sent
        if at == len(self._at) or self._at[at] != i or mine == len(self._mine):
            return False
        *whole, end = self._lines[i].words
        ours = self._mine[mine]
        if len(ours) <= len(whole) or list(ours[: len(whole)]) != whole:
            return False
        cut = ours[len(whole)]
        if mine in self._template:
            return cut != end and cut.startswith(end) and end.isalpha()
        return cut.startswith(end)


def _runs(matches: Sequence[_Match]) -> Iterator[tuple[_Match, _Match]]:
    """Yield the first and the last of the matches that follow each other with nothing between them,
    in our mail or in the reply."""
    begins = [i for i, match in enumerate(matches) if not i or not _follows(match, matches[i - 1])]
    for i, below in pairwise([*begins, len(matches)]):
        yield matches[i], matches[below - 1]


def _follows(match: _Match, before: _Match) -> bool:
    at_once = match.sent == before.sent + before.of_sent
    return at_once and match.at == before.at + before.of_reply


def _best_up_to(tree: list[tuple[int, int]], at: int) -> tuple[int, int]:
    """Return the worth of the best chain that ends at line `at` of ours or before, and its last
    match."""
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
