"""The sources of passages: what is registered, and whether the caller may read it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.evidence import (
    source_not_added,
    source_not_readable,
    source_runs_code,
)
from factcheck.port import Database, Row
from factcheck.sqltext import identifier, literal, text_array
from factcheck.text_index.bm25 import Bm25


@dataclass(frozen=True, slots=True)
class Source:
    """A relation whose texts hold passages.

    ``relation``, ``key`` and ``text`` are written as SQL, ``key_type`` is the type in which keys are looked up.
    ``is_indexed`` tells whether passages of such a relation are indexed at all; ``visibility_id`` is the number under
    which they are, None before they are.  ``columns`` are the names of the key and the text, ``size`` and ``last`` how
    many passages are indexed, and the highest of their numbers.  ``language_state`` is another whenever the server
    makes other terms of words.
    """

    source_id: int
    name: str
    relation: str
    key: str
    key_type: str
    text: str
    language: str
    language_state: str | None
    bm25: Bm25
    is_indexed: bool
    visibility_id: int | None
    columns: tuple[str, str]
    size: int
    last: int


def read_sources(database: Database, names: Sequence[str]) -> list[Source]:
    """Return the named sources in this order, each once.

    Raises ``FactcheckError`` for one that was not added, or that the caller may not read, or whose reading runs code
    of roles that the caller does not trust.
    """
    rows = database.query(f"SELECT * FROM factcheck._named_sources({text_array(names)})")
    known = {row["name"]: row for row in rows}
    return [_source(name, known.get(name)) for name in dict.fromkeys(names)]


def _source(name: str, row: Row | None) -> Source:
    if row is None:
        raise source_not_added(name)
    if not row["is_readable"] or row["key_type"] is None:
        raise source_not_readable(name, row["relation"])
    if row["code_owners"]:
        raise source_runs_code(name, row["relation"], row["code_owners"])
    return Source(
        source_id=row["source_id"],
        name=name,
        relation=row["relation"],
        key=f"t.{identifier(row['key_column'])}",
        key_type=row["key_type"],
        text=f"t.{identifier(row['text_column'])}::text",
        language=row["language"],
        language_state=row["language_state"],
        bm25=Bm25(row["k1"], row["b"]),
        is_indexed=row["is_indexed"],
        visibility_id=row["visibility_id"],
        columns=(row["key_column"], row["text_column"]),
        size=int(row["size"]),
        last=row["last"],
    )


def readable_sources(database: Database, names: Sequence[str]) -> list[Source]:
    """Return those of the named sources that the caller may read, without running code that it does not trust."""
    sources = []
    for name in dict.fromkeys(names):
        try:
            sources += read_sources(database, [name])
        except FactcheckError:
            continue
    return sources


def read_bodies(database: Database, source: Source, keys: Collection[str]) -> dict[str, str]:
    """Return the texts of some rows of a source by their keys; rows that are not there have none."""
    rows = database.query(
        f"SELECT {key_text(source)} AS key, {source.text} AS body FROM {source.relation} AS t"
        f" WHERE {source.key} = ANY ({text_array(sorted(keys))}::{source.key_type}[]) AND {source.text} IS NOT NULL"
    )
    return {row["key"]: row["body"] for row in rows}


def text_hash(source: Source) -> str:
    """Return SQL for the hash of a row's text."""
    return f"hashtextextended({source.text}, 0)"


def key_text(source: Source) -> str:
    """Return SQL for a row's key as it is kept."""
    return f'{source.key}::text COLLATE "C"'


def passage_query(source: Source, key: str) -> str:
    """Return the statement that reads the row of a source that a passage stands in."""
    return f"SELECT {source.text} FROM {source.relation} AS t WHERE {source.key} = {literal(key)}::{source.key_type}"
