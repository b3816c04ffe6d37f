"""Decisions of people about stored claims: what follows from them, and what can be chosen."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from factcheck.catalogue.keyword_store import terms_of_columns, terms_of_tables
from factcheck.catalogue.locked_tables import keep_from_altering, require_still_trusted
from factcheck.catalogue.schema import Table, read_tables, readable_tables
from factcheck.claims.sentence_keys import sentence_keys
from factcheck.joins.relation_sets import Relations
from factcheck.joins.store import joins_that_hold
from factcheck.port import Database
from factcheck.queries.columns_read import columns_read
from factcheck.queries.kept import Known, as_kept, from_kept
from factcheck.queries.query import Query
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.server.memory import settings_in_force
from factcheck.server.session import session
from factcheck.settings import Settings
from factcheck.stored.analogies import analogies, with_analogies
from factcheck.stored.assembled import Fragments, assembled, known_predicates
from factcheck.stored.claims import StoredClaims, StoredReading, read_stored_claims, read_stored_readings
from factcheck.stored.corrections import Reinferred, needed_queries, reinferred, weigh
from factcheck.stored.fragments import likely_fragments
from factcheck.stored.learned_words import (
    LearnedWord,
    columns_with_words,
    fragments_with_words,
    learned_words,
    undisputed,
    words_of,
)
from factcheck.stored.run import Answers
from factcheck.stored.said_fragments import Vocabulary, words_to_stem
from factcheck.stored.weighing import Decided
from factcheck.words.stems import stems_of

_UNREADABLE = "See what has become of the tables that the text was checked by, or check it again with factcheck.verify."

_LONGEST_READ = 10_000
"""Longest query of a person's own that is read, in characters."""

_Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class _PreparedCorrection:
    """Stored claims, with what was decided about them, that wait to be read anew."""

    stored: StoredClaims
    decided: tuple[Decided, ...]
    settings: Settings


@entry_point
def prepare_correction(database: Database, claims: str) -> dict[str, Any]:
    """Make the readings of a document's claims again, and keep their tables as they are; tell the keys of sentences."""
    rows: _Rows = json.loads(claims, parse_float=Decimal)
    with hint_for_errors(_UNREADABLE):
        stored = read_stored_claims(rows, database)
        if stored.tables:
            keep_from_altering(database, stored.tables)
        decided = tuple(_decided(row, stored, place) for place, row in enumerate(rows))
        taught = [_taught(row, each, database) for row, each in zip(rows, decided, strict=True)]
        decided = _with_said(rows, decided, stored, taught, database)
        words = [
            _word_row(word, each)
            for each, of_claim in zip(decided, taught, strict=True)
            if each.is_asked
            for word in of_claim
        ]
    keys = sentence_keys([(row["claim_text"], row["sentence"]) for row in rows])
    token = session.begin(_PreparedCorrection(stored, decided, settings_in_force(database)), database)
    keys_by_claim = dict(zip((row["claim_no"] for row in rows), keys, strict=True))
    return {"token": token, "keys": keys_by_claim, "words": words}


def _taught(row: Mapping[str, Any], decided: Decided, database: Database) -> tuple[LearnedWord, ...]:
    """Return the words of the sentence of a claim that the reading which a person chose does not account for."""
    sentence, pinned = row["sentence"], decided.pinned
    if pinned is None or pinned.query is None or sentence is None:
        return ()
    query = pinned.query
    fragments = fragments_with_words(query)
    texts = [sentence, *(each.literal for each in fragments if each.literal is not None)]
    terms = stems_of(database, {word for text in texts for word in words_of(text)})
    named = terms_of_columns(database, {column.column_id for column in columns_with_words(query)})
    of_tables = terms_of_tables(database, [table.table_id for table in query.selection.relations.tables])
    return tuple(learned_words(sentence, row["claim_text"], query, terms, named, of_tables))


def _word_row(word: LearnedWord, decided: Decided) -> dict[str, Any]:
    """Return what is stored of a word that the claim which is asked about teaches."""
    fragment = word.fragment
    query = decided.pinned.query if decided.pinned else None
    tables = query.selection.relations.tables if query else ()
    names = {table.table_id: table.sql_name for table in tables}
    anchor = query.selection.anchor.table_id if query else 0
    return {
        "word": word.word,
        "term": word.term,
        "table_name": names[anchor if fragment is None else fragment.column.table_id],
        "column_id": None if fragment is None else fragment.column.lasting_id,
        "literal": None if fragment is None else fragment.literal,
        "fragment": None if fragment is None else fragment.text,
        "is_named": word.is_named,
    }


def _with_said(
    rows: _Rows,
    decided: Sequence[Decided],
    stored: StoredClaims,
    taught: Sequence[Sequence[LearnedWord]],
    database: Database,
) -> tuple[Decided, ...]:
    """Return the claims with the fragments that their sentences name, where a person has chosen a reading of any."""
    if all(each.pinned is None for each in decided):
        return tuple(decided)
    queries = (reading.query for each in decided for reading in each.claim.readings)
    predicates = list(dict.fromkeys(each for query in queries if query is not None for each in query.predicates))
    sentences = [row["sentence"] or "" for row in rows]
    columns = {column.column_id: column for table in stored.tables for column in table.columns}
    named = terms_of_columns(database, columns)
    vocabulary = Vocabulary(
        stems_of(database, words_to_stem(sentences, predicates)),
        {columns[number]: terms for number, terms in named.items()},
        predicates,
        undisputed(taught),
    )
    said = [vocabulary.said_in(sentence) for sentence in sentences]
    return tuple(replace(each, said=of_claim) for each, of_claim in zip(decided, said, strict=True))


def _decided(row: Mapping[str, Any], stored: StoredClaims, place: int) -> Decided:
    return Decided(
        stored.claims[place],
        row["pinned_rank"],
        row["present_rank"],
        row["is_dismissed"],
        row["is_asked"],
        row["was_decided"],
    )


@entry_point
def reinfer(database: Database, token: str) -> dict[str, Any]:
    """Weigh the readings of all claims by what was decided, and judge anew those that are read otherwise now."""
    correction, _ = session.take(token, _PreparedCorrection, database)
    stored, decided, settings = correction.stored, correction.decided, correction.settings
    with hint_for_errors(_UNREADABLE):
        require_still_trusted(database, stored.tables)
        weighed = weigh(decided, stored.tables, settings)
        proposed = analogies(decided, weighed)
        queries = [*needed_queries(weighed, decided), *(each.query for of_claim in proposed for each in of_claim)]
        answers = Answers(stored.relations, queries, database, settings)
        weighed = with_analogies(weighed, proposed, decided, settings, answers)
        return {
            "claims": [
                _row(reinferred(each, readings, settings, answers))
                for each, readings in zip(decided, weighed, strict=True)
            ]
        }


def _row(claim: Reinferred) -> dict[str, Any]:
    row: dict[str, Any] = {
        "claim_no": claim.decided.claim.claim_no,
        "is_anew": claim.judged is not None,
        "p_query": claim.readings[0].probability if claim.readings else None,
        "readings": [
            {"place": place, "rank": one.reading.rank, "probability": one.probability} | _by_analogy(one.reading)
            for place, one in enumerate(claim.readings, 1)
        ],
    }
    if claim.judged is not None:
        row |= {
            "verdict": claim.judged.verdict.value,
            "p_correct": claim.judged.p_correct,
            "message": claim.judged.message,
            "found_value": claim.judged.value,
            "matches": claim.judged.matches,
        }
    return row


def _by_analogy(reading: StoredReading) -> dict[str, Any]:
    """Return what is to be stored of a reading that no check had."""
    if not reading.is_by_analogy or reading.query is None:
        return {}
    return _made_anew(reading.query) | {"value": reading.value, "matches": reading.matches}


def _made_anew(query: Query) -> dict[str, Any]:
    return {
        "query": query.sql(),
        "description": query.words(),
        "kept_query": as_kept(query),
        "columns_read": list(columns_read(query)),
    }


@entry_point
def assemble(database: Database, kept_queries: str, fragments: str) -> dict[str, Any]:
    """Return the query of fragments, which may be written as those of queries that are kept.

    It comes as SQL, in words, as it is kept, and with the columns that it reads.
    """
    given = json.loads(fragments)
    with hint_for_errors(_UNREADABLE):
        tables = read_tables(database, None)
        kept = json.loads(kept_queries, parse_float=Decimal)
        joins = joins_that_hold(database, tables)
        known = known_predicates(_made(kept, Known({table.table_id: table for table in tables}, joins)))
        wanted = Fragments(given["function"], given["column"], tuple(given["predicates"]), tuple(given["condition"]))
        query = assembled(wanted, known, tables, Relations(tables, joins))
    return _made_anew(query)


@entry_point
def read_own_query(database: Database, query: str, columns: str) -> dict[str, Any]:
    """Return the queries of the program that a person's own may be, with how each is kept.

    ``columns`` are those that it reads, each as the number of its table and its name.
    """
    read = sorted({table_id for table_id, _ in json.loads(columns)})
    tables = readable_tables(database, read)
    joins = joins_that_hold(database, tables)
    known = Known({table.table_id: table for table in tables}, joins)
    return {"readings": [_made_anew(reading) for reading in _of_program(query, tables, known)]}


def _of_program(query: str, tables: Sequence[Table], known: Known) -> Iterator[Query]:
    """Yield the queries of the program over tables that a text may be, in full and on no condition."""
    # sqlglot takes a third of a second to load, and only here is it needed.
    from factcheck.sql_reading.from_sql import read_queries  # noqa: PLC0415

    if len(query) > _LONGEST_READ:
        return
    try:
        readings = read_queries(query, tables)
    except RecursionError:  # a text that is nested too deeply
        return
    for reading in readings:
        if reading.only_if is None and reading.times == 1:
            with suppress(LookupError):  # of what the tables do not have
                yield from_kept(as_kept(reading.query), known)


def _made(kept_queries: Sequence[object], known: Known) -> Iterator[Query]:
    for kept in kept_queries:
        with suppress(LookupError):
            yield from_kept(kept, known)


@entry_point
def stored_fragments(database: Database, readings: str) -> dict[str, Any]:
    """Return the query fragments of a stored claim's readings, each with its probability."""
    with hint_for_errors(_UNREADABLE):
        stored = read_stored_readings(json.loads(readings, parse_float=Decimal), database)
    found: dict[tuple[str, str], float] = defaultdict(float)
    for fragment, probability in likely_fragments(stored):
        found[fragment] += probability
    return {
        "fragments": [
            {"kind": kind, "fragment": text, "probability": min(probability, 1.0)}
            for (kind, text), probability in found.items()
        ]
    }
