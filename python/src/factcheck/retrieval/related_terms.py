"""Related words of the language: what a claim says where a literal has another word for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from factcheck.index.terms import term_list_sql
from factcheck.port import Database
from factcheck.sqltext import text_array

_RELATED_PER_WORD = 8
_LEAST_SHARE = 0.1
"""Rarer senses of a word count only where they are met at least so often, relative to the most frequent one."""


def related_terms(database: Database, words: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Terms of synonyms and broader words, such as "male" for "man" and "tx" for "texas", the most frequent first.

    ``words`` maps terms to the words they are stems of; of related words only single ones count.
    """
    pairs = sorted((term, word) for term, forms in words.items() for word in forms)
    if not pairs:
        return {}
    rows = database.query(
        "WITH word AS (SELECT * FROM unnest("
        f"{text_array(term for term, _ in pairs)}, {text_array(word for _, word in pairs)}) AS w (term, word)),"
        " related AS (SELECT w.term, l.related, max(l.frequency) AS frequency,"
        " max(max(l.frequency)) OVER (PARTITION BY w.term) AS most"
        ' FROM word w JOIN factcheck.lexicon l ON l.lemma = w.word COLLATE "C"'
        " WHERE l.relation IN ('synonym', 'hypernym') AND l.related !~ '[ -]' GROUP BY w.term, l.related),"
        " ranked AS (SELECT *, row_number() OVER (PARTITION BY term ORDER BY frequency DESC, related) AS place"
        f" FROM related WHERE frequency >= {_LEAST_SHARE} * most)"
        f" SELECT r.term, t.related FROM ranked r, unnest({term_list_sql('r.related')}) AS t (related)"
        f" WHERE r.place <= {_RELATED_PER_WORD} AND t.related <> r.term ORDER BY r.term, r.place, t.related"
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row["term"], []).append(row["related"])
    return found
