"""Composes a whole mail to a seat: notes, questions, news, the position, how to answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from notifications import links
from notifications.compose import answering, attachments, lessons, news, planning, questions
from notifications.compose import position as sheet
from notifications.compose.attachments import Enclosure
from notifications.compose.layout import block, joined, opening, paragraph
from notifications.compose.news import News
from notifications.compose.notes import OVER, Note, Pace
from notifications.compose.times import moment
from pbem.models import Game, Player, Prompt
from pbem.orders.ahead import Ahead
from pbem.orders.numbers import Listed
from pbem.orders.standing_orders import Fired
from pbem.play.asked_early import Early
from pbem.table.people import sign_in
from rules.kernel.match import Match, step_of
from rules.kernel.pictures import Picture
from rules.kernel.records.record import Ruling
from rules.kernel.ruleset import Ruleset, RuleWanted
from rules.kernel.views import Section, SomeView
from rules.lexicon import OrderLine

SUBJECT_LENGTH = 200
MOST_RULES = 6
FEW_RULES = 3
"""So many rules are asked for in a mail with the position, and in a short one; more wait for the
next."""
LEAST_DIGEST = 3
"""Paragraphs about others that are worth a digest; fewer wait for the next mail."""
SITTING = timedelta(hours=1)
"""Within this time of a mail with the whole position, the next one leaves it out."""
SAME_TURN = timedelta(hours=24)
"""The same for a question inside a turn, whose first mail had the position."""


@dataclass(frozen=True)
class Letter:
    """A mail's words.

    `template`: the lines in it that are offered for editing. `calendar_due`: the deadline that
    stands in the reader's calendar after this mail. `listed`: the answers it numbers. `whole`: it
    tells everything that happened, not only what concerns the reader. `sheet`: it shows the
    position. `ideas_later`: what it takes to put ideas into it, if it was worded without them.
    `rules`: what it asks a rule for.
    """

    subject: str
    body: str
    template: list[str] = field(default_factory=list)
    enclosures: list[Enclosure] = field(default_factory=list)
    calendar_due: datetime | None = None
    listed: Listed | None = None
    whole: bool = True
    sheet: bool = False
    ideas_later: answering.IdeasLater | None = None
    rules: tuple[str, ...] = ()


def help_line(player: Player | None = None, *, brief: bool = False) -> str:
    """Return the last lines of a mail: how to go on.

    `player`: with a link to their mail settings, but for a `brief` mail.
    """
    words = _(
        "STATUS, HAND and HISTORY show where you stand; HELP lists everything. "
        "One order a line; reply to this mail."
    )
    if player is None or not player.pk or brief:
        return paragraph(words)
    return "\n\n".join(
        [paragraph(words), _("Mail settings: %(url)s") % {"url": links.settings_url(player)}]
    )


def table_link(player: Player | None, game: Game) -> str:
    """Return the line that leads to the reader's table on the page."""
    if player is None or not player.pk:
        return ""
    return _("Open the table: %(url)s") % {"url": sign_in.look_link(player, game.pk)}


def _lookup_line(ruleset: Ruleset[Any]) -> str:
    """Return the line that says how to look up a card; empty if the game has no texts of cards."""
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
    reader's calendar. `fired`: standing orders of theirs that answered in these rulings. `ahead`:
    what they have written ahead. `own_up_to`: the last ruling up to which they were told what
    concerns them. `sheet_at`: when a mail last showed them the position. `tap`: the address where
    the listed answers are tapped. `people`: how many people have a seat at the table. `early`: what
    they are asked before its moment comes and have not written; `known_early`: the kinds of all
    that they know of so, also where the moment has come. `ideas_later`: ideas for a turn are put in
    when the mail goes out. `rules_wanted`: what they hold that counts by rule alone and that no
    mail has asked a rule for.
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
    ahead: Sequence[Ahead] = ()
    kept: Sequence[OrderLine] = ()
    own_up_to: int = 0
    sheet_at: datetime | None = None
    tap: Callable[[], str] | None = None
    people: int = 0
    early: Sequence[Early] = ()
    known_early: frozenset[str] = frozenset()
    ideas_later: bool = False
    rules_wanted: Sequence[RuleWanted] = ()

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

    def happened(self, match: Match, view: SomeView) -> News:
        """Return what happened since the last mail."""
        own: dict[int, list[str]] = {}
        for one in self.fired:
            own.setdefault(one.ruling, []).append(one.words)
        return news.news_of(
            match.ruleset,
            view.names,
            self.seat,
            self.rulings,
            self.told_up_to,
            self.own_up_to,
            own,
            {step_of(prompt.address) for prompt in self.prompts},
        )

    @property
    def gathers_news(self) -> bool:
        """Whether the mail is there to tell what happened: a digest, or a report."""
        return all(note.pace in (Pace.OPTIONAL, Pace.DIGEST) for note in self.notes)

    @property
    def ahead_not_acknowledged(self) -> list[Ahead]:
        """What the reader has written ahead, but for the orders that this mail acknowledges line by
        line."""
        keys = [note.key.split("/") for note in self.notes]
        told = {key[1] for key in keys if key[0] == "ack"}
        return [one for one in self.ahead if one.receipt not in told]

    def says_nothing(self, happened: News) -> bool:
        """Return whether there is nothing to tell, or too little for a digest, which then waits. It
        also waits while its reader is asked something: the answer to theirs brings the news."""
        digest = any(note.pace == Pace.DIGEST for note in self.notes)
        if self.ranked or self.turn:
            return False
        if digest and any(prompt.waiting for prompt in self.prompts):
            return True
        return not happened.yours and len(happened.others) < (LEAST_DIGEST if digest else 1)

    def shows_position(self, open_: Sequence[questions.Need]) -> bool:
        """Return whether the mail shows the whole position.

        It does in the first mail, and then once a turn: not for a question that needs one word, not
        in a reminder, and not twice in one sitting.
        """
        if not self.turn or all(need.prompt.reminded for need in open_):
            return False
        if self.sheet_at is None:
            return True
        ago = self.now - self.sheet_at
        return any(
            ago >= (SAME_TURN if self.was_asked_before(need) or not need.root else SITTING)
            for need in open_
            if not questions.is_brief(need)
        )

    def was_asked_before(self, need: questions.Need) -> bool:
        """Return whether a question whose moment has come was asked before it, so that its mail
        had the position."""
        return not need.early and need.prompt.kind in self.known_early


@dataclass(frozen=True)
class _Turn:
    """A mail to a seat of a running match, and what is asked in it."""

    facts: TurnFacts
    match: Match
    view: SomeView
    open_: Sequence[questions.Need]
    early: Sequence[questions.Need]
    happened: News

    @property
    def wanted(self) -> list[questions.Need]:
        """What is asked now, and what is asked before its moment."""
        return [*self.open_, *self.early]

    @cached_property
    def full(self) -> bool:
        """Whether the mail shows the whole position."""
        return self.facts.shows_position(self.wanted)

    @property
    def reminds(self) -> bool:
        """Whether the mail only says again what was asked."""
        return bool(self.open_) and all(need.prompt.reminded for need in self.open_)

    @property
    def doctrine(self) -> list[RuleWanted]:
        """The standing orders of a sensible player that no mail has offered yet."""
        return [one for one in self.facts.rules_wanted if not one.windows]

    @property
    def rules(self) -> list[RuleWanted]:
        """What the mail asks a rule for: so much as it has room for."""
        held = [one for one in self.facts.rules_wanted if one.windows]
        return held[: MOST_RULES if self.full else FEW_RULES]

    @property
    def begins(self) -> bool:
        """Whether a turn of the reader's begins."""
        return any(need.root for need in self.open_)

    @property
    def whole(self) -> bool:
        """Whether the mail tells everything that happened, not only what concerns the reader."""
        return self.full or self.begins or self.match.over or self.facts.gathers_news

    @cached_property
    def sections(self) -> Sequence[Section]:
        shown = self.full or self.match.over
        return self.match.ruleset.sheet(self.view) if shown else []

    @property
    def can_wait_for_ideas(self) -> bool:
        facts = self.facts
        wait = facts.ideas_later and not self.early
        return wait and answering.can_wait(facts.game, self.match, self.view, self.open_)

    def answers(self) -> answering.Answering:
        waited, player = self.facts.waited, self.facts.player
        ahead = [questions.asked_ahead(self.view, need, waited, player) for need in self.early]
        return answering.answering(
            self.match, self.view, self.open_, self.facts.tap, self.early, ahead, deals=self.full
        )

    def with_ideas(self) -> "_Turn":
        open_ = answering.with_ideas(self.facts.game, self.match, self.view, self.open_)
        return replace(self, open_=open_)

    def ideas_later(self, before: str, after: str) -> answering.IdeasLater:
        """Return what it takes to put ideas between what stands before and after them."""
        return answering.IdeasLater(
            seq=self.match.n,
            seat=self.facts.seat,
            asked=tuple(need.prompt.address for need in self.open_),
            missed=self.open_[0].prompt.seat.missed_turns,
            deals=self.full,
            taps=self.facts.tap is not None,
            before=len(before),
            after=len(after),
        )


def to_seat(facts: TurnFacts) -> Letter | None:
    """Return the mail to a seat; None if there is nothing to tell that this reader may see."""
    if facts.match is None:
        return _without_match(facts)
    match, view = facts.match, facts.match.view(facts.seat)
    happened = facts.happened(match, view)
    if facts.says_nothing(happened):
        return None
    early = questions.asked_early(match, view, facts.game, facts.early)
    turn = _Turn(facts, match, view, questions.needs(match, view, facts.prompts), early, happened)
    wait = turn.can_wait_for_ideas
    turn = turn if wait else turn.with_ideas()
    how = turn.answers()
    before, after = _above_answers(turn, bool(how.lines)), _below_answers(turn)
    main = _turn_subject(match, view, turn.wanted, facts) if facts.turn and turn.wanted else ""
    return Letter(
        subject_of(facts.game, facts.notes, main),
        joined([before, how.text, after]),
        how.lines,
        _enclosed(turn),
        _due(facts, turn.open_),
        how.listed,
        turn.whole,
        turn.full,
        turn.ideas_later(before, after) if wait else None,
        () if turn.reminds else tuple(one.id for one in (*turn.doctrine, *turn.rules)),
    )


def _above_answers(turn: _Turn, template: bool) -> str:
    """Return what stands above how the mail is answered: what comes first, and what is wanted.

    `template`: the mail offers lines for editing.
    """
    facts, match, view = turn.facts, turn.match, turn.view
    told = " ".join(note.text for note in facts.ranked)
    above, _below = _around_questions(facts, bool(turn.open_))
    return joined(
        [
            "" if match.over else opening(template=template),
            *above,
            questions.needs_you(view, turn.open_, facts.waited, facts.player, facts.now, told)
            or questions.waiting(match, view, facts.waited, facts.until, facts.player),
        ]
    ).rstrip()


def _below_answers(turn: _Turn) -> str:
    """Return what stands below how the mail is answered: the way to the table, turns to come, news,
    the position."""
    facts, match, open_ = turn.facts, turn.match, turn.open_
    _above, below = _around_questions(facts, bool(open_))
    link = table_link(facts.player, facts.game)
    return joined(
        [
            link if open_ else "",
            planning.written_ahead(facts.ahead_not_acknowledged),
            *(() if turn.reminds else _invitations(turn)),
            "" if open_ else link,
            lessons.lesson(facts.game, match, facts.seat, open_, whole=turn.full),
            *below,
            block(_("What happened to you"), turn.happened.told_to_reader(brief=not turn.whole)),
            sheet.private(turn.sections),
            sheet.public(turn.sections),
            block(_("What else happened"), turn.happened.others if turn.whole else ()),
            _lookup_line(match.ruleset) if turn.sections else "",
            help_line(facts.player, brief=bool(open_) and not turn.full),
        ]
    )


def _invitations(turn: _Turn) -> list[str]:
    """Return what could be written now besides answers: turns to come, answers to what others may
    ask, orders that stand."""
    facts, match, view = turn.facts, turn.match, turn.view
    asked = [need.decision for need in turn.open_]
    written = bool(facts.ahead or turn.early) or (turn.begins and not turn.full)
    first = facts.sheet_at is None and turn.full
    kept, wanted = facts.kept, bool(turn.wanted)
    return [
        planning.invitation(match, view, turn.begins, written, first=first),
        planning.may_be_asked(match, view, kept, asked, whole=turn.full) if wanted else "",
        planning.doctrine(turn.doctrine),
        planning.rules_wanted(match.ruleset, turn.rules),
    ]


def _due(facts: TurnFacts, open_: Sequence[questions.Need]) -> datetime | None:
    """Return when the most urgent question is due; None where no clock runs."""
    return open_[0].prompt.due if open_ and questions.clocks_run(facts.game) else None


def _enclosed(turn: _Turn) -> list[Enclosure]:
    """Return the files that go with a mail: what its notes bring, pictures of a turn that is asked
    for the first time, the whole position where the mail shows it, and the deadline."""
    facts, match, open_ = turn.facts, turn.match, turn.open_
    asked = facts.turn and bool(open_)
    enclosed = facts.enclosed
    if asked and not all(need.prompt.reminded for need in open_):
        enclosed += _pictures(match, turn.view, facts.rich, only_first=not turn.full)
    if turn.full:
        enclosed.append(attachments.ToldLater(match.n, facts.seat).enclosure(facts.game.pk))
    return [*enclosed, *_calendar(facts, open_, _due(facts, open_), asked)]


def _without_match(facts: TurnFacts) -> Letter | None:
    """Return a mail about a game that has not begun or cannot be woken: notes alone."""
    if not facts.ranked:
        return None
    told = [note.text for note in facts.ranked]
    body = joined([opening(), *told, table_link(facts.player, facts.game), help_line(facts.player)])
    subject = subject_of(facts.game, facts.notes)
    return Letter(subject, body, enclosures=facts.enclosed, calendar_due=facts.calendar_due)


def _around_questions(facts: TurnFacts, questions_open: bool) -> tuple[list[str], list[str]]:
    """Return the notes above what is wanted, and those below it: in a turn mail only answers to the
    reader come first."""
    asked = facts.turn and questions_open
    above = [note for note in facts.ranked if note.pace == Pace.ANSWER or not asked]
    below = [note for note in facts.ranked if note not in above]
    return [note.text for note in above], [note.text for note in below]


def _calendar(
    facts: TurnFacts, open_: Sequence[questions.Need], due: datetime | None, asked: bool
) -> list[Enclosure]:
    """Return the file that enters the deadline in the reader's calendar, moves it or takes it away.

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


def _pictures(match: Match, view: SomeView, rich: bool, *, only_first: bool) -> list[Enclosure]:
    """Return the pictures of a turn mail: the part of the map that matters to the reader, the main
    one, the seat's own ones; a short mail has the first of these alone.

    All are of the seat's view, and drawn when the mail goes out.
    """
    seat = view.seat
    assert seat is not None, "a turn mail is to a seat"
    there = match.ruleset.pictures(view) if rich else []
    shown = [one for i, one in enumerate(there) if i == 0 or one.close or one.seat == seat]
    shown.sort(key=lambda one: not one.close)
    shown = shown[:1] if only_first else shown
    return [attachments.DrawnLater(match.n, seat, one.name).enclosure for one in shown]


def pictured(picture: Picture) -> Enclosure:
    """Return a picture as a file; the first of a mail is shown in its text, the others are
    attached."""
    return Enclosure(f"{picture.name}.svg", attachments.PICTURE, picture.svg.encode())


def position(game: Game, match: Match, sections: Sequence[Section]) -> Enclosure:
    """Return the whole position as a file, for a mail whose text shows only a part of it."""
    headline = match.ruleset.headline(match.view(None))
    atlas = block(_("The map, place by place"), match.ruleset.atlas(match.view(None)))
    text = joined([paragraph(f"{game} · {headline}"), *sheet.whole(sections), atlas])
    return Enclosure(f"position-{game.pk}.txt", attachments.TEXT, text.encode())


MANY_WAIT = 3
"""So many people who wait for one reader are worth a word in the subject."""


def _turn_subject(
    match: Match, view: SomeView, open_: Sequence[questions.Need], facts: TurnFacts
) -> str:
    """Return the subject of a mail that asks something; `open_`: the most urgent question first,
    those whose moment has not come last."""
    first = open_[0]
    what = _("Needs you")
    if all(need.early for need in open_):
        what = _("Asked ahead")
    elif any(need.root for need in open_ if not need.early):
        what = _("Your turn")
    elif all(need.prompt.window for need in open_):
        what = _("You may react")
    due = ""
    if questions.clocks_run(first.prompt.game):
        due = _("due %(when)s") % {"when": moment(first.prompt.due, facts.player)}
    headline = match.ruleset.headline(match.view(None))
    parts = (what, _wait_for_you(view, facts), headline, due)
    return " · ".join(part for part in parts if part)


def _wait_for_you(view: SomeView, facts: TurnFacts) -> str:
    """Return how many people wait for the reader alone; nothing where others are asked, too."""
    others = facts.people - 1
    if list(facts.waited) != [view.seat] or others < MANY_WAIT:
        return ""
    return ngettext("%(n)s waits for you", "%(n)s wait for you", others) % {"n": others}


def plain(game: Game | None, notes: Sequence[Note], *, orders: bool) -> Letter:
    """Return a mail outside a running match: an invitation, or the answer to a question."""
    blocks = [note.text for note in notes]
    if orders:
        blocks = [opening(), *blocks, help_line()]
    enclosed = [file for note in notes for file in note.enclosures]
    listed = next((note.listed for note in notes if note.listed is not None), None)
    return Letter(subject_of(game, notes), joined(blocks), enclosures=enclosed, listed=listed)
