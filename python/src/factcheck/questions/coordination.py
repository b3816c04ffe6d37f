"""Statements about several things at once: "fares and fees rose", "neither A nor B leads", "more than C and D"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.ends import end_said
from factcheck.questions.fact import FactKind
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ColumnMention, ValueMention
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import usual
from factcheck.questions.reading import Reading

Mention = TypeVar("Mention", ColumnMention, ValueMention)

_JOINING = frozenset("and or nor & ,".split())
_BETWEEN = _JOINING | frozenset("the a an both either number of in from for with as well".split())
_OF_EACH_MEASURE = frozenset({FactKind.TREND, FactKind.DIFFERENCE, FactKind.EXTREME, FactKind.RANK})
_COMPARING = frozenset("than above below over".split())


def distributed(plan: FactPlan, reading: Reading, linked: Linked, clause: Sequence[int]) -> list[FactPlan]:
    """Return a statement for each of the subjects, objects and measures that a clause joins; else the one there is."""
    plans = list(_of_each_value(plan, reading, linked, clause))
    return [each for one in plans for each in _of_each_measure(one, reading, linked, clause)]


def _of_each_value(plan: FactPlan, reading: Reading, linked: Linked, clause: Sequence[int]) -> Iterator[FactPlan]:
    words = {linked.words[i] for i in clause}
    if plan.kind is FactKind.TREND:
        yield from _of_each_part(plan, reading, linked)
    elif plan.kind is FactKind.EXTREME and words & {"neither", "both"}:
        named = [each for each in reading.values if each.predicate.column == plan.breakdown]
        joined = _joined_with(plan.focus[:1], named, linked)
        yield from (replace(plan, focus=(literal,)) for literal in joined or plan.focus[:1])
    elif plan.kind is FactKind.DIFFERENCE:
        yield from _of_each_pair(plan, reading, linked, clause)
    elif plan.kind is FactKind.RANK and "followed" in words:
        named = [each for each in reading.values if each.predicate.column == plan.breakdown]
        joined = _joined_with(plan.focus[:1], named, linked) or plan.focus[:1]
        yield from (replace(plan, focus=(each,), place=plan.place + behind) for behind, each in enumerate(joined))
    else:
        yield plan


def _of_each_part(plan: FactPlan, reading: Reading, linked: Linked) -> Iterator[FactPlan]:
    """Yield a trend for each of the groups that are joined: "Fjord and Island grew"."""
    for predicate in plan.subspace:
        named = [each for each in reading.values if each.predicate.column == predicate.column]
        first = predicate.literal if isinstance(predicate, Equals) else named[0].predicate.literal if named else ""
        literals = _joined_with((first,), named, linked)
        if len(literals) > 1:
            rest = tuple(each for each in plan.subspace if each.column != predicate.column)
            yield from (replace(plan, subspace=(*rest, Equals(predicate.column, each))) for each in literals)
            return
    yield plan


def _of_each_pair(plan: FactPlan, reading: Reading, linked: Linked, clause: Sequence[int]) -> Iterator[FactPlan]:
    """Yield a difference for each pair of what stands before and behind "than"."""
    named = [each for each in reading.values if each.predicate.column == plan.breakdown]
    marker = next((i for i in clause if linked.words[i] in _COMPARING), None)
    before = [each for each in named if marker is None or each.end <= marker]
    behind = [each for each in named if each not in before]
    owners = _joined_with(plan.focus[:1], before, linked) or plan.focus[:1]
    others = _joined_with(plan.focus[1:2], behind, linked)
    if marker is None or (not before and len(others) < 2):
        yield plan
    elif others:
        yield from (replace(plan, focus=(one, other)) for one in owners for other in others if one != other)
    elif len(plan.focus) > 1 and behind and plan.focus[1] in owners:
        first = _joined_with((behind[0].predicate.literal,), behind, linked)
        yield from (replace(plan, focus=(one, other)) for one in owners for other in first)
    elif len(plan.focus) < 2:
        yield from (replace(plan, focus=(one,)) for one in owners)
    else:
        yield plan


def are_joined(reading: Reading, linked: Linked) -> bool:
    """Tell whether all values that a clause names are of one column and joined: "Fjord and Island grew"."""
    columns = {each.predicate.column for each in reading.values}
    return len(columns) == 1 and len(list(_runs(reading.values, linked))) == 1


def _joined_with(first: Sequence[str], named: Sequence[ValueMention], linked: Linked) -> tuple[str, ...]:
    """Return the values that are joined with the first of some, itself among them."""
    for run in _runs(named, linked):
        literals = tuple(dict.fromkeys(each.predicate.literal for each in run))
        if set(first) & set(literals):
            return literals
    return ()


def _of_each_measure(plan: FactPlan, reading: Reading, linked: Linked, clause: Sequence[int]) -> Iterator[FactPlan]:
    """Yield a statement for each of the measures that are joined: "fares and fees rose"."""
    within = set(clause)
    mentions = [each for each in linked.columns if each.start in within and each.columns[0] in reading.measures]
    runs = [run for run in _runs(mentions, linked) if len({each.columns[0] for each in run}) > 1]
    joined = next((run for run in runs if {plan.measure, plan.second_measure} & {each.columns[0] for each in run}), ())
    columns = list(dict.fromkeys(each.columns[0] for each in joined))
    if plan.kind is FactKind.ASSOCIATION:
        yield from _of_each_relation(plan, mentions, joined, linked)
    elif len(columns) > 1 and plan.measure in columns and plan.kind in _OF_EACH_MEASURE:
        yield from (_about(plan, column, linked) for column in columns)
    else:
        yield plan


def _about(plan: FactPlan, column: Column, linked: Linked) -> FactPlan:
    return plan if plan.measure == column else replace(plan, measure=column, function=usual(column, linked))


def _of_each_relation(
    plan: FactPlan, mentions: Sequence[ColumnMention], joined: Sequence[ColumnMention], linked: Linked
) -> Iterator[FactPlan]:
    """Yield that each of the measures that are joined goes with the one beside: "fares and fees go with the way"."""
    columns = list(dict.fromkeys(each.columns[0] for each in joined))
    alone = next((each for each in mentions if each.columns[0] not in columns), None)
    if len(columns) < 2 or alone is None:
        yield plan
        return
    ends = {each.columns[0]: end_said(linked, each) for each in (*joined, alone)}
    for column in columns:
        is_said = ends[column] is not None and ends[alone.columns[0]] is not None
        is_same = ends[column] is ends[alone.columns[0]] if is_said else plan.is_highest
        yield replace(plan, measure=column, second_measure=alone.columns[0], is_highest=is_same)


def _runs(mentions: Sequence[Mention], linked: Linked) -> Iterator[list[Mention]]:
    """Yield mentions that conjunctions or commas join with each other, those that stand alone as well."""
    run: list[Mention] = []
    for each in sorted(mentions, key=lambda mention: mention.start):
        between = range(run[-1].end, each.start) if run else range(0)
        if run and not _joins(linked, between):
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _joins(linked: Linked, between: range) -> bool:
    """Tell whether words only join what stands on both sides of them."""
    words = [linked.words[i] for i in between]
    if words[:3] == ["as", "well", "as"]:
        words = ["and", *words[3:]]
    others = (i for i in between if linked.words[i] not in _BETWEEN)
    are_graded = all(linked.tokens[i].tag.startswith(("JJ", "PRP$", "RB", "POS")) for i in others)
    return not _JOINING.isdisjoint(words) and are_graded
