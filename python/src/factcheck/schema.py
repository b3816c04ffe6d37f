"""The tables a check may use: columns, types and what the current role may read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.errors import FactcheckError
from factcheck.port import Database, Row
from factcheck.sqltext import integer_array, literal, text_array

_NUMERIC_TYPES = frozenset({"smallint", "integer", "bigint", "numeric", "real", "double precision"})
_INTEGER_TYPES = frozenset({"smallint", "integer", "bigint"})
_FLOAT_TYPES = frozenset({"real", "double precision"})


@dataclass(frozen=True, slots=True)
class Column:
    """A readable column of an added table; ``sql_name`` and ``type_name`` are spelled as SQL wants them."""

    column_id: int
    table_id: int
    name: str
    sql_name: str
    type_name: str
    category: str
    comment: str | None

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
    def is_date(self) -> bool:
        """Whether the column holds calendar days."""
        return self.type_name == "date"


@dataclass(frozen=True, slots=True)
class Table:
    """An added table with the columns the current role may read; ``sql_name`` is schema-qualified."""

    table_id: int
    name: str
    sql_name: str
    comment: str | None
    columns: tuple[Column, ...]


# A type's base stands in for a domain, so that a domain over integer is an integer.
_READABLE = """
SELECT dt.table_id, c.relname::text AS table_name, format('%I.%I', n.nspname, c.relname) AS table_sql,
       obj_description(c.oid, 'pg_class') AS table_comment,
       dc.column_id, a.attname::text AS column_name, quote_ident(a.attname) AS column_sql,
       format_type(CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, -1) AS type_name,
       t.typcategory::text AS category, col_description(c.oid, a.attnum) AS column_comment
FROM factcheck.data_table dt
JOIN pg_catalog.pg_class c ON c.oid = dt.relation
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN factcheck.data_column dc ON dc.table_id = dt.table_id
JOIN pg_catalog.pg_attribute a
  ON a.attrelid = c.oid AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
WHERE has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
"""

# Row-security policies run their owner's code as the caller: only owners one trusts anyway may do that.
_ADDED = """
SELECT dt.table_id, dt.relation::text AS relation,
       c.relrowsecurity AND c.relowner <> to_regrole(quote_ident(current_user))
       AND NOT o.rolsuper AND NOT dt.trust_owner AS is_untrusted
FROM factcheck.data_table dt
JOIN pg_catalog.pg_class c ON c.oid = dt.relation
JOIN pg_catalog.pg_roles o ON o.oid = c.relowner
"""


def read_tables(database: Database, relations: Sequence[str] | None) -> tuple[Table, ...]:
    """Read the added tables a check may use: those named, or all that the current role may read.

    ``relations`` are names as ``regclass`` prints them.  Relations whose owner's code would run and is
    not trusted are left out with a warning.  Raises ``FactcheckError`` for a named table that was not
    added (42704) or may not be read (42501).
    """
    added = database.query(_ADDED + _named(relations) + " ORDER BY dt.table_id")
    if relations is not None:
        _require_added(relations, added)
    for row in added:
        if row["is_untrusted"]:
            database.warning(
                f"table {row['relation']} was skipped: its row-security policies run code of its owner",
                hint="If you trust the owner: SELECT factcheck.add_table("
                f"{literal(row['relation'])}, trust_owner => true).",
            )
    wanted = [row["table_id"] for row in added if not row["is_untrusted"]]
    tables = _group(
        database.query(
            f"{_READABLE} AND dt.table_id = ANY ({integer_array(wanted)}) ORDER BY n.nspname, c.relname, a.attnum"
        )
    )
    if relations is not None and len(tables) < len(wanted):
        readable = {table.table_id for table in tables}
        hidden = [row["relation"] for row in added if row["table_id"] not in readable and not row["is_untrusted"]]
        raise FactcheckError(
            f"permission denied for table {hidden[0]}",
            sqlstate="42501",
            hint="Ask for SELECT on it, or leave it out of the argument tables.",
        )
    return tables


def _named(relations: Sequence[str] | None) -> str:
    if relations is None:
        return ""
    return f" WHERE dt.relation = ANY ({text_array(relations)}::regclass[])"


def _require_added(relations: Sequence[str], added: Sequence[Row]) -> None:
    known = {row["relation"] for row in added}
    missing = [relation for relation in relations if relation not in known]
    if missing:
        raise FactcheckError(
            f"table {missing[0]} was not added",
            sqlstate="42704",
            detail="Claims can only be about added tables.",
            hint=f"Add it: SELECT factcheck.add_table({literal(missing[0])}).",
        )


def _group(rows: Sequence[Row]) -> tuple[Table, ...]:
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
                )
                for row in members
            ),
        )
        for table_id, members in tables.items()
    )
