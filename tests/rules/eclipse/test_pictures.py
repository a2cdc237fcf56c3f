"""The pictures and the words of a position, at every stage of a game and for every seat."""

from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from rules.eclipse import words
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.match import Match
from rules.kernel.views import View
from tests.contracts import pauses

SVG = "{http://www.w3.org/2000/svg}"


def sectors_are_named(view: View, picture: Element) -> None:
    """What can be tapped: every sector under its number, first what is there in words."""
    groups = [g for g in picture.iter(f"{SVG}g") if "data-id" in g.attrib]
    named = {g.attrib["data-id"]: g for g in groups}
    assert len(named) == len(groups)
    assert {words.label(number) for number in view.table.hexes} <= set(named)
    for name, group in named.items():
        assert group[0].tag == f"{SVG}title"
        about = str(group[0].text)
        assert name in about
    for number, sector in view.table.hexes.items():
        about = str(named[words.label(number)][0].text)
        for side in sector.ships:
            assert view.name(int(side)) in about


def looked_at(match: Match) -> None:
    for seat in (None, *match.seats):
        view = match.view(seat)
        sectors_are_named(view, ElementTree.fromstring(ECLIPSE.board(view)))
        for other, player in enumerate(view.table.players):
            if player.species:
                ElementTree.fromstring(ECLIPSE.player_board(view, other))
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
                assert ECLIPSE.board(one) == ECLIPSE.board(two)
                assert ECLIPSE.sheet(one) == ECLIPSE.sheet(two)
                assert ECLIPSE.facts(one) == ECLIPSE.facts(two)
                assert ECLIPSE.measures(one) == ECLIPSE.measures(two)
