"""What is computed over the rows of an anchor: dimensions, partners and measures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.measures import BaseMeasure, MeasureKind
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate, SortKey

PredicateKey = tuple[int, SortKey]
"""What tells predicates of a request apart: the column's number and the predicate's key."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """A column with predicates of which at most one holds of a value.

    In a group's key the i-th predicate has the code i + 1; 0 stands for every value of which none holds, for NULL where
    none holds of it (the paper's INORDEFAULT), and for a row of the anchor without partner in the column's table.
    Predicates of one column that overlap stand in several dimensions, the layers of the column: groups of all of them
    together are the finest cells that the predicates need.
    """

    column: Column
    predicates: tuple[Predicate, ...]

    @property
    def size(self) -> int:
        """Number of codes."""
        return len(self.predicates) + 1


def layers(column: Column, predicates: Iterable[Predicate]) -> Iterator[Dimension]:
    """Put the predicates of a column into dimensions; all single values stand in the first."""
    ordered = sorted(predicates, key=lambda predicate: predicate.sort_key)
    values = tuple(predicate for predicate in ordered if isinstance(predicate, Equals))
    if values:
        yield Dimension(column, values)
    others: list[list[Predicate]] = []
    for predicate in ordered:
        if isinstance(predicate, Equals):
            continue
        for layer in others:
            if all(predicate.excludes(other) or other.excludes(predicate) for other in layer):
                layer.append(predicate)
                break
        else:
            others.append([predicate])
    yield from (Dimension(column, tuple(layer)) for layer in others)


_READ, _CODED = 2.0, 1.0
MEASURED = {MeasureKind.SUMMARY: 1.0, MeasureKind.DISTINCT: 4.0, MeasureKind.VALUES: 4.0}
"""Cost of a row of the anchor: to be read and grouped, coded by a column, and measured; in the time that PostgreSQL
takes to count a row.  It is what a row costs in ten million that make very many groups."""


def cost_of(request: CubeRequest) -> float:
    """Return what it costs to compute a request in one scan, in rows read."""
    columns = len({dimension.column for dimension in request.dimensions})
    measured = sum(MEASURED[measure.kind] for measure in request.measures)
    return request.relations.anchor.rows * (_READ + _CODED * columns + measured)


@dataclass(frozen=True)
class CubeRequest:
    """What to compute over the rows of an anchor and their partners in joined tables.

    ``partners`` are joined tables of which it matters whether a row has a partner in them: each is a dimension of its
    own, after the others, with the code 1 for a partner and 0 for none.
    """

    relations: RelationSet
    dimensions: tuple[Dimension, ...]
    partners: tuple[Table, ...]
    measures: tuple[BaseMeasure, ...]

    @property
    def sizes(self) -> list[int]:
        """The number of codes of each dimension, those of partners included."""
        return [*(dimension.size for dimension in self.dimensions), *(2 for _ in self.partners)]

    def columns(self, kind: MeasureKind) -> tuple[Column, ...]:
        """Return the columns with measures of a kind."""
        return tuple(measure.column for measure in self.measures if measure.kind is kind)

    @cached_property
    def codes(self) -> Mapping[PredicateKey, tuple[int, int]]:
        """The dimension and code of each predicate."""
        return {
            (dimension.column.column_id, predicate.sort_key): (index, code)
            for index, dimension in enumerate(self.dimensions)
            for code, predicate in enumerate(dimension.predicates, 1)
        }

    def covers(self, other: CubeRequest) -> bool:
        """Tell whether the results of this request answer another one, too."""
        columns = {dimension.column for dimension in self.dimensions}
        return (
            self.relations.anchor.table_id == other.relations.anchor.table_id
            and set(self.relations.joins) >= set(other.relations.joins)
            and all(dimension.column in columns for dimension in other.dimensions)
            and self.has_codes_of(other)
            and set(self.partners) >= set(other.partners)
            and set(self.measures) >= set(other.measures)
        )

    def has_codes_of(self, other: CubeRequest) -> bool:
        """Tell whether all predicates of another request are there."""
        return self.codes.keys() >= other.codes.keys()
