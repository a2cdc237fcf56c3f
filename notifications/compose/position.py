"""The position in words, private things first."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from notifications.compose.layout import block
from rules.kernel.views import Section

MOST = 14
"""Lines of a public section that a mail shows; the attached position has them all."""


def private(sections: Sequence[Section]) -> str:
    """Return the private sections under one heading that says so."""
    title = _("Only you see this")
    lines: list[str] = []
    for section in sections:
        if section.private:
            if section.title.casefold() not in (title.casefold(), "only you see this"):
                lines.append(f"{section.title}:")
            lines += section.lines
    return block(title, lines)


def public(sections: Sequence[Section]) -> str:
    blocks = (block(s.title, _shortened(s.lines)) for s in sections if not s.private)
    return "\n\n".join(b for b in blocks if b)


def whole(sections: Sequence[Section]) -> list[str]:
    """Return all sections with all their lines, for the attached position."""
    shown = [s for s in sections if not s.private]
    return [private(sections), *(block(s.title, s.lines) for s in shown)]


def _shortened(lines: Sequence[str]) -> Sequence[str]:
    if len(lines) <= MOST:
        return lines
    left_out = _("… %(n)d more lines: see the attached position.") % {"n": len(lines) - MOST + 1}
    return [*lines[: MOST - 1], left_out]
