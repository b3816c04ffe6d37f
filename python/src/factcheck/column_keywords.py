"""Stores the keywords of tables and columns, with what the lexicon knows of the words in their names."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.names import ColumnKeyword, base_forms, name_keywords, split_identifier, substrings
from factcheck.port import Database
from factcheck.schema import Table
from factcheck.sqltext import literal, text_array

_RELATED_PER_WORD = 10
_LONGEST_WORD = 100  # characters: what is longer in a comment is no word, and no index takes it


def write_keywords(database: Database, table: Table) -> None:
    """Store the keywords of an added table and of its columns, which have none yet."""
    names = [table.name, *(column.name for column in table.columns)]
    words = {word for name in names for word in split_identifier(name)}
    parts = words | {part for word in words for part in substrings(word)}
    dictionary = _dictionary(database, {form for part in parts for form in base_forms(part)})
    known = {part: max(dictionary.get(form, 0.0) for form in base_forms(part)) for part in parts}
    known = {part: frequency for part, frequency in known.items() if frequency > 0}
    synonyms = _synonyms(database, {form for part in known for form in base_forms(part)})
    table_keywords = name_keywords(table.name, table.comment, known, synonyms)
    database.query(f"DELETE FROM factcheck.table_keyword WHERE table_id = {table.table_id}")
    _insert_keywords(database, "table_keyword", "table_id", [(table.table_id, table_keywords)])
    _insert_keywords(
        database,
        "column_keyword",
        "column_id",
        [(column.column_id, name_keywords(column.name, column.comment, known, synonyms)) for column in table.columns],
    )


def _dictionary(database: Database, words: set[str]) -> dict[str, float]:
    rows = database.query(
        "SELECT lemma, max(frequency) AS frequency FROM factcheck.lexicon"
        f" WHERE lemma = ANY ({text_array(sorted(words))}) GROUP BY lemma"
    )
    return {row["lemma"]: float(row["frequency"]) for row in rows}


def _synonyms(database: Database, words: set[str]) -> dict[str, list[str]]:
    rows = database.query(
        "SELECT lemma, related FROM (SELECT lemma, related, row_number() OVER"
        " (PARTITION BY lemma ORDER BY max(frequency) DESC, related) AS place"
        f" FROM factcheck.lexicon WHERE lemma = ANY ({text_array(sorted(words))})"
        " AND relation IN ('synonym', 'derivation') GROUP BY lemma, related) AS entry"
        f" WHERE place <= {_RELATED_PER_WORD} ORDER BY lemma, place"
    )
    synonyms: dict[str, list[str]] = {}
    for row in rows:
        synonyms.setdefault(row["lemma"], []).append(row["related"])
    return synonyms


def _insert_keywords(
    database: Database, target: str, key: str, keywords: Sequence[tuple[int, Sequence[ColumnKeyword]]]
) -> None:
    values = ", ".join(
        f"({number}, {literal(keyword.word)}, {literal(keyword.source)}, {literal(keyword.weight)})"
        for number, members in keywords
        for keyword in members
        if len(keyword.word) <= _LONGEST_WORD
    )
    if values:
        database.query(f"INSERT INTO factcheck.{target} ({key}, word, source, weight) VALUES {values}")
