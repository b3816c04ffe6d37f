"""Which candidates are evaluated: the likely ones, as far as they come at a bearable cost (PickScope, Algorithm 4)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.candidates.space import Aggregate, Booleans, Candidate, QuerySpace, Scope
from factcheck.candidates.weighted_space import Marginals
from factcheck.joins.relation_sets import Relations
from factcheck.queries.fragments import Function
from factcheck.runtime.checkpoints import with_checkpoints
from factcheck.settings import Settings

Floats = npt.NDArray[np.float64]

_ROWS_COUNTED = 1.0
_JOIN = 2.0
_DIMENSION = 1.0
_MEASURES = 4.0
_QUERY_OF_ITS_OWN = 30.0
"""Cost of a row of the anchor: to be read, to find its partner in one table, to have one column coded, to have one
aggregated, and to be grouped once more with the values of one column.  As measured, relative to one another."""

Option = tuple[str, int, str]
"""What is taken into the scope or left out at one price: a kind, the column's number, and a predicate's literal."""


@dataclass(frozen=True, slots=True)
class ScopePart:
    """Something that claims ask of a column at one price, in rows read, and whether it was taken into the scope.

    ``kind`` is "measured" for sums, averages and extremes, "predicate" for restrictions to some literals, else the
    function that takes a query of its own.  ``claims`` and ``literals`` are how many there are.
    """

    kind: str
    column_id: int
    claims: int
    literals: int
    price: float
    is_inside: bool


class ScopeBuilder:
    """Grows the scope of a document's claims, the likely options before the others, while its cost stays in bounds.

    Since all claims are evaluated together, what one of them needs costs nothing more for the others.  Costs are in
    rows read, as the number of each table's rows suggests: the same data give the same scope on any machine.
    """

    def __init__(
        self,
        spaces: Sequence[QuerySpace],
        relations: Relations,
        settings: Settings,
        checkpoint: Callable[[], None] = lambda: None,
    ) -> None:
        self._spaces = spaces
        self._checkpoint = checkpoint
        self._settings = settings
        self._rows = _rows_reaching(relations)
        self._anchors = frozenset(table.table_id for table in relations.tables)
        self._taken: set[Option] = set()
        self._coded: set[int] = set()
        self.cost = sum(
            table.rows * (_ROWS_COUNTED + _JOIN * (len(relations.reached_from(table.table_id)) - 1))
            for table in relations.tables
        )

    def pick(self, marginals: Sequence[Marginals], most: float) -> list[Scope]:
        """The first scope of each claim: options by their greatest marginal probability, at ``most`` such a cost.

        ``marginals`` are those of the claims' weights.  An option too dear is passed over; cheaper ones after it may
        still be taken.
        """
        wishes: dict[Option, float] = {}
        for space, own in zip(self._spaces, marginals, strict=True):
            self._checkpoint()
            mass = float(own.aggregates.sum()) or 1.0
            for option, probability in _options(space, own.aggregates / mass, own.predicates / mass):
                wishes[option] = max(wishes.get(option, 0.0), probability)
        for option in with_checkpoints(sorted(wishes, key=lambda option: (-wishes[option], option)), self._checkpoint):
            self._take(option, most)
        return self.scopes(marginals)

    def extend(self, outside: Iterable[tuple[QuerySpace, Candidate]], most: float) -> bool:
        """Take in what candidates outside the scope are made of; tells whether anything was taken."""
        before = len(self._taken)
        for space, candidate in outside:
            for option in [
                _option(space.aggregates[candidate.aggregate]),
                *(_restriction(space, place) for place in candidate.predicates),
            ]:
                self._take(option, most)
        return len(self._taken) > before

    def could_take(self, most: float) -> bool:
        """Whether at ``most`` such a cost more could be taken in than was."""
        return any(
            not _is_free(option) and option not in self._taken and self.cost + self._price(option) <= most
            for space in self._spaces
            for option in [
                *(_option(aggregate) for aggregate in space.aggregates),
                *(_restriction(space, place) for place in range(len(space.predicates))),
            ]
        )

    def scopes(self, marginals: Sequence[Marginals]) -> list[Scope]:
        """The scope of each claim; the likeliest of its predicates where it has too many candidates."""
        found = []
        for space, own in zip(self._spaces, marginals, strict=True):
            self._checkpoint()
            aggregates = np.array([_is_free(_option(a)) or _option(a) in self._taken for a in space.aggregates], bool)
            inside = [place for place in range(len(space.predicates)) if _restriction(space, place) in self._taken]
            inside.sort(key=lambda place: -own.predicates[place])
            found.append(self._within_bounds(space, aggregates, inside))
        return found

    def parts(self) -> list[ScopePart]:
        """All that claims ask of columns."""
        asked: dict[tuple[str, int], tuple[set[int], set[str]]] = {}
        for place, space in enumerate(self._spaces):
            restrictions = (_restriction(space, predicate) for predicate in range(len(space.predicates)))
            for option in [*(_option(aggregate) for aggregate in space.aggregates), *restrictions]:
                if not _is_free(option):
                    claims, literals = asked.setdefault(option[:2], (set(), set()))
                    claims.add(place)
                    literals.add(option[2])
        inside = {option[:2] for option in self._taken}
        return [
            ScopePart(
                kind, number, len(claims), len(literals), self._rows[number] * _PRICES[kind], (kind, number) in inside
            )
            for (kind, number), (claims, literals) in asked.items()
        ]

    def _take(self, option: Option, most: float) -> None:
        if option in self._taken or _is_free(option):
            return
        kind, column_id, _ = option
        price = self._price(option)
        if self.cost + price <= most:
            self._taken.add(option)
            self.cost += price
            if kind == "predicate":
                self._coded.add(column_id)

    def _price(self, option: Option) -> float:
        """What an option costs more than what was taken in; another literal of the same column costs nothing."""
        kind, column_id, _ = option
        return 0.0 if kind == "predicate" and column_id in self._coded else self._rows[column_id] * _PRICES[kind]

    def _within_bounds(self, space: QuerySpace, aggregates: Booleans, likely: Sequence[int]) -> Scope:
        """The scope with as many of some predicates, the likeliest first, as keep its candidates in bounds."""

        def first(number: int) -> Scope:
            predicates = np.zeros(len(space.predicates), dtype=bool)
            predicates[list(likely[:number])] = True
            return Scope(aggregates, predicates, self._anchors)

        most = self._settings.candidates_per_claim
        if space.size(first(len(likely))) <= most:
            return first(len(likely))
        numbers = range(len(likely))
        return first(max(bisect_right(numbers, most, key=lambda number: space.size(first(number))) - 1, 0))


_PRICES = {
    "measured": _MEASURES,
    Function.COUNT_DISTINCT.value: _QUERY_OF_ITS_OWN,
    Function.MEDIAN.value: _QUERY_OF_ITS_OWN,
    "predicate": _DIMENSION,
}


def _rows_reaching(relations: Relations) -> dict[int, float]:
    """For each column the rows of all anchors that its table can be joined to."""
    rows: dict[int, float] = {}
    for anchor in relations.tables:
        reached = relations.reached_from(anchor.table_id)
        for table in relations.tables:
            if table.table_id in reached:
                for column in table.columns:
                    rows[column.column_id] = rows.get(column.column_id, 0.0) + anchor.rows
    return rows


def _options(space: QuerySpace, aggregates: Floats, predicates: Floats) -> Iterable[tuple[Option, float]]:
    for aggregate, probability in zip(space.aggregates, aggregates, strict=True):
        yield _option(aggregate), float(probability)
    for place, probability in enumerate(predicates):
        yield _restriction(space, place), float(probability)


def _option(aggregate: Aggregate) -> Option:
    """Sums, averages and extremes of a column come together; different values and medians take a query each."""
    if aggregate.column is None:
        return ("rows", 0, "")
    kind = aggregate.function.value if aggregate.function.value in _PRICES else "measured"
    return (kind, aggregate.column.column_id, "")


def _restriction(space: QuerySpace, place: int) -> Option:
    predicate = space.predicates[place]
    return ("predicate", predicate.column.column_id, predicate.literal)


def _is_free(option: Option) -> bool:
    """Rows are counted whatever else is."""
    return option[0] == "rows"
