"""The doubtful cases of the rulebook (TI3 39) and the rule cases that show them."""

import re

from rules.hexes import Hex
from rules.kernel.dice import Secret
from rules.kernel.setting import Setting
from rules.kernel.trials.tabletop import Tabletop
from rules.ti3 import mapmaking
from rules.ti3.facts import CENTRE, TILES
from rules.ti3.ruleset import TI3, rulebook
from tests.rules.ti3.cases import cases

ALL = {int(rule[1:]) for rule in rulebook().texts if re.fullmatch(r"E\d+", rule)}
SHOWN_HERE = {
    92: "test_a_hidden_system_counts_as_not_special",
    110: "test_nothing_is_decided_about_the_systems_taken_out_for_three",
}
"""Readings about the making of the galaxy, which a rule case cannot begin in the middle of."""
CANNOT_BE_SHOWN = {
    9: "no card of the game carries out a strategic action a second time in one round",
}


def test_every_doubtful_case_is_shown() -> None:
    cited = {
        int(found)
        for case in cases().values()
        for rule in case["rules"]
        for found in re.findall(r"^TI3 E(\d+)$", rule)
    }
    assert cited <= ALL
    assert sorted(ALL - cited) == sorted({*SHOWN_HERE, *CANNOT_BE_SHOWN})
    assert all(name in globals() for name in SHOWN_HERE.values())


def test_a_hidden_system_counts_as_not_special() -> None:
    """TI3 E92: beside the face-down system another special one may be placed."""
    state = TI3.new(TI3.read_options({"players": 5, "galaxy": "players"}))
    hidden, beside = Hex(0, -1), Hex(1, -1)
    table = state.table
    table.places = {CENTRE: [0, 0]}
    table.face_down, state.box.face_down = list(hidden), "sys_nebula_1"
    legal = mapmaking.allowed(table, 0, ["sys_asteroid_field_1"])
    assert [beside.q, beside.r] in [[p.q, p.r] for p in legal]
    table.places["sys_nebula_1"], table.face_down = list(hidden), []
    legal = mapmaking.allowed(table, 0, ["sys_asteroid_field_1"])
    assert [beside.q, beside.r] not in [[p.q, p.r] for p in legal]


def test_nothing_is_decided_about_the_systems_taken_out_for_three() -> None:
    """TI3 E110: three blank systems and one asteroid field, the same ones in every game."""
    out: set[frozenset[str]] = set()
    for seed in "0123":
        setting = Setting(TI3, TI3.read_options({"players": 3}), Secret(seed * 64))
        state = Tabletop(setting).match.state
        dealt = {*state.table.places, *state.box.unused}
        out.add(frozenset(t.id for t in TILES.values() if t.dealt and t.id not in dealt))
    (left,) = out
    assert sorted(TILES[tile].anomaly for tile in left) == ["", "", "", "asteroid_field"]
    assert not any(TILES[tile].planets or TILES[tile].wormhole for tile in left)
