"""The query space of a claim: the fragments retrieved for it, and how they may be combined."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from factcheck.candidates.scoring import column_weight, function_weights, predicate_weight
from factcheck.candidates.space import Aggregate, QuerySpace
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.queries.fragments import Function
from factcheck.retrieval.retrieve import Relevance
from factcheck.settings import Settings
from factcheck.words.identifiers import split_identifier

_IDENTIFIER_WORDS = frozenset({"id", "key", "code", "zip", "uuid"})

# Counting different values takes a query a column, so only columns that the claim names are counted.
_NAMED = 0.15
_COUNTED_PER_CLAIM = 4


def query_space(number: Number, relevance: Relevance, relations: Relations, settings: Settings) -> QuerySpace:
    """All candidates that the fragments retrieved for a claim make.

    Columns to aggregate are the ``columns_per_claim`` most relevant ones; ties go to the first table and column.
    """
    every = [column for table in relations.tables for column in table.columns]
    columns = _most_relevant(every, relevance, settings.columns_per_claim)
    order = {column.column_id: place for place, column in enumerate(every)}
    predicates = sorted(relevance.predicates, key=lambda entry: (order[entry[0].column.column_id], entry[0].literal))
    named_from = max(_NAMED, max(relevance.columns.values(), default=0.0) / 2)
    named = [column for column in every if relevance.columns.get(column.column_id, 0.0) >= named_from]
    counted = columns & _most_relevant(named, relevance, _COUNTED_PER_CLAIM)
    return QuerySpace(
        tuple(a for table in relations.tables for a in _aggregates(table, number, relevance, columns, counted)),
        tuple(predicate for predicate, _ in predicates),
        np.array([predicate_weight(score) for _, score in predicates], dtype=np.float64),
        relations,
        settings.max_predicates,
    )


def _most_relevant(columns: Sequence[Column], relevance: Relevance, most: int) -> frozenset[int]:
    ranked = sorted(columns, key=lambda column: -relevance.columns.get(column.column_id, 0.0))
    return frozenset(column.column_id for column in ranked[:most])


def _aggregates(
    table: Table, number: Number, relevance: Relevance, columns: frozenset[int], counted: frozenset[int]
) -> tuple[Aggregate, ...]:
    weights = function_weights(number, relevance.functions)
    star = column_weight(relevance.tables.get(table.table_id, 0.0))
    found = [
        Aggregate(function, table, None, weights[function] * star, weights[function])
        for function in (Function.COUNT, Function.PERCENTAGE, Function.CONDITIONAL_PROBABILITY)
    ]
    for column in table.columns:
        if column.column_id not in columns:
            continue
        score = column_weight(relevance.columns.get(column.column_id, 0.0))
        if column.column_id in counted:
            weight = weights[Function.COUNT_DISTINCT]
            found.append(Aggregate(Function.COUNT_DISTINCT, table, column, weight * score, weight))
        if column.is_numeric and not _is_identifier(column):
            for function in (Function.SUM, Function.AVG, Function.MIN, Function.MAX, Function.MEDIAN):
                found.append(Aggregate(function, table, column, weights[function] * score, weights[function]))
    return tuple(aggregate for aggregate in found if aggregate.score > 0)


def _is_identifier(column: Column) -> bool:
    """Whether a column's numbers name things, so that adding them up says nothing."""
    words = split_identifier(column.name)
    return bool(words) and not _IDENTIFIER_WORDS.isdisjoint((words[0], words[-1]))
