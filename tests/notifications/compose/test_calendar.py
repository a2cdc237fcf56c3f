"""The deadline in the reader's own calendar: put there, moved, and taken away again."""

import re
from datetime import UTC, datetime, timedelta
from email.message import Message

from notifications.compose import attachments
from notifications.models import Outbox
from notifications.outbound import deliver
from pbem.clocks import extensions
from pbem.play import advancing
from pbem.table import lobby
from tests.notifications.compose.test_compose import keep_objectives
from tests.notifications.conftest import START


def entry_of(row: Outbox) -> tuple[Message, dict[str, str]] | None:
    """The part of the mail that a calendar reads, and its lines by name."""
    for part in deliver.message(row).message().walk():
        if part.get_content_type() == "text/calendar":
            text = part.get_payload(decode=True).decode().replace("\r\n ", "")
            fields = (line.split(":", 1) for line in text.split("\r\n") if ":" in line)
            return part, dict(fields)
    return None


def method(row: Outbox) -> str:
    found = entry_of(row)
    if found is None:
        return ""
    part, fields = found
    assert part.get_param("method") == fields["METHOD"]
    return fields["METHOD"]


def due_in(row: Outbox) -> datetime:
    found = entry_of(row)
    assert found is not None
    return datetime.strptime(found[1]["DTEND"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)


def test_a_calendar_entry_survives_awkward_words():
    due = datetime(2026, 11, 18, 19, 0, tzinfo=UTC)
    entry = attachments.Entry("uid", "Żółć; a, b\\c " * 12, "post@x.example", "http://x.example")
    file = entry.at(due, START)
    assert max(map(len, file.data.split(b"\r\n"))) <= 75
    text = file.data.replace(b"\r\n ", b"").decode()
    assert "SUMMARY:Żółć\\; a\\, b\\\\c " in text
    assert "DTEND:20261118T190000Z" in text
    assert "ORGANIZER:mailto:post@x.example" in text
    assert re.search(r"(?m)^SEQUENCE:\d{1,9}\r$", text)


def test_more_time_moves_it(game, post, ada, bruno):
    first = post.newest(bruno)
    assert due_in(first) == START + timedelta(hours=24)
    extensions.ask(ada, 12)
    moved = post.newest(bruno)
    assert method(moved) == "PUBLISH"
    assert due_in(moved) == START + timedelta(hours=36)
    assert entry_of(moved)[1]["UID"] == entry_of(first)[1]["UID"]


def test_later_files_count_even_within_a_minute(game, post, ada, bruno, clock):
    clock.shift(timedelta(seconds=5))
    before = entry_of(post.newest(bruno))[1]
    extensions.ask(ada, 12)
    after = entry_of(post.newest(bruno))[1]
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])


def test_who_has_answered_need_not_be_reminded_by_the_calendar(game, post, ada):
    post.say(ada, "1")
    row = post.newest(ada)
    assert method(row) == "CANCEL"
    assert entry_of(row)[1]["STATUS"] == "CANCELLED"
    post.say(ada, "PRESS TO Blue: Hello")
    assert entry_of(post.newest(ada)) is None


def test_a_pause_takes_it_away_and_the_end_of_the_pause_brings_it_back(game, post, ada, clock):
    lobby.pause(game)
    assert method(post.newest(ada)) == "CANCEL"
    clock.shift(timedelta(hours=5))
    lobby.resume(game)
    row = post.newest(ada)
    assert method(row) == "PUBLISH"
    assert due_in(row) == START + timedelta(hours=29)


def test_a_mail_that_changes_no_deadline_leaves_it_alone(game, post, ada, bruno):
    keep_objectives(post, game)
    post.say(ada, "OFFER 1 gold FOR 1 gold TO Blue")
    assert "An offer for you" in post.newest(bruno).subject
    assert entry_of(post.newest(bruno)) is None


def test_a_missed_deadline_gives_way_to_the_next(game, post, ada, clock):
    clock.shift(timedelta(hours=25))
    advancing.advance(game.pk)
    assert due_in(post.newest(ada)) == START + timedelta(hours=49)
