"""The things a mail can tell besides the turn itself, each a note: several may share a mail."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from notifications.compose.clock import moment
from notifications.compose.layout import block, cited, headed, joined, paragraph
from pbem.models import Game, Invitation, Offer, Player, Prompt, Submission
from rules.kernel.ruleset import Standing
from rules.kernel.views import View


@dataclass(frozen=True)
class Note:
    """`rank`: the lowest names the mail in its subject. `suffix` is added to any subject."""

    key: str
    rank: int
    subject: str
    text: str
    suffix: str = ""


DONE, WAITING, HELD, REFUSED, UNUSED, COMMAND = (
    "done",
    "waiting",
    "held",
    "refused",
    "unused",
    "command",
)


def acknowledgement(submission: Submission, key: str) -> Note:
    """How each line was understood, what is done, what waits, what is not legal and why."""
    report = submission.report
    lines = [_report_line(line) for line in report]
    done = any(line.get("status") == DONE for line in report)
    refused = any(line.get("status") == REFUSED for line in report)
    closing = []
    if refused and done:
        closing.append(_("Everything else was carried out."))
    if done:
        closing.append(_("Undo is possible until anything was revealed: reply UNDO."))
    title = _("Your orders (receipt %(receipt)s)") % {"receipt": submission.receipt}
    text = "\n".join([block(title, lines) or title.upper(), *map(paragraph, closing)])
    received = _("received (receipt %(receipt)s)") % {"receipt": submission.receipt}
    return Note(key, 60, _("Your orders"), text, suffix=received)


def _report_line(line: dict[str, Any]) -> str:
    words = line.get("words", "")
    ruling = f" (#{line['ruling']})" if line.get("ruling") else ""
    status = {
        DONE: _("ok") + ruling,
        WAITING: _("waiting"),
        HELD: _("held until you send it again"),
        REFUSED: _("NOT LEGAL"),
        UNUSED: _("not needed"),
        COMMAND: "",
    }.get(line.get("status", ""), line.get("status", ""))
    if line.get("role") == "error":
        status = _("NOT UNDERSTOOD")
    said = ": ".join(part for part in (status, words) if part) or _("ok")
    read_as = _("read as: %(order)s") % {"order": line["read_as"]} if line.get("read_as") else ""
    about = " – ".join(part for part in (read_as, said) if part)
    return cited(f"{line.get('text', '')} … {about}", [line.get("rule", "")])


def deadline_missed(prompt: Prompt, player: Player | None) -> Note:
    words = _("The time for a decision of yours ran out (%(due)s); its default was played.")
    text = headed(_("Missed"), [words % {"due": moment(prompt.due, player)}])
    key = f"missed/{prompt.opened_seq}/{prompt.pk}"
    return Note(key, 50, _("Deadline missed"), text)


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
    """The promise the dice rest on; the seed behind it is shown when the game is over."""
    return headed(
        _("Dice"),
        [
            _("Every roll follows from a secret fixed now and from the players' words."),
            _("SHA-256 of the secret: %(hash)s") % {"hash": game.commitment},
            _("It is revealed at the end, so that everybody can check every roll."),
        ],
    )


def invitation(invited: Invitation, title: str) -> Note:
    """Everything a person needs to take a seat by mail alone."""
    game = invited.game
    who = {"who": game.organiser.name, "game": game.name, "title": title}
    join = _("To take a seat, reply with one line: JOIN and a word of your own, such as")
    why = _("Your word is mixed into the dice, so that nobody can choose lucky ones.")
    text = joined(
        [
            paragraph(_("%(who)s invites you to %(game)s, a game of %(title)s by mail.") % who),
            f"{paragraph(join)}\n\n    JOIN heron\n\n{paragraph(why)}",
            dice(game),
            paragraph(_("If you do not want to play, ignore this mail.")),
        ]
    )
    return Note("invited", 10, _("%(who)s invites you") % who, text.rstrip())


def over(game: Game, view: View, standings: Iterable[Standing]) -> Note:
    """The final table, and the secret behind every roll."""
    table = [
        f"{s.place}. {view.name(s.seat)}: {s.points}" + (f" ({s.words})" if s.words else "")
        for s in standings
    ]
    how = [
        _("Secret: %(seed)s") % {"seed": game.seed},
        _("Words: %(words)s") % {"words": ", ".join(map(str, game.words)) or _("none")},
        _("Commitment of the first mail: %(hash)s") % {"hash": game.commitment},
        _("The SHA-256 of the secret is the commitment; the organiser can send you the record,")
        + " "
        + _("and 'manage.py verify_game' rules the whole game again from it."),
    ]
    text = joined([block(_("Final standings"), table), block(_("Check the dice"), how)])
    return Note("over", 5, _("The game is over"), text.rstrip())


def offer(made: Offer, change: str, words: str, by: str, player: Player | None) -> Note:
    """An offer to the parties: what it is, and how to answer it."""
    number = {"n": made.number, "by": by, "words": words}
    if change == "opened":
        told = _("%(by)s offers (offer %(n)d): %(words)s") % number
        how = _("Reply ACCEPT %(n)d or DECLINE %(n)d; it ends %(when)s.") % {
            "n": made.number,
            "when": moment(made.expires, player),
        }
        said, subject = [told, how], _("An offer for you")
    else:
        endings = {
            "accepted": _("Offer %(n)d by %(by)s was accepted: %(words)s"),
            "declined": _("Offer %(n)d by %(by)s was declined: %(words)s"),
            "expired": _("Offer %(n)d by %(by)s has expired: %(words)s"),
            "withdrawn": _("Offer %(n)d by %(by)s was withdrawn: %(words)s"),
        }
        ending = endings.get(change, _("Offer %(n)d by %(by)s has changed: %(words)s"))
        said = [ending % number]
        subject = _("Offer %(n)d: %(change)s") % {"n": made.number, "change": change}
    return Note(f"offer/{made.number}/{change}", 45, subject, headed(_("Offer"), said))


def table_changed(what: str, who: str, key: str) -> Note:
    """News about the table itself: it stands still, goes on, or somebody came or went."""
    words = {
        "paused": _("The game is paused; no deadline runs. Orders are still taken."),
        "resumed": _("The game goes on; open deadlines have moved by the pause."),
        "frozen": _("The game is frozen: a ruling needs a person to look at it. Nothing is lost."),
        "cancelled": _("The game was cancelled."),
        "substituted": _("%(who)s is now played by somebody else."),
        "bot": _("%(who)s is now played by a bot."),
        "left": _("%(who)s has left the game; the seat is free."),
        "joined": _("%(who)s has joined."),
        "missing": _("%(who)s has missed several deadlines; a substitute may take the seat."),
    }.get(what, _("The table has changed: %(what)s."))
    subject = {
        "paused": _("Paused"),
        "resumed": _("The game goes on"),
        "frozen": _("Frozen"),
        "cancelled": _("Cancelled"),
    }.get(what, _("News of the table"))
    said = words % {"who": who, "what": what}
    return Note(key, 30, subject, headed(_("Table"), [said]))
