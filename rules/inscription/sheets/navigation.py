"""The navigation sheet: access, wormholes, claiming systems (TIN 6)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets.assets import claim as claim_asset
from rules.inscription.speech import _


def known(pen: Pen, system: str) -> None:
    if system not in pen.map.systems:
        words = _("There is no system {id} on your navigation sheet.", id=system)
        raise Illegal("no-such-system", words, "6.1.1")


def origin(pen: Pen, to: str, start: str = "") -> str:
    """Return the lane along which a system can be accessed; the start need not be claimed (TIN
    6.2.2)."""
    known(pen, to)
    if to in pen.nav.reached:
        words = _("{id} is accessible already.", id=to)
        raise Illegal("already-accessible", words, "30.4.7")
    lanes, reached = pen.map.joined[to], pen.nav.reached
    if not start:
        found = next(filter(lanes.__contains__, reached), None)
        if found is not None:
            return lanes[found]
    elif start in lanes and start in reached:
        return lanes[start]
    if start:
        words = _("No hyperlane leads from an accessible {start} to {id}.", start=start, id=to)
    else:
        words = _("{id} is not adjacent to an accessible system.", id=to)
    raise Illegal("not-adjacent", words, "6.2.1")


def access(pen: Pen, to: str, start: str = "") -> None:
    """Draw a line to a system (TIN 6.2.1)."""
    pen.nav.lanes.append(origin(pen, to, start))
    pen.nav.reached.append(to)


def starts(pen: Pen, to: str) -> list[str]:
    """Return systems from which a line could be drawn to this one (TIN 6.2.1)."""
    near = {there for there, _lane in pen.map.lanes[to]}
    return [system for system in pen.nav.reached if system in near]


def accessible(pen: Pen) -> list[str]:
    """Return systems that a line could be drawn to now, in file order."""
    reached, joined = pen.nav.reached, pen.map.joined
    near = set().union(*map(joined.__getitem__, reached)).difference(reached)
    return sorted(near, key=pen.map.order.__getitem__)


def free_wormholes(pen: Pen) -> list[str]:
    """Return wormholes that may still be used (TIN 6.2.5)."""
    if pen.rule("wormholes_unlimited"):
        return list(pen.map.wormholes)
    return [hole for hole in pen.map.wormholes if hole not in pen.nav.wormholes]


def jump_kinds(pen: Pen) -> tuple[str, ...]:
    """Return what a jump may be paid with (TIN 6.2.4)."""
    changed = pen.rule("jump_payment")
    return changed.kinds if changed else ("M", "R")


def check_jump(pen: Pen, to: str, holes: tuple[str, ...]) -> tuple[str, str]:
    """Return the two lanes of a jump (TIN 6.2.3 to 6.2.5, 30.4.3)."""
    known(pen, to)
    if not pen.rule("use_wormholes"):
        raise Illegal("no-gravity-drive", _("You need Gravity Drive to use wormholes."), "6.2.3")
    if to in pen.nav.reached:
        raise Illegal("already-accessible", _("{id} is accessible already.", id=to), "30.4.7")
    if len(holes) != 2 or holes[0] == holes[1] or not set(holes) <= set(pen.map.wormholes):
        raise Illegal(
            "two-wormholes", _("Name two different wormholes, for example: VIA W1, W2."), "6.2.4"
        )
    free = free_wormholes(pen)
    for hole in holes:
        if hole not in free:
            raise Illegal("wormhole-used", _("{id} has been used.", id=hole), "6.2.5")
    inward = [lane for system, lane in pen.map.exits[holes[0]] if system in pen.nav.reached]
    outward = [lane for system, lane in pen.map.exits[holes[1]] if system == to]
    if not inward or not outward:
        words = _(
            "{a} must be joined to an accessible system, and {b} to {to}.",
            a=holes[0],
            b=holes[1],
            to=to,
        )
        raise Illegal("not-joined", words, "6.2.4")
    return inward[0], outward[0]


def jump(pen: Pen, to: str, holes: tuple[str, ...]) -> None:
    """Access through two wormholes: one access (TIN 6.2.4)."""
    for lane in check_jump(pen, to, holes):
        if lane not in pen.nav.lanes:
            pen.nav.lanes.append(lane)
    for hole in holes:
        if hole not in pen.nav.wormholes:
            pen.nav.wormholes += (hole,)
    pen.nav.reached.append(to)


def jumps(pen: Pen) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield systems to be accessed through wormholes now, each with one pair of them."""
    if not pen.rule("use_wormholes"):
        return
    free = free_wormholes(pen)
    entries = [
        hole for hole in free if any(s in pen.nav.reached for s, _lane in pen.map.exits[hole])
    ]
    seen: set[str] = set()
    for entry in entries:
        for way_out in free:
            for system, _lane in pen.map.exits[way_out] if way_out != entry else ():
                if system not in pen.nav.reached and system not in seen:
                    seen.add(system)
                    yield system, (entry, way_out)


def ways(pen: Pen, to: str) -> list[tuple[str, str]]:
    """Return every pair of wormholes through which a system could be accessed now."""
    if not pen.rule("use_wormholes") or to in pen.nav.reached:
        return []
    exits, reached, free = pen.map.exits, pen.nav.reached, free_wormholes(pen)
    return [
        (entry, way_out)
        for entry in free
        if any(system in reached for system, _lane in exits[entry])
        for way_out in free
        if way_out != entry and any(system == to for system, _lane in exits[way_out])
    ]


def fits(pen: Pen, system: str, wanted: Mapping[str, Any]) -> bool:
    """Return whether a system passes an effect's filter: size, empty, mecatol."""
    printed = pen.map.systems[system]
    for name, value in wanted.items():
        if name == "size":
            found: object = printed.size
        elif name == "empty":
            found = printed.empty
        else:
            found = printed.mecatol
        if found != value:
            return False
    return True


def check_claim(
    pen: Pen, system: str, wanted: Mapping[str, Any] | None = None, anywhere: bool = False
) -> None:
    """Refuse to claim a system that is taken, crossed off or out of reach (TIN 6.3.1, 6.3.2,
    22.1.5)."""
    known(pen, system)
    if system in pen.nav.claimed:
        raise Illegal("already-claimed", _("{id} is yours already.", id=system), "6.3.1")
    if system in pen.nav.crossed:
        words = _("{id} was crossed off and cannot be claimed.", id=system)
        raise Illegal("crossed-off", words, "6.3.2")
    if not anywhere and system not in pen.nav.reached:
        raise Illegal("not-accessible", _("{id} is not accessible yet.", id=system), "6.3.1")
    if wanted and not fits(pen, system, wanted):
        words = _("This effect does not reach {id}.", id=system)
        raise Illegal("not-by-this-effect", words, "22.1.3")


def claim(pen: Pen, system: str) -> None:
    """Circle a system and claim its asset; Mecatol Rex is announced when the step ends (TIN 6.3,
    30.6.2)."""
    printed = pen.map.systems[system]
    if system not in pen.nav.reached:
        pen.nav.reached.append(system)
    pen.nav.claimed.append(system)
    pen.react("claim_system", at=system, empty=printed.empty, size=printed.size)
    claim_asset(pen, "NAV", printed.asset, at=system)


def claimable(
    pen: Pen, wanted: Mapping[str, Any] | None = None, anywhere: bool = False
) -> list[str]:
    """Return systems that could be claimed now, in file order."""
    pool = pen.map.systems if anywhere else pen.nav.reached
    left = set(pool).difference(pen.nav.claimed, pen.nav.crossed)
    if wanted:
        left = {system for system in left if fits(pen, system, wanted)}
    return sorted(left, key=pen.map.order.__getitem__)
