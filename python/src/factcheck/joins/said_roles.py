"""Which of several joins of the same two tables a text speaks of: trips by where they begin, or by where they end.

Columns such as ``pickup_location_id`` and ``dropoff_location_id`` lead to the same table.  What tells them apart is the
part that their rows have in each other: the words that one name has and the others have not.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from factcheck.joins.graph import Join, JoinSource
from factcheck.words.identifiers import base_forms, split_identifier


def roles_said(joins: Iterable[Join], words: Iterable[str]) -> Mapping[Join, int]:
    """Return how often a text has a word that tells a join from the others of its tables, where it has any.

    ``words`` are those of the whole text, in lower case: it is taken to speak of one of them.
    """
    groups = list(_beside_each_other(joins))
    if not groups:
        return {}
    said = Counter(form for word in words for form in base_forms(word))
    counts = {}
    for group in groups:
        named = {join: _words(join) for join in group}
        shared = Counter(word for of_join in named.values() for word in of_join)
        for join, of_join in named.items():
            counts[join] = sum(said[word] for word in of_join if shared[word] == 1)
    return {join: count for join, count in counts.items() if count}


def joins_in_doubt(joins: Iterable[Join], said: Mapping[Join, int]) -> frozenset[Join]:
    """Return the joins that are as good as another one of the same tables, which the text speaks of as much."""
    doubtful: set[Join] = set()
    for group in _beside_each_other(joins):
        most = max(said.get(join, 0) for join in group)
        best = [join for join in group if said.get(join, 0) == most]
        doubtful.update(best if len(best) > 1 else ())
    return frozenset(doubtful)


def _beside_each_other(joins: Iterable[Join]) -> Iterator[Sequence[Join]]:
    """Yield the joins that lead from one table to the same other one by the same kind of source, if several."""
    beside: dict[tuple[int, int, JoinSource], list[Join]] = defaultdict(list)
    for join in joins:
        beside[join.from_table, join.to_table, join.source].append(join)
    yield from (each for each in beside.values() if len(each) > 1)


def _words(join: Join) -> frozenset[str]:
    parts = (word for column in join.from_columns for word in split_identifier(column))
    return frozenset(form for word in parts for form in base_forms(word))
