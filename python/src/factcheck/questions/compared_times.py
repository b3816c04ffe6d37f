"""Questions that ask about two or more times alike: a part for each, and the difference."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.comparison import TOGETHER
from factcheck.questions.fact import FactKind
from factcheck.questions.groups import group_name
from factcheck.questions.linked import Linked
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import plan_of, with_measure
from factcheck.questions.reading import Reading, times_of
from factcheck.questions.times import joined, times_apart

_COMPARING = re.compile(r"\b(?:than|versus|vs|compar\w+|differ\w*|against|whereas)\b", re.IGNORECASE)
_OF_GROUPS = frozenset({FactKind.TREND, FactKind.EXTREME, FactKind.RANK, FactKind.OUTLIER})
_MONTHS = {1: "month", 3: "quarter", 12: "year"}


def compared_times(linked: Linked, reading: Reading) -> list[FactPlan]:
    """Return the same fact of two or more times of one column, and the difference of two single numbers.

    Times that make one stretch are taken as one where something develops or is ordered over it.
    """
    apart = times_apart(linked.times)
    whole = joined(apart)
    is_compared = bool(_COMPARING.search(linked.text))
    are_one = whole is not None and not TOGETHER.isdisjoint(linked.words)
    if not apart or are_one:
        return []
    column = apart[0][0].column
    times = times_of(reading)
    groups = tuple(each for each in reading.breakdowns if each not in times)
    if whole is not None and not is_compared and (groups or reading.asks_time or reading.kind in _OF_GROUPS):
        return []
    left = replace(
        reading, breakdowns=groups, subspace=tuple(each for each in reading.subspace if each != whole), asks_time=False
    )
    if not left.measures and not left.is_counted and not linked.rows:
        left = with_measure(left)
    kind = left.kind if groups and left.kind is not FactKind.TREND else FactKind.VALUE
    kind = FactKind.DISTRIBUTION if groups and kind in {FactKind.VALUE, FactKind.DIFFERENCE} else kind
    base = plan_of(left, kind)
    plans = [replace(base, subspace=(*base.subspace, *predicates)) for predicates in apart]
    if base.kind is FactKind.VALUE and (named := _names(apart)) is not None:
        unit, names = named
        difference = replace(base, kind=FactKind.DIFFERENCE, breakdown=column, focus=names, unit=unit)
        plans.append(difference)
    return plans


def _names(apart: Sequence[Sequence[Predicate]]) -> tuple[str, tuple[str, ...]] | None:
    """Return the length of two times, and their names as groups of it; None where they are not of one length."""
    named = [_name(each[0]) for each in apart if len(each) == 1]
    known = [each for each in named if each is not None]
    if len(apart) != 2 or len(known) < 2 or known[0][0] != known[1][0]:
        return None
    return known[0][0], (known[0][1], known[1][1])


def _name(time: Predicate) -> tuple[str, str] | None:
    if not isinstance(time, Period) or time.way or time.start is None or time.end is None:
        return None
    first, end = date.fromisoformat(time.start), date.fromisoformat(time.end)
    months = 12 * (end.year - first.year) + end.month - first.month
    unit = _MONTHS.get(months)
    if unit is None or (first.day, end.day) != (1, 1) or (first.month - 1) % months:
        return None
    return unit, group_name(first, unit)
