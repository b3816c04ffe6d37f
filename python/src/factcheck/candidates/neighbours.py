"""Queries of a claim that goes on from other claims near it: "the girls averaged 66 and the boys 62, a gap of 4".

What the others are likely to mean is known when their numbers have been compared with the data.  A claim that says what
two results differ by, how many times one is the other, or which part of a whole one is, may be about these results: of
two others, or of one beside the same result of the rows that the claim names, or of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.compared_rows import are_comparable, is_time, position
from factcheck.candidates.generators.comparing_words import DIFFERENCE, Direction, direction
from factcheck.candidates.statements.words_of_measures import TOTALS
from factcheck.queries.compared import TwoQueries
from factcheck.queries.difference import Change, Difference
from factcheck.queries.exchanged import with_exchanged
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.generators.negations import OTHERS
from factcheck.retrieval.relevance import UNNAMED

NEIGHBOURS = "neighbours"
"""What lists these queries, as explanations call it."""

_REACH = 4
"""Tokens between a number and a word for a difference, at most."""

_RIGHT_BEHIND = 3
"""Tokens from a number to a word such as "apart" or "below" behind it, at most."""

_NOUNS = DIFFERENCE | frozenset("margin disparity change".split())
_NOUNS_OF_CHANGE = frozenset({"change", "difference"})
_VERBS = frozenset({"differ", "separate"})
_PLACES = frozenset("apart behind ahead below above".split())
"""Words that say that a number is what two results differ by."""

_THE_AVERAGE = re.compile(r"\b(?:than|above|below|from|behind|ahead of)(?: the)?(?: \w+)? (?:average|mean)\b")

_WHOLES = TOTALS | {"all", "whole", "entire"}
_WHOLE_WITHIN = 6
"""Tokens from a percentage to the word for the whole that it is of, at most."""

_FAR_VALUE = 0.3
"""What is left of a value of which others stand nearer to the number."""

_UNNAMED_REST = 0.3
"""What is left of the rest of the rows where no word says that it is meant."""

_PARTLY_NAMED = 0.5
"""What is left of a value that no words of the sentence name in full."""

_WHOLE = 0.6
"""What is left of all rows where a part of them may be meant."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A query that another claim near one is likely to mean, how likely that is, and the unit of its number.

    ``is_same_sentence`` tells that the claim stands in the same sentence, ``index`` which of all claims it is.
    """

    query: Query
    probability: float
    unit: str
    is_same_sentence: bool
    index: int


def neighbour_queries(cue: Cue, neighbours: Sequence[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield what a claim may say of results that its neighbours state, with how much speaks for each, from 0 to 1."""
    results = [each for each in neighbours if is_one_result(each.query)]
    compared = Compared.of(cue)
    if compared is not None:
        yield from _of_two(compared, results)
        for each in results:
            for other, share in _beside(cue, compared, each.query):
                for one, base in ((each.query, other), (other, each.query)):
                    yield compared.of_two(one, base), each.probability * share
    if cue.number.unit == "percent":
        yield from _parts_of_wholes(cue, results)
    yield from _alike(cue, neighbours)


def is_one_result(query: Query) -> bool:
    """Tell whether a query asks for one result, or for a share, and compares nothing yet."""
    return isinstance(query, Aggregate) or (isinstance(query, Ratio) and query.is_share)


@dataclass(frozen=True, slots=True)
class Compared:
    """How a claim's number compares two results: as ``times``, as a ``percent`` of change, or by what they differ."""

    kind: str
    told: Direction | None

    @classmethod
    def of(cls, cue: Cue) -> Compared | None:
        """Return how a claim's number compares results; None where its words do not say that it does."""
        told = direction(cue.words)
        if cue.number.unit == "times":
            return cls("times", told)
        if cue.number.unit == "percent":  # what shares differ by are points
            return cls("percent", told) if told is not None or _is_named(cue, _NOUNS_OF_CHANGE) else None
        is_difference = cue.number.unit == "more" or _is_difference_named(cue) or _is_told(cue, told)
        return cls("difference", told) if is_difference and cue.number.unit != "year" else None

    def of_two(self, one: Query, other: Query) -> TwoQueries:
        """Return what the number may be of two results, the one that is compared and the one it is compared with."""
        if self.kind == "times":
            return Ratio(one, other, 1)
        if self.kind == "percent":
            return Change(other, one, is_decrease=self.told is not None and self.told.is_decrease)
        return Difference(one, other)

    def tells_apart(self, *predicates: Predicate) -> bool:
        """Tell whether rows of some predicates may be compared so: what rises or falls does so from time to time."""
        is_in_time = self.told is not None and self.told.is_in_time
        return not is_in_time or any(map(is_time, predicates))


def _is_difference_named(cue: Cue) -> bool:
    """Tell whether a word near the number says that it is a difference: "a gap of 4", "4 points apart"."""
    return _is_named(cue, _NOUNS) or _is_near(cue, _VERBS, _REACH, _REACH) or _is_placed(cue)


def _is_placed(cue: Cue) -> bool:
    """Tell whether a number, or what it counts, stands before a word such as "below" and what that is about.

    "112 are above $15,000" is no difference.
    """
    tokens = cue.words.tokens
    for at in cue.words.find(_PLACES):
        between = tokens[cue.words.claimed[-1] + 1 : at] if cue.words.claimed else ()
        is_behind = bool(cue.words.claimed) and 0 < at - cue.words.claimed[-1] <= _RIGHT_BEHIND
        is_unit = all(token.tag.startswith(("NN", "JJ")) for token in between)
        if is_behind and is_unit and not any(token.tag in {"CD", "$"} for token in tokens[at + 1 : at + 2]):
            return True
    return False


def _is_named(cue: Cue, nouns: frozenset[str]) -> bool:
    """Tell whether a noun near the number says what it is; "leads" in "leads at 87 percent" is none."""
    as_nouns = {token.lemma.lower() for token in cue.words.tokens if token.tag.startswith("NN")}
    return _is_near(cue, nouns & as_nouns, _REACH, _RIGHT_BEHIND)


def _is_near(cue: Cue, words: frozenset[str], before: int, behind: int) -> bool:
    """Tell whether one of some words stands at most so many tokens before the number, or behind it."""
    if not cue.words.claimed:
        return False
    first, last = cue.words.claimed[0], cue.words.claimed[-1]
    return any(0 < first - at <= before or 0 < at - last <= behind for at in cue.words.find(words))


def _is_told(cue: Cue, told: Direction | None) -> bool:
    """Tell whether a number says how much more or less something is; "rose to 9" says what it is."""
    if told is None:
        return False
    first = cue.words.claimed[0]
    is_level = any(token.text.lower() in {"to", "from"} for token in cue.words.tokens[max(0, first - 2) : first])
    return not (told.is_in_time and is_level)


def _of_two(compared: Compared, results: Sequence[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield what the results of two other claims have to do with each other."""
    for one, other in permutations(results, 2):
        differing = set(one.query.predicates) ^ set(other.query.predicates)
        is_alike = _are_alike(one.query, other.query) and one.query != other.query
        if one.index != other.index and is_alike and compared.tells_apart(*differing):
            yield compared.of_two(one.query, other.query), one.probability * other.probability


def _are_alike(one: Query, other: Query) -> bool:
    """Tell whether results of two queries may be compared: of one function, or the extremes of one column."""
    is_of_ends = {one.function, other.function} == {MIN, MAX} and one.column == other.column
    return one.measure == other.measure or is_of_ends


def _beside(cue: Cue, compared: Compared, query: Query) -> Iterator[tuple[Query, float]]:
    """Yield what a result is compared with: the same of rows that the sentence names, or of all others."""
    text = f"{cue.words.text_before()} {cue.words.text_after()}"
    is_in_time = compared.told is not None and compared.told.is_in_time
    has_rest = OTHERS.search(text) is not None and not is_in_time
    has_average = query.function is AVG and _THE_AVERAGE.search(text) is not None
    is_beside = compared.told is not None and not is_in_time and " than " in cue.words.text_after()
    for predicate in _restrictions(query):
        if not compared.tells_apart(predicate):
            continue
        named = _named_beside(cue, predicate)
        yield from ((with_exchanged(query, {predicate: other}), share) for other, share in named)
        if has_rest or (is_beside and not named):
            rest = predicate.predicate if isinstance(predicate, Not) else Not(predicate)
            yield with_exchanged(query, {predicate: rest}), 1.0 if has_rest else _UNNAMED_REST
        if has_average and isinstance(query, Aggregate):
            yield with_exchanged(query, {predicate: None}), _WHOLE


def _restrictions(query: Query) -> tuple[Predicate, ...]:
    """Return the restrictions of a query that may be others; that a value is known is none."""
    return tuple(each for each in query.predicates if not isinstance(each, IsNull))


def _named_beside(cue: Cue, predicate: Predicate) -> list[tuple[Predicate, float]]:
    """Return other values of a restricted column that the sentence names, each with how much speaks for it.

    The nearest behind the number is the likeliest; where none is named in full, the words of one may stand for it.
    """
    scored = [
        (other, seen)
        for other, seen in cue.relevance.predicates
        if other != predicate and are_comparable(other, predicate) and UNNAMED not in seen.parts
    ]
    named = [(other, at) for other, _ in scored if (at := position(cue, other)) is not None]
    if named:
        nearest = min(_distance(cue, at) for _, at in named)
        return [(other, 1.0 if _distance(cue, at) == nearest else _FAR_VALUE) for other, at in named]
    best = max((seen.score for _, seen in scored), default=0.0)
    return [(other, _PARTLY_NAMED * seen.score / best) for other, seen in scored if seen.score > 0]


def _distance(cue: Cue, at: int) -> int:
    """Return how far a token is from the number; what stands behind it goes before what stands before it."""
    last = cue.words.claimed[-1] if cue.words.claimed else 0
    return at - last if at > last else len(cue.words.tokens) + last - at


def _parts_of_wholes(cue: Cue, results: Iterable[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield which part a neighbour's amount is of that of all rows, or of those that fewer restrictions leave."""
    if not cue.words.claimed:
        return
    first, last = cue.words.claimed[0], cue.words.claimed[-1]
    is_of_whole = any(0 < at - last <= _WHOLE_WITHIN for at in cue.words.find(_WHOLES))
    is_bracketed = first > 0 and cue.words.tokens[first - 1].text == "("
    for each in results if is_of_whole or is_bracketed else ():
        query = each.query
        if not isinstance(query, Aggregate) or query.function is not SUM or not (is_of_whole or each.is_same_sentence):
            continue
        for predicate in _restrictions(query):
            yield Ratio(query, with_exchanged(query, {predicate: None})), each.probability
        if len(query.predicates) > 1:
            yield Ratio(query, with_exchanged(query, dict.fromkeys(query.predicates))), _WHOLE * each.probability


def _alike(cue: Cue, neighbours: Iterable[Neighbour]) -> Iterator[tuple[Query, float]]:
    """Yield what a neighbour's number compares, of other rows: "A's imports grew by 64 % in ten years, B's by 47 %"."""
    for each in neighbours:
        if each.unit != cue.number.unit or not isinstance(each.query, TwoQueries) or is_one_result(each.query):
            continue
        first, second = each.query.parts()
        for predicate in _restrictions(first):
            if predicate in second.predicates:
                for other, share in _named_beside(cue, predicate):
                    yield with_exchanged(each.query, {predicate: other}), each.probability * share
