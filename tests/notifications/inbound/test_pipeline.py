"""Every outcome a mail can have, and what is answered to whom."""

import json
from datetime import timedelta
from pathlib import Path
from unittest import mock

import pytest
from django.core.management import call_command
from django.db import OperationalError

from notifications import confirm_links, keys
from notifications.inbound import outcomes, pipeline, storing
from notifications.models import Inbound, Outbox
from notifications.outbound import replies
from pbem.models import Address, Invitation, Player, Submission
from pbem.play import advancing
from pbem.table import lobby
from pbem.table.people import addresses
from tests.notifications.conftest import with_new_key


@pytest.fixture
def mails(game):
    """How many mails have been written since."""
    before = set(Outbox.objects.values_list("pk", flat=True))
    return lambda: list(Outbox.objects.exclude(pk__in=before).order_by("pk"))


# -- orders and questions -----------------------------------------------------------------------


def test_orders_are_submitted_and_acknowledged(post, ada, mails):
    outcome = post.say(ada, "1")
    assert isinstance(outcome, outcomes.OrdersTaken)
    (ack,) = mails()
    assert outcome.submission.receipt in ack.subject
    inbound = Inbound.objects.get()
    assert (inbound.submission, inbound.seat) == (outcome.submission, ada)
    assert inbound.submission.received == inbound.received


def test_the_time_of_arrival_counts_not_that_of_reading(post, ada, clock):
    row, _ = storing.store(post.reply(ada, "2"), door="test")
    arrived = row.received
    clock.shift(timedelta(minutes=10))
    pipeline.read_and_play(row.pk)
    assert Submission.objects.get().received == arrived


def test_a_mail_that_nobody_has_read_yet_does_not_lose_to_the_default(post, game, ada, clock):
    first, _ = storing.store(post.reply(ada, "2"), door="test")
    clock.shift(timedelta(hours=30))
    late, _ = storing.store(post.reply(ada, "1"), door="test")
    advancing.advance(game.pk)
    first.refresh_from_db()
    assert first.outcome == "orders"
    assert first.submission.report[0].status == "done"
    ada.refresh_from_db()
    assert ada.missed == 0
    assert pipeline.read_and_play(first.pk) is None
    late.refresh_from_db()
    assert late.submission.report[0].status != "done"


def test_an_edited_quoted_template_is_an_order(post, ada):
    sent = post.newest(ada)
    line = sent.template[0]
    quoted = "\n".join(f"> {text}" for text in sent.body.split("\n"))
    edited = quoted.replace(f">   {line}", f">   {line} please")
    raw = post.raw(sent.headers["Reply-To"], edited, "ada@example.org", In_Reply_To=sent.message_id)
    assert isinstance(post.read(raw), outcomes.OrdersTaken)
    assert Submission.objects.get().text == f"{line} please"


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("STATUS", "Waiting for: you, Blue, Green"),
        ("hand", "ONLY YOU SEE THIS"),
        ("History 5", "#1 You drew"),
        ("HELP", "ORDERS OF THIS GAME"),
    ],
)
def test_questions_are_answered_by_mail(post, ada, mails, question, found):
    assert isinstance(post.say(ada, question), outcomes.Informed)
    (row,) = mails()
    assert found in row.body
    assert row.address == "ada@example.org"
    assert row.headers["In-Reply-To"] == "<reply1@example.org>"
    assert not Submission.objects.exists()


def test_questions_and_orders_in_one_mail(post, ada, mails):
    outcome = post.say(ada, "STATUS\n1\nHAND")
    assert isinstance(outcome, outcomes.OrdersTaken)
    assert [line.text for line in Submission.objects.get().report] == ["1"]
    (answer,) = mails()
    assert "receipt" in answer.subject
    assert "ONLY YOU SEE THIS" in answer.body
    assert "YOUR ORDERS" in answer.body


def test_history_tells_a_seat_only_what_it_may_know(post, ada, bruno, mails):
    post.say(ada, "HISTORY")
    post.say(bruno, "HISTORY")
    mine, theirs = (row.body for row in mails())
    assert mine.count("You drew") == theirs.count("You drew") == 1
    assert mine != theirs


def test_orders_after_the_end_are_refused_in_words(post, game, ada, mails):
    raw = post.reply(ada, "1")
    lobby.cancel(game)
    assert isinstance(post.read(raw), outcomes.OrdersTaken)
    assert "The game was cancelled." in mails()[-1].body


# -- joining ------------------------------------------------------------------------------------


@pytest.fixture
def invitation(post):
    game = post.table(start=False, players=4)
    return lobby.invite(game, "dora@example.org", "Dora Lind")


def test_join(post, invitation):
    raw = post.raw(keys.join_address(invitation), "join: two words\n", "Dora@example.org")
    assert isinstance(post.read(raw), outcomes.Joined)
    invitation.refresh_from_db()
    assert invitation.seat.word == "two words"
    row = Outbox.objects.latest("pk")
    assert row.headers["Reply-To"] == keys.seat_address(invitation.seat)
    assert invitation.game.commitment in row.body


def test_join_below_the_quoted_invitation_is_not_taken_from_it(post, invitation):
    sent = Outbox.objects.filter(address="dora@example.org").get()
    quoted = "\n".join(f"> {line}" for line in sent.body.split("\n"))
    raw = post.raw(sent.headers["Reply-To"], f"what is this?\n\n{quoted}", "dora@example.org")
    assert isinstance(post.read(raw), outcomes.NoJoin)
    assert "reply with one word: YES" in Outbox.objects.latest("pk").body


def test_join_refused(post, invitation):
    address = keys.join_address(invitation)
    lobby.cancel(invitation.game)
    assert isinstance(
        post.read(post.raw(address, "JOIN x", "dora@example.org")), outcomes.JoinRefused
    )
    row = Outbox.objects.latest("pk")
    assert row.address == "dora@example.org"
    assert "no longer open" in row.body


def test_only_the_invited_address_can_join(post, invitation):
    raw = post.raw(keys.join_address(invitation), "JOIN x", "eve@example.org")
    assert isinstance(post.read(raw), outcomes.WrongSender)
    assert Outbox.objects.latest("pk").address == "dora@example.org"
    assert Invitation.objects.get(pk=invitation.pk).state == "open"


# -- who is it ----------------------------------------------------------------------------------


def test_a_foreign_sender_is_not_obeyed_and_the_owner_is_told(post, ada, mails):
    raw = post.raw(keys.seat_address(ada), "1", "eve@example.org")
    assert isinstance(post.read(raw), outcomes.WrongSender)
    (row,) = mails()
    assert row.address == "ada@example.org"
    assert "eve@" not in row.body
    assert not Submission.objects.exists()


def test_a_forged_key_is_met_with_silence(post, ada, mails):
    address = f"seat+{ada.pk}-aaaaaaaaaaaaaaaa@{keys.domain()}"
    raw = post.raw(address, "1", "ada@example.org")
    assert isinstance(post.read(raw), outcomes.UnknownKey)
    assert mails() == []


def test_who_held_a_revoked_key_is_told_and_others_are_not(post, ada, mails):
    address = keys.seat_address(ada)
    with_new_key(ada)
    assert isinstance(post.read(post.raw(address, "1", "eve@example.org")), outcomes.UnknownKey)
    assert isinstance(post.read(post.raw(address, "1", "bruno@example.org")), outcomes.UnknownKey)
    assert mails() == []
    assert isinstance(post.read(post.raw(address, "1", "ada@example.org")), outcomes.ExpiredKey)
    (row,) = mails()
    assert row.address == "ada@example.org"
    assert "replaced" in row.body
    assert not Submission.objects.exists()


def test_without_a_key_a_player_is_told_how(post, game, mails):
    raw = post.raw(keys.post_address(), "PASS", "Ada <ADA@example.org>")
    assert isinstance(post.read(raw), outcomes.NoKey)
    (row,) = mails()
    assert row.address == "ada@example.org"
    assert str(game) in row.body


def test_without_a_key_a_stranger_is_told_nothing(post, game, mails):
    raw = post.raw(keys.post_address(), "hello", "eve@example.org")
    assert isinstance(post.read(raw), outcomes.UnknownSender)
    assert mails() == []


def test_without_a_key_and_without_proof_nobody_is_answered(post, game, mails, settings):
    """Else anybody could have us write to a player."""
    settings.PARSEC_MAIL_AUTH, settings.PARSEC_MAIL_AUTHSERV = "require", ("mx.post.example",)
    raw = post.raw(keys.post_address(), "HELP", "ada@example.org")
    assert isinstance(post.read(raw), outcomes.UnknownSender)
    assert mails() == []
    proven = b"Authentication-Results: mx.post.example; dmarc=pass header.from=example.org\r\n"
    raw = post.raw(keys.post_address(), "HELP", "ada@example.org")
    assert isinstance(post.read(proven + raw), outcomes.NoKey)


def test_a_letter_that_only_folds_to_ours_is_another(post, ada):
    Player.objects.filter(pk=ada.player_id).update(email="kate@example.org")
    raw = post.reply(ada, "1").replace(b"From: ada@", "From: \N{KELVIN SIGN}ate@".encode())
    assert isinstance(post.read(raw), outcomes.WrongSender)


def test_a_mail_to_two_seats_speaks_for_the_senders_own(post, ada, bruno):
    to = f"{keys.seat_address(bruno)}, {keys.seat_address(ada)}"
    assert isinstance(post.read(post.raw(to, "1", "ada@example.org")), outcomes.OrdersTaken)
    assert Submission.objects.get().seat == ada


def test_a_mail_to_two_seats_of_one_person(post, ada, mails):
    other = post.table()
    second = other.seats.select_related("player").get(number=0)
    to = f"{keys.seat_address(ada)}, {keys.seat_address(second)}"
    assert isinstance(post.read(post.raw(to, "1", "ada@example.org")), outcomes.SeveralSeats)
    assert mails()[-1].address == "ada@example.org"


def test_a_confirmed_further_address_speaks_for_its_player(post, ada):
    address = Address.objects.create(player=ada.player, email="ada@work.example")
    raw = post.raw(keys.seat_address(ada), "1", "ADA@work.example")
    assert isinstance(post.read(raw), outcomes.WrongSender)
    address.verified = ada.game.created
    address.save()
    raw = post.raw(keys.seat_address(ada), "1", "ADA@work.example")
    assert isinstance(post.read(raw), outcomes.OrdersTaken)


def test_an_address_is_confirmed_by_its_own_yes_alone(post, ada, mails, clock):
    claimed = addresses.add(ada.player, "ada@work.example")
    there = keys.mine_address(claimed)
    forged = there.replace(there[-30:-20], "a" * 10)
    assert isinstance(post.read(post.raw(forged, "YES", claimed.email)), outcomes.UnknownKey)
    assert isinstance(post.read(post.raw(there, "YES", "eve@example.org")), outcomes.WrongSender)
    assert mails()[-1].address == claimed.email
    assert isinstance(post.read(post.raw(there, "yes?", claimed.email)), outcomes.NoYes)
    claimed.refresh_from_db()
    assert claimed.verified is None
    clock.shift(addresses.CONFIRM_WITHIN - timedelta(minutes=1))
    assert isinstance(post.read(post.raw(there, " Igen! ", claimed.email)), outcomes.Confirmed)
    claimed.refresh_from_db()
    assert claimed.verified is not None
    clock.shift(timedelta(minutes=2))
    assert isinstance(post.read(post.raw(there, "YES", claimed.email)), outcomes.UnknownKey)
    assert "Confirmed" in mails()[-1].subject


def test_a_yes_that_comes_when_the_address_is_somebody_elses(post, ada, mails):
    claimed = addresses.add(ada.player, "eve@example.org")
    Player.objects.create(name="Eve", email="eve@example.org")
    raw = post.raw(keys.mine_address(claimed), "YES", "eve@example.org")
    assert isinstance(post.read(raw), outcomes.NoYes)
    assert "no longer good" in mails()[-1].body


def test_an_encoded_display_name_is_not_an_address(post, ada):
    sender = "=?utf-8?q?ada=40example=2Eorg?= <eve@example.org>"
    raw = post.raw(keys.seat_address(ada), "1", "x@example.org")
    raw = raw.replace(b"From: x@example.org", f"From: {sender}".encode())
    assert isinstance(post.read(raw), outcomes.WrongSender)
    two = raw.replace(b"reply1@", b"reply2@").replace(b"From:", b"From: ada@example.org\r\nFrom:")
    assert isinstance(post.read(two), outcomes.WrongSender)


def test_a_confirm_link_is_worth_nothing_to_others(post, ada, client):
    post.read(post.raw(keys.seat_address(ada), "1", "eve@example.org"))
    row = Inbound.objects.get()
    path = confirm_links.url(row, ada).partition("8000")[2]
    assert client.get(path[:-3] + "xx/").status_code == 404
    with_new_key(ada)
    assert client.post(path).status_code == 410
    row.refresh_from_db()
    assert row.state == "held"


def test_a_confirm_link_expires(post, ada, client, clock):
    post.read(post.raw(keys.seat_address(ada), "1", "eve@example.org"))
    path = confirm_links.url(Inbound.objects.get(), ada).partition("8000")[2]
    clock.shift(timedelta(days=8))
    assert client.get(path).status_code == 410
    assert client.post(path).status_code == 410


def test_confirming_may_ask_to_remember_the_address(post, ada, client):
    post.read(post.raw(keys.seat_address(ada), "1", "ada@work.example"))
    row = Inbound.objects.get()
    path = confirm_links.url(row, ada).partition("8000")[2]
    assert b"ada@work.example" in client.post(path, {"remember": "1"}).content
    assert Address.objects.get().verified is None
    assert isinstance(pipeline.read_and_play(row.pk), outcomes.OrdersTaken)
    assert Submission.objects.get().text == "1"


# -- nothing to carry out -----------------------------------------------------------------------


def test_nothing_new(post, ada, mails):
    assert isinstance(post.say(ada, ""), outcomes.NothingNew)
    assert "no line of yours" in mails()[0].body.replace("\n" + " " * 15, " ")


def test_no_text(post, ada, mails):
    raw = (
        f"From: ada@example.org\r\nTo: {keys.seat_address(ada)}\r\nMessage-ID: <p@x>\r\n"
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n"
    ).encode()
    assert isinstance(post.read(raw), outcomes.NoText)
    assert "no text" in mails()[0].body


SILENT = [
    ({"Auto_Submitted": "auto-replied (vacation)"}, outcomes.AutoReply),
    ({"Auto_Submitted": "no"}, outcomes.OrdersTaken),
    ({"X_Autoreply": "yes"}, outcomes.AutoReply),
    ({"Precedence": "auto_reply"}, outcomes.AutoReply),
    ({"Precedence": "bulk"}, outcomes.ListMail),
    ({"List_Id": "<friends.example.org>"}, outcomes.ListMail),
    ({"Return_Path": "<>"}, outcomes.Bounce),
]


@pytest.mark.parametrize(("headers", "expected"), SILENT)
def test_machines_are_not_answered(post, ada, mails, headers, expected):
    raw = post.raw(keys.seat_address(ada), "1", "ada@example.org", **headers)
    assert isinstance(post.read(raw), expected)
    assert bool(mails()) == (expected is outcomes.OrdersTaken)


def test_bounces_have_no_sender(post, ada, mails):
    raw = post.raw(keys.post_address(), "undeliverable", "MAILER-DAEMON@mx.example.org")
    assert isinstance(post.read(raw, sender=""), outcomes.Bounce)
    raw = post.raw(keys.seat_address(ada), "1", "ada@example.org")
    assert isinstance(post.read(raw, sender=""), outcomes.Bounce)
    assert mails() == []


REPORT = """From: MAILER-DAEMON@mx.example.org
To: post@parsec.localhost
Message-ID: <report{n}@mx.example.org>
Content-Type: multipart/report; report-type=delivery-status; boundary=r

--r
Content-Type: text/plain

I am sorry.
--r
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; ada@example.org
Action: failed
Status: {status}
Diagnostic-Code: smtp; 550 No such user

--r
Content-Type: {kind}

Message-ID: {id}
Subject: Your turn

--r--
"""


@pytest.mark.parametrize("kind", ["text/rfc822-headers", "message/rfc822"])
def test_a_delivery_report_marks_the_address(post, ada, kind):
    sent = post.newest(ada)
    soft = REPORT.format(n=1, status="4.2.2", kind=kind, id=sent.message_id)
    strange = REPORT.format(n=2, status="5.1.1", kind=kind, id="<other@example.org>")
    for raw in (soft, strange):
        assert isinstance(post.read(raw.encode(), sender=""), outcomes.Bounce)
        ada.player.refresh_from_db()
        assert ada.player.bounced is None
    hard = REPORT.format(n=3, status="5.1.1", kind=kind, id=sent.message_id)
    assert isinstance(post.read(hard.encode(), sender=""), outcomes.Bounce)
    ada.player.refresh_from_db()
    assert ada.player.bounced is not None
    sent.refresh_from_db()
    assert sent.fate == "bounced"


def test_our_own_mail_coming_back_stops_here(post, ada, mails):
    sent = post.newest(ada)
    raw = post.raw(keys.seat_address(ada), sent.body, keys.post_address())
    assert isinstance(post.read(raw), outcomes.OwnMail)
    again = raw.replace(b"reply1@example.org", sent.message_id[1:-1].encode())
    again = again.replace(keys.post_address().encode(), b"ada@example.org")
    assert isinstance(post.read(again), outcomes.OwnMail)
    assert mails() == []


def test_players_may_have_addresses_at_our_own_domain(post, game, ada):
    ada.player.email = f"ada@{keys.domain()}"
    ada.player.save()
    raw = post.raw(keys.seat_address(ada), "1", ada.player.email)
    raw = raw.replace(b"reply1@example.org", f"reply1@{keys.domain()}".encode())
    assert isinstance(post.read(raw), outcomes.OrdersTaken)


def test_a_flood_is_not_answered_for_ever(post, ada, mails, monkeypatch):
    monkeypatch.setattr(replies, "ANSWERS_AN_HOUR", 3)
    for _ in range(3):
        assert isinstance(post.say(ada, "HELP"), outcomes.Informed)
    assert isinstance(post.say(ada, "HELP"), outcomes.Flood)
    assert isinstance(post.say(ada, ""), outcomes.Flood)
    assert len(mails()) == 3
    assert isinstance(post.say(ada, "1"), outcomes.OrdersTaken)


def test_forged_mail_without_a_key_does_not_gag_the_server_towards_its_victim(post, ada, mails):
    """Whoever knows a player's address makes a few notices a day of it, and nothing else."""
    forged = [
        post.read(post.raw(keys.post_address(), "STATUS", ada.player.email)) for _ in range(40)
    ]
    assert len(mails()) == replies.NOTICES_A_DAY
    assert [one.code for one in forged[-2:]] == ["flood", "flood"]
    assert isinstance(post.say(ada, "STATUS"), outcomes.Informed)
    assert isinstance(post.say(ada, ""), outcomes.NothingNew)
    assert len(mails()) == replies.NOTICES_A_DAY + 2


def test_orders_in_doubt_are_held_however_many_came_before(post, ada, mails):
    """The notices end, the holding does not; nor do notices about mail without a key end them."""
    for _ in range(10):
        post.read(post.raw(keys.post_address(), "STATUS", ada.player.email))
    before = len(mails())
    strange = [
        post.read(post.raw(keys.seat_address(ada), f"{n}", "ada@elsewhere.example"))
        for n in range(8)
    ]
    assert {one.code for one in strange} == {"wrong-sender"}
    assert Inbound.objects.filter(state=Inbound.State.HELD).count() == 8
    assert len(mails()) - before == replies.NOTICES_A_DAY
    assert isinstance(post.say(ada, "STATUS"), outcomes.Informed)


def test_a_machine_that_answers_acknowledgements_is_stopped(post, ada, mails, monkeypatch):
    """It marks its mails in no way, and what it writes reads like orders that make no sense."""
    monkeypatch.setattr(replies, "ANSWERS_AN_HOUR", 3)
    for _ in range(6):
        assert post.say(ada, "I am at the sea and will be back soon").code == "orders"
    assert len(mails()) == 3
    outcome = post.say(ada, "1")
    assert outcome.submission.receipt in mails()[-1].subject


def test_a_clock_that_is_years_behind_makes_no_mail_stale(post, ada):
    behind = "Tue, 01 Jan 2002 00:00:00 +0000"
    to, sender = keys.seat_address(ada), ada.player.email
    assert post.read(post.raw(to, "1", sender, Date=behind)).code == "stale"
    assert post.read(post.reply(ada, "1", Date=behind)).code == "orders"


# -- never lost, never twice --------------------------------------------------------------------


def test_the_same_mail_twice_is_one(post, ada):
    raw = post.reply(ada, "1")
    traced = b"Received: from another.example.org by us\r\n" + raw
    first, created = storing.store(raw, door="smtp")
    again, created_again = storing.store(traced, door="imap")
    assert (created, created_again) == (True, False)
    assert first == again
    assert pipeline.read_and_play(first.pk) is not None
    assert pipeline.read_and_play(first.pk) is None
    assert Submission.objects.count() == 1


def test_another_text_under_the_same_id_is_another_mail(post, ada):
    raw = post.reply(ada, "1", quote=False)
    first, _ = storing.store(raw, door="smtp")
    second, created = storing.store(raw.replace(b"\r\n\r\n1\r\n", b"\r\n\r\n2\r\n"), door="smtp")
    assert created
    pipeline.read_and_play(first.pk)
    pipeline.read_and_play(second.pk)
    assert sorted(Submission.objects.values_list("text", flat=True)) == ["1", "2"]


def test_a_surprise_shunts_the_mail_and_it_can_be_read_again(post, ada, caplog):
    row, _ = storing.store(post.reply(ada, "1"), door="test")
    with mock.patch("pbem.orders.submissions.submit", side_effect=RuntimeError("ada@example.org")):
        assert isinstance(pipeline.read_and_play(row.pk), outcomes.Shunted)
    row.refresh_from_db()
    assert (row.state, row.reason) == ("shunted", "RuntimeError")
    assert "ada@" not in caplog.text
    pipeline.make_unread(row)
    assert isinstance(pipeline.read_and_play(row.pk), outcomes.OrdersTaken)


def test_trouble_with_the_database_leaves_the_mail_unread(post, ada):
    row, _ = storing.store(post.reply(ada, "1"), door="test")
    away = mock.patch("pbem.orders.submissions.submit", side_effect=OperationalError)
    with away, pytest.raises(OperationalError):
        pipeline.read_and_play(row.pk)
    row.refresh_from_db()
    assert row.state == "new"


RUBBISH = [
    b"",
    b"\x00\xff",
    b"From: <<>>\r\nTo: ,,;\r\n\r\nx",
    b"To:" * 99,
    b"Message-ID: <\xff\x00@x>\r\nFrom: \xff\xfe <\x00@x>\r\nTo: \xff@parsec.localhost\r\n\r\n\xff",
    b"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\n--a",
]


@pytest.mark.parametrize("raw", RUBBISH)
def test_any_bytes_have_an_outcome(post, game, raw):
    outcome = post.read(raw)
    assert outcome.code in {"unknown-sender", "bounce"}


def test_a_strange_message_id_is_not_put_into_our_headers(post, ada):
    raw = post.reply(ada, "STATUS").replace(b"<reply1@example.org>", b"not an id; X-Evil: 1")
    assert isinstance(post.read(raw), outcomes.Informed)
    row = post.newest(ada)
    assert "Evil" not in str(row.headers)
    assert row.headers["Auto-Submitted"] == "auto-replied"


def test_mailin(post, ada, tmp_path, capsys):
    path = tmp_path / "reply.eml"
    path.write_bytes(post.reply(ada, "1"))
    call_command("mailin", str(path), "--json")
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["state"], told["repeated"]) == ("orders", "done", False)
    assert told["receipt"] == Submission.objects.get().receipt
    assert told["report"][0]["text"] == "1"
    call_command("mailin", str(path))
    assert "read before" in capsys.readouterr().out


def test_every_outcome_has_a_name_and_a_line_in_the_docs():
    page = (Path(__file__).parents[3] / "docs" / "mail.md").read_text(encoding="utf-8")
    codes = [outcome.code for outcome in outcomes.ALL]
    assert len(set(codes)) == len(codes)
    for outcome in outcomes.ALL:
        assert f"| `{outcome.code}` |" in page
        assert outcome.meaning.endswith(".")
