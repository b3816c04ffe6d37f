"""Misspelt and shortened words: the terms of literals by their trigrams."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from factcheck.port import Database
from factcheck.settings import Settings
from factcheck.sqltext import integer_array, text_array

_SHORTEST_TERM = 4
_LEAST_SIMILARITY = 0.5
IS_SPELLED = f"term COLLATE \"C\" ~ '^[[:alpha:]]{{{_SHORTEST_TERM},}}$'"
"""SQL for whether the trigrams of a ``term`` are kept, where trigrams are."""


def write_spelling(database: Database, visibility: int, settings: Settings, terms: Sequence[str] | None = None) -> bool:
    """Store the trigrams of the terms of the texts of one visibility, unless there are more than the setting allows.

    The terms are those of the stored postings where they are not given.  Return whether trigrams were stored.
    """
    show_trigrams = f"{_trigram_schema(database)}.show_trgm"
    source = f"factcheck.posting WHERE visibility_id = {visibility}"
    if terms is not None:
        source = f"unnest({text_array(terms)}) AS given (term) WHERE true"
    rows = database.query(
        f"WITH spelled AS MATERIALIZED (SELECT term FROM {source}"
        f" AND {IS_SPELLED} LIMIT {settings.misspelling_terms + 1}), written AS ("
        "INSERT INTO factcheck.spelling (trigram, visibility_id, terms)"
        f" SELECT trigram, {visibility}, array_agg(term ORDER BY term) FROM spelled,"
        f" unnest({show_trigrams}(term)) AS trigram"
        f" WHERE (SELECT count(*) FROM spelled) <= {settings.misspelling_terms}"
        f" GROUP BY trigram) SELECT count(*) <= {settings.misspelling_terms} AS is_written FROM spelled"
    )
    return bool(rows[0]["is_written"])


def beginnings(word: str) -> list[str]:
    """Return what may shorten a stem, as "calif" does "california": its beginnings, from four letters and 40 % on."""
    return [word[:length] for length in range(max(_SHORTEST_TERM, math.ceil(0.4 * len(word))), len(word))]


def similar_terms(
    database: Database, words: Iterable[str], columns: Sequence[int]
) -> Mapping[str, Sequence[tuple[str, float]]]:
    """Look up, for each word, the terms of the columns' literals that are spelt alike, with similarity from 0.5 to 1.

    Words are stems themselves.  Similarity is the share of trigrams that both have, as in pg_trgm.
    """
    looked_up = sorted({word for word in words if len(word) >= _SHORTEST_TERM})
    if not looked_up or not columns:
        return {}
    trigrams = {word: _trigrams(word) for word in looked_up}
    pairs = [(word, trigram) for word in looked_up for trigram in sorted(trigrams[word])]
    # A term that is half alike has half of the word's trigrams, so at least one of any set of more than half of them:
    # terms are read of the rarest trigrams only, those of which least is stored, and each term is compared once.
    rows = database.query(
        "WITH pair AS (SELECT * FROM"
        f" unnest({text_array(word for word, _ in pairs)}, {text_array(trigram for _, trigram in pairs)})"
        " AS p (word, trigram)), stored AS MATERIALIZED (SELECT g.trigram, s.terms, pg_column_size(s.terms) AS size"
        f" FROM unnest({text_array(sorted({trigram for _, trigram in pairs}))}) AS g (trigram),"
        ' LATERAL (SELECT terms FROM factcheck.spelling WHERE trigram = g.trigram COLLATE "C"'
        " AND visibility_id = ANY (ARRAY(SELECT v.visibility_id FROM factcheck.visibility v"
        f" WHERE v.column_id = ANY ({integer_array(columns)}))) OFFSET 0) AS s),"
        " sized AS (SELECT trigram, sum(size) AS size FROM stored GROUP BY trigram),"
        " ranked AS (SELECT p.word, p.trigram, row_number() OVER of_word AS rank,"
        " count(*) OVER (PARTITION BY p.word) AS trigrams FROM pair p LEFT JOIN sized s USING (trigram)"
        " WINDOW of_word AS (PARTITION BY p.word ORDER BY s.size NULLS FIRST, p.trigram))"
        " SELECT DISTINCT r.word, t.term FROM ranked r JOIN stored s USING (trigram), unnest(s.terms) AS t (term)"
        " WHERE r.rank <= r.trigrams / 2 + 1 AND t.term <> r.word"
    )
    alike: dict[str, list[tuple[str, float]]] = {}
    for row in rows:
        similarity = _similarity(trigrams[row["word"]], _trigrams(row["term"]))
        if similarity >= _LEAST_SIMILARITY:
            alike.setdefault(row["word"], []).append((row["term"], similarity))
    return {word: sorted(terms, key=lambda term: (-term[1], term[0])) for word, terms in sorted(alike.items())}


def _trigrams(word: str) -> frozenset[str]:
    """Cut a word, with two blanks before and one behind it, into groups of three letters, as pg_trgm does."""
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
