"""The news of a game: what happened, as one seat may know it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from notifications.compose.layout import cited
from rules.kernel.record import Ruling
from rules.kernel.ruleset import Ruleset

MOST = 60


def lines_of(
    ruleset: Ruleset[Any],
    names: Sequence[str],
    seat: int | None,
    rulings: Iterable[Ruling],
    before: int = 0,
    own: Mapping[int, Sequence[str]] | None = None,
) -> list[str]:
    """The events that `seat` may know, each with its ruling's number and the rules it rests on.

    `before`: the last ruling that the reader was told of. `own`: by a ruling's number, what only
    the reader is told about it.
    """
    lines: list[str] = []
    for ruling in rulings:
        if ruling.parent < before:
            lines.append(_taken_back(ruling, before))
        before = ruling.n
        for event in ruling.events:
            seen = event.seen_by(seat)
            if seen is not None:
                words = ruleset.event(seen).words(names)
                lines.append(cited(f"#{ruling.n} {words}", event.cite))
        lines += [f"#{ruling.n} {words}" for words in (own or {}).get(ruling.n, ())]
    if len(lines) > MOST:
        left_out = _("… %(n)d earlier lines: reply HISTORY 100 to see more.")
        return [left_out % {"n": len(lines) - MOST}, *lines[-MOST:]]
    return lines


def _taken_back(ruling: Ruling, before: int) -> str:
    first = ruling.parent + 1
    undone = f"#{first}" if first == before else f"#{first}–#{before}"
    return _("#%(n)d Taken back: %(undone)s no longer counts.") % {"n": ruling.n, "undone": undone}
