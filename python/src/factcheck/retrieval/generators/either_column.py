"""A value that either of two columns may have: "Djokovic played 42 matches" of winners and losers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.either_equals import EitherEquals
from factcheck.queries.predicates.either_outcome import EitherOutcome
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import named_values, own_passage
from factcheck.retrieval.generators.sides import CALLED, clause_of, columns_alike, outcome_told
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_TAKES_PART = re.compile(
    r"\b(?:play(?:s|ed|ing)?|appear(?:s|ed)?|took\spart|takes?\spart|involv(?:es?|ed|ing)|featur(?:es?|ed|ing)"
    r"|of\s(?:his|her|its|their)|(?:match|game|fight|bout|fixture|encounter|trip|route|flight|trade|exchange)e?s\s(?:of|with|for))\b"
    r"|['’]s?\s(?:match|game|fight|bout|fixture)e?s\b",
    re.IGNORECASE,
)
_ROLES = (
    frozenset({"winner", "loser"}),
    frozenset({"home", "away"}),
    frozenset({"white", "black"}),
    frozenset({"from", "to"}),
    frozenset({"origin", "destination"}),
    frozenset({"sender", "receiver"}),
    frozenset({"buyer", "seller"}),
    frozenset({"host", "guest"}),
    frozenset({"one", "two"}),
    frozenset({"1", "2"}),
    frozenset({"a", "b"}),
)
"""Words of names by which two columns have those who take part in what a row is about."""


_SAYS_A_ROLE = frozenset({"road", "abroad"}).union(*CALLED.values())
"""Words that name one of the roles of a match."""


def either_column(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict rows to those in which somebody takes part in either role, where the sentence says no more than that."""
    passage = own_passage(cue)
    if passage is None or not _TAKES_PART.search(passage.text):
        return
    pairs = {one: other for table in cue.tables for one, other, _ in _pairs(table.columns)}
    named: dict[tuple[Column, str], Seen] = {}
    for value in named_values(cue, passage):
        predicate = value.predicate
        named[predicate.column, predicate.literal] = value.seen
    for (column, literal), seen in named.items():
        other = pairs.get(column)
        if other is not None and (other, literal) in named:
            yield EitherEquals(other, column, literal), Seen(seen.score, seen.parts)


def either_outcome(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict rows to those that somebody wins, loses or draws in either role: "the Foxes lost 56 matches".

    Where the sentence names a role, "56 at home", that role alone is meant.  The columns of the amounts that tell who
    wins have the same words for the roles.
    """
    passage = own_passage(cue)
    outcome = None if passage is None else outcome_told(cue.words.passages, passage)
    if passage is None or outcome is None or outcome.place not in clause_of(passage):
        return
    words = {form for token in passage.tokens for form in (token.text.lower(), token.lemma.lower())}
    named = {(each.predicate.column, each.predicate.literal): each.seen for each in named_values(cue, passage)}
    for table in cue.tables:
        for one, other, (first, second) in _pairs(table.columns):
            amounts = [(of[first], of[second]) for of in columns_alike(table).values() if of.keys() >= {first, second}]
            literals = [literal for column, literal in named if column == one and (other, literal) in named]
            if len(amounts) != 1 or len(literals) != 1 or not words.isdisjoint(_SAYS_A_ROLE | {first, second}):
                continue
            [(its, others)] = amounts
            predicate = EitherOutcome(one, other, its, others, literals[0], outcome.comparison)
            seen = named[one, literals[0]]
            yield predicate, Seen(seen.score + WEIGHTS.predicate.opposite * outcome.weight, seen.parts)


def _pairs(columns: tuple[Column, ...]) -> Iterator[tuple[Column, Column, tuple[str, str]]]:
    """Yield columns of text whose names differ in the word for a role alone, with the words for both roles."""
    texts = [(column, split_identifier(column.name)) for column in columns if column.is_text]
    for (one, words), (other, others) in combinations(texts, 2):
        differing = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
        if len(words) == len(others) and len(differing) == 1 and frozenset(differing[0]) in _ROLES:
            yield one, other, differing[0]
