"""The Naalu Collective."""

from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4 import events as ev
from rules.ti4.combat.retreat import move_fleet
from rules.ti4.components import modifiers
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS, TILES
from rules.ti4.galaxy import adjacent
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.tactical.invasion import landing_places
from rules.ti4.tactical.paths import CLOSED
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce_in
from rules.toolbox.components import Targets
from rules.toolbox.targets import Several, Target, player

GIFT = ":gift_of_prescience"


@register
class Telepathic(Ability):
    """First in initiative order, unless the token lies with somebody else."""

    id = "telepathic"

    def initiative(self, table: Public, seat: int) -> int | None:
        given = any(note.endswith(GIFT) for side in table.sides for note in side.in_play)
        return None if given else 0


@register
class Foresight(Ability):
    """Ships leave a system others have moved into, for a strategy token placed next door."""

    id = "foresight"
    windows = (w.AFTER_SHIPS_MOVED_IN,)

    def _refuges(self, table: Public, seat: int, tile: str) -> list[str]:
        return [
            other
            for other in adjacent(table, tile, seat)
            if not fleets.enemies_in(table, other, seat)
            and all(
                modifiers.enters(table, seat, kind)
                for kind in TILES[other].anomalies
                if kind in CLOSED
            )
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        here = fleets.ships(fleets.at(table, about, seat))
        ready = bool(here) and table.sides[seat].strategy > 0
        return ready and bool(self._refuges(table, seat, about))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {tile: ev.title(tile) for tile in self._refuges(v.table, seat, about)}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        economy.place_token(t, seat, on, "strategy")
        yield from move_fleet(t, seat, about, on)
        t.tell(ev.Moved(seat, about, on, dict(fleets.at(t.table, on, seat))), cite="TI4 83.21")
        yield from enforce_in(t, on, seat)


@register
class Matriarch(Flagship):
    """Fighters in its system may be committed to planets; they return before control."""

    id = "matriarch"
    windows = (w.INVASION_COMMIT,)
    once_a_window = False

    def lands(self, table: Public, seat: int, tile: str) -> tuple[str, ...]:
        here = self.where(table, seat) == tile and fleets.at(table, tile, seat).get("fighter")
        return ("fighter",) if here else ()

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(self.lands(table, seat, about))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        most = fleets.at(v.table, about, seat).get("fighter", 0)
        return {
            Several.of(n, planet).target: _(
                "{fighters} for {planet}",
                fighters=_.several("{n} fighters", "{n} fighters", n),
                planet=PLANETS[planet].name,
            )
            for planet in landing_places(v.table, about)
            for n in range(1, most + 1)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        landing = Several.read(on)
        n, planet = landing.n, landing.id
        fleets.move(t.table, about, planet, seat, "fighter", n)
        committed = t.table.active_now.committed.setdefault(planet, {})
        committed["fighter"] = committed.get("fighter", 0) + n
        t.tell(ev.Landed(seat, planet, {"fighter": n}), cite="TI4 25.2")


@register
class Neuroglaive(Technology):
    """A fleet token lost by a player who activates a system with ships of the owner."""

    id = "neuroglaive"
    triggers = (w.AFTER_OTHER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        ships = fleets.ships(fleets.at(table, about, seat))
        return bool(ships) and table.sides[table.active_now.seat].fleet > 0

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> None:
        active = t.table.active_now.seat
        if self.fits(t.table, seat, window, about):
            economy.spend_token(t, active, "fleet")
            t.tell(ev.AbilityUsed(seat, self.id, player(active)), cite="TI4 66")


@register
class GiftOfPrescience(Note):
    """Laid open: the holder is first in initiative order for the round, Naalu is not."""

    id = "gift_of_prescience"
    windows = (w.STRATEGY_PHASE_END,)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        """Do nothing: the note lies in the play area."""

    def initiative(self, table: Public, seat: int) -> int | None:
        return 0
