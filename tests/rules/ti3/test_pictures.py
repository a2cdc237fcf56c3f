"""The pictures of a position, at every stage of a game and for every seat."""

from random import Random
from xml.etree import ElementTree

import pytest

from rules.kernel.match import Match
from rules.lexicon import speaking
from rules.ti3.facts import PLANETS, RACES
from rules.ti3.ruleset import TI3
from rules.ti3.state import TI3State
from rules.ti3.units.fleets import controlled
from tests.contracts import pauses
from tests.pictures import drawn

SVG = "{http://www.w3.org/2000/svg}"
WIDTH = 480


def lettering(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def looked_at(match: Match) -> None:
    """Each sheet says what everybody knows, the same to each seat."""
    view = match.view(None)
    for seat, side in enumerate(view.table.sides):
        if not side.race:
            continue
        name = f"board-{seat + 1}"
        sheet = drawn(TI3, view, name)
        words = lettering(sheet)
        assert words[0] == RACES[side.race].short
        assert side.out or f"{side.points} VP" in words
        assert {str(side.strategy), str(side.command), str(side.fleet)} <= set(words)
        for planet in controlled(view.table, seat):
            spent = " (exhausted)" if planet in view.table.spent else ""
            assert PLANETS[planet].name + spent in " ".join(words)
        assert ElementTree.fromstring(sheet).attrib["width"] == str(WIDTH)
        assert {drawn(TI3, match.view(s), name) for s in match.seats} == {sheet}


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 6, "leaders": True}], ids=str)
def test_every_position_can_be_shown(options: dict[str, object]) -> None:
    for k, (match, _) in enumerate(pauses(TI3, TI3.read_options(options), "sheets", most=400)):
        if k % 40 == 0:
            looked_at(match)


def test_nothing_hidden_is_on_a_sheet() -> None:
    """Other hands, secrets and decks leave no trace: what looks the same is drawn the same."""
    options = TI3.read_options({"players": 4, "distant_suns": True})
    rng = Random("hidden")
    for k, (match, _) in enumerate(pauses(TI3, options, "hidden", most=300)):
        if k % 60:
            continue
        state = match.state
        assert isinstance(state, TI3State)
        for seat in match.seats:
            other = TI3.view(TI3.disguise(state, seat, rng), seat)
            shown = [picture.svg for picture in TI3.pictures(match.view(seat))]
            assert [picture.svg for picture in TI3.pictures(other)] == shown


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_sheets_speak_the_language_of_their_reader(language: str) -> None:
    *_, (match, _) = pauses(TI3, TI3.read_options({"players": 3}), "words", most=60)
    view = match.view(0)
    english = lettering(drawn(TI3, view, "board-1"))
    with speaking(language):
        translated = lettering(drawn(TI3, view, "board-1"))
    assert [word for word in english if word.isdigit()] == [w for w in translated if w.isdigit()]
    assert "Command Pool" in " ".join(english)
    assert "Command Pool" not in " ".join(translated)
