"""The questions of the upkeep phase (ECL 10)."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import words
from rules.eclipse.civilization import balance, cubes_in, default_colonies, species, trade_room
from rules.eclipse.facts import RESOURCES, SECTORS
from rules.eclipse.galaxy import owned
from rules.eclipse.speech import _
from rules.eclipse.state import Public
from rules.eclipse.turns.base import Colony, me, no
from rules.eclipse.turns.free import (
    colony_problems,
    read_colonies,
    read_trade,
    sample_colonies,
    trade_problems,
    write_colonies,
    write_trade,
)
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.views import View
from rules.lexicon import OrderLine

_FROM = re.compile(r"^.*\b(?:from|z)\s", re.IGNORECASE)


class UpkeepColonies(Decision[tuple[Colony, ...]]):
    """ECL 10.1.1"""

    Answer = tuple[Colony, ...]
    verbs = ("colonize", "done")
    rule = "ECL 10.1.1"

    def problems(self, v: View, answer: tuple[Colony, ...]) -> list[Problem]:
        return colony_problems(v.table, self.seat, answer)

    def default(self, v: View) -> tuple[Colony, ...]:
        return tuple(Colony(*c) for c in default_colonies(v.table, self.seat))

    def sample(self, v: View, rng: Random) -> tuple[Colony, ...]:
        return sample_colonies(v.table, self.seat, rng)

    def prompt(self, v: View) -> str:
        return _("Upkeep: use your {n} colony ship(s) first?", n=me(v, self.seat).colony)

    def template(self, v: View) -> Sequence[str]:
        return list(dict.fromkeys([self.write(v, self.default(v)), "DONE"]))

    def write(self, v: View, answer: tuple[Colony, ...]) -> str:
        return write_colonies(answer) if answer else "DONE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[Colony, ...]]:
        colonies: tuple[Colony, ...] = ()
        for line in lines:
            if line.verb == "colonize":
                colonies += read_colonies(v.table, self.seat, line.rest)
        return Reading(colonies, tuple(range(len(lines))))


class Remedy(Fixed):
    """One step out of a shortfall: lots of a resource traded for money, or a sector released."""

    give: str = ""
    lots: int = 0
    release: str = ""


class Settle(Decision[Remedy]):
    """ECL 10.1.3: asked until the money suffices."""

    Answer = Remedy
    verbs = ("trade", "release")
    rule = "ECL 10.1.3"

    def problems(self, v: View, answer: Remedy) -> list[Problem]:
        if answer.release:
            if answer.lots or answer.give:
                words_ = _("Trade or release, one after the other.")
                return no("one-at-a-time", words_, "10.1.3")
            sector = v.table.hexes.get(answer.release)
            if sector is None or sector.owner != self.seat:
                words_ = _("You have no disc in {where}.", where=words.label(answer.release))
                return no("not-yours", words_, "10.1.5")
            return []
        return trade_problems(me(v, self.seat), answer.give, "money", answer.lots)

    def default(self, v: View) -> Remedy:
        """ECL 27.8 D11"""
        player = me(v, self.seat)
        lots = {r: trade_room(player, r) for r in RESOURCES[1:]}
        if sum(lots.values()) >= -balance(player):
            give = max(lots, key=lambda r: (player.storage[RESOURCES.index(r)], r == "science"))
            return Remedy(give=give, lots=1)
        return Remedy(release=release_order(v.table, self.seat)[0])

    def sample(self, v: View, rng: Random) -> Remedy:
        return rng.choice(self.options(v)).answer

    def options(self, v: View) -> list[Option[Remedy]]:
        player = me(v, self.seat)
        trades = [
            Remedy(give=r, lots=lots)
            for r in RESOURCES[1:]
            for lots in range(1, min(trade_room(player, r), -balance(player)) + 1)
        ]
        releases = [Remedy(release=n) for n in release_order(v.table, self.seat)]
        return [Option(self._words(v, r), r, self.write(v, r)) for r in (*trades, *releases)]

    def _words(self, v: View, remedy: Remedy) -> str:
        if remedy.release:
            return _("Release {where}", where=words.called(remedy.release))
        ratio = species(me(v, self.seat)).trade
        given = words.amount(remedy.lots * ratio, remedy.give)
        return _("Trade {given} for {got}", given=given, got=words.amount(remedy.lots, "money"))

    def prompt(self, v: View) -> str:
        return _(
            "You are {amount} short in upkeep: trade for money, or release sectors.",
            amount=words.amount(-balance(me(v, self.seat)), "money"),
        )

    def write(self, v: View, answer: Remedy) -> str:
        if answer.release:
            return f"RELEASE {words.label(answer.release)}"
        return write_trade(me(v, self.seat), answer.give, "money", answer.lots)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Remedy]:
        line = lines[0]
        if line.verb == "release":
            named = words.pieces(line.rest)
            if len(named) > 1:
                words_ = _("Release one sector on a line, in the order they shall go.")
                return Reading(used=(0,), problems=tuple(no("one-at-a-time", words_, "10.1.3")))
            place = _FROM.sub("", line.rest)
            return Reading(Remedy(release=words.sector(place)), (0,))
        give, get, lots, notes = read_trade(me(v, self.seat), line.rest, usual="money")
        if get != "money":
            words_ = _("Only money helps here: trade for money.")
            return Reading(used=(0,), problems=(Problem("not-for-money", words_, "ECL 10.1.3"),))
        return Reading(Remedy(give=give, lots=lots), (0,), notes)


def release_order(table: Public, seat: int) -> list[str]:
    """ECL 27.8 D11: fewest points, fewest cubes, lowest number; the home sector last."""
    home = str(species(table.players[seat]).home)
    return sorted(
        owned(table, seat),
        key=lambda n: (n == home, SECTORS[n].points, cubes_in(table, n), int(n)),
    )
