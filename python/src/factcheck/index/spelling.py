"""Misspelt and shortened words: the terms of literals by their trigrams."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from factcheck.catalogue.schema import Column
from factcheck.port import Database
from factcheck.settings import Settings
from factcheck.sqltext import integer_array, text_array

_SHORTEST_TERM = 4
_LEAST_SIMILARITY = 0.5
_SPELLED = f"term COLLATE \"C\" ~ '^[[:alpha:]]{{{_SHORTEST_TERM},}}$'"


def write_spelling(database: Database, column: Column, settings: Settings, terms: Sequence[str] | None = None) -> bool:
    """Store the trigrams of the terms of a column's literals, unless it has more terms than the setting allows.

    The terms are those of the column's postings where they are not given.
    """
    show_trigrams = f"{_trigram_schema(database)}.show_trgm"
    source = f"factcheck.posting WHERE column_id = {column.column_id}"
    if terms is not None:
        source = f"unnest({text_array(terms)}) AS own (term) WHERE true"
    rows = database.query(
        f"WITH spelled AS MATERIALIZED (SELECT term FROM {source}"
        f" AND {_SPELLED} LIMIT {settings.spelled_terms + 1}), written AS ("
        "INSERT INTO factcheck.spelling (trigram, column_id, terms)"
        f" SELECT trigram, {column.column_id}, array_agg(term ORDER BY term) FROM spelled,"
        f" unnest({show_trigrams}(term)) AS trigram WHERE (SELECT count(*) FROM spelled) <= {settings.spelled_terms}"
        f" GROUP BY trigram) SELECT count(*) <= {settings.spelled_terms} AS is_written FROM spelled"
    )
    return bool(rows[0]["is_written"])


def beginnings(word: str) -> list[str]:
    """What may shorten a stem, as "calif" does "california": its beginnings of at least four letters and 40 %."""
    return [word[:length] for length in range(max(_SHORTEST_TERM, math.ceil(0.4 * len(word))), len(word))]


def similar_terms(
    database: Database, words: Iterable[str], columns: Sequence[int]
) -> Mapping[str, Sequence[tuple[str, float]]]:
    """For each word, a stem itself, the terms of literals that are spelt alike, with their similarity from 0.5 to 1.

    Similarity is the share of trigrams that both have, as in pg_trgm.
    """
    looked_up = sorted({word for word in words if len(word) >= _SHORTEST_TERM})
    if not looked_up or not columns:
        return {}
    show_trigrams = f"{_trigram_schema(database)}.show_trgm"
    rows = database.query(
        f"WITH word AS (SELECT w.word, {show_trigrams}(w.word) AS trigrams FROM unnest({text_array(looked_up)})"
        " AS w (word)), hit AS (SELECT w.word, t.term, s.column_id, cardinality(w.trigrams) AS own, count(*) AS shared"
        ' FROM word w, unnest(w.trigrams) AS g (trigram) JOIN factcheck.spelling s ON s.trigram = g.trigram COLLATE "C"'
        f" AND s.column_id = ANY ({integer_array(columns)}), unnest(s.terms) AS t (term)"
        " GROUP BY w.word, w.trigrams, t.term, s.column_id HAVING 2 * count(*) >= cardinality(w.trigrams)),"
        " scored AS (SELECT DISTINCT word, term, shared::double precision"
        f" / (own + cardinality({show_trigrams}(term)) - shared) AS similarity FROM hit)"
        f" SELECT word, term, similarity FROM scored WHERE similarity >= {_LEAST_SIMILARITY} AND term <> word"
        " ORDER BY word, similarity DESC, term"
    )
    found: dict[str, list[tuple[str, float]]] = {}
    for row in rows:
        found.setdefault(row["word"], []).append((row["term"], float(row["similarity"])))
    return found


def _trigram_schema(database: Database) -> str:
    [row] = database.query(
        "SELECT quote_ident(n.nspname) AS schema FROM pg_catalog.pg_extension e"
        " JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'"
    )
    return str(row["schema"])
