"""A table as one reader may see it now: its position, and whom everybody waits for.

Pages and mails are both made from it, so that both show the same and hold back the same.
"""

from datetime import datetime
from typing import NamedTuple

from pbem.models import Prompt
from pbem.play import loading, past
from pbem.play.waiting import waited_for
from pbem.table.people.access import At, seen_until
from rules.kernel.match import Match
from rules.kernel.views import SomeView


class Overview(NamedTuple):
    """What one reader may see. `behind`: a position of the past, because spectators are kept
    behind.

    `view` is what the reader may see, `public` what everybody may; `prompts` are the questions open
    now, none if the position is of the past; `waited` are the seats the table waits for, and
    `until` is when it stops waiting.
    """

    match: Match
    view: SomeView
    public: SomeView
    behind: bool
    prompts: tuple[Prompt, ...]
    waited: tuple[int, ...]
    until: datetime | None

    @property
    def waiting(self) -> tuple[str, ...]:
        """The names of those the table waits for."""
        return tuple(self.public.name(number) for number in self.waited)


def overview(at: At, now: datetime) -> Overview:
    """Look at a table that has begun; raises past.Unreadable where the rules fail."""
    newest = seen_until(at, now)
    behind = newest != at.game.head_seq
    match = past.match_at(at.game, newest) if behind else past.head(at.game)
    with loading.rules_at_work():
        prompts = () if behind else tuple(at.game.prompts.filter(state=Prompt.State.OPEN))
        asked = {decision.seat for decision in match.ask.decisions} if match.ask else set()
        waited = sorted(asked) if behind else waited_for(at.game, match, prompts)
        return Overview(
            match,
            match.view(at.seat.number if at.seat else None),
            match.view(None),
            behind,
            prompts,
            tuple(waited),
            max((p.due for p in prompts), default=None) if waited else None,
        )
