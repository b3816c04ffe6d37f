"""The tables a check may use: columns, types and what the current role may read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter

from factcheck.catalogue.owner_code import warn_of_code, way_to_trust, whose_code
from factcheck.catalogue.placement import Placement, placements
from factcheck.catalogue.staleness import CHANGED_ROWS
from factcheck.errors.catalogue.entry import FOREIGN_CODE
from factcheck.errors.catalogue.tables import table_not_added, table_not_readable
from factcheck.port import Database, Row
from factcheck.sqltext import integer_array, literal, text_array

FEW_ROWS = 200_000
"""Rows of a table up to which nothing is gained by a look at some of them first."""

_UNKNOWN_ROWS = 100_000

_NUMERIC_TYPES = frozenset({"smallint", "integer", "bigint", "numeric", "real", "double precision"})
_INTEGER_TYPES = frozenset({"smallint", "integer", "bigint"})
_LIST_TYPES = frozenset({"text[]", "character varying[]", "name[]"})
_FLOAT_TYPES = frozenset({"real", "double precision"})


@dataclass(frozen=True, slots=True)
class Column:
    """A readable column of an added table; ``sql_name`` and ``type_name`` are spelled as SQL wants them.

    ``equality`` is the operator by which its type's values are equal, spelled so that no search path leads to another;
    None where the role may not use it.  ``has_spellings`` tells that equal values may be written in several ways;
    ``is_domain``, that the column has a domain whose base ``type_name`` is.  ``number_forms`` are the ways, as the
    catalogue keeps them, in which text writes numbers.  ``has_missing`` tells that values were missing when it was
    indexed; ``unit`` is that of its values, as the catalogue keeps it.  ``first_id`` is the number that it had
    before its values were indexed anew, None where it has had no other.
    """

    column_id: int
    table_id: int
    name: str
    sql_name: str
    type_name: str
    category: str
    comment: str | None
    equality: str | None = "="
    has_spellings: bool = False
    is_domain: bool = False
    number_forms: tuple[str, ...] = ()
    has_missing: bool = False
    unit: str | None = None
    first_id: int | None = None

    def __hash__(self) -> int:
        """Hash the number, which no two columns share: columns are looked up very often."""
        return self.column_id

    def __eq__(self, other: object) -> bool:
        """Compare the numbers first, by which most columns differ."""
        if self is other:
            return True
        if not isinstance(other, Column) or other.__class__ is not self.__class__ or self.column_id != other.column_id:
            return False
        return bool(_all_of_column(self) == _all_of_column(other))

    @property
    def lasting_id(self) -> int:
        """The number that the column keeps when its values are indexed anew, for what is stored about it."""
        return self.column_id if self.first_id is None else self.first_id

    @property
    def table_ids(self) -> frozenset[int]:
        """The tables that a query has to join for the column's values."""
        return frozenset({self.table_id})

    @property
    def is_numeric(self) -> bool:
        """Whether sums and averages of the column make sense to PostgreSQL."""
        return self.type_name in _NUMERIC_TYPES or self.type_name.startswith("numeric(")

    @property
    def is_integer(self) -> bool:
        """Whether the column holds whole numbers only."""
        return self.type_name in _INTEGER_TYPES

    @property
    def is_exact(self) -> bool:
        """Whether sums of the column do not depend on the order of the rows."""
        return self.is_numeric and self.type_name not in _FLOAT_TYPES

    @property
    def is_text(self) -> bool:
        """Whether the column holds words: text of any length, or an enum."""
        return self.category in {"S", "E"}

    @property
    def is_boolean(self) -> bool:
        """Whether the column holds true and false."""
        return self.category == "B"

    @property
    def is_enum(self) -> bool:
        """Whether the column holds labels of an enum."""
        return self.category == "E"

    @property
    def is_list(self) -> bool:
        """Whether the column holds several texts in each row, as a value of its type."""
        return self.type_name in _LIST_TYPES

    @property
    def is_date(self) -> bool:
        """Whether the column holds calendar days."""
        return self.type_name == "date"

    @property
    def is_timestamp(self) -> bool:
        """Whether the column holds days with times."""
        return self.type_name.startswith("timestamp")

    @property
    def is_time(self) -> bool:
        """Whether the column holds times of any day."""
        return self.type_name.startswith("time") and not self.is_timestamp

    @property
    def has_zone(self) -> bool:
        """Whether the column's times have a time zone."""
        return self.type_name.endswith("with time zone")


_all_of_column = attrgetter(*(field.name for field in fields(Column)))


@dataclass(frozen=True, slots=True)
class Table:
    """An added relation with the columns the current role may read; ``sql_name`` is schema-qualified.

    ``is_stored`` tells tables and materialized views from views and foreign tables; ``is_indexed``, whether literals
    may be kept in the shared index: not where each role sees rows of its own, nor where reading the table runs code of
    a role that is not trusted.  ``rows`` is how many it had when it was indexed; where that is not known, a guess.
    ``can_be_sampled`` tells that some pages of it can be read alone.  ``parts`` are the relations with its rows, as
    SQL spells them, where foreign servers have some of them and the current role may read each by itself.
    ``placement`` tells where Citus has the rows, of a table that it manages.  ``memory`` is what a check may take, as a
    share of what it usually may.  ``data_set`` names what it was added with, the data set or else the schema; it is
    empty where only what is kept of a table is asked.  ``is_namesake`` tells that another table of the check has the
    same name, in another schema.
    """

    table_id: int
    name: str
    sql_name: str
    comment: str | None
    columns: tuple[Column, ...]
    is_stored: bool = True
    is_indexed: bool = True
    rows: int = _UNKNOWN_ROWS
    can_be_sampled: bool = False
    parts: tuple[str, ...] = ()
    placement: Placement | None = None
    memory: float = 1.0
    data_set: str = ""
    is_namesake: bool = False

    @property
    def shown_name(self) -> str:
        """What a reader is told the table by: its name, with its schema where another one is called alike."""
        return self.sql_name if self.is_namesake else self.name

    @property
    def is_large(self) -> bool:
        """Whether it has so many rows that a look at some of them first is worth its time, for want of memory, too."""
        return self.rows > FEW_ROWS * min(self.memory, 1.0)

    def __hash__(self) -> int:
        """Hash the number, which no two tables share."""
        return self.table_id


_ADDED = f"""
SELECT dt.table_id, dt.relation::text AS relation, readable.is_altered, dt.indexed_at::text AS indexed_at,
       dt.indexed_rows, change.changed_rows,
       has_schema_privilege(c.relnamespace, 'USAGE') AND readable.is_readable
           AND NOT pg_is_other_temp_schema(c.relnamespace) AS is_readable,
       code.table_id IS NOT NULL AS is_untrusted, code.owners = ARRAY[c.relowner] AS is_owners_code,
       ARRAY(SELECT r.rolname::text FROM pg_catalog.pg_roles r WHERE r.oid = ANY (code.owners)
             ORDER BY r.rolname) AS code_owners,
       caller.is_superuser, c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity AS has_index,
       dt.data_set, c.relnamespace::regnamespace::text AS schema_name,
       CASE WHEN NOT dt.has_all_columns THEN readable.columns END AS columns
FROM factcheck.data_table dt
JOIN pg_catalog.pg_class c ON c.oid = dt.relation
LEFT JOIN factcheck._tables_running_owner_code() AS code ON code.table_id = dt.table_id
CROSS JOIN (
    SELECT bool_or(r.rolsuper) AS is_superuser FROM pg_catalog.pg_roles r
    WHERE r.rolname IN (current_user, session_user)
) AS caller
CROSS JOIN LATERAL (
    SELECT count(a.attnum) < count(*) AS is_altered, array_agg(dc.column_name::text ORDER BY dc.column_id) AS columns,
           coalesce(bool_or(has_column_privilege(c.oid, a.attnum, 'SELECT')),
                    has_any_column_privilege(c.oid, 'SELECT')) AS is_readable
    FROM factcheck.data_column dc
    LEFT JOIN pg_catalog.pg_attribute a
      ON a.attrelid = c.oid AND a.attname = dc.column_name AND NOT a.attisdropped
     AND a.attnum = coalesce(dc.column_number, a.attnum) AND a.atttypid = coalesce(dc.column_type, a.atttypid)
    WHERE dc.table_id = dt.table_id) AS readable
CROSS JOIN LATERAL ({CHANGED_ROWS}) AS change
"""


def read_tables(
    database: Database, relations: Sequence[str] | None, *, only_trusted: bool = True, stale_share: float = math.inf
) -> tuple[Table, ...]:
    """Read the added tables a check may use: those named, or all that the current role may read.

    ``relations`` are names as ``regclass`` prints them.  Relations whose reading runs code of roles that are not
    trusted are left out with a warning, unless all are asked for, as is right where no row is read.  Where a share
    ``stale_share`` is given, a notice names each of which more rows than that changed since it was indexed, and a
    warning each that is not indexed.  Raises ``FactcheckError`` for a named table that was not added (42704) or may
    not be read (42501).
    """
    added = database.query_again(_ADDED + _named(relations) + " ORDER BY dt.table_id")
    if relations is not None:
        _require_added(relations, added)
        _require_readable(added)
    usable = []
    for row in added:
        if only_trusted and row["is_readable"] and row["is_untrusted"]:
            warn_of_code(row, database)
        elif row["is_readable"]:
            usable.append(row["table_id"])
            if row["is_altered"] and only_trusted:
                _warn_of_change(row["relation"], database)
            if row["indexed_at"] is None and not math.isinf(stale_share):
                _warn_of_no_index(row["relation"], database)
            elif is_stale(row, stale_share):
                _tell_of_staleness(row, database)
    readable = database.query_again(f"SELECT * FROM factcheck._table_columns({integer_array(usable)})")
    untrusted = {row["table_id"] for row in added if row["is_untrusted"]}
    data_sets = {row["table_id"]: _data_set(row) for row in added}
    grouped = [replace(table, data_set=data_sets[table.table_id]) for table in _group(readable, untrusted)]
    tables = _namesakes_told(_placed(_with_parts(grouped, database), database))
    if only_trusted:
        _warn_of_equality(tables, database)
    return tables


def _data_set(added: Row) -> str:
    """Name what an added table belongs to, so that a data set is told from a schema of the same name."""
    return f"schema {added['schema_name']}" if added["data_set"] is None else f"data set {added['data_set']}"


def readable_tables(database: Database, table_ids: Sequence[int]) -> tuple[Table, ...]:
    """Read those of some added tables, by their numbers, that the current role may read without running others' code.

    Tables that were removed or dropped meanwhile are left out without a word.
    """
    usable = (
        "ARRAY(SELECT dt.table_id FROM factcheck.data_table dt JOIN pg_catalog.pg_class c ON c.oid = dt.relation"
        f" WHERE dt.table_id = ANY ({integer_array(table_ids)}) AND NOT pg_is_other_temp_schema(c.relnamespace)"
        " AND dt.table_id NOT IN (SELECT code.table_id FROM factcheck._tables_running_owner_code() AS code))"
    )
    tables = _group(database.query_again(f"SELECT * FROM factcheck._table_columns({usable})"), ())
    return _namesakes_told(_placed(_with_parts(tables, database), database))


def _namesakes_told(tables: Sequence[Table]) -> tuple[Table, ...]:
    names = Counter(table.name for table in tables)
    return tuple(replace(table, is_namesake=True) if names[table.name] > 1 else table for table in tables)


def foreign_parts(database: Database, tables: Sequence[Table]) -> dict[int, tuple[str, ...]]:
    """Return the parts, by the numbers of their tables, of those of some tables that have foreign ones."""
    if not tables:
        return {}
    numbers = integer_array(table.table_id for table in tables)
    rows = database.query(f"SELECT p.table_id, p.parts FROM factcheck._foreign_parts({numbers}) AS p")
    return {row["table_id"]: tuple(row["parts"]) for row in rows}


def added_tables(database: Database) -> Sequence[Row]:
    """Return the added tables that exist, each with what the current role sees: is it readable, untrusted, altered."""
    return database.query_again(_ADDED)


def tell_why_no_table(database: Database) -> None:
    """Raise the notice that says why a check has no table to use, and what to do about it."""
    [row] = database.query("SELECT EXISTS (SELECT FROM factcheck.data_table) AS is_any_added")
    if row["is_any_added"]:
        database.notice(
            "no added table can be used",
            hint="Ask for SELECT on one, and USAGE on its schema: TABLE factcheck.data_table.",
        )
    else:
        hint = for_administrators("add one: SELECT factcheck.add_table('table').", database)
        database.notice("no table was added", hint=hint)


def is_administrator(database: Database) -> bool:
    """Tell whether the current role may do what only administrators may."""
    [row] = database.query("SELECT factcheck._is_administrator() AS is_one")
    return bool(row["is_one"])


def for_administrators(task: str, database: Database) -> str:
    """Return a hint that asks the current role for what only administrators may do, or to ask one of them."""
    return f"{task[0].upper()}{task[1:]}" if is_administrator(database) else f"Ask an administrator to {task}"


def _to_index(relation: str, database: Database) -> str:
    return for_administrators(f"index it anew: SELECT factcheck.refresh({literal(relation)}).", database)


def _warn_of_equality(tables: Sequence[Table], database: Database) -> None:
    for table in tables:
        for column in table.columns:
            if column.equality is None and column.is_text:
                database.warning(
                    f"values of column {column.sql_name} of table {table.sql_name} were not looked at:"
                    " they cannot be compared",
                    detail=f"The type {column.type_name}, or its equality, is in a schema that you may not use.",
                    hint="Ask for USAGE on the schema.",
                )


def warn_if_not_indexed(database: Database, relation: str) -> None:
    """Raise the warning that an added table's values are not indexed, since reading them would run code of others."""
    for row in database.query_again(_ADDED + _named([relation])):
        if row["is_untrusted"] and row["has_index"]:
            database.warning(
                f"the values of table {relation} were not indexed: reading it runs code of {whose_code(row)}",
                detail=FOREIGN_CODE,
                hint=f"{way_to_trust(row)}. Then index it: SELECT factcheck.refresh({literal(relation)}).",
            )


def _warn_of_change(relation: str, database: Database) -> None:
    database.warning(
        f"table {relation} was altered after it was indexed: changed columns are left out",
        hint=_to_index(relation, database),
    )


def _warn_of_no_index(relation: str, database: Database) -> None:
    database.warning(
        f"the values of table {relation} are not indexed",
        detail="They were forgotten with factcheck.forget: claims are read as if they named none of them.",
        hint=_to_index(relation, database),
    )


def is_stale(added: Row, share: float) -> bool:
    """Tell whether more than a share of the rows of an added table changed since it was indexed."""
    return bool(added["changed_rows"] > share * max(added["indexed_rows"] or 0, 1))


def _tell_of_staleness(added: Row, database: Database) -> None:
    relation = added["relation"]
    database.notice(
        f"the index of table {relation} is older than its data",
        detail=f"About {added['changed_rows']} rows changed since {added['indexed_at']}.",
        hint=_to_index(relation, database),
    )


def _named(relations: Sequence[str] | None) -> str:
    if relations is None:
        return ""
    return f" WHERE dt.relation = ANY ({text_array(relations)}::regclass[])"


def _require_added(relations: Sequence[str], added: Sequence[Row]) -> None:
    known = {row["relation"] for row in added}
    missing = [relation for relation in relations if relation not in known]
    if missing:
        raise table_not_added(missing[0], literal(missing[0]))


def _require_readable(added: Sequence[Row]) -> None:
    for row in added:
        if not row["is_readable"]:
            raise table_not_readable(row["relation"])


def _with_parts(tables: Sequence[Table], database: Database) -> tuple[Table, ...]:
    """Add the parts of tables that have foreign ones; none that can be sampled has."""
    parts = foreign_parts(database, [table for table in tables if not table.can_be_sampled])
    return tuple(replace(table, parts=parts.get(table.table_id, ())) for table in tables) if parts else tuple(tables)


def _placed(tables: tuple[Table, ...], database: Database) -> tuple[Table, ...]:
    """Add to tables where Citus has their rows; no pages of such a table can be read alone."""
    placed = placements(database, [table.table_id for table in tables]) if tables else {}
    return tuple(
        replace(table, placement=placed[table.table_id], can_be_sampled=False) if table.table_id in placed else table
        for table in tables
    )


def _group(rows: Sequence[Row], untrusted: Collection[int]) -> tuple[Table, ...]:
    tables: dict[int, list[Row]] = {}
    for row in rows:
        tables.setdefault(row["table_id"], []).append(row)
    return tuple(
        Table(
            table_id,
            members[0]["table_name"],
            members[0]["table_sql"],
            members[0]["table_comment"],
            tuple(
                Column(
                    row["column_id"],
                    table_id,
                    row["column_name"],
                    row["column_sql"],
                    row["type_name"],
                    row["category"],
                    row["column_comment"],
                    row["equality"],
                    row["has_spellings"],
                    row["is_domain"],
                    tuple(row["number_forms"] or ()),
                    bool(row["has_missing"]),
                    row["unit"],
                    row["first_id"],
                )
                for row in members
                if row["has_order"]
            ),
            members[0]["is_stored"],
            members[0]["is_indexed"] and table_id not in untrusted,
            _UNKNOWN_ROWS if members[0]["indexed_rows"] is None else members[0]["indexed_rows"],
            members[0]["can_be_sampled"],
        )
        for table_id, members in tables.items()
    )
