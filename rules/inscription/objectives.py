"""Objectives, and the conditions they count (TIN 19)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from rules.inscription.facts import TIERS, Components, Condition
from rules.inscription.pen import Pen
from rules.inscription.state import Sheets

Filter = Mapping[str, Any]


def met(sheets: Sheets, parts: Components, condition: Condition) -> bool:
    """Return whether a player's sheets fulfil a condition."""
    for part in condition.all or (condition,):
        if COUNTERS[part.count](sheets, parts, part.filter, part.value) < part.at_least:
            return False
    return True


Glance = Callable[[Sheets], bool]
"""Whether an objective is worth counting on these sheets, at a glance."""


@lru_cache(maxsize=64)
def glances(parts: Components) -> Mapping[str, Glance]:
    """Return a glance for each objective: as they are looked at after every step, most are far
    off."""
    return {id: _glance(parts, printed.condition) for id, printed in parts.objectives.items()}


def _glance(parts: Components, condition: Condition) -> Glance:
    part = condition.all[0] if condition.all else condition
    least = part.at_least
    if part.count == "commodity_rows_full":
        least = min(n for works in parts.industry.values() for n in works.rows.values())
    elif part.count == "war_events_with_both_strengths_at_least":
        least = part.value
    elif part.count == "units_built" and part.filter.get("not") == "infantry":
        return lambda sheets: len(sheets.warfare.built) >= least
    return GLANCES[part.count](least)


def counted(pen: Pen, counter: str, wanted: Filter, value: int) -> int:
    return COUNTERS[counter](pen.sheets, pen.parts, wanted, value)


def _systems_claimed(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    holding = parts.navigation[sheets.layouts[0]].holding(tuple(wanted["asset"]))
    return len(holding.intersection(sheets.navigation.claimed))


def _planets_completed(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    exp, of_planet = sheets.expansion, parts.expansion[sheets.layouts[1]].of_planet
    crossed = set(exp.crossed)
    return sum([crossed.issuperset(of_planet[planet]) for planet in exp.unlocked])


def _planets_and_docks(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    return len(sheets.expansion.unlocked) + len(sheets.expansion.built)


def _technologies(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    sheet, known = wanted.get("sheet"), sheets.technologies
    printed = parts.technologies
    return len([id for id in known if printed[id].sheet == sheet]) if sheet else len(known)


def _plus_tg(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    works = parts.industry[sheets.layouts[2]]
    return len(works.trade_icons(sheets.industry.commodities))


def _spaces(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    return len(sheets.industry.claimed)


def _rows_full(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    crossed, works = sheets.industry.commodities, parts.industry[sheets.layouts[2]]
    return sum(crossed[k - 1] >= length for k, length in works.rows.items())


def _units_built(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    left_out, kind_of = wanted.get("not", ""), parts.warfare[sheets.layouts[3]].kind_of
    kinds = [kind_of[bar] for bar in sheets.warfare.built]
    bars = len(kinds) - kinds.count(left_out)
    return bars + (0 if left_out == "infantry" else sheets.warfare.infantry)


def _grid_assets(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    return len(parts.warfare[sheets.layouts[3]].node_of.keys() & sheets.warfare.circled)


def _both_strengths(sheets: Sheets, parts: Components, wanted: Filter, value: int) -> int:
    """Return how often both strengths of a war event are written (TIN 31.16.24)."""
    left, right = sheets.warfare.left.strength, sheets.warfare.right.strength
    return sum(
        min(lefts, rights) >= value
        for i in range(TIERS)
        if (lefts := left[i]) is not None and (rights := right[i]) is not None
    )


COUNTERS: Final[dict[str, Callable[[Sheets, Components, Filter, int], int]]] = {
    "systems_claimed": _systems_claimed,
    "planets_completed": _planets_completed,
    "planets_unlocked_plus_docks_built": _planets_and_docks,
    "technologies_unlocked": _technologies,
    "plus_tg_unlocked": _plus_tg,
    "spaces_claimed": _spaces,
    "commodity_rows_full": _rows_full,
    "units_built": _units_built,
    "grid_assets_claimed": _grid_assets,
    "war_events_with_both_strengths_at_least": _both_strengths,
}
GLANCES: Final[dict[str, Callable[[int], Glance]]] = {
    "systems_claimed": lambda n: lambda sheets: len(sheets.navigation.claimed) >= n,
    "planets_completed": lambda n: lambda sheets: len(sheets.expansion.unlocked) >= n,
    "planets_unlocked_plus_docks_built": lambda n: (
        lambda sheets: len(sheets.expansion.unlocked) + len(sheets.expansion.built) >= n
    ),
    "technologies_unlocked": lambda n: lambda sheets: len(sheets.technologies) >= n,
    "plus_tg_unlocked": lambda n: lambda sheets: max(sheets.industry.commodities) >= n,
    "spaces_claimed": lambda n: lambda sheets: len(sheets.industry.claimed) >= n,
    "commodity_rows_full": lambda n: lambda sheets: max(sheets.industry.commodities) >= n,
    "units_built": lambda n: (
        lambda sheets: len(sheets.warfare.built) + sheets.warfare.infantry >= n
    ),
    "grid_assets_claimed": lambda n: lambda sheets: len(sheets.warfare.circled) >= n,
    "war_events_with_both_strengths_at_least": lambda n: (
        lambda sheets: max([s or 0 for s in sheets.warfare.left.strength]) >= n
    ),
}
"""For each counter, whether it could count so many on these sheets, at a glance; of rows full and
of strengths the number is that of a row's symbols and of the strength."""
