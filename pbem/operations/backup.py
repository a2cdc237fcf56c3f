"""The whole database as one file, and back again, on SQLite and PostgreSQL alike.

The file is gzipped JSON lines: first its format, then every row, last how many rows there were, so
that a copy that was cut off is refused. The file holds every hidden card, seed and address: keep it
as safe as the server. `SECRET_KEY` is not in it; without that key the links and reply addresses in
old mails are worthless after a restore.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeVar

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError, DeserializedObject
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

R = TypeVar("R")

FORMAT = "parsec-post-backup/1"
BATCH = 500
NOT_SAVED = frozenset(
    {"contenttypes.contenttype", "auth.permission", "sessions.session", "admin.logentry"}
)
"""Rows that the migrations make, or that are worth nothing on another day."""


class BackupError(Exception):
    """Raised for a file that cannot be made or used; the words say what to do."""


class Saved(NamedTuple):
    path: Path
    rows: int
    tables: int


# -- saving -------------------------------------------------------------------------------------


def save(path: Path) -> Saved:
    """Write the database, as it is at one moment, to a file, which replaces an older one once it is
    whole."""
    beside = path.with_name(path.name + ".part")
    counted: Counter[str] = Counter()
    try:
        with (
            open(beside, "xb", opener=_private) as raw,
            gzip.open(raw, "wt", encoding="utf-8") as out,
        ):
            with _one_look():
                _line(out, {"format": FORMAT, "made": _now(), "migrations": _migrations()})
                for model in _models():
                    rows = model._default_manager.order_by("pk").iterator(chunk_size=BATCH)
                    serializers.serialize(
                        "jsonl",
                        _counting(rows, counted, model),
                        stream=out,
                        use_natural_foreign_keys=True,
                        ensure_ascii=False,
                    )
            _line(out, {"rows": dict(counted)})
        beside.replace(path)
    except FileExistsError:
        words = f"{beside} is in the way: another backup runs, or died. Remove it."
        raise BackupError(words) from None
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from None
    return Saved(path, counted.total(), len(counted))


def _private(path: str, flags: int) -> int:
    """Open a file for this user alone: it holds what games keep hidden."""
    return os.open(path, flags, 0o600)


@contextmanager
def _one_look() -> Iterator[None]:
    """Begin a transaction that sees one moment, whatever is written meanwhile, and stops no
    writer."""
    outermost = not connection.in_atomic_block
    with _reading_only() if outermost else nullcontext(), transaction.atomic():
        if connection.vendor == "postgresql" and outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


@contextmanager
def _reading_only() -> Iterator[None]:
    """Begin transactions on SQLite without the write lock, which they take otherwise."""
    if connection.vendor != "sqlite":
        yield
        return
    sqlite: Any = connection
    sqlite.ensure_connection()
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual


def _counting(rows: Iterable[R], counted: Counter[str], model: type[models.Model]) -> Iterator[R]:
    for row in rows:
        counted[model._meta.label_lower] += 1
        yield row


def _line(out: TextIO, data: object) -> None:
    out.write(json.dumps(data, ensure_ascii=False, sort_keys=True) + "\n")


def _now() -> str:
    return timezone.now().isoformat(timespec="seconds")


def _migrations() -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationRecorder(connection).applied_migrations())


def _models() -> list[type[models.Model]]:
    """Return every model worth saving; users come first, because other rows name them."""
    wanted = [(config, None) for config in apps.get_app_configs()]
    found = serializers.sort_dependencies(wanted, allow_cycles=True)
    kept = [m for m in found if m._meta.label_lower not in NOT_SAVED and not m._meta.proxy]
    return sorted(kept, key=lambda model: model._meta.app_label != "auth")


# -- restoring ----------------------------------------------------------------------------------


def restore(path: Path) -> Saved:
    """Fill a database that is migrated and empty from a file: all of it, or nothing."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            return _restore(path, lines)
    except FileNotFoundError:
        raise BackupError(f"There is no file {path}.") from None
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BackupError(f"{path} is not a whole backup: {error}.") from None


def _restore(path: Path, lines: Iterable[str]) -> Saved:
    lines = iter(lines)
    _check_head(path, next(lines, ""))
    _check_empty()
    counted: Counter[str] = Counter()
    end: list[dict[str, int]] = []
    try:
        with transaction.atomic(), connection.constraint_checks_disabled():
            for batch in _batches(_rows(lines, end)):
                _store(list(serializers.deserialize("python", batch)))
                counted[batch[0]["model"]] += len(batch)
            if not end or end[0] != dict(counted):
                raise BackupError(f"{path} was cut off: it does not hold all of its rows.")
            connection.check_constraints()
            _reset_numbers()
    except (DeserializationError, DatabaseError, ValueError, KeyError) as error:
        words = f"{path} cannot be read: {type(error).__name__}. Nothing was stored."
        raise BackupError(words) from error
    return Saved(path, counted.total(), len(counted))


def _check_head(path: Path, first: str) -> None:
    try:
        head = json.loads(first)
        known = head["format"] == FORMAT
    except (ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise BackupError(f"{path} is not a backup of Parsec Post.")
    if head["migrations"] != _migrations():
        raise BackupError(
            f"{path} was made by another version: restore it with the version that made it, "
            "then migrate."
        )


def _check_empty() -> None:
    for model in _models():
        if model._default_manager.exists():
            raise BackupError(
                f"This database is not empty: it has {model._meta.verbose_name_plural}. "
                "Restore into a new one, after `manage.py migrate`."
            )


def _rows(lines: Iterator[str], end: list[dict[str, int]]) -> Iterator[dict[str, Any]]:
    for line in lines:
        row = json.loads(line)
        if "rows" in row:
            end.append(row["rows"])
            return
        yield row


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows of one kind, at most `BATCH` at a time.

    Each batch is stored before the next is read, so that rows which name others by their natural
    key find them.
    """
    batch: list[dict[str, Any]] = []
    for row in rows:
        if batch and (batch[0]["model"] != row["model"] or len(batch) >= BATCH):
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch


def _store(batch: list[DeserializedObject]) -> None:
    kind = type(batch[0].object)
    kind._base_manager.bulk_create([row.object for row in batch])
    for row in batch:
        for name, related in (row.m2m_data or {}).items():
            getattr(row.object, name).set(related)


def _reset_numbers() -> None:
    """Make new rows begin after the numbers of the restored ones."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
