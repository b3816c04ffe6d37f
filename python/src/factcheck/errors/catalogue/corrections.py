"""Errors of readings that a person puts together."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry, enumerated


@entry
def function_not_known(name: str, known: Sequence[str]) -> FactcheckError:
    """Refuse an aggregation function of a name that there is not."""
    return FactcheckError(
        f'function "{name}" is not known', sqlstate="42704", hint=f"The functions are {enumerated(known)}."
    )


@entry
def column_not_known(name: str) -> FactcheckError:
    """Refuse a column, or all rows of a table, of a name that no added table has."""
    return FactcheckError(
        f'column "{name}" is not known',
        sqlstate="42704",
        detail="Readings use columns of added tables that you may read.",
        hint='Write it as "table.column", or "table.*" for all rows, as factcheck.fragments(document_id, claim_no)'
        " does.",
    )


@entry
def column_in_several_tables(name: str) -> FactcheckError:
    """Refuse a column, or all rows of a table, of a name that several added tables have."""
    return FactcheckError(
        f'column "{name}" is in several tables', sqlstate="42702", hint="Write the schema before the table."
    )


@entry
def predicate_not_understood(text: str) -> FactcheckError:
    """Refuse a predicate that is no fragment of the document and no comparison of a column with a value."""
    return FactcheckError(
        f'predicate "{text}" is not understood',
        hint="Write a column, =, <>, <, <=, > or >= (the last four for numbers), and a value,"
        " as factcheck.fragments(document_id, claim_no) does.",
    )


@entry
def fragments_not_combined(detail: str) -> FactcheckError:
    """Refuse fragments that make no query of a function."""
    return FactcheckError(
        "these fragments make no query",
        detail=detail,
        hint="See how fragments are written: factcheck.fragments(document_id, claim_no).",
    )


@entry
def tables_not_joined(names: Sequence[str]) -> FactcheckError:
    """Refuse fragments of tables that nothing joins."""
    return FactcheckError(
        f"no join of {enumerated(names)} is known",
        hint="Add one: factcheck.add_join(from_table, columns, to_table, columns).",
    )
