"""Technologies (ECL 14): gaining one, and what the instant ones do."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.facts import RESOURCES
from rules.eclipse.names import RESOURCE_NAMES
from rules.eclipse.player.civilization import artifacts
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Table, View
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.patterns import running
from rules.kernel.table import Effect, Play
from rules.lexicon import ALL, BadCount, OrderLine, read_counted

LOT = 5
_ALL_IN = re.compile(
    r"(?:all|everything|wszystko|wszystkie)\s+(?:of it |of them )?(?:in|as|into|w|we|jako)\s+",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"(?:po\s+)?(\d+|five|pięć|piec|öt)\s*(?:of|z)?\s*(?:each|every|każdego|kazdego|mindegyikből|mindegyikbol)\b.*",
    re.IGNORECASE,
)


class TakeArtifacts(Decision[tuple[int, int, int]]):
    """Which resources artifacts bring: lots of five, each of one resource; the answer counts lots
    (ECL 14.3.7)."""

    lots: int

    Answer = tuple[int, int, int]
    verbs = ("take",)
    rule = "ECL 14.3.7"

    def problems(self, v: View, answer: tuple[int, int, int]) -> list[Problem]:
        if min(answer) < 0 or sum(answer) != self.lots:
            words = _("Take {n} lot(s) of {size} units.", n=self.lots, size=LOT)
            return no("wrong-number", words, "14.3.7")
        return []

    def default(self, v: View) -> tuple[int, int, int]:
        return (self.lots, 0, 0)

    def sample(self, v: View, rng: Random) -> tuple[int, int, int]:
        taken = [rng.randrange(3) for _ in range(self.lots)]
        return taken.count(0), taken.count(1), taken.count(2)

    def prompt(self, v: View) -> str:
        return _(
            "Artifact Key: take {n} lot(s) of {size} units, each of one resource.",
            n=self.lots,
            size=LOT,
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        fields = tuple(
            Pick(
                "take",
                nouns.noun(r),
                (("", "0"), *((f"{n * LOT} {r}", str(n * LOT)) for n in range(1, self.lots + 1))),
                row=i,
            )
            for i, r in enumerate(RESOURCES)
        )
        about = _("lots of {size} units: {n}", size=LOT, n=self.lots)
        return [Form("take", _("Take"), ("TAKE {take}",), (Group("", fields),), about)]

    def write(self, v: View, answer: tuple[int, int, int]) -> str:
        return "TAKE " + nouns.join(
            f"{n * LOT} {r}" for r, n in zip(RESOURCES, answer, strict=True) if n
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[int, int, int]]:
        each = _EACH.fullmatch(lines[0].rest)
        told = ", ".join(f"{each[1]} {r}" for r in RESOURCES) if each else lines[0].rest
        told = _ALL_IN.sub("all ", told)
        counted = read_counted(told, RESOURCE_NAMES, allow_all=True)
        units = [counted.counts.get(r, 0) for r in RESOURCES]
        if len(counted.counts) == 1 and ALL in units:
            units = [self.lots * LOT if n == ALL else 0 for n in units]
        if any(n % LOT for n in units):
            raise BadCount(_("Each lot is {size} units; write multiples of {size}.", size=LOT))
        money, science, materials = (n // LOT for n in units)
        return Reading((money, science, materials), (0,), reading.notes(*counted.read_as))

    def forced(self, public: View) -> tuple[int, int, int] | None:
        return (0, 0, 0) if not self.lots else None


def gain_technology(t: Table, seat: int, technology: str, cost: int) -> Play[None]:
    """Move a technology from the supply board to the player's track (ECL 7.3.1)."""
    player = t.table.players[seat]
    player.storage[1] -= cost
    t.table.supply[technology] -= 1
    if not t.table.supply[technology]:
        del t.table.supply[technology]
    player.technologies.append(technology)
    t.tell(ev.Researched(seat, technology, cost), cite="ECL 7.3.1")
    if technology in INSTANT:
        yield from running(INSTANT[technology](t, seat))


def _discs(count: int) -> Callable[[Table, int], None]:
    def gain(t: Table, seat: int) -> None:
        """Reserve discs onto the influence track (ECL 14.2.8, 14.3.3)."""
        player = t.table.players[seat]
        new = min(count, player.reserve)
        player.reserve -= new
        player.discs += new
        t.tell(ev.DiscsGained(seat, new), cite="ECL 5.4.3")

    return gain


def _artifact_key(t: Table, seat: int) -> Play[None]:
    """Ask for lots of five units, one for each artifact (ECL 14.3.7)."""
    lots = artifacts(t.table, seat)
    if not lots:
        return
    taken = yield from t.ask(TakeArtifacts(seat, lots))
    player = t.table.players[seat]
    amounts = [n * LOT for n in taken]
    for i, n in enumerate(amounts):
        player.storage[i] += n
    t.tell(ev.ResourcesGained(seat, amounts), cite="ECL 14.3.7")


INSTANT: Final[dict[str, Callable[[Table, int], Effect]]] = {
    "quantum_grid": _discs(2),
    "advanced_robotics": _discs(1),
    "artifact_key": _artifact_key,
}
