"""Explore (ECL 7.1): which zone."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import words
from rules.eclipse.galaxy import (
    Place,
    can_draw,
    grid,
    neighbours,
    present,
    stack_of,
    unpinned,
    zones,
)
from rules.eclipse.speech import _
from rules.eclipse.state import Public
from rules.eclipse.turns.base import Turn, TurnOrder, home_of, no
from rules.hexes import DIRECTIONS
from rules.kernel.decisions import Problem
from rules.kernel.views import View
from rules.lexicon import MissingPart, UnknownName, fold

EXAMPLE = "EXPLORE 221 NE"
_FILLERS = words.FILLERS | {
    "from", "to", "od", "z", "do", "na", "ku", "bol", "tol", "rol", "stack", "ii", "iii",
}  # fmt: skip
_GLUED = re.compile(r"(?<=\d)\s*[-/]?\s*(?=[^\W\d])")
_COORDINATES = re.compile(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?")


def zone_name(table: Public, seat: int, place: Place) -> str:
    """A zone as players name it: a sector beside it and the direction ("221 NE")."""
    around = sorted(
        (
            (not present(table.hexes[n], seat), int(n), edge)
            for edge, n in neighbours(place, grid(table))
        )
    )
    if not around:
        return f"{place[0]},{place[1]}"
    number, edge = around[0][1:]
    return f"{words.label(number)} {words.DIRECTIONS[(edge + 3) % 6]}"


def read_zone(table: Public, text: str, home: str = "") -> Place:
    if exact := _COORDINATES.fullmatch(text):
        return int(exact[1]), int(exact[2])
    said = [w for w in _GLUED.sub(" ", text).split() if fold(w) not in _FILLERS]
    for i in range(len(said)):
        found = words.DIRECTION_NAMES.longest_at(said, i)
        if found is not None:
            rest = " ".join(said[:i] + said[found[1] :])
            if not rest:
                break
            number = words.sector(rest, home)
            if number not in table.hexes:
                where = words.called(number)
                raise UnknownName(_("Sector {where} is not on the map.", where=where))
            step = DIRECTIONS[int(found[0].id)]
            sector = table.hexes[number]
            return sector.q + step.q, sector.r + step.r
    raise MissingPart(
        _("Name a sector and a direction from it, for example: {example}", example=EXAMPLE)
    )


def zone_problems(v: View, seat: int, zone: Sequence[int]) -> list[Problem]:
    """ECL 21.2.1"""
    table: Public = v.table
    if len(zone) != 2:
        words_ = _("Say which zone to explore, for example: {example}.", example=EXAMPLE)
        return no("no-zone", words_, "7.1.1")
    place = (zone[0], zone[1])
    open_zones = zones(table, seat)
    if place in open_zones:
        return []
    on = grid(table)
    if place in on:
        words_ = _("{where} already lies there.", where=words.called(on[place]))
        return no("zone-taken", words_, "7.1.1")
    around = [n for _edge, n in neighbours(place, on) if present(table.hexes[n], seat)]
    if not around:
        return no("not-adjacent", _("You have no disc or ship next to that zone."), "7.1.1")
    if not can_draw(table, place):
        return no("stack-empty", _("Stack {stack} is used up.", stack=stack_of(place)), "7.1.15")
    if all(table.hexes[n].owner != seat and not unpinned(table, seat, n) for n in around):
        return no("pinned", _("Your ships next to that zone are all pinned."), "7.1.2")
    words_ = _("None of your sectors has a wormhole towards that zone.")
    return no("no-wormhole", words_, "7.1.3")


class Explore(TurnOrder):
    verb = "explore"

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        return zone_problems(v, seat, turn.zone)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        return Turn("explore", zone=read_zone(v.table, rest, home_of(v, seat))), ()

    def write(self, v: View, seat: int, turn: Turn) -> str:
        q, r = turn.zone
        return f"EXPLORE {zone_name(v.table, seat, (q, r))}"

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        places = sorted(zones(v.table, seat))
        return Turn("explore", zone=rng.choice(places)) if places else None

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        places = sorted(zones(v.table, seat))
        return [f"EXPLORE {zone_name(v.table, seat, place)}" for place in places[:3]]
