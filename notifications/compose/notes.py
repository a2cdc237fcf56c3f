"""The notes of which a mail is made: each tells one thing besides the turn itself."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby, takewhile
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import structs

from notifications.compose import attachments
from notifications.compose.attachments import Enclosure
from notifications.compose.layout import block, cited, headed, joined, paragraph
from notifications.compose.times import moment
from pbem.clocks import attendance, extensions
from pbem.clocks.terms import stands_in, terms_of
from pbem.models import (
    Extension,
    Game,
    Offer,
    Player,
    Press,
    Prompt,
    Seat,
    Submission,
    Vacation,
)
from pbem.orders.numbers import Listed
from pbem.storage.report_field import ReportLine, Role, Status
from rules.kernel.ruleset import Rank
from rules.kernel.views import SomeView


class Pace(StrEnum):
    """How soon something is told.

    An answer goes out at any hour, news soon but outside quiet hours, and what is optional as the
    reader wishes. A digest gathers what has waited.
    """

    ANSWER = "answer"
    SOON = "soon"
    OPTIONAL = "optional"
    DIGEST = "digest"


@dataclass(frozen=True)
class Note:
    """One thing that a mail tells.

    `key`: its name, under which it is told once. `rank`: the note with the lowest names the mail in
    its subject. `suffix`: added to any subject. `turn`: questions were opened, so the position is
    shown. `listed`: the orders that its text numbers. A note without text and turn only says that
    a mail may go out, if anything visible happened.
    """

    key: str
    rank: int
    subject: str
    text: str
    suffix: str = ""
    turn: bool = False
    pace: Pace = Pace.SOON
    enclosures: tuple[Enclosure, ...] = ()
    listed: Listed | None = None

    @property
    def of_play(self) -> bool:
        """Whether the note tells how play goes on, and nothing that somebody else wants."""
        return self.key.partition("/")[0] in _OF_PLAY

    @property
    def warns(self) -> bool:
        """Whether the note tells of a missed deadline."""
        return self.key.partition("/")[0] == MISSED


MISSED = "missed"
_OF_PLAY = frozenset((MISSED, "turn", "early", "report", "lapsed"))


def turn(key: str) -> Note:
    """New questions for the reader; the mail itself says which."""
    return Note(key, 0, _("Needs you"), "", turn=True)


def early(key: str) -> Note:
    """Questions for the reader whose moment has not come; the mail itself says which."""
    return Note(key, 0, _("Asked ahead"), "", turn=True)


def report(key: str) -> Note:
    """Return a report of rulings, for readers who want every one as it happens."""
    return Note(key, 90, _("What happened"), "", pace=Pace.OPTIONAL)


def digest(key: str) -> Note:
    """Return a digest of what happened since the last mail."""
    return Note(key, 1, _("Digest"), "", pace=Pace.DIGEST)


OVER = 5
"""The rank of a game's end."""


MANY_ALIKE = 4
"""So many lines in a row of which the same is said are told in one paragraph."""


def report_lines(submission: Submission) -> list[str]:
    """Return how each line of some orders was understood, and what became of it.

    Many lines in a row that wait for the same, and were read as they were written, are told in one.
    """
    told: list[str] = []
    for words, some in groupby(submission.report, key=_waits_alike):
        lines = list(some)
        if words and len(lines) >= MANY_ALIKE:
            texts = "; ".join(line.text for line in lines)
            told.append(_report_line(structs.replace(lines[0], text=texts)))
        else:
            told += map(_report_line, lines)
    return told


def _waits_alike(line: ReportLine) -> str:
    """Return what a line waits for; "" where it does not wait, or more than that is to be said."""
    plain = line.status == Status.WAITING and not (line.read_as or line.remark or line.rule)
    return line.words if plain else ""


def acknowledgement(submission: Submission, key: str, barrier: str = "") -> Note:
    """Acknowledge orders: how each line was understood, and what became of it.

    `barrier`: what keeps the reader from taking back what was done; see `pbem.orders.undo`.
    """
    report = submission.report
    lines = report_lines(submission)
    done = any(line.status == Status.DONE for line in report)
    refused = any(line.status == Status.REFUSED for line in report)
    closing = []
    if any(line.status == Status.ASIDE for line in report):
        closing.append(_what_next(report))
    if refused and done:
        closing.append(_("Everything else was carried out."))
    if done:
        closing.append(_undo_words(barrier))
    title = _("Your orders (receipt %(receipt)s)") % {"receipt": submission.receipt}
    text = "\n".join([block(title, lines) or title.upper(), *map(paragraph, closing)])
    received = _("received (receipt %(receipt)s)") % {"receipt": submission.receipt}
    return Note(key, 60, _("Your orders"), text, suffix=received, pace=Pace.ANSWER)


def lapsed(submission: Submission, lines: Sequence[ReportLine], urgent: bool) -> Note:
    """Order lines that were kept for later and are dropped, with their reasons.

    `urgent`: the mail goes out soon; else the words wait for the next one.
    """
    title = _("No longer kept (receipt %(receipt)s)") % {"receipt": submission.receipt}
    said: list[str] = []
    for (words, rule), some in groupby(lines, key=lambda line: (line.words, line.rule)):
        texts = [line.text for line in some]
        texts = texts if len(texts) < MANY_ALIKE else ["; ".join(texts)]
        said += [cited(f"{text} … {words}", [rule]) for text in texts]
    text = block(title, said)
    places = "-".join(str(line.line) for line in lines)
    return Note(
        f"lapsed/{submission.receipt}/{places}",
        65,
        _("Orders no longer kept"),
        text,
        pace=Pace.SOON if urgent else Pace.OPTIONAL,
    )


def _undo_words(barrier: str) -> str:
    if barrier == "shown":
        return _("It cannot be undone: you were shown something hidden, such as dice or cards.")
    if barrier:
        return _("It cannot be undone any more: others have acted.")
    return _("Reply UNDO to take it back, until others act or you are shown something hidden.")


def _what_next(report: Sequence[ReportLine]) -> str:
    """Return what to do about orders that were set aside; GO only where it would carry out any."""
    above = takewhile(lambda line: line.status != Status.REFUSED, report)
    if any(line.status == Status.ASIDE for line in above):
        return _(
            "Nothing of this was carried out. Send the orders again, corrected, or reply GO to "
            "have done what stands above the line with the fault."
        )
    return _("Nothing of this was carried out. Send the orders again, corrected.")


def _report_line(line: ReportLine) -> str:
    words = line.words
    ruling = f" (#{line.ruling})" if line.ruling else ""
    status = {
        Status.DONE: _("ok") + ruling,
        Status.WAITING: _("waiting"),
        Status.HELD: _("held until you send it again"),
        Status.ASIDE: _("set aside"),
        Status.REFUSED: _("NOT LEGAL"),
        Status.UNUSED: _("not needed"),
        Status.COMMAND: "",
    }[line.status]
    if line.role == Role.ERROR:
        status = _("NOT UNDERSTOOD")
    elif line.role == Role.COMMAND and line.status == Status.REFUSED:
        status = _("NOT DONE")
    said = ": ".join(part for part in (status, words) if part) or _("ok")
    if line.remark:
        said = "; ".join([said, _("only in part: %(why)s") % {"why": line.remark}])
    read_as = _("read as: %(order)s") % {"order": line.read_as} if line.read_as else ""
    about = " – ".join(part for part in (read_as, said) if part)
    return cited(f"{line.text} … {about}", [line.rule])


def deadline_missed(
    prompt: Prompt,
    asked: str,
    played: str,
    player: Player | None,
    standing: attendance.Standing = "",
) -> Note:
    """Return a missed deadline and what was played. `standing`: what the misses so far lead to, as
    `pbem.clocks.attendance` has it."""
    words = {"due": moment(prompt.due, player), "asked": asked, "default": played}
    by_bot, by_table = _("A bot played for you: %(default)s"), _("Played for you: %(default)s")
    said = [
        _("Your time ran out (%(due)s): %(asked)s") % words,
        (by_bot if stands_in(prompt.game, prompt) else by_table) % words,
        *_what_misses_lead_to(prompt.game, standing),
    ]
    text = headed(_("Missed"), said)
    key = f"{MISSED}/{prompt.opened_seq}/{prompt.pk}"
    return Note(key, 50, _("Deadline missed"), text)


def _what_misses_lead_to(game: Game, standing: attendance.Standing) -> Iterator[str]:
    """Yield what somebody has to know who has missed a deadline: how long they have for the next
    questions, and what becomes of their seat."""
    if not attendance.hurries(game):
        if standing == "warned":
            yield _("One more miss, and you get half the time and the seat may be given away.")
        elif standing == "missing":
            yield _("You get half the time until you answer; the seat may be given away.")
        return
    hours = terms_of(game).hours_after_miss
    yield ngettext(
        "Until you write, you have %(n)g hour for each question.",
        "Until you write, you have %(n)g hours for each question.",
        int(hours),
    ) % {"n": hours}
    if standing == "warned":
        yield _("After a day of silence the seat may be given away.")
    elif standing == "missing":
        yield _("The seat may be given away.")
    if standing:
        yield _("Until you write, further questions are told together, not one by one.")


def started(game: Game, title: str) -> Note:
    text = joined(
        [
            headed(
                _("Started"),
                [_("%(game)s (%(title)s) has begun.") % {"game": game.name, "title": title}],
            ),
            dice(game),
        ]
    )
    return Note("started", 40, _("The game has begun"), text.rstrip())


def dice(game: Game) -> str:
    """Return the commitment to the dice's secret, which is shown when the game is over."""
    return headed(
        _("Dice"),
        [
            _("Every roll follows from a secret fixed now and from the players' words."),
            _("SHA-256 of the secret: %(hash)s") % {"hash": game.commitment},
            _("It is revealed at the end, so that everybody can check every roll."),
        ],
    )


def over(game: Game, view: SomeView, standings: Iterable[Rank], record: bytes) -> Note:
    """Tell the end of the game: final standings, the secret behind every roll, and the record to
    check it with."""
    table = [
        f"{s.place}. {view.name(s.seat)}: {s.points}" + (f" ({s.words})" if s.words else "")
        for s in standings
    ]
    how = [
        _("Secret: %(seed)s") % {"seed": game.seed},
        _("Words: %(words)s") % {"words": ", ".join(map(str, game.words)) or _("none")},
        _("Commitment of the first mail: %(hash)s") % {"hash": game.commitment},
        _("The SHA-256 of the secret is the commitment; the whole record is attached,")
        + " "
        + _("and 'manage.py verify_game' rules the game again from it."),
    ]
    text = joined([block(_("Final standings"), table), block(_("Check the dice"), how)])
    name = f"record-{game.pk}.json"
    attached = Enclosure(name, attachments.JSON, record)
    return Note("over", OVER, _("The game is over"), text.rstrip(), enclosures=(attached,))


def offer(
    made: Offer,
    change: str,
    words: str,
    by: str,
    player: Player | None,
    choices: Sequence[str] = (),
) -> Note:
    """Tell the parties of an offer, or of its end: what it is, and how to answer it.

    `choices`: the answers as links.
    """
    number = {"n": made.number, "by": by, "words": words}
    if change == "opened":
        told = _("%(by)s offers (offer %(n)d): %(words)s") % number
        how = _("Reply ACCEPT %(n)d or DECLINE %(n)d; it ends %(when)s.") % {
            "n": made.number,
            "when": moment(made.expires, player),
        }
        said, subject = [told, how, *choices], _("An offer for you")
    else:
        endings = {
            "accepted": _("Offer %(n)d by %(by)s was carried out: %(words)s"),
            "agreed": _(
                "Offer %(n)d by %(by)s is agreed on: %(words)s. It is carried out as soon as it is "
                "legal."
            ),
            "lapsed": _(
                "Offer %(n)d by %(by)s was agreed on, but never became legal; it has lapsed: "
                "%(words)s"
            ),
            "declined": _("Offer %(n)d by %(by)s was declined: %(words)s"),
            "expired": _("Offer %(n)d by %(by)s has expired: %(words)s"),
            "withdrawn": _("Offer %(n)d by %(by)s was withdrawn: %(words)s"),
            "void": _("Offer %(n)d by %(by)s was undone by the referee's correction: %(words)s"),
        }
        ending = endings.get(change, _("Offer %(n)d by %(by)s has changed: %(words)s"))
        said = [ending % number]
        if change == "agreed":
            until = {"n": made.number, "when": moment(made.expires, player)}
            said.append(_("It ends %(when)s, or when one of you writes WITHDRAW %(n)d.") % until)
        subjects = {
            "accepted": _("Offer %(n)d was carried out"),
            "agreed": _("Offer %(n)d is agreed on"),
            "lapsed": _("Offer %(n)d has lapsed"),
            "declined": _("Offer %(n)d was declined"),
            "expired": _("Offer %(n)d has expired"),
            "withdrawn": _("Offer %(n)d was withdrawn"),
            "void": _("Offer %(n)d was undone"),
        }
        subject = subjects.get(change, _("Offer %(n)d has changed")) % number
    return Note(f"offer/{made.number}/{change}", 45, subject, headed(_("Offer"), said))


def unreachable(who: str, address: str, seat: int, another: bool, key: str) -> Note:
    """For the organiser: a player's address fails. `seat`: the number of their seat, from 1."""
    said = [
        _("Mail to %(who)s is refused for good: %(address)s") % {"who": who, "address": address}
    ]
    if another:
        said.append(_("We write to another address of theirs now."))
    else:
        said += [
            _("Ask them for another address, or find a substitute for the seat."),
            _("Reply TABLE SUBSTITUTE %(n)d and an address, or TABLE BOT %(n)d.") % {"n": seat},
        ]
    return Note(key, 25, _("Mail to %(who)s bounces") % {"who": who}, headed(_("Post"), said))


def not_invited(address: str, key: str) -> Note:
    """For the organiser: an invitation came back."""
    said = [
        _("The invitation to %(address)s came back: mail is refused there.") % {"address": address},
        _("Look whether the address is right, and send another invitation."),
    ]
    return Note(key, 25, _("An invitation came back"), headed(_("Post"), said))


def reminder(prompt: Prompt) -> Note:
    """Return a reminder of a question, while there is still time; the mail shows the turn again."""
    return Note(f"reminder/{prompt.pk}", 2, _("Reminder"), "", suffix=_("reminder"), turn=True)


def vacation(
    away: Vacation, who: str, own: bool, change: str, player: Player | None, key: str
) -> Note:
    """Tell of a vacation: who is away and until when; their deadlines have moved."""
    words = {"who": who, "from": moment(away.starts, player), "until": moment(away.ends, player)}
    if own:
        told = {
            "announced": _(
                "Your vacation is noted: from %(from)s until %(until)s. "
                "Nothing falls due for you then."
            ),
            "ended": _("Your vacation has ended; your deadlines run again."),
        }
    else:
        told = {
            "announced": _("%(who)s is away from %(from)s until %(until)s; their deadlines wait."),
            "ended": _("%(who)s is back; their deadlines run again."),
        }
    subject = _("Vacation")
    if not own:
        subject = (_("%(who)s is away") if change == "announced" else _("%(who)s is back")) % words
    text = headed(_("Vacation"), [told[change] % words])
    pace = Pace.SOON if own else Pace.OPTIONAL
    return Note(key, 35, subject, text, pace=pace)


def extension(
    asked: Extension,
    who: str,
    change: str,
    choices: Sequence[str],
    until: datetime | None,
    seat: Seat | None,
    player: Player | None,
    key: str,
) -> Note:
    """Tell of a vote on more time: what is asked, how to vote, how it ended.

    `choices`: what the reader may do about it, as links. `seat` None: an organiser who does not
    play.
    """
    more = extensions.more_hours(asked.hours)
    words = {"who": who, "more": more, "until": moment(asked.expires, player)}
    said = [
        {
            "asked": _("%(who)s asks for %(more)s for everybody."),
            "granted": _("Granted: every open question has %(more)s."),
            "refused": _("The request for %(more)s was refused."),
            "lapsed": _("The request for %(more)s has lapsed."),
        }[change]
        % words
    ]
    if change == "asked" and choices:
        how = (
            _("Reply EXTEND YES or EXTEND NO before %(until)s.")
            if seat is not None
            else _(
                "You are the organiser: before %(until)s your word alone decides it. Reply EXTEND "
                "YES or EXTEND NO."
            )
        )
        said += [how % words, *choices]
    if change == "granted" and until is not None:
        said.append(_("Your new deadline: %(due)s.") % {"due": moment(until, player)})
    own = seat is not None and seat.pk == asked.seat_id
    pace = Pace.SOON if own or change in ("asked", "granted") else Pace.OPTIONAL
    subject = {
        "asked": _("%(who)s asks for %(more)s"),
        "granted": _("Granted: %(more)s"),
        "refused": _("Refused: %(more)s"),
        "lapsed": _("Lapsed: %(more)s"),
    }[change]
    return Note(key, 36, subject % words, headed(_("More time"), said), pace=pace)


def press(sent: Press, by: str, to: str) -> Note:
    """Return a message of press as it was written, every line marked as somebody else's words."""
    title = _("Press from %(by)s to %(to)s") % {"by": by, "to": to}
    how = paragraph(_("Answer with a line: PRESS TO name: your words"))
    text = f"{block(title, _quoted(sent.text))}\n{how}"
    subject = _("Press from %(by)s") % {"by": by}
    return Note(f"press/{sent.number}", 55, subject, text, pace=Pace.OPTIONAL)


class Disputed(NamedTuple):
    """What a dispute is about. `quoted`: what the ruling told everybody; `looks`: who looks at it,
    or for whom it waits."""

    ruling: int | None
    quoted: str
    looks: str = ""


def dispute_opened(about: Disputed, who: str, paused: bool, key: str, objection: str = "") -> Note:
    """Tell that a dispute was opened: who objects, to which ruling, and who looks at it.

    `objection`: their words, for the referee alone.
    """
    words = {"who": who, "n": about.ruling}
    if who:
        said = [_("%(who)s objects to ruling #%(n)d.") % words]
    elif about.ruling:
        said = [_("Ruling #%(n)d has to be looked at.") % words]
    else:
        said = [_("The game has to be looked at.")]
    if about.quoted:
        said.append(f"#{about.ruling} {about.quoted}")
    said.append(about.looks)
    still = _("The game stands still until then."), _("The game goes on meanwhile.")
    said.append(still[0] if paused else still[1])
    text = headed(_("Dispute"), said)
    if objection:
        text = "\n\n".join([text, block(_("The objection"), _quoted(objection))])
    return Note(key, 28, _("Dispute opened"), text)


def _quoted(text: str) -> list[str]:
    """Return the lines of somebody's own words, each marked so that none can pass for ours."""
    return [f"| {line}" for line in text.split("\n") if line.strip()]


def dispute_message(text: str, key: str) -> Note:
    """Return a message of the referee to a player."""
    lines = [f"| {line}" for line in text.split("\n") if line.strip()]
    how = paragraph(_("Answer with a line: PRESS TO referee: your words"))
    title = _("The referee writes")
    return Note(key, 20, title, f"{block(title, lines)}\n{how}")


def dispute_decided(about: Disputed, amended: bool, reason: str, key: str) -> Note:
    """Return the referee's decision of a dispute and its reason, for everybody."""
    what = f"#{about.ruling} " if about.ruling else ""
    said = [what + (_("The ruling was corrected.") if amended else _("The ruling stands."))]
    if about.quoted:
        said.append(f"{what}{about.quoted}")
    lines = [*said, *_quoted(reason)]
    return Note(key, 22, _("Dispute decided"), block(_("The referee decided"), lines))


def amended(ruling: int, own: list[str], same: int, key: str) -> Note:
    """Tell that a ruling was corrected: what became of the reader's own later orders.

    `same`: the number of later rulings that came out as before and are not told again.
    """
    said = [_("Ruling #%(n)d was corrected; what followed was ruled again.") % {"n": ruling}, *own]
    if same:
        words = ngettext(
            "%(n)d later ruling came out as before and is not repeated.",
            "%(n)d later rulings came out as before and are not repeated.",
            same,
        )
        said.append(words % {"n": same})
    return Note(key, 18, _("A ruling was corrected"), block(_("Corrected"), said))


def reply_key_renewed(by: str, key: str) -> Note:
    """Say that the reader's reply address was replaced; the mail itself has the new one.

    `by`: "organiser" or "referee" if it was not the reader who did it.
    """
    done = {
        "organiser": _("The organiser has replaced your reply address."),
        "referee": _("The referee has replaced your reply address."),
    }.get(by, _("Your reply address has been replaced."))
    said = [
        done,
        _("Whoever has an older one can do nothing with it. Reply to this mail or a later one."),
    ]
    return Note(key, 26, _("A new reply address"), headed(_("Address"), said), pace=Pace.ANSWER)


def address_added(name: str, address: str, link: str) -> Note:
    """Return the question to a new address whether it is the player's; whoever reads mail there may
    say yes."""
    text = joined(
        [
            paragraph(
                _("%(name)s says that %(address)s is theirs, too.")
                % {"name": name, "address": address}
            ),
            paragraph(
                _("If you are %(name)s, reply with one line, YES, or open this link to confirm it:")
                % {"name": name}
            ),
            link,
            paragraph(_("If not, do nothing: the address is not used.")),
        ]
    )
    return Note("", 10, _("Is this address yours?"), text.rstrip())


def table_changed(what: str, who: str, key: str, by: str = "", choices: Sequence[str] = ()) -> Note:
    """News about the table itself: it stands still, goes on, or somebody came or went.

    `who`: the seat it is about. `by`: the person who sits there now. `choices`: what the reader may
    do about it, as links.
    """
    words = {
        "paused": _("The game is paused; no deadline runs. Orders are still taken."),
        "resumed": _("The game goes on; open deadlines have moved by the pause."),
        "frozen": _("The game is frozen: a ruling needs a person to look at it. Nothing is lost."),
        "cancelled": _("The game was cancelled."),
        "substituted": _("%(who)s is now played by %(by)s."),
        "bot": _("%(who)s is now played by a bot."),
        "left": _("%(who)s has left the game; the seat is free."),
        "joined": _("%(who)s has joined."),
        "missing": _("%(who)s has missed several deadlines; a substitute may take the seat."),
        "waiting": _("The table waits for %(who)s, with the full time again."),
        "terms": _("The organiser has changed the terms of the table. TABLE TERMS shows them."),
        "options": _(
            "The organiser has changed what the table plays. TABLE OPTIONS and TABLE TERMS show "
            "it; if you no longer want to play, RESIGN frees your seat."
        ),
    }.get(what, _("The table has changed: %(what)s."))
    subject = {
        "paused": _("Paused"),
        "resumed": _("The game goes on"),
        "frozen": _("Frozen"),
        "cancelled": _("Cancelled"),
        "substituted": _("%(who)s is played by %(by)s"),
        "bot": _("A bot plays %(who)s"),
        "left": _("%(who)s has left"),
        "missing": _("%(who)s is missing: your decision") if choices else _("%(who)s is missing"),
        "waiting": _("The table waits for %(who)s"),
        "terms": _("New terms"),
        "options": _("New options"),
    }.get(what, _("News of the table"))
    subject = capfirst(subject % {"who": who, "by": by})
    said = [capfirst(words % {"who": who, "what": what, "by": by}), *choices]
    pace = Pace.OPTIONAL if what in _GOOD_TO_KNOW and not choices else Pace.SOON
    return Note(key, 30, subject, headed(_("Table"), said), pace=pace)


_GOOD_TO_KNOW = frozenset({"substituted", "bot", "left", "missing", "waiting"})
