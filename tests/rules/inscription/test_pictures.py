"""Pictures and words of a position, at every stage of a game and for every seat."""

from xml.etree import ElementTree

import pytest

from rules.inscription.facts import SHEETS
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.wording import sheet_name
from rules.kernel.match import Match
from rules.lexicon import speaking
from tests.contracts import pauses

SVG = "{http://www.w3.org/2000/svg}"


def looked_at(match: Match) -> None:
    table = match.state.table
    for seat in (None, *match.seats):
        view = match.view(seat)
        pictures = INSCRIPTION.pictures(view)
        assert pictures[0].name == "table"
        assert len({p.name for p in pictures}) == len(pictures)
        if table.players[0].layouts[0]:
            close = [picture.close for picture in pictures].count(True)
            assert close == (seat is not None)
            assert len(pictures) == 1 + close + len(SHEETS) * len(table.players)
        for picture in pictures[:6]:
            root = ElementTree.fromstring(picture.svg)
            groups = [g for g in root.iter(f"{SVG}g") if "data-id" in g.attrib]
            assert all(g[0].tag == f"{SVG}title" and g[0].text for g in groups)
        assert INSCRIPTION.headline(view)
        assert all(line.strip() for s in INSCRIPTION.sheet(view) for line in s.lines)
        facts = INSCRIPTION.facts(view)
        assert all(isinstance(value, bool | int | str) for value in facts.values())


@pytest.mark.parametrize("players", [1, 3])
def test_every_position_can_be_shown(players: int) -> None:
    options = INSCRIPTION.read_options({"players": players})
    for k, (match, _) in enumerate(pauses(INSCRIPTION, options, "pictures")):
        if k % 9 == 0:
            looked_at(match)


def test_what_can_be_ordered_can_be_pointed_at() -> None:
    options = INSCRIPTION.read_options({"players": 1})
    match = next(m for m, _h in pauses(INSCRIPTION, options, "points") if m.round)
    view = match.view(0)
    drawn = {p.name: p.svg for p in INSCRIPTION.pictures(view)}
    for name, ids in (
        ("navigation-1", ("S02", "W1")),
        ("expansion-1", ("P1", "P1.r1c1", "D1", "D1.1")),
        ("industry-1", ("H28",)),
        ("warfare-1", ("A1", "CR1.1", "T1L")),
    ):
        for id in ids:
            assert f'data-id="{id}"' in drawn[name]


def test_marks_of_the_round_are_highlighted() -> None:
    options = INSCRIPTION.read_options({"players": 1})
    seen = []
    for match, _history in pauses(INSCRIPTION, options, "fresh", most=12):
        view = match.view(0)
        seen += ["#ffcf33" in p.svg for p in INSCRIPTION.pictures(view)[1:]]
    assert any(seen)
    assert not all(seen)


def test_cards_are_told_by_name() -> None:
    for name in ("Gravity Drive", "Napęd grawitacyjny", "The Winnu", "Nano-Forge", "Collector"):
        assert INSCRIPTION.card_text(name)
    assert "wormholes" in (INSCRIPTION.card_text("gravity drive") or "")


def test_measures_are_numbers_by_seat() -> None:
    options = INSCRIPTION.read_options({"players": 3})
    match = next(m for m, _h in pauses(INSCRIPTION, options, "measured") if m.round > 3)
    measured = INSCRIPTION.measures(match.view(None))
    assert all(len(numbers) == 3 for numbers in measured.values())


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_no_symbol_of_the_ai_lies_on_the_words_of_a_goal(language: str) -> None:
    """Of a track with two goals the first is named in the midst of the symbols."""
    options = INSCRIPTION.read_options({"players": 1})
    match = next(m for m, _h in pauses(INSCRIPTION, options, "points") if m.round)
    with speaking(language):
        svg = INSCRIPTION.pictures(match.view(0))[0].svg
        goal = sheet_name("EXP")
    root = ElementTree.fromstring(svg)
    words = [t for t in root.iter(f"{SVG}text") if t.text == goal and t.get("font-size") == "10"]
    assert len(words) == 1
    begin, base = float(words[0].get("x", 0)), float(words[0].get("y", 0))
    end = begin + 6.5 * len(goal)
    for box in root.iter(f"{SVG}rect"):
        x, y = float(box.get("x", 0)), float(box.get("y", 0))
        wide, high = float(box.get("width", 0)), float(box.get("height", 0))
        if wide < 100 and y < base < y + high:
            assert x + wide <= begin or x >= end
