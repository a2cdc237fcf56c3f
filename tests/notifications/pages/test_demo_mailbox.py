"""The demo's pages and commands."""

import re
from html import unescape

import pytest
from django.core.management import CommandError, call_command

from notifications.inbound import pipeline
from notifications.models import Inbound, Outbox
from notifications.outbound import deliver
from notifications.staff import local_backend
from pbem.models import Game, Submission


@pytest.fixture
def kept(settings, tmp_path):
    settings.EMAIL_BACKEND = local_backend.BACKEND
    settings.VAR = tmp_path
    settings.PARSEC_RULESETS = ["tests.skirmish.ruleset.SKIRMISH"]


@pytest.fixture
def demo(post, kept, capsys):
    call_command("demo")
    for pk in deliver.due_rows().values_list("pk", flat=True):
        deliver.deliver(pk)
    return Game.objects.get(status="running")


ADA = "ada.quill@example.org"


def test_the_demo_is_made_once(demo, capsys):
    call_command("demo")
    assert sorted(Game.objects.values_list("status", flat=True)) == ["over", "running"]
    assert "running" in capsys.readouterr().out


def test_no_demo_where_mails_are_real(post):
    with pytest.raises(CommandError, match="local"):
        call_command("demo")
    with pytest.raises(CommandError, match="local"):
        call_command("mailbox", ADA)


def test_a_mail_sent_twice_is_one_in_the_mailbox(demo):
    before = len(local_backend.mails(ADA))
    row = Outbox.objects.filter(address=ADA).latest("pk")
    deliver.send(row)
    assert len(local_backend.mails(ADA)) == before > 0


def test_pages(demo, client):
    assert "Ada Quill" in client.get("/").content.decode()
    boxes = client.get("/mailbox/").content.decode()
    assert boxes.count("@example.org</a>") == 1
    newest = local_backend.mails(ADA)[-1]
    assert f"/mailbox/mail/{newest.id}/" in client.get(f"/mailbox/of/{ADA}/").content.decode()
    page = client.get(f"/mailbox/mail/{newest.id}/").content.decode()
    assert 'name="viewport"' in page
    assert f'src="/mailbox/mail/{newest.id}/html"' in page
    assert "NEEDS YOU" in client.get(f"/mailbox/mail/{newest.id}/?show=text").content.decode()
    source = client.get(f"/mailbox/mail/{newest.id}/source")
    assert "Message-ID:" in source.content.decode()
    assert source["Content-Type"].startswith("text/plain")


def test_the_html_part_is_shown_with_its_picture_and_runs_nothing(demo, client):
    newest = local_backend.mails(ADA)[-1]
    shown = client.get(f"/mailbox/mail/{newest.id}/html")
    assert "sandbox" in shown["Content-Security-Policy"]
    assert shown["X-Frame-Options"] == "SAMEORIGIN"
    page = shown.content.decode()
    assert "NEEDS YOU" in page
    assert "cid:" not in page
    (address,) = re.findall(r'src="([^"]+)"', page)
    picture = client.get(address)
    assert picture["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    names = {file.name: file.number for file in newest.files}
    position = client.get(f"/mailbox/mail/{newest.id}/file/{names[f'position-{demo.pk}.txt']}")
    assert "attachment" in position["Content-Disposition"]
    assert b"ONLY YOU SEE THIS" in position.content
    assert client.get(f"/mailbox/mail/{newest.id}/file/99").status_code == 404


def test_a_preview_of_the_turn_mail(demo, capsys):
    count = Outbox.objects.count()
    capsys.readouterr()
    call_command("mail_preview", demo.pk, 1)
    page = capsys.readouterr().out
    assert page.startswith("<!DOCTYPE html>")
    assert "data:image/png;base64," in page
    assert "NEEDS YOU" in page
    call_command("mail_preview", demo.pk, 1, text=True)
    assert "Subject: [Arcturus" in capsys.readouterr().out
    assert Outbox.objects.count() == count
    with pytest.raises(CommandError, match="seats 1 to 4"):
        call_command("mail_preview", demo.pk, 9)
    with pytest.raises(CommandError, match="no game"):
        call_command("mail_preview", 999999, 1)


def test_a_reply_from_the_page_takes_the_real_path(demo, client):
    newest = next(m for m in reversed(local_backend.mails(ADA)) if m.reply_to.startswith("seat+"))
    answer = client.post(f"/mailbox/mail/{newest.id}/reply", {"text": "1"})
    assert answer.status_code == 302
    row = Inbound.objects.get()
    assert row.door == "page"
    assert pipeline.read_and_play(row.pk).code == "orders"
    assert Submission.objects.get().text == "1"


@pytest.mark.parametrize("path", ["/mailbox/", f"/mailbox/of/{ADA}/", "/mailbox/mail/abc/"])
def test_nobody_reads_mail_where_it_is_real(post, client, path):
    assert client.get(path).status_code == 404
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("id", ["nothing", "0" * 24])
def test_unknown_mails(demo, client, id):
    assert client.get(f"/mailbox/mail/{id}/").status_code == 404
    assert client.post(f"/mailbox/mail/{id}/reply", {"text": "1"}).status_code == 404


def test_mailbox_command(demo, capsys):
    call_command("mailbox", ADA, "--last")
    out = capsys.readouterr().out
    assert out.count("Subject:") == 1
    assert "Reply-To: " in out
    with pytest.raises(CommandError, match="no mail"):
        call_command("mailbox", "nobody@example.org")


def test_the_desk_lists_mails(demo, admin_client):
    for model in ("outbox", "inbound"):
        assert admin_client.get(f"/admin/notifications/{model}/?q=x").status_code == 200
    row = Outbox.objects.exclude(seat=None).first()
    shown = admin_client.get(f"/admin/notifications/outbox/{row.pk}/change/")
    assert shown.status_code == 200
    text = unescape(shown.content.decode())
    assert row.subject in text
    assert max(row.body.splitlines(), key=len) not in text, "its words are not shown here"
