"""How words become terms: the one way in which both query fragments and claims are stemmed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from factcheck.port import Database
from factcheck.sqltext import literal, text_array

LONGEST_WORD = 200  # characters: the server stems no word much longer, and says so each time

_ACCENTS = literal("[\u0300-\u036f]")
"""Combining marks, which stand alone after compatibility decomposition."""


ENGLISH = "pg_catalog.english"
"""The text search configuration of query fragments and claims."""


_JOINED = literal("([[:alpha:]])[-/](?=[[:alpha:]])")
"""A hyphen or a slash between words, for the two of which the server makes a third term, or one alone."""

_RANGE = literal("(^|[^-[:digit:]])([[:digit:]]+)-(?=[[:digit:]]+([^-[:digit:]]|$))")
"""A hyphen between two numbers, which the server takes for the sign of the second; not those of a day."""


def terms_sql(words: str, language: str = ENGLISH) -> str:
    """Return SQL for the stemmed terms of a text expression, without accents, as a ``tsvector``.

    The text search configuration ``language`` is named with its schema, so that no session's default counts.  Most
    values are plain ASCII and need no decomposition, which only databases in UTF8 can do.  Words that a hyphen or a
    slash joins are terms, and not the whole, which no word of a sentence would be: "Month-to-month", "Asian/Pacific".
    """
    plain = (
        f"CASE WHEN octet_length({words}) = length({words}) OR getdatabaseencoding() <> 'UTF8' THEN {words}"
        f" ELSE regexp_replace(normalize({words}, NFKD), {_ACCENTS}, '', 'g') END"
    )
    return (
        f"to_tsvector({literal(language)}, CASE WHEN {words} !~ '[-/]' OR strpos({words}, '://') > 0 THEN {plain}"
        f" ELSE regexp_replace(regexp_replace({plain}, {_JOINED}, '\\1 ', 'g'), {_RANGE}, '\\1\\2 ', 'g') END)"
    )


def term_list_sql(words: str) -> str:
    """Return SQL for the different terms of a text expression as ``text[]``."""
    return f"tsvector_to_array({terms_sql(words)})"


def stems_of(database: Database, words: Collection[str], language: str = ENGLISH) -> dict[str, list[str]]:
    """Return the stems of words, which are terms of the index; stop words have none, nor have very long ones."""
    usable = sorted(word for word in words if len(word) <= LONGEST_WORD)
    if not usable:
        return {}
    stems: dict[str, list[str]] = defaultdict(list)
    for row in database.query(
        f"SELECT w.word, t.lexeme FROM unnest({text_array(usable)}) AS w (word),"
        f" unnest({terms_sql('w.word', language)}) AS t"
    ):
        stems[row["word"]].append(row["lexeme"])
    return dict(stems)
