"""Which words of a claim's sentence its likeliest reading explains, and which name anything in the tables at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from factcheck.candidates.claim_words import ClaimWords
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.inference.posterior import Posterior
from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Query
from factcheck.retrieval.relevance import Relevance

_WORD = re.compile(r"[^\W_]+")
_CONTENT = ("NN", "JJ", "VB", "CD", "RB", "FW")
_SMALL = frozenset("be have do make".split())
_ENDINGS = ("ies", "es", "s", "ing", "ed")
_SHORTEST_STEM = 3


@dataclass(frozen=True)
class ReadClaim:
    """A claim with what its words find and the distribution over its readings."""

    number: Number
    words: ClaimWords
    relevance: Relevance
    posterior: Posterior

    @cached_property
    def said(self) -> tuple[SaidWord, ...]:
        """The words of the sentence that have a meaning of their own, besides numbers that are claims."""
        weights = {keyword.word: keyword for keyword in self.words.keywords if keyword.is_said}
        use = _Use(self.relevance, self.posterior.best[0].query if self.posterior.best else None)
        said = []
        for index, token in enumerate(self.words.tokens):
            keyword = weights.get(token.text.lower())
            if index not in self.words.claimed and keyword is not None and _has_meaning(token):
                explained = use.explained(token)
                said.append(SaidWord(token, keyword.weight, keyword.is_counted, explained, use.is_known(token)))
        return tuple(said)

    @property
    def unknown(self) -> str | None:
        """What the number is about, where that names nothing in the tables: a noun, the one that it counts first."""
        nouns = sorted((word for word in self.said if word.is_noun), key=lambda word: (-word.is_counted, -word.weight))
        return next((word.token.text for word in nouns[:1] if not word.is_known), None)


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A word of a claim's sentence with its weight as a keyword.

    ``explained`` says from 0 to 1 how well it names a part of the claim's likeliest reading: what is aggregated, of
    which rows.  ``is_known`` tells that it names anything in the tables.
    """

    token: Token
    weight: float
    is_counted: bool
    explained: float
    is_known: bool

    @property
    def is_noun(self) -> bool:
        """Whether it is a noun."""
        return self.token.tag.startswith("NN")

    @property
    def is_name(self) -> bool:
        """Whether it is a proper noun."""
        return self.token.tag.startswith("NNP")


class _Use:
    """What a reading, and the tables, have of the words of a claim."""

    def __init__(self, relevance: Relevance, query: Query | None) -> None:
        self._relevance = relevance
        self._columns = set() if query is None else {column.column_id for column in _columns(query)}
        parts = () if query is None else (query, *query.operands())
        self._tables = {table.table_id for part in parts for table in part.selection.relations.tables}
        self._forms = set() if query is None else _forms(query.words()) | query.function.keywords
        values = [
            predicate.literal
            for predicate, seen in relevance.predicates
            if isinstance(predicate, Equals) and seen.parts.get("terms", 0.0) > 0
        ]
        self._values = _forms(" ".join(values))

    def explained(self, token: Token) -> float:
        """Return how well a word names a part of the reading: as well as anything else it names, or less."""
        if not self._forms.isdisjoint(_forms_of(token)):
            return 1.0
        own = best = 0.0
        for named, meant in (
            (self._relevance.columns_named_by, self._columns),
            (self._relevance.tables_named_by, self._tables),
        ):
            for number, share in _named(named, token):
                best = max(best, share)
                own = max(own, share if number in meant else 0.0)
        return own / best if best > 0 else 0.0

    def is_known(self, token: Token) -> bool:
        """Tell whether a word names a column, a table or a value of any table."""
        named = (self._relevance.columns_named_by, self._relevance.tables_named_by)
        return not self._values.isdisjoint(_forms_of(token)) or any(any(_named(each, token)) for each in named)


def _named(named_by: Mapping[str, Mapping[int, float]], token: Token) -> Iterator[tuple[int, float]]:
    for form in {token.text.lower(), token.lemma.lower()}:
        yield from named_by.get(form, {}).items()


def _columns(query: Query) -> Iterator[Column]:
    """Yield the columns that a query aggregates or restricts, and those that derived ones are made of."""
    for part in (query, *query.operands()):
        restricted = (column for predicate in part.predicates for column in predicate.columns)
        for column in (*((part.column,) if part.column is not None else ()), *restricted):
            yield column
            if isinstance(column, DerivedColumn):
                yield from column.operands


def _has_meaning(token: Token) -> bool:
    return token.tag.startswith(_CONTENT) and token.lemma.lower() not in _SMALL


def _forms_of(token: Token) -> Collection[str]:
    return _forms(token.text) | _forms(token.lemma)


def _forms(text: str) -> set[str]:
    """Return the words of a text in lower case, each as written and without its ending."""
    words = {word.lower() for word in _WORD.findall(text)}
    return words | {_without_ending(word) for word in words}


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word
