"""What features see of a claim; what many of them look at is worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from factcheck.candidates.claim_words import NO_WORDS, ClaimWords
from factcheck.numbers.mentions import Number
from factcheck.retrieval.relevance import Relevance


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

    def _shares(self, named_by: Mapping[str, Mapping[int, float]], *, is_said: bool) -> Mapping[int, float]:
        shares: dict[int, float] = {}
        keywords = (keyword for keyword in self.words.keywords if keyword.is_said is is_said)
        for form in {form for keyword in keywords for form in (keyword.word, keyword.lemma)}:
            for number, share in named_by.get(form, {}).items():
                shares[number] = max(shares.get(number, 0.0), min(share, 1.0))
        return shares
