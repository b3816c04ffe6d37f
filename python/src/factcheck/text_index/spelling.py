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
IS_SPELLED = f"term COLLATE \"C\" ~ '^[[:alpha:]]{{{_SHORTEST_TERM},}}$'"
"""SQL for whether the trigrams of a ``term`` are kept, if they are of any of its column."""


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
        f" AND {IS_SPELLED} LIMIT {settings.spelled_terms + 1}), written AS ("
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
    own = {word: _trigrams(word) for word in looked_up}
    pairs = [(word, trigram) for word in looked_up for trigram in sorted(own[word])]
    # Who is half alike has half of the word's trigrams, so at least one of any set of more than half of them: terms
    # are read of the rarest ones only, those of which least is stored, and each term is compared once.
    rows = database.query(
        "WITH pair AS (SELECT * FROM"
        f" unnest({text_array(word for word, _ in pairs)}, {text_array(trigram for _, trigram in pairs)})"
        " AS p (word, trigram)), stored AS MATERIALIZED (SELECT g.trigram, s.terms, pg_column_size(s.terms) AS size"
        f" FROM unnest({text_array(sorted({trigram for _, trigram in pairs}))}) AS g (trigram),"
        ' LATERAL (SELECT terms FROM factcheck.spelling WHERE trigram = g.trigram COLLATE "C"'
        f" AND column_id = ANY ({integer_array(columns)}) OFFSET 0) AS s),"
        " sized AS (SELECT trigram, sum(size) AS size FROM stored GROUP BY trigram),"
        " ranked AS (SELECT p.word, p.trigram, row_number() OVER own AS rank,"
        " count(*) OVER (PARTITION BY p.word) AS own FROM pair p LEFT JOIN sized s USING (trigram)"
        " WINDOW own AS (PARTITION BY p.word ORDER BY s.size NULLS FIRST, p.trigram))"
        " SELECT DISTINCT r.word, t.term FROM ranked r JOIN stored s USING (trigram), unnest(s.terms) AS t (term)"
        " WHERE r.rank <= r.own / 2 + 1 AND t.term <> r.word"
    )
    found: dict[str, list[tuple[str, float]]] = {}
    for row in rows:
        similarity = _similarity(own[row["word"]], _trigrams(row["term"]))
        if similarity >= _LEAST_SIMILARITY:
            found.setdefault(row["word"], []).append((row["term"], similarity))
    return {word: sorted(terms, key=lambda term: (-term[1], term[0])) for word, terms in sorted(found.items())}


def _trigrams(word: str) -> frozenset[str]:
    """Three letters each of a word with two blanks before and one behind it, as pg_trgm has them."""
    padded = f"  {word} "
    return frozenset(padded[start : start + 3] for start in range(len(word) + 1))


def _similarity(one: frozenset[str], other: frozenset[str]) -> float:
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared)


def _trigram_schema(database: Database) -> str:
    [row] = database.query(
        "SELECT quote_ident(n.nspname) AS schema FROM pg_catalog.pg_extension e"
        " JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'"
    )
    return str(row["schema"])
