"""Says in plain words what a verdict on a statement without a number means: the values compared, the true owner."""

from __future__ import annotations

from factcheck.check.statements import JudgedStatement
from factcheck.evaluation.statement_results import NamedValue, StatementResult
from factcheck.inference.verdicts import Verdict
from factcheck.numbers.written import plain
from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.difference import Difference
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.groups import extreme_words
from factcheck.queries.query import Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.steady_change import SteadyChange


def statement_message(judged: JudgedStatement) -> str:
    """Write one sentence a reader can act on."""
    judgement = judged.judgement
    if not judgement.readings:
        return "What this statement compares was not found in any added table."
    best, result = judgement.readings[0].query, judged.results[0]
    said = _compared(best, result)
    if judgement.verdict is Verdict.SUPPORTED:
        return f"The data agree: {said}."
    if judgement.verdict is Verdict.REFUTED:
        return f"The data say otherwise: {said}."
    tends = "may be right" if judgement.readings[0].matches else "may be wrong"
    return f"It {tends}, but what is compared is not clear. One reading: {said}."


def _compared(query: object, result: StatementResult) -> str:
    """Name the values that were compared, and what they are."""
    if isinstance(query, GroupPlace):
        return _places(query, result)
    if isinstance(query, SteadyChange):
        return _steps(query, result)
    if isinstance(query, ColumnPlace):
        return _columns(query, result)
    if isinstance(query, Difference):
        [left], [right] = result.owners, result.others
        if query.left.column != query.right.column or isinstance(query.left, Ratio):
            return f"{query.left.words()} is {plain(left.value)}, {query.right.words()} is {plain(right.value)}"
        measure = query.left.measure.words(query.left.selection)
        return (
            f"{measure} is {plain(left.value)} for {left.name} and {plain(right.value)} for {right.name}{_rows(query)}"
        )
    words = query.words() if isinstance(query, Query) else ""
    return f"{words} is {plain(result.owners[0].value)}"


def _places(query: GroupPlace, result: StatementResult) -> str:
    ranked = sorted((*result.owners, *result.others), key=lambda each: each.place or 0)
    shown = ranked[: max(len(result.owners), 1) + 1]
    named = [*shown, *(owner for owner in result.owners if owner not in shown)]
    first, *others = named
    rest = "; ".join(_placed(each) for each in others)
    by = query.by.words(query.selection)
    had = extreme_words("greatest" if query.is_greatest else "smallest", query.value_words())
    head = f"of all {by}, {first.name} has {had}, {plain(first.value)}"
    return f"{head}; {rest}" if rest else head


def _steps(query: SteadyChange, result: StatementResult) -> str:
    """Name the ends of a steady change, or the first two groups between which there is none."""
    [after], [before] = result.owners, result.others
    way = "more" if query.is_rising else "less"
    each = f"each has {way} than the one before" if result.holds else f"not each has {way} than the one before"
    head = f"of all {query.by.words(query.selection)}, {each} by {query.value_words()}"
    return f"{head}: it is {plain(before.value)} for {before.name} and {plain(after.value)} for {after.name}"


def _columns(query: ColumnPlace, result: StatementResult) -> str:
    first, *others = sorted((*result.owners, *result.others), key=lambda each: each.place or 0)
    shown = [each for each in others if each in result.owners or (each.place or 0) <= len(result.owners) + 1]
    names = query.names((*query.owners, *query.others))
    which = "greatest" if query.is_greatest else "smallest"
    value = f"{query.function.phrase.removeprefix('the ').removesuffix(' of')}"
    head = f"of {names}{query.rows_words()}, {first.name} has the {which} {value}, {plain(first.value)}"
    return "; ".join([head, *map(_placed, shown)])


def _placed(named: NamedValue) -> str:
    return f"{named.name} {plain(named.value)} (place {named.place})"


def _rows(query: Difference) -> str:
    """Say of which rows both sides are."""
    shared = [predicate for predicate in query.left.predicates if predicate in query.right.predicates]
    return f", where {query.left.selection.conditions_words(shared)}" if shared else ""
