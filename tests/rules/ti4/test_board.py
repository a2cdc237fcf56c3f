"""The picture of the galaxy, at every stage of a game."""

import re
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

from rules.imperium.board import initials
from rules.kernel.match import Match
from rules.ti4 import galaxy
from rules.ti4.facts import COLOURS, FACTIONS, PLANETS, TILES
from rules.ti4.mapmaking import open_spaces
from rules.ti4.ruleset import TI4
from tests.contracts import pauses
from tests.pictures import drawn

SVG = "{http://www.w3.org/2000/svg}"
CREUSS = "ghosts_of_creuss,winnu,arborec"


def moments(options: dict[str, object], seed: str, every: int) -> Iterator[Match]:
    for k, (match, _) in enumerate(pauses(TI4, TI4.read_options(options), seed, most=700)):
        if k % every == 0:
            yield match


def systems(svg: str) -> dict[str, ElementTree.Element]:
    """The groups that can be looked at closer; each is there once and says what it is."""
    groups = [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if "data-id" in g.attrib]
    assert all(g[0].tag == f"{SVG}title" and g[0].text for g in groups)
    found = {g.attrib["data-id"]: g for g in groups}
    assert len(found) == len(groups)
    return found


def lettering(group: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    "options",
    [
        {"players": 6},
        {"players": 3, "factions": CREUSS},
        {"players": 5, "factions": "draft", "galaxy": "players"},
    ],
    ids=["six", "detached", "built"],
)
def test_every_system_is_drawn_once_at_every_stage(options: dict[str, object]) -> None:
    for match in moments(options, "drawn", 20):
        view = match.view(None)
        shown = systems(drawn(TI4, view))
        free = open_spaces(view.table) if view.table.phase == "build" else []
        assert set(shown) == {*galaxy.tiles(view.table), *(f"{h.q} {h.r}" for h in free)}
        for tile in galaxy.tiles(view.table):
            here = lettering(shown[tile])
            assert tile in here
            assert {PLANETS[p].name for p in TILES[tile].planets} <= set(here)


def test_pages_and_mails_can_take_it() -> None:
    for match in moments({"players": 4}, "plain", 100):
        root = ElementTree.fromstring(drawn(TI4, match.view(None)))
        assert re.fullmatch(r"-?\d+ -?\d+ \d+ \d+", root.attrib["viewBox"])
        for element in root.iter():
            assert element.tag not in (f"{SVG}style", f"{SVG}script")
            assert not any(name == "style" or name.startswith("on") for name in element.attrib)


def test_it_shows_what_everybody_knows_and_nothing_else() -> None:
    """The same to every seat, and to everybody when hidden things are swapped."""
    for k, match in enumerate(moments({"players": 4}, "secrets", 40)):
        public = drawn(TI4, match.view(None))
        twin = TI4.disguise(match.state, 0, Random(k))
        assert drawn(TI4, TI4.view(twin, None)) == public
        assert {drawn(TI4, match.view(seat)) for seat in match.seats} == {public}


def test_units_tokens_and_owners_are_written() -> None:
    state = TI4.new(TI4.read_options({"players": 3, "factions": CREUSS}))
    table = state.table
    table.places = {"18": [0, 0], "27": [0, -1], "41": [1, -1]}
    table.names = ["Creuss", "<Winnu>", "Arborec"]
    table.control = {"new_albion": 1}
    table.space = {"27": {"1": {"dreadnought": 2, "fighter": 3}}, "41": {"2": {"cruiser": 1}}}
    table.ground = {"new_albion": {"1": {"infantry": 4, "pds": 1}}}
    table.damaged = {"27": {"1": {"dreadnought": 1}}}
    table.tokens = {"27": [0, 1, 2]}
    table.wormholes = {"27": ["alpha"]}
    svg = drawn(TI4, TI4.view(state, None))
    shown = systems(svg)
    words = lettering(shown["27"])
    for expected in ("2Dn/1 3Ft", "4In 1PD", "CR", "WI", "AR", "α", "1/1", "3/1", "G"):
        assert expected in words
    assert "<Winnu> 2 dreadnought, 3 fighter" in (shown["27"][0].text or "")
    assert "<Winnu>" not in svg
    assert "gravity rift" in lettering(shown["41"])
    assert "custodians" in lettering(shown["18"])
    table.custodians = False
    assert "custodians" not in lettering(systems(drawn(TI4, TI4.view(state, None)))["18"])


def test_the_active_system_stands_out() -> None:
    seen = 0
    for match in moments({"players": 3}, "active", 12):
        view = match.view(None)
        marked = {
            tile
            for tile, group in systems(drawn(TI4, view)).items()
            if {"ACTIVE", "COMBAT"} & set(lettering(group))
        }
        active = view.table.active
        assert marked == (set() if active is None else {active.tile})
        seen += active is not None
    assert seen


def test_no_two_players_have_the_same_letters() -> None:
    for names in (COLOURS, [f.short for f in FACTIONS.values()]):
        assert len(set(initials(names))) == len(names)
