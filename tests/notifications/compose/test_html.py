"""The HTML part: the words of the text part, set so that every reader can read them."""

import re
from html import unescape
from random import Random

import pytest
from django.utils.html import strip_tags

from notifications.compose import attachments, html, picture
from notifications.compose.layout import RULER, block, headed, joined, opening
from notifications.models import Outbox
from notifications.outbound import deliver
from pbem.models import Game
from pbem.play.glossary import MailLinks
from rules.kernel.match import Match
from rules.kernel.records.history import History
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from tests.notifications.compose.turn_mails import turn_mail
from tests.notifications.conftest import START
from tests.notifications.outbound.golden import OUT, equal, settled
from tests.pictures import drawn
from tests.skirmish.ruleset import SKIRMISH


def words(text: str) -> list[str]:
    return text.replace(RULER, "").split()


NAMED = re.compile(r'<a [^>]*href="([^"]+)"[^>]*>([^<]+)</a>')


def shown(page: str) -> list[str]:
    """The words of a page; a link with a name is shown as the text has it."""
    body = page.partition("</head>")[2]
    body = NAMED.sub(lambda a: a[2] if a[2] == a[1] else f"{a[2]}: {a[1]}", body)
    return words(unescape(strip_tags(body)))


@pytest.mark.parametrize("path", sorted(OUT.glob("*.txt")), ids=lambda path: path.stem)
def test_it_says_the_very_words_of_the_text(path):
    body = path.read_text(encoding="utf-8").split("\n\n", 1)[1].partition("\n\n[")[0]
    assert shown(html.page(body)) == words(body)


def test_the_turn_mail(game, post, ada):
    row = post.newest(ada)
    page = deliver.page(row, "cid:map")
    equal("first-turn.html", settled(page))
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page
    assert "style=" in page
    assert "<script" not in page
    assert re.search(r'<img[^>]+alt="[^"]+"', page)


def test_parts_are_told_apart():
    body = joined(
        [
            opening(),
            headed("Needs you", ["Short.", "A sentence that is long " * 6, "Last."]),
            headed("Title longer than any", ["One."]),
            block("List", ["first " * 20, "second"]),
            "Just\nwords.",
        ]
    )
    hint, parts = html.read(body)
    assert hint.startswith("Write your orders above")
    assert [(p.kind, len(p.lines)) for p in parts] == [
        ("headed", 3),
        ("list", 1),
        ("list", 2),
        ("plain", 1),
    ]


@pytest.mark.parametrize(
    "title",
    [
        "Options (reply with the number)",
        "Press from Red  (Ada Quill) to Blue",
        "Fourteen words",
        "Thirteen long",
    ],
)
def test_a_heading_stays_whole_wherever_its_spaces_fall(title):
    whole = " ".join(title.upper().split())
    listed = html.read(block(title, ["1. Keep rich", "2. Keep feared"]))[1]
    assert [(p.kind, p.title, p.lines) for p in listed] == [
        ("list", whole, ["1. Keep rich", "2. Keep feared"])
    ]
    beside = html.read(headed(title, ["Some words."]))[1]
    assert [(p.title, p.lines) for p in beside] == [(whole, ["Some words."])]


def test_nothing_in_a_mail_becomes_markup():
    body = joined(
        [block("<b>x</b>", ['<script>alert("1")</script> & more', "http://a.example/?a&b"])]
    )
    page = html.page(body, subject="<i>s</i>", template=["<u>t</u>"])
    assert "<script>" not in page
    assert "<b>x" not in page
    assert "&lt;script&gt;" in page
    assert '<a href="http://a.example/?a&amp;b"' in page


def test_a_map_that_cannot_be_painted_does_not_stop_the_mail(db, caplog):
    broken = attachments.Enclosure("map.svg", attachments.PICTURE, b"<svg")
    row = Outbox(
        address="a@example.org",
        message_id="<a@b>",
        body="Words.\n",
        enclosures=attachments.packed([broken]),
    )
    made = deliver.message(row)
    assert not made.attachments
    assert "picture not painted" in caplog.text


def test_the_picture_is_a_picture():
    state = SKIRMISH.new(SKIRMISH.read_options({"players": 3}))
    png = picture.png(drawn(SKIRMISH, SKIRMISH.view(state, 0)))
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20], "big") == picture.WIDTH


# -- nothing leaks ------------------------------------------------------------------------------


def mail_to(match, seat, rulings, game):
    """Everything a seat's mail consists of, pictures and files included: one with the position, and
    one to a reader who was just shown it."""
    made = [turn_mail(match, seat, rulings, game, shown_at) for shown_at in (None, START)]
    return made, [html.page(m.body, subject=m.subject, template=m.template) for m in made]


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 1), (3, 2)])
def test_whole_twin_games_give_equal_mails(players, seed):
    """At every question of a game: hidden things swapped, the mail is the same to the byte."""
    options = SKIRMISH.read_options({"players": players})
    secret = secret_for(f"mails/{seed}")
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.ASK)
    match, ruling = Match.start(Setting(SKIRMISH, options, secret))
    history = History(Setting(SKIRMISH, options, secret))
    history.add(ruling, match.snap)
    bot = RandomBot(Random(seed))
    rng = Random(seed)
    compared = 0
    while match.ask is not None and compared < 240:
        for seat in range(players):
            mine = mail_to(match, seat, history.rulings[-4:], game)
            twin = history.wake()
            twin._set_state(SKIRMISH.disguise(twin.state, seat, rng))
            assert mail_to(twin, seat, history.rulings[-4:], game) == mine
            compared += 1
        ruling = match.apply(bot.next_input(match))
        history.add(ruling, match.snap)
    assert compared > 40


def test_only_rules_are_set_apart_as_rules():
    lines = ["Took Lodor. [TI4 25.5, TI4 3.1]", "Interceptor: costs 3 [1. open; 2. Ion Cannon]"]
    page = html.page(joined([opening(), block("You", lines)]))
    assert re.findall(r'class="cite"[^>]*>(.*?)<', page) == ["[TI4 25.5, TI4 3.1]"]


def test_names_and_rule_numbers_are_links_to_their_texts(client, db, ti4_table):
    body = (
        "You may play Sabotage now. Rules as usual.\n\nWHAT HAPPENED\n"
        "  Sabotage and Gravity Drive were named [TI4 8.2, TI4 9.5]\n"
        "  1. PLAY Sabotage\n"
    )
    host = "https://post.example"
    page = html.page(body, names=MailLinks("ti4", host))
    links = {unescape(a[2]): unescape(a[1]) for a in NAMED.finditer(page)}
    assert links.keys() == {"Sabotage", "Gravity Drive", "TI4 8.2", "TI4 9.5"}
    assert page.count(">Sabotage</a>") == 1, "a name is a link where it is first read"
    assert words(unescape(strip_tags(page.partition("</head>")[2]))) == words(body)
    for address in links.values():
        assert address.startswith(f"{host}/rules/ti4/?of=")
        answer = client.get(address.removeprefix(host))
        assert answer.status_code == 200, "anybody may read it"
    assert "Gravity Drive" in client.get(links["Gravity Drive"].removeprefix(host)).content.decode()


def test_the_mail_of_a_game_has_such_links(ti4_table):
    page = deliver.page(Outbox(game=ti4_table, body="Sabotage was played."))
    assert 'href="https://' in page or 'href="http://' in page
    assert "/rules/ti4/?of=Sabotage" in page
    assert "/rules/" not in deliver.page(Outbox(body="Sabotage was played."))


@pytest.fixture
def ti4_table(settings):
    settings.PARSEC_RULESETS = ["rules.ti4.ruleset.TI4"]
    return Game(ruleset="ti4")
