"""Values that stand with their unit: "a 25 MHz machine", "those with 8 MB", of columns with few numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.compared_columns import in_unit
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import names_an_identifier

_FEW = 20
"""Values of a column, at most, that may be kinds of things rather than amounts."""
_SYMBOL = re.compile(r"[A-Z]{2,3}|[kMGT][A-Z][a-z]?")
_NEAR = 2
_JOINING = frozenset({"and", "or", "to", ",", "/"})
_NO_KIND = frozenset({"time", "calendar"})
"""Dimensions of what is counted more often than it names a kind of things: "12 days"; they do of a column in them."""


def measured_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of few numbers to one that stands with a unit in the sentence and states no other result.

    The column is of that unit, or called by what the unit measures, or named in the sentence, or the only one that has
    the number.
    """
    passage = own_passage(cue)
    if passage is None:
        return
    few = [
        column
        for column in cue.columns
        if column.is_integer
        and not names_an_identifier(column.name)
        and 1 < len(cue.values.get(column.column_id, ())) <= _FEW
    ]
    made: dict[Predicate, Seen] = {}
    for index, number in _with_unit(cue, passage):
        literals = {column: _in_unit_of(column, number) for column in few}
        having = [column for column, literal in literals.items() if literal in cue.values[column.column_id]]
        for column in _meant(having, number, cue):
            literal = literals[column]
            weight = max(passage.weights[max(index - _NEAR, 0) : index + _NEAR + 1])  # figures have none themselves
            seen = cue.seen("terms", weight, column)
            parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "beside": 1.0, "at": float(index)}
            made[Equals(column, literal)] = Seen(seen.score, parts)
    yield from sorted(made.items(), key=lambda pair: -pair[1].score)


def _in_unit_of(column: Column, number: Number) -> str:
    """Write a number in the unit of a column: "five years" as 60 of a column in months."""
    told = compare_units(number, unit_of(column)).told(number.value)
    return f"{told.normalize():f}" if told % 1 == 0 else f"{number.value:f}"


def _with_unit(cue: PredicateCue, passage: Passage) -> Iterator[tuple[int, Number]]:
    """Yield the whole numbers that have a unit, or share one with the next: "33 and 66 MHz"; not the claim's own."""
    for number in cue.words.numbers:
        index = next((i for i, token in enumerate(passage.tokens) if token.start == number.start), None)
        is_whole = number.unit == "plain" and number.comparison == "=" and number.scale == 1 and number.is_integer
        if index is None or index in passage.own or not is_whole:
            continue
        dimensions = {unit.dimension for unit in number.measured.units} if number.measured else set()
        if number.measured and number.measured.units[0].is_money:
            continue
        if dimensions or _is_before_symbol(passage, index):
            yield index, number


def _is_before_symbol(passage: Passage, index: int) -> bool:
    """Tell whether the symbol of a unit stands behind a number, or behind another number of a list."""
    behind = index + 1
    while behind + 1 < len(passage.tokens) and passage.tokens[behind].text.lower() in _JOINING:
        if passage.tokens[behind + 1].tag != "CD":
            return False
        behind += 2
    return behind < len(passage.tokens) and _SYMBOL.fullmatch(passage.tokens[behind].text) is not None


def _meant(columns: Sequence[Column], number: Number, cue: PredicateCue) -> Collection[Column]:
    if number.measured and any(unit.dimension in _NO_KIND for unit in number.measured.units):
        return [column for column in columns if compare_units(number, unit_of(column)).fit is Fit.AGREES]
    named = [column for column in columns if cue.column_scores.get(column.column_id, 0.0) > 0]
    return in_unit(number, columns) or named or (columns if len(columns) == 1 else ())
