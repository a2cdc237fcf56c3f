"""The lanes of the workers: nobody who has just written waits behind clocks, post or bots.

Each lane is a queue of Celery's with workers of its own (see `Procfile`). A task belongs to a lane
by its name, unless whoever queues it says otherwise.
"""

from __future__ import annotations

from typing import Any

PEOPLE = "people"
"""Somebody is waiting: mails to read, clicks, the answers to them."""
CLOCKWORK = "clockwork"
"""What is due: deadlines, reminders, and the sweeps that find it."""
POST = "post"
"""Mails out, and the pictures in them."""
THINKING = "thinking"
"""Bots: tables that play on by themselves."""

ALL = (PEOPLE, CLOCKWORK, POST, THINKING)

ROUTES: dict[str, dict[str, Any]] = {
    "pbem.tasks.advance_game": {"queue": PEOPLE},
    "pbem.tasks.advance_due": {"queue": CLOCKWORK},
    "pbem.tasks.advance_bots": {"queue": THINKING},
    "pbem.tasks.think": {"queue": THINKING},
    "pbem.tasks.remind_games": {"queue": CLOCKWORK},
    "pbem.tasks.lapse_vote": {"queue": CLOCKWORK},
    "pbem.tasks.sweep": {"queue": CLOCKWORK},
    "pbem.tasks.pulse": {"queue": PEOPLE},
    "notifications.tasks.read_inbound": {"queue": PEOPLE},
    "notifications.tasks.answer": {"queue": PEOPLE},
    "notifications.tasks.sweep": {"queue": CLOCKWORK},
    "notifications.tasks.deliver": {"queue": POST},
    "notifications.tasks.send_held": {"queue": POST},
    "notifications.tasks.push_turn": {"queue": POST},
}
