"""The pictures and the words of a position, at every stage of a game and for every seat."""

from random import Random
from xml.etree import ElementTree

from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.match import Match
from tests.contracts import pauses


def looked_at(match: Match) -> None:
    for seat in (None, *match.seats):
        view = match.view(seat)
        ElementTree.fromstring(ECLIPSE.board(view))
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
