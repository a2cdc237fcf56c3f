"""Whole turns by clicks alone, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from pbem.play.preview import check
from rules.kernel.forms import Count
from rules.kernel.match import Match
from tests.pbem.tables import match_of
from tests.pbem.web.played import under_way

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = ["rules.ti4.ruleset.TI4", "rules.eclipse.ruleset.ECLIPSE"]


@pytest.fixture(autouse=True)
def real_games(settings):
    settings.PARSEC_RULESETS = GAMES


def turn_of(match: Match, kind: str = "taketurn") -> int | None:
    """The seat that is asked for a turn."""
    for seat in match.seats:
        for _address, decision in match.open_for(seat):
            if decision.kind() == kind:
                return seat
    return None


def attack(match: Match) -> tuple[int, str, Count] | None:
    """Who is to move, a system to activate, and a ship that can go there."""
    seat = turn_of(match)
    if seat is None or match.state.table.round < 2 or not match.state.table.sides[seat].tactic:
        return None
    for tile in match.state.table.places:
        then = check(match.fork(), seat, f"ACTIVATE {tile}").then
        if then and then.forms and then.forms[0].name == "move":
            return seat, tile, then.forms[0].groups[0].fields[0]
    return None


def test_a_tactical_action_is_clicked_together(person):
    """Point at a system, take a ship by steps, send: no letter is typed."""
    game = under_way("ti4", 3, "clicks", lambda match: attack(match) is not None)
    seat, tile, ship = attack(match_of(game))
    page = person(game.seats.get(number=seat).player, viewport={"width": 1400, "height": 950})
    page.goto(f"/t/{game.pk}/")
    page.locator(f'.near-by [data-id="{tile}"]').focus()
    page.keyboard.press("Enter")
    page.locator("#place").get_by_role("button", name=f"ACTIVATE {tile}").first.click()
    form = page.locator("#check details.form")
    form.get_by_role("button", name=f"more: {ship.label}").first.click()
    form.get_by_role("button", name="Write the orders").click()
    expect(page.locator("#lines")).to_have_value(re.compile(rf"ACTIVATE {tile}\nMOVE 1 "))
    expect(page.locator("#check li.ok")).to_have_count(2)
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").get_by_text("Receipt").wait_for()
    assert seat in match_of(game).state.table.tokens[tile]


def builder(match: Match) -> int | None:
    """A seat of Eclipse that is to move, has materials, and ships that can go somewhere."""
    seat = turn_of(match)
    if seat is None or match.state.table.players[seat].storage[2] < 8:
        return None
    (_address, decision), *_ = match.open_for(seat)
    names = {form.name for form in decision.forms(match.view(seat))}
    return seat if {"build", "move", "upgrade"} <= names else None


@pytest.mark.parametrize("order", ["build", "move", "upgrade"])
def test_an_action_of_eclipse_is_clicked_together(person, order):
    game = under_way("eclipse", 2, "clicks", lambda match: builder(match) is not None)
    seat = builder(match_of(game))
    page = person(game.seats.get(number=seat).player, viewport={"width": 1400, "height": 950})
    page.goto(f"/t/{game.pk}/")
    form = page.locator(f"#orders details.form:has(button[value={order}])")
    form.locator("summary").click()
    chosen = {"build": "Thing 1 1", "upgrade": "Part and square 1 1", "move": "Ship 1"}[order]
    form.get_by_label(chosen).select_option(index=1)
    expect(page.locator("#lines")).to_have_value(re.compile(rf"^{order.upper()} "))
    expect(page.locator("#check li.ok")).to_have_count(1)
    before = match_of(game).n
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").get_by_text("Receipt").wait_for()
    assert match_of(game).n > before
