"""The best that can be had: "full marks in maths", "a perfect score"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_named, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

_BEST = re.compile(
    r"\b(?:full\smarks|perfect\s(?:scores?|marks?|ratings?|grades?|results?)"
    r"|(?:maximum|highest\spossible|top)\s(?:scores?|marks?|points|ratings?|grades?)\b(?!\s(?:of|was|is|were|at|in)\b))\b",
    re.IGNORECASE,
)
MARKS = frozenset("score scores mark marks points rating ratings grade grades star stars result percent pct".split())
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_HUNDRED = "100"
"""The best mark of a column that has it and no scale of few levels."""

_REACH = 4


def full_marks(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of marks to the best one: those that the sentence names beside it, or else all of them."""
    passage = own_passage(cue)
    found = None if passage is None else _BEST.search(passage.text)
    if passage is None or found is None:
        return
    places = list(passage.within(*found.span()))
    weight = max((passage.weights[index] for index in places), default=0.0)
    best = {
        column.column_id: (column, mark)
        for column in cue.columns
        if column.is_numeric and not names_an_identifier(column.name) and (mark := _best_of(cue, column)) is not None
    }
    named = set(_named(cue, passage, places, {number: column for number, (column, _) in best.items()}))
    of_marks = {n for n, (column, _) in best.items() if is_of_marks(column)}
    for number in sorted(named or of_marks) if weight > 0 else ():
        column, mark = best[number]
        predicate: Predicate = Equals(column, mark) if column.is_integer else Between(column, mark, mark)
        yield predicate, cue.seen("level", WEIGHTS.predicate.level * weight, column)


def is_of_marks(column: Column) -> bool:
    """Tell whether a column is called so that its numbers are marks."""
    return not MARKS.isdisjoint(split_identifier(column.name))


def _best_of(cue: PredicateCue, column: Column) -> str | None:
    """Return the greatest level of a scale, or a hundred where a column has it; None of any other column."""
    values = cue.levels.get(column.column_id, cue.values.get(column.column_id, ()))
    if values and all(_NUMBER.fullmatch(value) for value in values):
        return max(values, key=Decimal)
    return _HUNDRED if column.column_id in cue.columns_with.get(_HUNDRED, ()) else None


def _named(cue: PredicateCue, passage: Passage, places: list[int], columns: dict[int, Column]) -> Iterator[int]:
    """Yield the columns that the words behind full marks name, or the words before them."""
    behind = range(places[-1] + 1, min(places[-1] + 1 + _REACH, len(passage.tokens)))
    for index in (*behind, *range(max(0, places[0] - _REACH), places[0])):
        if index not in passage.own and passage.tokens[index].tag.startswith("NN"):
            named = columns_named(cue, passage.tokens[index].text, columns)
            yield from (column.column_id for column, score in named if score >= WEIGHTS.predicate.least_named)
