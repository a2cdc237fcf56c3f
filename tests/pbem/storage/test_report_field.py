"""Reports are typed where they are used, and stored as they always were."""

import json

import pytest
from django.core import serializers
from django.db import connection

from pbem.models import Submission
from pbem.storage.report_field import ReportLine, Role, Status
from tests.pbem.tables import new_table, send

pytestmark = pytest.mark.django_db

OLD = [
    {"line": None, "no": 2, "ruling": None, "read_as": "", "code": "unknown-verb", "words": "What?",
     "rule": "", "until": "", "text": "FLY", "role": "error", "status": "refused"},
    {"line": 0, "no": 1, "ruling": 7, "read_as": "BID 1", "code": "", "words": "", "rule": "",
     "until": "", "remark": "half of it", "text": "bid 1", "role": "order", "status": "done"},
]  # fmt: skip


def stored(pk: int) -> list[dict]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT report FROM pbem_submission WHERE id = %s", [pk])
        return json.loads(cursor.fetchone()[0])


def test_a_row_of_an_older_version_is_read():
    """Rows written before lines could have a remark lack that key."""
    sent = send(new_table(2), 0, "1")
    with connection.cursor() as cursor:
        said = [json.dumps(OLD), sent.pk]
        cursor.execute("UPDATE pbem_submission SET report = %s WHERE id = %s", said)
    first, second = Submission.objects.get(pk=sent.pk).report
    assert (first.role, first.status, first.line, first.remark) == (
        Role.ERROR, Status.REFUSED, None, "",
    )  # fmt: skip
    assert second == ReportLine(
        "bid 1", Role.ORDER, Status.DONE, line=0, no=1, read_as="BID 1", ruling=7,
        remark="half of it",
    )  # fmt: skip


def test_what_is_stored_is_plain():
    sent = send(new_table(2), 0, "1\nFLY")
    rows = stored(sent.pk)
    assert [set(row) for row in rows] == [set(OLD[1])] * 2
    assert [row["role"] for row in rows] == ["order", "error"]
    assert all(type(row["status"]) is str for row in rows)


def test_a_backup_holds_it_and_gives_it_back():
    sent = send(new_table(2), 0, "1")
    saved = serializers.serialize("jsonl", [sent])
    assert json.loads(saved)["fields"]["report"] == stored(sent.pk)
    (again,) = serializers.deserialize("jsonl", saved)
    assert again.object.report == sent.report
