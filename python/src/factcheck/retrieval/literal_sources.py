"""Where the literals of predicates come from: the shared index, or the rows themselves where there is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

import numpy as np

from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database, Row
from factcheck.runtime.time_budget import NO_LIMIT, OutOfTimeError, TimeLimit, tell_time_is_up
from factcheck.settings import Settings
from factcheck.sqltext import integer_array, text_array
from factcheck.text_index.arrays import Integers, integers
from factcheck.text_index.bm25 import TextStatistics
from factcheck.text_index.literals import chosen_sql, entries_sql, may_be_restricted, words_sql
from factcheck.text_index.postings import PackedPostings, Postings
from factcheck.words.stems import term_list_sql

FEW_LITERALS = 40
"""The largest number of literals of a column of text that is read whole."""

FEW_CODES = 10
"""The same of a column of whole numbers, whose values may be flags or levels of a scale."""

_MOST_COLUMNS_COLLECTED = 60


@dataclass(slots=True)
class ColumnLiterals:
    """What is known of the literals of one column.

    ``most_frequent`` are the numbers of a column with few literals, the most frequent first, else empty; ``by_number``
    holds the literals read so far, ``frequencies`` how many rows have them.  ``visibility_id`` is the number that the
    index knows them by, None where they are not indexed.
    """

    column: Column
    terms: TextStatistics
    visibility_id: int | None = None
    most_frequent: list[int] = field(default_factory=list)
    by_number: dict[int, str] = field(default_factory=dict)
    frequencies: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class LiteralSources:
    """Literals of columns by number, and for the terms looked up where they occur in them.

    All go by the numbers of columns.  ``packed`` are the postings of the columns that keep them in one piece,
    ``in_rows`` the other indexed columns, by the numbers of their visibility.
    """

    columns: dict[int, ColumnLiterals] = field(default_factory=dict)
    postings: list[Postings] = field(default_factory=list)
    packed: PackedPostings = field(default_factory=lambda: PackedPostings(()))
    in_rows: dict[int, Column] = field(default_factory=dict)

    @property
    def terms(self) -> set[str]:
        """Return the terms that some literal has, among those looked up."""
        return {batch.terms[at] for batch in self.postings for at in np.flatnonzero(np.bincount(batch.term)).tolist()}

    def columns_with(self, term: str) -> frozenset[int]:
        """Return the columns some literal of which has a term, among those looked up."""
        rows = (
            (each, np.flatnonzero(each.term == each.terms.index(term))) for each in self.postings if term in each.terms
        )
        return frozenset(number for batch, found in rows for number in batch.sources[found].tolist())

    def literals_with(self, term: str) -> dict[int, int]:
        """Return how many literals of columns have a term, among those looked up, by ``column_id``."""
        counts: dict[int, int] = {}
        for batch in self.postings:
            if term in batch.terms:
                found = np.flatnonzero(batch.term == batch.terms.index(term))
                counts.update(zip(batch.sources[found].tolist(), batch.sizes[found].tolist(), strict=True))
        return counts

    def literals_with_both(self, one: str, other: str) -> dict[int, int]:
        """Return how many literals of columns have two terms, among those looked up, by ``column_id``."""
        of_one, of_other = self._numbers_with(one), self._numbers_with(other)
        both = {number: np.intersect1d(of_one[number], of_other[number]) for number in of_one.keys() & of_other.keys()}
        return {number: len(numbers) for number, numbers in both.items() if len(numbers)}

    def _numbers_with(self, term: str) -> dict[int, Integers]:
        """Return the numbers of the literals of columns that have a term, by ``column_id``."""
        numbers: dict[int, Integers] = {}
        for batch in self.postings:
            ends = np.cumsum(batch.sizes)
            for row in np.flatnonzero(batch.term == batch.terms.index(term)).tolist() if term in batch.terms else ():
                first = ends[row] - batch.sizes[row]
                numbers[int(batch.sources[row])] = batch.fragments[first : ends[row]]
        return numbers


def read_columns(database: Database, tables: Sequence[Table], sources: LiteralSources) -> None:
    """Read what the shared index has of the columns with few literals, and which other columns it has.

    Row security on the index decides what the current role gets to see of it.
    """
    columns = {c.column_id: c for t in tables if t.is_indexed for c in t.columns if _may_be_compared(c)}
    if not columns:
        return
    rows = database.query(
        "SELECT v.column_id, v.visibility_id, i.literals, i.postings,"
        " CASE WHEN i.postings IS NOT NULL THEN i.term_counts END AS term_counts,"
        " CASE WHEN i.postings IS NOT NULL THEN i.rarities END AS rarities"
        " FROM factcheck.visibility v JOIN factcheck.text_index i ON i.visibility_id = v.visibility_id"
        f" WHERE v.column_id = ANY ({integer_array(sorted(columns))}) ORDER BY v.column_id"
    )
    for row in rows:
        column = columns[row["column_id"]]
        if row["postings"] is None:
            sources.in_rows[row["visibility_id"]] = column
        else:
            terms = TextStatistics.unpack(row["term_counts"], row["rarities"])
            sources.columns[column.column_id] = ColumnLiterals(column, terms, row["visibility_id"])
    sources.packed = PackedPostings(
        [(row["column_id"], row["postings"]) for row in rows if row["postings"] is not None]
    )
    few = {
        row["visibility_id"]: sources.columns[row["column_id"]]
        for row in rows
        if 0 < row["literals"] <= _most_read_whole(columns[row["column_id"]])
    }
    _read_whole(database, few)


def _may_be_compared(column: Column) -> bool:
    """Tell whether claims may restrict a column in a check by the current role."""
    return may_be_restricted(column) and column.equality is not None


def _most_read_whole(column: Column) -> int:
    """Return the largest number of literals of a column that are all read for any claim."""
    return FEW_LITERALS if column.is_text else FEW_CODES if may_be_flag(column) else 0


def _read_whole(database: Database, columns: Mapping[int, ColumnLiterals]) -> None:
    """Read all literals of some columns, given by the numbers of their visibility."""
    if not columns:
        return
    rows = database.query(
        "SELECT f.visibility_id, f.fragment_no, f.literal, f.frequency"
        f" FROM unnest({integer_array(sorted(columns))}) AS few (visibility_id),"
        " LATERAL (SELECT * FROM factcheck.fragment i WHERE i.visibility_id = few.visibility_id OFFSET 0) AS f"
        " ORDER BY f.visibility_id, f.frequency DESC, f.fragment_no"
    )
    for row in rows:
        source = columns[row["visibility_id"]]
        source.most_frequent.append(row["fragment_no"])
        source.by_number[row["fragment_no"]] = row["literal"]
        source.frequencies[row["fragment_no"]] = row["frequency"]


def look_up(database: Database, terms: Collection[str], sources: LiteralSources) -> None:
    """Look some terms up, not looked up before, in the columns of the shared index, and add their postings."""
    wanted = sorted(terms)
    if not wanted:
        return
    sources.postings.append(sources.packed.of_terms(wanted))
    if sources.in_rows:
        _look_up_in_rows(database, wanted, sources)


def _look_up_in_rows(database: Database, wanted: Sequence[str], sources: LiteralSources) -> None:
    # The aggregates take the rows in one and the same order.  The look-up is lateral, and visibility is no condition
    # for it, so that each term is looked up once, by the index, with any estimate of the planner.
    [row] = database.query(
        "SELECT string_agg(int4send(w.position::integer - 1), ''::bytea) AS terms,"
        " string_agg(int4send(p.visibility_id), ''::bytea) AS visibilities,"
        " string_agg(int4send(octet_length(p.fragments) / 4), ''::bytea) AS sizes,"
        " string_agg(p.fragments, ''::bytea) AS fragments"
        f" FROM unnest({text_array(wanted)}) WITH ORDINALITY AS w (term, position), LATERAL (SELECT i.visibility_id,"
        ' i.fragments FROM factcheck.posting i WHERE i.term = w.term COLLATE "C" OFFSET 0) AS p'
        f" WHERE p.visibility_id = ANY ({integer_array(sorted(sources.in_rows))})"
    )
    visibilities, of_row = np.unique(integers(row["visibilities"]), return_inverse=True)
    columns = [sources.in_rows[visibility] for visibility in visibilities.tolist()]
    numbers = np.array([column.column_id for column in columns], dtype=np.int64)[of_row]
    terms, sizes, fragments = (integers(row[name]) for name in ("terms", "sizes", "fragments"))
    sources.postings.append(Postings(wanted, terms, numbers, sizes, fragments))
    known = zip(visibilities.tolist(), columns, strict=True)
    _read_statistics(database, {v: column for v, column in known if column.column_id not in sources.columns}, sources)


def _read_statistics(database: Database, columns: Mapping[int, Column], sources: LiteralSources) -> None:
    """Add columns, given by the numbers of their visibility, with the statistics of their literals to the sources."""
    if not columns:
        return
    rows = database.query(
        "SELECT visibility_id, term_counts, rarities FROM factcheck.text_index"
        f" WHERE visibility_id = ANY ({integer_array(sorted(columns))}) ORDER BY visibility_id"
    )
    for row in rows:
        column = columns[row["visibility_id"]]
        terms = TextStatistics.unpack(row["term_counts"], row["rarities"])
        sources.columns[column.column_id] = ColumnLiterals(column, terms, row["visibility_id"])


def may_be_flag(column: Column) -> bool:
    """Tell whether a column may hold nothing but yes and no."""
    return column.is_boolean or column.is_integer


def add_flags(tables: Sequence[Table], levels: Mapping[int, Sequence[str]], sources: LiteralSources) -> None:
    """Add the columns of decimals that have nothing but 0 and 1: files turn flags into these where some are missing.

    ``levels`` are the numbers, in ascending order, of columns of decimals that have few.
    """
    for column in (column for table in tables for column in table.columns):
        if column.column_id not in sources.columns and tuple(levels.get(column.column_id, ())) == ("0", "1"):
            nothing_named = TextStatistics(np.zeros(2), np.zeros(2))
            sources.columns[column.column_id] = ColumnLiterals(
                column, nothing_named, most_frequent=[0, 1], by_number={0: "0", 1: "1"}
            )


def name_literals(database: Database, wanted: Collection[tuple[int, int]], sources: LiteralSources) -> None:
    """Read the literals of some pairs of column and fragment number that ``sources`` do not know yet."""
    indexed = {source.visibility_id: source for source in sources.columns.values() if source.visibility_id is not None}
    asked = ((sources.columns[column], number) for column, number in wanted)
    missing = sorted((s.visibility_id, n) for s, n in asked if s.visibility_id is not None and n not in s.by_number)
    if not missing:
        return
    visibilities, numbers = zip(*missing, strict=True)
    rows = database.query(
        "SELECT w.visibility_id, w.fragment_no, f.literal, f.frequency"
        f" FROM unnest({integer_array(visibilities)}, {integer_array(numbers)}) AS w (visibility_id, fragment_no),"
        " LATERAL (SELECT i.literal, i.frequency FROM factcheck.fragment i WHERE i.visibility_id = w.visibility_id"
        " AND i.fragment_no = w.fragment_no OFFSET 0) AS f"
    )
    for row in rows:
        source = indexed[row["visibility_id"]]
        source.by_number[row["fragment_no"]] = row["literal"]
        source.frequencies[row["fragment_no"]] = row["frequency"]


def collect(
    database: Database, table: Table, settings: Settings, sources: LiteralSources, limit: TimeLimit = NO_LIMIT
) -> None:
    """Read the literals of a table that is not indexed from its rows, as the current role sees them.

    At most as many rows are read as the setting says, in one scan; a larger table gives a notice.  Where there is a
    time limit, columns are read one by one, as far as there is time; a notice tells of those left out.
    """
    columns = [column for column in table.columns if _may_be_compared(column)][:_MOST_COLUMNS_COLLECTED]
    if not columns:
        return
    rows = _collected(database, table, columns, settings, limit)
    if rows and rows[0]["sampled"] > settings.unindexed_rows:
        database.notice(
            f"only the first {settings.unindexed_rows} rows of table {table.sql_name} were searched for values",
            detail="Values of views, foreign tables and tables under row security are not indexed.",
            hint='Raise the setting "unindexed_rows", or name values that are more frequent.',
        )
    collected: dict[int, list[tuple[str, int, list[str]]]] = defaultdict(list)
    for row in rows:
        collected[row["column_id"]].append((row["literal"], row["frequency"], row["terms"]))
    for column in columns:
        if column.column_id in collected:
            _keep(column, collected[column.column_id], sources)


def _collected(
    database: Database, table: Table, columns: Sequence[Column], settings: Settings, limit: TimeLimit
) -> Sequence[Row]:
    if limit == NO_LIMIT:
        return database.query(_collect_sql(table, columns, settings))
    rows: list[Row] = []
    longest = 0.0
    for done, column in enumerate(columns):
        started = monotonic()
        try:
            if limit.left < longest:
                raise OutOfTimeError
            rows += limit.query(database, _collect_sql(table, [column], settings, limit.condition(database)))
        except OutOfTimeError:
            read = f"values of {done} of {len(columns)} columns of table {table.sql_name} read"
            tell_time_is_up(read, database)
            break
        longest = max(longest, monotonic() - started)
    return rows


def _collect_sql(table: Table, columns: Sequence[Column], settings: Settings, condition: str | None = None) -> str:
    where = f" WHERE {condition}" if condition else ""
    names = ", ".join(column.sql_name for column in columns)
    parts, selects = [], []
    for column in columns:
        number = column.column_id
        entry, size = f"entry_{number}", f"(SELECT count(literal) FROM entry_{number})"
        chosen = chosen_sql(column, settings.unindexed_literals, settings, entry=entry, size=size)
        parts += [f"{entry} AS MATERIALIZED ({entries_sql(column, 'sample')})", f"chosen_{number} AS ({chosen})"]
        selects.append(
            f"SELECT {number} AS column_id, literal, frequency, {term_list_sql('words')} AS terms,"
            f" (SELECT count(*) FROM sample) AS sampled"
            f" FROM (SELECT literal, frequency, {words_sql(column, 'literal')} AS words FROM chosen_{number}) AS said"
            f"{where}"
        )
    # one row more tells whether there are more
    most = settings.unindexed_rows + 1
    sample = f"sample AS MATERIALIZED (SELECT {names} FROM {table.sql_name}{where} LIMIT {most})"
    return (
        f"WITH {', '.join([sample, *parts])} {' UNION ALL '.join(selects)} ORDER BY column_id, frequency DESC, literal"
    )


def _keep(column: Column, rows: Sequence[tuple[str, int, list[str]]], sources: LiteralSources) -> None:
    """Add the collected literals of a column, with their frequencies and terms, to the sources."""
    postings: dict[str, list[int]] = defaultdict(list)
    for number, (_, _, terms) in enumerate(rows):
        for term in terms:
            postings[term].append(number)
    sizes = np.array([len(numbers) for numbers in postings.values()], dtype=np.int64)
    fragments = np.array([number for numbers in postings.values() for number in numbers], dtype=np.int64)
    of_column = np.full(len(sizes), column.column_id)
    sources.postings.append(Postings(list(postings), np.arange(len(sizes)), of_column, sizes, fragments))
    most_frequent: list[int] = []
    if len(rows) <= _most_read_whole(column):
        most_frequent = sorted(range(len(rows)), key=lambda number: (-rows[number][1], number))
    sources.columns[column.column_id] = ColumnLiterals(
        column,
        TextStatistics.of(len(rows), fragments, np.repeat(sizes, sizes)),
        most_frequent=most_frequent,
        by_number={number: row[0] for number, row in enumerate(rows)},
        frequencies={number: row[1] for number, row in enumerate(rows)},
    )
