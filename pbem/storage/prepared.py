"""Rows in and out, with SQL that is made once and kept.

Django takes ten times as long to make a query as SQLite takes to answer it, and a mail that is read
and ruled on needs fifteen of them. Where that counts, queries that are repeated all the time are
made here; everywhere else a queryset is the better way.

PostgreSQL, too, takes as long to read and plan such a statement as to carry it out. So each
connection leaves the statements it repeats with the server, under a name (PREPARE), and sends the
name and the values from then on. Behind a pool that hands one connection to many clients that
cannot be; DISABLE_SERVER_SIDE_CURSORS, which Django wants there, ends it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
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
        here = get_connection()
        asked = self._asked(values, here)
        if asked is None:
            return []
        worded, params = asked
        if _travels(here):
            return _made(worded, _answers([(worded.sql, params)], here)[0], here)
        return _made(worded, _fetched(worded.sql, params, here), here)

    def of(self, *values: Value) -> "Question[M]":
        """The query with its values, for `together`."""
        return Question(self, values)

    def _asked(
        self, values: Sequence[Value], here: BaseDatabaseWrapper
    ) -> tuple[_Worded, list[Any]] | None:
        """The statement and its parameters; None: the answer is nothing without asking."""
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
    """A moment that SQLite keeps without its time zone, which is UTC; Django takes longer to say
    so."""
    return None if value is None else value.replace(tzinfo=UTC)


def _fetched(sql: str, params: Sequence[Any], here: BaseDatabaseWrapper) -> list[Any]:
    """The rows that a statement gives.

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
    """A kept statement in the style of SQLite."""
    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")


class Question(NamedTuple, Generic[M]):
    """A query and its values; see `Prepared.of`."""

    query: Prepared[M]
    values: tuple[Value, ...]


def together(*questions: Question[Any]) -> list[list[Any]]:
    """The answers to several questions, asked on one journey, in the order of the questions.

    Each sees what was committed before it was its turn: a lock that the first one takes holds for
    the others.
    """
    here = get_connection()
    if not _travels(here):
        return [question.query(*question.values) for question in questions]
    asked = [question.query._asked(question.values, here) for question in questions]
    journey = [one for one in asked if one is not None]
    if not journey:
        return [[] for _ in questions]
    found = _answers([(worded.sql, params) for worded, params in journey], here)
    answers = iter(
        [_made(worded, rows, here) for (worded, _), rows in zip(journey, found, strict=True)]
    )
    return [[] if one is None else next(answers) for one in asked]


def _travels(here: BaseDatabaseWrapper) -> bool:
    """Whether several statements may go as one: PostgreSQL takes them with the values written in,
    as Django does it unless it is told otherwise."""
    bound = here.settings_dict.get("OPTIONS", {}).get("server_side_binding")
    return here.vendor == "postgresql" and not bound


def _with_what_stays(
    sql: str, params: Sequence[Any], slots: dict[int, int], here: BaseDatabaseWrapper
) -> tuple[str, tuple[Any, ...], dict[int, int]]:
    """A query with those parameters written in that no value takes the place of.

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
    """What writes a value as SQL."""
    as_literal = Transformer(here.connection).as_literal

    def literal(value: Any) -> str:
        """As psycopg writes it, which takes long to find out how for each number and moment."""
        if value is None:
            return "NULL"
        if type(value) is int and value >= 0:
            return str(value)
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
    """The rows that each of the statements gives, all sent on one journey."""
    found = []
    with here.cursor() as cursor:
        cursor.execute(_spelt_out(statements, here))
        with here.wrap_database_errors:
            plain = cursor.cursor
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
    if parcels:
        _send(parcels, here)


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


def update(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Write these fields of rows that are there."""
    if not rows:
        return
    here = get_connection()
    meta, quoted = rows[0]._meta, here.ops.quote_name
    fields = _fields(meta, names)

    def word() -> str:
        settings = ", ".join(f"{quoted(field.column)} = %s" for field in fields)
        table, key = quoted(meta.db_table), quoted(meta.pk.column)
        return f"UPDATE {table} SET {settings} WHERE {key} = %s"

    statement = _kept(("update", type(rows[0]), tuple(names)), here, word)
    values = [[*_values(row, fields, here), row.pk] for row in rows]
    parcels = _trip.get()
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
    parcels = _trip.get()
    if parcels is not None:
        parcels.append(_Parcel(statement, values, None))
        return
    _fetched(statement, values, here)


def insert(rows: Sequence[Model]) -> None:
    """Write new rows; each gets its key. No signal is sent, as for `bulk_create`."""
    _insert(rows, "")


def insert_or_update(rows: Sequence[Model], unique: str, names: Sequence[str]) -> None:
    """Write rows of which there is one for each `unique`; where one is there, overwrite `names`."""
    if not rows:
        return
    meta, quoted = rows[0]._meta, get_connection().ops.quote_name
    columns = [quoted(field.column) for field in _fields(meta, names)]
    settings = ", ".join(f"{column} = EXCLUDED.{column}" for column in columns)
    known = quoted(_fields(meta, [unique])[0].column)
    _insert(rows, f" ON CONFLICT ({known}) DO UPDATE SET {settings}")


def insert_unless_there(row: Model) -> bool:
    """Write a new row; return False, with nothing written, if a unique field of it is taken."""
    assert _trip.get() is None
    return _insert([row], " ON CONFLICT DO NOTHING") == 1


def _insert(rows: Sequence[Model], conflict: str) -> int:
    if not rows:
        return 0
    here = get_connection()
    meta, quoted = rows[0]._meta, here.ops.quote_name
    fields = [f for f in meta.local_concrete_fields if not isinstance(f, AutoField)]
    most = _MOST_VALUES // len(fields)
    written = 0
    parcels = _trip.get()
    for start in range(0, len(rows), most):
        some = rows[start : start + most]

        def word(count: int = len(some)) -> str:
            columns = ", ".join(quoted(field.column) for field in fields)
            one = f"({', '.join(['%s'] * len(fields))})"
            return (
                f"INSERT INTO {quoted(meta.db_table)} ({columns}) VALUES "
                f"{', '.join([one] * count)}{conflict} RETURNING {quoted(meta.pk.column)}"
            )

        statement = _kept(("insert", type(rows[0]), len(some), conflict), here, word)
        values = [value for row in some for value in _values(row, fields, here, add=True)]

        def then(keys: Sequence[Any], some: Sequence[Model] = some) -> None:
            for row, (key,) in zip(some, keys, strict=not conflict):
                row.pk = key
                row._state.adding, row._state.db = False, here.alias

        if parcels is not None:
            parcels.append(_Parcel(statement, values, then))
            written += len(some)
            continue
        if _travels(here):
            keys = _answers([(statement, values)], here)[0]
        else:
            keys = _fetched(statement, values, here)
        written += len(keys)
        then(keys)
    return written


def _values(
    row: Model, fields: Sequence[Any], here: BaseDatabaseWrapper, *, add: bool = False
) -> list[Any]:
    values = []
    for one in fields:
        plain = type(one).pre_save is Field.pre_save
        value = getattr(row, one.attname) if plain else one.pre_save(row, add)
        values.append(_value(one, value, here))
    return values


def _value(field: Any, value: Any, here: BaseDatabaseWrapper) -> Any:
    """Return a value as the database wants it; most go as they are, and asking Django takes
    long."""
    if type(value) in _AS_IT_IS and not isinstance(field, JSONField):
        return value
    if type(value) is datetime and here.vendor == "sqlite":
        return here.ops.adapt_datetimefield_value(value)
    return field.get_db_prep_save(value, here)
