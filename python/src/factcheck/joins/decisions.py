"""What people decide about joins: add one, remove one; and that decisions outlive changes of the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column, Table, added_tables, read_tables
from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.tables import (
    join_column_not_known,
    join_columns_not_comparable,
    join_columns_not_paired,
    join_columns_not_unique,
    join_not_complete,
    join_not_known,
    join_rows_not_visible,
    join_with_itself,
)
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.store import (
    KeyColumn,
    are_comparable,
    equality,
    keep_join,
    key_columns,
    tells_rows_apart,
)
from factcheck.port import Database, Row
from factcheck.sqltext import integer_array, literal, text_array

_Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class JoinArguments:
    """A join as a caller names it: relations as ``regclass`` prints them, pairs of columns in order of their names."""

    from_relation: str
    to_relation: str
    pairs: _Pairs

    def __str__(self) -> str:
        """Return the join as messages name it."""
        froms, tos = (", ".join(names) for names in zip(*self.pairs, strict=True))
        return f"{self.from_relation} ({froms}) to {self.to_relation} ({tos})"


def checked_arguments(
    from_relation: str | None,
    from_columns: Sequence[str | None] | None,
    to_relation: str | None,
    to_columns: Sequence[str | None] | None,
) -> JoinArguments:
    """Return arguments as given; raises ``FactcheckError`` where they name no join."""
    froms = [name for name in from_columns or () if name is not None]
    tos = [name for name in to_columns or () if name is not None]
    if from_relation is None or to_relation is None or not froms or not tos:
        raise join_not_complete()
    if not len(from_columns or ()) == len(set(froms)) == len(set(tos)) == len(to_columns or ()):
        raise join_columns_not_paired()
    if from_relation == to_relation:
        raise join_with_itself(from_relation)
    return JoinArguments(from_relation, to_relation, tuple(sorted(zip(froms, tos, strict=True))))


def add_join(database: Database, arguments: JoinArguments) -> None:
    """Keep that rows of one table have at most one partner in another.

    Raises ``FactcheckError`` for tables that were not added (42704) or may not be read (42501), columns that are not
    known (42703) or cannot be compared (42804), and where a row has several partners (21000).
    """
    sides = _Sides.read(database, arguments)
    sides.require_comparable()
    if not sides.is_enforced(database):
        sides.require_key(database)
    sides.tell_if_no_partner(database)
    keep_join(database, sides.join(JoinSource.ADDED))


def remove_join(database: Database, arguments: JoinArguments) -> None:
    """Keep that a join is not to be used; raises ``FactcheckError`` (42704) where none is known."""
    froms, tos = (text_array(names) for names in zip(*arguments.pairs, strict=True))
    rows = database.query(
        "SELECT f.table_id AS from_table, t.table_id AS to_table, coalesce(k.source, j.source) AS source"
        " FROM factcheck.data_table f CROSS JOIN factcheck.data_table t"
        " LEFT JOIN factcheck.data_join k ON k.from_table = f.table_id AND k.to_table = t.table_id"
        f" AND k.from_columns = {froms}::name[] AND k.to_columns = {tos}::name[]"
        " LEFT JOIN factcheck.joins() j ON j.from_table = f.relation AND j.to_table = t.relation"
        f" AND j.from_columns = {froms}::name[] AND j.to_columns = {tos}::name[]"
        f" WHERE f.relation = {literal(arguments.from_relation)}::regclass"
        f" AND t.relation = {literal(arguments.to_relation)}::regclass"
    )
    if not rows or rows[0]["source"] is None:
        raise join_not_known(str(arguments))
    [row] = rows
    keep_join(database, _join(row, arguments.pairs), is_used=False)


def renew_joins(database: Database, relation: str) -> None:
    """Let decisions about an added table's joins follow its columns, which may have been renamed or restored.

    A column that was renamed is still the same.  Where another column has the name, as in a restored table that had
    lost a column, a join is used again only if it could be added anew; a warning tells where it could not.
    """
    decisions = database.query(
        "SELECT j.join_id, j.from_table, j.to_table, j.source, j.is_used,"
        " f.relation::text AS from_relation, t.relation::text AS to_relation,"
        " j.from_columns::text[] AS from_columns, j.from_numbers, j.to_columns::text[] AS to_columns, j.to_numbers"
        " FROM factcheck.data_join j JOIN factcheck.data_table f ON f.table_id = j.from_table"
        " JOIN factcheck.data_table t ON t.table_id = j.to_table"
        f" WHERE (f.relation = {literal(relation)}::regclass OR t.relation = {literal(relation)}::regclass)"
        " AND (j.source = 'added' OR NOT j.is_used) ORDER BY j.join_id"
    )
    names = _names_by_number(database, decisions)
    for row in decisions:
        froms = _followed(row["from_columns"], row["from_numbers"], names.get(row["from_table"], {}))
        tos = _followed(row["to_columns"], row["to_numbers"], names.get(row["to_table"], {}))
        pairs = tuple(sorted(zip(froms.names, tos.names, strict=True)))
        arguments = JoinArguments(row["from_relation"], row["to_relation"], pairs)
        if froms.are_as_before and tos.are_as_before:
            continue
        if (froms.are_the_same and tos.are_the_same) or not row["is_used"] or _could_be_added(database, arguments):
            if not (froms.are_gone or tos.are_gone):
                database.query(f"DELETE FROM factcheck.data_join WHERE join_id = {row['join_id']}")
                keep_join(database, _join(row, pairs), is_used=row["is_used"])
        else:
            database.warning(
                f"the join from {arguments} is not used: its columns were altered",
                hint="Add it anew with factcheck.add_join, or remove it with factcheck.remove_join.",
            )


def _join(row: Row, pairs: _Pairs) -> Join:
    froms, tos = zip(*pairs, strict=True)
    return Join(row["from_table"], froms, row["to_table"], tos, JoinSource(row["source"]))


def _names_by_number(database: Database, decisions: Sequence[Row]) -> Mapping[int, Mapping[int, str]]:
    tables = {row[side] for row in decisions for side in ("from_table", "to_table")}
    rows = database.query(
        "SELECT dt.table_id, a.attnum AS number, a.attname::text AS name FROM factcheck.data_table dt"
        " JOIN pg_catalog.pg_attribute a ON a.attrelid = dt.relation AND a.attnum > 0 AND NOT a.attisdropped"
        f" WHERE dt.table_id = ANY ({integer_array(sorted(tables))})"
    )
    names: dict[int, dict[int, str]] = {}
    for row in rows:
        names.setdefault(row["table_id"], {})[row["number"]] = row["name"]
    return names


@dataclass(frozen=True, slots=True)
class _Followed:
    """The columns of one side of a join as they are called now, and what became of them."""

    names: tuple[str, ...]
    are_as_before: bool
    are_the_same: bool
    are_gone: bool


def _followed(columns: Sequence[str], numbers: Sequence[int], names: Mapping[int, str]) -> _Followed:
    called = set(names.values())
    now = tuple(
        names[number] if number in names and name not in called else name
        for name, number in zip(columns, numbers, strict=True)
    )
    same = all(names.get(number) == name for name, number in zip(now, numbers, strict=True))
    return _Followed(now, same and now == tuple(columns), same, not called.issuperset(now))


def _could_be_added(database: Database, arguments: JoinArguments) -> bool:
    try:
        sides = _Sides.read(database, arguments)
        sides.require_comparable()
        if not sides.is_enforced(database):
            sides.require_key(database)
    except FactcheckError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Sides:
    """The tables and columns of a join that the current role may read."""

    arguments: JoinArguments
    from_keys: tuple[KeyColumn, ...]
    to_keys: tuple[KeyColumn, ...]
    is_untrusted: bool

    @classmethod
    def read(cls, database: Database, arguments: JoinArguments) -> _Sides:
        """Read both sides; raises ``FactcheckError`` for a table or a column that cannot be used."""
        relations = [arguments.from_relation, arguments.to_relation]
        tables = {table.table_id: table for table in read_tables(database, relations, only_trusted=False)}
        added = {row["relation"]: row for row in added_tables(database)}
        from_table, to_table = (tables[added[relation]["table_id"]] for relation in relations)
        columns = [
            *((from_table, _column(from_table, relations[0], name)) for name, _ in arguments.pairs),
            *((to_table, _column(to_table, relations[1], name)) for _, name in arguments.pairs),
        ]
        known = {key.column.column_id: key for key in key_columns(database, columns)}
        keys = tuple(known[column.column_id] for _, column in columns)
        half = len(arguments.pairs)
        is_untrusted = any(added[relation]["is_untrusted"] for relation in relations)
        return cls(arguments, keys[:half], keys[half:], is_untrusted)

    def join(self, source: JoinSource) -> Join:
        """Return the join between both sides."""
        return Join(
            self.from_keys[0].table.table_id,
            tuple(key.column.name for key in self.from_keys),
            self.to_keys[0].table.table_id,
            tuple(key.column.name for key in self.to_keys),
            source,
        )

    def require_comparable(self) -> None:
        """Raise ``FactcheckError`` (42804) for a pair of columns whose values cannot be equal."""
        for one, other in zip(self.from_keys, self.to_keys, strict=True):
            if not are_comparable(one.column, other.column) or one.collation != other.collation:
                raise join_columns_not_comparable(
                    one.column.name, one.column.type_name, other.column.name, other.column.type_name
                )

    def is_enforced(self, database: Database) -> bool:
        """Tell whether a unique index keeps partners from becoming several."""
        numbers = integer_array(key.number for key in self.to_keys)
        relation = literal(self.arguments.to_relation)
        [row] = database.query(f"SELECT factcheck._is_key({relation}::regclass, {numbers}::smallint[]) AS is_key")
        return bool(row["is_key"])

    def require_key(self, database: Database) -> None:
        """Raise ``FactcheckError`` where a row may have several partners, or where that cannot be found out."""
        relation = self.arguments.to_relation
        [row] = database.query(f"SELECT row_security_active({literal(relation)}::regclass) AS is_hidden")
        if row["is_hidden"] or self.is_untrusted:
            raise join_rows_not_visible(relation)
        table, columns = self.to_keys[0].table, [key.column for key in self.to_keys]
        [row] = database.query(f"SELECT {tells_rows_apart(table, columns)} AS is_key")
        if not row["is_key"]:
            raise join_columns_not_unique(", ".join(column.name for column in columns), relation)

    def tell_if_no_partner(self, database: Database) -> None:
        """Raise a notice where no row has a partner at all."""
        [row] = database.query(
            f"SELECT row_security_active({literal(self.arguments.from_relation)}::regclass)"
            f" OR row_security_active({literal(self.arguments.to_relation)}::regclass) AS is_hidden"
        )
        if self.is_untrusted or row["is_hidden"]:
            return
        condition = " AND ".join(
            f"parent.{other.column.sql_name} {equality(one.column, other.column)} child.{one.column.sql_name}"
            for one, other in zip(self.from_keys, self.to_keys, strict=True)
        )
        [row] = database.query(
            f"SELECT EXISTS (SELECT FROM {self.from_keys[0].table.sql_name} AS child"
            f" JOIN {self.to_keys[0].table.sql_name} AS parent ON {condition}) AS is_any"
        )
        if not row["is_any"]:
            database.notice(
                f"no row of table {self.arguments.from_relation} has a partner in {self.arguments.to_relation}",
                hint="Look at the columns again; factcheck.remove_join takes the join back.",
            )


def _column(table: Table, relation: str, name: str) -> Column:
    for column in table.columns:
        if column.name == name:
            return column
    raise join_column_not_known(name, relation, literal(relation))
