"""What most are where alternatives are named: "most people are satisfied or very satisfied"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.candidates.statements.owners import Owner, owners_of
from factcheck.catalogue.schema import Table
from factcheck.claims.statements.phrases import Said
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.retrieval.relevance import Relevance

_JOINING = re.compile(r"\s*(?:,\s*(?:or\s+)?|\bor\b)\s*")
_VERBS_AND_PREPOSITIONS = ("VB", "IN")
_NAMED = 0.85
"""Score from which a value is what an alternative names."""


def either_named(said: Said, relevance: Relevance, tables: Sequence[Table]) -> list[Owner]:
    """Return the rows with one of several values of a column, where a phrase names each; none for other phrases."""
    text = " ".join(token.text for token in said.tokens if not token.tag.startswith(_VERBS_AND_PREPOSITIONS))
    phrases = [phrase for phrase in _JOINING.split(text) if phrase]
    if " or " not in text or len(phrases) < 2:
        return []
    by_column: dict[int, list[Equals]] = {}
    for phrase in phrases:
        named: dict[int, Owner] = {}
        for owner in owners_of(phrase, relevance, tables):
            if isinstance(owner.predicate, Equals) and owner.score >= _NAMED:
                named.setdefault(owner.predicate.column.column_id, owner)
        for column, owner in named.items():
            if isinstance(owner.predicate, Equals):
                by_column.setdefault(column, []).append(owner.predicate)
    return [
        Owner(OneOf(values[0].column, tuple(sorted({value.literal for value in values}))), 1.0)
        for values in by_column.values()
        if len({value.literal for value in values}) == len(phrases)
    ]
