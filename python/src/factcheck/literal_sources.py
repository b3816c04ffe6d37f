"""Where the literals of predicates come from: the shared index, or the rows themselves where there is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from factcheck.column_postings import ColumnPostings, Integers, LiteralTerms
from factcheck.literals import chosen_sql, entries_sql, may_be_restricted, words_sql
from factcheck.port import Database
from factcheck.schema import Column, Table
from factcheck.settings import Settings
from factcheck.sqltext import integer_array, literals, text_array
from factcheck.terms import term_list_sql

FEW_LITERALS = 20
"""Columns with at most so many literals are read whole."""

_ARRAY_HEADER = 5  # integers before the elements of an array sent in binary form
_MOST_COLUMNS_COLLECTED = 60


@dataclass(slots=True)
class ColumnLiterals:
    """The literals of one column: by term, and by number as far as they are known.

    ``most_frequent`` are the numbers of a column with few literals, the most frequent first, else empty.
    """

    column: Column
    postings: ColumnPostings
    most_frequent: list[int] = field(default_factory=list)
    by_number: dict[int, str] = field(default_factory=dict)


def read_indexed(
    database: Database, tables: Sequence[Table], terms: Collection[str], sources: dict[int, ColumnLiterals]
) -> None:
    """Read from the shared index what it has of some terms; adds to ``sources``, by column number.

    Row security on the index decides what the current role gets to see of it.
    """
    columns = {c.column_id: c for t in tables if t.is_indexed for c in t.columns if may_be_restricted(c)}
    rows = database.query(
        "SELECT p.column_id, p.term, array_send(p.fragments) AS fragments FROM factcheck.posting p"
        f' WHERE p.term = ANY ({text_array(sorted(terms))} COLLATE "C")'
        f" AND p.column_id = ANY ({integer_array(sorted(columns))}) ORDER BY p.column_id, p.term"
    )
    postings: dict[int, dict[str, Integers]] = defaultdict(dict)
    for row in rows:
        postings[row["column_id"]][row["term"]] = _array(row["fragments"])
    for number, own in postings.items():
        if number in sources:
            known = sources[number]
            known.postings = ColumnPostings(known.postings.terms, {**known.postings.postings, **own})
    missing = {number: own for number, own in postings.items() if number not in sources}
    for number, terms_of_literals in _literal_terms(database, missing).items():
        sources[number] = ColumnLiterals(columns[number], ColumnPostings(terms_of_literals, missing[number]))


def _literal_terms(database: Database, columns: Iterable[int]) -> dict[int, LiteralTerms]:
    rows = database.query(
        "SELECT column_id, term_counts, rarities FROM factcheck.column_index"
        f" WHERE column_id = ANY ({integer_array(columns)}) ORDER BY column_id"
    )
    return {row["column_id"]: LiteralTerms.unpack(row["term_counts"], row["rarities"]) for row in rows}


def _array(sent: bytes) -> Integers:
    """An integer array in the binary form of ``array_send``: a header, then the length and value of each element."""
    return np.frombuffer(sent, dtype=">i4")[_ARRAY_HEADER + 1 :: 2].astype(np.int64)


def read_few(database: Database, tables: Sequence[Table], sources: dict[int, ColumnLiterals]) -> None:
    """Read all literals of the indexed columns that have few; adds to ``sources``."""
    columns = {c.column_id: c for t in tables if t.is_indexed for c in t.columns if c.is_text or may_be_flag(c)}
    words = integer_array(sorted(number for number, column in columns.items() if column.is_text))
    rows = database.query(
        "SELECT f.column_id, f.fragment_no, f.literal, i.term_counts, i.rarities FROM factcheck.column_index i"
        " JOIN factcheck.fragment f ON f.column_id = i.column_id"
        f" WHERE i.literals <= CASE WHEN i.column_id = ANY ({words}) THEN {FEW_LITERALS} ELSE 2 END"
        f" AND i.column_id = ANY ({integer_array(sorted(columns))})"
        " ORDER BY f.column_id, f.frequency DESC, f.fragment_no"
    )
    for row in rows:
        number = row["column_id"]
        if number not in sources:
            terms = LiteralTerms.unpack(row["term_counts"], row["rarities"])
            sources[number] = ColumnLiterals(columns[number], ColumnPostings(terms, {}))
        sources[number].most_frequent.append(row["fragment_no"])
        sources[number].by_number[row["fragment_no"]] = row["literal"]


def may_be_flag(column: Column) -> bool:
    """Whether a column may hold nothing but yes and no."""
    return column.is_boolean or column.is_integer


def name_literals(database: Database, wanted: Collection[tuple[int, int]], sources: dict[int, ColumnLiterals]) -> None:
    """Read the literals of some pairs of column and fragment number that ``sources`` do not know yet."""
    missing = sorted(pair for pair in wanted if pair[1] not in sources[pair[0]].by_number)
    if not missing:
        return
    pairs = ", ".join(f"({literals(pair)})" for pair in missing)
    rows = database.query(
        f"SELECT f.column_id, f.fragment_no, f.literal FROM (VALUES {pairs}) AS w (column_id, fragment_no)"
        " JOIN factcheck.fragment f ON f.column_id = w.column_id AND f.fragment_no = w.fragment_no"
    )
    for row in rows:
        sources[row["column_id"]].by_number[row["fragment_no"]] = row["literal"]


def collect(database: Database, table: Table, settings: Settings) -> dict[int, ColumnLiterals]:
    """Read the literals of a table that is not indexed from its rows, as the current role sees them.

    So many rows at most are read as the setting says, in one scan; a larger table gives a notice.
    """
    columns = [column for column in table.columns if may_be_restricted(column)][:_MOST_COLUMNS_COLLECTED]
    if not columns:
        return {}
    rows = database.query(_collect_sql(table, columns, settings))
    if rows and rows[0]["sampled"] >= settings.check_time_rows:
        database.notice(
            f"only the first {settings.check_time_rows} rows of table {table.sql_name} were searched for values",
            detail="Values of views, foreign tables and tables under row security are not indexed.",
            hint='Raise the setting "check_time_rows", or name values that are more frequent.',
        )
    collected: dict[int, list[tuple[str, int, list[str]]]] = defaultdict(list)
    for row in rows:
        collected[row["column_id"]].append((row["literal"], row["frequency"], row["terms"]))
    return {c.column_id: _in_memory(c, collected[c.column_id]) for c in columns if c.column_id in collected}


def _collect_sql(table: Table, columns: Sequence[Column], settings: Settings) -> str:
    names = ", ".join(column.sql_name for column in columns)
    parts, selects = [], []
    for column in columns:
        number = column.column_id
        chosen = chosen_sql(column, settings.check_time_literals, settings, entry=f"entry_{number}")
        parts += [f"entry_{number} AS MATERIALIZED ({entries_sql(column, 'sample')})", f"chosen_{number} AS ({chosen})"]
        selects.append(
            f"SELECT {number} AS column_id, literal, frequency, {term_list_sql('words')} AS terms,"
            f" (SELECT count(*) FROM sample) AS sampled"
            f" FROM (SELECT literal, frequency, {words_sql(column, 'literal')} AS words FROM chosen_{number}) AS said"
        )
    sample = f"sample AS MATERIALIZED (SELECT {names} FROM {table.sql_name} LIMIT {settings.check_time_rows})"
    return f"WITH {', '.join([sample, *parts])} {' UNION ALL '.join(selects)} ORDER BY column_id, literal"


def _in_memory(column: Column, rows: Sequence[tuple[str, int, list[str]]]) -> ColumnLiterals:
    postings: dict[str, list[int]] = defaultdict(list)
    for number, (_, _, terms) in enumerate(rows):
        for term in terms:
            postings[term].append(number)
    arrays = {term: np.array(numbers, dtype=np.int64) for term, numbers in postings.items()}
    lengths = [len(numbers) for numbers in arrays.values()]
    fragments = np.concatenate(list(arrays.values())) if arrays else np.empty(0, np.int64)
    terms_of_literals = LiteralTerms.of(len(rows), fragments, np.repeat(np.array(lengths, dtype=np.int64), lengths))
    most_frequent: list[int] = []
    if len(rows) <= (FEW_LITERALS if column.is_text else 2 if may_be_flag(column) else 0):
        most_frequent = sorted(range(len(rows)), key=lambda number: (-rows[number][1], number))
    return ColumnLiterals(
        column,
        ColumnPostings(terms_of_literals, arrays),
        most_frequent,
        {number: row[0] for number, row in enumerate(rows)},
    )
