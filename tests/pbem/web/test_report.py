"""The final report: winner and why, points by name, battles, hands, luck; shared by a link."""

import re
from datetime import timedelta

import pytest

from notifications.staff import demo_tables
from pbem.models import Game, Player
from pbem.play import ending, loading
from pbem.table import lobby, played_ahead, shared
from rules.ti4.ruleset import TI4
from tests.pbem.web.played import finished

pytestmark = pytest.mark.django_db


def page(answer) -> str:
    return answer.content.decode()


@pytest.fixture
def ti4() -> Game:
    """A game of TI4 that bots have played to its end, with people's names in the seats."""
    played = demo_tables._played(TI4, to_the_end=True)
    people = [
        Player.objects.create(name=name, email=f"{name.lower()}@example.org")
        for name in ("Ada", "Bruno", "Chidi", "Dora")
    ]
    game = lobby.create_game(people[0], "Antares", "ti4", {"players": 4}, "trust")
    return played_ahead.begin(game, played, people, timedelta(weeks=6))


def test_a_report_to_be_proud_of(ti4, browse):
    text = page(browse(ti4.organiser).get(f"/t/{ti4.pk}/report/"))
    winner = re.search(r'id="winner">(.*?)</h2>', text, re.DOTALL)[1]
    assert re.search(r"\((Ada|Bruno|Chidi|Dora)\)", winner), "winners have names"
    assert "wins the game with 10 points" in text
    assert "ahead of" in text
    assert re.search(r"Decided in round \d: \w+ scored [A-Z][\w' ]+ \(\d\)", text)
    thrones = re.findall(r"<li>([^<]*) <cite><a [^>]*>TI4 75\.1<", text)
    assert thrones
    assert all(words.startswith("Support for the Throne.") for words in thrones)
    assert TI4.features.story.sources("TI4 24.2") == "Imperial, with Mecatol Rex"
    assert "The final map" in text
    assert "<svg" in text
    assert len(re.findall(r"scored [A-Z][\w' ]+ \(\d\)", text)) >= 8, "points have names"
    points = {
        name: int(n) for name, n in re.findall(r'"row">([^<]+) <small>.*?number">(\d+)<', text)
    }
    told = text.partition("Points, round by round")[2].partition("The biggest battles")[0]
    for name, total in points.items():
        made = re.findall(rf"<li>{name} scored [^<]*?\((\d)\)", told)
        more = re.findall(rf"{name}: ([+-]\d) victory point", told)
        assert sum(map(int, [*made, *more])) == total, f"every point of {name} is told"
    assert "The biggest battles" in text
    assert "Hands and secrets, opened" in text
    assert "Dice in fights" in text
    assert "42 days" in text


def test_the_record_and_the_dice_are_one_click_away(ti4, browse):
    client = browse(ti4.organiser)
    record = client.get(f"/t/{ti4.pk}/record.json")
    assert record["Content-Disposition"].endswith(f'record-{ti4.pk}.json"')
    assert ti4.seed.encode() in record.content
    assert "Everything fits" in page(client.post(f"/t/{ti4.pk}/verify/"))


def test_shared_by_choice_with_a_signed_link(browse, client):
    game = finished()
    link = shared.link_of(game).partition("/report/")[2]
    assert client.get(f"/report/{link}").status_code == 404, "not shared yet"
    organiser = browse(game.organiser)
    text = page(organiser.post(f"/t/{game.pk}/organise/share/", {"on": "1"}, follow=True))
    assert shared.link_of(game) in text
    public = page(client.get(f"/report/{link}"))
    assert "Final report" in public
    assert f"/t/{game.pk}/history/" not in public
    assert client.get(f"/report/{game.pk}:forged/").status_code == 404
    assert client.get(f"/t/{game.pk}/report/").status_code == 302, "the table stays closed"
    organiser.post(f"/t/{game.pk}/organise/share/", {})
    assert client.get(f"/report/{link}").status_code == 404


def test_who_does_not_organise_cannot_share(browse):
    game = finished()
    other = next(s.player for s in game.seats.all() if s.player != game.organiser)
    assert browse(other).post(f"/t/{game.pk}/organise/share/", {"on": "1"}).status_code == 404


def test_luck_is_told_by_expected_hits(ti4, browse):
    """What each die needed is known, so hits are compared with those that were to be expected."""
    match = loading.load(ti4).match
    told = ending.of(ti4, match, []).luck
    assert len(told) == 4
    for luck in told:
        assert 0 < luck.expected < luck.dice
        assert 0 < luck.luckier_than < 1
        assert (luck.luckier_than > 0.5) == (luck.hits > luck.expected) or (
            abs(luck.hits - luck.expected) < 1
        )
    text = page(browse(ti4.organiser).get(f"/t/{ti4.pk}/report/"))
    assert "Luckier than" in text
    assert f'<td class="number">{told[0].hits}</td>' in text


def test_luck_of_known_dice():
    assert ending._share_below(1, [0.5, 0.5]) == 0.5
    assert ending._share_below(2, [0.5, 0.5]) == 0.875
    assert ending._share_below(0, [0.1]) == pytest.approx(0.45)
