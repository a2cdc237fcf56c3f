"""Filters for templates: times, and words for codes."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pbem.clocks.dates import day_words, moment_words
from pbem.play import glossary, loading

register = template.Library()

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@register.filter
def clock(at: datetime | None) -> str | SafeString:
    """Write a moment in the reader's zone, and how long that is from now."""
    if at is None:
        return ""
    return format_html(
        '<time datetime="{}">{}</time> <span class="in">({})</span>',
        at.isoformat(timespec="seconds"),
        moment_words(timezone.localtime(at)),
        _left(at - timezone.now()),
    )


@register.filter
def moment(at: datetime) -> SafeString:
    """Write a moment in the reader's zone."""
    here = moment_words(timezone.localtime(at))
    return format_html('<time datetime="{}">{}</time>', at.isoformat(timespec="seconds"), here)


@register.filter
def day(at: datetime) -> str:
    """Write the day of a moment in the reader's zone, with its year."""
    return day_words(timezone.localtime(at), year=True)


@register.filter
def to_the_second(at: datetime) -> str:
    """Write when a mail came or went, in the reader's zone."""
    here = timezone.localtime(at)
    return f"{day_words(here)} {here:%H:%M:%S}"


def _left(gap: timedelta) -> str:
    if gap <= timedelta(0):
        return _("now")
    if gap < HOUR:
        return _("in %(n)d min") % {"n": max(1, int(gap.total_seconds() // 60))}
    if gap < 3 * DAY:
        return _("in %(n)d h") % {"n": round(gap / HOUR)}
    days = round(gap / DAY)
    return ngettext("in %(n)d day", "in %(n)d days", days) % {"n": days}


@register.filter
def translated(words: str) -> str:
    """Translate words that code keeps in English, such as the states of a row."""
    return _(words) if words else ""


@register.filter
def game_title(name: str) -> str:
    """Return the title of a game by its code."""
    known = loading.rulesets().by_name.get(name)
    return known.title if known else name


@register.filter
def status_words(status: str) -> str:
    """Write what became of a line, in a word or two."""
    return {
        "done": _("done"),
        "waiting": _("waiting"),
        "held": _("held until you send it again"),
        "aside": _("set aside"),
        "refused": _("not legal"),
        "unused": _("not needed"),
        "command": _("done"),
        "ok": _("legal now"),
        "partly": _("legal in part"),
        "later": _("kept for a later question"),
        "outside": _("at once, when sent"),
        "standing": _("stands from now on"),
    }.get(status, status)


@register.filter
def of(counts: dict[int, int], key: int) -> int:
    """Return how many there are of `key`."""
    return counts.get(key, 0)


@register.filter
def explained(text: str, ruleset: str) -> SafeString:
    """Write a text of a game with its names and rule numbers as links to what they mean."""
    return glossary.explained(text, ruleset)


@register.filter
def cited(rule: str, ruleset: str) -> SafeString:
    """Write a rule number as a link to its text."""
    return glossary.cited(rule, ruleset)
