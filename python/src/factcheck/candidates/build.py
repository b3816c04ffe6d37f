"""The candidates of a claim: the fragments retrieved for it, and how they may be combined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import NO_WORDS, ClaimWords
from factcheck.candidates.column_series import NO_SERIES, column_series
from factcheck.candidates.cue import Cue
from factcheck.candidates.features import OF_COLUMN, OF_FUNCTION, OF_LISTED, OF_PAIR
from factcheck.candidates.generators.all import GENERATORS
from factcheck.candidates.identifiers import identifiers_of_anything, is_identifier, tells_apart
from factcheck.candidates.learned_scores import LearnedScores
from factcheck.candidates.listed import Generator, ListedPart, ListedQuery, listed_part
from factcheck.candidates.named_categories import counted_share
from factcheck.candidates.predicate_view import predicate_scores
from factcheck.candidates.said_once import columns_said_once, values_of_other_columns
from factcheck.candidates.space import AggregateFragment, ProductPart
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT_DISTINCT
from factcheck.queries.functions.function import AggregationFunction, Takes
from factcheck.retrieval.calendar_columns import is_day_in_figures
from factcheck.retrieval.money_columns import holds_money
from factcheck.retrieval.relevance import Relevance
from factcheck.settings import Settings
from factcheck.weights.learned import LEARNED, LearnedWeights
from factcheck.words.identifiers import base_forms, split_identifier

# Counting different values takes a query a column, so only columns that the claim names are counted.
_NAMED = 0.15
_COUNTED_PER_CLAIM = 4
_OF_THE_THEME = 2
_MOST_OF_SERIES = 3

_FEW_FIT, _MOST_FIT = 3, 2
"""Amounts whose values a number lies among: from how many these tell little, and how many of them are taken."""

NO_THEME: Mapping[int, float] = {}
NOTHING_FITS: frozenset[int] = frozenset()


def candidate_space(
    number: Number,
    relevance: Relevance,
    relations: Relations,
    settings: Settings,
    words: ClaimWords = NO_WORDS,
    generators: Sequence[Generator] = GENERATORS,
    learned: LearnedWeights = LEARNED,
) -> CandidateSpace:
    """Make all candidates of the fragments retrieved for a claim: their products, and what generators list.

    Generators choose by the scores without what was ``learned``, so that this changes no candidate, only its weight.
    """
    claim = ClaimView(number, relevance, words)
    scores = predicate_scores(claim)
    product = product_part(claim, relations, settings, scores)
    amounts = amounts_of(relevance, relations, settings.columns_per_claim)
    listed = listed_part(Cue(number, relevance, relations, product, words, amounts), generators)
    scored = (
        ListedQuery(one.query, one.score * OF_LISTED.score(claim, one.query, one.generator), one.generator)
        for one in listed.queries
    )
    space = CandidateSpace(product, ListedPart(tuple(scored)))
    return LearnedScores(claim, relations.tables, learned, scores).applied(space)


def amounts_of(relevance: Relevance, relations: Relations, most: int) -> tuple[Column, ...]:
    """Return the most relevant columns of numbers, derived ones too, but for those of names and days, best first."""
    known = (c for table in relations.tables for c in all_columns(table) if c.is_numeric and not is_identifier(c))
    stored = [c for c in known if not is_day_in_figures(c, relevance.ranges.get(c.column_id))]
    amounts = [*stored, *relevance.derived]

    def rank(column: Column) -> tuple[float, float]:
        return -relevance.columns.get(column.column_id, 0.0), -relevance.theme.get(column.column_id, 0.0)

    return tuple(sorted(amounts, key=rank)[:most])


def product_part(
    claim: ClaimView, relations: Relations, settings: Settings, scores: Sequence[float] | None = None
) -> ProductPart:
    """Make the products of the retrieved fragments.

    Columns to aggregate are the ``columns_per_claim`` most relevant ones, half as many amounts at least, and the two
    amounts that the whole document speaks of most, with few others among whose values the number lies; ties go to the
    first table and column.  Derived ones come after those of their table.  ``scores`` are those of the claim's
    predicates, in the order of its relevance; they are worked out where they are left out.
    """
    relevance = claim.relevance
    stored = [column for table in relations.tables for column in table.columns]
    known = [column for table in relations.tables for column in all_columns(table)]
    amounts = [column for column in known if column.is_numeric and not is_identifier(column)]
    most = settings.columns_per_claim
    columns = _most_relevant(known, relevance.columns, most, relevance.theme)
    columns |= _most_relevant(amounts, relevance.columns, most // 2, relevance.theme)
    columns |= _most_relevant([c for c in amounts if c.column_id in relevance.theme], relevance.theme, _OF_THE_THEME)
    columns |= _by_values(claim.number, amounts, relevance)
    order = {column.column_id: index for index, column in enumerate(known)}
    entries = zip(relevance.predicates, predicate_scores(claim) if scores is None else scores, strict=True)
    left_out = values_of_other_columns(relevance)
    predicates = sorted(
        ((predicate, score) for (predicate, _), score in entries if predicate not in left_out),
        key=lambda entry: (order[entry[0].column.column_id], entry[0].sort_key),
    )
    counted = _counted(stored, _most_relevant(stored, relevance.columns, most), claim, relations.tables)
    if claim.counts_the_unnamed:
        counted |= {column.column_id for _, column in identifiers_of_anything(relations.tables, relevance)}
        counted |= _things(claim, relations.tables)
    scored = ((function, OF_FUNCTION.score(claim, function)) for function in FUNCTIONS)
    functions = {function: score for function, score in scored if score > 0}
    single_rows = _single_rows(relevance)
    return ProductPart(
        tuple(
            aggregate
            for table in relations.tables
            for aggregate in _aggregates(table, claim, functions, columns, counted)
            if aggregate.score > 0
        ),
        tuple(predicate for predicate, _ in predicates),
        np.array([score for _, score in predicates], dtype=np.float64),
        relations,
        settings.max_predicates,
        said_once=columns_said_once(relevance, claim.words.lowered),
        single_rows=single_rows,
        keys=frozenset(
            column.column_id
            for table in relations.tables
            for column in table.columns
            if column.column_id in single_rows and relevance.values.get(column.column_id, 0) >= table.rows > 1
        ),
    )


def _by_values(number: Number, amounts: Sequence[Column], relevance: Relevance) -> frozenset[int]:
    """Return the amounts, few, that alone have values below and above a number: an average of them may be the number.

    For an amount of money these are columns of money, if there are any.  Of counts and percentages values tell nothing.
    """
    is_money = number.unit == "currency"
    if not is_money and (number.is_integer or number.unit != "plain"):
        return NOTHING_FITS
    value = Fraction(number.value)
    ranges = ((column, relevance.ranges.get(column.column_id)) for column in amounts)
    fitting = [column for column, known in ranges if known is not None and known.may_have(value)]
    of_money = [column for column in fitting if holds_money(column)] if is_money else []
    if not of_money and len(fitting) > _FEW_FIT:
        return NOTHING_FITS
    return _most_relevant(of_money or fitting, relevance.columns, _MOST_FIT, relevance.theme)


def _single_rows(relevance: Relevance) -> frozenset[int]:
    """Return the columns of which every predicate is known to leave one row: names of things that stand there once."""
    leaves_one: dict[int, bool] = {}
    for predicate, _ in relevance.predicates:
        column = predicate.column.column_id
        leaves_one[column] = leaves_one.get(column, True) and relevance.frequencies.get(predicate) == 1
    return frozenset(column for column, is_single in leaves_one.items() if is_single)


def _most_relevant(
    columns: Sequence[Column], scores: Mapping[int, float], most: int, theme: Mapping[int, float] = NO_THEME
) -> frozenset[int]:
    """Return the most relevant columns; of those that differ in a year alone few go before other columns.

    A table that has each of many measures once a year would have no room for any but the best one.  Of columns that are
    equally relevant to the claim, those of the document's ``theme`` go first.
    """
    series = column_series(columns)

    def rank(column: Column) -> tuple[float, float, int]:
        year = series.get(column.column_id, NO_SERIES).year
        return -scores.get(column.column_id, 0.0), -theme.get(column.column_id, 0.0), -year

    places: Counter[tuple[int | str, ...]] = Counter()
    first: list[Column] = []
    later: list[Column] = []
    for column in sorted(columns, key=rank):
        name = series.get(column.column_id, NO_SERIES).series
        places[name] += 1
        (first if not name or places[name] <= _MOST_OF_SERIES else later).append(column)
    return frozenset(column.column_id for column in (*first, *later)[:most])


def _things(claim: ClaimView, tables: Iterable[Table]) -> frozenset[int]:
    """Return the columns, few, that may name what a number counts by a word that no name has."""
    closeness = {
        column.column_id: claim.counts_values_of(table, column) for table in tables for column in table.columns
    }
    named = sorted((number for number in closeness if closeness[number] > 0), key=lambda number: -closeness[number])
    return frozenset(named[:_MOST_THINGS])


_MOST_THINGS = 2
_MOSTLY = 0.5
"""Share of a column's known values that are what a number counts from which these are counted."""


def _of_rows(tables: Iterable[Table]) -> frozenset[int]:
    """Return the columns that have the name of their table: "rower" of a table of rowers tells these apart."""
    return frozenset(
        column.column_id
        for table in tables
        for column in table.columns
        if column.is_text and _last_forms(column.name) & _last_forms(table.name)
    )


def _last_forms(name: str) -> frozenset[str]:
    return frozenset(base_forms(words[-1])) if (words := split_identifier(name)) else frozenset()


def _counted(
    stored: Sequence[Column], relevant: frozenset[int], claim: ClaimView, tables: Iterable[Table]
) -> frozenset[int]:
    """Return the columns whose different values may be counted.

    Those are the ones that name what the number counts, the rest the most relevant of those that the claim names.
    Where no column is named so, those may be meant whose values are of the kind that is counted.
    Where a word says that different values are counted, and no column is named so, names and identifiers may be meant,
    and columns that have the name of one of the ``tables``, their own;
    where they are said to be names, the identifiers of the same table may be: different things share a name.
    """
    relevance = claim.relevance
    namable = [column for column in stored if column.is_text or column.is_date or is_identifier(column)]
    scores = {column.column_id: relevance.counted.get(column.column_id, 0.0) for column in namable}
    chosen = _most_relevant([c for c in namable if scores[c.column_id] > 0], scores, _COUNTED_PER_CLAIM)
    named_from = max(_NAMED, max((relevance.columns.get(c.column_id, 0.0) for c in stored), default=0.0) / 2)
    named = [
        column
        for column in stored
        if column.column_id in relevant - chosen and relevance.columns.get(column.column_id, 0.0) >= named_from
    ]
    chosen |= _most_relevant(named, relevance.columns, _COUNTED_PER_CLAIM - len(chosen))
    if relevance.kinds and not any(scores.values()):
        shares = {c.column_id: counted_share(claim.words, relevance, c.column_id) or 0.0 for c in namable}
        of_kind = [c for c in namable if shares[c.column_id] >= _MOSTLY]
        chosen |= _most_relevant(of_kind, shares, _COUNTED_PER_CLAIM - len(chosen))
    if relevance.functions.get(COUNT_DISTINCT, 0.0) > 0 and not any(scores.values()):
        of_rows = _of_rows(tables)
        others = (column for column in namable if column.column_id not in chosen)
        rest = [column for column in others if tells_apart(column) or column.column_id in of_rows]
        chosen |= _most_relevant(rest, relevance.columns, _COUNTED_PER_CLAIM - len(chosen))
    of_names = {c.table_id for c in namable if scores[c.column_id] > 0 and tells_apart(c) and not is_identifier(c)}
    identifiers = [c for c in stored if c.table_id in of_names and is_identifier(c) and c.column_id not in chosen]
    return chosen | _most_relevant(identifiers, relevance.columns, _COUNTED_PER_CLAIM - len(chosen))


def _aggregates(
    table: Table,
    claim: ClaimView,
    functions: dict[AggregationFunction, float],
    columns: frozenset[int],
    counted: frozenset[int],
) -> Iterator[AggregateFragment]:
    """Yield each function over each column of a table that it takes, rows first, derived columns last."""
    chosen = [column for column in all_columns(table) if column.column_id in columns | counted]
    dimensions = claim.relevance.panels.get(table.table_id, 0)
    for column in (None, *chosen, *(each for each in claim.relevance.derived if each.table_id == table.table_id)):
        of_column = OF_COLUMN.score(claim, table, column)
        kinds = _kinds(column, columns, counted)
        for function, of_function in functions.items():
            if function.takes in kinds:
                score = of_function * of_column * OF_PAIR.score(claim, function, table, column)
                yield AggregateFragment(function, table, column, score, of_function, dimensions)


def _kinds(column: Column | None, aggregated: frozenset[int], counted: frozenset[int]) -> frozenset[Takes]:
    """Return what a column, or rows, are to functions; ``counted`` are columns that the claim names."""
    if column is None:
        return frozenset({Takes.ROWS})
    if isinstance(column, DerivedColumn):
        return frozenset({Takes.AMOUNTS, Takes.NAMED_AMOUNTS})
    is_named = column.column_id in counted
    is_amount = column.column_id in aggregated and column.is_numeric and not is_identifier(column)
    kinds = {Takes.NAMED_COLUMNS: is_named, Takes.AMOUNTS: is_amount, Takes.NAMED_AMOUNTS: is_named and is_amount}
    return frozenset(kind for kind, holds in kinds.items() if holds)
