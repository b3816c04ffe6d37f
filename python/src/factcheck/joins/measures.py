"""Measures that a site declares: named expressions over a table's columns and those of tables joined with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expression_text import ColumnOf, parse_expression
from factcheck.catalogue.expressions import Expression, as_list, columns_of, from_list, kept_columns
from factcheck.catalogue.schema import Column, Table, read_tables
from factcheck.errors.catalogue.tables import measure_not_understood, table_not_added
from factcheck.joins.relation_sets import Relations
from factcheck.joins.store import read_joins
from factcheck.port import Database, Row
from factcheck.sqltext import integer_array, literal
from factcheck.words.stems import term_list_sql


@dataclass(frozen=True, slots=True)
class DeclaredMeasure:
    """A declared measure with the stems of the words by which claims find it."""

    column: DerivedColumn
    name_terms: frozenset[str]
    description_terms: frozenset[str]


def add_measure(database: Database, name: str, relation: str, expression: str, description: str | None) -> None:
    """Declare a measure of an added table, in place of another one of that name.

    ``relation`` is the table as ``regclass`` prints it.  Raises ``FactcheckError`` where the table was not added
    (42704), or the expression is none over columns of numbers that the role may read, of the table and tables that it
    joins (42601).
    """
    tables = read_tables(database, None)
    [named] = database.query(
        f"SELECT dt.table_id FROM (SELECT {literal(relation)}::regclass AS relation) AS given"
        " LEFT JOIN factcheck.data_table dt USING (relation)"
    )
    table = next((each for each in tables if each.table_id == named["table_id"]), None)
    if table is None:
        raise table_not_added(relation, literal(relation))
    try:
        meant = _read(expression, None, table, Relations(tables, read_joins(database, tables)))
    except (ValueError, LookupError) as error:
        raise measure_not_understood(name, str(error.args[0])) from error
    words = literal("" if description is None else description)
    database.query(f"DELETE FROM factcheck.measure m WHERE m.name = {literal(name)}")
    database.query(
        "INSERT INTO factcheck.measure (name, table_id, expression, kept, description, name_terms, description_terms)"
        f" VALUES ({literal(name)}, {table.table_id}, {literal(expression)}, {literal(json.dumps(as_list(meant)))},"
        f" nullif({words}, ''),"
        f" {term_list_sql(_spaced(name))}, {term_list_sql(words)})"
    )


def _spaced(name: str) -> str:
    """Return a name as a literal whose words stand apart."""
    return literal(" ".join(name.replace("_", " ").split()))


def read_measures(database: Database, relations: Relations) -> list[DeclaredMeasure]:
    """Return the declared measures of some tables, those left out that the role cannot work out."""
    tables = {table.table_id: table for table in relations.tables}
    measures = []
    for row in _declared(database, tables):
        try:
            expression = _read(row["expression"], json.loads(row["kept"]), tables[row["table_id"]], relations)
        except (ValueError, LookupError):
            continue
        column = derived(expression, row["table_id"], row["name"], row["description"])
        measures.append(
            DeclaredMeasure(column, frozenset(row["name_terms"]), frozenset(row["description_terms"] or ()))
        )
    return measures


@dataclass(frozen=True, slots=True)
class UnusableMeasure:
    """A declared measure that the role cannot work out; ``is_closed`` tells that it lacks a right to a column."""

    name: str
    reason: str
    is_closed: bool


def unusable_measures(database: Database) -> tuple[UnusableMeasure, ...]:
    """Return the declared measures of tables that the role may read which it cannot work out; no row is read."""
    tables = {table.table_id: table for table in read_tables(database, None, only_trusted=False)}
    declared = _declared(database, tables)
    if not declared:
        return ()
    relations = Relations(tuple(tables.values()), read_joins(database, list(tables.values())))
    unusable = []
    for row in declared:
        kept = json.loads(row["kept"])
        try:
            _read(row["expression"], kept, tables[row["table_id"]], relations)
        except (ValueError, LookupError) as error:
            is_closed = _has_closed_column(database, kept)
            unusable.append(UnusableMeasure(row["name"], str(error.args[0]), is_closed))
    return tuple(unusable)


def _declared(database: Database, table_ids: Iterable[int]) -> Sequence[Row]:
    return database.query(
        "SELECT m.name, m.table_id, m.expression, m.kept::text AS kept,"
        " m.description, m.name_terms, m.description_terms"
        f" FROM factcheck.measure m WHERE m.table_id = ANY ({integer_array(sorted(table_ids))}) ORDER BY m.name"
    )


def _has_closed_column(database: Database, kept: object) -> bool:
    """Tell whether an expression has a column that is there, and that the role may not read."""
    numbers = integer_array(sorted(kept_columns(kept)))
    [row] = database.query(
        "SELECT count(*) > 0 AS is_closed FROM factcheck.data_column dc"
        " JOIN factcheck.data_table dt ON dt.table_id = dc.table_id"
        " JOIN pg_catalog.pg_class c ON c.oid = dt.relation"
        " JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = dc.column_name AND NOT a.attisdropped"
        f" WHERE coalesce(dc.first_id, dc.column_id) = ANY ({numbers})"
        " AND NOT (has_schema_privilege(c.relnamespace, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT'))"
    )
    return bool(row["is_closed"])


def _read(text: str, kept: object, table: Table, relations: Relations) -> Expression:
    """Return an expression that has a value for each row of a table.

    ``kept`` has its columns by their numbers, under whatever names; where one of them is gone, the names in ``text``
    count.  Raises ``ValueError`` or ``LookupError``, which say why, where there is none.
    """
    expression = _as_kept(kept, relations) or parse_expression(text, _names(table, relations))
    columns = columns_of(expression)
    if not columns:
        raise ValueError("it names no column")
    joined = relations.of(frozenset({table.table_id, *(column.table_id for column in columns)}))
    if joined is None or joined.anchor.table_id != table.table_id:
        raise ValueError(f"a row of {table.name} has not one partner at most in each of its tables")
    return expression


def _as_kept(kept: object, relations: Relations) -> Expression | None:
    """Return an expression by the numbers of its columns; None where there is none, or a column is gone."""
    columns = {(each.table_id, each.lasting_id): each for table in relations.tables for each in table.columns}
    try:
        return from_list(kept, lambda table_id, number, _: columns[table_id, number])
    except LookupError:
        return None


def _names(table: Table, relations: Relations) -> ColumnOf:
    """Return what finds columns by name: those of the table, and others of tables that it joins by theirs."""
    reached = relations.reached_from(table.table_id)

    def column_of(table_name: str | None, name: str) -> Column:
        found = [
            column
            for each in relations.tables
            for column in each.columns
            if column.name == name and (each is table if table_name is None else each.name == table_name)
            if each.table_id in reached
        ]
        if len(found) != 1:
            full = name if table_name is None else f"{table_name}.{name}"
            raise LookupError(f"there is no column {full} that it can name, or several")
        if not found[0].is_numeric:
            raise LookupError(f"column {name} holds no numbers")
        return found[0]

    return column_of
