"""axe-core finds nothing to object to, on any page, in light and in dark."""

from pathlib import Path
from typing import Any

import pytest

from tests.pbem.tables import new_table, seat_of
from tests.pbem.web.played import finished, to_turns, under_way

pytestmark = pytest.mark.django_db(transaction=True)

AXE = (Path(__file__).parent / "axe" / "axe-4.14.0.min.js").read_text("utf-8")
RUN = """async (rules) => {
  const options = { resultTypes: ["violations"] };
  if (rules.length) options.runOnly = rules;
  const found = await axe.run(document, options);
  return found.violations.map((v) => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 200)]);
}"""
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1400, "height": 950}


def violations(page: Any, path: str) -> list[Any]:
    """What axe objects to: everything in light, the contrast again in dark."""
    page.emulate_media(color_scheme="light")
    page.goto(path)
    page.evaluate(AXE)
    found = page.evaluate(RUN, [])
    page.emulate_media(color_scheme="dark")
    return [(path, *one) for one in found + page.evaluate(RUN, ["color-contrast"])]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_every_page(person, size):
    """On a phone only those that are laid out in another way there."""
    game = new_table(3, mode="ask")
    to_turns(game)
    over = finished()
    waiting = new_table(2, start=False)
    player = seat_of(game, 0).player
    over.seats.filter(number=0).update(player=player)
    waiting.seats.filter(number=0).update(player=player, kind="person")
    page = person(player, viewport=size)
    table = f"/t/{game.pk}/"
    paths = (
        "/", "/in/", "/me/", "/lobby/", "/lobby/new/", "/lobby/new/skirmish/",
        "/rules/skirmish/", "/rules/skirmish/?q=raid", "/orders/skirmish/",
        table, f"{table}?place=Blue", f"{table}history/", f"{table}odds/", f"{table}dispute/?n=1",
        f"{table}picture/map/", f"/t/{over.pk}/report/", f"/t/{waiting.pk}/",
        f"/people/{player.pk}/", f"{table}player/1/", f"{table}log/",
    )  # fmt: skip
    if size is PHONE:
        paths = ("/lobby/", table, f"{table}?place=Blue", f"{table}history/")
    assert [one for path in paths for one in violations(page, path)] == []


@pytest.mark.parametrize(
    ("name", "players"), [("ti4", 3), ("ti3", 3), ("eclipse", 2), ("inscription", 2)]
)
def test_the_table_of_every_game(person, settings, name, players):
    """All tabs at once, with a place and a layer open."""
    settings.PARSEC_RULESETS = [f"rules.{name}.ruleset.{name.upper()}"]
    game = under_way(name, players, "axe", lambda match: match.n > 20)
    prompt = game.prompts.filter(state="open").select_related("seat__player").first()
    page = person(prompt.seat.player, viewport=DESK)
    page.goto(f"/t/{game.pk}/")
    place = page.locator(".map [data-id]").first.get_attribute("data-id")
    page.goto(f"/t/{game.pk}/?layer=control&place={place}")
    page.evaluate("document.body.classList.remove('tabbed')")
    page.evaluate(AXE)
    found = page.evaluate(RUN, [])
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(RUN, ["color-contrast"])
    if name == "ti4":
        for path in (f"/t/{game.pk}/history/", "/rules/ti4/?of=Sol", "/orders/ti4/"):
            found += violations(page, path)
    assert found == []
