"""What features with learned weights see of a predicate: the words of its value in the sentence, and its rivals."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.predicate_features import OF_PREDICATE
from factcheck.candidates.values_of_numbers import is_compared_with, value_of_each_number
from factcheck.catalogue.schema import Column, Table
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_scores import SAYING_YES
from factcheck.retrieval.relevance import FLAG_PARTS, Seen
from factcheck.words.identifiers import split_identifier
from factcheck.words.opposites import says_in_any_form

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_STEM = 4
_LONGEST_ENDING = 3
_BREAKS = frozenset(", ; ( ) : and while but or".split())
_STRETCHES = (1, 31, 92, 366)
"""Days of a day, a month, a quarter and a year, at most."""


@dataclass(frozen=True, slots=True)
class PredicateView:
    """What features see of a predicate.

    ``score`` is S(r) as the factors make it, ``best_of_column`` and ``best`` the greatest of the predicates on its
    column and of all.  ``words`` is how many words its value has, 0 where it is no single value; ``places`` are the
    tokens of the sentence that are such a word.  ``is_inside_longer`` tells that another value has all these and more.
    ``is_of_another`` tells that the value stands with another number of the sentence, and another one of the column
    with the claim's.  ``share`` is the share of rows that have the value, ``values`` the number of values of the
    column; None where that is not known.
    """

    claim: ClaimView
    predicate: Predicate
    seen: Seen
    score: float
    best_of_column: float
    best: float
    words: int
    places: frozenset[int]
    is_inside_longer: bool
    is_of_another: bool
    share: float | None
    values: int | None

    @property
    def literal(self) -> str | None:
        """The value of a predicate that names a single one."""
        return self.predicate.literal if isinstance(self.predicate, Equals) else None

    @property
    def nearest(self) -> int | None:
        """How many tokens the nearest word of the value stands behind the number, negative before it."""
        claimed = self.claim.words.claimed
        if not self.places or not claimed:
            return None
        distances = (at - claimed[-1] if at > claimed[-1] else min(at - claimed[0], -1) for at in self.places)
        return min(distances, key=abs)

    @property
    def has_break(self) -> bool:
        """Whether a comma or a conjunction stands between the number and the nearest word of the value."""
        nearest, claimed, lowered = self.nearest, self.claim.words.claimed, self.claim.words.lowered
        if nearest is None:
            return False
        between = (
            range(claimed[-1] + 1, claimed[-1] + nearest)
            if nearest > 0
            else range(claimed[0] + nearest + 1, claimed[0])
        )
        return any(lowered[at] in _BREAKS for at in between)


def predicate_scores(claim: ClaimView) -> list[float]:
    """Return S(r) of the predicates of a claim as the factors make it, in the order of its relevance.

    The value of a column that stands with the claim's number scores as high as one that stands with another number.
    """
    scores = [OF_PREDICATE.score(claim, predicate, seen) for predicate, seen in claim.relevance.predicates]
    sentence = _Sentence(claim.words.tokens, frozenset(claim.words.claimed))
    for own, others in _values_of_numbers(claim.relevance.predicates, sentence):
        best = max((scores[index] for index in others), default=0.0)
        for index in own:
            scores[index] = max(scores[index], best)
    return scores


def predicate_views(
    claim: ClaimView, tables: Sequence[Table], scores: Sequence[float] | None = None
) -> tuple[PredicateView, ...]:
    """Return what features see of the predicates of a claim, in the order of its relevance.

    ``scores`` are those of the factors in the same order; they are worked out where they are left out.
    """
    sentence = _Sentence(claim.words.tokens, frozenset(claim.words.claimed))
    relevance, rows = claim.relevance, {table.table_id: table.rows for table in tables if table.is_indexed}
    if scores is None:
        scores = predicate_scores(claim)
    best_of_column: dict[Column, float] = {}
    for (predicate, _), score in zip(relevance.predicates, scores, strict=True):
        best_of_column[predicate.column] = max(best_of_column.get(predicate.column, 0.0), score)
    words = [_words(predicate) for predicate, _ in relevance.predicates]
    places = [sentence.places(each) for each in words]
    distinct = set(places)
    of_others = _of_other_numbers(relevance.predicates, sentence)
    best = max(scores, default=0.0)
    views = []
    for index, (predicate, seen) in enumerate(relevance.predicates):
        known_rows = rows.get(predicate.column.table_id)
        frequency = None if known_rows is None else relevance.frequencies.get(predicate)
        at = places[index]
        views.append(
            PredicateView(
                claim,
                predicate,
                seen,
                scores[index],
                best_of_column[predicate.column],
                best,
                len(words[index]),
                at,
                bool(at) and any(at < other for other in distinct),
                index in of_others,
                None if frequency is None else frequency / max(known_rows or 0, frequency, 1),
                relevance.values.get(predicate.column.column_id),
            )
        )
    return tuple(views)


def values_of_others(words: ClaimWords, predicates: Sequence[tuple[Predicate, Seen]]) -> frozenset[Predicate]:
    """Return the predicates whose value stands with another number of the sentence than the claim's.

    Another value of the column stands with that: in "60 victims were Black and 41 Latino" one stands with each.
    """
    of_others = _of_other_numbers(predicates, _Sentence(words.tokens, frozenset(words.claimed)))
    return frozenset(predicates[index][0] for index in of_others)


def _of_other_numbers(predicates: Sequence[tuple[Predicate, Seen]], sentence: _Sentence) -> frozenset[int]:
    """Return the same by their indexes."""
    return frozenset().union(*(others for _, others in _values_of_numbers(predicates, sentence)))


def _values_of_numbers(
    predicates: Sequence[tuple[Predicate, Seen]], sentence: _Sentence
) -> Iterator[tuple[Set[int], Set[int]]]:
    """Yield for each kind of value the indexes of predicates whose value stands with the number, and with others."""
    kinds = [_kind_of_value(predicate) for predicate, _ in predicates]
    values = Counter(kinds)
    of_kind: dict[Hashable, dict[int, frozenset[int]]] = {}
    for index, (predicate, seen) in enumerate(predicates):
        if kinds[index] is None or values[kinds[index]] == 1:
            continue
        if span := _span(predicate, seen, sentence):
            of_kind.setdefault(kinds[index], {})[index] = span
    for kind, spans in of_kind.items():
        whole = {i: span for i, span in spans.items() if not any(span < other for other in spans.values())}
        distinct = list(dict.fromkeys(whole.values()))
        is_told = len(distinct) > 1 and (isinstance(kind, Column) or _each_has_a_number(distinct, sentence))
        of_number = value_of_each_number(sentence.tokens, sentence.claimed, distinct) if is_told else {}
        own = of_number.get(min(sentence.claimed, default=-1))
        if own is not None:
            taken = {distinct[value] for value in of_number.values() if value != own}
            of_own = {i for i, span in whole.items() if span == distinct[own]}
            yield of_own, {i for i, span in whole.items() if span in taken}


def _each_has_a_number(times: Iterable[frozenset[int]], sentence: _Sentence) -> bool:
    """Tell of times whether none only tells what a number is compared with: "4 % more than in May"."""
    return not any(is_compared_with(sentence.tokens, time) for time in times)


def _kind_of_value(predicate: Predicate) -> Hashable:
    """Return what a predicate has one of several of: a value of its column, or a stretch as long; else None."""
    match predicate:
        case Equals(column=column):
            return column
        case DatePart(column=column, part=part):
            return (column, part)
        case Period(column=column, start=str(start), end=str(end)):
            days = (date.fromisoformat(end) - date.fromisoformat(start)).days
            return (column, bisect_left(_STRETCHES, days))
    return None


def _span(predicate: Predicate, seen: Seen, sentence: _Sentence) -> frozenset[int]:
    """Return the tokens of the sentence that name a value, if these name it in full."""
    if seen.place:
        return frozenset(seen.place)
    if not isinstance(predicate, Equals):
        return frozenset()
    if not FLAG_PARTS.isdisjoint(seen.parts):
        return sentence.saying(predicate.column, is_yes=predicate.literal.lower() in SAYING_YES)
    places = [sentence.places((word,)) for word in _words(predicate)]
    return frozenset().union(*places) if all(places) else frozenset()


def _words(predicate: Predicate) -> tuple[str, ...]:
    return tuple(_WORD.findall(predicate.literal.lower())) if isinstance(predicate, Equals) else ()


@dataclass(frozen=True)
class _Sentence:
    tokens: Sequence[Token]
    claimed: Collection[int]
    _answers: dict[Column, tuple[frozenset[int], frozenset[int]]] = field(default_factory=dict)

    @cached_property
    def _by_form(self) -> Mapping[str, frozenset[int]]:
        by_form: dict[str, set[int]] = {}
        for index, token in enumerate(self.tokens):
            if index not in self.claimed:
                for form in {token.text.lower(), token.lemma.lower(), *_WORD.findall(token.text.lower())}:
                    by_form.setdefault(form, set()).add(index)
        return {form: frozenset(places) for form, places in by_form.items()}

    @cached_property
    def _by_beginning(self) -> Mapping[str, list[str]]:
        """Words that begin alike, by the shortest stem that words may share."""
        by_beginning: dict[str, list[str]] = {}
        for form in self._by_form:
            by_beginning.setdefault(form[:_SHORTEST_STEM], []).append(form)
        return by_beginning

    def places(self, words: Iterable[str]) -> frozenset[int]:
        """Return the tokens that are one of some words, in whatever form."""
        found: set[int] = set()
        for word in words:
            found |= self._by_form.get(word, frozenset()) or self._alike(word)
        return frozenset(found)

    def saying(self, column: Column, *, is_yes: bool) -> frozenset[int]:
        """Return the tokens that say what a flag is called, or the opposite: "men" and "women" of a flag male."""
        if column not in self._answers:
            name = split_identifier(column.name)
            said = frozenset().union(*(self._by_form.get(part, frozenset()) for part in name))
            answers: dict[bool | None, set[int]] = {True: set(), False: set(), None: set()}
            for form, places in self._by_form.items():
                answers[says_in_any_form(form, name)] |= places
            self._answers[column] = frozenset(answers[True] | said), frozenset(answers[False] - said)
        yes, no = self._answers[column]
        return yes if is_yes else no

    def _alike(self, word: str) -> set[int]:
        """Return the tokens that begin as a word does and differ in their ending only."""
        if len(word) < _SHORTEST_STEM:
            return set()
        stem = word[: max(_SHORTEST_STEM, len(word) - _LONGEST_ENDING)]
        return {
            index
            for form in self._by_beginning.get(word[:_SHORTEST_STEM], ())
            if form.startswith(stem) and abs(len(form) - len(word)) <= _LONGEST_ENDING
            for index in self._by_form[form]
        }
