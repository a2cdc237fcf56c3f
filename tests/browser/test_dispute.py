"""A player objects on the page, a referee corrects the ruling at the desk, everybody sees it."""

import re
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from pbem.models import Dispute, Game, Refereeing
from tests.browser.conftest import session_of
from tests.pbem.tables import match_of, new_table, seat_of, send
from tests.pbem.web.played import to_turns

pytestmark = pytest.mark.django_db(transaction=True)


def test_dispute_and_correction(person, site):
    game = new_table(3, mode="ask")
    to_turns(game)
    send(game, 0, "RAISE 1 fighter")
    seq = Game.objects.get().head_seq
    send(game, 1, "PASS")
    Refereeing.objects.create(
        game=game, user=User.objects.create_user("ref", password="a long pass phrase")
    )

    red = person(seat_of(game, 0).player)
    red.goto(f"/t/{game.pk}/history/?n={seq}")
    red.get_by_role("link", name="Dispute this ruling").click()
    red.get_by_label("What is wrong with it?").fill("I had written 2 fighters.")
    red.get_by_role("button", name="Send to the referee").click()
    red.locator("#disputes").get_by_text(f"Ruling {seq}").wait_for()
    assert Dispute.objects.get().ruling_seq == seq

    referee = person()
    referee.goto("/desk/")
    referee.get_by_label("Name").fill("ref")
    referee.get_by_label("Password").fill("a long pass phrase")
    referee.get_by_role("button", name="Sign in").click()
    referee.get_by_role("link", name=re.compile("Test")).first.click()
    referee.get_by_role("button", name="Take this dispute").click()
    referee.get_by_role("link", name=re.compile("Evidence")).click()
    referee.get_by_label("The answer instead").fill("RAISE 2 fighters")
    referee.get_by_role("button", name="Try it").click()
    referee.get_by_role("heading", name="Make it the game").wait_for()
    referee.get_by_label("Reason").fill("The mail said two, and two are paid for.")
    referee.get_by_role("button", name="Correct the ruling").click()
    referee.get_by_role("heading", name="Decision").wait_for()
    assert match_of(game).state.table.sides[0].units["fighter"] == 4

    for number in range(3):
        client = Client(headers={"host": urlsplit(site).netloc})
        client.cookies["sessionid"] = session_of(seat_of(game, number).player)
        said = client.get(f"/t/{game.pk}/").content.decode()
        assert "The ruling was corrected" in said
        assert "two are paid for" in said
    red.goto(f"/t/{game.pk}/history/")
    assert red.locator("li.gone").count() >= 1
