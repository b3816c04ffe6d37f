"""Data dictionaries: descriptions, and measures, which are metrics and semantic models of dbt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from factcheck.catalogue.descriptions import added_tables
from factcheck.catalogue.descriptions import load_dictionary as take_dictionary
from factcheck.dictionaries.dbt_measures import MeasureEntry
from factcheck.dictionaries.matching import KnownTable, tables_named
from factcheck.dictionaries.reading import declared_measures
from factcheck.errors import FactcheckError
from factcheck.joins.measures import add_measure
from factcheck.port import Database
from factcheck.server.entry import entry_point
from factcheck.sqltext import qualified

_NAMED_IN_NOTICE = 5


@entry_point
def load_dictionary(
    database: Database, text: str, format_name: str | None, table: str | None, data_set: str | None
) -> dict[str, Any]:
    """Store the descriptions of a data dictionary, and declare its measures."""
    loaded = take_dictionary(database, text, format_name, table, data_set)
    tables = added_tables(database, table, data_set)
    declared = _declare_measures(database, declared_measures(text, format_name), tables)
    return {"taken": loaded.taken + declared, "relations": loaded.relations}


def _declare_measures(database: Database, entries: Sequence[MeasureEntry], tables: Sequence[KnownTable]) -> int:
    """Declare the measures of a dictionary, each for the one added table that its model is; return how many.

    A notice tells which cannot be read, and why.
    """
    unread: list[str] = []
    for entry in entries:
        meant = tables_named(entry.table, tables) if entry.table else []
        if entry.reason:
            unread.append(f"{entry.name}: {entry.reason}")
        elif len(meant) != 1:
            unread.append(f"{entry.name}: {'no added table' if not meant else 'more than one'} is its model")
        elif (why := _why_not_declared(database, entry, meant[0])) is not None:
            unread.append(f"{entry.name}: {why}")
    if unread:
        more = len(unread) - _NAMED_IN_NOTICE
        listed = "; ".join(unread[:_NAMED_IN_NOTICE]) + (f" and {more} more" if more > 0 else "")
        database.notice(
            f"{len(unread)} of {len(entries)} measures of the dictionary were left out",
            detail=f"Left out: {listed}.",
            hint="Declare what they mean by hand: SELECT factcheck.add_measure(...).",
        )
    return len(entries) - len(unread)


def _why_not_declared(database: Database, entry: MeasureEntry, table: KnownTable) -> str | None:
    """Declare a measure; return why it cannot be."""
    relation = qualified(table.schema, table.name)
    try:
        add_measure(database, entry.name, relation, entry.expression, entry.description or None)
    except FactcheckError as error:
        return (error.detail or error.message).rstrip(".")
    return None
