"""What can become of a mail: every outcome has a name, a meaning, and an answer or none.

docs/mail.md has the table; a test keeps it complete.
"""

from typing import ClassVar

from django.utils.translation import gettext as _

from notifications.keys import Holder, Speaker
from notifications.models import Inbound, Organiser
from pbem.models import Invitation, Player, Submission


class Outcome:
    """What became of a mail. `code` is stored with the mail; `meaning` is for staff."""

    code: ClassVar[str]
    meaning: ClassVar[str]
    state: ClassVar[str] = Inbound.State.DONE
    reason: str = ""


class OrdersTaken(Outcome):
    code = "orders"
    meaning = "Its lines were handed to the game; the acknowledgement follows from the ruling."

    def __init__(self, submission: Submission) -> None:
        self.submission = submission


class Informed(Outcome):
    code = "information"
    meaning = "It held commands to the server alone (STATUS, PRESS, HELP …) and was answered."


class Joined(Outcome):
    code = "joined"
    meaning = "Its sender took a seat."


class Declined(Outcome):
    code = "declined"
    meaning = "Its sender said no to an invitation."


class Confirmed(Outcome):
    code = "confirmed"
    meaning = "Its sender said that the address it came from is theirs."


class Failure(Outcome, Exception):
    """A mail that is not carried out. `answer`: what its sender is told; empty for silence."""

    @property
    def answer(self) -> str:
        return ""


class Silent(Failure):
    """A mail that is not answered: that could start a loop, or tell a stranger something."""


class OwnMail(Silent):
    code = "own-mail"
    meaning = "One of our own mails came back: a loop."


class Bounce(Silent):
    code = "bounce"
    meaning = "A mail system reports that a mail of ours did not arrive."


class AutoReply(Silent):
    code = "auto-reply"
    meaning = "A machine answered (out of office, for example)."


class ListMail(Silent):
    code = "list-mail"
    meaning = "It came through a mailing list or in bulk."


class UnknownKey(Silent):
    code = "unknown-key"
    meaning = "The reply address is forged, revoked or of somebody who left the seat."


class UnknownSender(Silent):
    code = "unknown-sender"
    meaning = "It came without a reply key from somebody we do not know."


class Flood(Silent):
    code = "flood"
    meaning = "Too many answers went to this address within the hour; this one was not sent."


class Answered(Failure):
    """A mail that is not carried out, and whose sender is told why."""


class NoKey(Answered):
    code = "no-key"
    meaning = "A player wrote to the general address, so no game is named."

    def __init__(self, player: Player) -> None:
        self.player = player

    @property
    def answer(self) -> str:
        return _(
            "Your mail did not say which game it is for, so nothing was done. "
            "Reply to a mail of that game: its reply address names your seat."
        )


class Doubtful(Answered):
    """The key is right but perhaps not in its owner's hands: the mail waits for the owner's yes."""

    state = Inbound.State.HELD

    def __init__(self, holder: Holder, sender: str, reason: str = "") -> None:
        self.holder = holder
        self.sender = sender
        self.reason = reason


class WrongSender(Doubtful):
    code = "wrong-sender"
    meaning = "The reply key is right, but the mail is not from an address of the seat's player."

    @property
    def answer(self) -> str:
        return _(
            "A mail to your private reply address came from an address that we do not know as "
            "yours. It has not been carried out. If it was yours, open the link below and press "
            "the button, or send it again from here. If not, do nothing, and tell the organiser: "
            "somebody has your reply address."
        )


class Unauthenticated(Doubtful):
    code = "not-authenticated"
    meaning = "The sender's address could not be proven (SPF, DKIM, DMARC), and that is required."

    @property
    def answer(self) -> str:
        return _(
            "A mail came in your name, but the mail server could not prove that it is from you. "
            "It has not been carried out. If it was yours, open the link below and press the "
            "button. If not, do nothing."
        )


class ExpiredKey(Answered):
    code = "expired-key"
    meaning = "The reply address was this player's once and has been replaced since."

    def __init__(self, speaker: Speaker, player: Player) -> None:
        self.speaker = speaker
        self.player = player

    @property
    def answer(self) -> str:
        if self.speaker.player_id != self.player.pk:
            if isinstance(self.speaker, Organiser):
                return _("Your mail was not carried out: you no longer organise this table.")
            return _("Your mail was not carried out: this seat is no longer yours.")
        return _(
            "Your mail was not carried out: it went to a reply address that has been replaced. "
            "Reply to the newest mail of the game; its reply address is good."
        )


class WrongGame(Answered):
    code = "wrong-game"
    meaning = "It answers a mail of one seat, but was sent to the reply address of another."

    @property
    def answer(self) -> str:
        return _(
            "Your mail answers a mail of another game, but was sent to the reply address of this "
            "one. Nothing was done, because it is not clear which is meant. Reply to a mail of "
            "the game you mean, without changing the recipient."
        )


class Stale(Answered):
    code = "stale"
    meaning = "It was written long before it arrived, so what it says may no longer be meant."

    @property
    def answer(self) -> str:
        return _(
            "Your mail was written many days before it arrived here. Nothing was done, because "
            "the game has gone on since. If you still mean it, send it again."
        )


class TooBig(Answered):
    code = "too-big"
    meaning = "It is larger than a mail may be; only its beginning was kept."
    state = Inbound.State.SHUNTED

    @property
    def answer(self) -> str:
        return _(
            "Your mail is too large (5 MB is the most), so it was not read. Send the text alone, "
            "without attachments."
        )


class TooLong(Answered):
    code = "too-long"
    meaning = "It has more text than anybody types; half of it would be worse than none."

    @property
    def answer(self) -> str:
        return _(
            "Your mail has more text than we read, so nothing was done. Leave out what you quote, "
            "and send at most 400 lines of orders."
        )


class Tangled(Answered):
    code = "tangled"
    meaning = "Its parts are nested or cut up as no mail program does it; a person should look."
    state = Inbound.State.SHUNTED

    @property
    def answer(self) -> str:
        return _(
            "Your mail could not be taken apart, so nothing was done. Send it again as plain text."
        )


class SeveralSeats(Answered):
    code = "several-seats"
    meaning = "One mail was addressed to several seats of the same person."

    def __init__(self, seat: Holder) -> None:
        self.seat = seat

    @property
    def answer(self) -> str:
        return _("Your mail was addressed to several of your seats. Write to each of them alone.")


class NoText(Answered):
    code = "no-text"
    meaning = "It has no text part that can be read."

    @property
    def answer(self) -> str:
        return _(
            "Your mail has no text that we can read, so nothing was done. "
            "Send your orders as plain text, not as an attachment or a picture."
        )


class Encrypted(Answered):
    code = "encrypted"
    meaning = "It is encrypted, or signed so that its text cannot be read without a program."

    @property
    def answer(self) -> str:
        return _(
            "Your mail is encrypted, or signed in a way that hides its text, and we cannot open "
            "it, so nothing was done. Send it again without encryption. A signature is welcome if "
            "the text stays readable."
        )


class NothingNew(Answered):
    code = "nothing-new"
    meaning = "It holds nothing but our own mail, unchanged."

    @property
    def answer(self) -> str:
        return _(
            "We found no line of yours in your mail, so nothing was done. Quoted lines that you "
            "left as they were do not count: write your orders above the quoted text, or change "
            "the lines of the template."
        )


class NoSeat(Answered):
    code = "no-seat"
    meaning = "Orders from an organiser who has no seat."

    @property
    def answer(self) -> str:
        return _(
            "You run this table and have no seat at it, so you cannot give orders. Write "
            "commands such as TABLE PAUSE or STATUS; HELP lists them all. Press to the players: "
            "PRESS TO all: and your words."
        )


class Repeated(Answered):
    """The same words as the mail before. `submission`: the orders that mail gave, if any."""

    code = "repeated"
    meaning = "It says what the mail before it said and what was done already; perhaps sent twice."

    def __init__(self, submission: Submission | None) -> None:
        self.submission = submission

    @property
    def answer(self) -> str:
        before = (
            _("You sent the same words a few minutes ago, and they count: receipt %(receipt)s.")
            % {"receipt": self.submission.receipt}
            if self.submission
            else _("You sent the same words a few minutes ago, and they were carried out.")
        )
        again = _(
            "Nothing was done a second time, in case the mail was sent twice. If you mean it once "
            "more, reply with one line: AGAIN."
        )
        return f"{before} {again}"


class NoJoin(Answered):
    code = "no-join"
    meaning = "An answer to an invitation that does not say JOIN."

    def __init__(self, invitation: Invitation) -> None:
        self.invitation = invitation

    @property
    def is_open(self) -> bool:
        return bool(self.invitation.state == Invitation.State.OPEN)

    @property
    def answer(self) -> str:
        """What to do: a seat that is taken cannot be taken again."""
        game = {"game": self.invitation.game.name}
        if self.is_open:
            return _("We could not tell whether you want to play.")
        if self.invitation.state == Invitation.State.TAKEN:
            words = _(
                "You have a seat in %(game)s already. Nothing of this mail was done: reply to the "
                "newest mail of the game instead of the invitation."
            )
            return words % game
        return _("The invitation to %(game)s is no longer open. Ask the organiser.") % game


class NoYes(Answered):
    code = "no-yes"
    meaning = "Asked whether an address is theirs, somebody did not say yes, or came too late."

    def __init__(self, words: str = "") -> None:
        self.words = words

    @property
    def answer(self) -> str:
        return self.words or _(
            "To say that this address is yours, reply with one line: YES. If it is not, do "
            "nothing: the address is not used."
        )


class JoinRefused(Answered):
    code = "join-refused"
    meaning = "The lobby did not take the JOIN."

    def __init__(self, words: str) -> None:
        self.words = words

    @property
    def answer(self) -> str:
        return self.words


class Shunted(Failure):
    code = "shunted"
    meaning = "Reading it failed unexpectedly; it waits for staff, who can read it again."
    state = Inbound.State.SHUNTED

    def __init__(self, reason: str) -> None:
        self.reason = reason


ALL: tuple[type[Outcome], ...] = (
    OrdersTaken,
    Informed,
    Joined,
    Confirmed,
    OwnMail,
    Bounce,
    AutoReply,
    ListMail,
    UnknownKey,
    UnknownSender,
    Flood,
    NoKey,
    ExpiredKey,
    WrongSender,
    Unauthenticated,
    WrongGame,
    Stale,
    TooBig,
    TooLong,
    Tangled,
    SeveralSeats,
    NoText,
    Encrypted,
    NothingNew,
    NoSeat,
    Repeated,
    NoJoin,
    NoYes,
    JoinRefused,
    Shunted,
)
