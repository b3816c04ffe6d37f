"""How words become terms: the one way in which both query fragments and claims are stemmed."""

from __future__ import annotations

from factcheck.sqltext import literal

_ACCENTS = literal("[\u0300-\u036f]")
"""Combining marks, which stand alone after compatibility decomposition."""


def terms_sql(words: str) -> str:
    """Return SQL for the stemmed terms of a text expression, without accents, as a ``tsvector``.

    The text search configuration is named, so that no session's default counts.  Most values are plain ASCII and need
    no decomposition, which only databases in UTF8 can do.
    """
    return (
        "to_tsvector('pg_catalog.english', CASE"
        f" WHEN octet_length({words}) = length({words}) OR getdatabaseencoding() <> 'UTF8' THEN {words}"
        f" ELSE regexp_replace(normalize({words}, NFKD), {_ACCENTS}, '', 'g') END)"
    )


def term_list_sql(words: str) -> str:
    """Return SQL for the different terms of a text expression as ``text[]``."""
    return f"tsvector_to_array({terms_sql(words)})"
