"""Claims that do not agree with their likeliest reading, which contradicts them no more: it is of another kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from factcheck.candidates.generators.comparing_words import direction
from factcheck.catalogue.derived import DerivedColumn
from factcheck.inference.explained_words import ReadClaim
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.rounding import place_of
from factcheck.numbers.words import CARDINALS, any_of
from factcheck.queries.difference import Change, Difference
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio

_ALL = 100
_HALVES = Decimal("0.5")
_KEEP_WHOLE = (SUM, MIN, MAX, MEDIAN)
_FOR_EACH_OF_TWO = re.compile(r"(?:\w+ )?per \w+ per \w+")
_TABLES = re.compile(rf"\b(?:both|all|several|{any_of(CARDINALS)}|\d+)\s(?:[a-z]+\s){{0,2}}tables\b")
_MOST_OF_SOME = re.compile(
    r"\b(?:maximum|minimum|highest|lowest|largest|smallest|greatest)\s(?:number|amount|count)\sof\s(?:\w+\s){1,2}"
    r"(?:that\s)?(?:an?|any|one|each)\s"
)
_VALUES = (AVG, MAX, MEDIAN, MIN, SUM)
_NAMED = 0.05
"""Relevance score of a column from which words name it."""

_COUNTED = frozenset({"plain", "percent"})
"""Units of numbers that are not in parts of a unit: $2.50 may be of amounts in whole dollars."""

_UP_TO = (" to", " to about", " to around", " to nearly", " to almost", " at")
"""Before a share that something rose or fell to."""

_OTHER_POINT = frozenset({Closeness.UNIT, Closeness.SLIP})


def claims_not_contradicted(read: Sequence[ReadClaim]) -> frozenset[int]:
    """Return the indexes of claims whose likeliest reading gives what their number cannot be, right or wrong.

    A share of which the rest agrees is that of the others: "punctuality was 41 %" of 58.8 % delayed; what holds for all
    rows tells no part of them, and a share of rows not how much something rose.  What is always a whole number does not
    contradict 80.95, nor the value of a column that nothing names a number of days, a fall a rise by as much, or what
    one night costs what a night costs each guest.
    """
    return frozenset(
        index
        for index, claim in enumerate(read)
        if claim.posterior.best and not claim.agrees and _is_of_another_kind(claim, claim.posterior.best[0].query)
    )


def _is_of_another_kind(reading: ReadClaim, query: Query) -> bool:
    kinds = (
        *(_is_of_the_others, _is_finer, _is_no_change, _counts_rows_of_one, _is_of_no_such_unit),
        *(_is_the_other_way_round, _is_for_each_of_two, _is_of_several_tables, _is_most_of_some),
    )
    return any(is_other(reading, query) for is_other in kinds)


def _counts_rows_of_one(reading: ReadClaim, query: Query) -> bool:
    """Tell whether things are counted of which the reading takes one that the sentence does not name.

    "54 neighbourhoods" are no rows of the neighbourhood that the sentence before is about.
    """
    if query.function is not COUNT or query.column is not None:
        return False
    counted, seen = reading.relevance.counted, reading.seen
    values = (each for each in query.predicates if isinstance(each, Equals))
    of_one = (each for each in values if counted.get(each.column.column_id, 0.0) >= 1)
    return any(each not in seen or not seen[each].is_said for each in of_one)


def _is_the_other_way_round(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a difference is the number but for its sign, or how much one is less that is said to be ahead.

    "1.3 % unspent" of costs that are 1.3 % lower; "surpassed its target by 112 %" of one that missed it.
    """
    value, stated = reading.values[0], reading.number.value
    told = direction(reading.words)
    if isinstance(query, Change) and query.is_decrease and told is not None and not told.is_decrease:
        return True
    is_other_way = isinstance(query, Change | Difference) and value is not None and value < 0 < stated
    return is_other_way and value is not None and abs(value + stated) <= place_of(stated) / 2


def _is_for_each_of_two(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a number is so much for each of two things, "$63 per night per guest", and the reading for one."""
    is_of_two = _FOR_EACH_OF_TWO.match(reading.words.text_after()) is not None
    return is_of_two and not (isinstance(query, Ratio) and isinstance(query.column, DerivedColumn))


def _is_of_several_tables(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a number may count the rows of several tables, and the reading those of one of them."""
    is_of_all = isinstance(query, Aggregate) and query.function is COUNT and query.column is None
    return is_of_all and not query.predicates and _TABLES.search(" ".join(reading.words.lowered)) is not None


def _is_most_of_some(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a number is the greatest or the least of several, and the reading counts all: "at most 3 devices".

    "The maximum number of devices that a customer has is 3" is no number of all devices.
    """
    counts = isinstance(query, Aggregate) and query.function in (COUNT, COUNT_DISTINCT)
    return counts and _MOST_OF_SOME.search(reading.words.text_before()) is not None


def _is_of_no_such_unit(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a number in a unit is read as the value of a column that neither has one nor is named.

    "As long as 138 days" is no number of employees.
    """
    column = query.column if isinstance(query, Aggregate) and query.function in _VALUES else None
    if column is None or reading.number.measured is None or reading.number.unit != "plain":
        return False
    is_unknown = compare_units(reading.number, query.result_unit).fit is Fit.UNKNOWN
    return is_unknown and reading.relevance.columns.get(column.column_id, 0.0) < _NAMED


def _is_of_the_others(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a percentage is what a share, which does not agree, leaves to a hundred, or the share is all."""
    value, stated = reading.values[0], reading.number.value
    if not is_share(query) or value is None or reading.number.unit != "percent":
        return False
    if value == _ALL:
        return True
    exponent = stated.as_tuple().exponent
    half = Decimal(5).scaleb(exponent - 1) if isinstance(exponent, int) else Decimal(0)
    return abs(_ALL - value - stated) <= half


def is_share(query: Query) -> bool:
    """Tell whether a query gives a share of rows or amounts."""
    return query.is_share if isinstance(query, Ratio) else query.function.shape.is_share


def _is_no_change(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a percentage says how much something rose or fell, which the reading takes for a share of rows."""
    words = reading.words
    if not is_share(query) or reading.number.unit != "percent" or words.text_before().endswith(_UP_TO):
        return False
    told = direction(words)
    return told is not None and told.is_in_time


def _is_finer(reading: ReadClaim, query: Query) -> bool:
    """Tell whether a number has decimals where the reading, which does not agree, gives none: it is of something else.

    A number in thousands or the like may have any, and so may one whose point stands elsewhere.
    """
    number = reading.number
    if number.scale != 1 or reading.posterior.best[0].closeness in _OTHER_POINT:
        return False
    step = _HALVES if query.measure.function is MEDIAN else 1
    return number.value % step != 0 and number.unit in _COUNTED and _is_whole(query)


def _is_whole(query: Query) -> bool:
    """Tell whether a result is always whole or a half: a count, or a total, an extreme or a median of integers."""
    if not isinstance(query, Aggregate):
        return False
    if query.function in {COUNT, COUNT_DISTINCT}:
        return True
    return query.function in _KEEP_WHOLE and query.column is not None and query.column.is_integer
