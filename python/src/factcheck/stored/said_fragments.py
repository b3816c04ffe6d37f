"""Fragments that the words of a claim's sentence name, of those that its document is about.

A check stores the likeliest readings of a claim, and with them few of the fragments that its words found.  Once a
person has said what other claims are about, columns and values that the words name are of use again.  A correction
teaches, too, which words stand for the fragments of its reading: within its document one is enough for that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.stored.learned_words import LearnedWord, words_of

_LEAST_NAMED = 0.5
"""Share of a fragment's terms from which on a sentence that has them names it."""

_Fragment = tuple[Column | None, str | None]
"""A column that is aggregated, or a value of a column that rows are restricted to."""


@dataclass(frozen=True, slots=True)
class Said:
    """Columns and restrictions that a sentence names; ``taught`` are those among them that taught words stand for."""

    columns: frozenset[Column] = frozenset()
    predicates: tuple[Predicate, ...] = ()
    taught: frozenset[_Fragment] = frozenset()

    def taught_of(self, query: Query) -> int:
        """Count the fragments of a query that taught words of the sentence stand for."""
        if not self.taught:
            return 0
        values = {(each.column, each.literal) for each in query.predicates if isinstance(each, Equals)}
        return len(self.taught.intersection({(query.column, None), *values}))


NOTHING_SAID = Said()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the words of a document may name.

    ``terms`` are the stems of words, ``columns`` the columns with the stems of their keywords, ``predicates`` those
    of the readings of all claims, ``taught`` the words that corrections taught.
    """

    terms: Mapping[str, Collection[str]]
    columns: Mapping[Column, Collection[str]]
    predicates: Sequence[Predicate]
    taught: Sequence[LearnedWord] = ()

    def said_in(self, sentence: str) -> Said:
        """Return what a sentence names."""
        said = {term for word in words_of(sentence) for term in self.terms.get(word, ())}
        taught = [word.fragment for word in self.taught if word.fragment is not None and word.term in said]
        columns = {column for column, terms in self.columns.items() if _is_named(terms, said)}
        columns.update(each.column for each in taught if each.literal is None)
        values = {(each.column, each.literal) for each in taught}
        predicates = [
            each
            for each in self.predicates
            if isinstance(each, Equals)
            and ((each.column, each.literal) in values or _is_named(self._terms_of(each.literal), said))
        ]
        fragments = frozenset(each.key for each in taught)
        return Said(frozenset(columns), tuple(predicates), fragments)

    def _terms_of(self, literal: str) -> set[str]:
        return {term for word in words_of(literal) for term in self.terms.get(word, ())}


def _is_named(terms: Collection[str], said: Collection[str]) -> bool:
    return bool(terms) and sum(term in said for term in terms) >= _LEAST_NAMED * len(terms)


def words_to_stem(sentences: Iterable[str], predicates: Iterable[Predicate]) -> set[str]:
    """Return the words whose stems a vocabulary needs."""
    literals = (each.literal for each in predicates if isinstance(each, Equals))
    return {word for text in (*sentences, *literals) for word in words_of(text)}
