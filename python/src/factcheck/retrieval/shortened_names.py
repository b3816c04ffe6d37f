"""Values that a text calls by the first word of their name, where no other is called so: "Delta" for an airline."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Seen

_WORD = re.compile(r"[^\W_]+")
_NAMES = frozenset({"NNP", "NNPS"})
_SHORTEST = 3

Named = Sequence[tuple[Predicate, Seen]]


def with_shortened_names(
    named: Named, passages: Sequence[Passage], values: Mapping[int, Sequence[str]], of_names: Collection[str]
) -> Named:
    """Return what a claim names, values that its sentence calls by their first word as if they were named in full.

    The word is a name in the sentence, one value of the column alone has it, and none of the column is named in full.
    ``values`` are all values of columns that have few, by ``column_id``; ``of_names`` are the words of the names of
    tables and columns, which call no value.
    """
    names = {
        token.text.lower()
        for passage in passages
        if passage.is_own
        for token in passage.tokens
        if token.tag in _NAMES and len(token.text) >= _SHORTEST and token.text.lower() not in of_names
    }
    whole = {predicate.column.column_id for predicate, seen in named if seen.is_said}
    return [
        (predicate, _in_full(seen))
        if isinstance(predicate, Equals)
        and predicate.column.column_id not in whole
        and _is_called_so(predicate.literal, names, values.get(predicate.column.column_id, ()))
        else (predicate, seen)
        for predicate, seen in named
    ]


def _is_called_so(literal: str, names: set[str], values: Sequence[str]) -> bool:
    words = _WORD.findall(literal.lower())
    if len(words) < 2 or words[0] not in names:
        return False
    return sum(words[0] in _WORD.findall(value.lower()) for value in values) == 1


def _in_full(seen: Seen) -> Seen:
    parts = seen.parts
    if "terms" not in parts:
        return seen
    return Seen(parts["terms"] + parts["column"], {**parts, "covered": 1.0, "said": 1.0})
