"""A turn can be taken back until somebody else has acted or its player was shown something."""

from typing import Any

import pytest

from rules.kernel.events import recorded
from rules.kernel.orders.sources import TableMode
from rules.kernel.records.history import undo_barrier
from rules.kernel.records.record import Draw
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.ti4 import events
from rules.ti4.ruleset import TI4

SOL, HACAN, WINNU = range(3)
ATTACK = "ACTIVATE 27\nMOVE 1 carrier WITH 2 infantry FROM 1"


def table(mode: TableMode, asks: tuple[int, ...], **cards: list[str]) -> Tabletop:
    options = TI4.read_options({"players": 3})
    position: dict[str, Any] = {"turn": "Sol"}
    position |= {seat: {"hand": hand} for seat, hand in cards.items()}
    return Tabletop(
        Setting(TI4, options, secret_for("undo")), position=position, mode=mode, asks=asks
    )


def take_back(top: Tabletop) -> str:
    """Let Sol take back one ruling after the other; return the question Sol has then."""
    before = len(top.troubles)
    while len(top.troubles) == before:
        top.send(SOL, "UNDO")
    return ", ".join(type(decision).__name__ for decision in top.wanted(SOL))


@pytest.mark.parametrize("mode", ["ask", "planned", "trust"])
def test_a_window_that_asked_nobody_shows_nothing(mode: TableMode) -> None:
    top = table(mode, asks=())
    top.send(SOL, ATTACK)
    assert take_back(top) == "TakeTurn"
    assert top.match.view(SOL).table.sides[SOL].tactic == 3


def test_a_window_that_asked_only_the_acting_player_shows_nothing() -> None:
    top = table("trust", asks=(SOL,), Sol=["flank_speed"])
    top.send(SOL, "ACTIVATE 27")
    assert [type(d).__name__ for d in top.wanted(SOL)] == ["React"]
    top.send(SOL, "PASS")
    assert take_back(top) == "TakeTurn"


def test_a_window_that_nobody_could_use_shows_nothing() -> None:
    top = table("trust", asks=(SOL, HACAN, WINNU), Hacan=["plague"])
    top.send(SOL, ATTACK)
    assert take_back(top) == "TakeTurn"


def test_who_was_asked_has_acted_by_passing() -> None:
    top = table("trust", asks=(HACAN,), Sol=["plague"], Hacan=["sabotage"])
    top.send(SOL, "PLAY Plague ON Arretze")
    assert [type(d).__name__ for d in top.wanted(HACAN)] == ["React"]
    top.send(HACAN, "PASS")
    top.send(SOL, "UNDO")
    assert [trouble.problem.code for trouble in top.troubles] == ["no-undo"]


def test_what_others_are_shown_binds_only_them() -> None:
    top = table("trust", asks=())
    top.send(SOL, "ACTIVATE 27")
    ruling = top.history.head
    kinds = TI4.event_kinds
    drawn = recorded(events.CardsDrawn(HACAN, 1), to=HACAN)
    for change, barriers in (
        ({"events": (drawn,)}, ["", "acted"]),
        ({"events": (drawn,), "seats": (HACAN,)}, ["acted", "shown"]),
        ({"dice": (Draw("r1/deck", 4),)}, ["", "acted"]),
        ({"dice": (Draw("r1/hit", 10, (7,)),)}, ["shown", "acted"]),
    ):
        changed = type(ruling)(**{f: getattr(ruling, f) for f in ruling.__struct_fields__} | change)
        assert [undo_barrier(changed, seat, kinds) for seat in (SOL, HACAN)] == barriers
