"""Whether a number in what a statement says of most may be a value, or a bound, of a column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from factcheck.candidates.statements.columns import is_key
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.groupings import NAMED_FROM
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.claims.statements.phrases import Said
from factcheck.numbers.words import CARDINALS
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.dated_columns import is_called_a_year
from factcheck.retrieval.generators.thresholds import AGES
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import names_an_identifier, split_identifier

_FIGURES = re.compile(r"\d+")
_HAVING = frozenset({"with", "of"})
"""Prepositions before how many somebody has: "families with one child"."""


def is_number_of_column(predicate: Predicate, cue: StatementCue) -> bool:
    """Tell whether a value may be meant as far as its number goes: words say its column, and it counts no noun.

    "Most trains left from platform 4" is no rating of 4, and "in one shop" neither Shop 1 nor the shop with the number
    1.  What is measured says the column of a number alone: "most ratings are 5".
    """
    if not isinstance(predicate, Equals):
        return True
    [part], column = cue.words.owners, predicate.column
    if _counts_alone(predicate, part):
        return False
    if not column.is_numeric or is_called_a_year(column):
        return True
    has_noun = any(token.tag.startswith("NN") for token in part.tokens)
    return _is_named(column, cue.relevance.owners if has_noun else (*cue.relevance.owners, cue.relevance.measured))


def is_bound_of_column(column: Column, score: float, cue: StatementCue) -> bool:
    """Tell whether a bound may be one of a column: a word or a unit names it, it has ages, or no other has numbers.

    ``score`` is how well the column goes with the bound.  "Most made 40 percent or more" says nothing of any column
    that has such values.
    """
    if score >= NAMED_FROM or unit_of(column) is not None or not AGES.isdisjoint(split_identifier(column.name)):
        return True
    return _is_named(column, (*cue.relevance.owners, cue.relevance.measured)) or not any(_other_numbers(column, cue))


def _counts_alone(predicate: Equals, part: Said) -> bool:
    """Tell whether the number of a value is said only as how many there are of what a noun names: "in one shop"."""
    figures = set(_FIGURES.findall(predicate.literal))
    written = {token.text for token in part.tokens}
    counting = {each: is_had for each, is_had in _counting(part) if each not in written}
    if not figures or not figures <= counting.keys():
        return False
    is_amount = predicate.column.is_numeric and not names_an_identifier(predicate.column.name)
    return not (is_amount and all(counting[each] for each in figures))


def _counting(part: Said) -> Iterator[tuple[str, bool]]:
    """Yield the figures of numbers in words before nouns, and whether that many may be what somebody has."""
    for at, token in enumerate(part.tokens):
        number = CARDINALS.get(token.text.lower())
        is_before_noun = part.tokens[at + 1 : at + 2] and part.tokens[at + 1].tag.startswith(("NN", "JJ"))
        if number is not None and is_before_noun:
            before = part.tokens[at - 1] if at else None
            yield str(number), before is None or before.tag != "IN" or before.text.lower() in _HAVING


def _is_named(column: Column, phrases: Iterable[Relevance]) -> bool:
    return any(each.columns.get(column.column_id, 0.0) >= NAMED_FROM for each in phrases)


def _other_numbers(column: Column, cue: StatementCue) -> Iterator[bool]:
    for table in cue.tables:
        if table.table_id == column.table_id:
            yield from (each.is_numeric and each != column and not is_key(each, table) for each in table.columns)
