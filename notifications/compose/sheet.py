"""The position in words, private things first."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from notifications.compose.layout import block
from rules.kernel.views import Section


def private(sections: Sequence[Section]) -> str:
    """Everything only this seat may know, under one heading that says so."""
    title = _("Only you see this")
    lines: list[str] = []
    for section in sections:
        if section.private:
            if section.title.casefold() != title.casefold():
                lines.append(f"{section.title}:")
            lines += section.lines
    return block(title, lines)


def public(sections: Sequence[Section]) -> str:
    blocks = (block(s.title, s.lines) for s in sections if not s.private)
    return "\n\n".join(b for b in blocks if b)
