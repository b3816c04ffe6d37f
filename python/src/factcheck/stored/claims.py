"""Stored claims with their readings, as the database hands them over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from typing import Any

from factcheck.catalogue.schema import Table, readable_tables
from factcheck.inference.verdicts import Verdict
from factcheck.joins.graph import Join
from factcheck.joins.relation_sets import Relations
from factcheck.joins.store import joins_that_hold
from factcheck.numbers.compared_units import compare_units, shown_digits
from factcheck.numbers.mentions import Number, find_numbers
from factcheck.port import Database
from factcheck.queries.kept import Known, table_ids, written_from_kept
from factcheck.queries.query import Query
from factcheck.units.result_unit import ResultUnit


@dataclass(frozen=True, slots=True)
class StoredReading:
    """A reading of a stored claim: its rank and probability, and what it gave when the text was checked.

    ``query`` is None where it cannot be run any more: a table is gone or was removed, a column is another, or the role
    may not read it; or where it was too unlikely to be kept.  ``label`` is what a passage says of the claim; None for
    a query.  ``sql`` is the text of a query that was made again.
    """

    rank: int
    query: Query | None
    value: Decimal | None
    probability: float
    matches: bool
    label: Verdict | None = None
    sql: str | None = None

    @property
    def is_own_sql(self) -> bool:
        """Whether it is a person's own SQL, which was run before: it has a value, and no check gave it a rank."""
        return self.rank == 0 and self.query is None and self.value is not None

    @property
    def is_by_analogy(self) -> bool:
        """Whether no check had it: it was made like one that a person chose for another claim."""
        return self.rank < 0


@dataclass(frozen=True, slots=True)
class StoredClaim:
    """A claim of a stored check, with its readings in order.

    ``checked_verdict``, ``p_correct``, ``checked_message`` and ``checked_description``, the likeliest reading in words,
    are those of the check that these readings come from;
    ``verdict``, ``found_value``, ``message`` and ``query``, the SQL of the likeliest reading, were stored last, by that
    check or a later run.  ``number`` is None for a statement without a number.
    """

    claim_no: int
    number: Number | None
    checked_verdict: Verdict
    p_correct: float
    is_certified: bool
    readings: tuple[StoredReading, ...]
    verdict: Verdict
    found_value: Decimal | None
    message: str
    checked_message: str = ""
    checked_description: str | None = None
    query: str | None = None


@dataclass(frozen=True, slots=True)
class StoredClaims:
    """Stored claims, with the tables that their readings are about and the joins among these that hold."""

    claims: tuple[StoredClaim, ...]
    tables: tuple[Table, ...]
    joins: tuple[Join, ...]

    @property
    def relations(self) -> Relations:
        """The tables as the readings join them: by the joins that these use alone, so that none goes another way."""
        queries = [reading.query for claim in self.claims for reading in claim.readings if reading.query is not None]
        used = {join for query in queries for part in query.operands() for join in part.selection.relations.joins}
        return Relations(self.tables, [join for join in self.joins if join in used])


def read_stored_claims(rows: Sequence[Mapping[str, Any]], database: Database) -> StoredClaims:
    """Read stored claims from JSON, whose numbers are decimals; their readings are made again as far as they can be."""
    known, joins = _known(chain.from_iterable(row["readings"] for row in rows), database)
    return StoredClaims(tuple(_claim(row, known) for row in rows), tuple(known.tables.values()), joins)


def read_stored_readings(rows: Sequence[Mapping[str, Any]], database: Database) -> tuple[StoredReading, ...]:
    """Read the readings of one claim in the same way."""
    return tuple(_readings(rows, _known(rows, database)[0]))


def _known(readings: Iterable[Mapping[str, Any]], database: Database) -> tuple[Known, tuple[Join, ...]]:
    """Return what readings are made again of: their tables and the joins among these that hold."""
    named = table_ids([reading["kept_query"] for reading in readings])
    tables = readable_tables(database, sorted(named)) if named else ()
    joins = joins_that_hold(database, tables)
    return Known({table.table_id: table for table in tables}, joins), joins


def _claim(row: Mapping[str, Any], known: Known) -> StoredClaim:
    readings = tuple(_readings(row["readings"], known))
    units = [None, *dict.fromkeys(each.query.result_unit for each in readings if each.query is not None)]
    return StoredClaim(
        row["claim_no"],
        _number(row, units),
        Verdict(row["checked_verdict"]),
        float(row["p_correct"]),
        row["is_certified"],
        readings,
        Verdict(row["verdict"]),
        _decimal(row["found_value"]),
        row["message"],
        row["checked_message"],
        row.get("checked_description"),
        row["query"],
    )


def _number(row: Mapping[str, Any], units: Sequence[ResultUnit | None]) -> Number | None:
    """Return what a claim states, whose value is kept in one of the ``units`` of its readings."""
    value = _decimal(row["claimed_value"])
    if value is None or row["comparison"] is None:
        return None
    text, unit = row["claim_text"], row["claimed_unit"]
    high, comparison = _decimal(row["claimed_high"]), row["comparison"]
    find = find_numbers if len(text) > _MOST_REMEMBERED else _numbers_of
    written: list[Number] = [*find(text), *(find(f"{text} {unit}") if unit else ())]
    for number in written:  # which know the precision that is stated
        if unit and number.measured is None:
            continue
        told = (compare_units(number, each) for each in units)
        if (kept := next((each for each in told if each.told(number.value) == value), None)) is not None:
            conversion = kept.conversion
            stated = high if high is None or conversion is None else shown_digits(conversion.back(high))
            return replace(number, high=stated, comparison=comparison)
    return Number(0, len(text), text, value, high, comparison)


_MOST_REMEMBERED = 100
"""Longest text of a claim whose numbers are remembered, in characters: a role may store longer ones."""


@lru_cache(maxsize=4096)
def _numbers_of(claim_text: str) -> tuple[Number, ...]:
    """Return the numbers of a claim's text, which is read again at each recheck."""
    return tuple(find_numbers(claim_text))


def _readings(rows: Sequence[Mapping[str, Any]], known: Known) -> Iterator[StoredReading]:
    for row in rows:
        query, sql = _query(row["kept_query"], known)
        label = None if row.get("label") is None else Verdict(row["label"])
        value, probability = _decimal(row["value"]), float(row["probability"])
        yield StoredReading(row["rank"], query, value, probability, row["matches"], label, sql)


def _query(kept: object, known: Known) -> tuple[Query | None, str | None]:
    try:
        return written_from_kept(kept, known)
    except LookupError:
        return None, None


def _decimal(value: Decimal | int | None) -> Decimal | None:
    return None if value is None else Decimal(value)
