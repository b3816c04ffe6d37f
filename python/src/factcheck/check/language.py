"""Tells of a document that is not in English, by the stop words of the server's own dictionaries.

About every third word of a running text is a stop word, which says little but the language.  PostgreSQL has lists of
them for some fifteen languages.  English ones alone are counted first: an English document costs one short query.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain

from factcheck.documents.document import Document
from factcheck.port import Database
from factcheck.sqltext import text_array

_WORD = re.compile(r"[^\W\d_]{2,40}")
_LETTERS = re.compile(r"[^\W\d_]")

_SAMPLE = 200
"""Different words that are looked at."""
_ENGLISH_SHARE = 0.15
"""From this share of English stop words on, a text is in English."""
_LEAST_STOP_WORDS = 4
_IN_A_SENTENCE = 3
_IN_AN_ACCENTED_SENTENCE = 2
_SHARE_OF_A_SENTENCE = 0.4
"""Stop words of a language that a single sentence has, and how large a part of it they are."""
_TIMES_AS_MANY = 2
"""How many times as many stop words as English has another language must have."""

_LAST_OF_LATIN = "\u024f"
_LEAST_LETTERS = 20
_LEAST_WORDS = 20
_ACCENTED_SHARE = 0.03
_UNKNOWN_ENGLISH_SHARE = 0.05
"""Of a language without a list: letters that English does not have, and hardly an English stop word."""

_STOP_WORDS = """
SELECT pg_catalog.initcap(pg_catalog.replace(d.dictname::text, '_stem', '')) AS language, count(*) AS number
FROM pg_catalog.unnest({words}) AS word
CROSS JOIN pg_catalog.pg_ts_dict d
WHERE d.dictnamespace = 'pg_catalog'::pg_catalog.regnamespace AND d.dictname {which}
  AND pg_catalog.getdatabaseencoding() = 'UTF8'
  AND pg_catalog.ts_lexize(d.oid::pg_catalog.regdictionary, word) = '{{}}'
GROUP BY d.dictname
"""
_LIKE_ENGLISH = "= 'english_stem'"
_LIKE_OTHERS = r"LIKE '%\_stem'"


def tell_language(document: Document, database: Database) -> None:
    """Raise a notice where a document seems to be in another language than English.

    Short texts, and lists of names and numbers, are in none.  In a database of another encoding than UTF-8 nothing is
    told, since the dictionaries of many languages cannot be read there.
    """
    text = [paragraph.text for paragraph in document.paragraphs if paragraph.kind != "table_cell"]
    words = sample_of_words(text)
    if len(words) < _LEAST_STOP_WORDS and not is_in_other_script(text):
        return
    language = language_of(words, text, database)
    if language is None:
        return
    what = f"seems to be in {language}" if language else "seems not to be in English"
    database.notice(
        f"the document {what}",
        detail="Every document is read as English: elsewhere numbers, and what they are about, are often misread.",
        hint="Have an English text checked.",
    )


def sample_of_words(texts: Sequence[str]) -> list[str]:
    """Return the first different words of some texts, in lower case."""
    words: dict[str, None] = {}
    for found in chain.from_iterable(_WORD.finditer(text) for text in texts):
        words.setdefault(found[0].lower())
        if len(words) == _SAMPLE:
            break
    return list(words)


def language_of(words: Sequence[str], texts: Sequence[str], database: Database) -> str | None:
    """Return the language of a text by its words: "" for one without a name, None for English or none at all."""
    if is_in_other_script(texts):
        return _most_likely(_stop_words(words, _LIKE_OTHERS, database)) or ""
    if not words or _stop_words(words, _LIKE_ENGLISH, database).get("English", 0) >= _ENGLISH_SHARE * len(words):
        return None
    if len(words) < _LEAST_WORDS:
        return _language_of_sentence(words, texts, database)
    numbers = _stop_words(words, _LIKE_OTHERS, database)
    language = _most_likely(numbers)
    if language is None and _is_accented(words) and numbers.get("English", 0) < _UNKNOWN_ENGLISH_SHARE * len(words):
        return ""
    return language


def _language_of_sentence(words: Sequence[str], texts: Sequence[str], database: Database) -> str | None:
    """Return the language of a text of a sentence or two, as ``language_of`` does.

    Capitals begin names ("Las Vegas"): only words in lower case count, and the one that the text begins with.
    """
    written = [found[0] for text in texts for found in _WORD.finditer(text)]
    inside = {word.lower() for place, word in enumerate(written) if place == 0 or word.islower()}
    numbers = _stop_words(sorted(inside), _LIKE_OTHERS, database)
    is_ascii = all(word.isascii() for word in words)
    least = max(_IN_A_SENTENCE if is_ascii else _IN_AN_ACCENTED_SENTENCE, _SHARE_OF_A_SENTENCE * len(words))
    most = max(numbers.values(), default=0)
    if "English" in numbers or most < least:
        return _most_likely(numbers)
    languages = [language for language, number in numbers.items() if number == most]
    return languages[0] if len(languages) == 1 else ""


def is_in_other_script(texts: Sequence[str]) -> bool:
    """Tell whether most letters of some texts are beyond the Latin ones, as far as a sample tells."""
    letters = _LETTERS.findall(" ".join(texts)[: 50 * _LEAST_LETTERS])
    beyond = sum(letter > _LAST_OF_LATIN for letter in letters)
    return len(letters) >= _LEAST_LETTERS and 2 * beyond > len(letters)


def _is_accented(words: Sequence[str]) -> bool:
    letters = "".join(words)
    return sum(not letter.isascii() for letter in letters) > _ACCENTED_SHARE * len(letters)


def _stop_words(words: Sequence[str], which: str, database: Database) -> dict[str, int]:
    """Return how many of some words are stop words of each language that has any of them."""
    rows = database.query(_STOP_WORDS.format(words=text_array(words), which=which))
    return {row["language"]: row["number"] for row in rows}


def _most_likely(numbers: Mapping[str, int]) -> str | None:
    """Return the language that has by far more of the stop words than English, the first by name among equals."""
    english = numbers.get("English", 0)
    language, most = min(numbers.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
    return language if most >= max(_LEAST_STOP_WORDS, _TIMES_AS_MANY * english) else None
