"""Names and rule numbers lead to what they mean; rules and orders can be looked up by anybody."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from pbem.play import glossary
from rules.ti4.texts import THINGS

pytestmark = pytest.mark.django_db

GAMES = ("ti4", "ti3", "eclipse", "inscription")


@pytest.fixture(autouse=True)
def real_games(settings):
    settings.PARSEC_RULESETS = [
        "rules.ti4.ruleset.TI4",
        "rules.ti3.ruleset.TI3",
        "rules.eclipse.ruleset.ECLIPSE",
        "rules.inscription.ruleset.INSCRIPTION",
    ]


@pytest.fixture(autouse=True)
def english_again():
    """A page in another language leaves its language behind in the thread."""
    yield
    translation.deactivate()


def terms(html: str) -> list[str]:
    return [unescape(name) for name in re.findall(r'<a href="/rules/[^>]*>([^<]*)</a>', html)]


def test_names_in_a_line_become_links_and_the_rest_stays_text():
    line = "Sol played Sabotage & <b> on Jol-Nar: Gravity Drive, gravity drive [TI4 9.5]"
    said = glossary.explained(line, "ti4")
    assert terms(said) == ["Sol", "Sabotage", "Jol-Nar", "Gravity Drive", "TI4 9.5"]
    assert "&amp; &lt;b&gt; on" in said
    assert ">gravity drive" not in said, "only as it is shown"
    assert unescape(re.sub(r"<[^>]*>", "", said)) == line


def test_units_and_anomalies_are_names_too():
    said = glossary.explained("Sol: 2 cruisers, 1 space dock beside a nebula, in transport", "ti4")
    assert terms(said) == ["Sol", "cruisers", "space dock", "nebula"]
    assert "move" in glossary.found("ti4", "nebula").lines[0]
    assert glossary.found("ti4", "cruisers")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl", "hu"])
def test_every_name_has_its_text(game, language):
    client = Client(headers={"Accept-Language": language})
    page = client.get(f"/rules/{game}/").content.decode()
    assert f'<html lang="{language}"' in page
    links = [unescape(link) for link in re.findall(r'href="(/rules/[^"]*\?of=[^"]*)"', page)]
    assert len(links) > 60
    for link in links[:: len(links) // 12]:
        answer = client.get(link, headers={"HX-Request": "true"})
        assert answer.status_code == 200, link
        assert "<p>" in answer.content.decode()


def test_every_name_is_found_by_itself():
    for name in THINGS.spellings():
        assert glossary.found("ti4", name), name


def test_rules_are_searched_without_script(client):
    page = client.get("/rules/ti4/?q=gravity rift").content.decode()
    assert re.search(r"\?of=63\.\d", page)
    page = client.get("/rules/ti4/?q=sabot").content.decode()
    assert page.index("?of=Sabotage") < page.index("</dl>")
    assert client.get("/rules/ti4/?of=Atlantis").status_code == 404
    assert client.get("/rules/chess/").status_code == 404


def test_what_is_searched_for_stays_text(client):
    page = client.get("/rules/ti4/", {"q": "<script>"}).content.decode()
    assert "<script>" not in page.replace("<script src", "")
    page = client.get("/rules/ti4/", {"of": "<script>"}).content.decode()
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_has_every_order_in_the_readers_words(game):
    client = Client(headers={"Accept-Language": "pl"})
    ruleset = glossary._ruleset(game)
    page = unescape(client.get(f"/orders/{game}/").content.decode())
    for verb in ruleset.order_verbs:
        assert f'id="{verb}"' in page
        assert ruleset.verb_in("pl", verb) in page
    few = client.get(f"/orders/{game}/?q=zzz").content.decode()
    assert "<code>" not in few


def test_rules_are_read_in_polish(client):
    page = client.get("/rules/ti3/?of=8.2.5", headers={"Accept-Language": "pl"}).content.decode()
    assert "Supernowych nigdy nie można aktywować" in page
