"""Golden conversations: each raw mail in and every mail out, with a frozen clock.

After a deliberate change of words: `GOLDEN=write pytest tests/mail`, and read the difference.
"""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client as Browser

from notifications import keys, outcomes, receive
from notifications.models import Inbound
from pbem import lobby
from tests.mail.clients import ALL
from tests.mail.talk import Talk

GOLDEN = Path(__file__).parent / "conversations"
TALKS: dict[str, Callable[[Talk], None]] = {}


def talk(story: Callable[[Talk], None]) -> Callable[[Talk], None]:
    TALKS[story.__name__.replace("_", "-")] = story
    return story


# -- mail programs ------------------------------------------------------------------------------

for number, client in enumerate(ALL):

    def by_program(t: Talk, name: str = client.name, way: int = number % 3) -> None:
        """Top-posted, bottom-posted, or the template edited in the quote, by turns."""
        seat = t.seat(t.table(), 0)
        sent = t.post.newest(seat)
        last = len(sent.body.rstrip("\n").split("\n"))
        if way == 2:
            t.reply(seat, name, {}, {f"  {sent.template[0]}": f"  {sent.template[1]} # please"})
        else:
            t.reply(seat, name, {last if way else 0: [sent.template[0]]})

    TALKS[f"program-{client.name}"] = by_program


# -- commands -----------------------------------------------------------------------------------


@talk
def command_join(t: Talk) -> None:
    game = t.post.table(start=False, players=4)
    invitation = lobby.invite(game, "dora@example.org", "Dora Lind")
    t.mails()
    join = keys.join_address(invitation).encode()
    raw = b"From: Dora <dora@example.org>\r\nTo: %s\r\nMessage-ID: <%s@x>\r\n\r\n%s\r\n"
    t.hand_in(raw % (join, b"d1", b"What is this?"))
    t.hand_in(raw % (join, b"d2", b"JOIN lighthouse"))


@talk
def command_join_refused(t: Talk) -> None:
    game = t.post.table(start=False, players=4)
    invitation = lobby.invite(game, "dora@example.org", "Dora Lind")
    lobby.cancel(game)
    t.forget()
    join = keys.join_address(invitation).encode()
    t.hand_in(b"From: dora@example.org\r\nTo: %s\r\nMessage-ID: <d@x>\r\n\r\nJOIN\r\n" % join)


QUESTIONS = {
    "status": "STATUS",
    "hand": "HAND",
    "map": "MAP",
    "history": "HISTORY 5",
    "rules": "RULES 2.1",
    "odds": "ODDS 2 cruisers VS 3 fighters",
    "preview": "PREVIEW\nKEEP rich",
    "help": "HELP",
    "language": "LANGUAGE pl",
    "vacation": "VACATION UNTIL 24 Nov",
    "extend": "EXTEND 12",
    "resign": "RESIGN",
    "press": "PRESS TO all: Peace until round 2?",
    "standing": "STANDING: PASS\nSTANDING LIST",
    "polish": "STAN GRY\nRĘKA\nPOMOC\nJĘZYK polski",
    "hungarian": "ÁLLÁS\nKEZEM\nNYELV magyar",
    "join-again": "JOIN",
    "unknown": "FROBNICATE 7",
}
for name, text in QUESTIONS.items():

    def asked(t: Talk, text: str = text) -> None:
        t.write(t.seat(t.table(), 0), text)

    TALKS[f"command-{name}"] = asked


@talk
def command_resign_for_good(t: Talk) -> None:
    game = t.table()
    t.write(t.seat(game, 0), f"RESIGN {game.pk}")


@talk
def command_dispute(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "DISPUTE 1 The deal was not shuffled.")
    t.write(seat, "DISPUTE everything")


@talk
def command_undo(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1")
    t.write(seat, "WITHDRAW")
    t.write(seat, "UNDO")


@talk
def command_offer_accept_decline(t: Talk) -> None:
    game = t.table()
    for number in range(3):
        t.write(t.seat(game, number), "1")
    t.kept.clear()
    t.write(t.seat(game, 0), "OFFER 1 gold FOR 1 gold TO Blue")
    t.write(t.seat(game, 1), "ACCEPT 1")
    t.write(t.seat(game, 0), "OFFER 2 gold FOR 1 gold TO Blue")
    t.write(t.seat(game, 1), "DECLINE")


@talk
def orders_and_questions_in_one_mail(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "STATUS\n1\nPRESS TO referee: Is that right?\nHAND")


@talk
def a_long_message_over_several_lines(t: Talk) -> None:
    message = "PRESS TO Blue:\nI will leave your cruisers alone\nif you leave mine.\n\n1"
    t.write(t.seat(t.table(), 0), message)


# -- who is it ----------------------------------------------------------------------------------


@talk
def wrong_sender_confirmed(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", From="ada@elsewhere.example")
    row = Inbound.objects.get()
    link = next(line for line in t.post.newest(seat).body.split("\n") if "/confirm/" in line)
    path = "/confirm/" + link.partition("/confirm/")[2].strip()
    browser = Browser()
    assert "ada@elsewhere.example" in browser.get(path).content.decode()
    assert Inbound.objects.get().state == "held"
    assert browser.post(path).status_code == 200
    assert browser.post(path).status_code == 200
    receive.read(row.pk)
    t.look(row)


@talk
def addresses_swapped(t: Talk) -> None:
    game = t.table()
    ada, bruno = t.seat(game, 0), t.seat(game, 1)
    t.write(ada, "1", From="bruno@example.org")
    t.write(bruno, "1", From="ada@example.org")


@talk
def wrong_game(t: Talk) -> None:
    first, second = t.table(), t.table()
    other = t.post.newest(t.seat(second, 0))
    t.write(t.seat(first, 0), "1", In_Reply_To=other.message_id)


@talk
def several_seats(t: Talk) -> None:
    first, second = t.table(), t.table()
    both = ", ".join(keys.seat_address(t.seat(game, 0)) for game in (first, second))
    t.write(t.seat(first, 0), "1", To=both)


@talk
def expired_key(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    headers = t.headers(seat)
    keys.revoke(seat)
    t.write(seat, "1", To=headers["To"])


@talk
def forged_key(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", To=f"seat+{seat.pk}-aaaaaaaaaaaaaaaa@{keys.domain()}")


@talk
def without_a_key(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", To=keys.post_address())
    t.write(seat, "1", To=keys.post_address(), From="eve@example.org")


# -- machines -----------------------------------------------------------------------------------


@talk
def machines_are_not_answered(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "I am away.", Auto_Submitted="auto-replied")
    t.write(seat, "I am away.", X_Autoreply="yes")
    t.write(seat, "1", List_Id="<friends.example.org>")
    t.write(seat, "Undeliverable", From="MAILER-DAEMON@mx.example.org")
    t.write(seat, "1", From=keys.post_address())


@talk
def a_bounce_report(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    kind = "multipart/report; report-type=delivery-status; boundary=r"
    t.write(seat, "--r\nContent-Type: text/plain\n\n1\n--r--", Content_Type=kind)


# -- bad input ----------------------------------------------------------------------------------


@talk
def nothing_new(t: Talk) -> None:
    t.reply(t.seat(t.table(), 0), "gmail", {})


@talk
def an_old_template_quoted_again(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    old = t.post.newest(seat)
    t.write(seat, "1")
    quoted = "\n".join(f"> {line}" for line in old.body.split("\n"))
    t.write(seat, f"STATUS\n\n{quoted}", In_Reply_To=old.message_id)


@talk
def no_text(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "iVBORw0KGgo=", Content_Type="image/png")


@talk
def null_bytes_and_odd_charset(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "\0 1 \0", Content_Type="text/plain; charset=x-klingon")


@talk
def thousand_lines(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "\n".join(f"PASS # {n}" for n in range(1000)))


@talk
def more_text_than_anybody_types(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "PASS\n" * 90_000)


@talk
def too_big(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "1\n" + "x" * 70 + "\n" + "y" * (5 * 2**20))


@talk
def nested_without_end(t: Talk) -> None:
    parts = "".join(
        f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(200)
    )
    t.write(t.seat(t.table(), 0), parts, Content_Type="multipart/mixed; boundary=b0")


@talk
def a_zip_bomb_is_not_opened(t: Talk) -> None:
    bomb = "--z\nContent-Type: application/zip; name=b.zip\n\nUEsDBBQA\n--z--"
    text = f"--z\nContent-Type: text/plain\n\n1\n{bomb}"
    t.write(t.seat(t.table(), 0), text, Content_Type="multipart/mixed; boundary=z")


@talk
def from_the_future(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "1", Date="Tue, 17 Nov 2099 20:00:00 +0100")


@talk
def stale(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "1", Date="Sun, 01 Nov 2026 20:00:00 +0100")


@talk
def the_same_mail_again(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    lines = "\r\n".join(f"{name}: {value}" for name, value in t.headers(seat).items())
    raw = f"{lines}\r\n\r\n1\r\n".encode()
    t.hand_in(raw)
    t.hand_in(b"Received: by another.example.org\r\n" + raw)


@talk
def after_the_deadline(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.post.clock.shift(timedelta(hours=30))
    t.write(seat, "1", Date="Thu, 19 Nov 2026 02:00:00 +0100")


@pytest.mark.django_db(transaction=True, reset_sequences=True)
@pytest.mark.parametrize("name", TALKS)
def test_conversation(post, clock, pinned, settings, name):
    post.clock = clock
    told = Talk(post)
    TALKS[name](told)
    path = GOLDEN / f"{name}.txt"
    text = "\n".join(told.kept)
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_not_authenticated(post, pinned, settings):
    settings.PARSEC_MAIL_AUTH, settings.PARSEC_MAIL_AUTHSERV = "require", ("mx.parsec.localhost",)
    told = Talk(post)
    game = told.table()
    seat = told.seat(game, 0)
    results = "{}; spf=fail smtp.mailfrom=eve.example; dkim={} header.d={}; dmarc={}"
    ours = "mx.parsec.localhost"
    told.write(seat, "1", Authentication_Results=results.format(ours, "none", "", "fail"))
    told.write(seat, "1")
    passed = results.format("mx.evil.example", "pass", "example.org", "pass")
    told.write(seat, "1", Authentication_Results=passed)
    passed = results.format(ours, "pass", "example.org", "none")
    told.write(seat, "1", Authentication_Results=passed)
    assert told.codes == ["not-authenticated"] * 3 + ["orders"]


def test_every_outcome_has_a_conversation():
    """But for those that need another setting, a broken program, or an hour of mails."""
    kept = "\n".join(path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt"))
    elsewhere = {"flood", "shunted", "not-authenticated"}
    missing = [o.code for o in outcomes.ALL if f"=== {o.code} (" not in kept]
    assert set(missing) <= elsewhere
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(TALKS)
    assert len(TALKS) >= 40
