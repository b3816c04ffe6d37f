"""Results of listed candidates: worked out from those of their operands, or given by the server."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from factcheck.evaluation.kept_rows import QueryRows
from factcheck.evaluation.lookup import OperandResults
from factcheck.queries.groups import GroupQuery, SummarizedGroups, together_sql
from factcheck.queries.measures import Exact
from factcheck.queries.query import Aggregate, Query, RunQuery
from factcheck.queries.quick_selection import quickened, quickened_rows
from factcheck.queries.row_at_extreme import RowAtExtreme, first_rows_together_sql, rows_together_sql
from factcheck.runtime.checkpoints import checkpoint

_RUN_TOGETHER = 50
"""Queries of a batch that are run in one pass; a row of a group has a value for each."""


@dataclass(frozen=True, slots=True)
class ListedResult:
    """The result of a listed candidate: as a double, as it is shown, and how far off it may be."""

    value: float
    shown: Decimal | None
    noise: float


def combined(query: Query, operands: Mapping[Aggregate, OperandResults]) -> ListedResult:
    """Work the result of a query out from those of its operands; raises ``KeyError`` where one is missing."""
    parts = [operands[operand] for operand in query.operands()]
    value = float(query.combine([np.array([part.value]) for part in parts])[0])
    exact = query.combine_exact([part.exact for part in parts])
    noise = _noise(query, parts, value) if any(part.noise for part in parts) else 0.0
    return ListedResult(value, query.shown(exact), noise)


def _noise(query: Query, parts: list[OperandResults], value: float) -> float:
    """Return how far the result moves where the operands do by their noise."""
    moved = [query.combine([np.array([part.value + sign * part.noise]) for part in parts])[0] for sign in (-1, 1)]
    return max((abs(float(each) - value) for each in moved if math.isfinite(each - value)), default=0.0)


def run_queries(queries: Iterable[RunQuery], source: QueryRows) -> Iterator[tuple[RunQuery, ListedResult]]:
    """Run queries that have no operands, those of a batch in one statement, and yield each with its result.

    Raises ``OutOfTimeError`` where the time is over before.
    """
    batches: dict[tuple[str, ...], list[RunQuery]] = {}
    for query in queries:
        known = source.of_query(query)
        if known is not None:
            yield query, _result(query, known["value"])
        else:
            batches.setdefault(_pass_of(query), []).append(query)
    for batch in batches.values():
        for start in range(0, len(batch), _RUN_TOGETHER):
            checkpoint()
            some = batch[start : start + _RUN_TOGETHER]
            [row] = source.ask(_statement(some))
            for query, value in zip(some, row.values(), strict=True):
                source.note(query, value)
                yield query, _result(query, value)


def run_query(query: Query, source: QueryRows) -> ListedResult:
    """Run any query by itself; raises ``OutOfTimeError`` where the time is over before."""
    checkpoint()
    [row] = source.of_statement(f"SELECT ({query.sql()}) AS value", [query])
    return _result(query, row["value"])


def _result(query: Query, value: object) -> ListedResult:
    exact = _exact(value)
    return ListedResult(math.nan if exact is None else float(exact), query.shown(exact), 0.0)


def _pass_of(query: RunQuery) -> tuple[str, ...]:
    """Return what queries have in common that one statement works out."""
    return (query.shared_pass() if isinstance(query, RowAtExtreme) else ()) or query.batch()


def _statement(batch: Sequence[RunQuery]) -> str:
    groups = [query for query in batch if isinstance(query, SummarizedGroups)]
    if len(groups) == len(batch) > 1:
        return together_sql(quickened(groups))
    rows = [query for query in batch if isinstance(query, RowAtExtreme)]
    if len(rows) == len(batch):
        is_one_batch = len({query.batch() for query in rows}) == 1
        quick_rows = quickened_rows(rows)
        return rows_together_sql(quick_rows) if is_one_batch else first_rows_together_sql(quick_rows)
    quick = [quickened([query])[0] if isinstance(query, GroupQuery) else query for query in batch]
    return "SELECT " + ", ".join(f"({query.sql()}) AS result_{number}" for number, query in enumerate(quick))


def _exact(value: object) -> Exact:
    """Return what the server gave without rounding; None for NULL and what is no finite number, nor one as a double."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return Fraction(value) if math.isfinite(float(value)) else None
    return Fraction(value) if isinstance(value, int) else None
