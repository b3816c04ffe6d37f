"""Questions that leave something open: no type of fact, no measure, no breakdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.sums import AVG
from factcheck.questions.classifier import best_of, classifiers
from factcheck.questions.ends import have_ends
from factcheck.questions.fact import FactKind
from factcheck.questions.grammar import asked_nouns
from factcheck.questions.masked_words import masked
from factcheck.questions.mentions import compared_values
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import measured, plan_of, with_measure
from factcheck.questions.reading import SHARES, Reading
from factcheck.questions.roles import ColumnRole
from factcheck.retrieval.measure_words import KINDS_OF_MONEY

_WHO = frozenset({"who", "where"})
_WITHOUT_BREAKDOWN = frozenset({FactKind.TREND, FactKind.VALUE, FactKind.PROPORTION, FactKind.ASSOCIATION})


def gap_of(reading: Reading, told: dict[str, float]) -> str | None:
    """Return what a question leaves open: no fact type, no measure, no breakdown; None where it is precise."""
    names_measure = bool(reading.measures) or reading.is_counted
    names = names_measure or bool(reading.breakdowns) or bool(reading.values)
    if not names:
        return None
    if _is_precise(reading, names_measure=names_measure):
        return None
    is_fuzzy = told.get("fuzzy", 0.0) > max(told.get("low", 0.0), told.get("compound", 0.0))
    if not is_fuzzy:
        return "no measure" if reading.kind is FactKind.TREND and not names_measure and reading.values else None
    return _likely_gap(reading, names_measure=names_measure)


def _is_precise(reading: Reading, *, names_measure: bool) -> bool:
    """Tell whether a question asks for one fact, however its words sound."""
    linked = reading.linked
    if names_measure and reading.kind is FactKind.TREND and (reading.asks_time or not reading.values):
        return True
    at_second = any(each.start == 1 and each.is_high is not None for each in linked.columns)
    is_degree = linked.words[0] == "how" and at_second and bool(reading.values)  # "how urban is Africa"
    if reading.kind is FactKind.PROPORTION and reading.values and not SHARES.isdisjoint(reading.words):
        return True
    is_asked = any(asked_nouns(linked.tokens)) or not _WHO.isdisjoint(linked.words) or _is_superlative(reading)
    return is_degree or have_ends(linked, reading.measures) or (is_asked and reading.is_high is not None)


def _likely_gap(reading: Reading, *, names_measure: bool) -> str | None:
    """Return what a question that sounds open most likely leaves open, as far as it does not name it."""
    linked = reading.linked
    likely = classifiers()["fuzzy"].probabilities(masked(linked, range(len(linked.tokens))))
    best = best_of(likely)
    if best == "no measure" and reading.kind in {FactKind.CATEGORIZATION, FactKind.PROPORTION}:
        best = "none"  # rows are meant
    if best == "no measure" and names_measure:
        best = "no fact type" if not reading.breakdowns else "none"
    if best == "no breakdown" and (reading.breakdowns or not names_measure or reading.kind in _WITHOUT_BREAKDOWN):
        best = "none"
    if best == "no breakdown" and reading.kind is FactKind.DISTRIBUTION and not reading.has_function:
        best = "none"  # the values of the rows have a distribution themselves
    is_precise = reading.breakdowns and (names_measure or linked.words[0] == "when")
    if best == "no fact type" and (
        reading.is_counted or is_precise or (reading.has_function and (reading.values or reading.measures))
    ):
        best = "none"
    return None if best == "none" else best


def _is_superlative(reading: Reading) -> bool:
    """Tell whether a superlative names what is measured: "the youngest winner"."""
    tags = {reading.linked.tokens[each.start].tag for each in reading.linked.columns if each.is_high is not None}
    return "JJS" in tags


def filled(reading: Reading, gap: str) -> list[FactPlan]:
    """Return the facts that a question leaves open, those first that say most of the table."""
    table = reading.linked.table
    time = table.time.column if table.time is not None else None
    categories = [each.column for each in table.categories()]
    if gap == "no fact type":
        return list(_of_no_type(reading, time, categories))
    if gap == "no measure":
        kind = reading.kind
        if kind is FactKind.DIFFERENCE and not compared_values(reading.values):
            kind = FactKind.TREND if time is not None else FactKind.VALUE
        measures = [each.column for each in _diverse(reading)][:2]
        return [plan_of(measured(reading, column), kind) for column in measures]
    kind = reading.kind
    used = {predicate.column for predicate in reading.subspace}
    breakdowns = [c for c in ([time] if time is not None else []) + categories if c not in used][:2]
    if kind in {FactKind.TREND, FactKind.VALUE, FactKind.PROPORTION, FactKind.ASSOCIATION}:
        kind = FactKind.DISTRIBUTION
    return [plan_of(replace(reading, breakdowns=(column,)), kind) for column in breakdowns]


def _of_no_type(reading: Reading, time: Column | None, categories: Sequence[Column]) -> Iterator[FactPlan]:
    is_of_value = bool(reading.values) and not reading.measures
    about = with_measure(reading) if not reading.measures and not reading.is_counted else reading
    used = {predicate.column for predicate in reading.subspace}
    free = [column for column in categories if column not in used]
    if is_of_value:
        if time is not None:
            yield plan_of(replace(about, breakdowns=(time,)), FactKind.TREND)
        elif about.measures:
            yield plan_of(replace(about, breakdowns=()), FactKind.VALUE)
        yield _of_share(reading, about)
        return
    if free:
        yield plan_of(replace(about, breakdowns=(free[0],), is_high=None), FactKind.EXTREME)
    if time is not None and time not in used:
        yield plan_of(replace(about, breakdowns=(time,)), FactKind.TREND)
    yield plan_of(replace(about, breakdowns=()), FactKind.VALUE)


def _of_share(reading: Reading, about: Reading) -> FactPlan:
    """Return the share of a value among the rows; where each value has as many rows, as in a panel, an amount of it."""
    table, column = reading.linked.table, reading.values[0].predicate.column
    rows, groups = table.table.rows, table.role(column).values
    is_panel = rows == groups * reading.linked.relevance.frequencies.get(reading.values[0].predicate, 0)
    others = [each for each in table.measures() if each.column not in about.measures and not each.is_grouping]
    if is_panel and (others or AVG in about.functions):
        other = measured(about, others[0].column) if others else about
        return plan_of(replace(other, breakdowns=()), FactKind.VALUE)
    if is_panel:
        return plan_of(replace(about, breakdowns=()), FactKind.PROPORTION)
    return plan_of(replace(reading, measures=(), functions=(), breakdowns=()), FactKind.PROPORTION)


def _diverse(reading: Reading) -> list[ColumnRole]:
    """Return measures of different kinds before those of the same."""
    measures = reading.linked.table.measures()
    kinds: set[str | None] = set()
    first: list[ColumnRole] = []
    later: list[ColumnRole] = []
    for each in measures:
        kind = "money" if each.kind in KINDS_OF_MONEY else each.kind
        (later if kind in kinds else first).append(each)
        kinds.add(kind)
    return [*first, *later]
