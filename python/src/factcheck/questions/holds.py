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
    match plan.kind:
        case FactKind.EXTREME | FactKind.RANK:
            if fact.statistics.get("next") == fact.value or not plan.focus:
                return None
            return fact.focus[:1] == plan.focus[:1]
        case FactKind.DIFFERENCE:
            return float(fact.value or 0) > 0 if plan.is_highest else float(fact.value or 0) < 0
        case FactKind.TREND:
            moved = (fact.statistics.get("last") or 0) - (fact.statistics.get("first") or 0)
            slope = fact.statistics.get("slope") or 0
            if moved * slope < 0:
                return None
            return moved > 0 if plan.is_highest else moved < 0
        case FactKind.ASSOCIATION:
            if abs(float(fact.value or 0)) < _UNRELATED or fact.significance < _SURE:
                return False
            return (float(fact.value or 0) > 0) is plan.is_highest
        case FactKind.PROPORTION:
            return float(fact.value or 0) > _MAJORITY
    return None
