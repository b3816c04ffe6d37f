"""Whether two queries are equivalent: by normal form, else by their results on subsets of the data."""

from __future__ import annotations

import math
import random
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal

import psycopg
from psycopg.rows import TupleRow
from sqlglot.dialects.postgres import Postgres
from sqlglot.errors import SqlglotError

from factcheck.adapters.client_session import Connection
from factcheck.quality.cases.runner import LoadedCase
from factcheck.quality.cases.scratch import Scratch, copied_schema, grant_reading
from factcheck.sql_reading.from_sql import is_share
from factcheck.sql_reading.normal_form import ColumnPair, join_pairs, normal_form
from factcheck.sqltext import identifier, qualified

Value = Decimal | float | int | str | bool | None

SUBSETS = 20
_LEAST_SHARE, _GREATEST_SHARE = 0.3, 0.7
_TOLERANCE = 1e-9
_TIMEOUT = "20s"
_HASH_RANGE = 1 << 30


class QueryFailedError(Exception):
    """A query under comparison could not be run, or returned no single value."""


@dataclass(frozen=True, slots=True, order=True)
class Reference:
    """A reference from a column to the key of another table."""

    table: str
    column: str
    key_table: str
    key_column: str


class QueryEquivalence:
    """Compares queries over the tables of one schema.

    Two queries are equivalent when their normal forms are equal, or when they agree on the full data and
    on 20 subsets of its rows.  A subset keeps 30 to 70 % of the rows of a table, and a row goes with
    each row it refers to; references are columns of equal name, or columns that ``queries`` join on,
    that hold nothing but values of a unique column.  A share and the same share times 100 are equivalent.

    Subsets are tables in schemas of their own, made when first needed; use as a context manager, which
    drops them.  The connection has to be in autocommit mode and may create schemas.  Queries run in the other
    session, ``reader``, each alone: what one may do is what that session's role may do.
    """

    def __init__(
        self, connection: Connection, reader: Connection, schema: str, queries: Iterable[str] = (), seed: int = 0
    ) -> None:
        self._connection = connection
        self._reader = reader
        self._schema = schema
        self._seed = seed
        self._token = secrets.token_hex(8)
        self._columns = _columns_of(connection, schema)
        joined = [pair for query in queries for pair in join_pairs(query, self._columns)]
        self._references = _references(connection, schema, self._columns, joined)
        self._built: set[int] = set()
        self._values: dict[tuple[str, int], Value] = {}
        self._forms: dict[str, str | None] = {}
        self._answers: dict[tuple[str, str, float], bool] = {}

    def __enter__(self) -> QueryEquivalence:
        return self

    def __exit__(self, *_: object) -> None:
        for number in sorted(self._built):
            self._connection.execute(f"DROP SCHEMA {identifier(self._subset_schema(number))} CASCADE".encode())
        self._built.clear()

    def are_equivalent(self, candidate: str, truth: str, unit: float = 1.0) -> bool:
        """Tell whether two queries are equivalent; a candidate that fails is equivalent to none.

        The candidate's results may also be those of ``truth`` times ``unit``: dollars for millions of dollars, or a
        rate in fractions for one in per cent.
        """
        key = candidate, truth, unit
        if key not in self._answers:
            self._answers[key] = self._decide(candidate, truth, unit)
        return self._answers[key]

    def _decide(self, candidate: str, truth: str, unit: float) -> bool:
        form = self._form(candidate)
        if form is not None and form == self._form(truth):
            return True
        try:
            truths = self.value(truth)
            scale = _scale(self.value(candidate), truths, unit, is_share(candidate) or is_share(truth))
            return scale is not None and all(
                _agree(self.value(candidate, number), self.value(truth, number), scale)
                for number in range(1, SUBSETS + 1)
            )
        except QueryFailedError:
            return False

    def _form(self, query: str) -> str | None:
        if query not in self._forms:
            self._forms[query] = normal_form(query, self._columns)
        return self._forms[query]

    def value(self, query: str, subset: int = 0) -> Value:
        """Run a query on a subset, 0 being the full data.

        No row, and a share of nothing (a division by zero), are NULL.  Raises ``QueryFailedError``.
        """
        key = query, subset
        if key not in self._values:
            if subset and subset not in self._built:
                self._build(subset)
            self._values[key] = self._run(query, self._subset_schema(subset))
        return self._values[key]

    def _run(self, query: str, schema: str) -> Value:
        try:
            rows = self._rows(unqualified(query, self._schema), schema)
        except psycopg.errors.DivisionByZero:
            return None
        except psycopg.Error as error:
            if self._reader.closed:
                raise
            raise QueryFailedError(str(error)) from None
        if not rows:
            return None
        if len(rows) > 1 or len(rows[0]) != 1:
            raise QueryFailedError("the query returns more than one value")
        value: Value = rows[0][0]
        return value

    def _rows(self, query: str, schema: str) -> list[TupleRow]:
        """Return the first two rows of a query.

        After DECLARE the grammar allows only a query, and in the extended protocol, which ``binary`` asks
        for, the server refuses a second statement.
        """
        with self._reader.transaction(force_rollback=True):
            settings = f"SET LOCAL search_path = {identifier(schema)}, pg_catalog; "
            settings += f"SET LOCAL statement_timeout = '{_TIMEOUT}'; SET TRANSACTION READ ONLY"
            self._reader.execute(settings.encode())
            self._reader.execute(f"DECLARE answer NO SCROLL CURSOR FOR {query}".encode(), binary=True)
            return self._reader.execute(b"FETCH 2 FROM answer").fetchall()

    def _subset_schema(self, subset: int) -> str:
        return f"factcheck_subset_{self._token}_{subset}" if subset else self._schema

    def _build(self, subset: int) -> None:
        """Draw a subset of rows by hashes of their ``ctid``; a table comes after those that it refers to."""
        target = self._subset_schema(subset)
        order = _parents_first(list(self._columns), self._references)
        depth = max((len(_ancestors(table, self._references)) + 1 for table in order), default=1)
        draw = random.Random(f"{self._seed} {subset}")  # noqa: S311
        share = draw.uniform(_LEAST_SHARE, _GREATEST_SHARE) ** (1 / depth)
        with self._connection.transaction():
            self._connection.execute(f"CREATE SCHEMA {identifier(target)}".encode())
            for table in order:
                kept = f"(hashtextextended(t.ctid::text, {draw.getrandbits(40)}) & {_HASH_RANGE - 1})"
                conditions = [f"{kept} < {int(share * _HASH_RANGE)}"]
                for reference in self._references:
                    if reference.table == table and reference.key_table != table:
                        column = f"t.{identifier(reference.column)}"
                        keys = f"SELECT {identifier(reference.key_column)}"
                        keys += f" FROM {qualified(target, reference.key_table)}"
                        conditions.append(f"({column} IS NULL OR {column} IN ({keys}))")
                self._connection.execute(
                    f"CREATE UNLOGGED TABLE {qualified(target, table)} AS"
                    f" SELECT t.* FROM {qualified(self._schema, table)} t"
                    f" WHERE {' AND '.join(conditions)}".encode()
                )
            grant_reading(self._connection, target, self._reader.info.user)
        self._built.add(subset)


@contextmanager
def case_equivalence(scratch: Scratch, loaded: LoadedCase) -> Iterator[QueryEquivalence]:
    """Compare queries over a case's tables, in a copy of them, until the end."""
    with (
        copied_schema(scratch, loaded.connection, loaded.schema) as (owner, reader),
        QueryEquivalence(owner, reader, loaded.schema, loaded.case.queries) as equivalence,
    ):
        yield equivalence


def unqualified(query: str, schema: str) -> str:
    """Drop a schema's name from the names qualified with it; the rest of the text stays as it is."""
    try:
        tokens = Postgres().tokenize(query)
    except SqlglotError:
        return query
    kept, position = [], 0
    for before, token, after in zip([None, *tokens], tokens, tokens[1:], strict=False):
        name = token.text if query[token.start] == '"' else token.text.lower()
        if name == schema and after.text == "." and (before is None or before.text != "."):
            kept.append(query[position : token.start])
            position = after.end + 1
    return "".join([*kept, query[position:]])


def _scale(candidate: Value, truth: Value, unit: float, is_any_share: bool) -> float | None:
    """Return the factor between the two values if it makes them the same, else None."""
    factors: tuple[float, ...] = (1.0, 1 / unit, 100.0, 0.01) if is_any_share else (1.0, 1 / unit)
    if candidate == 0 or candidate is None:
        factors = (1.0,)
    return next((factor for factor in factors if _agree(candidate, truth, factor)), None)


def _agree(candidate: Value, truth: Value, scale: float) -> bool:
    if candidate is None or truth is None:
        return candidate is truth
    try:
        return math.isclose(float(candidate) * scale, float(truth), rel_tol=_TOLERANCE, abs_tol=1e-12)
    except (TypeError, ValueError):
        return candidate == truth


def _columns_of(connection: Connection, schema: str) -> dict[str, frozenset[str]]:
    rows = connection.execute(
        "SELECT c.relname, array_agg(a.attname::text) FROM pg_class c"
        " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
        " WHERE c.relnamespace = %s::regnamespace AND c.relkind IN ('r', 'p') GROUP BY c.relname"
        " ORDER BY c.relname",
        [identifier(schema)],
    ).fetchall()
    return {table: frozenset(names) for table, names in rows}


def _references(
    connection: Connection, schema: str, columns: dict[str, frozenset[str]], joined: Sequence[ColumnPair]
) -> list[Reference]:
    """Find the pairs of columns where one refers to the other, by join or by name, and by their values.

    Equal names of columns called ``id`` mean nothing: each numbers the rows of its table.
    """
    named = {
        Reference(table, column, key_table, column)
        for table, names in columns.items()
        for key_table, key_names in columns.items()
        if table != key_table
        for column in names & key_names
        if column.lower() != "id"
    }
    asked = {Reference(p.left_table, p.left_column, p.right_table, p.right_column) for p in joined}
    asked |= {Reference(p.right_table, p.right_column, p.left_table, p.left_column) for p in joined}
    references: list[Reference] = []
    for reference in [*sorted(asked), *sorted(named - asked)]:
        is_known = reference.column in columns.get(reference.table, ())
        is_known = is_known and reference.key_column in columns.get(reference.key_table, ())
        is_loop = reference.table in {reference.key_table, *_ancestors(reference.key_table, references)}
        if is_known and not is_loop and _refers(connection, schema, reference):
            references.append(reference)
    return references


def _refers(connection: Connection, schema: str, pair: Reference) -> bool:
    key, column = identifier(pair.key_column), identifier(pair.column)
    keys, rows = qualified(schema, pair.key_table), qualified(schema, pair.table)
    query = (
        f"SELECT NOT EXISTS (SELECT FROM {keys} GROUP BY {key} HAVING count(*) > 1 OR {key} IS NULL)"
        f" AND EXISTS (SELECT FROM {rows} WHERE {column} IS NOT NULL)"
        f" AND NOT EXISTS (SELECT {column} FROM {rows} WHERE {column} IS NOT NULL"
        f" EXCEPT SELECT {key} FROM {keys})"
    )
    try:
        row = connection.execute(query.encode()).fetchone()
    except (psycopg.errors.DatatypeMismatch, psycopg.errors.UndefinedFunction):
        return False
    return bool(row and row[0])


def _ancestors(table: str, references: Sequence[Reference]) -> set[str]:
    ancestors: set[str] = set()
    waiting = [table]
    while waiting:
        current = waiting.pop()
        for reference in references:
            if reference.table == current and reference.key_table not in ancestors:
                ancestors.add(reference.key_table)
                waiting.append(reference.key_table)
    return ancestors


def _parents_first(tables: Sequence[str], references: Sequence[Reference]) -> list[str]:
    return sorted(tables, key=lambda table: (len(_ancestors(table, references)), table))
