"""The picture of the galaxy, at every stage of a game."""

from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

from rules.imperium.board import middles
from rules.kernel.match import Match
from rules.ti4 import board, galaxy
from rules.ti4.facts import PLANETS, TILES
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
            assert tile in lettering(shown[tile])
            assert all(PLANETS[p].name in (shown[tile][0].text or "") for p in TILES[tile].planets)


def test_it_shows_what_everybody_knows_and_nothing_else() -> None:
    """The same to every seat, and to everybody when hidden things are swapped."""
    for k, match in enumerate(moments({"players": 4}, "secrets", 40)):
        public = drawn(TI4, match.view(None))
        twin = TI4.disguise(match.state, 0, Random(k))
        assert drawn(TI4, TI4.view(twin, None)) == public
        assert {drawn(TI4, match.view(seat)) for seat in match.seats} == {public}


def silhouettes(group: ElementTree.Element) -> list[str]:
    """The icons of a system, in the order they are drawn."""
    return [use.attrib["href"].removeprefix("#map-") for use in group.iter(f"{SVG}use")]


def test_units_tokens_and_owners_are_drawn() -> None:
    state = TI4.new(TI4.read_options({"players": 3, "factions": CREUSS}))
    table = state.table
    table.places = {"18": [0, 0], "27": [0, -1], "41": [1, -1]}
    table.names = ["Creuss", "<Winnu>", "Arborec"]
    table.control = {"new_albion": 1}
    table.space = {"27": {"1": {"dreadnought": 3, "fighter": 3}}, "41": {"2": {"cruiser": 1}}}
    table.ground = {"new_albion": {"1": {"infantry": 4, "pds": 1}}}
    table.damaged = {"27": {"1": {"dreadnought": 1}}}
    table.tokens = {"27": [0, 1, 2]}
    table.wormholes = {"27": ["alpha"]}
    svg = drawn(TI4, TI4.view(state, None))
    shown = systems(svg)
    icons = silhouettes(shown["27"])
    fleet = icons.index("dreadnought")
    assert icons[fleet : fleet + 4] == ["dreadnought", "dreadnought", "damage", "fighter"]
    assert {"infantry", "pds", "wormhole_alpha", "spec_green"} <= set(icons)
    assert icons[-3:] == ["mark_0", "mark_1", "mark_2"]
    words = lettering(shown["27"])
    assert {"2", "3", "4", "New Albion"} <= set(words)
    assert "<Winnu> 3 dreadnoughts, 3 fighters" in (shown["27"][0].text or "")
    assert "<Winnu>" not in svg
    assert "gravity rift" in lettering(shown["41"])
    assert "custodians" in silhouettes(shown["18"])
    table.custodians = False
    assert "custodians" not in silhouettes(systems(drawn(TI4, TI4.view(state, None)))["18"])


def test_the_active_system_stands_out() -> None:
    """The picture says what happens and where, and shows the system with its neighbours."""
    seen = 0
    for match in moments({"players": 3}, "active", 12):
        view = match.view(0)
        root = ElementTree.fromstring(drawn(TI4, view))
        told = {"ACTIVE", "COMBAT"} & set(lettering(root))
        active = view.table.active
        assert bool(told) == (active is not None)
        if active is not None:
            seen += 1
            assert f"in system {active.tile}" in lettering(root)
            near = ElementTree.fromstring(drawn(TI4, view, "near"))
            assert f"Around {active.tile}" == near[0].text
            assert active.tile in systems(drawn(TI4, view, "near"))
    assert seen


def test_nothing_lies_below_the_heading() -> None:
    """A home that is not joined to the map stands off another corner; and set-up is no phase."""
    match = next(moments({"players": 4, "factions": f"{CREUSS},federation_of_sol"}, "corner", 1))
    galaxy_seen = board.seen(match.view(None))
    assert galaxy_seen.heading == ("Round 1", "set-up")
    spots = middles(galaxy_seen)
    apart = spots["51"]
    least = min(spot.x for spot in spots.values()), min(spot.y for spot in spots.values())
    assert (apart.x, apart.y) != least
