"""Stores the keywords of tables and columns, with what the lexicon knows of the words in their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

from factcheck.catalogue.keywords import (
    ColumnKeyword,
    Description,
    Vocabulary,
    description_words,
    name_keywords,
    needs_splitting,
    parts_of,
    words_with_synonyms,
)
from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import integer_array, literal, text_array
from factcheck.units.told import told_unit
from factcheck.words.identifiers import base_forms, consonants, shortened_words, split_identifier, substrings
from factcheck.words.stems import term_list_sql

_RELATED_PER_WORD = 10
_LONGEST_WORD = 100  # characters: what is longer in a comment is no word, and no index takes it
_WORDS_PER_QUERY = 4_000
_KEYWORDS_PER_QUERY = 20_000
_SHORTEST_SHORTENED = 3
_SHORTEST_WITHOUT_VOWELS = 4  # letters: three consonants are an acronym more often than a word
_CANDIDATES_PER_PART = 20


def write_keywords(database: Database, table: Table) -> None:
    """Store the keywords of an added table and of its columns anew."""
    descriptions = _descriptions(database, table)
    vocabulary = _vocabulary(database, [table.name, *(column.name for column in table.columns)])
    stop_words = _stop_words(
        database, {word for texts in descriptions.values() for text in texts for word in description_words(text.text)}
    )
    table_keywords = name_keywords(table.name, descriptions[None], vocabulary, stop_words)
    column_keywords = []
    for column in table.columns:
        checkpoint()
        keywords = name_keywords(column.name, descriptions[column.name], vocabulary, stop_words)
        column_keywords.append((column.column_id, keywords))
    database.query(f"DELETE FROM factcheck.table_keyword WHERE table_id = {table.table_id}")
    columns = integer_array(column.column_id for column in table.columns)
    database.query(f"DELETE FROM factcheck.column_keyword WHERE column_id = ANY ({columns})")
    _insert_keywords(database, "table_keyword", "table_id", [(table.table_id, table_keywords)])
    _insert_keywords(database, "column_keyword", "column_id", column_keywords)
    _write_units(database, table, descriptions)


def _write_units(database: Database, table: Table, descriptions: Mapping[str | None, Sequence[Description]]) -> None:
    """Store the units that names and descriptions tell of the columns of a table."""
    names = [column.name for column in table.columns]
    told = [told_unit(name, [each.text for each in descriptions[name]], names) for name in names]
    values = ", ".join(
        f"({column.column_id}, {literal(unit.text) if unit else 'NULL'})"
        for column, unit in zip(table.columns, told, strict=True)
    )
    if values:
        database.query(
            f"UPDATE factcheck.data_column dc SET unit = v.unit FROM (VALUES {values}) AS v (column_id, unit)"
            " WHERE dc.column_id = v.column_id AND dc.unit IS DISTINCT FROM v.unit"
        )


def _descriptions(database: Database, table: Table) -> dict[str | None, list[Description]]:
    """Return what comments and data dictionaries say of each column, and of the table under None."""
    descriptions: dict[str | None, list[Description]] = {None: []}
    descriptions.update((column.name, []) for column in table.columns)
    for name, comment in [(None, table.comment), *((column.name, column.comment) for column in table.columns)]:
        if comment:
            descriptions[name].append(Description("comment", comment))
    # a description follows a column that was renamed, as long as no other takes over its name
    rows = database.query(
        "SELECT coalesce(named.attname, renamed.attname)::text AS column_name, d.description"
        " FROM factcheck.description d JOIN factcheck.data_table dt ON dt.relation = d.relation"
        " LEFT JOIN pg_catalog.pg_attribute named"
        " ON named.attrelid = d.relation AND named.attname = d.column_name AND NOT named.attisdropped"
        " LEFT JOIN pg_catalog.pg_attribute renamed"
        " ON renamed.attrelid = d.relation AND renamed.attnum = d.column_number AND NOT renamed.attisdropped"
        f" WHERE dt.table_id = {table.table_id}"
        " AND (d.column_name IS NULL OR coalesce(named.attname, renamed.attname) IS NOT NULL)"
    )
    for row in rows:
        if row["column_name"] in descriptions:
            descriptions[row["column_name"]].append(Description("dictionary", row["description"]))
    return descriptions


def _vocabulary(database: Database, names: Iterable[str]) -> Vocabulary:
    """Return what the lexicon knows of the words in names; a few queries, however many names there are."""
    words = sorted({word for name in names for word in split_identifier(name)})
    frequency = _frequencies(database, words)
    unknown = [word for word in words if needs_splitting(word, frequency)]
    frequency.update(_frequencies(database, (part for word in unknown for part in substrings(word))))
    parts = {}
    for word in unknown:
        checkpoint()
        parts[word] = parts_of(word, frequency)
    pieces = {piece for word in unknown for piece in parts[word] or [word] if needs_splitting(piece, frequency)}
    spoken = {related for word in words for related, _ in words_with_synonyms([word], parts.get(word, []))}
    return Vocabulary(parts, _synonyms(database, spoken), _shortened(database, pieces))


def _frequencies(database: Database, words: Iterable[str]) -> dict[str, float]:
    """Return how frequent the words are that the lexicon knows in some form; the others are left out."""
    frequencies: dict[str, float] = {}
    remaining = iter(words)
    while batch := set(islice(remaining, _WORDS_PER_QUERY)):
        forms = {word: base_forms(word) for word in batch}
        rows = database.query(
            "SELECT lemma, max(frequency) AS frequency FROM factcheck.lexicon"
            f" WHERE lemma = ANY ({text_array(sorted({form for some in forms.values() for form in some}))})"
            " GROUP BY lemma"
        )
        known = {row["lemma"]: float(row["frequency"]) for row in rows}
        for word, some in forms.items():
            frequency = max(known.get(form, 0.0) for form in some)
            if frequency > 0:
                frequencies[word] = frequency
    return frequencies


def _synonyms(database: Database, words: Iterable[str]) -> dict[str, list[str]]:
    forms = {form for word in words for form in base_forms(word)}
    rows = database.query(
        "SELECT lemma, related FROM (SELECT lemma, related, row_number() OVER"
        " (PARTITION BY lemma ORDER BY max(frequency) DESC, related) AS place"
        f" FROM factcheck.lexicon WHERE lemma = ANY ({text_array(sorted(forms))})"
        " AND relation IN ('synonym', 'derivation') GROUP BY lemma, related) AS entry"
        f" WHERE place <= {_RELATED_PER_WORD} ORDER BY lemma, place"
    )
    synonyms: dict[str, list[str]] = {}
    for row in rows:
        synonyms.setdefault(row["lemma"], []).append(row["related"])
    return synonyms


def _shortened(database: Database, parts: Iterable[str]) -> dict[str, list[str]]:
    """Return the words that unknown parts may shorten: nouns that begin with a part, others are one without vowels."""
    beginnings = sorted(part for part in parts if len(part) >= _SHORTEST_SHORTENED and part.isalpha())
    skeletons = [part for part in beginnings if len(part) >= _SHORTEST_WITHOUT_VOWELS and consonants(part) == part]
    if not beginnings:
        return {}
    begins = (
        f"SELECT p.part, n.lemma, n.frequency FROM unnest({text_array(beginnings)}) AS p (part),"
        " LATERAL (SELECT l.lemma, max(l.frequency) AS frequency FROM factcheck.lexicon l"
        " WHERE l.lemma >= p.part AND l.lemma < p.part || '~' AND l.part_of_speech = 'n'"
        f" GROUP BY l.lemma ORDER BY frequency DESC, l.lemma LIMIT {_CANDIDATES_PER_PART}) AS n"
    )
    # the index knows how words begin: only those of the same first letter are looked at
    has_consonants = (
        "SELECT p.part, n.lemma, n.frequency FROM"
        f" (SELECT DISTINCT left(part, 1) AS letter FROM unnest({text_array(skeletons)}) AS given (part)) AS first,"
        " LATERAL (SELECT l.lemma, max(l.frequency) AS frequency FROM factcheck.lexicon l"
        " WHERE l.lemma >= first.letter AND l.lemma < first.letter || '~' AND l.part_of_speech IN ('n', 'a')"
        f" GROUP BY l.lemma) AS n JOIN unnest({text_array(skeletons)}) AS p (part)"
        " ON p.part = left(n.lemma, 1) || translate(substr(n.lemma, 2), 'aeiou', '')"
    )
    rows = database.query(f"{begins} UNION ALL {has_consonants}" if skeletons else begins)
    candidates: dict[str, list[tuple[str, float]]] = {}
    for row in rows:
        if " " not in row["lemma"]:
            candidates.setdefault(row["part"], []).append((row["lemma"], float(row["frequency"])))
    return {part: shortened_words(part, words) for part, words in candidates.items()}


def _stop_words(database: Database, words: Iterable[str]) -> set[str]:
    """Return those of the words that the text search configuration leaves out."""
    known = sorted(word for word in words if len(word) <= _LONGEST_WORD)
    rows = database.query(
        f"SELECT word FROM unnest({text_array(known)}) AS given (word)"
        " WHERE length(to_tsvector('pg_catalog.english', word)) = 0"
    )
    return {row["word"] for row in rows}


def _insert_keywords(
    database: Database, target: str, key: str, keywords: Sequence[tuple[int, Sequence[ColumnKeyword]]]
) -> None:
    values = (
        f"({number}, {literal(keyword.word)}, {literal(keyword.source)}, {literal(keyword.weight)})"
        for number, members in keywords
        for keyword in members
        if len(keyword.word) <= _LONGEST_WORD
    )
    while batch := ", ".join(islice(values, _KEYWORDS_PER_QUERY)):
        database.query(
            f"INSERT INTO factcheck.{target} ({key}, word, source, weight, terms)"
            f" SELECT k.{key}, k.word, k.source, k.weight, {term_list_sql('k.word')}"
            f" FROM (VALUES {batch}) AS k ({key}, word, source, weight)"
        )


def terms_of_columns(database: Database, column_ids: Collection[int]) -> dict[int, list[str]]:
    """Return the stems of the keywords of columns, by their numbers."""
    return _terms_of(database, "column_keyword", "column_id", column_ids)


def terms_of_tables(database: Database, table_ids: Collection[int]) -> set[str]:
    """Return the stems of the keywords of tables."""
    return {term for terms in _terms_of(database, "table_keyword", "table_id", table_ids).values() for term in terms}


def _terms_of(database: Database, source: str, key: str, numbers: Collection[int]) -> dict[int, list[str]]:
    rows = database.query(
        f"SELECT k.{key} AS number, array_agg(t.term) AS terms FROM factcheck.{source} k, unnest(k.terms) AS t (term)"
        f" WHERE k.{key} = ANY ({integer_array(sorted(numbers))}) GROUP BY 1"
    )
    return {row["number"]: row["terms"] for row in rows}
