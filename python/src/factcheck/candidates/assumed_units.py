"""Columns in a unit that only the text tells: "93 minutes" of a column of seconds, "$5 billion" of one of millions.

A column without a known unit is taken to be in a smaller one than the number, or in thousands or more, only where its
values cannot be the number as they are, and can be in that unit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from fractions import Fraction

from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import Constant, Operation
from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import count_of_digits
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.units.unit import UNITS
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_NO_AMOUNTS = frozenset({"percent", "points", "times", "more", "year", "ordinal"})
_SCALES = (10**3, 10**6, 10**9)
_LEAST_ROUND = 10_000
"""Least whole number in thousands that may be told from a column of thousands without a word such as "million"."""

_LEAST_MONEY = 1_000
"""Least amount of money that may be told from a column of thousands, as $16,400 is from 16.4."""

_HUNDREDTH = Fraction(1, 100)
"""What a cent is of the money that a small amount is told in: "$1.85" of a column of cents."""

_SHORT = Context(prec=20)
_LARGEST_STEP = 3600
_MOST_COLUMNS = 64
_MOST_ASSUMED = 4
_IMPOSSIBLE = 3
_ROUNDED = Fraction(1, 20)
"""By how much a rounded number may differ from what it is rounded from."""

_LEAST_TOLD = 1_000
"""Least number that may be told in the unit that another number of the document shows."""

_TIGHT = Fraction(1, 100)
"""By how much a number may differ from a column's total or end that shows in which unit a document tells the column."""

_SLACK = Fraction(21, 20)
_CLOSE_TOGETHER = 10
_TELLING_DIGITS, _FEWEST_WITHIN = 3, 2

_YEARS = "years"
"""The unit in which ages are told."""

NOTHING_TOLD: Mapping[int, Fraction] = {}

_OF_RATES = frozenset(
    "rate rates ratio ratios percent percentage pct per share index score rank year years prob probability risk "
    "density latitude longitude lat lon lng".split()
)
"""Words in names of columns whose values nobody tells in thousands, or in parts of a unit."""


@dataclass(frozen=True, slots=True)
class ColumnRange:
    """The least and the greatest value of a column, and the sum of all without their signs."""

    least: Fraction
    greatest: Fraction
    total: Fraction


def factors_of(number: Number) -> tuple[Fraction, ...]:
    """Return what values of a column without a unit may have to be multiplied by to be told as a number is."""
    if number.unit in _NO_AMOUNTS or number.value <= 0:
        return ()
    units = () if number.measured is None else number.measured.units
    if units and not any(unit.is_money for unit in units):
        return _of_units({unit.name for unit in units})
    is_round = number.is_integer and number.value >= _LEAST_ROUND
    is_money = number.unit == "currency" and number.value >= _LEAST_MONEY
    if number.unit == "currency" and number.scale == 1 and number.value < _LEAST_MONEY:
        return (_HUNDREDTH,)
    return tuple(
        Fraction(scale)
        for scale in _SCALES
        if scale <= number.scale
        or (is_round and number.value % scale == 0 and number.value > scale)
        or (is_money and scale == _SCALES[0])
    )


class _Factors:
    """The factors of a number, worked out once for all columns: an age without a unit is told in years."""

    def __init__(self, number: Number) -> None:
        self._of_any = factors_of(number)
        may_be_age = not self._of_any and number.unit == "plain" and number.measured is None
        self._of_ages = _of_units({_YEARS}) if may_be_age else ()

    def of(self, column: Column) -> tuple[Fraction, ...]:
        """Return what values of a column may have to be multiplied by: "under twenty" of ages in months."""
        return self._of_ages if self._of_ages and "age" in split_identifier(column.name) else self._of_any


def _of_units(names: Collection[str]) -> tuple[Fraction, ...]:
    """Return what smaller units are of the unit of a name, where a whole number of them makes one."""
    if len(names) > 1:
        return ()
    [stated] = (UNITS.by_name[name] for name in names)
    parts = (
        each.factor / stated.factor
        for each in UNITS.by_name.values()
        if each.dimension == stated.dimension and each.offset == stated.offset == 0 and each.factor < stated.factor
    )
    return tuple(sorted({each for each in parts if each.numerator == 1 and each.denominator <= _LARGEST_STEP}))


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
        for scale in map(Fraction, _SCALES):
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
        for scale in map(Fraction, _SCALES):
            if values := _within(numbers, known, scale):
                within.setdefault((column.table_id, scale), {})[column.column_id] = values
    return {
        number: scale
        for (_, scale), of_columns in within.items()
        if len(set().union(*of_columns.values())) >= _FEWEST_WITHIN
        for number in of_columns
    }


def _within(numbers: Sequence[Number], known: ColumnRange, scale: Fraction) -> set[Fraction]:
    """Return the numbers in millions that lie among a column's values times a scale, and far beyond them without.

    They have three digits, and the values lie close enough together to tell.
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
    return {value for value in large if low <= value <= high}


def _may_be_told(number: Number) -> bool:
    is_amount = number.unit not in _NO_AMOUNTS or number.unit == "more"  # "126,000 fewer than a year before"
    return is_amount and number.is_integer and number.value >= _LEAST_TOLD


def columns_in_doubt(
    number: Number, relevance: Relevance, relations: Relations, *, is_told: bool
) -> tuple[Column, ...]:
    """Return the columns without a known unit that a number may be told of in another one, the most relevant first.

    ``is_told`` tells that some number of the document is told in a unit or scale.
    """
    factors, may_be_told = _Factors(number), is_told and _may_be_told(number)
    columns = [
        column
        for table in relations.tables
        for column in table.columns
        if (may_be_told or factors.of(column))
        and column.is_numeric
        and not is_identifier(column)
        and unit_of(column) is None
        and not _is_rate(column)
    ]
    return tuple(sorted(columns, key=lambda column: -relevance.columns.get(column.column_id, 0.0))[:_MOST_COLUMNS])


def _is_rate(column: Column) -> bool:
    """Tell whether a column says itself that its values have no unit, or are told of each hundred or thousand."""
    return not _OF_RATES.isdisjoint(split_identifier(column.name))


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
    are the factors in which the document tells columns: a number beyond a column's values is told so, too.
    """
    value, all_factors = Fraction(number.value), _Factors(number)
    known_ranges = [(column, known) for column in columns if (known := ranges.get(column.column_id)) is not None]
    as_they_are = [column for column, known in known_ranges if _fit(value, Fraction(1), known) == 0]
    least = max((relevance.columns.get(column.column_id, 0.0) for column in as_they_are), default=-1.0)
    possible = [
        (fit, -relevance.columns.get(column.column_id, 0.0), column, factor)
        for column, known in known_ranges
        if (factors := all_factors.of(column)) and known.greatest > 1
        if relevance.columns.get(column.column_id, 0.0) > least and not _is_possible_as_it_is(value, factors, known)
        for factor in factors
        if (fit := _fit(value, factor, known)) < _IMPOSSIBLE
    ]
    if _may_be_told(number):
        possible += [
            (0, -relevance.columns.get(column.column_id, 0.0), column, told[column.column_id])
            for column, known in known_ranges
            if column.column_id in told and known.greatest < value <= known.total * told[column.column_id] * _SLACK
        ]
    best = sorted(possible, key=lambda each: each[:2])[:_MOST_ASSUMED]
    if not best:
        return relevance
    scores = {
        in_unit(column, factor): relevance.columns.get(column.column_id, 0.0)
        * (1.0 if told.get(column.column_id) == factor else WEIGHTS.derived.assumed_unit)
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
        factors = _Factors(number).of(predicate.column)
        bounds = [value / factor for factor in factors if limits.least < value / factor < limits.greatest]
        if len(bounds) == 1 and (text := _decimal_text(bounds[0])) is not None:
            compared = replace(predicate, bound=text)
            score = WEIGHTS.predicate.limit_in_assumed_unit * seen.score
            known.setdefault(compared, Seen(score, {**seen.parts, "assumed unit": score}))
            known.pop(predicate)
    return replace(relevance, predicates=tuple(known.items())) if known != before else relevance


def _limits(numbers: Sequence[Number], relevance: Relevance) -> Iterator[tuple[Compare, Seen, Number]]:
    """Yield the comparisons of columns without a unit with limits that are told in one, or in thousands or more."""
    told = {number_text(number.value): (number, _Factors(number)) for number in numbers}
    for predicate, seen in relevance.predicates if told else ():
        column = predicate.column
        if not isinstance(predicate, Compare) or predicate.bound not in told or isinstance(column, DerivedColumn):
            continue
        number, factors = told[predicate.bound]
        if factors.of(column) and column.is_numeric and unit_of(column) is None and not _is_rate(column):
            yield predicate, seen, number


def _decimal_text(value: Fraction) -> str | None:
    """Return a fraction as a bound is written, None where it has no end."""
    told = _SHORT.divide(Decimal(value.numerator), Decimal(value.denominator))
    return number_text(told) if Fraction(told) == value else None


def _is_possible_as_it_is(value: Fraction, factors: Sequence[Fraction], known: ColumnRange) -> bool:
    """Tell whether a column without any factor has values below and above a number, or adds up to as much."""
    return known.least <= value <= (known.total if factors[0] >= 1 else known.greatest)


def _fit(value: Fraction, factor: Fraction, known: ColumnRange) -> int:
    """Return how well a number fits to a column times a factor, 0 best."""
    likeliest = (known.total, known.greatest, known.least)
    if any(abs(each * factor - value) <= _ROUNDED * value for each in likeliest):
        return 0
    if known.least * factor <= value <= known.greatest * factor:
        return 1
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
