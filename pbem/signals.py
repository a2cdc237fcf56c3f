"""What the life of a game announces. Sent inside the transaction that made it true.

Listeners write rows (the outbox) into the same transaction; they must not send or fetch.
"""

from django.dispatch import Signal

#: game, rulings (list of kernel Ruling), opened (list of Prompt that need somebody), match (awake):
#: after an advance.
advanced = Signal()
#: submission, match (None where nothing was ruled): its report is final for now.
submission_answered = Signal()
#: game, invitation
invited = Signal()
#: game
game_started = Signal()
#: game, match
game_over = Signal()
#: game, offer, match, change ("opened", "accepted", "declined", "withdrawn", "expired")
offer_changed = Signal()
#: game, what (short code: "joined", "left", "substituted", "bot", "missing", "paused", "resumed",
#: "frozen", "cancelled"), seat (Seat or None)
table_changed = Signal()
#: game, prompt, match: a deadline passed and the default was played
deadline_missed = Signal()
