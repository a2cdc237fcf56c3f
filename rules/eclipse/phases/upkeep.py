"""Upkeep (ECL 10): colony ships, the cost of influence, production."""

import re
from collections.abc import Sequence
from functools import partial
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.besides import NOTHING_MORE
from rules.eclipse.actions.turn import Colony
from rules.eclipse.facts import RESOURCES, SECTORS
from rules.eclipse.galaxy import owned
from rules.eclipse.leaving import check_elimination, collapse
from rules.eclipse.player.civilization import (
    balance,
    colonizable,
    colony_uses,
    cubes_in,
    default_colonies,
    income,
    me,
    species,
    trade_room,
    upkeep,
)
from rules.eclipse.player.colony_ships import (
    colonize,
    colony_fields,
    colony_problems,
    read_colonies,
    sample_colonies,
    write_colonies,
)
from rules.eclipse.player.discs import lift_disc
from rules.eclipse.player.trade import read_trade, trade, trade_problems, write_trade
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Public, Table, View
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group
from rules.kernel.patterns import parallel
from rules.kernel.table import Play
from rules.lexicon import OrderLine

_FROM = re.compile(r"^.*\b(?:from|z)\s", re.IGNORECASE)


class UpkeepColonies(Decision[tuple[Colony, ...]]):
    """Which squares to settle before the upkeep is paid (ECL 10.1.1)."""

    Answer = tuple[Colony, ...]
    verbs = ("colonize", "agree", *NOTHING_MORE)
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

    def forms(self, v: View) -> list[Form]:
        fields = colony_fields(v, self.seat)
        about = _("up to {n} colony ships", n=colony_uses(v.table, self.seat))
        groups, title = (Group("", fields),), _("Colony ships")
        line = ("COLONIZE {colonies}",)
        return [Form("colonize", title, line, groups, about, nothing="DONE")] if fields else []

    def write(self, v: View, answer: tuple[Colony, ...]) -> str:
        return write_colonies(answer) if answer else "DONE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[Colony, ...]]:
        colonies: tuple[Colony, ...] = ()
        notes: tuple[str, ...] = ()
        for line in lines:
            if line.verb != "colonize":
                reading.stands_alone(line, line.verb)
            if line.verb in ("colonize", "agree"):
                named = line.rest if line.verb == "colonize" else ""
                more, read_as = read_colonies(v.table, self.seat, named, colonies)
                colonies += more
                notes += read_as
        return Reading(colonies, tuple(range(len(lines))), notes)


class Remedy(Fixed):
    """One step out of a shortfall: lots of a resource traded for money, or a sector released."""

    give: str = ""
    lots: int = 0
    release: str = ""


class Settle(Decision[Remedy]):
    """How a player covers a shortfall; asked until the money suffices (ECL 10.1.3)."""

    Answer = Remedy
    verbs = ("trade", "release")
    ahead = True
    rule = "ECL 10.1.3"

    def problems(self, v: View, answer: Remedy) -> list[Problem]:
        if answer.release:
            if answer.lots or answer.give:
                words = _("Trade or release, one after the other.")
                return no("one-at-a-time", words, "10.1.3")
            sector = v.table.hexes.get(answer.release)
            if sector is None or sector.owner != self.seat:
                words = _("You have no disc in {where}.", where=nouns.label(answer.release))
                return no("not-yours", words, "10.1.5")
            return []
        return trade_problems(me(v, self.seat), answer.give, "money", answer.lots)

    def default(self, v: View) -> Remedy:
        """Trade the larger store if trading suffices, else release a sector (ECL 27.8 D11)."""
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
            return _("Release {where}", where=nouns.called(remedy.release))
        ratio = species(me(v, self.seat)).trade
        given = nouns.amount(remedy.lots * ratio, remedy.give)
        return _("Trade {given} for {got}", given=given, got=nouns.amount(remedy.lots, "money"))

    def prompt(self, v: View) -> str:
        return _(
            "You are {amount} short in upkeep: trade for money, or release sectors.",
            amount=nouns.amount(-balance(me(v, self.seat)), "money"),
        )

    def write(self, v: View, answer: Remedy) -> str:
        if answer.release:
            return f"RELEASE {nouns.label(answer.release)}"
        return write_trade(me(v, self.seat), answer.give, "money", answer.lots)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Remedy]:
        line = lines[0]
        if line.verb == "release":
            named = reading.pieces(line.rest)
            if len(named) > 1:
                words = _("Release one sector on a line, in the order they shall go.")
                return Reading(used=(0,), problems=tuple(no("one-at-a-time", words, "10.1.3")))
            place = _FROM.sub("", line.rest)
            return Reading(Remedy(release=reading.sector(place)), (0,))
        give, get, lots, notes = read_trade(me(v, self.seat), line.rest, usual="money")
        if get != "money":
            words = _("Only money helps here: trade for money.")
            return Reading(used=(0,), problems=(Problem("not-for-money", words, "ECL 10.1.3"),))
        return Reading(Remedy(give=give, lots=lots), (0,), notes)


def release_order(table: Public, seat: int) -> list[str]:
    """Sort sectors by what is given up first: fewest points, fewest cubes, lowest number; the home
    sector last (ECL 27.8 D11)."""
    home = str(species(table.players[seat]).home)
    return sorted(
        owned(table, seat),
        key=lambda n: (n == home, SECTORS[n].points, cubes_in(table, n), int(n)),
    )


def upkeep_phase(t: Table) -> Play[None]:
    """Let everybody pay at their own pace; whoever cannot pay leaves afterwards (ECL 20.4)."""
    playing = [s for s, p in enumerate(t.table.players) if p.status != "left"]
    broke: list[int] = []
    books = {s: partial(keep_books, seat=s, broke=broke) for s in playing}
    yield from parallel(t, "books", books)
    yield from collapse(t, sorted(broke))
    check_elimination(t)
    t.table.phase = "cleanup"


def keep_books(t: Table, seat: int, broke: list[int]) -> Play[None]:
    """Pay a player's upkeep; whoever cannot pay is noted in `broke` (ECL 20.7.11)."""
    if colonizable(t.table, seat):
        colonies = yield from t.ask(UpkeepColonies(seat))
        colonize(t, seat, colonies)
    while balance_due(t, seat):
        if not can_settle(t, seat):
            broke.append(seat)
            return
        remedy = yield from t.ask(Settle(seat))
        if remedy.release:
            yield from lift_disc(t, remedy.release, "ECL 10.1.4")
        else:
            trade(t, seat, remedy.give, "money", remedy.lots)
    pay(t, seat)


def balance_due(t: Table, seat: int) -> bool:
    """Return whether a player cannot pay for the discs off the track (ECL 10.1.3)."""
    return balance(t.table.players[seat]) < 0


def can_settle(t: Table, seat: int) -> bool:
    """Return whether a sector is left to release, or trading alone covers the rest (ECL 10.1.6)."""
    if owned(t.table, seat):
        return True
    player = t.table.players[seat]
    return sum(trade_room(player, r) for r in RESOURCES[1:]) >= -balance(player)


def pay(t: Table, seat: int) -> None:
    """Pay the upkeep and add the production of the round (ECL 10.1.2, 10.1.8)."""
    player = t.table.players[seat]
    earned, cost = income(player, "money"), upkeep(player)
    science, materials = income(player, "science"), income(player, "materials")
    player.storage = [
        player.storage[0] + earned - cost,
        player.storage[1] + science,
        player.storage[2] + materials,
    ]
    cite = ("ECL 10.1.2", "ECL 10.1.8")
    t.tell(ev.UpkeepPaid(seat, earned, cost, science, materials), cite=cite)
