"""What the claims of a document have in common, which verdicts look at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from factcheck.inference.explained_words import ReadClaim
from factcheck.nlp.parser import Token
from factcheck.numbers.closeness import Closeness
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class ReadDocument:
    """What the claims of a document have in common."""

    claims: Sequence[ReadClaim]

    @cached_property
    def with_reading(self) -> tuple[ReadClaim, ...]:
        """The claims that have a reading."""
        return tuple(each for each in self.claims if each.posterior.best)

    @cached_property
    def agreeing(self) -> int:
        """How many of these have a likeliest reading that agrees."""
        return sum(each.agrees for each in self.with_reading)

    @cached_property
    def far(self) -> int:
        """How many have a likeliest reading that is far from the number."""
        return sum(each.posterior.best[0].closeness is Closeness.FAR for each in self.with_reading)

    @cached_property
    def stated(self) -> Counter[tuple[tuple[Token, ...], Decimal]]:
        """How often a sentence states a number."""
        return Counter((each.words.tokens, each.number.value) for each in self.claims)

    @cached_property
    def of_sentence(self) -> Mapping[tuple[Token, ...], Sequence[ReadClaim]]:
        """The claims of each sentence that have a reading."""
        claims: dict[tuple[Token, ...], list[ReadClaim]] = {}
        for each in self.with_reading:
            claims.setdefault(each.words.tokens, []).append(each)
        return claims

    @cached_property
    def restricting(self) -> Mapping[tuple[Token, ...], Counter[Decimal]]:
        """By sentence, how many readings that agree are restricted to a number, or by it."""
        numbers: dict[tuple[Token, ...], Counter[Decimal]] = {}
        for each in self.with_reading:
            predicates = each.posterior.best[0].query.predicates if each.agrees else ()
            restricted = {number for predicate in predicates for number in _numbers_of(predicate)}
            numbers.setdefault(each.words.tokens, Counter()).update(restricted)
        return numbers

    @cached_property
    def agreeing_shapes(self) -> Counter[Hashable]:
        """How many of the readings that agree have a shape: what is aggregated how, restricted by which columns."""
        return Counter(shape_of(each.posterior.best[0].query) for each in self.with_reading if each.agrees)

    @cached_property
    def readings(self) -> Counter[tuple[tuple[Token, ...], Query]]:
        """How many numbers of a sentence are read in one way."""
        return Counter((each.words.tokens, each.posterior.best[0].query) for each in self.with_reading)

    @cached_property
    def numbers_read_as(self) -> Mapping[Query, frozenset[Decimal]]:
        """The different numbers of the document that are read in one way."""
        numbers: dict[Query, set[Decimal]] = {}
        for each in self.with_reading:
            numbers.setdefault(each.posterior.best[0].query, set()).add(each.number.value)
        return {query: frozenset(values) for query, values in numbers.items()}

    @cached_property
    def known(self) -> float:
        """The share of the nouns of all claims that name anything in the tables."""
        nouns = {word.token.lemma.lower(): word.is_known for each in self.claims for word in each.said if word.is_noun}
        return weighted_mean((1.0, float(is_known)) for is_known in nouns.values())


def shape_of(query: Query) -> Hashable:
    """Return what a query aggregates how, and which columns restrict the rows."""
    of_what = -query.selection.anchor.table_id if query.column is None else query.column.column_id
    restricted = {predicate.column.column_id for part in (query, *query.operands()) for predicate in part.predicates}
    return type(query), query.function.name, of_what, frozenset(restricted)


def weighted_mean(weighted: Iterable[tuple[float, float]]) -> float:
    """Return the mean of values, each after its weight; one half of none."""
    pairs = list(weighted)
    total = sum(weight for weight, _ in pairs)
    return sum(weight * value for weight, value in pairs) / total if total > 0 else 0.5


def _numbers_of(predicate: Predicate) -> Iterator[Decimal]:
    """Yield the numbers that a predicate compares a column with."""
    match predicate:
        case Equals(literal=text) if _NUMBER.fullmatch(text):
            yield Decimal(text)
        case Compare(bound=bound) if _NUMBER.fullmatch(bound):
            yield Decimal(bound)
        case Between(low=low, high=high) if _NUMBER.fullmatch(low) and _NUMBER.fullmatch(high):
            yield from (Decimal(low), Decimal(high))
