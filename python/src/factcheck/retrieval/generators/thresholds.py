"""Comparisons with what a sentence says of a range: "drivers who earned more than 10 million", "aged 25 to 34"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import all_columns, is_of_bare_numbers
from factcheck.numbers.bands import Band, read_bands
from factcheck.numbers.compared_units import NOTHING_KNOWN, Fit, compare_units, shown_digits
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.assumed_factors import AssumedFactors
from factcheck.retrieval.generators.compared_columns import Scored, columns_compared
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.said_ranges import OLDEST, SaidRange, said_ranges
from factcheck.retrieval.money_columns import holds_money
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import LIMIT, Seen
from factcheck.units.unit import UNITS, conversion
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, spelt_out, split_identifier

AGES = frozenset({"age", "ages", "aged"})

_TOLD_IN_PERCENT = frozenset("percent percentage pct perc share rate score".split())
"""Words in names of columns whose whole numbers may be percentages."""

_HALF, _ALL = 50, 100
"""Between which the greatest of some percentages lies that nothing calls so."""

_OLD = 60
"""Least age that the oldest of a column of ages has that is not called so."""

_DAYS = {"months": Decimal(30), "years": Decimal("365.25")}
_MONTHS_OF_YEAR = 12
_SMALLER = {"weeks": "days", "days": "hours", "hours": "minutes"}
_WITHOUT_ITS_END = 0.4
"""What is left of the weight of a limit with a plus, such as "10+", where its end is not counted."""
_ANOTHER_UNIT = 0.9
"""What is left of the weight of a limit that is told in another unit than the text has."""


def threshold_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare the columns of numbers that a claim names with the ranges that its sentence says.

    Numbers by which things are called are not compared.  A number that says which rows are meant speaks louder than one
    that may state a result of its own; a word that implies an age is about columns of ages alone.
    """
    ranges = list(said_ranges(cue))
    if not ranges:
        return
    known = (column for table in cue.tables for column in all_columns(table) if not is_of_bare_numbers(column))
    amounts = [c for c in known if c.is_numeric and not names_an_identifier(c.name)]
    scored = [(cue.column_scores.get(c.column_id, 0.0), c) for c in amounts]
    best = max((score for score, _ in scored), default=0.0)
    made: list[tuple[Predicate, Seen]] = []
    all_totals = (entry for panel in cue.panels for entry in panel.totals.items())
    totals = {number: code for number, codes in all_totals for code in codes if code.isdecimal()}
    for index, (said, named) in enumerate(zip(ranges, columns_compared(cue, ranges, scored), strict=True)):
        ages = _ages(scored, best) if said.is_age else []
        guessed = _possible_ages(cue, scored, said) if said.is_age and not ages else []
        for score, column in ages or _each_once(guessed, named):
            if _is_too_short(said, column):
                continue
            alike = (*_in_smaller_units(column, said), *_in_days(column, said), *_beyond(cue, said))
            for told, share in ((said, 1.0), *alike):
                predicate = _compared(cue, column, _in_assumed_scale(cue, column, told))
                if predicate is not None:
                    predicate = _without_total(predicate, totals.get(column.column_id))
                    seen = Seen(share * _factor(said) * score, {"column": score, LIMIT: float(index)})
                    made.append((predicate, seen))
    yield from sorted(made, key=lambda each: -each[1].score)


def band_predicates(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns whose values are bands of numbers to those that make up a range that the sentence says.

    "Under 18" are the bands 0-9 and 10-17, but no band that goes beyond.
    """
    ranges = list(said_ranges(cue))
    if not ranges:
        return
    columns = {column.column_id: column for column in cue.columns if column.is_text}
    banded = {number: bands for number, column in columns.items() if (bands := read_bands(cue.values.get(number, ())))}
    scored = [(cue.column_scores.get(number, 0.0), columns[number]) for number in banded]
    best = max((score for score, _ in scored), default=0.0)
    for index, (said, named) in enumerate(zip(ranges, columns_compared(cue, ranges, scored), strict=True)):
        for score, column in (_ages(scored, best) if said.is_age else []) or named:
            literals = _literals(said, banded[column.column_id])
            if literals:
                predicate = Equals(column, literals[0]) if len(literals) == 1 else OneOf(column, literals)
                value = max(score, WEIGHTS.predicate.band)
                parts = {"band": _factor(said) * value, "column": score, LIMIT: float(index)}
                yield predicate, Seen(_factor(said) * value, parts)


def _ages(scored: Scored, best: float) -> Scored:
    """Return columns of ages: "adults over 65" do not say that they have an age."""
    columns = [(score, column) for score, column in scored if not AGES.isdisjoint(split_identifier(column.name))]
    return [(max(score, best, WEIGHTS.predicate.implied_age), column) for score, column in columns]


def _each_once(guessed: Scored, named: Scored) -> list[tuple[float, Column]]:
    """Return the columns that are named behind one that may have ages: "20 towns above 35" may be about either."""
    taken = {column for _, column in guessed}
    return [*guessed, *(each for each in named if each[1] not in taken)]


def _possible_ages(cue: PredicateCue, scored: Scored, said: SaidRange) -> Scored:
    """Return the column that alone may have ages by its values, whatever its name: `life` from 15 to 101."""
    ends = [Fraction(end) for end in (said.band.low, said.band.high) if end is not None]
    columns = []
    for _, column in scored:
        known = cue.ranges.get(column.column_id)
        is_known = known is not None and known.least >= 0 and _OLD <= known.greatest <= OLDEST
        if known is not None and is_known and all(map(known.may_have, ends)) and unit_of(column) is None:
            columns.append(column)
    return [(WEIGHTS.predicate.implied_age, columns[0])] if len(columns) == 1 else []


def _factor(said: SaidRange) -> float:
    weights = WEIGHTS.predicate
    return said.weight * (weights.threshold if said.is_condition else weights.possible_threshold)


def _may_have_percentages(cue: PredicateCue, column: Column) -> bool:
    """Tell whether whole numbers may be percentages: they are called so, or lie between 0 and 100, and are no ages."""
    words, known = split_identifier(column.name), cue.ranges.get(column.column_id)
    if not _TOLD_IN_PERCENT.isdisjoint(words):
        return True
    is_within = known is not None and known.is_whole and known.least >= 0 and _HALF < known.greatest <= _ALL
    return is_within and unit_of(column) is None and AGES.isdisjoint(words)


def _compared(cue: PredicateCue, column: Column, said: SaidRange) -> Predicate | None:
    """Compare a column with a range as the words for it do; None where it has no end, or is of another dimension.

    Percentages are no whole numbers, but of columns that may have some.
    """
    units = NOTHING_KNOWN if said.number is None else compare_units(said.number, unit_of(column))
    is_count = column.is_integer and said.number is not None and said.number.unit == "percent"
    stated = None if said.number is None else said.number.measured
    is_of_money = holds_money(column) and stated is not None and not any(unit.is_money for unit in stated.units)
    if units.fit is Fit.DIFFERS or is_of_money or (is_count and not _may_have_percentages(cue, column)):
        return None
    ends = (said.band.least, said.band.greatest) if column.is_integer else (said.band.low, said.band.high)
    low, high = (end if end is None else units.told(end) for end in ends)
    if low is not None and high is not None:
        is_below = said.band.is_without_high and not column.is_integer
        return Between(column, number_text(low), number_text(high), is_below)
    if low is not None:
        return Compare(column, ">" if said.is_strict else ">=", number_text(low))
    return None if high is None else Compare(column, "<" if said.is_strict else "<=", number_text(high))


def _is_too_short(said: SaidRange, column: Column) -> bool:
    """Tell whether a column has ages, in years as far as anything tells, and a limit is of days: "over five days"."""
    stated = None if said.number is None else said.number.measured
    is_of_ages = unit_of(column) is None and not AGES.isdisjoint(split_identifier(column.name))
    return is_of_ages and stated is not None and stated.is_short_time


def _without_total(predicate: Predicate, total: str | None) -> Predicate:
    """Return a limit without the rows of a code that stands for all others, such as 999 of ages from 65 on."""
    if total is None or not isinstance(predicate, Compare) or predicate.comparison not in {">", ">="}:
        return predicate
    low = Decimal(predicate.bound) + (predicate.comparison == ">")
    greatest = Decimal(total) - 1
    return Between(predicate.column, number_text(low), number_text(greatest)) if low <= greatest else predicate


def _in_smaller_units(column: Column, said: SaidRange) -> Iterator[tuple[SaidRange, float]]:
    """Yield a limit of a span of time as a column whose unit is not known may tell it: four hours as 240 minutes."""
    stated = None if said.number is None else said.number.measured
    if said.number is None or stated is None or len(stated.units) != 1 or unit_of(column) is not None:
        return
    unit = stated.units[0]
    smaller = _SMALLER.get(unit.name)
    if smaller is None or UNITS.quantities[unit.dimension].isdisjoint(spelt_out(column.name)):
        return
    told = conversion(unit, UNITS.by_name[smaller])
    low, high = (end if end is None else shown_digits(told(end)) for end in (said.band.low, said.band.high))
    yield replace(said, band=Band(low, high), number=replace(said.number, measured=None)), _ANOTHER_UNIT


def _beyond(cue: PredicateCue, said: SaidRange) -> Iterator[tuple[SaidRange, float]]:
    """Yield a limit with a plus without its end, as beside "6-10 years" those of "10+ years" have more than ten."""
    passage = own_passage(cue) if said.number is not None and said.number.comparison == ">=" else None
    if passage is None or said.number is None or said.is_strict:
        return
    behind = next((token for token in passage.tokens if token.end > said.number.end), None)
    if behind is not None and behind.text.startswith("+") and behind.start <= said.number.end:
        yield replace(said, is_strict=True), _WITHOUT_ITS_END


def _in_assumed_scale(cue: PredicateCue, column: Column, said: SaidRange) -> SaidRange:
    """Return an interval in thousands or more, or as fractions, where a column has no values around its ends as it is.

    "The [300, 400) bin" may be one of millions, "between 40 and 60 percent" one of fractions.
    """
    known = cue.ranges.get(column.column_id)
    if said.number is None or said.band.low is None or said.band.high is None or known is None:
        return said
    ends = (said.band.low, said.band.high)
    factors = AssumedFactors(said.number).of_limit(column)
    if not factors or known.has_on_both_sides(*map(Fraction, ends)):
        return said
    bands = [[end * factor.denominator / factor.numerator for end in ends] for factor in factors]
    likely = [band for band in bands if known.has_on_both_sides(*map(Fraction, band))]
    return replace(said, band=replace(said.band, low=likely[0][0], high=likely[0][1])) if len(likely) == 1 else said


def _in_days(column: Column, said: SaidRange) -> Iterator[tuple[SaidRange, float]]:
    """Yield a limit of months or years as a column of days tells it: thirty days a month, a leap day in four years."""
    stated, unit = None if said.number is None else said.number.measured, unit_of(column)
    if said.number is None or stated is None or unit is None or unit.unit is None or unit.unit.name != "days":
        return
    span = stated.units[0].name if len(stated.units) == 1 else ""
    if span in _DAYS:
        low, high = (end if end is None else _days(end, span) for end in (said.band.low, said.band.high))
        yield replace(said, band=Band(low, high), number=replace(said.number, measured=None)), _ANOTHER_UNIT


def _days(amount: Decimal, unit: str) -> Decimal:
    if unit == "months" and amount % _MONTHS_OF_YEAR == 0:
        amount, unit = amount / _MONTHS_OF_YEAR, "years"
    return amount * _DAYS[unit]


def _literals(said: SaidRange, bands: dict[str, Band]) -> tuple[str, ...]:
    """Return the bands that make up a range, in order; nothing where one goes beyond it, or all lie in it."""
    chosen = []
    for literal, band in bands.items():
        is_end = said.is_strict and band.is_single and band.low in {said.band.low, said.band.high}
        if band.is_inside(said.band) and not is_end:
            chosen.append(literal)
        elif not is_end and not band.is_apart_from(said.band):
            return ()
    return tuple(sorted(chosen)) if len(chosen) < len(bands) else ()
