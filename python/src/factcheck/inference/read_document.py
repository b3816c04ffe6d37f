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


REACH = 4
"""Claims before one and behind it that are near."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a query is made of, as far as queries of other claims may have the same.

    ``measured`` is the column, or minus the number of the table whose rows are counted; ``measure`` has the function,
    too.
    """

    shape: Hashable
    measure: tuple[str, int]
    measured: int
    predicates: frozenset[Predicate]
    restricted: frozenset[int]
    tables: frozenset[int]


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
    def _beside(self) -> Mapping[int, Sequence[ReadClaim]]:
        groups = self.of_sentence.values()
        return {id(each): [other for other in group if other is not each] for group in groups for each in group}

    def beside(self, claim: ReadClaim) -> Sequence[ReadClaim]:
        """Return the other claims of its sentence that have a reading."""
        return self._beside[id(claim)]

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
        return Counter(form.shape for form in self.forms.values())

    @cached_property
    def forms(self) -> Mapping[int, Form]:
        """The forms of the likeliest readings that agree, by the places of their claims among those with a reading."""
        claims = enumerate(self.with_reading)
        return {at: form_of(each.posterior.best[0].query) for at, each in claims if each.agrees}

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {id(each): at for at, each in enumerate(self.with_reading)}

    def share_with(self, claim: ReadClaim, part: str, value: Hashable) -> float:
        """Return the share of the other claims that agree whose forms have a value as a ``part``, such as "tables"."""
        own = self.forms.get(self._places[id(claim)])
        others = len(self.forms) - (own is not None)
        same = self._parts_of_forms[part][value] - (own is not None and getattr(own, part) == value)
        return same / max(others, 1)

    @cached_property
    def _parts_of_forms(self) -> Mapping[str, Counter[Hashable]]:
        return {part: Counter(getattr(form, part) for form in self.forms.values()) for part in ("tables", "measure")}

    def forms_near(self, claim: ReadClaim, reach: int = REACH) -> list[Form]:
        """Return the forms of the claims near one, as many before and behind it as ``reach`` says."""
        place = self._places[id(claim)]
        around = (at for at in range(place - reach, place + reach + 1) if at != place)
        return [self.forms[at] for at in around if at in self.forms]

    def count_near(self, claim: ReadClaim) -> int:
        """Return how many claims are near one."""
        place = self._places[id(claim)]
        return min(place, REACH) + min(len(self.with_reading) - 1 - place, REACH)

    def forms_in_sentence(self, claim: ReadClaim) -> list[Form]:
        """Return the forms of the other claims of its sentence."""
        places = (self._places[id(each)] for each in self.beside(claim))
        return [self.forms[at] for at in places if at in self.forms]

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


def form_of(query: Query) -> Form:
    """Return what a query and its parts are made of."""
    parts = (query, *query.operands())
    predicates = frozenset(predicate for part in parts for predicate in part.predicates)
    return Form(
        shape_of(query),
        (query.function.name, _measured(query)),
        _measured(query),
        predicates,
        frozenset(predicate.column.column_id for predicate in predicates),
        frozenset(table.table_id for part in parts for table in part.selection.relations.tables),
    )


def shape_of(query: Query) -> Hashable:
    """Return what a query aggregates how, and which columns restrict the rows."""
    restricted = {predicate.column.column_id for predicate in query.all_predicates()}
    return type(query), query.function.name, _measured(query), frozenset(restricted)


def _measured(query: Query) -> int:
    return -query.selection.anchor.table_id if query.column is None else query.column.column_id


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
