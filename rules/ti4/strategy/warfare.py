"""Warfare (TI4 76, H-8, H-35, H-85)."""

from collections.abc import Sequence
from random import Random

from rules.imperium import counters
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import STRATEGY_CARDS, TILES
from rules.ti4.galaxy import home_of
from rules.ti4.reading import find_tile, read_pools
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, Until, View
from rules.ti4.strategy.base import (
    Pools,
    Secondary,
    pool_fields,
    pools_total,
    set_pools,
    sheet_of,
    token_words,
)
from rules.ti4.tactical.production import (
    Produce,
    Production,
    make,
    producers,
    tell_produced,
    within_limits,
)
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce
from rules.ti4.versions import ABILITIES_BEFORE_SECONDARY, SECONDARY_PRODUCES
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.targets import as_target


class Campaign(Fixed):
    """The token lifted off the board, and how the sheet lies afterwards."""

    lift: str
    pools: Pools


class LiftToken(Decision[Campaign]):
    """The choice of the token that leaves the board, and of how the pools stand afterwards
    (TI4 76.1, 76.2, D-35)."""

    Answer = Campaign
    part_of_turn = True
    verbs = ("lift", "pools")
    clock = "turn"
    rule = "TI4 76.1"

    def _tokens(self, v: View) -> list[str]:
        return sorted(counters.of_seat(v.table.tokens, self.seat), key=int)

    def _plain(self, v: View, lift: str) -> Campaign:
        """Return the campaign without redistribution: the lifted token goes to the tactic pool."""
        now = sheet_of(v.table, self.seat)
        return Campaign(lift, Pools(now["tactic"] + bool(lift), now["fleet"], now["strategy"]))

    def problems(self, v: View, answer: Campaign) -> list[Problem]:
        tokens = self._tokens(v)
        if answer.lift not in tokens and (tokens or answer.lift):
            there = ", ".join(tokens) or _("nowhere")
            return [Problem("no-token", _("Your tokens are in: {tiles}.", tiles=there), "TI4 76.1")]
        pools = answer.pools
        total = economy.on_sheet(v.table, self.seat) + bool(answer.lift)
        parts = (pools.tactic, pools.fleet, pools.strategy)
        if min(parts) < 0 or sum(parts) != total:
            return [Problem("wrong-number", _("You have {n} tokens.", n=total), "TI4 76.2")]
        added = pools.fleet - v.table.sides[self.seat].fleet
        return economy.pool_problems(v.table, self.seat, added)

    def default(self, v: View) -> Campaign:
        tokens = self._tokens(v)
        return self._plain(v, tokens[-1] if tokens else "")

    def sample(self, v: View, rng: Random) -> Campaign:
        tokens = self._tokens(v)
        return self._plain(v, rng.choice(tokens) if tokens else "")

    def prompt(self, v: View) -> str:
        return _("Take one of your command tokens off the board, and redistribute your tokens.")

    def template(self, v: View) -> Sequence[str]:
        return self.write(v, self.default(v)).split("\n")

    def forms(self, v: View) -> list[Form]:
        start = self.default(v)
        tiles = tuple((x, _("Tile {tile}", tile=x)) for x in self._tokens(v))
        lift = Pick("lift", _("Token"), tiles or (("nothing", _("nothing")),), start.lift)
        pools = start.pools
        lying = {"tactic": pools.tactic, "fleet": pools.fleet, "strategy": pools.strategy}
        total = sum(lying.values())
        groups = (
            Group("", (lift,)),
            Group(_("Command tokens"), pool_fields(total, lying, zero=True)),
        )
        lines, totals = ("LIFT {lift}", "POOLS {pools}"), (pools_total(total),)
        return [Form("lift", _("Take a token off the board"), lines, groups, "", totals)]

    def write(self, v: View, answer: Campaign) -> str:
        pools = answer.pools
        lift = f"LIFT {answer.lift or 'nothing'}"
        return (
            f"{lift}\nPOOLS {pools.tactic} tactic, {pools.fleet} fleet, {pools.strategy} strategy"
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Campaign]:
        lift, pools = "", None
        for line in lines:
            if line.verb == "lift":
                nothing = line.rest.strip().lower() in ("", *NOTHING_WORDS)
                lift = "" if nothing else find_tile(v, self.seat, line.rest).id
            else:
                got = read_pools(line.rest)
                pools = Pools(got.get("tactic", 0), got.get("fleet", 0), got.get("strategy", 0))
        plain = self._plain(v, lift)
        used = tuple(range(len(lines)))
        return Reading(Campaign(lift, pools) if pools is not None else plain, used)


class WarfareSecondary(Produce, Secondary[Production]):
    """The production of one space dock in the home system (TI4 76.3, H-85)."""

    verbs = ("produce", "build", "recall", "skip", "follow")
    clock = "secondary"
    rule = "TI4 76.3"

    def strategy_card(self) -> str:
        return STRATEGY_CARDS["warfare"].name

    def skips(self, answer: Production) -> bool:
        return not answer.builds

    def limits(self, v: View) -> dict[str, int]:
        return docks(v.table, self.seat)

    def problems(self, v: View, answer: Production) -> list[Problem]:
        if not answer.builds and not answer.recall:
            return []
        if len({build.place for build in answer.builds}) > 1:
            return [Problem("one-dock", _("Only one space dock produces."), "TI4 76.3")]
        for build in answer.builds:
            cap = modifiers.production_cap(v.table, self.seat, build.place, "infantry")
            if cap is not None and build.units.get("infantry"):
                return [Problem("production-limit", _("Your docks make no infantry."), "TI4 GR-3")]
        return self.unpaid(v, "warfare") or super().problems(v, answer)

    def sample(self, v: View, rng: Random) -> Production:
        answer = super().sample(v, rng)
        return Production() if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        return f"{super().prompt(v)} {token_words(v.table, self.seat, 'warfare')}"

    def write(self, v: View, answer: Production) -> str:
        return super().write(v, answer) if answer.builds else "SKIP"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Production]:
        if lines[-1].verb == "skip":
            return Reading(Production(), (len(lines) - 1,))
        return super().read_orders(v, lines)


def docks(table: Public, seat: int) -> dict[str, int]:
    """Return the places in the home system with a space dock, and the limits of the docks alone."""
    home = home_of(table, seat)
    limits = producers(table, seat, home)
    infantry = modifiers.sheet(table, seat)["infantry"].production
    found = {}
    for place in (home, *TILES[home].planets):
        here = fleets.at(table, place, seat)
        if place in limits and here.get("space_dock"):
            found[place] = limits[place] - infantry * here.get("infantry", 0)
    return found


def primary(t: Table, seat: int) -> Play[None]:
    """Lift a token off the board and redistribute the pools (TI4 76.1, 76.2)."""
    answer = yield from t.ask(LiftToken(seat))
    if answer.lift:
        economy.lift_token(t, seat, answer.lift)
        t.tell(ev.TokenLifted(seat, answer.lift), cite="TI4 76.1")
    set_pools(t, seat, answer.pools)
    yield from enforce(t, (seat,))


def question(table: Public, seat: int) -> WarfareSecondary | None:
    return WarfareSecondary(seat, home_of(table, seat)) if docks(table, seat) else None


def abilities(t: Table, seat: int) -> Play[None]:
    """Open the moment "when Production is used" before the secondary is answered and paid for."""
    if t.rules >= ABILITIES_BEFORE_SECONDARY:
        yield from timing.reactions(
            t, w.WHEN_PRODUCTION_USED, as_target(home_of(t.table, seat)), (seat,)
        )


def not_followed(t: Table, seat: int) -> None:
    """Ready the things used for a Production that did not happen."""
    side = t.table.sides[seat]
    for component in timing.MOMENTS.users_of(w.WHEN_PRODUCTION_USED):
        if component.id in side.exhausted and _in_use(t.table, seat):
            side.exhausted.remove(component.id)
            t.tell(ev.Readied(seat, [component.id]), cite="TI4 76.3")
    _end_production(t.table, seat)


def _in_use(table: Public, seat: int) -> bool:
    return any(e.until == Until.PRODUCTION and e.seat == seat for e in table.effects)


def _end_production(table: Public, seat: int) -> None:
    """End the effects that last for this seat's production; others may still be about to
    produce."""
    kept = (e for e in table.effects if e.until != Until.PRODUCTION or e.seat != seat)
    table.effects = list(kept)


def secondary(t: Table, seat: int, answer: Production) -> Play[None]:
    """Produce at home; the token is not placed (76.3a) (TI4 76.3)."""
    home = home_of(t.table, seat)
    if t.rules >= ABILITIES_BEFORE_SECONDARY:
        yield from timing.triggers(t, w.WHEN_PRODUCTION_USED, as_target(home), (seat,))
    else:
        yield from timing.moment(t, w.WHEN_PRODUCTION_USED, as_target(home), (seat,))
    make(t, seat, home, answer)
    if t.rules >= SECONDARY_PRODUCES:
        tell_produced(t, seat, answer)
    _end_production(t.table, seat)
    yield from timing.moment(t, w.AFTER_PRODUCTION_USED, as_target(home), (seat,))
    yield from within_limits(t, seat, home, answer)
