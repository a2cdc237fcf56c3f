"""A whole mail to a seat: notes, what is needed, what happened, the position, how to answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from notifications.compose import needs, sheet, since
from notifications.compose.clock import moment
from notifications.compose.layout import block, joined, opening, paragraph
from notifications.compose.notes import Note
from pbem.models import Game, Player, Prompt
from rules.kernel.match import Match
from rules.kernel.record import Ruling

SUBJECT_LENGTH = 200


@dataclass(frozen=True)
class Letter:
    """A mail's words; `template` are the lines in it that are offered for editing."""

    subject: str
    body: str
    template: list[str] = field(default_factory=list)


def help_line() -> str:
    return paragraph(
        _(
            "STATUS, HAND and HISTORY show where you stand; HELP lists everything. "
            "One order a line; reply to this mail."
        )
    )


def subject_of(game: Game | None, notes: Sequence[Note], main: str = "") -> str:
    """`[Arcturus #12] …`: the most urgent thing, and every receipt."""
    ranked = sorted(notes, key=lambda note: note.rank)
    first = main or (ranked[0].subject if ranked else "")
    parts = [first, *(note.suffix for note in ranked if note.suffix)]
    tag = f"[{game.name} #{game.pk}] " if game else ""
    return (tag + " · ".join(part for part in parts if part))[:SUBJECT_LENGTH]


def to_seat(
    *,
    game: Game,
    player: Player | None,
    seat: int,
    match: Match | None,
    notes: Sequence[Note],
    prompts: Sequence[Prompt],
    rulings: Sequence[Ruling],
    heard: int,
    until: datetime | None,
    turn: bool,
    now: datetime,
) -> Letter:
    """`prompts`: all that are open to the seat. `turn`: some are new, so show the position.
    `rulings`: those since `heard`, the last one the reader was told of. `until`: when the last
    open question of the table is due."""
    told = [note.text for note in sorted(notes, key=lambda note: -note.rank)]
    if match is None:
        body = joined([opening(), *told, help_line()])
        return Letter(subject_of(game, notes), body)
    view = match.view(seat)
    open_ = needs.needs(match, view, prompts)
    sections = match.ruleset.sheet(view) if turn or match.over else []
    lines = needs.template_lines(match, view, open_) if open_ else []
    body = joined(
        [
            opening(),
            *told,
            needs.needs_you(match, view, open_, player, now)
            or needs.waiting(match, view, until, player),
            block(
                _("Since your last mail"),
                since.told(match.ruleset, view.names, seat, rulings, heard),
            ),
            sheet.private(sections),
            sheet.public(sections),
            needs.options(open_),
            needs.template(lines),
            help_line(),
        ]
    )
    main = _turn_subject(match, view, open_, player) if turn and open_ else ""
    return Letter(subject_of(game, notes, main), body, lines)


def _turn_subject(match: Match, view: Any, open_: Sequence[needs.Need], player: Any) -> str:
    first = open_[0]
    what = _("Your turn") if any(need.root for need in open_) else _("Needs you")
    due = _("due %(when)s") % {"when": moment(first.prompt.due, player)}
    headline = match.ruleset.headline(match.view(None))
    return " · ".join(part for part in (what, headline, due) if part)


def plain(game: Game | None, notes: Sequence[Note], *, orders: bool) -> Letter:
    """A mail outside a running match: an invitation, or an answer to a question."""
    blocks = [note.text for note in notes]
    if orders:
        blocks = [opening(), *blocks, help_line()]
    return Letter(subject_of(game, notes), joined(blocks))
