"""Which of several data sets a document is about: those that agree with its numbers.

Unrelated tables in one database have columns and values by accident that a sentence names, too.  Each claim has room
for as many fragments and queries as the tables of one data set need, so that those of others take the place of what is
meant; and what a document is about tells less of each claim the more there is that it may be about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from factcheck.inference.posterior import Posterior

_ENOUGH = 2.0
"""Claims that have to agree with one data set, by the probability of these readings, to tell that it is meant."""

_LEAST_SHARE = 0.25
"""Share of the claims that agree with that one from which another is meant as well."""

_SURE = 0.9
"""Probability of a reading that agrees from which its data set is meant by this claim alone."""


def data_sets_meant(sets: Mapping[int, int], posteriors: Iterable[Posterior]) -> frozenset[int]:
    """Return the data sets that a document speaks of; all where its claims do not tell.

    ``sets`` has the data set of each table, both by their numbers.  A reading is about the table whose rows it
    aggregates.
    """
    agreeing: defaultdict[int, float] = defaultdict(float)
    sure: set[int] = set()
    for posterior in posteriors:
        for likely in posterior.best:
            if likely.matches:
                data_set = sets[likely.query.selection.anchor.table_id]
                agreeing[data_set] += likely.probability
                if likely.probability >= _SURE:
                    sure.add(data_set)
    most = max(agreeing.values(), default=0.0)
    everything = frozenset(sets.values())
    if most < _ENOUGH:
        return everything
    return frozenset(each for each in everything if each in sure or agreeing[each] >= _LEAST_SHARE * most)
