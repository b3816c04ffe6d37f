"""Whom the numbers of a sentence are of: "terns laid more often (31 %) than puffins (9 %)" is about both."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.candidates.statements.owners import Owner, tokens_of
from factcheck.claims.statements.phrases import Said
from factcheck.queries.group_members import grouping_of
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Query
from factcheck.retrieval.predicate_scores import FLAG_PAIRS
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import have_word_alike

_NAMED_BESIDE = 0.9
_TRUE = frozenset(yes for yes, _ in FLAG_PAIRS)


def owners_beside(said: Said, queries: Sequence[Query], *, are_flags: bool) -> list[Owner]:
    """Return the groups of the queries by which numbers beside a phrase are read, where it has a word of their names.

    A word that were too little alone is enough where a number of the sentence is that of the group.  Rows of which a
    flag says yes are one of two, which alone ``are_flags`` takes: they have no place among others.
    """
    words = [word for word in tokens_of(said.text) if word.isalpha()]
    predicates = {each for query in queries for each in query.predicates if isinstance(each, Equals)}
    named = [each for each in predicates if grouping_of(each) is not None and _is_named(each, words)]
    named = [each for each in named if are_flags or each.literal.lower() not in _TRUE]
    return [Owner(each, _NAMED_BESIDE) for each in sorted(named, key=lambda each: each.sort_key)]


def _is_named(predicate: Equals, words: Sequence[str]) -> bool:
    """Tell whether words name a value, or the flag that it says yes to."""
    literal = predicate.literal.lower()
    names = split_identifier(predicate.column.name) if literal in _TRUE else tokens_of(predicate.literal)
    return have_word_alike(words, names)
