"""Rows that brought a profit, or a loss, where one column has what they earned and another what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.signs import PROFITS, says_gain
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import split_identifier

_EARNED = frozenset(
    "revenue revenues gross grosses earnings income proceeds takings receipts turnover sales boxoffice".split()
)
_SPENT = frozenset("cost costs budget expense expenses expenditure spend spending spent".split())
_MOST_EARNED = 3


def gains(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare what a row earned with what it cost, where a phrase says that it paid or not, and no column does."""
    passage = own_passage(cue)
    if passage is None:
        return
    for is_gain, start, end in says_gain(passage.text):
        weight = passage.weight(start, end)
        for table in cue.tables if weight > 0 else ():
            earned, spent = _columns(table, _EARNED), _columns(table, _SPENT)
            if len(spent) != 1 or len(earned) > _MOST_EARNED or _has_profits(table):
                continue
            for column in earned:
                greater, less = (column, spent[0]) if is_gain else (spent[0], column)
                seen = cue.seen("two columns", weight, column)
                parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0}
                yield ColumnCompare(greater, ">", less), Seen(seen.score, parts)


def _columns(table: Table, words: frozenset[str]) -> Sequence[Column]:
    return [c for c in table.columns if c.is_numeric and not words.isdisjoint(split_identifier(c.name))]


def _has_profits(table: Table) -> bool:
    names = (frozenset(split_identifier(column.name)) for column in table.columns if column.is_numeric)
    return any(profit <= name for name in names for profit in PROFITS)
