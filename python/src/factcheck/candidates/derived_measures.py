"""Derived columns for a claim: products, differences, sums and quotients of columns that its words ask for.

None is proposed without a cue.  What the columns are to each other follows from their names and types: a quantity and a
price, an income and an outgo, amounts before and after, parts of one total.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import permutations

from factcheck.candidates.claim_words import NO_WORDS, ClaimWords
from factcheck.candidates.earlier_and_later import ages, elapsed_days, opposites
from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.parts_of_amounts import parts_of_amounts, percent_of_whole
from factcheck.candidates.periods_as_columns import sums_of_years
from factcheck.candidates.proposal import Proposal
from factcheck.candidates.quotients import quotients_per
from factcheck.candidates.two_sides import of_two_sides
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import DerivedColumn, derived
from factcheck.catalogue.expressions import Constant, Expression, Operation, YearOf, columns_of, sum_of
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.joins.measures import DeclaredMeasure
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.retrieval.measure_words import MeasureCues
from factcheck.retrieval.relevance import Relevance
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_MOST = 8
"""Derived columns that a claim may have."""

_MOST_PARTS = 12

_MONEY = "money"
"""The concept of words that ask for an amount of money, where the number is one."""

_LOW_ENDS, _HIGH_ENDS = frozenset("low lowest min minimum".split()), frozenset("high highest max maximum".split())
_ONE, _HUNDRED = Constant(Decimal(1)), Constant(Decimal(100))
_NOT_ADDED_UP = frozenset({"rate", "identifier", "discount"})
_UNITS = frozenset("mm cm m km g kg lb ft in usd eur gbp pct id".split())


def with_derived_columns(
    number: Number,
    relevance: Relevance,
    relations: Relations,
    declared: Sequence[DeclaredMeasure] = (),
    words: ClaimWords = NO_WORDS,
) -> Relevance:
    """Return what a claim's words find, and the derived columns that they ask for, declared ones among them."""
    cues = relevance.cues
    if number.unit != "currency" and _MONEY in cues.concepts:
        concepts = {concept: words for concept, words in cues.concepts.items() if concept != _MONEY}
        relevance = replace(relevance, cues=replace(cues, concepts=concepts))
    if number.unit == "year":
        return _with_years(relevance, relations)
    is_percent = number.unit == "percent"
    tables = relations.tables
    quotients = parts_of_amounts(relevance, tables) if is_percent else quotients_per(words, relevance, tables)
    return with_derived_measures(relevance, relations, declared, tuple(quotients), is_percent=is_percent)


def _with_years(relevance: Relevance, relations: Relations) -> Relevance:
    """Return what a claim's words find, and the years of days: only they can be a year that is stated as a result.

    Each is as relevant as the column of the days, the best of them first.
    """
    known = {table.table_id for table in relations.tables}
    years = [
        (derived(YearOf(dated.column, dated.way), dated.column.table_id), dated.column)
        for dated in relevance.dated
        if dated.has_real_days and dated.column.table_id in known
    ]
    scores = {year.column_id: relevance.columns.get(day.column_id, 0.0) for year, day in years}
    best = sorted((year for year, _ in years), key=lambda year: -scores[year.column_id])[:_MOST]
    return replace(relevance, columns={**relevance.columns, **scores}, derived=tuple(best))


def with_derived_measures(
    relevance: Relevance,
    relations: Relations,
    declared: Sequence[DeclaredMeasure] = (),
    further: Sequence[Proposal] = (),
    *,
    is_percent: bool = False,
) -> Relevance:
    """Return what words find, whatever the number beside them, and the derived columns that they ask for.

    ``further`` are proposed already, by where the words stand in the sentence.
    """
    proposals = [*_proposals(relevance, relations, is_percent=is_percent), *further]
    proposed = _derived_columns(proposals, relevance, relations)
    scored = _with_declared(proposed, declared, relevance.cues.terms)
    scores = {column.column_id: score for column, score in scored}
    return replace(relevance, columns={**relevance.columns, **scores}, derived=tuple(column for column, _ in scored))


def _with_declared(
    proposed: Sequence[tuple[DerivedColumn, float]], declared: Sequence[DeclaredMeasure], terms: Mapping[str, float]
) -> list[tuple[DerivedColumn, float]]:
    """Return the declared measures that a claim names, then proposed ones that mean something else.

    A declared measure is scored as a column is: each word of its name that the claim has counts, and each of its
    description less.
    """
    weights = WEIGHTS.derived
    named: dict[DerivedColumn, float] = {}
    for measure in declared:
        of_name = sum(terms.get(term, 0.0) for term in measure.name_terms)
        others = measure.description_terms - measure.name_terms
        score = weights.declared * (of_name + weights.described * sum(terms.get(term, 0.0) for term in others))
        if score > named.get(measure.column, 0.0):
            named[measure.column] = score
    return [*named.items(), *((column, score) for column, score in proposed if column not in named)]


def _derived_columns(
    proposals: Sequence[Proposal], relevance: Relevance, relations: Relations
) -> list[tuple[DerivedColumn, float]]:
    """Return the derived columns that are proposed, best first, with their relevance scores.

    A score compares with those of columns: the word that asks for a measure counts as a word of a column's name does,
    less where a column that is no part of the measure has that word itself; so do the columns that it is made of.
    """
    cues = relevance.cues
    called = _called_by(cues, relations.tables) if proposals else {}
    scored: dict[DerivedColumn, float] = {}
    for proposal in proposals:
        operands = columns_of(proposal.expression)
        joined = relations.of(frozenset(column.table_id for column in operands))
        if joined is None:
            continue
        asked = _asked(proposal, operands, joined.tables, cues, called)
        if asked > 0:
            named = sum(relevance.columns.get(column.column_id, 0.0) for column in operands) / len(operands)
            score = WEIGHTS.derived.cue * proposal.fit * asked + WEIGHTS.derived.operands * named
            column = derived(proposal.expression, joined.anchor.table_id)
            scored[column] = max(scored.get(column, 0.0), score)
    return sorted(scored.items(), key=lambda entry: -entry[1])[:_MOST]


def _called_by(cues: MeasureCues, tables: Sequence[Table]) -> Mapping[str, Sequence[Column]]:
    """Return the columns of numbers that have a term in their names, by the term."""
    called: dict[str, list[Column]] = {}
    for column in (column for table in tables for column in all_columns(table)):
        terms = cues.names.get(column.column_id, ())
        if terms and column.is_numeric and not is_identifier(column):
            for term in terms:
                called.setdefault(term, []).append(column)
    return called


def _asked(
    proposal: Proposal,
    operands: Sequence[Column],
    tables: Sequence[Table],
    cues: MeasureCues,
    called: Mapping[str, Sequence[Column]],
) -> float:
    """Return the weight of the word that asks for a measure most; such words of other columns of numbers count less.

    ``called`` has the columns of numbers by the terms of their names.
    """
    joined = {table.table_id for table in tables}

    def is_of_another(stem: str) -> bool:
        return any(column.table_id in joined and column not in operands for column in called.get(stem, ()))

    by_concept = max(
        (
            word.weight * (WEIGHTS.derived.taken if is_of_another(word.stem) else 1.0)
            for word in cues.concepts.get(proposal.concept, ())
        ),
        default=0.0,
    )
    return max(by_concept, proposal.asked)


def _proposals(relevance: Relevance, relations: Relations, *, is_percent: bool) -> Iterator[Proposal]:
    cues = relevance.cues
    for table in relations.tables if not is_percent or "lead" in cues.concepts else ():
        yield from of_two_sides(table, relevance)
    if not cues.concepts:
        return
    amounts = {
        table.table_id: [column for column in all_columns(table) if column.is_numeric and not is_identifier(column)]
        for table in relations.tables
    }
    for columns in amounts.values():
        reached = relations.reached_from(columns[0].table_id) if columns else frozenset()
        within_reach = [column for table_id in sorted(reached) for column in amounts.get(table_id, ())]
        yield from _products(columns, within_reach, cues)
        yield from _differences(columns, cues, is_percent=is_percent)
        yield from _relative(columns, cues) if is_percent else ()
        yield from _totals(columns, cues)
        yield from sums_of_years(columns)
        yield from _of_two_named(columns, relevance)
        yield from _quotients(columns, relevance)
    for table in relations.tables if not is_percent else ():
        yield from elapsed_days(table.columns, relevance.dated, cues)
        yield from ages(table, relevance.dated)


def _of_kind(columns: Iterable[Column], cues: MeasureCues, *kinds: str) -> list[Column]:
    return [column for column in columns if cues.kinds.get(column.column_id) in kinds]


def _products(columns: Sequence[Column], within_reach: Sequence[Column], cues: MeasureCues) -> Iterator[Proposal]:
    """Yield quantities times prices, each of a table that has at most one row for each quantity."""
    quantities = _of_kind(columns, cues, "quantity", "duration")
    if not quantities:
        return
    of_one = [column for column in within_reach if not cues.has(column.column_id, "whole")]
    prices, costs = _of_kind(of_one, cues, "price"), _of_kind(of_one, cues, "cost")
    discounts = _of_kind(columns, cues, "discount")
    for quantity in quantities:
        for price in (*prices, *costs):
            fit = 1.0 if price.table_id == quantity.table_id else _nearby(prices, quantity)
            product = Operation("*", quantity, price)
            if cues.has(quantity.column_id, "stock"):
                yield Proposal(product, "stock_value", fit)
                continue
            is_price = price in prices
            reduced = WEIGHTS.derived.reduced if cues.has(price.column_id, "reduced") else 1.0
            likely = fit * reduced * (1.0 if is_price else WEIGHTS.derived.unlikely)
            yield from (Proposal(product, concept, likely) for concept in ("revenue", _MONEY))
            yield Proposal(product, "spending", fit * reduced)
            if is_price:
                for discount in discounts:
                    reduced_by = Operation("*", product, _left_after(discount))
                    yield from (Proposal(reduced_by, concept, fit) for concept in ("revenue", "spending", _MONEY))
        for full, less in permutations((*prices, *costs), 2):
            if full.table_id == less.table_id and not cues.has(quantity.column_id, "stock"):
                difference = Operation("-", full, less)
                if concept := _gain(full, less, cues):
                    yield Proposal(Operation("*", quantity, difference), concept)


def _nearby(prices: Sequence[Column], quantity: Column) -> float:
    """Return how well a price of another table fits: less where the quantity's own table has one."""
    has_own = any(each.table_id == quantity.table_id for each in prices)
    return WEIGHTS.derived.unlikely if has_own else 1.0


def _left_after(discount: Column) -> Expression:
    """Return the part of a price that is left: discounts that are whole numbers are per cent."""
    share = Operation("/", discount, _HUNDRED) if discount.is_integer else discount
    return Operation("-", _ONE, share)


def _gain(full: Column, less: Column, cues: MeasureCues) -> str | None:
    """Return what the difference of two prices is: a profit over a cost, or what a reduction saves."""
    kinds = cues.kinds.get(full.column_id), cues.kinds.get(less.column_id)
    if kinds == ("price", "cost"):
        return "profit"
    is_reduced = cues.has(less.column_id, "reduced") and not cues.has(full.column_id, "reduced")
    return "saving" if is_reduced and kinds[0] == kinds[1] else None


def _differences(columns: Sequence[Column], cues: MeasureCues, *, is_percent: bool) -> Iterator[Proposal]:
    """Yield differences of amounts of one row: income and outgo, price and cost, before and after.

    What lies between amounts before and after is no percentage, unless they are themselves.
    """
    incomes, outgoes = _of_kind(columns, cues, "income", "price"), _of_kind(columns, cues, "outgo", "cost")
    for income in incomes:
        for outgo in outgoes:
            yield Proposal(Operation("-", income, outgo), "profit")
            yield Proposal(Operation("-", income, outgo), "difference")
            yield Proposal(Operation("-", outgo, income), "loss")
    for full, less in permutations(columns, 2):
        if _gain(full, less, cues) == "saving":
            yield Proposal(Operation("-", full, less), "saving")
    for exposed, dead in _lives(columns, cues):
        yield Proposal(Operation("-", exposed, dead), "survivors")
    compared = _of_kind(columns, cues, "rate") if is_percent else columns
    for earlier, later, fit in opposites(compared):
        yield Proposal(Operation("-", later, earlier), "change", fit)
        yield Proposal(Operation("-", later, earlier), "difference", fit)
        if _are_ends(earlier, later):
            yield Proposal(Operation("-", later, earlier), "range", fit)
        yield Proposal(Operation("-", earlier, later), "decrease", fit)


def _are_ends(low: Column, high: Column) -> bool:
    """Tell whether two columns are both ends of one thing, as the low and the high of a day are."""
    words, others = split_identifier(low.name), split_identifier(high.name)
    return not _LOW_ENDS.isdisjoint(words) and not _HIGH_ENDS.isdisjoint(others)


def _lives(columns: Sequence[Column], cues: MeasureCues) -> Iterator[tuple[Column, Column]]:
    """Yield columns of all to whom something happened, with those of the dead among them; none counts survivors."""
    if any(cues.has(column.column_id, "alive") for column in columns):
        return
    dead = [column for column in columns if cues.has(column.column_id, "dead")]
    for exposed in (column for column in columns if cues.has(column.column_id, "exposed") and column not in dead):
        yield from ((exposed, each) for each in dead)


def _relative(columns: Sequence[Column], cues: MeasureCues) -> Iterator[Proposal]:
    """Yield, in per cent, what changes and savings are of the amount before, and counts of all that are counted."""
    for earlier, later, fit in opposites(columns):
        yield Proposal(percent_of_whole(Operation("-", later, earlier), earlier), "change", fit)
        yield Proposal(percent_of_whole(Operation("-", earlier, later), earlier), "decrease", fit)
    for income in _of_kind(columns, cues, "income", "price"):
        for outgo in _of_kind(columns, cues, "outgo", "cost"):
            yield Proposal(percent_of_whole(Operation("-", income, outgo), income), "profit", WEIGHTS.derived.unlikely)
    for full, less in permutations(columns, 2):
        if _gain(full, less, cues) == "saving":
            yield Proposal(percent_of_whole(Operation("-", full, less), full), "saving")
    for quantity in _of_kind(columns, cues, "quantity"):
        parts = (part for part in columns if part != quantity and cues.kinds.get(part.column_id) in {None, "quantity"})
        yield from (
            Proposal(percent_of_whole(part, quantity), "rate") for part in parts if cues.names_any_of(part.column_id)
        )


def _totals(columns: Sequence[Column], cues: MeasureCues) -> Iterator[Proposal]:
    """Yield sums of columns that share the first or the last word of their names, and those of the members named."""
    added = [column for column in columns if cues.kinds.get(column.column_id) not in _NOT_ADDED_UP]
    for position in (-1, 0):
        groups: dict[str, list[Column]] = {}
        for column in added:
            words = split_identifier(column.name)
            if len(words) > 1 and not words[position].isdigit() and words[position] not in _UNITS:
                groups.setdefault(words[position], []).append(column)
        for members in groups.values():
            if 2 <= len(members) <= _MOST_PARTS and not any(cues.has(column.column_id, "whole") for column in members):
                yield from _totals_of(members, cues)


def _totals_of(members: Sequence[Column], cues: MeasureCues) -> Iterator[Proposal]:
    """Yield sum and mean of a group where the claim names what its columns share, and the sum of those it names."""
    names = [cues.names.get(column.column_id, frozenset()) for column in members]
    shared = frozenset.intersection(*names)
    named = [column for column, name in zip(members, names, strict=True) if not (name - shared).isdisjoint(cues.terms)]
    if not shared.isdisjoint(cues.terms) or len(named) == len(members):
        total = sum_of(members)
        yield Proposal(total, "total")
        if len(members) > 2 or len(named) == len(members):  # an average of one of two columns is not that of both
            yield Proposal(Operation("/", total, Constant(Decimal(len(members)))), "mean")
    if 2 <= len(named) < len(members):
        yield Proposal(sum_of(named), "total")


def _named(columns: Sequence[Column], relevance: Relevance) -> list[Column]:
    """Return the two columns that a claim names before others; fewer where it names no two."""
    scored = [(relevance.columns.get(column.column_id, 0.0), column) for column in columns]
    named = [entry for entry in scored if entry[0] >= WEIGHTS.derived.least_named]
    return [column for _, column in sorted(named, key=lambda entry: -entry[0])[:2]]


def _of_two_named(columns: Sequence[Column], relevance: Relevance) -> Iterator[Proposal]:
    """Yield differences and the sum of two columns of one kind of amount that the claim names."""
    pair = _named(columns, relevance)
    if len(pair) == 2 and _is_alike(pair[0], pair[1], relevance.cues):
        yield from (Proposal(Operation("-", one, other), "difference") for one, other in permutations(pair))
        yield Proposal(Operation("+", *pair), "total")


def _is_alike(one: Column, other: Column, cues: MeasureCues) -> bool:
    """Tell whether two columns hold amounts of one kind: as their kind says, or the words that their names share."""
    kinds = cues.kinds.get(one.column_id), cues.kinds.get(other.column_id)
    shared = cues.names.get(one.column_id, frozenset()) & cues.names.get(other.column_id, frozenset())
    return bool(shared) or (kinds[0] is not None and kinds[0] == kinds[1])


def _in_full(column: Column) -> Expression:
    """Return an amount told in thousands or more as it is for one: what there is per head is told in full."""
    unit = unit_of(column)
    if unit is None or unit.scale == 1:
        return column
    return Operation("*", column, Constant(Decimal(unit.scale)))


def _quotients(columns: Sequence[Column], relevance: Relevance) -> Iterator[Proposal]:
    """Yield quotients of two columns that the claim names, and of one by what a word of the claim stands for."""
    pair = _named(columns, relevance)
    if len(pair) == 2:
        yield from (Proposal(Operation("/", one, other), "quotient") for one, other in permutations(pair))
    cues = relevance.cues
    people = _of_kind(columns, cues, "population")
    for population in people:
        yield from (
            Proposal(Operation("/", _in_full(one), population), "per_head") for one in pair if one != population
        )
        is_known = any("density" in split_identifier(column.name) for column in columns)
        for area in () if is_known else _of_kind(columns, cues, "area"):
            yield Proposal(Operation("/", population, area), "density")
    for distance in _of_kind(columns, cues, "distance"):
        for time in _of_kind(columns, cues, "time"):
            yield Proposal(Operation("/", distance, time), "speed")
