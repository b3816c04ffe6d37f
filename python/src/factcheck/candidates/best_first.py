"""Candidates one after another, the heaviest first: best-first search over the ranks of their parts."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

import numpy as np

from factcheck.candidates.integer_logs import NEVER, is_possible
from factcheck.candidates.space import Candidate, Integers, ProductPart, Scope

_FIRST_LEADERS = 16
_MORE_LEADERS = 16
_BLOCK = 64

_Leader = tuple[int, int, tuple[int, ...], int, int]
"""What comes first in a family with a column set: minus its logarithm, aggregate and predicates, family and set."""

_Waiting = tuple[int, int, tuple[int, ...], int, int, tuple[int, ...]]
"""Like a leader, and how far down the lists of the aggregates and of each column's predicates it stands."""


def candidates_of(space: ProductPart, aggregate: int, predicates: tuple[int, ...]) -> list[Candidate]:
    """Return the candidates of an aggregate with a set of predicates: one, or one for each condition."""
    shape = space.aggregates[aggregate].function.shape
    return [Candidate(aggregate, predicates, condition) for condition in shape.conditions(predicates)]


class CandidateOrder:
    """The candidates of a space in the order of the logarithms of their weights, ties by the indexes of their parts.

    Aggregates and predicates with the logarithm ``NEVER`` are left out; so are relation sets, and families with column
    sets, that a scope does not have, if one is given.
    """

    def __init__(
        self, space: ProductPart, aggregate_logs: Integers, predicate_logs: Integers, scope: Scope | None
    ) -> None:
        self._space = space
        self._aggregate_logs = aggregate_logs
        self._predicate_logs = predicate_logs
        families, sets = space.families, space.column_sets
        self._maxima = sets.maxima(predicate_logs)
        self._family_maxima = families.maxima(aggregate_logs)
        set_maxima = self._maxima[sets.members].sum(axis=0)
        # A scope leaves few columns, and the sets of all columns are many.
        self._sets = np.flatnonzero(set_maxima > NEVER // 2)
        set_logs = set_maxima[self._sets] + space.size_logs[:, sets.sizes[self._sets]]
        shares = families.share_logs(scope, self._sets)
        self._leader_logs = self._family_maxima[:, None] + set_logs + shares
        self._ranked_columns: dict[int, list[int]] = {}
        self._ranked_families: dict[int, list[int]] = {}

    def __iter__(self) -> Iterator[tuple[int, Candidate]]:
        """Yield candidates with their logarithms.

        All that a family makes with a column set come after its leader, so that sets enter the search one by one.  From
        one candidate to those right behind it another aggregate or another literal is one rank further down its list;
        only lists from the one changed last on are moved along, so that none is met twice.
        """
        leaders = self._leaders()
        waiting: list[_Waiting] = []
        self._enter(leaders, waiting)
        while waiting:
            minus_log, aggregate, predicates, family, set_, ranks = heappop(waiting)
            for candidate in candidates_of(self._space, aggregate, predicates):
                yield -minus_log, candidate
            if not any(ranks):
                self._enter(leaders, waiting)
            self._move_on(minus_log, family, set_, ranks, waiting)

    def _enter(self, leaders: Iterator[_Leader], waiting: list[_Waiting]) -> None:
        leader = next(leaders, None)
        if leader is not None:
            heappush(waiting, (*leader, (0,) * (1 + len(leader[2]))))

    def _move_on(self, minus_log: int, family: int, set_: int, ranks: tuple[int, ...], waiting: list[_Waiting]) -> None:
        members = [int(column) for column in self._space.column_sets.members[:, set_] if column >= 0]
        lists = [self._family(family), *(self._column(column) for column in members)]
        logs = [self._aggregate_logs, *(self._predicate_logs for _ in members)]
        changed_last = max((index for index, rank in enumerate(ranks) if rank), default=0)
        for index in range(changed_last, len(ranks)):
            if ranks[index] + 1 == len(lists[index]):
                continue
            further = (*ranks[:index], ranks[index] + 1, *ranks[index + 1 :])
            aggregate, *predicates = (ranked[rank] for ranked, rank in zip(lists, further, strict=True))
            loss = logs[index][lists[index][ranks[index]]] - logs[index][lists[index][further[index]]]
            heappush(waiting, (minus_log + int(loss), aggregate, tuple(predicates), family, set_, further))

    def _leaders(self) -> Iterator[_Leader]:
        """Yield what comes first in each family with each column set, in order; a few are sorted at a time."""
        sets = self._space.column_sets
        logs = self._leader_logs.ravel()
        aggregates = self._space.families.firsts(self._aggregate_logs, self._family_maxima)
        firsts = sets.firsts(self._predicate_logs, self._maxima)
        count = _FIRST_LEADERS
        while True:
            least = _greatest(logs, count)
            left = np.flatnonzero(logs >= least)
            if len(left) == 0:
                return
            family, place = np.divmod(left, len(self._sets))
            set_ = self._sets[place]
            predicates = firsts[sets.members[:, set_]]
            for index in np.lexsort((*predicates[::-1], aggregates[family], -logs[left])):
                chosen = tuple(int(each) for each in predicates[:, index] if each >= 0)
                at = int(family[index])
                yield -int(logs[left[index]]), int(aggregates[at]), chosen, at, int(set_[index])
            logs = np.where(logs >= least, NEVER, logs)
            count *= _MORE_LEADERS

    def _family(self, family: int) -> list[int]:
        """Return the aggregates of a family in order, those of weight 0 left out."""
        if family not in self._ranked_families:
            self._ranked_families[family] = _ranked(self._space.families.aggregates[family], self._aggregate_logs)
        return self._ranked_families[family]

    def _column(self, column: int) -> list[int]:
        """Return the predicates of a column in order, those of weight 0 left out."""
        if column not in self._ranked_columns:
            predicates = self._space.column_sets.predicates_of(column)
            self._ranked_columns[column] = _ranked(predicates, self._predicate_logs)
        return self._ranked_columns[column]


def _greatest(logs: Integers, count: int) -> int:
    """Return a logarithm that at least ``count`` are not below, and few more; always above ``NEVER``.

    It is one of the greatest of each of many blocks: they are fewer to sort than all.
    """
    blocks = np.maximum.reduceat(logs, np.arange(0, len(logs), _BLOCK)) if len(logs) > count * _BLOCK else logs
    least = int(np.partition(blocks, -count)[-count]) if len(blocks) > count else NEVER
    return max(least, NEVER // 2 + 1)


def _ranked(indexes: tuple[int, ...] | range, logs: Integers) -> list[int]:
    return sorted(
        (index for index in indexes if is_possible(int(logs[index]))), key=lambda index: (-logs[index], index)
    )
