"""Whole turns by clicks alone, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from pbem.play.preview import check
from rules.kernel.forms import Count, written
from rules.kernel.match import Match
from rules.lexicon import read_page
from rules.ti4.interjections import Transaction
from tests.pbem.tables import match_of
from tests.pbem.web.played import under_way

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = [
    "rules.ti4.ruleset.TI4",
    "rules.ti3.ruleset.TI3",
    "rules.eclipse.ruleset.ECLIPSE",
    "rules.inscription.ruleset.INSCRIPTION",
]
DESK = {"width": 1400, "height": 950}
PHONE = {"width": 390, "height": 844}


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
    page = person(game.seats.get(number=seat).player, viewport=DESK)
    page.goto(f"/t/{game.pk}/")
    page.locator(f'.near-by [data-id="{tile}"]').focus()
    page.keyboard.press("Enter")
    page.locator("#place").get_by_role("button", name=f"ACTIVATE {tile}").first.click()
    form = page.locator("#check details.form")
    form.get_by_role("button", name=f"more: {ship.label}").first.click()
    form.get_by_role("button", name="Write the orders").click()
    expect(page.locator("#lines")).to_have_value(re.compile(rf"ACTIVATE {tile}.*\nMOVE 1 "))
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
    page = person(game.seats.get(number=seat).player, viewport=DESK)
    page.goto(f"/t/{game.pk}/")
    form = page.locator(f"#orders details.form:has(button[value={order}])")
    form.locator("summary").first.click()
    chosen = {"build": "Thing 1 1", "upgrade": "Part and square 1 1", "move": "Ship 1"}[order]
    form.get_by_label(chosen, exact=True).select_option(index=1)
    expect(page.locator("#lines")).to_have_value(re.compile(rf"^{order.upper()} "))
    expect(page.locator("#check li.ok")).to_have_count(1)
    before = match_of(game).n
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").get_by_text("Receipt").wait_for()
    assert match_of(game).n > before


def sent(page) -> None:
    """Send what is in the box, and wait for the receipt."""
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").get_by_text("Receipt").wait_for()


def test_a_tactical_action_on_a_phone(person):
    """The system from a list, ships by steps, the sums beside them; no letter is typed."""
    game = under_way("ti4", 3, "clicks", lambda match: attack(match) is not None)
    seat, tile, ship = attack(match_of(game))
    page = person(game.seats.get(number=seat).player, viewport=PHONE)
    page.goto(f"/t/{game.pk}/")
    form = page.locator("#orders [data-form=activate]")
    form.locator("summary").click()
    form.get_by_label("Activate a system").select_option(value=f"ACTIVATE {tile}")
    move = page.locator("#check [data-form=move]")
    before = move.locator(".totals li").first.inner_text()
    move.get_by_role("button", name=f"more: {ship.label}").first.click()
    expect(page.locator("#lines")).to_have_value(re.compile(rf"ACTIVATE {tile}.*\nMOVE 1 "))
    assert move.locator(".totals li").first.inner_text() != before
    expect(move).to_be_visible()
    sent(page)
    assert seat in match_of(game).state.table.tokens[tile]


def carrier(match: Match) -> tuple[int, str, Count] | None:
    """A seat of TI3, two systems to transfer between, and a ship that may go alone."""
    seat = turn_of(match)
    if seat is None:
        return None
    (_address, decision), *_ = match.open_for(seat)
    forms = {form.name: form for form in decision.forms(match.view(seat))}
    pairs = next(iter(forms["transfer"].fields)).options if "transfer" in forms else ()
    for line, _text in pairs:
        then = check(match.fork(), seat, line).then
        for field in then.forms[0].fields if then and then.forms else ():
            moved = written(then.forms[0], {field.key: "1"})
            whole = check(match.fork(), seat, f"{line}\n{moved}")
            if isinstance(field, Count) and moved.startswith("MOVE 1") and whole.sound:
                return seat, line, field
    return None


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_transfer_of_ti3_is_clicked_together(person, size):
    game = under_way("ti3", 3, "e", lambda match: carrier(match) is not None)
    seat, line, ship = carrier(match_of(game))
    page = person(game.seats.get(number=seat).player, viewport=size)
    page.goto(f"/t/{game.pk}/")
    form = page.locator("#orders [data-form=transfer]")
    form.locator("summary").click()
    form.get_by_label("Transfer between two systems").select_option(value=line)
    steps = page.locator(f'#check [name="move.{ship.key}"] + button')
    steps.click()
    expect(page.locator("#lines")).to_have_value(re.compile(r"^TRANSFER .*\nMOVE 1 ", re.DOTALL))
    before = match_of(game).n
    sent(page)
    assert match_of(game).n > before


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_marks_are_made_by_pointing_at_the_sheet(person, size):
    """Twilight Inscription: choose a sheet, point at one of its spaces, send."""
    game = under_way("inscription", 2, "a", lambda match: turn_of(match, "spendcard") is not None)
    match = match_of(game)
    seat = turn_of(match, "spendcard")
    (_address, decision), *_ = match.open_for(seat)
    page = person(game.seats.get(number=seat).player, viewport=size)
    page.goto(f"/t/{game.pk}/")
    for sheet in ("navigation", "expansion", "industry"):
        lines = read_page(f"SHEET {sheet}", match.ruleset.order_verbs).lines
        spaces = [
            line.split()[1]
            for line in decision.next_lines(match.view(seat), lines)
            if len(line.split()) == 2 and line.split()[0] in ("ACCESS", "DEVELOP", "CLAIM", "SCRAP")
        ]
        if spaces:
            break
    page.get_by_role("button", name=f"SHEET {sheet}").click()
    expect(page.locator("#check li.ok")).to_have_count(1)
    if size is PHONE:
        page.locator(".tabs [data-to=map]").click()
    space = page.locator(f'.board-of [data-id="{spaces[0]}"]').first
    space.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_have_value(re.compile(rf"SHEET {sheet}\n\w+ {spaces[0]}"))
    if size is PHONE:
        page.locator(".tabs [data-to=turn]").click()
    sent(page)


def test_a_deal_is_clicked_together(person):
    def rich(match: Match) -> bool:
        seat = turn_of(match)
        view = match.view(seat) if seat is not None else None
        return view is not None and bool(Transaction.forms(view)) and view.table.sides[seat].goods

    game = under_way("ti4", 3, "deals", rich)
    seat = turn_of(match_of(game))
    page = person(game.seats.get(number=seat).player, viewport=DESK)
    page.goto(f"/t/{game.pk}/")
    page.get_by_text("At any time").click()
    deal = page.locator(".outside .two-sided").first
    deal.evaluate("deal => { deal.open = true; }")
    deal.locator("fieldset").first.get_by_role("button", name="more: trade goods").click()
    expect(page.locator("#lines")).to_have_value(re.compile(r"^OFFER 1 trade good FOR nothing TO"))
    sent(page)
    assert game.offers.count() == 1


def test_a_vote_is_clicked_together_on_a_phone(person):
    """An outcome from the list, planets by ticks; the votes are added up."""
    game = under_way("ti4", 3, "j", lambda match: turn_of(match, "castvotes") is not None)
    match = match_of(game)
    seat = turn_of(match, "castvotes")
    page = person(game.seats.get(number=seat).player, viewport=PHONE)
    page.goto(f"/t/{game.pk}/")
    form = page.locator("#orders [data-form=vote]")
    form.get_by_label("Outcome").select_option(index=1)
    form.get_by_role("checkbox").first.check()
    expect(page.locator("#lines")).to_have_value(re.compile(r"^VOTE .+ WITH "))
    expect(form.locator(".totals output")).not_to_have_text(re.compile(r"^0 "))
    expect(page.locator("#check li.ok")).to_have_count(1)
    sent(page)
    assert match_of(game).n > match.n
