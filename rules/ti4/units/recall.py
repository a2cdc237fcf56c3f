"""Own units taken off the board where reinforcements are empty (TI4 12.4a, 41.4a, 48.5a, H-64).

`RECALL 1 cruiser FROM 27` stands beside PRODUCE or BUILD; what is recalled is made at once.
"""

from collections.abc import Mapping, Sequence

from rules.kernel.decisions import Problem
from rules.kernel.forms import Count, Group, fixed
from rules.lexicon import OrderLine, Slots, read_counted, read_slots, write_counted
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.galaxy import tile_of
from rules.ti4.names import PLACE_NAMES, UNITS
from rules.ti4.speech import _
from rules.ti4.state import Public, Table
from rules.ti4.units import fleets
from rules.toolbox.stock import ByPlace, Counts

_SLOTS = Slots(("", "from"), (), "RECALL 1 cruiser FROM 27")


def spare(table: Public, seat: int, unit: str, marked: str = "") -> list[str]:
    """Return the places from which a unit may be taken off the board: systems without an own
    command token, and not the one `marked` by a token that is being placed (H-30)."""
    return [
        place
        for place, counts in fleets.places_of(table, seat)
        if counts.get(unit)
        and tile_of(place) != marked
        and not economy.has_token(table, tile_of(place), seat)
    ]


def obtainable(table: Public, seat: int, unit: str) -> bool:
    return fleets.reinforcements(table, seat, unit) > 0 or bool(spare(table, seat, unit))


def problems(
    table: Public, seat: int, wanted: Mapping[str, int], recalled: ByPlace, marked: str = ""
) -> list[Problem]:
    """Return why these units cannot be had: from reinforcements first, the rest off the board."""
    taken: Counts = {}
    for place, units in recalled.items():
        for unit, n in units.items():
            taken[unit] = taken.get(unit, 0) + n
            if not 0 < n <= fleets.at(table, place, seat).get(unit, 0):
                have = nouns.counted(fleets.at(table, place, seat))
                words = _("At {where} you have {units}.", where=fleets.name(place), units=have)
                return [Problem("not-enough-units", words, "TI4 41.4a")]
            if place not in spare(table, seat, unit, marked):
                words = _(
                    "Your command token in tile {tile} holds your units there.", tile=tile_of(place)
                )
                return [Problem("own-token", words, "TI4 41.4a")]
    for unit in dict.fromkeys((*wanted, *taken)):
        found = _short(table, seat, unit, wanted.get(unit, 0), taken.get(unit, 0), marked)
        if found:
            return found
    return []


def _short(
    table: Public, seat: int, unit: str, wanted: int, taken: int, marked: str
) -> list[Problem]:
    left = fleets.reinforcements(table, seat, unit)
    have = nouns.some(unit, left)
    if taken > max(0, wanted - left):
        words = _("You have {units} left: recall only what you make beyond that.", units=have)
        return [Problem("not-needed", words, "TI4 41.4a")]
    if wanted > left + taken:
        places = spare(table, seat, unit, marked)
        words = _("You have {units} left in reinforcements.", units=have)
        if places:
            words = _(
                "You have {units} left in reinforcements; {order} to make more.",
                units=have,
                order=f"RECALL 1 {UNITS.name(unit)} FROM {' or '.join(map(fleets.name, places))}",
            )
        return [Problem("reinforcements", words, "TI4 48.5")]
    return []


def take_off(t: Table, seat: int, recalled: ByPlace) -> None:
    """Put units back into reinforcements; they are not destroyed (H-64)."""
    for place, units in sorted(recalled.items()):
        for unit, n in fleets.ordered(units):
            fleets.remove(t.table, place, seat, unit, n)
        t.tell(ev.Removed(seat, place, units), cite="TI4 41.4a")


def write(recalled: ByPlace) -> list[str]:
    return [
        f"RECALL {write_counted(dict(fleets.ordered(units)), UNITS)} FROM {fleets.name(place)}"
        for place, units in sorted(recalled.items())
    ]


def read(lines: Sequence[OrderLine], notes: list[str]) -> ByPlace:
    """Read the RECALL lines: units by place."""
    recalled: ByPlace = {}
    for line in lines:
        if line.verb != "recall":
            continue
        parts = read_slots(line.rest, _SLOTS)
        got = read_counted(parts[""], UNITS)
        place = PLACE_NAMES.find(parts["from"])
        notes += [*got.read_as, *([place.read_as] if place.read_as else [])]
        there = recalled.setdefault(place.id, {})
        for unit, n in got.counts.items():
            there[unit] = there.get(unit, 0) + n
    return recalled


def clicked(table: Public, seat: int, kinds: Sequence[str]) -> tuple[Group | None, tuple[str, ...]]:
    """Return the units to be taken off the board where reinforcements are empty, and their
    lines."""
    fields, lines = [], []
    for place, counts in fleets.places_of(table, seat):
        for unit, n in fleets.ordered(counts):
            if unit in kinds and place in spare(table, seat, unit):
                label = _("{unit} from {where}", unit=nouns.unit(unit), where=fleets.name(place))
                fields.append(Count(f"recall {place}", UNITS.name(unit), label, n))
                line = f"RECALL {{recall {place}}} FROM {fixed(fleets.name(place))}"
                if line not in lines:
                    lines.append(line)
    title = _("Taken off the board to be built again")
    return (Group(title, tuple(fields), rare=True) if fields else None), tuple(lines)


def short(table: Public, seat: int, kinds: Sequence[str], most: int) -> list[str]:
    """Return the kinds of which fewer than `most` are left in reinforcements."""
    return [unit for unit in kinds if fleets.reinforcements(table, seat, unit) < most]
