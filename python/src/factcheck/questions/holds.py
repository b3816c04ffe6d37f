"""Whether a fact bears out what a part of a claim says."""

from __future__ import annotations

from factcheck.questions.fact import Fact, FactKind
from factcheck.questions.plan import FactPlan

_UNRELATED = 0.1
_SURE = 0.95
_MAJORITY = 0.5


def holds(plan: FactPlan, fact: Fact | None) -> bool | None:
    """Tell whether the data say what a claim says of a fact; None where they do not tell."""
    if fact is None or fact.value is None:
        return None
    so = _is_so(plan, fact)
    return None if so is None else so is not plan.is_negated


def _is_so(plan: FactPlan, fact: Fact) -> bool | None:
    value = float(fact.value or 0)
    match plan.kind:
        case FactKind.RANK | FactKind.EXTREME:
            return _has_place(plan, fact)
        case FactKind.DIFFERENCE:
            return value > 0 if plan.is_highest else value < 0
        case FactKind.TREND:
            return _has_moved(plan, fact)
        case FactKind.ASSOCIATION:
            is_related = abs(value) >= _UNRELATED and fact.significance >= _SURE
            return is_related and (not plan.is_signed or (value > 0) is plan.is_highest)
        case FactKind.PROPORTION:
            return value > _MAJORITY
    return None


def _has_place(plan: FactPlan, fact: Fact) -> bool | None:
    """Tell whether a group has the place that is claimed; None where it shares the first one, or has no value."""
    if not plan.focus:
        return None
    if plan.kind is FactKind.EXTREME:
        is_tied = fact.statistics.get("next") == fact.value
        return None if is_tied else fact.focus[:1] == plan.focus[:1]
    ranks = {str(row[0]): row[2] for row in fact.rows.tuples}
    return ranks[plan.focus[0]] == plan.place if plan.focus[0] in ranks else None


def _has_moved(plan: FactPlan, fact: Fact) -> bool | None:
    """Tell whether a trend goes the way that is claimed; None where the ends and the slope tell different stories.

    One that is said to go no way has moved where its slope is not 0 by chance.
    """
    if not plan.is_signed:
        return fact.significance >= _SURE
    moved = (fact.statistics.get("last") or 0) - (fact.statistics.get("first") or 0)
    slope = fact.statistics.get("slope") or 0
    if moved * slope < 0:
        return None
    return moved > 0 if plan.is_highest else moved < 0
