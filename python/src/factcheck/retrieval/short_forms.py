"""Words of values that are no words of the language, and so may be words written shorter: Fin, Mgr, Twnhse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.port import Database
from factcheck.retrieval.generators.shortened_words import words_of_value
from factcheck.retrieval.literal_sources import LiteralSources
from factcheck.sqltext import text_array

_SHORTEST, _LONGEST = 2, 8
_LONGEST_BESIDE = 4
_MOST_MET = 1.0
"""How often the lexicon's texts have a word at most that counts as none of the language: "fin" is met in none."""


def short_forms_of(database: Database, values: Mapping[int, Sequence[str]], sources: LiteralSources) -> frozenset[str]:
    """Return the words, in lower case, of columns of text with few values that may be written shorter.

    Where most values of a column are, short words of the language among them are, too: Off beside Apt and Whse.
    """
    words = {
        number: {word for literal in literals for word in words_of_value(literal) if _SHORTEST <= len(word) <= _LONGEST}
        for number, literals in values.items()
        if sources.columns[number].column.is_text
    }
    asked = sorted({word for of_column in words.values() for word in of_column})
    if not asked:
        return frozenset()
    rows = database.query(
        f"SELECT w.word FROM unnest({text_array(asked)}) AS w (word)"
        ' WHERE NOT EXISTS (SELECT FROM factcheck.lexicon l WHERE l.lemma = w.word COLLATE "C"'
        f" AND l.frequency > {_MOST_MET})"
    )
    short = {row["word"] for row in rows}
    for of_column in [of_column for of_column in words.values() if 2 * len(of_column & short) > len(of_column)]:
        short |= {word for word in of_column if len(word) <= _LONGEST_BESIDE}
    return frozenset(short)
