"""Prices paid: what rows cost together, each of them the price of the one thing that it is of, in another table."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.queries.functions.share_of_sum import SHARE_OF_SUM
from factcheck.queries.functions.sums import SUM
from factcheck.queries.product_query import product_query
from factcheck.queries.query import Measure, Query
from factcheck.retrieval.measure_words import KINDS_OF_MONEY, MONEY_IN_NAMES, MeasureCues
from factcheck.words.identifiers import split_identifier

_CONCEPTS = ("revenue", "spending", "money")
"""What texts call prices that were paid."""

_AMOUNTS = KINDS_OF_MONEY | {"quantity", "duration"}
"""Kinds of columns by which rows say themselves what was paid, or for how many."""


def prices_paid(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Add up a price over the rows of a table that has none, nor a quantity: "Course C brought in $32,400".

    A percentage is the share of such a sum.
    """
    cues, is_share = cue.relevance.cues, cue.number.unit == "percent"
    asked = max((word.weight for concept in _CONCEPTS for word in cues.concepts.get(concept, ())), default=0.0)
    if not asked or cue.number.unit not in {"currency", "plain", "percent"}:
        return
    kind = cue.kind_score("price_paid", asked)
    for table, price in _priced(cue, cues):
        score = kind * max(cue.column_score(cue.table(price), price), cue.column_score(table, None))
        for chosen in cue.sets(without=(price,), of=table, least=int(is_share)):
            paid = cue.aggregate(Measure(SUM, price), table, chosen.predicates)
            if paid is not None:
                share = Measure(SHARE_OF_SUM, price)
                query = product_query(share, paid.selection.relations, paid.predicates, ()) if is_share else paid
                yield query, score * chosen.score


def _priced(cue: Cue, cues: MeasureCues) -> Iterator[tuple[Table, Column]]:
    """Yield tables without amounts of their own, each with the prices of one thing that its rows lead to."""
    prices = [
        column
        for table in cue.tables
        for column in all_columns(table)
        if cues.kinds.get(column.column_id) == "price" and column.is_numeric and not cues.has(column.column_id, "whole")
    ]
    for table in cue.tables if prices else ():
        if any(_is_amount(column, cues) for column in all_columns(table)):
            continue
        reached = cue.relations.reached_from(table.table_id)
        yield from (
            (table, price) for price in prices if price.table_id in reached and price.table_id != table.table_id
        )


def _is_amount(column: Column, cues: MeasureCues) -> bool:
    is_of_money = not MONEY_IN_NAMES.isdisjoint(split_identifier(column.name))
    kind = cues.kinds.get(column.column_id)
    return column.is_numeric and not is_identifier(column) and (is_of_money or kind in _AMOUNTS)
