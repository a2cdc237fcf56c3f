"""Marks as a pure function, and copies that share nothing."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from rules.inscription.facts import components
from rules.inscription.marking import Waiting, begin_step, mark, write
from rules.inscription.pen import Pen, copied
from rules.inscription.possible_marks import possible, sampled
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.state import Draft, Mark, Sheets
from rules.kernel.codec import encode
from rules.kernel.decisions import Problem
from rules.kernel.trials.simulate import play_game

PARTS = components()


def late_sheets(seed: str) -> list[Sheets]:
    options = INSCRIPTION.read_options({"players": 4, "side": "A"})
    players: list[Sheets] = play_game(INSCRIPTION, options, seed).match.state.table.players
    return players


def test_a_mark_gives_new_sheets_and_leaves_the_old_ones_alone() -> None:
    sheets = late_sheets("pure")[0]
    sheets.active = "NAV"
    before = encode(sheets)
    for wanted in possible(Pen(Draft(sheets, step=1, purse=["M", "I", "R"]), PARTS)):
        after = mark(sheets, wanted, PARTS)
        assert encode(sheets) == before
        assert isinstance(after, Sheets), wanted
        assert encode(after) != before, wanted


def test_a_mark_that_is_not_allowed_is_a_problem() -> None:
    sheets = late_sheets("pure")[0]
    sheets.active = "NAV"
    refused = mark(sheets, Mark("access", "S01"), PARTS)
    assert isinstance(refused, Problem)
    assert (refused.code, refused.rule) == ("already-accessible", "TIN 30.4.7")


@pytest.mark.parametrize("seed", ["a", "b"])
def test_whatever_is_possible_is_legal(seed: str) -> None:
    for sheets in late_sheets(seed):
        for active in ("NAV", "EXP", "IND", "WAR"):
            draft = copied(Draft(sheets, relics=["nano_forge", "dominus_orb"]))
            draft.sheets.active = active
            pen = Pen(draft, PARTS)
            begin_step(pen, 1, ["M", "I", "R"])
            for wanted in list(possible(pen)):
                trial = pen.copy()
                with suppress(Waiting):
                    write(trial, wanted)


def lists_of(thing: Any) -> list[list[Any]]:
    """Every list inside a struct, but for those of frozen ones."""
    found: list[list[Any]] = []
    if isinstance(thing, list):
        found.append(thing)
        for item in thing:
            found += lists_of(item)
    elif isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            found += lists_of(getattr(thing, name))
    return found


def test_a_copy_is_equal_and_shares_no_list() -> None:
    sheets = late_sheets("copy")[1]
    draft = Draft(sheets, step=1, purse=["M", "M", "I"])
    sampled(Pen(draft, PARTS), Random("copy"), 3)
    twin = copied(draft)
    assert encode(twin) == encode(draft)
    mine = {id(made) for made in lists_of(draft)}
    assert not [made for made in lists_of(twin) if id(made) in mine]
