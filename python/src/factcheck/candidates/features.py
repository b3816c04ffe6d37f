"""Features: what speaks for a fragment of a query, each a factor of its score; the score of a query is their product.

A feature has a name, a meaning and what it looks at, and is registered where it is defined.  Since every one looks at
one fragment, at a pair of function and column, at the number of predicates, or at a listed query, the product stays
one over the parts of a query (Equation 4), so that inference over implicit candidates stays exact.  The factors are not
scaled to one, since only their ratios count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from math import log10
from typing import Generic, ParamSpec

from factcheck.candidates.assumed_units import told_column
from factcheck.candidates.averages_said import counts_a_subject, is_a_level, is_average_said, stands_for_things
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.counted_values import counts_a_value, counts_things
from factcheck.candidates.deviations_said import is_of_population
from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.named_categories import counted_share
from factcheck.candidates.sentence_form import is_an_extreme, tells_an_age
from factcheck.candidates.turned_extremes import OF_YEARS, are_turned
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import YearOf, is_operation
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.numbers.compared_units import Fit, compare_units, is_percent_unsaid
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.counts import CONDITIONAL_PROBABILITY, COUNT, COUNT_DISTINCT, PERCENTAGE
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction, Digits
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.stddev import STDDEV
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Query
from factcheck.retrieval.calendar_columns import is_day_in_figures, is_part_of_date
from factcheck.retrieval.money_columns import holds_money
from factcheck.units.unit import FRACTION, UNITS, Unit
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import identifies_anything, split_identifier

_Looked = ParamSpec("_Looked")

_THOUSAND = 1000
_A_DIGIT_MORE = 10
"""How many times too large a number is that was written with a digit too many."""

_AGES = frozenset({"age", "ages"})
"""Words in the names of columns that are in years or months without saying so."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a feature contributes to a score: its factor."""

    name: str
    meaning: str
    factor: float


@dataclass(frozen=True, slots=True)
class _Feature(Generic[_Looked]):
    name: str
    meaning: str
    factor: Callable[_Looked, float]


class Features(Generic[_Looked]):
    """The features that look at the same thing."""

    def __init__(self) -> None:
        self._features: list[_Feature[_Looked]] = []

    def feature(self, name: str, meaning: str) -> Callable[[Callable[_Looked, float]], Callable[_Looked, float]]:
        """Register a feature; its factor is at least 0."""

        def register(factor: Callable[_Looked, float]) -> Callable[_Looked, float]:
            self._features.append(_Feature(name, meaning, factor))
            return factor

        return register

    def score(self, *looked_at: _Looked.args, **named: _Looked.kwargs) -> float:
        """Return the product of all factors."""
        score = 1.0
        for feature in self._features:
            score *= feature.factor(*looked_at, **named)
        return score

    def contributions(self, *looked_at: _Looked.args, **named: _Looked.kwargs) -> tuple[Contribution, ...]:
        """Return the factors one by one."""
        return tuple(
            Contribution(feature.name, feature.meaning, feature.factor(*looked_at, **named))
            for feature in self._features
        )


OF_FUNCTION: Features[[ClaimView, AggregationFunction]] = Features()
OF_COLUMN: Features[[ClaimView, Table, Column | None]] = Features()
OF_PAIR: Features[[ClaimView, AggregationFunction, Table, Column | None]] = Features()
OF_LISTED: Features[[ClaimView, Query, str]] = Features()


def number_form(number: Number) -> str:
    """Return the form in which a number is written, as weights call it."""
    if number.unit in {"percent", "points", "currency", "times", "more", "year"}:
        return number.unit
    return "whole" if number.is_integer else "decimal"


@OF_FUNCTION.feature("written form", "how well the function's results agree with the way the number is written")
def _written_form(claim: ClaimView, function: AggregationFunction) -> float:
    return WEIGHTS.function.form.get(number_form(claim.number), {}).get(function.name, 0.0)


@OF_FUNCTION.feature("function keywords", "words of the claim that speak for the function")
def _function_keywords(claim: ClaimView, function: AggregationFunction) -> float:
    return 1 + WEIGHTS.function.keywords * claim.relevance.functions[function]


@OF_FUNCTION.feature("is named", "a function that no claim means without saying so is not meant without a keyword")
def _is_named(claim: ClaimView, function: AggregationFunction) -> float:
    return 0.0 if function.is_only_named and claim.relevance.functions[function] == 0 else 1.0


@OF_FUNCTION.feature("opposite extreme", "words of the sentence speak for the other extreme, and none for this one")
def _opposite_extreme(claim: ClaimView, function: AggregationFunction) -> float:
    opposite = {MAX: MIN, MIN: MAX}.get(function)
    is_opposite = opposite is not None and _is_said(claim, opposite) and not _is_said(claim, function)
    return WEIGHTS.function.opposite if is_opposite else 1.0


@OF_FUNCTION.feature("other than the stated extreme", "the number is said to be the greatest or the smallest one")
def _other_than_extreme(claim: ClaimView, function: AggregationFunction) -> float:
    extremes = [each for each in (MIN, MAX) if _is_said(claim, each)]
    if len(extremes) != 1 or function is extremes[0] or number_form(claim.number) == "percent":
        return 1.0
    return WEIGHTS.function.unstated if is_an_extreme(claim.words) else 1.0


@OF_FUNCTION.feature("things counted", "the number counts things, in a sentence without a word for a share")
def _things_counted(claim: ClaimView, function: AggregationFunction) -> float:
    if function not in (PERCENTAGE, CONDITIONAL_PROBABILITY) or number_form(claim.number) != "whole":
        return 1.0
    return WEIGHTS.function.counted_share if counts_things(claim.words) else 1.0


_DIFFERENT = frozenset({"different", "distinct", "unique"})


@OF_FUNCTION.feature("counted beside an average", "an average or a median is asked for, which no number of rows is")
def _beside_an_average(claim: ClaimView, function: AggregationFunction) -> float:
    if function not in (COUNT, COUNT_DISTINCT):
        return 1.0
    is_asked = is_average_said(claim.words) and not is_a_level(claim.words) and not counts_a_subject(claim.words)
    return WEIGHTS.function.beside_an_average if is_asked else 1.0


@OF_FUNCTION.feature("rows beside different things", "different things are counted, which no number of rows is")
def _beside_different(claim: ClaimView, function: AggregationFunction) -> float:
    counted = (keyword.word for keyword in claim.words.keywords if keyword.is_counted and keyword.is_said)
    is_asked = function is COUNT and any(word in _DIFFERENT for word in counted)
    return WEIGHTS.function.beside_different if is_asked else 1.0


@OF_FUNCTION.feature("deviation of a sample", "textbooks speak of the SD, which is that of all values")
def _deviation_of_sample(claim: ClaimView, function: AggregationFunction) -> float:
    return WEIGHTS.function.sample_for_all if function is STDDEV and is_of_population(claim.words) else 1.0


def _is_said(claim: ClaimView, function: AggregationFunction) -> bool:
    """Tell whether a word of the claim's own sentence speaks for a function."""
    return not function.keywords.isdisjoint(claim.words.said_forms)


@OF_COLUMN.feature(
    "other table of a kind", "the claim names another table that tells the same, of another place or year"
)
def _other_of_a_kind(claim: ClaimView, table: Table, column: Column | None) -> float:  # noqa: ARG001
    return WEIGHTS.column.other_of_kind if table.table_id in claim.relevance.others_of_kind else 1.0


@OF_COLUMN.feature("column keywords", "words of the claim that speak for the column, or for the table of the rows")
def _column_keywords(claim: ClaimView, table: Table, column: Column | None) -> float:
    if column is None:
        relevance = claim.relevance.tables.get(table.table_id, 0.0)
    else:
        relevance = claim.relevance.columns.get(column.column_id, 0.0)
    return WEIGHTS.column.floor + WEIGHTS.column.keywords * relevance


@OF_COLUMN.feature("unit", "the number is in a unit of what the column measures, or of something else")
def _unit(claim: ClaimView, table: Table, column: Column | None) -> float:
    stated = claim.number.measured
    if stated is None:
        unit = unit_of(column)
        if is_percent_unsaid(claim.number, unit) and claim.words.counts_a_noun:
            return WEIGHTS.column.counted_percent
        if column is not None and compare_units(claim.number, unit).fit is Fit.AGREES:
            return WEIGHTS.column.same_dimension
        is_counted = claim.words.counts_a_noun and unit is not None and unit.unit not in (None, FRACTION)
        return WEIGHTS.column.counted_amount if is_counted else 1.0
    if column is None:
        is_counted = not stated.never_counts or table.table_id in claim.relevance.counted_tables
        return 1.0 if is_counted else WEIGHTS.column.measured_rows
    fit = compare_units(claim.number, unit_of(column)).fit
    if fit is Fit.UNKNOWN and stated.is_age and not _AGES.isdisjoint(split_identifier(column.name)):
        fit = Fit.AGREES
    return {Fit.AGREES: WEIGHTS.column.same_dimension, Fit.DIFFERS: WEIGHTS.column.other_dimension}.get(fit, 1.0)


@OF_PAIR.feature(
    "slowest or worst", "the greatest duration is the slowest, the greatest delay the worst, the least year the oldest"
)
def _slowest_or_worst(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    opposite = {MAX: MIN, MIN: MAX}.get(function)
    if opposite is None or column is None or not are_turned(claim, column):
        return 1.0
    mine = _function_keywords(claim, function) * _opposite_extreme(claim, function)
    return _function_keywords(claim, opposite) * _opposite_extreme(claim, opposite) / mine


@OF_PAIR.feature(
    "beyond all values", "the number is money, which the column is not called, nor can it come to as much by its values"
)
def _beyond_values(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    known = None if column is None else claim.relevance.ranges.get(column.column_id)
    is_other = column is not None and claim.number.unit == "currency" and not holds_money(column)
    if known is None or not is_other or function not in (AVG, MAX, MEDIAN, MIN, SUM):
        return 1.0
    value = Fraction(claim.number.value)
    reaches = known.may_add_up_to(value) if function is SUM else known.may_have(value)
    return 1.0 if reaches else WEIGHTS.column.beyond_values


@OF_PAIR.feature("sum of quotients", "quotients are averaged and compared, but hardly ever added up")
def _sum_of_quotients(
    claim: ClaimView,  # noqa: ARG001
    function: AggregationFunction,
    table: Table,  # noqa: ARG001
    column: Column | None,
) -> float:
    is_quotient = isinstance(column, DerivedColumn) and is_operation(column.formula, "/")
    is_quotient |= isinstance(column, TextNumber) and column.is_percent
    return WEIGHTS.derived.added_quotient if is_quotient and function.digits is Digits.SUM else 1.0


@OF_PAIR.feature(
    "added up or averaged", "levels, fractions, places, years and days are not added up, nor days averaged"
)
def _added_up_or_averaged(
    claim: ClaimView,
    function: AggregationFunction,
    table: Table,  # noqa: ARG001
    column: Column | None,
) -> float:
    if column is None or (function.digits is not Digits.SUM and function not in (AVG, MEDIAN)):
        return 1.0
    known = claim.relevance.ranges.get(column.column_id)
    if is_day_in_figures(column, known):
        return 0.0
    is_of_date = is_part_of_date(column, known)
    if function.digits is not Digits.SUM:  # hours are averaged at times, days of the month hardly ever
        return WEIGHTS.column.averaged_places if is_of_date else 1.0
    unit = unit_of(column)
    is_of_level = unit is not None and unit.unit is not None and _is_of_level(unit.unit)
    is_place = is_of_date or column.column_id in claim.relevance.years
    is_place |= isinstance(column, TextNumber) and column.is_of_places
    return WEIGHTS.column.not_added if is_of_level or is_place else 1.0


def _is_of_level(unit: Unit) -> bool:
    return unit == FRACTION or unit.dimension in UNITS.not_added


@OF_PAIR.feature("years", "a stated year is among the values of a column of years")
def _years(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    if claim.number.unit != "year":
        return 1.0
    if isinstance(column, DerivedColumn):
        return float(isinstance(column.formula, YearOf))
    is_of_years = column is not None and column.is_integer and not OF_YEARS.isdisjoint(split_identifier(column.name))
    return float(is_of_years)


@OF_PAIR.feature("counted noun", "the column is named by what the number counts, which no age does")
def _counted_noun(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:
    if function is not COUNT_DISTINCT or column is None:
        return 1.0
    if column.is_numeric and not is_identifier(column):  # of amounts a number gives the unit: "37 years"
        return WEIGHTS.column.measured_rows if tells_an_age(claim.words) else 1.0
    if identifies_anything(column.name) and not any(claim.relevance.counted.values()):
        return 1 + WEIGHTS.column.counted  # nothing else has the name of what is counted
    named = claim.relevance.counted.get(column.column_id, 0.0)
    return 1 + WEIGHTS.column.counted * max(named, claim.counts_values_of(table, column))


@OF_PAIR.feature(
    "kind of what is counted", "values of the column are what the number counts, or something else and not named so"
)
def _kind_counted(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    if function is not COUNT_DISTINCT or column is None or not claim.relevance.kinds:
        return 1.0
    share = counted_share(claim.words, claim.relevance, column.column_id)
    if share is None or claim.relevance.counted.get(column.column_id, 0.0) > 0:
        return 1.0
    return 1 + WEIGHTS.column.counted_kind * share if share else WEIGHTS.column.other_kind


@OF_PAIR.feature("rows that are counted", "the number counts the rows of a table that it names, not anything else")
def _counted_rows(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:
    counted = claim.relevance.counted_tables
    is_counted = table.table_id in counted and column is None and function is COUNT
    if not counted or is_counted or number_form(claim.number) != "whole":
        return 1.0
    is_named = column is not None and told_column(column).column_id in claim.relevance.counted_columns
    return 1.0 if is_named else WEIGHTS.column.other_rows


@OF_PAIR.feature("rows of a panel", "rows that are one for each year, place and kind are seldom counted")
def _rows_of_a_panel(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    is_counted = column is None and claim.relevance.panels.get(table.table_id, 0) > 0
    return WEIGHTS.column.panel_rows if is_counted and table.table_id not in claim.relevance.counted_tables else 1.0


@OF_PAIR.feature("more than there are", "the number is far greater than what there is to count")
def _more_than_there_are(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:
    if function not in (COUNT, COUNT_DISTINCT) or table.rows <= 0 or number_form(claim.number) != "whole":
        return 1.0
    if claim.number.scale < _THOUSAND and "," not in claim.number.text:
        return 1.0  # a long number without "million" may be a name: "no zip code but 95823"
    values = None if column is None else claim.relevance.values.get(column.column_id)
    excess = abs(float(claim.number.value)) / (values or table.rows)
    return float(WEIGHTS.column.beyond_rows ** log10(excess / _A_DIGIT_MORE)) if excess > _A_DIGIT_MORE else 1.0


@OF_PAIR.feature("value that is counted", "the number counts things, and no word asks for an average or an extreme")
def _counted_value(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    is_amount = column is not None and function in (AVG, MAX, MEDIAN, MIN) and number_form(claim.number) == "whole"
    is_asked = is_average_said(claim.words) if function in (AVG, MEDIAN) else _is_said(claim, function)
    is_count = stands_for_things(claim.words) or counts_a_value(claim.words, claim.relevance) or claim.counts_persons
    if not is_amount or is_asked or not is_count:
        return 1.0
    return WEIGHTS.column.counted_value


@OF_PAIR.feature(
    "a value is named", "the sentence names a value of the column, and says of no values how many they are"
)
def _value_is_named(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    if function is not COUNT_DISTINCT or column is None or not column.is_text:
        return 1.0
    if claim.relevance.counted.get(column.column_id, 0.0) > 0:  # "12 countries, Brazil among them"
        return 1.0
    is_named = any(
        isinstance(predicate, Equals) and predicate.column == column and seen.is_said
        for predicate, seen in claim.relevance.predicates
    )
    return WEIGHTS.column.value_named if is_named else 1.0


@OF_PAIR.feature(
    "some of them are counted", "the number counts members of something, and is no amount of another thing"
)
def _some_of_them(claim: ClaimView, function: AggregationFunction, table: Table, column: Column | None) -> float:  # noqa: ARG001
    is_count = function in (COUNT, COUNT_DISTINCT) or number_form(claim.number) != "whole"
    if is_count or not claim.counts_some_of_them:
        return 1.0
    is_named = column is not None and column.column_id in _columns_of_noun_after(claim)
    return 1.0 if is_named else WEIGHTS.column.other_rows


@OF_PAIR.feature("persons are counted", "the number counts persons, who are no values nor fractions of an amount")
def _persons_counted(
    claim: ClaimView,
    function: AggregationFunction,
    table: Table,  # noqa: ARG001
    column: Column | None,
) -> float:
    if column is None or not column.is_numeric or is_identifier(column) or number_form(claim.number) != "whole":
        return 1.0
    if not claim.counts_persons or column.column_id in claim.relevance.counted_columns:
        return 1.0
    known = claim.relevance.ranges.get(column.column_id)
    ends = () if known is None else (known.least, known.greatest, known.total)
    is_of_values = function is COUNT_DISTINCT or any(each.denominator > 1 for each in ends)
    return WEIGHTS.column.other_rows if is_of_values and not _is_said(claim, function) else 1.0


def _columns_of_noun_after(claim: ClaimView) -> Collection[int]:
    """Return the columns that the noun behind a number has in their name: "3 of the goals" may be a sum of goals."""
    noun = claim.words.noun_after(claim.words.claimed[-1] + 1)
    if noun is None:
        return ()
    token, named_by = claim.words.tokens[noun], claim.relevance.columns_named_by
    return {*named_by.get(token.text.lower(), ()), *named_by.get(token.lemma.lower(), ())}
