"""What people do at a table, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from notifications.models import Outbox
from pbem.models import Game, Offer, Player, StandingOrder, Submission
from pbem.table.openness import Openness
from pbem.table.people import sign_in
from tests.pbem.tables import match_of, new_table, seat_of
from tests.pbem.web.played import finished, to_turns

pytestmark = pytest.mark.django_db(transaction=True)


def link_in(mail: Outbox) -> str:
    return re.search(r"http://\S+/in/\?key=\S+", mail.body)[0]


def test_sign_in_from_a_mail_join_and_play(person, site):
    """From nothing to the first order, without anything but a mail address."""
    ada = Player.objects.create(name="Ada Quill", email="ada@example.org")
    host = person(ada)
    host.goto("/lobby/")
    host.get_by_role("link", name="New table").click()
    host.goto("/lobby/new/skirmish/")
    host.get_by_label("Name of the game").fill("Arcturus")
    host.get_by_label("Players", exact=True).fill("2")
    host.get_by_label("Anybody signed in may take an empty seat").check()
    host.get_by_label("Your word for the dice").fill("heron")
    host.get_by_role("button", name="Make the table").click()
    host.wait_for_url(re.compile(r"/t/\d+/$"))

    guest = person()
    guest.goto("/lobby/")
    guest.get_by_role("link", name="Arcturus").click()
    guest.get_by_label("Mail address").fill("bruno@example.org")
    guest.get_by_role("button", name="Send me a link").click()
    guest.get_by_role("heading", name="Look into your mail").wait_for()
    guest.goto(link_in(Outbox.objects.get(address="bruno@example.org")))
    guest.get_by_role("button", name="Continue as bruno@example.org").click()
    guest.get_by_label("Your word for the dice").fill("basalt")
    guest.get_by_role("button", name="Take a seat").click()
    guest.get_by_role("heading", name="Seats").wait_for()

    host.reload()
    host.get_by_role("button", name="Begin the game").click()
    host.get_by_role("heading", name="Needs you").wait_for()

    guest.reload()
    guest.get_by_role("button", name="Keep rich", exact=True).or_(
        guest.get_by_role("button", name=re.compile("^Keep"))
    ).first.click()
    guest.locator("#check li.ok").wait_for()
    assert guest.locator("#lines").input_value().startswith("KEEP ")
    guest.get_by_role("button", name="Send", exact=True).click()
    guest.get_by_role("status").get_by_text("Receipt").wait_for()
    assert Submission.objects.get().door == "web"

    phone = person()
    mails = Outbox.objects.filter(address="bruno@example.org")
    phone.goto(re.search(r"http://\S+/look/\S+/", mails.latest("pk").body)[0])
    phone.get_by_text("public facts only").wait_for()
    assert not phone.locator("#lines").count()
    phone.get_by_role("button", name="Send me a link to sign in").click()
    phone.get_by_role("heading", name="Look into your mail").wait_for()
    phone.goto(link_in(mails.latest("pk")))
    phone.get_by_role("button", name="Continue as bruno@example.org").click()
    phone.locator("#lines").wait_for()
    assert phone.url.endswith(f"/t/{Game.objects.get().pk}/")


def test_a_turn_composed_and_checked(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    red = person(seat_of(game, 0).player)
    red.goto(f"/t/{game.pk}/")
    red.locator("#lines").fill("RAISE 9 fighters")
    red.locator("#check li.refused").wait_for()
    assert "SKR 3.5" in red.locator("#check").inner_text()
    red.locator("#lines").fill("RAISE 1 fighter")
    red.locator("#check li.ok").wait_for()
    assert "Red raised 1 fighter" in red.locator("#check").inner_text()
    button = red.get_by_role("button", name="Send", exact=True)
    button.dblclick()
    red.get_by_role("status").get_by_text("Receipt").wait_for()
    assert Submission.objects.filter(door="web").count() == 1
    assert match_of(game).state.table.sides[0].units["fighter"] == 3


def test_the_map_by_tap_and_by_keyboard(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    red = person(seat_of(game, 0).player, viewport={"width": 390, "height": 844}, has_touch=True)
    red.goto(f"/t/{game.pk}/")
    red.locator(".tabs").get_by_text("Map").tap()
    red.locator('.picture [data-id="Blue"]:visible').tap()
    panel = red.locator("#place")
    assert "Force: 2 fighter" in panel.inner_text()
    panel.get_by_role("button", name=re.compile("^RAID Blue")).click()
    assert "RAID Blue" in red.locator("#lines").input_value()
    red.locator('.picture [data-id="Green"]:visible').focus()
    red.keyboard.press("Enter")
    assert panel.get_by_role("heading").inner_text() == "Green"
    panel.get_by_role("button", name=re.compile("^RAID Green")).wait_for()
    red.keyboard.press("Tab")
    line = red.evaluate("document.activeElement.dataset.line")
    assert "Green" in line
    red.keyboard.press("Enter")
    assert line in red.locator("#lines").input_value().splitlines()
    panel.get_by_role("link", name="Odds of an attack here").focus()
    red.keyboard.press("Escape")
    assert red.evaluate("document.activeElement.dataset.id") == "Green"


def test_standing_order_press_and_offer(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    red = person(seat_of(game, 0).player)
    blue = person(seat_of(game, 1).player)
    red.goto(f"/t/{game.pk}/")
    red.locator(".tabs").get_by_text("Me", exact=True).click()
    red.get_by_label("New standing order").fill("PLAY dodge IF window = rolled")
    red.get_by_role("button", name="Save standing order").click()
    red.get_by_role("button", name="Clear 1").wait_for()
    assert StandingOrder.objects.get(active=True).seat.number == 0

    red.locator(".tabs").get_by_text("Talk").click()
    press = red.locator("#press")
    press.get_by_label("Blue").check()
    press.get_by_label("Message").fill("One gold for peace?")
    press.get_by_role("button", name="Send the message").click()
    red.locator("#press .letters").wait_for()
    red.locator(".tabs").get_by_text("Turn").click()
    red.locator("#lines").fill("OFFER 1 gold FOR 0 gold TO Blue")
    red.get_by_role("button", name="Send", exact=True).click()
    red.get_by_role("status").get_by_text("Receipt").wait_for()

    before = match_of(game).state.table.sides[1].gold
    blue.goto(f"/t/{game.pk}/")
    assert "One gold for peace?" in blue.locator("#press").inner_text()
    blue.get_by_role("button", name="Accept 1").click()
    blue.get_by_role("status").get_by_text("Receipt").wait_for()
    assert Offer.objects.get().state == Offer.State.ACCEPTED
    assert match_of(game).state.table.sides[1].gold == before + 1


def test_everything_without_script(person):
    game = new_table(3, mode="ask")
    red = person(seat_of(game, 0).player, java_script_enabled=False)
    red.goto(f"/t/{game.pk}/")
    red.get_by_role("button", name=re.compile("^Keep")).first.click()
    assert red.locator("#lines").input_value().strip().startswith("KEEP ")
    red.locator("#check li.ok").wait_for()
    red.get_by_role("button", name="Send", exact=True).click()
    red.get_by_role("status").get_by_text("Receipt").wait_for()
    red.goto(f"/t/{game.pk}/history/")
    red.get_by_role("heading", name="History").wait_for()
    assert Submission.objects.get().seat.number == 0


def test_history_slider_and_final_report(person):
    game = finished()
    anybody = person()
    Openness.objects.create(game=game, watchable=True)
    anybody.goto(f"/t/{game.pk}/history/")
    newest = anybody.locator("#moment strong").inner_text()
    slider = anybody.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    anybody.get_by_text("After ruling 1 ").wait_for()
    assert anybody.locator("#moment strong").inner_text() != newest
    anybody.get_by_role("link", name="Final report").click()
    anybody.get_by_role("heading", name="Final report").wait_for()
    assert anybody.locator("svg.chart").count() == 2
    assert Game.objects.get().seed in anybody.content()


def test_an_old_link_offers_a_new_one(person, monkeypatch):
    ada = Player.objects.create(name="Ada Quill", email="ada@example.org")
    monkeypatch.setattr(sign_in, "LINK_HOURS", -1)
    page = person()
    page.goto(sign_in.link_to(ada.email, "/me/"))
    page.get_by_role("alert").get_by_text("too old").wait_for()
    page.get_by_role("button", name="Send me a link").click()
    page.get_by_role("heading", name="Look into your mail").wait_for()
    assert Outbox.objects.filter(address="ada@example.org").count() == 1


def test_the_map_grows_shrinks_and_is_walked_by_arrow_keys(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    red = person(seat_of(game, 0).player, viewport={"width": 1280, "height": 900})
    red.goto(f"/t/{game.pk}/")
    wide = "document.querySelector('.near-by').getBoundingClientRect().width"
    before = red.evaluate(wide)
    red.get_by_role("button", name="Larger").click()
    assert red.evaluate(wide) > before * 1.2
    red.get_by_role("button", name="Whole map").click()
    assert abs(red.evaluate(wide) - before) < 3
    red.locator(".pan").focus()
    red.keyboard.press("+")
    assert red.evaluate(wide) > before * 1.2
    red.locator(".near-by [data-id]").first.focus()
    reached = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        red.keyboard.press(key)
        reached.add(red.evaluate("document.activeElement.dataset.id"))
    assert len(reached) > 1


def test_a_phone_shows_one_part_at_a_time(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    red = person(seat_of(game, 0).player, viewport={"width": 390, "height": 844}, has_touch=True)
    red.goto(f"/t/{game.pk}/")
    assert red.locator("#lines").is_visible()
    assert not red.locator("#map").is_visible()
    red.locator(".tabs").get_by_text("Players").tap()
    assert red.locator(".people").is_visible()
    assert not red.locator("#lines").is_visible()
    screens = red.evaluate("document.documentElement.scrollHeight / innerHeight")
    assert screens <= 3


def test_history_by_keys_and_by_itself(person):
    game = new_table(3, mode="ask")
    to_turns(game)
    red = person(seat_of(game, 0).player)
    red.goto(f"/t/{game.pk}/history/")
    at = red.locator("#at")
    last = int(at.input_value())
    red.locator("body").press("ArrowLeft")
    assert int(at.input_value()) == last - 1
    red.get_by_role("button", name="Play").click()
    expect(at).to_have_value(str(last))
