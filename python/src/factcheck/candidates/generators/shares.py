"""Shares that are no shares of rows: one column's sum of another's, and parts of different values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.entities import entities
from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.parts_of_amounts import parts_by_name
from factcheck.candidates.percent_of import is_amount_of, with_names_called
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import has_divisor
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.items import own_item
from factcheck.claims.wholes import wholes_named_before
from factcheck.queries.functions.counts import COUNT_DISTINCT
from factcheck.queries.functions.sums import SUM
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.words.identifiers import split_identifier

_OF_COLUMNS = frozenset("margin ratio rate share proportion percentage percent average efficiency yield".split())
_MARGINS = frozenset({"margin", "margins", "profitability"})
_TOTALS = frozenset({"total", "totals", "all", "overall", "sum"})
_COLUMNS = 3
_DEFINED = 0.5
"""What the columns of a margin are worth beside the best column, however little the claim names them."""
_BEFORE_A_WHOLE = 2
"""Words before the noun that a percentage is of which may tell one column from another."""

_ROWS_NAMED = 0.1
"""What is left of a share of different values where a table has the things as its rows."""


def shares_of_columns(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide the sum of one column by that of another of the same rows: "an operating margin of 42 %".

    The noun behind "72 % of" names the column that the sum is divided by: "72 % of the passengers were injured".
    """
    wholes = _wholes(cue)
    whole_weight = max(wholes.values(), default=0.0)
    weight = max(cue.words.weight(_OF_COLUMNS), whole_weight)
    kind = cue.kind_score("share_of_columns", weight)
    if weight == 0 or kind == 0:
        return
    named = [each for each in cue.amounts if cue.is_named(each) and not _is_share(each)]
    pairs = (pair for pair in permutations(named[:_COLUMNS], 2) if not wholes or pair[1].column_id in wholes)
    parts = _named_in_item(cue, named)
    of_wholes = ((one, other) for other in cue.amounts if other.column_id in wholes for one in parts if one != other)
    margins = dict.fromkeys(_margins(cue)) if cue.words.weight(_MARGINS) else {}
    for one, other in dict.fromkeys((*of_wholes, *pairs, *margins)):
        table = cue.table(one)
        if other.table_id != one.table_id:
            continue
        score = kind * cue.column_score(table, one) * _relative(cue, other.column_id)
        if (one, other) in margins:
            score = max(score, kind * _DEFINED * max(cue.column_score(table, each) for each in cue.amounts))
        yield from _of_sums(cue, table, one, other, score)


def shares_by_name(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide counts by those of the whole that they are called after: ``pop_urban`` by ``pop``, for a percentage.

    Their names alone tell, whatever the claim calls them: "in Iowa the rate is 0.97 percent".
    """
    kind = cue.kind_score("share_of_columns", cue.words.weight(_OF_COLUMNS))
    for table in cue.tables if cue.number.unit == "percent" else ():
        for part, whole in parts_by_name(table, cue.relevance.ranges):
            yield from _of_sums(cue, table, part, whole, kind * cue.column_score(table, part))


def _of_sums(cue: Cue, table: Table, one: Column, other: Column, score: float) -> Iterator[tuple[Query, float]]:
    """Yield the sum of one column divided by that of another, of all rows and of those that the claim restricts."""
    factor = 100 if cue.number.unit == "percent" else 1
    for chosen in cue.sets(without=(one, other)):
        upper = cue.aggregate(Measure(SUM, one), table, chosen.predicates)
        lower = cue.aggregate(Measure(SUM, other), table, chosen.predicates)
        if upper is not None and lower is not None:
            yield Ratio(upper, lower, factor), score * chosen.score


def _named_in_item(cue: Cue, named: Sequence[Column]) -> Sequence[Column]:
    """Return those of the columns that are named with the number in a list of several; all where none is.

    "61 % were injured and 12 % killed" names two, of which each percentage is about one.
    """
    if cue.words.states_one_number:
        return named
    tokens = [cue.words.tokens[at] for at in own_item(cue.words.tokens, cue.words.claimed)]
    said = cue.columns_named_by(*(form for token in tokens for form in (token.text.lower(), token.lemma.lower())))
    return [column for column in named if said.get(column.column_id, 0.0) > 0] or named


def _wholes(cue: Cue) -> dict[int, float]:
    """Return the columns of numbers that the noun behind "72 % of" names, with the weight of the noun.

    Of what neither a column nor a table is called, a column of totals is the whole: "32 % of the medals were gold".
    """
    noun = cue.words.whole() if cue.number.unit == "percent" else None
    if noun is None:
        return _wholes_before(cue) if cue.number.unit == "percent" else {}
    token = cue.words.tokens[noun]
    forms = {token.text.lower(), token.lemma.lower()}
    named = cue.columns_named_by(*forms)
    is_of_rows = bool(cue.tables_named_by(*forms))
    meant = forms if is_of_rows else with_names_called(forms)
    called = {} if is_of_rows else named  # the name of a table is a word of all its columns
    amounts = [each for each in cue.amounts if not _is_worked_out_share(each)]
    wholes = [each for each in amounts if is_amount_of(each, meant) or _is_called(each, called)]
    if not wholes and not named and not is_of_rows:
        wholes = [each for each in amounts if each.name and _TOTALS.issuperset(split_identifier(each.name))]
    said = {token.text.lower() for token in cue.words.tokens[max(noun - _BEFORE_A_WHOLE, 0) : noun + 1]}
    covered = {each: len(said.intersection(split_identifier(each.name))) for each in wholes}
    best = max(covered.values(), default=0)  # "of global sales" is of global_sales, and of no other sales
    return {each.column_id: cue.words.weight(forms) for each in wholes if covered[each] == best}


def _wholes_before(cue: Cue) -> dict[int, float]:
    """Return the columns of numbers that a word before the number names which it may be a part of, with its weight."""
    for at in wholes_named_before(cue.words.tokens, cue.words.claimed):
        token = cue.words.tokens[at]
        forms = {token.text.lower(), token.lemma.lower()}
        amounts = (each for each in cue.amounts if not _is_worked_out_share(each))
        wholes = [each for each in amounts if is_amount_of(each, with_names_called(forms))]
        if wholes:
            return {each.column_id: cue.words.weight(forms) for each in wholes}
    return {}


def _is_called(column: Column, named: Mapping[int, float]) -> bool:
    """Tell whether a noun stands for the only word of a column's name: "passengers" for a column "aboard"."""
    is_amount = column.is_numeric and not is_identifier(column) and not _is_share(column)
    return is_amount and len(split_identifier(column.name)) == 1 and named.get(column.column_id, 0.0) > 0


def _margins(cue: Cue) -> Iterator[tuple[Column, Column]]:
    """Yield profits with the income that they are a part of: a margin is that, whether or not both are named."""
    kinds = cue.relevance.cues.kinds
    for profit in (each for each in cue.amounts if kinds.get(each.column_id) == "profit"):
        for income in (each for each in cue.amounts if kinds.get(each.column_id) == "income"):
            yield profit, income


def _is_share(column: Column) -> bool:
    """Tell whether a column holds shares itself, which are not added up: a name such as "operating_margin" says so."""
    return not _OF_COLUMNS.isdisjoint(split_identifier(column.name)) or _is_worked_out_share(column)


def _is_worked_out_share(column: Column) -> bool:
    """Tell whether one column is divided by another in each row: what comes of it is not added up."""
    return isinstance(column, DerivedColumn) and not column.is_declared and has_divisor(column.formula)


def _relative(cue: Cue, column_id: int) -> float:
    """Return how relevant a column is beside the most relevant one, from 0 to 1."""
    best = max(cue.relevance.columns.values(), default=0.0)
    return cue.relevance.columns.get(column_id, 0.0) / best if best > 0 else 0.0


def shares_of_different_values(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide numbers of different values: "84 % of the players are men", where a player has several rows."""
    if cue.number.unit != "percent":
        return
    nouns = [index for index, token in enumerate(cue.words.tokens) if token.tag in {"NNS", "NNPS"}]
    for noun in nouns:
        word = cue.words.tokens[noun].text.lower()
        kind = cue.kind_score("share_of_different_values", cue.words.weight({word}))
        named = list(entities(cue, noun))
        if any(entity.column is None for entity in named):
            kind *= _ROWS_NAMED
        for entity in named:
            column = entity.column
            if column is None or (column.is_numeric and not is_identifier(column)):
                continue  # amounts are added up, not counted: "27 % of the deaths"
            measure = Measure(COUNT_DISTINCT, column)
            for chosen in cue.sets(least=1, without=(column,)):
                tables = [predicate.column for predicate in chosen.predicates]
                part = cue.aggregate(measure, entity.table, chosen.predicates)
                whole = cue.aggregate(measure, entity.table, (), *tables)
                if part is not None and whole is not None:
                    score = kind * entity.closeness * cue.column_score(entity.table, column) * chosen.score
                    yield Ratio(part, whole, 100), score
