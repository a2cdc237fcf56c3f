"""What every picture of every game keeps: readable, inside its hex, and from the view alone."""

import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rules.eclipse.ruleset import ECLIPSE
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.pictures import Colours, Picture, Style
from rules.kernel.views import SomeView
from rules.lexicon.speech import speaking
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4
from rules.toolbox.look import stylesheet
from tests.contracts import pauses

SVG = "{http://www.w3.org/2000/svg}"
GAMES: dict[str, tuple[Any, dict[str, Any]]] = {
    "ti4": (TI4, {"players": 6}),
    "ti3": (TI3, {"players": 6}),
    "eclipse": (ECLIPSE, {"players": 6}),
    "inscription": (INSCRIPTION, {"players": 4}),
}
IMPERIUM = ("ti4", "ti3")
SMALLEST = 9.0
"""Pixels, at the size a picture is shown."""
PHONE = 360
SCALE = 0.7
"""Pixels a unit: a whole map in full is never shown smaller; it is panned, or shown at a glance."""
COLOURS: tuple[Colours, ...] = ("light", "dark", "page")


@cache
def late_views(game: str) -> tuple[SomeView, ...]:
    """The positions of one game, from its middle to its end, as the first seat sees them."""
    ruleset, options = GAMES[game]
    views = [
        match.view(0)
        for i, (match, _history) in enumerate(
            pauses(ruleset, ruleset.read_options(options), "seen")
        )
        if i % 20 == 0
    ]
    return tuple(views[len(views) // 2 :][-6:])


def pictures(game: str) -> Iterator[Picture]:
    for view in late_views(game):
        yield from GAMES[game][0].pictures(view)


def shown_width(picture: Picture, style: Style, units: float) -> float:
    """How many pixels wide a page or mail shows a picture."""
    if style.level == "overview" or picture.close or units <= 520:
        return PHONE
    return units * (SCALE if picture.name == "map" else 1)


def width_of(root: ElementTree.Element) -> float:
    return float(root.attrib["viewBox"].split()[2])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_no_type_is_too_small_to_read(game: str, language: str) -> None:
    with speaking(language):
        for picture in pictures(game):
            styles = [Style()] + ([Style(level="overview")] if picture.name == "map" else [])
            for style in styles:
                root = ElementTree.fromstring(picture.draw(style))
                units = width_of(root)
                scale = shown_width(picture, style, units) / units
                for text in root.iter(f"{SVG}text"):
                    size = float(text.attrib["font-size"]) * scale
                    assert size >= SMALLEST - 0.05, (picture.name, style.level, text.text, size)


def texts_of(group: ElementTree.Element) -> Iterator[tuple[float, float, float, str]]:
    """Left, right and base line of each text of a system, as wide as it may be at most."""
    for text in group.iter(f"{SVG}text"):
        words, size = text.text or "", float(text.attrib["font-size"])
        wide = len(words) * size * 0.62
        x, y = float(text.attrib["x"]), float(text.attrib["y"])
        side = text.attrib.get("text-anchor", "start")
        left = x if side == "start" else x - wide / 2 if side == "middle" else x - wide
        yield left, left + wide, y, words


def reach(y: float) -> float:
    """How far from the middle the edge of a hex of radius 100 is, at this height."""
    return 100 - abs(y) / math.sqrt(3)


@pytest.mark.parametrize("game", [*IMPERIUM, "eclipse"])
def test_nothing_written_runs_out_of_its_hex(game: str) -> None:
    seen = 0
    for picture in pictures(game):
        if picture.name != "map":
            continue
        root = ElementTree.fromstring(picture.svg)
        for group in root.iter(f"{SVG}g"):
            if "transform" not in group.attrib:
                continue
            for left, right, y, words in texts_of(group):
                seen += 1
                assert abs(y) <= 88, (group.attrib["data-id"], words)
                assert max(-left, right) <= reach(y) + 6, (group.attrib["data-id"], words)
    assert seen > 200


@pytest.mark.parametrize("game", [*IMPERIUM, "eclipse"])
def test_plates_lie_inside_their_hex_and_apart(game: str) -> None:
    for picture in pictures(game):
        if picture.name != "map":
            continue
        for group in ElementTree.fromstring(picture.svg).iter(f"{SVG}g"):
            if "transform" not in group.attrib:
                continue
            for box in group.iter(f"{SVG}rect"):
                x, y, w, h = (float(box.attrib[k]) for k in ("x", "y", "width", "height"))
                assert max(-x, x + w) <= reach(max(abs(y), abs(y + h))) + 1, group.attrib["data-id"]


HOLES = (16.5, 14.3)
"""Radii of what lies under the sign of a wormhole beside planets."""


@pytest.mark.parametrize("game", IMPERIUM)
def test_a_speciality_lies_apart_from_a_wormhole(game: str) -> None:
    seen = 0
    for picture in pictures(game):
        if picture.name != "map":
            continue
        for group in ElementTree.fromstring(picture.svg).iter(f"{SVG}g"):
            discs = [
                tuple(float(disc.attrib[k]) for k in ("cx", "cy", "r"))
                for disc in group.iter(f"{SVG}circle")
            ]
            holes = [disc for disc in discs if round(disc[2], 1) in HOLES]
            seen += len(holes)
            for x, y, r in holes:
                for x2, y2, r2 in discs:
                    if r2 == 8:
                        apart = math.hypot(x - x2, y - y2)
                        assert apart >= r + r2, (group.attrib.get("data-id"), apart)
    assert seen > 5


@pytest.mark.parametrize("game", GAMES)
def test_one_drawing_in_every_palette(game: str) -> None:
    """Light, dark and page differ in colours alone, and every id is the picture's own."""
    for picture in pictures(game):
        bare = {
            re.sub(r"#[0-9a-f]{6}\b|var\(--b-[a-z0-9_-]+\)", "", picture.draw(Style(colours)))
            for colours in COLOURS
        }
        assert len(bare) == 1, picture.name
        ids = re.findall(r'\sid="([^"]+)"', picture.svg)
        assert len(ids) == len(set(ids))
        assert all(id_.startswith(f"{picture.name}-") for id_ in ids)


@pytest.mark.parametrize("game", GAMES)
def test_pages_and_mails_can_take_it(game: str) -> None:
    for picture in pictures(game):
        root = ElementTree.fromstring(picture.svg)
        assert re.fullmatch(r"(-?[\d.]+ ){2}[\d.]+ [\d.]+", root.attrib["viewBox"])
        for element in root.iter():
            assert element.tag not in (f"{SVG}style", f"{SVG}script")
            assert not any(name == "style" or name.startswith("on") for name in element.attrib)
            assert element.attrib.get("href", "#").startswith("#")


def test_the_pages_have_the_colours_of_the_pictures() -> None:
    """`manage.py board_colours` writes the file; a colour changed without it fails here."""
    kept = Path("pbem/static/web/board.css").read_text("utf-8")
    assert kept == stylesheet()
    used = set(re.findall(r"var\((--b-[a-z0-9_-]+)\)", everything_for_a_page()))
    assert used <= set(re.findall(r"(--b-[a-z0-9_-]+):", kept))


def everything_for_a_page() -> str:
    return "".join(picture.draw(Style("page")) for game in GAMES for picture in pictures(game))
