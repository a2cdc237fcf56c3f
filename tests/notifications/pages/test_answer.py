"""One-tap answers: a link from a mail, a page that asks for a yes, and what a reply would do."""

import re

import pytest

from notifications import answer_links
from notifications.compose import html
from notifications.models import Outbox
from notifications.outbound import deliver
from pbem.models import Game, Offer, Player, Ruling, Submission
from pbem.play import loading
from pbem.table import lobby
from tests.notifications.conftest import with_new_key

LINK = re.compile(r"http://\S+(/answer/\S+)")


def path_of(url: str) -> str:
    found = LINK.fullmatch(url)
    assert found, url
    return found[1]


def listed_in(row: Outbox) -> str:
    return next(found[1] for line in row.body.split("\n") for found in LINK.finditer(line))


def tapped(row: Outbox, number: int) -> str:
    return path_of(answer_links.to_option(row.seat, row.message_id, number))


def form(page: str, number: int) -> dict[str, str]:
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key
    assert f'name="number" value="{number}"' in page
    return {"key": key[1], "number": str(number)}


def tap(client, path: str, number: int) -> str:
    page = client.get(path).content.decode()
    return client.post(path, form(page, number)).content.decode()


def objective_of(game: Game, number: int) -> str:
    match = loading.load(Game.objects.get(pk=game.pk)).match
    return str(match.state.hand[number].objective)


def test_looking_at_a_link_does_nothing(game, post, ada, client):
    row = post.newest(ada)
    for path in (listed_in(row), tapped(row, 1), tapped(row, 2)):
        for _ in range(3):
            assert client.get(path).status_code == 200
        assert client.head(path).status_code == 405
    assert not Submission.objects.exists()
    assert "no-store" in client.get(listed_in(row))["Cache-Control"]


def test_a_tap_does_what_the_number_does(game, post, ada, bruno, client):
    """The same submission, ruling and next question as a reply with the number, but no mail back:
    the page has the acknowledgement."""
    sent = Outbox.objects.filter(seat=ada).count()
    said = tap(client, tapped(post.newest(ada), 2), 2)
    assert "KEEP feared" in said
    post.say(bruno, "2")
    by_tap, by_mail = Submission.objects.order_by("pk")
    assert (by_tap.text, by_tap.listed) == (by_mail.text, post.newest(ada).listed)
    assert [e.status for e in by_tap.report] == [e.status for e in by_mail.report]
    assert Outbox.objects.filter(seat=ada).count() == sent
    post.say(game.seats.select_related("player", "game").get(number=2), "1")
    assert objective_of(game, ada.number) == "feared"


def test_the_list_of_a_mail_offers_every_answer(game, post, ada, client):
    page = client.get(listed_in(post.newest(ada))).content.decode()
    assert page.index("KEEP rich") < page.index("KEEP feared")
    assert "KEEP feared" in client.post(listed_in(post.newest(ada)), form(page, 2)).content.decode()


def test_the_same_form_twice_is_one_answer(game, post, ada, client):
    path = tapped(post.newest(ada), 1)
    filled = form(client.get(path).content.decode(), 1)
    first, second = (client.post(path, filled).content.decode() for _ in range(2))
    assert first == second
    assert Submission.objects.count() == 1


def test_what_is_gone_is_said_in_words(game, post, ada, client):
    row = post.newest(ada)
    filled = form(client.get(tapped(row, 1)).content.decode(), 1)
    for seat in game.seats.select_related("player", "game"):
        post.say(seat, "1")
    rulings = Ruling.objects.count()
    page = client.get(tapped(row, 2)).content.decode()
    assert "no longer open" in page
    assert "<button" not in page
    assert "no longer open" in client.post(tapped(row, 1), filled).content.decode()
    assert Ruling.objects.count() == rulings


def test_a_suggested_order_is_an_answer_where_options_cannot_be_listed(game, post, ada, client):
    for seat in game.seats.select_related("player", "game"):
        post.say(seat, "1")
    row = post.newest(ada)
    assert row.listed["orders"] == ["BID 0"]
    assert "BID 0" in tap(client, tapped(row, 1), 1)
    for number in (1, 2):
        post.say(game.seats.select_related("player", "game").get(number=number), "BID 0")
    row = post.newest(ada)
    assert row.listed["orders"] == ["PASS"]
    assert "passed" in tap(client, tapped(row, 1), 1) or Ruling.objects.latest("seq").seq > 3


@pytest.mark.parametrize("spoilt", ["option", "mail", "seat", "signature"])
def test_forged_links_open_nothing(game, post, ada, bruno, client, spoilt):
    row, other = post.newest(ada), post.newest(bruno)
    good, foreign = tapped(row, 1), tapped(other, 1)
    seat, mail, table, number, mac = good.removeprefix("/answer/").strip("/").split(".")
    bad = {
        "option": [seat, mail, table, "2", mac],
        "mail": [seat, foreign.split(".")[1], table, number, mac],
        "seat": [str(bruno.pk), mail, table, number, mac],
        "signature": [seat, mail, table, number, "a" * len(mac)],
    }[spoilt]
    bad = f"/answer/{'.'.join(bad)}/"
    assert bad != good
    assert client.get(bad).status_code == 404
    assert client.post(bad, {"key": "abcdefgh", "number": "1"}).status_code == 404
    assert not Submission.objects.exists()


def test_a_link_ends_with_its_key_and_its_seat(game, post, ada, client):
    row = post.newest(ada)
    old = tapped(row, 1)
    with_new_key(ada)
    assert client.get(old).status_code == 404
    fresh = tapped(Outbox.objects.get(pk=row.pk), 1)
    assert client.get(fresh).status_code == 200
    invited = lobby.substitute(ada, "dora@example.org", "Dora Lind")
    lobby.join(invited.token)
    assert client.get(fresh).status_code == 404


def test_the_page_is_in_the_readers_language(game, post, ada, client):
    Player.objects.filter(pk=ada.player_id).update(language="pl")
    page = client.get(tapped(post.newest(ada), 1)).content.decode()
    assert "dopóki nie naciśniesz" in page


def test_an_offer_is_accepted_with_a_tap(game, post, ada, bruno, client):
    for seat in game.seats.select_related("player", "game"):
        post.say(seat, "1")
    post.say(ada, "OFFER 1 gold FOR 1 gold TO Blue")
    links = LINK.findall(post.newest(bruno).body)
    accept = next(link for link in links if ".accept." in link)
    assert any(".decline." in link for link in links)
    assert client.get(accept).status_code == 200
    assert Offer.objects.get().state == Offer.State.OPEN
    tap(client, accept, 1)
    assert Offer.objects.get().state == Offer.State.ACCEPTED
    assert "no longer open" in client.get(accept).content.decode()


def test_a_mail_has_a_button_for_each_answer(game, post, ada):
    row = post.newest(ada)
    page = deliver.page(row)
    links = re.findall(r'class="answer" href="([^"]+)"', page)
    assert [path_of(link) for link in links] == [tapped(row, 1), tapped(row, 2)]
    assert listed_in(row) not in page
    assert html.page(row.body).count("/answer/") > 0
