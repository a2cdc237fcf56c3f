"""The Mentak Coalition."""

from itertools import combinations

from rules.kernel.table import Play
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.combat.dice import SIDES
from rules.ti4.combat.hits import take_hits
from rules.ti4.combat.strikes import foe_of
from rules.ti4.components import modifiers
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import SHIPS
from rules.ti4.interjections import neighbours
from rules.ti4.speech import _
from rules.ti4.state import NoteId, Public, Table, View
from rules.ti4.tactical.production import Purchase, purchase
from rules.ti4.units import fleets
from rules.ti4.versions import WHAT_DICE_NEEDED
from rules.toolbox.components import Targets
from rules.toolbox.targets import Target, ids_of, listed, seat_of

AMBUSHERS = 2


@register
class Ambush(Ability):
    """One or two cruisers or destroyers fire when a space combat begins; usually the best two."""

    id = "ambush"
    windows = (w.START_OF_SPACE_COMBAT,)

    def _ships(self, table: Public, seat: int) -> list[str]:
        here = fleets.at(table, table.battle_now.tile, seat)
        sheet = modifiers.sheet(table, seat)
        ships = [u for u in ("cruiser", "destroyer") for _ in range(here.get(u, 0))]
        return sorted(ships, key=lambda u: sheet[u].combat or (11, 0))

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return foe_of(table, seat) >= 0 and bool(self._ships(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        ships = self._ships(v.table, seat)
        crews = [c for n in range(AMBUSHERS, 0, -1) for c in combinations(ships, n)]
        return {listed(crew): _(" and ").join(map(nouns.unit, crew)) for crew in crews}

    def usual(self, v: View, seat: int, window: str, about: Target) -> str:
        return listed(self._ships(v.table, seat)[:AMBUSHERS])

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        foe = foe_of(t.table, seat)
        ships = ids_of(on)
        values = t.roll("ambush", len(ships))
        hits = 0
        needed = []
        for unit, value in zip(ships, values, strict=True):
            printed = modifiers.stats(t.table, seat, unit).combat
            hits += printed is not None and value >= printed.hits_on
            needed.append(printed.hits_on if printed is not None else SIDES + 1)
        told = needed if t.rules >= WHAT_DICE_NEEDED else []
        t.tell(ev.Fired(seat, foe, "Ambush", values, hits, told), cite="TI4 83.21")
        yield from take_hits(t, t.table.battle_now.tile, self.id, {foe: hits}, {foe: seat})


@register
class Pillage(Ability):
    """A good or commodity of a neighbour who has three goods and just gained or traded."""

    id = "pillage"
    windows = (w.AFTER_NEIGHBOR_TRADE,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        other = seat_of(about)
        protected = any(
            NoteId.read(note).note == "promise_of_protection" for note in _open(table, other)
        )
        if other == seat or protected or table.sides[other].goods < 3:
            return False
        return neighbours(table, seat, other)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        goods = {"goods": _("trade good")}
        has = v.table.sides[seat_of(about)].commodities
        return {**goods, "commodities": _("commodity")} if has else goods

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        other = t.table.sides[seat_of(about)]
        setattr(other, on, getattr(other, on) - 1)
        t.table.sides[seat].goods += 1
        t.tell(ev.GoodsTaken(seat, seat_of(about), 1), cite="TI4 83.21")


def _open(table: Public, seat: int) -> list[str]:
    return list(table.sides[seat].in_play)


@register
class FourthMoon(Flagship):
    """Other players' ships in its system cannot sustain damage."""

    id = "fourth_moon"

    def denies_sustain(self, table: Public, seat: int, other: int, tile: str) -> bool:
        return self.where(table, seat) == tile


@register
class MirrorComputing(Technology):
    """A trade good is worth two."""

    id = "mirror_computing"

    def goods_worth(self, table: Public, seat: int) -> int:
        return 1


@register
class SalvageOperations(Technology):
    """A good after a space combat won or lost; the winner may produce a ship of those lost."""

    id = "salvage_operations"
    triggers = (w.AFTER_SPACE_COMBAT_ENDED,)
    windows = (w.AFTER_SPACE_COMBAT_WON,)

    def _kinds(self, table: Public) -> list[str]:
        lost = table.battle.lost.values() if table.battle is not None else ()
        return [u for u in SHIPS if any(counts.get(u) for counts in lost)]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self._kinds(table))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        tile, only = t.table.battle_now.tile, self._kinds(t.table)
        bought = Purchase(seat, tile, card=self.id, places=[tile], most=1, only=only)
        yield from purchase(t, bought)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        yield from economy.gain_goods(t, seat, 1)


@register
class PromiseOfProtection(Note):
    """Laid open: Mentak does not pillage the holder."""

    id = "promise_of_protection"
    windows = (w.ACTION,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        """Do nothing: the note lies in the play area."""
