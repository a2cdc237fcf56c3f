"""Control of sectors after combat (ECL 9.13): discs lost and laid."""

from collections.abc import Sequence
from random import Random

from rules.eclipse import nouns, reading
from rules.eclipse.discoveries import discover
from rules.eclipse.galaxy import bars_disc, guarded
from rules.eclipse.names import SECTOR_NAMES
from rules.eclipse.player.civilization import cubes_in, disc_pays, me
from rules.eclipse.player.discs import lift_disc, place_disc
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import NOBODY, Public, Table, View
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, some_of
from rules.kernel.table import Play
from rules.lexicon import OrderLine


class Claim(Decision[tuple[str, ...]]):
    """Which sectors without a disc are taken, where own ships stand (ECL 9.13.3, 21.4.7)."""

    Answer = tuple[str, ...]
    verbs = ("claim", "take", "agree", "refuse", "hold", "done")
    rule = "ECL 9.13.3"

    def problems(self, v: View, answer: tuple[str, ...]) -> list[Problem]:
        open_ = claimable(v.table, self.seat)
        for number in answer:
            if number not in open_:
                words = _("You cannot place a disc in {where} now.", where=nouns.label(number))
                return no("cannot-claim", words, "9.13.3")
        if len(set(answer)) < len(answer):
            return no("named-twice", _("One disc for each sector."), "1.3.1")
        if len(answer) > me(v, self.seat).discs:
            return no("no-disc", _("You have {n} disc(s).", n=me(v, self.seat).discs), "9.13.3")
        return []

    def default(self, v: View) -> tuple[str, ...]:
        """Take sectors one after the other while a disc pays: each costs more than the one before
        (ECL 27.8 D9)."""
        open_ = claimable(v.table, self.seat)
        return tuple(n for k, n in enumerate(open_, start=1) if disc_pays(v, self.seat, k))

    def sample(self, v: View, rng: Random) -> tuple[str, ...]:
        open_ = claimable(v.table, self.seat)
        n = min(me(v, self.seat).discs, len(open_))
        least = 1 if disc_pays(v, self.seat) else 0
        return tuple(rng.sample(open_, rng.randint(least, max(least, n // 2))))

    def prompt(self, v: View) -> str:
        open_ = ", ".join(nouns.called(n) for n in claimable(v.table, self.seat))
        return _(
            "Place discs after combat in {where}? ({n} on the track)",
            where=open_,
            n=me(v, self.seat).discs,
        )

    def template(self, v: View) -> Sequence[str]:
        open_ = claimable(v.table, self.seat)
        return [*(f"CLAIM {nouns.label(n)}" for n in open_), "CLAIM nothing"]

    def forms(self, v: View) -> list[Form]:
        open_ = [(nouns.label(n), nouns.called(n)) for n in claimable(v.table, self.seat)]
        about = _("discs on the track: {n}", n=me(v, self.seat).discs)
        return [some_of("claim", _("Place discs"), "CLAIM", open_, "CLAIM nothing", about)]

    def write(self, v: View, answer: tuple[str, ...]) -> str:
        return f"CLAIM {nouns.join(nouns.label(n) for n in answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[str, ...]]:
        """Read the sectors of all lines; bare, or "yes", it means every sector asked about."""
        claimed: tuple[str, ...] = ()
        for line in lines:
            rest = reading.plainly(line.rest)
            if line.verb in ("agree", "refuse", "hold", "done"):
                reading.stands_alone(line, line.verb)
            if line.verb in ("refuse", "hold", "done"):
                continue
            if (
                line.verb == "agree"
                or not rest
                or reading.is_all(rest)
                or reading.is_all(line.rest)
            ):
                claimed += tuple(claimable(v.table, self.seat)[: me(v, self.seat).discs])
            elif not reading.is_nothing(rest):
                claimed += reading.named_in(rest, SECTOR_NAMES)
        return Reading(claimed, tuple(range(len(lines))))


def take_freed_discoveries(t: Table) -> Play[None]:
    """Give Draco, by table option, the tile of an own sector whose Ancients others have destroyed
    (ECL 25.7.3)."""
    if not t.table.house.draco_takes_discovery:
        return
    for number in sorted(t.table.hexes, key=int, reverse=True):
        sector = t.table.hexes[number]
        if sector.owner != NOBODY and sector.discovery and not guarded(sector):
            yield from discover(t.sub(f"freed@{number}"), sector.owner, number)


def claimable(table: Public, seat: int) -> list[str]:
    """Return the sectors a seat may take, highest number first (ECL 9.13.3, 9.13.4)."""
    player = table.players[seat]
    if player.status != "active" or not player.discs:
        return []
    found = [
        number
        for number, sector in table.hexes.items()
        if sector.owner == NOBODY
        and str(seat) in sector.ships
        and not bars_disc(table, seat, number)
    ]
    return sorted(found, key=int, reverse=True)


def lose_control(t: Table, number: str) -> Play[None]:
    """Take the disc of a sector back to the track if no population is left there (ECL 9.13.1)."""
    if cubes_in(t.table, number):
        return
    yield from lift_disc(t, number, "ECL 9.13.1", lost=True)


def claim_sectors(t: Table) -> Play[None]:
    """Ask all at once what they take; discs are laid highest number first (ECL 9.13.3)."""
    asked = [Claim(s) for s in range(len(t.table.players)) if claimable(t.table, s)]
    answers = yield from t.ask_all(asked, name="claims")
    claims = [(n, d.seat) for d, given in zip(asked, answers, strict=True) for n in given]
    for number, seat in sorted(claims, key=lambda c: int(c[0]), reverse=True):
        if t.table.players[seat].discs and not bars_disc(t.table, seat, number):
            yield from place_disc(t.sub(f"claim@{number}"), seat, number)
