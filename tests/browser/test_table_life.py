"""A table from its making to its shared report, in a real browser."""

import re

import pytest

from notifications import keys
from notifications.inbound import pipeline, storing
from notifications.models import Outbox
from notifications.outbound import deliver
from pbem.models import Game, Invitation, Player, Seat
from pbem.table import lobby
from tests.pbem.web.played import finished

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [(1280, 900), (390, 844)], ids=["desk", "phone"])
def test_the_organisers_whole_way(person, size):
    """A map looked at, a mistake said beside its field, a change, people and bots, the start."""
    ada = Player.objects.create(name="Ada Quill", email="ada@example.org")
    page = person(ada, viewport={"width": size[0], "height": size[1]})
    page.goto("/lobby/new/ti4/")
    page.get_by_label("Name of the game").fill("Arcturus")
    page.get_by_label("Players", exact=True).fill("3")
    page.get_by_role("button", name="Show a map").click()
    page.locator("#map-choice svg").first.wait_for()
    written = page.locator("#option-galaxy").input_value()
    page.get_by_role("button", name="Another one").click()
    page.wait_for_function(
        "old => document.getElementById('option-galaxy').value !== old", arg=written
    )
    page.get_by_label("chosen now, for each seat").check()
    page.get_by_role("button", name="Make the table").click()
    page.get_by_role("alert").wait_for()
    assert "nothing is chosen for seats 1, 2, 3" in page.locator("#option-factions").inner_text()
    for number, name in enumerate(
        ("The Federation of Sol", "The Emirates of Hacan", "The Arborec")
    ):
        page.locator(f"#side-{number}").select_option(label=name)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url(re.compile(r"/t/\d+/$"))
    page.get_by_role("link", name="Change the options").click()
    page.get_by_label("Name of the game").fill("Vega")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("heading", name="Vega").wait_for()
    page.get_by_label("Invite by mail").fill("Bruno <bruno@example.org>\ndora@example.org")
    page.get_by_role("button", name="Send the invitations").click()
    page.get_by_text("Invitations are on their way").wait_for()
    assert Invitation.objects.count() == 3, "the organiser's own seat, and two guests"
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Begin the game").click()
    page.locator("#map").wait_for(state="attached")
    game = Game.objects.get()
    assert (game.name, game.status) == ("Vega", Game.Status.RUNNING)
    assert game.seats.filter(kind=Seat.Kind.BOT).count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("language", "agree", "yes", "seated", "answer", "by_mail"),
    [
        ("en", "What you agree to", "Yes, I play", "You have a seat", "Sure, I'm in", "a seat in"),
        ("pl", "Na co się zgadzasz", "Tak, gram", "Masz miejsce", "Tak, chętnie", "Masz miejsce"),
        ("hu", "Amibe beleegyezel", "Igen, játszom", "Helyed van", "Igen!", "Helyed van"),
    ],
)
def test_joining_by_link_and_by_mail(person, language, agree, yes, seated, answer, by_mail):
    """Two people who are new here, from the organiser's form to their seats: one presses the
    button of the mail and the one of the page behind it, the other answers the mail."""
    ada = Player.objects.create(name="Ada Quill", email="ada@example.org")
    game = lobby.create_game(ada, "Arcturus", "skirmish", {"players": 3})
    lobby.sit_down(game, ada)
    host = person(ada)
    host.goto(f"/t/{game.pk}/")
    host.get_by_label("Invite by mail").fill("dora@example.org, emil@example.org")
    host.get_by_role("button", name="Send the invitations").click()
    host.get_by_text("Invitations are on their way").wait_for()
    mail = Outbox.objects.get(address="dora@example.org")
    guest = person(locale=language, viewport={"width": 390, "height": 844})
    guest.goto(re.search(r"Yes, I play: (http://\S+)", mail.body)[1])
    guest.get_by_role("heading", name=agree).wait_for()
    guest.get_by_role("button", name=yes).click()
    guest.get_by_role("status").get_by_text(seated).wait_for()
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dora = Player.objects.get(email="dora@example.org")
    assert dora.language == language, "mails speak the language of the page"
    assert game.seats.filter(player=dora).exists()

    invitation = Invitation.objects.get(email="emil@example.org")
    for pk in list(deliver.due_rows().values_list("pk", flat=True)):
        deliver.deliver(pk)
    head = f"From: emil@example.org\r\nTo: {keys.join_address(invitation)}\r\n"
    typed = f"{head}Message-ID: <yes@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{answer}"
    pipeline.read_and_play(storing.store(typed.encode(), door="test")[0].pk)
    told = Outbox.objects.filter(address="emil@example.org").latest("pk")
    assert by_mail in told.body
    assert game.seats.filter(player__email="emil@example.org").exists()
    host.reload()
    host.get_by_role("button", name="Begin the game").wait_for()


def test_a_report_is_shared(person):
    game = finished()
    page = person(game.organiser)
    page.goto(f"/t/{game.pk}/report/")
    page.get_by_role("button", name="Share it by a link").click()
    link = page.locator("#share ~ p a").get_attribute("href")
    stranger = person()
    stranger.goto(link)
    stranger.get_by_role("heading", name="Final report").wait_for()
    stranger.get_by_role("heading", name="Check the dice").wait_for()
    assert not stranger.get_by_role("link", name="History").count()
    page.get_by_role("button", name="Share it no longer").click()
    assert stranger.goto(link).status == 404
