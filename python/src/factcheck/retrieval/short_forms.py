"""Words of values that are no words of the language, and so may be words written shorter: Fin, Mgr, Twnhse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.port import Database
from factcheck.retrieval.generators.shortened_words import words_of_value
from factcheck.retrieval.literal_sources import LiteralSources
from factcheck.sqltext import text_array
from factcheck.words.identifiers import long_forms

_SHORTEST, _LONGEST = 2, 8
_SHORTEST_UNKNOWN = 3
_MOST_MET = 1.0
"""How often the lexicon's texts have a word at most that counts as none of the language: "fin" is met in none."""


def short_forms_of(database: Database, values: Mapping[int, Sequence[str]], sources: LiteralSources) -> frozenset[str]:
    """Return the words, in lower case, of columns of text with few values that may be written shorter."""
    words = {
        word
        for number, literals in values.items()
        if sources.columns[number].column.is_text
        for literal in literals
        for word in words_of_value(literal)
        if _SHORTEST <= len(word) <= _LONGEST
    }
    known = {word for word in words if long_forms(word)}
    asked = sorted(word for word in words - known if len(word) >= _SHORTEST_UNKNOWN)
    if not asked:
        return frozenset(known)
    rows = database.query(
        f"SELECT w.word FROM unnest({text_array(asked)}) AS w (word)"
        ' WHERE NOT EXISTS (SELECT FROM factcheck.lexicon l WHERE l.lemma = w.word COLLATE "C"'
        f" AND l.frequency > {_MOST_MET})"
    )
    return frozenset(known.union(row["word"] for row in rows))
