"""Eclipse: what may be done outside the decisions."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rules.eclipse import events as ev
from rules.eclipse.phases.scoring import points, total
from rules.eclipse.phases.upkeep import leave
from rules.eclipse.speech import _
from rules.kernel.decisions import Interjection, Problem
from rules.kernel.table import Play, Table
from rules.kernel.views import View
from rules.lexicon import OrderLine


class GiveUp(Interjection):
    """ECL 12.4.2: a player with nothing on the map may leave; not in the middle of a turn."""

    verbs = ("give up",)

    def problems(self, v: View) -> list[Problem]:
        if v.table.players[self.seat].status != "eliminated":
            words = _("Only a player without discs and ships on the map may give up.")
            return [Problem("not-eliminated", words, "ECL 12.4.2")]
        if v.table.phase != "action" or v.table.at == self.seat:
            words = _("Give up in the action phase, in the turn of another player.")
            return [Problem("not-now", words, "ECL 12.4.2")]
        return []

    def run(self, t: Table) -> Play[None]:
        score = total(points(t, self.seat))
        t.tell(ev.GaveUp(self.seat, score), cite="ECL 12.4.2")
        yield from leave(t, self.seat, score)

    def words(self, v: View) -> str:
        return _("{who} gives up", who=v.name(self.seat))

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        assert v.seat is not None
        return cls(v.seat)

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        assert v.seat is not None
        play = cls(v.seat)
        return play if not play.problems(v) and rng.random() < 0.2 else None

    @classmethod
    def template(cls, v: View) -> Sequence[str]:
        return ["GIVE UP"] if v.seat is not None and not cls(v.seat).problems(v) else []
