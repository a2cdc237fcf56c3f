"""The desk's pages: who sees what, one effect for one decision, and the evidence on them."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from pbem.models import Correction, Dispute, DisputeNote, Game, Look, Refereeing
from pbem.orders import submissions
from pbem.play import advancing
from pbem.referee import disputes
from pbem.referee.desk import evidence
from pbem.table import press
from rules.kernel.records.record import Answers
from tests.pbem.referee.test_corrections import after_three_turns, player_of, turn
from tests.pbem.tables import seat_of, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return after_three_turns()


@pytest.fixture
def case(game) -> Dispute:
    seq, _ = turn(game)
    return disputes.open_dispute(game, player_of(game, 1), seq, "Red wrote PASS, not RAISE.")


@pytest.fixture
def referee(game) -> User:
    user = User.objects.create_user("rhea", password="quiet-harbour-7")
    Refereeing.objects.create(game=game, user=user)
    return user


@pytest.fixture
def desk(client, referee):
    client.force_login(referee)
    return client


def url(name: str, *args: object) -> str:
    return reverse(f"desk:{name}", args=args)


def text_of(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode()


def fields(html: str, action: str) -> dict[str, str]:
    """The hidden fields of the form that posts to `action`."""
    form = re.search(rf'<form[^>]*action="{re.escape(action)}".*?</form>', html, re.DOTALL)
    assert form, f"no form for {action}"
    found = {}
    for tag in re.findall(r'<input type="hidden"[^>]*>', form[0]):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name:
            found[name[1]] = value[1] if value else ""
    return found


def take(desk, case, referee):
    html = text_of(desk.get(url("dispute", case.pk)))
    sent = fields(html, url("assign", case.pk))
    assert desk.post(url("assign", case.pk), sent).status_code == 302
    case.refresh_from_db()
    assert case.assignee == referee


# -- who comes in -------------------------------------------------------------------------------


def test_a_stranger_is_asked_to_sign_in(client, case):
    answer = client.get(url("dispute", case.pk))
    assert answer.status_code == 302
    assert answer.url.startswith(url("sign-in"))


def test_signing_in_with_a_password(client, referee):
    said = {"username": "rhea", "password": "quiet-harbour-7", "next": url("statistics")}
    answer = client.post(url("sign-in"), said)
    assert (answer.status_code, answer.url) == (302, url("statistics"))
    assert client.post(url("sign-out")).url == url("sign-in")


def test_guessing_a_password_is_slowed_down(client, referee):
    wrong = {"username": "rhea", "password": "guess"}
    codes = [client.post(url("sign-in"), wrong).status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]


def test_the_admin_has_no_other_door_for_passwords(client, django_user_model):
    django_user_model.objects.create_superuser("root", password="right and long")
    wrong = {"username": "root", "password": "wrong"}
    for _ in range(12):
        answer = client.post("/admin/login/?next=/admin/", wrong)
        assert (answer.status_code, answer["Location"]) == (302, "/desk/sign-in?next=/admin/")
    asked = client.get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0] == "/desk/sign-in?next=%2Fadmin%2F"
    right = {**wrong, "password": "right and long", "next": "/admin/"}
    assert client.post("/desk/sign-in", right)["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_who_is_no_referee_finds_nothing(client, case):
    client.force_login(User.objects.create_user("nosy"))
    for name in (url("queue"), url("dispute", case.pk), url("statistics")):
        assert client.get(name).status_code == 404


def test_a_referee_of_another_game_finds_nothing(client, case):
    user = User.objects.create_user("other")
    Refereeing.objects.create(game=after_three_turns(), user=user)
    client.force_login(user)
    assert client.get(url("queue")).status_code == 200
    assert client.get(url("dispute", case.pk)).status_code == 404
    assert client.post(url("assign", case.pk), {}).status_code == 404


def test_nobody_referees_their_own_table(client, case, game):
    user = User.objects.create_user("player", is_staff=True)
    player = player_of(game, 0)
    player.user = user
    player.save()
    client.force_login(user)
    assert client.get(url("dispute", case.pk)).status_code == 404
    with pytest.raises(disputes.DisputeError, match="cannot take"):
        disputes.assign(case.pk, user, case.version)


def test_evidence_is_for_who_took_the_case_and_every_look_is_noted(desk, case, referee):
    page = url("ruling", case.pk, case.ruling_seq)
    assert desk.get(page).url == url("dispute", case.pk)
    assert not Look.objects.exists()
    take(desk, case, referee)
    assert desk.get(page).status_code == 200
    look = Look.objects.get()
    assert (look.user, look.ruling_seq, look.what) == (referee, case.ruling_seq, "evidence")
    case.refresh_from_db()
    disputes.uphold(case.pk, referee, "It was read right.", case.version, "x")
    assert desk.get(page).status_code == 302, "decided: nothing hidden to see any more"


def test_a_leaked_reply_address_is_renewed_once_for_one_form(desk, case, referee, game):
    before = seat_of(game, 1).key_version
    html = text_of(desk.get(url("dispute", case.pk)))
    sent = {**fields(html, url("new-address", case.pk)), "seat": "1"}
    for _ in range(2):
        assert desk.post(url("new-address", case.pk), sent).status_code == 302
    assert seat_of(game, 1).key_version == before + 1
    note = DisputeNote.objects.get()
    assert (note.author, note.text) == (referee, "Seat 2 has a new reply address.")
    assert desk.post(url("new-address", case.pk), {**sent, "seat": "9"}).status_code == 422


# -- the evidence -------------------------------------------------------------------------------


def test_evidence_for_one_ruling(desk, case, referee):
    take(desk, case, referee)
    text = text_of(desk.get(url("ruling", case.pk, case.ruling_seq)))
    for expected in (
        "RAISE 1 fighter",
        "done",
        "Take a turn",
        "out of the player&#x27;s orders",
        "SKR 3.5",
        "buy units from your pool",
        "table.sides.0.units.fighter",
        "2 later rulings build on it",
        "What each player was told",
        "Nothing was rolled",
    ):
        assert expected in text, expected


def test_evidence_of_dice_and_private_events(desk, case, referee, game):
    take(desk, case, referee)
    text = text_of(desk.get(url("ruling", case.pk, 1)))
    assert "start/deal/deck" in text
    assert "only to" in text
    assert "HMAC-SHA256" in text
    assert game.commitment in text
    assert game.seed not in text


def test_there_is_no_evidence_for_a_ruling_that_is_not_there(desk, case, referee):
    take(desk, case, referee)
    assert desk.get(url("ruling", case.pk, 999)).status_code == 404


# -- working on a case --------------------------------------------------------------------------


def test_notes_and_messages(desk, case, referee, heard):
    html = text_of(desk.get(url("dispute", case.pk)))
    sent = fields(html, url("note", case.pk))
    heard.clear()
    for _ in range(2):
        answer = desk.post(url("note", case.pk), {**sent, "text": "Look at line 2."})
        assert answer.status_code == 302
    assert DisputeNote.objects.get().to is None
    assert heard == []
    said = {"version": 1, "nonce": "other", "text": "What did you mean?", "to": ["0", "1"]}
    desk.post(url("note", case.pk), said)
    assert [name for name, _ in heard] == ["dispute_message"]
    assert heard[0][1]["note"].to == [0, 1]


def test_what_players_write_to_the_referee_is_on_the_page(desk, case):
    press.send(case.game, seat_of(case.game, 1), "referee", "It was the mail of 18:04.")
    press.send(case.game, seat_of(case.game, 1), "all", "Let us wait for the referee.")
    text = text_of(desk.get(url("dispute", case.pk)))
    assert "It was the mail of 18:04." in text
    assert "Let us wait for the referee." not in text


def test_an_empty_reason_is_asked_for_again(desk, case, referee):
    take(desk, case, referee)
    html = text_of(desk.get(url("dispute", case.pk)))
    answer = desk.post(url("uphold", case.pk), fields(html, url("uphold", case.pk)))
    assert answer.status_code == 422
    assert Dispute.objects.get().state == Dispute.State.OPEN


def test_a_stale_page_decides_nothing_and_loses_no_text(desk, case, referee):
    take(desk, case, referee)
    html = text_of(desk.get(url("dispute", case.pk)))
    sent = {**fields(html, url("uphold", case.pk)), "reason": "A long and careful reason."}
    disputes.open_dispute(case.game, case.opened_by, case.ruling_seq, "And one more thing.")
    answer = desk.post(url("uphold", case.pk), sent)
    assert answer.status_code == 409
    assert "changed this dispute since" in text_of(answer)
    assert "A long and careful reason." in text_of(answer)
    assert "And one more thing." in text_of(answer)
    assert Dispute.objects.get().state == Dispute.State.OPEN


def test_upholding_twice_is_upholding_once(desk, case, referee, heard):
    take(desk, case, referee)
    html = text_of(desk.get(url("dispute", case.pk)))
    sent = {**fields(html, url("uphold", case.pk)), "reason": "It was read right."}
    heard.clear()
    for _ in range(2):
        assert desk.post(url("uphold", case.pk), sent).status_code == 302
    assert [name for name, _ in heard] == ["dispute_decided"]
    assert "It was read right." in text_of(desk.get(url("dispute", case.pk)))


def test_a_trial_shows_its_progress_and_what_it_would_do(desk, case, referee):
    take(desk, case, referee)
    _, address = turn(case.game)
    said = {"kind": "answer", "address": address, "order": "PASS"}
    answer = desk.post(url("trial", case.pk, case.ruling_seq), said)
    assert answer.streaming
    text = text_of(answer)
    assert text.count("<progress") > 1
    assert "RAISE 2 fighters" in text
    assert "still holds" in text
    assert "not asked (yet): held" in text
    assert text.rstrip().endswith("</html>")
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"kind": "answer", "order": "RAISE 9 cruisers"}, "cruisers 3"),
        ({"kind": "edit", "changes": "gold"}, "is not a change"),
        ({"kind": "undo"}, "Make it the game"),
    ],
)
def test_a_trial_that_cannot_be_is_said_so(desk, case, referee, said, words):
    take(desk, case, referee)
    _, address = turn(case.game)
    answer = desk.post(url("trial", case.pk, case.ruling_seq), {"address": address, **said})
    assert words in text_of(answer)


def test_applying_a_trial(desk, case, referee):
    take(desk, case, referee)
    _, address = turn(case.game)
    said = {"kind": "answer", "address": address, "order": "PASS"}
    html = text_of(desk.post(url("trial", case.pk, case.ruling_seq), said))
    sent = {**fields(html, url("apply", case.pk)), "reason": "The mail said PASS."}
    for _ in range(2):
        assert desk.post(url("apply", case.pk), sent).status_code == 302
    assert Correction.objects.get().kind == "answer"
    text = text_of(desk.get(url("dispute", case.pk)))
    assert "The mail said PASS." in text
    assert "stay in the record" in text


def test_a_late_deal_is_tried_and_put_in_then_struck_out(desk, case, referee):
    take(desk, case, referee)
    evidence_page = text_of(desk.get(url("ruling", case.pk, case.ruling_seq)))
    assert "put in before this ruling" in evidence_page
    assert "struck out" not in evidence_page
    said = {"kind": "play", "seat": "1", "order": "OFFER 1 gold FOR 0 gold TO Red"}
    html = text_of(desk.post(url("trial", case.pk, case.ruling_seq), said))
    assert "Put in: <strong>Blue gives 1 gold; Red gives 0 gold</strong>" in html
    assert "still holds" in html
    sent = {**fields(html, url("apply", case.pk)), "reason": "The offer came in time."}
    assert desk.post(url("apply", case.pk), sent).status_code == 302
    put_in = Correction.objects.get()
    assert put_in.kind == "play"

    again = disputes.open_dispute(case.game, player_of(case.game, 0), put_in.first_seq, "No!")
    take(desk, again, referee)
    shown = text_of(desk.get(url("ruling", again.pk, put_in.first_seq)))
    assert "Blue gives 1 gold; Red gives 0 gold (outside any question, by the referee)" in shown
    html = text_of(desk.post(url("trial", again.pk, put_in.first_seq), {"kind": "strike"}))
    assert "Struck out: <strong>Blue gives 1 gold" in html


def test_a_trial_of_a_game_that_moved_on(desk, case, referee):
    take(desk, case, referee)
    _, address = turn(case.game)
    said = {"kind": "answer", "address": address, "order": "PASS"}
    html = text_of(desk.post(url("trial", case.pk, case.ruling_seq), said))
    sent = {**fields(html, url("apply", case.pk)), "reason": "The mail said PASS."}
    send(case.game, 1, "PASS")
    answer = desk.post(url("apply", case.pk), sent)
    assert answer.status_code == 409
    assert "moved on" in text_of(answer)


def test_the_queue_and_the_numbers(desk, case):
    text = text_of(desk.get(url("queue")))
    assert "Red wrote PASS" in text
    assert seat_of(case.game, 1).player.name in text
    assert "Disputes in numbers" in text_of(desk.get(url("statistics")))
    assert "Red wrote PASS" not in text_of(desk.get(url("queue"), {"show": "decided"}))


def test_no_page_needs_inline_script_or_style(desk, case, referee):
    take(desk, case, referee)
    for page in (url("queue"), url("dispute", case.pk), url("ruling", case.pk, case.ruling_seq)):
        text = text_of(desk.get(page))
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text)


def test_a_mail_that_came_too_late_is_among_the_evidence(game, referee):
    late = timezone.now() + timedelta(days=3)
    advancing.advance(game.pk, late)
    game.refresh_from_db()
    seq = next(
        row.seq
        for row in game.rulings.filter(live=True)
        if any(
            g.source.by == "deadline"
            for given in row.kernel().inputs
            if isinstance(given, Answers)
            for g in given.given
        )
    )
    number = game.rulings.get(seq=seq).kernel().seats[0]
    sent = submissions.submit(game, seat_of(game, number), "RAISE 1 fighter", "test", "late")
    sent.received = game.rulings.get(seq=seq).at + timedelta(minutes=2)
    sent.save()
    found = evidence.of(game, seq)
    assert [(o.receipt, o.used) for o in found.orders] == [(sent.receipt, False)]
    assert found.asked[0].source.startswith("the deadline passed")


def test_a_replaced_ruling_points_to_the_one_in_its_place(desk, case, referee):
    take(desk, case, referee)
    _, address = turn(case.game)
    said = {"kind": "answer", "address": address, "order": "PASS"}
    html = text_of(desk.post(url("trial", case.pk, case.ruling_seq), said))
    sent = {**fields(html, url("apply", case.pk)), "reason": "The mail said PASS."}
    desk.post(url("apply", case.pk), sent)
    first = Correction.objects.get().first_seq
    old = evidence.of(case.game, case.ruling_seq)
    assert (old.live, old.replaced_by, old.later_count) == (False, first, 0)
    assert old.asked[0].answer == "RAISE 1 fighter"
    new = evidence.of(case.game, first)
    assert new.live
    assert new.asked[0].answer == "PASS"
    assert new.asked[0].source.startswith("by the referee")


def test_evidence_where_the_rules_no_longer_give_what_was_ruled(desk, case, referee, monkeypatch):
    take(desk, case, referee)
    case.game.snapshots.exclude(seq=1).delete()
    monkeypatch.setattr("tests.skirmish.steps.COST", {"fighter": 2, "cruiser": 3})
    text = text_of(desk.get(url("ruling", case.pk, case.ruling_seq)))
    assert "cannot show this position" in text
    assert "RAISE 1 fighter" in text, "the order is there all the same"
