"""A small sample of an anchor's rows, which tells how many groups the values of columns make."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from math import log2, sqrt

import numpy as np
import numpy.typing as npt

from factcheck.catalogue.sampling import LEAST_ROWS, SAMPLED_ROWS, sample_clause, sample_condition
from factcheck.catalogue.schema import Column
from factcheck.evaluation.coded_rows import JoinedRows
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.joins.relation_sets import Relations, RelationSet
from factcheck.port import Database
from factcheck.runtime.time_budget import limit_in_force

_FEW_VALUES = 1_000

_SAMPLED_OF_FEW = 1_500
"""Rows kept of a table that is not large: more would take longer than they spare."""

_DENSE = 1 << 19
"""Pairs of numbers up to which each has a place, so that none need be sorted."""

Hashes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RowSample:
    """Hashes of what some rows of an anchor hold, by dimension, partner or column; the anchor has ``rows`` in all.

    The numbers of rows tell groups apart: rows of one group have the same number, counted from 0.  Where it ``binds``,
    no query may meet far more groups than are expected; ``factor`` tells how many times more a query has met.
    """

    rows: int
    hashes: Mapping[Hashable, Hashes]
    binds: bool = False
    factor: float = 1.0
    _known: dict[tuple[Hashable, ...], Hashes] = field(default_factory=dict, repr=False, compare=False)
    _values: dict[Hashable, Hashes] = field(default_factory=dict, repr=False, compare=False)

    def numbered(self, keys: Iterable[Hashable]) -> Hashes:
        """Number the groups that the rows of the sample make by some keys, which are asked for again and again."""
        keys = tuple(keys)
        if keys not in self._known:
            numbers: Hashes = np.zeros(next((len(each) for each in self.hashes.values()), 0), dtype=np.int64)
            for key in keys:
                numbers = self.refined(numbers, key)
            self._known[keys] = numbers
        return self._known[keys]

    def refined(self, numbers: Hashes, key: Hashable) -> Hashes:
        """Number the groups that numbered ones make by one key more."""
        values = self._values.get(key)
        if values is None:
            values = self._values[key] = _numbered(self.hashes[key])
        if not len(values):
            return numbers
        size = int(values.max()) + 1
        pairs: Hashes = numbers * size + values
        room = (int(numbers.max()) + 1) * size
        if room > _DENSE:
            return _numbered(pairs)
        is_there = np.zeros(room, dtype=bool)
        is_there[pairs] = True
        number_of = np.cumsum(is_there) - 1
        return np.asarray(number_of[pairs], dtype=np.int64)

    def shares(self, dimensions: Iterable[Dimension]) -> dict[Dimension, list[float]]:
        """Return how many of the rows have each code of some dimensions, that of other values first."""
        counts = {each: np.bincount(self.hashes[each], minlength=each.size) for each in dimensions}
        return {each: (count / max(int(count.sum()), 1)).tolist() for each, count in counts.items()}

    def groups(self, keys: Iterable[Hashable]) -> float:
        """Estimate how many groups the rows of the anchor make by some keys."""
        return self.estimated(self.numbered(keys))

    def estimated(self, numbers: Hashes) -> float:
        """Estimate how many groups the rows of the anchor make, of the numbers of those in the sample.

        What is rare in a sample of n of N rows is taken to be more frequent among all by the square root of N / n
        (the guaranteed-error estimator of Charikar, Chaudhuri, Motwani and Narasayya).
        """
        counts = np.bincount(numbers)
        rare = int(np.count_nonzero(counts == 1))
        return min(sqrt(self.rows / max(len(numbers), 1)) * rare + len(counts) - rare, self.rows)

    def extrapolated(self, numbers: Hashes) -> float:
        """Estimate how many groups there are at most, of the numbers of those in the sample.

        How the number grew when the sample was doubled, and how much less than the time before, is taken to go on to
        the rows of the anchor.  Where there are very many groups, the guaranteed-error estimator says far too few.
        """
        # pages come one after another: every fourth and every second row are samples of the pages, too
        fewest, few, all_ = (int(np.count_nonzero(np.bincount(numbers[::step]))) for step in (4, 2, 1))
        if not fewest or few == all_:
            return self.factor * all_
        growth, before = log2(all_ / few), log2(few / fewest)
        slowing = min(growth / before, 1.0) if before > 0 else 1.0
        doublings = max(log2(self.rows / len(numbers)), 0.0)
        if slowing < 1:
            doublings = slowing * (1 - slowing**doublings) / (1 - slowing)
        return float(min(self.factor * all_ * 2.0 ** (growth * doublings), self.rows))


def _numbered(values: Hashes) -> Hashes:
    """Number the different values."""
    return np.asarray(np.unique(values, return_inverse=True)[1].reshape(-1), dtype=np.int64)


def sample_rows(request: CubeRequest, columns: Iterable[Column], database: Database) -> RowSample | None:
    """Read a sample of the rows of a request: their codes by each dimension, and the values of columns.

    None where the anchor cannot be sampled, or has too few rows.
    Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    rows = JoinedRows(request.relations)
    columns = list(columns)
    texts: dict[Hashable, str] = {dimension: rows.code(dimension) for dimension in request.dimensions}
    texts |= {table: rows.partner_code(table.table_id) for table in request.partners}
    return _sample(rows, texts | {column: _hashed(rows, column) for column in columns}, request.relations, database)


def few_valued(relations: Relations, columns: Iterable[Column], database: Database) -> frozenset[int]:
    """Return the numbers of those columns of large tables that seem to have few different values.

    Raises ``OutOfTimeError`` where the limit in force is reached.
    """
    of_table: dict[int, list[Column]] = {}
    for column in columns:
        if column.table_ids == {column.table_id}:
            of_table.setdefault(column.table_id, []).append(column)
    few = set()
    for table in relations.tables:
        alone = relations.of(frozenset({table.table_id}), table.table_id)
        if not table.is_large or table.table_id not in of_table or alone is None:
            continue
        rows = JoinedRows(alone)
        of_columns: dict[Hashable, str] = {column: _hashed(rows, column) for column in of_table[table.table_id]}
        sample = _sample(rows, of_columns, alone, database)
        if sample is not None:
            few |= {column.column_id for column in of_table[table.table_id] if sample.groups([column]) <= _FEW_VALUES}
    return frozenset(few)


def _hashed(rows: JoinedRows, column: Column) -> str:
    return f"hashtext(({rows.measured(column)})::text)"


def _sample(
    rows: JoinedRows, texts: Mapping[Hashable, str], relations: RelationSet, database: Database
) -> RowSample | None:
    """Read whole numbers, by what stands for them, of some rows; None where there are too few of these."""
    anchor = relations.anchor
    if not anchor.can_be_sampled or not texts:
        return None
    limit = limit_in_force()
    conditions = [sample_condition(), limit.condition(database)]
    condition = " AND ".join(each for each in conditions if each)
    outputs = ", ".join(
        f"string_agg(int4send(coalesce({text}, 0)), ''::bytea) AS h{number}"
        for number, text in enumerate(texts.values())
    )
    source = rows.sql(condition, sample_clause(anchor.rows, SAMPLED_ROWS if anchor.is_large else _SAMPLED_OF_FEW))
    [row] = limit.query(database, f"SELECT {outputs}\n{source}")
    hashes = [np.frombuffer(sent or b"", dtype=">i4").astype(np.int64) for sent in row.values()]
    if len(hashes[0]) < min(LEAST_ROWS, anchor.rows):
        return None
    return RowSample(anchor.rows, dict(zip(texts, hashes, strict=True)))
