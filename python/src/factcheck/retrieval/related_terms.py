"""Related words of the language: what a claim says where a literal has another word for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from factcheck.index.terms import term_list_sql
from factcheck.port import Database
from factcheck.sqltext import integer_array, text_array

_RELATED_PER_WORD = 8
_LEAST_SHARE = 0.1
"""Rarer senses of a word count only where they are met at least so often, relative to the most frequent one."""


def related_terms(database: Database, words: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Terms of synonyms and broader words, such as "male" for "man" and "tx" for "texas".

    ``words`` maps terms to the words they are stems of; of related words only single ones count.
    """
    terms = sorted(term for term, forms in words.items() if forms)
    pairs = [(place, word) for place, term in enumerate(terms) for word in sorted(words[term])]
    if not pairs:
        return {}
    # The words related to one term are stemmed at once: they have no blank within, so none runs into another.
    rows = database.query(
        f"WITH word AS (SELECT * FROM unnest({integer_array(place for place, _ in pairs)},"
        f" {text_array(word for _, word in pairs)}) AS w (place, word)),"
        " related AS (SELECT w.place, l.related, max(l.frequency) AS frequency"
        ' FROM word w JOIN factcheck.lexicon l ON l.lemma = w.word COLLATE "C"'
        " WHERE l.relation IN ('synonym', 'hypernym') AND strpos(l.related, ' ') = 0 AND strpos(l.related, '-') = 0"
        " GROUP BY w.place, l.related),"
        " ranked AS (SELECT r.*, row_number() OVER own AS rank, first_value(r.frequency) OVER own AS most"
        " FROM related r WINDOW own AS (PARTITION BY r.place ORDER BY r.frequency DESC, r.related)),"
        " said AS (SELECT r.place, string_agg(r.related, ' ') AS words FROM ranked r"
        f" WHERE r.rank <= {_RELATED_PER_WORD} AND r.frequency >= {_LEAST_SHARE} * r.most GROUP BY r.place)"
        f" SELECT s.place, {term_list_sql('s.words')} AS related FROM said s ORDER BY s.place"
    )
    own = ((terms[row["place"]], row["related"]) for row in rows)
    return {term: [other for other in related if other != term] for term, related in own}
