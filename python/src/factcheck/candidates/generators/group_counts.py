"""Groups counted by a condition: "40 customers ordered only once", "three airlines had more than 10,000 flights"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.candidates.generators.comparisons import function_weight
from factcheck.candidates.generators.counted import counted_noun
from factcheck.candidates.generators.group_extremes import ScoredGrouping, groupings_named
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.identifiers import is_identifier, names_things
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.numbers.bands import read_band
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.mentions import Number
from factcheck.numbers.words import CARDINALS
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_count import GroupComparison, GroupCount
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Measure, Query

_OFTEN = {"once": 1, "twice": 2, "thrice": 3}
_ONLY = frozenset({"only", "just", "exactly", "than"})
_REPEATED = frozenset({"repeat", "repeated", "returning", "recurring"})
_DIFFERENT = frozenset({"different", "distinct", "separate", "single", "multiple", "several"})
_ALONE: dict[str, tuple[GroupComparison, int]] = {"single": ("=", 1), "multiple": (">", 1), "several": (">", 1)}
_COMPARISONS: dict[str, GroupComparison] = {">": ">", ">=": ">=", "<": "<", "<=": "<="}
_MEASURES = 2
_UNNAMED = 0.3
"""How well an identifier stands for things that go by another word."""


@dataclass(frozen=True, slots=True)
class _Condition:
    """What a sentence says of the value of a group.

    ``counted`` is the index of the noun that is counted there; ``stated`` is the number of the text that is the bound.
    """

    comparison: GroupComparison
    bound: Decimal
    counted: int | None = None
    is_different: bool = False
    stated: Number | None = None

    def bound_of(self, measure: Measure) -> Decimal | None:
        """Return the bound in the unit of a measure; None where the measure is of another dimension, or counts."""
        if self.stated is None:
            return self.bound
        units = compare_units(self.stated, measure.result_unit)
        is_amount = self.stated.measured is not None and self.stated.measured.never_counts
        is_amount |= self.stated.unit == "currency"
        if units.fit is Fit.DIFFERS or (is_amount and not measure.function.keeps_unit):
            return None
        return units.told(self.bound)

    def is_about(self, column: Column, text: str) -> bool:
        """Tell whether a number that a column is compared with is the bound."""
        bound = self.bound if self.stated is None else compare_units(self.stated, unit_of(column)).told(self.bound)
        return text in {f"{bound:f}", f"{bound.normalize():f}"}


def group_counts(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Count the groups that the number counts whose aggregate fulfils a condition of the sentence."""
    kind = cue.kind_score("group_count", 1.0)
    conditions = list(_conditions(cue)) if kind else []
    noun = counted_noun(cue) if conditions else None
    if noun is None:
        return
    named = list(groupings_named(cue, noun))
    is_named = any(grouping.closeness == 1 for grouping in named)
    is_kind = _is_kind(cue, noun)
    things = _things(cue, 1.0 if is_kind else _UNNAMED) if is_kind or not is_named else ()
    for grouping in (*named, *things):
        score = kind * grouping.closeness
        for condition in conditions:
            for query, of_query in _counts(cue, grouping, condition):
                yield query, score * of_query


def _conditions(cue: Cue) -> Iterator[_Condition]:
    """Yield the conditions: thresholds of the sentence, "only once", "in two different countries"."""
    words = cue.words
    for number in words.conditions:
        comparison = _COMPARISONS.get(number.comparison)
        if comparison is not None and number.unit in {"plain", "currency"}:
            yield _Condition(comparison, number.value, _noun_behind(words, number.end), stated=number)
    for index, token in enumerate(words.tokens):
        word = token.text.lower()
        is_limited = index > 0 and words.tokens[index - 1].text.lower() in _ONLY
        if word in _OFTEN and is_limited and index not in words.claimed:
            is_more = words.tokens[index - 1].text.lower() == "than"
            yield _Condition(">" if is_more else "=", Decimal(_OFTEN[word]))
        if token.lemma.lower() in _REPEATED:
            yield _Condition(">", Decimal(1))
        if word == "one" and index not in words.claimed and words.follows(index, "more", "than"):
            yield _Condition(">", Decimal(1), words.noun_after(index))
        elif word == "one" and is_limited and index not in words.claimed:
            yield _Condition("=", Decimal(1), words.noun_after(index))
        if word in _DIFFERENT and index:
            noun = words.noun_after(index, 3)
            often = _ALONE.get(word) or _counted_with(words, index)
            if noun is not None and often is not None:
                yield _Condition(often[0], Decimal(often[1]), noun, is_different=word not in _ALONE)


def _counted_with(words: ClaimWords, index: int) -> tuple[GroupComparison, int] | None:
    """Return how many different things a word such as "different" is about: "two different", "more than one"."""
    before = words.tokens[index - 1]
    number = CARDINALS.get(before.text.lower(), int(before.text) if before.text.isdecimal() else None)
    if number is None or index - 1 in words.claimed:
        return None
    return "=", int(number)


def _is_kind(cue: Cue, noun: int) -> bool:
    """Tell whether a noun is a value that says what kind of thing a row is about: the "clubs" among the members."""
    forms = {cue.words.lowered[noun], cue.words.lowered_lemmas[noun]}
    kinds = (each for each, _ in cue.best_predicates if isinstance(each, Equals) and each.column.is_text)
    return any(each.literal.lower() in forms for each in kinds)


def _things(cue: Cue, closeness: float) -> Iterator[ScoredGrouping]:
    """Yield what identifies or names things, for those that go by a word that no column has: "five laureates"."""
    for table in cue.tables:
        for column in table.columns:
            if is_identifier(column) or names_things(table, column, cue.relevance.values):
                yield ScoredGrouping(table, Grouping(column), closeness)


def _noun_behind(words: ClaimWords, end: int) -> int | None:
    last = next((index for index, token in enumerate(words.tokens) if token.start >= end), None)
    return None if last is None else words.noun_after(last - 1)


def _counts(cue: Cue, grouping: ScoredGrouping, condition: _Condition) -> Iterator[tuple[Query, float]]:
    by = grouping.by
    if condition.counted is not None:
        for other in groupings_named(cue, condition.counted):
            if other.by.part is None and other.by != by:
                measure = Measure(COUNT_DISTINCT, other.by.column)
                scored = ScoredMeasure(measure, other.table, cue.column_score(other.table, other.by.column))
                yield from _of_measure(cue, by, scored, condition, other.closeness)
    if not condition.is_different:
        of_own_rows = ScoredMeasure(Measure(COUNT, None), grouping.table, cue.column_score(grouping.table, None))
        functions = (COUNT, SUM) if condition.stated is None else (COUNT, SUM, AVG)
        for scored in dict.fromkeys((*measures(cue, functions, _MEASURES), of_own_rows)):
            yield from _of_measure(cue, by, scored, condition, function_weight(cue, scored))


def _of_measure(
    cue: Cue, by: Grouping, scored: ScoredMeasure, condition: _Condition, weight: float
) -> Iterator[tuple[Query, float]]:
    if scored.measure.column == by.column:
        return
    is_share = cue.number.unit == "percent"
    bound = condition.bound_of(scored.measure)
    if bound is None:
        return
    for chosen in cue.sets(without=(by.column,), simple=1, of=scored.table):
        if any(_restates(predicate, condition) for predicate in chosen.predicates):
            continue
        aggregate = cue.aggregate(scored.measure, scored.table, chosen.predicates, by.column)
        if aggregate is not None:
            query = GroupCount(aggregate, by, condition.comparison, bound, is_share)
            yield query, weight * scored.score * chosen.score


def _restates(predicate: Predicate, condition: _Condition) -> bool:
    """Tell whether a predicate says of rows what the condition says of groups."""
    if isinstance(predicate, Compare):
        return condition.is_about(predicate.column, predicate.bound)
    if isinstance(predicate, Equals) and condition.is_about(predicate.column, predicate.literal):
        return True
    literals = predicate.literals if isinstance(predicate, OneOf) else ()
    literals = (predicate.literal,) if isinstance(predicate, Equals) and predicate.column.is_text else literals
    return any((band := read_band(literal)) is not None and not band.is_single for literal in literals)
