"""Rows in and out, with SQL that is made once and kept.

Django takes ten times as long to make a query as SQLite takes to answer it, and a mail that is read
and ruled on needs fifteen of them. Where that counts, queries that are repeated all the time are
made here; everywhere else a queryset is the better way.

PostgreSQL, too, takes as long to read and plan such a statement as to carry it out. So each
connection leaves the statements it repeats with the server, under a name (PREPARE), and sends the
name and the values from then on. Behind a pool that hands one connection to many clients that
cannot be; DISABLE_SERVER_SIDE_CURSORS, which Django wants there, ends it.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from itertools import count
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.models import AutoField, Field, JSONField, Model, QuerySet
from django.db.models.query import (
    FlatValuesListIterable,
    ValuesListIterable,
    get_related_populators,
)
from django.db.transaction import get_connection
from psycopg.adapt import Transformer

M = TypeVar("M")
_AS_IT_IS = {int, str, bool, type(None)}
_SINGLE = (int, str, datetime)
Value = int | str | datetime | Sequence[int] | Sequence[str]

_MOST_VALUES = 900
"""How many values one statement takes; SQLite as some systems build it takes no more than 999."""
_MOST_LEFT = 200
"""How many statements a connection leaves with the server."""


class _Worded(NamedTuple):
    """A query in SQL.

    `slots`: where each value to come stands among the parameters; `converters`: what becomes of a
    column; `made`: what becomes of a row.
    """

    sql: str
    params: tuple[Any, ...]
    slots: dict[int, int]
    converters: dict[int, tuple[list[Callable[..., Any]], Any]]
    made: Callable[[list[Any]], Any]


class Prepared(Generic[M]):
    """A query for the hot path: `SEATS = Prepared(lambda game: Seat.objects.filter(game=game))`,
    then `SEATS(game.pk)` is a list.

    Values are keys, numbers, texts or moments, or sequences of them for `__in`, and stand in the
    query as they are: a value may not decide how the query is made.
    """

    def __init__(self, query: "Callable[..., QuerySet[Any, M]]") -> None:
        self._query = query
        self._worded: dict[Hashable, _Worded] = {}

    def __call__(self, *values: Value) -> list[M]:
        return self._rows(values, get_connection())

    def _rows(self, values: Sequence[Value], here: BaseDatabaseWrapper) -> list[M]:
        known = _known_ahead(self, values, here)
        if known is not None:
            return known
        asked = self._asked(values, here)
        if asked is None:
            return []
        worded, params = asked
        if _travels(here):
            return _made(worded, _answers([(worded.sql, params)], here)[0], here)
        return _made(worded, _fetched(worded.sql, params, here), here)

    def of(self, *values: Value) -> "Question[M]":
        """Return the query with its values, for `together`."""
        return Question(self, values)

    def _asked(
        self, values: Sequence[Value], here: BaseDatabaseWrapper
    ) -> tuple[_Worded, list[Any]] | None:
        """Return the statement and its parameters; None: the answer is nothing without asking."""
        flat: list[Any] = []
        shape: list[Any] = [here.vendor]
        for value in values:
            if isinstance(value, _SINGLE):
                flat.append(value)
                shape.append(type(value))
            elif value:
                flat.extend(value)
                shape.append((len(value), type(value[0])))
            else:
                return None
        key = tuple(shape)
        worded = self._worded.get(key)
        if worded is None:
            worded = self._worded[key] = self._word(values, here)
        params = list(worded.params)
        for place, slot in worded.slots.items():
            params[place] = _adapted(flat[slot], here)
        return worded, params

    def first(self, *values: Value) -> M | None:
        found = self(*values)
        return found[0] if found else None

    def _word(self, values: Sequence[Value], here: BaseDatabaseWrapper) -> _Worded:
        """Make the query with stand-ins for the values, and find them again among its
        parameters."""
        stand_ins: list[Any] = []
        given: list[Any] = []
        for value in values:
            each = [value] if isinstance(value, _SINGLE) else list(value)
            made = [_stand_in(one, len(stand_ins) + i) for i, one in enumerate(each)]
            given.append(made[0] if isinstance(value, _SINGLE) else made)
            stand_ins += made
        queryset = self._query(*given)
        compiler = queryset.query.get_compiler(connection=here)
        sql, params = compiler.as_sql()
        adapted = [_adapted(one, here) for one in stand_ins]
        slots = {i: adapted.index(p) for i, p in enumerate(params) if p in adapted}
        if len(set(slots.values())) != len(stand_ins):
            raise TypeError("a value does not stand in the query as it was given")
        if _travels(here):
            sql, params, slots = _with_what_stays(sql, params, slots, here)
        columns = [column[0] for column in compiler.select[: compiler.col_count]]
        converters = compiler.get_converters(columns)
        if here.vendor == "sqlite":
            operations: Any = here.ops
            moments = operations.convert_datetimefield_value
            for convert, _ in converters.values():
                convert[:] = [_moment if one == moments else one for one in convert]
        return _Worded(sql, tuple(params), slots, converters, _maker(queryset, compiler))


def _made(worded: _Worded, found: Sequence[Sequence[Any]], here: BaseDatabaseWrapper) -> list[Any]:
    rows = [list(row) for row in found]
    for column, (converters, expression) in worded.converters.items():
        for convert in converters:
            for row in rows:
                row[column] = convert(row[column], expression, here)
    return [worded.made(row) for row in rows]


def _moment(value: datetime | None, expression: Any, here: BaseDatabaseWrapper) -> datetime | None:
    """Return a moment that SQLite keeps without its time zone, which is UTC; Django takes longer to
    say so."""
    return None if value is None else value.replace(tzinfo=UTC)


def _fetched(sql: str, params: Sequence[Any], here: BaseDatabaseWrapper) -> list[Any]:
    """Return the rows that a statement gives.

    SQLite is asked without Django's cursors, which take longer than its answer, unless somebody
    looks at the statements on their way.
    """
    if here.vendor != "sqlite" or here.execute_wrappers or here.queries_logged:
        with here.cursor() as cursor:
            cursor.execute(sql, params)
            return cursor.fetchall() if cursor.description else []
    here.validate_no_broken_transaction()
    here.ensure_connection()
    with here.wrap_database_errors:
        plain: list[Any] = here.connection.execute(_with_qmarks(sql), params).fetchall()
    return plain


@cache
def _with_qmarks(sql: str) -> str:
    """Return a kept statement in the style of SQLite."""
    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")


class Question(NamedTuple, Generic[M]):
    """A query and its values; see `Prepared.of`."""

    query: Prepared[M]
    values: tuple[Value, ...]


def together(*questions: Question[Any]) -> list[list[Any]]:
    """Return the answers to several questions, asked on one journey, in the order of the questions.

    Each sees what was committed before it was its turn: a lock that the first one takes holds for
    the others.
    """
    here = get_connection()
    if not _travels(here):
        return [question.query._rows(question.values, here) for question in questions]
    known = [_known_ahead(question.query, question.values, here) for question in questions]
    open_ = [one for one, rows in zip(questions, known, strict=True) if rows is None]
    fetched = iter([_made(worded, rows, here) for worded, rows in _asked_at_once(open_, here)[0]])
    return [next(fetched) if rows is None else rows for rows in known]


_NOTHING = _Worded("", (), {}, {}, lambda row: row)


def _asked_at_once(
    questions: Sequence[Question[Any]],
    here: BaseDatabaseWrapper,
    beside: Sequence[tuple[str, list[Any]]] = (),
) -> tuple[list[tuple[_Worded, list[Any]]], list[list[Any]]]:
    """Return the rows for each of the questions, fetched on one journey, with what makes them; and
    the rows for the statements `beside` them."""
    asked = [question.query._asked(question.values, here) for question in questions]
    journey = [(one[0].sql, one[1]) for one in asked if one is not None]
    if not journey and not beside:
        return [(_NOTHING, []) for _ in questions], []
    rows = _answers([*journey, *beside], here)
    found = iter(rows)
    answers = [(_NOTHING, []) if one is None else (one[0], next(found)) for one in asked]
    return answers, rows[len(journey) :]


@dataclass
class _Ahead:
    """The rows that a question was answered with ahead, and how many may have them yet."""

    worded: _Worded
    rows: list[Any]
    left: int = 0


_ahead: ContextVar[dict[Hashable, _Ahead] | None] = ContextVar("ahead", default=None)


_reserved: ContextVar[dict[type[Model], deque[int]] | None] = ContextVar("reserved", default=None)


@contextmanager
def asked_ahead(
    questions: Iterable[Question[Any]], new_rows: Mapping[type[Model], int] | None = None
) -> Iterator[None]:
    """Ask all these questions on one journey, for whoever asks them one by one in this block.

    Each is answered as often as it was given, with what the database held at the beginning. So
    only that may be asked ahead which nothing in the block changes before its turn. SQLite, to
    which there is no journey, is asked when its turn comes. `new_rows`: so many keys are reserved
    on the same journey, after all locks are taken; rows that get one can ride along (see
    `riding_along`), and keys that are left over are nobody's.
    """
    here = get_connection()
    if not _travels(here):
        yield
        return
    given: dict[Hashable, Question[Any]] = {}
    times: dict[Hashable, int] = {}
    for question in questions:
        name = _name_of(question.query, question.values)
        given[name] = question
        times[name] = times.get(name, 0) + 1
    kinds = list(new_rows or {})
    reserving = [
        (_kept(("key", kind), here, partial(_next_key, kind)), [count])
        for kind, count in (new_rows or {}).items()
    ]
    found, keys = _asked_at_once(list(given.values()), here, reserving)
    token = _ahead.set(
        {
            name: _Ahead(worded, rows, times[name])
            for name, (worded, rows) in zip(given, found, strict=True)
        }
    )
    beside = _reserved.set(
        {kind: deque(key for (key,) in rows) for kind, rows in zip(kinds, keys, strict=True)}
    )
    try:
        yield
    finally:
        _ahead.reset(token)
        _reserved.reset(beside)


def _next_key(kind: type[Model]) -> str:
    """Return the statement that reserves keys for new rows of PostgreSQL."""
    meta = kind._meta
    table = get_connection().ops.quote_name(meta.db_table)
    sequence = f"pg_get_serial_sequence('{table}', '{meta.pk.column}')"
    return f"SELECT nextval({sequence}) FROM generate_series(1, %s)"


def _name_of(query: Prepared[Any], values: Sequence[Value]) -> Hashable:
    plain = (one if isinstance(one, _SINGLE) else tuple(one) for one in values)
    return query, tuple(plain)


def _known_ahead(
    query: Prepared[M], values: Sequence[Value], here: BaseDatabaseWrapper
) -> list[M] | None:
    """Return the answer to a question that was asked ahead; None if it was not."""
    there = _ahead.get()
    known = there.get(_name_of(query, values)) if there else None
    if known is None or not known.left:
        return None
    known.left -= 1
    return _made(known.worded, known.rows, here)


def _travels(here: BaseDatabaseWrapper) -> bool:
    """Return whether several statements may go as one: PostgreSQL takes them with the values
    written in, as Django does it unless it is told otherwise."""
    bound = here.settings_dict.get("OPTIONS", {}).get("server_side_binding")
    return here.vendor == "postgresql" and not bound


def _with_what_stays(
    sql: str, params: Sequence[Any], slots: dict[int, int], here: BaseDatabaseWrapper
) -> tuple[str, tuple[Any, ...], dict[int, int]]:
    """Return a query with those parameters written in that no value takes the place of.

    The server plans a statement that is left with it without knowing the values to come: what it
    must know, such as the state that an index is for, has to stand in the statement.
    """
    literals = [
        "%s" if place in slots else _literal(here)(value).replace("%", "%%")
        for place, value in enumerate(params)
    ]
    written = sql.replace("%%", "%%%%") % tuple(literals)
    left = [slots[place] for place in sorted(slots)]
    return written, (None,) * len(left), dict(enumerate(left))


def _literal(here: BaseDatabaseWrapper) -> Callable[[Any], str]:
    """Return what writes a value as SQL."""
    as_literal = Transformer(here.connection).as_literal

    def literal(value: Any) -> str:
        """Return a value as psycopg writes it, which takes long to find out how for each plain
        value."""
        if value is None:
            return "NULL"
        if type(value) is str and not ("'" in value or "\\" in value or "\0" in value):
            return f"'{value}'"
        if type(value) is int and value >= 0:
            return str(value)
        if type(value) is bool:
            return "true" if value else "false"
        if type(value) is datetime and value.tzinfo is not None:
            return f"'{value.isoformat()}'::timestamptz"
        return bytes(as_literal(value)).decode()

    return literal


@dataclass
class _Left:
    """The statements that one connection has left with its server, by their SQL.

    `once`: those that were sent before; many of a strange shape never come again.
    """

    names: dict[str, str] = field(default_factory=dict)
    once: set[str] = field(default_factory=set)
    numbers: "count[int]" = field(default_factory=count)

    def named(
        self, statements: Sequence[tuple[str, Sequence[Any]]], here: BaseDatabaseWrapper
    ) -> None:
        """Leave those of the statements with the server, all at once, that come again."""
        again: dict[str, tuple[str, int]] = {}
        for sql, params in statements:
            if sql in self.names or sql in again:
                continue
            if sql not in self.once:
                self.once.add(sql)
            elif len(self.names) + len(again) < _MOST_LEFT:
                again[sql] = (f"parsec_{next(self.numbers)}", len(params))
        if again:
            with here.cursor() as cursor:
                cursor.execute(
                    ";\n".join(
                        f"PREPARE {name} AS {sql % tuple(f'${n + 1}' for n in range(places))}"
                        for sql, (name, places) in again.items()
                    )
                )
            self.names.update({sql: name for sql, (name, _) in again.items()})


_left: "WeakKeyDictionary[Any, _Left]" = WeakKeyDictionary()


def _spelt_out(statements: Sequence[tuple[str, Sequence[Any]]], here: BaseDatabaseWrapper) -> str:
    """Several statements as one, with the values written in.

    As psycopg does it; but that takes a long statement apart anew each time.
    """
    here.ensure_connection()
    literal = _literal(here)
    names: dict[str, str] = {}
    if not here.settings_dict.get("DISABLE_SERVER_SIDE_CURSORS"):
        left = _left.setdefault(here.connection, _Left())
        left.named(statements, here)
        names = left.names
    spelt = []
    for sql, params in statements:
        values = tuple(map(literal, params))
        name = names.get(sql)
        if name is None:
            spelt.append(sql % values)
        else:
            spelt.append(f"EXECUTE {name}({', '.join(values)})" if values else f"EXECUTE {name}")
    return ";\n".join(spelt)


def _answers(
    statements: Sequence[tuple[str, Sequence[Any]]], here: BaseDatabaseWrapper
) -> list[list[Any]]:
    """Return the rows that each of the statements gives, all sent on one journey."""
    riders = _taken_along()
    found = []
    with here.cursor() as cursor:
        cursor.execute(_spelt_out([*riders, *statements], here))
        with here.wrap_database_errors:
            plain = cursor.cursor
            for _ in riders:
                plain.nextset()
            for _ in statements:
                found.append(plain.fetchall() if plain.pgresult.nfields else [])
                plain.nextset()
    return found


class _Parcel(NamedTuple):
    """A statement to be sent with others. `then`: what to do with the rows it returns."""

    sql: str
    params: list[Any]
    then: Callable[[Sequence[Any]], None] | None


_trip: ContextVar[list[_Parcel] | None] = ContextVar("trip", default=None)


@contextmanager
def in_one_trip() -> Iterator[None]:
    """Send what `insert`, `update` and their like write in this block at its end, all at once.

    Until then new rows have no key. What asks the database itself, asks at once. Other blocks
    inside this one join it.
    """
    here = get_connection()
    if not _travels(here) or _trip.get() is not None:
        yield
        return
    parcels: list[_Parcel] = []
    token = _trip.set(parcels)
    try:
        yield
    finally:
        _trip.reset(token)
    riders = _riders.get()
    if riders is not None and all(parcel.then is None for parcel in parcels):
        riders += parcels
    elif parcels:
        _send(parcels, here)


_riders: ContextVar[list[_Parcel] | None] = ContextVar("riders", default=None)


@contextmanager
def riding_along() -> Iterator[None]:
    """Let what nobody waits for, such as an `update`, go with the next journey of this block.

    Whatever asks the database next, Django too, finds it written. To be used in a transaction that
    ends after the block: what the block leaves is sent at its end, or dropped with the rest if it
    fails.
    """
    here = get_connection()
    if not _travels(here) or _riders.get() is not None:
        yield
        return
    assert here.in_atomic_block
    token = _riders.set([])
    try:
        with here.execute_wrapper(_after_riders):
            yield
            if left := _taken_along():
                with here.cursor() as cursor:
                    cursor.execute(_spelt_out(left, here))
    finally:
        _riders.reset(token)


def _waiting() -> list[_Parcel] | None:
    """Return the statements that are sent with the next one, or at the end of this trip; None: each
    goes at once."""
    parcels = _trip.get()
    return _riders.get() if parcels is None else parcels


def _taken_along() -> list[tuple[str, list[Any]]]:
    """Return the statements that have waited for this journey."""
    riders = _riders.get()
    if not riders:
        return []
    taken = [(parcel.sql, parcel.params) for parcel in riders]
    riders.clear()
    return taken


def _after_riders(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    """Send what waits before a statement that Django sends."""
    if left := _taken_along():
        here = context["connection"]
        with here.cursor() as cursor:
            cursor.execute(_spelt_out(left, here))
    return execute(sql, params, many, context)


def _send(parcels: Sequence[_Parcel], here: BaseDatabaseWrapper) -> None:
    found = _answers([(parcel.sql, parcel.params) for parcel in parcels], here)
    for parcel, keys in zip(parcels, found, strict=True):
        if parcel.then is not None:
            parcel.then(keys)


def _maker(queryset: QuerySet[Any], compiler: Any) -> Callable[[list[Any]], Any]:
    """Return what makes a row of the query: the values asked for, or instances as Django makes
    them."""
    if queryset._iterable_class is FlatValuesListIterable:
        return lambda row: row[0]
    if queryset._iterable_class is ValuesListIterable:
        return tuple
    info, alias = compiler.klass_info, compiler.connection.alias
    first, last = info["select_fields"][0], info["select_fields"][-1] + 1
    names = [column[0].target.attname for column in compiler.select[first:last]]
    related: Any = get_related_populators  # the stubs are of a later Django
    populators = related(info, compiler.select, alias)
    from_db = info["model"].from_db

    def made(row: list[Any]) -> Any:
        instance = from_db(alias, names, row[first:last])
        for populator in populators:
            populator.populate(row, instance)
        return instance

    return made


def _stand_in(value: Any, number: int) -> Any:
    """Return a value of the same kind that stands nowhere else in a query."""
    if isinstance(value, datetime):
        return datetime(9999, 1, 1, microsecond=number, tzinfo=UTC)
    return f"\ufdd0{number}" if isinstance(value, str) else 2_000_000_000 + number


def _adapted(value: Any, here: BaseDatabaseWrapper) -> Any:
    return here.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


_statements: dict[Hashable, str] = {}


def _kept(key: Hashable, here: BaseDatabaseWrapper, word: Callable[[], str]) -> str:
    key = (here.vendor, key)
    if key not in _statements:
        _statements[key] = word()
    return _statements[key]


def _fields(meta: Any, names: Iterable[str]) -> "list[Field[Any, Any]]":
    return [meta.get_field(name) for name in names]


class _Column(NamedTuple):
    """A field of a model, with what Django would be asked again for each value.

    `name`: of the attribute; `plain`: the attribute is what is to be stored, and nothing is
    computed when the row is saved; `json`: the value is written as JSON.
    """

    field: "Field[Any, Any]"
    name: str
    plain: bool
    json: bool


@cache
def _columns(
    kind: type[Model], names: tuple[str, ...] | None = None, key: bool = False
) -> tuple[_Column, ...]:
    """Return the columns of these names; without names, all that a new row brings along, with its
    `key` if it has one already."""
    meta = kind._meta
    if names is None:
        fields = [f for f in meta.local_concrete_fields if key or not isinstance(f, AutoField)]
    else:
        fields = _fields(meta, names)
    return tuple(
        _Column(f, f.attname, type(f).pre_save is Field.pre_save, isinstance(f, JSONField))
        for f in fields
    )


def update(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Write these fields of rows that are there."""
    if not rows:
        return
    here = get_connection()
    meta, quoted = rows[0]._meta, here.ops.quote_name
    columns = _columns(type(rows[0]), tuple(names))

    def word() -> str:
        settings = ", ".join(f"{quoted(column.field.column)} = %s" for column in columns)
        table, key = quoted(meta.db_table), quoted(meta.pk.column)
        return f"UPDATE {table} SET {settings} WHERE {key} = %s"

    statement = _kept(("update", type(rows[0]), tuple(names)), here, word)
    values = [[*_values(row, columns, here), row.pk] for row in rows]
    parcels = _waiting()
    if parcels is not None:
        parcels += [_Parcel(statement, each, None) for each in values]
        return
    if len(values) == 1:
        _fetched(statement, values[0], here)
        return
    with here.cursor() as cursor:
        cursor.executemany(statement, values)


def change(kind: type[Model], where: Mapping[str, Any], to: Mapping[str, Any]) -> int:
    """Write plain values into the rows whose fields equal `where`; return how many there were."""
    here = get_connection()
    meta, quoted = kind._meta, here.ops.quote_name
    fields = _fields(meta, (*to, *where))

    def word() -> str:
        equal = [f"{quoted(field.column)} = %s" for field in fields]
        settings, wanted = ", ".join(equal[: len(to)]), " AND ".join(equal[len(to) :])
        return f"UPDATE {quoted(meta.db_table)} SET {settings} WHERE {wanted}"

    statement = _kept(("change", kind, tuple(to), tuple(where)), here, word)
    given = zip(fields, (*to.values(), *where.values()), strict=True)
    values = [_value(field, value, here) for field, value in given]
    with here.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def delete(kind: type[Model], where: Mapping[str, Any], names: str, among: Sequence[Any]) -> None:
    """Delete the rows whose fields have the values of `where`, and `names` one of those `among`.

    Nothing that refers to them is looked after.
    """
    if not among:
        return
    here = get_connection()
    meta, quoted = kind._meta, here.ops.quote_name
    fields = _fields(meta, where)
    one_of = _fields(meta, [names])[0]

    def word() -> str:
        wanted = [f"{quoted(field.column)} = %s" for field in fields]
        marks = ", ".join(["%s"] * len(among))
        wanted.append(f"{quoted(one_of.column)} IN ({marks})")
        return f"DELETE FROM {quoted(meta.db_table)} WHERE {' AND '.join(wanted)}"

    statement = _kept(("delete", kind, tuple(where), names, len(among)), here, word)
    values = [
        _value(field, value, here) for field, value in zip(fields, where.values(), strict=True)
    ]
    values += [_value(one_of, value, here) for value in among]
    parcels = _waiting()
    if parcels is not None:
        parcels.append(_Parcel(statement, values, None))
        return
    _fetched(statement, values, here)


def insert(rows: Sequence[Model]) -> None:
    """Write new rows; each gets its key. No signal is sent, as for `bulk_create`."""
    _insert(rows)


def insert_later(rows: Sequence[Model], *, unless_there: bool = False) -> None:
    """Write new rows that get no key, and may ride along with the next journey.

    `unless_there`: rows of which a unique field is taken are left out.
    """
    _insert(rows, " ON CONFLICT DO NOTHING" if unless_there else "", keys=False)


def insert_or_update(rows: Sequence[Model], unique: str, names: Sequence[str]) -> None:
    """Write rows of which there is one for each `unique`; where one is there, overwrite `names`.

    New rows get no key, and may ride along with the next journey.
    """
    if not rows:
        return
    meta, quoted = rows[0]._meta, get_connection().ops.quote_name
    columns = [quoted(field.column) for field in _fields(meta, names)]
    settings = ", ".join(f"{column} = EXCLUDED.{column}" for column in columns)
    known = quoted(_fields(meta, [unique])[0].column)
    _insert(rows, f" ON CONFLICT ({known}) DO UPDATE SET {settings}", keys=False)


def insert_unless_there(row: Model) -> bool:
    """Write a new row; return False, with nothing written, if a unique field of it is taken."""
    assert _trip.get() is None
    return _insert([row], " ON CONFLICT DO NOTHING") == 1


def _insert(rows: Sequence[Model], conflict: str = "", *, keys: bool = True) -> int:
    if not rows:
        return 0
    here = get_connection()
    meta, quoted = rows[0]._meta, here.ops.quote_name
    reserved = keys and not conflict and _given_reserved_keys(rows, here)
    keys = keys and not reserved
    columns = _columns(type(rows[0]), key=reserved)
    most = _MOST_VALUES // len(columns)
    written = 0
    parcels = _trip.get() if keys else _waiting()
    returning = f" RETURNING {quoted(meta.pk.column)}" if keys else ""
    for start in range(0, len(rows), most):
        some = rows[start : start + most]

        def word(count: int = len(some)) -> str:
            named = ", ".join(quoted(column.field.column) for column in columns)
            one = f"({', '.join(['%s'] * len(columns))})"
            return (
                f"INSERT INTO {quoted(meta.db_table)} ({named}) VALUES "
                f"{', '.join([one] * count)}{conflict}{returning}"
            )

        statement = _kept(
            ("insert", type(rows[0]), len(some), conflict, keys, reserved), here, word
        )
        values = [value for row in some for value in _values(row, columns, here, add=True)]

        def then(found: Sequence[Any], some: Sequence[Model] = some) -> None:
            for row, (key,) in zip(some, found, strict=not conflict):
                _keyed(row, key, here)

        if parcels is not None:
            parcels.append(_Parcel(statement, values, then if keys else None))
            written += len(some)
            continue
        if _travels(here):
            found = _answers([(statement, values)], here)[0]
        else:
            found = _fetched(statement, values, here)
        written += len(found)
        if keys:
            then(found)
    return written


def _given_reserved_keys(rows: Sequence[Model], here: BaseDatabaseWrapper) -> bool:
    """Give new rows keys that are reserved for this block; False if there are too few."""
    reserved = (_reserved.get() or {}).get(type(rows[0]))
    if reserved is None or len(reserved) < len(rows) or _riders.get() is None:
        return False
    for row in rows:
        _keyed(row, reserved.popleft(), here)
    return True


def _keyed(row: Model, key: int, here: BaseDatabaseWrapper) -> None:
    row.pk = key
    row._state.adding, row._state.db = False, here.alias


def _values(
    row: Model, columns: Sequence[_Column], here: BaseDatabaseWrapper, *, add: bool = False
) -> list[Any]:
    values = []
    for of, name, plain, json in columns:
        value = getattr(row, name) if plain else of.pre_save(row, add)
        if json or type(value) not in _AS_IT_IS:
            value = _stored(of, value, here)
        values.append(value)
    return values


def _value(field: Any, value: Any, here: BaseDatabaseWrapper) -> Any:
    """Return a value as the database wants it; most go as they are, and asking Django takes
    long."""
    if type(value) in _AS_IT_IS and not isinstance(field, JSONField):
        return value
    return _stored(field, value, here)


def _stored(field: Any, value: Any, here: BaseDatabaseWrapper) -> Any:
    if type(value) is datetime and here.vendor == "sqlite":
        return here.ops.adapt_datetimefield_value(value)
    return field.get_db_prep_save(value, here)
