"""Composes a whole mail to a seat: notes, questions, news, the position, how to answer."""

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
from pbem.orders.numbers import Listed
from pbem.orders.standing_orders import Fired
from pbem.table import sign_in
from rules.kernel.match import Match
from rules.kernel.pictures import Picture
from rules.kernel.record import Ruling
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import Section, SomeView

SUBJECT_LENGTH = 200


@dataclass(frozen=True)
class Letter:
    """A mail's words.

    `template`: the lines in it that are offered for editing. `calendar_due`: the deadline that
    stands in the reader's calendar after this mail. `listed`: the options it numbers.
    """

    subject: str
    body: str
    template: list[str] = field(default_factory=list)
    enclosures: list[Enclosure] = field(default_factory=list)
    calendar_due: datetime | None = None
    listed: Listed | None = None


def help_line(player: Player | None = None, game: Game | None = None) -> str:
    """The last lines of a mail: how to go on.

    `player`: with links to their table on the page and to their mail settings.
    """
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
    """The line that says how to look up a card; empty if the game has no texts of cards."""
    if not ruleset.features.cards:
        return ""
    words = _("RULES and a name, as in RULES %(card)s, tells what a card, technology or unit does.")
    return paragraph(words % {"card": ruleset.features.cards.example})


def subject_of(game: Game | None, notes: Sequence[Note], main: str = "") -> str:
    """`[Arcturus #12] …`: the most urgent thing, and every receipt.

    In a reply the receipt comes first; only the end of the game may stand before it.
    """
    ranked = sorted(notes, key=lambda n: (not n.suffix and n.rank > OVER, n.rank))
    first = main or (ranked[0].subject if ranked else "")
    parts = [first, *(note.suffix for note in ranked if note.suffix)]
    tag = f"[{game.name} #{game.pk}] " if game else ""
    return (tag + " · ".join(part for part in parts if part))[:SUBJECT_LENGTH]


@dataclass(frozen=True)
class TurnFacts:
    """Everything a mail to a seat is composed from.

    `prompts`: the questions open to the seat. `rulings`: those after `told_up_to`, the last one
    the reader was told of. `waited`: the seats the table waits for. `until`: when the last open
    question of the table is due. `rich`: with pictures. `calendar_due`: the deadline in the
    reader's calendar. `fired`: standing orders of theirs that answered in these rulings.
    """

    game: Game
    player: Player | None
    seat: int
    match: Match | None
    notes: Sequence[Note]
    prompts: Sequence[Prompt]
    rulings: Sequence[Ruling]
    told_up_to: int
    waited: Sequence[int]
    until: datetime | None
    now: datetime
    rich: bool = True
    calendar_due: datetime | None = None
    fired: Sequence[Fired] = ()

    @property
    def ranked(self) -> list[Note]:
        """The notes that have text, in the order in which the mail tells them."""
        return [note for note in sorted(self.notes, key=lambda note: -note.rank) if note.text]

    @property
    def enclosed(self) -> list[Enclosure]:
        return [file for note in self.notes for file in note.enclosures]

    @property
    def turn(self) -> bool:
        """Whether questions were opened, so that the position is shown."""
        return any(note.turn for note in self.notes)

    def happened(self, match: Match, view: SomeView) -> list[str]:
        """What happened since the last mail, a line each."""
        own: dict[int, list[str]] = {}
        for one in self.fired:
            own.setdefault(one.ruling, []).append(one.words)
        rulings, before = self.rulings, self.told_up_to
        return news.lines_of(match.ruleset, view.names, self.seat, rulings, before, own)


def to_seat(facts: TurnFacts) -> Letter | None:
    """The mail to a seat; None if there is nothing to tell that this reader may see."""
    if facts.match is None:
        return _without_match(facts)
    match, view = facts.match, facts.match.view(facts.seat)
    happened = facts.happened(match, view)
    if not (facts.ranked or facts.turn or happened):
        return None
    open_ = questions.needs(match, view, facts.prompts)
    sections = match.ruleset.sheet(view) if facts.turn or match.over else []
    lines = questions.template_lines(match, view, open_) if open_ else []
    above, below = _around_questions(facts, bool(open_))
    told = " ".join(note.text for note in facts.ranked)
    body = joined(
        [
            "" if match.over else opening(),
            *above,
            questions.needs_you(view, open_, facts.waited, facts.player, facts.now, told)
            or questions.waiting(match, view, facts.waited, facts.until, facts.player),
            *below,
            block(_("Since your last mail"), happened),
            sheet.private(sections),
            sheet.public(sections),
            questions.options(open_),
            questions.template(lines),
            _lookup_line(match.ruleset) if sections else "",
            help_line(facts.player, facts.game),
        ]
    )
    asked = facts.turn and bool(open_)
    due = open_[0].prompt.due if open_ and questions.clocks_run(facts.game) else None
    enclosed = facts.enclosed
    if asked:
        enclosed += _with_turn(facts.game, match, view, sections, facts.rich)
    enclosed += _calendar(facts, open_, due, asked)
    main = _turn_subject(match, view, open_, facts.player) if asked else ""
    subject = subject_of(facts.game, facts.notes, main)
    return Letter(subject, body, lines, enclosed, due, questions.listed(view, open_))


def _without_match(facts: TurnFacts) -> Letter | None:
    """A mail about a game that has not begun or cannot be woken: notes alone."""
    if not facts.ranked:
        return None
    told = [note.text for note in facts.ranked]
    body = joined([opening(), *told, help_line(facts.player, facts.game)])
    subject = subject_of(facts.game, facts.notes)
    return Letter(subject, body, enclosures=facts.enclosed, calendar_due=facts.calendar_due)


def _around_questions(facts: TurnFacts, questions_open: bool) -> tuple[list[str], list[str]]:
    """The notes above what is wanted, and those below it: in a turn mail only answers to the
    reader come first."""
    asked = facts.turn and questions_open
    above = [note for note in facts.ranked if note.pace == Pace.ANSWER or not asked]
    below = [note for note in facts.ranked if note not in above]
    return [note.text for note in above], [note.text for note in below]


def _calendar(
    facts: TurnFacts, open_: Sequence[questions.Need], due: datetime | None, asked: bool
) -> list[Enclosure]:
    """The file that enters the deadline in the reader's calendar, moves it or takes it away.

    No file, if the calendar is right as it is.
    """
    if due is not None and (asked or due != facts.calendar_due):
        words = open_[0].description.prompt
        return [_entry(facts.game, facts.seat, words).at(due, facts.now)]
    if due is None and facts.calendar_due is not None:
        entry = _entry(facts.game, facts.seat, _("nothing is due"))
        return [entry.gone(facts.calendar_due, facts.now)]
    return []


def _entry(game: Game, seat: int, words: str) -> attachments.Entry:
    domain = settings.PARSEC_MAIL_DOMAIN
    return attachments.Entry(
        uid=f"deadline-{game.pk}-{seat}@{domain}",
        title=f"{game}: {words}",
        organiser=f"post@{domain}",
        host=str(settings.PARSEC_HOST),
    )


def _with_turn(
    game: Game, match: Match, view: SomeView, sections: Sequence[Section], rich: bool
) -> list[Enclosure]:
    """What a turn mail encloses: the part of the map that matters to the reader, the main picture,
    the seat's own ones, and the whole position.

    All are of the seat's view; the pictures are drawn when the mail goes out.
    """
    seat = view.seat
    assert seat is not None, "a turn mail is to a seat"
    there = match.ruleset.pictures(view) if rich else []
    shown = [one for i, one in enumerate(there) if i == 0 or one.close or one.seat == seat]
    shown.sort(key=lambda one: not one.close)
    later = [attachments.DrawnLater(match.n, seat, one.name).enclosure for one in shown]
    return [*later, position(game, match, sections)]


def pictured(picture: Picture) -> Enclosure:
    """A picture as a file; the first of a mail is shown in its text, the others are attached."""
    return Enclosure(f"{picture.name}.svg", attachments.PICTURE, picture.svg.encode())


def position(game: Game, match: Match, sections: Sequence[Section]) -> Enclosure:
    """The whole position as a file, for a mail whose text shows only a part of it."""
    headline = match.ruleset.headline(match.view(None))
    text = joined([paragraph(f"{game} · {headline}"), *sheet.whole(sections)])
    return Enclosure(f"position-{game.pk}.txt", attachments.TEXT, text.encode())


def _turn_subject(
    match: Match, view: SomeView, open_: Sequence[questions.Need], player: Player | None
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
    """A mail outside a running match: an invitation, or the answer to a question."""
    blocks = [note.text for note in notes]
    if orders:
        blocks = [opening(), *blocks, help_line()]
    enclosed = [file for note in notes for file in note.enclosures]
    return Letter(subject_of(game, notes), joined(blocks), enclosures=enclosed)
