"""Objectives, and the conditions they count (TIN 19)."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from rules.inscription.facts import TIERS, Components, Condition
from rules.inscription.pen import Pen
from rules.inscription.sheets import expansion
from rules.inscription.sheets.assets import trade_icons
from rules.inscription.state import Sheets

Filter = Mapping[str, Any]


def met(pen: Pen, condition: Condition) -> bool:
    """Return whether a player's sheets fulfil a condition."""
    for part in condition.all or (condition,):
        if COUNTERS[part.count](pen, part.filter, part.value) < part.at_least:
            return False
    return True


@lru_cache(maxsize=256)
def thresholds(parts: Components, id: str) -> tuple[tuple[Callable[[Sheets], int], int], ...]:
    """Return what sheets must reach at a glance before an objective is counted: as objectives are
    looked at after every step, most are far off."""
    condition = parts.objectives[id].condition
    return tuple((MOST[part.count], part.at_least) for part in condition.all or (condition,))


def counted(pen: Pen, counter: str, wanted: Filter, value: int) -> int:
    return COUNTERS[counter](pen, wanted, value)


def _systems_claimed(pen: Pen, wanted: Filter, value: int) -> int:
    claimed = pen.nav.claimed
    return len(pen.map.holding(tuple(wanted["asset"])).intersection(claimed)) if claimed else 0


def _planets_completed(pen: Pen, wanted: Filter, value: int) -> int:
    return expansion.completed(pen)


def _planets_and_docks(pen: Pen, wanted: Filter, value: int) -> int:
    return len(pen.exp.unlocked) + len(pen.exp.built)


def _technologies(pen: Pen, wanted: Filter, value: int) -> int:
    sheet = wanted.get("sheet")
    known = pen.sheets.technologies
    printed = pen.parts.technologies
    return len([id for id in known if printed[id].sheet == sheet]) if sheet else len(known)


def _plus_tg(pen: Pen, wanted: Filter, value: int) -> int:
    return trade_icons(pen)


def _spaces(pen: Pen, wanted: Filter, value: int) -> int:
    return len(pen.ind.claimed)


def _rows_full(pen: Pen, wanted: Filter, value: int) -> int:
    return sum(pen.ind.commodities[k - 1] >= length for k, length in pen.works.rows.items())


def _units_built(pen: Pen, wanted: Filter, value: int) -> int:
    left_out = wanted.get("not", "")
    kinds = [pen.grid.kind_of[bar] for bar in pen.war.built]
    bars = len(kinds) - kinds.count(left_out)
    return bars + (0 if left_out == "infantry" else pen.war.infantry)


def _grid_assets(pen: Pen, wanted: Filter, value: int) -> int:
    return len(pen.grid.node_of.keys() & pen.war.circled) if pen.war.circled else 0


def _both_strengths(pen: Pen, wanted: Filter, value: int) -> int:
    """Return how often both strengths of a war event are written (TIN 31.16.24)."""
    left, right = pen.war.left.strength, pen.war.right.strength
    return sum(
        min(lefts, rights) >= value
        for i in range(TIERS)
        if (lefts := left[i]) is not None and (rights := right[i]) is not None
    )


COUNTERS: Final[dict[str, Callable[[Pen, Filter, int], int]]] = {
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
MANY: Final = 99
MOST: Final[dict[str, Callable[[Sheets], int]]] = {
    "systems_claimed": lambda sheets: len(sheets.navigation.claimed),
    "planets_completed": lambda sheets: len(sheets.expansion.unlocked),
    "planets_unlocked_plus_docks_built": lambda sheets: (
        len(sheets.expansion.unlocked) + len(sheets.expansion.built)
    ),
    "technologies_unlocked": lambda sheets: len(sheets.technologies),
    "plus_tg_unlocked": lambda sheets: MANY if any(sheets.industry.commodities) else 0,
    "spaces_claimed": lambda sheets: len(sheets.industry.claimed),
    "commodity_rows_full": lambda sheets: len(sheets.industry.commodities),
    "units_built": lambda sheets: len(sheets.warfare.built) + sheets.warfare.infantry,
    "grid_assets_claimed": lambda sheets: len(sheets.warfare.circled),
    "war_events_with_both_strengths_at_least": lambda sheets: sheets.warfare.line,
}
"""At most what each counter can count on these sheets, at a glance."""
