"""Values named before that a sentence takes together: "Together, these three account for 78 %", "the two of them"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_periods import CALLED_PARTS, NamedPart
from factcheck.retrieval.generators.named_values import named_values, own_passage
from factcheck.retrieval.generators.time_words import named_times
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import split_identifier

_COUNTS = {word: value for word, value in CARDINALS.items() if 2 <= value <= 9}
_TAKEN = re.compile(
    rf"\b(?:the|these|those|all)\s(?P<count>{'|'.join(_COUNTS)})\b(?=(?:\s[a-z]+s)?\s(?:of\s(?:them|these|those)\b|together\b|combined\b"
    r"|alone\b|(?:account|make|made|have|had|hold|held|sold|cover|provide|contribute|brought?|make\sup|represent)\b))"
    r"|\b(?P<both>both)\sof\s(?:them|these|those)\b|\b(?:together|combined)\b,?\s(?=(?:they|these|those|the)\b)"
    r"|\bthey\s(?:together\b|jointly\b)|\bbetween\sthem\b",
    re.IGNORECASE,
)


def values_before(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Join the values of a column that the sentences before name, as many as the claim's sentence says, or all.

    The sentence itself may name them before it takes them together: "Oslo sold 12 and Bergen 9; these two sold most".
    """
    passage = own_passage(cue)
    found = [] if passage is None else list(_TAKEN.finditer(passage.text))
    if passage is None or not found:
        return
    count = next(
        (2 if each["both"] else _COUNTS[each["count"].lower()] for each in found if each["both"] or each["count"]), None
    )
    weight = max(passage.weight(*each.span()) for each in found)
    first = min(min(passage.within(*each.span())) for each in found)
    named = _named_in(cue, passage, first, count) or _named_before(cue, count)
    for column, literals in named.items() if weight > 0 else ():
        if len(literals) == (count or len(literals)) >= 2:
            yield OneOf(column, tuple(sorted(literals))), cue.seen("values named together", weight, column)


def _named_in(cue: PredicateCue, passage: Passage, end: int, count: int | None) -> Mapping[Column, set[str]]:
    """Return the values that a sentence names before a place, by column, where they are as many as it says."""
    values: dict[Column, set[str]] = {}
    for value in named_values(cue, passage):
        if value.last < end and value.predicate.column.is_text:
            values.setdefault(value.predicate.column, set()).add(value.predicate.literal)
    return {column: known for column, known in values.items() if len(known) == (count or len(known)) >= 2}


def _named_before(cue: PredicateCue, count: int | None) -> Mapping[Column, set[str]]:
    """Return the values that the sentence before names, by column; where it has too few, those of the next one, too."""
    values: dict[Column, set[str]] = {}
    for passage in cue.words.passages:
        if passage.is_own:
            continue
        short = {column: set(known) for column, known in values.items() if len(known) < (count or 0)}
        for value in named_values(cue, passage):
            if value.predicate.column.is_text and (value.predicate.column in short or not values or count is None):
                short.setdefault(value.predicate.column, set()).add(value.predicate.literal)
        for column, months in _months_named(cue, passage).items():
            if column in short or not values:
                short.setdefault(column, set()).update(months)
        values |= short
        if values and (count is None or any(len(known) >= count for known in values.values())):
            break
    return values


def _months_named(cue: PredicateCue, passage: Passage) -> Mapping[Column, set[str]]:
    """Return the months, quarters or hours that a sentence names, by the columns of whole numbers that have them."""
    named: dict[Column, set[str]] = {}
    for each in named_times(passage):
        part = each.time
        if not isinstance(part, NamedPart) or part.first != part.last:
            continue
        called = CALLED_PARTS.get(part.part, frozenset())
        for column in cue.columns:
            if column.is_integer and not called.isdisjoint(split_identifier(column.name)):
                named.setdefault(column, set()).add(str(part.first))
    return named
