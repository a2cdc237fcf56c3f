"""A quarrel to its end: objected to by mail, judged at the desk, told to everybody."""

import re
from io import StringIO
from random import Random
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse

from notifications.inbound.outcomes import OrdersTaken
from notifications.models import Outbox
from pbem.models import Correction, Dispute, Game, Prompt, Refereeing
from pbem.play import advancing, loading
from pbem.referee import records
from rules.kernel.errors import Refused
from rules.kernel.records.history import History
from rules.kernel.records.record import Answers, Given, Ruling, Source
from tests.notifications.conftest import Post

FAR = 30
LONG = 42


def play_on(post: Post, game: Game, clock: Any, until: int) -> Game:
    """Everybody answers by mail whatever they are asked, until that many rulings are given."""
    rng = Random(3)
    while True:
        game.refresh_from_db()
        assert game.status == Game.Status.RUNNING
        if game.head_seq >= until:
            return game
        asked = Prompt.objects.filter(game=game, state="open").order_by("due", "pk")
        prompt = asked.filter(waiting=True).select_related("seat__player", "seat__game").first()
        if prompt is None:
            clock.move_to(asked[0].due)
            clock.shift(1)
            advancing.advance(game.pk)
            continue
        match = loading.load(game).match
        assert match.ask is not None
        decision = match.ask.decision(prompt.address)
        assert decision is not None
        view = match.view(prompt.seat.number)
        order = decision.write(view, decision.sample(view, rng))
        assert isinstance(post.say(prompt.seat, order, quote=False), OrdersTaken)


class Wrong(NamedTuple):
    """A turn ruled long ago which, put right, makes a later order illegal."""

    seq: int
    seat: int
    address: str
    order: str
    refused: int


def turns(history: History) -> list[tuple[Ruling, Given]]:
    return [
        (ruling, given.given[0])
        for ruling in history.path()
        for given in ruling.inputs[:1]
        if isinstance(given, Answers) and "/taketurn@" in given.given[0].address
    ]


def far_back(game: Game) -> Wrong:
    history = records.history(game)
    for ruling, given in turns(history):
        if history.head.n - ruling.n < FAR:
            break
        for order, answer in (
            ("RAISE 1 cruiser", {"do": "raise", "units": {"cruiser": 1}}),
            ("RAISE 2 fighters", {"do": "raise", "units": {"fighter": 2}}),
            ("PASS", {"do": "pass"}),
        ):
            try:
                fork = history.amend(ruling.n, given.address, answer, Source("referee"))
            except Refused:
                continue
            refused = [k for k in fork.fates if k.fate == "refused"]
            kept = [k for k in fork.fates if k.fate == "kept"]
            if refused and kept and answer != given.answer and given.source.by == "script":
                return Wrong(ruling.n, given.seat, given.address, order, refused[0].seat)
    raise AssertionError("no such turn in this game: choose another seed for the players")


def hidden_fields(html: str, action: str) -> dict[str, str]:
    form = re.search(rf'<form[^>]*action="{re.escape(action)}".*?</form>', html, re.DOTALL)
    assert form, action
    tags = re.findall(r'<input type="hidden"[^>]*>', form[0])
    named = [re.search(r'name="([^"]*)"(?:[^>]*value="([^"]*)")?', tag) for tag in tags]
    return {found[1]: found[2] or "" for found in named if found}


def test_a_ruling_amended_long_after(post, clock, client):
    game = play_on(post, post.table(players=3, rounds=9), clock, LONG)
    wrong = far_back(game)
    post.deliver()
    old_head = game.head_seq
    assert old_head - wrong.seq >= FAR
    seats = {s.number: s for s in game.seats.select_related("player", "game")}
    judge = User.objects.create_user("rhea", email="rhea@example.org", password="quiet-harbour")
    Refereeing.objects.create(game=game, user=judge)

    # By mail: somebody objects, and everybody hears that they do.
    objector = seats[(wrong.seat + 1) % 3]
    post.say(objector, f"DISPUTE {wrong.seq} That was not the order.", quote=False)
    case = Dispute.objects.get()
    assert (case.ruling_seq, case.opened_by) == (wrong.seq, objector.player)
    told = post.deliver()
    assert {m.to[0] for m in told} >= {s.player.email for s in seats.values()} | {judge.email}
    assert any(f"ruling #{wrong.seq}" in m.body for m in told)
    others = {s.player.email for s in seats.values()} - {objector.player.email}
    assert not any("That was not the order" in m.body for m in told if m.to[0] in others)

    # At the desk: take the case, look at the evidence, try, and put it right.
    client.force_login(judge)
    page = reverse("desk:dispute", args=[case.pk])
    assign = reverse("desk:assign", args=[case.pk])
    client.post(assign, hidden_fields(client.get(page).content.decode(), assign))
    evidence = client.get(reverse("desk:ruling", args=[case.pk, wrong.seq])).content.decode()
    assert "Message-ID" in evidence, "the mail as it came"
    assert "not authenticated" in evidence
    assert not re.search(r"seat\+\d+-\w", evidence), "no reply key a reader could use"
    trial = reverse("desk:trial", args=[case.pk, wrong.seq])
    said = {"kind": "answer", "address": wrong.address, "order": wrong.order}
    shown = b"".join(client.post(trial, said).streaming_content).decode()
    assert "no longer legal: asked again" in shown
    game.refresh_from_db()
    assert game.head_seq == old_head, "a trial changes nothing"
    apply = reverse("desk:apply", args=[case.pk])
    sent = {**hidden_fields(shown, apply), "reason": "The mail named another order."}
    assert client.post(apply, sent).status_code == 302

    # Everybody is told, each of their own orders; who must answer again is asked.
    correction = Correction.objects.get()
    game.refresh_from_db()
    assert correction.old_head == old_head
    assert game.rulings.filter(live=False, seq__lte=old_head).count() == old_head - wrong.seq + 1
    told = post.deliver()
    for seat in seats.values():
        mine = [m for m in told if m.to == [seat.player.email]]
        assert any("The mail named another order." in m.body for m in mine)
        told_of = {
            (f["seat"] == seat.number, _line(f)) for f in correction.fates if f["by"] == "script"
        }
        own = {line for is_mine, line in told_of if is_mine}
        foreign = {line for is_mine, line in told_of if not is_mine} - own
        body = _joined("\n".join(m.body for m in mine))
        assert all(line in body for line in own)
        assert not any(line in body for line in foreign)
        assert correction.same, "something came out as before"
        repeated = [f"#{n}" for n in correction.same]
        assert not any(m.body.count(f"{number} ") for number in repeated for m in mine)
        assert "as before" in body
    asked = Prompt.objects.filter(game=game, state="open", waiting=True)
    assert asked.filter(seat__number=wrong.refused).exists()
    assert "NEEDS YOU" in post.newest(seats[wrong.refused]).body

    # Play goes on, and the record holds both branches.
    play_on(post, game, clock, game.head_seq + 5)
    out = StringIO()
    call_command("verify_game", game=[game.pk], stdout=out)
    assert re.search(
        r"OK game \d+: .*more on branches that were left; all as recorded", out.getvalue()
    )
    assert Outbox.objects.filter(state=Outbox.State.FAILED).count() == 0


def _line(fate: dict[str, Any]) -> str:
    return f"#{fate['was']} {fate['order']}:"


def _joined(text: str) -> str:
    """Text without the line breaks of a mail."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("DISPUTE", "DISPUTE 143"),
        ("DISPUTE 3", "say what is wrong"),
        ("DISPUTE 999 I object.", "There is no ruling 999"),
    ],
)
def test_an_objection_that_cannot_be_taken_is_answered(post, game, ada, text, words):
    post.say(ada, text)
    assert words in _joined(post.newest(ada).body)
    assert not Dispute.objects.exists()
