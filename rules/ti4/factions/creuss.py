"""The Ghosts of Creuss."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4 import galaxy, nouns
from rules.ti4.combat.strikes import Aim, aims, foe_of, strike, sustain_or_lose
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.choices import Choose
from rules.ti4.components.registry import register
from rules.ti4.galaxy import home_of, is_home
from rules.ti4.state import Public, Table, View
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.targets import Composite, Target, as_target

KINDS = ("alpha", "beta")


@register
class QuantumEntanglement(Ability):
    """All systems with an alpha or beta wormhole are adjacent for the Ghosts, always."""

    id = "quantum_entanglement"

    def merges_wormholes(self, table: Public, seat: int) -> bool:
        return True

    def keeps_wormholes(self, table: Public, seat: int) -> bool:
        return True


@register
class Slipstream(Ability):
    """+1 move out of the home system and out of alpha and beta wormholes."""

    id = "slipstream"

    def move(self, table: Public, seat: int, unit: str, origin: str) -> int:
        if origin == home_of(table, seat):
            return 1
        holes = galaxy.wormholes(table)
        return 1 if any((origin, kind) in holes for kind in KINDS) else 0


@register
class CreussGate(Ability):
    """The gate lies in the home position, the home beside the board: done at set-up."""

    id = "creuss_gate"


@register
class HilColish(Flagship):
    """Its system has a delta wormhole; it moves before or after the other ships."""

    id = "hil_colish"

    def wormholes(self, table: Public, seat: int) -> list[tuple[str, str]]:
        tile = self.where(table, seat)
        return [(tile, "delta")] if tile else []

    def moves_apart(self, table: Public, seat: int) -> bool:
        return bool(self.where(table, seat))


@register
class DimensionalSplicer(Technology):
    """A hit on a ship of choice when a space combat begins beside a wormhole."""

    id = "dimensional_splicer"
    windows = (w.START_OF_SPACE_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        foe = foe_of(table, seat)
        holed = any(tile == about for tile, _ in galaxy.wormholes(table))
        return foe >= 0 and holed and bool(aims(table, about, foe))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return aims(v.table, about, foe_of(v.table, seat))

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return sustain_or_lose(v, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        yield from strike(t, self.kind, self.id, foe_of(t.table, seat), Aim.read(on), seat)


class HoleIn(Composite):
    """A wormhole token, and the system it is put into."""

    kind: str
    tile: str


def token_places(v: View, seat: int) -> Targets:
    """Return the systems into which a Creuss wormhole token may go."""
    table = v.table
    places = [
        tile
        for tile in galaxy.tiles(table)
        if fleets.controlled_in(table, tile, seat)
        or (not is_home(tile) and not fleets.enemies_in(table, tile, seat))
    ]
    return {
        HoleIn(kind, tile).target: f"{nouns.word(kind)} {tile}"
        for kind in KINDS
        for tile in places
        if kind not in table.wormholes.get(tile, ())
    }


def put_token(t: Table, seat: int, on: Target) -> None:
    hole = HoleIn.read(on)
    kind, tile = hole.kind, hole.tile
    for place in list(t.table.wormholes):
        left = [k for k in t.table.wormholes[place] if k != kind]
        if left:
            t.table.wormholes[place] = left
        else:
            del t.table.wormholes[place]
    t.table.wormholes[tile] = sorted([*t.table.wormholes.get(tile, []), kind])
    t.tell(ev.WormholeMoved(seat, tile, kind), cite="TI4 71")


@register
class WormholeGenerator(Technology):
    """A wormhole token is placed or moved when the status phase begins."""

    id = "wormhole_generator"
    triggers = (w.STATUS_PHASE_START,)

    def choices(self, v: View, seat: int, step: str) -> Targets:
        return token_places(v, seat)

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        on = yield from t.ask(Choose(seat, self.kind, self.id, "token"))
        if on:
            put_token(t, seat, as_target(on))


@register
class CreussIff(Note):
    """The holder places or moves a wormhole token when their turn begins."""

    id = "creuss_iff"
    windows = (w.TURN_START,)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return token_places(v, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        put_token(t, seat, on)
