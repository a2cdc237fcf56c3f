"""What is printed, and what follows from it."""

import pytest

from rules.inscription.effects import OPERATIONS
from rules.inscription.facts import SHEETS, components, orientations, own_files
from rules.inscription.objectives import COUNTERS


def test_every_operation_and_counter_of_the_vocabulary_is_built() -> None:
    words = own_files()["vocabulary"]
    assert {op["op"] for op in words["ops"]} <= set(OPERATIONS)
    assert {counter["count"] for counter in words["counters"]} == set(COUNTERS)


def test_the_set_is_whole() -> None:
    parts = components()
    counted = {
        "factions": 24, "relics": 16, "events": 25, "agendas": 12, "objectives": 12,
        "technologies": 8,
    }  # fmt: skip
    for name, n in counted.items():
        assert len(getattr(parts, name)) == n, name
    for sheet in SHEETS:
        assert len(parts.layouts(sheet)) == 9, sheet


def test_short_columns_need_only_what_is_printed_above_them() -> None:
    """TIN 30.5.5"""
    works = components().industry["ind_b"]
    works.rows[3] = 2
    try:
        assert works.trade_icons((3, 3, 2)) == ("TG+.1", "TG+.2", "TG+.3")
        assert works.trade_icons((3, 2, 2)) == ("TG+.1", "TG+.2")
    finally:
        works.rows[3] = 9


@pytest.mark.parametrize(
    ("kind", "ways"), [("infantry", 1), ("pds", 4), ("cruiser", 8), ("dreadnought", 8)]
)
def test_shapes_are_turned_and_mirrored(kind: str, ways: int) -> None:
    """TIN 9.3.5"""
    shape = components().warfare["war_b"].units[kind].shape
    assert len(orientations(shape)) == ways


@pytest.mark.parametrize("sheet", SHEETS)
def test_assets_have_worth_and_points(sheet: str) -> None:
    for layout in components().layouts(sheet).values():
        assert set(layout.points) == set(layout.assets)
        assert all(asset.rank >= 0 for asset in layout.assets.values())
