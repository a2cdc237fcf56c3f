"""Trade of one resource for another (ECL 5.6)."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Turn, TurnOrder
from rules.eclipse.facts import RESOURCES
from rules.eclipse.names import RESOURCE_NAMES
from rules.eclipse.player.civilization import kind_index, me, species, trade_room
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Player, Table, View
from rules.kernel.decisions import Problem
from rules.kernel.forms import Form, Group, Pick
from rules.lexicon import BadCount, MissingPart, Slots, read_counted, read_slots

TRADE = "TRADE 4 materials FOR money"
_TRADE = Slots(("",), ("for", "into", "to"), TRADE)
_NUMBER = re.compile(r"\d")


def trade_problems(player: Player, give: str, get: str, lots: int) -> list[Problem]:
    """Say why this trade cannot be made (ECL 21.3.2)."""
    if give not in RESOURCES or get not in RESOURCES or give == get:
        words = _("Trade one resource for another, as in: {example}.", example=TRADE)
        return no("no-trade", words, "5.6.1")
    if lots < 1:
        return no("no-trade", _("Give at least {n} units.", n=species(player).trade), "5.6.1")
    if lots > trade_room(player, give):
        had = nouns.amount(player.storage[kind_index(give)], give)
        words = _("You have {had} and give {n} for 1.", had=had, n=species(player).trade)
        return no("not-enough-resources", words, "5.6.1")
    return []


def read_trade(player: Player, text: str, usual: str = "") -> tuple[str, str, int, tuple[str, ...]]:
    """Return what is given, what is got, and how many lots; `usual`: what is got if no word is said
    of it."""
    parts = read_slots(text, _TRADE, RESOURCE_NAMES)
    wanted = parts.get("for") or parts.get("into") or parts.get("to") or usual
    if not wanted:
        raise MissingPart(_("Say what for, for example: {example}", example=TRADE))
    given = read_counted(parts[""], RESOURCE_NAMES, allow_all=reading.says_all(parts[""]))
    got = read_counted(wanted, RESOURCE_NAMES)
    if len(given.counts) != 1 or len(got.counts) != 1:
        raise BadCount(
            _("Trade one resource for one other on a line, for example: {example}", example=TRADE)
        )
    (give, units), (get, lots) = *given.counts.items(), *got.counts.items()
    ratio = species(player).trade
    units = min(units, player.storage[kind_index(give)] // ratio * ratio) if units > 999 else units
    told = _NUMBER.search(wanted)
    if told and units == 1 and not _NUMBER.search(parts[""]):
        units = lots * ratio
    if units % ratio or (told and lots * ratio != units):
        raise BadCount(
            _(
                "You trade {n} for 1, so that {units} would bring {lots}: for example {example}",
                n=ratio,
                units=units,
                lots=units // ratio,
                example=write_trade(player, give, get, max(1, units // ratio)),
            )
        )
    return give, get, units // ratio, reading.notes(*given.read_as, *got.read_as)


def write_trade(player: Player, give: str, get: str, lots: int) -> str:
    return f"TRADE {lots * species(player).trade} {give} FOR {get}"


def trade_forms(player: Player) -> list[Form]:
    """Return the form to trade one resource for another."""
    each = species(player).trade
    give = tuple(
        (f"{lots * each} {r}", nouns.amount(lots * each, r))
        for r in RESOURCES
        for lots in range(1, trade_room(player, r) + 1)
    )
    if not give:
        return []
    get = tuple((r, nouns.noun(r)) for r in RESOURCES)
    fields = (Pick("give", _("Give"), give), Pick("get", _("Get"), get))
    about = _("{n} for one", n=each)
    return [Form("trade", _("Trade"), ("TRADE {give} FOR {get}",), (Group("", fields),), about)]


class Trade(TurnOrder):
    verb = "trade"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        return trade_problems(me(v, seat), turn.give, turn.get, turn.lots)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        give, get, lots, notes = read_trade(me(v, seat), rest)
        return Turn("trade", give=give, get=get, lots=lots), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        return write_trade(me(v, seat), turn.give, turn.get, turn.lots)

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        found = trade_forms(me(v, seat))
        return found[0] if found else None

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        give, get = rng.sample(RESOURCES, 2)
        if not trade_room(me(v, seat), give):
            return None
        return Turn("trade", give=give, get=get, lots=1)

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        player = me(v, seat)
        give = max(RESOURCES, key=lambda r: player.storage[kind_index(r)])
        if not trade_room(player, give):
            return []
        get = min(RESOURCES, key=lambda r: player.storage[kind_index(r)])
        return [write_trade(player, give, get, 1)]


def trade(t: Table, seat: int, give: str, get: str, lots: int) -> None:
    """Exchange lots of one resource for units of another (ECL 5.6.1)."""
    player = t.table.players[seat]
    given = lots * species(player).trade
    player.storage[kind_index(give)] -= given
    player.storage[kind_index(get)] += lots
    t.tell(ev.Traded(seat, give, given, get, lots), cite="ECL 5.6.1")
