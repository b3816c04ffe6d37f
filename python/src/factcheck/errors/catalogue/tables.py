"""Errors of tables that claims cannot be about, and of joins between them."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import FOREIGN_CODE, entry, enumerated


@entry
def table_not_added(
    relation: str, quoted: str, *, is_described: bool = False, data_set: str | None = None
) -> FactcheckError:
    """Refuse a named table that was not added, or one described by a dictionary that was not, in the data set."""
    return FactcheckError(
        f"table {relation} was not added",
        sqlstate="42704",
        detail=_in_data_set(data_set) if is_described else "Claims can only be about added tables.",
        hint=f"Add it{' first' if is_described else ''}: SELECT factcheck.add_table({quoted}).",
    )


@entry
def no_table_added(data_set: str | None) -> FactcheckError:
    """Refuse a dictionary where no table was added that it could describe, in the data set."""
    return FactcheckError(
        "no table was added",
        sqlstate="42704",
        detail=_in_data_set(data_set),
        hint="Add it first: SELECT factcheck.add_table('sales').",
    )


def _in_data_set(data_set: str | None) -> str | None:
    return None if data_set is None else f'Asked for in the data set "{data_set}".'


@entry
def table_not_readable(relation: str) -> FactcheckError:
    """Refuse a named table of which the role may read no column."""
    return FactcheckError(
        f"permission denied for table {relation}",
        sqlstate="42501",
        hint="Ask for SELECT on it, or leave it out of the argument tables.",
    )


@entry
def tables_cannot_be_read(relations: Sequence[str], said: str) -> FactcheckError:
    """End a check where reading each of its tables fails."""
    return FactcheckError(
        f"{'table' if len(relations) == 1 else 'tables'} {enumerated(relations)} cannot be read",
        sqlstate="55000",
        detail=f"The server said: {said}.",
        hint="Mend what reading it runs, or name other tables in the argument tables.",
    )


@entry
def table_has_no_usable_column(relation: str) -> FactcheckError:
    """Refuse to add a table without a column that claims can be about."""
    return FactcheckError(
        f"table {relation} has no column to check claims about",
        sqlstate="42P16",
        hint="Add tables that have columns of types with an order, such as numbers, words and days.",
    )


@entry
def table_came_to_run_code(relation: str) -> FactcheckError:
    """End a check where reading a table has come to run code of a role that is not trusted."""
    return FactcheckError(
        f"reading table {relation} runs code of others since the check began",
        sqlstate="55000",
        detail=FOREIGN_CODE,
        hint="Check again: a warning says what can be done.",
    )


_JOIN_HINT = "Name tables and columns: SELECT factcheck.add_join('orders', '{customer_id}', 'customers', '{id}')."


@entry
def join_not_complete() -> FactcheckError:
    """Refuse a join without both tables and columns of both."""
    return FactcheckError("a join needs two tables and their columns", sqlstate="22004", hint=_JOIN_HINT)


@entry
def join_columns_not_paired() -> FactcheckError:
    """Refuse a join with more columns of one table than of the other, or with one named twice."""
    return FactcheckError("the columns of a join come in pairs, each named once", hint=_JOIN_HINT)


@entry
def join_with_itself(relation: str) -> FactcheckError:
    """Refuse a join of a table with itself."""
    return FactcheckError(
        f"table {relation} cannot be joined with itself",
        sqlstate="0A000",
        hint="Name two different tables.",
    )


@entry
def join_not_known(join: str) -> FactcheckError:
    """Refuse to remove a join that is not used."""
    return FactcheckError(
        f"no join from {join} is known",
        sqlstate="42704",
        hint="See the joins that are known: SELECT * FROM factcheck.joins().",
    )


@entry
def join_column_not_known(column: str, relation: str, quoted: str) -> FactcheckError:
    """Refuse a join by a column that was not added, that the role may not read, or that has no order."""
    return FactcheckError(
        f"column {column} of table {relation} is not known",
        sqlstate="42703",
        detail="Joins go by columns that were added, that you may read and whose values have an order.",
        hint=f"Look at the name; after changes of the table: SELECT factcheck.refresh({quoted}).",
    )


@entry
def join_columns_not_comparable(column: str, type_name: str, other: str, other_type: str) -> FactcheckError:
    """Refuse a join by columns whose values cannot be equal."""
    return FactcheckError(
        f"columns {column} and {other} cannot be compared",
        sqlstate="42804",
        detail=f"Types are {type_name} and {other_type}; or collations differ, or"
        " the equality of the type is in a schema that you may not use.",
        hint="Give both columns one type and one collation, or ask for USAGE on the schema of the type.",
    )


@entry
def join_rows_not_visible(relation: str) -> FactcheckError:
    """Refuse a join where the role cannot see whether a row may have several partners."""
    return FactcheckError(
        f"rows of table {relation} cannot be told apart",
        sqlstate="42501",
        detail="Row security hides rows, or reading the table runs code of a role that is not trusted.",
        hint="Make the columns unique, or let a role add the join that sees every row.",
    )


@entry
def join_columns_not_unique(columns: str, relation: str) -> FactcheckError:
    """Refuse a join by columns that several rows of the other table share, or that have no value in some."""
    return FactcheckError(
        f"columns ({columns}) do not tell rows of table {relation} apart",
        sqlstate="21000",
        detail="Values are missing or occur in several rows: what is joined with them would be counted again.",
        hint="Name the table with many rows for one partner first, and unique columns for the other.",
    )


@entry
def measure_not_understood(name: str, reason: str) -> FactcheckError:
    """Refuse a measure whose expression is not arithmetic over columns of numbers that the role may read."""
    return FactcheckError(
        f"the expression of measure {name} cannot be used",
        sqlstate="42601",
        detail=f"{reason[0].upper()}{reason[1:]}.",
        hint="Use + - * /, numbers, abs, coalesce, greatest, least, nullif, round, and columns of numbers: those of the"
        " table, or other.column of a table that each of its rows has at most one partner in.",
    )
