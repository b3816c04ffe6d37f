"""What is known of the added tables: their index, their joins, their measures, and the lexicon."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from factcheck.catalogue.schema import warn_if_not_indexed
from factcheck.categories.columns.store import write_profiles
from factcheck.joins.decisions import add_join as keep_added
from factcheck.joins.decisions import checked_arguments, renew_joins
from factcheck.joins.decisions import remove_join as keep_removed
from factcheck.joins.discovery import find_joins as find_foreign_keys
from factcheck.joins.measures import add_measure as declare_measure
from factcheck.lexicon.table import is_loaded
from factcheck.lexicon.table import load_lexicon as fill_lexicon
from factcheck.port import Database
from factcheck.server.entry import entry_point
from factcheck.server.memory import settings_in_force
from factcheck.text_index.build import index_table as build_index
from factcheck.text_index.estimate import estimate_table as estimate_index


@entry_point
def index_table(database: Database, relation: str) -> dict[str, Any]:
    """Index an added table; the first one brings the lexicon along."""
    if not is_loaded(database):
        database.notice("loading the lexicon, once in this database")
        fill_lexicon(database)
    warn_if_not_indexed(database, relation)
    indexed = build_index(database, relation, settings_in_force(database))
    write_profiles(database, relation)
    return asdict(indexed)


@entry_point
def estimate_table(database: Database, relation: str) -> dict[str, Any]:
    """Return what indexing an added table would come to."""
    return asdict(estimate_index(database, relation, settings_in_force(database)))


@entry_point
def find_joins(database: Database, relation: str) -> dict[str, Any]:
    """Let joins of an added table follow its changes, and find those that were not declared."""
    renew_joins(database, relation)
    find_foreign_keys(database, relation, settings_in_force(database))
    return {}


@entry_point
def add_join(
    database: Database,
    from_relation: str | None,
    from_columns: list[str | None] | None,
    to_relation: str | None,
    to_columns: list[str | None] | None,
) -> dict[str, Any]:
    """Keep a join that a person adds."""
    keep_added(database, checked_arguments(from_relation, from_columns, to_relation, to_columns))
    return {}


@entry_point
def remove_join(
    database: Database,
    from_relation: str | None,
    from_columns: list[str | None] | None,
    to_relation: str | None,
    to_columns: list[str | None] | None,
) -> dict[str, Any]:
    """Keep that a person wants a join not to be used."""
    keep_removed(database, checked_arguments(from_relation, from_columns, to_relation, to_columns))
    return {}


@entry_point
def add_measure(
    database: Database, name: str, relation: str, expression: str, description: str | None
) -> dict[str, Any]:
    """Keep a measure that a person declares."""
    declare_measure(database, name, relation, expression, description)
    return {}


@entry_point
def load_lexicon(database: Database) -> dict[str, Any]:
    """Load the lexicon anew."""
    return {"entries": fill_lexicon(database)}
