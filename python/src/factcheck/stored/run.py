"""Runs stored readings, all of a document together, as far as there is time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from factcheck.catalogue.failing_tables import may_be_of_tables
from factcheck.evaluation.agreement import is_unsure
from factcheck.evaluation.query_results import QueryResults
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import bands_of
from factcheck.numbers.mentions import Number
from factcheck.port import Database
from factcheck.queries.query import Query
from factcheck.runtime.time_budget import OutOfTimeError, TimeLimit, tell_time_is_up
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaim, StoredClaims
from factcheck.stored.recheck import Rechecked, rechecked


class Answers:
    """Tells what stored readings give now."""

    def __init__(self, relations: Relations, queries: Iterable[Query], database: Database, settings: Settings) -> None:
        """Run queries over tables joined as ``relations`` do."""
        self._results = QueryResults(relations, database, cannot_run=may_be_of_tables)
        self._settings = settings
        self._results.add(queries)

    def __call__(self, query: Query, number: Number | None) -> Decimal | None:
        """Return what a query gives; where the noise of doubles may decide, it is run by itself.

        Raises ``LookupError`` where it cannot be run, ``OutOfTimeError`` where there is no time for it.
        """
        result = self._results[query]
        if number is None or not query.adds_doubles:
            return result.shown
        if is_unsure(bands_of(number, self._settings, query.result_unit), result.value, result.noise):
            self._results.run(query)
            result = self._results[query]
        return result.shown


def recheck_all(stored: StoredClaims, database: Database, settings: Settings, limit: TimeLimit) -> Iterator[Rechecked]:
    """Judge claims again, in order, but for those that there is no time for."""
    missing = 0
    with limit.in_force():
        queries = [reading.query for claim in stored.claims for reading in claim.readings if reading.query is not None]
        answers = Answers(stored.relations, queries, database, settings)
        for claim in stored.claims:
            again = _in_time(claim, settings, answers)
            missing += again is None
            if again is not None:
                yield again
    if missing:
        done = len(stored.claims) - missing
        tell_time_is_up(f"{done} of {len(stored.claims)} claims checked again", database)


def _in_time(claim: StoredClaim, settings: Settings, answers: Answers) -> Rechecked | None:
    try:
        return rechecked(claim, settings, answers)
    except OutOfTimeError:
        return None
