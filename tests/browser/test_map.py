"""The map of a real game in a real browser: size, dossier, layers; with a mouse, a finger, keys."""

import re

import pytest
from playwright.sync_api import expect

from rules.kernel.match import Match
from tests.pbem.web.played import under_way

pytestmark = pytest.mark.django_db(transaction=True)

DESK = {"width": 1400, "height": 950}
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def table(settings):
    settings.PARSEC_RULESETS = ["rules.ti4.ruleset.TI4"]
    return under_way("ti4", 3, "map", lambda match: mover(match) is not None)


def mover(match: Match) -> int | None:
    """A seat that begins a turn in the second round."""
    if match.state.table.round < 2:
        return None
    for seat in match.seats:
        for _address, decision in match.open_for(seat):
            if decision.kind() == "taketurn":
                return seat
    return None


def player_of(game):
    prompt = game.prompts.filter(state="open").select_related("seat__player").first()
    return prompt.seat.player


def test_dossier_and_layers_on_a_desk(person, table):
    page = person(player_of(table), viewport=DESK)
    page.goto(f"/t/{table.pk}/")
    system = page.locator('.near-by [data-id="18"]')
    panel = page.locator("#place")
    expect(panel).to_be_hidden()
    system.hover()
    expect(panel.get_by_role("heading", name="Who can come here")).to_be_visible()
    expect(panel).to_contain_text("Mecatol Rex")
    system.click()
    panel.get_by_role("link", name="Distance from 18").click()
    layer = page.locator(".near-by > svg > .layer")
    expect(layer).to_have_count(1)
    expect(page.locator(".laid")).to_contain_text("Steps from 18")
    page.locator("nav.layers").get_by_role("link", name="Control").click()
    expect(page.locator(".laid")).to_contain_text("Resources and influence")
    expect(layer).to_have_count(1)
    page.locator("nav.layers").get_by_role("link", name="nothing").click()
    expect(layer).to_have_count(0)
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    wide = page.locator(".near-by").bounding_box()["width"]
    page.get_by_role("button", name="Larger").click()
    assert page.locator(".near-by").bounding_box()["width"] > wide * 1.3


def test_a_sheet_from_below_on_a_phone(person, table):
    page = person(player_of(table), viewport=PHONE, has_touch=True)
    page.goto(f"/t/{table.pk}/")
    page.locator(".tabs").get_by_text("Map").tap()
    page.locator('.picture [data-id="18"]:visible').first.tap()
    panel = page.locator("#place")
    panel.get_by_role("button", name="ACTIVATE 18").tap()
    assert "ACTIVATE 18" in page.locator("#lines").input_value()
    expect(page.locator(".tabs .written")).to_have_text("+1")
    box = panel.bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"] - 40, "above the tabs"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_places_and_layers_are_links_without_script(person, table):
    page = person(player_of(table), viewport=DESK, java_script_enabled=False)
    page.goto(f"/t/{table.pk}/")
    page.locator('.near-by a[data-id="18"]').click()
    expect(page).to_have_url(re.compile(r"\?place=18#place$"))
    expect(page.locator("#place")).to_contain_text("Who can come here")
    page.locator("nav.layers").get_by_role("link", name="Fleet supply").click()
    expect(page.locator(".near-by > svg > .layer text").first).to_be_visible()
    expect(page.locator(".laid")).to_contain_text("fleet supply")


def test_a_name_explains_itself(person, table):
    page = person(player_of(table), viewport=DESK)
    page.goto(f"/t/{table.pk}/#me")
    term = page.locator('#me a[href*="?of="]:visible').first
    term.hover()
    box = page.locator("#explains")
    expect(box).to_be_visible()
    expect(box).to_contain_text(term.inner_text())
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    term.focus()
    expect(box).to_be_visible()
    expect(term).to_have_attribute("aria-describedby", "explains")
    term.click()
    expect(page).to_have_url(re.compile(r"/rules/ti4/\?of="))


def test_every_tab_of_a_phone_begins_with_its_own_content(person, table):
    page = person(player_of(table), viewport=PHONE, has_touch=True)
    page.goto(f"/t/{table.pk}/")
    for tab in ("turn", "map", "me", "players", "log", "talk"):
        page.locator(f'.tabs [data-to="{tab}"]').tap()
        page.evaluate("window.scrollTo(0, 0)")
        first = page.locator(f"#{tab}").bounding_box()
        assert first["y"] < PHONE["height"] / 2, tab
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], tab
    expect(page.locator(".brief")).to_contain_text("VP")
