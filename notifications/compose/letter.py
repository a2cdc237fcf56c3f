"""A whole mail to a seat: notes, what is needed, what happened, the position, how to answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from notifications import links
from notifications.compose import enclosures, needs, sheet, since
from notifications.compose.clock import moment
from notifications.compose.enclosures import Enclosure
from notifications.compose.layout import block, joined, opening, paragraph
from notifications.compose.notes import Note
from pbem.models import Game, Player, Prompt
from pbem.web import signin
from rules.kernel.match import Match
from rules.kernel.record import Ruling
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import Section, View

SUBJECT_LENGTH = 200
MAP_NAME = "map.svg"


@dataclass(frozen=True)
class Letter:
    """A mail's words; `template` are the lines in it that are offered for editing."""

    subject: str
    body: str
    template: list[str] = field(default_factory=list)
    enclosures: list[Enclosure] = field(default_factory=list)


def help_line(player: Player | None = None, game: Game | None = None) -> str:
    """How to go on; `player`: with links to their table on the page and to their mail settings."""
    words = _(
        "STATUS, HAND and HISTORY show where you stand; HELP lists everything. "
        "One order a line; reply to this mail."
    )
    if player is None or not player.pk:
        return paragraph(words)
    urls = [_("Mail settings: %(url)s") % {"url": links.settings_url(player)}]
    if game is not None:
        table = signin.link_for(player, reverse("table", args=[game.pk]))
        urls.insert(0, _("Your table on the page: %(url)s") % {"url": table})
    return "\n\n".join([paragraph(words), *urls])


def _lookup_line(ruleset: Ruleset[Any]) -> str:
    """The position names cards and technologies; who has no box wants to know what they do."""
    if not ruleset.example_card:
        return ""
    words = _("RULES and a name, as in RULES %(card)s, tells what a card, technology or unit does.")
    return paragraph(words % {"card": ruleset.example_card})


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
    waited: Sequence[int],
    until: datetime | None,
    now: datetime,
    rich: bool = True,
) -> Letter | None:
    """None: nothing of what happened is for this reader to see, and nothing else is to be told.

    `prompts`: all that are open to the seat. `rulings`: those since `heard`, the last one the
    reader was told of. `waited`: the seats the table waits for. `until`: when the last open
    question of the table is due. `rich`: with a picture of the map.
    """
    told = [note.text for note in sorted(notes, key=lambda note: -note.rank) if note.text]
    enclosed = [file for note in notes for file in note.enclosures]
    if match is None:
        body = joined([opening(), *told, help_line(player, game)])
        return Letter(subject_of(game, notes), body, enclosures=enclosed) if told else None
    view = match.view(seat)
    happened = since.told(match.ruleset, view.names, seat, rulings, heard)
    turn = any(note.turn for note in notes)
    if not (told or turn or happened):
        return None
    open_ = needs.needs(match, view, prompts)
    sections = match.ruleset.sheet(view) if turn or match.over else []
    lines = needs.template_lines(match, view, open_) if open_ else []
    body = joined(
        [
            "" if match.over else opening(),
            *told,
            needs.needs_you(view, open_, waited, player, now)
            or needs.waiting(match, view, waited, until, player),
            block(_("Since your last mail"), happened),
            sheet.private(sections),
            sheet.public(sections),
            needs.options(open_),
            needs.template(lines),
            _lookup_line(match.ruleset) if sections else "",
            help_line(player, game),
        ]
    )
    asked = turn and open_
    if asked:
        enclosed += _with_turn(game, match, view, sections, open_[0], now, rich)
    main = _turn_subject(match, view, open_, player) if asked else ""
    return Letter(subject_of(game, notes, main), body, lines, enclosed)


def _with_turn(
    game: Game,
    match: Match,
    view: View,
    sections: Sequence[Section],
    first: needs.Need,
    now: datetime,
    rich: bool,
) -> list[Enclosure]:
    """The map, the whole position and the deadline; all from the seat's view."""
    files = []
    board = match.ruleset.board(view) if rich else None
    if board:
        files.append(Enclosure(MAP_NAME, enclosures.MAP, board.encode()))
    headline = match.ruleset.headline(match.view(None))
    position = joined([paragraph(f"{game} · {headline}"), *sheet.whole(sections)])
    files.append(Enclosure(f"position-{game.pk}.txt", enclosures.TEXT, position.encode()))
    title = f"{game}: {first.description.prompt}"
    uid = f"deadline-{game.pk}-{view.seat}@{settings.PARSEC_MAIL_DOMAIN}"
    files.append(enclosures.calendar(uid, title, first.prompt.due, now, str(settings.PARSEC_HOST)))
    return files


def _turn_subject(
    match: Match, view: View, open_: Sequence[needs.Need], player: Player | None
) -> str:
    first = open_[0]
    what = _("Needs you")
    if any(need.root for need in open_):
        what = _("Your turn")
    elif all(need.prompt.window for need in open_):
        what = _("You may react")
    due = _("due %(when)s") % {"when": moment(first.prompt.due, player)}
    headline = match.ruleset.headline(match.view(None))
    return " · ".join(part for part in (what, headline, due) if part)


def plain(game: Game | None, notes: Sequence[Note], *, orders: bool) -> Letter:
    """A mail outside a running match: an invitation, or an answer to a question."""
    blocks = [note.text for note in notes]
    if orders:
        blocks = [opening(), *blocks, help_line()]
    enclosed = [file for note in notes for file in note.enclosures]
    return Letter(subject_of(game, notes), joined(blocks), enclosures=enclosed)
