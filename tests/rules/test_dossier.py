"""Dossiers and layers of every game that has a map: complete, from the view alone, by its rules."""

import re
from html import unescape
from typing import Any

import pytest

from rules.eclipse.actions.move import single_moves
from rules.kernel.pictures import Style
from rules.kernel.views import SomeView
from rules.lexicon import LexiconError
from rules.lexicon.speech import speaking
from rules.ti3 import facts as ti3
from rules.ti4 import facts as ti4
from rules.ti4.tactical.cannon import guns
from rules.ti4.tactical.movement import MoveShips
from rules.ti4.tactical.moves import Move
from tests.contracts import pauses
from tests.rules.test_pictures import GAMES, late_views

STAY = {"too-far", "forbidden", "own-token", "cannot-move"}
"""Why a ship cannot go; that too many would be there is no reason of its own."""
WITH_MAPS = ("ti4", "ti3", "eclipse")
SPECIALITIES = {
    game: {planet.name: planet.specialty for planet in planets.values() if planet.specialty}
    for game, planets in (("ti4", ti4.PLANETS), ("ti3", ti3.PLANETS))
}


def places(ruleset: Any, view: SomeView) -> list[str]:
    found = re.findall(r'data-id="([^"]*)"', ruleset.main_picture(view).svg)
    return [unescape(place) for place in found]


def dossier(ruleset: Any, view: SomeView, place: str) -> dict[str, tuple[str, ...]]:
    return {section.title: section.lines for section in ruleset.dossier(view, place)}


@pytest.mark.parametrize("game", WITH_MAPS)
@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_every_place_has_a_dossier(game: str, language: str) -> None:
    ruleset, view = GAMES[game][0], late_views(game)[0]
    with speaking(language):
        for place in places(ruleset, view):
            told = ruleset.dossier(view, place)
            assert told
            assert all(section.lines and all(section.lines) for section in told), place


@pytest.mark.parametrize("game", WITH_MAPS)
def test_a_place_that_is_not_there_is_refused(game: str) -> None:
    ruleset, view = GAMES[game][0], late_views(game)[0]
    with pytest.raises(LexiconError):
        ruleset.dossier(view, "Atlantis")


@pytest.mark.parametrize("game", WITH_MAPS)
def test_layers_lie_on_places_of_the_map(game: str) -> None:
    ruleset = GAMES[game][0]
    signs = 0
    for view in late_views(game):
        there = places(ruleset, view)
        layers = [layer for place in ("", *there) for layer in ruleset.layers(view, place)]
        assert len({layer.name for layer in layers}) == len(layers)
        for layer in layers:
            assert set(layer.words()) <= set(there), layer.name
            drawn = layer.draw(Style("page"))
            assert "style=" not in drawn
            signs += drawn.count("<text")
            sizes = map(float, re.findall(r'font-size="([\d.]+)"', drawn))
            assert min(sizes, default=30) >= 29, "readable at a glance"
    assert signs > 500


@pytest.mark.parametrize("game", WITH_MAPS)
def test_who_only_watches_sees_no_reach_and_no_odds(game: str) -> None:
    ruleset = GAMES[game][0]
    match = next(m for i, (m, _h) in enumerate(pauses(ruleset, options_of(game), "seen")) if i > 99)
    view = match.view(None)
    assert not [layer for layer in ruleset.layers(view) if layer.name == "reach"]
    for place in places(ruleset, view):
        assert "If you attack" not in dossier(ruleset, view, place)


def options_of(game: str) -> Any:
    ruleset, options = GAMES[game]
    return ruleset.read_options(options)


def test_who_can_come_is_what_the_rules_of_movement_allow() -> None:
    """Each fleet that a dossier names may indeed be moved, as the question after activation
    judges it; fleet supply apart, as one may leave ships behind."""
    ruleset = GAMES["ti4"][0]
    judged = 0
    for match, _history in pauses(ruleset, options_of("ti4"), "seen", 900):
        asked = match.ask.decisions[0] if match.ask else None
        if not isinstance(asked, MoveShips):
            continue
        view = match.view(asked.seat)
        goal = view.table.active_now.tile
        told = dossier(ruleset, view, goal).get("Who can come here", ())
        mine = [line for line in told if line.startswith(f"{view.names[asked.seat]} (you)")]
        for origin in re.findall(r" from (\d+)", mine[0]) if mine else ():
            there = view.table.space[origin][str(asked.seat)]
            able = [
                unit
                for unit in there
                if not {p.code for p in asked.problems(view, [Move(origin, {unit: 1})])} & STAY
            ]
            assert able, (goal, origin)
            judged += 1
    assert judged > 20


def test_what_fires_is_what_may_fire() -> None:
    ruleset = GAMES["ti4"][0]
    for view in late_views("ti4"):
        layer = next(one for one in ruleset.layers(view) if one.name == "cannon")
        for place, words in layer.words().items():
            armed = [s for s in range(6) if guns(view.table, s, place)]
            assert len(words.split(", ")) == len(armed)


def test_eclipse_reach_is_where_ships_may_go() -> None:
    ruleset = GAMES["eclipse"][0]
    for view in late_views("eclipse"):
        layer = next(one for one in ruleset.layers(view) if one.name == "reach")
        goals = {f"{int(v.path[-1]):03}" for v in single_moves(view.table, 0)}
        assert set(layer.words()) == goals


@pytest.mark.parametrize("game", ["ti4", "ti3"])
def test_technology_specialities_lie_where_such_planets_are(game: str) -> None:
    ruleset, printed = GAMES[game][0], SPECIALITIES[game]
    exhausted = owned = 0
    for view in late_views(game):
        layer = next(one for one in ruleset.layers(view) if one.name == "technology")
        told = " ".join(layer.words().values())
        on_map = [name for name, speciality in printed.items() if name in told]
        assert on_map
        for place, words in layer.words().items():
            there = ruleset.dossier(view, place)[0].lines
            for name, colour in printed.items():
                if name in words:
                    assert colour in words
                    assert any(name in line for line in there), (place, name)
        exhausted += told.count("exhausted")
        owned += sum(name in told for name in view.names)
    assert exhausted
    assert owned
