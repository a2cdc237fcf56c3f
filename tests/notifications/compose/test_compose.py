"""What a player reads: golden mails, and that wording never tells or stops anything."""

import re
from datetime import timedelta
from random import Random
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.utils import translation

from notifications.compose import letter, news, notes
from notifications.compose import times as clocks
from notifications.models import Correspondence, Outbox
from notifications.outbound import outbox
from pbem import signals
from pbem.models import Player, Prompt
from pbem.play import advancing, loading
from pbem.table import lobby
from rules.kernel.events import Told
from rules.kernel.records.record import Ruling
from tests.notifications.conftest import START
from tests.notifications.outbound.golden import same


def keep_objectives(post, game) -> None:
    for seat in game.seats.select_related("player", "game"):
        post.say(seat, "1")


def test_an_invitation(post):
    lobby.invite(post.table(start=False, players=4), "dora@example.org", "Dora Lind")
    same("invitation", Outbox.objects.get(address="dora@example.org"))


def test_the_first_mail(game, post, ada):
    same("first-turn", post.newest(ada))
    assert Outbox.objects.filter(seat=ada).count() == 1


def test_acknowledgements(game, post, ada, bruno):
    post.say(ada, "KEEP riches or so\nnonsense here")
    same("ack-refused", post.newest(ada))
    post.say(bruno, "1")
    same("ack-sealed", post.newest(bruno))


def test_what_happened_comes_with_the_next_mail(game, post, ada):
    keep_objectives(post, game)
    same("since", post.newest(ada))


def test_deadline_missed(game, post, ada, clock):
    clock.shift(timedelta(hours=25))
    advancing.advance(game.pk)
    same("deadline-missed", post.newest(ada))


def test_orders_that_stopped_say_why(game, post, ada):
    keep_objectives(post, game)
    post.say(ada, "BID 99")
    row = post.newest(ada)
    same("stopped", row)
    assert row.template == ["1. BID 0"]


def test_offers(game, post, ada, bruno):
    keep_objectives(post, game)
    post.say(ada, "OFFER 1 gold FOR 1 gold TO Blue")
    same("offer-opened", post.newest(bruno))
    post.say(bruno, "DECLINE 1")
    same("offer-declined", post.newest(ada))
    chidi = game.seats.get(number=2)
    assert "offer" not in post.newest(chidi).body.replace("OFFER 1 gold", "")


def test_pause_and_resume(game, post, ada, clock):
    lobby.pause(game)
    same("paused", post.newest(ada))
    clock.shift(timedelta(hours=5))
    lobby.resume(game)
    same("resumed", post.newest(ada))


def test_game_over(game, post, ada):
    match = loading.load(game).match
    match.ask, match.over = None, True
    public = match.view(None)
    note = notes.over(game, public, match.ruleset.standings(public), b"{}")
    with transaction.atomic():
        outbox.note(game, ada.pk, lambda seat, match: note)
        outbox.write_together([outbox.Settled(game, match, [])])
    same("over", post.newest(ada))


def test_a_substitute_gets_the_turn_and_the_predecessor_nothing(game, post, ada):
    invited = lobby.substitute(ada, "dora@example.org", "Dora Lind")
    before = Outbox.objects.filter(address="ada@example.org").count()
    lobby.join(invited.token)
    row = Outbox.objects.filter(address="dora@example.org").latest("pk")
    assert "Needs you" in row.subject
    assert "TEMPLATE" in row.body
    assert Outbox.objects.filter(address="ada@example.org").count() == before


def test_frozen_tells_table_and_organiser(game, ada):
    boss = Player.objects.create(name="Boss", email="boss@example.org")
    game.organiser = boss
    game.save()
    signals.table_changed.send(None, game=game, what="frozen", seat=None)
    told = Outbox.objects.filter(subject__contains="Frozen").values_list("address", flat=True)
    assert sorted(told) == [
        "ada@example.org",
        "boss@example.org",
        "bruno@example.org",
        "chidi@example.org",
    ]


def test_a_fault_in_the_wording_does_not_stop_the_game(game, post, ada, monkeypatch, caplog):
    match = loading.load(game).match
    monkeypatch.setattr(type(match.ruleset), "sheet", lambda self, view: 1 / 0)
    Correspondence.objects.update(sheet_at=None)
    outbox.tell(game, ada.pk, lambda seat, match: notes.turn("turn/again"))
    assert "could not be made" in post.newest(ada).body
    assert "ZeroDivisionError" in caplog.text


def test_equal_tables_give_equal_mails(game, post):
    """Hidden things swapped: the mail is the same, to the letter."""
    keep_objectives(post, game)
    game.refresh_from_db()
    for number in range(3):
        prompts = list(Prompt.objects.filter(game=game, seat__number=number, state="open"))
        mails = []
        for seed in (None, 1, 2, 3):
            match = loading.load(game).match
            if seed is not None:
                twin = match.ruleset.disguise(match.state, number, Random(seed))
                match._set_state(twin)
            made = letter.to_seat(
                letter.TurnFacts(
                    game=game,
                    player=None,
                    seat=number,
                    match=match,
                    notes=[notes.turn("turn/1")],
                    prompts=prompts,
                    rulings=[row.kernel() for row in game.rulings.all()],
                    told_up_to=0,
                    waited=[0, 1, 2],
                    until=None,
                    now=START,
                )
            )
            mails.append(made)
        assert mails[0].template
        assert all(mail == mails[0] for mail in mails)


def waiting_line(row):
    return re.search(r"Waiting for: ([^.]*)\.", row.body)[1]


def test_whom_we_wait_for_is_whose_answer_is_missing(game, post, ada, bruno):
    assert waiting_line(post.newest(ada)) == "you, Blue, Green"
    post.say(bruno, "1")
    assert waiting_line(post.newest(bruno)) == "Red, Green"
    post.say(ada, "STATUS")
    assert waiting_line(post.newest(ada)) == "you, Green"
    post.say(ada, "1")
    assert waiting_line(post.newest(ada)) == "Green"


def test_a_window_names_those_who_were_asked_and_have_not_answered(game, post, ada, bruno):
    keep_objectives(post, game)
    for seat in game.seats.select_related("player", "game"):
        post.say(seat, "BID 0")
    post.say(ada, "RAID Blue WITH 2 fighter")
    assert waiting_line(post.newest(bruno)) == "you, Red"
    match = loading.load(game).match
    decision = next(d for _, d in match.open_for(1))
    post.say(bruno, decision.write(match.view(1), decision.default(match.view(1))))
    post.say(ada, "STATUS")
    assert "NEEDS YOU" in post.newest(ada).body
    assert "Waiting for" not in post.newest(ada).body


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (timedelta(minutes=-1), "now"),
        (timedelta(seconds=20), "in 1 min"),
        (timedelta(minutes=59), "in 59 min"),
        (timedelta(hours=23, minutes=59, seconds=59), "in 24 h"),
        (timedelta(days=5), "in 5 days"),
    ],
)
def test_time_left(gap, words):
    assert clocks.left(START + gap, START) == words


def test_moments_are_in_the_readers_zone_and_language():
    player = Player(time_zone="Europe/Budapest")
    assert clocks.moment(START, player) == "Tue 17 Nov 20:00 CET"
    assert clocks.moment(START, Player(time_zone="Mars/Olympus")) == "Tue 17 Nov 19:00 UTC"
    with translation.override("hu"):
        assert clocks.moment(START, player) == "nov. 17., kedd 20:00 CET"
    with translation.override("pl"):
        assert clocks.moment(START, player) == "wt 17 lis 20:00 CET"


def ruling(n: int, parent: int, *events: Told) -> Ruling:
    return Ruling(n, parent, "", (), events, (), (), False, 1, "", (), "")


def test_taken_back_rulings_are_said_so():
    told = Told({"kind": "Passed", "seat": 0}, cite=("SKR 3.4",))
    secret = Told({"kind": "Passed", "seat": 1}, to=(1,))
    rulings = [ruling(4, 3, told, secret), ruling(5, 4), ruling(6, 3)]
    lines = news.lines_of(loading.rulesets().get("skirmish"), ("Red", "Blue"), 0, rulings, before=3)
    assert lines == [
        "#4 Red passed. [SKR 3.4]",
        "#6 Taken back: #4–#5 no longer counts.",
    ]


def test_long_stories_are_cut_from_the_front():
    told = Told({"kind": "Passed", "seat": 0})
    rulings = [ruling(n, n - 1, told) for n in range(1, 101)]
    lines = news.lines_of(loading.rulesets().get("skirmish"), ("Red",), None, rulings)
    assert len(lines) == news.MOST + 1
    assert lines[0].startswith("… 40 earlier")
    assert lines[-1].startswith("#100")


def test_subject_names_the_most_urgent_thing_and_every_receipt():
    game = SimpleNamespace(name="Arcturus", pk=12)
    told = [
        notes.Note("a", 60, "Your orders", "", suffix="received (receipt K7Q2)"),
        notes.Note("b", 5, "The game is over", ""),
    ]
    assert letter.subject_of(game, told) == (
        "[Arcturus #12] The game is over · received (receipt K7Q2)"
    )
