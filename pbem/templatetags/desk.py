"""Words and lookups for the desk's pages."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def at(items: Sequence[Any], index: int) -> Any:
    """Return the item at a place that a template only knows as a number."""
    return items[index]


@register.filter
def fate(code: str) -> str:
    """Write what becomes of a later order on a fork."""
    return {
        "kept": _("still holds"),
        "question-changed": _("holds, but the question has changed: given on false premises?"),
        "refused": _("no longer legal: asked again"),
        "not-asked": _("not asked (yet): held"),
        "newly-asked": _("a new question: asked now"),
        "cut": _("after the cut: held"),
        "struck": _("struck out: it has not happened"),
    }[code]
