"""The demo: games in mid-game, a seat to play in, a report, a dispute; and none of it elsewhere."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import translation

from notifications.compose import questions
from notifications.inbound import pipeline
from notifications.models import Inbound
from notifications.outbound import deliver
from notifications.staff import demo_tables, local_backend
from pbem.models import Dispute, Game, Prompt, Seat
from pbem.play import loading
from pbem.referee import records
from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle, anchor, placed
from rules.kernel.orders.clerk import foresee
from rules.kernel.thinking.rehearsal import Thought
from rules.kernel.views import SomeView
from rules.lexicon import read_page
from rules.lexicon.speech import speaking

ADA = demo_tables.VISITOR[1]
ALL = [
    "rules.ti4.ruleset.TI4",
    "rules.eclipse.ruleset.ECLIPSE",
    "rules.ti3.ruleset.TI3",
    "rules.inscription.ruleset.INSCRIPTION",
]
PAGES = [("post", "/demo/1/play"), ("get", "/demo/1/"), ("post", "/demo/desk")]


@pytest.fixture
def local(settings, tmp_path):
    settings.EMAIL_BACKEND = local_backend.BACKEND
    settings.VAR = tmp_path


def delivered() -> None:
    for pk in deliver.due_rows().values_list("pk", flat=True):
        deliver.deliver(pk)


def test_every_game_is_there_in_mid_game_with_the_visitors_turn_open(post, local, settings):
    settings.PARSEC_RULESETS = ALL
    call_command("demo")
    running = Game.objects.filter(status="running")
    assert {game.ruleset for game in running} == {"ti4", "eclipse", "ti3", "inscription"}
    for game in running:
        assert game.round >= loading.ruleset_of(game).mid_game
        asked = Prompt.objects.get(game=game, state="open", waiting=True)
        assert asked.seat.player.email == ADA
        kinds = list(game.seats.order_by("number").values_list("kind", flat=True))
        assert kinds == [Seat.Kind.PERSON] + [Seat.Kind.BOT] * (len(kinds) - 1)
        for language in ("pl", "hu"):
            _offered_in_the_readers_words(game, asked, language)
    over = Game.objects.get(status="over")
    assert over.ruleset == "ti4"
    assert records.verify(records.export(over)).ok
    assert Dispute.objects.get().state == Dispute.State.OPEN


def _offered_in_the_readers_words(game: Game, asked: Prompt, language: str) -> None:
    """What the mail offers has the words of its reader, and is carried out as the line behind it
    is."""
    match = loading.load(game).match
    view, verbs = match.view(asked.seat.number), match.ruleset.order_verbs
    with translation.override(language), speaking(language):
        [need] = questions.needs(match, view, [asked], "demo")
        offered = questions.offered(need, view)
        assert offered[0].own
        for one in offered:
            verb = read_page(one.order.partition(";")[0], verbs).lines[0].verb
            assert one.shown.startswith(match.ruleset.verb_in(language, verb))
            assert _foreseen(match, view, one.shown) == _foreseen(match, view, one.order) > 0


def _foreseen(match: Match, view: SomeView, orders: str) -> int:
    """How many lines a dry run carries out, if it carries out all of them."""
    game = Thought(match, view.seat, "demo").rehearsal(0)
    page = read_page(orders.replace("; ", "\n"), match.ruleset.order_verbs)
    lines = placed(game, view.seat, list(page.lines))
    run = foresee(game, Bundle("", view.seat, tuple(lines), *anchor(game, view.seat, lines), 0))
    return 0 if run.faults or run.remarks else len(run.used)


def test_moves_that_are_kept_spare_the_thinking(monkeypatch):
    """They fit the rules of today; after a change of the rules: manage.py demo_moves."""
    thought = []
    monkeypatch.setattr(
        "pbem.table.played_ahead.Players.next_input",
        lambda players, match: thought.append(match.n) or players._random.next_input(match),
    )
    rules = loading.rulesets().get("eclipse")
    played = demo_tables._played(rules)
    assert played.match.round == rules.mid_game
    assert len(thought) < len(played.rulings) / 2


def test_from_the_front_page_to_an_order_carried_out(post, local, settings, client):
    settings.PARSEC_RULESETS = ["rules.eclipse.ruleset.ECLIPSE"]
    call_command("demo")
    delivered()
    game = Game.objects.get(status="running")
    front = client.get("/").content.decode()
    assert "Play a turn" in front
    assert f"/demo/{game.pk}/play" in front
    opened = client.post(f"/demo/{game.pk}/play", follow=True)
    page = opened.content.decode()
    assert f'src="/t/{game.pk}/"' in page
    reply = re.search(r'action="(/mailbox/mail/\w+/reply)"', page)[1]
    line = re.search(r'name="line" value="((?:BUILD|RESEARCH) [^"]+)"', page)[1]
    back = client.post(reply, {"line": line, "game": game.pk})
    assert back["Location"] == f"/demo/{game.pk}/"
    assert line in client.get(f"/demo/{game.pk}/").content.decode(), "sent mail is shown"
    assert pipeline.read_and_play(Inbound.objects.get().pk).code == "orders"
    before = game.head_seq
    game.refresh_from_db()
    assert game.head_seq > before
    state = re.search(r'data-state="([^"]+)"', page)[1]
    news = client.get(f"/demo/{game.pk}/?seen={state}")
    assert news.status_code == 200
    newer = re.search(r'data-state="([^"]+)"', news.content.decode())[1]
    assert client.get(f"/demo/{game.pk}/?seen={newer}").status_code == 204


def test_the_table_may_stand_beside_its_mails_in_the_demo_alone(post, local, settings, client):
    settings.PARSEC_RULESETS = ["tests.skirmish.ruleset.SKIRMISH"]
    call_command("demo")
    game = Game.objects.get(status="running")
    client.post(f"/demo/{game.pk}/play")
    table = client.get(f"/t/{game.pk}/")
    assert table["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in table["Content-Security-Policy"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    elsewhere = client.get(f"/t/{game.pk}/")
    assert elsewhere["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in elsewhere["Content-Security-Policy"]


def test_the_desk_and_the_report_are_one_click_away(post, local, settings, client):
    settings.PARSEC_RULESETS = ["tests.skirmish.ruleset.SKIRMISH"]
    call_command("demo")
    over = Game.objects.get(status="over")
    report = client.post(f"/demo/{over.pk}/play?to=report", follow=True)
    assert report.redirect_chain[-1][0] == f"/t/{over.pk}/report/"
    assert report.status_code == 200
    desk = client.post("/demo/desk", follow=True)
    assert desk.redirect_chain[-1][0] == "/desk/"
    assert Game.objects.get(status="running").name in desk.content.decode()
    assert not User.objects.get(username=demo_tables.REFEREE).has_usable_password()


@pytest.mark.parametrize(("method", "path"), PAGES)
def test_nothing_of_it_where_mails_are_real(post, client, method, path):
    assert getattr(client, method)(path).status_code == 404


@pytest.mark.parametrize(("method", "path"), [*PAGES, ("get", "/mailbox/")])
def test_nothing_of_it_on_a_production_server(post, local, settings, client, method, path):
    settings.PRODUCTION = True
    assert getattr(client, method)(path).status_code == 404
    assert "Play a turn" not in client.get("/").content.decode()
