"""Finds the foreign keys that were not declared, from names and from inclusion that holds in the data."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column, Table, added_tables, read_tables
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.key_names import Fit, PossibleKeys, is_called_a_calendar, may_share_values, name_fit, possible_keys
from factcheck.joins.shared_keys import keep_shared_keys
from factcheck.joins.store import (
    TEXT_TYPES,
    KeyColumn,
    are_comparable,
    keep_join,
    key_columns,
    tables_joined,
    used_and_removed_joins,
)
from factcheck.joins.value_search import Pair, ValueSearch, are_alike, may_hold_keys
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.settings import Settings
from factcheck.sqltext import integer_array, literal


def _end_in(pair: Pair, numbers: Collection[int]) -> bool:
    return pair.from_table.table_id in numbers or pair.to_table.table_id in numbers


def find_joins(database: Database, relation: str, settings: Settings) -> None:
    """Find the undeclared keys by which an added table belongs to others of its data set, and keep them.

    A column holds the key of another table when its name says so (``name_fit``), both hold whole numbers, texts or
    UUIDs, the other one tells the rows of its table apart, and has all values of the first, which are two at least.
    Of many texts the other one may lack a few, and where names say little (``may_share_values``) there have to be many.
    Where no single column does, two tables may have a key of several columns in common (``shared_keys``).
    Tables under row security, views, foreign tables, those that Citus manages and those that run code of an owner who
    is not trusted are left alone, and so are columns that the current role may not read.  ``key_search_rows`` of the
    settings bounds the work.
    """
    tables = {table.table_id: table for table in read_tables(database, None, only_trusted=False)}
    relations = {row["table_id"]: row for row in database.query(_relations(relation))}
    untrusted = {row["table_id"] for row in added_tables(database) if row["is_untrusted"]}
    examined = [tables[number] for number in relations if number in tables and number not in untrusted]
    examined = [table for table in examined if table.is_indexed and table.placement is None]
    joined = next((table for table in examined if relations[table.table_id]["is_own"]), None)
    candidates = (
        [] if joined is None else _candidates(database, joined, [table for table in examined if table is not joined])
    )
    before = _inferred(database, relation, tables)
    search = ValueSearch(
        database,
        {number: float(row["expected_rows"]) for number, row in relations.items()},
        float(settings.key_search_rows),
        None if joined is None else joined.table_id,
    )
    fitting, left_open = _verified(search, candidates, [join for join in before if not join.is_examined])
    _forget(database, before, fitting, left_open)
    _keep(database, fitting)
    if joined is not None:
        keep_shared_keys(search, joined, [table for table in examined if table is not joined])
    if search.failing:
        names = ", ".join(tables[number].sql_name for number in sorted(search.failing))
        database.warning(
            f"columns of table {relation} were not compared with those of tables that cannot be read: {names}",
            detail="Reading them fails. Joins with them stay as they are.",
            hint=f"Mend them, or take them out with factcheck.remove_table. Then refresh table {relation}.",
        )
    if any(not _end_in(pair, search.failing) for pair in left_open):
        database.notice(
            f"not all columns of table {relation} were compared with keys of other tables",
            detail=f'The setting "key_search_rows" allows {settings.key_search_rows} rows to be read.',
            hint="Raise it and refresh the table, or say how tables belong together with factcheck.add_join.",
        )


def _relations(relation: str) -> str:
    """Return SQL for the tables of a table's data set, and how many rows the server expects in them."""
    return f"""
SELECT dt.table_id, dt.relation = given.relation AS is_own,
       greatest(coalesce(dt.indexed_rows, 0), size.expected_rows) AS expected_rows
FROM factcheck.data_table given
JOIN factcheck.data_table dt ON dt.data_set IS NOT DISTINCT FROM given.data_set
JOIN pg_catalog.pg_class c ON c.oid = dt.relation
CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE WHEN p.reltuples >= 0 AND p.relpages > 0 THEN p.reltuples / p.relpages ELSE 100 END
                        * pg_relation_size(p.oid) / current_setting('block_size')::integer), 0)::double precision
    FROM pg_catalog.pg_class p
    WHERE p.oid = c.oid OR p.oid IN (SELECT relid FROM pg_partition_tree(c.oid))) AS size (expected_rows)
WHERE given.relation = {literal(relation)}::regclass"""


def _candidates(database: Database, joined: Table, others: Sequence[Table]) -> list[tuple[Pair, KeyColumn]]:
    """Return pairs of columns of one table and others that fit by name and type, the best first, with the possible key.

    A column that is known to hold one table's key, because a person said so, is not asked for another's.
    """
    pairs, keys_of_joined = [], _Keys.of(joined)
    for other in others:
        checkpoint()
        pairs += [*_fitting(joined, _Keys.of(other)), *_fitting(other, keys_of_joined)]
        pairs += [*_days_of_calendar(joined, other), *_days_of_calendar(other, joined)]
    if not pairs:
        return []
    by_id = {table.table_id: table for table in (joined, *others)}
    fitting = {number for pair in pairs for number in (pair.from_table.table_id, pair.to_table.table_id)}
    beside = {number for ends in tables_joined(database, fitting) for number in ends}
    concerned = [by_id[number] for number in sorted((fitting | beside) & by_id.keys())]
    used, removed = used_and_removed_joins(database, concerned)
    said = {
        (join.from_table, join.from_columns[0])
        for join in used
        if len(join.from_columns) == 1 and join.source is not JoinSource.INFERRED
    }
    unwanted = {(join.from_table, *join.from_columns, join.to_table, *join.to_columns) for join in removed}
    pairs = [pair for pair in pairs if pair.key not in unwanted and pair.key[:2] not in said]
    involved = {
        side[1].column_id: side
        for pair in pairs
        for side in ((pair.from_table, pair.from_column), (pair.to_table, pair.to_column))
    }
    known = {key.column.column_id: key for key in key_columns(database, tuple(involved.values()))}
    keys = ((pair, known.get(pair.to_column.column_id)) for pair in sorted(pairs, key=lambda pair: pair.sort_key))
    return [
        (pair, key)
        for pair, key in keys
        if key is not None  # another session may have dropped a table meanwhile
        and pair.from_column.column_id in known
        and known[pair.from_column.column_id].collation == key.collation
        and (key.is_enforced or key.may_be_key)
    ]


@dataclass(frozen=True, slots=True)
class _Keys:
    """The columns of a table that others may hold keys of, found by what their names say."""

    table: Table
    columns: Sequence[Column]
    by_name: PossibleKeys

    @classmethod
    def of(cls, table: Table) -> _Keys:
        """Sort the columns of a table."""
        columns = tuple(filter(may_hold_keys, table.columns))
        return cls(table, columns, possible_keys(table.name, [column.name for column in columns]))

    def beside(self, from_column: Column) -> Iterator[Column]:
        """Yield the columns that a column of another table may fit by its name."""
        return (self.columns[index] for index in self.by_name.beside(from_column.name))


def _fitting(from_table: Table, keys: _Keys) -> list[Pair]:
    """Return the pairs of columns that fit; other names for a thing only where no column fits better."""
    pairs = list(_named_alike(from_table, keys))
    has_better = any(pair.fit < Fit.OTHER_NAME for pair in pairs)
    return [pair for pair in pairs if pair.fit is not Fit.OTHER_NAME or not has_better]


def _days_of_calendar(from_table: Table, to_table: Table) -> Iterator[Pair]:
    """Yield the column of days of a table with the days of a calendar: ``sales.date`` and ``dim_date.date``.

    Of several such columns only one with the name of the calendar's holds its days, whichever way the others are meant.
    """
    days = next((column for column in to_table.columns if column.type_name == "date"), None)
    if days is None or not is_called_a_calendar(to_table.name) or is_called_a_calendar(from_table.name):
        return
    own = [column for column in from_table.columns if column.type_name == "date"]
    same = [column for column in own if column.name.casefold() == days.name.casefold()]
    for column in same or (own if len(own) == 1 else ()):
        yield Pair(from_table, column, to_table, days, Fit.EXACT)


def _named_alike(from_table: Table, keys: _Keys) -> Iterator[Pair]:
    to_table = keys.table
    for from_column in filter(may_hold_keys, from_table.columns):
        for to_column in keys.beside(from_column):
            if are_comparable(from_column, to_column):
                fit = name_fit(
                    from_table.name,
                    from_column.name,
                    to_table.name,
                    to_column.name,
                    is_number=from_column.is_integer,
                    is_leading=to_column is to_table.columns[0],
                )
                are_texts = from_column.type_name in TEXT_TYPES and to_column.type_name in TEXT_TYPES
                if fit is None and are_texts and may_share_values(from_column.name, to_column.name):
                    fit = Fit.VALUES
                if fit is not None:
                    yield Pair(from_table, from_column, to_table, to_column, fit)


@dataclass(frozen=True, slots=True)
class _Inferred:
    """A join inferred before; ``is_examined`` says that this search finds it again if it still holds.

    ``fit`` is None of tables that are alike: how well their names fit says nothing for or against other tables.
    """

    join_id: int
    key: tuple[int, str, int, str]
    fit: Fit | None
    is_examined: bool


def _inferred(database: Database, relation: str, tables: Mapping[int, Table]) -> list[_Inferred]:
    """Return the joins inferred earlier, perhaps by a role that may read more."""
    rows = database.query(
        "SELECT j.join_id, j.from_table, j.from_columns[1]::text AS from_column, j.to_table,"
        " j.to_columns[1]::text AS to_column,"
        " given.table_id = j.from_table AS is_from, given.table_id = j.to_table AS is_to"
        f" FROM factcheck.data_join j JOIN factcheck.data_table given ON given.relation = {literal(relation)}::regclass"
        " WHERE j.source = 'inferred' AND j.is_used AND cardinality(j.from_columns) = 1 ORDER BY j.join_id"
    )
    readable = {(table.table_id, column.name) for table in tables.values() for column in table.columns}
    joins = []
    for row in rows:
        key = (row["from_table"], row["from_column"], row["to_table"], row["to_column"])
        fit: Fit | None = Fit.LOOSE
        if row["to_table"] in tables:
            to_table = tables[row["to_table"]]
            named = name_fit("", row["from_column"], to_table.name, row["to_column"], is_number=False, is_leading=True)
            from_table = tables.get(row["from_table"])
            is_of_alike = from_table is not None and are_alike(from_table, to_table)
            fit = None if is_of_alike else Fit.LOOSE if named is None else named
        is_examined = (row["is_from"] and key[2:] in readable) or (row["is_to"] and key[:2] in readable)
        joins.append(_Inferred(row["join_id"], key, fit, is_examined))
    return joins


def _verified(
    search: ValueSearch, candidates: Sequence[tuple[Pair, KeyColumn]], others: Sequence[_Inferred]
) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs whose values fit, and those left open; of a column's pairs only those that fit best by name.

    Tables that are alike are compared by themselves.
    """
    best: dict[tuple[int, str], Fit] = {}
    for join in others:
        if join.fit is not None:
            best[join.key[:2]] = min(join.fit, best.get(join.key[:2], Fit.LOOSE))
    fitting, left_open = [], []
    for pair, key in candidates:
        column = pair.key[:2]
        if not pair.is_of_alike and best.get(column, pair.fit) < pair.fit:
            continue
        holds = search.holds_if_readable(pair, key)
        if holds is None:
            left_open.append(pair)
        elif holds:
            fitting.append(pair)
            if not pair.is_of_alike:
                best[column] = pair.fit
    return fitting, left_open


def _forget(
    database: Database, before: Sequence[_Inferred], fitting: Sequence[Pair], left_open: Sequence[Pair]
) -> None:
    """Forget joins that hold no longer, and those of columns whose names fit another table better."""
    holding = {pair.key for pair in (*fitting, *left_open)}
    best = {pair.key[:2]: pair.fit for pair in reversed(fitting) if not pair.is_of_alike}
    gone = [
        join.join_id
        for join in before
        if (join.is_examined and join.key not in holding)
        or (join.fit is not None and best.get(join.key[:2], join.fit) < join.fit)
    ]
    if gone:
        database.query(f"DELETE FROM factcheck.data_join WHERE join_id = ANY ({integer_array(gone)})")


def _keep(database: Database, fitting: Sequence[Pair]) -> None:
    for pair in fitting:
        keep_join(
            database,
            Join(
                pair.from_table.table_id,
                (pair.from_column.name,),
                pair.to_table.table_id,
                (pair.to_column.name,),
                JoinSource.INFERRED,
            ),
        )
