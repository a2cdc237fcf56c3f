"""The layout of a mail: plain text that survives phones, quoting and wrapping."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.translation import gettext as _

WIDTH = 76
RULER = "─" * WIDTH
INDENT = "  "
HEADING = 15
"""The column of the words beside a title, at least two spaces behind the title.

No title has two spaces inside, so a list's long title is not taken for a short one with words
beside it.
"""


def opening(*, template: bool = False) -> str:
    """Return the first lines of a mail that can be answered with orders: a reply is written above
    them.

    `template`: the mail offers lines for editing.
    """
    words = (
        _("Write your orders above this line, or edit the template below and send it back.")
        if template
        else _("Write your orders above this line.")
    )
    return f"{words}\n{RULER}"


def paragraph(words: str) -> str:
    return _wrapped(words, "", "")


def item(words: str) -> str:
    """Return one line of a list; the rest of a long line hangs below it."""
    return _wrapped(words, INDENT, INDENT * 3)


def remark(words: str) -> str:
    """Return words that hang below a line of a list, for whoever wants to know more about it."""
    return _wrapped(words, INDENT * 3, INDENT * 3)


@lru_cache(maxsize=2048)
def _wrapped(words: str, first: str, rest: str) -> str:
    """Return the words wrapped, the first line behind `first` and the others behind `rest`.

    Line ends in `words` become spaces, so that nobody's text can imitate our layout. Words are
    never broken; `textwrap` would take five times as long, and a turn mail has the position twice.
    """
    lines: list[str] = []
    line = ""
    for word in words.split():
        if not line:
            line = (rest if lines else first) + word
        elif len(line) + 1 + len(word) <= WIDTH:
            line += " " + word
        else:
            lines.append(line)
            line = rest + word
    return "\n".join([*lines, line or first])


def block(title: str, lines: Iterable[str]) -> str:
    """Return a titled list; empty if there are no lines."""
    listed = [item(line) for line in lines]
    return "\n".join([" ".join(title.upper().split()), *listed]) if listed else ""


def headed(title: str, sentences: Sequence[str]) -> str:
    """Return a title with its sentences beside it, as in a letterhead; below it, if the title is
    long."""
    indent = " " * HEADING
    body = "\n".join(_wrapped(sentence, indent, indent + INDENT) for sentence in sentences)
    if len(title) > HEADING - 2:
        return block(title, sentences)
    return f"{title.upper():<{HEADING}}{body[HEADING:]}"


def cited(words: str, rules: Iterable[str]) -> str:
    """Return a sentence, followed by the numbers of the rules it rests on."""
    listed = ", ".join(rule for rule in rules if rule)
    return f"{words} [{listed}]" if listed else words


def joined(blocks: Iterable[str]) -> str:
    """Return the blocks joined with a blank line between them; empty ones are left out."""
    return "\n\n".join(block.rstrip() for block in blocks if block) + "\n"
