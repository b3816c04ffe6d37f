"""Results of given queries: those over one anchor come from one merged query, as those of candidates do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from factcheck.evaluation.cube import Cube
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.kept_rows import QueryRows
from factcheck.evaluation.listed_results import ListedResult, combined, run_query
from factcheck.evaluation.lookup import OperandResults, evaluate_operands
from factcheck.evaluation.merged_query import compute_cube
from factcheck.evaluation.requests import request_of_operands
from factcheck.joins.relation_sets import Relations
from factcheck.port import Database
from factcheck.queries.query import Aggregate, Query
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import OutOfTimeError

_CANNOT_RUN = ("22", "42")
"""Classes of SQLSTATE of queries that the data, or what they are called by now, do not let run."""


class QueryResults:
    """Finds the results of queries over tables, each once, as far as the limit in force leaves time."""

    def __init__(
        self,
        relations: Relations,
        database: Database,
        cube_of: Callable[[CubeRequest], Cube] | None = None,
        rows: QueryRows | None = None,
        cannot_run: Callable[[Exception], bool] | None = None,
    ) -> None:
        """``relations`` join the tables as the queries do.

        ``cube_of`` gives cubes that may be at hand already, ``rows`` rows that may be.  ``cannot_run`` tells of which
        errors a query alone has no result; others are raised.
        """
        self._cannot_run = cannot_run or _cannot_run
        self._relations = relations
        self._cube_of = cube_of or (lambda request: compute_cube(request, database))
        self._rows = rows or QueryRows(database)
        self._results: dict[Query, ListedResult | None] = {}

    def add(self, queries: Iterable[Query]) -> None:
        """Find the results of queries together."""
        new = [query for query in dict.fromkeys(queries) if query not in self._results]
        operands = self._operands([query for query in new if query.operands()])
        for query in new:
            try:
                if query.operands() and all(operand in operands for operand in query.operands()):
                    self._results[query] = combined(query, operands)
                else:
                    self.run(query)
            except OutOfTimeError:
                continue

    def run(self, query: Query) -> None:
        """Run a query by itself; raises ``OutOfTimeError`` where the time is over before."""
        try:
            self._results[query] = run_query(query, self._rows)
        except Exception as error:
            if not self._cannot_run(error):
                raise
            self._results[query] = None

    def __getitem__(self, query: Query) -> ListedResult:
        """Return the result of a query.

        Raises ``LookupError`` where the server cannot run it, ``OutOfTimeError`` where there was no time for it.
        """
        try:
            result = self._results[query]
        except KeyError:
            raise OutOfTimeError from None
        if result is None:
            raise LookupError(query.sql())
        return result

    def _operands(self, queries: Sequence[Query]) -> dict[Aggregate, OperandResults]:
        """Return the results of the operands of queries, but for those whose merged query cannot be run."""
        of_anchor: dict[int, dict[Aggregate, None]] = {}
        for query in queries:
            for operand in query.operands():
                of_anchor.setdefault(operand.selection.anchor.table_id, {})[operand] = None
        results: dict[Aggregate, OperandResults] = {}
        for operands in of_anchor.values():
            try:
                checkpoint()
                results |= self._looked_up(list(operands))
            except OutOfTimeError:
                break
        return results

    def _looked_up(self, operands: Sequence[Aggregate]) -> dict[Aggregate, OperandResults]:
        """Return the results of aggregates over one anchor; nothing where not all of them can be had by one query."""
        request = request_of_operands(operands, self._relations)
        joins = {join for operand in operands for join in operand.selection.relations.joins}
        if not joins <= set(request.relations.joins):
            return {}
        try:
            cube = self._cube_of(request)
        except Exception as error:
            if not self._cannot_run(error):
                raise
            return {}
        return dict(zip(operands, evaluate_operands(operands, cube), strict=True))


def _cannot_run(error: Exception) -> bool:
    return str(getattr(error, "sqlstate", "")).startswith(_CANNOT_RUN)
