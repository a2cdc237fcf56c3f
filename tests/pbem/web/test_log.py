"""The log on the page: turns told in paragraphs, those that concern the reader first."""

import pytest

from tests.pbem.tables import match_of
from tests.pbem.web.played import under_way

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def real_games(settings):
    settings.PARSEC_RULESETS = ["rules.ti4.ruleset.TI4"]


@pytest.fixture
def game():
    return under_way("ti4", 3, "log", lambda match: match.n > 150)


def test_what_concerns_the_reader_stands_first(browse, game):
    page = browse(game.seats.get(number=0).player).get(f"/t/{game.pk}/").content.decode()
    mine, others = page.index('id="mine"'), page.index('id="since"')
    assert mine < others
    assert "Dice and rules" in page


def test_the_last_turns_are_paragraphs_with_dice_folded(browse, game):
    reader = browse(game.seats.get(number=0).player)
    log = reader.get(f"/t/{game.pk}/log/").content.decode()
    assert log.count('class="chapter"') < match_of(game).n
    assert "<details><summary>Dice and rules" in log
    part = reader.get(f"/t/{game.pk}/log/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part


def test_a_player_s_sheet_is_a_page_and_a_fragment(browse, game):
    reader = browse(game.seats.get(number=0).player)
    page = reader.get(f"/t/{game.pk}/player/1/").content.decode()
    assert "Units as they are now" in page
    assert "<svg" in page
    assert reader.get(f"/t/{game.pk}/player/7/").status_code == 404
