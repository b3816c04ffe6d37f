"""The fact that a reading of a question asks for, with what it leaves open filled in."""

from __future__ import annotations

from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.questions.fact import FactKind
from factcheck.questions.grammar import asked_nouns
from factcheck.questions.groups import RECURRING
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ValueMention
from factcheck.questions.plan import NEEDS_BREAKDOWN, FactPlan
from factcheck.questions.reading import SHARES, Reading, meant_time, times_of
from factcheck.questions.related_values import answers_of
from factcheck.questions.roles import is_averaged

_ENDS: tuple[tuple[AggregationFunction, frozenset[str]], ...] = (
    (MAX, frozenset("maximum max highest largest".split())),
    (MIN, frozenset("minimum min lowest smallest".split())),
)
_GROUPING = frozenset("by per each every over across".split())
_FINITE = frozenset({"VBD", "VBZ", "VBP"})
_LISTED = frozenset("show list give display find get".split())


def plan_of(reading: Reading, kind: FactKind | None = None) -> FactPlan:
    """Make the fact that a reading asks for; what it leaves open is filled in by what the table mostly is about."""
    table = reading.linked.table
    kind = kind or reading.kind
    measure, function = _measure(reading, kind)
    breakdown = _breakdown(reading, kind)
    subspace, focus = list(reading.subspace), list[str]()
    if kind in {FactKind.PROPORTION, FactKind.DIFFERENCE, FactKind.RANK} and reading.values:
        first = _part_of_share(reading) if kind is FactKind.PROPORTION else None
        of = (first or reading.values[0]).predicate.column
        if kind is FactKind.PROPORTION or breakdown is None or breakdown == of or len(reading.values) > 1:
            breakdown = of
            focus = [v.predicate.literal for v in reading.values if v.predicate.column == of]
            subspace = [p for p in subspace if p.column != of]
    if kind is FactKind.PROPORTION and breakdown is not None and not focus and _GROUPING.isdisjoint(reading.words):
        focus = list(answers_of(table.role(breakdown), reading.linked.relevance)[:1])  # "what share is insured"
    unit = None if kind is FactKind.TREND and reading.unit in RECURRING else reading.unit
    if breakdown is None and (kind in NEEDS_BREAKDOWN or (kind is FactKind.PROPORTION and subspace)):
        kind = FactKind.VALUE
    second = None
    if kind is FactKind.ASSOCIATION and len(reading.measures) > 1:
        second = reading.measures[1]
        breakdown = None
    return FactPlan(
        kind,
        table,
        measure,
        function,
        breakdown,
        tuple(subspace),
        tuple(focus),
        second,
        reading.is_high is not False,
        rows_noun=reading.rows_noun,
        unit=unit,
        wanted=reading.wanted,
    )


def _part_of_share(reading: Reading) -> ValueMention | None:
    """Return the value whose share among others is asked for: the second of "what share of women were insured".

    What is said of the whole stands before the verb, and the part behind it or in it; None where it is not so.
    """
    linked = reading.linked
    shares = [i for i in range(len(linked.tokens) - 1) if linked.words[i] in SHARES and linked.words[i + 1] == "of"]
    verbs = [i for i, each in enumerate(linked.tokens) if shares and i > shares[0] and each.tag in _FINITE]
    if not verbs or all(each.start >= verbs[-1] for each in reading.values):
        return None
    return next((each for each in reading.values if each.start >= verbs[-1]), None)


def _measure(reading: Reading, kind: FactKind) -> tuple[Column | None, AggregationFunction]:
    """Return what is measured: rows where they are counted, else the first column named."""
    is_of_rows = kind is FactKind.CATEGORIZATION or (reading.is_counted and not reading.has_function)
    if (is_of_rows and not (reading.measures and kind is FactKind.ASSOCIATION)) or not reading.measures:
        if kind is FactKind.ASSOCIATION and reading.measures:
            return reading.measures[0], reading.functions[0]
        return None, COUNT
    column, function = reading.measures[0], reading.functions[0]
    if kind is FactKind.PROPORTION:
        return column, SUM  # a share of averages is none of anything
    if kind is FactKind.VALUE and not reading.has_function and not reading.breakdowns:
        for end, names in _ENDS:
            if not names.isdisjoint(_words_before(column, reading.linked)):
                return column, end
    return column, function


def _words_before(column: Column, linked: Linked) -> set[str]:
    """Return the words right before a column's name."""
    starts = [mention.start for mention in linked.columns if mention.columns[0] == column]
    return {word for start in starts for word in linked.words[max(start - 2, 0) : start]}


def _breakdown(reading: Reading, kind: FactKind) -> Column | None:
    table = reading.linked.table
    times = list(times_of(reading))
    groups = [c for c in reading.breakdowns if c not in times]
    if kind is FactKind.TREND:
        times += [c for c in groups if table.role(c).is_part_of_time]
        return times[0] if times else meant_time(reading.linked)
    if kind is FactKind.VALUE:
        return None
    asked = _asked_column(reading)
    if asked is None and reading.unit is not None:
        asked = meant_time(reading.linked)  # "our best month"
    is_by_time = asked in times or (asked is not None and reading.unit is not None and asked in groups)
    chosen = asked if is_by_time else groups[0] if groups else times[0] if times else None
    return _usual_breakdown(reading, kind) if chosen is None and kind in NEEDS_BREAKDOWN else chosen


def _usual_breakdown(reading: Reading, kind: FactKind) -> Column | None:
    """Return what a fact is broken down by that needs it, where the question names nothing."""
    table, linked = reading.linked.table, reading.linked
    label = None if table.label is None or kind is FactKind.CATEGORIZATION else table.label.column
    is_of_one = "who" in linked.words or _describes_things(reading)
    if label is not None and kind is FactKind.EXTREME and is_of_one:
        return label
    if reading.values:
        return None if kind is FactKind.CATEGORIZATION else reading.values[0].predicate.column
    is_named = any(each.columns[0] == label for each in linked.columns)
    if label is not None and (linked.rows or is_of_one or is_named or asks_for_things(reading)):
        return label
    used = {predicate.column for predicate in reading.subspace}
    return next((each.column for each in table.categories() if each.column not in used), label)


def _asked_column(reading: Reading) -> Column | None:
    """Return the column whose groups are asked for: the year of "which year"."""
    asked = set(asked_nouns(reading.linked.tokens))
    mentions = (each for each in reading.linked.columns if not asked.isdisjoint(range(each.start, each.end)))
    return next((each.columns[0] for each in mentions if each.columns[0] in reading.breakdowns), None)


def asks_for_things(reading: Reading) -> bool:
    """Tell whether a noun is asked for that is no column: the things that the rows are about, "which animal"."""
    linked = reading.linked
    named = {index for each in linked.columns for index in range(each.start, each.end)}
    named |= {index for each in linked.values for index in range(each.start, each.end)}
    return not named.issuperset(asked_nouns(linked.tokens))


def _describes_things(reading: Reading) -> bool:
    """Tell whether a superlative says which of the things that the rows are about is meant: "the youngest winner"."""
    linked = reading.linked
    named = {index for each in linked.columns for index in range(each.start, each.end)}
    named |= {index for each in linked.values for index in range(each.start, each.end)}
    superlatives = (each.start for each in linked.columns if linked.tokens[each.start].tag == "JJS")
    nouns = (linked.tokens[i].head for i in superlatives if linked.tokens[i].dependency == "amod")
    return any(noun not in named and linked.tokens[noun].tag == "NN" for noun in nouns)


def is_listing(reading: Reading) -> bool:
    """Tell whether a question asks for the rows themselves: "show me players with more than 5 goals"."""
    linked = reading.linked
    starts = not _LISTED.isdisjoint(linked.lemmas[:3])
    is_plain = not reading.measures and not reading.breakdowns and not reading.asks_time
    return starts and is_plain and bool(reading.subspace)


def with_measure(reading: Reading) -> Reading:
    """Let a reading without a measure be about what the table mostly is about."""
    measures = reading.linked.table.measures()
    if not measures:
        return reading
    return measured(reading, measures[0].column)


def measured(reading: Reading, column: Column) -> Reading:
    """Let a reading be about a column, aggregated as its numbers usually are."""
    return replace(reading, measures=(column,), functions=(usual(column, reading.linked),), is_counted=False)


def usual(column: Column, linked: Linked) -> AggregationFunction:
    """Return the function by which the numbers of a column are usually put together."""
    return AVG if is_averaged(linked.table.role(column)) else SUM
