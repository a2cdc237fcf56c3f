"""The Universities of Jol-Nar."""

from rules.kernel.table import Play
from rules.ti4 import economy
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.registry import register
from rules.ti4.facts import TECHNOLOGIES
from rules.ti4.galaxy import tile_of
from rules.ti4.state import Battle, Mark, Public, Table, Until
from rules.ti4.technology import deck, gain_technology
from rules.ti4.units import fleets
from rules.toolbox.targets import Target


@register
class Fragile(Ability):
    """-1 to combat rolls."""

    id = "fragile"

    def combat(self, table: Public, seat: int, unit: str, battle: Battle) -> int:
        return -1


@register
class Analytical(Ability):
    """One prerequisite may be ignored, but not of a unit upgrade."""

    id = "analytical"

    def ignored_needs(self, table: Public, seat: int, tech: str) -> int:
        return 0 if TECHNOLOGIES[tech].unit else 1


@register
class Hylarim(Flagship):
    """A natural 9 or 10 of its own adds two hits."""

    id = "jns_hylarim"

    def extra_hits(self, table: Public, seat: int, unit: str, battle: Battle, die: int) -> int:
        return 2 if unit == "flagship" and die >= 9 else 0


@register
class Brilliant(Ability):
    """The secondary of Technology is resolved as its primary."""

    id = "brilliant"

    def primary_as_secondary(self, table: Public, seat: int, card: str) -> bool:
        return card == "technology"


@register
class SpacialConduitCylinder(Technology):
    """Exhaust: the active system, with own units, touches every system with own units."""

    id = "spacial_conduit_cylinder"
    windows = (w.AFTER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return fleets.has_units_in(table, about, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, self.id, seat, Until.TACTICAL, about)

    def links(self, table: Public, seat: int) -> list[tuple[str, str]]:
        hub = [e.on for e in table.effects if e.id == self.id and e.seat == seat and e.on]
        mine = sorted({tile_of(place) for place, _ in fleets.places_of(table, seat)})
        return [(tile, other) for tile in hub for other in mine if other != tile]


@register
class EResSiphons(Technology):
    """Four trade goods when another player activates a system with ships of the owner."""

    id = "e_res_siphons"
    triggers = (w.AFTER_OTHER_ACTIVATION,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return bool(fleets.ships(fleets.at(table, about, seat)))

    def trigger(self, t: Table, seat: int, window: str, about: Target) -> Play[None]:
        if self.fits(t.table, seat, window, about):
            yield from economy.gain_goods(t, seat, 4)


@register
class ResearchAgreement(Note):
    """After Jol-Nar researches a common technology the holder gains it too."""

    id = "research_agreement"
    windows = (w.AFTER_RESEARCH,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        owner = self.owner(table)
        mine = any(
            e.id == Mark.RESEARCHER and e.seat == owner and e.on == about for e in table.effects
        )
        return mine and not TECHNOLOGIES[about].faction and about in deck(table, seat)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        gain_technology(t, seat, about)
