"""What features see of a claim; what many of them look at is worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from factcheck.candidates.claim_words import NO_WORDS, ClaimWords
from factcheck.candidates.identifiers import PERSONS, names_persons, names_things
from factcheck.candidates.sentence_form import counts_some_of_them, speaks_of_all, states_extreme
from factcheck.catalogue.schema import Column, Table
from factcheck.numbers.mentions import Number
from factcheck.retrieval.relevance import Relevance

_PERSONS = 0.5
_THINGS = 0.3
"""How well names of persons, or of what the rows of a table are about, stand for what goes by another word."""


@dataclass(frozen=True)
class ClaimView:
    """What features see of a claim: its number, what its words found, and the words."""

    number: Number
    relevance: Relevance
    words: ClaimWords = NO_WORDS

    @cached_property
    def columns_said(self) -> Mapping[int, float]:
        """The largest share of each column's name that a word of the sentence has."""
        return self._shares(self.relevance.columns_named_by, is_said=True)

    @cached_property
    def columns_said_around(self) -> Mapping[int, float]:
        """The same of the words around the sentence."""
        return self._shares(self.relevance.columns_named_by, is_said=False)

    @cached_property
    def tables_said(self) -> Mapping[int, float]:
        """The largest share of each table's name that a word of the sentence has."""
        return self._shares(self.relevance.tables_named_by, is_said=True)

    @cached_property
    def counts_the_unnamed(self) -> bool:
        """Whether the number counts something by a word that neither a column nor a table has in its name."""
        is_named = any(self.relevance.counted.values()) or self.relevance.counted_tables
        return self.number.is_integer and not is_named and any(keyword.is_counted for keyword in self.words.keywords)

    @cached_property
    def counts_persons(self) -> bool:
        """Whether the number counts persons, by a word that says no more."""
        counted = (keyword for keyword in self.words.keywords if keyword.is_counted)
        return any(not PERSONS.isdisjoint((keyword.word, keyword.lemma)) for keyword in counted)

    @cached_property
    def counts_some_of_them(self) -> bool:
        """Whether the number counts members of something."""
        return counts_some_of_them(self.words)

    @cached_property
    def speaks_of_all(self) -> bool:
        """Whether an extreme is said to be that of all."""
        return speaks_of_all(self.words)

    @cached_property
    def states_extreme(self) -> bool:
        """Whether the number is said to be the extreme of all."""
        return states_extreme(self.words)

    def counts_values_of(self, table: Table, column: Column) -> float:
        """Return how well values of a column are what a number counts by a word that no name has; from 0 to 1."""
        if not self.counts_the_unnamed:
            return 0.0
        if self.counts_persons and names_persons(column):
            return _PERSONS
        return _THINGS if names_things(table, column, self.relevance.values) else 0.0

    def _shares(self, named_by: Mapping[str, Mapping[int, float]], *, is_said: bool) -> Mapping[int, float]:
        shares: dict[int, float] = {}
        keywords = (keyword for keyword in self.words.keywords if keyword.is_said is is_said)
        for form in {form for keyword in keywords for form in (keyword.word, keyword.lemma)}:
            for number, share in named_by.get(form, {}).items():
                shares[number] = max(shares.get(number, 0.0), min(share, 1.0))
        return shares
