"""Pages for everybody: a small screen, dark or light, a keyboard, a screen reader."""

import pytest

from tests.browser.conftest import CUT_IN_THE_HEAD
from tests.pbem.tables import new_table, seat_of
from tests.pbem.web.played import finished, to_turns

pytestmark = pytest.mark.django_db(transaction=True)

UNNAMED = """() => [...document.querySelectorAll("input, select, textarea, button, a[href]")]
  .filter((e) => e.type !== "hidden" && e.offsetParent !== null)
  .filter((e) => !(e.labels && e.labels.length) && !e.textContent.trim() && !e.ariaLabel)
  .map((e) => e.outerHTML.slice(0, 120))"""

PALE = """() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = (c) => c.slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const known = new Map();
  const behind = (e) => {
    if (!e) return [255, 255, 255];
    if (!known.has(e)) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      known.set(e, c.length === 3 || c[3] === 1 ? c : behind(e.parentElement));
    }
    return known.get(e);
  };
  const seen = [...document.querySelectorAll("body *:not(svg *)")].filter((e) =>
    e.offsetParent !== null && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  return seen.map((e) => {
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), e.outerHTML.slice(0, 100)];
  }).filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("name", ["Ada Quill", "A" * 60])
def test_nothing_in_the_head_is_cut_on_a_phone(person, name):
    game = new_table(3, mode="ask")
    to_turns(game)
    player = seat_of(game, 0).player
    player.name = name
    player.save()
    page = person(player)
    for path in ("/lobby/", f"/t/{game.pk}/"):
        page.goto(path)
        page.locator("header.site").get_by_role("link", name=name).wait_for()
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(CUT_IN_THE_HEAD) == [], (path, width)


CUT_TABS = """() => [...document.querySelectorAll(".tabs a")].filter((e) => e.offsetParent !== null)
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((e) => e.textContent)"""


@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_no_tab_of_a_table_is_cut(person, language):
    """Those of an organiser, who has one more than the others."""
    game = new_table(3, mode="ask")
    to_turns(game)
    player = seat_of(game, 0).player
    player.language = language
    player.save()
    game.organiser = player
    game.save()
    page = person(player)
    page.goto(f"/t/{game.pk}/")
    assert page.locator(".tabs a").count() == 7
    for width in (390, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(CUT_TABS) == [], width


def test_your_turn_in_the_browser_is_offered_only_where_the_operator_has_keys(person, settings):
    game = new_table(2)
    page = person(seat_of(game, 0).player)
    page.goto("/me/")
    page.get_by_role("heading", name="Sign out everywhere").wait_for()
    assert page.locator("#push").count() == 0
    settings.PARSEC_VAPID_PUBLIC, settings.PARSEC_VAPID_PRIVATE = "BPkey", "private"
    page.goto("/me/")
    page.get_by_role("button", name="Show “your turn” in this browser").wait_for()
    assert page.locator("#push").get_attribute("data-key") == "BPkey"


def test_small_screens_contrast_and_names(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    over = finished()
    player = seat_of(game, 0).player
    over.seats.filter(number=0).update(player=player)
    page = person(player)
    page.set_viewport_size({"width": 360, "height": 740})
    table = f"/t/{game.pk}/"
    for path in (
        "/", "/in/", "/me/", "/lobby/", "/lobby/new/skirmish/", table, f"{table}history/",
        f"{table}odds/", f"{table}dispute/?n=1", f"/t/{over.pk}/report/",
    ):  # fmt: skip
        page.goto(path)
        assert page.evaluate(UNNAMED) == [], path
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(PALE) == [], (path, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert page.locator("main").count() == 1
        assert page.locator("h1").count() == 1, path
        assert page.locator("html[lang]").count() == 1


def test_the_keyboard_reaches_everything(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    page = person(seat_of(game, 0).player)
    page.goto(f"/t/{game.pk}/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.evaluate(
        "() => { window.reached = []; document.addEventListener('focusin', ({target}) =>"
        " window.reached.push(target.dataset.id || target.id || target.dataset.line)); }"
    )
    for _ in range(60):
        page.keyboard.press("Tab")
    reached = set(page.evaluate("window.reached"))
    assert {"lines", "Blue", "Green", "attacker", "PASS"} <= reached
    page.locator(".tabs").get_by_text("Me", exact=True).focus()
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
    assert "stand" in page.evaluate("window.reached")
