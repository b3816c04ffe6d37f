"""Columns in a unit that only the text tells: "93 minutes" of a column of seconds, "$5 billion" of one of millions.

A column without a known unit is taken to be in a smaller one than the number, or in thousands or more, only where its
values cannot be the number as they are, and can be in that unit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Context, Decimal
from fractions import Fraction

from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import Constant, Operation
from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import count_of_digits
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.retrieval.assumed_factors import NO_AMOUNTS, SCALES, AssumedFactors, is_in_doubt
from factcheck.retrieval.column_ranges import ROUNDED, ColumnRange
from factcheck.retrieval.money_columns import holds_money
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.weights.weights import WEIGHTS

_SHORT = Context(prec=20)
_MOST_COLUMNS = 64
_MOST_ASSUMED = 4
_IMPOSSIBLE = 3
_LEAST_TOLD = 1_000
"""Least number that may be told in the unit that another number of the document shows."""

_TIGHT = Fraction(1, 100)
"""By how much a number may differ from a column's total or end that shows in which unit a document tells the column."""

_SLACK = Fraction(21, 20)
_CLOSE_TOGETHER = 10
_TELLING_DIGITS, _FEWEST_WITHIN = 3, 2

NOTHING_TOLD: Mapping[int, Fraction] = {}


def told_by_kind(
    numbers: Sequence[Number], columns: Collection[Column], ranges: Mapping[int, ColumnRange]
) -> Mapping[bool, Mapping[int, Fraction]]:
    """Return the factors in which a document tells columns, for amounts of money (True) and for all else.

    Those of one kind tell most of it: "$12 trillion" says nothing of a column in which "8.5 million people" lie.
    """
    by_all = told_factors(numbers, columns, ranges)
    by_kind = {
        is_money: told_factors([each for each in numbers if (each.unit == "currency") is is_money], columns, ranges)
        for is_money in (False, True)
    }
    return {is_money: {**by_all, **told} for is_money, told in by_kind.items()}


def told_factors(
    numbers: Sequence[Number], columns: Iterable[Column], ranges: Mapping[int, ColumnRange]
) -> dict[int, Fraction]:
    """Return the factors in which a document tells columns, by their numbers.

    Several of its numbers in millions lie among the values of a table's columns then.  Or one of its numbers is a
    column's total or end, which without the factor it cannot be, and another one lies among the column's values then,
    but not as they are: "together just under 3 million seats, which is about 7,500 for each shop" of a column of
    thousands.
    """
    amounts = {Fraction(number.value) for number in numbers if _may_be_told(number)}
    factors: dict[int, Fraction] = {}
    known_ranges = [(column, known) for column in columns if (known := ranges.get(column.column_id)) is not None]
    for column, known in known_ranges:
        if known.greatest <= 1:
            continue
        for scale in map(Fraction, SCALES):
            ends = {each * scale for each in (known.total, known.greatest) if each}
            shown = {value for value in amounts if any(abs(end - value) <= _TIGHT * value for end in ends)}
            among = {value for value in amounts if known.greatest < value <= known.greatest * scale} - shown
            if shown and among and min(shown) > known.total:
                factors.setdefault(column.column_id, scale)
    return factors | _told_of_tables(numbers, known_ranges)


def _told_of_tables(
    numbers: Sequence[Number], known_ranges: Sequence[tuple[Column, ColumnRange]]
) -> dict[int, Fraction]:
    """Return the factors of columns that a number in millions lies in, where another one lies in the same table."""
    within: dict[tuple[int, Fraction], dict[int, set[Fraction]]] = {}
    for column, known in known_ranges:
        for scale in map(Fraction, SCALES):
            if values := _within(numbers, known, scale):
                within.setdefault((column.table_id, scale), {})[column.column_id] = values
    shown = [
        (len(values), -scale, number)
        for (_, scale), of_columns in within.items()
        if len(set().union(*of_columns.values())) >= _FEWEST_WITHIN
        for number, values in of_columns.items()
    ]
    return {number: -scale for _, scale, number in sorted(shown)}  # the scale that most numbers show comes last


def _within(numbers: Sequence[Number], known: ColumnRange, scale: Fraction) -> set[Fraction]:
    """Return the numbers in millions that lie among a column's values times a scale, and far beyond them without.

    They have three digits, none finer than those of the values, which lie close enough together to tell.
    """
    is_close = known.least > 0 and known.greatest <= _CLOSE_TOGETHER * known.least
    if not is_close or known.greatest * _CLOSE_TOGETHER >= known.least * scale:
        return set()
    large = {
        Fraction(each.value)
        for each in numbers
        if each.scale >= scale and count_of_digits(each.value) >= _TELLING_DIGITS
    }
    low, high = known.least * scale / _SLACK, known.greatest * scale * _SLACK
    return {value for value in large if low <= value <= high and _may_be_one_of(value / scale, known)}


def _may_be_one_of(value: Fraction, known: ColumnRange) -> bool:
    """Tell whether a number has no finer digits than a column's total, so that it may be one of the values."""
    return (value * known.total.denominator).denominator == 1


def _may_be_told(number: Number) -> bool:
    is_amount = number.unit not in NO_AMOUNTS or number.unit == "more"  # "126,000 fewer than a year before"
    return is_amount and number.is_integer and number.value >= _LEAST_TOLD


def columns_in_doubt(
    number: Number, relevance: Relevance, relations: Relations, *, is_told: bool
) -> tuple[Column, ...]:
    """Return the columns without a known unit that a number may be told of in another one, the most relevant first.

    ``is_told`` tells that some number of the document is told in a unit or scale.
    """
    factors, may_be_told = AssumedFactors(number), is_told and _may_be_told(number)
    columns = [
        column
        for table in relations.tables
        for column in table.columns
        if (may_be_told or factors.of(column))
        and column.is_numeric
        and not is_identifier(column)
        and is_in_doubt(column)
    ]
    return tuple(sorted(columns, key=lambda column: -relevance.columns.get(column.column_id, 0.0))[:_MOST_COLUMNS])


def with_assumed_units(
    number: Number,
    relevance: Relevance,
    columns: Iterable[Column],
    ranges: Mapping[int, ColumnRange],
    told: Mapping[int, Fraction] = NOTHING_TOLD,
) -> Relevance:
    """Return what a claim's words find, and columns in the units that the number may be told in.

    ``columns`` are those in doubt, ``ranges`` what is known of their values, by their numbers.  Those come first whose
    total or one of whose ends is the number then, next those that have values below and above it.  Where a column's
    total or end is the number as it is, nothing else is assumed of columns that the claim names no better.  ``told``
    are the factors in which the document tells columns: a number beyond a column's values is told so, too.  An
    amount of money that a column of money may come to as it is says nothing of thousands of anything else.
    """
    value, all_factors = Fraction(number.value), AssumedFactors(number)
    known_ranges = [(column, known) for column in columns if (known := ranges.get(column.column_id)) is not None]
    if number.unit == "currency":
        of_money = [(column, known) for column, known in known_ranges if holds_money(column)]
        is_possible = any(_fit(value, Fraction(1), known) < _IMPOSSIBLE for _, known in of_money)
        known_ranges = of_money if is_possible else known_ranges
    as_they_are = [column for column, known in known_ranges if _fit(value, Fraction(1), known) == 0]
    least = max((relevance.columns.get(column.column_id, 0.0) for column in as_they_are), default=-1.0)
    possible = [
        (fit, -relevance.columns.get(column.column_id, 0.0), column, factor)
        for column, known in known_ranges
        if (factors := all_factors.of(column)) and known.greatest > 1
        if relevance.columns.get(column.column_id, 0.0) > least and not _is_possible_as_it_is(number, factors, known)
        for factor in factors
        if (fit := _fit(value, factor, known)) < _IMPOSSIBLE
    ]
    if _may_be_told(number):
        possible += [
            (int(value > known.greatest * factor), -relevance.columns.get(column.column_id, 0.0), column, factor)
            for column, known in known_ranges
            if (factor := told.get(column.column_id)) is not None and known.greatest < value
            if known.least * factor <= value * _SLACK and value <= known.total * factor * _SLACK
        ]
    best = sorted(possible, key=lambda each: each[:2])[:_MOST_ASSUMED]
    if not best:
        return relevance
    scores = {
        in_unit(column, factor): relevance.columns.get(column.column_id, 0.0)
        * (1.0 if number.is_hundredths or told.get(column.column_id) == factor else WEIGHTS.derived.assumed_unit)
        for _, _, column, factor in best
    }
    by_number = {column.column_id: score for column, score in scores.items()}
    return replace(relevance, columns={**relevance.columns, **by_number}, derived=(*relevance.derived, *scores))


def limits_in_doubt(numbers: Sequence[Number], relevance: Relevance) -> tuple[Column, ...]:
    """Return the columns without a known unit that a limit of the sentence may compare in another one."""
    return tuple(dict.fromkeys(predicate.column for predicate, _, _ in _limits(numbers, relevance)))


def with_assumed_limits(
    numbers: Sequence[Number], relevance: Relevance, ranges: Mapping[int, ColumnRange]
) -> Relevance:
    """Return what a claim's words find, and comparisons with limits of its sentence in the units of columns.

    ``numbers`` are those of the sentence, ``ranges`` what is known of columns' values, by their numbers.  A limit that
    lies outside of a column's values is told in the unit, or the scale, in which it lies within: "under an hour" is
    below 3,600 in a column of seconds, "more than $5 billion" above 5,000 in one of millions.  As it is written such a
    limit would leave all rows or none, so that the other takes its place.
    """
    before = dict(relevance.predicates)
    known = dict(before)
    for predicate, seen, number in _limits(numbers, relevance):
        limits = ranges.get(predicate.column.column_id)
        value = Fraction(number.value)
        if limits is None or limits.least <= value <= limits.greatest:
            continue
        factors = AssumedFactors(number).of_limit(predicate.column)
        bounds = [value / factor for factor in factors if limits.least < value / factor < limits.greatest]
        bounds = [bound for bound in bounds if not predicate.column.is_integer or bound.denominator == 1]
        if len(bounds) == 1 and (text := _decimal_text(bounds[0])) is not None:
            compared = replace(predicate, bound=text)
            score = WEIGHTS.predicate.limit_in_assumed_unit * seen.score
            known.setdefault(compared, Seen(score, {**seen.parts, "assumed unit": score}))
            known.pop(predicate)
    return replace(relevance, predicates=tuple(known.items())) if known != before else relevance


def _limits(numbers: Sequence[Number], relevance: Relevance) -> Iterator[tuple[Compare, Seen, Number]]:
    """Yield the comparisons of columns without a unit with limits that are told in one, or in thousands or more."""
    told = {number_text(number.value): (number, AssumedFactors(number)) for number in numbers}
    for predicate, seen in relevance.predicates if told else ():
        column = predicate.column
        if not isinstance(predicate, Compare) or predicate.bound not in told or isinstance(column, DerivedColumn):
            continue
        number, factors = told[predicate.bound]
        if column.is_numeric and factors.of_limit(column):
            yield predicate, seen, number


def _decimal_text(value: Fraction) -> str | None:
    """Return a fraction as a bound is written, None where it has no end."""
    told = _SHORT.divide(Decimal(value.numerator), Decimal(value.denominator))
    return number_text(told) if Fraction(told) == value else None


def _is_possible_as_it_is(number: Number, factors: Sequence[Fraction], known: ColumnRange) -> bool:
    """Tell whether a column without any factor has values below and above a number, or adds up to as much.

    Nobody tells a total of dollars in cents.
    """
    may_be_total = factors[0] >= 1 and not number.is_hundredths
    return known.least <= number.value <= (known.total if may_be_total else known.greatest)


def _fit(value: Fraction, factor: Fraction, known: ColumnRange) -> int:
    """Return how well a number fits to a column times a factor, 0 best."""
    likeliest = (known.total, known.greatest, known.least)
    if any(abs(each * factor - value) <= ROUNDED * value for each in likeliest):
        return 0
    if known.least * factor <= value <= known.greatest * factor:
        return 1 if _may_be_one_of(value / factor, known) else 2
    return 2 if factor >= 1 and known.greatest * factor < value <= known.total * factor else _IMPOSSIBLE


def in_unit(column: Column, factor: Fraction) -> DerivedColumn:
    """Return a column whose values are multiplied by a factor, or divided by a whole number."""
    operator, by = ("*", factor.numerator) if factor >= 1 else ("/", factor.denominator)
    return derived(Operation(operator, column, Constant(Decimal(by))), column.table_id)


def told_column(column: Column) -> Column:
    """Return the column that another one is, taken to be in another unit: words name both alike; else the column."""
    taken = assumed_unit(column)
    return column if taken is None else taken[0]


def assumed_unit(column: Column | None) -> tuple[Column, Fraction] | None:
    """Return the column that another one is, taken to be in another unit, with the factor; None for any other one."""
    if not isinstance(column, DerivedColumn) or column.is_declared:
        return None
    formula = column.formula
    if not isinstance(formula, Operation) or formula.operator not in {"*", "/"}:
        return None
    if not isinstance(formula.left, Column) or not isinstance(formula.right, Constant):
        return None
    by = Fraction(formula.right.value)
    return formula.left, by if formula.operator == "*" else 1 / by
