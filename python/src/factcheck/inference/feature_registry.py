"""How features look at a claim's likeliest reading, and how they are registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from types import MappingProxyType

from factcheck.inference.explained_words import ReadClaim, SaidWord
from factcheck.inference.posterior import LikelyQuery
from factcheck.inference.read_document import Form, ReadDocument, form_of
from factcheck.queries.query import Query

READINGS = 10
"""How many readings features look at, the likeliest."""


@dataclass(frozen=True)
class ReadingView:
    """What features look at: one of the likely readings of a claim, the claim, and its document.

    ``at`` is the reading's place among the likely ones; it is the likeliest one unless another is asked for.
    """

    claim: ReadClaim
    document: ReadDocument
    at: int = 0

    @property
    def reading(self) -> LikelyQuery:
        """The reading that is looked at."""
        return self.claim.posterior.best[self.at]

    @property
    def value(self) -> Decimal | None:
        """What it gives."""
        return self.claim.values[self.at]

    @cached_property
    def said(self) -> tuple[SaidWord, ...]:
        """The words of the sentence with what the reading explains of them."""
        return self.claim.said if self.at == 0 else self.claim.said_by(self.reading.query)

    @cached_property
    def form(self) -> Form:
        """What the reading is made of."""
        return form_of(self.reading.query)

    @cached_property
    def p_values(self) -> Mapping[Decimal | None, float]:
        """The values that its likely readings give, with the probability of each."""
        return self.claim.p_values(READINGS)

    @cached_property
    def nouns(self) -> tuple[SaidWord, ...]:
        """The nouns of its sentence."""
        return tuple(word for word in self.said if word.is_noun)


def parts_of(query: Query) -> tuple[Query, ...]:
    """Return a query and what it is made of."""
    return (query, *query.operands())


Feature = Callable[[ReadingView], float]

MEANINGS: dict[str, str] = {}
"""What each feature of a verdict looks at, by its name."""
RANKING_MEANINGS: dict[str, str] = {}
"""The same of the features that order the likely readings of a claim."""
_SIGNS: dict[bool, dict[str, int]] = {True: {}, False: {}}
_RANKING_SIGNS: dict[str, int] = {}
FEATURES: dict[str, Feature] = {}
RANKING_FEATURES: dict[str, Feature] = {}


def signs_of(*, agrees: bool) -> Mapping[str, int]:
    """Return which features tell of readings that agree, or do not, and whether each speaks for its reading.

    1 stands for it, -1 against it: no weight has another sign.
    """
    return MappingProxyType(_SIGNS[agrees])


def ranking_signs() -> Mapping[str, int]:
    """Return which features order readings, and whether each speaks for its reading, as ``signs_of`` does."""
    return MappingProxyType(_RANKING_SIGNS)


def feature(
    name: str, sign: int, meaning: str, contradicting: int | None = None, ranking: int = 0
) -> Callable[[Feature], Feature]:
    """Register a feature of verdicts with its sign, 0 where it tells nothing.

    ``contradicting`` is the sign for readings that do not agree, where it is another one; ``ranking`` that for the
    order of readings.
    """

    def register(feature: Feature) -> Feature:
        MEANINGS[name], FEATURES[name] = meaning, feature
        for agrees, of_reading in ((True, sign), (False, sign if contradicting is None else contradicting)):
            if of_reading:
                _SIGNS[agrees][name] = of_reading
        return ranking_feature(name, ranking, meaning)(feature) if ranking else feature

    return register


def ranking_feature(name: str, sign: int, meaning: str) -> Callable[[Feature], Feature]:
    """Register a feature that orders the likely readings of a claim, with its sign."""

    def register(feature: Feature) -> Feature:
        RANKING_MEANINGS[name], RANKING_FEATURES[name], _RANKING_SIGNS[name] = meaning, feature, sign
        return feature

    return register
