"""How features look at a claim's likeliest reading, and how they are registered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from types import MappingProxyType

from factcheck.inference.explained_words import ReadClaim, SaidWord
from factcheck.inference.posterior import LikelyQuery
from factcheck.inference.read_document import ReadDocument
from factcheck.queries.query import Query

READINGS = 10
"""How many readings features look at, the likeliest."""


@dataclass(frozen=True)
class ReadingView:
    """What features look at: a claim that has a reading, and its document."""

    claim: ReadClaim
    document: ReadDocument

    @property
    def best(self) -> LikelyQuery:
        """The claim's likeliest reading."""
        return self.claim.posterior.best[0]

    @property
    def value(self) -> Decimal | None:
        """What it gives."""
        return self.claim.values[0]

    @cached_property
    def p_values(self) -> Mapping[Decimal | None, float]:
        """The values that its likely readings give, with the probability of each."""
        return self.claim.p_values(READINGS)

    @cached_property
    def nouns(self) -> tuple[SaidWord, ...]:
        """The nouns of its sentence."""
        return tuple(word for word in self.claim.said if word.is_noun)


def parts_of(query: Query) -> tuple[Query, ...]:
    """Return a query and what it is made of."""
    return (query, *query.operands())


Feature = Callable[[ReadingView], float]

MEANINGS: dict[str, str] = {}
"""What each feature looks at, by its name."""
_SIGNS: dict[bool, dict[str, int]] = {True: {}, False: {}}
FEATURES: dict[str, Feature] = {}


def signs_of(*, agrees: bool) -> Mapping[str, int]:
    """Return which features tell of readings that agree, or do not, and whether each speaks for its reading.

    1 stands for it, -1 against it: no weight has another sign.
    """
    return MappingProxyType(_SIGNS[agrees])


def feature(name: str, sign: int, meaning: str, contradicting: int | None = None) -> Callable[[Feature], Feature]:
    """Register a feature with its sign, 0 where it tells nothing.

    ``contradicting`` is the sign for readings that do not agree, where it is another one.
    """

    def register(feature: Feature) -> Feature:
        MEANINGS[name], FEATURES[name] = meaning, feature
        for agrees, of_reading in ((True, sign), (False, sign if contradicting is None else contradicting)):
            if of_reading:
                _SIGNS[agrees][name] = of_reading
        return feature

    return register
