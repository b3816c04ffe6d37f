"""What a statement measures: rows counted, or a column added up or averaged, weighed by the words that name it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence

from factcheck.candidates.statements.columns import is_key, is_time, numbers_rows
from factcheck.candidates.statements.names_of_measures import (
    SAY_NOTHING,
    is_named,
    is_of_unnamed,
    named_share,
    text_names,
    unnamed_share,
)
from factcheck.candidates.statements.other_names import measures_called_otherwise, otherwise_called
from factcheck.candidates.statements.restrictions import YEAR
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.candidates.statements.words_of_measures import (
    AVERAGES,
    MEDIANS,
    NUMBERS,
    TOTALS,
    counts,
    is_called_by,
    is_cost,
    is_intensive,
    is_of_traffic,
    is_size,
    is_unsaid,
    names_meant,
    nouns_meant,
)
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import is_operation
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.claims.statements.cues import FALLING_NOUNS, RISING_NOUNS
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.query import Measure
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import spelt_out, split_identifier
from factcheck.words.likeness import stem

_UNNAMED_TABLE = 0.3
_UNKNOWN_ROWS = 2.0
"""How much more words that name nothing say against counting rows than against a column that others name."""
_MOST_COLUMNS = 4
_OTHERWISE_NAMED = 0.4
"""A column that a synonym names, or its table, beside one whose name is said."""
_NAMED_FROM = 0.3
_OF_OTHER_WORDS = 3.0
_OF_ANYTHING = frozenset("high short long light deep".split())
"""Adjectives that say how much there is of anything, not of what they measure alone: "the highest number"."""
_FARING = frozenset({"good", "bad"})
_OF_MONEY = ("revenue", "spending", "money")
_OF_MONEY_ROWS = frozenset(
    "sale revenue earning income spending turnover taking expense payment cost wage salary".split()
)
"""Tables whose rows are amounts: "sales rose" is not about how many there were."""
_MONEY = frozenset("amount amt usd eur gbp dollars euros value spend spent".split())
_ASKED, _PERHAPS_ASKED = 0.6, 0.4
"""Score of a column of amounts for a word that asks for money, where one for a word of its name is about 1 to 2."""
_SOLD, _PAY = frozenset("sale sales turnover".split()), frozenset("income salary salaries wage wages pay".split())
_IN_FULL = 1.5
"""Gain of a column all of whose name is said: "costs" beside shipping costs."""
_BESIDE = 0.3
"""Score of a column that words only ask for, beside one whose name they say, relative to the score of that."""
_WHOLE = 0.2
"""What a name such as total adds to such a score."""
_TOTAL_ROWS = 0.4
"""How likely a total is a number of rows, beside the columns that are named."""
_ENDS = frozenset({"high", "low"})
_PERHAPS_ROWS = 0.5
"""How likely rows are counted where a table has the plural of which there are the highest, and columns have it, too."""
_NAMED_ROWS = 10.0
_PERHAPS_NAMED_ROWS = 3.0
"""How likely rows are counted of which there are more, where only their table is called by the words, or by some."""
_AMOUNTING = frozenset("earn earned spend spent pay paid cost score scored weigh weighed".split())
"""Verbs of amounts: who earns more is not more people."""
_GENERAL = NUMBERS | TOTALS | AVERAGES | frozenset("rate rates ratio ratios share level levels percentage".split())
"""Words of names that say how something is measured, and not what."""
_CHANGES = RISING_NOUNS | FALLING_NOUNS | frozenset("change changes delta diff difference loss losses gains".split())
"""Words in names of columns of changes."""
_TAKINGS = frozenset({"revenue", "turnover", "takings", "proceeds"})
_PAID_EACH = frozenset({"price", "fare", "fee", "value"})
"""Words for all that is earned, and in names of columns for what each brings: prices add up to a revenue."""

_RATES = frozenset("rate ratio share percent percentage pct index".split())
OFTEN = frozenset("often frequently rarely seldom infrequently".split())
"""How often something happens: to each, where it happens to what is compared."""
HAPPENING = frozenset(
    "be is are was were appear appears appeared occur occurs occurred happen happens happened come comes came buy buys "
    "bought order orders ordered sell sells sold choose chose chosen pick picked play plays played use uses used visit "
    "visited name named mention mentioned report reported rent rented borrow borrowed see seen book booked win wins "
    "won listen listened record recorded observe observed find found".split()
)
"""Verbs that say of things no more than that there were some."""
_BESIDE_TRAFFIC = 0.3
"""How likely rows are counted of what is busy, where a column tells how many come and go."""
_OF_ROWS = 0.8
"""Share of the rows from which different values name single ones."""
_OF_A_FLAG = 2
"""Different values of a column that says yes or no."""
_SELLING = frozenset({"selling", "grossing"})
"""What is told of all that was sold, even of two that are compared."""
_OF_NO_COUNT = 0.2
"""How likely a number of things is the sum of a column whose own name does not say them."""
_TIMES_TAKEN = frozenset("duration time days hours minutes seconds weeks months".split())


def measures_of(
    said: frozenset[str],
    dimension: str,
    relevance: Relevance,
    tables: Sequence[Table],
    groups: frozenset[int],
    *,
    is_comparison: bool = False,
    is_greatest_of: Callable[[Column | None], bool],
) -> list[WeighedMeasure]:
    """Return what the words of a measure may mean.

    ``said`` are these words, ``relevance`` is what they retrieved, ``groups`` are the columns that tell the groups
    apart: they are not measured themselves; ``is_greatest_of`` tells which end of a column is meant, or of others.
    """
    attributes = nouns_meant(dimension, said)
    meant = names_meant(dimension).union(map(stem, attributes))
    of_groups = {part for c in _columns(tables) if c.column_id in groups for part in split_identifier(c.name)}
    is_amount = dimension == "many" or bool(attributes)
    named_by = (said - of_groups) | frozenset(attributes)
    columns = _named_columns(named_by, relevance, tables, groups, is_amount=is_amount)
    is_counted = counts(dimension)
    if is_of_traffic(dimension):
        columns = [each for each in columns if is_called_by(each[1].name, attributes)]
    rows = _rows_counted(said, dimension, tables, columns, is_comparison=is_comparison)
    weighed = []
    for table in tables if rows else ():
        names = [table.name, *(c.name for c in table.columns if c.is_text or c.column_id in groups)]
        unnamed = 0.0 if is_counted else (1.0 if dimension == "many" else _UNKNOWN_ROWS) * unnamed_share(said, names)
        weighed.append(WeighedMeasure(table, Measure(COUNT, None), rows * _row_weight(table, said), unnamed))
    spoken = said.union(attributes) if is_of_traffic(dimension) else said
    full = {column: _IN_FULL if _is_said_in_full(column, said) else 1.0 for _, column, _ in columns}
    best = max((score * full[column] for _, column, score in columns), default=1.0)
    for table, column, of_words in columns:
        score = of_words * full[column]
        names = [column.name, table.name, *(c.name for c in table.columns if c.column_id in groups)]
        is_said = any(is_named(stem(w), stem(p)) for w in spoken - NUMBERS for p in split_identifier(column.name))
        name = frozenset(split_identifier(column.name))
        if is_counted and not is_said and score < 1:
            continue
        is_number = not said.isdisjoint(NUMBERS) and not is_counted
        other = _OF_NO_COUNT if is_number and not is_said and name.isdisjoint(NUMBERS | TOTALS) else 1.0
        is_asked = score >= _ASKED > relevance.columns.get(column.column_id, 0.0) or column in relevance.derived
        if is_counted and is_intensive(name):
            continue  # the oldest customers are not the most customers
        is_meant = is_counted or is_asked or any(stem(part) in meant for part in spelt_out(column.name))
        unnamed = 0.0 if is_meant else unnamed_share(said, names)
        if (
            attributes and dimension not in _OF_ANYTHING and not is_meant and not is_said
        ):  # "highest-grossing" of a column that is called by other words
            unnamed = max(unnamed, _OF_OTHER_WORDS)
        if is_amount and _is_rate_unasked(column, said):
            continue
        if dimension in _FARING and unnamed == _OF_OTHER_WORDS:
            continue  # who fared worse is not who has more of anything
        if is_of_change(said) and not is_called_a_change(column):
            continue  # the biggest drop in sales is no number of sales
        if _is_change_unasked(column, said):
            unnamed = max(unnamed, _OF_OTHER_WORDS)
        other *= 1.0 if unnamed < 1 else _OTHERWISE_NAMED
        is_of_rows = not is_comparison and _tell_rows_apart(groups, table, relevance)
        is_greatest = is_greatest_of(column)
        for function, weight in _functions(said, column, dimension, is_comparison, is_greatest, is_of_rows):
            measure = Measure(function, column)
            weighed.append(WeighedMeasure(table, measure, weight * other * (score / best) ** 2, unnamed))
    otherwise = [] if columns else otherwise_called(dimension, said, tables, groups)
    weighed = [] if otherwise else weighed  # who is slower is not fewer
    weighed += [
        measure
        for named in otherwise
        for measure in measures_called_otherwise(
            named,
            len(otherwise),
            is_greatest=is_greatest_of(None),
            is_of_rows=not is_comparison and _tell_rows_apart(groups, named.table, relevance),
        )
    ]
    return [each for each in weighed if each.weight > 0]


def _rows_counted(
    said: frozenset[str],
    dimension: str,
    tables: Sequence[Table],
    columns: Sequence[tuple[Table, Column, float]],
    *,
    is_comparison: bool,
) -> float:
    """Return how likely it is that rows are counted, beside the columns that words name."""
    of_rows = _named_rows(said, tables, [column for _, column, _ in columns]) if dimension in {"", "many"} else None
    are_asked = any(score >= _ASKED or _says_more(column, said) for _, column, score in columns)
    has_columns = are_asked if is_size(dimension) else bool(columns)
    rows = of_rows or _rows(said, dimension, has_columns=has_columns)
    if dimension in _ENDS and not is_comparison and said.isdisjoint(AVERAGES) and _are_rows_named(said, tables):
        rows = max(rows, _PERHAPS_ROWS if columns else 1.0)
    if is_of_traffic(dimension) and columns:
        rows = _BESIDE_TRAFFIC
    if is_of_change(said):
        rows = 0.0
    if dimension in _SELLING and not columns:
        rows = 1.0
    if dimension == "many" and columns and nouns_meant(dimension, said):
        rows = 0.0  # who earns more is not more people
    if is_comparison and is_size(dimension) and is_of_unnamed(said, tables):
        rows = 0.0  # "its prices are larger" is not about how many rows there are
    if is_comparison and dimension in OFTEN and said - HAPPENING:  # "men relapse more often" is about a rate
        rows = 0.0
    return rows


def _columns(tables: Sequence[Table]) -> Iterator[Column]:
    return (column for table in tables for column in table.columns)


def _named_rows(said: frozenset[str], tables: Sequence[Table], columns: Sequence[Column]) -> float | None:
    """Return how likely rows are counted where words are the name of a table and of no column; None for others.

    "More orders" is about their number, also where a column holds sales; "employees earned more" is not.
    """
    words = {stem(word) for word in said}
    names = [{stem(part) for part in split_identifier(table.name)} for table in tables]
    parts = {stem(part) for column in columns for part in split_identifier(column.name)}
    named = [name for name in names if name and name <= words]
    if not named or not words.isdisjoint(parts | _OF_MONEY_ROWS | _AMOUNTING):
        return None
    longest = max(named, key=len)
    others = [word for word in said if word not in SAY_NOTHING and stem(word) not in longest]
    return _PERHAPS_NAMED_ROWS if others else _NAMED_ROWS


def is_of_change(said: Collection[str]) -> bool:
    """Tell whether a change is measured, which no column and no number of rows is: "the biggest drop"."""
    return not (RISING_NOUNS | FALLING_NOUNS).isdisjoint(said)


def _are_rows_named(said: frozenset[str], tables: Sequence[Table]) -> bool:
    """Tell whether a plural names the rows of a table: "the highest orders" are the most."""
    plurals = {stem(word) for word in said if stem(word) != word}
    return any(stem(part) in plurals for table in tables for part in split_identifier(table.name))


def _is_said_in_full(column: Column, said: frozenset[str]) -> bool:
    words = {stem(word) for word in said}
    return all(stem(part) in words for part in split_identifier(column.name))


def _rows(said: frozenset[str], dimension: str, *, has_columns: bool) -> float:
    """Return how likely it is that rows are counted."""
    if counts(dimension):
        return 3.0
    if not said.isdisjoint(NUMBERS):
        return 1.0
    if not said.isdisjoint(AVERAGES | TOTALS):
        return _TOTAL_ROWS if has_columns and said.isdisjoint(AVERAGES) else 0.0
    if is_unsaid(dimension) or dimension == "many":
        is_said = dimension != "many" and any(word not in SAY_NOTHING for word in said)
        return (0.1 if is_said else 0.3) if has_columns else 1.0
    return (0.1 if has_columns else 1.0) if is_size(dimension) else 0.0


def _row_weight(table: Table, said: frozenset[str]) -> float:
    """Return how far words name the rows of a table, by its name or by that of a column which tells them apart."""
    words = {stem(word) for word in said}
    return max(_UNNAMED_TABLE, *(named_share(name, words) for name in (table.name, *text_names(table))))


def _named_columns(
    said: frozenset[str], relevance: Relevance, tables: Sequence[Table], groups: frozenset[int], *, is_amount: bool
) -> list[tuple[Table, Column, float]]:
    scored = [
        (table, column, _score(column, relevance, said))
        for table in tables
        for column in all_columns(table)
        if column.is_numeric and column.column_id not in groups and not is_key(column, table)
        if not numbers_rows(column, table, relevance)
        if not (column.is_integer and relevance.values.get(column.column_id) == _OF_A_FLAG)
        if not is_time(column)
    ]
    scored = [each for each in scored if not (is_amount and _is_rate_unasked(each[1], said))] or scored
    of_more = [each for each in scored if each[2] > 0 and _says_more(each[1], said)]
    scored = of_more or scored
    own = max((relevance.columns.get(column.column_id, 0.0) for _, column, _ in scored), default=0.0)
    if own >= _ASKED:  # a column that has the words itself leaves little to others
        scored = [
            (t, c, min(score, max(own * _BESIDE, relevance.columns.get(c.column_id, 0.0)))) for t, c, score in scored
        ]
    if max((score for *_, score in scored), default=0.0) < _ASKED:
        of_table = {table.table_id: table for table in tables}
        scored += [
            (of_table[column.table_id], column, relevance.columns.get(column.column_id, 0.0))
            for column in relevance.derived
            if column.is_declared or any(is_operation(column.formula, sign) for sign in "*-")
        ]
    scored = _with_years_together(scored)
    best = max((score for *_, score in scored), default=0.0)
    least = max(_NAMED_FROM, best / 2)
    kept = sorted((each for each in scored if each[2] >= least), key=lambda each: -each[2])
    kinds = list(dict.fromkeys((table.table_id, without_year(column)) for table, column, _ in kept))[:_MOST_COLUMNS]
    return [each for each in kept if (each[0].table_id, without_year(each[1])) in kinds]


def _tell_rows_apart(groups: frozenset[int], table: Table, relevance: Relevance) -> bool:
    """Tell whether nearly every row has a group of its own, though some share a name."""
    own = [relevance.values.get(c.column_id, 0) for c in table.columns if c.column_id in groups]
    return any(number >= _OF_ROWS * table.rows for number in own) and table.rows > 1


def _with_years_together(scored: Sequence[tuple[Table, Column, float]]) -> list[tuple[Table, Column, float]]:
    """Return columns with the score of all that are the same measure of other years: each has little of that alone."""
    kinds = [(t.table_id, without_year(c)) if YEAR.search(c.name) else None for t, c, _ in scored]
    alike = Counter(kind for kind in kinds if kind is not None)
    return [
        (table, column, max(score, min(score * alike.get(kind, 1), _IN_FULL)) if kind is not None else score)
        for kind, (table, column, score) in zip(kinds, scored, strict=True)
    ]


def without_year(column: Column) -> tuple[str, ...]:
    """Return the words of a column's name without years: columns alike in them are the same measure of other years."""
    return tuple(word for word in split_identifier(column.name) if not YEAR.fullmatch(word))


def _is_change_unasked(column: Column, said: frozenset[str]) -> bool:
    """Recognise a change or a difference of columns that no word of the measure names."""
    if not isinstance(column, DerivedColumn) or column.is_declared or not is_operation(column.formula, "-"):
        return False
    name = {stem(part) for part in split_identifier(column.name)}
    return name.isdisjoint({stem(word) for word in said - _GENERAL})


def is_called_a_change(column: Column) -> bool:
    """Tell whether a column holds changes, by its name or as a difference of others: `growth`, `capital_gain`."""
    is_difference = isinstance(column, DerivedColumn) and is_operation(column.formula, "-")
    return is_difference or not _CHANGES.isdisjoint(split_identifier(column.name))


def _is_rate_unasked(column: Column, said: frozenset[str]) -> bool:
    """Recognise a rate where the words ask for an amount: "more people", "the best paid"."""
    name = {stem(part) for part in split_identifier(column.name)}
    return not name.isdisjoint(_RATES) and {stem(word) for word in said}.isdisjoint(_RATES)


def _says_more(column: Column, said: frozenset[str]) -> bool:
    """Tell whether a column has a word of what is measured in its name, rather than of how: "mortality" of a rate."""
    words = {stem(word) for word in said - _GENERAL}
    return any(stem(part) in words for part in split_identifier(column.name) if part.lower() not in _GENERAL)


def _score(column: Column, relevance: Relevance, said: frozenset[str]) -> float:
    """Return how well words name a column: by words of its name, or by what they ask for, as revenue of an amount.

    Sales are nobody's pay.
    """
    cues, score = relevance.cues, relevance.columns.get(column.column_id, 0.0)
    if not said.isdisjoint(_SOLD) and not _PAY.isdisjoint(split_identifier(column.name)):
        return 0.0
    asked = [word.weight for concept in _OF_MONEY for word in cues.concepts.get(concept, ())]
    is_whole = cues.has(column.column_id, "whole")
    is_money = not _MONEY.isdisjoint(split_identifier(column.name))
    if not asked or not (is_whole or is_money or cues.kinds.get(column.column_id) == "income"):
        return score
    is_sure = cues.kinds.get(column.column_id) == "income" or is_money
    return max(score, (_ASKED + _WHOLE * is_whole if is_sure else _PERHAPS_ASKED) * max(asked))


def _are_each_said(said: frozenset[str], name: frozenset[str]) -> bool:
    """Tell whether several are said of what a column has one of in each row: bills, of which the highest are no sum."""
    return any(stem(word) != word and stem(word) in name for word in said)


def _lasts(dimension: str, name: frozenset[str]) -> bool:
    """Tell whether what is long or short is a time: "the shortest cycles" of ``days_to_close``."""
    return dimension in {"long", "short"} and not name.isdisjoint(_TIMES_TAKEN)


def _functions(
    said: frozenset[str], column: Column, dimension: str, is_comparison: bool, is_greatest: bool, is_of_rows: bool
) -> Iterator[tuple[AggregationFunction, float]]:
    """Yield the functions by which a column may be compared between groups.

    "More goals than" is about all of them as well as about each game's.  Where groups are hardly more than rows, those
    that share a name are hardly one thing.
    """
    is_counted = counts(dimension)
    name = spelt_out(column.name)
    if not said.isdisjoint(MEDIANS):
        yield MEDIAN, 1.0
    elif not said.isdisjoint(AVERAGES) and name.isdisjoint(AVERAGES):
        yield AVG, 1.0
    elif (not said.isdisjoint(TOTALS) and name.isdisjoint(TOTALS)) or is_counted or not said.isdisjoint(NUMBERS):
        yield SUM, 1.0
    elif not said.isdisjoint(_TAKINGS) and not name.isdisjoint(_PAID_EACH):
        yield SUM, 0.9
        yield AVG, 0.1
    elif is_comparison and dimension == "many" and not is_intensive(name):
        yield SUM, 0.5
        yield AVG, 0.45
    elif is_comparison and dimension in _SELLING:
        yield SUM, 0.8
        yield AVG, 0.2
    elif is_comparison or is_intensive(name) or dimension in {"lasting", "brief"} or _lasts(dimension, name):
        yield AVG, 0.8
        are_many = any(stem(word) in map(stem, name) and stem(word) != word for word in said)  # "the highest prices"
        yield (MAX if is_greatest else MIN), 0.05 if is_comparison or are_many else 0.12
        if name.isdisjoint(_RATES):  # nobody adds percentages up
            yield SUM, 0.02 if is_intensive(name) and is_comparison else 0.1
    elif is_of_rows:
        yield (MAX if is_greatest else MIN), 0.6
        yield SUM, 0.4
        yield AVG, 0.2
    elif is_cost(name) or (dimension in _ENDS and _are_each_said(said, name)):
        yield SUM, 0.5
        yield AVG, 0.5
    else:
        yield SUM, 0.75
        yield AVG, 0.2
        yield (MAX if is_greatest else MIN), 0.1
