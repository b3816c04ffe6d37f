"""Words of a claim's sentence that no fragment of its reading accounts for: they may be synonyms of its fragments."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.qualified_name import qualified_name
from factcheck.queries.query import Query

_WORD = re.compile(r"[^\W\d_]{3,}")
_LONGEST = 100
_Key = tuple[Column, str | None]
_OF_FUNCTIONS = frozenset().union(*(function.keywords for function in FUNCTIONS))


@dataclass(frozen=True, slots=True)
class Fragment:
    """A column that a reading aggregates, or a value that it restricts one to; as it is written."""

    column: Column
    literal: str | None
    text: str

    @property
    def key(self) -> _Key:
        """What tells it from others: the column, and the value."""
        return self.column, self.literal


@dataclass(frozen=True, slots=True)
class LearnedWord:
    """A word beside a fragment, None where the reading has none; ``is_named`` where other words name the fragment."""

    word: str
    term: str
    fragment: Fragment | None
    is_named: bool


def undisputed(taught: Sequence[Sequence[LearnedWord]]) -> list[LearnedWord]:
    """Return the words that name a fragment which no other word names; all claims that have a word agree on it.

    ``taught`` has the words of each claim that was decided.  Who says of two claims with a word that they mean
    different columns teaches nothing by it.
    """
    fragments: dict[str, list[set[_Key]]] = defaultdict(list)
    for of_claim in taught:
        of_term: dict[str, set[_Key]] = defaultdict(set)
        for word in of_claim:
            of_term[word.term].update(() if word.fragment is None else (word.fragment.key,))
        for term, keys in of_term.items():
            fragments[term].append(keys)
    return [
        word
        for of_claim in taught
        for word in of_claim
        if word.fragment is not None
        and not word.is_named
        and all(word.fragment.key in keys for keys in fragments[word.term])
    ]


def words_of(text: str) -> list[str]:
    """Return the different words of a text in lower case."""
    words = (word.lower() for word in _WORD.findall(text))
    return list(dict.fromkeys(word for word in words if len(word) <= _LONGEST))


def columns_with_words(query: Query) -> set[Column]:
    """Return the columns that a query aggregates or restricts, as far as its tables have them and none is derived."""
    stored = {column for table in query.selection.relations.tables for column in table.columns}
    return stored.intersection(
        column for column in (query.column, *(each.column for each in query.predicates)) if column
    )


def fragments_with_words(query: Query) -> list[Fragment]:
    """Return the fragments of a query that words may stand for: columns of its tables, and their values."""
    columns = columns_with_words(query)
    found = []
    if query.column is not None and query.column in columns:
        found.append(Fragment(query.column, None, qualified_name(query.column, query.selection)))
    for predicate in query.predicates:
        if isinstance(predicate, Equals) and predicate.column in columns and len(predicate.literal) <= _LONGEST:
            name = qualified_name(predicate.column, query.selection)
            found.append(Fragment(predicate.column, predicate.literal, predicate.words(name)))
    return found


def learned_words(
    sentence: str,
    claim_text: str,
    query: Query,
    terms: Mapping[str, Collection[str]],
    named: Mapping[int, Collection[str]],
    of_tables: Collection[str],
) -> Iterator[LearnedWord]:
    """Yield the words that no fragment accounts for, beside each fragment.

    ``terms`` are the stems of the words of the sentence and of the values, ``named`` those of the keywords of columns
    by number, ``of_tables`` those of the tables.  Words of the claim's number, and those that say a function, are left
    out; stop words have no stem.
    """
    said = words_of(sentence)
    in_sentence = _all_terms(said, terms)
    fragments = {fragment: _terms_of(fragment, terms, named) for fragment in fragments_with_words(query)}
    columns = (term for predicate in query.predicates for term in named.get(predicate.column.column_id, ()))
    accounted = {*of_tables, *columns, *(term for of_fragment in fragments.values() for term in of_fragment)}
    of_number = set(words_of(claim_text))
    for word in said:
        stems = terms.get(word, ())
        if not stems or word in of_number or word in _OF_FUNCTIONS or not accounted.isdisjoint(stems):
            continue
        term = min(stems)
        if not fragments:
            yield LearnedWord(word, term, None, is_named=False)
        for fragment, of_fragment in fragments.items():
            is_named = not in_sentence.isdisjoint(of_fragment) or _has_figure(sentence, fragment)
            yield LearnedWord(word, term, fragment, is_named)


def _all_terms(words: Iterable[str], terms: Mapping[str, Collection[str]]) -> set[str]:
    return {term for word in words for term in terms.get(word, ())}


def _terms_of(
    fragment: Fragment, terms: Mapping[str, Collection[str]], named: Mapping[int, Collection[str]]
) -> set[str]:
    """Return the terms that name a fragment: of a value its own, of a column those of its keywords."""
    if fragment.literal is None:
        return set(named.get(fragment.column.column_id, ()))
    return _all_terms(words_of(fragment.literal), terms)


def _has_figure(sentence: str, fragment: Fragment) -> bool:
    literal = fragment.literal
    return literal is not None and literal.isdecimal() and re.search(rf"(?<!\d){literal}(?!\d)", sentence) is not None
