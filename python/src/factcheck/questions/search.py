"""The search for facts that answer a question: a beam over their fields, which reads no row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.questions.decompose import Decomposition
from factcheck.questions.fact import FactKind
from factcheck.questions.groups import RECURRING
from factcheck.questions.plan import NEEDS_BREAKDOWN, FactPlan
from factcheck.questions.roles import Role, is_averaged

BEAM = 20
_TYPES = 4
_MEASURES, _BREAKDOWNS = 4, 4
_OTHER_MEASURE, _OTHER_BREAKDOWN, _LESS_SUBSPACE = 0.55, 0.6, 0.5
_LATER_PART = 0.02
_BY_ORDER = 0.9


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan with its relevance, and the index of the part that it answers."""

    plan: FactPlan
    relevance: float
    part: int


def search(decomposition: Decomposition, beam: int = BEAM) -> list[Candidate]:
    """Return the facts that answer the parts of a question, the most relevant first.

    Each part begins with what it asks for; then type, measure, breakdown and subspace are varied, a field at a time,
    and of each round the best are kept.
    """
    found: list[Candidate] = []
    for index, part in enumerate(decomposition.parts):
        states = [(part.plan, 1.0)]
        for expand in (_types, _measures, _breakdowns, _subspaces):
            varied = [each for plan, weight in states for each in expand(plan, weight, decomposition)]
            states = _best(varied, beam)
        found += [
            Candidate(plan, weight * (1 - _LATER_PART * index) if weight < 1 else weight, index)
            for plan, weight in states
            if _is_whole(plan)
        ]
    return _distinct(sorted(found, key=lambda each: (-each.relevance, each.part)))


def _best(states: Sequence[tuple[FactPlan, float]], beam: int) -> list[tuple[FactPlan, float]]:
    return sorted(states, key=lambda each: -each[1])[:beam]


def _types(plan: FactPlan, weight: float, decomposition: Decomposition) -> Iterator[tuple[FactPlan, float]]:
    """Yield the plan, and others of the types that the question asks for with less likelihood."""
    yield plan, weight
    kinds = decomposition.reading.kinds
    best = max(kinds.values(), default=1.0) or 1.0
    likely = sorted(kinds, key=lambda kind: -kinds[kind])[:_TYPES]
    for kind in dict.fromkeys((*likely, FactKind.TREND, FactKind.EXTREME)):
        share = 0.3 + 0.4 * kinds.get(kind, 0.0) / best
        if kind is not plan.kind and (varied := _of_kind(plan, kind)) is not None:
            yield varied, weight * share


def _of_kind(plan: FactPlan, kind: FactKind) -> FactPlan | None:
    """Return the plan with another type; None where it lacks what the type needs."""
    if kind in {FactKind.ASSOCIATION, FactKind.DIFFERENCE}:
        return None
    if kind is FactKind.VALUE:
        return None if plan.focus else replace(plan, kind=kind, breakdown=None, second_measure=None)
    table, breakdown, focus = plan.table, plan.breakdown, plan.focus
    is_recurring = plan.unit in RECURRING
    is_time = breakdown is not None and table.role(breakdown).role is Role.TIME and not is_recurring
    if kind is FactKind.TREND:
        plan = replace(plan, unit=None) if is_recurring else plan
        if not is_time:
            breakdown = table.time.column if table.time is not None else None
        focus = ()
    elif breakdown is None or is_time:
        used = {predicate.column for predicate in plan.subspace}
        breakdown = next((each.column for each in table.categories() if each.column not in used), None)
        focus = ()
    if breakdown is None:
        return None
    varied = replace(plan, kind=kind, breakdown=breakdown, focus=(), second_measure=None)
    if kind in {FactKind.CATEGORIZATION, FactKind.PROPORTION}:
        return replace(varied, measure=None, function=COUNT, focus=focus)
    return varied


def _measures(plan: FactPlan, weight: float, decomposition: Decomposition) -> Iterator[tuple[FactPlan, float]]:
    yield plan, weight
    named = decomposition.reading.measures
    if plan.measure is None or plan.kind is FactKind.ASSOCIATION:
        return
    others = [column for column in named if column != plan.measure]
    others += [each.column for each in plan.table.measures() if each.column not in (*named, plan.measure)]
    for place, column in enumerate(others[:_MEASURES]):
        share = 0.9 if column in named else _OTHER_MEASURE * _BY_ORDER**place
        yield replace(plan, measure=column, function=_function(plan, column)), weight * share


def _function(plan: FactPlan, column: Column) -> AggregationFunction:
    if plan.function not in {SUM, AVG} or plan.kind is FactKind.PROPORTION:
        return plan.function
    return AVG if is_averaged(plan.table.role(column)) else SUM


def _breakdowns(plan: FactPlan, weight: float, decomposition: Decomposition) -> Iterator[tuple[FactPlan, float]]:
    yield plan, weight
    if plan.breakdown is None or plan.focus or plan.kind is FactKind.TREND:
        return
    named = decomposition.reading.breakdowns
    used = {predicate.column for predicate in plan.subspace} | {plan.breakdown}
    others = [column for column in named if column not in used and plan.table.role(column).role is not Role.TIME]
    others += [each.column for each in plan.table.categories() if each.column not in used and each.column not in named]
    for place, column in enumerate(others[:_BREAKDOWNS]):
        share = 0.85 if column in named else _OTHER_BREAKDOWN * _BY_ORDER**place
        yield replace(plan, breakdown=column), weight * share


def _subspaces(plan: FactPlan, weight: float, _: Decomposition) -> Iterator[tuple[FactPlan, float]]:
    yield plan, weight
    if plan.subspace:
        yield replace(plan, subspace=()), weight * _LESS_SUBSPACE


def _is_whole(plan: FactPlan) -> bool:
    """Tell whether a plan has what its type needs."""
    if plan.kind in NEEDS_BREAKDOWN | {FactKind.PROPORTION} and plan.breakdown is None:
        return False
    if plan.kind is FactKind.ASSOCIATION and (plan.measure is None or plan.second_measure is None):
        return False
    if plan.kind is FactKind.DIFFERENCE and not plan.focus:
        return False
    if plan.kind is FactKind.DISTRIBUTION and plan.measure is None and plan.breakdown is None:
        return False
    is_of_dates = plan.breakdown is not None and (plan.breakdown.is_date or plan.breakdown.is_timestamp)
    is_divided = plan.kind is FactKind.TREND or is_of_dates  # the months of a year
    return is_divided or not any(predicate.column == plan.breakdown for predicate in plan.subspace)


def _distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    seen = set()
    kept = []
    for each in candidates:
        plan = each.plan
        key = (
            plan.kind,
            plan.measure,
            plan.second_measure,
            plan.function.name,
            plan.breakdown,
            plan.unit,
            plan.focus,
            frozenset(plan.subspace),
            plan.kind in {FactKind.EXTREME, FactKind.RANK} and plan.is_highest,
        )
        if key not in seen:
            seen.add(key)
            kept.append(each)
    return kept
