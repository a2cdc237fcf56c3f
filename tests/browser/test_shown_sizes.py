"""Nothing drawn is read in less than nine pixels: not on a desk, not on a phone, not in a mail."""

import re
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import expect

from notifications.compose import attachments, html
from notifications.management.commands.mail_preview import Command
from notifications.outbound import deliver, turn_pictures
from notifications.outbound.positions import Positions
from pbem.models import Game
from tests.pbem.web.played import under_way

pytestmark = pytest.mark.django_db(transaction=True)

SMALLEST = 9
SIZES = {"desk": {"width": 1400, "height": 950}, "phone": {"width": 390, "height": 844}}
GAMES = (("ti4", 6, 260), ("ti3", 6, 220), ("eclipse", 6, 160), ("inscription", 4, 30))
TOO_SMALL = """(smallest) => [...document.querySelectorAll("svg text")]
  .filter((text) => text.checkVisibility() && text.textContent.trim())
  .map((text) => {
    const m = text.getScreenCTM();
    const scale = Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
    return [parseFloat(getComputedStyle(text).fontSize) * scale, text.textContent.trim()];
  })
  .filter(([size]) => size < smallest - 0.05)"""
"""Each drawn text that is shown smaller, by the very transformation the browser shows it with."""
SMALL_PRINT = """(smallest) => [...document.querySelectorAll("body *:not(svg *)")]
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => e.checkVisibility())
  .map((e) => [parseFloat(getComputedStyle(e).fontSize), e.textContent.trim().slice(0, 40)])
  .filter(([size]) => size < smallest)"""
"""Each piece of a page that is set smaller."""
FONT = re.compile(r'font-size="([\d.]+)"')
BOX = re.compile(r'viewBox="\S+ \S+ (\S+) ')


@pytest.fixture
def late(settings: Any, request: pytest.FixtureRequest) -> Game:
    name, players, rulings = request.param
    settings.PARSEC_RULESETS = [f"rules.{name}.ruleset.{name.upper()}"]
    return under_way(name, players, "sizes", lambda match: match.n > rulings)


@pytest.mark.parametrize("late", GAMES, ids=[name for name, *_rest in GAMES], indirect=True)
def test_nothing_drawn_is_too_small_to_read(person: Any, late: Game) -> None:
    prompt = late.prompts.filter(state="open").select_related("seat__player").first()
    assert prompt is not None
    player = prompt.seat.player
    found = {}
    for kind, size in SIZES.items():
        page = person(player, viewport=size)
        page.goto(f"/t/{late.pk}/")
        texts = page.locator("svg text")
        for tab in ("map", "me", "players", "turn"):
            link = page.locator(f'.tabs a[data-to="{tab}"]')
            if link.is_visible():
                link.click()
                expect(page.locator(".htmx-request")).to_have_count(0)
            if small := page.evaluate(TOO_SMALL, SMALLEST):
                found[kind, tab] = small[:5]
        assert texts.count() > 20
    assert found == {}

    with translation.override("en"):
        letter = Command()._letter(prompt.seat)
    [board] = [
        file
        for file in turn_pictures.drawn(late, letter.enclosures, "en", Positions())
        if file.kind == attachments.PICTURE
    ][:1]
    drawn = board.data.decode()
    page.goto("about:blank")
    page.set_content(
        html.page(letter.body, picture="data:image/gif;base64,R0lGODlhAQABAAAAACw=",
                  names=deliver.names_of(late))
    )  # fmt: skip
    shown = page.locator("img.map").bounding_box()["width"]
    assert shown > 340, "edge to edge on a phone"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    scale = shown / float(BOX.search(drawn)[1])
    assert min(map(float, FONT.findall(drawn))) * scale >= SMALLEST - 0.05


@pytest.mark.parametrize("late", GAMES, ids=[name for name, *_rest in GAMES], indirect=True)
def test_what_unfolds_and_what_is_past_is_read_as_well(person: Any, late: Game) -> None:
    """Dossiers, players' boards and the history of a late game; and no word is set smaller than
    that either."""
    prompt = late.prompts.filter(state="open").select_related("seat__player").first()
    assert prompt is not None
    found = {}
    for kind, size in SIZES.items():
        page = person(prompt.seat.player, viewport=size)
        page.goto(f"/t/{late.pk}/")
        place = page.locator(".picture [data-id]").first.get_attribute("data-id")
        paths = [f"/t/{late.pk}/?place={place}", f"/t/{late.pk}/history/"]
        paths += [f"/t/{late.pk}/player/{number}/" for number in range(late.seats.count())]
        for path in paths:
            page.goto(path)
            if small := page.evaluate(TOO_SMALL, SMALLEST) + page.evaluate(SMALL_PRINT, SMALLEST):
                found[kind, path] = small[:5]
    assert found == {}
