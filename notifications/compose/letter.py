"""A whole mail to a seat: notes, what is needed, what happened, the position, how to answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from notifications import links
from notifications.compose import attachments, news, questions
from notifications.compose import position as sheet
from notifications.compose.attachments import Enclosure
from notifications.compose.layout import block, joined, opening, paragraph
from notifications.compose.notes import OVER, Note, Pace
from notifications.compose.times import moment
from pbem.models import Game, Player, Prompt
from pbem.orders.standing_orders import Fired
from pbem.table import sign_in
from rules.kernel.match import Match
from rules.kernel.pictures import Picture
from rules.kernel.record import Ruling
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import Section, View

SUBJECT_LENGTH = 200


@dataclass(frozen=True)
class Letter:
    """A mail's words; `template` are the lines in it that are offered for editing, `noted` is the
    deadline that stands in the reader's calendar after it."""

    subject: str
    body: str
    template: list[str] = field(default_factory=list)
    enclosures: list[Enclosure] = field(default_factory=list)
    noted: datetime | None = None


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
        table = sign_in.look_link(player, game.pk)
        urls.insert(0, _("Your table on the page: %(url)s") % {"url": table})
    return "\n\n".join([paragraph(words), *urls])


def _lookup_line(ruleset: Ruleset[Any]) -> str:
    """The position names cards and technologies; who has no box wants to know what they do."""
    if not ruleset.example_card:
        return ""
    words = _("RULES and a name, as in RULES %(card)s, tells what a card, technology or unit does.")
    return paragraph(words % {"card": ruleset.example_card})


def subject_of(game: Game | None, notes: Sequence[Note], main: str = "") -> str:
    """`[Arcturus #12] …`: the most urgent thing, and every receipt. Who wrote looks for an answer:
    but for the end of the game, what else there is to tell comes after it."""
    ranked = sorted(notes, key=lambda n: (not n.suffix and n.rank > OVER, n.rank))
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
    noted: datetime | None = None,
    fired: Sequence[Fired] = (),
) -> Letter | None:
    """None: nothing of what happened is for this reader to see, and nothing else is to be told.

    `prompts`: all that are open to the seat. `rulings`: those since `heard`, the last one the
    reader was told of. `waited`: the seats the table waits for. `until`: when the last open
    question of the table is due. `rich`: with a picture of the map. `noted`: the deadline in the
    reader's calendar. `fired`: standing orders of theirs that answered in these rulings.
    """
    ranked = [note for note in sorted(notes, key=lambda note: -note.rank) if note.text]
    told = [note.text for note in ranked]
    enclosed = [file for note in notes for file in note.enclosures]
    if match is None:
        body = joined([opening(), *told, help_line(player, game)])
        subject = subject_of(game, notes)
        return Letter(subject, body, enclosures=enclosed, noted=noted) if told else None
    view = match.view(seat)
    own: dict[int, list[str]] = {}
    for one in fired:
        own.setdefault(one.ruling, []).append(one.words)
    happened = news.told(match.ruleset, view.names, seat, rulings, heard, own)
    turn = any(note.turn for note in notes)
    if not (told or turn or happened):
        return None
    open_ = questions.needs(match, view, prompts)
    sections = match.ruleset.sheet(view) if turn or match.over else []
    lines = questions.template_lines(match, view, open_) if open_ else []
    asked = turn and open_
    first = [note for note in ranked if note.pace == Pace.ANSWER] if asked else ranked
    body = joined(
        [
            "" if match.over else opening(),
            *(note.text for note in first),
            questions.needs_you(view, open_, waited, player, now, " ".join(told))
            or questions.waiting(match, view, waited, until, player),
            *(note.text for note in ranked if note not in first),
            block(_("Since your last mail"), happened),
            sheet.private(sections),
            sheet.public(sections),
            questions.options(open_),
            questions.template(lines),
            _lookup_line(match.ruleset) if sections else "",
            help_line(player, game),
        ]
    )
    if asked:
        enclosed += _with_turn(game, match, view, sections, rich)
    due = open_[0].prompt.due if open_ and questions.clocks_run(game) else None
    if due is not None and (asked or due != noted):
        enclosed.append(_entry(game, seat, open_[0].description.prompt).at(due, now))
    elif due is None and noted is not None:
        enclosed.append(_entry(game, seat, _("nothing is due")).gone(noted, now))
    main = _turn_subject(match, view, open_, player) if asked else ""
    return Letter(subject_of(game, notes, main), body, lines, enclosed, due)


def _entry(game: Game, seat: int, words: str) -> attachments.Entry:
    domain = settings.PARSEC_MAIL_DOMAIN
    return attachments.Entry(
        uid=f"deadline-{game.pk}-{seat}@{domain}",
        title=f"{game}: {words}",
        organiser=f"post@{domain}",
        host=str(settings.PARSEC_HOST),
    )


def _with_turn(
    game: Game, match: Match, view: View, sections: Sequence[Section], rich: bool
) -> list[Enclosure]:
    """The main picture, the seat's own ones, and the whole position: all from the seat's view."""
    drawn = match.ruleset.pictures(view) if rich else []
    shown = [one for i, one in enumerate(drawn) if i == 0 or one.seat == view.seat]
    return [*map(pictured, shown), position(game, match, sections)]


def pictured(picture: Picture) -> Enclosure:
    """A picture as a file; the first of a mail is shown in it, the others go beside it."""
    return Enclosure(f"{picture.name}.svg", attachments.PICTURE, picture.svg.encode())


def position(game: Game, match: Match, sections: Sequence[Section]) -> Enclosure:
    """Everything the reader may know, where a mail shows only a part of it."""
    headline = match.ruleset.headline(match.view(None))
    text = joined([paragraph(f"{game} · {headline}"), *sheet.whole(sections)])
    return Enclosure(f"position-{game.pk}.txt", attachments.TEXT, text.encode())


def _turn_subject(
    match: Match, view: View, open_: Sequence[questions.Need], player: Player | None
) -> str:
    first = open_[0]
    what = _("Needs you")
    if any(need.root for need in open_):
        what = _("Your turn")
    elif all(need.prompt.window for need in open_):
        what = _("You may react")
    due = ""
    if questions.clocks_run(first.prompt.game):
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
