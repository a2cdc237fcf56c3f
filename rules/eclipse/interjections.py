"""Eclipse: what may be done outside the decisions."""

from collections.abc import Sequence
from random import Random
from typing import Self

from rules.eclipse.leaving import give_up, leaving_problems
from rules.eclipse.reading import stands_alone
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Table, View
from rules.kernel.decisions import Interjection, Problem
from rules.kernel.table import Play
from rules.lexicon import OrderLine


class GiveUp(Interjection):
    """A player with nothing on the map may leave in another's turn as in his own (ECL 12.4.2)."""

    verbs = ("give up",)

    def problems(self, v: View) -> list[Problem]:
        found = leaving_problems(v, self.seat)
        if not found and (v.table.phase != "action" or v.table.at == self.seat):
            words = _("Give up in the action phase, in your turn or while another takes one.")
            return no("not-now", words, "12.4.2")
        return found

    def run(self, t: Table) -> Play[None]:
        yield from give_up(t, self.seat)

    def words(self, v: View) -> str:
        return _("{who} gives up", who=v.name(self.seat))

    @classmethod
    def read_order(cls, v: View, line: OrderLine) -> Self:
        assert v.seat is not None
        stands_alone(line, "give up")
        return cls(v.seat)

    @classmethod
    def propose(cls, v: View, rng: Random) -> Self | None:
        assert v.seat is not None
        play = cls(v.seat)
        return play if not play.problems(v) and rng.random() < 0.2 else None

    @classmethod
    def template(cls, v: View) -> Sequence[str]:
        return ["GIVE UP"] if v.seat is not None and not cls(v.seat).problems(v) else []
