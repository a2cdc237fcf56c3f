"""The pictures and the words of a position, at every stage of a game and for every seat."""

from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from rules.eclipse import nouns
from rules.eclipse.actions.explore import zone_name
from rules.eclipse.galaxy import zones
from rules.eclipse.phases.action import TakeTurn
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.match import Match
from rules.kernel.views import View
from rules.lexicon import speaking
from tests.contracts import pauses
from tests.pictures import drawn

SVG = "{http://www.w3.org/2000/svg}"


def sectors_are_named(view: View, picture: Element) -> None:
    """What can be tapped: every sector under its number, first what is there in words."""
    groups = [g for g in picture.iter(f"{SVG}g") if "data-id" in g.attrib]
    named = {g.attrib["data-id"]: g for g in groups}
    assert len(named) == len(groups)
    assert {nouns.label(number) for number in view.table.hexes} <= set(named)
    for name, group in named.items():
        assert group[0].tag == f"{SVG}title"
        about = str(group[0].text)
        assert name in about
    for number, sector in view.table.hexes.items():
        about = str(named[nouns.label(number)][0].text)
        for side in sector.ships:
            assert view.name(int(side)) in about


def looked_at(match: Match) -> None:
    for seat in (None, *match.seats):
        view = match.view(seat)
        sectors_are_named(view, ElementTree.fromstring(drawn(ECLIPSE, view)))
        for other, player in enumerate(view.table.players):
            if player.species:
                ElementTree.fromstring(drawn(ECLIPSE, view, f"board-{other + 1}"))
        assert ECLIPSE.headline(view)
        sections = ECLIPSE.sheet(view)
        assert [s.private for s in sections].count(True) == (seat is not None)
        assert all(line.strip() for s in sections for line in s.lines)
        facts = ECLIPSE.facts(view)
        assert all(isinstance(value, bool | int | str) for value in facts.values())
        assert {s.seat for s in ECLIPSE.standings(view)} == set(match.seats)


def test_every_position_can_be_shown() -> None:
    options = ECLIPSE.read_options({"players": 4})
    for k, (match, _) in enumerate(pauses(ECLIPSE, options, "pictures")):
        if k % 25 == 0:
            looked_at(match)


def test_public_pictures_tell_no_secret() -> None:
    """Two states that look the same draw the same."""
    options = ECLIPSE.read_options({"players": 4})
    for k, (match, _) in enumerate(pauses(ECLIPSE, options, "secrets")):
        if k % 40 == 0:
            twin = ECLIPSE.disguise(match.state, 0, Random(k))
            for seat in (None, 0):
                one, two = match.view(seat), ECLIPSE.view(twin, seat)
                assert drawn(ECLIPSE, one) == drawn(ECLIPSE, two)
                assert ECLIPSE.sheet(one) == ECLIPSE.sheet(two)
                assert ECLIPSE.facts(one) == ECLIPSE.facts(two)
                assert ECLIPSE.measures(one) == ECLIPSE.measures(two)


def opening(players: int, seat: int) -> View:
    sides = ["terran_directorate", "terran_union", "mechanema", "planta", "orion_hegemony"]
    options = ECLIPSE.read_options({"players": players})
    return ECLIPSE.view(ECLIPSE.position(options, {"boards": sides[:players]}), seat)


def texts(picture: str) -> list[Element]:
    return list(ElementTree.fromstring(picture).iter(f"{SVG}text"))


def test_a_zone_shows_the_name_that_explores_it() -> None:
    view = opening(2, 0)
    shown = {text.text for text in texts(drawn(ECLIPSE, view))}
    places = zones(view.table, 0)
    assert places
    assert {zone_name(view.table, 0, place) for place in places} <= shown


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
@pytest.mark.parametrize("players", [2, 4])
def test_all_that_is_written_stays_in_the_picture(players: int, language: str) -> None:
    """Letters of the fonts we paint with are some 0.55 of their size wide on average."""
    with speaking(language):
        picture = drawn(ECLIPSE, opening(players, 0))
    left, _top, width, _height = map(
        float, ElementTree.fromstring(picture).attrib["viewBox"].split()
    )
    begun = [t for t in texts(picture) if "text-anchor" not in t.attrib]
    assert begun
    for text in begun:
        size = float(text.attrib["font-size"])
        assert float(text.attrib["x"]) + 0.56 * size * len(str(text.text)) <= left + width


def test_the_sheet_tells_what_the_next_action_can_reach_and_costs() -> None:
    """A turn by mail alone needs no picture: zones, moves, costs, money after one more action."""
    sides = ["terran_directorate", "terran_union"]
    hexes = {"106": {"q": 0, "r": -1}}
    players = {"0": {"technologies": ["orbital"], "storage": [2, 9, 9], "spent": {"build": 2}}}
    position = {"boards": sides, "table": {"hexes": hexes, "players": players}}
    state = ECLIPSE.position(ECLIPSE.read_options({"players": 2}), position)
    view = ECLIPSE.view(state, 0)
    (mine,) = [section for section in ECLIPSE.sheet(view) if section.title == "You"]
    told = "\n".join(mine.lines)
    assert "Zones you may explore: 221 SW (II), 221 N (III), 221 NE (III)" in told
    assert "Where your ships could move: 221 → 106" in told
    assert "Structures, in materials: orbital 5" in told
    assert "costs 3, 7 in stock" in told
    assert "as things stand: 4, after one more action: 3." in TakeTurn(0).prompt(view)
    for section in ECLIPSE.sheet(ECLIPSE.view(state, 1)):
        assert "Zones you may explore: 221" not in "\n".join(section.lines)


def test_the_squares_of_others_are_told_where_they_were_changed() -> None:
    players = {"1": {"placed": {"cruiser": {"0": "hull"}}}}
    position = {"boards": ["terran_directorate", "planta"], "table": {"players": players}}
    state = ECLIPSE.position(ECLIPSE.read_options({"players": 2}), position)
    sheet = ECLIPSE.sheet(ECLIPSE.view(state, 0))
    ships = [
        [line for line in section.lines if "in stock" in line]
        for section in sheet
        if section.title in ("You", "Planta")
    ]
    mine, theirs = ships
    assert not [line for line in mine if "as printed" in line]
    assert [line.partition(":")[0] for line in theirs if "[1. Hull" in line] == ["Cruiser"]
    assert len([line for line in theirs if line.endswith("[as printed]")]) == 3
