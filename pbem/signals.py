"""What the life of a game announces, inside the transaction that made it true.

Listeners write rows (the outbox) into the same transaction; they must not send or fetch. A signal
that brings a `match` is part of a session, and `sessions_ended` follows it in the same transaction.
"""

from typing import TYPE_CHECKING, NamedTuple

from django.dispatch import Signal

if TYPE_CHECKING:
    from pbem.models import Game, Prompt, StandingOrder, Submission
    from rules.kernel.match import Match
    from rules.kernel.records.record import Ruling

#: game, rulings (list of kernel Ruling), opened (list of Prompt that need somebody), early (list of
#: Seat that are asked something before its moment comes), match (awake): after an advance.
advanced = Signal()
#: game_ids: advances are about to look at the clocks, and hold no lock yet. The listener calls
#: back into this room: it hands in the orders of mails that nobody has read, so that what arrived
#: in time comes before a default. Not sent inside a transaction, nor when the mail path advances.
hand_in_late_mail = Signal()
#: game: a bot has to think before the game can go on; not before the transaction has ended
bots_asked = Signal()
#: submission, match (None where nothing was ruled), newest (the last ruling of this session, if it
#: made any): its report is final for now.
submission_answered = Signal()
#: game, submission, match, lines (report lines that were kept for later and are dropped now; each
#: says why), urgent (their sender may want to act)
orders_lapsed = Signal()
#: game, invitation
invited = Signal()
#: game, invitation: somebody does not want the seat they were invited to
declined = Signal()
#: game
game_started = Signal()
#: game, match
game_over = Signal()
#: game, offer, match, change ("opened", "accepted", "declined", "withdrawn", "expired")
offer_changed = Signal()
#: game, what (short code: "joined", "left", "substituted", "bot", "missing", "paused", "resumed",
#: "frozen", "cancelled", "waiting": the organiser keeps a missing player, "terms": the table's
#: terms have changed, "options": what it plays, before the start), seat (Seat or None)
table_changed = Signal()
#: game, prompt, match, asked and played (the question and what was done instead of an answer, in
#: words), misses (in a row, this one included), standing (what they have led to, see
#: `attendance.standing_of`): a deadline passed and the default was played.
deadline_missed = Signal()
#: game, prompt: a share of its time is left and nothing has come; once for each question
reminder_due = Signal()
#: game, vacation, change ("announced", "ended"), moved (list of Prompt whose deadline changed)
vacation_changed = Signal()
#: game, extension, change ("asked", "voted", "granted", "refused", "lapsed"), moved (as above)
extension_changed = Signal()
#: game, press: its copies say to whom; `press.byline` how its author may be named
press_sent = Signal()
#: game, seat (None: the organiser's own address), by (Player, or None for staff): the reply address
#: given out so far is worthless, and its holder is to get a new one. `seat.key_version` is raised
#: already.
reply_key_renewed = Signal()
#: email, link: somebody asked for a link to sign in with; it may go to that address alone
sign_in_asked = Signal()
#: player, address, token: to confirm that the address is theirs, sent to that address alone
address_added = Signal()
#: game, dispute: a player objects, or the server does. Its text is for referees; the table hears
#: who objects to which ruling.
dispute_opened = Signal()
#: game, dispute, note: a referee writes to the seats in `note.to`
dispute_message = Signal()
#: game, dispute: its outcome and reason are for everybody
dispute_decided = Signal()
#: game, correction, match: another branch is the game now. What became of a seat's own orders is
#: in `corrections.fates_for(correction, seat)`; of others' orders nobody hears.
ruling_amended = Signal()


class Ended(NamedTuple):
    """A session that is over: the game, its match, all questions that are open, the rulings of this
    session, and the orders in force, also the standing ones."""

    game: "Game"
    match: "Match"
    prompts: "list[Prompt]"
    rulings: "list[Ruling]"
    submissions: "list[Submission]"
    standing: "list[StandingOrder]"


#: ended (list of Ended): sent last, once for each session; for those of one transaction together
sessions_ended = Signal()
